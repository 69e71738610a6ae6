// Finds the moves of a solution from an exact search, which knows only settled positions.
#pragma once

#include <cassert>
#include <vector>

#include "../rules.hpp"
#include "swaps.hpp"

namespace freecell {

// Follows the settled positions from one to the next. They don't record where single cards are, so this is determined
// at the end. Settling adds some moves that turn out to be unnecessary. These are removed, and cards that are moved one
// after another are moved as runs again.
class ProofPath {
public:
    ProofPath(const Position& start, const Keys& keys) : start_(start), keys_(keys) {
        settled_start(start, keys, &plan_);
    }

    // Plans the moves of the step from one settled position to the next.
    void follow(const Key& from, const Key& to) {
        Swaps swaps;
        std::vector<ProofStep> listed;
        const std::size_t before = plan_.size();
        const auto& reached = swaps.list(ProofSteps(from, keys_).stacks(), keys_);
        for (std::size_t at = 0; at < reached.size(); ++at) {
            const ProofSteps steps(reached[at].stacks.key, keys_);
            steps.list(listed);
            for (const ProofStep& step : listed) {
                swaps.plan(at, plan_);
                Stacks stacks = steps.after(step, &plan_);
                stacks.settle(keys_, &plan_);
                swap_to_first(stacks, keys_, &plan_);
                if (stacks.key == to) return;
                plan_.resize(before);
            }
        }
        assert(false);  // one of the steps leads there
    }

    std::vector<Move> moves() {
        find_places();
        leave_out();
        std::vector<Move> moves;
        Position position = start_;
        for (std::size_t at = 0; at < path_.size();) {
            const std::size_t run = run_at(position, at);
            const Move move = run > 0 ? run_move(position, at, run) : move_of(position, path_[at]);
            at += run > 0 ? 2 * run + 1 : 1;
            position.play(move, kNoCosts);
            moves.push_back(move);
        }
        return moves;
    }

private:
    // A card, and where it is put: on a card, to an empty column (kNoCard), kInCell or kAtHome.
    struct Put {
        Card card, onto;
    };

    // Plays the plan, and moves single cards between cells and columns as needed.
    void find_places() {
        Position position = start_;
        for (std::size_t at = 0; at < plan_.size(); ++at) {
            const auto [card, onto, free] = plan_[at];
            if (onto == kInCell) {
                const CardSet wanted = free == 0 ? wanted_after(at) : 0;
                for (CardSet left = wanted & ~just(card); left != 0; left &= left - 1)
                    put_in_column(position, first_of(left), wanted);
                if ((wanted & just(card)) != 0) empty_a_column(position, wanted);
                const bool to_column = (wanted & just(card)) != 0 || position.free_cells == 0;
                put(position, {card, to_column ? kNoCard : kInCell});
            } else {
                if (onto < kNoCard) put_in_column(position, onto, just(onto));
                put(position, {card, onto});
            }
        }
    }
    // The cards that receive other cards before a place becomes free again.
    CardSet wanted_after(std::size_t at) const {
        CardSet wanted = 0;
        for (++at; at < plan_.size(); ++at) {
            if (plan_[at].onto < kNoCard) wanted |= just(plan_[at].onto);
            if (plan_[at].free > 0) break;
        }
        return wanted;
    }
    // Makes sure that a card is in a column. A single card that is not wanted there makes room for it.
    void put_in_column(Position& position, Card card, CardSet wanted) {
        if (position.beneath[card] != kInCell) return;
        empty_a_column(position, wanted);
        put(position, {card, kNoCard});
    }
    void empty_a_column(Position& position, CardSet wanted) {
        if (position.empty_columns > 0) return;
        int column = 0;
        while (position.height[column] != 1 || (wanted & just(position.top[column])) != 0) {
            ++column;
            assert(column < kColumns);  // settle() leaves a single card that is not wanted
        }
        put(position, {position.top[column], kInCell});
    }
    void put(Position& position, Put put) {
        path_.push_back(put);
        position.play(move_of(position, put), kNoCosts);
    }

    // Removes unnecessary moves one at a time.
    void leave_out() {
        Position position = start_;
        for (std::size_t at = 0; at < path_.size();) {
            if (path_[at].onto != kAtHome && can_go_on(position, at + 1)) {
                path_.erase(path_.begin() + static_cast<std::ptrdiff_t>(at));
            } else {
                position.play(move_of(position, path_[at]), kNoCosts);
                ++at;
            }
        }
    }
    bool can_go_on(Position position, std::size_t at) const {
        for (; at < path_.size(); ++at) {
            if (!can_be_put(position, path_[at])) return false;
            position.play(move_of(position, path_[at]), kNoCosts);
        }
        return true;
    }

    static bool can_be_put(const Position& position, Put put) {
        if (position.source_of(put.card) < 0 || position.beneath[put.card] == put.onto) return false;
        if (put.onto == kAtHome) return rank_of(put.card) == position.home[suit_of(put.card)];
        if (put.onto == kInCell) return position.free_cells > 0;
        return put.onto == kNoCard ? position.empty_columns > 0 : position.is_top(put.onto);
    }

    static Move move_of(const Position& position, Put put) {
        return {static_cast<std::uint8_t>(position.source_of(put.card)), target_of(position, put.onto), 1};
    }
    static std::uint8_t target_of(const Position& position, Card onto) {
        int target = kHome;
        if (onto == kInCell) target = kFirstCell + position.cell_of(kNoCard);
        if (onto < kNoCard) target = position.column_of(onto);
        if (onto == kNoCard) target = position.empty_column();
        return static_cast<std::uint8_t>(target);
    }

    // How many cards are dug here only to return to the card beneath them after it was moved; 0 if there are none.
    std::size_t run_at(const Position& position, std::size_t at) const {
        std::size_t cards = 0;
        while (at + cards < path_.size() && path_[at + cards].onto == kInCell) ++cards;
        for (; cards > 0; --cards) {
            if (at + 2 * cards >= path_.size()) continue;
            const Put lead = path_[at + cards];
            bool is_run = lead.onto <= kNoCard;
            for (std::size_t i = 0; is_run && i < cards; ++i) {
                const Card card = path_[at + i].card, below = path_[at + i + 1].card;
                const Put back = path_[at + 2 * cards - i];
                is_run = position.in_column(card) && position.beneath[card] == below && back.card == card &&
                         back.onto == below;
            }
            if (is_run && is_legal(position, run_move(position, at, cards), Room::kTheory)) return cards;
        }
        return 0;
    }
    Move run_move(const Position& position, std::size_t at, std::size_t cards) const {
        const Put lead = path_[at + cards];
        return {static_cast<std::uint8_t>(position.column_of(lead.card)), target_of(position, lead.onto),
                static_cast<std::uint8_t>(cards + 1)};
    }

    const Position start_;
    const Keys& keys_;
    Plan plan_;
    std::vector<Put> path_;
};

}  // namespace freecell
