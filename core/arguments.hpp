// Arguments that come from Python, checked: an error is one line that quotes the argument and says what is right.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "freecell.hpp"

namespace nb = nanobind;

[[noreturn]] inline void refuse(const std::string& line) { throw nb::value_error(line.c_str()); }

// An object as an error quotes it: `name=value`.
inline std::string quoted(const char* name, nb::handle value) {
    constexpr std::size_t kLongest = 60;
    std::string text = nb::repr(value).c_str();
    if (text.size() > kLongest) text = text.substr(0, kLongest - 3) + "...";
    return std::string(name) + "=" + text;
}

inline std::uint64_t whole(const char* name, nb::handle value, std::uint64_t least, std::uint64_t most) {
    const nb::object number = nb::steal(PyNumber_Index(value.ptr()));
    if (!number.is_valid()) nb::raise_python_error();
    const unsigned long long result = PyLong_AsUnsignedLongLong(number.ptr());
    const bool fits = PyErr_Occurred() == nullptr;
    PyErr_Clear();
    if (!fits || result < least || result > most)
        refuse(quoted(name, number) + ": a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
               " is right");
    return result;
}

inline int thread_count(nb::handle threads) {
    return static_cast<int>(whole("threads", threads, 1, std::numeric_limits<int>::max()));
}

// The numbers `first` to `first` + `count` - 1, which must be of deals.
inline std::uint64_t first_number(nb::handle first, std::uint64_t count) {
    const std::uint64_t number = whole("first", first, 1, freecell::kDealsEnd - 1);
    if (!freecell::are_deals(number, count))
        refuse(std::to_string(count) + " deals from " + std::to_string(number) +
               " on: numbers from 1 to 2**33-1 are right");
    return number;
}

// An array of bytes that somebody else owns, for as long as it is looked at.
class Bytes {
public:
    Bytes(nb::handle array, const char* name, Py_ssize_t width, int flags) {
        if (PyObject_GetBuffer(array.ptr(), &view_, flags | PyBUF_FORMAT | PyBUF_STRIDES) != 0)
            nb::raise_python_error();
        const bool bytes = view_.format == nullptr || std::strcmp(view_.format, "B") == 0;
        if (bytes && view_.ndim == 2 && view_.shape[1] == width) return;
        std::string shape;
        for (int axis = 0; axis < view_.ndim; ++axis)
            shape += (axis > 0 ? ", " : "") + std::to_string(view_.shape[axis]);
        const std::string format = view_.format != nullptr ? view_.format : "B";
        PyBuffer_Release(&view_);
        refuse(std::string(name) + " of the shape (" + shape + ") and the format '" + format +
               "': uint8 of the shape (n, " + std::to_string(width) + ") is right");
    }
    Bytes(const Bytes&) = delete;
    ~Bytes() { PyBuffer_Release(&view_); }

    std::size_t rows() const { return static_cast<std::size_t>(view_.shape[0]); }
    std::uint8_t* data() const { return static_cast<std::uint8_t*>(view_.buf); }  // of an array without gaps

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

inline std::vector<std::uint8_t> boards_of(nb::handle array, const freecell::Search& search) {
    std::vector<std::uint8_t> boards = Bytes(array, "boards", freecell::kBoardBytes, PyBUF_SIMPLE).copy();
    for (std::size_t at = 0; at < boards.size(); at += freecell::kBoardBytes)
        if (!freecell::is_board(boards.data() + at, search.cells))
            refuse("row " + std::to_string(at / freecell::kBoardBytes) + " of boards is no board with " +
                   std::to_string(search.cells) +
                   " cells: all 52 cards, each once, and none in another cell, is right");
    return boards;
}

// 52 bytes: cards in dealt order, 255 where one is not known.
inline freecell::Known known_of(const nb::bytes& cards) {
    freecell::Known known;
    if (cards.size() != known.size())
        refuse(std::to_string(cards.size()) + " cards: 52 cards are right, 255 for one not known");
    std::memcpy(known.data(), cards.data(), known.size());
    if (!freecell::are_known(known)) refuse(quoted("cards", cards) + ": cards from 0 to 51, each once, are right");
    return known;
}

// Solutions to check, and how they may be read.
struct Solutions {
    std::vector<std::uint64_t> numbers;
    std::vector<std::string> texts;
    int cells;
    std::vector<freecell::Reading> readings;
};

inline Solutions solutions_of(nb::handle numbers, nb::handle texts, nb::handle cells, nb::handle readings) {
    Solutions solutions;
    for (const nb::handle number : numbers)
        solutions.numbers.push_back(whole("numbers", number, 1, freecell::kDealsEnd - 1));
    for (const nb::handle text : texts) {
        Py_ssize_t size = 0;
        const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
        if (bytes == nullptr) nb::raise_python_error();
        solutions.texts.emplace_back(bytes, static_cast<std::size_t>(size));
    }
    if (solutions.numbers.size() != solutions.texts.size())
        refuse(std::to_string(solutions.numbers.size()) + " numbers and " + std::to_string(solutions.texts.size()) +
               " solutions: as many of both are right");
    solutions.cells = static_cast<int>(whole("cells", cells, 0, freecell::kMostCells));
    for (const nb::handle reading : readings) {
        const auto [room, autoplay, dialect] = nb::cast<std::tuple<nb::object, nb::object, nb::object>>(reading);
        solutions.readings.push_back({.room = static_cast<freecell::Room>(whole("room", room, 0, 1)),
                                      .autoplay = static_cast<freecell::AutoPlay>(whole("autoplay", autoplay, 0, 2)),
                                      .dialect = static_cast<freecell::Dialect>(whole("dialect", dialect, 0, 2))});
    }
    if (solutions.readings.empty()) refuse(quoted("readings", readings) + ": one or more are right");
    return solutions;
}

inline freecell::Search search_of(nb::handle goal, nb::handle cells, nb::handle limit, nb::handle seconds,
                                  nb::handle width, nb::handle length, nb::handle room, nb::handle autoplay,
                                  nb::handle memory) {
    const double most_seconds = PyFloat_AsDouble(seconds.ptr());
    if (PyErr_Occurred() != nullptr) {
        if (PyErr_ExceptionMatches(PyExc_OverflowError) == 0) nb::raise_python_error();
        PyErr_Clear();
        refuse(quoted("seconds", seconds) + ": a number above 0 that a float can hold is right");
    }
    if (!(most_seconds > 0)) refuse(quoted("seconds", seconds) + ": a number above 0 is right");
    return {
        .goal = static_cast<freecell::Goal>(whole("goal", goal, 0, 3)),
        .cells = static_cast<int>(whole("cells", cells, 0, freecell::kMostCells)),
        .room = static_cast<freecell::Room>(whole("room", room, 0, 1)),
        .autoplay = static_cast<freecell::AutoPlay>(whole("autoplay", autoplay, 0, 2)),
        .limit = whole("limit", limit, 1, freecell::kMostPositions),
        .seconds = most_seconds,
        .width = whole("width", width, 1, freecell::kMostPositions),
        .length = static_cast<freecell::Length>(whole("length", length, 0, 1)),
        .memory = whole("memory", memory, 1, freecell::kMostMemory),
    };
}
