// The length of a solution, in four metrics.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "../names.hpp"
#include "../position.hpp"

namespace freecell {

// The metric that a short or shortest solution minimizes.
enum class Metric { kTurns, kSingles };
template <>
inline constexpr std::array kNames<Metric>{"turns"sv, "singles"sv};

// The cost of a move for which there is no room: more single-card moves than any legal move takes.
constexpr int kNoRoom = 1000;

// How many single-card moves it takes to move a run through cells and empty columns (other than the target), by the
// number of free cells, empty columns and cards. With enough cells, all but the lowest card go to a cell and leave it
// again. Otherwise an upper part of the run goes to an empty column, the rest to the target, and the upper part
// follows.
constexpr auto kSingles = [] {
    std::array<std::array<std::array<std::uint16_t, kRanks + 1>, kColumns + 1>, kMostCells + 1> singles{};
    for (int free = 0; free <= kMostCells; ++free)
        for (int empty = 0; empty <= kColumns; ++empty)
            for (int cards = 1; cards <= kRanks; ++cards) {
                int best = cards <= free + 1 ? 2 * cards - 1 : kNoRoom;
                for (int aside = 1; aside < cards && empty > 0 && cards > free + 1; ++aside)
                    best =
                        std::min(best, 2 * singles[free][empty - 1][aside] + singles[free][empty - 1][cards - aside]);
                singles[free][empty][cards] = static_cast<std::uint16_t>(best);
            }
    return singles;
}();

inline int singles_of(int cards, int free_cells, int empty_columns) {
    return kSingles[free_cells][empty_columns][cards];
}

inline int singles_of(const Position& position, Move move) {
    const bool to_empty = move.target < kFirstCell && position.top[move.target] == kNoCard;
    return singles_of(move.count, position.free_cells, position.empty_columns - to_empty);
}

// Cards moved, single-card moves (a sequence is moved card by card), all moves, and moves that don't go home.
struct Lengths {
    int cards_moved = 0, singles = 0, steps = 0, turns = 0;
};

}  // namespace freecell
