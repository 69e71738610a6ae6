// The moves of a solution that an exact search has found: it knows settled positions alone.
#pragma once

#include <vector>

#include "../rules.hpp"
#include "settled.hpp"
#include "steps.hpp"

namespace freecell {

// Follows settled positions from one to the next. To settle takes moves that nobody needs in the end: those are left
// out, and single cards that are moved one after the other become runs again.
class ProofPath {
public:
    ProofPath(const Position& start, const Keys& keys) : start_(start), keys_(keys) {
        columns_.read(keys.key(start), keys, false);
        settle(Step(Stage(columns_, keys.cells()), kNone, kInCell));
    }

    // Moves as one settled position becomes another by a step.
    void follow(const Key& from, const Key& to) {
        columns_.read(from, keys_, false);
        target_ = to;
        is_found_ = false;
        Steps<ProofPath>(*this, columns_, keys_.cells(), Room::kTheory).visit();
    }

    std::vector<Move> moves() {
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
    friend class Steps<ProofPath>;

    // A card, and what it is put on: a card, kNone for an empty column, kInCell or kAtHome.
    struct Put {
        Card card, onto;
    };

    static bool is_over(const Stage&) { return false; }

    void visit(const Stage& stage, Card lead, Card onto) {
        if (is_found_) return;
        const std::size_t before = path_.size();
        const Step step(stage, lead, onto);
        for (CardSet tops = columns_.tops; tops != 0; tops &= tops - 1)
            for (Card card = first_of(tops); card != kNone && (step.in & just(card)) == 0;
                 card = columns_.beneath[card])
                path_.push_back({card, kInCell});
        path_.push_back({lead, onto});
        is_found_ = settle(step) == target_;
        if (!is_found_) path_.resize(before);
    }

    Key settle(const Step& step) {
        const Child child(columns_, keys_, step, {.safe_homes = false});
        return Settled(child, keys_, [&](Card card, Card onto) { path_.push_back({card, onto}); }).key;
    }

    // Leaves out what can be left out, one after the other.
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
        return put.onto == kNone ? position.empty_columns > 0 : position.is_top(put.onto);
    }

    static Move move_of(const Position& position, Put put) {
        return {static_cast<std::uint8_t>(position.source_of(put.card)), target_of(position, put.onto), 1};
    }
    static std::uint8_t target_of(const Position& position, Card onto) {
        int target = kHome;
        if (onto == kInCell) target = kFirstCell + position.cell_of(kNone);
        if (onto < kNone) target = position.column_of(onto);
        if (onto == kNone)
            for (target = 0; position.top[target] != kNone;) ++target;
        return static_cast<std::uint8_t>(target);
    }

    // How many cards are dug here, only to be put back on the card beneath them when that was moved: 0 if not so.
    std::size_t run_at(const Position& position, std::size_t at) const {
        std::size_t cards = 0;
        while (at + cards < path_.size() && path_[at + cards].onto == kInCell) ++cards;
        for (; cards > 0; --cards) {
            if (at + 2 * cards >= path_.size()) continue;
            const Put lead = path_[at + cards];
            bool is_run = lead.onto <= kNone;
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
    Columns columns_;
    Key target_;
    bool is_found_ = false;
    std::vector<Put> path_;
};

}  // namespace freecell
