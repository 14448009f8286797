/* Whole numbers, INTEGER and ENUMERATED of PER, both directions. */
#include "fields.h"
#include "numbers.h"

#include <string.h>

#include "text.h"
#include "wireglot/fast.h"

static unsigned octets_of(uint64_t n)
{
    unsigned bits = wg_number_bits(n);
    return bits ? (bits + 7) / 8 : 1;
}

/* -- constrained whole numbers (X.691 11.5) -------------------------------- */

uint64_t wg_bits_constrained(wg_reader *r, uint64_t span)
{
    if (r->aligned && span >= 255) {
        unsigned octets = span == 255 ? 1 : 2;
        if (span >= 65536) {
            /* 11.5.7.4: the minimum number of octets, preceded by that number */
            octets = (unsigned)wg_bits_constrained(r, octets_of(span) - 1u) + 1;
            if (octets > octets_of(span)) {
                wg_fail(r, WG_ERROR_LENGTH);
                return 0;
            }
        }
        wg_bits_align(r);
        return wg_bits_take(r, octets * 8);
    }
    return wg_bits_take(r, wg_number_bits(span));
}

void wg_bits_put_constrained(wg_writer *w, uint64_t span, uint64_t value)
{
    if (w->aligned && span >= 255) {
        unsigned octets = span == 255 ? 1 : 2;
        if (span >= 65536) {
            octets = octets_of(value);
            wg_bits_put_constrained(w, octets_of(span) - 1u, octets - 1u);
        }
        wg_bits_put_align(w);
        wg_bits_put(w, value, octets * 8);
        return;
    }
    wg_bits_put(w, value, wg_number_bits(span));
}

/* -- numbers after a length ------------------------------------------------ */

/* Reads the contents octets of a semi-constrained or unconstrained number, at least one. */
static wg_octets contents(wg_reader *r)
{
    wg_octets c = wg_bits_contents(r);
    if (c.size == 0) {
        wg_fail(r, WG_ERROR_LENGTH);
    }
    return c;
}

/* Those of an unconstrained number; in canonical rules, in their shortest form (X.691 11.8). */
static wg_octets unbounded(wg_reader *r)
{
    wg_octets c = contents(r);
    if (r->error == WG_OK && r->strict && !wg_is_integer(c)) {
        wg_fail(r, WG_ERROR_CANONICAL);
    }
    return c;
}

/* Reads a length and a non-negative number (X.691 11.7). */
static uint64_t semi(wg_reader *r)
{
    wg_octets c = contents(r);
    uint64_t n = 0;
    size_t i;
    for (i = 0; i < c.size; i++) {
        if (n >> 56) {
            wg_fail(r, WG_ERROR_RANGE);
            return 0;
        }
        n = n << 8 | c.data[i];
    }
    return n;
}

static void put_semi(wg_writer *w, uint64_t value)
{
    unsigned octets = octets_of(value);
    wg_bits_put_length(w, 0, WG_NO_BOUND, octets);
    wg_bits_put(w, value, octets * 8);
}

/* -- INTEGER (X.691 13) ---------------------------------------------------- */

int64_t wg_bits_get_integer_i64(wg_reader *r, wg_bounds bounds, int64_t lo, int64_t hi)
{
    uint64_t span = (uint64_t)hi - (uint64_t)lo, n;
    int64_t value = 0;
    if (bounds == WG_UNBOUNDED) {
        wg_octets c = unbounded(r);
        if (r->error == WG_OK && !wg_integer_to_i64(c, &value)) {
            wg_fail(r, WG_ERROR_RANGE);
        }
        return value;
    }
    if (bounds == WG_FROM) {
        span = (uint64_t)INT64_MAX - (uint64_t)lo;
        n = semi(r);
    } else {
        n = wg_bits_constrained(r, span);
    }
    if (n > span || r->error != WG_OK) {
        wg_fail(r, WG_ERROR_RANGE);
        return 0;
    }
    n += (uint64_t)lo;
    return n >> 63 ? -(int64_t)(~n) - 1 : (int64_t)n;
}

uint64_t wg_bits_get_integer_u64(wg_reader *r, wg_bounds bounds, uint64_t lo, uint64_t hi)
{
    uint64_t span = bounds == WG_FROM ? UINT64_MAX - lo : hi - lo, n, value = 0;
    if (bounds == WG_UNBOUNDED) {
        wg_octets c = unbounded(r);
        if (r->error == WG_OK && !wg_integer_to_u64(c, &value)) {
            wg_fail(r, WG_ERROR_RANGE);
        }
        return value;
    }
    n = bounds == WG_FROM ? semi(r) : wg_bits_constrained(r, span);
    if (n > span || r->error != WG_OK) {
        wg_fail(r, WG_ERROR_RANGE);
        return 0;
    }
    return lo + n;
}

int32_t wg_bits_get_integer_i32(wg_reader *r, wg_bounds bounds, int32_t lo, int32_t hi)
{
    int64_t value = wg_bits_get_integer_i64(r, bounds, lo, hi);
    if (value < INT32_MIN || value > INT32_MAX) {
        wg_fail(r, WG_ERROR_RANGE);
        return 0;
    }
    return (int32_t)value;
}

uint32_t wg_bits_get_integer_u32(wg_reader *r, wg_bounds bounds, uint32_t lo, uint32_t hi)
{
    int64_t value = wg_bits_get_integer_i64(r, bounds, lo, hi);
    if (value < 0 || value > UINT32_MAX) {
        wg_fail(r, WG_ERROR_RANGE);
        return 0;
    }
    return (uint32_t)value;
}

void wg_bits_put_integer_i64(wg_writer *w, wg_bounds bounds, int64_t lo, int64_t hi, int64_t value)
{
    uint64_t n = (uint64_t)value - (uint64_t)lo;
    uint8_t octets[WG_INTEGER_OCTETS];
    wg_integer c;
    if ((bounds != WG_UNBOUNDED && value < lo) || (bounds == WG_BETWEEN && value > hi)) {
        wg_refuse(w, WG_ERROR_RANGE);
        return;
    }
    switch (bounds) {
    case WG_UNBOUNDED:
        c = wg_integer_from_i64(value, octets);
        wg_bits_put_octet_string(w, 0, WG_NO_BOUND, c);
        break;
    case WG_FROM:
        put_semi(w, n);
        break;
    case WG_BETWEEN:
        wg_bits_put_constrained(w, (uint64_t)hi - (uint64_t)lo, n);
        break;
    }
}

void wg_bits_put_integer_u64(wg_writer *w, wg_bounds bounds, uint64_t lo, uint64_t hi, uint64_t value)
{
    uint8_t octets[WG_INTEGER_OCTETS];
    wg_integer c;
    if ((bounds != WG_UNBOUNDED && value < lo) || (bounds == WG_BETWEEN && value > hi)) {
        wg_refuse(w, WG_ERROR_RANGE);
        return;
    }
    switch (bounds) {
    case WG_UNBOUNDED:
        c = wg_integer_from_u64(value, octets);
        wg_bits_put_octet_string(w, 0, WG_NO_BOUND, c);
        break;
    case WG_FROM:
        put_semi(w, value - lo);
        break;
    case WG_BETWEEN:
        wg_bits_put_constrained(w, hi - lo, value - lo);
        break;
    }
}

void wg_bits_put_integer_i32(wg_writer *w, wg_bounds bounds, int32_t lo, int32_t hi, int32_t value)
{
    wg_bits_put_integer_i64(w, bounds, lo, hi, value);
}

void wg_bits_put_integer_u32(wg_writer *w, wg_bounds bounds, uint32_t lo, uint32_t hi, uint32_t value)
{
    wg_bits_put_integer_i64(w, bounds, lo, hi, value);
}

/* -- small numbers and lengths (X.691 11.6, 11.9.3.4) ---------------------- */

uint32_t wg_bits_get_small_number(wg_reader *r)
{
    uint64_t n = wg_bits_get_boolean(r) ? semi(r) : wg_bits_take(r, 6);
    if (n > UINT32_MAX) {
        wg_fail(r, WG_ERROR_RANGE);
        return 0;
    }
    return (uint32_t)n;
}

void wg_bits_put_small_number(wg_writer *w, uint32_t value)
{
    wg_bits_put_boolean(w, value >= 64);
    if (value >= 64) {
        put_semi(w, value);
    } else {
        wg_bits_put(w, value, 6);
    }
}

/* -- ENUMERATED (X.691 14) ------------------------------------------------- */

int64_t wg_bits_get_enumerated_i64(wg_reader *r, const int64_t *root, size_t roots, const int64_t *additions,
                                   size_t count, bool extensible)
{
    uint64_t i;
    if (extensible && wg_bits_get_boolean(r)) {
        i = wg_bits_get_small_number(r);
        if (i >= count && i > WG_ENUM_UNKNOWN_MOST) {
            wg_fail(r, WG_ERROR_RANGE);
            return 0;
        }
        return i < count ? additions[i] : WG_ENUM_UNKNOWN_I64 + (int64_t)i;
    }
    i = wg_bits_constrained(r, roots - 1);
    if (i >= roots) {
        wg_fail(r, WG_ERROR_UNKNOWN);
    }
    return r->error == WG_OK ? root[i] : 0;
}

int32_t wg_bits_get_enumerated_i32(wg_reader *r, const int64_t *root, size_t roots, const int64_t *additions,
                                   size_t count, bool extensible)
{
    int64_t value = wg_bits_get_enumerated_i64(r, root, roots, additions, count, extensible);
    if (value < INT32_MIN) {
        value = value - WG_ENUM_UNKNOWN_I64 + WG_ENUM_UNKNOWN_I32;
    }
    return (int32_t)value;
}

static size_t position(const int64_t *numbers, size_t count, int64_t value)
{
    size_t i = 0;
    while (i < count && numbers[i] != value) {
        i++;
    }
    return i;
}

void wg_bits_put_enumerated_i64(wg_writer *w, const int64_t *root, size_t roots, const int64_t *additions,
                                size_t count, bool extensible, int64_t value)
{
    size_t i = position(root, roots, value);
    if (i < roots) {
        if (extensible) {
            wg_bits_put_boolean(w, false);
        }
        wg_bits_put_constrained(w, roots - 1, i);
        return;
    }
    i = position(additions, count, value);
    if (i == count && value <= WG_ENUM_UNKNOWN_I64 + WG_ENUM_UNKNOWN_MOST) {
        i = (size_t)(value - WG_ENUM_UNKNOWN_I64);
    } else if (i == count) {
        wg_refuse(w, WG_ERROR_UNKNOWN);
    }
    if (!extensible) {
        wg_refuse(w, WG_ERROR_UNKNOWN);
    }
    wg_bits_put_boolean(w, true);
    wg_bits_put_small_number(w, (uint32_t)i);
}

void wg_bits_put_enumerated_i32(wg_writer *w, const int64_t *root, size_t roots, const int64_t *additions,
                                size_t count, bool extensible, int32_t value)
{
    int64_t wide = value;
    if (wide <= WG_ENUM_UNKNOWN_I32 + WG_ENUM_UNKNOWN_MOST && position(root, roots, wide) == roots &&
        position(additions, count, wide) == count) {
        wide = wide - WG_ENUM_UNKNOWN_I32 + WG_ENUM_UNKNOWN_I64;
    }
    wg_bits_put_enumerated_i64(w, root, roots, additions, count, extensible, wide);
}
