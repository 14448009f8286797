/* Whole numbers of PER (X.691 11.3 to 11.8). */
#ifndef WIREGLOT_NUMBERS_H
#define WIREGLOT_NUMBERS_H

#include "wireglot/bits.h"

/* A constrained whole number less its lower bound; `span` is the greatest (X.691 11.5). */
uint64_t wg_bits_constrained(wg_reader *r, uint64_t span);
void wg_bits_put_constrained(wg_writer *w, uint64_t span, uint64_t value);

/* Whether the characters of a string begin on an octet in the aligned variant (X.691 30.5.6,
 * 30.5.7). Where their number varies, peers align whenever it may exceed one. What takes no bits
 * begins nowhere. */
bool wg_bits_characters_aligned(size_t lo, size_t hi, unsigned bits);

/* Pads to an octet in the aligned variant. */
void wg_bits_align(wg_reader *r);
void wg_bits_put_align(wg_writer *w);

#endif
