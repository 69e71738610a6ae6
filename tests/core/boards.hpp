// Conversions between boards as bytes, positions of the core, and boards of the witness.
#pragma once

#include <algorithm>

#include "freecell.hpp"
#include "witness.hpp"

namespace freecell {

inline Board written(const Position& position) {
    Board board{};
    std::uint8_t* at = std::copy(position.home.begin(), position.home.end(), board.begin());
    at = std::copy(position.cell.begin(), position.cell.end(), at);
    at = std::copy(position.height.begin(), position.height.end(), at);
    for (int column = 0; column < kColumns; ++column) {
        std::uint8_t* card = at += position.height[column];
        for (Card down = position.top[column]; down != kNoCard; down = position.beneath[down]) *--card = down;
    }
    return board;
}

inline Position position_of(const witness::Board& board) { return read_board(board.bytes().data(), board.cell_count); }

}  // namespace freecell
