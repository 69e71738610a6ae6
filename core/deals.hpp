// Numbered deals in bulk: the cards of consecutive deal numbers, in dealt order.
//
// src/freecell/deals.py is the specification and explains each step. What is done differently here is
// only for speed: the draws of 64 deals are made side by side, so that the compiler can put them in
// vector registers, and remainders come from multiplications instead of divisions.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "cpu.hpp"

namespace freecell {

constexpr int kCards = 52;
constexpr int kLanes = 64;  // deals made side by side
constexpr std::uint64_t kDealsEnd = std::uint64_t{1} << 33;

// How a draw comes from the 16 high bits of the generator's state: (bits & mask | set) + add.
struct Draw {
    std::uint16_t mask, set, add;
    std::uint64_t end;  // the first deal number past this rule
};

inline Draw draw_of(std::uint64_t number) {
    if (number < std::uint64_t{1} << 31) return {0x7FFF, 0, 0, std::uint64_t{1} << 31};
    if (number < std::uint64_t{1} << 32) return {0xFFFF, 0x8000, 0, std::uint64_t{1} << 32};
    return {0xFFFF, 0, 1, kDealsEnd};
}

// Place in the deck of each card taken, for kLanes deals from `first`: places[k][lane] = draw mod (52 - k).
using Places = std::array<std::array<std::uint8_t, kLanes>, kCards>;

// About 2**16 / length. A table, since GCC sees a 16-bit multiplication only if both factors are loaded as such.
constexpr auto kInverses = [] {
    std::array<std::uint16_t, kCards + 1> inverses{};
    for (int length = 1; length <= kCards; ++length) inverses[length] = static_cast<std::uint16_t>(0xFFFF / length);
    return inverses;
}();

// One draw of each lane: steps the states on, and finds the places of draw k.
FREECELL_INLINE void find_places(int k, Draw draw, std::uint32_t* state, std::array<std::uint8_t, kLanes>& places) {
    alignas(64) std::uint16_t value[kLanes];
    const auto length = static_cast<std::uint16_t>(kCards - k);
    const std::uint16_t inverse = kInverses[length];
    for (int lane = 0; lane < kLanes; ++lane) {
        state[lane] = state[lane] * 214013u + 2531011u;
        value[lane] = static_cast<std::uint16_t>((state[lane] >> 16 & draw.mask) | draw.set);
    }
    for (int lane = 0; lane < kLanes; ++lane) {
        // The quotient is right or one too small, so the remainder is below 2 * length;
        // subtracting once more wraps around to a large number if it was right already.
        const auto quotient = static_cast<std::uint16_t>(std::uint32_t{value[lane]} * inverse >> 16);
        auto rest = static_cast<std::uint16_t>(value[lane] - quotient * length);
        rest = std::min(rest, static_cast<std::uint16_t>(rest - length));
        rest = static_cast<std::uint16_t>(rest + draw.add);
        rest = std::min(rest, static_cast<std::uint16_t>(rest - length));
        places[lane] = static_cast<std::uint8_t>(rest);
    }
}

FREECELL_INLINE void find_places(std::uint64_t first, Draw draw, Places& places) {
    alignas(64) std::uint32_t state[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) state[lane] = static_cast<std::uint32_t>(first + lane);
    for (int k = 0; k < kCards; ++k) find_places(k, draw, state, places[k]);
}

inline void find_places_plain(std::uint64_t first, Draw draw, Places& places) { find_places(first, draw, places); }
FREECELL_AVX2 inline void find_places_avx2(std::uint64_t first, Draw draw, Places& places) {
    find_places(first, draw, places);
}

// Deals `count` <= kLanes consecutive numbers that share one rule into out[count][52].
inline void deal_lanes(std::uint64_t first, int count, bool vector, std::uint8_t* out) {
    static constexpr auto kDeck = [] {
        std::array<std::uint8_t, 64> deck{};
        for (int card = 0; card < kCards; ++card) deck[card] = static_cast<std::uint8_t>(card);
        return deck;
    }();
    Places places;
    (vector ? find_places_avx2 : find_places_plain)(first, draw_of(first), places);
    for (int lane = 0; lane < count; ++lane) {
        alignas(64) std::array<std::uint8_t, 64> deck = kDeck;
        for (int k = 0; k < kCards; k += 4) {
            std::uint32_t four = 0;  // cards are stored four at a time: with fewer stores it takes two thirds of the time
            for (int i = 0; i < 4; ++i) {
                const int place = places[k + i][lane];
                four |= std::uint32_t{deck[place]} << (8 * i);
                deck[place] = deck[kCards - 1 - k - i];
            }
            std::memcpy(out, &four, 4);
            out += 4;
        }
    }
}

// Calls work(number, lanes) until all of first .. first + count - 1 are done, on `threads` threads: for at most kLanes
// numbers at a time, which share one rule.
template <class Work>
void for_lanes(std::uint64_t first, std::uint64_t count, int threads, Work work) {
    constexpr std::uint64_t kChunk = 64 * kLanes;
    std::atomic<std::uint64_t> next{0};
    auto take_chunks = [&] {
        for (std::uint64_t chunk; (chunk = next.fetch_add(kChunk)) < count;) {
            const std::uint64_t end = std::min(chunk + kChunk, count);
            for (std::uint64_t done = chunk; done < end;) {
                const std::uint64_t to_border = draw_of(first + done).end - (first + done);
                const std::uint64_t step = std::min({std::uint64_t{kLanes}, end - done, to_border});
                work(first + done, static_cast<int>(step));
                done += step;
            }
        }
    };
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back(take_chunks);
    take_chunks();
}

// Deals first .. first + count - 1 into out[count][52], on `threads` threads.
inline void deal_block(std::uint64_t first, std::uint64_t count, int threads, bool vector, std::uint8_t* out) {
    vector = vector && cpu_has_avx2();
    for_lanes(first, count, threads, [=](std::uint64_t number, int lanes) {
        deal_lanes(number, lanes, vector, out + (number - first) * kCards);
    });
}

}  // namespace freecell
