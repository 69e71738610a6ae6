// When a search has to end before its time: somebody stopped it, or its seconds are over.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>

namespace freecell {

// Shared by the threads that work on the same questions.
struct Stop {
    std::atomic<bool> flag{false};
    std::function<bool()> poll;  // asked now and then, by one thread, whether to stop
};

class Watch {
public:
    using Clock = std::chrono::steady_clock;

    // `polls`: whether this is the thread that asks.
    Watch(Stop& stop, bool polls, double seconds)
        : stop_(stop), polls_(polls && stop.poll), start_(Clock::now()), asked_at_(start_), seconds_(seconds) {}

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    bool stopped() const { return stop_.flag.load(std::memory_order_relaxed); }

    // Cheap enough to be called for every position: the clock is read for one in 64.
    bool over() {
        if (over_ || ++calls_ % 64 != 0) return over_;
        const Clock::time_point now = Clock::now();
        if (polls_ && now - asked_at_ > std::chrono::milliseconds(20)) {
            asked_at_ = now;
            if (stop_.poll()) stop_.flag = true;
        }
        return over_ = stopped() || std::chrono::duration<double>(now - start_).count() > seconds_;
    }

private:
    Stop& stop_;
    bool polls_;
    Clock::time_point start_, asked_at_;
    double seconds_;
    unsigned calls_ = 0;
    bool over_ = false;
};

}  // namespace freecell
