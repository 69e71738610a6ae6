// Checks arguments that come from Python. An error is one line with the name of the argument, the expected value and
// the actual one.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "freecell.hpp"

namespace nb = nanobind;

[[noreturn]] inline void refuse(const std::string& line) { throw nb::value_error(line.c_str()); }

// The text of a Python string; empty if it contains half a surrogate pair, which no encoding can represent.
inline std::string_view text_of(nb::handle string) {
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(string.ptr(), &size);
    if (bytes != nullptr) return {bytes, static_cast<std::size_t>(size)};
    PyErr_Clear();
    return {};
}

// Raises an error for an argument that is not what it must be.
[[noreturn]] inline void refuse(const std::string& name, const std::string& expected, nb::handle value) {
    constexpr Py_ssize_t kLongest = 60;
    constexpr int kMostBits = 10'000;  // Python refuses to print integers that are much longer
    const int bits = nb::isinstance<nb::int_>(value) ? nb::cast<int>(value.attr("bit_length")()) : 0;
    const std::string start = name + " must be " + expected + ", got ";
    if (bits > kMostBits) refuse(start + "<int of " + std::to_string(bits) + " bits>");
    const nb::str text = nb::repr(value);
    if (PyUnicode_GetLength(text.ptr()) <= kLongest) refuse(start + std::string(text_of(text)));
    const nb::object cut = nb::steal(PyUnicode_Substring(text.ptr(), 0, kLongest - 3));
    refuse(start + std::string(text_of(cut)) + "...");
}

inline std::uint64_t whole(const char* name, nb::handle value, freecell::Interval range) {
    const nb::object number = nb::steal(PyNumber_Index(value.ptr()));
    if (!number.is_valid()) nb::raise_python_error();
    const unsigned long long result = PyLong_AsUnsignedLongLong(number.ptr());
    const bool fits = PyErr_Occurred() == nullptr;
    PyErr_Clear();
    if (!fits || !range.has(result))
        refuse(name, "a whole number from " + std::to_string(range.least) + " to " + std::to_string(range.most),
               number);
    return result;
}

// The value of an enum that has this name.
template <class Enum>
Enum choice(const char* name, nb::handle value) {
    if (nb::isinstance<nb::str>(value))
        if (const auto found = freecell::value_of<Enum>(text_of(value))) return *found;
    refuse(name, "one of " + freecell::joined_names<Enum>(", ", "'"), value);
}

inline int thread_count(nb::handle threads) {
    return static_cast<int>(whole("threads", threads, {1, std::numeric_limits<int>::max()}));
}

inline int cell_count(nb::handle cells) { return static_cast<int>(whole("cells", cells, freecell::kCellCounts)); }

inline std::uint64_t seed_of(nb::handle seed) {
    return whole("seed", seed, {0, std::numeric_limits<std::uint64_t>::max()});
}

constexpr freecell::Interval kDealNumbers{1, freecell::kDealsEnd - 1};

// The first of the numbers `first` to `first` + `count` - 1, which must be deal numbers.
inline std::uint64_t first_number(nb::handle first, std::uint64_t count) {
    const std::uint64_t number = whole("first", first, kDealNumbers);
    if (!freecell::are_deals(number, count))
        refuse("deals must be from 1 to 2**33-1, got " + std::to_string(count) + " from " + std::to_string(number) +
               " on");
    return number;
}

// A view of an array of bytes that Python owns.
class ByteMatrix {
public:
    ByteMatrix(nb::handle array, const char* name, Py_ssize_t width, int flags) {
        if (PyObject_GetBuffer(array.ptr(), &view_, flags | PyBUF_FORMAT | PyBUF_STRIDES) != 0)
            nb::raise_python_error();
        const bool bytes = view_.format == nullptr || std::strcmp(view_.format, "B") == 0;
        if (bytes && view_.ndim == 2 && view_.shape[1] == width) return;
        std::string shape;
        for (int axis = 0; axis < view_.ndim; ++axis)
            shape += (axis > 0 ? ", " : "") + std::to_string(view_.shape[axis]);
        const std::string format = view_.format != nullptr ? view_.format : "B";
        PyBuffer_Release(&view_);
        refuse(std::string(name) + " must be uint8 with the shape (n, " + std::to_string(width) + "), got format '" +
               format + "' with the shape (" + shape + ")");
    }
    ByteMatrix(const ByteMatrix&) = delete;
    ~ByteMatrix() { PyBuffer_Release(&view_); }

    std::size_t rows() const { return static_cast<std::size_t>(view_.shape[0]); }
    std::uint8_t* data() const { return static_cast<std::uint8_t*>(view_.buf); }  // contiguous

    std::vector<std::uint8_t> copy() const {
        std::vector<std::uint8_t> bytes(rows() * static_cast<std::size_t>(view_.shape[1]));
        std::uint8_t* at = bytes.data();
        for (Py_ssize_t row = 0; row < view_.shape[0]; ++row)
            for (Py_ssize_t column = 0; column < view_.shape[1]; ++column)
                *at++ = data()[row * view_.strides[0] + column * view_.strides[1]];
        return bytes;
    }

private:
    Py_buffer view_;
};

// The boards in an array. They are copied before they are checked, because other threads may write to the array.
inline std::vector<std::uint8_t> boards_in(const ByteMatrix& rows, int cells) {
    std::vector<std::uint8_t> boards = rows.copy();
    for (std::size_t at = 0; at < boards.size(); at += freecell::kBoardBytes)
        if (!freecell::is_board(boards.data() + at, cells))
            refuse("row " + std::to_string(at / freecell::kBoardBytes) +
                   " of boards must have each of the 52 cards once, " + "and none outside its " +
                   std::to_string(cells) + " cells");
    return boards;
}

inline std::vector<std::uint8_t> boards_of(nb::handle array, int cells) {
    return boards_in(ByteMatrix(array, "boards", freecell::kBoardBytes, PyBUF_SIMPLE), cells);
}

// 52 bytes: the cards in dealt order, 255 for an unknown card.
inline freecell::Known known_of(const nb::bytes& cards) {
    freecell::Known known;
    if (cards.size() != known.size())
        refuse("cards must be 52 bytes (255 for an unknown card), got " + std::to_string(cards.size()));
    std::memcpy(known.data(), cards.data(), known.size());
    if (!freecell::are_known(known)) refuse("cards", "numbers from 0 to 51, each once", cards);
    return known;
}

// Solutions to check, and the readings to try.
struct Solutions {
    std::vector<std::uint64_t> numbers;
    std::vector<std::string> texts;
    int cells;
    std::vector<freecell::Reading> readings;
};

inline Solutions solutions_of(nb::handle numbers, nb::handle texts, nb::handle cells, nb::handle readings) {
    Solutions solutions;
    for (const nb::handle number : numbers) solutions.numbers.push_back(whole("numbers", number, kDealNumbers));
    for (const nb::handle text : texts) {
        Py_ssize_t size = 0;
        const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
        if (bytes == nullptr) nb::raise_python_error();
        solutions.texts.emplace_back(bytes, static_cast<std::size_t>(size));
    }
    if (solutions.numbers.size() != solutions.texts.size())
        refuse("there must be as many numbers as solutions, got " + std::to_string(solutions.numbers.size()) + " and " +
               std::to_string(solutions.texts.size()));
    solutions.cells = cell_count(cells);
    for (const nb::handle reading : readings) {
        std::tuple<nb::object, nb::object, nb::object> parts;
        if (!nb::try_cast(reading, parts)) refuse("readings", "tuples of room, autoplay and dialect", reading);
        const auto& [room, autoplay, dialect] = parts;
        solutions.readings.push_back({.room = choice<freecell::Room>("room", room),
                                      .autoplay = choice<freecell::AutoPlay>("autoplay", autoplay),
                                      .dialect = choice<freecell::Dialect>("dialect", dialect)});
    }
    if (solutions.readings.empty()) refuse("readings", "one or more", readings);
    return solutions;
}

inline freecell::Search search_of(nb::handle goal, nb::handle cells, nb::handle max_positions, nb::handle seconds,
                                  nb::handle beam_width, nb::handle metric, nb::handle room, nb::handle autoplay,
                                  nb::handle memory) {
    const double most_seconds = PyFloat_AsDouble(seconds.ptr());
    if (PyErr_Occurred() != nullptr) {
        if (PyErr_ExceptionMatches(PyExc_OverflowError) == 0) nb::raise_python_error();
        PyErr_Clear();
        refuse("seconds", "a number that a float can hold", seconds);
    }
    if (!(most_seconds > 0)) refuse("seconds", "greater than 0", seconds);
    const freecell::Search search{
        .goal = choice<freecell::Goal>("goal", goal),
        .cells = cell_count(cells),
        .room = choice<freecell::Room>("room", room),
        .autoplay = choice<freecell::AutoPlay>("autoplay", autoplay),
        .max_positions = whole("max_positions", max_positions, freecell::kPositionCounts),
        .seconds = most_seconds,
        .beam_width = whole("beam_width", beam_width, freecell::kPositionCounts),
        .metric = choice<freecell::Metric>("metric", metric),
        .memory = whole("memory", memory, freecell::kMemorySizes),
    };
    // The only constraint that involves two arguments: see can_be_asked.
    if (!freecell::can_be_asked(search)) refuse("autoplay", "'none' or 'safe' for a shortest solution", autoplay);
    return search;
}
