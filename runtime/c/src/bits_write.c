/* Writing bits and lengths of PER. */
#include "wireglot/bits.h"

#include <string.h>

#include "begin.h"
#include "fields.h"
#include "numbers.h"
#include "wireglot/fast.h"

/* The maximum number of octets whose bits can be counted, with some to spare for a short string. */
#define MOST (SIZE_MAX / 8 - 256)

void wg_bits_end_at(wg_writer *w, uint8_t *end)
{
    size_t octets = (size_t)(end - w->start);
    if (octets > MOST) {
        octets = MOST;
    }
    w->end = octets ? w->start + octets : w->start;
    w->ample = octets < 8 ? 0 : 8 * (octets - 7);
}

void wg_bits_writer(wg_writer *w, uint8_t *buffer, size_t capacity, bool aligned, bool strict)
{
    wg_clear(w, sizeof *w);
    w->start = wg_place_of(buffer);
    wg_bits_end_at(w, w->start + (buffer ? capacity : 0));
    w->aligned = aligned;
    w->strict = strict;
    w->forward = true;
}

static size_t capacity_bits(const wg_writer *w)
{
    return (size_t)(w->end - w->start) * 8;
}

/* Whether `bits` more bits fit. */
bool wg_bits_room(wg_writer *w, size_t bits)
{
    if (w->error != WG_OK) {
        return false;
    }
    if (bits > capacity_bits(w) - w->bit) {
        wg_refuse(w, WG_ERROR_SPACE);
        return false;
    }
    return true;
}

/* Sets up to eight bits at any position; the bits around them do not change. */
void wg_bits_patch(uint8_t *base, size_t bit, uint8_t value, unsigned count)
{
    unsigned shift = 16 - (unsigned)(bit % 8) - count;
    unsigned mask = ((1u << count) - 1) << shift, bits = (unsigned)value << shift;
    base += bit / 8;
    base[0] = (uint8_t)((base[0] & ~(mask >> 8)) | (bits >> 8));
    if (mask & 0xff) {
        base[1] = (uint8_t)((base[1] & ~mask) | (bits & 0xff));
    }
}

/* Appends up to eight bits; there must be room. Bits after them become zero. */
static void append(wg_writer *w, unsigned value, unsigned count)
{
    unsigned used = (unsigned)(w->bit % 8), bits = value << (16 - used - count);
    uint8_t *p = w->start + w->bit / 8;
    p[0] = (uint8_t)((used ? p[0] : 0u) | (bits >> 8));
    if (used + count > 8) {
        p[1] = (uint8_t)bits;
    }
    w->bit += count;
}

/* Writes nothing after the last octet it touches, because the contents of a string may be there. */
void wg_bits_put(wg_writer *w, uint64_t value, unsigned count)
{
    const unsigned used = (unsigned)(w->bit % 8);
    uint64_t before;
    uint8_t *p;
    if (count == 0 || !wg_bits_room(w, count)) {
        return;
    }
    p = w->start + w->bit / 8;
    before = used ? (uint64_t)*p << 56 : 0;
    w->bit += count;
    value <<= 64 - count;
    wg_store_some(p, before | value >> used, (used + count + 7) / 8);
    if (used + count > 64) {
        p[8] = (uint8_t)(value << (8 - used));
    }
}

void wg_bits_put_first(wg_writer *w, uint64_t value, unsigned count)
{
    if (w->bit == 0 && w->ample > 0 && count > 0) {
        wg_store_eight(w->start, value << (64 - count));
        w->bit = count;
    } else {
        wg_bits_put(w, value, count);
    }
}

/* The rest of a partial octet is already zero. */
void wg_bits_put_align(wg_writer *w)
{
    if (w->aligned && w->error == WG_OK) {
        w->bit += (8 - w->bit % 8) % 8;
    }
}

void wg_bits_put_run(wg_writer *w, const uint8_t *data, size_t bits)
{
    size_t i, whole = bits / 8;
    if (bits == 0 || !wg_bits_room(w, bits)) {
        return;
    }
    if (w->bit % 8 == 0 && whole) {
        wg_move(w->start + w->bit / 8, data, whole);
        w->bit += 8 * whole;
    } else if (whole) {
        const unsigned used = (unsigned)(w->bit % 8);
        uint8_t *p = w->start + w->bit / 8;
        unsigned carry = p[0];
        for (i = 0; i + 8 <= whole; i += 8) {
            const uint64_t eight = wg_load_eight(data + i);
            wg_store_eight(p + i, (uint64_t)carry << 56 | eight >> used);
            carry = (unsigned)(eight << (8 - used)) & 0xff;
        }
        for (; i < whole; i++) {
            const unsigned octet = data[i];
            p[i] = (uint8_t)(carry | octet >> used);
            carry = octet << (8 - used) & 0xff;
        }
        p[whole] = (uint8_t)carry;
        w->bit += 8 * whole;
    }
    if (bits % 8) {
        append(w, (unsigned)data[whole] >> (8 - bits % 8), (unsigned)(bits % 8));
    }
}

wg_writer wg_bits_inside(const wg_writer *w, bool aligned, bool strict)
{
    wg_writer inner = wg_inside(w, strict);
    inner.aligned = aligned;
    inner.forward = true;
    wg_bits_end_at(&inner, inner.end);
    return inner;
}

/* Moves the contents to the end of the free octets, so that writing the header before them does not
 * overwrite them. */
wg_octets wg_bits_inside_done(wg_writer *w, wg_writer *inner)
{
    wg_octets written;
    wg_bits_complete(inner);
    wg_inside_done(w, inner);
    written = wg_bits_written(inner);
    if (written.size) {
        memmove(inner->end - written.size, inner->start, written.size);
        written.data = inner->end - written.size;
    }
    return written;
}

void wg_bits_complete(wg_writer *w)
{
    if (w->bit == 0) {
        wg_bits_put(w, 0, 8);
    } else if (w->error == WG_OK) {
        /* The rest of a partial octet is already zero. */
        w->bit += (0u - w->bit) % 8;
    }
}

wg_octets wg_bits_written(const wg_writer *w)
{
    wg_octets written;
    written.data = w->start;
    written.size = w->error == WG_OK ? (w->bit + 7) / 8 : 0;
    return written;
}

wg_result wg_bits_end(wg_writer *w, wg_octets *encoding)
{
    wg_bits_complete(w);
    *encoding = wg_bits_written(w);
    return wg_writer_result(w);
}

/* -- lengths (X.691 11.9) -------------------------------------------------- */

size_t wg_bits_put_fragment(wg_writer *w, size_t lo, size_t hi, size_t left, bool *more)
{
    size_t n;
    *more = false;
    if (hi < 65536) {
        if (left < lo || left > hi) {
            wg_refuse(w, WG_ERROR_RANGE);
            return 0;
        }
        wg_bits_put_constrained(w, hi - lo, left - lo);
        return left;
    }
    wg_bits_put_align(w);
    if (left < 128) {
        wg_bits_put(w, left, 8);
        return left;
    }
    if (left < WG_FRAGMENT) {
        wg_bits_put(w, 0x8000u | left, 16);
        return left;
    }
    n = left / WG_FRAGMENT < 4 ? left / WG_FRAGMENT : 4;
    wg_bits_put(w, 0xc0u | n, 8);
    *more = true;
    return n * WG_FRAGMENT;
}

void wg_bits_put_length(wg_writer *w, size_t lo, size_t hi, size_t value)
{
    bool more;
    wg_bits_put_fragment(w, lo, hi, value, &more);
    if (more) {
        wg_refuse(w, WG_ERROR_RANGE);
    }
}

void wg_bits_put_small_length(wg_writer *w, size_t value)
{
    if (value == 0) {
        wg_refuse(w, WG_ERROR_RANGE);
        return;
    }
    wg_bits_put_boolean(w, value > 64);
    if (value > 64) {
        wg_bits_put_length(w, 0, WG_NO_BOUND, value);
    } else {
        wg_bits_put(w, value - 1, 6);
    }
}

void wg_bits_put_boolean(wg_writer *w, bool value)
{
    wg_bits_put(w, value, 1);
}

void wg_bits_put_null(wg_writer *w)
{
    (void)w;
}
