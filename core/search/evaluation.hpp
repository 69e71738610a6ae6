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
            if (weights.next[above] != 0) nexts_ = above + 1;
        }
        values_[Position::kLowest] = static_cast<std::int16_t>(weights.ordered[0]);
    }

    const LieValues& lies() const { return values_; }
    const Weights& weights() const { return weights_; }

    int operator()(const Position& position) const {
        const auto& home = position.home;
        int value = position.shape + weights_.card * (52 - position.cards_home);
        value += weights_.space[std::min<int>(position.free_cells, 4)][std::min<int>(position.empty_columns, 4)];
        value += weights_.spread * (*std::max_element(home.begin(), home.end()) - *std::min_element(home.begin(), home.end()));
        for (int suit = 0; suit < 4; ++suit)
            for (int away = 0; away < nexts_; ++away) {
                const int card = 4 * (home[suit] + away) + suit;
                if (card >= 52) break;
                if (!position.in_column(static_cast<Card>(card))) continue;
                const int column = position.column_of(static_cast<Card>(card));
                value += weights_.next[away] * (position.height[column] - 1 - position.height_of(static_cast<Card>(card)));
            }
        for (int number = 0; number < position.cell_count; ++number) {
            const Card card = position.cell[number];
            if (card != kNone) value += weights_.cell[rank_of(card) - home[suit_of(card)]];
        }
        return value;
    }

private:
    Weights weights_;
    LieValues values_;
    int nexts_ = 0;
};

}  // namespace freecell
