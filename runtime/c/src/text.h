/* Which octets stand for a value, whatever rules carry them. */
#ifndef WIREGLOT_TEXT_H
#define WIREGLOT_TEXT_H

#include "wireglot/constraints.h"

/* Each: whether the octets are a value of that type. */
bool wg_is_utf8(wg_octets text);
bool wg_is_bmp(wg_octets text);
bool wg_is_universal(wg_octets text);
bool wg_is_numeric(wg_octets text);
bool wg_is_printable(wg_octets text);
bool wg_is_ia5(wg_octets text);
bool wg_is_visible(wg_octets text);
bool wg_is_any_text(wg_octets text);

/* Contents of an OBJECT IDENTIFIER or RELATIVE-OID (X.690 8.19.2). */
bool wg_is_oid(wg_octets contents);

/* The same number without the octets that it does not need (X.690 8.3.2). */
wg_integer wg_integer_shortest(wg_integer n);

/* Its octets in 64 bits, where they hold it: with a sign, or without one. */
bool wg_integer_to_64(wg_integer integer, bool is_signed, uint64_t *value);

/* Shortest octets of 64 bits behind octets of their sign. */
wg_integer wg_integer_from_64(uint64_t bits, uint8_t sign, uint8_t octets[WG_INTEGER_OCTETS]);

/* Shortest two's complement (X.690 8.3.2). */
bool wg_is_integer(wg_octets contents);

/* UTCTime and GeneralizedTime in their canonical form (X.690 11.7, 11.8). */
bool wg_is_canonical_utc_time(wg_octets text);
bool wg_is_canonical_generalized_time(wg_octets text);

/* The same of a TIME (X.690 11.9), and how many octets the minutes of a difference from UTC that ends at
 * `end` take if they are zero. */
bool wg_is_canonical_time(wg_octets text);
size_t wg_empty_minutes(wg_octets text, size_t end);

/* The canonical form of a time, written backwards from `*end`, which then is its first octet.
 * WG_ERROR_VALUE where it is no time, WG_ERROR_CANONICAL where no form in UTC is known (a local time),
 * WG_ERROR_SPACE where it would reach below `start`. */
wg_error wg_time_canonical(wg_octets text, bool generalized, uint8_t *start, uint8_t **end);

/* Characters after a pattern: `#` is a digit, all else stands for itself. */
bool wg_is_like(wg_octets text, const char *pattern);

/* Contents of a REAL: any form, and the canonical one (X.690 8.5, 11.3). */
bool wg_is_real(wg_octets contents);
bool wg_is_canonical_real(wg_octets contents);

#endif
