// The one file that knows Python: the kernels as the module freecell._core.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include "deals.hpp"
#include "find.hpp"

namespace nb = nanobind;
using namespace nb::literals;

using DealArray = nb::ndarray<std::uint8_t, nb::shape<-1, freecell::kCards>, nb::c_contig, nb::device::cpu>;

static void check_numbers(std::uint64_t first, std::uint64_t count) {
    if (first < 1 || first > freecell::kDealsEnd || count > freecell::kDealsEnd - first)
        throw nb::value_error("numbers from 1 to 2**33-1 are right");
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
}
