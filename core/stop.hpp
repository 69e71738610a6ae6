// A request to end a call early.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <utility>

namespace freecell {

using Clock = std::chrono::steady_clock;

// Shared by the threads that work on one call. The callback must not throw. It may do anything else, even run another
// search on this thread with its own Stop.
class Stop {
public:
    static constexpr std::chrono::milliseconds kBetweenPolls{20};

    Stop() = default;
    explicit Stop(std::function<bool()> asked) : asked_(std::move(asked)) {}

    bool requested() const { return requested_.load(std::memory_order_relaxed); }
    void request() { requested_.store(true, std::memory_order_relaxed); }

    // For the calling thread: runs the callback from time to time, until it has returned true.
    void poll() {
        if (!asked_ || requested() || Clock::now() - polled_ < kBetweenPolls) return;
        if (asked_()) request();
        polled_ = Clock::now();
    }

private:
    std::function<bool()> asked_;
    std::atomic<bool> requested_{false};
    Clock::time_point polled_ = Clock::now();
};

}  // namespace freecell
