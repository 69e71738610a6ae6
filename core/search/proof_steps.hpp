// The steps of a settled position: every way to link a card to another one or to send it home, after the digs that this
// needs.
//
// A dig takes cards from the end of a column and makes them single. docs/search.md explains why no other step is
// needed.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "settled.hpp"

namespace freecell {

struct ProofStep {
    std::array<Card, kColumns> cuts;  // the lowest card dug in each of some columns, in this order
    int columns = 0;                  // the number of these columns
    Card card, onto;                  // a card, or kAtHome
};

// The stacks of a position, as deep as they can be dug.
class ProofSteps {
public:
    ProofSteps(const Key& key, const Keys& keys) : keys_(keys) { read(key); }

    const Stacks& stacks() const { return stacks_; }

    // The stacks after a step, not yet settled. If `plan` is given, adds the moves to it.
    Stacks after(const ProofStep& step, Plan* plan) const {
        Stacks stacks = stacks_;
        for (int i = 0; i < step.columns; ++i)
            for (Card card = top_[column_[step.cuts[i]]];; card = beneath_[card]) {
                stacks.dig(card, keys_);
                if (plan != nullptr) plan->push_back({card, kInCell, stacks.free});
                if (card == step.cuts[i]) break;
            }
        if (step.onto == kAtHome)
            stacks.send_home(step.card, keys_);
        else
            stacks.put(step.card, step.onto, keys_);
        if (plan != nullptr) plan->push_back({step.card, step.onto, stacks.free});
        return stacks;
    }

    // Lists all steps.
    void list(std::vector<ProofStep>& steps) const {
        steps.clear();
        for (int suit = 0; suit < kSuits; ++suit)
            if (const Card card = stacks_.next_home(suit); card < kCards && is_near(card)) {
                ProofStep step{.cuts = {}, .card = card, .onto = kAtHome};
                if (cut_above(step, card)) order(step, false, steps);
            }
        for (CardSet left = near_ & beneath_fitting(near_); left != 0; left &= left - 1) {
            const Card onto = first_of(left);
            for (const Card card : kFitting[onto])
                if (is_near(card)) link(card, onto, steps);
        }
    }

private:
    bool is_near(Card card) const { return (near_ & just(card)) != 0; }
    bool is_linked(Card card) const { return (stacks_.linked() & just(card)) != 0; }

    void read(const Key& key) {
        stacks_.key = key;
        const CardSet linked = stacks_.linked(), lowest = stacks_.lowest();
        stacks_.single = key.words[0] & ~linked;
        stacks_.home = homes_without(key.words[0] | key.words[1] | key.words[2]);
        CardSet covered = 0;
        keys_.each_link(key, [&](Card card, Card beneath) {
            beneath_[card] = beneath;
            above_[beneath] = card;
            covered |= just(beneath);
        });
        stacks_.tops = (linked | lowest) & ~covered;
        stacks_.free = keys_.cells() + kColumns - std::popcount(stacks_.tops) - std::popcount(stacks_.single);
        near_ = stacks_.single;
        for (CardSet left = stacks_.single; left != 0; left &= left - 1) depth_[first_of(left)] = 0;
        for (CardSet left = stacks_.tops; left != 0; left &= left - 1, ++columns_) {
            Card card = first_of(left);
            top_[columns_] = card;
            bottom_[columns_] = kNoCard;
            for (int depth = 0; depth <= stacks_.free; ++depth, card = beneath_[card]) {
                column_[card] = static_cast<std::uint8_t>(columns_);
                depth_[card] = static_cast<std::uint8_t>(depth);
                near_ |= just(card);
                if ((lowest & just(card)) != 0) {
                    bottom_[columns_] = card;
                    break;
                }
            }
        }
    }

    // Adds a cut to a step; returns whether there are enough places for all cards dug.
    bool cut(ProofStep& step, Card card) const {
        int places = stacks_.free;
        bool is_new = true;
        for (int i = 0; i < step.columns; ++i) {
            Card& old = step.cuts[i];
            if (column_[old] == column_[card]) {
                if (depth_[card] > depth_[old]) old = card;
                is_new = false;
            }
            places -= depth_[old] + 1;
        }
        if (is_new) {
            step.cuts[step.columns++] = card;
            places -= depth_[card] + 1;
        }
        return places >= 0;
    }
    bool cut_above(ProofStep& step, Card card) const { return depth_[card] == 0 || cut(step, above_[card]); }

    void link(Card card, Card onto, std::vector<ProofStep>& steps) const {
        ProofStep step{.cuts = {}, .card = card, .onto = onto};
        if (!cut_above(step, card) || !cut_above(step, onto)) return;
        if (!is_linked(onto)) {
            if (is_linked(card) && beneath_[card] == onto) return;
            if ((stacks_.single & just(onto)) != 0)
                link_to_single(step, steps);
            else
                order(step, false, steps);
            return;
        }
        const bool is_on = is_linked(card) && beneath_[card] == onto;
        const bool is_beneath = column_of(card) == column_of(onto) && depth_[card] > depth_[onto];
        if (!is_on && !is_beneath) order(step, false, steps);
        if (cut(step, onto)) link_to_single(step, steps);
    }
    int column_of(Card card) const { return (stacks_.single & just(card)) != 0 ? -1 - card : column_[card]; }

    // Links the card to a single card, which must be in a column.
    void link_to_single(const ProofStep& step, std::vector<ProofStep>& steps) const {
        if (stacks_.open_columns() + ended(step) > 0) {
            order(step, true, steps);
            return;
        }
        for (int column = 0; column < columns_; ++column) {  // one column must be dug out
            ProofStep more = step;
            if (!is_linked(top_[column]) || bottom_[column] == kNoCard) continue;
            if (cut(more, above_[bottom_[column]])) order(more, true, steps);
        }
    }

    bool ends(Card cut) const { return !is_linked(beneath_[cut]); }  // whether it leaves a single card
    int ended(const ProofStep& step) const {
        int count = 0;
        for (int i = 0; i < step.columns; ++i) count += ends(step.cuts[i]);
        return count;
    }

    int free_after(const ProofStep& step) const {
        int places = stacks_.free;
        for (int i = 0; i < step.columns; ++i) places -= depth_[step.cuts[i]] + 1;
        return places;
    }

    // Determines which column is dug last. This matters only if no place is free then.
    void order(const ProofStep& step, bool to_single, std::vector<ProofStep>& steps) const {
        const int places = free_after(step);
        if (places > 0 || step.columns == 0) steps.push_back(step);
        if (step.columns == 0) return;
        if (places == 0)
            order_full(step, 0, to_single, steps);
        else if (stays_full(step))
            dig_out(step, 0, 0, places, to_single, steps);
    }

    // For steps that leave no place free after the last dig. If that dig leaves one card alone in its column, that card
    // is held there, and a single card must have reached a column before. `first`: the columns before it can't be last.
    // If several columns can be last and each would leave a card alone, the choice doesn't matter: the card that is
    // moved is one of these cards, and frees a place.
    void order_full(ProofStep step, int first, bool to_single, std::vector<ProofStep>& steps) const {
        int last = step.columns - 1;
        for (int i = first; i < step.columns; ++i)
            if (!ends(step.cuts[i])) last = i;
        if (ends(step.cuts[last]) && to_single && stacks_.open_columns() + step.columns < 2) return;
        std::swap(step.cuts[last], step.cuts[step.columns - 1]);
        steps.push_back(step);
    }

    // Whether a step frees no place: its card comes from a column and has other cards beneath it.
    bool stays_full(const ProofStep& step) const {
        if (!is_linked(step.card)) return false;
        for (int i = 0; i < step.columns; ++i)
            if (column_[step.cuts[i]] == column_[step.card] && depth_[step.cuts[i]] >= depth_[step.card]) return false;
        return true;
    }

    // Digs out other columns before the last dig, down to their lowest cards, so that no place is free after it. These
    // cards could not leave their columns later.
    void dig_out(const ProofStep& step, int dug, int column, int places, bool to_single,
                 std::vector<ProofStep>& steps) const {
        if (places == 0 && dug < step.columns) order_full(step, dug, to_single, steps);
        for (; places > 0 && column < columns_; ++column) {
            if (bottom_[column] == kNoCard || column == column_[step.card] ||
                (!to_single && step.onto < kNoCard && column == column_[step.onto]))
                continue;
            ProofStep more = step;
            int at = dug, left = places - depth_[bottom_[column]];
            while (at < step.columns && column_[step.cuts[at]] != column) ++at;
            if (at < step.columns)
                left += depth_[step.cuts[at]] + 1;
            else
                ++more.columns;
            if (left < 0 || left == places) continue;
            more.cuts[at] = more.cuts[dug];
            more.cuts[dug] = above_[bottom_[column]];
            dig_out(more, dug + 1, column + 1, left, to_single, steps);
        }
    }

    const Keys& keys_;
    Stacks stacks_;
    CardSet near_;  // the cards that digging can reach
    std::array<Card, kCards> beneath_;
    std::array<Card, kCards> above_;
    std::array<std::uint8_t, kCards> column_, depth_;  // of near cards; depth: the number of cards on it
    std::array<Card, kColumns> top_, bottom_;          // bottom: the lowest card if it is near, or kNoCard
    int columns_ = 0;
};

// The settled stacks of a position. If `plan` is given, adds the moves to it.
inline Stacks settled_start(const Position& start, const Keys& keys, Plan* plan) {
    Stacks stacks = ProofSteps(keys.key(start), keys).stacks();
    if (stacks.free > 0) stacks.let_go();
    stacks.settle(keys, plan);
    return stacks;
}

}  // namespace freecell
