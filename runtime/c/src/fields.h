/* Runs of bits, whatever they mean: what the leaves of PER share. */
#ifndef WIREGLOT_FIELDS_H
#define WIREGLOT_FIELDS_H

#include "wireglot/bits.h"
#include "wireglot/fast.h"

/* Units of one fragment; a determinant counts up to four of these (X.691 11.9.3.8). */
#define WG_FRAGMENT ((size_t)16384)

/* How a string stands on the wire. */
typedef struct wg_bits_layout {
    size_t lo;
    size_t hi;
    size_t unit;     /* bits of a character, an octet, a bit */
    bool aligned;    /* begins on an octet in the aligned variant */
    size_t most;     /* octets that it may take */
} wg_bits_layout;

/* Whether that many bits are left; else an error. */
bool wg_bits_available(wg_reader *r, size_t count);

/* The octet that begins at any bit; bits behind the end are zero. */
uint8_t wg_bits_octet_at(const wg_reader *r, size_t bit);

/* The 57 bits and more that begin at any bit, as far as there are that many: of eight octets, which there are, that
 * begin there or end where all ends. */
WG_INLINE uint64_t wg_bits_eight(const wg_reader *r, size_t bit)
{
    const size_t at = r->bit_end - bit >= 57 ? bit / 8 : (r->bit_end - 57) / 8;
    return wg_load_eight(r->base + at) << (bit - 8 * at);
}

/* Copies bits to `to`, unused bits of the last octet cleared. */
void wg_bits_copy(wg_reader *r, uint8_t *to, size_t count);

/* No bits. */
wg_bits wg_bits_nothing(void);

/* The contents octets of a number, an OBJECT IDENTIFIER or a REAL behind their length: there may be none. */
wg_octets wg_bits_contents(wg_reader *r);

/* Fragments joined in the arena; `first` units come in the first one. */
wg_bits wg_bits_join(wg_reader *r, const wg_bits_layout *layout, size_t first);

/* Writes as far as `end` from now on. */
void wg_bits_end_at(wg_writer *w, uint8_t *end);

/* Whether that many bits fit; else an error. */
bool wg_bits_room(wg_writer *w, size_t bits);

/* Sets up to eight bits anywhere; those around them stay. */
void wg_bits_patch(uint8_t *base, size_t bit, uint8_t value, unsigned count);

#endif
