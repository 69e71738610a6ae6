// The set of positions that a search has seen, by hash. Use it only where a collision costs no more than a position.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "../memory.hpp"

namespace freecell {

// A stamp in the low bits of each entry makes clearing the table free.
class Seen {
public:
    // Clears the set and makes room for `most` entries.
    void start(std::size_t most) {
        // No machine has memory for more than this, so the allocation fails, as it should.
        constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max() / 32;
        const std::size_t size = std::bit_ceil(2 * std::min(most, kMost) + 2);
        if (table_.size() < size) {
            table_.assign(size, 0);
            stamp_ = 0;
        }
        if (++stamp_ == kStamps) {
            std::fill(table_.begin(), table_.end(), 0);
            stamp_ = 1;
        }
        mask_ = size - 1;
    }
    // Fetches the memory for a hash that will be added soon.
    void expect(std::uint64_t hash) const { prefetch(&table_[hash >> 20 & mask_]); }

    // Adds a hash; returns whether it is new.
    bool add(std::uint64_t hash) {
        const std::uint64_t entry = (hash & ~(kStamps - 1)) | stamp_;
        for (std::size_t at = hash >> 20 & mask_;; at = (at + 1) & mask_) {
            if (table_[at] == entry) return false;
            if ((table_[at] & (kStamps - 1)) != stamp_) {
                table_[at] = entry;
                return true;
            }
        }
    }

private:
    static constexpr std::uint64_t kStamps = 1 << 12;
    std::vector<std::uint64_t> table_;
    std::size_t mask_ = 0;
    std::uint64_t stamp_ = 0;
};

}  // namespace freecell
