// Pairs of cards that block each other: at least one card of each pair can't go directly home. Counting the pairs gives
// a quick lower bound, which is exact most of the time.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "columns.hpp"

namespace freecell {

using PairSet = std::uint32_t;  // one bit per pair

// Pairs of runs. No run is in two pairs, and none of the runs has a forced card. The pairs are found once for the
// columns of a position and then adapted to each move.
class Conflicts {
public:
    void look_at(const Columns& columns) {
        single_ = columns.in & ~columns.runs_of(columns.payers);
        count_ = 0;
        pair_of_.fill(0);
        for (CardSet left = single_; left != 0; left &= left - 1)
            if ((single_ & just(first_of(left))) != 0) add(columns, partner(columns, first_of(left), single_));
        improve(columns);
        for (std::size_t at = 0; at < count_; ++at) assign(pairs_[at], PairSet{1} << at);
    }

    // The pairs that remain if only the cards of `in` are left and `moved` lie elsewhere than in the given columns.
    struct Left {
        PairSet pairs = 0;
        int count = 0;
        CardSet cards = 0;  // all cards in pairs
    };
    Left adapt(const Columns& columns, CardSet in, CardSet moved) {
        Left found;
        const CardSet stay = in & ~moved;
        CardSet lost = 0;
        for (std::size_t at = 0; at < count_; ++at) {
            if ((pairs_[at] & ~stay) == 0) {
                found.pairs |= PairSet{1} << at;
                found.cards |= pairs_[at];
                ++found.count;
            } else {
                lost |= pairs_[at] & stay;
            }
        }
        CardSet free = (single_ & stay) | lost;
        PairSet next = PairSet{1} << count_;
        const auto join = [&](Card card) {
            const CardSet pair = partner(columns, card, free);
            if (pair == 0 || next == 0) return false;
            free &= ~columns.runs_of(pair);
            assign(pair, next);
            changed_ |= pair;
            found.pairs |= next;
            found.cards |= pair;
            ++found.count;
            next <<= 1;
            return true;
        };
        for (; lost != 0; lost &= lost - 1)
            if ((free & just(first_of(lost))) != 0) join(first_of(lost));
        if ((moved & columns.payers) != 0) return found;  // the moved cards are one run, which must be paid for anyway
        for (CardSet left = moved & in; left != 0; left &= left - 1)
            if (join(first_of(left))) break;
        return found;
    }

    // Undoes `adapt`.
    void restore() {
        if (changed_ == 0) return;
        assign(changed_, 0);
        for (std::size_t at = 0; at < count_; ++at)
            if ((pairs_[at] & changed_) != 0) assign(pairs_[at], PairSet{1} << at);
        changed_ = 0;
    }

    // The pair of a card as a PairSet; empty if the card is in no pair.
    PairSet pair_of(Card card) const { return pair_of_[card]; }

private:
    static constexpr std::size_t kMostPairs = kCards / 2;
    static_assert(kMostPairs + 4 < 32);  // a move can add a few

    void add(const Columns& columns, CardSet pair) {
        if (pair == 0) return;
        single_ &= ~columns.runs_of(pair);
        pairs_[count_++] = pair;
    }
    void assign(CardSet cards, PairSet pair) {
        for (; cards != 0; cards &= cards - 1) pair_of_[first_of(cards)] = pair;
    }

    // A card and a partner from `among` if each blocks the other, else 0.
    static CardSet partner(const Columns& columns, Card card, CardSet among) {
        for (CardSet left = columns.blocked[card] & among & ~columns.run[columns.lead_of[card]]; left != 0;
             left &= left - 1)
            if ((columns.blocked[first_of(left)] & just(card)) != 0) return just(card) | (left & (~left + 1));
        return 0;
    }

    // Replaces a pair by two pairs if both of its cards find other partners.
    void improve(const Columns& columns) {
        for (std::size_t at = 0; at < count_ && single_ != 0; ++at) {
            const Card one = first_of(pairs_[at]), other = first_of(pairs_[at] & ~just(one));
            const CardSet first = partner(columns, one, single_);
            if (first == 0) continue;
            const CardSet second = partner(columns, other, single_ & ~columns.runs_of(first));
            if (second == 0) continue;
            single_ &= ~columns.runs_of(first);
            pairs_[at] = first;
            add(columns, second);
        }
    }

    CardSet single_ = 0;  // cards without a pair
    CardSet changed_ = 0;
    std::array<CardSet, kMostPairs> pairs_{};
    std::size_t count_ = 0;
    std::array<PairSet, kCards> pair_of_{};
};

}  // namespace freecell
