// A settled position stands for many: all those that can be reached from one another by reversible moves.
//
// A position consists of stacks: single cards, and columns of two or more cards. Whether a single card is in a cell or
// in a column doesn't matter, as long as one place is free for exchanging them. A single card that fits on a stack goes
// there, because that is reversible too, and cards go home where that is safe. None of this can lose a game.
// docs/search.md proves this, and that nothing reachable from the other positions is left out.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "columns.hpp"
#include "keys.hpp"
#include "reductions.hpp"

namespace freecell {

// With up to this many cells the exact search leaves out more positions: dead ends and swaps. With more cells it does
// without, so that its answers stay the same.
constexpr int kFewCells = 3;

// A card that is put on another card, goes home or becomes single (kInCell), and how many places are then free.
struct Planned {
    Card card, onto;
    int free;
};
using Plan = std::vector<Planned>;

// The stacks of a position. In its key, every single card is in a cell, wherever it really is, with one exception: if
// no place is free, a single card that is known to be in a column is also in a column in the key. It is held there.
struct Stacks {
    Key key;
    Homes home;
    CardSet tops;    // the top cards of columns, and the held single cards
    CardSet single;  // all other single cards
    int free;        // places: each cell and each column is one

    CardSet lowest() const { return key.words[1] & ~key.words[0]; }
    CardSet held() const { return lowest() & tops; }
    CardSet linked() const { return (key.words[0] & key.words[1]) | key.words[2]; }  // cards with a card beneath them
    int open_columns() const { return kColumns - std::popcount(tops); }              // where single cards can be
    Card next_home(int suit) const { return static_cast<Card>(kSuits * home[suit] + suit); }
    bool won() const { return (key.words[0] | key.words[1] | key.words[2]) == 0; }

    // Takes a card from the end of a column. A card that remains alone becomes single, and held if no place is free.
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

    // Puts a card with nothing on it on another card.
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

    // The position, with the highest single cards in columns, for an evaluation.
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

    // Settles the stacks. If `plan` is given, adds the moves to it.
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

    // Puts single cards on stacks, and on other single cards if these can be in a column. Returns whether any card was
    // put.
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
