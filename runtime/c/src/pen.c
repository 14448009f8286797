/* Times as characters. */
#include "pen.h"

#include <string.h>

void wg_draw_character(wg_pen *pen, char c)
{
    if (pen->size < sizeof pen->octets) {
        pen->octets[pen->size++] = (uint8_t)c;
    }
}

void wg_draw_digits(wg_pen *pen, uint64_t value, unsigned width)
{
    uint8_t digits[20];
    unsigned n = 0;
    do {
        digits[n++] = (uint8_t)('0' + value % 10);
        value /= 10;
    } while (value);
    for (; width > n; width--) {
        wg_draw_character(pen, '0');
    }
    while (n > 0) {
        wg_draw_character(pen, (char)digits[--n]);
    }
}

wg_string wg_drawn(wg_reader *r, const wg_pen *pen)
{
    uint8_t *copy = wg_new_octets(r, pen->size);
    if (copy) {
        memcpy(copy, pen->octets, pen->size);
    }
    return wg_octets_of(copy, copy ? pen->size : 0);
}

unsigned wg_number_at(wg_string text, size_t at, unsigned n)
{
    unsigned value = 0;
    for (; n > 0; n--, at++) {
        value = value * 10 + (unsigned)(text.data[at] - '0');
    }
    return value;
}

/* -- DURATION -------------------------------------------------------------- */

/* The parts: designator, and whether it comes after T. */
static const struct {
    char mark;
    bool time;
} parts[WG_DURATION_PARTS] = {{'Y', false}, {'M', false}, {'W', false}, {'D', false},
                              {'H', true},  {'M', true},  {'S', true}};

/* Maximum number of digits in a number. */
#define WG_LONGEST 18u

/* Whether the digits of a fraction are as many as stated: 12 with one digit would be 1.2. */
static bool is_fraction(const wg_duration *d)
{
    uint64_t end = 1, i;
    if (d->fraction_digits == 0 || d->fraction_digits > WG_LONGEST) {
        return false;
    }
    for (i = 0; i < d->fraction_digits; i++) {
        end *= 10;
    }
    return d->fraction < end;
}

wg_string wg_duration_draw(wg_reader *r, const wg_duration *d)
{
    uint64_t digits = d->fraction_digits;
    bool in_time = false;
    char last = 0;
    wg_pen pen;
    unsigned i;
    pen.size = 0;
    wg_draw_character(&pen, 'P');
    for (i = 0; i < WG_DURATION_PARTS; i++) {
        if (!d->has[i]) {
            continue;
        }
        if (parts[i].time && !in_time) {
            wg_draw_character(&pen, 'T');
            in_time = true;
        }
        wg_draw_digits(&pen, d->value[i], 1);
        last = parts[i].mark;
        wg_draw_character(&pen, last);
    }
    if (d->has_fraction) {
        if (last == 0 || !is_fraction(d)) {
            wg_fail(r, WG_ERROR_VALUE);
            digits = 0;
        }
        pen.size--;
        wg_draw_character(&pen, '.');
        wg_draw_digits(&pen, d->fraction, (unsigned)digits);
        wg_draw_character(&pen, last);
    }
    return wg_drawn(r, &pen);
}

/* Takes up to 18 digits at `*at`; returns false if there are none or more. */
static bool take_number(wg_string text, size_t *at, uint64_t *value, uint64_t *digits)
{
    *value = 0;
    for (*digits = 0; *at < text.size && text.data[*at] >= '0' && text.data[*at] <= '9'; ++*at, ++*digits) {
        if (*digits == WG_LONGEST) {
            return false;
        }
        *value = *value * 10 + (uint64_t)(text.data[*at] - '0');
    }
    return *digits > 0;
}

bool wg_duration_read(wg_string text, wg_duration *d)
{
    size_t at = 1, next = 0;
    bool in_time = false;
    uint64_t digits;
    memset(d, 0, sizeof *d);
    if (text.size == 0 || text.data[0] != 'P') {
        return false;
    }
    while (at < text.size) {
        uint64_t value;
        if (text.data[at] == 'T' && !in_time) {
            in_time = true;
            at++;
        }
        if (d->has_fraction || !take_number(text, &at, &value, &digits)) {
            return false;
        }
        if (at < text.size && (text.data[at] == '.' || text.data[at] == ',')) {
            at++;
            d->has_fraction = true;
            if (!take_number(text, &at, &d->fraction, &d->fraction_digits)) {
                return false;
            }
        }
        while (next < WG_DURATION_PARTS &&
               (at == text.size || (uint8_t)parts[next].mark != text.data[at] || parts[next].time != in_time)) {
            next++;
        }
        if (next == WG_DURATION_PARTS) {
            return false;
        }
        d->has[next] = true;
        d->value[next++] = value;
        at++;
    }
    return true;
}
