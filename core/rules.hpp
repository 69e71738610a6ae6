// The rules in which FreeCell programs differ, as in rules.py: the move size, auto-play, and the resulting legal moves.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>

#include "names.hpp"
#include "position.hpp"

namespace freecell {

enum class Room { kTheory, kWindows };
template <>
inline constexpr std::array kNames<Room>{"theory"sv, "windows"sv};
enum class AutoPlay { kNone, kSafe, kMax };
template <>
inline constexpr std::array kNames<AutoPlay>{"none"sv, "safe"sv, "max"sv};

// How many cards may move to a column at once.
constexpr int room_of(int free_cells, int empty_columns, Room room, bool to_empty) {
    assert(!to_empty || empty_columns > 0);
    if (room == Room::kTheory) return (free_cells + 1) << (to_empty ? empty_columns - 1 : empty_columns);
    return (free_cells + 1) * (to_empty ? 1 : empty_columns + 1);
}
inline int room_of(const Position& position, Room room, bool to_empty) {
    return room_of(position.free_cells, position.empty_columns, room, to_empty);
}

// How many cards at the end of a column form a sequence.
inline int run_length(const Position& position, int column) {
    return position.top[column] == kNoCard ? 0 : position.cards_from(position.lead[column]);
}

// Whether a move is legal. The move may contain any numbers.
inline bool is_legal(const Position& position, Move move, Room room) {
    const int cells_end = kFirstCell + position.cell_count;
    if (move.source == move.target || move.count == 0) return false;
    if (move.source < kFirstCell) {
        if (move.count > run_length(position, move.source)) return false;
    } else if (move.source >= cells_end || position.cell[move.source - kFirstCell] == kNoCard || move.count > 1) {
        return false;
    }
    const Card lead = position.lead_of(move);
    if (move.target < kFirstCell) {
        const Card under = position.top[move.target];
        if (under != kNoCard && kFitsOn[lead][0] != under && kFitsOn[lead][1] != under) return false;
        const int most = room_of(position, room, under == kNoCard);
        if (room == Room::kTheory || under != kNoCard) return move.count == 1 || move.count <= most;
        return move.count == 1 || move.count == std::min(run_length(position, move.source), most);  // Windows asks
    }
    if (move.count > 1) return false;
    if (move.target == kHome) return rank_of(lead) == position.home[suit_of(lead)];
    return move.target < cells_end && position.cell[move.target - kFirstCell] == kNoCard;
}

// Plays the automatic moves after a move, in the order of rules.py: of all cards that can go home, the one from the
// first place. Calls `played` for each move.
template <class Played>
void auto_play(Position& position, AutoPlay mode, Played played) {
    if (mode == AutoPlay::kNone) return;
    const int end = kFirstCell + position.cell_count;
    for (int place = 0; place < end;) {
        const Card card = place < kFirstCell ? position.top[place] : position.cell[place - kFirstCell];
        const bool goes = card != kNoCard && rank_of(card) == position.home[suit_of(card)] &&
                          (mode == AutoPlay::kMax || position.safe_home(card));
        if (!goes) {
            ++place;
            continue;
        }
        const Move move{static_cast<std::uint8_t>(place), kHome, 1};
        position.play(move, kNoCosts);
        played(move);
        place = 0;  // more may fit now
    }
}

}  // namespace freecell
