// The weights of the evaluation: data, produced by tools/tune.py. Lower values are better.
#pragma once

#include <array>

#include "../cards.hpp"

namespace freecell {

struct Weights {
    using Curve = std::array<int, kRanks>;
    using Space = std::array<std::array<int, 5>, 5>;

    Curve next;     // next[d]: for each card above a card that is d cards away from going home
    Curve broken;   // broken[x]: for a card that doesn't continue a run, x ranks above the lowest card beneath it
    Curve ordered;  // ordered[x]: the same for a card that continues a run
    Curve cell;     // cell[d]: for a card in a cell that is d cards away from going home
    Space space;    // space[f][e]: for f free cells and e empty columns (4 means 4 or more)
    int card;       // for each card that isn't home
    int spread;     // for each rank between the lowest and the highest foundation
    int depth;      // for each move made
    int margin;   // how much better than its parent a child must be to be followed at once (negative: how much worse it
                  // may be)
    int requeue;  // for a parent that returns to the queue
    int forced = 0;  // for each card above a lower card of its suit; only beams use it
};

inline constexpr Weights kGreedy1 = {
    .next = {10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    .broken = {43, 50, 48, 45, 47, 48, 50, 50, 51, 52, 53, 54, 54},
    .ordered = {0, 7, 6, 5, 5, 4, 7, 11, 14, 18, 21, 25, 28},
    .cell = {3, 7, 11, 15, 16, 17, 18, 22, 25, 29, 33, 36, 40},
    .space = {{{332, 302, 232, 172, 172},
               {294, 216, 146, 86, 86},
               {258, 155, 85, 25, 25},
               {220, 151, 81, 21, 21},
               {190, 134, 64, 4, 4}}},
    .card = 10,
    .spread = 10,
    .depth = 34,
    .margin = -58,
    .requeue = 3,
};

inline constexpr Weights kGreedy2 = {
    .next = {2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    .broken = {29, 36, 30, 24, 28, 31, 34, 34, 34, 35, 35, 35, 36},
    .ordered = {0, 5, 4, 4, 3, 3, 6, 9, 12, 16, 19, 22, 25},
    .cell = {6, 13, 14, 15, 16, 16, 16, 19, 22, 25, 28, 31, 34},
    .space = {{{386, 346, 273, 212, 212},
               {322, 235, 162, 101, 101},
               {259, 160, 87, 26, 26},
               {194, 157, 84, 23, 23},
               {178, 144, 71, 10, 10}}},
    .card = 0,
    .spread = 5,
    .depth = 15,
    .margin = -78,
    .requeue = 0,
};

inline constexpr Weights kGreedy3 = {
    .next = {2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    .broken = {41, 50, 52, 54, 58, 63, 67, 64, 61, 57, 54, 50, 47},
    .ordered = {0, 14, 11, 7, 4, 1, 4, 7, 10, 14, 17, 20, 23},
    .cell = {4, 10, 14, 18, 18, 19, 19, 21, 23, 25, 27, 29, 31},
    .space = {{{487, 488, 359, 297, 297},
               {417, 315, 186, 124, 124},
               {344, 220, 90, 29, 29},
               {269, 206, 77, 16, 16},
               {238, 193, 64, 2, 2}}},
    .card = 0,
    .spread = 14,
    .depth = 32,
    .margin = -93,
    .requeue = -17,
};

inline constexpr Weights kGreedy4 = {
    .next = {12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    .broken = {45, 41, 44, 48, 50, 51, 53, 55, 58, 60, 62, 64, 66},
    .ordered = {0, 4, 4, 3, 2, 2, 5, 8, 11, 14, 17, 20, 23},
    .cell = {4, 9, 10, 12, 13, 13, 14, 18, 21, 25, 29, 32, 36},
    .space = {{{295, 280, 233, 174, 174},
               {259, 204, 157, 98, 98},
               {214, 137, 90, 31, 31},
               {186, 130, 83, 24, 24},
               {162, 110, 63, 3, 3}}},
    .card = 19,
    .spread = 9,
    .depth = 27,
    .margin = 0,
    .requeue = 8,
};

inline constexpr Weights kGreedy5 = {
    .next = {9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    .broken = {42, 44, 46, 48, 50, 51, 53, 53, 54, 54, 55, 55, 56},
    .ordered = {0, 7, 6, 6, 5, 4, 8, 11, 15, 19, 23, 27, 30},
    .cell = {2, 8, 12, 16, 17, 19, 20, 23, 26, 28, 31, 34, 36},
    .space = {{{338, 316, 239, 181, 181},
               {296, 220, 143, 85, 85},
               {261, 161, 84, 27, 27},
               {224, 155, 78, 20, 20},
               {195, 139, 61, 4, 4}}},
    .card = 6,
    .spread = 9,
    .depth = 32,
    .margin = -55,
    .requeue = 0,
};

inline constexpr Weights kGreedy6 = {
    .next = {7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    .broken = {44, 60, 49, 38, 39, 41, 43, 42, 42, 42, 42, 42, 41},
    .ordered = {0, 3, 5, 8, 10, 13, 14, 15, 16, 17, 18, 19, 20},
    .cell = {11, 6, 6, 7, 8, 10, 12, 12, 12, 13, 13, 14, 14},
    .space = {{{267, 247, 196, 152, 152},
               {244, 180, 129, 85, 85},
               {195, 126, 76, 32, 32},
               {157, 115, 64, 20, 20},
               {118, 103, 52, 8, 8}}},
    .card = 0,
    .spread = 6,
    .depth = 28,
    .margin = 3,
    .requeue = 15,
};

inline constexpr Weights kFewTurns = {
    .next = {12, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    .broken = {19, 32, 41, 49, 54, 58, 63, 68, 74, 79, 85, 90, 96},
    .ordered = {0, 2, 3, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15},
    .cell = {5, 0, 1, 3, 10, 17, 24, 26, 28, 30, 32, 34, 36},
    .space = {{{319, 249, 196, 176, 176},
               {220, 154, 101, 81, 81},
               {195, 82, 30, 10, 10},
               {115, 63, 11, -9, -9},
               {175, 88, 35, 15, 15}}},
    .card = 17,
    .spread = 10,
    .depth = 0,
    .margin = 41,
    .requeue = 61,
};

inline constexpr Weights kFewSingles = {
    .next = {16, 6, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0},
    .broken = {24, 24, 24, 24, 28, 32, 36, 44, 51, 59, 67, 75, 82},
    .ordered = {0, 0, 1, 2, 4, 5, 6, 8, 9, 11, 12, 13, 15},
    .cell = {0, 0, 0, 0, 3, 7, 11, 15, 19, 24, 28, 33, 37},
    .space =
        {{{160, 109, 89, 86, 86}, {84, 11, -9, -11, -11}, {65, 60, 41, 38, 38}, {82, 28, 8, 5, 5}, {49, 24, 4, 1, 1}}},
    .card = 20,
    .spread = 5,
    .depth = 18,
    .margin = 10,
    .requeue = -30,
    .forced = 50,
};

}  // namespace freecell
