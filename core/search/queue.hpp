// A bucket queue: returns the node with the lowest value (rounded to a multiple of four), the newest first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace freecell {

// Stands for no node, in searches that number their nodes.
constexpr std::uint32_t kNoNode = ~std::uint32_t{0};

// Nodes are numbers. Each node stores a link to the next node in its bucket for the queue.
class Queue {
public:
    void clear() {
        for (; words_ != 0; words_ &= words_ - 1) {
            const int word = std::countr_zero(words_);
            for (; filled_[word] != 0; filled_[word] &= filled_[word] - 1)
                first_[64 * word + std::countr_zero(filled_[word])] = kNoNode;
        }
    }

    // Returns the value to which the node's link must be set.
    std::uint32_t push(std::uint32_t node, int value) {
        assert(node != kNoNode);
        const int bucket = std::clamp(value >> 2, 0, kBuckets - 1);
        const std::uint32_t next = first_[bucket];
        first_[bucket] = node;
        filled_[bucket >> 6] |= std::uint64_t{1} << (bucket & 63);
        words_ |= std::uint64_t{1} << (bucket >> 6);
        return next;
    }

    // Removes and returns a node; kNoNode if the queue is empty. `link(node)` returns a node's link.
    template <class Link>
    std::uint32_t pop(Link link) {
        if (words_ == 0) return kNoNode;
        const int word = std::countr_zero(words_);
        const int bucket = 64 * word + std::countr_zero(filled_[word]);
        const std::uint32_t node = first_[bucket];
        first_[bucket] = link(node);
        if (first_[bucket] == kNoNode) {
            filled_[word] &= filled_[word] - 1;
            if (filled_[word] == 0) words_ &= words_ - 1;
        }
        return node;
    }

    Queue() { first_.fill(kNoNode); }

private:
    static constexpr int kBuckets = 64 * 64;
    std::uint64_t words_ = 0;                 // which words of filled_ are nonzero
    std::array<std::uint64_t, 64> filled_{};  // which buckets are nonempty
    std::array<std::uint32_t, kBuckets> first_;
};

}  // namespace freecell
