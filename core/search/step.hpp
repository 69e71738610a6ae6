// A step of the search for shortest solutions: some digs, which move top cards of columns to cells, followed by a move.
#pragma once

#include <bit>

#include "columns.hpp"
#include "reductions.hpp"

namespace freecell {

// A position after the digs.
struct Stage {
    CardSet in, tops, cells;
    int digs, free_cells, empty_columns;
    int bound = -1;  // -1: not computed yet

    Stage(const Columns& columns, int cell_count)
        : in(columns.in),
          tops(columns.tops),
          cells(columns.cells),
          digs(0),
          free_cells(cell_count - std::popcount(columns.cells)),
          empty_columns(columns.empty_columns()) {}

    void dig(Card card, Card beneath) {
        in &= ~just(card);
        tops = (tops & ~just(card)) | (just(beneath) & kAllCards);
        cells |= just(card);
        ++digs;
        --free_cells;
        empty_columns += beneath == kNoCard;
        bound = -1;
    }
};

// The move: the cards from `lead` up, or `lead` from its cell, go onto a card, to an empty column (kNoCard) or home
// (kAtHome). `onto` is kInCell if the step has no move.
struct Step {
    CardSet in, tops, cells;  // after the digs
    int digs, bound;
    Card lead, onto;
    bool from_cell;

    Step(const Stage& stage, Card card, Card on)
        : in(stage.in),
          tops(stage.tops),
          cells(stage.cells),
          digs(stage.digs),
          bound(stage.bound),
          lead(card),
          onto(on),
          from_cell(on != kInCell && (stage.cells & just(card)) != 0) {}

    bool goes_home() const { return onto == kAtHome; }
    bool has_move() const { return onto <= kNoCard; }  // a move that counts
    int length() const { return digs + (has_move() ? 1 : 0); }
};

// The position after a step and the safe moves home that follow it.
struct Child {
    Key key;
    CardSet tops, cells;
    Homes home;

    bool won() const { return (key.words[0] | key.words[1] | key.words[2]) == 0; }
    CardSet in() const { return key.words[1] | key.words[2]; }

    Child(const Columns& columns, const Keys& keys, const Step& step, const Reductions& use)
        : key(columns.key), tops(step.tops), cells(step.cells), home(columns.home) {
        const CardSet dug = columns.in & ~step.in;
        key.words[0] |= dug;
        key.words[1] &= ~dug;
        key.words[2] &= ~dug;
        if (step.onto != kInCell) play(columns, keys, step);
        if (use.safe_homes) play_homes(keys, use.wide_homes);
    }

private:
    void play(const Columns& columns, const Keys& keys, const Step& step) {
        const Card lead = step.lead;
        if (step.from_cell)
            cells &= ~just(lead);
        else if (step.goes_home())
            tops &= ~just(lead);
        if (!step.from_cell) tops |= just(columns.beneath[lead]) & kAllCards;
        if (step.goes_home()) {
            ++home[suit_of(lead)];
        } else {
            tops &= ~(just(step.onto) & kAllCards);
            if (step.from_cell) tops |= just(lead);
        }
        key.set(lead, keys.how(lead, step.onto));
    }

    void play_homes(const Keys& keys, bool wide) {
        const auto can_go = [&](Card card) { return ((tops | cells) & just(card)) != 0; };
        send_safe_homes(home, wide, can_go, [&](Card card) {
            if ((tops & just(card)) != 0) {
                tops &= ~just(card);
                if (const Card below = keys.beneath(card, key.get(card)); below < kCards) tops |= just(below);
            }
            cells &= ~just(card);
            ++home[suit_of(card)];
            for (auto& word : key.words) word &= ~just(card);
        });
    }
};

}  // namespace freecell
