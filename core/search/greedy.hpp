// A short greedy search: with a good evaluation, most deals are solved within a few hundred positions.
//
// Best-first search with first improvement: children are made one at a time, and as soon as one is hardly worse than
// its parent (by `margin`), the search continues from it. The parent returns to the queue and remembers how far it got
// in its list of moves. If there is no child to follow, the search takes the best position of the queue, and of equal
// ones the newest. It never proves that a board is unsolvable, because its pruning loses positions.
#pragma once

#include <algorithm>
#include <vector>

#include "evaluation.hpp"
#include "moves.hpp"
#include "queue.hpp"
#include "seen.hpp"
#include "watch.hpp"

namespace freecell {

class Greedy {
public:
    struct Result {
        bool won;
        std::size_t made;  // number of children made
    };

    // Searches from a position and makes at most `limit` children. `safe`: only safe moves home are automatic.
    // `allowed`: whether a move of a position may be made.
    template <class Allowed>
    Result search(const Position& start, const Evaluation& evaluate, std::size_t limit, bool safe, Allowed allowed,
                  Watch& watch) {
        const SeatCosts& costs = evaluate.costs();
        const Weights& weights = evaluate.weights();
        Node* node = begin(start, evaluate, limit, safe);
        if (node->position.won()) return won(0, 0);
        for (std::uint32_t made = 0;;) {
            if (watch.over()) return {false, made};
            Moves moves(node->position, safe, node->moved, node->resume);
            Node* next = nullptr;
            enum { kOpen, kWon, kLimit } end = kOpen;
            moves.each([&](auto, Move move, Card lead) {
                if (made == limit) {
                    end = kLimit;
                    return true;
                }
                if (!allowed(node->position, move)) return false;
                Node& child = nodes_[made + 1];  // overwritten by the next child if the position is already known
                const bool opens = node->position.opens_home(move, lead, safe);
                if (!opens && !seen_.add(node->position.hash_after(move, lead))) return false;
                child.position = node->position;
                child.position.play(move, costs);
                if (opens) {  // otherwise the hash was computed above
                    child.position.play_home(safe, costs);
                    if (!seen_.add(child.position.hash)) return false;
                }
                ++made;
                child.parent = number_of(node);
                child.move = move;
                if (child.position.won()) {
                    end = kWon;
                    return true;
                }
                child.moved = move.target < kFirstCell ? lead : kNoCard;
                child.depth = node->depth + 1;
                child.resume = 0;
                child.value = evaluate(child.position) + evaluate.noise(child.position.hash) +
                              weights.depth * static_cast<int>(child.depth);
                if (child.value <= node->value - weights.margin) {
                    next = &child;
                    return true;
                }
                child.link = queue_.push(made, child.value);
                return false;
            });
            if (end != kOpen) return end == kWon ? won(made, made) : Result{false, made};
            if (next != nullptr) {
                node->resume = moves.at();
                node->link = queue_.push(number_of(node), node->value + weights.requeue);
                node = next;
            } else {
                const std::uint32_t best = queue_.pop([&](std::uint32_t number) { return nodes_[number].link; });
                if (best == kNoNode) return {false, made};
                node = &nodes_[best];
            }
        }
    }

    // The moves of the search that won, without automatic moves.
    const std::vector<Move>& moves() const { return moves_; }

private:
    struct Node {
        Position position;
        std::uint32_t parent, link;  // link: in the queue
        std::int32_t value;
        std::uint32_t depth;
        std::uint32_t resume;  // where to continue in its list of moves
        Move move;
        Card moved;  // see Moves
    };

    // Allocates memory for a search, and makes its first node.
    Node* begin(const Position& start, const Evaluation& evaluate, std::size_t limit, bool safe) {
        if (nodes_.size() < limit + 1) nodes_.resize(limit + 1);
        seen_.start(limit);
        queue_.clear();
        Node& first = nodes_[0];
        first.position = start;
        first.position.play_home(safe, evaluate.costs());
        first.parent = kNoNode;
        first.depth = first.resume = 0;
        first.moved = kNoCard;
        first.value = evaluate(first.position);
        seen_.add(first.position.hash);
        return &first;
    }

    std::uint32_t number_of(const Node* node) const { return static_cast<std::uint32_t>(node - nodes_.data()); }

    Result won(std::uint32_t last, std::size_t made) {
        moves_.clear();
        for (; nodes_[last].parent != kNoNode; last = nodes_[last].parent) moves_.push_back(nodes_[last].move);
        std::reverse(moves_.begin(), moves_.end());
        return {true, made};
    }

    std::vector<Node> nodes_;
    Seen seen_;
    Queue queue_;
    std::vector<Move> moves_;
};

}  // namespace freecell
