// Dead ends: positions without a free place in which none can become free.
//
// While no place is free, only cards that fit on another column or go home can move. Here every card that can move does
// so, and stays where it was as well, so what can't happen here can't happen in any game. docs/search.md has the proof.
#pragma once

#include "settled.hpp"

namespace freecell {

inline bool is_dead_end(const Stacks& stacks, const Keys& keys) {
    if (stacks.free > 0 || keys.cells() > kFewCells) return false;
    const CardSet last = stacks.single | stacks.lowest();  // cards that leave a place free
    const CardSet targets = stacks.open_columns() > 0 ? stacks.single : 0;
    CardSet exposed = stacks.tops, moved = 0;
    Homes home = stacks.home;
    for (;;) {
        CardSet moving = (exposed | stacks.single) & fitting_on(exposed | targets);
        for (int suit = 0; suit < kSuits; ++suit)
            for (; home[suit] < kRanks; ++home[suit]) {
                const CardSet next = just(static_cast<Card>(kSuits * home[suit] + suit));
                if (((exposed | stacks.single) & next) == 0) break;
                moving |= next;
            }
        if ((moving & last) != 0) return false;
        moving &= ~moved;
        if (moving == 0) return true;
        moved |= moving;
        for (; moving != 0; moving &= moving - 1) {
            const Card card = first_of(moving);
            exposed |= just(keys.beneath(card, stacks.key.get(card)));
        }
    }
}

}  // namespace freecell
