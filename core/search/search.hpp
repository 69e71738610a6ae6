// The parameters of a search, and its answer.
#pragma once

#include <array>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "../names.hpp"
#include "../position.hpp"
#include "../rules.hpp"
#include "lengths.hpp"

namespace freecell {

enum class Goal { kFast, kShort, kProve, kShortest };
template <>
inline constexpr std::array kNames<Goal>{"fast"sv, "short"sv, "prove"sv, "shortest"sv};

enum class Verdict { kSolved, kUnsolvable, kUndecided };
template <>
inline constexpr std::array kNames<Verdict>{"solved"sv, "unsolvable"sv, "undecided"sv};

// Why a verdict is undecided, or why a solution is not proven to be the shortest.
enum class Limit { kNone, kPositions, kSeconds, kStopped, kMemory };
template <>
inline constexpr std::array kNames<Limit>{""sv, "positions"sv, "seconds"sv, "stopped"sv, "memory"sv};

// The valid range of a numeric parameter.
struct Interval {
    std::uint64_t least, most;
    constexpr bool has(std::integral auto value) const {
        return std::cmp_greater_equal(value, least) && std::cmp_less_equal(value, most);
    }
};
constexpr Interval kCellCounts{0, kMostCells};
// Positions are numbered with 32 bits, and a search may exceed its limit by a few.
constexpr Interval kPositionCounts{1, std::uint64_t{1} << 31};
constexpr Interval kMemorySizes{1, std::uint64_t{1} << 48};  // bytes

struct Search {
    Goal goal = Goal::kFast;
    int cells = 4;
    Room room = Room::kTheory;
    AutoPlay autoplay = AutoPlay::kNone;
    std::uint64_t max_positions = 1;  // for the exact search
    double seconds = 0;               // may be infinite
    std::uint64_t beam_width = 1;     // the largest
    Metric metric = Metric::kTurns;
    std::uint64_t memory = std::uint64_t{2} << 30;  // the most bytes for an exact search
};

// The contract of every search: returns whether this one is valid. All outside callers use this check instead of limits
// of their own.
constexpr bool can_be_asked(const Search& search) {
    // The bound for shortest solutions lets cards stay in columns that auto-play "max" would send home.
    const bool fits = search.goal != Goal::kShortest || search.autoplay != AutoPlay::kMax;
    return fits && is_value(search.goal) && is_value(search.room) && is_value(search.autoplay) &&
           is_value(search.metric) && kCellCounts.has(search.cells) && kPositionCounts.has(search.max_positions) &&
           kPositionCounts.has(search.beam_width) && kMemorySizes.has(search.memory) && search.seconds > 0;
}

struct Answer {
    Verdict verdict = Verdict::kUndecided;
    Limit limit = Limit::kStopped;
    std::vector<Move> moves;      // all moves, including moves home
    std::uint64_t positions = 0;  // looked at
    double seconds = 0;
    Lengths lengths;
    int lower_bound = kNotKnown;  // on the length of any solution, in the metric asked for

    static constexpr int kNotKnown = -1;
};

// The bounds that a search for a shortest solution has found so far, in the metric asked for. They can be read while it
// runs.
struct Bounds {
    std::atomic<int> lower_bound{Answer::kNotKnown}, shortest{Answer::kNotKnown};
};

}  // namespace freecell
