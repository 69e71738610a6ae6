// Many boards at once, on threads, each with a solver of its own.
#pragma once

#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "solver.hpp"

namespace freecell {

// A board as bytes: cards at home of each suit, seven cells (52 if empty), the heights of the columns, and the cards of
// the columns one after the other, from the lowest up.
constexpr int kBoardBytes = 4 + kMostCells + kColumns + 52;

// Whether these bytes are a board with at most so many cells in use: all 52 cards, each once.
inline bool is_board(const std::uint8_t* bytes, int cells) {
    if (cells < 0 || cells > kMostCells) return false;
    std::uint64_t seen = 0;
    int count = 0, in_columns = 0;
    const auto see = [&](unsigned card) {
        ++count;
        if (card < 52) seen |= std::uint64_t{1} << card;
    };
    for (unsigned suit = 0; suit < 4; ++suit) {
        if (bytes[suit] > 13) return false;
        for (unsigned rank = 0; rank < bytes[suit]; ++rank) see(4 * rank + suit);
    }
    for (int number = 0; number < kMostCells; ++number)
        if (bytes[4 + number] != kNone) {
            if (number >= cells) return false;
            see(bytes[4 + number]);
        }
    const std::uint8_t* heights = bytes + 4 + kMostCells;
    for (int column = 0; column < kColumns; ++column) in_columns += heights[column];
    if (count + in_columns != 52) return false;
    for (int i = 0; i < in_columns; ++i) see(heights[kColumns + i]);
    return seen == (std::uint64_t{1} << 52) - 1;
}

inline Position read_board(const std::uint8_t* bytes, int cells) {
    const LieValues values{};
    Position position;
    position.clear(cells);
    for (int suit = 0; suit < 4; ++suit)
        while (position.home[suit] < bytes[suit]) position.put_home(position.next_home(suit));
    bytes += 4;
    for (int number = 0; number < kMostCells; ++number)
        if (bytes[number] != kNone) position.put_in_cell(number, bytes[number]);
    bytes += kMostCells;
    const std::uint8_t* card = bytes + kColumns;
    for (int column = 0; column < kColumns; ++column)
        for (int i = 0; i < bytes[column]; ++i) position.put_on_column(column, *card++, values);
    return position;
}

struct Solved {
    Answer answer;
    Lengths lengths;
    double seconds = 0;
};

// Hands the numbers below `count` to `work(number, first)` on threads, `first` being whether it is the caller's own.
template <class Work>
void spread(std::size_t count, int threads, Stop& stop, Work work) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr fault;
    std::mutex fault_lock;
    const auto run = [&](bool first) noexcept {
        try {
            for (std::size_t at; !stop.flag && (at = next++) < count;) work(at, first);
        } catch (...) {  // out of memory
            const std::lock_guard lock(fault_lock);
            fault = std::current_exception();
            stop.flag = true;
        }
    };
    {
        std::vector<std::jthread> others;
        for (int i = 1; i < threads && static_cast<std::size_t>(i) < count; ++i) others.emplace_back(run, false);
        run(true);
    }
    if (fault) std::rethrow_exception(fault);
}

// Answers the same question about each of the boards. When `stop` says so, what is not answered stays undecided.
inline std::vector<Solved> solve_block(const std::uint8_t* boards, std::size_t count, int cells, const Question& question,
                                       int threads, Stop& stop) {
    std::vector<Solved> solved(count);
    spread(count, threads, stop, [&](std::size_t at, bool first) {
        thread_local Solver solver;  // kept for the next call: its memory is a few megabytes
        Watch watch(stop, first, question.seconds);
        const Position start = read_board(boards + at * kBoardBytes, cells);
        Solved& one = solved[at];
        one.answer = solver.solve(start, question, watch);
        one.lengths = lengths_of(start, one.answer.moves);
        one.seconds = watch.elapsed();
    });
    return solved;
}

// How many children a greedy search with these weights makes for each of the boards: negative if it does not win.
inline std::vector<std::int64_t> try_weights(const Weights& weights, const std::uint8_t* boards, std::size_t count, int cells,
                                             std::size_t limit, bool safe, int threads) {
    Stop stop;
    std::vector<std::int64_t> made(count);
    const Evaluation evaluate(weights);
    spread(count, threads, stop, [&](std::size_t at, bool) {
        thread_local Greedy greedy;
        Position start = read_board(boards + at * kBoardBytes, cells);
        start.reshape(evaluate.lies());
        const Greedy::Result result = greedy.search(start, evaluate, limit, safe);
        made[at] = result.won ? static_cast<std::int64_t>(result.made) : -static_cast<std::int64_t>(result.made);
    });
    return made;
}

// The lengths that a beam with these weights finds for each of the boards, or -1.
inline std::vector<std::int64_t> try_beam(const Weights& weights, const std::uint8_t* boards, std::size_t count, int cells,
                                          std::size_t width, Length length, int threads) {
    constexpr int kMost = 200;
    Stop stop;
    std::vector<std::int64_t> lengths(count);
    const Evaluation evaluate(weights);
    spread(count, threads, stop, [&](std::size_t at, bool) {
        thread_local Beam beam;
        Watch watch(stop, false, std::numeric_limits<double>::infinity());
        Position start = read_board(boards + at * kBoardBytes, cells);
        start.reshape(evaluate.lies());
        lengths[at] = beam.search(start, evaluate, length, width, kMost, watch);
    });
    return lengths;
}

}  // namespace freecell
