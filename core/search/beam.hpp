// A beam search for short solutions. A level is a number of moves (or single-card moves) made. The search keeps the
// best positions of each level, up to its width, and ends at the first level with a won position. A wider beam finds
// shorter solutions and takes longer. All cards that can go home do so at once and don't count as a level, because
// every solution sends each card home exactly once.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "moves.hpp"
#include "queue.hpp"
#include "seen.hpp"
#include "values.hpp"
#include "watch.hpp"

namespace freecell {

class Beam {
public:
    // Returns the length of the best solution found, if it is below `most`, else -1. `cost`: the number of levels that
    // a move of a position takes. Moves that take more than `farthest` levels are left out, so that old levels can be
    // discarded. `homes`: how much the moves home add to the length.
    template <class Cost>
    int search(const Position& start, const Evaluation& evaluate, Cost cost, int farthest, int homes,
               std::uint64_t width, int most, Watch& watch) {
        end_ = most - homes;
        best_ = -1;
        nodes_.clear();
        if (end_ < 1) return -1;
        begin(start, evaluate, std::min<std::uint64_t>(width, kMostNodes / static_cast<unsigned>(end_)));
        for (int now = 0; now < end_; ++now) {
            if (now > 0) pick(now, evaluate.costs());
            expand(now, evaluate, cost, farthest, watch);
            if (now >= farthest) levels_[static_cast<std::size_t>(now - farthest)] = {};
        }
        if (best_ < 0) return -1;
        moves_.clear();
        for (std::uint32_t node = last_; nodes_[node].parent != kNoNode; node = nodes_[node].parent)
            moves_.push_back(nodes_[node].move);
        std::reverse(moves_.begin(), moves_.end());
        return best_ + homes;
    }

    // The moves of the solution found last, without moves home.
    const std::vector<Move>& moves() const { return moves_; }
    std::size_t positions() const { return nodes_.size(); }

private:
    static constexpr std::uint32_t kMostNodes = kNoNode - 1;

    struct Candidate {
        std::uint64_t hash;
        std::int32_t value;
        std::uint32_t parent;
        Move move;
        Card moved;
        std::uint8_t cost;  // how many levels above it its parent is

        // A total order, so that every C++ library keeps the same candidates. Two candidates with the same hash are the
        // same position, reached from two parents or by two moves.
        bool operator<(const Candidate& other) const {
            if (value != other.value) return value < other.value;
            if (hash != other.hash) return hash < other.hash;
            if (parent != other.parent) return parent < other.parent;
            return number_of(move) < number_of(other.move);
        }
        static int number_of(Move move) { return move.source << 16 | move.target << 8 | move.count; }
    };
    struct Node {
        std::uint32_t parent;
        Move move;
        Card moved;
    };
    struct Level {
        std::vector<Candidate> candidates;
        std::vector<Position> positions;
        std::size_t first = 0;  // the node of the first position
    };

    // Allocates memory for a search, and makes its first level.
    void begin(const Position& start, const Evaluation& evaluate, std::uint64_t width) {
        width_ = static_cast<std::size_t>(width);
        levels_.assign(static_cast<std::size_t>(end_), {});
        seen_.start(width_ * static_cast<std::size_t>(end_));
        recent_.assign(std::bit_ceil(4 * width_), 0);
        nodes_.push_back({kNoNode, {}, kNoCard});
        Position& first = levels_[0].positions.emplace_back(start);
        first.play_home(false, evaluate.costs());
        if (first.won()) {
            best_ = end_ = 0;
            last_ = 0;
        }
    }

    // Makes the children of a level: candidates for later levels.
    template <class Cost>
    void expand(int now, const Evaluation& evaluate, Cost cost_of, int farthest, Watch& watch) {
        const Level& level = levels_[static_cast<std::size_t>(now)];
        for (std::size_t at = 0; at < level.positions.size(); ++at) {
            if (watch.over()) end_ = 0;  // ends all loops, but keeps solutions found so far
            if (now >= end_) return;
            const Position& position = level.positions[at];
            const auto node = static_cast<std::uint32_t>(level.first + at);
            const Values values(position, evaluate);
            Moves moves(position, false, nodes_[node].moved);
            moves.each([&](auto kind, Move move, Card lead) {
                const int cost = cost_of(position, move), then = now + cost;
                if (then >= end_ || cost > farthest) return false;
                Candidate candidate{0, 0, node, move, lead, static_cast<std::uint8_t>(cost)};
                if (!position.opens_home(move, lead, false)) {
                    // Most children were already made by another move.
                    candidate.hash = position.hash_after(move, lead);
                    if (made_before(candidate.hash, then)) return false;
                    candidate.value = values.after(kind, move, lead);
                } else {
                    Position after = position;
                    after.play(move, evaluate.costs());
                    after.play_home(false, evaluate.costs());
                    candidate.hash = after.hash;
                    if (made_before(candidate.hash, then)) return false;
                    if (after.won()) {
                        best_ = end_ = then;
                        last_ = static_cast<std::uint32_t>(nodes_.size());
                        nodes_.push_back({node, move, lead});
                        return true;
                    }
                    candidate.value = evaluate(after) + values.forced_after(move, lead);
                }
                levels_[static_cast<std::size_t>(then)].candidates.push_back(candidate);
                return false;
            });
        }
    }

    // Whether this position was already made for this level. This check may forget positions; `pick` removes the
    // duplicates that it misses.
    bool made_before(std::uint64_t hash, int level) {
        hash += static_cast<std::uint64_t>(level) * 0x9E3779B97F4A7C15u;
        std::uint64_t& recent = recent_[hash & (recent_.size() - 1)];
        if (recent == hash) return true;
        recent = hash;
        return false;
    }

    // Makes nodes for the best candidates of a level. Each position gets at most one node in the whole search.
    void pick(int now, const SeatCosts& costs) {
        Level& level = levels_[static_cast<std::size_t>(now)];
        level.first = nodes_.size();
        std::vector<Candidate>& candidates = level.candidates;
        level.positions.reserve(std::min(width_, candidates.size()));
        for (std::size_t sorted = 0; level.positions.size() < width_ && sorted < candidates.size();) {
            // Some candidates are duplicates, so each time, 1.5 times as many as are still needed are sorted.
            const std::size_t end = std::min(candidates.size(), sorted + (width_ - level.positions.size()) * 3 / 2 + 1);
            const auto from = candidates.begin() + static_cast<std::ptrdiff_t>(sorted);
            const auto to = candidates.begin() + static_cast<std::ptrdiff_t>(end);
            if (to != candidates.end()) std::nth_element(from, to, candidates.end());
            std::sort(from, to);
            for (; sorted < end && level.positions.size() < width_; ++sorted) {
                if (sorted + kAhead < end) {
                    const Candidate& soon = candidates[sorted + kAhead];
                    seen_.expect(soon.hash);
                    expect(parent_of(soon, now));
                }
                const Candidate& candidate = candidates[sorted];
                if (!seen_.add(candidate.hash)) continue;
                nodes_.push_back({candidate.parent, candidate.move, candidate.moved});
                Position& position = level.positions.emplace_back(parent_of(candidate, now));
                position.play(candidate.move, costs);
                position.play_home(false, costs);
            }
        }
        candidates = {};
    }

    const Position& parent_of(const Candidate& candidate, int level) const {
        const Level& before = levels_[static_cast<std::size_t>(level - candidate.cost)];
        return before.positions[candidate.parent - before.first];
    }

    static void expect(const Position& position) {
        for (std::size_t at = 0; at < sizeof position; at += 64)
            prefetch(reinterpret_cast<const char*>(&position) + at);
    }

    static constexpr std::size_t kAhead = 8;  // how many candidates ahead memory is fetched

    std::vector<Node> nodes_;
    std::vector<Level> levels_;
    Seen seen_;
    std::vector<std::uint64_t> recent_;
    std::vector<Move> moves_;
    std::size_t width_ = 0;
    int end_ = 0;             // the first level that can't help: a solution of that length is known
    int best_ = -1;           // the length of the best solution found, without moves home
    std::uint32_t last_ = 0;  // the won node
};

}  // namespace freecell
