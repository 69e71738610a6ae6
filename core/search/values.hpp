// The values of the positions that moves lead to. Unless a card goes home, they are computed without building the
// positions, because a move changes little.
#pragma once

#include <array>
#include <bit>

#include "columns.hpp"
#include "evaluation.hpp"

namespace freecell {

class Values {
public:
    Values(const Position& position, const Evaluation& evaluate) : Values(position, evaluate, evaluate(position)) {}

    // `value`: the value of the position, if it is known.
    Values(const Position& position, const Evaluation& evaluate, int value)
        : position_(position), evaluate_(evaluate), value_(value) {
        for (int away = 0; away < evaluate.nexts(); ++away)
            for (int suit = 0; suit < kSuits; ++suit) {
                const Card card = Evaluation::next_card(position.home, suit, away);
                const int cost = evaluate.weights().next[away];
                nexts_[position.column_of(card)] += position.in_column(card) ? cost : 0;
                if (position.home[suit] + away >= kRanks) beyond_ += cost;
            }
        if (evaluate.weights().forced != 0)
            for (int column = 0; column < kColumns; ++column) find_forced(column);
    }

    // The value after a move of the cards from `lead` up, if no card goes home.
    template <MoveKind kKind>
    int after(OfKind<kKind>, Move move, Card lead) const {
        if constexpr (kKind == MoveKind::kToHome) return value_;
        constexpr bool from_column = kKind != MoveKind::kFromCell, to_column = kKind != MoveKind::kToCell;
        const SeatCosts& costs = evaluate_.costs();
        const Card under = position_.beneath_after(move);
        int value = value_;
        if (evaluate_.weights().forced != 0) value += forced_after(move, lead);
        int next = from_column ? -nexts_[move.source] : 0;
        for (Card card = from_column ? position_.top[move.source] : lead;; card = position_.beneath[card]) {
            const int away = rank_of(card) - position_.home[suit_of(card)];
            if (from_column) {
                value -= costs[position_.seat_of(card)];
                next += evaluate_.weights().next[away] + (card == kCards - 1 ? beyond_ : 0);
            } else {
                value -= evaluate_.weights().cell[away];
            }
            if (to_column)
                value += costs[position_.seat_after(card, under, card == lead)];
            else
                value += evaluate_.weights().cell[away];
            if (kKind != MoveKind::kRun || card == lead) break;
        }
        if (to_column) next += nexts_[move.target];
        const int free = position_.free_cells + !from_column - !to_column;
        const int empty = position_.empty_columns + (position_.beneath[lead] == kNoCard) - (under == kNoCard);
        return value + next * move.count + evaluate_.space(free, empty) -
               evaluate_.space(position_.free_cells, position_.empty_columns);
    }

    // The cost of cards with a lower card of their suit beneath them. Cards that go home don't change it.
    int forced_after(Move move, Card lead) const {
        if (evaluate_.weights().forced == 0) return 0;
        CardSet moved = just(lead);
        if (move.count > 1)
            for (Card card = position_.top[move.source]; card != lead; card = position_.beneath[card])
                moved |= just(card);
        CardSet forced = forced_ & ~moved;
        if (move.target < kFirstCell) forced |= blocked_[move.target] & moved;
        return evaluate_.weights().forced * std::popcount(forced);
    }

private:
    void find_forced(int column) {
        std::array<Card, kCards> cards;
        int height = 0;
        for (Card card = position_.top[column]; card != kNoCard; card = position_.beneath[card]) cards[height++] = card;
        while (height > 0) {
            const Card card = cards[--height];
            forced_ |= blocked_[column] & just(card);
            blocked_[column] |= kHigher[card];
        }
    }

    const Position& position_;
    const Evaluation& evaluate_;
    int value_;
    // The cost of one more card on a column for the cards beneath it that go home soon, and for the last king, which
    // stands in for cards that don't exist.
    std::array<int, kColumns> nexts_{};
    int beyond_ = 0;
    CardSet forced_ = 0;
    std::array<CardSet, kColumns> blocked_{};  // the cards that would be forced on each column
};

}  // namespace freecell
