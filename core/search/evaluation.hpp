// How good a position is: the lower the better. Integers only, so that every machine agrees.
#pragma once

#include "../position.hpp"
#include "weights.hpp"

namespace freecell {

class Evaluation {
public:
    explicit Evaluation(const Weights& weights) : weights_(weights) {
        values_.fill(0);
        for (int above = 0; above < 13; ++above) {
            values_[above] = static_cast<std::int16_t>(weights.broken[above]);
            values_[Position::kContinues + above] = static_cast<std::int16_t>(weights.ordered[above]);
            cells_[above] = weights.cell[above];
            if (weights.next[above] != 0) nexts_ = above + 1;
        }
        values_[Position::kLowest] = static_cast<std::int16_t>(weights.ordered[0]);
    }

    const LieValues& lies() const { return values_; }
    const Weights& weights() const { return weights_; }

    // Written without branches where one would be a guess: a wrong guess costs more than the sum.
    int operator()(const Position& position) const {
        const auto& home = position.home;
        int value = position.shape + weights_.card * (52 - position.cards_home);
        value += weights_.space[std::min<int>(position.free_cells, 4)][std::min<int>(position.empty_columns, 4)];
        value += weights_.spread * (std::max(std::max(home[0], home[1]), std::max(home[2], home[3])) -
                                    std::min(std::min(home[0], home[1]), std::min(home[2], home[3])));
        for (int away = 0; away < nexts_; ++away)
            for (int suit = 0; suit < 4; ++suit) {
                const auto card = static_cast<Card>(std::min(4 * (home[suit] + away) + suit, 51));
                const int above = position.height[position.column_of(card)] - 1 - position.height_of(card);
                value += weights_.next[away] * (position.in_column(card) ? above : 0);
            }
        for (int number = 0; number < position.cell_count; ++number) {
            const Card card = position.cell[number];
            const int cost = cells_[rank_of(card) - home[suit_of(card)]];
            value += card == kNone ? 0 : cost;
        }
        return value;
    }

private:
    Weights weights_;
    LieValues values_;
    std::array<int, 14> cells_{};  // weights_.cell, and an entry that an empty cell may look at
    int nexts_ = 0;
};

}  // namespace freecell
