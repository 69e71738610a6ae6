// The one file that knows Python: the kernels as the module freecell._core.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "deals.hpp"

namespace nb = nanobind;
using namespace nb::literals;

using DealArray = nb::ndarray<std::uint8_t, nb::shape<-1, freecell::kCards>, nb::c_contig, nb::device::cpu>;

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
}
