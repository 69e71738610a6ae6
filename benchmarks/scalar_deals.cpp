// The peer of core/deals.hpp: the plain loop that anyone would write, one deal after the other.
#include <cstdint>

extern "C" void scalar_deals(std::uint64_t first, std::uint64_t count, std::uint8_t* out) {
    for (std::uint64_t number = first; number < first + count; ++number) {
        std::uint8_t deck[52];
        for (int card = 0; card < 52; ++card) deck[card] = static_cast<std::uint8_t>(card);
        auto state = static_cast<std::uint32_t>(number);
        for (std::uint32_t length = 52; length > 0; --length) {
            state = state * 214013u + 2531011u;
            const std::uint32_t place = (state >> 16 & 0x7FFF) % length;
            *out++ = deck[place];
            deck[place] = deck[length - 1];
        }
    }
}
