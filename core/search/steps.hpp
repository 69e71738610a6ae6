// The steps of a position: every move, after the digs that it needs.
//
// A dig can wait until just before the first move that uses what it uncovers, so it is never a step of its own.
// docs/search.md proves that this loses nothing.
#pragma once

#include <bit>

#include "../rules.hpp"
#include "step.hpp"

namespace freecell {

// Calls `visitor.visit(stage, lead, onto)` for each step. `visitor.is_over(stage)` says whether a stage can be skipped.
template <class Visitor>
class Steps {
public:
    Steps(Visitor& visitor, const Columns& columns, int cell_count, Room room)
        : visitor_(visitor), columns_(columns), room_(room), start_(columns, cell_count), movable_(columns.tops) {
        if (columns.runs)
            for (CardSet left = columns.tops; left != 0; left &= left - 1) movable_ |= run_of(first_of(left));
    }

    void visit() {
        move_at_once();
        if (start_.free_cells == 0) return;
        for (CardSet left = columns_.tops; left != 0; left &= left - 1) dig_one(first_of(left), left & (left - 1));
    }

    // Treats every move as a separate step, including digs.
    void visit_moves() {
        move_at_once();
        if (start_.free_cells == 0) return;
        for (CardSet left = columns_.tops; left != 0; left &= left - 1) {
            Stage stage = start_;
            const Card card = first_of(left);
            stage.dig(card, columns_.beneath[card]);
            visitor_.visit(stage, card, kInCell);
        }
    }

private:
    // The cards of the run at the end of a column, from a card down.
    CardSet run_of(Card card) const {
        return columns_.run[columns_.lead_of[card]] & (columns_.under[card] | just(card));
    }

    void move_at_once() {
        Stage stage = start_;
        for (int suit = 0; suit < kSuits; ++suit)
            if (const Card card = columns_.next_home(suit); card < kCards)
                if (((stage.tops | stage.cells) & just(card)) != 0) visitor_.visit(stage, card, kAtHome);
        for (CardSet left = stage.tops; left != 0; left &= left - 1)
            move_onto(stage, first_of(left), stage.cells, movable_);
        if (stage.empty_columns > 0) move_to_empty(stage, stage.cells, movable_);
    }

    // Moves onto a card from some cells and from some runs.
    void move_onto(Stage& stage, Card under, CardSet cells, CardSet leads) {
        for (const Card card : kFitting[under]) {
            if ((cells & just(card)) != 0)
                visitor_.visit(stage, card, under);
            else if ((leads & just(card)) != 0)
                move_run(stage, card, under);
        }
    }

    void move_to_empty(Stage& stage, CardSet cells, CardSet leads) {
        for (CardSet left = leads; left != 0; left &= left - 1)
            if (const Card lead = first_of(left); columns_.beneath[lead] != kNoCard) move_run(stage, lead, kNoCard);
        for (CardSet left = cells; left != 0; left &= left - 1) visitor_.visit(stage, first_of(left), kNoCard);
    }

    // Digs in the column of a card, then also in one of `others`.
    void dig_one(Card card, CardSet others) {
        Stage stage = start_;
        while (stage.free_cells > 0 && card != kNoCard) {
            const Card last = card;
            card = columns_.beneath[last];
            stage.dig(last, card);
            use(stage, last, card);
            if (visitor_.is_over(stage)) return;
            for (CardSet left = others; left != 0; left &= left - 1) dig_another(stage, card, first_of(left));
        }
    }
    void dig_another(Stage stage, Card uncovered, Card card) {
        while (stage.free_cells > 0 && card != kNoCard) {
            const Card last = card;
            card = columns_.beneath[last];
            stage.dig(last, card);
            use_both(stage, uncovered, card);
            if (visitor_.is_over(stage)) return;
        }
    }

    // The moves that use what digging down to `last` has uncovered (kNoCard: an empty column).
    void use(Stage& stage, Card last, Card uncovered) {
        const CardSet cells = stage.cells & ~just(last);
        const CardSet others = movable_ & ~columns_.cards_of[columns_.column[last]];
        if (uncovered == kNoCard) {
            if (start_.empty_columns == 0) move_to_empty(stage, cells, others);
            return;
        }
        if (uncovered == columns_.next_home(suit_of(uncovered))) visitor_.visit(stage, uncovered, kAtHome);
        const CardSet run = run_of(uncovered);
        for (CardSet left = run & fitting_on(stage.tops); left != 0; left &= left - 1)
            for (const Card under : kFitsOn[first_of(left)])
                if ((stage.tops & just(under)) != 0) move_run(stage, first_of(left), under);
        if (start_.empty_columns > 0) move_to_empty(stage, 0, run);
        move_onto(stage, uncovered, cells, others);
    }

    // The moves that use what was uncovered in both of two columns.
    void use_both(Stage& stage, Card one, Card other) {
        if (one != kNoCard && other != kNoCard) {
            move_onto(stage, one, 0, run_of(other));
            move_onto(stage, other, 0, run_of(one));
        } else if (one != other && start_.empty_columns == 0) {
            move_to_empty(stage, 0, run_of(one != kNoCard ? one : other));
        }
    }

    // If there isn't enough room, digging out other columns may make room.
    void move_run(Stage& stage, Card lead, Card onto) {
        if (!columns_.runs || has_room(stage, lead, onto)) {
            visitor_.visit(stage, lead, onto);
            return;
        }
        const CardSet used = columns_.cards_of[columns_.column[lead]] | (just(onto) & kAllCards);
        make_room(stage, lead, onto, stage.tops & ~used);
    }

    bool has_room(const Stage& stage, Card lead, Card onto) const {
        const CardSet cards = columns_.cards_of[columns_.column[lead]] & stage.in & ~columns_.under[lead];
        return std::popcount(cards) <= room_of(stage.free_cells, stage.empty_columns, room_, onto == kNoCard);
    }

    void make_room(const Stage& start, Card lead, Card onto, CardSet columns) {
        for (; columns != 0; columns &= columns - 1) {
            Card card = first_of(columns);
            if (std::popcount(columns_.under[card]) >= start.free_cells) continue;
            Stage stage = start;
            for (; card != kNoCard; card = columns_.beneath[card]) stage.dig(card, columns_.beneath[card]);
            if (has_room(stage, lead, onto))
                visitor_.visit(stage, lead, onto);
            else
                make_room(stage, lead, onto, columns & (columns - 1));
        }
    }

    Visitor& visitor_;
    const Columns& columns_;
    const Room room_;
    const Stage start_;
    CardSet movable_;  // cards that can move with everything above them, if there is room
};

}  // namespace freecell
