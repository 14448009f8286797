/* BOOLEAN, INTEGER, ENUMERATED and REAL of OER, both directions (X.696 9 to 12). */
#include "octets.h"

#include <string.h>

#include "header.h"
#include "numbers.h"
#include "real.h"
#include "text.h"

bool wg_octets_get_boolean(wg_reader *r)
{
    size_t start = r->bit;
    uint64_t octet = wg_bits_take(r, 8);
    if (r->strict && octet != 0 && octet != 0xff) {
        wg_octets_fail_at(r, WG_ERROR_CANONICAL, start);
        return false;
    }
    return octet != 0;
}

void wg_octets_put_boolean(wg_writer *w, bool value)
{
    wg_bits_put(w, value ? 0xff : 0, 8);
}

/* -- INTEGER (X.696 10) ---------------------------------------------------- */

/* Sign-extends two's complement of `width` octets. */
static int64_t signed_number(uint64_t number, size_t width)
{
    uint64_t sign = (uint64_t)1 << (8 * width - 1);
    number = (number ^ sign) - sign;
    return number >> 63 ? -(int64_t)(~number) - 1 : (int64_t)number;
}

/* Reads a length and that many octets, at least one. */
static wg_octets contents(wg_reader *r)
{
    size_t start = r->bit;
    wg_octets c = wg_octets_counted(r, r->limits.integer_octets);
    if (c.size == 0 && r->error == WG_OK) {
        wg_octets_fail_at(r, WG_ERROR_LENGTH, start);
    }
    return c;
}

/* The same for an unsigned number, without leading zeros. */
static wg_octets unsigned_contents(wg_reader *r)
{
    size_t start = r->bit;
    wg_octets c = contents(r);
    if (r->strict && c.size > 1 && c.data[0] == 0) {
        wg_octets_fail_at(r, WG_ERROR_CANONICAL, start);
        c = wg_octets_of(NULL, 0);
    }
    while (c.size > 1 && c.data[0] == 0) {
        c.data++;
        c.size--;
    }
    return c;
}

/* The same for a signed number in its shortest form, as in X.690 8.3. */
static wg_octets signed_contents(wg_reader *r)
{
    size_t start = r->bit;
    wg_octets c = contents(r);
    if (r->error == WG_OK && !wg_is_integer(c)) {
        wg_octets_fail_at(r, WG_ERROR_VALUE, start);
        c = wg_octets_of(NULL, 0);
    }
    return c;
}

uint64_t wg_octets_get_unsigned(wg_reader *r)
{
    size_t start = r->bit, i;
    wg_octets c = unsigned_contents(r);
    uint64_t number = 0;
    if (c.size > 8) {
        wg_octets_fail_at(r, WG_ERROR_RANGE, start);
        return 0;
    }
    for (i = 0; i < c.size; i++) {
        number = number << 8 | c.data[i];
    }
    return number;
}

int64_t wg_octets_get_integer_i64(wg_reader *r, wg_bounds bounds, int64_t lo, int64_t hi, size_t width, bool is_signed)
{
    size_t start = r->bit;
    int64_t value = 0;
    uint64_t number;
    (void)bounds;
    (void)lo;
    (void)hi;
    if (is_signed && width == WG_NO_BOUND) {
        wg_octets c = signed_contents(r);
        if (r->error == WG_OK && !wg_integer_to_i64(c, &value)) {
            wg_octets_fail_at(r, WG_ERROR_RANGE, start);
        }
        return value;
    }
    number = width == WG_NO_BOUND ? wg_octets_get_unsigned(r) : wg_bits_take(r, (unsigned)(8 * width));
    if (is_signed) {
        return signed_number(number, width);
    }
    if (number > (uint64_t)INT64_MAX) {
        wg_octets_fail_at(r, WG_ERROR_RANGE, start);
        return 0;
    }
    return (int64_t)number;
}

uint64_t wg_octets_get_integer_u64(wg_reader *r, wg_bounds bounds, uint64_t lo, uint64_t hi, size_t width, bool is_signed)
{
    size_t start = r->bit;
    uint64_t value = 0;
    (void)bounds;
    (void)lo;
    (void)hi;
    if (!is_signed) {
        return width == WG_NO_BOUND ? wg_octets_get_unsigned(r) : wg_bits_take(r, (unsigned)(8 * width));
    }
    if (width == WG_NO_BOUND) {
        wg_octets c = signed_contents(r);
        if (r->error == WG_OK && !wg_integer_to_u64(c, &value)) {
            wg_octets_fail_at(r, WG_ERROR_RANGE, start);
        }
        return value;
    }
    value = (uint64_t)signed_number(wg_bits_take(r, (unsigned)(8 * width)), width);
    if (value >> 63) {
        wg_octets_fail_at(r, WG_ERROR_RANGE, start);
        return 0;
    }
    return value;
}

/* Reads a number within bounds; zero on error. */
static int64_t bounded(wg_reader *r, size_t width, bool is_signed, int64_t lo, int64_t hi)
{
    size_t start = r->bit;
    int64_t value = wg_octets_get_integer_i64(r, WG_UNBOUNDED, 0, 0, width, is_signed);
    if (value < lo || value > hi) {
        wg_octets_fail_at(r, WG_ERROR_RANGE, start);
        return 0;
    }
    return value;
}

int32_t wg_octets_get_integer_i32(wg_reader *r, wg_bounds bounds, int32_t lo, int32_t hi, size_t width, bool is_signed)
{
    (void)bounds;
    (void)lo;
    (void)hi;
    return (int32_t)bounded(r, width, is_signed, INT32_MIN, INT32_MAX);
}

uint32_t wg_octets_get_integer_u32(wg_reader *r, wg_bounds bounds, uint32_t lo, uint32_t hi, size_t width, bool is_signed)
{
    (void)bounds;
    (void)lo;
    (void)hi;
    return (uint32_t)bounded(r, width, is_signed, 0, UINT32_MAX);
}

/* Converts unsigned octets to the shortest two's complement, in the arena if a sign must be added. */
static wg_integer positive(wg_reader *r, wg_octets c)
{
    uint8_t *copy;
    while (c.size > 1 && c.data[0] == 0 && c.data[1] < 0x80) {
        c.data++;
        c.size--;
    }
    if (c.size == 0 || c.data[0] < 0x80) {
        return c;
    }
    copy = wg_new_octets(r, c.size + 1);
    if (!copy) {
        return wg_octets_of(NULL, 0);
    }
    copy[0] = 0;
    memcpy(copy + 1, c.data, c.size);
    return wg_octets_of(copy, c.size + 1);
}

wg_integer wg_octets_get_integer_big(wg_reader *r, wg_bounds bounds, wg_integer lo, wg_integer hi, size_t width, bool is_signed)
{
    wg_octets c;
    (void)bounds;
    (void)lo;
    (void)hi;
    if (!is_signed) {
        return positive(r, width == WG_NO_BOUND ? unsigned_contents(r) : wg_octets_take(r, width));
    }
    if (width == WG_NO_BOUND) {
        return signed_contents(r);
    }
    c = wg_octets_take(r, width);
    while (c.size > 1 && !wg_is_integer(c)) {
        c.data++;
        c.size--;
    }
    return c;
}

/* Writes a number in `width` octets; with WG_NO_BOUND, its length first. */
static void put_unsigned(wg_writer *w, size_t width, uint64_t value)
{
    if (width == WG_NO_BOUND) {
        wg_octets_put_unsigned(w, value);
    } else if (width < 8 && value >> 8 * width) {
        wg_refuse(w, WG_ERROR_RANGE);
    } else {
        wg_bits_put(w, value, (unsigned)(8 * width));
    }
}

static void put_signed(wg_writer *w, size_t width, int64_t value)
{
    uint8_t octets[WG_INTEGER_OCTETS];
    uint64_t sign;
    if (width == WG_NO_BOUND) {
        wg_octets_put_counted(w, wg_integer_from_i64(value, octets));
        return;
    }
    sign = (uint64_t)1 << (8 * width - 1);
    if (width < 8 && ((uint64_t)value + sign) >> 8 * width) {
        wg_refuse(w, WG_ERROR_RANGE);
        return;
    }
    wg_bits_put(w, width < 8 ? (uint64_t)value & (2 * sign - 1) : (uint64_t)value, (unsigned)(8 * width));
}

void wg_octets_put_integer_i64(wg_writer *w, wg_bounds bounds, int64_t lo, int64_t hi, size_t width, bool is_signed, int64_t value)
{
    if ((bounds != WG_UNBOUNDED && value < lo) || (bounds == WG_BETWEEN && value > hi) || (!is_signed && value < 0)) {
        wg_refuse(w, WG_ERROR_RANGE);
    } else if (is_signed) {
        put_signed(w, width, value);
    } else {
        put_unsigned(w, width, (uint64_t)value);
    }
}

void wg_octets_put_integer_u64(wg_writer *w, wg_bounds bounds, uint64_t lo, uint64_t hi, size_t width, bool is_signed, uint64_t value)
{
    uint8_t octets[WG_INTEGER_OCTETS];
    if ((bounds != WG_UNBOUNDED && value < lo) || (bounds == WG_BETWEEN && value > hi)) {
        wg_refuse(w, WG_ERROR_RANGE);
    } else if (!is_signed) {
        put_unsigned(w, width, value);
    } else if (width == WG_NO_BOUND) {
        wg_octets_put_counted(w, wg_integer_from_u64(value, octets));
    } else if (value >> 63) {
        wg_refuse(w, WG_ERROR_RANGE);
    } else {
        put_signed(w, width, (int64_t)value);
    }
}

void wg_octets_put_integer_i32(wg_writer *w, wg_bounds bounds, int32_t lo, int32_t hi, size_t width, bool is_signed, int32_t value)
{
    wg_octets_put_integer_i64(w, bounds, lo, hi, width, is_signed, value);
}

void wg_octets_put_integer_u32(wg_writer *w, wg_bounds bounds, uint32_t lo, uint32_t hi, size_t width, bool is_signed, uint32_t value)
{
    wg_octets_put_integer_i64(w, bounds, lo, hi, width, is_signed, value);
}

void wg_octets_put_integer_big(wg_writer *w, wg_bounds bounds, wg_integer lo, wg_integer hi, size_t width, bool is_signed, wg_integer value)
{
    static const uint8_t zero[1] = {0};
    uint8_t fill = value.size && value.data[0] & 0x80 ? 0xff : 0;
    size_t i;
    if (value.size == 0) {
        value = wg_octets_of(zero, 1);
    }
    if ((bounds != WG_UNBOUNDED && wg_integer_compare(value, lo) < 0) ||
        (bounds == WG_BETWEEN && wg_integer_compare(value, hi) > 0) || (!is_signed && fill)) {
        wg_refuse(w, WG_ERROR_RANGE);
        return;
    }
    while (value.size > 1 && (is_signed ? !wg_is_integer(value) : value.data[0] == 0)) {
        value.data++;
        value.size--;
    }
    if (width == WG_NO_BOUND) {
        wg_octets_put_counted(w, value);
    } else if (value.size > width) {
        wg_refuse(w, WG_ERROR_RANGE);
    } else {
        for (i = value.size; i < width; i++) {
            wg_bits_put(w, fill, 8);
        }
        wg_octets_put(w, value);
    }
}

/* -- ENUMERATED (X.696 11) ------------------------------------------------- */

/* One octet for numbers from 0 to 127; otherwise a length and the number. */
static int64_t get_number(wg_reader *r)
{
    size_t start = r->bit, size = (size_t)wg_bits_take(r, 8);
    int64_t value;
    if (size < 0x80) {
        return (int64_t)size;
    }
    size &= 0x7f;
    if (size < 1 || size > 8) {
        wg_octets_fail_at(r, WG_ERROR_LENGTH, start);
        return 0;
    }
    value = signed_number(wg_bits_take(r, (unsigned)(8 * size)), size);
    if (r->strict && r->error == WG_OK &&
        ((value >= 0 && value < 0x80) || !wg_is_integer(wg_octets_of(r->base + start / 8 + 1, size)))) {
        wg_octets_fail_at(r, WG_ERROR_CANONICAL, start);
    }
    return r->error == WG_OK ? value : 0;
}

int64_t wg_octets_get_enumerated_i64(wg_reader *r, const int64_t *numbers, size_t count, bool extensible)
{
    size_t start = r->bit;
    int64_t value = get_number(r);
    bool listed = r->error != WG_OK || wg_number_is_listed(numbers, count, value);
    if (!listed && (!extensible || value <= WG_ENUM_UNKNOWN_I64 + WG_ENUM_UNKNOWN_MOST)) {
        wg_octets_fail_at(r, extensible ? WG_ERROR_RANGE : WG_ERROR_UNKNOWN, start);
        return 0;
    }
    return value;
}

int32_t wg_octets_get_enumerated_i32(wg_reader *r, const int64_t *numbers, size_t count, bool extensible)
{
    size_t start = r->bit;
    int64_t value = wg_octets_get_enumerated_i64(r, numbers, count, extensible);
    bool index = value <= WG_ENUM_UNKNOWN_I32 + WG_ENUM_UNKNOWN_MOST && !wg_number_is_listed(numbers, count, value);
    if (index || value > INT32_MAX) {
        wg_octets_fail_at(r, WG_ERROR_RANGE, start);
        return 0;
    }
    return (int32_t)value;
}

void wg_octets_put_enumerated_i64(wg_writer *w, const int64_t *numbers, size_t count, bool extensible, int64_t value)
{
    uint8_t octets[WG_INTEGER_OCTETS];
    wg_integer n = wg_integer_from_i64(value, octets);
    if (!wg_number_is_listed(numbers, count, value)) {
        /* It was read from PER and only its index is known. */
        if (value <= WG_ENUM_UNKNOWN_I64 + WG_ENUM_UNKNOWN_MOST) {
            wg_refuse(w, WG_ERROR_RULES);
        } else if (!extensible) {
            wg_refuse(w, WG_ERROR_UNKNOWN);
        }
    }
    if (value < 0 || value >= 0x80) {
        wg_bits_put(w, 0x80u | n.size, 8);
    }
    wg_octets_put(w, n);
}

void wg_octets_put_enumerated_i32(wg_writer *w, const int64_t *numbers, size_t count, bool extensible, int32_t value)
{
    bool unknown = value <= WG_ENUM_UNKNOWN_I32 + WG_ENUM_UNKNOWN_MOST && !wg_number_is_listed(numbers, count, value);
    wg_octets_put_enumerated_i64(w, numbers, count, extensible, unknown ? WG_ENUM_UNKNOWN_I64 : value);
}
