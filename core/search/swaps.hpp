// Swaps: the top card of a column moves from one card that it fits on to the other one. The card can always go back, so
// of all positions that swaps lead to, the exact search visits only one. docs/search.md explains why that is enough.
#pragma once

#include <algorithm>
#include <vector>

#include "proof_steps.hpp"

namespace freecell {

// Calls `visit(card, onto)` for each swap, until that returns true; returns whether it did. Leaves out cards that lie
// on the lowest card of a column, because that one would be left alone.
template <class Visit>
bool each_swap(const Stacks& stacks, const Keys& keys, Visit visit) {
    const CardSet tops = stacks.tops & ~stacks.lowest();
    for (CardSet left = tops & fitting_on(tops); left != 0; left &= left - 1) {
        const Card card = first_of(left), beneath = keys.beneath(card, stacks.key.get(card));
        const auto [one, other] = kFitsOn[card];
        if ((beneath != one && beneath != other) || (stacks.lowest() & just(beneath)) != 0) continue;
        const Card onto = beneath == one ? other : one;
        if ((tops & just(onto)) != 0 && visit(card, onto)) return true;
    }
    return false;
}

// Swaps every card to the first card that it fits on, if possible. If `plan` is given, adds the moves to it.
inline void swap_to_first(Stacks& stacks, const Keys& keys, Plan* plan) {
    if (keys.cells() > kFewCells) return;
    while (each_swap(stacks, keys, [&](Card card, Card onto) {
        if (onto != kFitsOn[card][0]) return false;
        stacks.put(card, onto, keys);
        if (plan != nullptr) plan->push_back({card, onto, stacks.free});
        return true;
    })) {
    }
}

// All positions that swaps lead to from a position, including that one.
class Swaps {
public:
    // The swap leads here from an earlier position. There is none for the first position.
    struct Reached {
        Stacks stacks;
        std::size_t from;
        Card card, onto;
    };

    const std::vector<Reached>& list(const Stacks& first, const Keys& keys) {
        reached_.assign(1, {first, 0, kNoCard, kNoCard});
        if (keys.cells() > kFewCells) return reached_;
        for (std::size_t at = 0; at < reached_.size(); ++at) {
            const Stacks stacks = reached_[at].stacks;
            each_swap(stacks, keys, [&](Card card, Card onto) {
                Reached next{stacks, at, card, onto};
                next.stacks.put(card, onto, keys);
                const auto is_next = [&](const Reached& other) { return other.stacks.key == next.stacks.key; };
                if (std::none_of(reached_.begin(), reached_.end(), is_next)) reached_.push_back(next);
                return false;
            });
        }
        return reached_;
    }

    // Adds the swaps that lead to one of the listed positions to a plan.
    void plan(std::size_t at, Plan& plan) const {
        if (at == 0) return;
        const Reached& reached = reached_[at];
        this->plan(reached.from, plan);
        plan.push_back({reached.card, reached.onto, reached.stacks.free});
    }

private:
    std::vector<Reached> reached_;
};

}  // namespace freecell
