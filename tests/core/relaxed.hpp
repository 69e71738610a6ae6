// A witness for tests/core/shortest.cpp: the bound of the shortest search by its definition.
#pragma once

#include "witness.hpp"

namespace witness {

// The relaxation by its definition: the least cost of emptying all columns if any number of cards may lie beside them.
class Relaxed {
public:
    Relaxed(const Board& board, bool runs) : board_(board), runs_(runs) {}

    // The maximum number of states to look at.
    std::size_t states() const {
        std::size_t states = 1;
        for (const auto& column : board_.columns) states *= column.height + std::size_t{1};
        return states;
    }

    int cost() {
        Heights heights;
        for (int i = 0; i < kColumns; ++i) heights[i] = board_.columns[i].height;
        return cost(heights);
    }

private:
    using Heights = std::array<int, kColumns>;

    bool is_lowest(const Heights& heights, int card) const {
        for (int i = 0; i < kColumns; ++i)
            for (int height = 0; height < heights[i]; ++height)
                if (const int other = board_.columns[i].cards[height]; suit(other) == suit(card) && other < card)
                    return false;
        return true;
    }
    int cost(const Heights& heights) {
        if (std::count(heights.begin(), heights.end(), 0) == kColumns) return 0;
        const std::string key(heights.begin(), heights.end());
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        int best = 1000;
        for (int i = 0; i < kColumns; ++i) {
            if (heights[i] == 0) continue;
            const auto& cards = board_.columns[i].cards;
            Heights after = heights;
            --after[i];
            if (is_lowest(heights, cards[after[i]])) best = std::min(best, cost(after));
            best = std::min(best, 1 + cost(after));
            while (runs_ && after[i] > 0 && fits(cards[after[i]], cards[after[i] - 1])) {
                --after[i];
                best = std::min(best, 1 + cost(after));
            }
        }
        return known_[key] = best;
    }

    const Board& board_;
    const bool runs_;
    std::unordered_map<std::string, int> known_;
};

}  // namespace witness
