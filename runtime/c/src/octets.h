/* Octets of OER, shared by its leaves. */
#ifndef WIREGLOT_OCTETS_FIELDS_H
#define WIREGLOT_OCTETS_FIELDS_H

#include "wireglot/octets.h"

/* Fails at a bit that has already been read. */
void wg_octets_fail_at(wg_reader *r, wg_error error, size_t bit);

/* Takes the next octets; empty on error. */
wg_octets wg_octets_take(wg_reader *r, size_t size);

/* Reads a length and that many octets; more than `most` is WG_ERROR_LIMIT. */
wg_octets wg_octets_counted(wg_reader *r, size_t most);

/* Reads the `size` octets of a string; with WG_NO_BOUND, a length first. */
wg_octets wg_octets_sized(wg_reader *r, size_t size);

/* Reads a length and an unsigned number (X.696 10.4), below 2^64. */
uint64_t wg_octets_get_unsigned(wg_reader *r);

/* Writes octets, without or with their length. */
void wg_octets_put(wg_writer *w, wg_octets octets);
void wg_octets_put_counted(wg_writer *w, wg_octets octets);

/* Writes a length and the shortest octets of an unsigned number. */
void wg_octets_put_unsigned(wg_writer *w, uint64_t value);

#endif
