// Every move of a position that matters to an exact search.
#pragma once

#include "../rules.hpp"

namespace freecell {

// Visits all moves of single cards, by which everything can be reached, and of whole runs, which only get there sooner.
// Left out is what changes nothing but the order of columns or cells: one empty column and one free cell stand for all,
// and a card alone in its column does not move to an empty one.
template <class Visit>
void each_move(const Position& position, Visit visit) {
    const auto move = [&](int source, int target, int cards) {
        visit(Move{static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target),
                   static_cast<std::uint8_t>(cards)});
    };
    int empty = -1, free = -1;
    for (int column = kColumns; column-- > 0;)
        if (position.top[column] == kNone) empty = column;
    for (int number = position.cell_count; number-- > 0;)
        if (position.cell[number] == kNone) free = kFirstCell + number;
    for (int suit = 0; suit < kSuits; ++suit)
        if (const Card card = position.next_home(suit); card < kCards)
            if (const int source = position.source_of(card); source >= 0) move(source, kHome, 1);
    for (int number = 0; number < position.cell_count; ++number) {
        const Card card = position.cell[number];
        if (card == kNone) continue;
        for (const Card under : kFitsOn[card])
            if (under != kNone && position.is_top(under)) move(kFirstCell + number, position.column_of(under), 1);
        if (empty >= 0) move(kFirstCell + number, empty, 1);
    }
    for (int column = 0; column < kColumns; ++column) {
        const Card card = position.top[column];
        if (card == kNone) continue;
        const Card lead = position.lead[column];
        const int cards = position.cards_from(lead);
        if (cards > 1) {
            for (const Card under : kFitsOn[lead])
                if (under != kNone && cards <= position.room() && position.is_top(under))
                    move(column, position.column_of(under), cards);
            if (empty >= 0 && position.beneath[lead] != kNone && cards <= position.room_to_empty())
                move(column, empty, cards);
        }
        for (const Card under : kFitsOn[card])
            if (under != kNone && position.is_top(under)) move(column, position.column_of(under), 1);
        if (free >= 0) move(column, free, 1);
        if (empty >= 0 && position.beneath[card] != kNone) move(column, empty, 1);
    }
}

// The same of a game in which all that fits goes home after each move. There a run can get where its cards can't get
// one by one, for some would go home on the way. So this visits every legal move, but for those that change nothing.
template <class Visit>
void each_legal_move(const Position& position, Room room, Visit visit) {
    int empty = -1, free = -1;
    for (int column = kColumns; column-- > 0;)
        if (position.top[column] == kNone) empty = column;
    for (int number = position.cell_count; number-- > 0;)
        if (position.cell[number] == kNone) free = kFirstCell + number;
    for (int source = 0; source < kFirstCell + position.cell_count; ++source) {
        const bool in_column = source < kFirstCell;
        const Card top = in_column ? position.top[source] : position.cell[source - kFirstCell];
        if (top == kNone) continue;
        const auto move = [&](int target, int cards) {
            const Move one{static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target),
                           static_cast<std::uint8_t>(cards)};
            if (is_legal(position, one, room)) visit(one);
        };
        move(kHome, 1);
        if (in_column && free >= 0) move(free, 1);
        const int run = in_column ? run_length(position, source) : 1;
        const int height = in_column ? position.height[source] : 0;
        Card card = top;
        for (int cards = 1; cards <= run; ++cards, card = position.beneath[card]) {
            if (empty >= 0 && cards != height) move(empty, cards);
            for (const Card under : kFitsOn[card])
                if (under != kNone && position.is_top(under)) move(position.column_of(under), cards);
        }
    }
}

}  // namespace freecell
