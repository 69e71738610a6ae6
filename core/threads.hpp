// Work on several threads. With -DFREECELL_THREADS=0, everything runs on the calling thread, without exceptions.
#pragma once

#include <algorithm>
#include <cstddef>

#include "stop.hpp"

#ifndef FREECELL_THREADS
#define FREECELL_THREADS 1
#endif

#if FREECELL_THREADS
#define FREECELL_THREAD_LOCAL thread_local
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>
#else
#define FREECELL_THREAD_LOCAL
#endif

namespace freecell {

#if FREECELL_THREADS

// The number of workers that `parallel_for` uses.
inline std::size_t worker_count(std::size_t count, int threads) {
    return std::clamp<std::size_t>(static_cast<std::size_t>(threads), 1, std::max<std::size_t>(count, 1));
}

// Threads that are joined at the end of their scope, like std::jthread, which libc++ has only since version 20.
struct JoiningThreads : std::vector<std::thread> {
    ~JoiningThreads() {
        for (std::thread& thread : *this) thread.join();
    }
};

// Calls `work(number, worker)` for each number below `count`, on up to `threads` >= 1 threads. Worker 0 is the calling
// thread, which polls `stop` between its numbers and while it waits for the others. Once a stop is requested, no more
// numbers are handed out. An exception on any thread (only std::bad_alloc is possible) ends the work on all of them and
// is rethrown here.
template <class Work>
void parallel_for(std::size_t count, int threads, Stop& stop, Work work) {
    std::atomic<std::size_t> next{0};
    std::mutex lock;
    std::condition_variable ended;
    std::size_t finished = 0;  // guarded by `lock`, like `fault`
    std::exception_ptr fault;
    const auto fail = [&](std::exception_ptr why) {
        const std::lock_guard guard(lock);
        fault = why;
        stop.request();
    };
    const auto run = [&](std::size_t worker) noexcept {
        try {
            for (std::size_t at; !stop.requested() && (at = next++) < count;) {
                work(at, worker);
                if (worker == 0) stop.poll();
            }
        } catch (...) {
            fail(std::current_exception());
        }
    };
    {
        JoiningThreads others;
        try {
            for (std::size_t worker = 1; worker < worker_count(count, threads); ++worker)
                others.emplace_back([&, worker] {
                    run(worker);
                    const std::lock_guard guard(lock);
                    ++finished;
                    ended.notify_one();
                });
        } catch (const std::system_error&) {  // the system can't create another thread
            fail(std::make_exception_ptr(std::bad_alloc()));
        } catch (...) {
            fail(std::current_exception());
        }
        run(0);
        const auto all = [&] { return finished == others.size(); };
        for (std::unique_lock guard(lock); !ended.wait_for(guard, Stop::kBetweenPolls, all);) {
            guard.unlock();
            stop.poll();
            guard.lock();
        }
    }
    if (fault) std::rethrow_exception(fault);
}

#else

inline std::size_t worker_count(std::size_t, int) { return 1; }

template <class Work>
void parallel_for(std::size_t count, int, Stop& stop, Work work) {
    for (std::size_t at = 0; at < count && !stop.requested(); ++at) {
        work(at, std::size_t{0});
        stop.poll();
    }
}

#endif

}  // namespace freecell
