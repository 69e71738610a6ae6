// Finds the moves of a solution from its positions.
#pragma once

#include <cassert>
#include <vector>

#include "reductions.hpp"
#include "steps.hpp"

namespace freecell {

// Plays the solution of a search over keys on a position. Keys don't record the order of columns, so each step is found
// again by trial.
template <Reductions kUse>
class ShortestPath {
public:
    ShortestPath(const Position& start, const Keys& keys, bool runs, Room room)
        : position_(start), keys_(keys), runs_(runs), room_(room) {
        play_homes();
    }

    // Plays the shortest step between two positions.
    void follow(const Key& from, const Key& to) {
        columns_.read(from, keys_, runs_);
        target_ = to;
        found_.clear();
        Steps<ShortestPath> steps(*this, columns_, keys_.cells(), room_);
        if constexpr (kUse.steps)
            steps.visit();
        else
            steps.visit_moves();
        assert(!found_.empty());
        if (!found_.empty()) play(found_.front());
        play_homes();
    }

    const std::vector<Move>& moves() const { return moves_; }

private:
    friend class Steps<ShortestPath>;

    static bool is_over(const Stage&) { return false; }

    void visit(const Stage& stage, Card lead, Card onto) {
        const Step step(stage, lead, onto);
        if (!(Child(columns_, keys_, step, kUse).key == target_)) return;
        if (found_.empty())
            found_.push_back(step);
        else if (step.length() < found_.front().length())
            found_.front() = step;
    }

    void play(const Step& step) {
        const CardSet dug = columns_.in & ~step.in;
        for (int column = 0; column < kColumns; ++column)
            while (position_.top[column] != kNoCard && (dug & just(position_.top[column])) != 0)
                play(column, kFirstCell + position_.cell_of(kNoCard), 1);
        if (step.onto == kInCell) return;
        const int source = position_.source_of(step.lead);
        if (step.goes_home())
            play(source, kHome, 1);
        else if (step.from_cell)
            play(source, column_for(step.onto), 1);
        else
            play(position_.column_of(step.lead), column_for(step.onto), position_.cards_from(step.lead));
    }
    int column_for(Card onto) const { return onto != kNoCard ? position_.column_of(onto) : position_.empty_column(); }

    void play_homes() {
        for (int suit = 0, passed = 0; kUse.safe_homes && passed < kSuits; suit = (suit + 1) % kSuits) {
            const Card card = position_.next_home(suit);
            const int source = card < kCards ? position_.source_of(card) : -1;
            if (source < 0 || !is_safe_home(position_.home, suit, kUse.wide_homes)) {
                ++passed;
            } else {
                play(source, kHome, 1);
                passed = 0;
            }
        }
    }

    void play(int source, int target, int cards) {
        moves_.push_back(
            {static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target), static_cast<std::uint8_t>(cards)});
        position_.play(moves_.back(), kNoCosts);
    }

    Position position_;
    const Keys& keys_;
    const bool runs_;
    const Room room_;
    Columns columns_;
    Key target_;
    std::vector<Step> found_;  // the best step so far, if any
    std::vector<Move> moves_;
};

}  // namespace freecell
