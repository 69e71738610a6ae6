// Splits sequences that are too long for one move in Windows into several moves, with the fewest turns.
//
// An upper part of the sequence goes to an empty column, the rest goes to the target, and the upper part follows. Each
// of these moves may have to be split in turn. Windows asks whether to move one card or as many as possible to an empty
// column, so any other number of cards goes there through cells, or split like a longer sequence.
#pragma once

#include <array>
#include <bit>
#include <cassert>

#include "../rules.hpp"
#include "lengths.hpp"

namespace freecell {

class Splits {
public:
    // `first`: the metric to minimize first. The other one breaks ties.
    explicit Splits(Metric first) : first_(first) {
        for (int cards = 1; cards <= kRanks; ++cards)
            for (int free = 0; free <= kMostCells; ++free)
                for (int empty = 0; empty <= kColumns; ++empty) {
                    for (const bool part : {false, true})
                        to_empty_[part][free][empty][cards] = best_to_empty(cards, free, empty, part);
                    for (const bool whole : {false, true})
                        to_filled_[whole][free][empty][cards] = best_to_filled(cards, free, empty, whole);
                }
    }

    // How many turns, or single-card moves, it takes to move some cards.
    int length_of(const Position& position, Move move) const {
        if (move.count == 1) return 1;
        const Split& split = split_of(position, move);
        return first_ == Metric::kTurns ? split.turns : split.singles;
    }

    // Whether the move takes several turns.
    bool splits(const Position& position, Move move) const {
        return move.count > 1 && split_of(position, move).aside != 0;
    }

    // Calls `play` with the moves that together make a move.
    template <class Play>
    void each(const Position& position, Move move, Play play) const {
        unsigned empty = 0;  // one bit per empty column
        for (int column = 0; column < kColumns; ++column)
            if (position.top[column] == kNoCard) empty |= 1u << column;
        const SplitPlayer<Play> player{*this, position, position.free_cells, play};
        if (move.count == 1)
            play(move);
        else if (position.top[move.target] == kNoCard)
            player.to_empty(move, empty & ~(1u << move.target), is_part(position, move));
        else
            player.to_filled(move, empty, is_whole(position, move));
    }

private:
    // The cost, and how many cards go aside first: none if one move is enough.
    struct Split {
        int turns = kNoRoom, singles = kNoRoom, aside = 0;
    };
    static constexpr int kThroughCells = -1;  // aside: each card but the lowest goes to a cell and comes back
    using Table = std::array<std::array<std::array<Split, kRanks + 1>, kColumns + 1>, kMostCells + 1>;

    template <class Play>
    struct SplitPlayer {
        const Splits& splits;
        const Position& position;
        int free;
        Play& play;

        // `empty`: the empty columns. `whole`: the cards are a whole column, which is empty afterwards.
        void to_filled(Move move, unsigned empty, bool whole) const {
            const int aside = splits.to_filled_[whole][free][std::popcount(empty)][move.count].aside;
            if (aside == 0) {
                play(move);
                return;
            }
            const unsigned column = std::countr_zero(empty);
            const unsigned rest = empty & (empty - 1);
            to_empty(part(move.source, column, aside), rest, true);
            to_filled(part(move.source, move.target, move.count - aside), rest, whole);
            to_filled(part(column, move.target, aside), whole ? rest | 1u << move.source : rest, true);
        }

        // `others`: the empty columns other than the target. `is_part`: only a part of a longer sequence moves.
        void to_empty(Move move, unsigned others, bool is_part) const {
            const int aside = splits.to_empty_[is_part][free][std::popcount(others) + 1][move.count].aside;
            if (aside == kThroughCells) return through_cells(move);
            if (aside == 0) {
                play(move);
                return;
            }
            const unsigned column = std::countr_zero(others);
            const unsigned rest = others & (others - 1);
            to_empty(part(move.source, column, aside), rest | 1u << move.target, true);
            to_empty(part(move.source, move.target, move.count - aside), rest, is_part);
            to_filled(part(column, move.target, aside), rest, true);
        }

        void through_cells(Move move) const {
            std::array<unsigned, kMostCells> cells;
            int count = 0;
            assert(move.count - 1 <= position.free_cells);
            for (unsigned cell = 0; count < move.count - 1; ++cell)
                if (position.cell[cell] == kNoCard) cells[count++] = kFirstCell + cell;
            for (int at = 0; at < count; ++at) play(part(move.source, cells[at], 1));
            play(part(move.source, move.target, 1));
            while (count > 0) play(part(cells[--count], move.target, 1));
        }

        static Move part(unsigned source, unsigned target, int cards) {
            return {static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target),
                    static_cast<std::uint8_t>(cards)};
        }
    };

    static bool is_whole(const Position& position, Move move) {
        return move.source < kFirstCell && move.count == position.height[move.source];
    }

    static bool is_part(const Position& position, Move move) {
        return move.source < kFirstCell && move.count < run_length(position, move.source);
    }

    const Split& split_of(const Position& position, Move move) const {
        const int free = position.free_cells, empty = position.empty_columns;
        if (move.target < kFirstCell && position.top[move.target] != kNoCard)
            return to_filled_[is_whole(position, move)][free][empty][move.count];
        return to_empty_[is_part(position, move)][free][empty][move.count];
    }

    void improve(Split& best, const Split& one, const Split& other, const Split& third, int aside) const {
        const Split split{one.turns + other.turns + third.turns, one.singles + other.singles + third.singles, aside};
        const bool turns = first_ == Metric::kTurns;
        const int length = turns ? split.turns : split.singles, least = turns ? best.turns : best.singles;
        const int second = turns ? split.singles : split.turns, other_least = turns ? best.singles : best.turns;
        if (length < least || (length == least && second < other_least)) best = split;
    }

    Split best_to_filled(int cards, int free, int empty, bool whole) const {
        Split best;
        if (cards <= (free + 1) * (empty + 1)) best = {1, singles_of(cards, free, empty), 0};
        for (int aside = 1; aside < cards && empty > 0; ++aside)
            improve(best, to_empty_[true][free][empty][aside], to_filled_[whole][free][empty - 1][cards - aside],
                    to_filled_[true][free][whole ? empty : empty - 1][aside], aside);
        return best;
    }

    Split best_to_empty(int cards, int free, int empty, bool part) const {
        Split best;
        const bool asked = !part || cards == 1 || cards == free + 1;  // whether Windows can move this many
        if (empty > 0 && cards <= free + 1)
            best = asked ? Split{1, singles_of(cards, free, empty - 1), 0}
                         : Split{2 * cards - 1, 2 * cards - 1, kThroughCells};
        for (int aside = 1; aside < cards && empty > 1; ++aside)
            improve(best, to_empty_[true][free][empty][aside], to_empty_[part][free][empty - 1][cards - aside],
                    to_filled_[true][free][empty - 2][aside], aside);
        return best;
    }

    Metric first_;
    std::array<Table, 2> to_filled_{}, to_empty_{};  // by whether it is a whole column, or a part of a sequence
};

// Built on first use.
inline const Splits& splits_for(Metric metric) {
    static const Splits by_turns(Metric::kTurns), by_singles(Metric::kSingles);
    return metric == Metric::kTurns ? by_turns : by_singles;
}

}  // namespace freecell
