/* Times as characters: formatting and parsing. */
#ifndef WIREGLOT_PEN_H
#define WIREGLOT_PEN_H

#include "wireglot/core.h"

/* A text being written, from its start. */
typedef struct wg_pen {
    uint8_t octets[256];
    size_t size;
} wg_pen;

void wg_draw_character(wg_pen *pen, char c);

/* Writes a number with at least `width` digits. */
void wg_draw_digits(wg_pen *pen, uint64_t value, unsigned width);

/* The text written, in the arena. */
wg_string wg_drawn(wg_reader *r, const wg_pen *pen);

/* The number in the `n` digits at `at`. */
unsigned wg_number_at(wg_string text, size_t at, unsigned n);

/* Years, months, weeks, days, hours, minutes, seconds. */
#define WG_DURATION_PARTS 7

/* The parts of a DURATION. */
typedef struct wg_duration {
    bool has[WG_DURATION_PARTS];
    uint64_t value[WG_DURATION_PARTS];
    bool has_fraction; /* whether the last part present has a fraction: */
    uint64_t fraction_digits;
    uint64_t fraction;
} wg_duration;

/* Parses a duration; returns false if it is invalid or a number has more than 18 digits. */
bool wg_duration_read(wg_string text, wg_duration *d);

/* Formats a duration, in the arena; a fraction without a part, without digits, of more than 18 or of more than it
   states is an error. */
wg_string wg_duration_draw(wg_reader *r, const wg_duration *d);

#endif
