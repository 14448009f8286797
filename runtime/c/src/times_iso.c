/* TIME: all forms of ISO 8601 in X.680 38.3. */
#include <string.h>

#include "text.h"

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

/* The number of digits that come next. */
static size_t ahead(wg_octets text)
{
    size_t n = 0;
    while (n < text.size && is_digit(text.data[n])) {
        n++;
    }
    return n;
}

static void step(wg_octets *text, size_t n)
{
    text->data += n;
    text->size -= n;
}

/* Skips a character if it comes next. */
static bool take(wg_octets *text, char c)
{
    bool there = text->size > 0 && text->data[0] == (uint8_t)c;
    if (there) {
        step(text, 1);
    }
    return there;
}

/* Takes a number of `n` digits, at most four, from `least` to `most`. */
static bool take_number(wg_octets *text, size_t n, unsigned least, unsigned most, unsigned *number)
{
    if (text->size < n || ahead(wg_octets_of(text->data, n)) < n) {
        return false;
    }
    for (*number = 0; n > 0; n--, step(text, 1)) {
        *number = *number * 10 + (unsigned)(text->data[0] - '0');
    }
    return least <= *number && *number <= most;
}

static bool is_leap(unsigned year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* The day of the week of 31 December; 0 is Sunday. */
static unsigned last_day(unsigned year)
{
    return (year + year / 4 - year / 100 + year / 400) % 7;
}

/* The number of weeks in a year: 53 if 1 January or 31 December is a Thursday. */
static unsigned weeks(unsigned year)
{
    /* The calendar repeats after 400 years. */
    return last_day(year + 400) == 4 || last_day(year + 399) == 3 ? 53 : 52;
}

/* What may follow a year: a week and its day, an ordinal day, a month and its day. */
static bool is_in_year(wg_octets text, unsigned year)
{
    static const uint8_t days[13] = {0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    unsigned month, day;
    if (take(&text, 'W')) {
        return take_number(&text, 2, 1, weeks(year), &day) &&
               (text.size == 0 || (take(&text, '-') && take_number(&text, 1, 1, 7, &day) && text.size == 0));
    }
    if (ahead(text) == 3) {
        return take_number(&text, 3, 1, is_leap(year) ? 366 : 365, &day) && text.size == 0;
    }
    if (!take_number(&text, 2, 1, 12, &month)) {
        return false;
    }
    if (text.size == 0) {
        return true;
    }
    return take(&text, '-') && take_number(&text, 2, 1, days[month], &day) && text.size == 0 &&
           (month != 2 || day < 29 || is_leap(year));
}

/* Centuries, years, months, days, weeks and ordinal days. */
static bool is_calendar(wg_octets text)
{
    bool is_negative = take(&text, '-');
    bool is_signed = is_negative || take(&text, '+');
    size_t count = ahead(text);
    unsigned year;
    if (count == 2 || (is_signed && count < text.size && text.data[count] == 'C')) {
        step(&text, count);
        take(&text, 'C');
        return text.size == 0;
    }
    if (count < 4 || (count > 4 && !is_signed)) {
        return false;
    }
    step(&text, count - 4);
    if (!take_number(&text, 4, 0, 9999, &year)) {
        return false;
    }
    if (is_negative) {
        /* The year of the same place in the 400 years of the calendar. */
        year = 400 - year % 400;
    }
    return text.size == 0 || (take(&text, '-') && is_in_year(text, year));
}

/* A date; in the end of an interval, also its last two digits, or a month and a day. What is left out is taken
   from the date of the start. */
static bool is_dated(wg_octets text, wg_octets start)
{
    uint8_t whole[11];
    size_t n = 0;
    if (start.size == 0 || !(wg_is_like(text, "##") || wg_is_like(text, "##-##"))) {
        return is_calendar(text);
    }
    if (start.size < text.size) {
        return false;
    }
    if (start.size > sizeof whole) {
        /* The calendar repeats, so four digits of a longer year are enough. */
        whole[n++] = start.data[0];
        step(&start, start.size - (sizeof whole - 1));
    }
    memcpy(whole + n, start.data, start.size);
    n += start.size;
    memcpy(whole + n - text.size, text.data, text.size);
    return (n == text.size || whole[n - text.size - 1] == '-') && is_calendar(wg_octets_of(whole, n));
}

/* The difference from UTC: `+HH` or `+HH:MM`. */
static bool is_difference(wg_octets text)
{
    unsigned number;
    if ((!take(&text, '+') && !take(&text, '-')) || !take_number(&text, 2, 0, 23, &number)) {
        return false;
    }
    return text.size == 0 || (take(&text, ':') && take_number(&text, 2, 0, 59, &number) && text.size == 0);
}

/* `HH`, `HH:MM` or `HH:MM:SS`, a fraction of the last unit, and Z or the difference from UTC. */
static bool is_clock(wg_octets text)
{
    unsigned hour, number, part;
    bool midnight = true;
    if (!take_number(&text, 2, 0, 24, &hour)) {
        return false;
    }
    for (part = 0; part < 2; part++) {
        if (take(&text, ':')) {
            if (!take_number(&text, 2, 0, 59 + part, &number)) {
                return false;
            }
            midnight = midnight && number == 0;
        }
    }
    if (take(&text, '.') || take(&text, ',')) {
        size_t count = ahead(text);
        if (count == 0) {
            return false;
        }
        for (; count > 0; count--, step(&text, 1)) {
            midnight = midnight && text.data[0] == '0';
        }
    }
    if (hour == 24 && !midnight) {
        return false;
    }
    return text.size == 0 || (take(&text, 'Z') ? text.size == 0 : is_difference(text));
}

/* The index of a character, or the size if it is not there. */
static size_t place_of(wg_octets text, char c)
{
    size_t i = 0;
    while (i < text.size && text.data[i] != (uint8_t)c) {
        i++;
    }
    return i;
}

/* Whether a text can only be an hour with a fraction or a difference from UTC: `15.5`, `15Z`, `15+01`. `12-05` at
   the end of an interval is a month and a day if the start has a date. */
static bool is_hour(wg_octets text, bool dated)
{
    if (text.size < 3 || ahead(text) != 2) {
        return false;
    }
    switch (text.data[2]) {
    case '.':
    case ',':
    case 'Z':
    case '+':
        return true;
    case '-':
        return !dated;
    default:
        return false;
    }
}

/* The date of a point in time, or of the end of an interval whose start is `dated`. */
static wg_octets date_of(wg_octets text, bool dated)
{
    size_t t = place_of(text, 'T');
    /* A time alone needs no T. */
    bool is_clock_alone = t == text.size && (place_of(text, ':') < t || is_hour(text, dated));
    return wg_octets_of(text.data, is_clock_alone ? 0 : t);
}

/* A point in time or a duration. The end of an interval may leave out what is the same as in its start, whose
   date is `start`. */
static bool is_point(wg_octets text, wg_octets start)
{
    wg_octets date = date_of(text, start.size > 0);
    if (text.size > 0 && text.data[0] == 'P') {
        return wg_is_duration(text);
    }
    if (date.size == text.size) {
        return is_dated(date, start);
    }
    step(&text, date.size);
    take(&text, 'T');
    return (date.size == 0 || is_dated(date, start)) && is_clock(text);
}

bool wg_is_time(wg_octets text)
{
    size_t slash;
    wg_octets start = text, date;
    if (take(&text, 'R')) {
        step(&text, ahead(text));
        if (!take(&text, '/')) {
            return false;
        }
        start = text;
    }
    slash = place_of(text, '/');
    if (slash == text.size) {
        return is_point(text, wg_octets_of(text.data, 0));
    }
    start.size = slash;
    step(&text, slash + 1);
    date = date_of(start, false);
    /* A second slash would make the rest invalid. The end may leave out what is in the start, not the other way
       round. */
    return is_point(start, wg_octets_of(start.data, 0)) && is_point(text, date) &&
           (date.size > 0 || text.data[0] == 'P' || date_of(text, false).size == 0);
}

/* The length of ":00" at the end of a difference from UTC that ends there; 0 if it is not there. */
size_t wg_empty_minutes(wg_octets text, size_t end)
{
    const uint8_t *at;
    if (end < 6) {
        return 0;
    }
    at = text.data + end - 6;
    return (at[0] == '+' || at[0] == '-') && is_digit(at[1]) && is_digit(at[2]) && memcmp(at + 3, ":00", 3) == 0
               ? 3
               : 0;
}

bool wg_is_canonical_time(wg_octets text)
{
    size_t i;
    for (i = 0; i < text.size; i++) {
        if (text.data[i] == ',' || (text.data[i] == '/' && wg_empty_minutes(text, i) > 0)) {
            return false;
        }
    }
    return wg_empty_minutes(text, text.size) == 0;
}

bool wg_time_is(wg_string time, wg_string canonical)
{
    size_t i = 0, j = 0;
    while (i < time.size) {
        size_t end = i + 3;
        if ((end == time.size || (end < time.size && time.data[end] == '/')) && wg_empty_minutes(time, end) > 0) {
            i = end;
            continue;
        }
        if (j == canonical.size || (time.data[i] == ',' ? '.' : time.data[i]) != canonical.data[j]) {
            return false;
        }
        i++;
        j++;
    }
    return j == canonical.size;
}
