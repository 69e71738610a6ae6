// How hard a board is for a person, measured by how often a weak simulated player wins it.
//
// The player looks one move ahead and takes the move after which the board looks best. It often misjudges this, because
// a random error is added to the value of each move. It never returns to an earlier position, and loses when it has no
// moves left. docs/difficulty-measure.md explains the score and why it is a good measure.
//
// All values are integers and all limits are counts of positions, so every machine computes the same score.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cassert>
#include <cstdint>
#include <span>

#include "search/evaluation.hpp"
#include "search/moves.hpp"
#include "search/search.hpp"
#include "search/values.hpp"
#include "splitmix64.hpp"

namespace freecell {

struct Difficulty {
    Verdict verdict = Verdict::kUndecided;  // undecided: the player never won, and a short search didn't decide
    int score = 0;                          // 0 to 100
    std::uint32_t games = 0;                // the number of games played
    std::uint32_t wins = 0;                 // how many of them were won
};

// The number of positions that the player looks at in all games together, and the maximum number of games. They bound
// the time per board and make the random error of all scores similar: hard boards get many short games, easy boards a
// few long ones. If the player has won by then, both limits are multiplied by kTimesIfWon.
constexpr std::uint64_t kMostLooks = 300'000;
constexpr std::uint32_t kMostGames = 5000;
constexpr std::uint32_t kTimesIfWon = 4;

// The maximum number of positions in the exact search, which decides whether a board that the player never won can be
// won.
constexpr std::uint64_t kMostToDecide = 30'000;

class WeakPlayer {
public:
    // `sees`: whether the player takes the move that looks best; otherwise it takes any move with equal probability.
    explicit WeakPlayer(std::uint64_t seed, bool sees = true) : dice_(seed), sees_(sees) {}

    // Plays a game and returns whether it is won. Calls `seen` with each position of the game, at most `most` of them.
    template <class Seen>
    bool wins(Position position, std::size_t most, Seen seen) {
        position.use_costs(kPlayerEvaluation.costs());
        position.play_home(true, kPlayerEvaluation.costs());
        count_ = 0;
        value_ = kPlayerEvaluation(position);
        maybe_.reset();
        for (Card moved = kNoCard; !position.won();) {
            if (count_ == most) return false;
            seen(position);
            been_[count_++] = position.hash;
            maybe_.set(position.hash % maybe_.size());
            if (!move(position, moved)) return false;
        }
        return true;
    }

    bool wins(const Position& position) {
        return wins(position, kLongest, [](const Position&) {});
    }

    // The number of positions that the player has looked at in all games.
    std::uint64_t looked_at() const { return looked_at_; }

    static constexpr std::size_t kLongest = 200;  // moves; games that are won have about 50

private:
    static constexpr Evaluation kPlayerEvaluation{kGreedy1};
    static constexpr int kNoiseBits = 7;  // errors of 0 to 127, at most as much as three cards out of order cost

    // A move, and the hash and the value of the position that it leads to.
    struct Option {
        std::uint64_t hash;
        std::int32_t value;
        Move move;
    };
    // Two cards fit on each column, at most. One card of each column moves to a cell, and one run to an empty column.
    static constexpr std::size_t kMostOptions = kSuits + 4 * kColumns + kMostCells;

    bool move(Position& position, Card& moved) {
        std::size_t count = 0;
        const Values values(position, kPlayerEvaluation, value_);
        Moves(position, true, moved).each([&](auto kind, Move move, Card lead) {
            assert(count < kMostOptions);
            Option& option = options_[count++];
            option.move = move;
            if (position.opens_home(move, lead, true)) {
                Position after = position;
                play(after, move);
                option.hash = after.hash;
                option.value = kPlayerEvaluation(after);
            } else {
                option.hash = position.hash_after(move, lead);
                option.value = values.after(kind, move, lead);
            }
            return false;
        });
        const Option* best = nullptr;
        for (int least = kNothing; const Option& option : std::span(options_).first(count)) {
            if (has_been(option.hash)) continue;
            ++looked_at_;
            const int value = sees_ ? option.value + static_cast<int>(dice_.next() >> (64 - kNoiseBits))
                                    : static_cast<int>(dice_.next() >> 40);
            if (value >= least) continue;
            least = value;
            best = &option;
        }
        if (best == nullptr) return false;
        value_ = best->value;
        moved = best->move.target < kFirstCell ? position.lead_of(best->move) : kNoCard;
        play(position, best->move);
        return true;
    }

    // Plays a move and the safe moves home that follow it.
    static void play(Position& position, Move move) {
        position.play(move, kPlayerEvaluation.costs());
        position.play_home(true, kPlayerEvaluation.costs());
    }

    bool has_been(std::uint64_t hash) const {
        if (!maybe_.test(hash % maybe_.size())) return false;
        return std::find(been_.begin(), been_.begin() + count_, hash) != been_.begin() + count_;
    }

    static constexpr int kNothing = 1 << 30;

    SplitMix64 dice_;
    bool sees_;
    std::uint64_t looked_at_ = 0;
    std::array<Option, kMostOptions> options_;
    int value_ = 0;  // of the position of the game
    std::array<std::uint64_t, kLongest> been_;
    std::uint32_t count_ = 0;
    std::bitset<2048> maybe_;  // the low bits of hashes: a position whose bits aren't here hasn't occurred
};

// For random deals with four cells: how many of a million games the player wins on a deal that is harder than 5, 10,
// ..., 95 percent of all deals.
constexpr std::array<std::uint64_t, 19> kWinsOfMillion{690'000, 564'000, 473'000, 397'000, 333'000, 275'000, 234'000,
                                                       196'000, 162'000, 137'000, 113'000, 91'000,  74'000,  55'400,
                                                       38'300,  23'600,  14'300,  6'600,   2'400};

// Scores 0 to 97 are the percentage of all random deals that the player wins more often, interpolated linearly between
// the known shares of games won. Scores 98 to 100 are for boards that it never wins, by their verdict.
constexpr int score_of(const Difficulty& found) {
    if (found.wins == 0)
        return found.verdict == Verdict::kSolved ? 98 : found.verdict == Verdict::kUndecided ? 99 : 100;
    const std::uint64_t share = std::uint64_t{1'000'000} * found.wins / found.games;
    std::uint64_t above = 1'000'000, from = 0;
    for (const std::uint64_t below : kWinsOfMillion) {
        if (share >= below) return static_cast<int>(from + 5 * (above - share) / (above - below));
        above = below;
        from += 5;
    }
    return static_cast<int>(from + 3 * (above - share) / above);
}

}  // namespace freecell
