/* Whole numbers of PER (X.691 11.3 to 11.8). */
#ifndef WIREGLOT_NUMBERS_H
#define WIREGLOT_NUMBERS_H

#include "wireglot/bits.h"

/* Reads or writes a constrained whole number as its offset from the lower bound; `span` is the
   maximum (X.691 11.5). */
uint64_t wg_bits_constrained(wg_reader *r, uint64_t span);
void wg_bits_put_constrained(wg_writer *w, uint64_t span, uint64_t value);

/* Whether the characters of a string are octet-aligned in the aligned variant (X.691 30.5.6,
 * 30.5.7). If their number varies, peers align whenever it may exceed one. Characters of no bits
 * are never aligned. */
bool wg_bits_characters_aligned(size_t lo, size_t hi, unsigned bits);

/* In the aligned variant, aligns to an octet. */
void wg_bits_align(wg_reader *r);
void wg_bits_put_align(wg_writer *w);

#endif
