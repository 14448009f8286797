/* Times as numbers in PER (X.691 32), both directions. In memory they are characters. */
#include <string.h>

#include "numbers.h"
#include "pen.h"
#include "text.h"

/* Reads a constrained number; one above `span` is an error. */
static unsigned bounded(wg_reader *r, unsigned span)
{
    uint64_t value = wg_bits_constrained(r, span);
    if (value > span) {
        wg_fail(r, WG_ERROR_RANGE);
        return 0;
    }
    return (unsigned)value;
}

/* -- DATE and TIME-OF-DAY (X.691 32.2 to 32.4) ------------------------------ */

/* The ranges of YEAR-ENCODING: immediate, near future, near past. */
static const unsigned years[3][2] = {{2005, 2020}, {2021, 2276}, {1749, 2004}};

static void get_date(wg_reader *r, wg_pen *pen)
{
    unsigned range = (unsigned)wg_bits_take(r, 2), month, day;
    int64_t year;
    if (range < 3) {
        year = years[range][0] + bounded(r, years[range][1] - years[range][0]);
    } else {
        year = wg_bits_get_integer_i64(r, WG_UNBOUNDED, 0, 0);
    }
    if (year < 0 || year > 9999) {
        wg_fail(r, WG_ERROR_VALUE);
        year = 0;
    }
    month = bounded(r, 11) + 1;
    day = bounded(r, 30) + 1;
    wg_draw_digits(pen, (uint64_t)year, 4);
    wg_draw_character(pen, '-');
    wg_draw_digits(pen, month, 2);
    wg_draw_character(pen, '-');
    wg_draw_digits(pen, day, 2);
}

static void get_time(wg_reader *r, wg_pen *pen)
{
    wg_draw_digits(pen, bounded(r, 24), 2);
    wg_draw_character(pen, ':');
    wg_draw_digits(pen, bounded(r, 59), 2);
    wg_draw_character(pen, ':');
    wg_draw_digits(pen, bounded(r, 60), 2);
}

wg_string wg_bits_get_date(wg_reader *r)
{
    wg_pen pen;
    pen.size = 0;
    get_date(r, &pen);
    return wg_drawn(r, &pen);
}

wg_string wg_bits_get_time_of_day(wg_reader *r)
{
    wg_pen pen;
    pen.size = 0;
    get_time(r, &pen);
    return wg_drawn(r, &pen);
}

wg_string wg_bits_get_date_time(wg_reader *r)
{
    wg_pen pen;
    pen.size = 0;
    get_date(r, &pen);
    wg_draw_character(&pen, 'T');
    get_time(r, &pen);
    return wg_drawn(r, &pen);
}

static void put_date(wg_writer *w, wg_string text)
{
    unsigned year, month, day, range = 0;
    if (!wg_is_like(text, "####-##-##")) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    year = wg_number_at(text, 0, 4);
    month = wg_number_at(text, 5, 2);
    day = wg_number_at(text, 8, 2);
    if (month < 1 || month > 12 || day < 1 || day > 31) {
        wg_refuse(w, WG_ERROR_VALUE);
    }
    while (range < 3 && (year < years[range][0] || year > years[range][1])) {
        range++;
    }
    wg_bits_put(w, range, 2);
    if (range < 3) {
        wg_bits_put_constrained(w, years[range][1] - years[range][0], year - years[range][0]);
    } else {
        wg_bits_put_integer_i64(w, WG_UNBOUNDED, 0, 0, year);
    }
    wg_bits_put_constrained(w, 11, month - 1);
    wg_bits_put_constrained(w, 30, day - 1);
}

static void put_time(wg_writer *w, wg_string text)
{
    unsigned hours, minutes, seconds;
    if (!wg_is_like(text, "##:##:##")) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    hours = wg_number_at(text, 0, 2);
    minutes = wg_number_at(text, 3, 2);
    seconds = wg_number_at(text, 6, 2);
    if (hours > 24 || minutes > 59 || seconds > 60) {
        wg_refuse(w, WG_ERROR_VALUE);
    }
    wg_bits_put_constrained(w, 24, hours);
    wg_bits_put_constrained(w, 59, minutes);
    wg_bits_put_constrained(w, 60, seconds);
}

void wg_bits_put_date(wg_writer *w, wg_string value)
{
    put_date(w, value);
}

void wg_bits_put_time_of_day(wg_writer *w, wg_string value)
{
    put_time(w, value);
}

void wg_bits_put_date_time(wg_writer *w, wg_string value)
{
    if (value.size < 11 || value.data[10] != 'T') {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    put_date(w, wg_octets_of(value.data, 10));
    put_time(w, wg_octets_of(value.data + 11, value.size - 11));
}

/* -- DURATION (X.691 32.5) --------------------------------------------------- */

static uint64_t get_extensible(wg_reader *r, unsigned lo, unsigned hi)
{
    int64_t value;
    if (!wg_bits_get_boolean(r)) {
        return lo + bounded(r, hi - lo);
    }
    value = wg_bits_get_integer_i64(r, WG_UNBOUNDED, 0, 0);
    if (value < 0) {
        wg_fail(r, WG_ERROR_VALUE);
        return 0;
    }
    return (uint64_t)value;
}

static void put_extensible(wg_writer *w, uint64_t value, unsigned lo, unsigned hi)
{
    wg_bits_put_boolean(w, value > hi);
    if (value <= hi) {
        wg_bits_put_constrained(w, hi - lo, value - lo);
    } else {
        wg_bits_put_integer_i64(w, WG_UNBOUNDED, 0, 0, (int64_t)value);
    }
}

/* The maximum values of the root, for each part. */
static const uint8_t most[WG_DURATION_PARTS] = {31, 15, 63, 31, 31, 63, 63};

wg_string wg_bits_get_duration(wg_reader *r)
{
    unsigned present = (unsigned)wg_bits_take(r, 8), i;
    wg_duration d;
    memset(&d, 0, sizeof d);
    for (i = 0; i < WG_DURATION_PARTS; i++) {
        d.has[i] = (present >> (7 - i) & 1) != 0;
        d.value[i] = d.has[i] ? get_extensible(r, 0, most[i]) : 0;
    }
    if (present & 1) {
        d.fraction_digits = get_extensible(r, 1, 3);
        d.fraction = get_extensible(r, 0, 999);
        d.has_fraction = true;
    }
    return wg_duration_draw(r, &d);
}

void wg_bits_put_duration(wg_writer *w, wg_string value)
{
    wg_duration d;
    size_t i;
    if (!wg_duration_read(value, &d)) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    for (i = 0; i < WG_DURATION_PARTS; i++) {
        wg_bits_put_boolean(w, d.has[i]);
    }
    wg_bits_put_boolean(w, d.has_fraction);
    for (i = 0; i < WG_DURATION_PARTS; i++) {
        if (d.has[i]) {
            put_extensible(w, d.value[i], 0, most[i]);
        }
    }
    if (d.has_fraction) {
        put_extensible(w, d.fraction_digits, 1, 3);
        put_extensible(w, d.fraction, 0, 999);
    }
}

/* -- UTCTime and GeneralizedTime in canonical rules ------------------------- */

/* Writes the canonical form of an instant (X.690 11.7, 11.8) as a VisibleString, as in PER. If the
 * fraction is long, the form is first made at the end of the buffer. */
static void put_instant(wg_writer *w, bool generalized, wg_string value)
{
    uint8_t local[64], *room = w->start + (w->bit + 7) / 8, *end = local + sizeof local, *text = end;
    wg_error error;
    if (w->error != WG_OK) {
        return;
    }
    error = wg_time_canonical(value, generalized, local, &text);
    if (error == WG_ERROR_SPACE) {
        text = end = w->end;
        error = wg_time_canonical(value, generalized, room, &text);
        if (error == WG_OK && (size_t)(text - room) < 4 + (size_t)(end - text) / 16384) {
            error = WG_ERROR_SPACE;
        }
    }
    if (error != WG_OK) {
        wg_refuse(w, error);
        return;
    }
    wg_bits_put_known_multiplier(w, 1, NULL, 0, w->aligned ? 8u : 7u, 0x7e, 0, WG_NO_BOUND,
                                 wg_octets_of(text, (size_t)(end - text)));
}

void wg_bits_put_utc_time(wg_writer *w, wg_string value)
{
    put_instant(w, false, value);
}

void wg_bits_put_generalized_time(wg_writer *w, wg_string value)
{
    put_instant(w, true, value);
}
