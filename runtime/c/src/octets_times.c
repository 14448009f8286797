/* Times of OER, both directions (X.696 29, 30). In memory they are characters. */
#include "octets.h"

#include <string.h>

#include "numbers.h"
#include "pen.h"
#include "text.h"

/* -- UTCTime and GeneralizedTime ------------------------------------------- */

static wg_string get_instant(wg_reader *r, bool (*is)(wg_octets), bool (*canonical)(wg_octets))
{
    size_t start = r->bit;
    wg_string c = wg_octets_sized(r, WG_NO_BOUND);
    if (r->error == WG_OK && (!is(c) || (r->strict && !canonical(c)))) {
        wg_octets_fail_at(r, is(c) ? WG_ERROR_CANONICAL : WG_ERROR_VALUE, start);
        c = wg_octets_of(NULL, 0);
    }
    return c;
}

wg_string wg_octets_get_utc_time(wg_reader *r)
{
    return get_instant(r, wg_is_utc_time, wg_is_canonical_utc_time);
}

wg_string wg_octets_get_generalized_time(wg_reader *r)
{
    return get_instant(r, wg_is_generalized_time, wg_is_canonical_generalized_time);
}

/* Under canonical rules, writes the form of X.690 11.7, 11.8; a long one is first made at the end of the
   buffer. */
static void put_instant(wg_writer *w, bool generalized, wg_string value)
{
    uint8_t local[64], *end = local + sizeof local, *text = end;
    wg_error error;
    if (!w->strict) {
        if (!(generalized ? wg_is_generalized_time : wg_is_utc_time)(value)) {
            wg_refuse(w, WG_ERROR_VALUE);
        }
        wg_octets_put_counted(w, value);
        return;
    }
    if (w->error != WG_OK) {
        return;
    }
    error = wg_time_canonical(value, generalized, local, &text);
    if (error == WG_ERROR_SPACE) {
        text = end = w->end;
        error = wg_time_canonical(value, generalized, w->start + w->bit / 8, &text);
        if (error == WG_OK && (size_t)(text - w->start) - w->bit / 8 < 1 + sizeof(size_t)) {
            error = WG_ERROR_SPACE;
        }
    }
    if (error != WG_OK) {
        wg_refuse(w, error);
        return;
    }
    wg_octets_put_counted(w, wg_octets_of(text, (size_t)(end - text)));
}

void wg_octets_put_utc_time(wg_writer *w, wg_string value)
{
    put_instant(w, false, value);
}

void wg_octets_put_generalized_time(wg_writer *w, wg_string value)
{
    put_instant(w, true, value);
}

/* -- DATE, TIME-OF-DAY, DATE-TIME ------------------------------------------ */

static void get_date(wg_reader *r, wg_pen *pen)
{
    int64_t year = wg_octets_get_integer_i64(r, WG_UNBOUNDED, 0, 0, WG_NO_BOUND, true);
    unsigned i;
    if (year < 0) {
        wg_draw_character(pen, '-');
    }
    wg_draw_digits(pen, year < 0 ? (uint64_t)0 - (uint64_t)year : (uint64_t)year, year < 0 ? 3 : 4);
    for (i = 0; i < 2; i++) {
        wg_draw_character(pen, '-');
        wg_draw_digits(pen, wg_bits_take(r, 8), 2);
    }
}

static void get_time(wg_reader *r, wg_pen *pen)
{
    unsigned i;
    for (i = 0; i < 3; i++) {
        if (i) {
            wg_draw_character(pen, ':');
        }
        wg_draw_digits(pen, wg_bits_take(r, 8), 2);
    }
}

wg_string wg_octets_get_date(wg_reader *r)
{
    wg_pen pen;
    pen.size = 0;
    get_date(r, &pen);
    return wg_drawn(r, &pen);
}

wg_string wg_octets_get_time_of_day(wg_reader *r)
{
    wg_pen pen;
    pen.size = 0;
    get_time(r, &pen);
    return wg_drawn(r, &pen);
}

wg_string wg_octets_get_date_time(wg_reader *r)
{
    wg_pen pen;
    pen.size = 0;
    get_date(r, &pen);
    wg_draw_character(&pen, 'T');
    get_time(r, &pen);
    return wg_drawn(r, &pen);
}

/* Takes a number of one octet that ends at `*end`, preceded by `mark` unless that is 0. */
static bool take_octet(wg_string text, size_t *end, char mark, unsigned *value)
{
    size_t i = *end, n;
    while (i > 0 && text.data[i - 1] >= '0' && text.data[i - 1] <= '9') {
        i--;
    }
    n = *end - i;
    if (n < 1 || n > 3 || (mark && (i == 0 || text.data[i - 1] != (uint8_t)mark))) {
        return false;
    }
    *value = wg_number_at(text, i, (unsigned)n);
    *end = i - (mark != 0);
    return *value < 256;
}

static void put_date(wg_writer *w, wg_string text)
{
    size_t end = text.size, i = 0;
    unsigned month, day;
    int64_t year = 0;
    bool below;
    if (!take_octet(text, &end, '-', &day) || !take_octet(text, &end, '-', &month)) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    below = end > 1 && text.data[0] == '-';
    for (i = below; i < end && i < 18 && text.data[i] >= '0' && text.data[i] <= '9'; i++) {
        year = 10 * year + (text.data[i] - '0');
    }
    if (i != end || i == below) {
        wg_refuse(w, WG_ERROR_VALUE);
    }
    wg_octets_put_integer_i64(w, WG_UNBOUNDED, 0, 0, WG_NO_BOUND, true, below ? -year : year);
    wg_bits_put(w, month, 8);
    wg_bits_put(w, day, 8);
}

static void put_time(wg_writer *w, wg_string text)
{
    size_t end = text.size;
    unsigned hour, minute, second;
    if (!take_octet(text, &end, ':', &second) || !take_octet(text, &end, ':', &minute) ||
        !take_octet(text, &end, 0, &hour) || end != 0) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    wg_bits_put(w, hour, 8);
    wg_bits_put(w, minute, 8);
    wg_bits_put(w, second, 8);
}

void wg_octets_put_date(wg_writer *w, wg_string value)
{
    put_date(w, value);
}

void wg_octets_put_time_of_day(wg_writer *w, wg_string value)
{
    put_time(w, value);
}

void wg_octets_put_date_time(wg_writer *w, wg_string value)
{
    const uint8_t *t = value.size ? (const uint8_t *)memchr(value.data, 'T', value.size) : NULL;
    size_t at = t ? (size_t)(t - value.data) : 0;
    if (!t) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    put_date(w, wg_octets_of(value.data, at));
    put_time(w, wg_octets_of(t + 1, value.size - at - 1));
}

/* -- DURATION: presence octet, numbers, digits of a fraction and the fraction ------ */

wg_string wg_octets_get_duration(wg_reader *r)
{
    unsigned present = (unsigned)wg_bits_take(r, 8), i;
    wg_duration d;
    memset(&d, 0, sizeof d);
    for (i = 0; i < WG_DURATION_PARTS; i++) {
        d.has[i] = (present >> (7 - i) & 1) != 0;
        d.value[i] = d.has[i] ? wg_octets_get_unsigned(r) : 0;
    }
    d.has_fraction = (present & 1) != 0;
    if (d.has_fraction) {
        d.fraction_digits = wg_octets_get_unsigned(r);
        d.fraction = wg_octets_get_unsigned(r);
    }
    return wg_duration_draw(r, &d);
}

void wg_octets_put_duration(wg_writer *w, wg_string value)
{
    wg_duration d;
    unsigned i;
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
            wg_octets_put_unsigned(w, d.value[i]);
        }
    }
    if (d.has_fraction) {
        wg_octets_put_unsigned(w, d.fraction_digits);
        wg_octets_put_unsigned(w, d.fraction);
    }
}
