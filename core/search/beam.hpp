// Short solutions: a beam search. Level by level, a level for each move (or single card) made so far, it keeps the best
// positions up to its width, and the first level with a won position ends it. The wider, the shorter and the slower.
// All that fits goes home at once and is on no level: every card has to go home once, in any solution.
#pragma once

#include <vector>

#include "evaluation.hpp"
#include "moves.hpp"
#include "seen.hpp"
#include "watch.hpp"

namespace freecell {

// What is to be short: what a player does by hand when all that fits goes home by itself, or single cards moved.
enum class Length { kTurns, kSingles };

// How many single cards must be moved to move a run, by way of cells and empty columns (not counting the target).
inline int singles_of(int cards, int free_cells, int empty_columns) {
    if (cards <= free_cells + 1) return 2 * cards - 1;
    if (empty_columns == 0) return 1000;  // there is no room
    int best = 1000;
    const int most = (free_cells + 1) << (empty_columns - 1);
    for (int aside = std::max(1, cards - most); aside <= std::min(cards - 1, most); ++aside)
        best = std::min(best, 2 * singles_of(aside, free_cells, empty_columns - 1) +
                                  singles_of(cards - aside, free_cells, empty_columns - 1));
    return best;
}

inline int singles_of(const Position& position, Move move) {
    const bool to_empty = move.target < kFirstCell && position.top[move.target] == kNone;
    return singles_of(move.cards, position.free_cells, position.empty_columns - to_empty);
}

class Beam {
public:
    // Returns the length of the best solution found, if it is below `most`, else -1.
    int search(const Position& start, const Evaluation& evaluate, Length length, std::size_t width, int most,
               Watch& watch) {
        const LieValues& values = evaluate.lies();
        const bool turns = length == Length::kTurns;
        const int homes = turns ? 0 : 52 - start.cards_home;
        const int farthest = turns ? 1 : kFarthest;
        most -= homes;
        if (most < 1) return -1;
        nodes_.clear();
        levels_.assign(static_cast<std::size_t>(most), {});
        seen_.start(width * static_cast<std::size_t>(most));
        recent_.assign(std::bit_ceil(4 * width), 0);
        int best = -1;
        std::uint32_t last = 0;  // the node that won
        nodes_.push_back({kNobody, {}, kNone});
        levels_[0].positions.push_back(start);
        levels_[0].positions[0].play_home(false, values);
        if (levels_[0].positions[0].won()) best = most = 0;
        for (int now = 0; now < most; ++now) {
            Level& level = levels_[static_cast<std::size_t>(now)];
            if (now > 0) pick(now, width, values);
            for (std::size_t at = 0; at < level.positions.size(); ++at) {
                if (watch.over()) most = 0;  // ends all loops; what was found counts
                if (now >= most) break;
                const Position& position = level.positions[at];
                const auto node = static_cast<std::uint32_t>(level.first + at);
                Moves moves(position, false, nodes_[node].moved);
                for (Move move; (move = moves.next()).cards != 0;) {
                    const Card lead = position.lead_of(move);
                    const bool opens = position.opens_home(move, lead);
                    const int cost = turns ? 1 : singles_of(position, move);
                    const int then = now + cost;
                    // Most children have just been made by another move: unless cards go home, that is known beforehand.
                    if (then >= most || cost > farthest || (!opens && made_before(position.hash_after(move, lead), then)))
                        continue;
                    Position after = position;
                    after.play(move, values);
                    if (opens) after.play_home(false, values);
                    if (opens && made_before(after.hash, then)) continue;
                    if (after.won()) {
                        best = most = then;
                        last = static_cast<std::uint32_t>(nodes_.size());
                        nodes_.push_back({node, move, lead});
                        break;
                    }
                    levels_[static_cast<std::size_t>(then)].candidates.push_back(
                        {after.hash, evaluate(after), node, move, lead, static_cast<std::uint8_t>(cost)});
                }
            }
            if (now >= farthest) levels_[static_cast<std::size_t>(now - farthest)] = {};
        }
        if (best < 0) return -1;
        moves_.clear();
        for (; nodes_[last].parent != kNobody; last = nodes_[last].parent) moves_.push_back(nodes_[last].move);
        std::reverse(moves_.begin(), moves_.end());
        return best + homes;
    }

    // The moves of the solution found last, without those home.
    const std::vector<Move>& moves() const { return moves_; }
    std::size_t positions() const { return nodes_.size(); }

private:
    static constexpr std::uint32_t kNobody = ~std::uint32_t{0};

    // Moves of more single cards are left out, so that the positions of old levels can be forgotten. It costs nothing:
    // with 7, 9, 12 or 40 solutions are just as short.
    static constexpr int kFarthest = 9;

    struct Candidate {
        std::uint64_t hash;
        std::int32_t value;
        std::uint32_t parent;
        Move move;
        Card moved;
        std::uint8_t cost;  // how many levels up its parent is
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

    // Whether the same position has been made for the same level. It forgets: what it misses, `pick` finds.
    bool made_before(std::uint64_t hash, int level) {
        hash += static_cast<std::uint64_t>(level) * 0x9E3779B97F4A7C15u;
        std::uint64_t& recent = recent_[hash & (recent_.size() - 1)];
        if (recent == hash) return true;
        recent = hash;
        return false;
    }

    // Makes nodes of the best candidates of a level, each position once in the whole search.
    void pick(int now, std::size_t width, const LieValues& values) {
        const auto better = [](const Candidate& a, const Candidate& b) {
            return a.value != b.value ? a.value < b.value : a.hash < b.hash;  // the same order with every C++ library
        };
        Level& level = levels_[static_cast<std::size_t>(now)];
        level.first = nodes_.size();
        std::vector<Candidate>& candidates = level.candidates;
        level.positions.reserve(std::min(width, candidates.size()));
        for (std::size_t sorted = 0; level.positions.size() < width && sorted < candidates.size();) {
            const std::size_t end = std::min(candidates.size(), sorted + (width - level.positions.size()) * 3 / 2 + 1);
            const auto from = candidates.begin() + static_cast<std::ptrdiff_t>(sorted);
            const auto to = candidates.begin() + static_cast<std::ptrdiff_t>(end);
            if (to != candidates.end()) std::nth_element(from, to, candidates.end(), better);
            std::sort(from, to, better);
            for (; sorted < end && level.positions.size() < width; ++sorted) {
                const Candidate& candidate = candidates[sorted];
                if (!seen_.add(candidate.hash)) continue;
                nodes_.push_back({candidate.parent, candidate.move, candidate.moved});
                const Level& before = levels_[static_cast<std::size_t>(now - candidate.cost)];
                Position& position = level.positions.emplace_back(before.positions[candidate.parent - before.first]);
                position.play(candidate.move, values);
                position.play_home(false, values);
            }
        }
        candidates = {};
    }

    std::vector<Node> nodes_;
    std::vector<Level> levels_;
    Seen seen_;
    std::vector<std::uint64_t> recent_;
    std::vector<Move> moves_;
};

}  // namespace freecell
