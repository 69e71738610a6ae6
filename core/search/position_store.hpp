// The positions of an exact search, each stored once and completely, with its parent. A search for shortest solutions
// also stores its open positions here, by length.
//
// A position takes 32 bytes, and its index entry 6 to 11. Every machine counts memory in the same way, so a search with
// a budget ends with the same positions everywhere.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../memory.hpp"
#include "columns.hpp"
#include "queue.hpp"

namespace freecell {

class PositionStore {
public:
    static constexpr int kMostLength = 4095;  // of a path to a position

    // Clears the store; returns whether there is enough memory to start. `lengths` is the number of lengths for open
    // positions.
    bool start(std::uint64_t bytes, std::size_t lengths) {
        budget_ = Budget(bytes);
        count_ = 0;
        if (nodes_.size() > 1) nodes_.resize(1);  // keep one for the next search
        index_ = {};
        open_.assign(lengths, kNoNode);
        again_.assign(lengths, {});
        return grow_index(kFirstBuckets);
    }

    std::uint32_t count() const { return count_; }
    std::uint64_t bytes() const { return budget_.taken(); }

    Key key(std::uint32_t number) const {
        Key key = node(number).key;
        for (auto& word : key.words) word &= kAllCards;
        return key;
    }
    int length(std::uint32_t number) const { return static_cast<int>(node(number).key.words[0] >> kCards); }
    int bound(std::uint32_t number) const { return static_cast<int>(node(number).key.words[1] >> kCards); }
    std::uint32_t parent(std::uint32_t number) const { return node(number).parent; }
    std::uint32_t& link(std::uint32_t number) { return node(number).link; }  // to the next node in a queue

    // Prefetches for a lookup, in two stages, some time before `find` is called.
    void expect(std::uint64_t hash) const { prefetch(&index_[bucket_of(hash)]); }
    void expect_node(std::uint64_t hash) const {
        const Bucket& bucket = index_[bucket_of(hash)];
        const std::uint8_t tag = tag_of(hash);
        for (unsigned slot = 0; slot < kSlots; ++slot)
            if (bucket.tags[slot] == tag) prefetch(&node(bucket.numbers[slot]));
    }
    void expect_number(std::uint32_t number) const { prefetch(&node(number)); }
    // The number of a position, or kNoNode.
    std::uint32_t find(const Key& key, std::uint64_t hash) const {
        const std::uint8_t tag = tag_of(hash);
        for (std::size_t at = bucket_of(hash);; at = (at + 1) & (index_.size() - 1)) {
            const Bucket& bucket = index_[at];
            for (unsigned slot = 0; slot < kSlots; ++slot)
                if (bucket.tags[slot] == tag && is_of(node(bucket.numbers[slot]), key)) return bucket.numbers[slot];
            if (bucket.tags[kSlots - 1] == 0) return kNoNode;
        }
    }

    // Adds a new position. Returns kNoNode if memory has run out.
    std::uint32_t add(const Key& key, std::uint64_t hash, int length, int bound, std::uint32_t parent) {
        assert(length >= 0 && length <= kMostLength && bound >= 0 && bound <= kMostLength);
        if (10 * static_cast<std::size_t>(count_) >= 9 * kSlots * index_.size() && !grow_index(2 * index_.size()))
            return kNoNode;
        if ((count_ & kMask) == 0 && !grow_nodes()) return kNoNode;
        place(hash, count_);
        Node& added = node(count_);
        added.key = key;
        added.key.words[0] |= static_cast<std::uint64_t>(length) << kCards;
        added.key.words[1] |= static_cast<std::uint64_t>(bound) << kCards;
        added.parent = parent;
        return count_++;
    }
    // Records a shorter path to a position and reopens it.
    void shorten(std::uint32_t number, int length, std::uint32_t parent) {
        Node& changed = node(number);
        changed.key.words[0] = (changed.key.words[0] & kAllCards) | static_cast<std::uint64_t>(length) << kCards;
        changed.key.words[2] &= kAllCards;
        changed.parent = parent;
    }

    // Opens a position under the least length of a solution through it. The newest one comes first.
    void open(std::uint32_t number, int length) {
        node(number).link = open_[static_cast<std::size_t>(length)];
        open_[static_cast<std::size_t>(length)] = number;
    }
    // Opens a position that may be open already. Returns whether there was enough memory.
    bool open_again(std::uint32_t number, int length) {
        if (!budget_.take(sizeof number)) return false;
        again_[static_cast<std::size_t>(length)].push_back(number);
        return true;
    }

    // Removes and returns the next open position of a length; kNoNode if there is none.
    std::uint32_t pop(int length) {
        auto& again = again_[static_cast<std::size_t>(length)];
        std::uint32_t& first = open_[static_cast<std::size_t>(length)];
        for (std::uint32_t number;;) {
            if (!again.empty()) {
                number = again.back();
                again.pop_back();
            } else if (first != kNoNode) {
                number = first;
                first = node(number).link;
            } else {
                return kNoNode;
            }
            std::uint64_t& closed = node(number).key.words[2];
            if (closed >> kCards != 0) continue;  // already expanded, from a shorter path
            closed |= just(kCards);
            if (first != kNoNode) prefetch(&node(first));
            return number;
        }
    }

private:
    // The upper bits of the key's words hold the length of the path so far, the lower bound on the rest, and whether
    // the node is closed.
    struct Node {
        Key key;
        std::uint32_t parent, link;
    };
    static_assert(sizeof(Node) == 32);

    // One cache line. Slots are filled in order; tag 0 marks an empty slot.
    static constexpr unsigned kSlots = 12;
    struct alignas(64) Bucket {
        std::array<std::uint8_t, kSlots> tags;
        std::array<std::uint32_t, kSlots> numbers;
    };

    static constexpr int kBits = 16;
    static constexpr std::uint32_t kChunk = std::uint32_t{1} << kBits, kMask = kChunk - 1;
    static constexpr std::size_t kFirstBuckets = std::size_t{1} << 10;

    Node& node(std::uint32_t number) {
        assert(number >> kBits < nodes_.size());
        return nodes_[number >> kBits][number & kMask];
    }
    const Node& node(std::uint32_t number) const {
        assert(number < count_);
        return nodes_[number >> kBits][number & kMask];
    }

    std::size_t bucket_of(std::uint64_t hash) const { return hash & (index_.size() - 1); }
    static std::uint8_t tag_of(std::uint64_t hash) {
        return static_cast<std::uint8_t>(std::max<std::uint64_t>(hash >> 56, 1));
    }
    static bool is_of(const Node& node, const Key& key) {
        const auto& mine = node.key.words;
        return (((mine[0] ^ key.words[0]) | (mine[1] ^ key.words[1]) | (mine[2] ^ key.words[2])) & kAllCards) == 0;
    }

    void place(std::uint64_t hash, std::uint32_t number) {
        std::size_t at = bucket_of(hash);
        while (index_[at].tags[kSlots - 1] != 0) at = (at + 1) & (index_.size() - 1);
        Bucket& bucket = index_[at];
        unsigned slot = 0;
        while (bucket.tags[slot] != 0) ++slot;
        bucket.tags[slot] = tag_of(hash);
        bucket.numbers[slot] = number;
    }

    bool grow_index(std::size_t buckets) {
        if (!budget_.take(std::uint64_t{buckets - index_.size()} * sizeof(Bucket))) return false;
        index_ = {};  // first, so that the two never exist at the same time
        index_ = Block<Bucket>(buckets);
        if (index_.size() == 0) return false;
        index_.clear();
        for (std::uint32_t number = 0; number < count_; ++number) place(key(number).hash(), number);
        return true;
    }
    bool grow_nodes() {
        if (count_ >= kNoNode - kChunk || !budget_.take(kChunk * sizeof(Node))) return false;
        if (count_ >> kBits < nodes_.size()) return true;
        Block<Node> block(kChunk);
        if (block.size() == 0) return false;
        nodes_.push_back(std::move(block));
        return true;
    }

    Budget budget_;
    std::uint32_t count_ = 0;
    std::vector<Block<Node>> nodes_;
    Block<Bucket> index_;
    std::vector<std::uint32_t> open_;                // the first node of each length; each node links to the next
    std::vector<std::vector<std::uint32_t>> again_;  // nodes that were open already and have a shorter path now
};

}  // namespace freecell
