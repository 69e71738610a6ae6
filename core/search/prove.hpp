// The exact search: it goes through every position that can be reached, the best first, and so either wins or proves
// that nobody can.
//
// What it leaves out is only what can't matter: safe moves home are played at once, and columns and cells are sets.
// Positions are stored whole (see keys.hpp), never by a hash alone. Of a game in which all that fits goes home by
// itself it leaves out nothing: there everything goes home after each move, and nothing does before the first.
#pragma once

#include <bit>
#include <cstddef>
#include <vector>

#include "each_move.hpp"
#include "evaluation.hpp"
#include "keys.hpp"
#include "queue.hpp"
#include "watch.hpp"

namespace freecell {

class Proof {
public:
    enum class End { kWon, kProven, kLimit, kStopped };

    // Looks at no more than `limit` positions. Room matters only where all that fits goes home by itself.
    End search(const Position& start, const Evaluation& evaluate, Room room, AutoPlay autoplay, std::uint64_t limit,
               Watch& watch) {
        return autoplay == AutoPlay::kMax ? search<true>(start, evaluate, room, limit, watch)
                                          : search<false>(start, evaluate, room, limit, watch);
    }

    std::size_t positions() const { return nodes_.size(); }
    // The moves of the solution, without those home that follow by themselves.
    const std::vector<Move>& moves() const { return moves_; }

private:
    static constexpr std::uint32_t kNobody = Queue::kNobody;

    struct Node {
        Key key;
        std::uint32_t parent, link;
    };
    struct Slot {
        std::uint32_t tag = 0, node = kNobody;
    };

    template <bool kMax>
    End search(const Position& start, const Evaluation& evaluate, Room room, std::uint64_t limit, Watch& watch) {
        const Keys keys(start);
        nodes_.clear();
        index_.assign(1 << 10, {});
        queue_.clear();
        moves_.clear();
        Position first = start;
        if (!kMax) first.play_home(true, evaluate.costs());
        Key key = keys.key(first);
        add(key, kNobody);
        if (first.won()) return won<kMax>(first, keys, room, evaluate);
        push(0, evaluate(first));
        const auto link = [&](std::uint32_t node) { return nodes_[node].link; };
        for (std::uint32_t node; (node = queue_.pop(link)) != kNobody;) {
            if (watch.over()) return End::kStopped;
            const Key parent = nodes_[node].key;
            const Position position = keys.position(parent, evaluate.costs());
            bool solved = false;
            each<kMax>(position, room, [&](Move move) {
                if (solved) return;
                Key child = parent;
                const Card lead = position.lead_of(move);
                if (!position.opens_home(move, lead) && !(kMax && node == 0)) {
                    child.set(lead, keys.how(lead, position.beneath_after(move)));  // known before the move is played
                    if (!add(child, node)) return;
                    Position after = position;
                    after.play(move, evaluate.costs());
                    push(static_cast<std::uint32_t>(nodes_.size() - 1), evaluate(after));
                } else {
                    Position after = position;
                    keys.play(after, child, move, !kMax, evaluate.costs());
                    if (!add(child, node)) return;
                    solved = after.won();
                    push(static_cast<std::uint32_t>(nodes_.size() - 1), evaluate(after));
                }
            });
            if (solved) return won<kMax>(first, keys, room, evaluate);
            if (nodes_.size() > limit) return End::kLimit;
        }
        return End::kProven;
    }

    template <bool kMax, class Visit>
    static void each(const Position& position, Room room, Visit visit) {
        if constexpr (kMax)
            each_legal_move(position, room, visit);
        else
            each_move(position, visit);
    }

    // Adds a position, and returns whether it was new.
    bool add(const Key& key, std::uint32_t parent) {
        if (2 * nodes_.size() >= index_.size()) grow();
        const std::uint64_t hash = key.hash();
        Slot& slot = find(hash, key);
        if (slot.node != kNobody) return false;
        slot = {static_cast<std::uint32_t>(hash >> 32), static_cast<std::uint32_t>(nodes_.size())};
        nodes_.push_back({key, parent, kNobody});
        return true;
    }
    Slot& find(std::uint64_t hash, const Key& key) {
        const std::size_t mask = index_.size() - 1;
        const auto tag = static_cast<std::uint32_t>(hash >> 32);
        for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
            Slot& slot = index_[at];
            if (slot.node == kNobody || (slot.tag == tag && nodes_[slot.node].key == key)) return slot;
        }
    }
    void grow() {
        index_.assign(index_.size() * 2, {});
        for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
            const std::uint64_t hash = nodes_[node].key.hash();
            find(hash, nodes_[node].key) = {static_cast<std::uint32_t>(hash >> 32), node};
        }
    }

    void push(std::uint32_t node, int value) { nodes_[node].link = queue_.push(node, value); }

    // `position`: the first one, whose node is 0.
    template <bool kMax>
    End won(Position position, const Keys& keys, Room room, const Evaluation& evaluate) {
        std::vector<Key> path;
        for (auto node = static_cast<std::uint32_t>(nodes_.size() - 1); node != kNobody; node = nodes_[node].parent)
            path.push_back(nodes_[node].key);
        // A key does not say where its columns are, so each move is found again by trying.
        for (std::size_t left = path.size() - 1; left > 0; --left) {
            const std::size_t moves = moves_.size();
            Position next;
            each<kMax>(position, room, [&](Move move) {
                if (moves_.size() > moves) return;
                Key key = path[left];
                Position after = position;
                keys.play(after, key, move, !kMax, evaluate.costs());
                if (key != path[left - 1]) return;
                moves_.push_back(move);
                next = after;
            });
            position = next;
        }
        return End::kWon;
    }

    std::vector<Node> nodes_;
    std::vector<Slot> index_;
    Queue queue_;
    std::vector<Move> moves_;
};

}  // namespace freecell
