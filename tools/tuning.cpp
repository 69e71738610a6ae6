// Searches with given weights for tools/tune.py, which the module doesn't offer. The script compiles this file on first
// use. Each function returns whether there was enough memory.
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <new>
#include <stdexcept>

#include "freecell.hpp"

namespace {

using namespace freecell;

// A set of weights as plain numbers, in the order of its parts.
using Numbers = std::array<int, 4 * kRanks + 5 * 5 + 6>;
static_assert(sizeof(Weights) == sizeof(Numbers));

struct Named {
    const char* name;
    Weights weights;
};
constexpr Named kSets[] = {
    {"Greedy1", kGreedy1}, {"Greedy2", kGreedy2}, {"Greedy3", kGreedy3},   {"Greedy4", kGreedy4},
    {"Greedy5", kGreedy5}, {"Greedy6", kGreedy6}, {"FewTurns", kFewTurns}, {"FewSingles", kFewSingles},
};

// Calls `search` with the start of each deal, with four cells and a watch that never stops it; stores the results.
template <class Search>
bool for_deals(const int* numbers, const std::uint64_t* deals, std::uint64_t count, int threads, std::int64_t* found,
               Search search) {
    Numbers set;
    std::copy_n(numbers, set.size(), set.begin());
    const Evaluation evaluate(std::bit_cast<Weights>(set));
    Stop never;
    try {
        parallel_for(static_cast<std::size_t>(count), threads, never, [&](std::size_t at, std::size_t) {
            Watch watch(never, false, std::numeric_limits<double>::infinity());
            Position start = read_board(deal(deals[at]).data(), 4);
            start.use_costs(evaluate.costs());
            found[at] = search(start, evaluate, watch);
        });
    } catch (const std::bad_alloc&) {
        return false;
    } catch (const std::length_error&) {
        return false;
    }
    return true;
}

}  // namespace

extern "C" {

// The name of a set of core/search/weights.hpp, and its numbers; null when there are no more.
const char* tuning_set(int which, int* numbers) {
    if (which >= static_cast<int>(std::size(kSets))) return nullptr;
    const auto set = std::bit_cast<Numbers>(kSets[which].weights);
    std::copy(set.begin(), set.end(), numbers);
    return kSets[which].name;
}

// The number of children that a greedy search makes for each deal; negative if it doesn't win.
bool tuning_greedy(const int* weights, const std::uint64_t* deals, std::uint64_t count, std::uint64_t limit, bool safe,
                   int threads, std::int64_t* made) {
    return for_deals(
        weights, deals, count, threads, made, [=](const Position& start, const auto& evaluate, Watch& watch) {
            thread_local Greedy greedy;
            const auto any = [](const Position&, Move) { return true; };
            const auto result = greedy.search(start, evaluate, static_cast<std::size_t>(limit), safe, any, watch);
            return result.won ? static_cast<std::int64_t>(result.made) : -static_cast<std::int64_t>(result.made);
        });
}

// The length of the solution that a beam finds for each deal, or -1.
bool tuning_beam(const int* weights, const std::uint64_t* deals, std::uint64_t count, std::uint64_t width, bool singles,
                 int threads, std::int64_t* lengths) {
    constexpr int kMost = 200;  // longer ones are ignored
    return for_deals(
        weights, deals, count, threads, lengths, [=](const Position& start, const auto& evaluate, Watch& watch) {
            thread_local Beam beam;
            const auto cost = [=](const Position& position, Move move) {
                return singles ? singles_of(position, move) : 1;
            };
            return beam.search(start, evaluate, cost, singles ? 9 : 1, singles ? kCards : 0, width, kMost, watch);
        });
}
}
