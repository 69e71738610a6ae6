// Boards as bytes, the form in which they enter and leave the core.
//
// The bytes are the number of cards home for each suit, seven cells (52 if empty), the heights of the columns, and the
// cards of one column after another, each from its lowest card up.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "position.hpp"

namespace freecell {

constexpr int kBoardBytes = kSuits + kMostCells + kColumns + kCards;
using Board = std::array<std::uint8_t, kBoardBytes>;

// Whether these bytes are a valid board that uses at most `cells` cells: all 52 cards, each once.
inline bool is_board(const std::uint8_t* bytes, int cells) {
    if (cells < 0 || cells > kMostCells) return false;
    std::uint64_t seen = 0;
    int count = 0, in_columns = 0;
    const auto see = [&](unsigned card) {
        ++count;
        if (card < kCards) seen |= std::uint64_t{1} << card;
    };
    for (unsigned suit = 0; suit < kSuits; ++suit) {
        if (bytes[suit] > kRanks) return false;
        for (unsigned rank = 0; rank < bytes[suit]; ++rank) see(kSuits * rank + suit);
    }
    for (int number = 0; number < kMostCells; ++number)
        if (bytes[kSuits + number] != kNoCard) {
            if (number >= cells) return false;
            see(bytes[kSuits + number]);
        }
    const std::uint8_t* heights = bytes + kSuits + kMostCells;
    for (int column = 0; column < kColumns; ++column) in_columns += heights[column];
    if (count + in_columns != kCards) return false;
    for (int i = 0; i < in_columns; ++i) see(heights[kColumns + i]);
    return seen == (std::uint64_t{1} << kCards) - 1;
}

// The position of a valid board.
inline Position read_board(const std::uint8_t* bytes, int cells) {
    Position position;
    position.clear(cells);
    for (int suit = 0; suit < kSuits; ++suit)
        while (position.home[suit] < bytes[suit]) position.put_home(position.next_home(suit));
    bytes += kSuits;
    for (int number = 0; number < kMostCells; ++number)
        if (bytes[number] != kNoCard) position.put_in_cell(number, bytes[number]);
    bytes += kMostCells;
    const std::uint8_t* card = bytes + kColumns;
    for (int column = 0; column < kColumns; ++column)
        for (int i = 0; i < bytes[column]; ++i) position.put_on_column(column, *card++, kNoCosts);
    return position;
}

// Writes the bytes of a position.
inline void write_board(const Position& position, std::uint8_t* bytes) {
    bytes = std::copy(position.home.begin(), position.home.end(), bytes);
    bytes = std::copy(position.cell.begin(), position.cell.end(), bytes);
    bytes = std::copy(position.height.begin(), position.height.end(), bytes);
    std::uint8_t* const end = bytes + kCards;
    for (int column = 0; column < kColumns; ++column) {
        std::uint8_t* at = bytes += position.height[column];
        for (Card card = position.top[column]; card != kNoCard; card = position.beneath[card]) *--at = card;
    }
    std::fill(bytes, end, std::uint8_t{0});
}

// The board for 52 cards in dealt order.
inline Board board_of(const std::array<Card, kCards>& dealt) {
    Board board{};
    std::uint8_t* at = std::fill_n(board.begin() + kSuits, kMostCells, kNoCard);
    for (int column = 0; column < kColumns; ++column)
        *at++ = static_cast<std::uint8_t>((kCards - column + kColumns - 1) / kColumns);
    for (int column = 0; column < kColumns; ++column)
        for (int place = column; place < kCards; place += kColumns) *at++ = dealt[place];
    return board;
}

}  // namespace freecell
