// Ends a search early when a stop is requested or its time is up.
#pragma once

#include "../stop.hpp"

namespace freecell {

class Watch {
public:
    // `polls`: whether this thread polls `stop`.
    Watch(Stop& stop, bool polls, double seconds) : stop_(stop), polls_(polls), seconds_(seconds) {}

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    bool stopped() const { return stop_.requested(); }

    // Cheap enough to call for every position: reads the clock once in 64 calls.
    bool over() {
        if (over_ || ++calls_ % 64 != 0) return over_;
        if (polls_) stop_.poll();
        return over_ = stopped() || elapsed() > seconds_;
    }

private:
    Stop& stop_;
    bool polls_;
    Clock::time_point start_ = Clock::now();
    double seconds_;
    unsigned calls_ = 0;
    bool over_ = false;
};

}  // namespace freecell
