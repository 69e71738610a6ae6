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
    for (CardSet left = stacks.linked(); left != 0; left &= left - 1) {
        const Card card = first_of(left);
        above[keys.beneath(card, stacks.key.get(card))] = card;
    }
    int value = 0, columns = 0;
    std::array<std::uint8_t, kCards> cover{};  // how many cards lie on each card in its column
    for (CardSet left = stacks.lowest(); left != 0; left &= left - 1, ++columns) {
        std::array<Card, kCards> cards;
        Card card = cards[0] = first_of(left);
        int height = 1, low = rank_of(card);
        value += costs[kLowest];
        for (Card under = card; (card = above[under]) != kNoCard; under = card) {
            const bool continues = kFitsOn[card][0] == under || kFitsOn[card][1] == under;
            value += costs[(continues ? kContinues : 0) | std::max(0, rank_of(card) - low)];
            low = std::min(low, rank_of(card));
            cards[height++] = card;
        }
        for (int at = 0; at < height; ++at) cover[cards[at]] = static_cast<std::uint8_t>(height - 1 - at);
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
    return value + evaluate.of_homes(stacks.home, [&](Card card) { return int{cover[card]}; });
}

}  // namespace freecell
