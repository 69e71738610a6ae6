// How good a position is; lower is better. Uses only integers, so every machine computes the same values.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "../position.hpp"
#include "../splitmix64.hpp"
#include "weights.hpp"

namespace freecell {

class Evaluation {
public:
    constexpr explicit Evaluation(const Weights& weights) : weights_(weights) {
        for (int x = 0; x < kRanks; ++x) {
            costs_[x] = static_cast<std::int16_t>(weights.broken[x]);
            costs_[kContinues + x] = static_cast<std::int16_t>(weights.ordered[x]);
            cells_[x] = weights.cell[x];
            if (weights.next[x] != 0) nexts_ = x + 1;
        }
        costs_[kLowest] = static_cast<std::int16_t>(weights.ordered[0]);
    }

    // Adds a random number below `noise` to the value of each position. Another seed gives other numbers.
    constexpr Evaluation(const Weights& weights, std::uint32_t noise, std::uint64_t seed) : Evaluation(weights) {
        noise_ = noise;
        factor_ = SplitMix64(seed).next() | 1;
    }

    // The random number for a position, from its hash.
    int noise(std::uint64_t hash) const { return static_cast<int>((hash * factor_ >> 32) * noise_ >> 32); }

    const SeatCosts& costs() const { return costs_; }
    const Weights& weights() const { return weights_; }
    int nexts() const { return nexts_; }
    // The card of a suit that is `away` cards away from going home. If there is none, the king of spades stands in for
    // it.
    static Card next_card(const std::array<std::uint8_t, kSuits>& home, int suit, int away) {
        return static_cast<Card>(std::min(kSuits * (home[suit] + away) + suit, kCards - 1));
    }
    int space(int free_cells, int empty_columns) const {
        return weights_.space[std::min(free_cells, 4)][std::min(empty_columns, 4)];
    }

    // The part that depends on the cards that are home and on `cover(card)`, the number of cards above each of the next
    // cards to go home.
    template <class Cover>
    int of_homes(const std::array<std::uint8_t, kSuits>& home, Cover cover) const {
        int value = weights_.card * (kCards - home[0] - home[1] - home[2] - home[3]);
        value += weights_.spread * (std::max(std::max(home[0], home[1]), std::max(home[2], home[3])) -
                                    std::min(std::min(home[0], home[1]), std::min(home[2], home[3])));
        for (int away = 0; away < nexts_; ++away) {
            int sum = 0;
            for (int suit = 0; suit < kSuits; ++suit) sum += cover(next_card(home, suit, away));
            value += weights_.next[away] * sum;
        }
        return value;
    }

    // The value of a position whose seat costs were summed with these weights. Avoids unpredictable branches: a
    // misprediction costs more than the arithmetic.
    int operator()(const Position& position) const {
        const auto& home = position.home;
        int value = position.seat_cost + space(position.free_cells, position.empty_columns);
        value += of_homes(home, [&](Card card) {
            const int above = position.cards_from(card) - 1;
            return position.in_column(card) ? above : 0;
        });
        for (int number = 0; number < position.cell_count; ++number) {
            const Card card = position.cell[number];
            value += cells_[rank_of(card) - home[suit_of(card)]] & -static_cast<int>(card != kNoCard);
        }
        return value;
    }

private:
    Weights weights_;
    SeatCosts costs_{};
    std::array<int, kRanks + 1> cells_{};  // weights_.cell, plus an entry that an empty cell may read
    std::uint32_t noise_ = 0;
    std::uint64_t factor_ = 0;
    int nexts_ = 0;  // one more than the index of the last nonzero weights_.next
};

}  // namespace freecell
