/* OER: each leaf is read and written, and invalid encodings are rejected. */
#include "wireglot/octets.h"

#include "check.h"

static uint8_t memory[4096], buffer[4096];

static wg_reader reader(wg_octets octets, bool strict, wg_arena *arena)
{
    wg_reader r;
    wg_arena_init(arena, memory, sizeof memory);
    wg_octets_reader(&r, octets.data, octets.size, strict, arena);
    return r;
}

/* Reads one value and writes it again. */
typedef void (*again)(wg_reader *r, wg_writer *w);

static const wg_integer none = {NULL, 0};
static const int64_t items[3] = {0, 5, 300};

#define AGAIN(name, type, get, put)                   \
    static void name(wg_reader *r, wg_writer *w)      \
    {                                                 \
        type value = get;                             \
        put;                                          \
    }

AGAIN(a_boolean, bool, wg_octets_get_boolean(r), wg_octets_put_boolean(w, value))
AGAIN(an_octet, int32_t, wg_octets_get_integer_i32(r, WG_BETWEEN, 0, 255, 1, false),
      wg_octets_put_integer_i32(w, WG_BETWEEN, 0, 255, 1, false, value))
AGAIN(a_signed_octet, int32_t, wg_octets_get_integer_i32(r, WG_BETWEEN, -128, 127, 1, true),
      wg_octets_put_integer_i32(w, WG_BETWEEN, -128, 127, 1, true, value))
AGAIN(eight, uint64_t, wg_octets_get_integer_u64(r, WG_BETWEEN, 0, UINT64_MAX, 8, false),
      wg_octets_put_integer_u64(w, WG_BETWEEN, 0, UINT64_MAX, 8, false, value))
AGAIN(eight_signed, int64_t, wg_octets_get_integer_i64(r, WG_BETWEEN, INT64_MIN, INT64_MAX, 8, true),
      wg_octets_put_integer_i64(w, WG_BETWEEN, INT64_MIN, INT64_MAX, 8, true, value))
AGAIN(from_zero, uint64_t, wg_octets_get_integer_u64(r, WG_FROM, 0, 0, WG_NO_BOUND, false),
      wg_octets_put_integer_u64(w, WG_FROM, 0, 0, WG_NO_BOUND, false, value))
AGAIN(any_integer, int64_t, wg_octets_get_integer_i64(r, WG_UNBOUNDED, 0, 0, WG_NO_BOUND, true),
      wg_octets_put_integer_i64(w, WG_UNBOUNDED, 0, 0, WG_NO_BOUND, true, value))
AGAIN(big, wg_integer, wg_octets_get_integer_big(r, WG_UNBOUNDED, none, none, WG_NO_BOUND, true),
      wg_octets_put_integer_big(w, WG_UNBOUNDED, none, none, WG_NO_BOUND, true, value))
AGAIN(big_from_zero, wg_integer, wg_octets_get_integer_big(r, WG_FROM, none, none, WG_NO_BOUND, false),
      wg_octets_put_integer_big(w, WG_FROM, none, none, WG_NO_BOUND, false, value))
AGAIN(big_four, wg_integer, wg_octets_get_integer_big(r, WG_UNBOUNDED, none, none, 4, true),
      wg_octets_put_integer_big(w, WG_UNBOUNDED, none, none, 4, true, value))
AGAIN(an_item, int32_t, wg_octets_get_enumerated_i32(r, items, 3, false), wg_octets_put_enumerated_i32(w, items, 3, false, value))
AGAIN(any_item, int64_t, wg_octets_get_enumerated_i64(r, items, 3, true), wg_octets_put_enumerated_i64(w, items, 3, true, value))
AGAIN(a_real, wg_real, wg_octets_get_real(r), wg_octets_put_real(w, value))
AGAIN(a_float, wg_real, wg_octets_get_float(r, 4), wg_octets_put_float(w, 4, value))
AGAIN(a_double, wg_real, wg_octets_get_float(r, 8), wg_octets_put_float(w, 8, value))
AGAIN(bits, wg_bits, wg_octets_get_bit_string(r, false, 0, WG_NO_BOUND), wg_octets_put_bit_string(w, false, 0, WG_NO_BOUND, value))
AGAIN(ten_bits, wg_bits, wg_octets_get_bit_string(r, false, 10, 10), wg_octets_put_bit_string(w, false, 10, 10, value))
AGAIN(octets, wg_octets, wg_octets_get_octet_string(r, WG_NO_BOUND), wg_octets_put_octet_string(w, WG_NO_BOUND, value))
AGAIN(two_octets, wg_octets, wg_octets_get_octet_string(r, 2), wg_octets_put_octet_string(w, 2, value))
AGAIN(utf8, wg_string, wg_octets_get_string(r, WG_TEXT_UTF8, WG_NO_BOUND), wg_octets_put_string(w, WG_TEXT_UTF8, WG_NO_BOUND, value))
AGAIN(two_bmp, wg_string, wg_octets_get_string(r, WG_TEXT_BMP, 2), wg_octets_put_string(w, WG_TEXT_BMP, 2, value))
AGAIN(numeric, wg_string, wg_octets_get_string(r, WG_TEXT_NUMERIC, WG_NO_BOUND), wg_octets_put_string(w, WG_TEXT_NUMERIC, WG_NO_BOUND, value))
AGAIN(an_oid, wg_oid, wg_octets_get_oid(r), wg_octets_put_oid(w, value))
AGAIN(utc, wg_string, wg_octets_get_utc_time(r), wg_octets_put_utc_time(w, value))
AGAIN(a_date, wg_string, wg_octets_get_date(r), wg_octets_put_date(w, value))
AGAIN(a_time, wg_string, wg_octets_get_time_of_day(r), wg_octets_put_time_of_day(w, value))
AGAIN(date_time, wg_string, wg_octets_get_date_time(r), wg_octets_put_date_time(w, value))
AGAIN(duration, wg_string, wg_octets_get_duration(r), wg_octets_put_duration(w, value))
AGAIN(external, wg_external, wg_octets_get_external(r), wg_octets_put_external(w, value))
AGAIN(quantity, size_t, wg_octets_get_quantity(r), wg_octets_put_quantity(w, value))

/* `written` is NULL if it is the same as what was read. */
static const struct {
    const char *clause;
    again code;
    const char *hex;
    const char *written;
    wg_error basic;
    wg_error canonical;
} rows[] = {
    {"9: true", a_boolean, "ff", NULL, WG_OK, WG_OK},
    {"9: another true", a_boolean, "01", "ff", WG_OK, WG_ERROR_CANONICAL},
    {"10.2: an octet", an_octet, "ff", NULL, WG_OK, WG_OK},
    {"10.4: a signed octet", a_signed_octet, "80", NULL, WG_OK, WG_OK},
    {"10.2: eight octets", eight, "ffffffffffffffff", NULL, WG_OK, WG_OK},
    {"10.4: eight signed octets", eight_signed, "8000000000000000", NULL, WG_OK, WG_OK},
    {"10.3: behind a length", from_zero, "020100", NULL, WG_OK, WG_OK},
    {"10.3: zero", from_zero, "0100", NULL, WG_OK, WG_OK},
    {"10.3: zeros in front", from_zero, "03000001", "0101", WG_OK, WG_ERROR_CANONICAL},
    {"10.3: beyond 64 bits", from_zero, "09010000000000000000", NULL, WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"10.3: no octets", from_zero, "00", NULL, WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"10.4: -128", any_integer, "0180", NULL, WG_OK, WG_OK},
    {"10.4: longer than need be", any_integer, "020001", NULL, WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"10.4: any number", big, "09010000000000000000", NULL, WG_OK, WG_OK},
    {"10.3: any number", big_from_zero, "09800000000000000000", NULL, WG_OK, WG_OK},
    {"10.4: four octets", big_four, "ffffff80", NULL, WG_OK, WG_OK},
    {"11: a small item", an_item, "05", NULL, WG_OK, WG_OK},
    {"11: a great item", an_item, "82012c", NULL, WG_OK, WG_OK},
    {"11: a small item in the long form", an_item, "8105", "05", WG_OK, WG_ERROR_CANONICAL},
    {"11: no item", an_item, "06", NULL, WG_ERROR_UNKNOWN, WG_ERROR_UNKNOWN},
    {"11: an unknown item", any_item, "81ff", NULL, WG_OK, WG_OK},
    {"11: more than eight octets", any_item, "89010000000000000000", NULL, WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"12.4: one half", a_real, "0380ff01", NULL, WG_OK, WG_OK},
    {"12.4: another half", a_real, "0380fe02", "0380ff01", WG_OK, WG_ERROR_CANONICAL},
    {"12.2: binary32", a_float, "3f800000", NULL, WG_OK, WG_OK},
    {"12.2: the least binary32", a_float, "00000001", NULL, WG_OK, WG_OK},
    {"12.2: the greatest binary32", a_float, "ff7fffff", NULL, WG_OK, WG_OK},
    {"12.2: the greatest below the normal ones", a_float, "807fffff", NULL, WG_OK, WG_OK},
    {"12.3: binary64", a_double, "3fb999999999999a", NULL, WG_OK, WG_OK},
    {"12.3: the least normal one", a_double, "0010000000000000", NULL, WG_OK, WG_OK},
    {"12.3: infinity", a_double, "fff0000000000000", NULL, WG_OK, WG_OK},
    {"12.3: not a number", a_double, "7ff8000000000000", NULL, WG_OK, WG_OK},
    {"12.3: zero", a_double, "0000000000000000", NULL, WG_OK, WG_OK},
    {"12.3: minus zero", a_double, "8000000000000000", NULL, WG_OK, WG_OK},
    {"13: bits", bits, "0304fff0", NULL, WG_OK, WG_OK},
    {"13: unused bits that are set", bits, "0204ff", "0204f0", WG_OK, WG_ERROR_CANONICAL},
    {"13: nine unused bits", bits, "0209ff", NULL, WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"13: no octet", bits, "00", NULL, WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"13: ten bits", ten_bits, "ffc0", NULL, WG_OK, WG_OK},
    {"14: octets", octets, "03616263", NULL, WG_OK, WG_OK},
    {"8.6: a long length", octets, "8103616263", "03616263", WG_OK, WG_ERROR_LENGTH},
    {"8.6: no length", octets, "80616263", NULL, WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"8.6: a length beyond the end", octets, "04616263", NULL, WG_ERROR_END, WG_ERROR_END},
    {"8.6: a length beyond all memory", octets, "89ffffffffffffffffff", NULL, WG_ERROR_END, WG_ERROR_END},
    {"14: two octets", two_octets, "6162", NULL, WG_OK, WG_OK},
    {"27: UTF-8", utf8, "03e282ac", NULL, WG_OK, WG_OK},
    {"27: no UTF-8", utf8, "01ff", NULL, WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"27: two characters", two_bmp, "00610062", NULL, WG_OK, WG_OK},
    {"27: basic rules look at ASCII alone", numeric, "0161", NULL, WG_OK, WG_ERROR_VALUE},
    {"21: an object identifier", an_oid, "032a0304", NULL, WG_OK, WG_OK},
    {"21: an arc without end", an_oid, "022a83", NULL, WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"30: UTCTime", utc, "0d3931303530363233343534305a", NULL, WG_OK, WG_OK},
    {"30: UTCTime without seconds", utc, "0b393130353036323334355a", NULL, WG_OK, WG_ERROR_CANONICAL},
    {"29: DATE", a_date, "0207e40b15", NULL, WG_OK, WG_OK},
    {"29: a year before there were any", a_date, "01ff0101", NULL, WG_OK, WG_OK},
    {"29: TIME-OF-DAY", a_time, "173b3b", NULL, WG_OK, WG_OK},
    {"29: DATE-TIME", date_time, "0207e40b15000001", NULL, WG_OK, WG_OK},
    {"29: DURATION", duration, "83010101050102013c", NULL, WG_OK, WG_OK},
    {"29: a fraction of nothing", duration, "0101010105", NULL, WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"25: EXTERNAL", external, "80022a0381026162", NULL, WG_OK, WG_OK},
    {"X.680 37.6: no reference", external, "0081026162", NULL, WG_ERROR_MISSING, WG_ERROR_MISSING},
    {"17.2: a quantity", quantity, "020100", NULL, WG_OK, WG_OK},
    {"17.2: zeros in front", quantity, "020001", "0101", WG_OK, WG_ERROR_LENGTH},
    {"17.2: beyond the limit", quantity, "0401000001", NULL, WG_ERROR_LIMIT, WG_ERROR_LIMIT},
};

static void test_leaves(void)
{
    size_t i, cut;
    int strict;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (strict = 0; strict < 2; strict++) {
            wg_octets given = check_octets(rows[i].hex);
            wg_error expected = strict ? rows[i].canonical : rows[i].basic;
            wg_arena arena;
            wg_reader r = reader(given, strict != 0, &arena);
            wg_writer w;
            wg_octets_writer(&w, buffer, sizeof buffer, strict != 0);
            rows[i].code(&r, &w);
            wg_octets_finish(&r);
            if (r.error != expected) {
                printf("%s: %s: %s\n", rows[i].clause, rows[i].hex, wg_error_text(r.error));
                check_failures++;
            }
            if (r.error == WG_OK) {
                const char *written = rows[i].written ? rows[i].written : rows[i].hex;
                CHECK(rows[i].clause, check_same(wg_octets_written(&w), written));
                r = reader(given, strict != 0, &arena);
                wg_octets_writer(&w, buffer, strlen(written) / 2 - 1, strict != 0);
                rows[i].code(&r, &w);
                CHECK(rows[i].clause, w.error == WG_ERROR_SPACE);
            }
            check_free(given);
            for (cut = 0; cut < strlen(rows[i].hex); cut += 2) {
                char part[64];
                memcpy(part, rows[i].hex, cut);
                part[cut] = 0;
                given = check_octets(part);
                r = reader(given, strict != 0, &arena);
                wg_octets_writer(&w, buffer, sizeof buffer, strict != 0);
                rows[i].code(&r, &w);
                CHECK(rows[i].clause, r.error != WG_OK && r.error_octet <= given.size);
                CHECK("after an error", wg_octets_get_quantity(&r) == 0 && wg_octets_peek(&r) == WG_TAG_NONE);
                check_free(given);
            }
        }
    }
}

/* 8.7: valid and invalid tags. */
static void test_tags(void)
{
    static const struct {
        wg_tag tag; /* WG_TAG_NONE: invalid */
        const char *hex;
    } tags[] = {{WG_UNIVERSAL(62), "3e"}, {WG_CONTEXT(255), "bf817f"}, {WG_PRIVATE(0x3ffffffe), "ff83ffffff7e"},
                {WG_APPLICATION(63), "7f3f"}, {WG_TAG_NONE, "bf807f"}, {WG_TAG_NONE, "bf05"},
                {WG_TAG_NONE, "bf"}, {WG_TAG_NONE, "bfffffffffffff"}};
    size_t i;
    for (i = 0; i < sizeof tags / sizeof *tags; i++) {
        wg_octets given = check_octets(tags[i].hex);
        wg_arena arena;
        wg_reader r;
        wg_writer w;
        r = reader(given, false, &arena);
        CHECK("8.7: a tag", wg_octets_peek(&r) == tags[i].tag);
        CHECK("8.7: a tag read", wg_octets_enter_tag(&r, tags[i].tag) == (tags[i].tag != WG_TAG_NONE));
        if (tags[i].tag != WG_TAG_NONE) {
            wg_octets_writer(&w, buffer, sizeof buffer, false);
            wg_octets_tag(&w, tags[i].tag);
            CHECK("8.7: a tag written", wg_octets_equal(wg_octets_written(&w), given));
        }
        check_free(given);
    }
}

/* A record with a known addition and two unknown ones. */
static void test_additions(void)
{
    /* flags: extended; bitmap 1 0 1 1; a field with 07, then two unknown ones */
    static const char *const hex = "80" "0204b0" "0107" "02aabb" "00";
    wg_octets given;
    wg_arena arena;
    wg_reader r;
    wg_writer w;
    wg_unknown *kept = NULL;
    wg_bitmap bitmap;
    wg_bits_frame frame;
    size_t place;
    given = check_octets(hex);
    r = reader(given, true, &arena);
    CHECK("16.2: extended", wg_bits_get_boolean(&r));
    wg_octets_end_bits(&r);
    bitmap = wg_octets_get_bitmap(&r);
    CHECK("16.4: the bitmap", bitmap.count == 4 && wg_bits_in_bitmap(&r, bitmap, 0) && !wg_bits_in_bitmap(&r, bitmap, 1));
    CHECK("16.5: a field", wg_octets_enter(&r, &frame));
    CHECK("16.5: its value", wg_octets_get_integer_i32(&r, WG_BETWEEN, 0, 255, 1, false) == 7);
    wg_octets_leave(&r, &frame);
    wg_octets_get_unknown(&r, bitmap, 2, &kept);
    wg_octets_finish(&r);
    CHECK("all was read", r.error == WG_OK && kept && kept->next && kept->next->value.size == 2);

    wg_octets_writer(&w, buffer, sizeof buffer, true);
    wg_bits_put_boolean(&w, true);
    wg_octets_put_end_bits(&w);
    wg_octets_put_bitmap(&w, wg_bits_additions(2, kept));
    wg_bits_put_boolean(&w, true);
    wg_bits_put_boolean(&w, false);
    wg_bits_put_unknown_bits(&w, 2, kept);
    wg_octets_put_end_bits(&w);
    place = wg_octets_open(&w);
    wg_octets_put_integer_i32(&w, WG_BETWEEN, 0, 255, 1, false, 7);
    wg_octets_close(&w, place);
    wg_octets_put_unknown(&w, kept);
    CHECK("16: written again", wg_octets_equal(wg_octets_written(&w), given));
    check_free(given);
}

/* 30: fields with all sizes of lengths. */
static void test_fields(void)
{
    static const size_t sizes[] = {0, 1, 127, 128, 255, 256, 1000};
    static uint8_t zeros[1000];
    size_t i;
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t place, heads = sizes[i] < 128 ? 1 : sizes[i] < 256 ? 2 : 3;
        wg_writer w;
        wg_reader r;
        wg_bits_frame frame;
        wg_octets_writer(&w, buffer, sizes[i] + heads, true);
        place = wg_octets_open(&w);
        wg_octets_put_octet_string(&w, sizes[i], wg_octets_of(zeros, sizes[i]));
        wg_octets_close(&w, place);
        CHECK("30: a field", w.error == WG_OK && wg_octets_written(&w).size == sizes[i] + heads);
        wg_octets_reader(&r, buffer, sizes[i] + heads, true, NULL);
        if (wg_octets_enter(&r, &frame)) {
            CHECK("30: its contents", wg_octets_get_rest(&r).size == sizes[i]);
            wg_octets_leave(&r, &frame);
        }
        CHECK("30: read", r.error == WG_OK && r.bit == r.bit_end);
        wg_octets_writer(&w, buffer, sizes[i] + heads - 1, true);
        place = wg_octets_open(&w);
        wg_octets_put_octet_string(&w, sizes[i], wg_octets_of(zeros, sizes[i]));
        wg_octets_close(&w, place);
        CHECK("a buffer that is one octet too small", w.error == WG_ERROR_SPACE);
    }
}

int main(void)
{
    test_leaves();
    test_tags();
    test_additions();
    test_fields();
    return check_done();
}
