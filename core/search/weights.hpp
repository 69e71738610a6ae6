// The weights of the evaluation: data, made with tools/tune.py. Lower values are better positions.
//
// next[d]     for each card above a card that is d cards away from going home
// broken[x]   for a card that does not continue a run, x ranks above the lowest card beneath it
// ordered[x]  for one that does
// cell[d]     for a card in a cell that is d cards away from going home
// space[f][e] for f free cells and e empty columns (4 stands for more)
#pragma once

#include <array>
#include <bit>

namespace freecell {

struct Weights {
    std::array<int, 13> next, broken, ordered, cell;
    std::array<std::array<int, 5>, 5> space;
    int card, spread, depth;  // for each card not at home; for the gap between foundations; for each move made
    int margin, requeue;      // see greedy.hpp
};

// The same as plain numbers, in this order.
constexpr int kWeightNumbers = 4 * 13 + 25 + 5;
static_assert(sizeof(Weights) == kWeightNumbers * sizeof(int));

constexpr std::array<int, kWeightNumbers> numbers_of(const Weights& weights) {
    return std::bit_cast<std::array<int, kWeightNumbers>>(weights);
}
constexpr Weights weights_of(const std::array<int, kWeightNumbers>& numbers) { return std::bit_cast<Weights>(numbers); }

inline constexpr Weights kGreedy1 = {
    {10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {43, 50, 48, 45, 47, 48, 50, 50, 51, 52, 53, 54, 54},
    {0, 7, 6, 5, 5, 4, 7, 11, 14, 18, 21, 25, 28},
    {3, 7, 11, 15, 16, 17, 18, 22, 25, 29, 33, 36, 40},
    {{{332, 302, 232, 172, 172}, {294, 216, 146, 86, 86}, {258, 155, 85, 25, 25}, {220, 151, 81, 21, 21}, {190, 134, 64, 4, 4}}},
    10, 10, 34, -58, 3,
};

inline constexpr Weights kGreedy2 = {
    {2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {29, 36, 30, 24, 28, 31, 34, 34, 34, 35, 35, 35, 36},
    {0, 5, 4, 4, 3, 3, 6, 9, 12, 16, 19, 22, 25},
    {6, 13, 14, 15, 16, 16, 16, 19, 22, 25, 28, 31, 34},
    {{{386, 346, 273, 212, 212}, {322, 235, 162, 101, 101}, {259, 160, 87, 26, 26}, {194, 157, 84, 23, 23}, {178, 144, 71, 10, 10}}},
    0, 5, 15, -78, 0,
};

inline constexpr Weights kGreedy3 = {
    {2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {41, 50, 52, 54, 58, 63, 67, 64, 61, 57, 54, 50, 47},
    {0, 14, 11, 7, 4, 1, 4, 7, 10, 14, 17, 20, 23},
    {4, 10, 14, 18, 18, 19, 19, 21, 23, 25, 27, 29, 31},
    {{{487, 488, 359, 297, 297}, {417, 315, 186, 124, 124}, {344, 220, 90, 29, 29}, {269, 206, 77, 16, 16}, {238, 193, 64, 2, 2}}},
    0, 14, 32, -93, -17,
};

inline constexpr Weights kGreedy4 = {
    {12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {45, 41, 44, 48, 50, 51, 53, 55, 58, 60, 62, 64, 66},
    {0, 4, 4, 3, 2, 2, 5, 8, 11, 14, 17, 20, 23},
    {4, 9, 10, 12, 13, 13, 14, 18, 21, 25, 29, 32, 36},
    {{{295, 280, 233, 174, 174}, {259, 204, 157, 98, 98}, {214, 137, 90, 31, 31}, {186, 130, 83, 24, 24}, {162, 110, 63, 3, 3}}},
    19, 9, 27, 0, 8,
};

inline constexpr Weights kGreedy5 = {
    {9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {42, 44, 46, 48, 50, 51, 53, 53, 54, 54, 55, 55, 56},
    {0, 7, 6, 6, 5, 4, 8, 11, 15, 19, 23, 27, 30},
    {2, 8, 12, 16, 17, 19, 20, 23, 26, 28, 31, 34, 36},
    {{{338, 316, 239, 181, 181}, {296, 220, 143, 85, 85}, {261, 161, 84, 27, 27}, {224, 155, 78, 20, 20}, {195, 139, 61, 4, 4}}},
    6, 9, 32, -55, 0,
};

inline constexpr Weights kGreedy6 = {
    {7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {44, 60, 49, 38, 39, 41, 43, 42, 42, 42, 42, 42, 41},
    {0, 3, 5, 8, 10, 13, 14, 15, 16, 17, 18, 19, 20},
    {11, 6, 6, 7, 8, 10, 12, 12, 12, 13, 13, 14, 14},
    {{{267, 247, 196, 152, 152}, {244, 180, 129, 85, 85}, {195, 126, 76, 32, 32}, {157, 115, 64, 20, 20}, {118, 103, 52, 8, 8}}},
    0, 6, 28, 3, 15,
};

inline constexpr Weights kFewTurns = {
    {15, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {19, 29, 41, 52, 55, 58, 60, 64, 67, 70, 73, 77, 80},
    {0, 2, 4, 6, 8, 10, 11, 11, 12, 13, 13, 14, 15},
    {3, 0, 1, 4, 10, 17, 23, 25, 27, 29, 31, 32, 34},
    {{{323, 243, 198, 174, 174}, {218, 134, 89, 65, 65}, {173, 94, 48, 25, 25}, {149, 69, 23, 0, 0}, {147, 75, 29, 6, 6}}},
    22, 11, 0, 41, 61,
};

inline constexpr Weights kFewSingles = {
    {16, 6, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0},
    {24, 24, 24, 24, 28, 32, 36, 44, 51, 59, 67, 75, 82},
    {0, 0, 1, 2, 4, 5, 6, 8, 9, 11, 12, 13, 15},
    {0, 0, 0, 0, 3, 7, 11, 15, 19, 24, 28, 33, 37},
    {{{160, 109, 89, 86, 86}, {84, 11, -9, -11, -11}, {65, 60, 41, 38, 38}, {82, 28, 8, 5, 5}, {49, 24, 4, 1, 1}}},
    20, 5, 18, 10, -30,
};

// By name, for tools/tune.py.
struct NamedWeights {
    const char* name;
    const Weights& weights;
};
inline constexpr NamedWeights kAllWeights[] = {
    {"Greedy1", kGreedy1},
    {"Greedy2", kGreedy2},
    {"Greedy3", kGreedy3},
    {"Greedy4", kGreedy4},
    {"Greedy5", kGreedy5},
    {"Greedy6", kGreedy6},
    {"FewTurns", kFewTurns},
    {"FewSingles", kFewSingles},
};

}  // namespace freecell
