// Memory that is budgeted, and allocations that may fail.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace freecell {

// An uninitialized array, or an empty one if there isn't enough memory. Uses large pages where the system has them,
// because random access to a large array in small pages waits for address translation.
template <class T>
class Block {
public:
    Block() = default;
    explicit Block(std::size_t size) {
        if (size > std::numeric_limits<std::size_t>::max() / sizeof(T)) return;
        const std::size_t bytes = size * sizeof(T);
        const std::size_t align = bytes >= kLargePage ? kLargePage : kLine;
        void* memory = ::operator new(bytes, std::align_val_t{align}, std::nothrow);
        if (memory == nullptr) return;
#if defined(__linux__)
        if (align == kLargePage) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
        items_ = static_cast<T*>(memory);
        size_ = size;
        align_ = align;
    }
    Block(Block&& other) noexcept { swap(other); }
    Block& operator=(Block&& other) noexcept {
        Block(std::move(other)).swap(*this);
        return *this;
    }
    ~Block() {
        if (items_ != nullptr) ::operator delete(static_cast<void*>(items_), std::align_val_t{align_});
    }

    T& operator[](std::size_t at) {
        assert(at < size_);
        return items_[at];
    }
    const T& operator[](std::size_t at) const {
        assert(at < size_);
        return items_[at];
    }
    std::size_t size() const { return size_; }
    void clear() {
        if (size_ > 0) std::memset(static_cast<void*>(items_), 0, size_ * sizeof(T));
    }

private:
    static constexpr std::size_t kLine = 64, kLargePage = std::size_t{1} << 21;

    void swap(Block& other) {
        std::swap(items_, other.items_);
        std::swap(size_, other.size_);
        std::swap(align_, other.align_);
    }

    T* items_ = nullptr;
    std::size_t size_ = 0, align_ = kLine;
};

// Tracks how much of a budget of bytes is used.
class Budget {
public:
    explicit Budget(std::uint64_t bytes = 0) : left_(bytes) {}
    bool take(std::uint64_t bytes) {
        if (bytes > left_) return false;
        left_ -= bytes;
        taken_ += bytes;
        return true;
    }
    std::uint64_t taken() const { return taken_; }

private:
    std::uint64_t left_, taken_ = 0;
};

inline void prefetch(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#else
    static_cast<void>(address);
#endif
}

}  // namespace freecell
