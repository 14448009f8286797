/* Leaves and frames of PER, by clause of X.691. */
#include "wireglot/bits.h"

#include "check.h"

static uint8_t memory[1 << 20];
static uint8_t buffer[1 << 20];
static uint8_t contents[1 << 18];

static wg_writer writer(bool aligned)
{
    wg_writer w;
    wg_bits_writer(&w, buffer, sizeof buffer, aligned, false);
    return w;
}

static wg_reader reader(wg_octets octets, bool aligned, wg_arena *arena)
{
    wg_reader r;
    wg_arena_init(arena, memory, sizeof memory);
    wg_bits_reader(&r, octets.data, octets.size, aligned, arena);
    return r;
}

/* -- INTEGER --------------------------------------------------------------- */

/* Each after one bit that is set. */
static const struct {
    const char *clause;
    wg_bounds bounds;
    int64_t lo, hi, value;
    const char *unaligned;
    const char *aligned;
} integers[] = {
    {"11.5.4: one value takes no bits", WG_BETWEEN, 7, 7, 7, "80", "80"},
    {"11.5.6: as many bits as the range needs", WG_BETWEEN, 3, 6, 6, "e0", "e0"},
    {"11.5.7.1: 255 values", WG_BETWEEN, 0, 254, 254, "ff00", "ff00"},
    {"11.5.7.2: 256 values take an octet", WG_BETWEEN, 0, 255, 1, "8080", "8001"},
    {"11.5.7.3: up to 65536 values take two", WG_BETWEEN, 1, 65536, 257, "808000", "800100"},
    {"11.5.7.4: more take a length", WG_BETWEEN, 0, 65536, 256, "804000", "a00100"},
    {"11.5.7.4: more take a length", WG_BETWEEN, INT64_MIN, INT64_MAX, INT64_MIN, "800000000000000000", "8000"},
    {"11.7: semi-constrained", WG_FROM, -1, 0, 4096, "81080080", "80021001"},
    {"11.7: semi-constrained, 128 above", WG_FROM, 0, 0, 128, "80c000", "800180"},
    {"11.8: unconstrained", WG_UNBOUNDED, 0, 0, 128, "81004000", "80020080"},
    {"11.8: unconstrained", WG_UNBOUNDED, 0, 0, -128, "80c000", "800180"},
};

static void test_integers(void)
{
    size_t i;
    int aligned;
    for (i = 0; i < sizeof integers / sizeof *integers; i++) {
        for (aligned = 0; aligned < 2; aligned++) {
            const char *wanted = aligned ? integers[i].aligned : integers[i].unaligned;
            wg_octets octets = check_octets(wanted);
            wg_writer w = writer(aligned != 0);
            wg_arena arena;
            wg_reader r = reader(octets, aligned != 0, &arena);
            wg_bits_put_boolean(&w, true);
            wg_bits_put_integer_i64(&w, integers[i].bounds, integers[i].lo, integers[i].hi, integers[i].value);
            wg_bits_complete(&w);
            CHECK(integers[i].clause, check_same(wg_bits_written(&w), wanted));
            CHECK(integers[i].clause, wg_bits_get_boolean(&r));
            CHECK(integers[i].clause,
                  wg_bits_get_integer_i64(&r, integers[i].bounds, integers[i].lo, integers[i].hi) == integers[i].value);
            wg_bits_finish(&r);
            CHECK(integers[i].clause, r.error == WG_OK);
            check_free(octets);
        }
    }
}

/* The same numbers with the functions for numbers of any size. */
static void test_big_integers(void)
{
    size_t i;
    int aligned;
    for (i = 0; i < sizeof integers / sizeof *integers; i++) {
        for (aligned = 0; aligned < 2; aligned++) {
            const char *wanted = aligned ? integers[i].aligned : integers[i].unaligned;
            uint8_t lo[9], hi[9], value[9];
            wg_integer l = wg_integer_from_i64(integers[i].lo, lo), h = wg_integer_from_i64(integers[i].hi, hi);
            wg_integer v = wg_integer_from_i64(integers[i].value, value);
            wg_octets octets = check_octets(wanted);
            wg_writer w = writer(aligned != 0);
            wg_arena arena;
            wg_reader r = reader(octets, aligned != 0, &arena);
            wg_bits_put_boolean(&w, true);
            wg_bits_put_integer_big(&w, integers[i].bounds, l, h, v);
            wg_bits_complete(&w);
            CHECK(integers[i].clause, check_same(wg_bits_written(&w), wanted));
            wg_bits_get_boolean(&r);
            CHECK(integers[i].clause,
                  wg_octets_equal(wg_bits_get_integer_big(&r, integers[i].bounds, l, h), v));
            CHECK(integers[i].clause, r.error == WG_OK);
            check_free(octets);
        }
    }
}

/* -- lengths --------------------------------------------------------------- */

static void test_small(void)
{
    static const struct {
        uint32_t value;
        const char *number;
        const char *length;
    } rows[] = {{1, "02", "00"}, {63, "7e", "7c"}, {64, "80a000", "7e"}, {65, "80a080", "a080"}, {256, "81008000", "c08000"}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_writer w = writer(false);
        wg_octets octets = check_octets(rows[i].number);
        wg_arena arena;
        wg_reader r = reader(octets, false, &arena);
        wg_bits_put_small_number(&w, rows[i].value);
        wg_bits_complete(&w);
        CHECK("11.6", check_same(wg_bits_written(&w), rows[i].number));
        CHECK("11.6", wg_bits_get_small_number(&r) == rows[i].value);
        check_free(octets);
        w = writer(false);
        wg_bits_put_small_length(&w, rows[i].value);
        wg_bits_complete(&w);
        CHECK("11.9.3.4", check_same(wg_bits_written(&w), rows[i].length));
        octets = check_octets(rows[i].length);
        r = reader(octets, false, &arena);
        CHECK("11.9.3.4", wg_bits_get_small_length(&r) == rows[i].value);
        check_free(octets);
    }
}

/* Octet strings and open types of sizes at which determinants change, starting at any bit. */
static void test_fragments(void)
{
    static const struct {
        size_t size;
        size_t determinants; /* octets */
    } rows[] = {{0, 1}, {127, 1}, {128, 2}, {16383, 2}, {16384, 2}, {16384 + 1, 2}, {32768 + 200, 3},
                {65536, 2}, {65536 + 16384, 3}, {131072 + 3, 3}};
    size_t i, n;
    unsigned shift;
    for (n = 0; n < sizeof contents; n++) {
        contents[n] = (uint8_t)(n * 7 + n / 251);
    }
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (shift = 0; shift < 16; shift++) {
            wg_octets value = wg_octets_of(contents, rows[i].size), got;
            wg_writer w = writer(shift % 2 != 0);
            wg_arena arena;
            wg_reader r;
            wg_bits_frame outer;
            wg_any rest;
            size_t place;
            wg_bits_put(&w, 0, shift / 2);
            wg_bits_put_octet_string(&w, 0, WG_NO_BOUND, value);
            place = wg_bits_open(&w);
            wg_bits_put_rest(&w, wg_any_of(value, WG_RULES_ANY));
            wg_bits_close(&w, place);
            wg_bits_put(&w, 0x55, 7);
            wg_bits_complete(&w);
            if (shift == 0) {
                CHECK("11.9.3.8", wg_bits_written(&w).size == 2 * (rows[i].size + rows[i].determinants) + 1);
            }
            r = reader(wg_bits_written(&w), shift % 2 != 0, &arena);
            wg_bits_take(&r, shift / 2);
            got = wg_bits_get_octet_string(&r, 0, WG_NO_BOUND);
            CHECK("11.9.3.8", wg_octets_equal(got, value));
            CHECK("11.2.1", wg_bits_enter(&r, &outer));
            rest = wg_bits_get_rest(&r);
            got = wg_octets_of(rest.data, rest.size);
            CHECK("11.2.1", wg_octets_equal(got, value));
            wg_bits_leave(&r, &outer);
            CHECK("11.2.1", wg_bits_take(&r, 7) == 0x55);
            wg_bits_finish(&r);
            CHECK("11.1", r.error == WG_OK);
        }
    }
}

static void test_empty_open_type(void)
{
    wg_writer w = writer(false);
    wg_bits_close(&w, wg_bits_open(&w));
    CHECK("11.2.1, 11.1.3: no bits are one zero octet", check_same(wg_bits_written(&w), "0100"));
}

static void get_octets(wg_reader *r)
{
    wg_bits_get_octet_string(r, 0, WG_NO_BOUND);
}

static void get_bits(wg_reader *r)
{
    wg_bits_get_bit_string(r, false, 0, WG_NO_BOUND);
}

static void get_ia5(wg_reader *r)
{
    wg_bits_get_known_multiplier(r, 1, NULL, 0, 7, 0x7f, 0, WG_NO_BOUND);
}

static void get_bmp(wg_reader *r)
{
    wg_bits_get_known_multiplier(r, 2, NULL, 0, 16, 0xffff, 0, WG_NO_BOUND);
}

static void get_utf8(wg_reader *r)
{
    wg_bits_get_utf8_string(r);
}

static void get_integer(wg_reader *r)
{
    wg_bits_get_integer_big(r, WG_UNBOUNDED, wg_octets_of(NULL, 0), wg_octets_of(NULL, 0));
}

static void get_oid(wg_reader *r)
{
    wg_bits_get_oid(r);
}

static void get_real(wg_reader *r)
{
    wg_bits_get_real(r);
}

static void test_strings(void)
{
    static const uint32_t alphabet[4] = {'a', 'c', 'g', 't'};
    wg_writer w = writer(false);
    wg_arena arena;
    wg_octets octets;
    wg_reader r;
    wg_bits_put_known_multiplier(&w, 1, alphabet, 4, 2, 't', 0, WG_NO_BOUND, wg_literal("gattaca", 7));
    wg_bits_complete(&w);
    CHECK("30.5.4: by place in the alphabet", check_same(wg_bits_written(&w), "078f10"));
    octets = check_octets("078f10");
    r = reader(octets, false, &arena);
    CHECK("30.5.4: by place in the alphabet",
          wg_octets_equal(wg_bits_get_known_multiplier(&r, 1, alphabet, 4, 2, 't', 0, WG_NO_BOUND), wg_literal("gattaca", 7)));
    check_free(octets);
    w = writer(false);
    wg_bits_put_known_multiplier(&w, 1, alphabet, 4, 2, 't', 0, WG_NO_BOUND, wg_literal("x", 1));
    CHECK("30.5.4: not of the alphabet", w.error == WG_ERROR_VALUE);
}

/* Each octet at a place of a string, against a character at a time. The alphabet has less than 2^bits characters. */
static void test_places(const char *known, unsigned bits, size_t n, size_t wrong)
{
    const size_t count = strlen(known);
    uint32_t alphabet[64];
    unsigned octet;
    size_t i;
    for (i = 0; i < count; i++) {
        alphabet[i] = (uint32_t)known[i];
    }
    for (octet = 0; octet < 256; octet++) {
        const char *const found = octet ? strchr(known, (int)octet) : NULL;
        wg_writer w = writer(false), by_one = writer(false);
        wg_arena arena;
        wg_reader r;
        wg_string got;
        for (i = 0; i < n; i++) {
            contents[i] = (uint8_t)known[(i * 7 + n) % count];
        }
        contents[wrong] = (uint8_t)octet;
        wg_bits_put(&w, 1, n % 8);
        wg_bits_put_known_multiplier(&w, 1, alphabet, count, bits, alphabet[count - 1], 0, WG_NO_BOUND, wg_octets_of(contents, n));
        CHECK("30.5.4: by place in the alphabet", (w.error == WG_OK) == (found != NULL));
        wg_bits_put(&by_one, 1, n % 8);
        wg_bits_put_length(&by_one, 0, WG_NO_BOUND, n);
        for (i = 0; i < n; i++) {
            const char *const at = i == wrong ? found : strchr(known, contents[i]);
            wg_bits_put(&by_one, at ? (uint64_t)(at - known) : count + octet % ((1u << bits) - count), bits);
        }
        CHECK("30.5.4: by place in the alphabet", !found || wg_octets_equal(wg_bits_written(&w), wg_bits_written(&by_one)));
        r = reader(wg_bits_written(&by_one), false, &arena);
        wg_bits_take(&r, n % 8);
        got = wg_bits_get_known_multiplier(&r, 1, alphabet, count, bits, alphabet[count - 1], 0, WG_NO_BOUND);
        CHECK("30.5.4: by place in the alphabet", found ? wg_octets_equal(got, wg_octets_of(contents, n)) : r.error == WG_ERROR_VALUE);
        CHECK("behind the wrong one", found || r.error_octet * 8 + r.error_bit == n % 8 + 8 + bits * (wrong + 1));
    }
}

static void test_alphabets(void)
{
    size_t n, wrong;
    for (n = 1; n < 19; n++) {
        for (wrong = 0; wrong < n; wrong++) {
            test_places(" 0123456789", 4, n, wrong);
        }
    }
    for (n = 1; n < 48; n += 5) {
        for (wrong = 0; wrong < n; wrong += n < 30 ? 4 : 1) {
            test_places("-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy", 6, n, wrong);
            test_places("+09AZ", 3, n, wrong);
        }
    }
}

/* Characters of an alphabet of one, in as many fragments as they need. */
static void test_one_character(void)
{
    static const uint32_t alphabet[1] = {'a'};
    static const size_t counts[] = {0, 1, 127, 128, 16383, 16384, 16385, 65535, 65536};
    size_t i;
    for (i = 0; i < sizeof counts / sizeof *counts; i++) {
        const size_t n = counts[i];
        wg_writer w = writer(i % 2 != 0);
        wg_arena arena;
        wg_reader r;
        wg_string got;
        memset(contents, 'a', n);
        wg_bits_put_known_multiplier(&w, 1, alphabet, 1, 0, 'a', 0, WG_NO_BOUND, wg_octets_of(contents, n));
        r = reader(wg_bits_written(&w), i % 2 != 0, &arena);
        got = wg_bits_get_known_multiplier(&r, 1, alphabet, 1, 0, 'a', 0, WG_NO_BOUND);
        CHECK("11.9.3.8: fragments of characters of no bits", r.error == WG_OK && wg_octets_equal(got, wg_octets_of(contents, n)));
        r = reader(wg_bits_written(&w), i % 2 != 0, &arena);
        r.limits.empty_elements = n / 2;
        got = wg_bits_get_known_multiplier(&r, 1, alphabet, 1, 0, 'a', 0, WG_NO_BOUND);
        CHECK("characters of no bits are counted", r.error == (n ? WG_ERROR_LIMIT : WG_OK) && got.size == 0);
        r = reader(wg_bits_written(&w), i % 2 != 0, &arena);
        got = wg_bits_get_known_multiplier(&r, 1, alphabet, 1, 0, 'a', n + 1, WG_NO_BOUND);
        CHECK("10.6: fewer than there may be", r.error == WG_ERROR_LENGTH && got.size == 0);
    }
}

/* Strings of `size` octets that are rejected if the limit is lower; numbers have a separate limit. */
static void test_limits(void)
{
    static const struct {
        const char *what;
        void (*get)(wg_reader *r);
        const char *octets;
        size_t size;
        bool number;
    } rows[] = {
        {"OCTET STRING", get_octets, "0461626364", 4, false},
        {"BIT STRING", get_bits, "1b61626360", 4, false},
        {"IA5String", get_ia5, "05c38b1e46c0", 5, false},
        {"BMPString", get_bmp, "0200610062", 4, false},
        {"UTF8String", get_utf8, "0461626364", 4, false},
        {"INTEGER", get_integer, "0461626364", 4, true},
        {"OBJECT IDENTIFIER", get_oid, "0461626364", 4, true},
        {"REAL", get_real, "0480000101", 4, true},
    };
    size_t i, most;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_octets octets = check_octets(rows[i].octets);
        for (most = rows[i].size - 1; most <= rows[i].size; most++) {
            wg_arena arena;
            wg_reader r = reader(octets, false, &arena);
            *(rows[i].number ? &r.limits.integer_octets : &r.limits.string_octets) = most;
            *(rows[i].number ? &r.limits.string_octets : &r.limits.integer_octets) = 1;
            rows[i].get(&r);
            CHECK(rows[i].what, r.error == (most < rows[i].size ? WG_ERROR_LIMIT : WG_OK));
        }
        check_free(octets);
    }
}

/* Invalid characters, and octets that are not whole characters. */
static void test_no_characters(void)
{
    static const char *const wide[] = {"\000\000\330\000", "\000\000\337\377", "\000\021\000\000", "\377\377\377\377"};
    size_t i;
    wg_writer w = writer(false);
    for (i = 0; i < sizeof wide / sizeof *wide; i++) {
        w = writer(false);
        wg_bits_put_known_multiplier(&w, 4, NULL, 0, 32, UINT32_MAX, 0, WG_NO_BOUND, wg_octets_of((const uint8_t *)wide[i], 4));
        CHECK("X.680 41: no character of UniversalString", w.error == WG_ERROR_VALUE);
    }
    w = writer(false);
    wg_bits_put_known_multiplier(&w, 2, NULL, 0, 16, 0xffff, 0, WG_NO_BOUND, wg_literal("\330\000", 2));
    CHECK("X.680 41: no character of BMPString", w.error == WG_ERROR_VALUE);
    w = writer(false);
    wg_bits_put_known_multiplier(&w, 2, NULL, 0, 16, 0xffff, 1, 3, wg_literal("\000a\000b\000", 5));
    CHECK("half a character", w.error == WG_ERROR_VALUE);
}

/* No buffer at all: only a length or nothing is written. */
static void test_no_buffer(void)
{
    wg_writer w;
    wg_bits_writer(&w, NULL, 0, false, false);
    wg_bits_put_known_multiplier(&w, 1, NULL, 0, 7, 0x7f, 0, WG_NO_BOUND, wg_octets_of(NULL, 0));
    CHECK("no buffer", w.error == WG_ERROR_SPACE);
    w = writer(false);
    wg_bits_put_known_multiplier(&w, 1, NULL, 0, 7, 0x7f, 0, 70000, wg_octets_of(NULL, 0));
    wg_bits_complete(&w);
    CHECK("no characters", check_same(wg_bits_written(&w), "00"));
}

static void test_ends(void)
{
    static const uint8_t zeros[2] = {0, 0};
    wg_arena arena;
    wg_reader r = reader(wg_octets_of(zeros, 1), false, &arena);
    wg_writer w = writer(false);
    wg_bits_finish(&r);
    CHECK("11.1.3: no bits are one zero octet", r.error == WG_OK);
    r = reader(wg_octets_of(zeros, 2), false, &arena);
    wg_bits_finish(&r);
    CHECK("11.1.3: and not two", r.error == WG_ERROR_TRAILING);
    wg_bits_complete(&w);
    CHECK("11.1.3: no bits are one zero octet", check_same(wg_bits_written(&w), "00"));
    r = reader(wg_octets_of(zeros, 1), false, &arena);
    CHECK("beyond the end all is zero", wg_bits_take(&r, 9) == 0 && r.error == WG_ERROR_END);
    CHECK("beyond the end all is zero", wg_bits_get_octet_string(&r, 0, WG_NO_BOUND).size == 0);
    r = wg_bits_nested(&r, wg_octets_of(NULL, 0), false, false);
    CHECK("no octets at all", wg_bits_take(&r, 1) == 0 && r.error == WG_ERROR_END);
    wg_bits_reader(&r, NULL, 0, false, &arena);
    CHECK("no octets at all", wg_bits_take(&r, 1) == 0 && r.error == WG_ERROR_END);
}

/* An error in a string that contains an encoding has its place in the message, though the string is copied. */
static void test_places_inside(void)
{
    wg_writer w = writer(false);
    wg_arena arena;
    wg_reader outer, middle, inner;
    wg_octets octets;
    wg_result result;
    /* A bit and a string; in it, another bit and another string. */
    wg_bits_put(&w, 1, 1);
    wg_bits_put(&w, 3, 8);
    wg_bits_put(&w, 1, 1);
    wg_bits_put(&w, 1, 8);
    wg_bits_put(&w, 0xff, 8);
    wg_bits_put(&w, 0, 7);
    wg_bits_complete(&w);
    outer = reader(wg_bits_written(&w), false, &arena);
    wg_bits_take(&outer, 1);
    octets = wg_bits_get_octet_string(&outer, 0, WG_NO_BOUND);
    middle = wg_bits_nested(&outer, octets, false, false);
    wg_bits_take(&middle, 1);
    octets = wg_bits_get_octet_string(&middle, 0, WG_NO_BOUND);
    inner = wg_bits_nested(&middle, octets, false, false);
    wg_bits_take(&inner, 5);
    wg_fail(&inner, WG_ERROR_VALUE);
    wg_nested_done(&middle, &inner);
    wg_nested_done(&outer, &middle);
    result = wg_reader_result(&outer);
    CHECK("the place", result.error == WG_ERROR_VALUE && result.octet == 2 && result.bit == 7);
}

int main(void)
{
    test_integers();
    test_big_integers();
    test_small();
    test_fragments();
    test_empty_open_type();
    test_strings();
    test_alphabets();
    test_one_character();
    test_limits();
    test_no_characters();
    test_no_buffer();
    test_ends();
    test_places_inside();
    return check_done();
}
