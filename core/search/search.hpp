// What can be asked of a search, and what it answers.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "../position.hpp"
#include "../rules.hpp"
#include "lengths.hpp"

namespace freecell {

enum class Goal { kFast, kShort, kProve, kShortest };
enum class Verdict { kSolved, kUnsolvable, kUndecided };
enum class Limit {
    kNone,
    kPositions,
    kSeconds,
    kStopped,
    kMemory
};  // why it is undecided, or not proven to be the shortest

// The highest limit and width: positions are numbered in 32 bits, and a search may pass its limit by a few.
constexpr std::uint64_t kMostPositions = std::uint64_t{1} << 31;

// The most memory that can be asked for, in bytes.
constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 48;

struct Search {
    Goal goal = Goal::kFast;
    int cells = 4;
    Room room = Room::kTheory;
    AutoPlay autoplay = AutoPlay::kNone;
    std::uint64_t limit = 1;  // the most positions that the exact search may look at
    double seconds = 0;       // may be infinite
    std::uint64_t width = 1;  // the widest beam
    Length length = Length::kTurns;
    std::uint64_t memory = std::uint64_t{2} << 30;  // the most bytes that the search for a shortest solution may take
};

struct Answer {
    Verdict verdict = Verdict::kUndecided;
    Limit limit = Limit::kStopped;
    std::vector<Move> moves;      // all of them, those home as well
    std::uint64_t positions = 0;  // that were looked at
    double seconds = 0;
    Lengths lengths;
    int at_least = kNotKnown;  // no solution is shorter, in the length asked for

    static constexpr int kNotKnown = -1;
};

// What a search for a shortest solution knows so far; both in the length asked for. It can be read while it searches.
struct Bounds {
    std::atomic<int> at_least{Answer::kNotKnown}, shortest{Answer::kNotKnown};
};

}  // namespace freecell
