// The one file that knows Python: the kernels as the module freecell._core.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "deals.hpp"
#include "search/block.hpp"

namespace nb = nanobind;
using namespace nb::literals;

using DealArray = nb::ndarray<std::uint8_t, nb::shape<-1, freecell::kCards>, nb::c_contig, nb::device::cpu>;

using BoardArray = nb::ndarray<const std::uint8_t, nb::shape<-1, freecell::kBoardBytes>, nb::c_contig, nb::device::cpu>;

using WeightArray = nb::ndarray<const int, nb::shape<freecell::kWeightNumbers>, nb::c_contig, nb::device::cpu>;

// Three bytes a move.
static nb::bytes packed(const std::vector<freecell::Move>& moves) {
    static_assert(sizeof(freecell::Move) == 3);
    return nb::bytes(reinterpret_cast<const char*>(moves.data()), 3 * moves.size());
}

NB_MODULE(_core, module) {
    module.def(
        "deal_block",
        [](std::uint64_t first, DealArray out, int threads, bool vector) {
            const std::uint64_t count = out.shape(0);
            if (first < 1 || first > freecell::kDealsEnd || count > freecell::kDealsEnd - first)
                throw nb::value_error("deal_block: numbers from 1 to 2**33-1 are right");
            nb::gil_scoped_release release;
            freecell::deal_block(first, count, threads, vector, out.data());
        },
        "first"_a, "out"_a.noconvert(), "threads"_a, "vector"_a = true,
        "Deals the numbers from `first` on into the rows of `out`.");

    module.attr("BOARD_BYTES") = freecell::kBoardBytes;
    module.def(
        "solve_block",
        [](BoardArray boards, int cells, int goal, int length, std::size_t positions, std::size_t width, double seconds,
           int threads) {
            const freecell::Question question{static_cast<freecell::Goal>(goal), static_cast<freecell::Length>(length), positions,
                                              width, seconds};
            freecell::Stop stop;
            stop.poll = [] {
                nb::gil_scoped_acquire acquire;
                return PyErr_CheckSignals() != 0;
            };
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
        "Solves boards: a list of (verdict, limit, moves, positions, seconds, cards, singles, steps, turns).");

    nb::dict weights;
    for (const auto& [name, set] : freecell::kAllWeights) {
        nb::list numbers;
        for (const int number : freecell::numbers_of(set)) numbers.append(number);
        weights[name] = numbers;
    }
    module.attr("WEIGHTS") = weights;
    const auto list_of = [](const std::vector<std::int64_t>& numbers) {
        nb::list list;
        for (const std::int64_t number : numbers) list.append(number);
        return list;
    };
    const auto weights_in = [](const WeightArray& array) {
        std::array<int, freecell::kWeightNumbers> numbers;
        std::copy_n(array.data(), numbers.size(), numbers.begin());
        return freecell::weights_of(numbers);
    };
    module.def(
        "try_weights",
        [=](WeightArray weights, BoardArray boards, int cells, std::size_t limit, bool safe, int threads) {
            const freecell::Weights set = weights_in(weights);
            nb::gil_scoped_release release;
            const auto made = freecell::try_weights(set, boards.data(), boards.shape(0), cells, limit, safe, threads);
            nb::gil_scoped_acquire acquire;
            return list_of(made);
        },
        "weights"_a, "boards"_a, "cells"_a, "limit"_a, "safe"_a, "threads"_a,
        "Children that a greedy search with these weights makes for each board; negative where it does not win.");
    module.def(
        "try_beam",
        [=](WeightArray weights, BoardArray boards, int cells, std::size_t width, bool singles, int threads) {
            const freecell::Weights set = weights_in(weights);
            const auto length = singles ? freecell::Length::kSingles : freecell::Length::kTurns;
            nb::gil_scoped_release release;
            const auto lengths = freecell::try_beam(set, boards.data(), boards.shape(0), cells, width, length, threads);
            nb::gil_scoped_acquire acquire;
            return list_of(lengths);
        },
        "weights"_a, "boards"_a, "cells"_a, "width"_a, "singles"_a, "threads"_a,
        "The lengths that a beam with these weights finds for each board; -1 where it finds none.");
}
