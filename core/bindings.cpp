// The core as the Python module freecell._core. Only this file, arguments.hpp and interpreter.hpp depend on Python.
#include <cstdio>  // before nanobind, which uses stderr

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "freecell.hpp"
#include "interpreter.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

std::vector<freecell::Answer> solve_many(nb::handle array, freecell::Search search, nb::handle threads,
                                         nb::handle stopped) {
    const std::vector<std::uint8_t> boards = boards_of(array, search.cells);
    const int most_threads = thread_count(threads);
    Poll poll([stopped] { return !stopped.is_none() && nb::cast<bool>(nb::bool_(stopped())); });
    std::vector<freecell::Answer> answers = without_gil([&] {
        return freecell::solve_many(boards.data(), boards.size() / freecell::kBoardBytes, search, most_threads,
                                    poll.stop());
    });
    poll.raise_error();
    return answers;
}

// Solves one board. Reports what is known so far about its shortest solution to `advance`, which returns whether to
// stop.
freecell::Answer solve_one(nb::handle array, freecell::Search search, nb::handle advance) {
    const std::vector<std::uint8_t> boards = boards_of(array, search.cells);
    if (boards.size() != freecell::kBoardBytes)
        refuse("expected one board, got " + std::to_string(boards.size() / freecell::kBoardBytes));
    freecell::Bounds bounds;
    Poll poll([&bounds, advance] {
        return nb::cast<bool>(nb::bool_(advance(bounds.lower_bound.load(), bounds.shortest.load())));
    });
    freecell::Answer answer =
        without_gil([&] { return freecell::solve(boards.data(), search, poll.stop(), true, &bounds); });
    poll.raise_error();
    return answer;
}

// A table whose solutions are one string, with the offset at which each solution begins and the last one ends.
struct Table {
    freecell::Table columns;
    std::string notation;
    std::vector<std::int32_t> ends;
};

Table solve_table(nb::handle array, freecell::Search search, nb::handle threads, bool notation, nb::handle advance) {
    const std::vector<std::uint8_t> boards = boards_of(array, search.cells);
    const int most_threads = thread_count(threads);
    freecell::Tally tally{};
    Poll poll([&tally, advance] {
        advance(tally[0].load(), tally[1].load(), tally[2].load());
        return false;
    });
    const std::size_t count = boards.size() / freecell::kBoardBytes;
    Table table = without_gil([&] {
        return Table{
            freecell::solve_table(boards.data(), count, search, most_threads, notation, poll.stop(), tally), {}, {}};
    });
    poll.raise_error();
    if (!notation) return table;
    table.ends.push_back(0);
    for (const std::string& text : table.columns.notation) {
        table.notation += text;
        if (table.notation.size() > std::numeric_limits<std::int32_t>::max())
            refuse("the notation of " + std::to_string(count) +
                   " boards is longer than 2**31 bytes: ask for fewer at once");
        table.ends.push_back(static_cast<std::int32_t>(table.notation.size()));
    }
    return table;
}

// An array view of numbers that keeps their owner alive.
template <class Number>
using View = nb::ndarray<nb::numpy, const Number, nb::ndim<1>>;

template <class Number>
View<Number> view_of(const std::vector<Number>& numbers, nb::handle owner) {
    return View<Number>(numbers.data(), {numbers.size()}, owner);
}

template <class Number>
auto column(std::vector<Number> freecell::Table::* numbers) {
    return [numbers](const Table& table) { return view_of(table.columns.*numbers, nb::find(table)); };
}

nb::str python_name(auto value) {
    const std::string_view name = freecell::name_of(value);
    return nb::str(name.data(), name.size());
}

auto length_of(int freecell::Lengths::* value) {
    return [value](const freecell::Answer& answer) { return answer.lengths.*value; };
}

// Four bytes per move: source, target, number of cards, 0.
nb::bytes packed_moves(const freecell::Answer& answer) {
    static_assert(sizeof(freecell::Move) == 4);
    return nb::bytes(answer.moves.data(), 4 * answer.moves.size());
}

// The result for each solution, as a tuple of its reading, whether it wins, and its lengths; or None if Python has to
// check it.
nb::list check_many(nb::handle numbers, nb::handle texts, nb::handle cells, nb::handle readings, nb::handle threads) {
    const Solutions solutions = solutions_of(numbers, texts, cells, readings);
    const int most_threads = thread_count(threads);
    const std::vector<freecell::Checked> checked = without_gil([&] {
        return freecell::check_many(solutions.numbers, solutions.texts, solutions.cells, solutions.readings,
                                    most_threads);
    });
    nb::list found;
    for (const auto& [reading, wins, lengths] : checked)
        if (reading < 0)
            found.append(nb::none());
        else
            found.append(
                nb::make_tuple(reading, wins, lengths.cards_moved, lengths.singles, lengths.steps, lengths.turns));
    return found;
}

// The difficulty of each board, as a tuple of its verdict, score, games and wins.
nb::list difficulty_many(nb::handle array, nb::handle cells, nb::handle seed, nb::handle threads) {
    const int count = cell_count(cells);
    const std::vector<std::uint8_t> boards = boards_of(array, count);
    const std::uint64_t start = seed_of(seed);
    const int most_threads = thread_count(threads);
    Poll poll([] { return false; });
    const std::vector<freecell::Difficulty> found = without_gil([&] {
        return freecell::difficulty_many(boards.data(), boards.size() / freecell::kBoardBytes, count, start,
                                         most_threads, poll.stop());
    });
    poll.raise_error();
    nb::list said;
    for (const auto& [verdict, score, games, wins] : found)
        said.append(nb::make_tuple(python_name(verdict), score, games, wins));
    return said;
}

// Boards to modify. Other threads may write to them, so a copy is checked and changed.
class WritableBoards {
public:
    WritableBoards(nb::handle boards, nb::handle cells)
        : cells_(cell_count(cells)),
          rows_(boards, "boards", freecell::kBoardBytes, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS),
          copy_(boards_in(rows_, cells_)) {}

    int cells() const { return cells_; }
    std::size_t count() const { return rows_.rows(); }
    std::uint8_t* data() { return copy_.data(); }
    void write_back() const { std::copy(copy_.begin(), copy_.end(), rows_.data()); }

    // Checks that another array has one row per board.
    void check_beside(const ByteMatrix& rows, const char* name) const {
        if (rows.rows() != count())
            refuse("there must be as many " + std::string(name) + " as boards, got " + std::to_string(rows.rows()) +
                   " and " + std::to_string(count()));
    }

private:
    int cells_;
    ByteMatrix rows_;
    std::vector<std::uint8_t> copy_;
};

void play_on_many(nb::handle array, nb::handle depths, nb::handle cells, nb::handle seed, nb::handle player,
                  nb::handle threads) {
    WritableBoards boards(array, cells);
    const auto plays = choice<freecell::Player>("player", player);
    const ByteMatrix depth_of(depths, "depths", 1, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS);
    boards.check_beside(depth_of, "depths");
    const std::uint64_t start = seed_of(seed);
    const int most_threads = thread_count(threads);
    Poll poll([] { return false; });
    without_gil([&] {
        freecell::play_on_many(boards.data(), depth_of.data(), boards.count(), boards.cells(), start, plays,
                               most_threads, poll.stop());
    });
    poll.raise_error();
    boards.write_back();
}

void play_actions(nb::handle array, nb::handle actions, nb::handle masks, nb::handle cells, nb::handle autoplay) {
    WritableBoards boards(array, cells);
    const auto mode = choice<freecell::AutoPlay>("autoplay", autoplay);
    const int count = freecell::action_count(boards.cells());
    const ByteMatrix action(actions, "actions", 1, PyBUF_C_CONTIGUOUS);
    const ByteMatrix mask(masks, "masks", count, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS);
    boards.check_beside(action, "actions");
    boards.check_beside(mask, "masks");
    without_gil([&] {
        for (std::size_t at = 0; at < boards.count(); ++at)
            freecell::play_action(boards.data() + at * freecell::kBoardBytes, action.data()[at], boards.cells(), mode,
                                  mask.data() + at * static_cast<std::size_t>(count));
    });
    boards.write_back();
}

void bind_playing(nb::module_& module) {
    module.def(
        "play_on_many", play_on_many, "boards"_a, "depths"_a, "cells"_a, "seed"_a, "player"_a, "threads"_a,
        nb::sig("def play_on_many(boards: NDArray[numpy.uint8], depths: NDArray[numpy.uint8], cells: int, seed: int, "
                "player: str, threads: int) -> None"),
        "Replaces each board by a position from a game that starts there, played by a \"good\", \"weak\" or \"random\" "
        "player. Writes the number of moves played into `depths`.");
    module.def(
        "play_actions", play_actions, "boards"_a, "actions"_a, "masks"_a, "cells"_a, "autoplay"_a,
        nb::sig("def play_actions(boards: NDArray[numpy.uint8], actions: NDArray[numpy.uint8], masks: "
                "NDArray[numpy.uint8], cells: int, autoplay: str) -> None"),
        "Plays an action on each board if it is a legal move there. Then writes the legal actions into `masks`.");
}

void bind_deals(nb::module_& module) {
    module.def(
        "deal_block",
        [](nb::handle first, nb::handle out, nb::handle threads, bool vector) {
            const ByteMatrix rows(out, "out", freecell::kCards, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS);
            const std::uint64_t number = first_number(first, rows.rows());
            const int most_threads = thread_count(threads);
            without_gil([&] { freecell::deal_block(number, rows.rows(), most_threads, vector, rows.data()); });
        },
        "first"_a, "out"_a, "threads"_a, "vector"_a = true,
        nb::sig("def deal_block(first: int, out: NDArray[numpy.uint8], threads: int, vector: bool = True) -> None"),
        "Deals the numbers from `first` on into the rows of `out`.");
    module.def(
        "invert",
        [](const nb::bytes& cards) {
            const freecell::Known known = known_of(cards);
            if (known[0] == freecell::kUnknown || known[1] == freecell::kUnknown)
                refuse("the first two cards must be known");
            return without_gil([&] { return freecell::invert(known); });
        },
        "cards"_a, "The numbers that deal the known cards. The first two cards must be known.");
    module.def(
        "scan",
        [](const nb::bytes& cards, nb::handle first, nb::handle count, nb::handle threads, bool vector) {
            const freecell::Known known = known_of(cards);
            const std::uint64_t numbers = whole("count", count, {0, kDealNumbers.most});
            const std::uint64_t number = first_number(first, numbers);
            const int most_threads = thread_count(threads);
            return without_gil([&] { return freecell::scan(known, number, numbers, most_threads, vector); });
        },
        "cards"_a, "first"_a, "count"_a, "threads"_a, "vector"_a = true,
        nb::sig("def scan(cards: bytes, first: int, count: int, threads: int, vector: bool = True) -> list[int]"),
        "The numbers that deal the known cards, among `count` numbers from `first` on.");
}

void bind_solving(nb::module_& module) {
    module.attr("BOARD_BYTES") = freecell::kBoardBytes;
    module.attr("VERDICTS") = freecell::joined_names<freecell::Verdict>().c_str();
    nb::class_<freecell::Search>(module, "Search", "The parameters of a search.")
        .def(
            "__init__",
            [](freecell::Search* self, nb::handle goal, nb::handle cells, nb::handle max_positions, nb::handle seconds,
               nb::handle beam_width, nb::handle metric, nb::handle room, nb::handle autoplay, nb::handle memory) {
                new (self) freecell::Search(
                    search_of(goal, cells, max_positions, seconds, beam_width, metric, room, autoplay, memory));
            },
            "goal"_a, "cells"_a, "max_positions"_a, "seconds"_a, "beam_width"_a, "metric"_a,
            "room"_a = python_name(freecell::Search{}.room), "autoplay"_a = python_name(freecell::Search{}.autoplay),
            "memory"_a = freecell::Search{}.memory,
            nb::sig("def __init__(self, goal: str, cells: int, max_positions: int, seconds: float, beam_width: int, "
                    "metric: str, "
                    "room: str = ..., autoplay: str = ..., memory: int = ...) -> None"));
    nb::class_<freecell::Answer>(module, "Answer", "The result of a search.")
        .def_prop_ro("verdict", [](const freecell::Answer& answer) { return python_name(answer.verdict); })
        .def_prop_ro("limit", [](const freecell::Answer& answer) { return python_name(answer.limit); })
        .def_prop_ro("moves", packed_moves)
        .def_ro("positions", &freecell::Answer::positions)
        .def_ro("seconds", &freecell::Answer::seconds)
        .def_prop_ro("cards_moved", length_of(&freecell::Lengths::cards_moved))
        .def_prop_ro("singles", length_of(&freecell::Lengths::singles))
        .def_prop_ro("steps", length_of(&freecell::Lengths::steps))
        .def_prop_ro("turns", length_of(&freecell::Lengths::turns))
        .def_ro("lower_bound", &freecell::Answer::lower_bound);
    nb::class_<Table>(module, "Table", "The results of many searches, as columns.")
        .def_prop_ro("verdict", column(&freecell::Table::verdict))
        .def_prop_ro("cards_moved", column(&freecell::Table::cards_moved))
        .def_prop_ro("singles", column(&freecell::Table::singles))
        .def_prop_ro("steps", column(&freecell::Table::steps))
        .def_prop_ro("turns", column(&freecell::Table::turns))
        .def_prop_ro("lower_bound", column(&freecell::Table::lower_bound))
        .def_prop_ro("positions", column(&freecell::Table::positions))
        .def_prop_ro("microseconds", column(&freecell::Table::microseconds))
        .def_prop_ro("notation",
                     [](const Table& table) { return nb::bytes(table.notation.data(), table.notation.size()); })
        .def_prop_ro("ends", [](const Table& table) { return view_of(table.ends, nb::find(table)); });
    module.def("solve_many", solve_many, "boards"_a, "search"_a, "threads"_a, "stopped"_a.none() = nb::none(),
               nb::sig("def solve_many(boards: NDArray[numpy.uint8] | memoryview, search: Search, threads: int, "
                       "stopped: collections.abc.Callable[[], bool] | None = None) -> list[Answer]"),
               "Solves boards. Regularly calls `stopped` in the caller's thread, and stops if it returns True.");
    module.def("solve_one", solve_one, "board"_a, "search"_a, "advance"_a,
               nb::sig("def solve_one(board: NDArray[numpy.uint8] | memoryview, search: Search, advance: "
                       "collections.abc.Callable[[int, int], bool]) -> Answer"),
               "Solves one board. Regularly calls `advance` in the caller's thread, with the lower bound and the "
               "length of the shortest known solution (-1 if there is none), and stops if it returns True.");
    module.def(
        "solve_table", solve_table, "boards"_a, "search"_a, "threads"_a, "notation"_a, "advance"_a,
        nb::sig("def solve_table(boards: NDArray[numpy.uint8], search: Search, threads: int, notation: bool, advance: "
                "collections.abc.Callable[[int, int, int], object]) -> Table"),
        "Solves boards into a table. Regularly calls `advance` in the caller's thread, with how many boards are "
        "solved, unsolvable and undecided so far.");
    module.def(
        "difficulty_many", difficulty_many, "boards"_a, "cells"_a, "seed"_a, "threads"_a,
        nb::sig("def difficulty_many(boards: NDArray[numpy.uint8] | memoryview, cells: int, seed: int, threads: int) "
                "-> list[tuple[str, int, int, int]]"),
        "How hard boards are. Each gets a verdict, a score, and how many games a weak player plays and wins.");
    module.def("check_many", check_many, "numbers"_a, "solutions"_a, "cells"_a, "readings"_a, "threads"_a,
               nb::sig("def check_many(numbers: collections.abc.Iterable[int], solutions: "
                       "collections.abc.Iterable[str], cells: int, readings: collections.abc.Iterable[tuple[str, str, "
                       "str]], threads: int) -> list[tuple[int, bool, int, int, int, int] | None]"),
               "Replays solutions of deals. The result for each is the reading that wins or gets farthest, whether it "
               "wins, and if so its cards moved, singles, steps and turns; None if it isn't notation.");
}

}  // namespace

// Python calls PyInit__core below first, which then calls nanobind's under this name.
#define PyInit__core PyInit__core_of_nanobind
NB_MODULE(_core, module) {
    nb::set_leak_warnings(false);  // a daemon thread may still have arguments when Python ends
    bind_deals(module);
    bind_solving(module);
    bind_playing(module);
}
#undef PyInit__core

// Rejects a second interpreter in the process: nanobind would replace the types of the first one with its types.
extern "C" NB_EXPORT PyObject* PyInit__core() {
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) == 0) return PyInit__core_of_nanobind();
    PyErr_SetString(PyExc_ImportError, "freecell works only in Python's main interpreter, not in a subinterpreter");
    return nullptr;
}
