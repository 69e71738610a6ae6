// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>

namespace freecell {

// The SplitMix64 generator.
class SplitMix64 {
public:
    explicit constexpr SplitMix64(std::uint64_t seed) : seed_(seed) {}

    constexpr std::uint64_t next() {
        std::uint64_t x = seed_ += 0x9E3779B97F4A7C15u;
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
        x = (x ^ x >> 27) * 0x94D049BB133111EBu;
        return x ^ x >> 31;
    }

private:
    std::uint64_t seed_;
};

}  // namespace freecell
