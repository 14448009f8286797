/* What PER can't encode or decode: numbers out of range, lengths and characters that a type doesn't allow. */
#include "wireglot/bits.h"
#include "wireglot/bits_fast.h"

#include "check.h"

static uint8_t memory[4096], buffer[1 << 17], contents[1 << 17];

static const int64_t items[2] = {1, 7};
static const uint8_t eleven[2] = {0xff, 0xe0};

static wg_writer writer(bool strict)
{
    wg_writer w;
    wg_bits_writer(&w, buffer, sizeof buffer, false, strict);
    return w;
}

/* -- reading --------------------------------------------------------------- */

typedef void getter(wg_reader *r);

#define GET(name, call)             \
    static void name(wg_reader *r)  \
    {                               \
        call;                       \
    }

static const wg_integer none = {NULL, 0};

GET(any_i64, wg_bits_get_integer_i64(r, WG_UNBOUNDED, 0, 0))
GET(any_u64, wg_bits_get_integer_u64(r, WG_UNBOUNDED, 0, 0))
GET(any_i32, wg_bits_get_integer_i32(r, WG_UNBOUNDED, 0, 0))
GET(any_u32, wg_bits_get_integer_u32(r, WG_UNBOUNDED, 0, 0))
GET(any_big, wg_bits_get_integer_big(r, WG_UNBOUNDED, none, none))
GET(from_zero, wg_bits_get_integer_u64(r, WG_FROM, 0, 0))
GET(from_five, wg_bits_get_integer_u64(r, WG_FROM, 5, 0))
GET(up_to_four, wg_bits_get_integer_u64(r, WG_BETWEEN, 0, 4))
GET(small, wg_bits_get_small_number(r))
GET(extensible, wg_bits_get_enumerated_i64(r, items, 2, NULL, 0, true))
GET(length, wg_bits_get_length(r, 0, WG_NO_BOUND))
GET(iri, wg_bits_get_iri(r))
GET(an_oid, wg_bits_get_oid(r))
GET(two_octets, wg_bits_get_octet_string(r, 2, WG_NO_BOUND))
GET(external, wg_bits_get_external(r))

static const struct {
    const char *clause;
    getter *get;
    const char *hex;
    wg_error basic;
    wg_error canonical;
} wrong[] = {
    {"X.691 11.8: not in the shortest form", any_i64, "020005", WG_OK, WG_ERROR_CANONICAL},
    {"X.691 11.8: not in the shortest form", any_u64, "020005", WG_OK, WG_ERROR_CANONICAL},
    {"X.691 11.8: not in the shortest form", any_big, "020005", WG_OK, WG_ERROR_CANONICAL},
    {"X.691 11.8: the greatest of 64 bits", any_u64, "0900ffffffffffffffff", WG_OK, WG_OK},
    {"X.691 11.8: a negative number", any_u64, "01ff", WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"X.691 11.8: above 32 bits", any_i32, "050080000000", WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"X.691 11.8: below 32 bits", any_i32, "05ff7fffffff", WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"X.691 11.8: a negative number", any_u32, "01ff", WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"X.691 11.8: above 32 bits", any_u32, "050100000000", WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"X.691 11.8: no octets", any_i64, "00", WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"X.691 11.7: above 64 bits", from_zero, "09010000000000000000", WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"X.691 11.7: the greatest of 64 bits", from_five, "08fffffffffffffffa", WG_OK, WG_OK},
    {"X.691 11.7: beyond 64 bits from the lower bound", from_five, "08fffffffffffffffb", WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"X.691 11.5: above the upper bound", up_to_four, "a0", WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"X.691 11.6: above 32 bits", small, "82808000000000", WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"X.691 14.3: an item of a later version", extensible, "80", WG_OK, WG_OK},
    {"X.691 14.3: more items than are kept apart", extensible, "c10040000000", WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"X.691 11.9: a length in fragments", length, "c1", WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"X.691 32: OID-IRI", iri, "022f61", WG_OK, WG_OK},
    {"X.691 32: not UTF-8", iri, "02c328", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"X.691 24: an arc without end", an_oid, "0183", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"X.691 17: fewer octets than the lower bound", two_octets, "0161", WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    /* Presence bits, an identifier, two bits of the choice, its data. */
    {"X.691 28: EXTERNAL by identifier", external, "80454068130b10", WG_OK, WG_OK},
    {"X.691 28: no such alternative", external, "804540780000", WG_ERROR_UNKNOWN, WG_ERROR_UNKNOWN},
    {"X.691 28, 11.2.1: a single type has an octet", external, "8045406000", WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"X.680 37.6: no reference", external, "0800", WG_ERROR_MISSING, WG_ERROR_MISSING},
};

static void test_wrong(void)
{
    size_t i;
    int strict;
    for (i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        for (strict = 0; strict < 2; strict++) {
            wg_octets octets = check_octets(wrong[i].hex);
            const wg_error expected = strict ? wrong[i].canonical : wrong[i].basic;
            wg_arena arena;
            wg_reader r;
            wg_arena_init(&arena, memory, sizeof memory);
            wg_bits_reader(&r, octets.data, octets.size, false, &arena);
            r.strict = strict != 0;
            wrong[i].get(&r);
            if (r.error != expected) {
                printf("%s: %s: %s\n", wrong[i].clause, wrong[i].hex, wg_error_text(r.error));
                check_failures++;
            }
            check_free(octets);
        }
    }
}

/* Fragments of a string (X.691 11.9.3.8) are counted together against the bounds and the limits. */
static void test_fragments(void)
{
    static const struct {
        const char *what;
        size_t size, lo, hi, most;
        wg_error error;
    } rows[] = {
        {"two fragments", 16384 + 5, 0, WG_NO_BOUND, 1 << 20, WG_OK},
        {"X.691 11.9: fewer than the lower bound", 16384 + 5, 16384 + 6, WG_NO_BOUND, 1 << 20, WG_ERROR_LENGTH},
        {"a limit reached in the second", 16384 + 5, 0, WG_NO_BOUND, 16384 + 4, WG_ERROR_LIMIT},
        {"a limit reached in the first", 16384 + 5, 0, WG_NO_BOUND, 16383, WG_ERROR_LIMIT},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_writer w = writer(false);
        wg_arena arena;
        wg_reader r;
        wg_octets got;
        wg_bits_put(&w, 0, 3);
        wg_bits_put_octet_string(&w, 0, WG_NO_BOUND, wg_octets_of(contents, rows[i].size));
        wg_arena_init(&arena, contents + sizeof contents / 2, sizeof contents / 2);
        wg_bits_reader(&r, buffer, wg_bits_written(&w).size, false, &arena);
        r.limits.string_octets = rows[i].most;
        wg_bits_take(&r, 3);
        got = wg_bits_get_octet_string(&r, rows[i].lo, rows[i].hi);
        CHECK(rows[i].what, r.error == rows[i].error && got.size == (r.error == WG_OK ? rows[i].size : 0));
    }
}

static void test_last_bits(void)
{
    static const uint8_t octets[2] = {0xa5, 0xc0};
    wg_reader r;
    wg_bits_reader(&r, octets, sizeof octets, false, NULL);
    wg_bits_take(&r, 12);
    CHECK("the last bits are the first of the number", wg_bits_last(&r, r.bit) == 0);
    wg_bits_reader(&r, octets, sizeof octets, false, NULL);
    wg_bits_take(&r, 8);
    CHECK("the last bits are the first of the number", wg_bits_last(&r, r.bit) == (uint64_t)0xc0 << 56);
    wg_bits_take(&r, 8);
    CHECK("no bits are left", wg_bits_last(&r, r.bit) == 0);
}

/* -- writing --------------------------------------------------------------- */

typedef void putter(wg_writer *w);

#define PUT(name, call)             \
    static void name(wg_writer *w)  \
    {                               \
        call;                       \
    }

PUT(u64_any, wg_bits_put_integer_u64(w, WG_UNBOUNDED, 0, 0, UINT64_MAX))
PUT(u64_from, wg_bits_put_integer_u64(w, WG_FROM, 5, 0, 261))
PUT(u64_between, wg_bits_put_integer_u64(w, WG_BETWEEN, 5, 10, 7))
PUT(u64_from_below, wg_bits_put_integer_u64(w, WG_FROM, 5, 0, 4))
PUT(u64_below, wg_bits_put_integer_u64(w, WG_BETWEEN, 5, 10, 4))
PUT(u64_above, wg_bits_put_integer_u64(w, WG_BETWEEN, 5, 10, 11))
PUT(i32_above, wg_bits_put_integer_i32(w, WG_BETWEEN, -5, 10, 11))
PUT(u32_below, wg_bits_put_integer_u32(w, WG_BETWEEN, 5, 10, 4))
PUT(big_longer, wg_bits_put_integer_big(w, WG_UNBOUNDED, none, none, wg_literal("\0\0\5", 3)))
PUT(big_below, wg_bits_put_integer_big(w, WG_FROM, wg_literal("\5", 1), none, wg_literal("\4", 1)))
PUT(big_above, wg_bits_put_integer_big(w, WG_BETWEEN, wg_literal("\5", 1), wg_literal("\12", 1), wg_literal("\13", 1)))
PUT(no_item, wg_bits_put_enumerated_i64(w, items, 2, NULL, 0, false, 2))
PUT(packed_u32, wg_pack pack = wg_pack_of_nothing(); wg_fast_pack_bounded_u32(w, &pack, WG_BETWEEN, 5, 10, 11))
PUT(packed_i32, wg_pack pack = wg_pack_of_nothing(); wg_fast_pack_bounded_i32(w, &pack, WG_BETWEEN, 5, 10, 11))
PUT(packed_item, wg_pack pack = wg_pack_of_nothing(); wg_fast_pack_listed_i32(w, &pack, items, 2, NULL, 0, false, 0))
PUT(packed_bits, wg_pack pack = wg_pack_of_nothing(); wg_fast_pack_bounded_bits(w, &pack, false, 5, 5, wg_bits_of(eleven, 4)))
PUT(packed_octets, wg_pack pack = wg_pack_of_nothing(); wg_fast_pack_bounded_octets(w, &pack, 2, 2, wg_literal("a", 1)))
PUT(null, wg_bits_put_null(w); wg_bits_put_boolean(w, true))
PUT(no_length, wg_bits_put_small_length(w, 0))
PUT(long_length, wg_bits_put_length(w, 0, WG_NO_BOUND, 16384))
PUT(named_fixed, wg_bits_put_bit_string(w, true, 13, 13, wg_bits_of(eleven, 11)))
PUT(named_ranged, wg_bits_put_bit_string(w, true, 13, 16, wg_bits_of(eleven, 11)))
PUT(named_wide, wg_bits_put_bit_string(w, true, 17, 40, wg_bits_of(eleven, 11)))
PUT(named_lost, wg_bits_put_bit_string(w, true, 0, 10, wg_bits_of(eleven, 11)))
PUT(put_iri, wg_bits_put_iri(w, wg_literal("/a", 2)))
PUT(no_iri, wg_bits_put_iri(w, wg_literal("\xc3(", 2)))
PUT(no_oid, wg_bits_put_oid(w, wg_literal("\x83", 1)))
PUT(no_relative, wg_bits_put_relative_oid(w, none))
PUT(no_real, wg_bits_put_real(w, wg_literal("\x44", 1)))
PUT(far_real, wg_bits_put_real(w, wg_literal("\x83\x08\1\0\0\0\0\0\0\0\2", 11)))
PUT(few_characters, wg_bits_put_known_multiplier(w, 1, NULL, 0, 7, 0x7f, 0, WG_NO_BOUND, wg_literal("ab\x80", 3)))
PUT(more_characters, wg_bits_put_known_multiplier(w, 1, NULL, 0, 7, 0x7f, 0, WG_NO_BOUND, wg_literal("abcdefghijkl\x80", 13)))
PUT(above_top, wg_bits_put_known_multiplier(w, 1, NULL, 0, 7, 'y', 0, WG_NO_BOUND, wg_literal("abcdefghijklz", 13)))
PUT(many_characters, wg_bits_put_known_multiplier(w, 1, NULL, 0, 7, 0x7f, 0, WG_NO_BOUND, wg_octets_of(contents + 100, 300)))
PUT(too_few, wg_bits_put_octet_string(w, 2, 5, wg_literal("a", 1)))
PUT(too_many, wg_bits_put_octet_string(w, 0, 5, wg_literal("abcdef", 6)))
PUT(no_reference, wg_external e; memset(&e, 0, sizeof e); wg_bits_put_external(w, e))

static const struct {
    const char *clause;
    putter *put;
    const char *unaligned; /* NULL: refused */
    const char *aligned;
    wg_error error;
} encodings[] = {
    {"X.691 11.8", u64_any, "0900ffffffffffffffff", "0900ffffffffffffffff", WG_OK},
    {"X.691 11.7", u64_from, "020100", "020100", WG_OK},
    {"X.691 11.5", u64_between, "40", "40", WG_OK},
    {"X.691 11.7: below the lower bound", u64_from_below, NULL, NULL, WG_ERROR_RANGE},
    {"X.691 11.5: below the lower bound", u64_below, NULL, NULL, WG_ERROR_RANGE},
    {"X.691 11.5: above the upper bound", u64_above, NULL, NULL, WG_ERROR_RANGE},
    {"X.691 11.5: above the upper bound", i32_above, NULL, NULL, WG_ERROR_RANGE},
    {"X.691 11.5: below the lower bound", u32_below, NULL, NULL, WG_ERROR_RANGE},
    {"X.691 11.4: in its shortest form", big_longer, "0105", "0105", WG_OK},
    {"X.691 11.7: below the lower bound", big_below, NULL, NULL, WG_ERROR_RANGE},
    {"X.691 11.5: above the upper bound", big_above, NULL, NULL, WG_ERROR_RANGE},
    {"X.691 14: no item", no_item, NULL, NULL, WG_ERROR_UNKNOWN},
    {"X.691 11.5: above the upper bound, packed", packed_u32, NULL, NULL, WG_ERROR_RANGE},
    {"X.691 11.5: above the upper bound, packed", packed_i32, NULL, NULL, WG_ERROR_RANGE},
    {"X.691 14: no item, packed", packed_item, NULL, NULL, WG_ERROR_UNKNOWN},
    {"X.691 16: another size, packed", packed_bits, NULL, NULL, WG_ERROR_RANGE},
    {"X.691 17: another size, packed", packed_octets, NULL, NULL, WG_ERROR_RANGE},
    {"X.691 18: NULL has no bits", null, "80", "80", WG_OK},
    {"X.691 11.9.3.4: a length is at least one", no_length, NULL, NULL, WG_ERROR_RANGE},
    {"X.691 11.9: a length without fragments", long_length, NULL, NULL, WG_ERROR_RANGE},
    {"X.691 16.2: named bits get zeros up to a fixed size", named_fixed, "ffe0", "ffe0", WG_OK},
    {"X.691 16.2: named bits get zeros up to the lower bound", named_ranged, "3ff8", "00ffe0", WG_OK},
    {"X.691 16.2: named bits get zeros up to the lower bound", named_wide, "07ff00", "00ffe000", WG_OK},
    {"X.691 16.2: a bit that is set can't be dropped", named_lost, NULL, NULL, WG_ERROR_RANGE},
    {"X.691 32: OID-IRI", put_iri, "022f61", "022f61", WG_OK},
    {"X.691 32: not UTF-8", no_iri, NULL, NULL, WG_ERROR_VALUE},
    {"X.691 24: an arc without end", no_oid, NULL, NULL, WG_ERROR_VALUE},
    {"X.691 25: no arcs", no_relative, NULL, NULL, WG_ERROR_VALUE},
    {"X.691 15: no REAL", no_real, NULL, NULL, WG_ERROR_VALUE},
    {"X.691 15: an exponent beyond 56 bits", far_real, NULL, NULL, WG_ERROR_LIMIT},
    {"X.691 30: no character of seven bits", few_characters, NULL, NULL, WG_ERROR_VALUE},
    {"X.691 30: no character of seven bits", more_characters, NULL, NULL, WG_ERROR_VALUE},
    {"X.691 30: above the permitted alphabet", above_top, NULL, NULL, WG_ERROR_VALUE},
    {"X.691 30: no character of seven bits", many_characters, NULL, NULL, WG_ERROR_VALUE},
    {"X.691 17: fewer than the lower bound", too_few, NULL, NULL, WG_ERROR_RANGE},
    {"X.691 17: more than the upper bound", too_many, NULL, NULL, WG_ERROR_RANGE},
    {"X.680 37.6: no reference", no_reference, NULL, NULL, WG_ERROR_MISSING},
};

static void test_put(void)
{
    size_t i;
    int aligned;
    memset(contents, 'a', 100 + 299);
    contents[100 + 299] = 0x80;
    for (i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        for (aligned = 0; aligned < 2; aligned++) {
            const char *const wanted = aligned ? encodings[i].aligned : encodings[i].unaligned;
            wg_writer w;
            wg_bits_writer(&w, buffer, sizeof buffer, aligned != 0, false);
            encodings[i].put(&w);
            wg_bits_complete(&w);
            check(w.error == encodings[i].error, encodings[i].clause, wg_error_text(w.error));
            if (wanted) {
                CHECK(encodings[i].clause, check_same(wg_bits_written(&w), wanted));
            } else {
                CHECK(encodings[i].clause, wg_bits_written(&w).size == 0);
            }
        }
    }
}

/* X.691 15.1: a REAL is written in its canonical form; a long one is made at the end of the buffer, where the length
 * before it must not overwrite it. */
static void test_long_reals(void)
{
    static const size_t digits[] = {1, 20, 25, 31, 120, 125, 126, 127, 128, 129, 1000, 16380, 16390, 40000};
    static char text[40002];
    size_t i, n, capacity;
    unsigned shift;
    for (i = 0; i < sizeof digits / sizeof *digits; i++) {
        /* NR1 becomes NR3: "\3", the digits, ".E+0". */
        const size_t size = 1 + digits[i] + 4;
        const size_t lengths = size < 128 ? 1 : size < 32768 ? 2 : 3;
        text[0] = 1;
        for (n = 0; n < digits[i]; n++) {
            text[1 + n] = (char)('1' + n % 9);
        }
        for (shift = 0; shift < 16; shift += 3) {
            for (capacity = size > 3 ? size - 3 : 0; capacity < size + 12; capacity++) {
                const bool aligned = shift & 1;
                uint8_t *const room = (uint8_t *)malloc(capacity + 1);
                const size_t before = aligned ? (shift + 7) / 8 : 0;
                const size_t bits = aligned ? 8 * (before + size + lengths) : shift + 8 * (size + lengths);
                wg_writer w;
                wg_reader r;
                wg_arena arena;
                wg_octets got;
                wg_bits_writer(&w, room, capacity, aligned, false);
                wg_bits_put(&w, 0, shift);
                wg_bits_put_real(&w, wg_literal(text, 1 + digits[i]));
                wg_bits_complete(&w);
                CHECK("X.691 15.1: it fits", (w.error == WG_OK) == (8 * capacity >= bits));
                if (w.error == WG_OK) {
                    wg_arena_init(&arena, contents, sizeof contents);
                    wg_bits_reader(&r, room, capacity, aligned, &arena);
                    wg_bits_take(&r, shift);
                    got = wg_bits_get_real(&r);
                    CHECK("X.690 11.3.2: the canonical form", r.error == WG_OK && got.size == size && got.data[0] == 3 &&
                          memcmp(got.data + 1, text + 1, digits[i]) == 0 && memcmp(got.data + 1 + digits[i], ".E+0", 4) == 0);
                } else {
                    CHECK("no room", w.error == WG_ERROR_SPACE);
                }
                free(room);
            }
        }
    }
}

/* Additions of a later version that are not in order, as no reader returns them. */
static void test_unknown_order(void)
{
    wg_unknown first, second;
    wg_writer w = writer(false);
    memset(&first, 0, sizeof first);
    second = first;
    first.next = &second;
    first.index = 3;
    second.index = 2;
    first.value = second.value = wg_any_of(wg_literal("a", 1), WG_RULES_UPER);
    wg_bits_put_unknown_bits(&w, 1, &first);
    CHECK("X.691 19.7: additions in order", w.error == WG_ERROR_UNKNOWN);
}

int main(void)
{
    test_wrong();
    test_put();
    test_fragments();
    test_last_bits();
    test_long_reals();
    test_unknown_order();
    return check_done();
}
