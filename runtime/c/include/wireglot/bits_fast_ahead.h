/* Consecutive fields of PER that are always present: loaded and skipped together, then read one by one (see
 * bits_fast.h). If one is unusual, the reader steps back to it, and reads it and what follows without looking
 * ahead.
 */
#ifndef WIREGLOT_BITS_FAST_AHEAD_H
#define WIREGLOT_BITS_FAST_AHEAD_H

#include "wireglot/bits.h"
#include "wireglot/bits_fast_read.h"
#include "wireglot/fast.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The bits that were skipped, the next one in the most significant position. */
typedef struct wg_ahead {
    uint64_t bits;
    unsigned left; /* number of bits still to be read; 0: no look-ahead */
} wg_ahead;

WG_INLINE wg_ahead wg_ahead_of_nothing(void)
{
    wg_ahead ahead;
    ahead.bits = 0;
    ahead.left = 0;
    return ahead;
}

/* Loads and skips up to 57 bits. */
WG_INLINE wg_ahead wg_fast_look_ahead(wg_reader *r, unsigned count)
{
    const size_t bit = r->bit;
    wg_ahead ahead = wg_ahead_of_nothing();
    if (wg_fast_has(r, bit, 57)) {
        ahead.bits = wg_load_eight(r->base + bit / 8) << bit % 8;
    } else if (r->bit_end - bit >= count) {
        ahead.bits = wg_bits_last(r, bit);
    } else {
        return ahead;
    }
    ahead.left = count;
    r->bit = bit + count;
    return ahead;
}

/* Takes one to 57 of them. */
WG_INLINE bool wg_fast_take_ahead(wg_ahead *ahead, unsigned count, uint64_t *value)
{
    if (count == 0 || ahead->left == 0) {
        return false;
    }
    *value = ahead->bits >> (64 - count);
    ahead->bits <<= count;
    ahead->left -= count;
    return true;
}

/* Steps back to the first bit not taken, and another `count` bits that were taken. */
WG_INLINE void wg_fast_step_back_over(wg_reader *r, wg_ahead *ahead, unsigned count)
{
    r->bit -= ahead->left + count;
    ahead->left = 0;
}

WG_INLINE void wg_fast_step_back(wg_reader *r, wg_ahead *ahead)
{
    wg_fast_step_back_over(r, ahead, 0);
}

WG_INLINE bool wg_fast_ahead_descend(wg_reader *r, wg_ahead *ahead)
{
    if (WG_LIKELY(--r->limits.depth <= INT32_MAX)) {
        return true;
    }
    r->limits.depth = 0;
    wg_fast_step_back(r, ahead);
    return wg_descend(r);
}

WG_INLINE bool wg_fast_ahead_boolean(wg_reader *r, wg_ahead *ahead)
{
    uint64_t value = 0;
    return wg_fast_take_ahead(ahead, 1, &value) ? value != 0 : wg_bits_get_boolean(r);
}

WG_INLINE uint32_t wg_fast_ahead_flags(wg_reader *r, wg_ahead *ahead, unsigned count)
{
    uint64_t value = 0;
    return wg_fast_take_ahead(ahead, count, &value) ? (uint32_t)value : wg_bits_get_flags(r, count);
}

WG_INLINE int32_t wg_fast_ahead_i32(wg_reader *r, wg_ahead *ahead, wg_bounds bounds, int32_t lo, int32_t hi)
{
    const uint64_t span = (uint64_t)((int64_t)hi - lo);
    const unsigned bits = wg_number_bits(span);
    uint64_t value = 0;
    if (wg_fast_take_ahead(ahead, bits, &value)) {
        if (WG_LIKELY(value <= span)) {
            return (int32_t)(lo + (int64_t)value);
        }
        wg_fast_step_back_over(r, ahead, bits);
    }
    return wg_bits_get_integer_i32(r, bounds, lo, hi);
}

WG_INLINE uint32_t wg_fast_ahead_u32(wg_reader *r, wg_ahead *ahead, wg_bounds bounds, uint32_t lo, uint32_t hi)
{
    const unsigned bits = wg_number_bits(hi - lo);
    uint64_t value = 0;
    if (wg_fast_take_ahead(ahead, bits, &value)) {
        if (WG_LIKELY(value <= hi - lo)) {
            return lo + (uint32_t)value;
        }
        wg_fast_step_back_over(r, ahead, bits);
    }
    return wg_bits_get_integer_u32(r, bounds, lo, hi);
}

/* Reads an ENUMERATED without additions. */
WG_INLINE int32_t wg_fast_ahead_listed_i32(wg_reader *r, wg_ahead *ahead, const int64_t *root, size_t roots, const int64_t *additions,
                                           size_t count, bool extensible)
{
    const unsigned bits = wg_number_bits(roots - 1);
    uint64_t i = 0;
    if (wg_fast_take_ahead(ahead, bits, &i)) {
        if (WG_LIKELY(i < roots)) {
            return WG_DENSE(root, roots) ? (int32_t)root[0] + (int32_t)i : (int32_t)root[i];
        }
        wg_fast_step_back_over(r, ahead, bits);
    }
    return wg_bits_get_enumerated_i32(r, root, roots, additions, count, extensible);
}

/* Reads a string of fixed size in bits. */
WG_INLINE void wg_fast_ahead_bit_string(wg_reader *r, wg_ahead *ahead, bool named, size_t lo, size_t hi, uint8_t *to, size_t room,
                                        size_t *count)
{
    uint64_t value = 0;
    if (wg_fast_take_ahead(ahead, (unsigned)hi, &value)) {
        if (WG_LIKELY((hi + 7) / 8 <= r->short_most)) {
            wg_fast_spread(to, value, hi);
            *count = hi;
            return;
        }
        wg_fast_step_back_over(r, ahead, (unsigned)hi);
    }
    wg_copy_bits(r, wg_bits_get_bit_string(r, named, lo, hi), to, room, count);
}

WG_INLINE void wg_fast_ahead_octet_string(wg_reader *r, wg_ahead *ahead, size_t lo, size_t hi, uint8_t *to, size_t room, size_t *size)
{
    const unsigned bits = 8 * (unsigned)hi;
    uint64_t value = 0;
    if (wg_fast_take_ahead(ahead, bits, &value)) {
        if (WG_LIKELY(hi <= r->short_most)) {
            wg_fast_spread(to, value, bits);
            *size = hi;
            return;
        }
        wg_fast_step_back_over(r, ahead, bits);
    }
    wg_copy_octets(r, wg_bits_get_octet_string(r, lo, hi), to, room, size);
}

/* Reads a length whose bounds take few bits, or one without bounds and less than 128. */
WG_INLINE bool wg_fast_length_ahead(wg_reader *r, wg_ahead *ahead, size_t lo, size_t hi, size_t *length)
{
    const unsigned bits = hi < 65536 ? wg_number_bits(hi - lo) : 8;
    uint64_t n = 0;
    if (wg_fast_take_ahead(ahead, bits, &n)) {
        if (WG_LIKELY(hi < 65536 ? n <= hi - lo : n < 128)) {
            *length = hi < 65536 ? lo + (size_t)n : (size_t)n;
            return true;
        }
        wg_fast_step_back_over(r, ahead, bits);
    }
    return false;
}

WG_INLINE size_t wg_fast_ahead_length(wg_reader *r, wg_ahead *ahead, size_t lo, size_t hi)
{
    size_t length = 0;
    return wg_fast_length_ahead(r, ahead, lo, hi, &length) ? length : wg_bits_get_length(r, lo, hi);
}

WG_INLINE size_t wg_fast_ahead_fragment(wg_reader *r, wg_ahead *ahead, size_t lo, size_t hi, bool *more)
{
    size_t length = 0;
    if (wg_fast_length_ahead(r, ahead, lo, hi, &length)) {
        *more = false;
        return length;
    } else {
        bool another;
        const size_t slow = wg_bits_get_fragment(r, lo, hi, &another);
        *more = another;
        return slow;
    }
}

#ifdef __cplusplus
}
#endif

#endif
