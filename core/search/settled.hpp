// One position that stands for many: all those from which it can be reached, and that can be reached from it.
//
// A card in a cell that fits on a column goes there: it can be taken back. So does a card that has a column for itself.
// Cards in cells and cards with a column for themselves change places, as long as there is a place to do it by. And
// cards go home where that is safe. None of it can lose a game, so an exact search needs to look at one of these
// positions only. It digs (see steps.hpp), and so comes to whatever the others lead to: docs/solving.md has the
// argument.
#pragma once

#include <bit>

#include "step.hpp"

namespace freecell {

struct Settled : Child {
    // Settles a position. Tells `played` of each card that is moved, and what it is put on: a card, kNone for an empty
    // column, kInCell or kAtHome.
    template <class Played>
    Settled(const Child& child, const Keys& keys, Played played) : Child(child) {
        do {
            do send_home(keys, played);
            while (join(keys, played));
            sort_singles(keys, played);
        } while (join(keys, played));
    }

private:
    CardSet lowest() const { return key.words[1] & ~key.words[0]; }

    template <class Played>
    void send_home(const Keys& keys, Played played) {
        play_homes(keys, true, [&](Card card) { played(card, kAtHome); });
    }

    // Puts cards of cells, and those that have a column for themselves, on columns. Returns whether there are any.
    template <class Played>
    bool join(const Keys& keys, Played played) {
        bool any = false;
        for (CardSet fitting; (fitting = (cells | (lowest() & tops)) & fitting_on(tops)) != 0; any = true) {
            const Card card = first_of(fitting);
            const auto [one, other] = kFitsOn[card];
            const Card under = (tops & just(one)) != 0 ? one : other;
            tops = (tops & ~just(under)) | just(card);
            cells &= ~just(card);
            key.set(card, keys.how(card, under));
            played(card, under);
        }
        return any;
    }

    // Of cards in cells and cards with a column for themselves, the highest get the columns, if there is a place to
    // change by.
    template <class Played>
    void sort_singles(const Keys& keys, Played played) {
        const CardSet single = lowest() & tops;
        const int empty = kColumns - std::popcount(tops), free = keys.cells() - std::popcount(cells);
        if (empty + free == 0) return;
        CardSet high = 0;
        for (int left = empty + std::popcount(single); left > 0; --left)
            high |= std::bit_floor((cells | single) & ~high);
        const auto put = [&](CardSet card, CardSet& from, CardSet& to, Card onto) {
            from &= ~card;
            to |= card;
            key.set(first_of(card), keys.how(first_of(card), onto));
            played(first_of(card), onto);
        };
        for (CardSet up, down; up = cells & high, down = lowest() & tops & ~high, (up | down) != 0;) {
            if (up != 0 && std::popcount(tops) < kColumns)
                put(up & -up, cells, tops, kNone);
            else
                put(down & -down, tops, cells, kInCell);
        }
    }
};

}  // namespace freecell
