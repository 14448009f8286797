/* Bits of a stream whose first bit is the least significant of the first octet. */
#ifndef WIREGLOT_BITS_H
#define WIREGLOT_BITS_H

#include <stddef.h>
#include <stdint.h>

/* Octets that a move of a word may touch. */
enum { REACH = 9 };

static inline uint64_t bits_load(const uint8_t *s) {
    uint64_t w = 0;
    for (int i = 0; i < 8; i++) w |= (uint64_t)s[i] << (8 * i);
    return w;
}

static inline void bits_store(uint8_t *s, uint64_t w) {
    for (int i = 0; i < 8; i++) s[i] = (uint8_t)(w >> (8 * i));
}

static inline uint64_t bits_mask(unsigned width) {
    return UINT64_MAX >> (64 - width);
}

/* The integer of 1 to 64 bits at a bit; all of them are among the octets of s. */
static inline uint64_t bits_get(const uint8_t *s, size_t octets, size_t bit, unsigned width) {
    size_t at = bit >> 3;
    unsigned phase = bit & 7;
    uint64_t w = 0;
    if (octets - at >= REACH) {
        w = bits_load(s + at) >> phase;
        if (phase + width > 64) w |= (uint64_t)s[at + 8] << (64 - phase);
        return w & bits_mask(width);
    }
    w = s[at] >> phase;
    for (unsigned have = 8 - phase; have < width; have += 8) w |= (uint64_t)s[++at] << have;
    return w & bits_mask(width);
}

/* Writes it; its bits in s were zero. */
static inline void bits_put(uint8_t *s, size_t octets, size_t bit, unsigned width, uint64_t value) {
    size_t at = bit >> 3;
    unsigned phase = bit & 7;
    value &= bits_mask(width);
    if (octets - at >= REACH) {
        bits_store(s + at, bits_load(s + at) | value << phase);
        if (phase + width > 64) s[at + 8] |= (uint8_t)(value >> (64 - phase));
        return;
    }
    s[at] |= (uint8_t)(value << phase);
    for (unsigned done = 8 - phase; done < width; done += 8) s[++at] |= (uint8_t)(value >> done);
}

#endif
