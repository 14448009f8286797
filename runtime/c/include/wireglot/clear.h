/* Clears structs whose size the compiler knows, in short runs of a few stores each. What compilers generate
 * for larger runs (rep stos) takes longer to start than most structs need.
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

/* A function that is rarely called and must not be inlined into one that is called often. */
#ifdef __GNUC__
#define WG_COLD __attribute__((noinline, cold))
#else
#define WG_COLD
#endif

/* Whether the runtime also has special code for usual cases: a form of a number, and the fields that inlined
 * readers check (without them, these call the general functions). Code optimized for size has only the
 * general code. */
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
