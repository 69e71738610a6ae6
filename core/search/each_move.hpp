// Every legal move of a position, for the exact search with auto-play "max".
#pragma once

#include "../rules.hpp"

namespace freecell {

// With auto-play "max", a run can reach places that its cards can't reach one by one, because some would go home on the
// way. So this visits every legal move, except moves that change only the order of columns or cells.
template <class Visit>
void each_legal_move(const Position& position, Room room, Visit visit) {
    int empty = -1, free = -1;
    for (int column = kColumns; column-- > 0;)
        if (position.top[column] == kNoCard) empty = column;
    for (int number = position.cell_count; number-- > 0;)
        if (position.cell[number] == kNoCard) free = kFirstCell + number;
    for (int source = 0; source < kFirstCell + position.cell_count; ++source) {
        const bool in_column = source < kFirstCell;
        const Card top = in_column ? position.top[source] : position.cell[source - kFirstCell];
        if (top == kNoCard) continue;
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
                if (under != kNoCard && position.is_top(under)) move(position.column_of(under), cards);
        }
    }
}

}  // namespace freecell
