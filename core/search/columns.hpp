// The columns of a position as sets of cards. The search for shortest solutions examines, for many positions, what
// would remain if some of their cards were gone or lay elsewhere.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "../position.hpp"
#include "keys.hpp"
#include "moves.hpp"
#include "reductions.hpp"

namespace freecell {

constexpr CardSet kClubs = 0x1111111111111;

constexpr CardSet of_suit(int suit) { return kClubs << suit; }
inline Card first_of(CardSet cards) { return static_cast<Card>(std::countr_zero(cards)); }

// The number of cards home in each suit if all cards but these are home.
inline Homes homes_without(CardSet cards) {
    Homes home;
    for (int suit = 0; suit < kSuits; ++suit) {
        const CardSet away = cards & of_suit(suit);
        home[suit] = static_cast<std::uint8_t>(away != 0 ? rank_of(first_of(away)) : kRanks);
    }
    return home;
}

// The higher cards of a card's suit; none for kNoCard.
constexpr auto kHigher = [] {
    std::array<CardSet, kCards + 1> cards{};
    for (Card card = 0; card < kCards; ++card) cards[card] = of_suit(suit_of(card)) & ~((just(card) << 1) - 1);
    return cards;
}();

// The two cards that fit on a card in a column; kNoCard for an ace.
constexpr auto kFitting = [] {
    std::array<std::array<Card, 2>, kCards> cards{};
    for (int card = 0; card < kCards; ++card) {
        const int below = kSuits * (card / kSuits - 1);
        const auto [one, other] = other_color(static_cast<Card>(card));
        cards[card] = {static_cast<Card>(below + one), static_cast<Card>(below + other)};
        if (below < 0) cards[card] = {kNoCard, kNoCard};
    }
    return cards;
}();

// A key, unpacked. A column is a chain of cards from its lowest one up, and consists of runs, which move at once; if
// cards move one at a time, each card is a run. A card blocks all cards that have a lower card of the same suit beneath
// it. A card that blocks itself is forced: it can't go home directly.
struct Columns {
    Key key;
    Homes home;
    CardSet in, tops, cells;                  // the cards in columns, the top card of each column, the cards in cells
    CardSet continues;                        // cards that continue a run
    CardSet paid;                             // cards with a forced card at or beneath them in their run
    CardSet payers;                           // the lowest forced card of each run
    std::array<Card, kCards> beneath;         // kNoCard for the lowest card of a column
    std::array<Card, kCards + 1> above;       // kNoCard for the top card of a column
    std::array<CardSet, kCards + 1> under;    // all cards beneath it; none for kNoCard
    std::array<CardSet, kCards + 1> blocked;  // the cards that it blocks; none for kNoCard
    std::array<Card, kCards> lead_of;         // the lowest card of its run
    std::array<CardSet, kCards> run;          // the cards of a run, by its lowest card
    std::array<std::uint8_t, kCards> column;  // by number
    std::array<CardSet, kColumns> cards_of;   // the cards of each column
    bool runs;                                // whether several cards move at once

    void read(const Key& whole, const Keys& keys, bool with_runs) {
        runs = with_runs;
        key = whole;
        in = key.words[1] | key.words[2];
        cells = key.words[0] & ~in;
        home = homes_without(in | cells);
        continues = paid = payers = 0;
        under[kNoCard] = blocked[kNoCard] = 0;
        above.fill(kNoCard);
        cards_of.fill(0);
        const CardSet lowest = key.words[1] & ~key.words[0];
        CardSet covered = 0;
        for (CardSet left = in & ~lowest; left != 0; left &= left - 1) {
            const Card card = first_of(left);
            const Card below = keys.beneath(card, key.get(card));
            covered |= just(below);
            above[below] = card;
        }
        tops = in & ~covered;
        int number = 0;
        for (CardSet left = lowest; left != 0; left &= left - 1, ++number) put_all(first_of(left), kNoCard, number, in);
    }

    int empty_columns() const { return kColumns - std::popcount(tops); }
    Card next_home(int suit) const { return static_cast<Card>(kSuits * home[suit] + suit); }

    // All cards of the runs that these cards belong to.
    CardSet runs_of(CardSet cards) const {
        if (!runs) return cards;
        CardSet all = 0;
        for (; cards != 0; cards &= cards - 1) all |= run[lead_of[first_of(cards)]];
        return all;
    }

    // Whether a card would be forced if it lay on another one.
    bool is_forced_on(Card card, Card below) const { return ((blocked[below] | kHigher[below]) & just(card)) != 0; }

    // The changes that a move made.
    struct Change {
        Card lead, onto, was_beneath, was_above, source_lead, target_lead;
        std::uint8_t source, target;
        CardSet moved, source_cards, target_cards, source_run, target_run;
        CardSet continues, paid, payers;
        Key key;
    };

    // Puts the cards from `lead` up on another card or to an empty column, or only `lead` if it is not in a column.
    // `left`: the cards that are in columns; other cards of these columns no longer count. Must be reverted with `undo`
    // before the next change.
    Change move(Card lead, Card onto, CardSet left, unsigned how) {
        const bool was_in = (in & just(lead)) != 0;  // perhaps only before it was dug
        const std::uint8_t source = was_in ? column[lead] : std::uint8_t{0};
        const Card old_lead = was_in ? lead_of[lead] : lead;
        const CardSet moved = (left & just(lead)) != 0 ? cards_of[source] & left & ~under[lead] : just(lead);
        const std::uint8_t target = onto != kNoCard ? column[onto] : empty_column(left & ~moved);
        const Card new_lead = onto != kNoCard ? lead_of[onto] : lead;
        const Change change{lead,
                            onto,
                            was_in ? beneath[lead] : kInCell,
                            above[onto],
                            old_lead,
                            new_lead,
                            source,
                            target,
                            moved,
                            cards_of[source],
                            cards_of[target],
                            run[old_lead],
                            run[new_lead],
                            continues,
                            paid,
                            payers,
                            key};
        if (was_in) {
            cards_of[source] &= ~moved;
            run[old_lead] &= ~moved;
        }
        if (onto == kNoCard) cards_of[target] = 0;
        for (CardSet* cards : {&continues, &paid, &payers}) *cards &= ~moved;
        key.set(lead, how);
        above[onto] = lead;
        put_all(lead, onto, target, moved);
        return change;
    }

    void undo(const Change& change) {
        if (change.was_beneath != kInCell) put_all(change.lead, change.was_beneath, change.source, change.moved);
        above[change.onto] = change.was_above;
        cards_of[change.target] = change.target_cards;
        cards_of[change.source] = change.source_cards;
        run[change.target_lead] = change.target_run;
        run[change.source_lead] = change.source_run;
        continues = change.continues;
        paid = change.paid;
        payers = change.payers;
        key = change.key;
    }

private:
    std::uint8_t empty_column(CardSet left) const {
        std::uint8_t number = 0;
        while ((cards_of[number] & left) != 0) ++number;
        return number;
    }

    // Puts a card, and the cards of `cards` that lie on it, on another card.
    void put_all(Card card, Card below, int number, CardSet cards) {
        for (;; below = card, card = above[card]) {
            put(card, below, number);
            if ((cards & just(above[card])) == 0) return;
        }
    }

    void put(Card card, Card below, int number) {
        const CardSet bit = just(card);
        beneath[card] = below;
        under[card] = under[below] | (just(below) & kAllCards);
        blocked[card] = blocked[below] | kHigher[below];
        column[card] = static_cast<std::uint8_t>(number);
        cards_of[number] |= bit;
        const CardSet is_forced = blocked[card] & bit;
        lead_of[card] = card;
        run[card] = bit;
        CardSet was_paid = 0;
        if (runs && below != kNoCard && (kFitsOn[card][0] == below || kFitsOn[card][1] == below)) {
            continues |= bit;
            lead_of[card] = lead_of[below];
            run[lead_of[card]] |= bit;
            if ((paid & just(below)) != 0) was_paid = bit;
        }
        paid |= is_forced | was_paid;
        payers |= is_forced & ~was_paid;
    }
};

}  // namespace freecell
