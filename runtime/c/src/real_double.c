/* REAL as double (X.690 8.5). */
#include <string.h>

#include "binary.h"
#include "real.h"
#include "wireglot/contents.h"

static double double_of(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* The leading 64 bits of a mantissa, the last of them set if any below is; moves the exponent along. */
static uint64_t leading(const wg_number *number, int64_t *exponent)
{
    uint64_t mantissa = 0;
    bool below = false;
    size_t i;
    for (i = number->digits.size; i > 0; i--) {
        uint8_t octet = wg_mantissa_octet(number, i - 1);
        if (mantissa >> 56) {
            below = below || octet;
            *exponent += 8;
        } else {
            mantissa = mantissa << 8 | octet;
        }
    }
    return mantissa | below;
}

/* Rounds to the nearest double. */
static uint64_t nearest(uint64_t mantissa, int64_t exponent)
{
    int64_t drop;
    uint64_t rest, half;
    if (mantissa == 0) {
        return 0;
    }
    for (; !(mantissa >> 63); mantissa <<= 1) {
        exponent--;
    }
    if (exponent > 971) {
        return (uint64_t)0x7ff << 52;
    }
    /* 53 bits are kept, less below the normal numbers. */
    drop = exponent + 11 < -1074 ? -1074 - exponent : 11;
    if (drop > 64) {
        return 0;
    }
    rest = drop == 64 ? mantissa : mantissa & (((uint64_t)1 << drop) - 1);
    half = (uint64_t)1 << (drop - 1);
    mantissa = drop == 64 ? 0 : mantissa >> drop;
    exponent += drop;
    mantissa += rest > half || (rest == half && mantissa & 1);
    if (mantissa >> 53) {
        mantissa >>= 1;
        exponent++;
    }
    if (exponent > 971) {
        return (uint64_t)0x7ff << 52;
    }
    return mantissa >> 52 ? (uint64_t)(exponent + 1075) << 52 | (mantissa & (((uint64_t)1 << 52) - 1)) : mantissa;
}

/* Decimal digits that a double holds, times or divided by a power of ten that it holds: rounded once. */
static bool decimal(const wg_number *number, double *result)
{
    static const double tens[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    uint64_t digits = 0;
    size_t i, count = 0;
    for (i = 0; i < number->digits.size; i++) {
        uint8_t c = number->digits.data[i];
        if (c >= '0' && c <= '9') {
            if (++count > 15) {
                return false;
            }
            digits = 10 * digits + (uint64_t)(c - '0');
        }
    }
    if (number->exponent < -22 || number->exponent > 22) {
        return false;
    }
    *result = number->exponent < 0 ? (double)digits / tens[-number->exponent] : (double)digits * tens[number->exponent];
    return true;
}

bool wg_real_to_double(wg_real real, double *result)
{
    /* X.690 8.5.9: infinities, not-a-number, minus zero. */
    static const uint64_t special[4] = {(uint64_t)0x7ff << 52, (uint64_t)0xfff << 52, (uint64_t)0x7ff8 << 48,
                                        (uint64_t)1 << 63};
    wg_real_parts parts = wg_real_read(real);
    wg_number number;
    if (!wg_real_reduce(&parts, &number)) {
        return false;
    }
    if (number.kind == WG_REAL_DECIMAL) {
        if (!decimal(&number, result)) {
            return false;
        }
        *result = number.negative ? -*result : *result;
    } else if (number.kind == WG_REAL_BINARY) {
        int64_t exponent = number.exponent;
        uint64_t mantissa = leading(&number, &exponent);
        *result = double_of(nearest(mantissa, exponent) | (uint64_t)number.negative << 63);
    } else {
        *result = number.kind == WG_REAL_SPECIAL ? double_of(special[number.special & 3]) : 0.0;
    }
    return true;
}

wg_real wg_real_from_double(double number, uint8_t octets[WG_REAL_OCTETS])
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return wg_octets_of(octets, wg_real_from_bits(bits, 8, octets));
}
