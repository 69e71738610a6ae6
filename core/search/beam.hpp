// Short solutions: a beam search. Level by level, a level for each move (or single card) made so far, it keeps the best
// positions up to its width, and the first level with a won position ends it. The wider, the shorter and the slower.
// All that fits goes home at once and is on no level: every card has to go home once, in any solution.
#pragma once

#include <vector>

#include "evaluation.hpp"
#include "keys.hpp"
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
        const int homes = length == Length::kTurns ? 0 : 52 - start.cards_home;
        most -= homes;
        if (most < 1) return -1;
        const Keys keys(start);
        nodes_.clear();
        levels_.assign(static_cast<std::size_t>(most), {});
        seen_.start(width * static_cast<std::size_t>(most));
        recent_.assign(std::bit_ceil(16 * width), 0);
        Position first = start;
        first.play_home(false, evaluate.lies());
        Candidate won{keys.key(first), first.hash, 0, kNobody, kNone};
        int best = -1;
        if (first.won())
            best = most = 0;
        else
            levels_[0].push_back(won);
        for (int level = 0; level < most; ++level) {
            const std::size_t picked = nodes_.size();
            pick(levels_[static_cast<std::size_t>(level)], width);
            for (std::size_t node = picked; node < nodes_.size(); ++node) {
                if (watch.over()) most = 0;  // ends all loops; what was found counts
                if (level >= most) break;
                const Position position = keys.position(nodes_[node].key, evaluate.lies());
                Moves moves(position, false, nodes_[node].moved);
                for (Move move; (move = moves.next()).cards != 0;) {
                    const Card lead = position.lead_of(move);
                    const bool opens = position.opens_home(move, lead);
                    const int level_now = level + (length == Length::kTurns ? 1 : singles_of(position, move));
                    // Most children have just been made by another move: unless cards go home, that is known beforehand.
                    if (level_now >= most || (!opens && made_before(position.hash_after(move, lead), level_now))) continue;
                    Position after = position;
                    Candidate child{nodes_[node].key, 0, 0, static_cast<std::uint32_t>(node), lead};
                    keys.play(after, child.key, move, false, evaluate.lies(), [](Move) {});
                    if (opens && made_before(after.hash, level_now)) continue;
                    child.hash = after.hash;
                    child.value = evaluate(after);
                    if (after.won()) {
                        best = most = level_now;
                        won = child;
                    } else {
                        levels_[static_cast<std::size_t>(level_now)].push_back(child);
                    }
                }
            }
            levels_[static_cast<std::size_t>(level)] = {};
        }
        if (best >= 0) {
            std::vector<Key> path{won.key};
            for (std::uint32_t node = won.parent; node != kNobody; node = nodes_[node].parent) path.push_back(nodes_[node].key);
            std::reverse(path.begin(), path.end());
            moves_ = moves_along(path, start, keys, false, evaluate.lies(), [](const Position& position, auto visit) {
                Moves moves(position, false, kNone);
                for (Move move; (move = moves.next()).cards != 0;) visit(move);
            });
        }
        return best < 0 ? -1 : best + homes;
    }

    // All moves of the solution found last, those home as well.
    const std::vector<Move>& moves() const { return moves_; }
    std::size_t positions() const { return nodes_.size(); }

private:
    static constexpr std::uint32_t kNobody = ~std::uint32_t{0};

    struct Candidate {
        Key key;
        std::uint64_t hash;
        std::int32_t value;
        std::uint32_t parent;
        Card moved;
    };
    struct Node {
        Key key;
        std::uint32_t parent;
        Card moved;
    };

    // Whether the same position has been made for the same level. It forgets: what it misses, `pick` finds.
    bool made_before(std::uint64_t hash, int level) {
        hash += static_cast<std::uint64_t>(level) * 0x9E3779B97F4A7C15u;
        std::uint64_t& recent = recent_[hash & (recent_.size() - 1)];
        if (recent == hash) return true;
        recent = hash;
        return false;
    }

    // Makes nodes of the best candidates, each position once in the whole search.
    void pick(std::vector<Candidate>& candidates, std::size_t width) {
        const auto better = [](const Candidate& a, const Candidate& b) { return a.value < b.value; };
        std::size_t taken = 0, sorted = 0;
        while (taken < width && sorted < candidates.size()) {
            const std::size_t end = std::min(candidates.size(), sorted + (width - taken) * 3 / 2 + 1);
            const auto from = candidates.begin() + static_cast<std::ptrdiff_t>(sorted);
            const auto to = candidates.begin() + static_cast<std::ptrdiff_t>(end);
            if (to != candidates.end()) std::nth_element(from, to, candidates.end(), better);
            std::sort(from, to, better);
            for (; sorted < end && taken < width; ++sorted) {
                const Candidate& candidate = candidates[sorted];
                if (!seen_.add(candidate.hash)) continue;
                nodes_.push_back({candidate.key, candidate.parent, candidate.moved});
                ++taken;
            }
        }
    }

    std::vector<Node> nodes_;
    std::vector<std::vector<Candidate>> levels_;
    Seen seen_;
    std::vector<std::uint64_t> recent_;
    std::vector<Move> moves_;
};

}  // namespace freecell
