// The exact search. It visits every reachable position, the best ones first, so it either wins or proves that the
// board is unsolvable.
//
// Only settled positions are visited (see settled.hpp), a tenth of all, by steps from one to the next (see
// proof_steps.hpp). With auto-play "max", every position is visited: cards go home after each move, but not before
// the first.
//
// Positions are stored completely (see keys.hpp), never by a hash alone.
#pragma once

#include <cstdint>
#include <vector>

#include "dead_end.hpp"
#include "each_move.hpp"
#include "evaluation.hpp"
#include "keys.hpp"
#include "position_store.hpp"
#include "proof_path.hpp"
#include "proof_steps.hpp"
#include "queue.hpp"
#include "stack_value.hpp"
#include "swaps.hpp"
#include "watch.hpp"

namespace freecell {

class Proof {
public:
    enum class End { kWon, kProven, kLimit, kMemory, kStopped };

    // Looks at no more than `limit` positions, and uses no more than `memory` bytes. `room` matters only with auto-play
    // "max".
    End search(const Position& start, const Evaluation& evaluate, Room room, AutoPlay autoplay, std::uint64_t limit,
               std::uint64_t memory, Watch& watch) {
        return search(start, evaluate, room, autoplay, limit, memory, watch, limit, [] { return true; });
    }
    // A search with pauses, after `pause` positions and each time that their number has doubled: calls `go_on`, and
    // ends if it returns false.
    template <class GoOn>
    End search(const Position& start, const Evaluation& evaluate, Room room, AutoPlay autoplay, std::uint64_t limit,
               std::uint64_t memory, Watch& watch, std::uint64_t pause, GoOn go_on) {
        const Keys keys(start);
        queue_.clear();
        moves_.clear();
        full_ = !store_.start(memory, 0);
        if (full_) return End::kMemory;
        if (autoplay == AutoPlay::kMax) {
            ByMoves by_moves(*this, start, keys, evaluate, room);
            return run(by_moves, limit, watch, pause, go_on);
        }
        BySteps by_steps(*this, start, keys, evaluate);
        return run(by_steps, limit, watch, pause, go_on);
    }

    std::uint64_t positions() const { return store_.count(); }
    // The moves of the solution, without automatic moves if auto-play is "max".
    const std::vector<Move>& moves() const { return moves_; }

private:
    template <class Way, class GoOn>
    End run(Way& way, std::uint64_t limit, Watch& watch, std::uint64_t pause, GoOn go_on) {
        const auto link = [&](std::uint32_t node) {
            const std::uint32_t next = store_.link(node);
            if (next != kNoNode) store_.expect_number(next);  // the next one with this value
            return next;
        };
        for (std::uint32_t node; !way.has_won() && (node = queue_.pop(link)) != kNoNode;) {
            if (full_) return End::kMemory;
            if (store_.count() > limit) return End::kLimit;
            for (; store_.count() > pause; pause *= 2)
                if (!go_on()) return End::kLimit;
            if (watch.over()) return End::kStopped;
            way.expand(node);
        }
        if (!way.has_won()) return full_ ? End::kMemory : End::kProven;
        std::vector<Key> path;  // starting at the end
        for (std::uint32_t node = store_.count() - 1; node != kNoNode; node = store_.parent(node))
            path.push_back(store_.key(node));
        moves_ = way.moves(path);
        return End::kWon;
    }

    // Steps between settled positions.
    class BySteps {
    public:
        BySteps(Proof& proof, const Position& start, const Keys& keys, const Evaluation& evaluate)
            : proof_(proof), start_(start), keys_(keys), evaluate_(evaluate) {
            visit(settled_start(start, keys, nullptr), kNoNode);
        }

        bool has_won() const { return has_won_; }

        void expand(std::uint32_t node) {
            children_.clear();
            const ProofSteps first(proof_.store_.key(node), keys_);
            for (const Swaps::Reached& reached : swaps_.list(first.stacks(), keys_))
                add_children(ProofSteps(reached.stacks.key, keys_));
            for (const Stacks& child : children_) proof_.store_.expect_node(child.key.hash());
            for (const Stacks& child : children_) {
                visit(child, node);
                if (has_won_) return;
            }
        }

        std::vector<Move> moves(const std::vector<Key>& path) const {
            ProofPath found(start_, keys_);
            for (std::size_t left = path.size() - 1; left > 0; --left) found.follow(path[left], path[left - 1]);
            return found.moves();
        }

    private:
        void add_children(const ProofSteps& steps) {
            steps.list(listed_);
            for (const ProofStep& step : listed_) {
                Stacks child = steps.after(step, nullptr);
                child.settle(keys_, nullptr);
                if (is_dead_end(child, keys_)) continue;
                swap_to_first(child, keys_, nullptr);
                proof_.store_.expect(child.key.hash());
                children_.push_back(child);
            }
        }

        void visit(const Stacks& stacks, std::uint32_t parent) {
            if (!proof_.add(stacks.key, parent)) return;
            has_won_ = stacks.won();
            proof_.push(value_of(stacks, keys_, evaluate_) + evaluate_.noise(stacks.key.hash()));
        }

        Proof& proof_;
        const Position& start_;
        const Keys& keys_;
        const Evaluation& evaluate_;
        Swaps swaps_;
        std::vector<ProofStep> listed_;
        std::vector<Stacks> children_;
        bool has_won_ = false;
    };

    // Legal moves between positions, for auto-play "max": all cards that fit go home after each move.
    class ByMoves {
    public:
        ByMoves(Proof& proof, const Position& start, const Keys& keys, const Evaluation& evaluate, Room room)
            : proof_(proof), start_(start), keys_(keys), evaluate_(evaluate), room_(room) {
            visit(keys.key(start), start, kNoNode);
        }

        bool has_won() const { return has_won_; }

        void expand(std::uint32_t node) {
            const Key parent = proof_.store_.key(node);
            const Position position = keys_.position(parent, evaluate_.costs());
            each_legal_move(position, room_, [&](Move move) {
                if (has_won_) return;
                Key child = parent;
                Position after = position;
                keys_.play(after, child, move, false, evaluate_.costs());
                visit(child, after, node);
            });
        }

        // Keys don't record the order of columns, so each move is found again by trial.
        std::vector<Move> moves(const std::vector<Key>& path) const {
            std::vector<Move> found;
            Position position = start_;
            for (std::size_t left = path.size() - 1; left > 0; --left) {
                bool is_found = false;
                Position next;
                each_legal_move(position, room_, [&](Move move) {
                    if (is_found) return;
                    Key key = path[left];
                    Position after = position;
                    keys_.play(after, key, move, false, evaluate_.costs());
                    if (!(key == path[left - 1])) return;
                    is_found = true;
                    found.push_back(move);
                    next = after;
                });
                position = next;
            }
            return found;
        }

    private:
        void visit(const Key& key, const Position& position, std::uint32_t parent) {
            if (!proof_.add(key, parent)) return;
            has_won_ = position.won();
            proof_.push(evaluate_(position) + evaluate_.noise(key.hash()));
        }

        Proof& proof_;
        const Position& start_;
        const Keys& keys_;
        const Evaluation& evaluate_;
        const Room room_;
        bool has_won_ = false;
    };

    // Adds a position; returns whether it was new.
    bool add(const Key& key, std::uint32_t parent) {
        const std::uint64_t hash = key.hash();
        if (full_ || store_.find(key, hash) != kNoNode) return false;
        full_ = store_.add(key, hash, 0, 0, parent) == kNoNode;
        return !full_;
    }

    // Adds the newest position to the queue.
    void push(int value) {
        const std::uint32_t node = store_.count() - 1;
        store_.link(node) = queue_.push(node, value);
    }

    PositionStore store_;
    Queue queue_;
    std::vector<Move> moves_;
    bool full_ = false;  // memory has run out
};

}  // namespace freecell
