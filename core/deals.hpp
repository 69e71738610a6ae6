// Numbered deals: the cards of consecutive deal numbers, in dealt order.
//
// src/freecell/dealing.py is the specification and explains each step. The differences here are only for speed: the
// draws of 64 deals are computed side by side, so that the compiler can use vector registers, and remainders come from
// multiplications instead of divisions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "cards.hpp"
#include "cpu.hpp"

namespace freecell {

// The generator: each draw comes from the next state. The first state is the low 32 bits of the deal number.
constexpr std::uint32_t next_state(std::uint32_t state) { return state * 214013u + 2531011u; }

// Deal numbers that share one rule for draws: ((state >> 16 & mask) | set) + add.
struct Range {
    std::uint64_t first, end;  // its numbers, `end` excluded
    std::uint16_t mask, set, add;

    constexpr std::uint32_t bits(std::uint32_t state) const { return state >> 16 & mask; }
    constexpr std::uint32_t draw(std::uint32_t state) const { return bits(state) + offset(); }
    constexpr std::uint32_t offset() const { return std::uint32_t{set} + add; }  // `mask` and `set` have no common bits
    // The number whose first state this is.
    constexpr std::uint64_t number(std::uint32_t state) const { return first + (bits(state) << 16 | (state & 0xFFFF)); }
};

// Below 2**31, draws are those of Microsoft's C library, 0 to 32767. From there on they are FreeCell Pro's: 32768 to
// 65535 below 2**32, and 1 to 65536 above. Deal 0 doesn't exist.
constexpr std::uint64_t kDealsEnd = std::uint64_t{1} << 33;
constexpr std::array<Range, 3> kRanges{{
    {.first = 0, .end = std::uint64_t{1} << 31, .mask = 0x7FFF, .set = 0, .add = 0},
    {.first = std::uint64_t{1} << 31, .end = std::uint64_t{1} << 32, .mask = 0x7FFF, .set = 0x8000, .add = 0},
    {.first = std::uint64_t{1} << 32, .end = kDealsEnd, .mask = 0xFFFF, .set = 0, .add = 1},
}};

constexpr const Range& range_of(std::uint64_t number) {
    return number < kRanges[0].end ? kRanges[0] : number < kRanges[1].end ? kRanges[1] : kRanges[2];
}

// Whether first .. first + count - 1 are deal numbers.
constexpr bool are_deals(std::uint64_t first, std::uint64_t count) {
    return first >= 1 && first <= kDealsEnd && count <= kDealsEnd - first;
}

constexpr auto kDeck = [] {
    std::array<Card, kCards> deck{};
    for (int card = 0; card < kCards; ++card) deck[card] = static_cast<Card>(card);
    return deck;
}();

constexpr int kLanes = 64;  // the number of deals computed side by side

// The index in the deck from which each card is taken, for kLanes deals: places[k][lane] = draw mod (52 - k).
using Places = std::array<std::array<std::uint8_t, kLanes>, kCards>;

// About 2**16 / length. This is a table because GCC uses a 16-bit multiplication only if it loads both factors as 16
// bits.
constexpr auto kInverses = [] {
    std::array<std::uint16_t, kCards + 1> inverses{};
    for (int length = 1; length <= kCards; ++length) inverses[length] = static_cast<std::uint16_t>(0xFFFF / length);
    return inverses;
}();

// One draw for each lane: advances the states and computes the indices of draw k.
FREECELL_INLINE void find_places(int k, Range range, std::uint32_t* state, std::array<std::uint8_t, kLanes>& places) {
    alignas(64) std::uint16_t value[kLanes];
    const auto length = static_cast<std::uint16_t>(kCards - k);
    const std::uint16_t inverse = kInverses[length];
    for (int lane = 0; lane < kLanes; ++lane) {
        state[lane] = next_state(state[lane]);
        value[lane] = static_cast<std::uint16_t>((state[lane] >> 16 & range.mask) | range.set);
    }
    for (int lane = 0; lane < kLanes; ++lane) {
        // The quotient is exact or one too small, so the remainder is below 2 * length. If it was exact, subtracting
        // the length again wraps around to a large number.
        const auto quotient = static_cast<std::uint16_t>(std::uint32_t{value[lane]} * inverse >> 16);
        auto rest = static_cast<std::uint16_t>(value[lane] - quotient * length);
        rest = std::min(rest, static_cast<std::uint16_t>(rest - length));
        rest = static_cast<std::uint16_t>(rest + range.add);  // only now, because 65536 wouldn't fit above
        rest = std::min(rest, static_cast<std::uint16_t>(rest - length));
        places[lane] = static_cast<std::uint8_t>(rest);
    }
}

FREECELL_INLINE void find_places(std::uint64_t first, Range range, Places& places) {
    alignas(64) std::uint32_t state[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) state[lane] = static_cast<std::uint32_t>(first + lane);
    for (int k = 0; k < kCards; ++k) find_places(k, range, state, places[k]);
}

inline void find_places_plain(std::uint64_t first, Range range, Places& places) { find_places(first, range, places); }
FREECELL_AVX2 inline void find_places_avx2(std::uint64_t first, Range range, Places& places) {
    find_places(first, range, places);
}

// Takes the cards at their indices from kDecks decks. It handles several decks at once, because each draw depends on
// the previous one from the same deck, but not on other decks.
template <int kDecks>
FREECELL_INLINE void take_cards(const Places& places, int lane, std::uint8_t* out) {
    static constexpr auto kPadded = [] {  // copying 64 bytes takes fewer instructions than copying 52
        std::array<Card, 64> deck{};
        std::copy(kDeck.begin(), kDeck.end(), deck.begin());
        return deck;
    }();
    alignas(64) std::array<std::array<Card, 64>, kDecks> decks;
    decks.fill(kPadded);
    for (int k = 0; k < kCards; k += 4) {
        std::array<std::uint32_t, kDecks> four{};  // stores four cards at once, in two thirds of the time
        for (int i = 0; i < 4; ++i)
            for (int deck = 0; deck < kDecks; ++deck) {
                const int place = places[k + i][lane + deck];
                four[deck] |= std::uint32_t{decks[deck][place]} << (8 * i);
                decks[deck][place] = decks[deck][kCards - 1 - k - i];
            }
        for (int deck = 0; deck < kDecks; ++deck) std::memcpy(out + deck * kCards + k, &four[deck], 4);
    }
}

// Deals `count` <= kLanes consecutive numbers of one range into out[count][52]. Set `vector` only if cpu_has_avx2().
// Not inlined: in its callers' loops, fewer registers are available, which makes it 10% slower.
FREECELL_NOINLINE void deal_lanes(std::uint64_t first, int count, bool vector, std::uint8_t* out) {
    constexpr int kTogether = 4;
    Places places;
    (vector ? find_places_avx2 : find_places_plain)(first, range_of(first), places);
    int lane = 0;
    for (; lane + kTogether <= count; lane += kTogether) take_cards<kTogether>(places, lane, out + lane * kCards);
    for (; lane < count; ++lane) take_cards<1>(places, lane, out + lane * kCards);
}

// Deals one number into out[52]. deal_lanes would take twenty times as long, because it always draws for kLanes
// numbers.
inline void deal_one(std::uint64_t number, std::uint8_t* out) {
    std::array<Card, kCards> deck = kDeck;
    const Range& range = range_of(number);
    auto state = static_cast<std::uint32_t>(number);
    for (std::uint32_t length = kCards; length > 0; --length) {
        state = next_state(state);
        const std::uint32_t place = range.draw(state) % length;
        *out++ = deck[place];
        deck[place] = deck[length - 1];
    }
}

}  // namespace freecell
