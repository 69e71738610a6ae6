// When a search has to end before its time: somebody stopped it, or its seconds are over.
#pragma once

#include <atomic>
#include <chrono>
#include <limits>

namespace freecell {

class Watch {
public:
    using Clock = std::chrono::steady_clock;

    Watch(const std::atomic<bool>& stop, double seconds) : stop_(stop), start_(Clock::now()), seconds_(seconds) {}

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    bool stopped() const { return stop_.load(std::memory_order_relaxed); }

    // Cheap enough to be asked for every position: the clock is read for one in 64.
    bool over() {
        if (over_ || ++asked_ % 64 != 0) return over_;
        return over_ = stopped() || elapsed() > seconds_;
    }

private:
    const std::atomic<bool>& stop_;
    Clock::time_point start_;
    double seconds_;
    unsigned asked_ = 0;
    bool over_ = false;
};

}  // namespace freecell
