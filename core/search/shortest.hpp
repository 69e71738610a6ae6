// The search for a provably shortest solution: A* with the bound of relaxation.hpp.
//
// A length here is the number of moves that don't go home: in any solution, each card goes home once. Positions are
// visited in the order of the least length that a solution through them can have. Once all positions with one such
// length have been visited, every solution is longer. docs/search.md explains the whole search.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "position_store.hpp"
#include "reductions.hpp"
#include "relaxation.hpp"
#include "search.hpp"
#include "shortest_path.hpp"
#include "steps.hpp"
#include "stuck.hpp"
#include "watch.hpp"

namespace freecell {

template <Reductions kUse = Reductions{}>
class ShortestSearch {
public:
    enum class End { kProven, kPaused, kMemory, kStopped };
    static constexpr int kLongest = 4000;  // longer solutions are ignored
    static_assert(kLongest <= PositionStore::kMostLength);

    // Starts a search for solutions shorter than `known`. `memory` is in bytes.
    void start(const Position& position, Metric metric, Room room, int known, std::uint64_t memory) {
        keys_ = Keys(position);
        runs_ = metric == Metric::kTurns;
        room_ = room;
        last_ = kNoNode;
        won_ = false;
        limit_ = kLongest;
        know(known);
        recent_.assign(kRecent, {});
        const std::uint64_t fixed = Relaxation::bytes() + kRecent * sizeof(Key);
        const std::uint64_t left = memory > fixed ? memory - fixed : 0;
        const bool remembers = relaxation_.start();  // even if memory is short, because it must forget the last search
        full_ = !store_.start(left, static_cast<std::size_t>(limit_ + 1)) || !remembers;
        columns_.read(keys_.key(position), keys_, runs_);
        has_looked_ = false;
        look();
        parent_ = kNoNode;
        length_ = 0;
        bound_ = kUse.bound && remembers ? relaxation_(columns_, columns_.in, columns_.tops, 0, kLongest) : 0;
        lower_bound_ = bound_;
        if (full_ || bound_ > limit_) return;
        Stage stage(columns_, keys_.cells());
        stage.bound = bound_;
        visit(stage, kNoCard, kInCell);
        add_candidates();
    }

    // Continues the search until about this many more positions have been looked at.
    End run(std::uint64_t positions, Watch& watch) {
        for (; lower_bound_ <= limit_; ++lower_bound_)
            for (std::uint32_t number; lower_bound_ <= limit_ && (number = next()) != kNoNode;) {
                if (full_) return End::kMemory;
                if (watch.over()) return End::kStopped;
                expand(number);
                if (positions-- == 0) return End::kPaused;
            }
        return full_ ? End::kMemory : End::kProven;
    }

    // Tells the search that a solution of this length was found elsewhere.
    void know(int length) {
        if (length > limit_) return;
        limit_ = length - 1;
        won_ = false;
    }

    // The lower bound on the length of any solution.
    int lower_bound() const { return std::min(lower_bound_, limit_ + 1); }
    // Whether this search found the shortest solution known, and its length.
    bool won() const { return won_; }
    int shortest() const { return limit_ + 1; }
    std::uint64_t positions() const { return store_.count(); }

    // The moves of that solution from the start of the search.
    std::vector<Move> moves(const Position& start) const {
        std::vector<Key> keys{Key{}};  // the won one
        for (std::uint32_t number = last_; number != kNoNode; number = store_.parent(number))
            keys.push_back(store_.key(number));
        ShortestPath<kUse> path(start, keys_, runs_, room_);
        for (std::size_t left = keys.size() - 1; left > 0; --left) path.follow(keys[left], keys[left - 1]);
        return path.moves();
    }

private:
    friend class Steps<ShortestSearch>;
    static constexpr std::size_t kRecent = 1 << 12;

    // A position that a step leads to.
    struct Candidate {
        Step step;
        Child child;
        std::uint64_t hash;
        int length;
    };

    std::uint32_t next() { return full_ ? 0 : store_.pop(lower_bound_); }

    void expand(std::uint32_t number) {
        parent_ = number;
        length_ = store_.length(number);
        bound_ = store_.bound(number);
        columns_.read(store_.key(number), keys_, runs_);
        has_looked_ = false;
        Steps<ShortestSearch> steps(*this, columns_, keys_.cells(), room_);
        if constexpr (kUse.steps)
            steps.visit();
        else
            steps.visit_moves();
        add_candidates();
    }

    bool is_over(const Stage& stage) const { return stage.bound >= 0 && length_ + stage.digs + stage.bound > limit_; }

    void look() {
        if (!has_looked_) relaxation_.look_at(columns_);
        has_looked_ = true;
    }

    // The bound of a stage, or a value that is too high.
    int bound_of(const Stage& stage) {
        if (stage.digs == 0 || !kUse.bound) return bound_;
        look();
        return relaxation_(columns_, stage.in, stage.tops, 0, limit_ - length_ - stage.digs, bound_ - stage.digs);
    }

    // The most by which the move of a step can lower the bound.
    int gain_of(const Step& step) const {
        if (!step.has_move()) return 0;
        const bool stays_forced = !runs_ && step.onto != kNoCard && columns_.is_forced_on(step.lead, step.onto);
        return (step.from_cell ? 0 : 1) - (stays_forced ? 1 : 0);
    }

    void visit(Stage& stage, Card lead, Card onto) {
        Step step(stage, lead, onto);
        const int length = length_ + step.length();
        const int most = kUse.bound ? limit_ - length + gain_of(step) : limit_ - length;  // for the bound of the stage
        if ((kUse.bound ? bound_ - stage.digs : 0) > most) return;
        if (stage.bound < 0) stage.bound = step.bound = bound_of(stage);
        if (stage.bound > most) return;
        const Child child(columns_, keys_, step, kUse);
        if (child.won()) {
            if (length > limit_) return;
            limit_ = length - 1;
            last_ = parent_;
            won_ = true;
            return;
        }
        const std::uint64_t hash = child.key.hash();
        if (was_recent(child.key, hash, length)) return;
        store_.expect(hash);
        candidates_.push_back({step, child, hash, length});
    }

    // Whether the position was recently reached by an equally short path. This check may forget positions; the store
    // finds those that it misses.
    bool was_recent(Key key, std::uint64_t hash, int length) {
        key.words[0] |= static_cast<std::uint64_t>(length) << kCards;
        Key& recent = recent_[hash & (kRecent - 1)];
        if (((recent.words[0] ^ key.words[0]) | (recent.words[1] ^ key.words[1]) | (recent.words[2] ^ key.words[2])) ==
            0)
            return true;
        recent = key;
        return false;
    }

    void add_candidates() {
        for (const Candidate& candidate : candidates_) store_.expect_node(candidate.hash);
        for (const Candidate& candidate : candidates_)
            if (!full_) add(candidate);
        candidates_.clear();
    }

    void add(const Candidate& candidate) {
        const auto& [step, child, hash, length] = candidate;
        if (const std::uint32_t old = store_.find(child.key, hash); old != kNoNode) {
            const int least = length + store_.bound(old);
            if (store_.length(old) <= length || least > limit_) return;
            store_.shorten(old, length, parent_);
            if (!store_.open_again(old, std::max(lower_bound_, least))) full_ = true;
            return;
        }
        int waste = 0;
        const int bound = kUse.bound ? bound_after(candidate, waste) : 0;
        const int least = length + bound + waste;
        if (least > limit_) return;
        const std::uint32_t number = store_.add(child.key, hash, length, bound, parent_);
        if (number == kNoNode)
            full_ = true;
        else
            store_.open(number, std::max(lower_bound_, least));
    }

    // The bound after a step, or a value that is too high, and a lower bound on the moves that it must waste.
    int bound_after(const Candidate& candidate, int& waste) {
        const auto& [step, child, hash, length] = candidate;
        const int most = limit_ - length;
        look();
        if (!step.has_move()) {
            if (kUse.stuck && step.bound <= most) waste = is_stuck(child, kAllCards);
            return step.bound;
        }
        const auto change = columns_.move(step.lead, step.onto, step.in, keys_.how(step.lead, step.onto));
        CardSet tops = step.tops & ~(just(step.onto) & kAllCards);
        if (step.from_cell)
            tops |= just(step.lead);
        else
            tops |= just(change.was_beneath) & kAllCards;
        CardSet moved = change.moved;
        if (runs_ && step.onto != kNoCard) moved |= columns_.runs_of(just(step.onto));
        const int least = step.bound - (step.from_cell ? 0 : 1);
        const int bound = relaxation_(columns_, step.in | change.moved, tops, moved, std::min(most, step.bound), least);
        if (kUse.stuck && bound <= most) waste = is_stuck(child, relaxation_.may_move(columns_, bound));
        columns_.undo(change);
        return bound;
    }

    int is_stuck(const Child& child, CardSet may_move) {
        return Stuck(columns_, child, may_move)(keys_.cells() - std::popcount(child.cells)) ? 1 : 0;
    }

    Keys keys_{[] {
        Position position;
        position.clear(0);
        return position;
    }()};
    Columns columns_;  // of the position being expanded
    Relaxation relaxation_;
    PositionStore store_;
    std::vector<Candidate> candidates_;
    std::vector<Key> recent_;
    std::uint32_t parent_ = kNoNode, last_ = kNoNode;  // the position being expanded, and the one before the won one
    int length_ = 0, bound_ = 0;                       // of that position
    int limit_ = 0, lower_bound_ = 0;
    Room room_ = Room::kTheory;
    bool runs_ = false, won_ = false, full_ = false, has_looked_ = false;
};

using Shortest = ShortestSearch<>;

}  // namespace freecell
