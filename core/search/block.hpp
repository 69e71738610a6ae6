// Many boards at once, on threads, each with a solver of its own.
#pragma once

#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <string>
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
// The caller's thread polls between its numbers, and while it waits for the others.
template <class Work>
void spread(std::size_t count, int threads, Stop& stop, Work work) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr fault;
    std::mutex lock;
    std::condition_variable ended;
    std::size_t running = 0;
    const auto run = [&](bool first) noexcept {
        try {
            for (std::size_t at; !stop.flag && (at = next++) < count;) {
                work(at, first);
                if (first) stop.ask();
            }
        } catch (...) {  // out of memory
            const std::lock_guard guard(lock);
            fault = std::current_exception();
            stop.flag = true;
        }
    };
    {
        std::vector<std::jthread> others;
        for (int i = 1; i < threads && static_cast<std::size_t>(i) < count; ++i) {
            {
                const std::lock_guard guard(lock);
                ++running;
            }
            others.emplace_back([&] {
                run(false);
                const std::lock_guard guard(lock);
                --running;
                ended.notify_one();
            });
        }
        run(true);
        for (std::unique_lock guard(lock); !ended.wait_for(guard, Stop::kBetweenPolls, [&] { return running == 0; });) {
            guard.unlock();
            stop.ask();
            guard.lock();
        }
    }
    if (fault) std::rethrow_exception(fault);
}

// Answers the same question about each of the boards, and hands `take(number, start, answer, seconds)` what is found,
// on whichever thread found it. When `stop` says so, what is not answered yet is not handed out.
template <class Take>
void solve_each(const std::uint8_t* boards, std::size_t count, int cells, const Question& question, int threads, Stop& stop,
                Take take) {
    spread(count, threads, stop, [&](std::size_t at, bool first) {
        thread_local Solver solver;  // kept for the next call: its memory is a few megabytes
        Watch watch(stop, first, question.seconds);
        const Position start = read_board(boards + at * kBoardBytes, cells);
        Answer answer = solver.solve(start, question, watch);
        take(at, start, std::move(answer), watch.elapsed());
    });
}

// The same as a list. When `stop` says so, what is not answered stays undecided.
inline std::vector<Solved> solve_block(const std::uint8_t* boards, std::size_t count, int cells, const Question& question,
                                       int threads, Stop& stop) {
    std::vector<Solved> solved(count);
    solve_each(boards, count, cells, question, threads, stop,
               [&](std::size_t at, const Position& start, Answer&& answer, double seconds) {
                   const Lengths lengths = lengths_of(start, answer.moves);
                   solved[at] = {std::move(answer), lengths, seconds};
               });
    return solved;
}

// A solution in standard notation: two places a move, and the number of cards only if a run to an empty column does not
// take all that it could.
inline std::string notation_of(Position position, const std::vector<Move>& moves) {
    constexpr char kPlaces[] = "12345678abcdefgh";
    const LieValues values{};
    std::string text;
    text.reserve(3 * moves.size() + 16);
    for (const Move move : moves) {
        if (!text.empty()) text += ' ';
        text += kPlaces[move.source];
        text += kPlaces[move.target];
        if (move.source < kFirstCell && move.target < kFirstCell && position.top[move.target] == kNone) {
            const int run = position.height[move.source] - position.height_of(position.lead[move.source]);
            if (move.cards != std::min(run, position.room_to_empty())) {
                text += 'v';
                text += "0123456789abcdef"[move.cards];
            }
        }
        position.play(move, values);
    }
    return text;
}

// Answers as columns of a table, each as long as there are boards. Lengths and notation are empty unless it is solved.
struct Columns {
    std::uint8_t* verdict;
    std::uint16_t *cards, *singles, *steps, *turns;
    std::uint32_t *positions, *microseconds;  // at most what they can hold
    std::vector<std::string>* notation;       // null if nobody wants it
};

inline void solve_columns(const std::uint8_t* boards, std::size_t count, int cells, const Question& question, int threads,
                          Stop& stop, const Columns& columns) {
    constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
    solve_each(boards, count, cells, question, threads, stop,
               [&](std::size_t at, const Position& start, Answer&& answer, double seconds) {
                   const Lengths lengths = lengths_of(start, answer.moves);
                   columns.cards[at] = static_cast<std::uint16_t>(lengths.cards);
                   columns.singles[at] = static_cast<std::uint16_t>(lengths.singles);
                   columns.steps[at] = static_cast<std::uint16_t>(lengths.steps);
                   columns.turns[at] = static_cast<std::uint16_t>(lengths.turns);
                   columns.positions[at] = static_cast<std::uint32_t>(std::min<std::size_t>(answer.positions, kMost));
                   columns.microseconds[at] = static_cast<std::uint32_t>(std::min<double>(seconds * 1e6, kMost));
                   if (columns.notation != nullptr) (*columns.notation)[at] = notation_of(start, answer.moves);
                   columns.verdict[at] = static_cast<std::uint8_t>(answer.verdict);
               });
}

// How many children a greedy search with these weights makes for each of the boards: negative if it does not win.
inline std::vector<std::int64_t> try_weights(const Weights& weights, const std::uint8_t* boards, std::size_t count, int cells,
                                             std::size_t limit, bool safe, int threads) {
    Stop stop;
    std::vector<std::int64_t> made(count);
    const Evaluation evaluate(weights);
    spread(count, threads, stop, [&](std::size_t at, bool) {
        thread_local Greedy greedy;
        Watch watch(stop, false, std::numeric_limits<double>::infinity());
        Position start = read_board(boards + at * kBoardBytes, cells);
        start.reshape(evaluate.lies());
        const Greedy::Result result = greedy.search(start, evaluate, limit, safe, watch);
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
