// The interpreter of Python while the core works: its lock is let go, its signals are heard, its functions called.
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

// Takes the lock of the interpreter. When Python ends while a daemon thread is in here, the lock can't be had any more.
// Before 3.14, the stack of a thread that asks for it is then unwound, which C++ does not survive: so it waits for the
// end of the process.
template <class Take>
auto acquire_gil_or_park(Take take) {
    if (Py_IsInitialized() == 0) park_forever();
    try {
        return take();
    } catch (...) {  // the unwinding: it may not go on, and its handler may not be left
        park_forever();
    }
}

// Runs something without the lock of the interpreter.
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
    } catch (const std::length_error&) {  // of a vector that no memory could hold
        throw std::bad_alloc();
    }
}

// Lets Python have its say while a search runs: signals, and a function that is called. An exception of either stops
// the search, and is kept until it has ended on all threads.
class Poll {
public:
    // `call`: calls the function, and returns whether to stop.
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
        } catch (...) {  // as in acquire_gil_or_park
            park_forever();
        }
    }

    std::exception_ptr error_;
    freecell::Stop stop_;
};
