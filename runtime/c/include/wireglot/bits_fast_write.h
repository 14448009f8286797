/* Writes the usual cases of PER (see bits_fast.h). */
#ifndef WIREGLOT_BITS_FAST_WRITE_H
#define WIREGLOT_BITS_FAST_WRITE_H

#include "wireglot/bits.h"
#include "wireglot/bits_fast_read.h"
#include "wireglot/fast.h"

#ifdef __cplusplus
extern "C" {
#endif

WG_RARE(wg_bits_end);

/* -- writing --------------------------------------------------------------- */

/* Whether eight octets can be stored starting with the octet of the last bit, which must exist. False after
   an error. */
WG_INLINE bool wg_fast_ample(const wg_writer *w)
{
    return WG_LIKELY(w->bit - 1 < w->ample);
}

/* Writes one to 56 bits, if there is ample room; the bits after them become zero. They are stored after those
 * in the octet of the last bit, which may be full, so nothing depends on octet boundaries. */
WG_INLINE void wg_fast_store(wg_writer *w, uint64_t value, unsigned count)
{
    const size_t last = w->bit - 1;
    uint8_t *const p = w->start + last / 8;
    wg_store_eight_onto(p, value << (63 - count) >> last % 8);
    w->bit = last + 1 + count;
}

/* Writes up to 56 bits. */
WG_INLINE bool wg_fast_put(wg_writer *w, uint64_t value, unsigned count)
{
    if (count > 0) {
        if (count > 56 || !wg_fast_ample(w)) {
            return false;
        }
        wg_fast_store(w, value, count);
    }
    return true;
}

/* Loads one to eight octets of a string, the last one in the lowest octet. Four are loaded in a form that
   compilers recognize. */
WG_INLINE uint64_t wg_fast_load(const uint8_t *p, size_t count)
{
    if (count == 4) {
        return wg_load_four(p);
    }
    return wg_load_few(p, count);
}

/* Writes a string of fixed size in bits. */
WG_INLINE bool wg_fast_put_fixed(wg_writer *w, const uint8_t *data, size_t bits)
{
    const size_t octets = (bits + 7) / 8;
    return bits <= 56 && wg_fast_put(w, wg_fast_load(data, octets) >> (8 * octets - bits), (unsigned)bits);
}

/* Writes one or two octets in the aligned variant, if there is ample room. The padding is already zero. */
WG_INLINE void wg_fast_store_whole(wg_writer *w, uint32_t value, size_t octets)
{
    const size_t whole = (w->bit + 7) / 8;
    uint8_t *const p = w->start + whole;
    if (octets == 2) {
        p[0] = (uint8_t)(value >> 8);
    }
    p[octets - 1] = (uint8_t)value;
    w->bit = 8 * (whole + octets);
}

/* Writes the count of octets, at most four, and a whole number. */
WG_INLINE bool wg_fast_put_counted(wg_writer *w, uint32_t value)
{
    const unsigned more = (wg_number_bits(value | 1u) - 1) / 8;
    const size_t last = w->bit - 1, whole = (last + 10) / 8;
    uint8_t *p;
    if (!wg_fast_ample(w)) {
        return false;
    }
    p = w->start + last / 8;
    wg_store_eight_onto(p, (uint64_t)more << (61 - last % 8) |
                               (uint64_t)value << (56 - 8 * more) >> 8 * (whole - last / 8));
    w->bit = 8 * (whole + more + 1);
    return true;
}

/* Writes a whole number from 0 to `span`, which is below 2^32 (X.691 11.5). */
WG_INLINE bool wg_fast_put_constrained(wg_writer *w, uint64_t span, uint32_t value)
{
    if (span > UINT32_MAX) {
        return false;
    }
    if (span >= 255 && WG_ALIGNED(w)) {
        if (span >= 65536) {
            return wg_fast_put_counted(w, value);
        }
        if (!wg_fast_ample(w)) {
            return false;
        }
        wg_fast_store_whole(w, value, span == 255 ? 1 : 2);
        return true;
    }
    return wg_fast_put(w, value, wg_number_bits(span));
}

/* Writes the preamble of a record, the first bit in the most significant position. */
WG_INLINE void wg_fast_put_flags(wg_writer *w, uint32_t flags, unsigned count)
{
    if (!WG_LIKELY(wg_fast_put(w, flags, count))) {
        wg_bits_put_first(w, flags, count);
    }
}

WG_INLINE void wg_fast_put_bit(wg_writer *w, bool value)
{
    if (!WG_LIKELY(wg_fast_put(w, value, 1))) {
        wg_bits_put_first(w, value, 1);
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
        if (wg_fast_ample(w)) {
            wg_fast_store_whole(w, (uint32_t)left, 1);
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

/* Writes an ENUMERATED whose root is consecutive numbers, which a compiler can determine. */
WG_INLINE void wg_fast_put_listed_i32(wg_writer *w, const int64_t *root, size_t roots, const int64_t *additions,
                                      size_t count, bool extensible, int32_t value)
{
    const unsigned bits = wg_number_bits(roots - 1) + (extensible ? 1 : 0);
    if (!WG_LIKELY(WG_DENSE(root, roots) && roots <= 255 && value >= root[0] && value <= root[roots - 1] &&
                   wg_fast_put(w, (uint32_t)(value - root[0]), bits))) {
        wg_bits_put_enumerated_i32(w, root, roots, additions, count, extensible, value);
    }
}

WG_INLINE void wg_fast_put_bounded_i64(wg_writer *w, wg_bounds bounds, int64_t lo, int64_t hi, int64_t value)
{
    const uint64_t span = (uint64_t)hi - (uint64_t)lo;
    if (!WG_LIKELY(bounds == WG_BETWEEN && !WG_ALIGNED(w) && value >= lo && value <= hi &&
                   wg_fast_put(w, (uint64_t)value - (uint64_t)lo, wg_number_bits(span)))) {
        wg_bits_put_integer_i64(w, bounds, lo, hi, value);
    }
}

/* Whether, in the unaligned variant, there is ample room for a string in one piece, its length, and eight octets
 * after it. */
WG_INLINE bool wg_fast_is_few(const wg_writer *w, size_t lo, size_t hi, size_t size)
{
    return !WG_ALIGNED(w) && hi > 0 && WG_LIKELY(size >= lo && size <= hi && size < 16384 && w->bit + 8 * size + 128 < w->ample);
}

/* Its length, and the width of that in bits. */
WG_INLINE wg_pack wg_fast_length_of(size_t lo, size_t hi, size_t size)
{
    wg_pack length;
    if (hi < 65536) {
        length.bits = size - lo;
        length.count = wg_number_bits(hi - lo);
    } else {
        length.bits = size < 128 ? size : 0x8000u | size;
        length.count = size < 128 ? 8 : 16;
    }
    return length;
}

WG_INLINE void wg_fast_put_bounded_bits(wg_writer *w, bool named, size_t lo, size_t hi, wg_bits value)
{
    if (lo != hi && !WG_ALIGNED(w) && (hi >= 65536 || hi - lo < 256) && !(named && w->strict)) {
        /* Up to 48 bits, after a length of up to eight. */
        const size_t octets = (value.count + 7) / 8;
        if (WG_LIKELY(value.count >= lo && value.count <= (hi < 48 ? hi : 48) && wg_fast_ample(w))) {
            const unsigned count = (unsigned)value.count, length = hi < 65536 ? wg_number_bits(hi - lo) : 8;
            const uint64_t bits = wg_load_some(value.data, octets) >> (8 * octets - value.count);
            wg_fast_store(w, (uint64_t)(hi < 65536 ? value.count - lo : value.count) << count | bits, length + count);
            return;
        }
    } else if (WG_LIKELY(lo == hi && hi > 0 && (hi <= 16 || !WG_ALIGNED(w)) && value.count == hi &&
                         wg_fast_put_fixed(w, value.data, hi))) {
        return;
    }
    if (hi > 48 && !WG_ALIGNED(w) && !(named && w->strict) &&
        WG_LIKELY(value.count >= lo && value.count <= hi && value.count < 16384 && w->bit + value.count + 192 < w->ample)) {
        wg_bits_put_few_bits(w, wg_fast_length_of(lo, hi, value.count), value.data, value.count);
        return;
    }
    wg_bits_put_bit_string(w, named, lo, hi, value);
}

/* Writes a length of up to eight bits, four in the aligned variant, and up to six octets, if there is ample room. */
WG_INLINE void wg_fast_store_short(wg_writer *w, wg_pack length, wg_octets value)
{
    const size_t last = w->bit - 1;
    uint8_t *const p = w->start + last / 8;
    const unsigned behind = (unsigned)(last % 8) + 1 + length.count;
    const unsigned begin = WG_ALIGNED(w) ? (behind + 7) / 8 * 8 : behind, end = begin + 8 * (unsigned)value.size;
    wg_store_eight_onto(p, length.bits << (64 - behind) | wg_load_some(value.data, value.size) << (64 - end));
    w->bit = last / 8 * 8 + end;
}

/* Nothing is written after octets that are octet-aligned, nor after others near the end of the buffer, since
 * the contents of a string are there. */
WG_INLINE void wg_fast_put_bounded_octets(wg_writer *w, size_t lo, size_t hi, wg_octets value)
{
    if (lo == hi && hi > 0 && hi <= 7 && (hi <= 2 || !WG_ALIGNED(w)) && WG_LIKELY(value.size == hi)) {
        if (WG_LIKELY(wg_fast_put_fixed(w, value.data, 8 * hi))) {
            return;
        }
    } else if (lo != hi && (hi <= 8 || (!WG_ALIGNED(w) && lo <= 6 && (hi >= 65536 || hi - lo < 256))) &&
               WG_LIKELY(value.size >= lo && value.size <= (hi < 6 ? hi : 6) && wg_fast_ample(w))) {
        wg_fast_store_short(w, wg_fast_length_of(lo, hi, value.size), value);
        return;
    } else if (wg_fast_is_few(w, lo, hi, value.size)) {
        wg_bits_put_few_octets(w, wg_fast_length_of(lo, hi, value.size), value.data, value.size);
        return;
    }
    if (WG_ALIGNED(w) && (lo != hi || hi > 2) && (hi >= 65536 || hi - lo < 255) && value.size >= lo && value.size <= hi &&
        value.size < 128) {
        size_t whole = (w->bit + 7) / 8;
        if (WG_LIKELY(w->bit + 8 * value.size < w->ample)) {
            uint8_t *const start = w->start;
            const unsigned used = (unsigned)(w->bit % 8), bits = hi < 65536 ? wg_number_bits(hi - lo) : 8;
            if (lo != hi) {
                const unsigned length = (unsigned)(hi < 65536 ? value.size - lo : value.size);
                if (hi >= 65536 || used == 0) {
                    start[whole++] = (uint8_t)(length << (8 - bits));
                } else {
                    const unsigned two = length << (16 - used - bits);
                    start[whole - 1] = (uint8_t)(start[whole - 1] | two >> 8);
                    if (used + bits > 8) {
                        start[whole++] = (uint8_t)two;
                    }
                }
            }
            if (lo == hi) {
                /* The contents of the string may be at the buffer's end, where they were written. */
                memmove(start + whole, value.data, lo);
            } else {
                wg_move(start + whole, value.data, value.size);
            }
            w->bit = 8 * (whole + value.size);
            return;
        }
    }
    wg_bits_put_octet_string(w, lo, hi, value);
}

/* Writes an INTEGER of up to eight octets. */
WG_INLINE void wg_fast_put_whole(wg_writer *w, wg_bounds bounds, wg_integer lo, wg_integer hi, wg_integer value)
{
    int64_t number = 0, least = 0;
    if (bounds == WG_UNBOUNDED && WG_LIKELY(value.size - 1 < 8 && wg_is_shortest(value.data, value.size))) {
        wg_fast_put_bounded_octets(w, 0, WG_NO_BOUND, value);
    } else if (bounds == WG_FROM && WG_LIKELY(wg_fast_to_i64(value, &number) && wg_fast_to_i64(lo, &least) && number >= least)) {
        const uint64_t n = (uint64_t)number - (uint64_t)least;
        const size_t size = (wg_number_bits(n | 1) + 7) / 8;
        uint8_t octets[8];
        if (!WG_ALIGNED(w) && size < 7 && wg_fast_ample(w)) {
            wg_fast_store(w, (uint64_t)size << 8 * size | n, 8 + 8 * (unsigned)size);
            return;
        }
        wg_store_eight(octets, n << (64 - 8 * size));
        wg_fast_put_bounded_octets(w, 0, WG_NO_BOUND, wg_octets_at(octets, size));
    } else {
        int64_t most = 0;
        if (!(bounds == WG_BETWEEN && !WG_ALIGNED(w) && wg_fast_to_i64(value, &number) && wg_fast_to_i64(lo, &least) &&
              wg_fast_to_i64(hi, &most) && number >= least && number <= most &&
              wg_fast_put(w, (uint64_t)number - (uint64_t)least, wg_number_bits((uint64_t)most - (uint64_t)least)))) {
            wg_bits_put_integer_big(w, bounds, lo, hi, value);
        }
    }
}

WG_INLINE void wg_fast_put_utf8(wg_writer *w, wg_string value)
{
    if (!WG_ALIGNED(w) && WG_LIKELY(wg_is_seven_bits(value))) {
        wg_fast_put_bounded_octets(w, 0, WG_NO_BOUND, value);
    } else {
        wg_bits_put_utf8_string(w, value);
    }
}

/* Writes a fixed number of up to eight seven-bit characters. */
WG_INLINE bool wg_fast_put_seven_bits(wg_writer *w, const uint8_t *data, unsigned n, uint32_t top)
{
    const uint64_t octets = n == 8 ? wg_load_eight(data) : wg_fast_load(data, n);
    return WG_LIKELY((((octets + (0x7f - top) * 0x0101010101010101u) | octets) & 0x8080808080808080u) == 0) &&
           wg_fast_put(w, wg_seven_bits(octets), 7 * n);
}

WG_INLINE void wg_fast_put_characters(wg_writer *w, unsigned unit, const uint32_t *alphabet, size_t characters, unsigned bits,
                                      uint32_t top, size_t lo, size_t hi, wg_string value)
{
    if (unit == 1 && characters == 0 && bits == 8 && top == 0x7f && hi > 2 && WG_ALIGNED(w) && value.size > 0 &&
        WG_LIKELY(value.size >= lo && value.size <= hi && wg_is_seven_bits(wg_octets_at(value.data, lo == hi ? lo : value.size)))) {
        wg_fast_put_bounded_octets(w, lo, hi, value);
    } else if (unit == 1 && characters == 0 && bits == 7 && top < 0x80 && lo == hi && hi - 1 < 8) {
        if (!WG_LIKELY(value.size == hi && wg_fast_put_seven_bits(w, value.data, (unsigned)hi, top))) {
            wg_bits_put_known_multiplier(w, unit, alphabet, characters, bits, top, lo, hi, value);
        }
    } else if (unit == 1 && characters == 0 && bits == 7 && top < 0x80 && wg_fast_is_few(w, lo, hi, value.size)) {
        wg_bits_put_few_characters(w, wg_fast_length_of(lo, hi, value.size), value.data, value.size, top);
    } else if (unit == 1 && characters > 1 && bits < 8 && wg_fast_is_few(w, lo, hi, value.size)) {
        wg_bits_put_few_listed(w, wg_fast_length_of(lo, hi, value.size), value.data, value.size, alphabet, characters, bits);
    } else if (unit == 2 && characters == 0 && bits == 16 && top >= 0xffff && hi > 0 && value.size % 2 == 0 && value.size / 2 >= lo &&
               value.size / 2 <= hi && wg_fast_is_few(w, 0, 16383, value.size)) {
        wg_bits_put_few_wide(w, wg_fast_length_of(lo, hi, value.size / 2), value.data, value.size);
    } else {
        wg_bits_put_known_multiplier(w, unit, alphabet, characters, bits, top, lo, hi, value);
    }
}

WG_INLINE void wg_fast_bits_writer(wg_writer *w, uint8_t *buffer, size_t capacity, bool aligned, bool strict)
{
    if (WG_LIKELY(buffer != NULL && capacity - 8 < SIZE_MAX / 8 - 512)) {
        wg_clear(w, sizeof *w);
        w->start = buffer;
        w->end = buffer + capacity;
        w->ample = 8 * (capacity - 7);
        w->aligned = aligned;
        w->strict = strict;
        w->forward = true;
    } else {
        wg_bits_writer(w, buffer, capacity, aligned, strict);
    }
}

WG_INLINE wg_result wg_fast_bits_end(wg_writer *w, wg_octets *encoding)
{
    wg_result result;
    if (!WG_LIKELY(w->error == WG_OK && w->bit > 0)) {
        return wg_bits_end(w, encoding);
    }
    result.error = WG_OK;
    result.octet = (w->bit + 7) / 8;
    result.bit = 0;
    *encoding = wg_octets_at(w->start, result.octet);
    return result;
}

/* -- writing: small consecutive fields, packed before they are stored ------- */

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

/* For each leaf: an invalid value goes to the function that rejects it, and what was packed is then never
   written. */
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

/* Packs strings of fixed size in bits. */
WG_INLINE void wg_fast_pack_bounded_bits(wg_writer *w, wg_pack *pack, bool named, size_t lo, size_t hi, wg_bits value)
{
    const size_t octets = (hi + 7) / 8;
    if (WG_LIKELY(value.count == hi)) {
        wg_pack_add(pack, wg_fast_load(value.data, octets) >> (8 * octets - hi), (unsigned)hi);
    } else {
        wg_bits_put_bit_string(w, named, lo, hi, value);
        wg_pack_add(pack, 0, (unsigned)hi);
    }
}

WG_INLINE void wg_fast_pack_bounded_octets(wg_writer *w, wg_pack *pack, size_t lo, size_t hi, wg_octets value)
{
    if (WG_LIKELY(value.size == hi)) {
        wg_pack_add(pack, wg_fast_load(value.data, hi), 8 * (unsigned)hi);
    } else {
        wg_bits_put_octet_string(w, lo, hi, value);
        wg_pack_add(pack, 0, 8 * (unsigned)hi);
    }
}

/* A pack has at most 56 bits. */
WG_INLINE void wg_fast_put_pack(wg_writer *w, wg_pack pack)
{
    if (pack.count > 0) {
        if (wg_fast_ample(w)) {
            wg_fast_store(w, pack.bits, pack.count);
        } else {
            wg_bits_put_first(w, pack.bits, pack.count);
        }
    }
}

/* Writes the pack before a part that is not packed. */
WG_INLINE void wg_fast_flush_pack(wg_writer *w, wg_pack *pack)
{
    wg_fast_put_pack(w, *pack);
    *pack = wg_pack_of_nothing();
}

/* Packs an ENUMERATED whose root is consecutive numbers; an addition is not packed. */
WG_INLINE void wg_fast_pack_listed_i32(wg_writer *w, wg_pack *pack, const int64_t *root, size_t roots, const int64_t *additions,
                                       size_t count, bool extensible, int32_t value)
{
    if (WG_LIKELY(value >= root[0] && value <= root[roots - 1])) {
        wg_pack_add(pack, (uint64_t)(value - root[0]), wg_number_bits(roots - 1) + (extensible ? 1 : 0));
    } else {
        wg_fast_flush_pack(w, pack);
        wg_bits_put_enumerated_i32(w, root, roots, additions, count, extensible, value);
    }
}

/* Writes the length of a list together with what has been packed. */
WG_INLINE void wg_fast_pack_length(wg_writer *w, wg_pack *pack, size_t lo, size_t hi, size_t value)
{
    if (WG_LIKELY(value >= lo && value <= hi)) {
        wg_pack_add(pack, value - lo, wg_number_bits(hi - lo));
        wg_fast_put_pack(w, *pack);
    } else {
        wg_fast_put_pack(w, *pack);
        wg_bits_put_length(w, lo, hi, value);
    }
}

/* Writes a length without bounds. It may be fragmented; the pack is empty before each later fragment. */
WG_INLINE size_t wg_fast_pack_fragment(wg_writer *w, wg_pack *pack, size_t lo, size_t hi, size_t left, bool *more)
{
    bool another;
    size_t count;
    if (WG_LIKELY(left < 128)) {
        wg_pack_add(pack, left, 8);
        wg_fast_put_pack(w, *pack);
        *more = false;
        return left;
    }
    wg_fast_put_pack(w, *pack);
    *pack = wg_pack_of_nothing();
    count = wg_bits_put_fragment(w, lo, hi, left, &another);
    *more = another;
    return count;
}

/* The same for strings. */
WG_INLINE void wg_fast_join_octets(wg_writer *w, wg_pack pack, size_t lo, size_t hi, wg_octets value)
{
    if (wg_fast_is_few(w, lo, hi, value.size)) {
        const wg_pack length = wg_fast_length_of(lo, hi, value.size);
        wg_pack_add(&pack, length.bits, length.count);
        if (pack.count + 8 * value.size <= 56) {
            wg_pack_add(&pack, wg_load_some(value.data, value.size), 8 * (unsigned)value.size);
            wg_fast_put_pack(w, pack);
        } else {
            wg_bits_put_few_octets(w, pack, value.data, value.size);
        }
    } else {
        wg_fast_put_pack(w, pack);
        wg_fast_put_bounded_octets(w, lo, hi, value);
    }
}

WG_INLINE void wg_fast_join_utf8(wg_writer *w, wg_pack pack, wg_string value)
{
    if (WG_LIKELY(wg_is_seven_bits(value))) {
        wg_fast_join_octets(w, pack, 0, WG_NO_BOUND, value);
    } else {
        wg_fast_put_pack(w, pack);
        wg_bits_put_utf8_string(w, value);
    }
}

WG_INLINE void wg_fast_join_characters(wg_writer *w, wg_pack pack, unsigned unit, const uint32_t *alphabet, size_t characters,
                                       unsigned bits, uint32_t top, size_t lo, size_t hi, wg_string value)
{
    if (unit == 1 && characters == 0 && bits == 7 && top < 0x80 && wg_fast_is_few(w, lo, hi, value.size)) {
        const wg_pack length = wg_fast_length_of(lo, hi, value.size);
        wg_pack_add(&pack, length.bits, length.count);
        wg_bits_put_few_characters(w, pack, value.data, value.size, top);
    } else {
        wg_fast_put_pack(w, pack);
        wg_fast_put_characters(w, unit, alphabet, characters, bits, top, lo, hi, value);
    }
}

/* Makes room for `bits` more bits. */
WG_INLINE void wg_fast_pack_room(wg_writer *w, wg_pack *pack, unsigned bits)
{
    if (pack->count + bits > 56) {
        wg_fast_flush_pack(w, pack);
    }
}

/* -- writing: additions and the fields that hold them ---------------------- */

WG_INLINE size_t wg_fast_open_field(wg_writer *w)
{
    if (!wg_fast_ample(w)) {
        return wg_bits_open(w);
    }
    if (WG_ALIGNED(w)) {
        wg_fast_store_whole(w, 0, 1);
    } else {
        wg_fast_store(w, 0, 8);
    }
    return w->bit - 8;
}

/* Fields are usually short. The bits reserved for its size are zero, and so are those after the last one in
   its octet. */
WG_INLINE void wg_fast_close_field(wg_writer *w, size_t place)
{
    const size_t bit = w->bit, size = (bit - place - 1) / 8, end = place + 8 + 8 * size;
    uint8_t *p;
    if (!WG_LIKELY(size - 1 < 127 && bit - 1 < w->ample)) {
        wg_bits_close(w, place);
        return;
    }
    p = w->start + place / 8;
    if (WG_ALIGNED(w)) {
        p[0] = (uint8_t)size;
    } else {
        const unsigned two = (unsigned)size << (8 - place % 8);
        if (end / 8 > (bit - 1) / 8) {
            w->start[end / 8] = 0;
        }
        p[0] = (uint8_t)(p[0] | two >> 8);
        p[1] = (uint8_t)(p[1] | two);
    }
    w->bit = end;
    w->bare = false;
}

WG_INLINE void wg_fast_put_small_length(wg_writer *w, size_t value)
{
    if (!WG_LIKELY(value - 1 < 64 && wg_fast_put(w, (uint32_t)value - 1, 7))) {
        wg_bits_put_small_length(w, value);
    }
}

WG_INLINE void wg_fast_put_small_number(wg_writer *w, uint32_t value)
{
    if (!WG_LIKELY(value < 64 && wg_fast_put(w, value, 7))) {
        wg_bits_put_small_number(w, value);
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

#endif
