// Solutions as text.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "position.hpp"

namespace freecell {

// A solution in standard notation: two places a move, and the number of cards only if a run to an empty column does not
// take all that it could.
inline std::string notation_of(Position position, const std::vector<Move>& moves) {
    constexpr char kPlaces[] = "12345678abcdefgh";
    std::string text;
    text.reserve(3 * moves.size() + 16);
    for (const Move move : moves) {
        if (!text.empty()) text += ' ';
        text += kPlaces[move.source];
        text += kPlaces[move.target];
        if (move.source < kFirstCell && move.target < kFirstCell && position.top[move.target] == kNone) {
            const int run = position.cards_from(position.lead[move.source]);
            if (move.cards != std::min(run, position.room_to_empty())) {
                text += 'v';
                text += "0123456789abcdef"[move.cards];
            }
        }
        position.play(move, kNoCosts);
    }
    return text;
}

}  // namespace freecell
