// What can be asked of a search, and what it answers.
#pragma once

#include <cstdint>
#include <vector>

#include "../position.hpp"
#include "../rules.hpp"
#include "lengths.hpp"

namespace freecell {

enum class Goal { kFast, kShort, kProve };
enum class Verdict { kSolved, kUnsolvable, kUndecided };
enum class Limit { kNone, kPositions, kSeconds, kStopped };  // why it is undecided

// The highest limit and width: positions are numbered in 32 bits, and a search may pass its limit by a few.
constexpr std::uint64_t kMostPositions = std::uint64_t{1} << 31;

struct Search {
    Goal goal = Goal::kFast;
    int cells = 4;
    Room room = Room::kTheory;
    AutoPlay autoplay = AutoPlay::kNone;
    std::uint64_t limit = 1;  // the most positions that the exact search may look at
    double seconds = 0;       // may be infinite
    std::uint64_t width = 1;  // the widest beam
    Length length = Length::kTurns;
};

struct Answer {
    Verdict verdict = Verdict::kUndecided;
    Limit limit = Limit::kStopped;
    std::vector<Move> moves;      // all of them, those home as well
    std::uint64_t positions = 0;  // that were looked at
    double seconds = 0;
    Lengths lengths;
};

}  // namespace freecell
