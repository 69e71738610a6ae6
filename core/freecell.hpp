// The interface of the core: deals, finding, solving, difficulty, playing and checking. It depends on neither Python
// nor a page.
//
// Boards are passed as bytes (board.hpp). A Search goes in, and an Answer comes out (search/search.hpp). Callers check
// their arguments with are_deals, are_known and is_board. The only exceptions are std::bad_alloc (or a vector's
// std::length_error), if there isn't enough memory or the system can't create the threads. With -DFREECELL_THREADS=0,
// everything runs on the caller's thread, and `threads` is ignored.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "board.hpp"
#include "check.hpp"
#include "deals.hpp"
#include "difficulty.hpp"
#include "find.hpp"
#include "notation.hpp"
#include "playing.hpp"
#include "search/solver.hpp"
#include "threads.hpp"

namespace freecell {

constexpr std::uint64_t kChunk = 64 * kLanes;  // numbers that a thread takes at a time

constexpr std::size_t chunk_count(std::uint64_t count) {
    return static_cast<std::size_t>((count + kChunk - 1) / kChunk);
}

// Calls work(number, lanes, worker) until all numbers first .. first + count - 1 are done. Each call is for at most
// kLanes numbers from one range.
template <class Work>
void for_lanes(std::uint64_t first, std::uint64_t count, int threads, Work work) {
    Stop never;
    parallel_for(chunk_count(count), threads, never, [&](std::size_t chunk, std::size_t worker) {
        const std::uint64_t end = std::min((chunk + 1) * kChunk, count);
        for (std::uint64_t done = chunk * kChunk; done < end;) {
            const std::uint64_t number = first + done;
            const std::uint64_t lanes = std::min({std::uint64_t{kLanes}, end - done, range_of(number).end - number});
            work(number, static_cast<int>(lanes), worker);
            done += lanes;
        }
    });
}

// Deals first .. first + count - 1 into out[count][52], in dealt order. `vector`: use vector code if the CPU supports
// it.
inline void deal_block(std::uint64_t first, std::uint64_t count, int threads, bool vector, std::uint8_t* out) {
    vector = vector && cpu_has_avx2();
    for_lanes(first, count, threads, [=](std::uint64_t number, int lanes, std::size_t) {
        deal_lanes(number, lanes, vector, out + (number - first) * kCards);
    });
}

// The board of one deal.
inline Board deal(std::uint64_t number) {
    std::array<Card, kCards> cards;
    deal_one(number, cards.data());
    return board_of(cards);
}

// The numbers among first .. first + count - 1 that deal the known cards, in order. To search all numbers when the
// first two cards are known, `invert` (find.hpp) is faster.
inline std::vector<std::uint64_t> scan(const Known& known, std::uint64_t first, std::uint64_t count, int threads,
                                       bool vector) {
    const auto fit = vector && cpu_has_avx2() ? fit_lanes_avx2 : fit_lanes_plain;
    int end = kCards;  // after the last known card
    while (end > 0 && known[end - 1] == kUnknown) --end;
    std::vector<std::vector<std::uint64_t>> by_worker(worker_count(chunk_count(count), threads));
    for_lanes(first, count, threads, [&](std::uint64_t number, int lanes, std::size_t worker) {
        alignas(64) std::uint8_t fits[kLanes];
        if (!fit(number, range_of(number), known, end, fits)) return;
        for (int lane = 0; lane < lanes; ++lane)
            if (fits[lane]) by_worker[worker].push_back(number + lane);
    });
    std::vector<std::uint64_t> found = std::move(by_worker[0]);
    for (std::size_t worker = 1; worker < by_worker.size(); ++worker)
        found.insert(found.end(), by_worker[worker].begin(), by_worker[worker].end());
    std::sort(found.begin(), found.end());
    return found;
}

// Solves one board. `polls`: whether this thread polls `stop`. During a search for a shortest solution, the callback of
// `stop` may read `bounds`.
//
// Each thread keeps the memory of its solver for the next search. During a search the solver is taken out of its slot,
// because the callback of `stop` may search too and must never get a solver that is in use.
inline Answer solve(const std::uint8_t* board, const Search& search, Stop& stop, bool polls = true,
                    Bounds* bounds = nullptr) {
    assert(can_be_asked(search) && is_board(board, search.cells));
    constexpr std::uint64_t kKeep = 1'000'000;  // positions; the memory of larger searches is freed
    static FREECELL_THREAD_LOCAL std::unique_ptr<Solver> idle;
    std::unique_ptr<Solver> solver = std::move(idle);
    if (solver == nullptr) solver = std::make_unique<Solver>();
    Watch watch(stop, polls, search.seconds);
    Answer answer = solver->solve(read_board(board, search.cells), search, watch, bounds);
    if (answer.positions <= kKeep) idle = std::move(solver);
    return answer;
}

// Solves `count` boards, which are stored one after another. If `stop` is requested, the remaining boards are
// undecided.
inline std::vector<Answer> solve_many(const std::uint8_t* boards, std::size_t count, const Search& search, int threads,
                                      Stop& stop) {
    std::vector<Answer> answers(count);
    parallel_for(count, threads, stop, [&](std::size_t at, std::size_t worker) {
        answers[at] = solve(boards + at * kBoardBytes, search, stop, worker == 0);
    });
    return answers;
}

// Answers as a table of columns with one row per board. Lengths are 0 unless the board is solved.
struct Table {
    std::vector<std::uint8_t> verdict;
    std::vector<std::uint16_t> cards_moved, singles, steps, turns;
    std::vector<std::uint16_t> lower_bound;              // 0 if unknown
    std::vector<std::uint32_t> positions, microseconds;  // capped at their maximum
    std::vector<std::string> notation;                   // empty if it wasn't asked for

    void resize(std::size_t count, bool with_notation) {
        verdict.assign(count, static_cast<std::uint8_t>(Verdict::kUndecided));
        for (auto* lengths : {&cards_moved, &singles, &steps, &turns, &lower_bound}) lengths->resize(count);
        for (auto* numbers : {&positions, &microseconds}) numbers->resize(count);
        if (with_notation) notation.resize(count);
    }

    void set(std::size_t at, const Answer& answer) {
        constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
        verdict[at] = static_cast<std::uint8_t>(answer.verdict);
        cards_moved[at] = static_cast<std::uint16_t>(answer.lengths.cards_moved);
        singles[at] = static_cast<std::uint16_t>(answer.lengths.singles);
        steps[at] = static_cast<std::uint16_t>(answer.lengths.steps);
        turns[at] = static_cast<std::uint16_t>(answer.lengths.turns);
        lower_bound[at] = static_cast<std::uint16_t>(std::max(answer.lower_bound, 0));
        positions[at] = static_cast<std::uint32_t>(std::min<std::uint64_t>(answer.positions, kMost));
        microseconds[at] = static_cast<std::uint32_t>(std::min<double>(answer.seconds * 1e6, kMost));
    }
};

// How many boards have each verdict so far: solved, unsolvable, undecided.
using Tally = std::array<std::atomic<std::uint64_t>, 3>;

// Solves boards into a table. Meanwhile, the callback of `stop` may read `tally`.
inline Table solve_table(const std::uint8_t* boards, std::size_t count, const Search& search, int threads,
                         bool notation, Stop& stop, Tally& tally) {
    Table table;
    table.resize(count, notation);
    parallel_for(count, threads, stop, [&](std::size_t at, std::size_t worker) {
        const std::uint8_t* board = boards + at * kBoardBytes;
        const Answer answer = solve(board, search, stop, worker == 0);
        table.set(at, answer);
        if (notation)
            table.notation[at] =
                notation_of(read_board(board, search.cells), answer.moves, search.room, search.autoplay);
        ++tally[static_cast<std::size_t>(answer.verdict)];
    });
    return table;
}

// A search that is limited by positions and not by time, so it gives the same result on every machine.
constexpr Search by_positions(Goal goal, int cells, std::uint64_t max_positions) {
    return {.goal = goal,
            .cells = cells,
            .max_positions = max_positions,
            .seconds = std::numeric_limits<double>::infinity()};
}

// The difficulty of a board. Different seeds give the weak player different luck, which shows how much of a score is
// chance.
inline Difficulty difficulty(const std::uint8_t* board, int cells, std::uint64_t seed = 0) {
    assert(is_board(board, cells));
    const Position start = read_board(board, cells);
    WeakPlayer player(seed);
    Difficulty found;
    for (std::uint32_t times = 1; player.looked_at() < times * kMostLooks && found.games < times * kMostGames;) {
        ++found.games;
        found.wins += player.wins(start);
        if (found.wins > 0) times = kTimesIfWon;
    }
    Stop never;
    found.verdict = found.wins > 0 ? Verdict::kSolved
                                   : solve(board, by_positions(Goal::kProve, cells, kMostToDecide), never).verdict;
    found.score = score_of(found);
    return found;
}

// The difficulty of `count` boards, which are stored one after another. If `stop` is requested, the remaining ones have
// no games.
inline std::vector<Difficulty> difficulty_many(const std::uint8_t* boards, std::size_t count, int cells,
                                               std::uint64_t seed, int threads, Stop& stop) {
    std::vector<Difficulty> found(count);
    parallel_for(count, threads, stop,
                 [&](std::size_t at, std::size_t) { found[at] = difficulty(boards + at * kBoardBytes, cells, seed); });
    return found;
}

// Replaces each of `count` boards by a position from a game that starts there, and stores the number of moves in
// `depths`. If a short search finds no solution for the good player to follow, it plays like the weak one.
inline void play_on_many(std::uint8_t* boards, std::uint8_t* depths, std::size_t count, int cells, std::uint64_t seed,
                         Player player, int threads, Stop& stop) {
    constexpr std::uint64_t kMostToFollow = 1000;
    static_assert(WeakPlayer::kLongest < 256);
    parallel_for(count, threads, stop, [&](std::size_t at, std::size_t worker) {
        std::uint8_t* board = boards + at * kBoardBytes;
        assert(is_board(board, cells));
        std::vector<Move> solution;
        if (player == Player::kGood)
            solution = solve(board, by_positions(Goal::kFast, cells, kMostToFollow), stop, worker == 0).moves;
        const int depth = solution.empty() ? play_on(board, cells, seed, player != Player::kRandom)
                                           : stray(board, cells, seed, solution);
        depths[at] = static_cast<std::uint8_t>(depth);
    });
}

// Checks solutions, one per deal number.
inline std::vector<Checked> check_many(const std::vector<std::uint64_t>& numbers, const std::vector<std::string>& texts,
                                       int cells, const std::vector<Reading>& readings, int threads) {
    Stop never;
    std::vector<Checked> checked(numbers.size());
    parallel_for(numbers.size(), threads, never, [&](std::size_t at, std::size_t) {
        checked[at] = check(read_board(deal(numbers[at]).data(), cells), texts[at], readings);
    });
    return checked;
}

}  // namespace freecell
