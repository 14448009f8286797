/* PER as it mostly comes, inlined (see fast.h): bits with four octets of the frame before them,
 * lengths below 128. Bounds are constants where this is called, so that what they decide is decided
 * by the compiler. Canonical rules look at padding and go the long way.
 */
#ifndef WIREGLOT_BITS_FAST_H
#define WIREGLOT_BITS_FAST_H

#include "wireglot/bits.h"
#include "wireglot/fast.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -- reading: each goes on at `*bit` and is false where it is not its case -- */

/* Up to 25 bits. */
WG_INLINE bool wg_fast_take(const wg_reader *r, size_t *bit, unsigned count, uint32_t *value)
{
    const uint8_t *p = r->base + *bit / 8;
    if (r->bit_end - *bit < 32) {
        return false;
    }
    *value = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
    *value = count ? *value << *bit % 8 >> (32 - count) : 0;
    *bit += count;
    return true;
}

WG_INLINE bool wg_fast_pad(const wg_reader *r, size_t *bit)
{
    const size_t pad = r->aligned ? (0u - *bit) % 8 : 0;
    *bit += pad;
    return *bit <= r->bit_end && !(r->strict && pad);
}

/* A whole number of 0 to `span` (X.691 11.5), which takes at most two octets. */
WG_INLINE bool wg_fast_constrained(const wg_reader *r, size_t *bit, uint64_t span, uint32_t *value)
{
    if (span == 0) {
        *value = 0;
        return *bit < r->bit_end;
    }
    if (span >= 255 && r->aligned) {
        return span < 65536 && wg_fast_pad(r, bit) && wg_fast_take(r, bit, span == 255 ? 8 : 16, value);
    }
    return span < 1u << 25 && wg_fast_take(r, bit, wg_number_bits(span), value);
}

/* A length below 128 (X.691 11.9). */
WG_INLINE bool wg_fast_length(const wg_reader *r, size_t *bit, size_t lo, size_t hi, size_t *count)
{
    uint32_t n;
    if (hi < 65536) {
        if (!wg_fast_constrained(r, bit, hi - lo, &n)) {
            return false;
        }
        *count = lo + n;
        return *count <= hi;
    }
    if (!wg_fast_pad(r, bit) || r->bit_end - *bit < 8) {
        return false;
    }
    n = r->base[*bit / 8];
    if (*bit % 8) {
        if (!wg_fast_take(r, bit, 8, &n)) {
            return false;
        }
    } else {
        *bit += 8;
    }
    *count = n;
    return n < 128;
}

WG_INLINE bool wg_fast_get_bit(wg_reader *r)
{
    if (WG_LIKELY(r->bit < r->bit_end)) {
        const size_t bit = r->bit++;
        return (r->base[bit / 8] >> (7 - bit % 8) & 1) != 0;
    }
    return wg_bits_get_boolean(r);
}

WG_INLINE size_t wg_fast_get_fragment(wg_reader *r, size_t lo, size_t hi, bool *more)
{
    size_t bit = r->bit, count;
    if (WG_LIKELY(wg_fast_length(r, &bit, lo, hi, &count))) {
        r->bit = bit;
        *more = false;
        return count;
    }
    return wg_bits_get_fragment(r, lo, hi, more);
}

WG_INLINE size_t wg_fast_get_length(wg_reader *r, size_t lo, size_t hi)
{
    size_t bit = r->bit, count;
    if (WG_LIKELY(wg_fast_length(r, &bit, lo, hi, &count))) {
        r->bit = bit;
        return count;
    }
    return wg_bits_get_length(r, lo, hi);
}

WG_INLINE int32_t wg_fast_get_bounded_i32(wg_reader *r, wg_bounds bounds, int32_t lo, int32_t hi)
{
    const uint64_t span = (uint64_t)((int64_t)hi - lo);
    size_t bit = r->bit;
    uint32_t n;
    if (WG_LIKELY(bounds == WG_BETWEEN && wg_fast_constrained(r, &bit, span, &n) && n <= span)) {
        r->bit = bit;
        return (int32_t)(lo + (int64_t)n);
    }
    return wg_bits_get_integer_i32(r, bounds, lo, hi);
}

WG_INLINE uint32_t wg_fast_get_bounded_u32(wg_reader *r, wg_bounds bounds, uint32_t lo, uint32_t hi)
{
    size_t bit = r->bit;
    uint32_t n;
    if (WG_LIKELY(bounds == WG_BETWEEN && wg_fast_constrained(r, &bit, hi - lo, &n) && n <= hi - lo)) {
        r->bit = bit;
        return lo + n;
    }
    return wg_bits_get_integer_u32(r, bounds, lo, hi);
}

WG_INLINE int32_t wg_fast_get_listed_i32(wg_reader *r, const int64_t *root, size_t roots, const int64_t *additions,
                                         size_t count, bool extensible)
{
    size_t bit = r->bit + (extensible ? 1 : 0);
    uint32_t i;
    if (WG_LIKELY(bit <= r->bit_end && !(extensible && (r->base[r->bit / 8] >> (7 - r->bit % 8) & 1)) &&
                  wg_fast_constrained(r, &bit, roots - 1, &i) && i < roots)) {
        r->bit = bit;
        return (int32_t)root[i];
    }
    return wg_bits_get_enumerated_i32(r, root, roots, additions, count, extensible);
}

WG_INLINE wg_octets wg_fast_get_bounded_octets(wg_reader *r, size_t lo, size_t hi)
{
    size_t bit = r->bit, count = lo;
    if (WG_LIKELY(((lo == hi && hi < 65536) || wg_fast_length(r, &bit, lo, hi, &count)) &&
                  (!(lo != hi || hi > 2) || wg_fast_pad(r, &bit)) && bit % 8 == 0 && count >= lo &&
                  count <= r->short_most && count * 8 <= r->bit_end - bit && bit < r->bit_end)) {
        r->bit = bit + count * 8;
        return wg_octets_at(r->base + bit / 8, count);
    }
    return wg_bits_get_octet_string(r, lo, hi);
}

/* -- writing --------------------------------------------------------------- */

/* Up to 25 bits, where four octets can be stored; those behind become zero. */
WG_INLINE bool wg_fast_put(wg_writer *w, uint32_t value, unsigned count)
{
    uint8_t *p = w->start + w->bit / 8;
    const unsigned used = (unsigned)(w->bit % 8);
    uint32_t four;
    if (w->error != WG_OK || w->end - p < 4) {
        return false;
    }
    if (count == 0) {
        return true;
    }
    four = (used ? (uint32_t)p[0] << 24 : 0u) | value << (32 - used - count);
    p[0] = (uint8_t)(four >> 24);
    p[1] = (uint8_t)(four >> 16);
    p[2] = (uint8_t)(four >> 8);
    p[3] = (uint8_t)four;
    w->bit += count;
    return true;
}

/* The bits of an octet that is not full are zero already. */
WG_INLINE void wg_fast_put_pad(wg_writer *w)
{
    if (w->aligned) {
        w->bit += (0u - w->bit) % 8;
    }
}

WG_INLINE bool wg_fast_put_constrained(wg_writer *w, uint64_t span, uint32_t value)
{
    if (span >= 255 && w->aligned) {
        if (span >= 65536 || w->error != WG_OK) {
            return false;
        }
        wg_fast_put_pad(w);
        return wg_fast_put(w, value, span == 255 ? 8 : 16);
    }
    return span < 1u << 25 && wg_fast_put(w, value, wg_number_bits(span));
}

WG_INLINE void wg_fast_put_bit(wg_writer *w, bool value)
{
    if (!WG_LIKELY(wg_fast_put(w, value, 1))) {
        wg_bits_put_boolean(w, value);
    }
}

WG_INLINE size_t wg_fast_put_fragment(wg_writer *w, size_t lo, size_t hi, size_t left, bool *more)
{
    if (hi < 65536) {
        if (WG_LIKELY(left >= lo && left <= hi && wg_fast_put_constrained(w, hi - lo, (uint32_t)(left - lo)))) {
            *more = false;
            return left;
        }
    } else if (WG_LIKELY(left < 128 && w->error == WG_OK)) {
        wg_fast_put_pad(w);
        if (WG_LIKELY(wg_fast_put(w, (uint32_t)left, 8))) {
            *more = false;
            return left;
        }
    }
    return wg_bits_put_fragment(w, lo, hi, left, more);
}

WG_INLINE void wg_fast_put_bounded_i32(wg_writer *w, wg_bounds bounds, int32_t lo, int32_t hi, int32_t value)
{
    if (!WG_LIKELY(bounds == WG_BETWEEN && value >= lo && value <= hi &&
                   wg_fast_put_constrained(w, (uint64_t)((int64_t)hi - lo), (uint32_t)((int64_t)value - lo)))) {
        wg_bits_put_integer_i32(w, bounds, lo, hi, value);
    }
}

WG_INLINE void wg_fast_put_bounded_u32(wg_writer *w, wg_bounds bounds, uint32_t lo, uint32_t hi, uint32_t value)
{
    if (!WG_LIKELY(bounds == WG_BETWEEN && value >= lo && value <= hi &&
                   wg_fast_put_constrained(w, hi - lo, value - lo))) {
        wg_bits_put_integer_u32(w, bounds, lo, hi, value);
    }
}

/* An ENUMERATED whose root is numbers that follow one another, which a compiler can tell. */
WG_INLINE void wg_fast_put_listed_i32(wg_writer *w, const int64_t *root, size_t roots, const int64_t *additions,
                                      size_t count, bool extensible, int32_t value)
{
    const unsigned bits = wg_number_bits(roots - 1) + (extensible ? 1 : 0);
    if (!WG_LIKELY(root[roots - 1] - root[0] == (int64_t)roots - 1 && roots <= 255 && value >= root[0] &&
                   value <= root[roots - 1] && wg_fast_put(w, (uint32_t)(value - root[0]), bits))) {
        wg_bits_put_enumerated_i32(w, root, roots, additions, count, extensible, value);
    }
}

/* Octets, of which nothing is written behind what they take: they may stand at the end of the buffer. */
WG_INLINE void wg_fast_put_bounded_octets(wg_writer *w, size_t lo, size_t hi, wg_octets value)
{
    if (w->aligned && (lo != hi || hi > 2) && value.size >= lo && value.size <= hi && value.size < 128 &&
        w->error == WG_OK) {
        uint8_t *p = w->start + (w->bit + 7) / 8;
        const unsigned used = (unsigned)(w->bit % 8), bits = hi < 65536 ? wg_number_bits(hi - lo) : 8;
        if (WG_LIKELY((size_t)(w->end - p) >= value.size + 2 && (hi >= 65536 || hi - lo < 255))) {
            if (lo != hi) {
                const unsigned length = (unsigned)(hi < 65536 ? value.size - lo : value.size);
                if (hi >= 65536 || used == 0) {
                    *p++ = (uint8_t)(length << (8 - bits));
                } else {
                    const unsigned two = length << (16 - used - bits);
                    p[-1] = (uint8_t)(p[-1] | two >> 8);
                    if (used + bits > 8) {
                        *p++ = (uint8_t)two;
                    }
                }
            }
            wg_move(p, value.data, value.size);
            w->bit = (size_t)(p - w->start + (ptrdiff_t)value.size) * 8;
            return;
        }
    }
    wg_bits_put_octet_string(w, lo, hi, value);
}

#ifdef __cplusplus
}
#endif

#if WG_FAST
#define wg_bits_get_boolean wg_fast_get_bit
#define wg_bits_get_fragment wg_fast_get_fragment
#define wg_bits_get_length wg_fast_get_length
#define wg_bits_get_integer_i32 wg_fast_get_bounded_i32
#define wg_bits_get_integer_u32 wg_fast_get_bounded_u32
#define wg_bits_get_enumerated_i32 wg_fast_get_listed_i32
#define wg_bits_get_octet_string wg_fast_get_bounded_octets
#define wg_bits_put_boolean wg_fast_put_bit
#define wg_bits_put_fragment wg_fast_put_fragment
#define wg_bits_put_integer_i32 wg_fast_put_bounded_i32
#define wg_bits_put_integer_u32 wg_fast_put_bounded_u32
#define wg_bits_put_enumerated_i32 wg_fast_put_listed_i32
#define wg_bits_put_octet_string wg_fast_put_bounded_octets
#endif

#endif
