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

/* Writes the canonical form (X.690 11.3) backwards from `end`; returns its first
 * octet, or NULL where it would reach below `start` or the exponent is beyond 64 bits. */
uint8_t *wg_real_canonical(const wg_real_parts *parts, uint8_t *start, uint8_t *end);

#endif
