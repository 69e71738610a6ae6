// The moves of a position that are worth trying, the most promising first. A search may stop after any of them and
// resume there later.
//
// These are not all legal moves: one empty column stands for all, a whole column doesn't move to an empty one, and the
// run that was moved last is left alone. Greedy searches and beams can do without those moves. The exact search has its
// own generator.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "../position.hpp"

namespace freecell {

// The cards that fit on one of these cards. In a set each rank is four bits: clubs, diamonds, hearts, spades.
constexpr CardSet fitting_on(CardSet cards) {
    constexpr CardSet kClubs = 0x1111111111111;  // one bit of each rank
    const CardSet red = (cards >> 1 | cards >> 2) & kClubs, black = (cards | cards >> 3) & kClubs;
    return (red >> 4) * 0b1001 | (black >> 4) * 0b0110;
}

// The cards that one of these cards fits on.
constexpr CardSet beneath_fitting(CardSet cards) {
    constexpr CardSet kClubs = 0x1111111111111;
    const CardSet red = (cards >> 1 | cards >> 2) & kClubs, black = (cards | cards >> 3) & kClubs;
    return ((red << 4) * 0b1001 | (black << 4) * 0b0110) & kAllCards;
}

// How a move changes a position. A visitor gets it as a type, so that it needn't find out.
enum class MoveKind { kToHome, kFromCell, kRun, kToCell };  // kFromCell: to a column; kRun: from column to column
template <MoveKind kKind>
using OfKind = std::integral_constant<MoveKind, kKind>;

class Moves {
public:
    // `home`: whether to include moves home, if they are not all automatic.
    // `moved`: the lowest card of the run that was moved last, or kNoCard.
    // `resume`: where an earlier generator for this position stopped.
    Moves(const Position& position, bool home, Card moved, std::uint32_t resume = 0)
        : position_(position),
          tops_(position.tops & kAllCards),
          fitting_(fitting_on(tops_)),
          moved_(moved),
          at_(resume != 0 ? resume
              : home      ? kHomeMoves
                          : kCellToColumn) {}

    // Where to resume.
    std::uint32_t at() const { return at_; }

    // Calls visit(kind, move, lead) for each move that is left, until it returns true. `lead`: the lowest card that the
    // move takes.
    template <class Visit>
    void each(Visit visit) {
        if (at_ < kCellToColumn && each_home(visit)) return;
        if (at_ < kRunToColumn && each_from_cell(visit)) return;
        if (at_ < kUncover && each_run(position_.leads & kAllCards, kRunToColumn, visit)) return;
        if (at_ < kCellToEmpty && each_uncovering(visit)) return;
        if (at_ < kPartToColumn && each_to_empty(visit)) return;
        if (at_ < kEnd && each_run(parts(), kPartToColumn, visit)) return;
        at_ = kEnd;
    }

private:
    // The stages; within a stage, the low bits hold its progress.
    static constexpr std::uint32_t kHomeMoves = 1 << 16, kCellToColumn = 2 << 16, kRunToColumn = 3 << 16,
                                   kUncover = 4 << 16, kCellToEmpty = 5 << 16, kPartToColumn = 6 << 16, kEnd = 7 << 16;
    static constexpr OfKind<MoveKind::kToHome> kToHome{};
    static constexpr OfKind<MoveKind::kFromCell> kFromCell{};
    static constexpr OfKind<MoveKind::kRun> kRun{};
    static constexpr OfKind<MoveKind::kToCell> kToCell{};

    static Move move(int source, int target, int cards) {
        return {static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target), static_cast<std::uint8_t>(cards)};
    }

    template <class Visit>
    bool each_home(Visit& visit) {
        while (at_ < kHomeMoves + kSuits && position_.can_go_home()) {
            const Card card = position_.next_home(static_cast<int>(at_++ - kHomeMoves));
            if (position_.can_move(card) && visit(kToHome, move(position_.source_of(card), kHome, 1), card))
                return true;
        }
        at_ = kCellToColumn;
        return false;
    }

    template <class Visit>
    bool each_from_cell(Visit& visit) {
        const bool stopped = each_fit(position_.cells, kCellToColumn, [&](Card card, int column) {
            return visit(kFromCell, move(kFirstCell + position_.cell_of(card), column, 1), card);
        });
        if (!stopped) at_ = kRunToColumn;
        return stopped;
    }

    // Moves the runs from some cards up onto other columns.
    template <class Visit>
    bool each_run(CardSet leads, std::uint32_t stage, Visit& visit) {
        const bool stopped = each_fit(leads & ~just(moved_), stage, [&](Card card, int column) {
            const int cards = position_.cards_from(card);
            return cards <= position_.room() && visit(kRun, move(position_.column_of(card), column, cards), card);
        });
        if (!stopped) at_ = stage + (1 << 16);
        return stopped;
    }

    // For each column, moves the run at its end to an empty column, and its top card to a cell.
    template <class Visit>
    bool each_uncovering(Visit& visit) {
        if (position_.empty_columns > 0 || position_.free_cells > 0) {
            const std::uint64_t columns = by_urgency();
            const int cell = position_.free_cells > 0 ? kFirstCell + position_.cell_of(kNoCard) : 0;
            const std::uint32_t end = kUncover + 2u * (kColumns - position_.empty_columns);
            for (; at_ < end; ++at_) {
                const auto column = static_cast<int>(columns >> ((at_ - kUncover) / 2 * 8) & 0xFF);
                if (at_ % 2 == 0) {
                    ++at_;
                    const Card lead = position_.lead[column];
                    if (position_.empty_columns > 0 && lead != moved_ && position_.beneath[lead] != kNoCard)
                        if (const int cards = position_.cards_from(lead); cards <= position_.room_to_empty())
                            if (visit(kRun, move(column, position_.empty_column(), cards), lead)) return true;
                }
                if (const Card top = position_.top[column]; cell != 0 && top != moved_)
                    if (visit(kToCell, move(column, cell, 1), top)) {
                        ++at_;
                        return true;
                    }
            }
        }
        at_ = kCellToEmpty;
        return false;
    }

    template <class Visit>
    bool each_to_empty(Visit& visit) {
        if (position_.empty_columns > 0)
            while (at_ < kCellToEmpty + position_.cell_count) {
                const int number = static_cast<int>(at_++ - kCellToEmpty);
                if (const Card card = position_.cell[number]; card != kNoCard)
                    if (visit(kFromCell, move(kFirstCell + number, position_.empty_column(), 1), card)) return true;
            }
        at_ = kPartToColumn;
        return false;
    }

    // Calls visit(card, column) for each of these cards that fits on a column, from kings down, until it returns true.
    template <class Visit>
    bool each_fit(CardSet cards, std::uint32_t stage, Visit visit) {
        // The progress: 64 times the number of cards passed, plus one more than the card that the next one was put on.
        const std::uint32_t passed = (at_ - std::min(at_, stage)) / 64;
        CardSet later = ~CardSet{0} << (at_ - std::min(at_, stage)) % 64;
        for (cards &= fitting_ & kAllCards >> passed; cards != 0; later = ~CardSet{0}) {
            const Card card = static_cast<Card>(63 - std::countl_zero(cards));
            cards ^= just(card);
            for (CardSet left = tops_ & kFitsOnAny[card] & later; left != 0; left &= left - 1) {
                const auto under = static_cast<Card>(std::countr_zero(left));
                at_ = stage + 64u * (kCards - 1 - card) + under + 1;
                if (visit(card, position_.column_of(under))) return true;
            }
        }
        return false;
    }

    // The fitting cards of the runs at the ends of columns, without the lowest card of each.
    CardSet parts() const {
        CardSet cards = 0;
        for (CardSet left = fitting_ & position_.continue_runs; left != 0; left &= left - 1) {
            const auto card = static_cast<Card>(std::countr_zero(left));
            const Card lead = position_.lead[position_.column_of(card)];
            if (position_.height_of(card) > position_.height_of(lead)) cards |= just(card);
        }
        return cards;
    }

    // The columns, ordered by how many cards have to be moved to reach the next card to go home, or to empty the
    // column; empty columns last. (Emptying counts four more. Two more, none, ordering by runs, and tall columns first
    // all solve fewer deals.) Both the numbers and the result have one byte for each column, so that no branch is
    // needed.
    std::uint64_t by_urgency() const {
        constexpr std::uint64_t kOnes = 0x0101010101010101, kHighest = 0x80 * kOnes;
        std::uint64_t heights = 0;
        for (int column = 0; column < kColumns; ++column)
            heights |= std::uint64_t{position_.height[column]} << (8 * column);
        std::uint64_t keys = heights + 4 * kOnes + (((kHighest - heights) & kHighest) >> 1);
        for (int suit = 0; suit < kSuits; ++suit) {
            const Card card = position_.next_home(suit);
            if (card >= kCards || !position_.in_column(card)) continue;
            const int shift = 8 * position_.column_of(card);
            const std::uint64_t old = keys >> shift & 0xFF, reach = static_cast<unsigned>(position_.cards_from(card));
            keys -= (old - std::min(old, reach)) << shift;
        }
        std::uint64_t ranks = 0, columns = 0;
        for (int column = 0; column < kColumns; ++column) {  // how many other columns each of them comes after
            const std::uint64_t key = (keys >> (8 * column) & 0xFF) * kOnes + (kOnes >> (8 * (kColumns - 1 - column)));
            ranks += (keys + kHighest - key) >> 7 & kOnes;
        }
        for (int column = 0; column < kColumns; ++column)
            columns |= static_cast<std::uint64_t>(column) << (8 * (ranks >> (8 * column) & 0xFF));
        return columns;
    }

    const Position& position_;
    const CardSet tops_, fitting_;
    const Card moved_;
    std::uint32_t at_;
};

}  // namespace freecell
