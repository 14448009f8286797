/* The usual cases of OER, inlined (see fast.h): lengths and tags of one octet, numbers of at most eight. Bounds and
 * widths are constants at the call, so that the compiler decides what depends on them.
 */
#ifndef WIREGLOT_OCTETS_FAST_H
#define WIREGLOT_OCTETS_FAST_H

#include "wireglot/bits_fast.h"
#include "wireglot/fast.h"
#include "wireglot/octets.h"

#ifdef __cplusplus
extern "C" {
#endif

WG_RARE(wg_octets_at_end);
WG_RARE(wg_octets_get_integer_i32);
WG_RARE(wg_octets_get_integer_u32);
WG_RARE(wg_octets_get_integer_i64);
WG_RARE(wg_octets_get_integer_u64);
WG_RARE(wg_octets_get_enumerated_i32);
WG_RARE(wg_octets_get_length);
WG_RARE(wg_octets_get_quantity);
WG_RARE(wg_octets_enter_tag);

/* -- reading --------------------------------------------------------------- */

/* Whether that many octets are left in the frame; none are after an error. */
WG_INLINE bool wg_fast_oer_has(const wg_reader *r, size_t size)
{
    return WG_LIKELY((r->bit_end - r->bit) / 8 >= size);
}

WG_INLINE const uint8_t *wg_fast_oer_next(const wg_reader *r)
{
    return r->base + r->bit / 8;
}

/* Loads a number of 1, 2, 4 or 8 octets. */
WG_INLINE uint64_t wg_fast_oer_load(const uint8_t *p, size_t width)
{
    switch (width) {
    case 1:
        return p[0];
    case 2:
        return (uint64_t)p[0] << 8 | p[1];
    case 4:
        return wg_load_four(p);
    default:
        return wg_load_eight(p);
    }
}

/* Reads the octets of a number: `width` of them or, with WG_NO_BOUND, after their length and in the shortest form.
 * Signs are extended. */
WG_INLINE bool wg_fast_oer_number(wg_reader *r, size_t width, bool is_signed, uint64_t *number)
{
    const uint8_t *const p = wg_fast_oer_next(r);
    size_t size = width;
    if (width == WG_NO_BOUND) {
        if (!wg_fast_oer_has(r, 2)) {
            return false;
        }
        size = p[0];
        if (!WG_LIKELY(size - 1 < 8 && size <= r->limits.integer_octets) || !wg_fast_oer_has(r, 1 + size) ||
            !(is_signed ? wg_is_shortest(p + 1, size) : size == 1 || p[1] != 0)) {
            return false;
        }
        *number = wg_load_some(p + 1, size);
        r->bit += 8;
    } else {
        if (!wg_fast_oer_has(r, width)) {
            return false;
        }
        *number = wg_fast_oer_load(p, width);
    }
    if (is_signed) {
        const uint64_t sign = (uint64_t)1 << (8 * size - 1);
        *number = (*number ^ sign) - sign;
    }
    r->bit += 8 * size;
    return true;
}

WG_INLINE int64_t wg_fast_oer_get_i64(wg_reader *r, wg_bounds bounds, int64_t lo, int64_t hi, size_t width, bool is_signed)
{
    const size_t start = r->bit;
    uint64_t number = 0;
    if (wg_fast_oer_number(r, width, is_signed, &number) && WG_LIKELY(is_signed || number <= (uint64_t)INT64_MAX)) {
        return (int64_t)number;
    }
    r->bit = start;
    return wg_octets_get_integer_i64(r, bounds, lo, hi, width, is_signed);
}

WG_INLINE uint64_t wg_fast_oer_get_u64(wg_reader *r, wg_bounds bounds, uint64_t lo, uint64_t hi, size_t width, bool is_signed)
{
    const size_t start = r->bit;
    uint64_t number = 0;
    if (wg_fast_oer_number(r, width, is_signed, &number) && WG_LIKELY(!is_signed || !(number >> 63))) {
        return number;
    }
    r->bit = start;
    return wg_octets_get_integer_u64(r, bounds, lo, hi, width, is_signed);
}

WG_INLINE int32_t wg_fast_oer_get_i32(wg_reader *r, wg_bounds bounds, int32_t lo, int32_t hi, size_t width, bool is_signed)
{
    const size_t start = r->bit;
    uint64_t number = 0;
    /* From INT32_MIN to INT32_MAX, or a number without a sign up to that. */
    if (wg_fast_oer_number(r, width, is_signed, &number) &&
        WG_LIKELY(is_signed ? number + ((uint64_t)1 << 31) <= UINT32_MAX : number <= (uint64_t)INT32_MAX)) {
        return (int32_t)(int64_t)number;
    }
    r->bit = start;
    return wg_octets_get_integer_i32(r, bounds, lo, hi, width, is_signed);
}

WG_INLINE uint32_t wg_fast_oer_get_u32(wg_reader *r, wg_bounds bounds, uint32_t lo, uint32_t hi, size_t width, bool is_signed)
{
    const size_t start = r->bit;
    uint64_t number = 0;
    if (wg_fast_oer_number(r, width, is_signed, &number) && WG_LIKELY(number <= UINT32_MAX)) {
        return (uint32_t)number;
    }
    r->bit = start;
    return wg_octets_get_integer_u32(r, bounds, lo, hi, width, is_signed);
}

/* Numbers from 0 on that are their own index. */
WG_INLINE int32_t wg_fast_oer_get_listed_i32(wg_reader *r, const int64_t *numbers, size_t count, bool extensible)
{
    if (wg_fast_oer_has(r, 1)) {
        const size_t number = *wg_fast_oer_next(r);
        if (WG_LIKELY(number < 0x80 && number < count && numbers[number] == (int64_t)number)) {
            r->bit += 8;
            return (int32_t)number;
        }
    }
    return wg_octets_get_enumerated_i32(r, numbers, count, extensible);
}

WG_INLINE bool wg_fast_oer_get_boolean(wg_reader *r)
{
    if (wg_fast_oer_has(r, 1)) {
        const uint8_t octet = *wg_fast_oer_next(r);
        if (WG_LIKELY(octet == 0 || octet == 0xff)) {
            r->bit += 8;
            return octet != 0;
        }
    }
    return wg_octets_get_boolean(r);
}

WG_INLINE void wg_fast_oer_end_bits(wg_reader *r)
{
    const size_t used = r->bit % 8;
    if (used == 0) {
        return;
    }
    if (WG_LIKELY(r->bit + 8 - used <= r->bit_end && (!r->strict || (*wg_fast_oer_next(r) & 0xffu >> used) == 0))) {
        r->bit += 8 - used;
        return;
    }
    wg_octets_end_bits(r);
}

WG_INLINE size_t wg_fast_oer_get_length(wg_reader *r)
{
    if (wg_fast_oer_has(r, 1)) {
        const size_t length = *wg_fast_oer_next(r);
        if (WG_LIKELY(length < 0x80) && wg_fast_oer_has(r, 1 + length)) {
            r->bit += 8;
            return length;
        }
    }
    return wg_octets_get_length(r);
}

WG_INLINE size_t wg_fast_oer_get_quantity(wg_reader *r)
{
    if (wg_fast_oer_has(r, 2)) {
        const uint8_t *const p = wg_fast_oer_next(r);
        if (WG_LIKELY(p[0] == 1 && p[1] <= r->limits.elements)) {
            r->bit += 16;
            return p[1];
        }
    }
    return wg_octets_get_quantity(r);
}

/* A string with a length below 128, or of a fixed size; `p` stays NULL otherwise. */
WG_INLINE wg_octets wg_fast_oer_string(wg_reader *r, size_t size)
{
    const uint8_t *const p = wg_fast_oer_next(r);
    wg_octets none = {NULL, 0};
    if (size != WG_NO_BOUND) {
        if (WG_LIKELY(size <= r->limits.string_octets) && wg_fast_oer_has(r, size)) {
            return wg_octets_at(p, size);
        }
    } else if (wg_fast_oer_has(r, 1)) {
        const size_t length = p[0];
        if (WG_LIKELY(length < 0x80 && length <= r->limits.string_octets) && wg_fast_oer_has(r, 1 + length)) {
            return wg_octets_at(p + 1, length);
        }
    }
    return none;
}

/* Goes on behind it. */
WG_INLINE void wg_fast_oer_pass(wg_reader *r, wg_octets string)
{
    r->bit = 8 * (size_t)(string.data + string.size - r->base);
}

WG_INLINE wg_octets wg_fast_oer_get_octets(wg_reader *r, size_t size)
{
    /* After an error there may be no octets at all. */
    if (wg_fast_oer_has(r, size == WG_NO_BOUND || size == 0 ? 1 : size)) {
        const wg_octets string = wg_fast_oer_string(r, size);
        if (WG_LIKELY(string.data != NULL)) {
            wg_fast_oer_pass(r, string);
            return string;
        }
    }
    return wg_octets_get_octet_string(r, size);
}

/* UTF8String and strings of one octet a character, which have only ASCII. */
WG_INLINE wg_string wg_fast_oer_get_string(wg_reader *r, wg_text text, size_t size)
{
    const bool is_ascii = text == WG_TEXT_UTF8 || text == WG_TEXT_IA5 ||
                          (!r->strict && (text == WG_TEXT_NUMERIC || text == WG_TEXT_PRINTABLE || text == WG_TEXT_VISIBLE));
    if (is_ascii && wg_fast_oer_has(r, size == WG_NO_BOUND || size == 0 ? 1 : size)) {
        const wg_octets string = wg_fast_oer_string(r, size);
        if (WG_LIKELY(string.data != NULL && wg_is_seven_bits(string))) {
            wg_fast_oer_pass(r, string);
            return string;
        }
    }
    return wg_octets_get_string(r, text, size);
}

WG_INLINE wg_tag wg_fast_oer_peek(const wg_reader *r)
{
    if (wg_fast_oer_has(r, 1)) {
        const uint32_t octet = *wg_fast_oer_next(r);
        if (WG_LIKELY((octet & 0x3f) != 0x3f)) {
            return (wg_tag)(octet >> 6 | (octet & 0x3f) << 2);
        }
    }
    return wg_octets_peek(r);
}

WG_INLINE bool wg_fast_oer_enter_tag(wg_reader *r, wg_tag tag)
{
    if (WG_TAG_NUMBER(tag) < 0x3f && wg_fast_oer_has(r, 1) &&
        WG_LIKELY(*wg_fast_oer_next(r) == (WG_TAG_CLASS(tag) << 6 | WG_TAG_NUMBER(tag)))) {
        r->bit += 8;
        return true;
    }
    return wg_octets_enter_tag(r, tag);
}

WG_INLINE bool wg_fast_oer_enter(wg_reader *r, wg_bits_frame *outer)
{
    if (wg_fast_oer_has(r, 1)) {
        const size_t length = *wg_fast_oer_next(r);
        if (WG_LIKELY(length < 0x80) && wg_fast_oer_has(r, 1 + length)) {
            r->bit += 8;
            outer->base = r->base;
            outer->origin = r->origin;
            outer->start = r->bit;
            outer->bit = r->bit + 8 * length;
            outer->bit_end = r->bit_end;
            r->bit_end = outer->bit;
            return true;
        }
    }
    return wg_octets_enter(r, outer);
}

WG_INLINE void wg_fast_oer_leave(wg_reader *r, const wg_bits_frame *outer)
{
    if (WG_LIKELY(r->bit == r->bit_end && r->error == WG_OK)) {
        r->bit_end = outer->bit_end;
    } else {
        wg_octets_leave(r, outer);
    }
}

/* -- writing --------------------------------------------------------------- */

/* Writes whole octets, at most seven. */
WG_INLINE void wg_fast_oer_put(wg_writer *w, uint64_t value, unsigned bits)
{
    if (!wg_fast_put(w, value, bits)) {
        wg_bits_put(w, value, bits);
    }
}

/* Writes the low octets of a number: `width` of them or, with WG_NO_BOUND, `size` after that length. */
WG_INLINE void wg_fast_oer_put_number(wg_writer *w, size_t width, size_t size, uint64_t number)
{
    const size_t octets = width == WG_NO_BOUND ? size : width;
    if (octets > 4) {
        const unsigned above = 8 * (unsigned)octets - 32;
        const uint64_t high = number >> 32 & (UINT64_C(0xffffffff) >> (32 - above));
        wg_fast_oer_put(w, width == WG_NO_BOUND ? (uint64_t)size << above | high : high, above + (width == WG_NO_BOUND ? 8 : 0));
        wg_fast_oer_put(w, number & UINT32_MAX, 32);
    } else {
        const uint64_t low = number & UINT64_C(0xffffffff) >> (32 - 8 * octets);
        wg_fast_oer_put(w, width == WG_NO_BOUND ? (uint64_t)size << 8 * octets | low : low,
                        8 * (unsigned)octets + (width == WG_NO_BOUND ? 8 : 0));
    }
}

/* The octets of the shortest form. */
WG_INLINE size_t wg_fast_oer_unsigned_size(uint64_t number)
{
    return (wg_number_bits(number | 1) + 7) / 8;
}

WG_INLINE size_t wg_fast_oer_signed_size(int64_t number)
{
    return wg_number_bits(number < 0 ? ~(uint64_t)number : (uint64_t)number) / 8 + 1;
}

WG_INLINE void wg_fast_oer_put_i64(wg_writer *w, wg_bounds bounds, int64_t lo, int64_t hi, size_t width, bool is_signed, int64_t value)
{
    const size_t size = is_signed ? wg_fast_oer_signed_size(value) : wg_fast_oer_unsigned_size((uint64_t)value);
    if ((bounds != WG_UNBOUNDED && value < lo) || (bounds == WG_BETWEEN && value > hi) || (!is_signed && value < 0) || size > width) {
        wg_octets_put_integer_i64(w, bounds, lo, hi, width, is_signed, value);
        return;
    }
    wg_fast_oer_put_number(w, width, size, (uint64_t)value);
}

WG_INLINE void wg_fast_oer_put_u64(wg_writer *w, wg_bounds bounds, uint64_t lo, uint64_t hi, size_t width, bool is_signed, uint64_t value)
{
    const size_t size = wg_fast_oer_unsigned_size(value);
    if (is_signed || (bounds != WG_UNBOUNDED && value < lo) || (bounds == WG_BETWEEN && value > hi) || size > width) {
        wg_octets_put_integer_u64(w, bounds, lo, hi, width, is_signed, value);
        return;
    }
    wg_fast_oer_put_number(w, width, size, value);
}

WG_INLINE void wg_fast_oer_put_i32(wg_writer *w, wg_bounds bounds, int32_t lo, int32_t hi, size_t width, bool is_signed, int32_t value)
{
    wg_fast_oer_put_i64(w, bounds, lo, hi, width, is_signed, value);
}

WG_INLINE void wg_fast_oer_put_u32(wg_writer *w, wg_bounds bounds, uint32_t lo, uint32_t hi, size_t width, bool is_signed, uint32_t value)
{
    wg_fast_oer_put_i64(w, bounds, lo, hi, width, is_signed, value);
}

WG_INLINE void wg_fast_oer_put_listed_i32(wg_writer *w, const int64_t *numbers, size_t count, bool extensible, int32_t value)
{
    if (WG_LIKELY(value >= 0 && value < 0x80 && (size_t)value < count && numbers[value] == value)) {
        wg_fast_oer_put(w, (uint64_t)value, 8);
    } else {
        wg_octets_put_enumerated_i32(w, numbers, count, extensible, value);
    }
}

WG_INLINE void wg_fast_oer_put_boolean(wg_writer *w, bool value)
{
    wg_fast_oer_put(w, value ? 0xff : 0, 8);
}

WG_INLINE void wg_fast_oer_put_end_bits(wg_writer *w)
{
    wg_fast_oer_put(w, 0, (8 - (unsigned)(w->bit % 8)) % 8);
}

WG_INLINE void wg_fast_oer_put_length(wg_writer *w, size_t length)
{
    if (WG_LIKELY(length < 0x80)) {
        wg_fast_oer_put(w, length, 8);
    } else {
        wg_octets_put_length(w, length);
    }
}

WG_INLINE void wg_fast_oer_put_quantity(wg_writer *w, size_t count)
{
    if (WG_LIKELY(count < 0x100)) {
        wg_fast_oer_put(w, 0x100 | (uint64_t)count, 16);
    } else {
        wg_octets_put_quantity(w, count);
    }
}

WG_INLINE void wg_fast_oer_tag(wg_writer *w, wg_tag tag)
{
    if (WG_TAG_NUMBER(tag) < 0x3f) {
        wg_fast_oer_put(w, WG_TAG_CLASS(tag) << 6 | WG_TAG_NUMBER(tag), 8);
    } else {
        wg_octets_tag(w, tag);
    }
}

/* Up to six octets with their length are stored at once. */
WG_INLINE void wg_fast_oer_put_octets(wg_writer *w, size_t size, wg_octets value)
{
    if (size == WG_NO_BOUND && value.size - 1 < 6) {
        wg_fast_oer_put(w, (uint64_t)value.size << 8 * value.size | wg_load_some(value.data, value.size), 8 + 8 * (unsigned)value.size);
    } else if (size - 1 < 7 && value.size == size) {
        wg_fast_oer_put(w, wg_load_few(value.data, size), 8 * (unsigned)size);
    } else if (size == WG_NO_BOUND && WG_LIKELY(value.size < 0x80)) {
        wg_fast_oer_put(w, value.size, 8);
        wg_bits_put_run(w, value.data, 8 * value.size);
    } else {
        wg_octets_put_octet_string(w, size, value);
    }
}

WG_INLINE void wg_fast_oer_put_string(wg_writer *w, wg_text text, size_t size, wg_string value)
{
    const bool is_ascii = text == WG_TEXT_UTF8 || text == WG_TEXT_IA5 ||
                          (!w->strict && (text == WG_TEXT_NUMERIC || text == WG_TEXT_PRINTABLE || text == WG_TEXT_VISIBLE));
    if (is_ascii && WG_LIKELY(wg_is_seven_bits(value))) {
        wg_fast_oer_put_octets(w, size, value);
    } else {
        wg_octets_put_string(w, text, size, value);
    }
}

WG_INLINE size_t wg_fast_oer_open(wg_writer *w)
{
    const size_t place = w->bit;
    wg_fast_oer_put(w, 0, 8);
    return place;
}

WG_INLINE void wg_fast_oer_close(wg_writer *w, size_t place)
{
    const size_t size = (w->bit - place) / 8 - 1;
    if (WG_LIKELY(w->error == WG_OK && size < 0x80)) {
        w->start[place / 8] = (uint8_t)size;
    } else {
        wg_octets_close(w, place);
    }
}

#ifdef __cplusplus
}
#endif

#if WG_FAST
#define wg_octets_get_integer_i32 wg_fast_oer_get_i32
#define wg_octets_get_integer_u32 wg_fast_oer_get_u32
#define wg_octets_get_integer_i64 wg_fast_oer_get_i64
#define wg_octets_get_integer_u64 wg_fast_oer_get_u64
#define wg_octets_get_enumerated_i32 wg_fast_oer_get_listed_i32
#define wg_octets_get_boolean wg_fast_oer_get_boolean
#define wg_octets_get_null(r) ((void)(r))
#define wg_octets_get_octet_string wg_fast_oer_get_octets
#define wg_octets_get_string wg_fast_oer_get_string
#define wg_octets_get_length wg_fast_oer_get_length
#define wg_octets_get_quantity wg_fast_oer_get_quantity
#define wg_octets_end_bits wg_fast_oer_end_bits
#define wg_octets_peek wg_fast_oer_peek
#define wg_octets_enter_tag wg_fast_oer_enter_tag
#define wg_octets_enter wg_fast_oer_enter
#define wg_octets_leave wg_fast_oer_leave
#define wg_octets_put_integer_i32 wg_fast_oer_put_i32
#define wg_octets_put_integer_u32 wg_fast_oer_put_u32
#define wg_octets_put_integer_i64 wg_fast_oer_put_i64
#define wg_octets_put_integer_u64 wg_fast_oer_put_u64
#define wg_octets_put_enumerated_i32 wg_fast_oer_put_listed_i32
#define wg_octets_put_boolean wg_fast_oer_put_boolean
#define wg_octets_put_null(w) ((void)(w))
#define wg_octets_put_octet_string wg_fast_oer_put_octets
#define wg_octets_put_string wg_fast_oer_put_string
#define wg_octets_put_length wg_fast_oer_put_length
#define wg_octets_put_quantity wg_fast_oer_put_quantity
#define wg_octets_put_end_bits wg_fast_oer_put_end_bits
#define wg_octets_tag wg_fast_oer_tag
#define wg_octets_open wg_fast_oer_open
#define wg_octets_close wg_fast_oer_close
#endif

#endif
