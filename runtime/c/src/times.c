/* Tests whether characters are a valid time. */
#include "text.h"

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

/* A text that is being read, from its start. */
typedef struct scan {
    const uint8_t *p;
    size_t left;
} scan;

/* Takes two or four digits; a number above all that are valid if they are not there. */
static inline unsigned digits(scan *s, unsigned n)
{
    unsigned value = 0;
    for (; n > 0; n -= 2) {
        const unsigned tens = s->left >= 2 ? s->p[0] - (unsigned)'0' : 10, ones = tens < 10 ? s->p[1] - (unsigned)'0' : 10;
        if (ones > 9) {
            s->left = 0;
            return 1000000;
        }
        value = value * 100 + tens * 10 + ones;
        s->p += 2;
        s->left -= 2;
    }
    return value;
}

static inline bool at_digit(const scan *s)
{
    return s->left > 0 && is_digit(*s->p);
}

static inline bool at(const scan *s, char c)
{
    return s->left > 0 && *s->p == (uint8_t)c;
}

static inline void step(scan *s)
{
    s->p++;
    s->left--;
}

/* Skips a character if it comes next. */
static bool take(scan *s, char c)
{
    bool there = at(s, c);
    if (there) {
        step(s);
    }
    return there;
}

/* Whether it is a day of the Gregorian calendar. */
static inline bool is_day(unsigned year, unsigned month, unsigned day)
{
    static const uint8_t days[13] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month <= 12 && day >= 1 && day <= days[month] + (month == 2 && leap ? 1u : 0u);
}

/* Takes month, day and hour of a year; the hour is at most `last`. */
static inline bool day_and_hour(scan *s, unsigned year, unsigned last, unsigned *hour)
{
    unsigned month = digits(s, 2), day = digits(s, 2);
    *hour = digits(s, 2);
    return is_day(year, month, day) && *hour <= last;
}

/* Takes Z, an offset, or nothing if allowed; then the text must end. */
static bool zone(scan *s, bool optional, bool short_offset)
{
    if (s->left == 0) {
        return optional;
    }
    if (at(s, 'Z')) {
        step(s);
        return s->left == 0;
    }
    if (!at(s, '+') && !at(s, '-')) {
        return false;
    }
    step(s);
    if (digits(s, 2) > 23) {
        return false;
    }
    if (s->left == 0) {
        return short_offset;
    }
    return digits(s, 2) <= 59 && s->left == 0;
}

bool wg_is_utc_time(wg_octets text)
{
    scan s;
    unsigned year, hour;
    s.p = text.data;
    s.left = text.size;
    year = digits(&s, 2);
    /* The century is not given. It is taken to be 2000, which was a leap year, because 1900 was
       not. */
    if (year > 99 || !day_and_hour(&s, 2000 + year, 23, &hour) || digits(&s, 2) > 59) {
        return false;
    }
    /* X.680 47.3: no leap seconds. */
    if (at_digit(&s) && digits(&s, 2) > 59) {
        return false;
    }
    return zone(&s, false, false);
}

bool wg_is_generalized_time(wg_octets text)
{
    scan s;
    unsigned year, hour, minute = 0, second = 0;
    bool midnight = true;
    s.p = text.data;
    s.left = text.size;
    year = digits(&s, 4);
    if (year > 9999 || !day_and_hour(&s, year, 24, &hour)) {
        return false;
    }
    if (at_digit(&s)) {
        minute = digits(&s, 2);
        second = at_digit(&s) ? digits(&s, 2) : 0;
        if (minute > 59 || second > 60) {
            return false;
        }
    }
    if (at(&s, '.') || at(&s, ',')) {
        step(&s);
        if (!at_digit(&s)) {
            return false;
        }
        while (at_digit(&s)) {
            midnight = midnight && *s.p == '0';
            step(&s);
        }
    }
    /* ISO 8601: hour 24 is only the end of a day. */
    midnight = midnight && minute == 0 && second == 0;
    return (hour < 24 || midnight) && zone(&s, true, true);
}

bool wg_is_canonical_utc_time(wg_octets text)
{
    return wg_is_utc_time(text) && wg_is_like(text, "############Z");
}

bool wg_is_canonical_generalized_time(wg_octets text)
{
    wg_octets head = text;
    if (!wg_is_generalized_time(text) || text.data[text.size - 1] != 'Z' || text.size < 15) {
        return false;
    }
    /* X.690 11.7.5: midnight is hour 0 of the next day. */
    if (text.data[8] == '2' && text.data[9] == '4') {
        return false;
    }
    if (text.size == 15) {
        return wg_is_like(text, "##############Z");
    }
    head.size = 15;
    return wg_is_like(head, "##############.") && text.size > 16 && text.data[text.size - 2] != '0';
}

static bool take_date(scan *s)
{
    unsigned year = digits(s, 4), month = take(s, '-') ? digits(s, 2) : 0, day = take(s, '-') ? digits(s, 2) : 0;
    return year <= 9999 && is_day(year, month, day);
}

/* 24:00:00 is the end of a day. */
static bool take_time_of_day(scan *s)
{
    unsigned hour = digits(s, 2), minute = take(s, ':') ? digits(s, 2) : 60;
    unsigned second = take(s, ':') ? digits(s, 2) : 61;
    return minute <= 59 && second <= 60 && (hour < 24 || (hour == 24 && minute == 0 && second == 0));
}

bool wg_is_date(wg_octets text)
{
    scan s;
    s.p = text.data;
    s.left = text.size;
    return take_date(&s) && s.left == 0;
}

bool wg_is_time_of_day(wg_octets text)
{
    scan s;
    s.p = text.data;
    s.left = text.size;
    return take_time_of_day(&s) && s.left == 0;
}

bool wg_is_date_time(wg_octets text)
{
    scan s;
    s.p = text.data;
    s.left = text.size;
    return take_date(&s) && take(&s, 'T') && take_time_of_day(&s) && s.left == 0;
}

static void step_over_digits(scan *s)
{
    while (at_digit(s)) {
        step(s);
    }
}

/* Numbers with their designators in order, each at most once; only the last one may have a
   fraction. */
bool wg_is_duration(wg_octets text)
{
    static const char *const designators[2] = {"YMWD", "HMS"};
    bool any = false, last = false;
    unsigned part;
    scan s;
    s.p = text.data;
    s.left = text.size;
    if (!take(&s, 'P')) {
        return false;
    }
    for (part = 0; part < 2 && (part == 0 || take(&s, 'T')); part++) {
        const char *left = designators[part];
        bool some = false;
        while (at_digit(&s) && !last) {
            step_over_digits(&s);
            if (take(&s, '.') || take(&s, ',')) {
                last = true;
                if (!at_digit(&s)) {
                    return false;
                }
                step_over_digits(&s);
            }
            while (*left && !at(&s, *left)) {
                left++;
            }
            if (!*left) {
                return false;
            }
            step(&s);
            left++;
            some = true;
        }
        if (part == 1 && !some) {
            return false;
        }
        any = any || some;
    }
    return any && s.left == 0;
}
