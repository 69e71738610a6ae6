// A short greedy search: most deals fall to one of a few hundred positions, if the evaluation is a good one.
//
// Best-first with first improvement: children are made one at a time, and as soon as one is hardly worse than its
// parent (by `margin`), the search goes on from it; the parent goes back into the queue with the place it had reached
// in its list of moves. Without a child to follow, the best position of the queue is next, of equals the newest.
// It wins or it gives up: its pruning loses positions, so it never proves that there is no solution.
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
        std::size_t made;  // children
    };

    // Searches from a position; at most `limit` children are made. `safe`: only safe moves home are automatic.
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
            for (Move move; (move = moves.next()).count != 0;) {
                if (made == limit) return {false, made};
                if (!allowed(node->position, move)) continue;
                Node& child = nodes_[made + 1];  // if it turns out to be an old position, the next one takes its place
                const Card lead = node->position.lead_of(move);
                const bool opens = node->position.opens_home(move, lead);
                if (!opens && !seen_.add(node->position.hash_after(move, lead))) continue;
                child.position = node->position;
                child.position.play(move, costs);
                if (opens) {  // only then is the hash not known before
                    child.position.play_home(safe, costs);
                    if (!seen_.add(child.position.hash)) continue;
                }
                ++made;
                child.parent = number_of(node);
                child.move = move;
                if (child.position.won()) return won(made, made);
                child.moved = move.target < kFirstCell ? lead : kNoCard;
                child.depth = node->depth + 1;
                child.resume = 0;
                child.value = evaluate(child.position) + evaluate.noise(child.position.hash) +
                              weights.depth * static_cast<int>(child.depth);
                if (child.value <= node->value - weights.margin) {
                    next = &child;
                    break;
                }
                child.link = queue_.push(made, child.value);
            }
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

    // The moves of the search that won, without the automatic ones.
    const std::vector<Move>& moves() const { return moves_; }

private:
    struct Node {
        Position position;
        std::uint32_t parent, link;  // link: in the queue
        std::int32_t value;
        std::uint32_t depth;
        std::uint32_t resume;  // where in its moves to go on
        Move move;
        Card moved;  // see Moves
    };

    // Makes room for a search, and its first node.
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
