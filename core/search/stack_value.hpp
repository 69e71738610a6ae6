// The value of settled stacks: the evaluation of Stacks::position, computed without building that position.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "evaluation.hpp"
#include "settled.hpp"

namespace freecell {

inline int value_of(const Stacks& stacks, const Keys& keys, const Evaluation& evaluate) {
    const SeatCosts& costs = evaluate.costs();
    std::array<Card, kCards + 1> above;
    above.fill(kNoCard);
    keys.each_link(stacks.key, [&](Card card, Card beneath) { above[beneath] = card; });
    int value = 0, columns = 0;
    // Where each card is: its column, counted from 1, and its height. Cards elsewhere count as the top of "column" 0.
    std::array<std::uint8_t, kCards> in{}, at{};
    std::array<std::uint8_t, kColumns + 1> heights{1};
    for (CardSet left = stacks.lowest(); left != 0; left &= left - 1) {
        const auto number = static_cast<std::uint8_t>(++columns);
        Card card = first_of(left);
        std::uint8_t height = 1;
        int low = rank_of(card);
        value += costs[kLowest];
        in[card] = number;
        for (Card under = card; (card = above[under]) != kNoCard; under = card) {
            const int continues =
                (kFitsOn[card][0] == under ? kContinues : 0) | (kFitsOn[card][1] == under ? kContinues : 0);
            value += costs[continues | std::max(0, rank_of(card) - low)];
            low = std::min(low, rank_of(card));
            in[card] = number;
            at[card] = height++;
        }
        heights[number] = height;
    }
    CardSet cells = stacks.single;
    for (int column = stacks.open_columns(); column > 0 && cells != 0; --column, ++columns) {
        cells &= ~std::bit_floor(cells);  // as in Stacks::position, the highest single cards are in columns
        value += costs[kLowest];
    }
    value += evaluate.space(keys.cells() - std::popcount(cells), kColumns - columns);
    for (; cells != 0; cells &= cells - 1) {
        const Card card = first_of(cells);
        value += evaluate.weights().cell[rank_of(card) - stacks.home[suit_of(card)]];
    }
    return value + evaluate.of_homes(stacks.home, [&](Card card) { return heights[in[card]] - 1 - at[card]; });
}

}  // namespace freecell
