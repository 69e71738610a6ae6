// Checks whether solutions win in some reading. It does what checking.py does, for many solutions at once.
//
// Python then replays a solution that doesn't win, in the reading found here, to report what is wrong with it.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "names.hpp"
#include "rules.hpp"
#include "search/lengths.hpp"

namespace freecell {

// In extended notation, a move to an empty column takes one card unless it gives a number; in the others, it takes as
// many as possible. In catalogue notation, words have no spaces between them, and cells are named by order of arrival
// (see catalogue.py).
enum class Dialect { kStandard, kExtended, kCatalogue };
template <>
inline constexpr std::array kNames<Dialect>{"standard"sv, "extended"sv, "catalogue"sv};

// One way to read a solution.
struct Reading {
    Room room = Room::kTheory;
    AutoPlay autoplay = AutoPlay::kNone;
    Dialect dialect = Dialect::kStandard;
};

// The result for a solution. Its reading is the first one that wins, or else the one that gets farthest.
struct Checked {
    int reading = -1;  // -1: the text isn't notation
    bool wins = false;
    Lengths lengths;  // of a solution that wins
};

constexpr std::uint8_t kAnyCell = kHome + 1;  // as a target: any free cell

// A word of notation: two places, numbered as in Move, and a number of cards if one is written.
struct Word {
    std::uint8_t source, target;
    bool counted;
    std::uint8_t cards;
};

constexpr int kNoPlace = 255;

inline int place_of(char name) {
    if (name >= '1' && name <= '8') return name - '1';
    return name >= 'a' && name <= 'h' ? name - 'a' + kFirstCell : kNoPlace;
}

// The words of a text in catalogue notation; empty if it contains anything else.
inline std::vector<Word> packed_words_of(std::string_view text) {
    std::vector<Word> words;
    words.reserve(text.size() / 2 + 1);
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ') {
            ++at;
            continue;
        }
        if (at + 1 == text.size()) return {};
        const int source = place_of(text[at]), target = text[at + 1] == 'r' ? kAnyCell : place_of(text[at + 1]);
        const bool from_cell = source >= kFirstCell && source < kHome;
        if (source >= kHome || target == kNoPlace) return {};
        if (from_cell && target >= kFirstCell && target != kHome) return {};  // from one cell to another
        words.push_back({static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target), false, 0});
        at += 2;
    }
    return words;
}

// The words of a text in one of the other dialects; empty if it contains anything else.
inline std::vector<Word> words_of(std::string_view text) {
    const auto digit = [](char name) {
        if (name >= '0' && name <= '9') return name - '0';
        return name >= 'a' && name <= 'f' ? name - 'a' + 10 : kNoPlace;
    };
    std::vector<Word> words;
    words.reserve(text.size() / 3 + 1);
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ') {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && text[end] != ' ') ++end;
        const std::string_view word = text.substr(at, end - at);
        if (word.size() < 2 || word.size() == 3 || word.size() > 5) return {};
        const int source = place_of(word[0]), target = place_of(word[1]);
        int cards = 0;
        for (const char name : word.substr(std::min<std::size_t>(word.size(), 3))) {
            if (digit(name) == kNoPlace) return {};
            cards = 16 * cards + digit(name);
        }
        if (source == kNoPlace || target == kNoPlace || (word.size() > 2 && word[2] != 'v')) return {};
        words.push_back({static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target), word.size() > 2,
                         static_cast<std::uint8_t>(cards)});
        at = end;
    }
    return words;
}

// The move that a word stands for. It may be illegal.
inline Move move_of(const Position& position, Word word, const Reading& reading) {
    Move move{word.source, word.target, word.counted ? word.cards : std::uint8_t{1}};
    if (word.target == kAnyCell) {
        int cell = 0;
        while (cell < position.cell_count && position.cell[cell] != kNoCard) ++cell;
        const bool is_free = cell < position.cell_count;
        move.target = is_free ? static_cast<std::uint8_t>(kFirstCell + cell) : move.source;  // which is not legal
        return move;
    }
    if (word.counted || word.source >= kFirstCell || word.target >= kFirstCell) return move;
    const Card top = position.top[word.source], onto = position.top[word.target];
    if (top == kNoCard || (onto == kNoCard && reading.dialect == Dialect::kExtended)) return move;
    const int run = run_length(position, word.source);
    if (onto == kNoCard) {
        move.count = static_cast<std::uint8_t>(std::min(run, room_of(position, reading.room, true)));
    } else if (const int cards = rank_of(onto) - rank_of(top); cards > 0 && cards <= run) {
        move.count = static_cast<std::uint8_t>(cards);
    }
    return move;
}

// The cells that hold cards, in order of arrival.
class Arrivals {
public:
    // Updates the order after a move.
    void see(const Position& position) {
        int kept = 0;
        std::array<bool, kMostCells> known{};
        for (int at = 0; at < count_; ++at)
            if (position.cell[cells_[at]] != kNoCard) known[cells_[kept++] = cells_[at]] = true;
        for (std::uint8_t cell = 0; cell < position.cell_count; ++cell)
            if (position.cell[cell] != kNoCard && !known[cell]) cells_[kept++] = cell;
        count_ = kept;
    }

    // The cell that a word means by this name; home, which no move can leave, if that cell holds no card.
    std::uint8_t place(std::uint8_t name) const {
        if (name < kFirstCell || name >= kHome) return name;
        return name - kFirstCell < count_ ? static_cast<std::uint8_t>(kFirstCell + cells_[name - kFirstCell]) : kHome;
    }

private:
    std::array<std::uint8_t, kMostCells> cells_{};
    int count_ = 0;
};

// A solution, played in one reading.
class Played {
public:
    Played(const Position& start, const std::vector<Word>& words, const Reading& reading) : position_(start) {
        std::array<int, kHome> unwritten{};  // by place: automatic moves from there that may still be written
        const bool is_catalogue = reading.dialect == Dialect::kCatalogue;
        Arrivals arrivals;
        if (is_catalogue) auto_play(position_, reading.autoplay, [&](Move home) { count(home); });
        for (const Word word : words) {
            ++reached_;
            Word meant = word;
            if (is_catalogue) meant.source = arrivals.place(word.source);
            const Move move = move_of(position_, meant, reading);
            if (is_legal(position_, move, reading.room)) {
                count(move);
                position_.play(move, kNoCosts);
                auto_play(position_, reading.autoplay, [&](Move home) {
                    count(home);
                    ++unwritten[home.source];
                });
            } else if (word.target == kHome && word.source < kHome && !word.counted && unwritten[word.source] > 0) {
                --unwritten[word.source];
            } else {
                return;
            }
            if (is_catalogue) arrivals.see(position_);
        }
        reached_ = kAll;
    }

    bool wins() const { return reached_ == kAll && position_.won(); }
    int reached() const { return reached_; }  // the index of the first wrong word, or kAll
    const Lengths& lengths() const { return lengths_; }

private:
    static constexpr int kAll = std::numeric_limits<int>::max();

    // Each move home counts separately, as one single-card move wherever the card comes from.
    void count(Move move) {
        lengths_.cards_moved += move.count;
        lengths_.singles += move.count == 1 ? 1 : singles_of(position_, move);
        ++lengths_.steps;
        lengths_.turns += move.target != kHome;
    }

    Position position_;
    int reached_ = 0;
    Lengths lengths_;
};

// Checks a solution of a deal in the given readings. There must be at least one, and either all or none must be in
// catalogue notation.
inline Checked check(const Position& start, std::string_view text, const std::vector<Reading>& readings) {
    Checked best;
    const bool is_catalogue = readings.front().dialect == Dialect::kCatalogue;
    const std::vector<Word> words = is_catalogue ? packed_words_of(text) : words_of(text);
    int farthest = 0;
    for (std::size_t at = 0; at < readings.size() && !words.empty(); ++at) {
        const Played played(start, words, readings[at]);
        if (played.wins()) return {static_cast<int>(at), true, played.lengths()};
        if (played.reached() > farthest) {
            farthest = played.reached();
            best.reading = static_cast<int>(at);
        }
    }
    return best;
}

}  // namespace freecell
