// When a search has to end before its time: somebody stopped it, or its seconds are over.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>

namespace freecell {

using Clock = std::chrono::steady_clock;

// Shared by the threads that work on the same questions.
struct Stop {
    static constexpr std::chrono::milliseconds kBetweenPolls{20};

    std::atomic<bool> flag{false};
    std::function<bool()> poll;  // whether to stop

    // For one of the threads: polls every now and then, and never again once it is told to stop.
    void ask() {
        if (!poll || flag || Clock::now() - asked_at < kBetweenPolls) return;
        if (poll()) flag = true;
        asked_at = Clock::now();
    }
    Clock::time_point asked_at = Clock::now();
};

class Watch {
public:
    // `asks`: whether this is the thread that does.
    Watch(Stop& stop, bool asks, double seconds) : stop_(stop), asks_(asks), start_(Clock::now()), seconds_(seconds) {}

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    bool stopped() const { return stop_.flag.load(std::memory_order_relaxed); }

    // Cheap enough to be called for every position: the clock is read for one in 64.
    bool over() {
        if (over_ || ++calls_ % 64 != 0) return over_;
        if (asks_) stop_.ask();
        return over_ = stopped() || elapsed() > seconds_;
    }

private:
    Stop& stop_;
    bool asks_;
    Clock::time_point start_;
    double seconds_;
    unsigned calls_ = 0;
    bool over_ = false;
};

}  // namespace freecell
