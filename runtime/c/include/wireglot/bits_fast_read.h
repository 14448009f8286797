/* Reads the usual cases of PER (see bits_fast.h). */
#ifndef WIREGLOT_BITS_FAST_READ_H
#define WIREGLOT_BITS_FAST_READ_H

#include "wireglot/bits.h"
#include "wireglot/fast.h"

/* Whether a reader or writer is for the aligned variant. Generated code that uses only one variant defines it
   as a constant. */
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
WG_RARE(wg_bits_integer_of);
WG_RARE(wg_bits_get_enumerated_i32);
WG_RARE(wg_bits_enter);
WG_RARE(wg_bits_leave);
WG_RARE(wg_bits_finish);
WG_RARE(wg_bits_get_small_length);
WG_RARE(wg_bits_get_bitmap);
WG_RARE(wg_bits_get_unknown);
WG_RARE_LOOK(wg_bits_last);

/* -- reading: each continues at `*bit`, and returns false in unusual cases -- */

/* Whether so many bits are left: a sum takes a step less than a difference, and does not wrap in 64 bits. */
WG_INLINE bool wg_fast_has(const wg_reader *r, size_t bit, unsigned count)
{
    return WG_LIKELY((uint64_t)bit + count <= r->bit_end);
}

/* Reads up to 25 bits from two or four octets; the last of these exists if nine, or 25, bits are left. */
WG_INLINE bool wg_fast_take(const wg_reader *r, size_t *bit, unsigned count, uint32_t *value)
{
    const uint8_t *p = r->base + *bit / 8;
    const unsigned used = (unsigned)(*bit % 8);
    if (!wg_fast_has(r, *bit, count <= 1 ? count : count <= 9 ? 9u : 25u)) {
        if (count <= 1 || r->bit_end - *bit < count) {
            return false;
        }
        *value = (uint32_t)(wg_bits_last(r, *bit) >> (64 - count));
    } else if (count == 0) {
        *value = 0;
    } else if (count == 1) {
        *value = (uint32_t)p[0] >> (7 - used) & 1u;
    } else if (count <= 9) {
        *value = wg_load_two_above(p) << used >> (32 - count);
    } else {
        *value = ((uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3]) << used >> (32 - count);
    }
    *bit += count;
    return true;
}

/* Reads one to 57 bits from eight octets. */
WG_INLINE bool wg_fast_take_long(const wg_reader *r, size_t *bit, unsigned count, uint64_t *value)
{
    const unsigned used = (unsigned)(*bit % 8);
    if (wg_fast_has(r, *bit, 57)) {
        *value = wg_load_eight(r->base + *bit / 8) << used >> (64 - count);
    } else if (r->bit_end - *bit >= count) {
        *value = wg_bits_last(r, *bit) >> (64 - count);
    } else {
        return false;
    }
    *bit += count;
    return true;
}

WG_INLINE bool wg_fast_pad(const wg_reader *r, size_t *bit)
{
    const size_t pad = WG_ALIGNED(r) ? (0u - *bit) % 8 : 0;
    *bit += pad;
    return *bit <= r->bit_end && !(r->strict && pad);
}

/* Reads a whole number after the count of its octets, which is at most four (X.691 11.5.7.4). */
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

/* Reads a whole number from 0 to `span`, which is below 2^32 (X.691 11.5). */
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
        uint64_t long_value = 0;
        if (!wg_fast_take_long(r, bit, wg_number_bits(span), &long_value)) {
            return false;
        }
        *value = (uint32_t)long_value;
        return true;
    }
    return span < 1u << 25 && wg_fast_take(r, bit, wg_number_bits(span), value);
}

/* Reads a length below 128 (X.691 11.9). */
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
    if (!WG_ALIGNED(r)) {
        if (!wg_fast_take(r, bit, 8, &n)) {
            return false;
        }
    } else {
        if (!wg_fast_pad(r, bit) || r->bit_end - *bit < 8) {
            return false;
        }
        n = r->base[*bit / 8];
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

/* Reads the preamble of a record, the first bit in the most significant position. */
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

/* The extension bit of an ENUMERATED is read together with its number, which is too large if the bit is set.
 */
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

/* Reads a string of fixed size in bits whose start is the same in both variants; its last bit is the lowest.
 */
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

/* Stores its octets. */
WG_INLINE void wg_fast_spread(uint8_t *to, uint64_t value, size_t bits)
{
    const size_t octets = (bits + 7) / 8;
    size_t i;
    if (bits == 32) {
        wg_store_four(to, (uint32_t)value);
        return;
    }
    value <<= 8 * octets - bits;
    for (i = 0; i < octets; i++) {
        to[i] = (uint8_t)(value >> 8 * (octets - 1 - i));
    }
}

/* Whether a run of bits is there, within the limits and small enough for an array. */
WG_INLINE bool wg_fast_fits(const wg_reader *r, size_t bit, size_t count, size_t room)
{
    return count <= r->bit_end - bit && (count + 7) / 8 <= r->short_most && (count + 7) / 8 <= room && r->error == WG_OK;
}

/* Reads a BIT STRING into an array in a struct. */
WG_INLINE void wg_fast_copy_bit_string(wg_reader *r, bool named, size_t lo, size_t hi, uint8_t *to, size_t room, size_t *count)
{
    if (lo == hi && hi > 0 && (hi + 7) / 8 <= room && (hi + 7) / 8 <= r->short_most && (hi <= 16 || !WG_ALIGNED(r))) {
        uint64_t value = 0;
        size_t bit = r->bit;
        if (WG_LIKELY(wg_fast_fixed(r, &bit, hi, &value))) {
            r->bit = bit;
            wg_fast_spread(to, value, hi);
            *count = hi;
            return;
        }
    } else if (lo != hi && hi <= 57 && (hi + 7) / 8 <= room && (hi + 7) / 8 <= r->short_most && !WG_ALIGNED(r)) {
        uint64_t value = 0;
        size_t bit = r->bit, size = 0;
        if (WG_LIKELY(wg_fast_length(r, &bit, lo, hi, &size) && size > 0 && wg_fast_take_long(r, &bit, (unsigned)size, &value))) {
            r->bit = bit;
            wg_fast_spread(to, value << (hi - size), hi);
            *count = size;
            return;
        }
    } else if (!WG_ALIGNED(r)) {
        size_t bit = r->bit, size = lo;
        if (WG_LIKELY(((lo == hi && hi < 65536) || wg_fast_length(r, &bit, lo, hi, &size)) && size >= lo &&
                      wg_fast_fits(r, bit, size, room))) {
            r->bit = bit;
            wg_bits_copy(r, to, size);
            *count = size;
            return;
        }
    }
    wg_copy_bits(r, wg_bits_get_bit_string(r, named, lo, hi), to, room, count);
}

/* Reads a BIT STRING of fewer than 128 bits, or of a fixed size. */
WG_INLINE wg_bits wg_fast_get_bits(wg_reader *r, bool named, size_t lo, size_t hi)
{
    size_t bit = r->bit, count = lo;
    if (!WG_ALIGNED(r) && WG_LIKELY(((lo == hi && hi < 65536) || wg_fast_length(r, &bit, lo, hi, &count)) && count >= lo &&
                                    (count + 7) / 8 <= r->short_most)) {
        r->bit = bit;
        return wg_bits_few_bits(r, count);
    }
    return wg_bits_get_bit_string(r, named, lo, hi);
}

/* Reads an octet string that is octet-aligned. Returns its start and, at `*bit`, its end; otherwise NULL. */
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
    size_t bit = r->bit, size = lo;
    if (WG_ALIGNED(r)) {
        const uint8_t *const data = wg_fast_string(r, &bit, lo, hi, &size);
        if (WG_LIKELY(data != NULL)) {
            r->bit = bit;
            return wg_octets_at(data, size);
        }
    } else if (WG_LIKELY(((lo == hi && hi < 65536) || wg_fast_length(r, &bit, lo, hi, &size)) && size >= lo && size <= r->short_most)) {
        r->bit = bit;
        return wg_bits_few_octets(r, size);
    }
    return wg_bits_get_octet_string(r, lo, hi);
}

/* Reads a length and octets, which need not be octet-aligned; returns false in unusual cases. */
WG_INLINE bool wg_fast_few(wg_reader *r, size_t most, wg_octets *octets)
{
    size_t bit = r->bit, size;
    if (!WG_LIKELY(wg_fast_length(r, &bit, 0, WG_NO_BOUND, &size) && size - 1 < most && size <= r->short_most &&
                   size * 8 <= r->bit_end - bit && !WG_ALIGNED(r))) {
        return false;
    }
    r->bit = bit;
    *octets = wg_bits_few_octets(r, size);
    return true;
}

/* Reads an INTEGER of up to eight octets. */
WG_INLINE wg_integer wg_fast_get_whole(wg_reader *r, wg_bounds bounds, wg_integer lo, wg_integer hi)
{
    wg_octets c;
    if (bounds == WG_BETWEEN || !wg_fast_few(r, 8, &c)) {
        return wg_bits_get_integer_big(r, bounds, lo, hi);
    }
    if (WG_LIKELY(c.size > 0 && wg_is_shortest(c.data, c.size)) &&
        (bounds == WG_UNBOUNDED || (lo.size == 1 && lo.data[0] == 0 && c.data[0] < 0x80))) {
        return c;
    }
    return wg_bits_integer_of(r, bounds, lo, c);
}

WG_INLINE wg_string wg_fast_get_utf8(wg_reader *r)
{
    wg_octets c;
    if (!wg_fast_few(r, 127, &c)) {
        return wg_bits_get_utf8_string(r);
    }
    return WG_LIKELY(wg_is_seven_bits(c)) ? c : wg_bits_checked_utf8(r, c);
}

WG_INLINE wg_oid wg_fast_get_arcs(wg_reader *r)
{
    wg_octets c;
    return wg_fast_few(r, 127, &c) ? wg_bits_checked_oid(r, c) : wg_bits_get_oid(r);
}

/* Reads an octet string into an array in a struct. */
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
                      r->bit_end - bit >= 65)) {
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
    if (!WG_ALIGNED(r)) {
        count = lo;
        if (WG_LIKELY(((lo == hi && hi < 65536) || wg_fast_length(r, &bit, lo, hi, &count)) && count >= lo &&
                      wg_fast_fits(r, bit, 8 * count, room))) {
            r->bit = bit;
            wg_bits_copy(r, to, 8 * count);
            *size = count;
        } else {
            wg_copy_octets(r, wg_bits_get_octet_string(r, lo, hi), to, room, size);
        }
        return;
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

/* Reads a fixed number of up to eight seven-bit characters into the arena, which must have room for eight.
 * Returns NULL in unusual cases, or if a character is above `top`. */
WG_INLINE const uint8_t *wg_fast_seven_bits(wg_reader *r, unsigned n, uint32_t top)
{
    wg_arena *const arena = r->arena;
    size_t bit = r->bit;
    uint64_t octets = 0;
    uint8_t *to;
    if (!WG_LIKELY(arena && arena->size - arena->used >= 8 && n <= r->short_most && wg_fast_take_long(r, &bit, 7 * n, &octets))) {
        return NULL;
    }
    octets = wg_octets_of_seven_bits(octets);
    if (((octets + (0x7f - top) * 0x0101010101010101u) & 0x8080808080808080u) != 0) {
        return NULL;
    }
    to = arena->data + arena->used;
    wg_store_eight(to, octets << (64 - 8 * n));
    arena->used += n;
    r->bit = bit;
    return to;
}

/* Reads octet-aligned characters below 0x80: one octet each in the aligned variant, seven bits each in the
 * other. */
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
    if (unit == 1 && characters == 0 && bits == 7 && top < 0x80 && lo == hi && hi - 1 < 8 && !WG_ALIGNED(r)) {
        const uint8_t *const data = wg_fast_seven_bits(r, (unsigned)hi, top);
        if (WG_LIKELY(data != NULL)) {
            return wg_octets_at(data, hi);
        }
    }
    if (unit == 1 && characters == 0 && bits == 7 && top < 0x80 && !WG_ALIGNED(r)) {
        size_t bit = r->bit, size = lo;
        if (WG_LIKELY(((lo == hi && hi < 128) || wg_fast_length(r, &bit, lo, hi, &size)) && size - 1 < r->short_most && size >= lo)) {
            r->bit = bit;
            return wg_bits_few_characters(r, size, top);
        }
    }
    if (unit == 1 && characters > 1 && bits < 8 && !WG_ALIGNED(r)) {
        size_t bit = r->bit, size = lo;
        if (WG_LIKELY(((lo == hi && hi < 128) || wg_fast_length(r, &bit, lo, hi, &size)) && size - 1 < r->short_most && size >= lo)) {
            r->bit = bit;
            return wg_bits_few_listed(r, size, alphabet, characters, bits);
        }
    }
    return wg_bits_get_known_multiplier(r, unit, alphabet, characters, bits, top, lo, hi);
}

/* Ends a complete encoding, with less than one octet of padding after at least one bit. */
WG_INLINE void wg_fast_finish_bits(wg_reader *r)
{
    if (WG_LIKELY(r->bit_end <= (r->bit + 7) / 8 * 8 && r->bit > 0 && !r->strict)) {
        r->bit = r->bit_end;
    } else {
        wg_bits_finish(r);
    }
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

#ifdef __cplusplus
}
#endif

#endif
