// Turns what a search has found into moves that the rules allow, with the automatic moves after each.
#pragma once

#include <cstddef>
#include <vector>

#include "../rules.hpp"
#include "lengths.hpp"
#include "splits.hpp"

namespace freecell {

// Plays the moves that a search found, including every move home, in a game with auto-play.
//
// Cards that have already gone home automatically are not moved again. With safe auto-play, that is the only
// difference, because no remaining card needs a card that went home. With "max", it may: see `is_possible`.
class Replay {
public:
    Replay(const Position& start, Room room, AutoPlay autoplay, const Splits& splits)
        : meant_(start), now_(start), room_(room), autoplay_(autoplay), splits_(splits) {}

    // Plays a move, split if it takes too many cards, and the automatic moves after it.
    void play(Move move) {
        if (room_ == Room::kWindows && move.count > 1)
            splits_.each(meant_, move, [&](Move step) { play_step(step); });
        else
            play_step(move);
    }

    const Position& board() const { return now_; }
    const std::vector<Move>& moves() const { return moves_; }
    bool is_possible() const { return possible_; }

private:
    void play_step(Move move) {
        Card card = meant_.lead_of({move.source, move.target, 1});
        const int count = move.count;
        int left = count;  // how many are not home yet: the upper ones go first
        for (; left > 0 && now_.beneath[card] == kAtHome; --left) card = meant_.beneath[card];
        meant_.play(move, kNoCosts);
        if (left == 0 || !possible_) return;
        move.count = static_cast<std::uint8_t>(left);
        possible_ = is_legal(now_, move, Room::kTheory);
        if (!possible_) return;
        if (is_legal(now_, move, room_)) {
            note(move);
            now_.play(move, kNoCosts);
            auto_play(now_, autoplay_, [&](Move home) { note(home); });
            return;
        }
        // Windows moves one card or all to an empty column. The search meant all, but some are home.
        possible_ = left < count;
        if (!possible_) return;
        Replay fewer(now_, room_, autoplay_, splits_);
        fewer.play(move);
        for (const Move one : fewer.moves_) note(one);
        now_ = fewer.now_;
        possible_ = fewer.possible_;
    }

    void note(Move move) { moves_.push_back(move); }

    std::vector<Move> moves_;
    Position meant_, now_;  // the position in the search, and the actual one
    Room room_;
    AutoPlay autoplay_;
    const Splits& splits_;
    bool possible_ = true;
};

// A solution, played move by move: whether it wins, and its length. The automatic moves must be among its moves, in the
// places where auto-play makes them.
struct Outcome {
    bool wins = false;
    Lengths lengths;
};
inline Outcome outcome_of(Position position, const std::vector<Move>& moves, Room room, AutoPlay autoplay) {
    Outcome outcome;
    Lengths& lengths = outcome.lengths;
    for (std::size_t at = 0; at < moves.size();) {
        const Move move = moves[at++];
        if (!is_legal(position, move, room)) return {};
        lengths.cards_moved += move.count;
        lengths.singles += move.count == 1 ? 1 : singles_of(position, move);
        lengths.turns += move.target != kHome;
        position.play(move, kNoCosts);
        bool fits = true;
        auto_play(position, autoplay, [&](Move home) {
            fits = fits && at < moves.size() && moves[at].source == home.source && moves[at].target == kHome;
            ++at;
            ++lengths.cards_moved;
            ++lengths.singles;
        });
        if (!fits) return {};
    }
    lengths.steps = static_cast<int>(moves.size());
    outcome.wins = position.won();
    return outcome;
}

// For games in which all cards that fit go home after each move: whether a move has the same result in several turns as
// in one.
inline bool can_be_split(const Position& position, Move move, const Splits& splits) {
    Replay replay(position, Room::kWindows, AutoPlay::kMax, splits);
    replay.play(move);
    Position after = position;
    after.play(move, kNoCosts);
    after.play_home(false, kNoCosts);
    return replay.is_possible() && replay.board().hash == after.hash;
}

}  // namespace freecell
