/* Times in all rules: each form is read and written again, and values that the rules can't encode are refused. */
#include "wireglot/bits.h"
#include "wireglot/octets.h"
#include "wireglot/tlv.h"

#include "check.h"

static uint8_t memory[4096], buffer[4096], other[4096];

static wg_string text_of(const char *text)
{
    return wg_literal(text, strlen(text));
}

typedef wg_string getter(wg_reader *r);
typedef void putter(wg_writer *w, wg_string value);

/* -- PER ------------------------------------------------------------------- */

static const struct {
    const char *clause;
    getter *get;
    putter *put;
    const char *text;
    const char *unaligned;
    const char *aligned;
} per[] = {
    {"X.691 32.2: the near future of 2005", wg_bits_get_date, wg_bits_put_date, "2010-05-17", "1520", "1520"},
    {"X.691 32.2: years up to 2276", wg_bits_get_date, wg_bits_put_date, "2021-01-01", "400000", "40000000"},
    {"X.691 32.2: years from 1749", wg_bits_get_date, wg_bits_put_date, "1749-12-31", "802fc0", "8000bf00"},
    {"X.691 32.2: another year", wg_bits_get_date, wg_bits_put_date, "1000-01-01", "c080fa0000", "c00203e80000"},
    {"X.691 32.3: a leap second", wg_bits_get_time_of_day, wg_bits_put_time_of_day, "23:59:60", "bf7e00", "bf7e00"},
    {"X.691 32.4: a date and a time", wg_bits_get_date_time, wg_bits_put_date_time, "2010-05-17T23:59:60", "15217efc", "15217efc"},
    {"X.691 32.5: a year", wg_bits_get_duration, wg_bits_put_duration, "P1Y", "8004", "8004"},
    {"X.691 32.5: a number beyond its root", wg_bits_get_duration, wg_bits_put_duration, "P32Y", "80809000", "80800120"},
    {"X.691 32.5: a fraction", wg_bits_get_duration, wg_bits_put_duration, "PT1.5S", "03020028", "0302000005"},
    {"X.691 32.5: four digits of a fraction", wg_bits_get_duration, wg_bits_put_duration, "P1.1234Y", "810602090204d2", "81060104800204d2"},
    {"X.691 32.5: zeros first in a fraction", wg_bits_get_duration, wg_bits_put_duration, "PT1.05S", "03024028", "0302400005"},
};

static void test_per(void)
{
    size_t i, cut;
    int aligned;
    for (i = 0; i < sizeof per / sizeof *per; i++) {
        for (aligned = 0; aligned < 2; aligned++) {
            const char *const wanted = aligned ? per[i].aligned : per[i].unaligned;
            wg_octets octets = check_octets(wanted);
            wg_arena arena;
            wg_reader r;
            wg_writer w;
            wg_bits_writer(&w, buffer, sizeof buffer, aligned != 0, false);
            per[i].put(&w, text_of(per[i].text));
            wg_bits_complete(&w);
            CHECK(per[i].clause, w.error == WG_OK && check_same(wg_bits_written(&w), wanted));
            for (cut = 0; cut <= octets.size; cut++) {
                wg_string got;
                wg_arena_init(&arena, memory, sizeof memory);
                wg_bits_reader(&r, octets.data, cut, aligned != 0, &arena);
                got = per[i].get(&r);
                wg_bits_finish(&r);
                if (cut < octets.size) {
                    CHECK(per[i].clause, r.error == WG_ERROR_END);
                    continue;
                }
                CHECK(per[i].clause, r.error == WG_OK && wg_octets_equal(got, text_of(per[i].text)));
                wg_arena_init(&arena, memory, got.size - 1);
                wg_bits_reader(&r, octets.data, cut, aligned != 0, &arena);
                CHECK("no memory for the text", per[i].get(&r).size == 0 && r.error == WG_ERROR_ARENA);
            }
            check_free(octets);
        }
    }
}

/* Octets of unaligned PER that hold no time. */
static void test_per_wrong(void)
{
    static const struct {
        const char *clause;
        getter *get;
        const char *hex;
        wg_error error;
    } rows[] = {
        {"X.691 32.2: the year 10000", wg_bits_get_date, "c089c40000", WG_ERROR_VALUE},
        {"X.691 32.2: the year -1", wg_bits_get_date, "c07fc000", WG_ERROR_VALUE},
        {"X.691 32.2: month 13", wg_bits_get_date, "1720", WG_ERROR_RANGE},
        {"X.691 32.2: day 32", wg_bits_get_date, "153e", WG_ERROR_RANGE},
        {"X.691 32.3: hour 25", wg_bits_get_time_of_day, "c80000", WG_ERROR_RANGE},
        {"X.691 32.3: minute 60", wg_bits_get_time_of_day, "078000", WG_ERROR_RANGE},
        {"X.691 32.3: second 61", wg_bits_get_time_of_day, "001e80", WG_ERROR_RANGE},
        {"X.691 32.5: -1 years", wg_bits_get_duration, "8080ff80", WG_ERROR_VALUE},
        {"X.691 32.5: a fraction of nothing", wg_bits_get_duration, "010014", WG_ERROR_VALUE},
        {"X.691 32.5: a fraction of 19 digits", wg_bits_get_duration, "8106024cc0a0", WG_ERROR_VALUE},
        {"X.691 32.5: a fraction of more digits than it states", wg_bits_get_duration, "03020050", WG_ERROR_VALUE},
        {"X.691 32.5: a fraction without digits", wg_bits_get_duration, "030301000000", WG_ERROR_VALUE},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_octets octets = check_octets(rows[i].hex);
        wg_arena arena;
        wg_reader r;
        wg_arena_init(&arena, memory, sizeof memory);
        wg_bits_reader(&r, octets.data, octets.size, false, &arena);
        CHECK(rows[i].clause, rows[i].get(&r).size == 0 && r.error == rows[i].error);
        check_free(octets);
    }
}

/* -- refusals -------------------------------------------------------------- */

static void tlv_date(wg_writer *w, wg_string value)
{
    wg_tlv_put_date(w, WG_UNIVERSAL(31), value);
}

static void tlv_time_of_day(wg_writer *w, wg_string value)
{
    wg_tlv_put_time_of_day(w, WG_UNIVERSAL(32), value);
}

static void tlv_date_time(wg_writer *w, wg_string value)
{
    wg_tlv_put_date_time(w, WG_UNIVERSAL(33), value);
}

static void tlv_duration(wg_writer *w, wg_string value)
{
    wg_tlv_put_duration(w, WG_UNIVERSAL(34), value);
}

static void tlv_time(wg_writer *w, wg_string value)
{
    wg_tlv_put_time(w, WG_UNIVERSAL(14), value);
}

enum { DATE, TIME_OF_DAY, DATE_TIME, DURATION, UTC, GENERALIZED, KINDS };

/* By rules: PER, OER, BER. */
static putter *const putters[3][KINDS] = {
    {wg_bits_put_date, wg_bits_put_time_of_day, wg_bits_put_date_time, wg_bits_put_duration, wg_bits_put_utc_time,
     wg_bits_put_generalized_time},
    {wg_octets_put_date, wg_octets_put_time_of_day, wg_octets_put_date_time, wg_octets_put_duration,
     wg_octets_put_utc_time, wg_octets_put_generalized_time},
    {tlv_date, tlv_time_of_day, tlv_date_time, tlv_duration, NULL, NULL},
};

static wg_writer writer(int rules, uint8_t *start, size_t capacity, bool strict)
{
    wg_writer w;
    if (rules == 0) {
        wg_bits_writer(&w, start, capacity, false, strict);
    } else if (rules == 1) {
        wg_octets_writer(&w, start, capacity, strict);
    } else {
        wg_tlv_writer(&w, start, capacity, strict);
    }
    return w;
}

/* Texts that are no values of their types in any rules. */
static void test_refused(void)
{
    static const struct {
        unsigned kind;
        const char *text;
    } rows[] = {
        {DATE, ""}, {DATE, "2010-05"}, {DATE, "x010-05-17"}, {DATE, "2010:05:17"},
        {TIME_OF_DAY, ""}, {TIME_OF_DAY, "10:00"}, {TIME_OF_DAY, "1x:00:00"}, {TIME_OF_DAY, "10:00:00:00"},
        {DATE_TIME, ""}, {DATE_TIME, "2010-05-17 00:00:00"}, {DATE_TIME, "2010-05-17T"}, {DATE_TIME, "2010-05-17Tx0:00:00"},
        {DURATION, ""}, {DURATION, "1Y"},
    };
    /* PER and OER encode numbers, so the text must hold them. */
    static const struct {
        unsigned kind;
        const char *text;
    } numbers[] = {
        {DURATION, "P1"}, {DURATION, "P1S"}, {DURATION, "P1Y1Y"}, {DURATION, "PY"}, {DURATION, "P1.Y"}, {DURATION, "P1.5Y1M"},
        {DURATION, "P1234567890123456789Y"}, {DURATION, "P1.1234567890123456789Y"},
        {UTC, "9105062345"}, {GENERALIZED, "20200101"},
    };
    /* PER has no such months, days, hours, minutes and seconds. */
    static const struct {
        unsigned kind;
        const char *text;
    } ranges[] = {
        {DATE, "2010-00-01"}, {DATE, "2010-13-01"}, {DATE, "2010-01-00"}, {DATE, "2010-01-32"},
        {TIME_OF_DAY, "25:00:00"}, {TIME_OF_DAY, "00:60:00"}, {TIME_OF_DAY, "00:00:61"}, {DATE_TIME, "2010-01-32T00:00:00"},
    };
    size_t i;
    int rules;
    for (rules = 0; rules < 3; rules++) {
        for (i = 0; i < sizeof rows / sizeof *rows; i++) {
            wg_writer w = writer(rules, buffer, sizeof buffer, false);
            putters[rules][rows[i].kind](&w, text_of(rows[i].text));
            check(w.error == WG_ERROR_VALUE, "X.680 38.4: no time", rows[i].text);
        }
        for (i = 0; rules < 2 && i < sizeof numbers / sizeof *numbers; i++) {
            wg_writer w = writer(rules, buffer, sizeof buffer, true);
            putters[rules][numbers[i].kind](&w, text_of(numbers[i].text));
            check(w.error == WG_ERROR_VALUE, "X.680 38.4, 46, 47: no time", numbers[i].text);
            /* The first error stays. */
            putters[rules][numbers[i].kind](&w, text_of("P1Y"));
            check(w.error == WG_ERROR_VALUE, "after an error", numbers[i].text);
        }
    }
    for (i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        wg_writer w = writer(0, buffer, sizeof buffer, false);
        putters[0][ranges[i].kind](&w, text_of(ranges[i].text));
        check(w.error == WG_ERROR_VALUE, "X.691 32.2, 32.3: out of range", ranges[i].text);
    }
}

/* Years of OER have any number of digits that fits, and a sign. */
static void test_oer_years(void)
{
    static const struct {
        const char *text;
        const char *hex; /* NULL: refused */
    } rows[] = {
        {"-002-01-01", "01fe0101"}, {"12345-01-01", "0230390101"}, {"20x0-01-01", NULL}, {"-01-01", NULL},
        {"--01-01", NULL}, {"1234567890123456789-01-01", NULL}, {"2010-256-01", NULL}, {"2010-1234-01", NULL},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_writer w = writer(1, buffer, sizeof buffer, false);
        wg_octets_put_date(&w, text_of(rows[i].text));
        check(rows[i].hex ? w.error == WG_OK && check_same(wg_octets_written(&w), rows[i].hex) : w.error == WG_ERROR_VALUE,
              "X.696 29: a year", rows[i].text);
    }
}

/* -- BER, forwards --------------------------------------------------------- */

/* Times that are written in another form than their text, backwards and forwards. */
static void test_forwards(void)
{
    static const struct {
        const char *clause;
        putter *put;
        const char *text;
        const char *hex;
    } rows[] = {
        {"X.690 8.26.1: DATE without hyphens", tlv_date, "2010-05-17", "1f1f083230313030353137"},
        {"X.690 8.26.2: TIME-OF-DAY without colons", tlv_time_of_day, "23:59:60", "1f2006323335393630"},
        {"X.690 8.26.3: DATE-TIME", tlv_date_time, "2010-05-17T23:59:60", "1f210e3230313030353137323335393630"},
        {"X.690 8.26.4: DURATION without P", tlv_duration, "P1Y", "1f22023159"},
        {"X.690 11.9: TIME in DER", tlv_time, "12:30,5+01:00", "0e0a31323a33302e352b3031"},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t size = strlen(rows[i].hex) / 2;
        size_t capacity;
        for (capacity = 0; capacity <= size + 1; capacity++) {
            wg_writer down, up;
            wg_tlv_writer(&down, buffer, capacity, true);
            rows[i].put(&down, text_of(rows[i].text));
            wg_tlv_forward(&up, other, capacity, true);
            rows[i].put(&up, text_of(rows[i].text));
            if (capacity < size) {
                CHECK(rows[i].clause, down.error == WG_ERROR_SPACE && up.error == WG_ERROR_SPACE);
            } else {
                CHECK(rows[i].clause, check_same(wg_tlv_written(&down), rows[i].hex));
                CHECK(rows[i].clause, check_same(wg_tlv_written(&up), rows[i].hex));
            }
        }
    }
    {
        wg_writer w = writer(2, buffer, sizeof buffer, true);
        tlv_time(&w, wg_literal("12:30\x80", 6));
        CHECK("X.680 38.1: TIME consists of VisibleString's characters", w.error == WG_ERROR_VALUE);
    }
}

/* A DURATION of BER has no other characters than those of ISO 8601. */
static void test_ber_duration(void)
{
    static const struct {
        const char *hex;
        wg_error error;
    } rows[] = {{"1f22023159", WG_OK}, {"1f22023158", WG_ERROR_VALUE}, {"1f22023100", WG_ERROR_VALUE}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_octets octets = check_octets(rows[i].hex);
        wg_arena arena;
        wg_reader r;
        wg_arena_init(&arena, memory, sizeof memory);
        wg_tlv_reader(&r, octets.data, octets.size, false, &arena);
        wg_tlv_get_duration(&r, WG_UNIVERSAL(34));
        CHECK("X.690 8.26.4", r.error == rows[i].error);
        check_free(octets);
    }
}

/* -- canonical forms ------------------------------------------------------- */

/* X.690 11.7.3: a fraction of any length loses its trailing zeros, also in a buffer of any size. A short form is made
 * elsewhere; a long one at the end of the buffer, where it must not be overwritten by the length before it. */
static void test_long_fractions(void)
{
    static const size_t digits[] = {1, 40, 60, 110, 111, 112, 113, 239, 240, 241, 1000};
    char text[1100], wanted[1100];
    size_t i, capacity;
    int rules;
    for (i = 0; i < sizeof digits / sizeof *digits; i++) {
        size_t size, n;
        memcpy(text, "20200101000000.", 15);
        for (n = 0; n < digits[i]; n++) {
            text[15 + n] = (char)('1' + n % 9);
        }
        memcpy(text + 15 + digits[i], "000Z", 5);
        memcpy(wanted, text, 15 + digits[i]);
        memcpy(wanted + 15 + digits[i], "Z", 2);
        size = strlen(wanted);
        for (rules = 0; rules < 2; rules++) {
            const size_t head = size < 128 ? 1 : rules == 1 && size >= 256 ? 3 : 2;
            for (capacity = size > 20 ? size - 20 : 0; capacity < size + 40; capacity++) {
                uint8_t *const room = (uint8_t *)malloc(capacity + 1);
                const uint8_t *at;
                wg_writer w;
                if (rules == 1) {
                    wg_octets_writer(&w, room, capacity, true);
                    wg_octets_put_generalized_time(&w, text_of(text));
                    at = wg_octets_written(&w).data;
                } else {
                    wg_bits_writer(&w, room, capacity, true, true);
                    wg_bits_put_generalized_time(&w, text_of(text));
                    at = wg_bits_written(&w).data;
                }
                if (w.error == WG_OK) {
                    CHECK("X.690 11.7.3", capacity >= size + head && memcmp(at + head, wanted, size) == 0);
                } else {
                    /* A long form needs a few octets more. */
                    CHECK("X.690 11.7.3", w.error == WG_ERROR_SPACE && capacity < size + head + 16);
                }
                free(room);
            }
        }
    }
}

/* X.690 11.9: a TIME and its form in DER. */
static void test_same_times(void)
{
    static const struct {
        const char *time, *canonical;
        bool same;
    } rows[] = {
        {"12:30,5", "12:30.5", true}, {"12:30,5+01:00", "12:30.5+01", true}, {"12:30+01:30", "12:30+01:30", true},
        {"12:30+01:00/13:30-02:00", "12:30+01/13:30-02", true}, {"12:30", "12:31", false}, {"12:30", "12:30Z", false},
        {"12:30Z", "12:30", false}, {"12:30+01:00", "12:30", false}, {"12:00", "12:00", true}, {"", "", true},
    };
    static const struct {
        const char *hex;
        wg_error error;
    } readings[] = {{"0e0731323a33302e35", WG_OK}, {"0e0731323a33302c35", WG_ERROR_CANONICAL},
                    {"0e0b31323a33302b30313a3030", WG_ERROR_CANONICAL}, {"0e0b31323a33302b30313a3330", WG_OK}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        check(wg_time_is(text_of(rows[i].time), text_of(rows[i].canonical)) == rows[i].same, "X.690 11.9", rows[i].time);
    }
    for (i = 0; i < sizeof readings / sizeof *readings; i++) {
        wg_octets octets = check_octets(readings[i].hex);
        wg_reader r;
        wg_tlv_reader(&r, octets.data, octets.size, true, NULL);
        wg_tlv_get_time(&r, WG_UNIVERSAL(14));
        check(r.error == readings[i].error, "X.690 11.9", readings[i].hex);
        check_free(octets);
    }
}

int main(void)
{
    test_per();
    test_per_wrong();
    test_refused();
    test_oer_years();
    test_forwards();
    test_ber_duration();
    test_long_fractions();
    test_same_times();
    return check_done();
}
