/* The canonical form of a UTCTime or GeneralizedTime: in UTC, with seconds, without trailing zeros
 * in a fraction (X.690 11.7, 11.8). Written starting with the last character, so that the carry of
 * a fraction of an hour is known when the minutes are written.
 */
#include "text.h"

/* A parsed time. */
typedef struct wg_instant {
    unsigned year, month, day, hour, minute, second;
    bool two_digits;    /* the year has two digits, as in UTCTime */
    unsigned unit;      /* number of seconds in the unit of the fraction */
    wg_octets fraction; /* the digits of the fraction */
    bool local;         /* the difference from UTC is unknown */
    int offset;         /* minutes ahead of UTC */
} wg_instant;

/* The destination of characters, last one first: they are written, or compared with existing ones.
 */
typedef struct wg_place {
    uint8_t *written; /* NULL if they are compared */
    const uint8_t *wanted;
    size_t left;
    bool failed; /* no room, or a different character */
} wg_place;

static void put(wg_place *place, unsigned c)
{
    if (place->left == 0 || place->failed) {
        place->failed = true;
        return;
    }
    place->left--;
    if (place->written) {
        place->written[place->left] = (uint8_t)c;
    } else {
        place->failed = place->wanted[place->left] != c;
    }
}

static void put_digits(wg_place *place, unsigned value, unsigned n)
{
    for (; n > 0; n--, value /= 10) {
        put(place, '0' + value % 10);
    }
}

static bool at_digit(wg_octets text, size_t i)
{
    return i < text.size && text.data[i] >= '0' && text.data[i] <= '9';
}

static unsigned number(wg_octets text, size_t *i, unsigned n)
{
    unsigned value = 0;
    for (; n > 0; n--, ++*i) {
        value = value * 10 + (unsigned)(text.data[*i] - '0');
    }
    return value;
}

/* Parses a valid time. */
static wg_instant taken_apart(wg_octets text, bool generalized)
{
    wg_instant t;
    size_t i = 0;
    t.two_digits = !generalized;
    t.year = number(text, &i, generalized ? 4 : 2);
    if (t.two_digits) {
        t.year += t.year < 50 ? 2000 : 1900;
    }
    t.month = number(text, &i, 2);
    t.day = number(text, &i, 2);
    t.hour = number(text, &i, 2);
    t.minute = t.second = 0;
    t.unit = 3600;
    if (at_digit(text, i)) {
        t.minute = number(text, &i, 2);
        t.unit = 60;
    }
    if (at_digit(text, i)) {
        t.second = number(text, &i, 2);
        t.unit = 1;
    }
    t.fraction.data = text.data + i;
    t.fraction.size = 0;
    if (i < text.size && (text.data[i] == '.' || text.data[i] == ',')) {
        i++;
        t.fraction.data++;
        while (at_digit(text, i)) {
            i++;
            t.fraction.size++;
        }
    }
    t.local = i == text.size;
    t.offset = 0;
    if (!t.local && text.data[i] != 'Z') {
        bool behind = text.data[i++] == '-';
        t.offset = 60 * (int)number(text, &i, 2);
        t.offset += i < text.size ? (int)number(text, &i, 2) : 0;
        t.offset = behind ? -t.offset : t.offset;
    }
    return t;
}

static unsigned days(unsigned year, unsigned month)
{
    static const uint8_t of_month[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return of_month[month - 1] + (month == 2 && leap ? 1u : 0u);
}

/* Converts to UTC; returns false for years outside 0 to 9999. */
static bool in_utc(wg_instant *t)
{
    int minutes = (int)(60 * t->hour + t->minute) - t->offset;
    if (minutes < 0) {
        minutes += 24 * 60;
        t->day--;
    } else if (minutes >= 24 * 60) {
        minutes -= 24 * 60;
        t->day++;
    }
    t->hour = (unsigned)minutes / 60;
    t->minute = (unsigned)minutes % 60;
    if (t->day == 0) {
        if (t->month == 1 && t->year == 0) {
            return false;
        }
        t->year -= t->month == 1;
        t->month = t->month == 1 ? 12 : t->month - 1;
        t->day = days(t->year, t->month);
    } else if (t->day > days(t->year, t->month)) {
        t->day = 1;
        t->year += t->month == 12;
        t->month = t->month == 12 ? 1 : t->month + 1;
    }
    return t->year <= 9999;
}

/* Writes the fraction as one of a second, without trailing zeros; carries whole units to seconds
 * and minutes. */
static void put_fraction(wg_place *place, wg_instant *t)
{
    unsigned carry = 0;
    bool any = false;
    size_t i;
    for (i = t->fraction.size; i > 0; i--) {
        carry += (unsigned)(t->fraction.data[i - 1] - '0') * t->unit;
        any = any || carry % 10 != 0;
        if (any) {
            put(place, '0' + carry % 10);
        }
        carry /= 10;
    }
    if (any) {
        put(place, '.');
    }
    t->minute += carry / 60;
    t->second += carry % 60;
}

static wg_error put_instant(wg_place *place, wg_octets text, bool generalized)
{
    wg_instant t;
    if (!(generalized ? wg_is_generalized_time(text) : wg_is_utc_time(text))) {
        return WG_ERROR_VALUE;
    }
    t = taken_apart(text, generalized);
    put(place, 'Z');
    put_fraction(place, &t);
    if (t.local || !in_utc(&t)) {
        return WG_ERROR_CANONICAL;
    }
    put_digits(place, t.second, 2);
    put_digits(place, t.minute, 2);
    put_digits(place, t.hour, 2);
    put_digits(place, t.day, 2);
    put_digits(place, t.month, 2);
    put_digits(place, t.year, t.two_digits ? 2 : 4);
    return place->failed ? WG_ERROR_SPACE : WG_OK;
}

wg_error wg_time_canonical(wg_octets text, bool generalized, uint8_t *start, uint8_t **end)
{
    wg_place place;
    wg_error error;
    place.written = start;
    place.wanted = NULL;
    place.left = (size_t)(*end - start);
    place.failed = false;
    error = put_instant(&place, text, generalized);
    if (error == WG_OK) {
        *end = start + place.left;
    }
    return error;
}

/* Whether a time is the instant of a canonical form. */
static bool is(wg_octets text, bool generalized, wg_octets canonical)
{
    wg_place place;
    place.written = NULL;
    place.wanted = canonical.data;
    place.left = canonical.size;
    place.failed = false;
    return put_instant(&place, text, generalized) == WG_OK && place.left == 0;
}

bool wg_utc_time_is(wg_string time, wg_string canonical)
{
    return is(time, false, canonical);
}

bool wg_generalized_time_is(wg_string time, wg_string canonical)
{
    return is(time, true, canonical);
}
