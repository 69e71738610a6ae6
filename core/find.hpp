// From dealt cards back to the numbers that deal them. docs/finding.md explains it, with a picture of the bits.
//
// `invert` works the generator backwards from the first cards. `fit_lanes` deals every number, for boards whose first
// cards are not known; freecell.hpp makes a scan of it. Both give only numbers that have every known card.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cpu.hpp"
#include "deals.hpp"

namespace freecell {

constexpr std::uint8_t kUnknown = 0xFF;
using Known = std::array<std::uint8_t, kCards>;  // cards in dealt order, each once, or kUnknown

// Whether these are cards, each once, or kUnknown.
constexpr bool are_known(const Known& known) {
    std::uint64_t seen = 0;
    for (const std::uint8_t card : known) {
        if (card == kUnknown) continue;
        if (card >= kCards || (seen >> card & 1) != 0) return false;
        seen |= std::uint64_t{1} << card;
    }
    return true;
}

// The generator backwards.
constexpr std::uint32_t previous_state(std::uint32_t state) { return (state - 2531011u) * 0xB9B33155u; }
static_assert(previous_state(next_state(617)) == 617 && next_state(previous_state(617)) == 617);

// How many cards are known from the first on, and the place in the deck that each of them was taken from.
struct Beginning {
    int count = 0;
    std::array<std::uint32_t, kCards> places{};

    explicit Beginning(const Known& known) {
        Known deck = kDeck;
        for (; count < kCards && known[count] != kUnknown; ++count) {
            const auto end = deck.begin() + (kCards - count);
            const auto place = std::find(deck.begin(), end, known[count]);
            places[count] = static_cast<std::uint32_t>(place - deck.begin());
            *place = *(end - 1);
        }
    }
};

// All ways to fill the low 16 bits of the state behind the first draw, sorted by the parities of later draws.
//
// The first card, the third, the fifth, ... come from decks of even length, so their places tell whether the draws are
// odd: bit 16 of each state. It depends on the bits below only, but that bit 16 of the first state, if it is changed,
// changes it in all states.
// So the low 16 bits decide for each draw whether it is as odd as the first one: 65,536 ways, sorted once by the first
// 16 such answers, and those that fit a board stand side by side.
class LowParts {
public:
    LowParts() : starts_((1 << 16) + 1), lows_(1 << 16) {
        std::vector<std::uint16_t> keys(1 << 16);
        for (std::uint32_t low = 0; low < 1 << 16; ++low) {
            std::uint32_t state = low, key = 0;
            for (int i = 0; i < 16; ++i) {
                state = next_state(next_state(state));
                key = key << 1 | (state >> 16 & 1);
            }
            keys[low] = static_cast<std::uint16_t>(key);
            ++starts_[key + 1];
        }
        for (int key = 0; key < 1 << 16; ++key) starts_[key + 1] += starts_[key];
        std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
        for (std::uint32_t low = 0; low < 1 << 16; ++low) lows_[next[keys[low]]++] = static_cast<std::uint16_t>(low);
    }

    // Calls visit(low) for those that fit draws of which `rests` are known modulo an even length.
    template <class Visit>
    void each(const std::array<std::uint32_t, kCards>& rests, int count, Visit visit) const {
        std::uint32_t key = 0;
        int answers = 0;
        for (int k = 2; k < count && answers < 16; k += 2, ++answers) key = key << 1 | ((rests[k] ^ rests[0]) & 1);
        const int open = 16 - answers;
        const std::uint32_t end = starts_[(key + 1) << open];
        for (std::uint32_t i = starts_[key << open]; i < end; ++i) visit(std::uint32_t{lows_[i]});
    }

private:
    std::vector<std::uint32_t> starts_;  // for each key, where its low parts begin
    std::vector<std::uint16_t> lows_;
};

// Whether a deal has all cards that are known.
inline bool has_cards(const Range& range, std::uint32_t state, const Known& known) {
    Known deck = kDeck;
    for (int k = 0; k < kCards; ++k) {
        state = next_state(state);
        const std::uint32_t place = range.draw(state) % (kCards - k);
        if (known[k] != kUnknown && known[k] != deck[place]) return false;
        deck[place] = deck[kCards - 1 - k];
    }
    return true;
}

// The numbers of one range. State and draw k are those of the card dealt k-th, from 0 on.
inline void invert_range(const Range& range, const LowParts& low_parts, const Beginning& beginning, const Known& known,
                         std::vector<std::uint64_t>& found) {
    const int count = beginning.count;
    std::array<std::uint32_t, kCards> rests{};  // what range.bits(state) leaves modulo the length of the deck
    for (int k = 0; k < count; ++k) {
        const std::uint32_t length = kCards - k;
        rests[k] = (beginning.places[k] + length - range.offset() % length) % length;
    }

    // Whether 21 low bits of state 0 fit all known draws modulo the powers of two in their lengths, 32 at the most.
    const auto low_fits = [&](std::uint32_t state) {
        for (int k = 2; k < count; k += 2) {
            state = next_state(next_state(state));
            const std::uint32_t length = kCards - k, power = length & -length;
            if (((state >> 16) ^ rests[k]) & (power - 1)) return false;
        }
        return true;
    };
    // Whether draws from the third on fit; the first length as a constant, which spares most states a division.
    const auto high_fits = [&](std::uint32_t state) {
        if (count < 3) return true;
        state = next_state(state);
        if (range.bits(state) % (kCards - 2) != rests[2]) return false;
        for (int k = 3; k < count; ++k) {
            state = next_state(state);
            if (range.bits(state) % (kCards - k) != rests[k]) return false;
        }
        return true;
    };

    // The first length is 4 * 13: bits 16 and 17 of state 0 are known. Bits 18 to 20 are tried.
    low_parts.each(rests, count, [&](std::uint32_t low) {
        for (std::uint32_t upper = 0; upper < 8; ++upper) {
            const std::uint32_t state0 = low | (rests[0] & 3) << 16 | upper << 18;
            if (!low_fits(state0)) continue;
            // Now the 21 low bits of all states are known, five bits of the draws among them. Draw 1 is
            // five + 32 * high, and modulo 51 it is known: so is high, since 32 * 8 leaves 1 modulo 51.
            constexpr std::uint32_t kLength = kCards - 1;
            const std::uint32_t state1 = next_state(state0) & 0x1FFFFF;
            const std::uint32_t five = state1 >> 16;
            for (std::uint32_t high = (rests[1] + kLength - five) * 8 % kLength; high <= range.mask >> 5;
                 high += kLength) {
                const std::uint32_t state = state1 | high << 21;
                if (!high_fits(state)) continue;
                const std::uint32_t first = previous_state(state);
                if (range.bits(first) % kCards != rests[0]) continue;
                const std::uint32_t start = previous_state(first);
                const std::uint64_t number = range.number(start);
                if (number != 0 && has_cards(range, start, known)) found.push_back(number);
            }
        }
    });
}

// All numbers that deal the known cards, in order. The first two must be known.
inline std::vector<std::uint64_t> invert(const Known& known) {
    // Made when first needed, in a millisecond. Never deleted: when the program ends, a thread may still be here.
    static const LowParts& low_parts = *new LowParts;
    const Beginning beginning(known);
    std::vector<std::uint64_t> found;
    for (const Range& range : kRanges) invert_range(range, low_parts, beginning, known, found);
    std::sort(found.begin(), found.end());
    return found;
}

// Looks which of kLanes deals from `first` have all known cards: fits[lane] is 1, or 0. Returns whether any has.
FREECELL_INLINE bool fit_lanes(std::uint64_t first, Range range, const Known& known, int end, std::uint8_t* fits) {
    Places places;
    alignas(64) std::uint32_t state[kLanes];
    alignas(64) std::uint8_t card[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
        state[lane] = static_cast<std::uint32_t>(first + lane);
        fits[lane] = 1;
    }
    for (int k = 0; k < end; ++k) {
        find_places(k, range, state, places[k]);
        if (known[k] == kUnknown) continue;
        // No deck is shuffled: the card is followed back to where it lay at first. If an earlier draw took the card
        // at this place, the one now there had come from the end of the deck.
        for (int lane = 0; lane < kLanes; ++lane) card[lane] = places[k][lane];
        for (int before = k - 1; before >= 0; --before)
            for (int lane = 0; lane < kLanes; ++lane) {
                const auto end_of_deck = static_cast<std::uint8_t>(kCards - 1 - before);
                card[lane] = places[before][lane] == card[lane] ? end_of_deck : card[lane];
            }
        std::uint8_t any = 0;
        for (int lane = 0; lane < kLanes; ++lane) {
            fits[lane] &= card[lane] == known[k];
            any |= fits[lane];
        }
        if (!any) return false;
    }
    return true;
}

inline bool fit_lanes_plain(std::uint64_t first, Range range, const Known& known, int end, std::uint8_t* fits) {
    return fit_lanes(first, range, known, end, fits);
}
FREECELL_AVX2 inline bool fit_lanes_avx2(std::uint64_t first, Range range, const Known& known, int end,
                                         std::uint8_t* fits) {
    return fit_lanes(first, range, known, end, fits);
}

}  // namespace freecell
