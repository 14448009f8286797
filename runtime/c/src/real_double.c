/* REAL as a double (X.690 8.5). */
#include <string.h>

#include "binary.h"
#include "real.h"
#include "wireglot/contents.h"
#include "wireglot/fast.h"

static double double_of(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* The leading 64 bits of a mantissa, the last of which is set if any lower bit is; adjusts the
   exponent. */
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
    int64_t drop, size;
    uint64_t rest, half;
    if (mantissa == 0) {
        return 0;
    }
    for (size = 32; size > 0; size /= 2) {
        if (mantissa >> (64 - size) == 0) {
            mantissa <<= size;
            exponent -= size;
        }
    }
    if (exponent > 971) {
        return (uint64_t)0x7ff << 52;
    }
    /* 53 bits are kept, fewer below the normal numbers. */
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

/* A double from the canonical form of a binary number, if the exponent takes one or two octets and the mantissa up to
 * eight. False for all others (X.690 11.3.1). */
static bool usual(wg_real real, double *result)
{
    const size_t two = real.size > 0 ? real.data[0] & 1u : 0u, start = 2 + two;
    int64_t exponent;
    if (real.size <= start || real.size > start + 8 || (real.data[0] & 0xbeu) != 0x80 || real.data[start] == 0 ||
        !(real.data[real.size - 1] & 1u)) {
        return false;
    }
    exponent = (int8_t)real.data[1];
    if (two) {
        exponent = exponent * 256 + real.data[2];
        if (exponent >= -128 && exponent < 128) {
            return false;
        }
    }
    *result = double_of(nearest(wg_load_some(real.data + start, real.size - start), exponent) | (uint64_t)(real.data[0] & 0x40u) << 57);
    return true;
}

bool wg_real_to_double(wg_real real, double *result)
{
    /* X.690 8.5.9: infinities, not-a-number, minus zero. */
    static const uint64_t special[4] = {(uint64_t)0x7ff << 52, (uint64_t)0xfff << 52, (uint64_t)0x7ff8 << 48,
                                        (uint64_t)1 << 63};
    wg_real_parts parts;
    wg_number number;
    if (usual(real, result)) {
        return true;
    }
    parts = wg_real_read(real);
    if (!wg_real_reduce(&parts, &number)) {
        return false;
    }
    if (number.kind == WG_REAL_BINARY || number.kind == WG_REAL_DECIMAL) {
        int64_t exponent = number.exponent;
        bool decimal = number.kind == WG_REAL_DECIMAL;
        uint64_t mantissa = decimal ? wg_decimal_mantissa(&number, &exponent) : leading(&number, &exponent);
        *result = double_of(nearest(mantissa, exponent) | (uint64_t)number.negative << 63);
    } else {
        *result = number.kind == WG_REAL_SPECIAL ? double_of(special[number.special & 3]) : 0.0;
    }
    return true;
}

double wg_double_of(wg_real real)
{
    double number = 0.0;
    (void)wg_real_to_double(real, &number);
    return number;
}

wg_real wg_real_from_double(double number, uint8_t octets[WG_REAL_OCTETS])
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return wg_octets_of(octets, wg_real_from_bits(bits, 8, octets));
}
