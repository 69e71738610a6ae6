// Many boards at once, on threads, each with a solver of its own.
#pragma once

#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "solver.hpp"

namespace freecell {

// A board as bytes: cards at home of each suit, seven cells (52 if empty), the heights of the columns, and the cards of
// the columns one after the other, from the lowest up.
constexpr int kBoardBytes = 4 + kMostCells + kColumns + 52;

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

// Answers the same question about each of the boards. When `stop` says so, what is not answered stays undecided.
inline std::vector<Solved> solve_block(const std::uint8_t* boards, std::size_t count, int cells, const Question& question,
                                       int threads, Stop& stop) {
    std::vector<Solved> solved(count);
    std::atomic<std::size_t> next{0};
    std::exception_ptr fault;
    std::mutex fault_lock;
    const auto work = [&](bool polls) noexcept {
        try {
            // Kept for the next call: a solver's memory is a few megabytes.
            thread_local std::unique_ptr<Solver> solver = std::make_unique<Solver>();
            for (std::size_t at; (at = next++) < count;) {
                Watch watch(stop, polls, question.seconds);
                if (watch.stopped()) break;
                const Position start = read_board(boards + at * kBoardBytes, cells);
                Solved& one = solved[at];
                one.answer = solver->solve(start, question, watch);
                one.lengths = lengths_of(start, one.answer.moves);
                one.seconds = watch.elapsed();
            }
        } catch (...) {  // out of memory
            const std::lock_guard lock(fault_lock);
            fault = std::current_exception();
            stop.flag = true;
        }
    };
    {
        std::vector<std::jthread> others;
        for (int i = 1; i < threads && static_cast<std::size_t>(i) < count; ++i) others.emplace_back(work, false);
        work(true);
    }
    if (fault) std::rethrow_exception(fault);
    return solved;
}

}  // namespace freecell
