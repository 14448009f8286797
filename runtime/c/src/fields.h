/* Runs of bits, shared by the leaves of PER. */
#ifndef WIREGLOT_FIELDS_H
#define WIREGLOT_FIELDS_H

#include "wireglot/bits.h"
#include "wireglot/fast.h"

/* Units in a fragment; a determinant counts up to four of these (X.691 11.9.3.8). */
#define WG_FRAGMENT ((size_t)16384)

/* The encoding of a string. */
typedef struct wg_bits_layout {
    size_t lo;
    size_t hi;
    size_t unit;     /* bits per character, octet or bit */
    bool aligned;    /* octet-aligned in the aligned variant */
    size_t most;     /* maximum number of octets */
} wg_bits_layout;

/* Whether `count` bits are left; an error if not. */
bool wg_bits_available(wg_reader *r, size_t count);

/* The octet that starts at any bit; bits past the end are zero. */
uint8_t wg_bits_octet_at(const wg_reader *r, size_t bit);

/* The bits that start at any position, at least 57 unless fewer are left. Reads eight octets, which must
 * exist: those that start there, or the last eight of the input. */
WG_INLINE uint64_t wg_bits_eight(const wg_reader *r, size_t bit)
{
    const size_t at = r->bit_end - bit >= 57 ? bit / 8 : (r->bit_end - 57) / 8;
    return wg_load_eight(r->base + at) << (bit - 8 * at);
}

/* Whether an alphabet is that of NumericString: a space, then the digits. They are in order, so between 0 and 9 are
 * the others. */
WG_INLINE bool wg_are_digits(const uint32_t *alphabet, size_t characters, unsigned bits)
{
    return bits == 4 && characters == 11 && alphabet[0] == ' ' && alphabet[1] == '0' && alphabet[10] == '9';
}

/* No bits. */
wg_bits wg_bits_nothing(void);

/* Reads a length and the contents octets of a number, an OBJECT IDENTIFIER or a REAL; there may be none. */
wg_octets wg_bits_contents(wg_reader *r);

/* Writes a length without bounds, and octets. */
void wg_bits_put_contents(wg_writer *w, wg_octets value);

/* Joins fragments in the arena; the first one has `first` units. */
wg_bits wg_bits_join(wg_reader *r, const wg_bits_layout *layout, size_t first);

/* Sets the end of the buffer to `end`. */
void wg_bits_end_at(wg_writer *w, uint8_t *end);

/* Whether `bits` more bits fit; an error if not. */
bool wg_bits_room(wg_writer *w, size_t bits);

/* Sets up to eight bits at any position; the bits around them do not change. */
void wg_bits_patch(uint8_t *base, size_t bit, uint8_t value, unsigned count);

#endif
