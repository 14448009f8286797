/* The functions called by checks of constraints. */
#include "wireglot/bits.h"
#include "wireglot/constraints.h"
#include "wireglot/tlv.h"

#include "check.h"

static wg_string text_of(const char *text)
{
    return wg_literal(text, strlen(text));
}

/* Characters one by one, as wg_string_within looks at eight of them. */
static bool within_by_one(wg_string string, const wg_span *spans, size_t count)
{
    size_t i, at;
    for (at = 0; at < string.size; at++) {
        for (i = 0; i < count && (string.data[at] < spans[i].lo || string.data[at] > spans[i].hi); i++) {
        }
        if (i == count) {
            return false;
        }
    }
    return true;
}

static void test_characters(void)
{
    static const wg_span spans[] = {{'-', '.'}, {'0', '9'}, {'A', 'Z'}, {'a', 'z'}, {0, 0x1f}, {0x7f, 0x7f}, {0x70, 0x90}, {0xa0, 0x2fff}};
    static const char letters[] = "-.09AZaz/:@[`{\x1f\x7f\x80\x90\xff";
    static const char *const characters[] = {"a", "z", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"};
    const size_t count = sizeof spans / sizeof *spans;
    uint32_t seed = 1;
    size_t round, i, n, first, some;
    for (round = 0; round < 20000; round++) {
        const size_t size = round % 27;
        uint8_t *data = (uint8_t *)malloc(size ? size : 1);
        first = round / 27 % count;
        some = round / 27 / count % (count - first + 1);
        for (i = 0; i < size; i++) {
            seed = seed * 1664525u + 1013904223u;
            data[i] = (uint8_t)letters[(seed >> 16) % (round % 3 ? 8 : sizeof letters - 1)];
        }
        CHECK("X.680 51.7", wg_string_within(wg_octets_of(data, size), 1, spans + first, some) ==
                                within_by_one(wg_octets_of(data, size), spans + first, some));
        free(data);
    }
    for (round = 0; round < 2000; round++) {
        uint8_t *data = (uint8_t *)malloc(64);
        uint8_t *exact;
        for (i = n = 0; n < round % 16; n++) {
            const char *c;
            seed = seed * 1664525u + 1013904223u;
            c = characters[(seed >> 16) % (round % 2 ? 2 : 5)];
            memcpy(data + i, c, strlen(c));
            i += strlen(c);
        }
        exact = (uint8_t *)malloc(i ? i : 1);
        memcpy(exact, data, i);
        CHECK("characters of UTF-8", wg_string_length(wg_octets_of(exact, i), 0) == n);
        CHECK("characters of UTF-8", wg_string_within(wg_octets_of(exact, i), 0, spans + 3, 1) == (i == n || n == 0));
        CHECK("characters of UTF-8", wg_string_length(wg_octets_of(exact, i), 1) == i);
        free(exact);
        free(data);
    }
}

static void test_numbers(void)
{
    static const wg_range ranges[4] = {{INT64_MIN, -5}, {1, 3}, {7, 7}, {10, INT64_MAX}};
    static const int64_t numbers[4] = {-2, 0, 1, 9};
    static const int64_t pairs[6] = {1, 10, 1, 12, 2, 10};
    CHECK("ranges", wg_number_within(INT64_MIN, ranges, 4) && wg_number_within(-5, ranges, 4));
    CHECK("ranges", !wg_number_within(-4, ranges, 4) && !wg_number_within(0, ranges, 4));
    CHECK("ranges", wg_number_within(7, ranges, 4) && !wg_number_within(8, ranges, 4));
    CHECK("ranges", wg_number_within(INT64_MAX, ranges, 4) && !wg_number_within(1, ranges, 0));
    CHECK("numbers", wg_is_one_of(-2, numbers, 4) && wg_is_one_of(9, numbers, 4));
    CHECK("numbers", !wg_is_one_of(2, numbers, 4) && !wg_is_one_of(10, numbers, 4) && !wg_is_one_of(0, NULL, 0));
    CHECK("pairs", wg_is_pair_of(1, 10, pairs, 6) && wg_is_pair_of(2, 10, pairs, 6));
    CHECK("pairs", !wg_is_pair_of(1, 11, pairs, 6) && !wg_is_pair_of(2, 12, pairs, 6) && !wg_is_pair_of(3, 1, pairs, 6));
}

static void test_iris(void)
{
    static const char *const good[] = {"/ISO/Registration-Authority/19785.CBEFF", "/Joint-ISO-ITU-T/0/\xc3\xa9t\xc3\xa9"};
    static const char *const wrong[] = {"", "/", "/a//b", "/a/", "/01", "/a b", "/-a", "/a-", "/ab--c", "/a?", "/\xc2\x85"};
    size_t i;
    for (i = 0; i < sizeof good / sizeof *good; i++) {
        check(wg_is_oid_iri(text_of(good[i])) && wg_is_relative_oid_iri(text_of(good[i] + 1)), "X.680 34", good[i]);
        check(!wg_is_oid_iri(text_of(good[i] + 1)) && !wg_is_relative_oid_iri(text_of(good[i])), "X.680 34", good[i]);
    }
    for (i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        check(!wg_is_oid_iri(text_of(wrong[i])), "X.660 7.5", wrong[i]);
    }
}

static const struct {
    const char *text;
    bool good;
} times[] = {
    {"2024-02-29", true},       {"2023-02-29", false},      {"2024", true},          {"20C", true},
    {"+12348-W53-7", true},     {"2024-W54", false},        {"2024-366", true},      {"2023-366", false},
    {"2024-13", false},         {"2024-02-29T24:00", true}, {"24:00:01", false},     {"12:30:60.5Z", true},
    {"12:30+01:30", true},      {"12:30+24", false},        {"12:30.", false},       {"P1Y2M", true},
    {"2024-01-01/P1D", true},   {"2024-01-01/02-03", true}, {"02-03/2024-01-01", false}, {"R5/2024-01-01/P1D", true},
    {"R/12:00/13:00", true},    {"2024-01-01/P1D/P1D", false}, {"R5", false},        {"", false},
    {"T12:00", true},           {"2024-01-01T", false},     {"123", false},          {"2024-", false},
    {"2012-W53-7", false},      {"2009-W53-7", true},       {"0000-W53", false},     {"0004-W53", true},
    {"-0001-W53", false},       {"-0002-W53", true},        {"2012-11-21/22", true}, {"2012-11-21/99", false},
    {"2012-11-21/00", false},   {"2012-11-21/13-45", false}, {"2012-11-21/02-30", false}, {"2012-02-01/30", false},
    {"2012-02-01T10:00/29T11:00", true}, {"2012-02-01T10:00/30T11:00", false}, {"2012-02-01T10:00/T11:00", true},
    {"+12012-02-01/29", true},  {"+12012-02-01/30", false}, {"2012-11/12", true},    {"2012-11/13", false},
    {"2012-11/12-05", false},   {"2012-W10/52", false},     {"2012-W10/11", false},  {"2012-W10-1/05", false},
    {"2012-100/99", false},     {"P1D/05-06", false},       {"20/21", true},         {"19C/20C", true},
    {"2012-11-21/2013", true},  {"2012-11-21/22/23", false}, {"10:00/05-06T11:00", false}, {"-123456788-02-01/29", true},
    {"15", true},               {"15Z", true},              {"15+01", true},         {"15-05", true},
    {"15-05:30", true},         {"15.5", true},             {"15,5Z", true},         {"15.5+01:00", true},
    {"24Z", true},              {"24.5", false},            {"25Z", false},          {"15.", false},
    {"15+1", false},            {"15Z+01", false},          {"15-24", false},        {"15Z/16Z", true},
    {"15-05/16-05", true},      {"P1D/15-05", false},       {"15?", false},
    {"10:00/2024-01-01T11:00", false}, {"10:00/PT1H", true}, {"10:00/", false},
};

static void test_times(void)
{
    size_t i;
    for (i = 0; i < sizeof times / sizeof *times; i++) {
        check(wg_is_time(text_of(times[i].text)) == times[i].good, "X.680 38.3", times[i].text);
    }
}

static void test_verdicts(void)
{
    wg_violation bad = {WG_OK, NULL};
    uint8_t buffer[4];
    wg_writer w;
    wg_tlv_writer(&w, buffer, sizeof buffer, false);
    CHECK("a check that finds nothing", wg_satisfied(&w, bad));
    wg_tlv_put_boolean(&w, WG_TAG_BOOLEAN, true);
    CHECK("a check that finds nothing", check_same(wg_tlv_written(&w), "0101ff"));
    CHECK("what is broken", !wg_broken(&bad, WG_ERROR_CONSTRAINT, "A.b") && strcmp(bad.where, "A.b") == 0);
    CHECK("a check that finds something", !wg_satisfied(&w, bad));
    CHECK("a check that finds something", wg_writer_result(&w).error == WG_ERROR_CONSTRAINT);
}

/* A violation found by checking the whole value takes precedence over any writer error, and nothing
   counts as written. */
static void test_whole(void)
{
    static const wg_violation none = {WG_OK, NULL}, some = {WG_ERROR_VALUE, "A.b"};
    uint8_t buffer[2];
    wg_writer tlv, bits;
    wg_tlv_writer(&tlv, buffer, sizeof buffer, false);
    wg_tlv_put_null(&tlv, WG_TAG_NULL);
    wg_tlv_put_null(&tlv, WG_TAG_NULL);
    wg_refuse_whole(&tlv, none);
    CHECK("an error of a writer", wg_writer_result(&tlv).error == WG_ERROR_SPACE && wg_writer_result(&tlv).octet == 2);
    wg_refuse_whole(&tlv, some);
    CHECK("a value that is refused", wg_writer_result(&tlv).error == WG_ERROR_VALUE && wg_writer_result(&tlv).octet == 0);
    CHECK("a value that is refused", wg_tlv_written(&tlv).size == 0);
    wg_bits_writer(&bits, buffer, sizeof buffer, false, false);
    wg_bits_put(&bits, 5, 12);
    wg_refuse(&bits, WG_ERROR_CONSTRAINT);
    wg_refuse_whole(&bits, some);
    wg_bits_complete(&bits);
    CHECK("a value that is refused", wg_writer_result(&bits).error == WG_ERROR_VALUE && wg_writer_result(&bits).octet == 0);
    CHECK("a value that is refused", wg_bits_written(&bits).size == 0);
}

int main(void)
{
    test_characters();
    test_numbers();
    test_iris();
    test_times();
    test_verdicts();
    test_whole();
    return check_done();
}
