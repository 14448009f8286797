/* Zeros over structs whose size a compiler knows: in short runs, each a few stores, since what compilers
 * make of more at once (rep stos) takes longer to begin than most structs take.
 */
#ifndef WIREGLOT_CLEAR_H
#define WIREGLOT_CLEAR_H

#include <stddef.h>
#include <string.h>

#if defined(__GNUC__) && defined(__OPTIMIZE__)
#define WG_INLINE static inline __attribute__((always_inline, unused))
#else
#define WG_INLINE static inline
#endif

/* What is seldom called and shall not be part of what is often called. */
#ifdef __GNUC__
#define WG_COLD __attribute__((noinline, cold))
#else
#define WG_COLD
#endif

/* Whether the runtime has the usual way beside the one for all: a form of a number, and what inlined readers look at,
 * which take the runtime's way without. Smaller code has that alone. */
#ifdef __OPTIMIZE_SIZE__
#define WG_QUICK 0
#else
#define WG_QUICK 1
#endif

WG_INLINE void wg_clear(void *place, size_t size)
{
#ifdef __OPTIMIZE_SIZE__
    memset(place, 0, size);
#else
    unsigned char *const p = (unsigned char *)place;
    size_t i = 0;
#if defined(__GNUC__) && defined(__AVX__)
    typedef unsigned char wide __attribute__((vector_size(32), aligned(1), may_alias));
    const wide zeros = {0};
    for (; i + 128 <= size; i += 128) {
        *(wide *)(p + i) = zeros;
        *(wide *)(p + i + 32) = zeros;
        *(wide *)(p + i + 64) = zeros;
        *(wide *)(p + i + 96) = zeros;
    }
    if (size & 64) {
        *(wide *)(p + i) = zeros;
        *(wide *)(p + i + 32) = zeros;
        i += 64;
    }
    if (size & 32) {
        *(wide *)(p + i) = zeros;
        i += 32;
    }
#else
    for (; i + 128 <= size; i += 128) {
        memset(p + i, 0, 64);
        memset(p + i + 64, 0, 64);
    }
    if (size & 64) {
        memset(p + i, 0, 64);
        i += 64;
    }
#endif
    memset(p + i, 0, size - i);
#endif
}

#endif
