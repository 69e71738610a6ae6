// From dealt cards back to deal numbers. docs/finding.md explains the method, with a picture of the bits.
//
// `invert` runs the generator backwards from the first cards. `fit_lanes` tests every number, for boards whose first
// cards are unknown; freecell.hpp uses it for its scan. Both return only numbers that match every known card.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cpu.hpp"
#include "deals.hpp"

namespace freecell {

constexpr std::uint8_t kUnknown = 0xFF;
using Known = std::array<std::uint8_t, kCards>;  // cards in dealt order, each at most once, or kUnknown

// Whether these are valid cards, each at most once, or kUnknown.
constexpr bool are_known(const Known& known) {
    std::uint64_t seen = 0;
    for (const std::uint8_t card : known) {
        if (card == kUnknown) continue;
        if (card >= kCards || (seen >> card & 1) != 0) return false;
        seen |= std::uint64_t{1} << card;
    }
    return true;
}

// One generator step backwards.
constexpr std::uint32_t previous_state(std::uint32_t state) { return (state - 2531011u) * 0xB9B33155u; }
static_assert(previous_state(next_state(617)) == 617 && next_state(previous_state(617)) == 617);

// The number of known cards before the first unknown one, and the index in the deck from which each was taken.
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

// All values of the low 16 bits of the state after the first draw, sorted by the parities of later draws.
//
// The first, third, fifth, ... card comes from a deck of even length, so its index reveals the parity of its draw,
// which is bit 16 of the state. This bit depends only on the bits below it, except that flipping bit 16 of the first
// state flips it in every state. So the low 16 bits determine whether each draw has the same parity as the first one.
// The 65,536 values are sorted once by the first 16 such answers, which makes the values that fit a board adjacent.
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

    // Calls visit(low) for the values that fit draws whose remainders modulo even lengths are `rests`.
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
    std::vector<std::uint32_t> starts_;  // where the values for each key begin
    std::vector<std::uint16_t> lows_;
};

// Whether a deal matches all known cards.
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

// Finds the numbers in one range. State k and draw k belong to the k-th card dealt, counted from 0.
inline void invert_range(const Range& range, const LowParts& low_parts, const Beginning& beginning, const Known& known,
                         std::vector<std::uint64_t>& found) {
    const int count = beginning.count;
    std::array<std::uint32_t, kCards> rests{};  // range.bits(state) modulo the length of the deck
    for (int k = 0; k < count; ++k) {
        const std::uint32_t length = kCards - k;
        rests[k] = (beginning.places[k] + length - range.offset() % length) % length;
    }

    // Whether the low 21 bits of state 0 fit all known draws, modulo the largest power of two that divides each length
    // (at most 32).
    const auto low_fits = [&](std::uint32_t state) {
        for (int k = 2; k < count; k += 2) {
            state = next_state(next_state(state));
            const std::uint32_t length = kCards - k, power = length & -length;
            if (((state >> 16) ^ rests[k]) & (power - 1)) return false;
        }
        return true;
    };
    // Whether the draws from the third on fit. The first length is a constant, which saves a division for most states.
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

    // The first length is 4 * 13, so bits 16 and 17 of state 0 are known. Try bits 18 to 20.
    low_parts.each(rests, count, [&](std::uint32_t low) {
        for (std::uint32_t upper = 0; upper < 8; ++upper) {
            const std::uint32_t state0 = low | (rests[0] & 3) << 16 | upper << 18;
            if (!low_fits(state0)) continue;
            // Now the low 21 bits of every state are known, including five bits of each draw. Draw 1 is five + 32 *
            // high and is known modulo 51. So high is known modulo 51 too, because 32 * 8 = 1 modulo 51.
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

// All numbers that deal the known cards, in order. The first two cards must be known.
inline std::vector<std::uint64_t> invert(const Known& known) {
    // Built on first use, in a millisecond. Never deleted: at program exit, another thread may still be using it.
    static const LowParts& low_parts = *new LowParts;
    const Beginning beginning(known);
    std::vector<std::uint64_t> found;
    for (const Range& range : kRanges) invert_range(range, low_parts, beginning, known, found);
    std::sort(found.begin(), found.end());
    return found;
}

// Tests which of the kLanes deals from `first` on match all known cards, and sets fits[lane] to 1 or 0. Returns whether
// any of them matches.
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
        // No deck is shuffled. Instead, the card is traced back to its original index. If an earlier draw took the card
        // at this index, the card that is there now came from the end of the deck.
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
