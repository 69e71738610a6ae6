// How long a solution is, counted in four ways.
#pragma once

#include <algorithm>
#include <vector>

#include "../position.hpp"

namespace freecell {

// More single cards than any move that is legal takes: what a move costs for which there is no room.
constexpr int kNoRoom = 1000;

// How many single cards must be moved to move a run, by way of cells and empty columns (not counting the target).
inline int singles_of(int cards, int free_cells, int empty_columns) {
    if (cards <= free_cells + 1) return 2 * cards - 1;
    if (empty_columns == 0) return kNoRoom;
    int best = kNoRoom;
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

// Cards moved, single cards moved when runs are taken apart, moves, and moves that are not home.
struct Lengths {
    int cards = 0, singles = 0, steps = 0, turns = 0;
};

inline Lengths lengths_of(Position position, const std::vector<Move>& moves) {
    Lengths lengths;
    for (const Move move : moves) {
        lengths.cards += move.cards;
        lengths.singles += singles_of(position, move);
        ++lengths.steps;
        lengths.turns += move.target != kHome;
        position.play(move, kNoCosts);
    }
    return lengths;
}

}  // namespace freecell
