/* REAL of OER, both directions (X.696 12). */
#include "octets.h"

#include <string.h>

#include "binary.h"
#include "numbers.h"
#include "real.h"
#include "text.h"

wg_real wg_octets_get_real(wg_reader *r)
{
    size_t start = r->bit;
    wg_real c = wg_octets_counted(r, r->limits.integer_octets);
    if (r->error == WG_OK && !wg_is_real(c)) {
        wg_octets_fail_at(r, WG_ERROR_VALUE, start);
        c = wg_octets_of(NULL, 0);
    } else if (r->error == WG_OK && r->strict && !wg_is_canonical_real(c)) {
        wg_octets_fail_at(r, WG_ERROR_CANONICAL, start);
        c = wg_octets_of(NULL, 0);
    }
    return c;
}

/* Writes the canonical form of X.690 11.3; if it is long, it is made at the free end of the buffer.
 */
void wg_octets_put_real(wg_writer *w, wg_real value)
{
    wg_real_parts parts = wg_real_read(value);
    uint8_t local[32], *end = local + sizeof local, *p;
    size_t size, rest, head = 1;
    if (parts.kind == WG_REAL_WRONG) {
        wg_refuse(w, WG_ERROR_VALUE);
    }
    if (w->error != WG_OK) {
        return;
    }
    if (wg_is_canonical_real(value)) {
        wg_octets_put_counted(w, value);
        return;
    }
    p = wg_real_canonical(&parts, local, end);
    if (!p) {
        end = w->end;
        p = wg_real_canonical(&parts, w->start + w->bit / 8, end);
    }
    if (!p) {
        wg_refuse(w, wg_real_no_canonical(&parts));
        return;
    }
    size = (size_t)(end - p);
    for (rest = size > 0x7f ? size : 0; rest > 0; rest >>= 8) {
        head++;
    }
    /* Writing the length must not overwrite the contents after it. */
    if (end == w->end && (size_t)(p - w->start) - w->bit / 8 < head) {
        wg_refuse(w, WG_ERROR_SPACE);
        return;
    }
    wg_octets_put_counted(w, wg_octets_of(p, size));
}

/* -- binary32 and binary64 ------------------------------------------------- */

typedef struct wg_format {
    unsigned digits;   /* of the fraction */
    int exponent_bits;
    int least;         /* exponent of the smallest number */
    int bias;
} wg_format;

static wg_format format_of(size_t width)
{
    static const wg_format formats[2] = {{23, 8, -149, 127}, {52, 11, -1074, 1023}};
    return formats[width == 8];
}

size_t wg_real_from_bits(uint64_t bits, size_t width, uint8_t *octets)
{
    wg_format f = format_of(width);
    uint64_t fraction = bits & (((uint64_t)1 << f.digits) - 1);
    int top = (1 << f.exponent_bits) - 1, exponent = (int)(bits >> f.digits) & top;
    bool negative = (bits >> (8 * width - 1)) != 0, is_short;
    size_t n = 0, i;
    if (exponent == top) {
        octets[0] = (uint8_t)(fraction ? 0x42 : negative ? 0x41 : 0x40);
        return 1;
    }
    if (exponent == 0 && fraction == 0) {
        octets[0] = 0x43;
        return negative;
    }
    if (exponent) {
        fraction |= (uint64_t)1 << f.digits;
    }
    exponent = exponent ? f.least + exponent - 1 : f.least;
    for (i = 32; i > 0; i /= 2) {
        if ((fraction & (((uint64_t)1 << i) - 1)) == 0) {
            fraction >>= i;
            exponent += (int)i;
        }
    }
    is_short = exponent >= -128 && exponent < 128;
    octets[n++] = (uint8_t)(0x80u | (negative ? 0x40u : 0u) | !is_short);
    if (!is_short) {
        octets[n++] = (uint8_t)((unsigned)exponent >> 8);
    }
    octets[n++] = (uint8_t)exponent;
    for (i = 8; i > 0; i--) {
        if (fraction >> 8 * (i - 1)) {
            octets[n++] = (uint8_t)(fraction >> 8 * (i - 1));
        }
    }
    return n;
}

wg_real wg_octets_get_float(wg_reader *r, size_t width)
{
    uint8_t octets[16], *copy;
    size_t n = wg_real_from_bits(wg_bits_take(r, (unsigned)(8 * width)), width, octets);
    copy = wg_new_octets(r, n);
    if (copy && n) {
        memcpy(copy, octets, n);
    }
    return wg_octets_of(copy, copy ? n : 0);
}

/* The bits of a number if the format can hold it exactly; false if not. */
static bool exactly(const wg_number *number, wg_format f, uint64_t *bits)
{
    uint64_t mantissa = 0;
    int64_t exponent = number->exponent;
    size_t i, size = number->digits.size;
    int64_t length = 0;
    if (number->kind != WG_REAL_BINARY || size > 9) {
        return false;
    }
    for (i = size; i > 0; i--) {
        if (mantissa >> 56) {
            return false;
        }
        mantissa = mantissa << 8 | wg_mantissa_octet(number, i - 1);
    }
    while (length < 64 && mantissa >> length) {
        length++;
    }
    if (length > (int64_t)f.digits + 1 || exponent < f.least || exponent + length > f.bias + 1) {
        return false;
    }
    exponent -= f.least;
    if (exponent + length <= (int64_t)f.digits) {
        *bits = mantissa << exponent; /* below the normal numbers */
        return true;
    }
    mantissa <<= (int64_t)f.digits + 1 - length;
    exponent += length - (int64_t)f.digits;
    *bits = (uint64_t)exponent << f.digits | (mantissa & (((uint64_t)1 << f.digits) - 1));
    return true;
}

void wg_octets_put_float(wg_writer *w, size_t width, wg_real value)
{
    wg_format f = format_of(width);
    wg_real_parts parts = wg_real_read(value);
    uint64_t top = (((uint64_t)1 << f.exponent_bits) - 1) << f.digits, bits = 0;
    /* X.690 8.5.9: infinities, not-a-number, minus zero. */
    const uint64_t sign = (uint64_t)1 << (8 * width - 1);
    const uint64_t special[4] = {top, top | sign, top | (uint64_t)1 << (f.digits - 1), sign};
    wg_number number;
    if (!wg_real_reduce(&parts, &number)) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    if (number.kind == WG_REAL_SPECIAL) {
        bits = special[number.special & 3];
    } else if (number.kind != WG_REAL_ZERO) {
        if (!exactly(&number, f, &bits)) {
            wg_refuse(w, WG_ERROR_VALUE);
            return;
        }
        bits |= number.negative ? sign : 0;
    }
    wg_bits_put(w, bits, (unsigned)(8 * width));
}
