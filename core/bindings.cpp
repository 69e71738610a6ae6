// The one file that knows Python: the kernels as the module freecell._core.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "deals.hpp"
#include "find.hpp"
#include "search/block.hpp"

namespace nb = nanobind;
using namespace nb::literals;

using DealArray = nb::ndarray<std::uint8_t, nb::shape<-1, freecell::kCards>, nb::c_contig, nb::device::cpu>;

using BoardArray = nb::ndarray<const std::uint8_t, nb::shape<-1, freecell::kBoardBytes>, nb::c_contig, nb::device::cpu>;

using WeightArray = nb::ndarray<const int, nb::shape<freecell::kWeightNumbers>, nb::c_contig, nb::device::cpu>;

static void check_boards(const BoardArray& boards, int cells) {
    for (std::size_t at = 0; at < boards.shape(0); ++at)
        if (!freecell::is_board(boards.data() + at * freecell::kBoardBytes, cells))
            throw nb::value_error("boards of all 52 cards, each once, with as many cells as there are, are right");
}

template <class Number>
using ColumnArray = nb::ndarray<Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

static freecell::Question question_of(int goal, int length, std::size_t positions, std::size_t width, double seconds) {
    if (goal < 0 || goal > 2 || length < 0 || length > 1 || positions < 1 || width < 1)
        throw nb::value_error("a goal from 0 to 2, a length of 0 or 1, and limits above 0 are right");
    return {static_cast<freecell::Goal>(goal), static_cast<freecell::Length>(length), positions, width, seconds};
}

// Whether a search is to stop: for Ctrl-C, or when the function that is asked, if there is one, says so or fails. Then an
// exception is set, which the caller raises.
static std::function<bool()> polling(nb::handle asked) {
    return [asked] {
        nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) return true;
        if (asked.is_none()) return false;
        const nb::object answer = nb::steal(PyObject_CallNoArgs(asked.ptr()));
        return !answer.is_valid() || PyObject_IsTrue(answer.ptr()) != 0;
    };
}

// Three bytes a move.
static nb::bytes packed(const std::vector<freecell::Move>& moves) {
    static_assert(sizeof(freecell::Move) == 3);
    return nb::bytes(reinterpret_cast<const char*>(moves.data()), 3 * moves.size());
}

static void check_numbers(std::uint64_t first, std::uint64_t count) {
    if (first < 1 || first > freecell::kDealsEnd || count > freecell::kDealsEnd - first)
        throw nb::value_error("numbers from 1 to 2**33-1 are right");
}

// The texts one after the other, copied once, and where each begins and the last one ends.
static nb::bytes joined(const std::vector<std::string>& texts, std::int32_t* ends) {
    std::size_t size = 0;
    for (const std::string& text : texts) size += text.size();
    if (size > std::numeric_limits<std::int32_t>::max()) throw nb::value_error("fewer boards at once are right");
    nb::bytes all = nb::steal<nb::bytes>(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size)));
    if (!all.is_valid()) nb::raise_python_error();
    char* at = PyBytes_AsString(all.ptr());
    const char* begin = at;
    if (ends != nullptr) *ends++ = 0;
    for (const std::string& text : texts) {
        at = std::copy(text.begin(), text.end(), at);
        *ends++ = static_cast<std::int32_t>(at - begin);
    }
    return all;
}

// 52 bytes: cards in dealt order, 255 where one is not known.
static freecell::Known known_of(nb::bytes cards) {
    freecell::Known known;
    if (cards.size() != known.size()) throw nb::value_error("52 cards are right, 255 for one not known");
    std::memcpy(known.data(), cards.data(), known.size());
    std::uint64_t seen = 0;
    for (const std::uint8_t card : known) {
        if (card == freecell::kUnknown) continue;
        if (card >= freecell::kCards || seen >> card & 1)
            throw nb::value_error("cards from 0 to 51, each once, are right");
        seen |= std::uint64_t{1} << card;
    }
    return known;
}

NB_MODULE(_core, module) {
    module.def(
        "deal_block",
        [](std::uint64_t first, DealArray out, int threads, bool vector) {
            const std::uint64_t count = out.shape(0);
            check_numbers(first, count);
            nb::gil_scoped_release release;
            freecell::deal_block(first, count, threads, vector, out.data());
        },
        "first"_a, "out"_a.noconvert(), "threads"_a, "vector"_a = true,
        "Deals the numbers from `first` on into the rows of `out`.");
    module.def(
        "invert",
        [](nb::bytes cards) {
            const freecell::Known known = known_of(cards);
            if (known[0] == freecell::kUnknown || known[1] == freecell::kUnknown)
                throw nb::value_error("the first two cards must be known");
            nb::gil_scoped_release release;
            return freecell::invert(known);
        },
        "cards"_a, "The numbers that deal the known cards, of which the first two must be known.");
    module.def(
        "scan",
        [](nb::bytes cards, std::uint64_t first, std::uint64_t count, int threads, bool vector) {
            const freecell::Known known = known_of(cards);
            check_numbers(first, count);
            nb::gil_scoped_release release;
            return freecell::scan(known, first, count, threads, vector);
        },
        "cards"_a, "first"_a, "count"_a, "threads"_a, "vector"_a = true,
        "The numbers among `count` from `first` on that deal the known cards.");

    module.attr("BOARD_BYTES") = freecell::kBoardBytes;
    module.def(
        "solve_block",
        [](BoardArray boards, int cells, int goal, int length, std::size_t positions, std::size_t width, double seconds,
           int threads, nb::object stopped) {
            check_boards(boards, cells);
            const freecell::Question question = question_of(goal, length, positions, width, seconds);
            freecell::Stop stop;
            stop.poll = polling(stopped);
            std::vector<freecell::Solved> solved;
            {
                nb::gil_scoped_release release;
                solved = freecell::solve_block(boards.data(), boards.shape(0), cells, question, threads, stop);
            }
            if (PyErr_Occurred() != nullptr) nb::raise_python_error();
            nb::list answers;
            for (const auto& [answer, lengths, elapsed] : solved)
                answers.append(nb::make_tuple(static_cast<int>(answer.verdict), static_cast<int>(answer.limit),
                                              packed(answer.moves), answer.positions, elapsed, lengths.cards, lengths.singles,
                                              lengths.steps, lengths.turns));
            return answers;
        },
        "boards"_a, "cells"_a, "goal"_a, "length"_a, "positions"_a, "width"_a, "seconds"_a, "threads"_a,
        "stopped"_a.none() = nb::none(),
        "Solves boards: a list of (verdict, limit, moves, positions, seconds, cards, singles, steps, turns).");
    module.def(
        "solve_columns",
        [](BoardArray boards, int cells, int goal, int length, std::size_t positions, std::size_t width, double seconds,
           int threads, ColumnArray<std::uint8_t> verdict, ColumnArray<std::uint16_t> cards,
           ColumnArray<std::uint16_t> singles, ColumnArray<std::uint16_t> steps, ColumnArray<std::uint16_t> turns,
           ColumnArray<std::uint32_t> searched, ColumnArray<std::uint32_t> microseconds,
           std::optional<ColumnArray<std::int32_t>> ends, nb::object tell) {
            check_boards(boards, cells);
            const freecell::Question question = question_of(goal, length, positions, width, seconds);
            const std::size_t count = boards.shape(0);
            for (const std::size_t rows : {verdict.shape(0), cards.shape(0), singles.shape(0), steps.shape(0),
                                           turns.shape(0), searched.shape(0), microseconds.shape(0),
                                           ends ? ends->shape(0) - 1 : count})
                if (rows != count) throw nb::value_error("columns as long as there are boards are right");
            std::vector<std::string> texts(ends ? count : 0);
            const freecell::Columns columns{verdict.data(), cards.data(),    singles.data(),      steps.data(),
                                            turns.data(),   searched.data(), microseconds.data(), ends ? &texts : nullptr};
            freecell::Stop stop;
            stop.poll = polling(tell);
            {
                nb::gil_scoped_release release;
                freecell::solve_columns(boards.data(), count, cells, question, threads, stop, columns);
            }
            if (PyErr_Occurred() != nullptr) nb::raise_python_error();
            return joined(texts, ends ? ends->data() : nullptr);
        },
        "boards"_a, "cells"_a, "goal"_a, "length"_a, "positions"_a, "width"_a, "seconds"_a, "threads"_a,
        "verdict"_a.noconvert(), "cards"_a.noconvert(), "singles"_a.noconvert(), "steps"_a.noconvert(),
        "turns"_a.noconvert(), "searched"_a.noconvert(), "microseconds"_a.noconvert(), "ends"_a.noconvert().none(), "tell"_a,
        "Solves boards into the columns of a table. If there are `ends` (one more than boards), returns the solutions in "
        "notation, one after the other, and where each ends. Now and then calls `tell`.");

    nb::dict weights;
    for (const auto& [name, set] : freecell::kAllWeights) {
        nb::list numbers;
        for (const int number : freecell::numbers_of(set)) numbers.append(number);
        weights[name] = numbers;
    }
    module.attr("WEIGHTS") = weights;
    const auto weights_in = [](const WeightArray& array) {
        std::array<int, freecell::kWeightNumbers> numbers;
        std::copy_n(array.data(), numbers.size(), numbers.begin());
        return freecell::weights_of(numbers);
    };
    module.def(
        "try_weights",
        [=](WeightArray weights, BoardArray boards, int cells, std::size_t limit, bool safe, int threads) {
            check_boards(boards, cells);
            const freecell::Weights set = weights_in(weights);
            nb::gil_scoped_release release;
            return freecell::try_weights(set, boards.data(), boards.shape(0), cells, limit, safe, threads);
        },
        "weights"_a, "boards"_a, "cells"_a, "limit"_a, "safe"_a, "threads"_a,
        "Children that a greedy search with these weights makes for each board; negative where it does not win.");
    module.def(
        "try_beam",
        [=](WeightArray weights, BoardArray boards, int cells, std::size_t width, bool singles, int threads) {
            check_boards(boards, cells);
            const freecell::Weights set = weights_in(weights);
            const auto length = singles ? freecell::Length::kSingles : freecell::Length::kTurns;
            nb::gil_scoped_release release;
            return freecell::try_beam(set, boards.data(), boards.shape(0), cells, width, length, threads);
        },
        "weights"_a, "boards"_a, "cells"_a, "width"_a, "singles"_a, "threads"_a,
        "The lengths that a beam with these weights finds for each board; -1 where it finds none.");
}
