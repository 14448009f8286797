/* The parts of a REAL's contents octets (X.690 8.5). */
#ifndef WIREGLOT_REAL_PARTS_H
#define WIREGLOT_REAL_PARTS_H

#include "wireglot/core.h"

typedef enum wg_real_kind {
    WG_REAL_WRONG, /* stands for no value */
    WG_REAL_ZERO,
    WG_REAL_SPECIAL, /* infinities, not-a-number, minus zero: one octet */
    WG_REAL_BINARY,
    WG_REAL_DECIMAL
} wg_real_kind;

typedef struct wg_real_parts {
    wg_real_kind kind;
    bool negative;
    /* binary: mantissa * 2^(exponent * base_bits + scale) */
    unsigned base_bits;
    unsigned scale;
    wg_octets exponent; /* two's complement */
    wg_octets mantissa; /* unsigned */
    /* decimal: digits, of which some may be a decimal mark; then a power of ten */
    wg_octets digits;
    bool exponent_negative;
    wg_octets exponent_digits;
} wg_real_parts;

/* Reads them. */
wg_real_parts wg_real_read(wg_octets contents);

/* A number in lowest terms: digits without zeros at either end, and the exponent that this makes. */
typedef struct wg_number {
    wg_real_kind kind;
    bool negative;
    unsigned special;
    int64_t exponent;
    wg_octets digits; /* decimal: a decimal mark may stand among them */
    unsigned shift;   /* binary: bits below the lowest one that is set */
} wg_number;

/* Reduces; false where it is no number, or one with an exponent beyond 56 bits. */
bool wg_real_reduce(const wg_real_parts *parts, wg_number *number);

/* A decimal number in base 2: its first bits, the last of them set if any below is, and their exponent. */
uint64_t wg_decimal_mantissa(const wg_number *number, int64_t *exponent);

/* Octet `i` of a binary mantissa, from the end; zero in front of its first. */
uint8_t wg_mantissa_octet(const wg_number *number, size_t i);

/* The double of a REAL that was read. Who compares with it what it will be written as takes no other octets than
 * those (`to_the_bit`). */
double wg_double_fitting(wg_reader *r, wg_real real, bool to_the_bit);

/* Writes the canonical form (X.690 11.3) backwards from `end`; returns its first
 * octet, or NULL where it would reach below `start` or the exponent is beyond 64 bits. */
uint8_t *wg_real_canonical(const wg_real_parts *parts, uint8_t *start, uint8_t *end);

#endif
