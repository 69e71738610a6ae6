// Whether a position must waste a move, that is, make a move that doesn't lower the bound.
//
// Without wasted moves, nothing new becomes possible until a card goes home from a cell, or the last card leaves a
// column. This check lets every card move any number of times, so what can't happen here can't happen in any game.
// docs/search.md has the proof.
#pragma once

#include "columns.hpp"
#include "step.hpp"

namespace freecell {

class Stuck {
public:
    // The columns are the child's, possibly still with cards that have gone home. `may_move`: the cards that can move
    // without waste.
    Stuck(const Columns& columns, const Child& child, CardSet may_move)
        : columns_(columns), may_move_(may_move), cells_(child.cells), exposed_(child.tops), home_(child.home) {}

    bool operator()(int free_cells) {
        if (count_columns() < kColumns) return false;
        if (spread()) return false;
        for (; free_cells > 0; --free_cells)
            if (dig() || spread()) return false;
        return true;
    }

private:
    int count_columns() const { return std::popcount(exposed_); }

    // Takes away what is exposed, including the last card of a run: that card may have to be paid for while the rest
    // goes home. Returns whether this empties a column.
    bool dig() {
        const CardSet dug = exposed_ & ~gone_ & may_move_;
        cells_ |= dug;
        for (CardSet left = dug; left != 0; left &= left - 1)
            if (take(first_of(left))) return true;
        return false;
    }

    bool take(Card card) {
        gone_ |= just(card);
        const Card below = columns_.beneath[card];
        if (below == kNoCard) return true;
        exposed_ |= just(below);
        return false;
    }

    // Sends exposed cards home and moves them onto other columns, until nothing more is exposed. Returns whether a cell
    // or a column becomes free.
    bool spread() {
        for (CardSet before = 0; before != exposed_;) {
            before = exposed_;
            for (int suit = 0; suit < kSuits; ++suit)
                for (; home_[suit] < kRanks; ++home_[suit]) {
                    const Card card = static_cast<Card>(kSuits * home_[suit] + suit);
                    if ((cells_ & just(card)) != 0) return true;
                    if ((exposed_ & just(card)) == 0) break;
                    if ((gone_ & just(card)) == 0 && take(card)) return true;
                }
            CardSet left = exposed_ & ~gone_ & may_move_;
            if (!columns_.runs) left &= fitting_on(exposed_);
            for (; left != 0; left &= left - 1)
                if (move(first_of(left))) return true;
        }
        return false;
    }

    // Moves a card, or all or part of the run that ends with it, onto an exposed card.
    bool move(Card card) {
        for (CardSet run = just(card);; run |= just(card)) {
            for (const Card under : kFitsOn[card])
                if ((exposed_ & just(under) & kAllCards) != 0 && !is_wasted(card, under)) {
                    gone_ |= run;
                    exposed_ |= run;
                    return take(card);
                }
            if ((columns_.continues & just(card)) == 0) return false;
            card = columns_.beneath[card];
        }
    }

    // Whether the card would have to move again. For a card that has been moved, what lies beneath it is unknown.
    bool is_wasted(Card card, Card under) const {
        return !columns_.runs && (gone_ & just(under)) == 0 && columns_.is_forced_on(card, under);
    }

    const Columns& columns_;
    const CardSet may_move_;
    CardSet cells_, exposed_, gone_ = 0;
    Homes home_;
};

}  // namespace freecell
