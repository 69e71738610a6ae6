// Python's interpreter while the core works: releases the GIL, handles signals, and runs callbacks.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <exception>
#include <new>
#include <stdexcept>
#include <thread>

#include "stop.hpp"

namespace nb = nanobind;

[[noreturn]] inline void park_forever() {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

// Acquires the GIL. If Python exits while a daemon thread is in the core, the GIL is no longer available. Python before
// 3.14 then unwinds the stack of a thread that asks for the GIL, which C++ doesn't survive. Instead, the thread waits
// for the process to end.
template <class Take>
auto acquire_gil_or_park(Take take) {
    if (Py_IsInitialized() == 0) park_forever();
    try {
        return take();
    } catch (...) {  // the unwinding must not leave this handler
        park_forever();
    }
}

// Runs `run` without the GIL.
template <class Run>
auto without_gil(Run run) {
    struct Release {
        PyThreadState* state = PyEval_SaveThread();
        ~Release() {
            acquire_gil_or_park([this] {
                PyEval_RestoreThread(state);
                return true;
            });
        }
    };
    const Release release;
    try {
        return run();
    } catch (const std::length_error&) {  // from a vector too long for any memory
        throw std::bad_alloc();
    }
}

// Gives Python a chance to run during a search: signal handlers and a callback. If either raises, the search stops, and
// the exception is kept until all threads have finished.
class Poll {
public:
    // `call` runs the callback and returns whether to stop.
    template <class Call>
    explicit Poll(Call call)
        : stop_([this, call] {
              const PyGILState_STATE state = acquire_gil_or_park(PyGILState_Ensure);
              const bool stop = asked(call);
              PyGILState_Release(state);
              return stop;
          }) {}

    freecell::Stop& stop() { return stop_; }
    void raise_error() {
        if (error_) std::rethrow_exception(error_);
    }

private:
    template <class Call>
    bool asked(Call call) {
        try {
            if (PyErr_CheckSignals() != 0) nb::raise_python_error();
            return call();
        } catch (const std::exception&) {
            error_ = std::current_exception();
            return true;
        } catch (...) {  // see acquire_gil_or_park
            park_forever();
        }
    }

    std::exception_ptr error_;
    freecell::Stop stop_;
};
