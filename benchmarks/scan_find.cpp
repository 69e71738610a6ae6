// The peer of core/find.hpp: deals one number after another, and leaves a deal at the first card that doesn't match.
#include <cstdint>

// Writes the numbers from `first` on that deal the known cards (255: unknown) to `out`, as far as there is room.
// Returns how many.
extern "C" std::uint64_t scan_find(const std::uint8_t* known, std::uint64_t first, std::uint64_t count,
                                   std::uint64_t* out, std::uint64_t room) {
    std::uint64_t found = 0;
    for (std::uint64_t number = first; number < first + count; ++number) {
        auto state = static_cast<std::uint32_t>(number);
        const std::uint32_t mask = number >> 32 ? 0xFFFF : 0x7FFF;
        const std::uint32_t more = number >> 32 ? 1 : number >> 31 ? 0x8000 : 0;
        state = state * 214013u + 2531011u;
        std::uint32_t place = ((state >> 16 & mask) + more) % 52;
        if (known[0] != 255 && known[0] != place) continue;  // the first card is its place: no deck is needed
        std::uint8_t deck[52];
        for (int card = 0; card < 52; ++card) deck[card] = static_cast<std::uint8_t>(card);
        deck[place] = 51;
        std::uint32_t k = 1;
        for (; k < 52; ++k) {
            state = state * 214013u + 2531011u;
            place = ((state >> 16 & mask) + more) % (52 - k);
            if (known[k] != 255 && known[k] != deck[place]) break;
            deck[place] = deck[51 - k];
        }
        if (k == 52 && found < room) out[found++] = number;
    }
    return found;
}
