/* Reading bits and lengths of PER. */
#include "wireglot/bits.h"

#include <string.h>

#include "begin.h"
#include "fields.h"
#include "numbers.h"
#include "wireglot/fast.h"

void wg_bits_reader(wg_reader *r, const uint8_t *data, size_t size, bool aligned, wg_arena *arena)
{
    wg_begin_reader(r, data, size, arena);
    r->bit_end = size * 8;
    r->aligned = aligned;
    wg_limit_length(r, size);
}

wg_reader wg_bits_nested(const wg_reader *r, wg_octets octets, bool aligned, bool strict)
{
    return wg_bits_nested_bits(r, wg_bits_of(octets.data, 8 * octets.size), aligned, strict);
}

wg_reader wg_bits_nested_bits(const wg_reader *r, wg_bits bits, bool aligned, bool strict)
{
    wg_reader inner = wg_nested(r, bits);
    inner.bit_end = bits.count;
    inner.aligned = aligned;
    inner.octets = false;
    inner.strict = strict;
    if (r->error != WG_OK) {
        wg_fail(&inner, WG_ERROR_END);
    }
    return inner;
}

/* Skips padding bits that are there; canonical rules require zeros. */
static void pass_padding(wg_reader *r, size_t count)
{
    if (r->strict) {
        if (wg_bits_take(r, (unsigned)count) != 0) {
            wg_fail(r, WG_ERROR_CANONICAL);
        }
    } else if (wg_bits_available(r, count)) {
        r->bit += count;
    }
}

/* An encoding of no bits is one zero octet (X.691 11.1.3), which some peers leave out. */
static void pass_zero_octet(wg_reader *r, size_t start)
{
    if (r->bit == start && r->bit != r->bit_end) {
        pass_padding(r, 8);
    } else if (r->bit == start && r->strict) {
        wg_fail(r, WG_ERROR_LENGTH);
    }
}

/* Checks that only padding is left of what started at `start`. */
void wg_bits_at_end(wg_reader *r, size_t start)
{
    size_t left;
    pass_zero_octet(r, start);
    left = r->bit_end - r->bit;
    if (left < 8) {
        pass_padding(r, left);
    } else if (wg_left_over(r)) {
        r->bit = r->bit_end;
        r->skipped = true;
    }
}

void wg_bits_finish(wg_reader *r)
{
    size_t padding, left;
    if (r->bit_end == 0 && r->strict) {
        wg_fail(r, WG_ERROR_END);
    }
    pass_zero_octet(r, 0);
    padding = (8 - r->bit % 8) % 8;
    left = r->bit_end - r->bit;
    pass_padding(r, padding < left ? padding : left);
    if (r->bit != r->bit_end) {
        wg_left_over(r);
    }
}

/* -- bits ------------------------------------------------------------------ */

/* The octet that starts at any bit; bits past the end are zero. */
uint8_t wg_bits_octet_at(const wg_reader *r, size_t bit)
{
    size_t i = bit / 8, shift = bit % 8, last = (r->bit_end + 7) / 8;
    unsigned low = shift && i + 1 < last ? r->base[i + 1] : 0u;
    return (uint8_t)(((unsigned)r->base[i] << 8 | low) >> (8 - shift));
}

bool wg_bits_available(wg_reader *r, size_t count)
{
    if (r->error != WG_OK) {
        return false;
    }
    if (count > r->bit_end - r->bit) {
        wg_fail(r, WG_ERROR_END);
        return false;
    }
    return true;
}

uint64_t wg_bits_take(wg_reader *r, unsigned count)
{
    uint64_t value = 0;
    if (!wg_bits_available(r, count)) {
        return 0;
    }
    if (count > 0 && count <= 57 && r->bit_end >= 64) {
        value = wg_bits_eight(r, r->bit) >> (64 - count);
        r->bit += count;
        return value;
    }
    if (count > 57) {
        value = wg_bits_take(r, count - 32);
        return value << 32 | wg_bits_take(r, 32);
    }
    if (count) {
        const unsigned used = (unsigned)(r->bit % 8), octets = (used + count + 7) / 8;
        value = wg_load_few(r->base + r->bit / 8, octets) << (64 - 8 * octets + used) >> (64 - count);
        r->bit += count;
    }
    return value;
}

uint64_t wg_bits_last(const wg_reader *r, size_t bit)
{
    const size_t at = bit / 8, octets = (r->bit_end + 7) / 8 - at;
    if (bit == r->bit_end) {
        return 0;
    }
    return r->bit_end >= 64 ? wg_bits_eight(r, bit) : wg_load_some(r->base + at, octets) << (64 - 8 * octets) << bit % 8;
}

/* X.691 11.5.2 and similar: only the aligned variant pads. */
void wg_bits_align(wg_reader *r)
{
    size_t pad = r->aligned ? (8 - r->bit % 8) % 8 : 0;
    if (pad && wg_bits_available(r, pad)) {
        pass_padding(r, pad);
    }
}

/* Copies bits to `to`; clears unused bits of the last octet. */
void wg_bits_copy(wg_reader *r, uint8_t *to, size_t count)
{
    size_t i, whole = count / 8;
    if (count <= 57) {
        if (count > 0) {
            const uint64_t bits = wg_bits_last(r, r->bit) >> (64 - count) << (64 - count);
            wg_store_some(to, bits, (count + 7) / 8);
        }
        r->bit += count;
        return;
    }
    if (r->bit % 8 == 0) {
        memcpy(to, r->base + r->bit / 8, whole);
    } else {
        /* Not octet-aligned, so there is always one more octet. */
        const uint8_t *p = r->base + r->bit / 8;
        const unsigned shift = (unsigned)(r->bit % 8);
        if (whole < 8) {
            wg_store_some(to, wg_load_eight(p) << shift, whole);
        } else {
            for (i = 0; i + 8 < whole; i += 8) {
                wg_store_eight(to + i, wg_load_eight(p + i) << shift | (uint64_t)p[i + 8] >> (8 - shift));
            }
            /* The last eight, some of them a second time. */
            i = whole - 8;
            wg_store_eight(to + i, wg_load_eight(p + i) << shift | (uint64_t)p[i + 8] >> (8 - shift));
        }
    }
    if (count % 8) {
        to[whole] = (uint8_t)(wg_bits_octet_at(r, r->bit + 8 * whole) & (0xff00u >> count % 8));
    }
    r->bit += count;
}

/* -- lengths --------------------------------------------------------------- */

size_t wg_bits_get_fragment(wg_reader *r, size_t lo, size_t hi, bool *more)
{
    uint8_t head;
    *more = false;
    if (hi < 65536) {
        size_t n = lo + (size_t)wg_bits_constrained(r, hi - lo);
        if (n > hi) {
            wg_fail(r, WG_ERROR_LENGTH);
        }
        return r->error == WG_OK ? n : 0;
    }
    wg_bits_align(r);
    head = (uint8_t)wg_bits_take(r, 8);
    if (head < 0x80) {
        return head;
    }
    if (head < 0xc0) {
        return (size_t)(head & 0x3fu) << 8 | (size_t)wg_bits_take(r, 8);
    }
    /* X.691 11.9.3.8: one to four times 16K. */
    head &= 0x3f;
    if (head < 1 || head > 4) {
        wg_fail(r, WG_ERROR_LENGTH);
        return 0;
    }
    *more = true;
    return head * WG_FRAGMENT;
}

size_t wg_bits_get_length(wg_reader *r, size_t lo, size_t hi)
{
    bool more;
    size_t n = wg_bits_get_fragment(r, lo, hi, &more);
    if (more) {
        wg_fail(r, WG_ERROR_LENGTH);
        return 0;
    }
    return n;
}

size_t wg_bits_get_small_length(wg_reader *r)
{
    size_t count;
    if (!wg_bits_get_boolean(r)) {
        return r->error == WG_OK ? (size_t)wg_bits_take(r, 6) + 1 : 0;
    }
    count = wg_bits_get_length(r, 0, WG_NO_BOUND);
    /* A small length is at least one (X.691 11.9.3.4). */
    if (count == 0 && r->error == WG_OK) {
        wg_fail(r, WG_ERROR_LENGTH);
    }
    return count;
}

bool wg_bits_get_boolean(wg_reader *r)
{
    return wg_bits_take(r, 1) != 0;
}

uint32_t wg_bits_get_flags(wg_reader *r, unsigned count)
{
    uint32_t flags = 0;
    for (; count > 0; count--) {
        flags = flags << 1 | (uint32_t)wg_bits_get_boolean(r);
    }
    return flags;
}

void wg_bits_get_null(wg_reader *r)
{
    (void)r;
}
