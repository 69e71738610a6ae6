// One position that stands for many: all that can be reached from each other by moves that can be taken back.
//
// A position is a number of stacks: single cards, and columns of two cards or more. It does not matter where the single
// cards are, in cells or columns, as long as a place is free by which they can change. A single card that fits on a
// stack goes there: it can be taken back, too. And cards go home where that is safe. None of it can lose a game.
// docs/search.md has the argument, and why nothing that the other positions lead to is left out.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "columns.hpp"
#include "keys.hpp"
#include "reductions.hpp"

namespace freecell {

// A card that is put on another, or home, or becomes single (kInCell), and how many places are free then.
struct Planned {
    Card card, onto;
    int free;
};
using Plan = std::vector<Planned>;

// The stacks of a position. In its key, a single card is in a cell wherever it is. But if no place is free, one that is
// known to be in a column is so in the key as well; it is held there.
struct Stacks {
    Key key;
    Homes home;
    CardSet tops;    // the uppermost cards of columns, and the single cards that are held
    CardSet single;  // all other single cards
    int free;        // places: each cell and each column is one

    CardSet lowest() const { return key.words[1] & ~key.words[0]; }
    CardSet held() const { return lowest() & tops; }
    CardSet linked() const { return (key.words[0] & key.words[1]) | key.words[2]; }  // cards with a card beneath them
    int open_columns() const { return kColumns - std::popcount(tops); }              // where single cards can be
    Card next_home(int suit) const { return static_cast<Card>(kSuits * home[suit] + suit); }
    bool won() const { return (key.words[0] | key.words[1] | key.words[2]) == 0; }

    // Takes a card from the end of a column. What it leaves is single, and held if no place is free.
    void take(Card card, const Keys& keys) {
        const Card below = keys.beneath(card, key.get(card));
        tops = (tops & ~just(card)) | just(below);
        if (free > 0) let_go();
    }
    void let_go() {
        const CardSet cards = held();
        key.words[0] |= cards;
        key.words[1] &= ~cards;
        tops &= ~cards;
        single |= cards;
    }

    void dig(Card card, const Keys& keys) {
        --free;
        take(card, keys);
        single |= just(card);
        key.set(card, Keys::kCell);
    }

    // Puts a card that has none on it on another.
    void put(Card card, Card onto, const Keys& keys) {
        if ((linked() & just(card)) != 0)
            take(card, keys);
        else
            ++free;
        if ((single & just(onto)) != 0) key.set(onto, Keys::kLowest);
        tops = (tops & ~just(onto)) | just(card);
        single &= ~(just(card) | just(onto));
        key.set(card, keys.how(card, onto));
        if (free > 0) let_go();
    }

    void send_home(Card card, const Keys& keys) {
        if ((linked() & just(card)) != 0)
            take(card, keys);
        else
            ++free;
        tops &= ~just(card);
        single &= ~just(card);
        key.set(card, Keys::kGoneHome);
        ++home[suit_of(card)];
        if (free > 0) let_go();
    }

    // The position, with the highest of the single cards in columns, for an evaluation.
    Position position(const Keys& keys, const SeatCosts& costs) const {
        Key placed = key;
        CardSet left = single;
        for (int column = open_columns(); column > 0 && left != 0; --column) {
            const CardSet high = std::bit_floor(left);
            placed.words[0] &= ~high;
            placed.words[1] |= high;
            left &= ~high;
        }
        return keys.position(placed, costs);
    }

    // Settles it. What moves is added to `plan`, if there is one.
    void settle(const Keys& keys, Plan* plan) {
        do send_safe_home(keys, plan);
        while (join(keys, plan));
    }

private:
    void send_safe_home(const Keys& keys, Plan* plan) {
        const auto can_go = [&](Card card) { return ((tops | single) & just(card)) != 0; };
        send_safe_homes(home, true, can_go, [&](Card card) {
            send_home(card, keys);
            if (plan != nullptr) plan->push_back({card, kAtHome, free});
        });
    }

    // Puts single cards on stacks. On one that is single only if that can be in a column. Returns whether there are
    // any.
    bool join(const Keys& keys, Plan* plan) {
        for (bool any = false;; any = true) {
            const CardSet targets = tops | (free > 0 && open_columns() > 0 ? single : 0);
            const CardSet fitting = (single | held()) & fitting_on(targets);
            if (fitting == 0) return any;
            const Card card = first_of(fitting);
            const auto [one, other] = kFitsOn[card];
            const Card onto = (targets & just(one)) != 0 ? one : other;
            put(card, onto, keys);
            if (plan != nullptr) plan->push_back({card, onto, free});
        }
    }
};

}  // namespace freecell
