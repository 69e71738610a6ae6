// A short greedy search: most deals fall to one of a few hundred positions, if the evaluation is a good one.
//
// Best-first with first improvement: children are made one at a time, and as soon as one is hardly worse than its
// parent (by `margin`), the search goes on from it; the parent goes back into the queue with the place it had reached
// in its list of moves. Without a child to follow, the best position of the queue is next, of equals the newest.
// It wins or it gives up: its pruning loses positions, so it never proves that there is no solution.
#pragma once

#include <bit>
#include <vector>

#include "evaluation.hpp"
#include "moves.hpp"

namespace freecell {

// Which hashes have been seen in this search. A stamp in the low bits makes clearing the table free.
class Seen {
public:
    void start(std::size_t most) {
        const std::size_t size = std::bit_ceil(2 * most + 2);
        if (table_.size() < size) {
            table_.assign(size, 0);
            stamp_ = 0;
        }
        if (++stamp_ == kStamps) {
            std::fill(table_.begin(), table_.end(), 0);
            stamp_ = 1;
        }
        mask_ = size - 1;
    }
    // Adds a hash, and returns whether it was new.
    bool add(std::uint64_t hash) {
        const std::uint64_t entry = (hash & ~(kStamps - 1)) | stamp_;
        for (std::size_t at = hash >> 20 & mask_;; at = (at + 1) & mask_) {
            if (table_[at] == entry) return false;
            if ((table_[at] & (kStamps - 1)) != stamp_) {
                table_[at] = entry;
                return true;
            }
        }
    }

private:
    static constexpr std::uint64_t kStamps = 1 << 12;
    std::vector<std::uint64_t> table_;
    std::size_t mask_ = 0;
    std::uint64_t stamp_ = 0;
};

class Greedy {
public:
    struct Result {
        bool won;
        bool exhausted;  // the queue ran empty before the limit
        std::size_t made;     // children
    };

    // Searches from a position; at most `limit` children are made. `safe`: only safe moves home are automatic.
    Result search(const Position& start, const Evaluation& evaluate, std::size_t limit, bool safe) {
        const Weights& weights = evaluate.weights();
        seen_.start(limit);
        nodes_.clear();
        if (nodes_.capacity() < limit + 1) nodes_.reserve(limit + 1);
        clear_queue();
        nodes_.emplace_back();
        Node* node = &nodes_.back();
        node->position = start;
        node->position.play_home(safe, evaluate.lies());
        if (node->position.won()) return won(*node, 0);
        seen_.add(node->position.hash);
        node->value = evaluate(node->position);
        for (;;) {
            Moves moves(node->position, safe, node->moved, node->resume);
            Node* next = nullptr;
            for (;;) {
                const Move move = moves.next();
                if (move.cards == 0) break;
                if (nodes_.size() > limit) return {false, false, nodes_.size() - 1};
                Node& child = nodes_.emplace_back();
                child.position = node->position;
                Position& position = child.position;
                const Card lead = position.lead_of(move);
                const bool more = position.opens_home(move, lead);
                position.play(move, evaluate.lies());
                if (more) position.play_home(safe, evaluate.lies());
                if (!seen_.add(position.hash)) {
                    nodes_.pop_back();
                    continue;
                }
                child.parent = node;
                child.move = move;
                child.depth = node->depth + 1;
                if (position.won()) return won(child, nodes_.size() - 1);
                child.moved = move.target < kFirstCell ? lead : kNone;
                child.value = evaluate(position) + weights.depth * child.depth;
                if (child.value <= node->value - weights.margin) {
                    next = &child;
                    break;
                }
                push(child, child.value);
            }
            if (next != nullptr) {
                node->resume = moves.at();
                push(*node, node->value + weights.requeue);
                node = next;
            } else if (node = pop(); node == nullptr) {
                return {false, true, nodes_.size() - 1};
            }
        }
    }

    // The moves of the search that won, without the automatic ones.
    const std::vector<Move>& moves() const { return moves_; }

private:
    struct Node {
        Node() {}  // leaves the position as it is: it is always copied from a parent
        Position position;
        Node* parent = nullptr;
        Node* next_in_queue = nullptr;
        std::int32_t value = 0;
        std::int32_t depth = 0;
        std::uint32_t resume = 0;
        Move move{};
        Card moved = kNone;
    };

    Result won(const Node& last, std::size_t made) {
        moves_.clear();
        for (const Node* node = &last; node->parent != nullptr; node = node->parent) moves_.push_back(node->move);
        std::reverse(moves_.begin(), moves_.end());
        return {true, false, made};
    }

    static constexpr int kBuckets = 4096;  // of four values each

    void clear_queue() {
        for (std::size_t word = 0; word < filled_.size(); ++word)
            for (; filled_[word] != 0; filled_[word] &= filled_[word] - 1)
                queue_[word * 64 + static_cast<std::size_t>(std::countr_zero(filled_[word]))] = nullptr;
    }
    void push(Node& node, int value) {
        const int bucket = std::clamp(value >> 2, 0, kBuckets - 1);
        node.next_in_queue = queue_[bucket];
        queue_[bucket] = &node;
        filled_[bucket >> 6] |= std::uint64_t{1} << (bucket & 63);
    }
    Node* pop() {
        for (std::size_t word = 0; word < filled_.size(); ++word) {
            if (filled_[word] == 0) continue;
            const int bucket = static_cast<int>(word) * 64 + std::countr_zero(filled_[word]);
            Node* node = queue_[bucket];
            queue_[bucket] = node->next_in_queue;
            if (queue_[bucket] == nullptr) filled_[word] &= filled_[word] - 1;
            return node;
        }
        return nullptr;
    }

    std::vector<Node> nodes_;
    Seen seen_;
    std::array<Node*, kBuckets> queue_{};
    std::array<std::uint64_t, kBuckets / 64> filled_{};
    std::vector<Move> moves_;
};

}  // namespace freecell
