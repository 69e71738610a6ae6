// The moves of a position that are worth trying, one at a time, the most promising first.
//
// These are not all legal moves: one empty column stands for all, a whole column doesn't move to an empty one, and the
// run that was moved last is left alone. Greedy searches and beams can do without those moves. The exact search has its
// own generator.
#pragma once

#include <bit>

#include "../position.hpp"

namespace freecell {

using CardSet = std::uint64_t;  // a bit for each card

constexpr CardSet just(Card card) { return CardSet{1} << card; }

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
    return ((red << 4) * 0b1001 | (black << 4) * 0b0110) & (just(kCards) - 1);
}

class Moves {
public:
    // `home`: whether to include moves home, if they are not all automatic.
    // `moved`: the lowest card of the run that was moved last, or kNoCard.
    // `resume`: where an earlier generator for this position stopped.
    Moves(const Position& position, bool home, Card moved, std::uint32_t resume = 0)
        : position_(position),
          moved_(moved),
          at_(resume != 0 ? resume
              : home      ? kHomeMoves
                          : kCellToColumn) {
        for (int column = 0; column < kColumns; ++column) {
            tops_ |= just(position.top[column]);
            leads_ |= just(position.lead[column]);
        }
        for (int number = 0; number < position.cell_count; ++number) cells_ |= just(position.cell[number]);
        constexpr CardSet kAll = just(kCards) - 1;  // without the bit of kNoCard
        tops_ &= kAll;
        leads_ &= kAll;
        cells_ &= kAll;
        fitting_ = fitting_on(tops_);
    }

    // Where to resume.
    std::uint32_t at() const { return at_; }

    // The next move, with .count == 0 when there is none left.
    Move next() {  // #lizard forgives: the states of a generator
        switch (at_ >> 16) {
            case kHomeMoves >> 16:
                while (at_ < kHomeMoves + kSuits) {
                    const Card card = position_.next_home(static_cast<int>(at_++ - kHomeMoves));
                    if (card >= kCards) continue;
                    if (const int source = position_.source_of(card); source >= 0) return move(source, kHome, 1);
                }
                at_ = kCellToColumn;
                [[fallthrough]];
            case kCellToColumn >> 16:
                if (const int under = next_fit(cells_ & fitting_, kCellToColumn))
                    return move(kFirstCell + position_.cell_of(card_), position_.column_of(static_cast<Card>(under)),
                                1);
                at_ = kRunToColumn;
                [[fallthrough]];
            case kRunToColumn >> 16:
                while (const int under = next_fit(leads_ & fitting_ & ~just(moved_), kRunToColumn)) {
                    const int column = position_.column_of(card_);
                    if (const int cards = position_.cards_from(card_); cards <= position_.room())
                        return move(column, position_.column_of(static_cast<Card>(under)), cards);
                }
                at_ = kUncover;
                [[fallthrough]];
            case kUncover >> 16:
                if (position_.empty_columns > 0 || position_.free_cells > 0) {
                    if (!keyed_) key_columns();
                    for (int column; (column = next_column()) >= 0;) {
                        const Card lead = position_.lead[column];
                        if ((at_ & 1) != 0) {
                            if (position_.empty_columns > 0 && lead != moved_ && position_.beneath[lead] != kNoCard)
                                if (const int cards = position_.cards_from(lead); cards <= position_.room_to_empty())
                                    return move(column, position_.empty_column(), cards);
                        } else if (position_.free_cells > 0 && position_.top[column] != moved_) {
                            return move(column, kFirstCell + position_.cell_of(kNoCard), 1);
                        }
                    }
                }
                at_ = kCellToEmpty;
                [[fallthrough]];
            case kCellToEmpty >> 16:
                if (position_.empty_columns > 0)
                    while (at_ < kCellToEmpty + position_.cell_count) {
                        const int number = static_cast<int>(at_++ - kCellToEmpty);
                        if (position_.cell[number] != kNoCard)
                            return move(kFirstCell + number, position_.empty_column(), 1);
                    }
                at_ = kPartToColumn;
                [[fallthrough]];
            case kPartToColumn >> 16:
                if (parts_ == kNotYet) parts_ = fitting_ & ~just(moved_) & above_leads();
                while (const int under = next_fit(parts_, kPartToColumn)) {
                    const int column = position_.column_of(card_);
                    if (const int cards = position_.cards_from(card_); cards <= position_.room())
                        return move(column, position_.column_of(static_cast<Card>(under)), cards);
                }
                at_ = kEnd;
        }
        return {0, 0, 0};
    }

private:
    // The stages; within a stage, the low bits hold its progress.
    static constexpr std::uint32_t kHomeMoves = 1 << 16, kCellToColumn = 2 << 16, kRunToColumn = 3 << 16,
                                   kUncover = 4 << 16, kCellToEmpty = 5 << 16, kPartToColumn = 6 << 16, kEnd = 7 << 16;

    static Move move(int source, int target, int cards) {
        return {static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target), static_cast<std::uint8_t>(cards)};
    }

    // The next card of a set of cards that fit, from kings down (as card_), and a card that it fits on. The result is
    // never 0, because nothing fits on an ace.
    int next_fit(CardSet cards, std::uint32_t stage) {
        for (;;) {
            // Twice the number of cards passed, plus the index of the card that the next one fits on.
            const int step = static_cast<int>(at_ - stage);
            const CardSet left = step < 2 * kCards ? cards << (64 - kCards + (step >> 1)) : 0;
            if (left == 0) return 0;
            const int ahead = std::countl_zero(left);
            const int which = ahead == 0 ? step & 1 : 0;
            card_ = static_cast<Card>(kCards - 1 - (step >> 1) - ahead);
            at_ = stage + static_cast<std::uint32_t>(2 * (kCards - 1 - card_) + which + 1);
            const Card under = kFitsOn[card_][which];
            if ((tops_ >> under & 1) != 0) return under;
        }
    }

    // The cards of the runs at the ends of columns, without the lowest card of each.
    CardSet above_leads() const {
        CardSet cards = 0;
        for (int column = 0; column < kColumns; ++column)
            for (Card card = position_.top[column]; card != position_.lead[column]; card = position_.beneath[card])
                cards |= just(card);
        return cards;
    }

    // Columns are ordered by how many cards have to be moved to reach the next card to go home, or to empty the column.
    // (Emptying counts four more. Two more, none, ordering by runs, and tall columns first all solve fewer deals.)
    void key_columns() {
        keyed_ = true;
        for (int column = 0; column < kColumns; ++column) keys_[column] = position_.height[column] + 4u;
        for (int suit = 0; suit < kSuits; ++suit) {
            const Card card = position_.next_home(suit);
            if (card < kCards && position_.in_column(card)) {
                std::uint32_t& key = keys_[position_.column_of(card)];
                key = std::min(key, static_cast<std::uint32_t>(position_.cards_from(card)));
            }
        }
        for (unsigned column = 0; column < kColumns; ++column)
            keys_[column] = position_.top[column] == kNoCard ? kNever : keys_[column] * 16 + column * 2;
    }

    // The next column; each comes twice in a row. They are not sorted, because few are ever used. The subtraction turns
    // the keys of finished columns into large numbers, so a branchless minimum is enough.
    int next_column() {
        if ((at_ & 1) != 0) return static_cast<int>(at_++ >> 1 & 7);
        const std::uint32_t least = at_ - kUncover;
        std::uint32_t ahead = kNever;
        for (const std::uint32_t key : keys_) ahead = key - least < ahead ? key - least : ahead;
        if (ahead >= kNever / 2) return -1;
        at_ += ahead + 1;
        return static_cast<int>(at_ >> 1 & 7);
    }

    static constexpr std::uint32_t kNever = 1 << 30;

    static constexpr CardSet kNotYet = ~CardSet{0};

    const Position& position_;
    CardSet tops_ = 0, leads_ = 0, cells_ = 0, fitting_ = 0, parts_ = kNotYet;
    std::array<std::uint32_t, kColumns> keys_;
    bool keyed_ = false;
    Card moved_;
    Card card_ = kNoCard;
    std::uint32_t at_;
};

}  // namespace freecell
