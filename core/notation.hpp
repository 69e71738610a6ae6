// Solutions as text.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "rules.hpp"

namespace freecell {

constexpr char kPlaces[] = "12345678abcdefgh";

// A game in standard notation: two places per move, and the number of cards only if a move to an empty column takes
// fewer than possible. `moves` includes the automatic moves, which are not written.
inline std::string notation_of(Position position, const std::vector<Move>& moves, Room room, AutoPlay autoplay) {
    std::string text;
    text.reserve(3 * moves.size() + 16);
    for (std::size_t at = 0; at < moves.size();) {
        const Move move = moves[at++];
        if (!text.empty()) text += ' ';
        text += kPlaces[move.source];
        text += kPlaces[move.target];
        if (move.source < kFirstCell && move.target < kFirstCell && position.top[move.target] == kNoCard) {
            const int run = run_length(position, move.source);
            if (move.count != std::min(run, room_of(position, room, true))) {
                text += 'v';
                text += "0123456789abcdef"[move.count];
            }
        }
        position.play(move, kNoCosts);
        auto_play(position, autoplay, [&](Move) { ++at; });
    }
    return text;
}

}  // namespace freecell
