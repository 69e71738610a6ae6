// Cards as numbers, as in Python: 4 * (rank - 1) + suit, suits in the order C D H S. So 0 is AC and 51 is KS.
#pragma once

#include <array>
#include <cstdint>

namespace freecell {

constexpr int kSuits = 4;
constexpr int kRanks = 13;
constexpr int kCards = kSuits * kRanks;

using Card = std::uint8_t;

constexpr Card kNoCard = kCards;  // beneath the lowest card of a column, on top of an empty column, in an empty cell
constexpr Card kInCell = kCards + 1;  // "beneath" a card in a cell
constexpr Card kAtHome = kCards + 2;  // "beneath" a card that is home

using CardSet = std::uint64_t;  // a bit for each card

constexpr CardSet just(Card card) { return CardSet{1} << card; }
constexpr CardSet kAllCards = just(kCards) - 1;

constexpr int rank_of(Card card) { return card / kSuits; }  // 0 is an ace, 12 a king
constexpr int suit_of(Card card) { return card % kSuits; }
constexpr bool is_red(Card card) { return ((card ^ card >> 1) & 1) != 0; }

// The two suits of the other colour: clubs and spades for a red card, diamonds and hearts for a black one.
constexpr std::array<int, 2> other_color(Card card) { return is_red(card) ? std::array{0, 3} : std::array{1, 2}; }

// The two cards that a card fits on in a column; kNoCard for a king.
constexpr auto kFitsOn = [] {
    std::array<std::array<Card, 2>, kCards> cards{};
    for (int card = 0; card < kCards; ++card) {
        const int above = kSuits * (card / kSuits + 1);
        const auto [one, other] = other_color(static_cast<Card>(card));
        cards[card] = {static_cast<Card>(above + one), static_cast<Card>(above + other)};
        if (above == kCards) cards[card] = {kNoCard, kNoCard};
    }
    return cards;
}();

// The same two cards as a set; none for a king.
constexpr auto kFitsOnAny = [] {
    std::array<CardSet, kCards> sets{};
    for (int card = 0; card < kCards; ++card)
        sets[card] = (just(kFitsOn[card][0]) | just(kFitsOn[card][1])) & kAllCards;
    return sets;
}();

}  // namespace freecell
