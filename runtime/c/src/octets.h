/* Octets of OER, whatever they mean: what its leaves share. */
#ifndef WIREGLOT_OCTETS_FIELDS_H
#define WIREGLOT_OCTETS_FIELDS_H

#include "wireglot/octets.h"

/* The first error, at a bit that was read already. */
void wg_octets_fail_at(wg_reader *r, wg_error error, size_t bit);

/* The next octets; empty with an error. */
wg_octets wg_octets_take(wg_reader *r, size_t size);

/* A length and as many octets; more than `most` are WG_ERROR_LIMIT. */
wg_octets wg_octets_counted(wg_reader *r, size_t most);

/* `size` octets of a string, or WG_NO_BOUND for those behind a length. */
wg_octets wg_octets_sized(wg_reader *r, size_t size);

/* An unsigned number behind a length (X.696 10.4), below 2^64. */
uint64_t wg_octets_get_unsigned(wg_reader *r);

/* Octets as they are, and behind their length. */
void wg_octets_put(wg_writer *w, wg_octets octets);
void wg_octets_put_counted(wg_writer *w, wg_octets octets);

/* The shortest octets of an unsigned number behind their length. */
void wg_octets_put_unsigned(wg_writer *w, uint64_t value);

#endif
