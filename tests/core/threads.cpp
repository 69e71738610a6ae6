// Everything that the core does on several threads, for tests/core/test_threads.py, which compiles it with
// ThreadSanitizer. Reads boards from standard input and writes verdicts to standard output.
#include <cstdio>
#include <limits>
#include <thread>
#include <vector>

#include "freecell.hpp"

namespace {

using namespace freecell;

constexpr int kThreads = 8;

Search search_for(Goal goal, std::uint64_t limit) {
    Search search;
    search.goal = goal;
    search.max_positions = limit;
    search.seconds = std::numeric_limits<double>::infinity();
    search.beam_width = 64;
    return search;
}

// Solves all boards as a table, with nested searches, and again as answers, but stops early.
std::vector<std::uint8_t> verdicts(const std::vector<std::uint8_t>& boards, const Search& search) {
    const std::size_t count = boards.size() / kBoardBytes;
    Tally tally{};
    std::uint64_t seen = 0;
    Stop asking([&] {
        for (const auto& number : tally) seen += number.load();
        Stop never;
        solve(boards.data(), search_for(Goal::kProve, 1000), never);
        return false;
    });
    const Table table = solve_table(boards.data(), count, search, kThreads, true, asking, tally);
    Stop soon([calls = 0]() mutable { return ++calls == 2; });
    solve_many(boards.data(), count, search, kThreads, soon);
    return table.verdict;
}

}  // namespace

int main() {
    std::vector<std::uint8_t> boards;
    for (int byte; (byte = std::getchar()) != EOF;) boards.push_back(static_cast<std::uint8_t>(byte));

    // Callers that are independent of each other.
    std::vector<std::uint8_t> fast, proven, brief;
    std::thread first([&] { fast = verdicts(boards, search_for(Goal::kFast, 20'000)); });
    std::thread second([&] { proven = verdicts(boards, search_for(Goal::kProve, 20'000)); });
    brief = verdicts(boards, search_for(Goal::kShort, 20'000));
    first.join();
    second.join();
    for (const auto* found : {&fast, &proven, &brief}) {
        for (const std::uint8_t verdict : *found) std::putchar('0' + verdict);
        std::putchar('\n');
    }
}
