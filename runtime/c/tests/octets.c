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
AGAIN(any_unsigned, uint64_t, wg_octets_get_integer_u64(r, WG_UNBOUNDED, 0, 0, WG_NO_BOUND, true),
      wg_octets_put_integer_u64(w, WG_UNBOUNDED, 0, 0, WG_NO_BOUND, true, value))
AGAIN(eight_not_negative, uint64_t, wg_octets_get_integer_u64(r, WG_UNBOUNDED, 0, 0, 8, true),
      wg_octets_put_integer_u64(w, WG_UNBOUNDED, 0, 0, 8, true, value))
AGAIN(big_eight, wg_integer, wg_octets_get_integer_big(r, WG_UNBOUNDED, none, none, 8, false),
      wg_octets_put_integer_big(w, WG_UNBOUNDED, none, none, 8, false, value))
AGAIN(big, wg_integer, wg_octets_get_integer_big(r, WG_UNBOUNDED, none, none, WG_NO_BOUND, true),
      wg_octets_put_integer_big(w, WG_UNBOUNDED, none, none, WG_NO_BOUND, true, value))
AGAIN(big_from_zero, wg_integer, wg_octets_get_integer_big(r, WG_FROM, none, none, WG_NO_BOUND, false),
      wg_octets_put_integer_big(w, WG_FROM, none, none, WG_NO_BOUND, false, value))
AGAIN(big_four, wg_integer, wg_octets_get_integer_big(r, WG_UNBOUNDED, none, none, 4, true),
      wg_octets_put_integer_big(w, WG_UNBOUNDED, none, none, 4, true, value))
AGAIN(an_item, int32_t, wg_octets_get_enumerated_i32(r, items, 3, false), wg_octets_put_enumerated_i32(w, items, 3, false, value))
AGAIN(open_item, int32_t, wg_octets_get_enumerated_i32(r, items, 3, true), wg_octets_put_enumerated_i32(w, items, 3, true, value))
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
AGAIN(escaped, wg_string, wg_octets_get_string(r, WG_TEXT_ESCAPED, WG_NO_BOUND), wg_octets_put_string(w, WG_TEXT_ESCAPED, WG_NO_BOUND, value))
AGAIN(an_iri, wg_string, wg_octets_get_iri(r), wg_octets_put_iri(w, value))
AGAIN(a_relative, wg_oid, wg_octets_get_relative_oid(r), wg_octets_put_relative_oid(w, value))
AGAIN(an_oid, wg_oid, wg_octets_get_oid(r), wg_octets_put_oid(w, value))
AGAIN(utc, wg_string, wg_octets_get_utc_time(r), wg_octets_put_utc_time(w, value))
AGAIN(generalized, wg_string, wg_octets_get_generalized_time(r), wg_octets_put_generalized_time(w, value))
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
    {"10.4: as much as 64 bits hold", any_unsigned, "0900ffffffffffffffff", NULL, WG_OK, WG_OK},
    {"10.4: more than 64 bits hold", any_unsigned, "09010000000000000000", NULL, WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"10.4: below zero", any_unsigned, "01ff", NULL, WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"10.4: eight octets", eight_not_negative, "7fffffffffffffff", NULL, WG_OK, WG_OK},
    {"10.4: eight octets below zero", eight_not_negative, "ffffffffffffffff", NULL, WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"10.3: eight octets of any number", big_eight, "0000000000000005", NULL, WG_OK, WG_OK},
    {"10.3: eight octets of any number", big_eight, "00000000000000ff", NULL, WG_OK, WG_OK},
    {"10.4: four octets", big_four, "ffffff80", NULL, WG_OK, WG_OK},
    {"11: a small item", an_item, "05", NULL, WG_OK, WG_OK},
    {"11: a great item", an_item, "82012c", NULL, WG_OK, WG_OK},
    {"11: a small item in the long form", an_item, "8105", "05", WG_OK, WG_ERROR_CANONICAL},
    {"11: no item", an_item, "06", NULL, WG_ERROR_UNKNOWN, WG_ERROR_UNKNOWN},
    {"11: an unknown item beyond 32 bits", open_item, "850100000000", NULL, WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"11: an unknown item that stands for an index", open_item, "8480000001", NULL, WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"11: an unknown item", open_item, "81ff", NULL, WG_OK, WG_OK},
    {"11: an unknown item", any_item, "81ff", NULL, WG_OK, WG_OK},
    {"11: more than eight octets", any_item, "89010000000000000000", NULL, WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"12.4: one half", a_real, "0380ff01", NULL, WG_OK, WG_OK},
    {"12.4: another half", a_real, "0380fe02", "0380ff01", WG_OK, WG_ERROR_CANONICAL},
    {"12.4: infinity", a_real, "0140", NULL, WG_OK, WG_OK},
    {"12.4: an exponent of four octets", a_real, "0783040100000001", NULL, WG_OK, WG_OK},
    {"12.4: an exponent with its length in front", a_real, "058302010002", "0481010101", WG_OK, WG_ERROR_CANONICAL},
    {"12.4: no such special value", a_real, "0144", NULL, WG_ERROR_VALUE, WG_ERROR_VALUE},
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
    {"27: any characters", escaped, "021b41", NULL, WG_OK, WG_OK},
    {"23: OID-IRI", an_iri, "022f61", NULL, WG_OK, WG_OK},
    {"23: no UTF-8", an_iri, "02c328", NULL, WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"22: a relative object identifier", a_relative, "020304", NULL, WG_OK, WG_OK},
    {"22: no arc", a_relative, "00", NULL, WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"27: two characters", two_bmp, "00610062", NULL, WG_OK, WG_OK},
    {"27: basic rules look at ASCII alone", numeric, "0161", NULL, WG_OK, WG_ERROR_VALUE},
    {"21: an object identifier", an_oid, "032a0304", NULL, WG_OK, WG_OK},
    {"21: an arc without end", an_oid, "022a83", NULL, WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"30: UTCTime", utc, "0d3931303530363233343534305a", NULL, WG_OK, WG_OK},
    {"30: UTCTime without seconds", utc, "0b393130353036323334355a", NULL, WG_OK, WG_ERROR_CANONICAL},
    {"30: GeneralizedTime", generalized, "0f32303230303130313030303030305a", NULL, WG_OK, WG_OK},
    {"30: GeneralizedTime without seconds", generalized, "0d3230323030313031303030305a", NULL, WG_OK, WG_ERROR_CANONICAL},
    {"30: no GeneralizedTime", generalized, "0432303230", NULL, WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"29: DATE", a_date, "0207e40b15", NULL, WG_OK, WG_OK},
    {"29: a year before there were any", a_date, "01ff0101", NULL, WG_OK, WG_OK},
    {"29: TIME-OF-DAY", a_time, "173b3b", NULL, WG_OK, WG_OK},
    {"29: DATE-TIME", date_time, "0207e40b15000001", NULL, WG_OK, WG_OK},
    {"29: DURATION", duration, "83010101050102013c", NULL, WG_OK, WG_OK},
    {"29: a fraction of more digits than it states", duration, "030101" "0101" "010a", NULL, WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"29: a fraction without digits", duration, "030101" "0100" "0100", NULL, WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"29: a fraction of nothing", duration, "0101010105", NULL, WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"25: EXTERNAL", external, "80022a0381026162", NULL, WG_OK, WG_OK},
    {"25: EXTERNAL by context, with a descriptor", external, "600105016481026162", NULL, WG_OK, WG_OK},
    {"25: EXTERNAL of bits", external, "80022a038203006162", NULL, WG_OK, WG_OK},
    {"25: EXTERNAL of bits that are no octets", external, "80022a038203046160", NULL, WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"25: no such alternative", external, "80022a0383026162", NULL, WG_ERROR_UNKNOWN, WG_ERROR_UNKNOWN},
    {"25: an alternative of another class", external, "80022a0341026162", NULL, WG_ERROR_UNKNOWN, WG_ERROR_UNKNOWN},
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

/* -- what can't be written ------------------------------------------------- */

typedef void putter(wg_writer *w);

#define PUT(name, call)            \
    static void name(wg_writer *w) \
    {                              \
        call;                      \
    }

static const uint8_t eleven[2] = {0xff, 0xe0};

PUT(below, wg_octets_put_integer_u64(w, WG_BETWEEN, 5, 10, 1, false, 4))
PUT(above, wg_octets_put_integer_u64(w, WG_BETWEEN, 5, 10, 1, false, 11))
PUT(below_from, wg_octets_put_integer_u64(w, WG_FROM, 5, 0, WG_NO_BOUND, false, 4))
PUT(above_i64, wg_octets_put_integer_i64(w, WG_BETWEEN, -5, 10, 1, true, 11))
PUT(not_unsigned, wg_octets_put_integer_i64(w, WG_UNBOUNDED, 0, 0, 1, false, -1))
PUT(wide_unsigned, wg_octets_put_integer_u64(w, WG_UNBOUNDED, 0, 0, 1, false, 256))
PUT(wide_signed, wg_octets_put_integer_i64(w, WG_UNBOUNDED, 0, 0, 1, true, 128))
PUT(wide_negative, wg_octets_put_integer_i64(w, WG_UNBOUNDED, 0, 0, 1, true, -129))
PUT(beyond_signed, wg_octets_put_integer_u64(w, WG_UNBOUNDED, 0, 0, 8, true, (uint64_t)1 << 63))
PUT(big_below, wg_octets_put_integer_big(w, WG_FROM, wg_literal("\5", 1), none, WG_NO_BOUND, false, wg_literal("\4", 1)))
PUT(big_above, wg_octets_put_integer_big(w, WG_BETWEEN, wg_literal("\5", 1), wg_literal("\12", 1), 1, false, wg_literal("\13", 1)))
PUT(big_negative, wg_octets_put_integer_big(w, WG_UNBOUNDED, none, none, 4, false, wg_literal("\xff", 1)))
PUT(big_wide, wg_octets_put_integer_big(w, WG_UNBOUNDED, none, none, 4, true, wg_literal("\1\0\0\0\0", 5)))
PUT(no_item, wg_octets_put_enumerated_i64(w, items, 3, false, 6))
PUT(index_of_per, wg_octets_put_enumerated_i32(w, items, 3, true, WG_ENUM_UNKNOWN_I32 + 1))
PUT(no_real, wg_octets_put_real(w, wg_literal("\x44", 1)))
PUT(far_real, wg_octets_put_real(w, wg_literal("\x83\x08\1\0\0\0\0\0\0\0\2", 11)))
PUT(no_float, wg_octets_put_float(w, 4, wg_literal("\x44", 1)))
PUT(decimal, wg_octets_put_float(w, 8, wg_literal("\3""5.E-1", 6)))
PUT(much, wg_octets_put_float(w, 4, wg_literal("\x81\0\x80\1", 4)))
PUT(little, wg_octets_put_float(w, 4, wg_literal("\x81\xff\x6a\1", 4)))
PUT(exact_little, wg_octets_put_float(w, 4, wg_literal("\x81\xff\x6b\1", 4)))
PUT(digits_25, wg_octets_put_float(w, 4, wg_literal("\x80\0\1\0\0\1", 6)))
PUT(mantissa_9, wg_octets_put_float(w, 8, wg_literal("\x80\0\1\0\0\0\0\0\0\0\1", 11)))
PUT(mantissa_10, wg_octets_put_float(w, 8, wg_literal("\x80\0\1\0\0\0\0\0\0\0\0\1", 12)))
PUT(bits_lost, wg_octets_put_bit_string(w, false, 10, 10, wg_bits_of(eleven, 11)))
PUT(bits_filled, wg_octets_put_bit_string(w, false, 26, 26, wg_bits_of(eleven, 11)))
PUT(other_size, wg_octets_put_octet_string(w, 2, wg_literal("a", 1)))
PUT(no_utf8, wg_octets_put_string(w, WG_TEXT_UTF8, WG_NO_BOUND, wg_literal("\xff", 1)))
PUT(no_iri, wg_octets_put_iri(w, wg_literal("\xff", 1)))
PUT(no_oid, wg_octets_put_oid(w, wg_literal("\x83", 1)))
PUT(no_relative, wg_octets_put_relative_oid(w, none))
PUT(no_reference, wg_external e; memset(&e, 0, sizeof e); wg_octets_put_external(w, e))

static const struct {
    const char *clause;
    putter *put;
    const char *hex; /* NULL: refused */
    wg_error error;
} encodings[] = {
    {"10.2: below the lower bound", below, NULL, WG_ERROR_RANGE},
    {"10.2: above the upper bound", above, NULL, WG_ERROR_RANGE},
    {"10.3: below the lower bound", below_from, NULL, WG_ERROR_RANGE},
    {"10.4: above the upper bound", above_i64, NULL, WG_ERROR_RANGE},
    {"10.3: below zero", not_unsigned, NULL, WG_ERROR_RANGE},
    {"10.2: more than an octet", wide_unsigned, NULL, WG_ERROR_RANGE},
    {"10.4: more than an octet", wide_signed, NULL, WG_ERROR_RANGE},
    {"10.4: less than an octet", wide_negative, NULL, WG_ERROR_RANGE},
    {"10.4: more than eight octets", beyond_signed, NULL, WG_ERROR_RANGE},
    {"10.3: any number below the lower bound", big_below, NULL, WG_ERROR_RANGE},
    {"10.2: any number above the upper bound", big_above, NULL, WG_ERROR_RANGE},
    {"10.3: any number below zero", big_negative, NULL, WG_ERROR_RANGE},
    {"10.4: any number, more than four octets", big_wide, NULL, WG_ERROR_RANGE},
    {"11: no item", no_item, NULL, WG_ERROR_UNKNOWN},
    {"11: an item of PER whose number is unknown", index_of_per, NULL, WG_ERROR_RULES},
    {"12.4: no REAL", no_real, NULL, WG_ERROR_VALUE},
    {"12.4: an exponent beyond 56 bits", far_real, NULL, WG_ERROR_LIMIT},
    {"12.2: no REAL", no_float, NULL, WG_ERROR_VALUE},
    {"12.3: base 10", decimal, NULL, WG_ERROR_VALUE},
    {"12.2: above binary32", much, NULL, WG_ERROR_VALUE},
    {"12.2: below binary32", little, NULL, WG_ERROR_VALUE},
    {"12.2: the least of binary32", exact_little, "00000001", WG_OK},
    {"12.2: 25 binary digits", digits_25, NULL, WG_ERROR_VALUE},
    {"12.3: 65 binary digits", mantissa_9, NULL, WG_ERROR_VALUE},
    {"12.3: 73 binary digits", mantissa_10, NULL, WG_ERROR_VALUE},
    {"13.2: a bit that is set can't be dropped", bits_lost, NULL, WG_ERROR_RANGE},
    {"13.2: zeros up to the size", bits_filled, "ffe00000", WG_OK},
    {"14.1: another size", other_size, NULL, WG_ERROR_RANGE},
    {"27: no UTF-8", no_utf8, NULL, WG_ERROR_VALUE},
    {"23: no UTF-8", no_iri, NULL, WG_ERROR_VALUE},
    {"21: an arc without end", no_oid, NULL, WG_ERROR_VALUE},
    {"22: no arcs", no_relative, NULL, WG_ERROR_VALUE},
    {"X.680 37.6: no reference", no_reference, NULL, WG_ERROR_MISSING},
};

static void test_put(void)
{
    size_t i;
    for (i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        wg_writer w;
        wg_octets_writer(&w, buffer, sizeof buffer, false);
        encodings[i].put(&w);
        check(w.error == encodings[i].error, encodings[i].clause, wg_error_text(w.error));
        if (encodings[i].error == WG_OK) {
            CHECK(encodings[i].clause, check_same(wg_octets_written(&w), encodings[i].hex));
        } else {
            CHECK(encodings[i].clause, wg_octets_written(&w).size == 0);
        }
    }
}

/* 12.4: a REAL is written in canonical form; a long one is made at the end of the buffer, where the length before it
 * must not overwrite it. */
static void test_long_reals(void)
{
    static const size_t digits[] = {1, 26, 27, 122, 123, 124, 250, 251, 252, 1000};
    static char text[1001];
    size_t i, n, capacity;
    text[0] = 1;
    for (n = 1; n < sizeof text; n++) {
        text[n] = (char)('1' + n % 9);
    }
    for (i = 0; i < sizeof digits / sizeof *digits; i++) {
        /* NR1 becomes NR3: "\3", the digits, ".E+0". */
        const size_t size = 1 + digits[i] + 4, head = size < 128 ? 1 : size < 256 ? 2 : 3;
        for (capacity = size > 3 ? size - 3 : 0; capacity < size + 8; capacity++) {
            uint8_t *const room = (uint8_t *)malloc(capacity + 1);
            wg_writer w;
            wg_octets_writer(&w, room, capacity, false);
            wg_octets_put_real(&w, wg_literal(text, 1 + digits[i]));
            if (capacity < size + head) {
                CHECK("no room", w.error == WG_ERROR_SPACE);
            } else {
                const uint8_t *const at = wg_octets_written(&w).data + head;
                CHECK("12.4: the canonical form", w.error == WG_OK && wg_octets_written(&w).size == size + head && at[0] == 3 &&
                      memcmp(at + 1, text + 1, digits[i]) == 0 && memcmp(at + 1 + digits[i], ".E+0", 4) == 0);
            }
            free(room);
        }
    }
}

/* Numbers and strings that need memory, without any; and limits. */
static void test_limits(void)
{
    static const struct {
        const char *clause;
        again code;
        const char *hex;
    } memoryless[] = {{"10.3: a sign to be added", big_from_zero, "0180"}, {"13: bits to be cleared", bits, "0204ff"},
                      {"12.2: contents octets", a_float, "3f800000"}};
    static const struct {
        const char *clause;
        again code;
        const char *hex;
        bool number;
    } limited[] = {{"14: octets", octets, "0161", false}, {"14: two octets", two_octets, "6162", false}, {"13: ten bits", ten_bits, "ffc0", false},
                   {"21: arcs", an_oid, "022a03", true}, {"12.4: contents octets", a_real, "0380ff01", true}, {"10.4: any number", big, "020100", true}};
    wg_arena arena;
    size_t i;
    for (i = 0; i < sizeof memoryless / sizeof *memoryless; i++) {
        wg_octets given = check_octets(memoryless[i].hex);
        wg_reader r = reader(given, false, &arena);
        wg_writer w;
        arena.size = 0;
        wg_octets_writer(&w, buffer, sizeof buffer, false);
        memoryless[i].code(&r, &w);
        CHECK(memoryless[i].clause, r.error == WG_ERROR_ARENA);
        check_free(given);
    }
    for (i = 0; i < sizeof limited / sizeof *limited; i++) {
        wg_octets given = check_octets(limited[i].hex);
        wg_reader r = reader(given, false, &arena);
        wg_writer w;
        *(limited[i].number ? &r.limits.integer_octets : &r.limits.string_octets) = limited[i].number ? 1 : 0;
        wg_octets_writer(&w, buffer, sizeof buffer, false);
        limited[i].code(&r, &w);
        CHECK(limited[i].clause, r.error == WG_ERROR_LIMIT);
        check_free(given);
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

static void test_frames(void)
{
    static const uint8_t octets[] = {0x81, 0x02, 0x02, 0x04, 0xb1, 0x07};
    wg_arena arena;
    wg_reader r = reader(wg_octets_of(octets, sizeof octets), true, &arena);
    CHECK("8.7: another tag", !wg_octets_enter_tag(&r, WG_CONTEXT(2)) && r.error == WG_ERROR_TAG && r.error_octet == 0);
    r = reader(wg_octets_of(octets + 2, 3), true, &arena);
    CHECK("16.4: unused bits that are set", wg_octets_get_bitmap(&r).count == 0 && r.error == WG_ERROR_CANONICAL);
    r = reader(wg_octets_of(octets + 2, 3), false, &arena);
    CHECK("16.4: unused bits that are set", wg_octets_get_bitmap(&r).count == 4 && r.error == WG_OK);
    r = reader(wg_octets_of(octets + 5, 1), false, &arena);
    wg_octets_at_end(&r);
    CHECK("octets after the value", r.error == WG_ERROR_TRAILING);
    wg_arena_init(&arena, memory, sizeof memory);
    arena.trailing = WG_TRAILING_KEEP;
    wg_octets_reader(&r, octets + 5, 1, false, &arena);
    wg_octets_at_end(&r);
    CHECK("octets after the value, ignored", r.error == WG_OK && r.skipped && r.bit == r.bit_end && arena.passed == 1);
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
    test_put();
    test_long_reals();
    test_limits();
    test_tags();
    test_frames();
    test_additions();
    test_fields();
    return check_done();
}
