// Boards in play, many at once: positions that occur in games, and games that a program plays by numbered actions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "board.hpp"
#include "difficulty.hpp"
#include "names.hpp"
#include "rules.hpp"

namespace freecell {

enum class Player { kGood, kWeak, kRandom };
template <>
inline constexpr std::array kNames<Player>{"good"sv, "weak"sv, "random"sv};

// A position of a game, chosen with equal probability, and the number of moves that lead to it.
class Picked {
public:
    Picked(const Position& start, std::uint64_t seed) : position(start), dice_(seed) {}

    void see(const Position& another) {
        if (dice_.next() % ++count_ != 0) return;
        position = another;
        depth = static_cast<int>(count_) - 1;
    }

    Position position;
    int depth = 0;

private:
    SplitMix64 dice_;
    std::uint64_t count_ = 0;
};

// Plays a game from a board and replaces the board by one of the game's positions, chosen with equal probability. It
// may be the start, but not a won position. Returns the number of moves played up to it. Safe cards go home
// automatically.
inline int play_on(std::uint8_t* board, int cells, std::uint64_t seed, bool sees) {
    const Position start = read_board(board, cells);
    Picked picked(start, start.hash - seed);
    WeakPlayer player(start.hash + seed, sees);
    player.wins(start, WeakPlayer::kLongest, [&](const Position& position) { picked.see(position); });
    write_board(picked.position, board);
    return picked.depth;
}

// Like play_on, but along a solution: follows it up to any of its positions, then makes up to four random moves.
inline int stray(std::uint8_t* board, int cells, std::uint64_t seed, const std::vector<Move>& solution) {
    constexpr std::uint64_t kMostAstray = 4;
    const Position start = read_board(board, cells);
    Picked picked(start, start.hash - seed);
    Position position = start;
    std::size_t left = WeakPlayer::kLongest - kMostAstray;
    for (const Move move : solution) {
        const bool by_itself = move.target == kHome && position.safe_home(position.lead_of(move));
        if (!by_itself) {
            Position settled = position;
            settled.play_home(true, kNoCosts);
            if (settled.won() || left-- == 0) break;
            picked.see(settled);
        }
        position.play(move, kNoCosts);
    }
    const std::uint64_t most = SplitMix64(start.hash + seed).next() % (kMostAstray + 1);
    int depth = picked.depth - 1;  // the first position reported is the start
    WeakPlayer(start.hash + seed, false)
        .wins(picked.position, static_cast<std::size_t>(most + 1), [&](const Position& astray) {
            picked.position = astray;
            picked.depth = ++depth;
        });
    write_board(picked.position, board);
    return picked.depth;
}

// An action is kTargets * source + target. The source is a column or a cell; the target is a column, any free cell,
// home, or an empty column for a single card. A move to a column takes as many cards as fit, or as many as possible if
// it is empty. Actions can therefore reach every position that legal moves can reach.
constexpr int kToCell = kColumns, kToHome = kColumns + 1, kOneToEmpty = kColumns + 2, kTargets = kColumns + 3;

constexpr int action_count(int cells) { return (kColumns + cells) * kTargets; }

// The move of an action, with .count == 0 if there is none here.
inline Move move_of(const Position& position, int action) {
    constexpr Move kNoMove{0, 0, 0};
    const int source = action / kTargets, target = action % kTargets;
    const bool from_column = source < kFirstCell;
    const Card card = from_column ? position.top[source] : position.cell[source - kFirstCell];
    if (card == kNoCard) return kNoMove;
    int to = target, cards = 1;
    if (target == kToHome) {
        to = kHome;
    } else if (target == kToCell) {
        if (!from_column || position.free_cells == 0) return kNoMove;
        to = kFirstCell + position.cell_of(kNoCard);
    } else {
        const int most = !from_column || position.empty_columns == 0
                             ? 1
                             : std::min(run_length(position, source), position.room_to_empty());
        if (target == kOneToEmpty) {
            if (most == 1) return kNoMove;  // a move of all cards is the same
            to = position.empty_column();
        } else if (position.top[target] == kNoCard) {
            cards = most;
        } else {
            cards = rank_of(position.top[target]) - rank_of(card);
            if (cards < 1) return kNoMove;
        }
    }
    const Move move{static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(cards)};
    return is_legal(position, move, Room::kTheory) ? move : kNoMove;
}

// Plays an action on a board, if it is a legal move, and the automatic moves that follow. Then sets mask[action] to 1
// for each legal action, and to 0 for the others.
inline void play_action(std::uint8_t* board, int action, int cells, AutoPlay autoplay, std::uint8_t* mask) {
    Position position = read_board(board, cells);
    if (action < action_count(cells)) {
        if (const Move move = move_of(position, action); move.count != 0) {
            position.play(move, kNoCosts);
            auto_play(position, autoplay, [](Move) {});
            write_board(position, board);
        }
    }
    for (int other = 0; other < action_count(cells); ++other) *mask++ = move_of(position, other).count != 0;
}

}  // namespace freecell
