// All of the core that tests see from within, as one library: tests/conftest.py compiles it. Each file can be compiled
// alone, too, but then so is the core, each time.
//
// It is compiled as a page would have the core: without threads, and without exceptions.
#include "perft.cpp"
#include "prove.cpp"
#include "shortest.cpp"
