/* The parts of a REAL's contents octets (X.690 8.5). */
#ifndef WIREGLOT_REAL_PARTS_H
#define WIREGLOT_REAL_PARTS_H

#include "wireglot/core.h"

typedef enum wg_real_kind {
    WG_REAL_WRONG, /* not a valid REAL */
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
    /* decimal: digits, possibly with a decimal mark among them; then a power of ten */
    wg_octets digits;
    bool exponent_negative;
    wg_octets exponent_digits;
} wg_real_parts;

/* Parses contents octets. */
wg_real_parts wg_real_read(wg_octets contents);

/* A number in lowest terms: digits without leading and trailing zeros, and the resulting exponent. */
typedef struct wg_number {
    wg_real_kind kind;
    bool negative;
    unsigned special;
    int64_t exponent;
    wg_octets digits; /* decimal: may contain a decimal mark */
    unsigned shift;   /* binary: number of bits below the lowest set bit */
} wg_number;

/* Reduces to lowest terms; returns false if it is not a number, or its exponent exceeds 56 bits. */
bool wg_real_reduce(const wg_real_parts *parts, wg_number *number);

/* A decimal number in base 2: its leading bits, the last of which is set if any lower bit is, and their
   exponent. */
uint64_t wg_decimal_mantissa(const wg_number *number, int64_t *exponent);

/* Octet `i` of a binary mantissa, from the end; zero before its first. */
uint8_t wg_mantissa_octet(const wg_number *number, size_t i);

/* The double of a REAL that was read. With `to_the_bit`, it must be exactly what the double would be encoded
 * as, for callers that compare encodings. */
double wg_double_fitting(wg_reader *r, wg_real real, bool to_the_bit);

/* Writes the canonical form (X.690 11.3) backwards from `end`; returns its first octet. NULL if it would
 * reach below `start`, or the exponent exceeds 56 bits. */
uint8_t *wg_real_canonical(const wg_real_parts *parts, uint8_t *start, uint8_t *end);

/* Why it has none: WG_ERROR_LIMIT if its exponent exceeds 56 bits, otherwise WG_ERROR_SPACE. */
wg_error wg_real_no_canonical(const wg_real_parts *parts);

#endif
