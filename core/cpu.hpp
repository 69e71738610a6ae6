// Which vector instructions this CPU supports. Kernels are plain loops that are compiled twice, with and without these
// instructions, and the version is chosen at run time. Both give the same results.
#pragma once

#if (defined(__x86_64__) || defined(_M_X64)) && (defined(__GNUC__) || defined(__clang__))
#define FREECELL_AVX2 __attribute__((target("avx2,bmi,bmi2")))
#define FREECELL_HAS_AVX2 1
#else
#define FREECELL_AVX2
#define FREECELL_HAS_AVX2 0
#endif

#if defined(__GNUC__) || defined(__clang__)
#define FREECELL_INLINE inline __attribute__((always_inline))
#define FREECELL_NOINLINE inline __attribute__((noinline))
#else
#define FREECELL_INLINE inline
#define FREECELL_NOINLINE inline
#endif

namespace freecell {

inline bool cpu_has_avx2() {
#if FREECELL_HAS_AVX2
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

}  // namespace freecell
