/* Tests whether octets are valid values, independent of the encoding rules. */
#ifndef WIREGLOT_TEXT_H
#define WIREGLOT_TEXT_H

#include "wireglot/constraints.h"

/* The same octet eight times. */
#define WG_EACH_OCTET(octet) ((octet) * UINT64_C(0x0101010101010101))

/* The top bit of each octet that is not from `lo` to `hi`, which are below 0x80. */
WG_INLINE uint64_t wg_outside(uint64_t octets, uint8_t lo, uint8_t hi)
{
    const uint64_t tops = WG_EACH_OCTET(0x80);
    return (octets | ((octets & ~tops) + WG_EACH_OCTET(0x7fu - hi)) | ~((octets | tops) - WG_EACH_OCTET(lo))) & tops;
}

/* Whether the octets are a valid value of the type. */
bool wg_is_utf8(wg_octets text);
bool wg_is_bmp(wg_octets text);
bool wg_is_universal(wg_octets text);
bool wg_is_numeric(wg_octets text);
bool wg_is_printable(wg_octets text);
bool wg_is_ia5(wg_octets text);
bool wg_is_visible(wg_octets text);
bool wg_is_any_text(wg_octets text);

/* Whether they are valid contents of an OBJECT IDENTIFIER or RELATIVE-OID (X.690 8.19.2). */
bool wg_is_oid(wg_octets contents);

/* The same number without unnecessary octets (X.690 8.3.2). */
wg_integer wg_integer_shortest(wg_integer n);

/* The number in 64 bits, signed or unsigned; returns false if it does not fit. */
bool wg_integer_to_64(wg_integer integer, bool is_signed, uint64_t *value);

/* The shortest octets of a 64-bit number preceded by octets of its sign. */
wg_integer wg_integer_from_64(uint64_t bits, uint8_t sign, uint8_t octets[WG_INTEGER_OCTETS]);

/* Whether they are the shortest two's complement (X.690 8.3.2). */
bool wg_is_integer(wg_octets contents);

/* Whether they are a UTCTime or GeneralizedTime in canonical form (X.690 11.7, 11.8). */
bool wg_is_canonical_utc_time(wg_octets text);
bool wg_is_canonical_generalized_time(wg_octets text);

/* The same for a TIME (X.690 11.9); and the number of octets of the minutes in a difference from UTC
 * that ends at `end`, if they are zero. */
bool wg_is_canonical_time(wg_octets text);
size_t wg_empty_minutes(wg_octets text, size_t end);

/* Writes the canonical form of a time backwards from `*end`, and sets that to its first octet.
 * WG_ERROR_VALUE if it is not a valid time, WG_ERROR_CANONICAL if it is a local time, WG_ERROR_SPACE if
 * it would reach below `start`. */
wg_error wg_time_canonical(wg_octets text, bool generalized, uint8_t *start, uint8_t **end);

/* Whether characters match a pattern: `#` is a digit, everything else is literal. */
bool wg_is_like(wg_octets text, const char *pattern);

/* Whether they are valid contents of a REAL, in any form or in canonical form (X.690 8.5, 11.3). */
bool wg_is_real(wg_octets contents);
bool wg_is_canonical_real(wg_octets contents);

#endif
