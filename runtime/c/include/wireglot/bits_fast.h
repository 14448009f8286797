/* PER as it mostly comes, inlined (see fast.h): lengths below 128, numbers of at most four octets. Bounds are constants where this is called, so that what they decide is decided
 * by the compiler. Canonical rules look at padding and go the long way.
 */
#ifndef WIREGLOT_BITS_FAST_H
#define WIREGLOT_BITS_FAST_H

#include "wireglot/bits.h"
#include "wireglot/fast.h"

/* Whether a reader or writer is one of the aligned variant: generated code that knows only one says so. */
#ifndef WG_ALIGNED
#define WG_ALIGNED(codec) ((codec)->aligned)
#endif

#ifdef __cplusplus
extern "C" {
#endif

WG_RARE(wg_bits_get_boolean);
WG_RARE(wg_bits_get_flags);
WG_RARE(wg_bits_get_fragment);
WG_RARE(wg_bits_get_length);
WG_RARE(wg_bits_get_integer_i32);
WG_RARE(wg_bits_get_integer_u32);
WG_RARE(wg_bits_get_enumerated_i32);
WG_RARE(wg_bits_enter);
WG_RARE(wg_bits_leave);
WG_RARE(wg_bits_get_small_length);
WG_RARE(wg_bits_get_bitmap);
WG_RARE(wg_bits_get_unknown);

/* -- reading: each goes on at `*bit` and is false where it is not its case -- */

/* Up to 25 bits. Up to nine have to have two octets here, more have to have four. */
WG_INLINE bool wg_fast_take(const wg_reader *r, size_t *bit, unsigned count, uint32_t *value)
{
    const uint8_t *p = r->base + *bit / 8;
    const unsigned used = (unsigned)(*bit % 8);
    if (r->bit_end - *bit < (count <= 1 ? count : count <= 9 ? 16u : 32u)) {
        return false;
    }
    if (count == 0) {
        *value = 0;
    } else if (count == 1) {
        *value = (uint32_t)p[0] >> (7 - used) & 1u;
    } else if (count <= 9) {
        const uint32_t two = (uint32_t)p[0] << 8 | p[1];
        *value = (two << used & 0xffffu) >> (16 - count);
    } else {
        *value = ((uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3]) << used >> (32 - count);
    }
    *bit += count;
    return true;
}

/* Up to 57 bits, or up to as many as the octets that are there. */
WG_INLINE bool wg_fast_take_long(const wg_reader *r, size_t *bit, unsigned count, uint64_t *value)
{
    const unsigned used = (unsigned)(*bit % 8);
    if (r->bit_end - *bit < 64) {
        return false;
    }
    *value = wg_load_eight(r->base + *bit / 8) << used >> (64 - count);
    *bit += count;
    return true;
}

WG_INLINE bool wg_fast_pad(const wg_reader *r, size_t *bit)
{
    const size_t pad = WG_ALIGNED(r) ? (0u - *bit) % 8 : 0;
    *bit += pad;
    return *bit <= r->bit_end && !(r->strict && pad);
}

/* A whole number whose octets are counted first, of which there are no more than four (X.691 11.5.7.4). */
WG_INLINE bool wg_fast_counted(const wg_reader *r, size_t *bit, uint64_t span, uint32_t *value)
{
    const uint32_t most = span >> 24 ? 4u : 3u;
    const uint8_t *p;
    uint32_t more = 0;
    if (!wg_fast_take(r, bit, 2, &more) || more >= most || !wg_fast_pad(r, bit) || r->bit_end - *bit < 32) {
        return false;
    }
    p = r->base + *bit / 8;
    *value = ((uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3]) >> (24 - 8 * more);
    *bit += 8 * (more + 1);
    return true;
}

/* A whole number of 0 to `span`, less than 2^32 (X.691 11.5). */
WG_INLINE bool wg_fast_constrained(const wg_reader *r, size_t *bit, uint64_t span, uint32_t *value)
{
    if (span == 0) {
        *value = 0;
        return *bit < r->bit_end;
    }
    if (span >= 255 && WG_ALIGNED(r)) {
        if (span >= 65536) {
            return span <= UINT32_MAX && wg_fast_counted(r, bit, span, value);
        }
        return wg_fast_pad(r, bit) && wg_fast_take(r, bit, span == 255 ? 8 : 16, value);
    }
    if (span >= 1u << 25 && span <= UINT32_MAX) {
        uint32_t low = 0;
        const unsigned count = wg_number_bits(span) - 16;
        if (r->bit_end - *bit < 64 || !wg_fast_take(r, bit, count, value) || !wg_fast_take(r, bit, 16, &low)) {
            return false;
        }
        *value = *value << 16 | low;
        return true;
    }
    return span < 1u << 25 && wg_fast_take(r, bit, wg_number_bits(span), value);
}

/* A length below 128 (X.691 11.9). */
WG_INLINE bool wg_fast_length(const wg_reader *r, size_t *bit, size_t lo, size_t hi, size_t *count)
{
    uint32_t n = 0;
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

/* Bits in front of a record, the first one uppermost. */
WG_INLINE uint32_t wg_fast_get_flags(wg_reader *r, unsigned count)
{
    size_t bit = r->bit;
    uint32_t flags = 0;
    if (WG_LIKELY(wg_fast_take(r, &bit, count, &flags))) {
        r->bit = bit;
        return flags;
    }
    return wg_bits_get_flags(r, count);
}

WG_INLINE size_t wg_fast_get_fragment(wg_reader *r, size_t lo, size_t hi, bool *more)
{
    size_t bit = r->bit, count;
    if (WG_LIKELY(wg_fast_length(r, &bit, lo, hi, &count))) {
        r->bit = bit;
        *more = false;
        return count;
    } else {
        bool another;
        const size_t slow = wg_bits_get_fragment(r, lo, hi, &another);
        *more = another;
        return slow;
    }
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
    uint32_t n = 0;
    if (WG_LIKELY(bounds == WG_BETWEEN && wg_fast_constrained(r, &bit, span, &n) && n <= span)) {
        r->bit = bit;
        return (int32_t)(lo + (int64_t)n);
    }
    return wg_bits_get_integer_i32(r, bounds, lo, hi);
}

WG_INLINE uint32_t wg_fast_get_bounded_u32(wg_reader *r, wg_bounds bounds, uint32_t lo, uint32_t hi)
{
    size_t bit = r->bit;
    uint32_t n = 0;
    if (WG_LIKELY(bounds == WG_BETWEEN && wg_fast_constrained(r, &bit, hi - lo, &n) && n <= hi - lo)) {
        r->bit = bit;
        return lo + n;
    }
    return wg_bits_get_integer_u32(r, bounds, lo, hi);
}

/* The bit of an extensible ENUMERATED is read with its number: set, that is too great. */
WG_INLINE int32_t wg_fast_get_listed_i32(wg_reader *r, const int64_t *root, size_t roots, const int64_t *additions,
                                         size_t count, bool extensible)
{
    size_t bit = r->bit;
    uint32_t i = 0;
    if (roots == 1 && !extensible && WG_LIKELY(bit < r->bit_end)) {
        return (int32_t)root[0];
    }
    if (WG_LIKELY(roots <= 255 && wg_fast_take(r, &bit, wg_number_bits(roots - 1) + (extensible ? 1u : 0u), &i) && i < roots &&
                  bit != r->bit)) {
        r->bit = bit;
        return WG_DENSE(root, roots) ? (int32_t)root[0] + (int32_t)i : (int32_t)root[i];
    }
    return wg_bits_get_enumerated_i32(r, root, roots, additions, count, extensible);
}

/* A string of as many bits as it always has, which begins where it does in both variants: its last bit lowest. */
WG_INLINE bool wg_fast_fixed(const wg_reader *r, size_t *bit, size_t bits, uint64_t *value)
{
    if (bits <= 25) {
        uint32_t few = 0;
        const bool taken = wg_fast_take(r, bit, (unsigned)bits, &few);
        *value = few;
        return taken;
    }
    return bits <= 57 && wg_fast_take_long(r, bit, (unsigned)bits, value);
}

/* Its octets. */
WG_INLINE void wg_fast_spread(uint8_t *to, uint64_t value, size_t bits)
{
    const size_t octets = (bits + 7) / 8;
    size_t i;
    value <<= 8 * octets - bits;
    for (i = 0; i < octets; i++) {
        to[i] = (uint8_t)(value >> 8 * (octets - 1 - i));
    }
}

/* A BIT STRING into the array of a struct. */
WG_INLINE void wg_fast_copy_bit_string(wg_reader *r, bool named, size_t lo, size_t hi, uint8_t *to, size_t room, size_t *count)
{
    if (lo == hi && hi > 0 && (hi + 7) / 8 <= room && (hi <= 16 || !WG_ALIGNED(r))) {
        uint64_t value = 0;
        size_t bit = r->bit;
        if (WG_LIKELY(wg_fast_fixed(r, &bit, hi, &value))) {
            r->bit = bit;
            wg_fast_spread(to, value, hi);
            *count = hi;
            return;
        }
    }
    wg_copy_bits(r, wg_bits_get_bit_string(r, named, lo, hi), to, room, count);
}

/* An octet string that stands on whole octets: where it begins, and at `*bit` where it ends; else NULL. */
WG_INLINE const uint8_t *wg_fast_string(const wg_reader *r, size_t *bit, size_t lo, size_t hi, size_t *size)
{
    const uint8_t *data;
    *size = lo;
    if (!((lo == hi && hi < 65536) || wg_fast_length(r, bit, lo, hi, size)) || ((lo != hi || hi > 2) && !wg_fast_pad(r, bit)) ||
        *bit % 8 != 0 || *size < lo || *size > r->short_most || *size * 8 > r->bit_end - *bit || *bit >= r->bit_end) {
        return NULL;
    }
    data = r->base + *bit / 8;
    *bit += *size * 8;
    return data;
}

WG_INLINE wg_octets wg_fast_get_bounded_octets(wg_reader *r, size_t lo, size_t hi)
{
    size_t bit = r->bit, size;
    const uint8_t *const data = wg_fast_string(r, &bit, lo, hi, &size);
    if (WG_LIKELY(data != NULL)) {
        r->bit = bit;
        return wg_octets_at(data, size);
    }
    bit = r->bit;
    size = lo;
    if (!WG_ALIGNED(r) && WG_LIKELY(((lo == hi && hi < 65536) || wg_fast_length(r, &bit, lo, hi, &size)) && size >= lo && size <= r->short_most)) {
        r->bit = bit;
        return wg_octets_at(wg_bits_run(r, 8 * size).data, r->error == WG_OK ? size : 0);
    }
    return wg_bits_get_octet_string(r, lo, hi);
}

/* The same into the array of a struct. */
WG_INLINE void wg_fast_copy_bounded_octets(wg_reader *r, size_t lo, size_t hi, uint8_t *to, size_t room, size_t *size)
{
    size_t bit = r->bit, count;
    const uint8_t *data;
    if (lo == hi && hi > 0 && hi <= 7 && hi <= room && hi <= r->short_most && (hi == 1 || !WG_ALIGNED(r))) {
        uint64_t value = 0;
        if (WG_LIKELY(wg_fast_fixed(r, &bit, 8 * hi, &value))) {
            r->bit = bit;
            wg_fast_spread(to, value, 8 * hi);
            *size = hi;
            return;
        }
        bit = r->bit;
    }
    if (!WG_ALIGNED(r) && lo != hi && hi <= 8 && room >= 8) {
        if (WG_LIKELY(wg_fast_length(r, &bit, lo, hi, &count) && count > 0 && count <= r->short_most &&
                      r->bit_end - bit >= 72)) {
            const uint8_t *const p = r->base + bit / 8;
            const unsigned used = (unsigned)(bit % 8);
            const uint64_t eight = wg_load_eight(p) << used | (uint64_t)p[8] >> (8 - used);
            wg_store_eight(to, eight >> (64 - 8 * count) << (64 - 8 * count));
            r->bit = bit + 8 * count;
            *size = count;
            return;
        }
        bit = r->bit;
    }
    data = wg_fast_string(r, &bit, lo, hi, &count);
    if (WG_LIKELY(data != NULL && count <= room)) {
        r->bit = bit;
        *size = lo == hi ? lo : count;
        if (lo == hi) {
            memcpy(to, data, lo);
        } else {
            wg_move(to, data, count);
        }
    } else {
        wg_copy_octets(r, wg_bits_get_octet_string(r, lo, hi), to, room, size);
    }
}

/* Characters of an octet each, below 80, that begin on an octet: what they are in the aligned variant. */
WG_INLINE wg_string wg_fast_get_characters(wg_reader *r, unsigned unit, const uint32_t *alphabet, size_t characters, unsigned bits,
                                           uint32_t top, size_t lo, size_t hi)
{
    if (unit == 1 && characters == 0 && bits == 8 && top == 0x7f && hi > 2 && WG_ALIGNED(r)) {
        size_t bit = r->bit, size;
        const uint8_t *const data = wg_fast_string(r, &bit, lo, hi, &size);
        if (WG_LIKELY(data != NULL && size > 0 && wg_is_seven_bits(wg_octets_at(data, size)))) {
            r->bit = bit;
            return wg_octets_at(data, size);
        }
    }
    return wg_bits_get_known_multiplier(r, unit, alphabet, characters, bits, top, lo, hi);
}

/* -- reading: additions and the fields that hold them ---------------------- */

WG_INLINE bool wg_fast_enter_field(wg_reader *r, wg_bits_frame *outer)
{
    size_t bit = r->bit, size;
    if (WG_LIKELY(wg_fast_length(r, &bit, 0, WG_NO_BOUND, &size) && size * 8 <= r->bit_end - bit)) {
        outer->base = r->base;
        outer->start = bit;
        outer->bit = bit + size * 8;
        outer->bit_end = r->bit_end;
        outer->origin = r->origin;
        r->bit = bit;
        r->bit_end = outer->bit;
        return true;
    }
    return wg_bits_enter(r, outer);
}

WG_INLINE void wg_fast_leave_field(wg_reader *r, const wg_bits_frame *outer)
{
    if (WG_LIKELY(r->bit_end - r->bit < 8 && !r->strict && r->error == WG_OK && r->base == outer->base)) {
        r->bit = outer->bit;
        r->bit_end = outer->bit_end;
    } else {
        wg_bits_leave(r, outer);
    }
}

WG_INLINE size_t wg_fast_get_small_length(wg_reader *r)
{
    size_t bit = r->bit;
    uint32_t n = 0;
    if (WG_LIKELY(wg_fast_take(r, &bit, 7, &n) && n < 64)) {
        r->bit = bit;
        return n + 1;
    }
    return wg_bits_get_small_length(r);
}

WG_INLINE wg_bitmap wg_fast_get_bitmap(wg_reader *r, size_t count)
{
    if (WG_LIKELY(count <= r->bit_end - r->bit && r->error == WG_OK)) {
        wg_bitmap bitmap;
        bitmap.at = r->bit;
        bitmap.count = count;
        r->bit += count;
        return bitmap;
    }
    return wg_bits_get_bitmap(r, count);
}

WG_INLINE bool wg_fast_in_bitmap(const wg_reader *r, wg_bitmap bitmap, size_t i)
{
    return i < bitmap.count && r->error == WG_OK && (r->base[(bitmap.at + i) / 8] >> (7 - (bitmap.at + i) % 8) & 1) != 0;
}

WG_INLINE void wg_fast_get_unknown(wg_reader *r, wg_bitmap bitmap, size_t known, wg_unknown **kept)
{
    if (bitmap.count > known) {
        wg_bits_get_unknown(r, bitmap, known, kept);
    }
}

/* -- writing --------------------------------------------------------------- */

/* Up to 25 bits, where four octets can be stored; those behind become zero. After an error nothing can. */
WG_INLINE bool wg_fast_put(wg_writer *w, uint32_t value, unsigned count)
{
    uint8_t *p = w->start + w->bit / 8;
    const unsigned used = (unsigned)(w->bit % 8);
    uint32_t four;
    if (count == 0) {
        return true;
    }
    if (w->end - p < 4) {
        return false;
    }
    four = (used ? (uint32_t)p[0] << 24 : 0u) | value << (32 - used - count);
    wg_store_four(p, four);
    w->bit += count;
    return true;
}

/* Up to 57 bits, where eight octets can be stored. */
WG_INLINE bool wg_fast_put_long(wg_writer *w, uint64_t value, unsigned count)
{
    uint8_t *p = w->start + w->bit / 8;
    const unsigned used = (unsigned)(w->bit % 8);
    if (w->end - p < 8) {
        return false;
    }
    wg_store_eight(p, (used ? (uint64_t)p[0] << 56 : 0u) | value << (64 - used - count));
    w->bit += count;
    return true;
}

/* A string of as many bits as it always has. */
WG_INLINE bool wg_fast_put_fixed(wg_writer *w, const uint8_t *data, size_t bits)
{
    const size_t octets = (bits + 7) / 8;
    if (bits <= 25) {
        return wg_fast_put(w, (uint32_t)(wg_load_few(data, octets) >> (8 * octets - bits)), (unsigned)bits);
    }
    return bits <= 57 && wg_fast_put_long(w, wg_load_few(data, octets) >> (8 * octets - bits), (unsigned)bits);
}

/* The bits of an octet that is not full are zero already. */
WG_INLINE void wg_fast_put_pad(wg_writer *w)
{
    if (WG_ALIGNED(w)) {
        w->bit += (0u - w->bit) % 8;
    }
}

/* A whole number behind the count of its octets, of which there are no more than four. */
WG_INLINE bool wg_fast_put_counted(wg_writer *w, uint32_t value)
{
    const unsigned more = (wg_number_bits(value | 1u) - 1) / 8;
    if (w->end - (w->start + w->bit / 8) < 8) {
        return false;
    }
    wg_fast_put(w, more, 2);
    wg_fast_put_pad(w);
    value <<= 24 - 8 * more;
    wg_fast_put(w, value >> 8, 24);
    w->start[w->bit / 8] = (uint8_t)value;
    w->bit = w->bit - 16 + 8 * more;
    return true;
}

/* A whole number of 0 to `span`, less than 2^32 (X.691 11.5). */
WG_INLINE bool wg_fast_put_constrained(wg_writer *w, uint64_t span, uint32_t value)
{
    if (span >= 255 && WG_ALIGNED(w)) {
        if (span >= 65536) {
            return span <= UINT32_MAX && wg_fast_put_counted(w, value);
        }
        if (w->end - (w->start + w->bit / 8) < 5) {
            return false;
        }
        wg_fast_put_pad(w);
        return wg_fast_put(w, value, span == 255 ? 8 : 16);
    }
    if (span >= 1u << 25) {
        return span <= UINT32_MAX && w->end - (w->start + w->bit / 8) >= 8 &&
               wg_fast_put(w, value >> 16, wg_number_bits(span) - 16) && wg_fast_put(w, value & 0xffffu, 16);
    }
    return wg_fast_put(w, value, wg_number_bits(span));
}

/* Bits in front of a record, the first one uppermost. */
WG_INLINE void wg_fast_put_flags(wg_writer *w, uint32_t flags, unsigned count)
{
    if (!WG_LIKELY(wg_fast_put(w, flags, count))) {
        wg_bits_put(w, flags, count);
    }
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
    } else if (left < 128 && WG_ALIGNED(w)) {
        uint8_t *const p = w->start + (w->bit + 7) / 8;
        if (WG_LIKELY(w->end - p >= 1)) {
            *p = (uint8_t)left;
            w->bit = (size_t)(p - w->start + 1) * 8;
            *more = false;
            return left;
        }
    } else if (WG_LIKELY(left < 128)) {
        if (WG_LIKELY(wg_fast_put(w, (uint32_t)left, 8))) {
            *more = false;
            return left;
        }
    }
    {
        bool another;
        const size_t count = wg_bits_put_fragment(w, lo, hi, left, &another);
        *more = another;
        return count;
    }
}

WG_INLINE void wg_fast_put_length(wg_writer *w, size_t lo, size_t hi, size_t value)
{
    if (!WG_LIKELY(hi < 65536 && value >= lo && value <= hi && wg_fast_put_constrained(w, hi - lo, (uint32_t)(value - lo)))) {
        wg_bits_put_length(w, lo, hi, value);
    }
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
    if (!WG_LIKELY(WG_DENSE(root, roots) && roots <= 255 && value >= root[0] && value <= root[roots - 1] &&
                   wg_fast_put(w, (uint32_t)(value - root[0]), bits))) {
        wg_bits_put_enumerated_i32(w, root, roots, additions, count, extensible, value);
    }
}

WG_INLINE void wg_fast_put_bounded_bits(wg_writer *w, bool named, size_t lo, size_t hi, wg_bits value)
{
    if (!WG_LIKELY(lo == hi && hi > 0 && (hi <= 16 || !WG_ALIGNED(w)) && value.count == hi &&
                   wg_fast_put_fixed(w, value.data, hi))) {
        wg_bits_put_bit_string(w, named, lo, hi, value);
    }
}

/* Nothing is written behind octets that begin on an octet, nor behind others where the buffer ends soon:
 * what a string contains stands at its end. */
WG_INLINE void wg_fast_put_bounded_octets(wg_writer *w, size_t lo, size_t hi, wg_octets value)
{
    if (lo == hi && hi > 0 && hi <= 7 && (hi <= 2 || !WG_ALIGNED(w)) && WG_LIKELY(value.size == hi)) {
        if (WG_LIKELY(wg_fast_put_fixed(w, value.data, 8 * hi))) {
            return;
        }
    } else if (!WG_ALIGNED(w) && value.size >= lo && value.size <= hi && value.size < 128 &&
               WG_LIKELY(w->end - (w->start + w->bit / 8) >= (ptrdiff_t)value.size + 16)) {
        if (hi >= 65536) {
            wg_fast_put(w, (uint32_t)value.size, 8);
        } else if (lo != hi) {
            wg_fast_put_constrained(w, hi - lo, (uint32_t)(value.size - lo));
        }
        wg_bits_put_run(w, value.data, 8 * value.size);
        return;
    }
    if (WG_ALIGNED(w) && (lo != hi || hi > 2) && (hi >= 65536 || hi - lo < 255) && value.size >= lo && value.size <= hi &&
        value.size < 128) {
        uint8_t *p = w->start + (w->bit + 7) / 8;
        if (WG_LIKELY(w->end - p >= (ptrdiff_t)value.size + 2)) {
            const unsigned used = (unsigned)(w->bit % 8), bits = hi < 65536 ? wg_number_bits(hi - lo) : 8;
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
            if (lo == hi) {
                memcpy(p, value.data, lo);
            } else {
                wg_move(p, value.data, value.size);
            }
            w->bit = (size_t)(p - w->start + (ptrdiff_t)value.size) * 8;
            return;
        }
    }
    wg_bits_put_octet_string(w, lo, hi, value);
}

WG_INLINE void wg_fast_put_characters(wg_writer *w, unsigned unit, const uint32_t *alphabet, size_t characters, unsigned bits,
                                      uint32_t top, size_t lo, size_t hi, wg_string value)
{
    if (unit == 1 && characters == 0 && bits == 8 && top == 0x7f && hi > 2 && WG_ALIGNED(w) && value.size > 0 &&
        WG_LIKELY(wg_is_seven_bits(value) && value.size >= lo && value.size <= hi)) {
        wg_fast_put_bounded_octets(w, lo, hi, value);
    } else {
        wg_bits_put_known_multiplier(w, unit, alphabet, characters, bits, top, lo, hi, value);
    }
}

/* -- writing: neighbours of few bits, put together before they are stored -- */

/* Up to 57 bits, the last one lowest. */
typedef struct wg_pack {
    uint64_t bits;
    unsigned count;
} wg_pack;

WG_INLINE wg_pack wg_pack_of_nothing(void)
{
    wg_pack pack;
    pack.bits = 0;
    pack.count = 0;
    return pack;
}

WG_INLINE void wg_pack_add(wg_pack *pack, uint64_t value, unsigned count)
{
    pack->bits = pack->bits << count | value;
    pack->count += count;
}

/* Of each leaf: what is wrong goes to the function that refuses it, and what it packs is never written then. */
WG_INLINE void wg_fast_pack_flags(wg_writer *w, wg_pack *pack, uint32_t flags, unsigned count)
{
    (void)w;
    wg_pack_add(pack, flags, count);
}

WG_INLINE void wg_fast_pack_bit(wg_writer *w, wg_pack *pack, bool value)
{
    (void)w;
    wg_pack_add(pack, value, 1);
}

WG_INLINE void wg_fast_pack_bounded_i32(wg_writer *w, wg_pack *pack, wg_bounds bounds, int32_t lo, int32_t hi, int32_t value)
{
    if (!WG_LIKELY(value >= lo && value <= hi)) {
        wg_bits_put_integer_i32(w, bounds, lo, hi, value);
    }
    wg_pack_add(pack, (uint64_t)((int64_t)value - lo), wg_number_bits((uint64_t)((int64_t)hi - lo)));
}

WG_INLINE void wg_fast_pack_bounded_u32(wg_writer *w, wg_pack *pack, wg_bounds bounds, uint32_t lo, uint32_t hi, uint32_t value)
{
    if (!WG_LIKELY(value >= lo && value <= hi)) {
        wg_bits_put_integer_u32(w, bounds, lo, hi, value);
    }
    wg_pack_add(pack, value - lo, wg_number_bits(hi - lo));
}

/* An ENUMERATED without additions whose root is numbers that follow one another. */
WG_INLINE void wg_fast_pack_listed_i32(wg_writer *w, wg_pack *pack, const int64_t *root, size_t roots, const int64_t *additions,
                                       size_t count, bool extensible, int32_t value)
{
    if (!WG_LIKELY(value >= root[0] && value <= root[roots - 1])) {
        wg_bits_put_enumerated_i32(w, root, roots, additions, count, extensible, value);
    }
    wg_pack_add(pack, (uint64_t)(value - root[0]), wg_number_bits(roots - 1));
}

/* Strings of as many bits as they always have. */
WG_INLINE void wg_fast_pack_bounded_bits(wg_writer *w, wg_pack *pack, bool named, size_t lo, size_t hi, wg_bits value)
{
    const size_t octets = (hi + 7) / 8;
    if (WG_LIKELY(value.count == hi)) {
        wg_pack_add(pack, wg_load_few(value.data, octets) >> (8 * octets - hi), (unsigned)hi);
    } else {
        wg_bits_put_bit_string(w, named, lo, hi, value);
        wg_pack_add(pack, 0, (unsigned)hi);
    }
}

WG_INLINE void wg_fast_pack_bounded_octets(wg_writer *w, wg_pack *pack, size_t lo, size_t hi, wg_octets value)
{
    if (WG_LIKELY(value.size == hi)) {
        wg_pack_add(pack, wg_load_few(value.data, hi), 8 * (unsigned)hi);
    } else {
        wg_bits_put_octet_string(w, lo, hi, value);
        wg_pack_add(pack, 0, 8 * (unsigned)hi);
    }
}

WG_INLINE void wg_fast_put_pack(wg_writer *w, wg_pack pack)
{
    if (pack.count > 0 && !WG_LIKELY(wg_fast_put_long(w, pack.bits, pack.count))) {
        wg_bits_put(w, pack.bits, pack.count);
    }
}

/* Room for so many bits more. */
WG_INLINE void wg_fast_pack_room(wg_writer *w, wg_pack *pack, unsigned bits)
{
    if (pack->count + bits > 57) {
        wg_fast_put_pack(w, *pack);
        *pack = wg_pack_of_nothing();
    }
}

/* -- writing: additions and the fields that hold them ---------------------- */

WG_INLINE size_t wg_fast_open_field(wg_writer *w)
{
    size_t place;
    if (!WG_LIKELY(w->end - (w->start + w->bit / 8) >= 5)) {
        return wg_bits_open(w);
    }
    wg_fast_put_pad(w);
    place = w->bit;
    wg_fast_put(w, 0, 8);
    return place;
}

/* A field that begins on an octet: the rest of its last one is zero already. */
WG_INLINE void wg_fast_close_field(wg_writer *w, size_t place)
{
    const size_t size = (w->bit + 7) / 8 - place / 8 - 1;
    if (WG_LIKELY(place % 8 == 0 && size - 1 < 127 && w->end != w->start)) {
        w->start[place / 8] = (uint8_t)size;
        w->bit = place + 8 + 8 * size;
        w->bare = false;
    } else {
        wg_bits_close(w, place);
    }
}

WG_INLINE void wg_fast_put_small_length(wg_writer *w, size_t value)
{
    if (!WG_LIKELY(value - 1 < 64 && wg_fast_put(w, (uint32_t)value - 1, 7))) {
        wg_bits_put_small_length(w, value);
    }
}

WG_INLINE size_t wg_fast_additions(size_t known, const wg_unknown *kept)
{
    return WG_LIKELY(kept == NULL) ? known : wg_bits_additions(known, kept);
}

WG_INLINE void wg_fast_put_unknown_bits(wg_writer *w, size_t known, const wg_unknown *kept)
{
    if (kept != NULL) {
        wg_bits_put_unknown_bits(w, known, kept);
    }
}

WG_INLINE void wg_fast_put_unknown(wg_writer *w, const wg_unknown *kept)
{
    if (kept != NULL) {
        wg_bits_put_unknown(w, kept);
    }
}

#ifdef __cplusplus
}
#endif

#if WG_FAST
#define wg_bits_get_boolean wg_fast_get_bit
#define wg_bits_get_flags wg_fast_get_flags
#define wg_bits_get_null(r) ((void)(r))
#define wg_bits_get_fragment wg_fast_get_fragment
#define wg_bits_get_length wg_fast_get_length
#define wg_bits_get_integer_i32 wg_fast_get_bounded_i32
#define wg_bits_get_integer_u32 wg_fast_get_bounded_u32
#define wg_bits_get_enumerated_i32 wg_fast_get_listed_i32
#define wg_bits_get_octet_string wg_fast_get_bounded_octets
#define wg_bits_copy_octet_string wg_fast_copy_bounded_octets
#define wg_bits_copy_bit_string wg_fast_copy_bit_string
#define wg_bits_get_known_multiplier wg_fast_get_characters
#define wg_bits_enter wg_fast_enter_field
#define wg_bits_leave wg_fast_leave_field
#define wg_bits_get_small_length wg_fast_get_small_length
#define wg_bits_get_bitmap wg_fast_get_bitmap
#define wg_bits_in_bitmap wg_fast_in_bitmap
#define wg_bits_get_unknown wg_fast_get_unknown
#define wg_bits_put_boolean wg_fast_put_bit
#define wg_bits_put_flags wg_fast_put_flags
#define wg_bits_put_null(w) ((void)(w))
#define wg_bits_put_fragment wg_fast_put_fragment
#define wg_bits_put_length wg_fast_put_length
#define wg_bits_put_integer_i32 wg_fast_put_bounded_i32
#define wg_bits_put_integer_u32 wg_fast_put_bounded_u32
#define wg_bits_put_enumerated_i32 wg_fast_put_listed_i32
#define wg_bits_put_bit_string wg_fast_put_bounded_bits
#define wg_bits_put_octet_string wg_fast_put_bounded_octets
#define wg_bits_put_known_multiplier wg_fast_put_characters
#define wg_bits_pack_flags wg_fast_pack_flags
#define wg_bits_pack_boolean wg_fast_pack_bit
#define wg_bits_pack_integer_i32 wg_fast_pack_bounded_i32
#define wg_bits_pack_integer_u32 wg_fast_pack_bounded_u32
#define wg_bits_pack_enumerated_i32 wg_fast_pack_listed_i32
#define wg_bits_pack_bit_string wg_fast_pack_bounded_bits
#define wg_bits_pack_octet_string wg_fast_pack_bounded_octets
#define wg_bits_put_pack wg_fast_put_pack
#define wg_bits_pack_room wg_fast_pack_room
#define wg_bits_open wg_fast_open_field
#define wg_bits_close wg_fast_close_field
#define wg_bits_put_small_length wg_fast_put_small_length
#define wg_bits_additions wg_fast_additions
#define wg_bits_put_unknown_bits wg_fast_put_unknown_bits
#define wg_bits_put_unknown wg_fast_put_unknown
#else
#define wg_bits_put_flags wg_bits_put
#define wg_bits_copy_octet_string(r, lo, hi, to, room, size) \
    wg_copy_octets(r, wg_bits_get_octet_string(r, lo, hi), to, room, size)
#define wg_bits_copy_bit_string(r, named, lo, hi, to, room, count) \
    wg_copy_bits(r, wg_bits_get_bit_string(r, named, lo, hi), to, room, count)
#define wg_bits_pack_flags(w, pack, flags, count) wg_bits_put(w, flags, count)
#define wg_bits_pack_boolean(w, pack, value) wg_bits_put_boolean(w, value)
#define wg_bits_pack_integer_i32(w, pack, bounds, lo, hi, value) wg_bits_put_integer_i32(w, bounds, lo, hi, value)
#define wg_bits_pack_integer_u32(w, pack, bounds, lo, hi, value) wg_bits_put_integer_u32(w, bounds, lo, hi, value)
#define wg_bits_pack_enumerated_i32(w, pack, root, roots, additions, count, extensible, value) \
    wg_bits_put_enumerated_i32(w, root, roots, additions, count, extensible, value)
#define wg_bits_pack_bit_string(w, pack, named, lo, hi, value) wg_bits_put_bit_string(w, named, lo, hi, value)
#define wg_bits_pack_octet_string(w, pack, lo, hi, value) wg_bits_put_octet_string(w, lo, hi, value)
#define wg_bits_pack_room(w, pack, bits) ((void)(pack))
#define wg_bits_put_pack(w, pack) ((void)(pack))
#endif

#endif
