// All internals of the core that the tests access, as one library, compiled by tests/conftest.py. Each file also
// compiles on its own, but then it compiles the core again each time.
//
// It is compiled like the page's core: without threads and without exceptions.
#include "perft.cpp"
#include "prove.cpp"
#include "shortest.cpp"
