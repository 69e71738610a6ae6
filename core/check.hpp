// Whether solutions win, whichever way they are meant: what checking.py does, for many of them.
//
// What is said of a solution that does not win is for Python to say. It is told in which reading.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "rules.hpp"
#include "search/lengths.hpp"

namespace freecell {

// A way to read a solution. `extended`: to an empty column goes one card if nothing else is said, and not all that can.
struct Reading {
    Room room = Room::kTheory;
    AutoPlay autoplay = AutoPlay::kNone;
    bool extended = false;
};

// What became of a solution: its reading is the first that wins, or else that goes farthest.
struct Checked {
    int reading = -1;  // or that it is not made of words of notation
    bool wins = false;
    Lengths lengths;  // of what wins
};

// A word of notation: two places, as a Move has them, and a number of cards if one is written.
struct Word {
    std::uint8_t source, target;
    bool counted;
    std::uint8_t cards;
};

// The words of a text; none if it has anything else in it.
inline std::vector<Word> words_of(std::string_view text) {
    constexpr auto kNoPlace = 255;
    const auto place = [](char name) {
        if (name >= '1' && name <= '8') return name - '1';
        return name >= 'a' && name <= 'h' ? name - 'a' + kFirstCell : kNoPlace;
    };
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
        const int source = place(word[0]), target = place(word[1]);
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

// The move that a word means, which need not be legal.
inline Move move_of(const Position& position, Word word, const Reading& reading) {
    Move move{word.source, word.target, word.counted ? word.cards : std::uint8_t{1}};
    if (word.counted || word.source >= kFirstCell || word.target >= kFirstCell) return move;
    const Card top = position.top[word.source], onto = position.top[word.target];
    if (top == kNone || (onto == kNone && reading.extended)) return move;
    const int run = run_length(position, word.source);
    if (onto == kNone) {
        move.cards = static_cast<std::uint8_t>(std::min(run, room_of(position, reading.room, true)));
    } else if (const int cards = rank_of(onto) - rank_of(top); cards > 0 && cards <= run) {
        move.cards = static_cast<std::uint8_t>(cards);
    }
    return move;
}

// A solution played in one reading.
class Played {
public:
    Played(const Position& start, const std::vector<Word>& words, const Reading& reading) : position_(start) {
        std::array<int, kHome> unwritten{};  // by place: what went home by itself from there and may still be written
        for (const Word word : words) {
            ++reached_;
            const Move move = move_of(position_, word, reading);
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
        }
        reached_ = kAll;
    }

    bool wins() const { return reached_ == kAll && position_.won(); }
    int reached() const { return reached_; }  // the number of the first wrong word, or kAll
    const Lengths& lengths() const { return lengths_; }

private:
    static constexpr int kAll = std::numeric_limits<int>::max();

    // Moves home are counted one after the other, and each takes one single card wherever it is.
    void count(Move move) {
        lengths_.cards += move.cards;
        lengths_.singles += move.cards == 1 ? 1 : singles_of(position_, move);
        ++lengths_.steps;
        lengths_.turns += move.target != kHome;
    }

    Position position_;
    int reached_ = 0;
    Lengths lengths_;
};

// A solution of a position, in the readings given, of which there is at least one.
inline Checked check(const Position& start, std::string_view text, const std::vector<Reading>& readings) {
    Checked best;
    const std::vector<Word> words = words_of(text);
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
