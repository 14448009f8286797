/* Terminals and values of text protocols, with a lexis of a few characters and no keywords; names of H.248. */
#include "wireglot/h248.h"

#include "check.h"

#include <stdlib.h>

enum { END = 32 }; /* the set of this grammar: what ends a text */

static uint64_t sets[256];
static const uint16_t no_index[2] = {0, 0};
static const wg_keyword no_keyword = {0, "", 0, 0};
static const wg_charset space = {{4, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0}};
static const wg_charset word = {{168, 248, 248, 248, 248, 248, 248, 248, 248, 248, 240, 80, 80, 80, 80, 80}};
static const wg_charset no_end = {{255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 95, 255, 255}};
static wg_lexis lexis;
static uint8_t memory[1024];
static uint8_t buffer[256];

static void make_lexis(void)
{
    unsigned i;
    for (i = 0; i < 256; i++) {
        const bool digit = i >= '0' && i <= '9', upper = i >= 'A' && i <= 'Z', lower = i >= 'a' && i <= 'z';
        sets[i] = (i == ' ' || i == '\t' || i == '\n' ? WG_SCAN_SPACE | WG_SCAN_GAP : 0) | (i == ';' ? WG_SCAN_GAP : 0) |
                  (digit || upper || lower ? WG_SCAN_WORD : 0) | (upper ? WG_SCAN_UPPER : 0) | (i == ']' || i == '}' ? END : 0);
    }
    lexis.sets = sets;
    lexis.space = &space;
    lexis.word = &word;
    lexis.keywords = &no_keyword;
    lexis.index = no_index;
    lexis.longest = 8;
    lexis.shift = 63;
}

static wg_octets octets_of(const char *text)
{
    return wg_literal(text, strlen(text));
}

static wg_scan scan(const char *text, wg_arena *arena)
{
    wg_scan t;
    wg_arena_init(arena, memory, sizeof memory);
    wg_scan_begin(&t, &lexis, (const uint8_t *)text, strlen(text), arena);
    return t;
}

static bool is(wg_octets octets, const char *text)
{
    return wg_octets_equal(octets, octets_of(text));
}

/* -- reading --------------------------------------------------------------- */

static void test_places(void)
{
    static const char text[] = "ab\ncd\n\nef";
    static const size_t rows[][3] = {{0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {5, 2, 3}, {6, 3, 1}, {7, 4, 1}, {9, 4, 3}, {99, 4, 3}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        const wg_scan_place place = wg_scan_place_of((const uint8_t *)text, sizeof text - 1, rows[i][0]);
        CHECK("lines end with a line feed", place.line == rows[i][1] && place.column == rows[i][2]);
    }
}

/* Runs of every length at every place of a text, in a text of just that size. */
static void test_spans(void)
{
    enum { LONGEST = 40 };
    size_t size, from, length, most;
    for (size = 0; size <= LONGEST; size++) {
        for (from = 0; from <= size; from++) {
            for (length = 0; from + length <= size; length++) {
                uint8_t *const text = (uint8_t *)malloc(size ? size : 1), *const at = text + from;
                memset(text, 'a', size);
                if (from + length < size) {
                    at[length] = length % 2 ? 0xe1 : '-';
                }
                CHECK("a run", wg_scan_span(sets, &word, text, at, text + size, WG_SCAN_WORD, SIZE_MAX) == at + length);
                CHECK("one at a time", wg_scan_span(sets, NULL, text, at, text + size, WG_SCAN_WORD, SIZE_MAX) == at + length);
                for (most = 1; most < LONGEST; most += 7) {
                    const uint8_t *const end = wg_scan_run(sets, &word, text, at, text + size, WG_SCAN_WORD, WG_SCAN_WORD, 1, most);
                    CHECK("a run with a size", end == (length >= 1 && length <= most ? at + length : NULL));
                }
                free(text);
            }
        }
    }
}

/* The last eight characters of a keyword may overlap the first eight, also where one has bit 5 clear. */
static void test_keywords(void)
{
    static const char *const spellings[] = {"a_bcdefgh", "abc_defghi", "abcdefg_hijklmn", "abcdefghi_jklmnopq", "abcdefghijklmnop_qrs"};
    static const uint16_t index[3] = {1, 1, 0};
    uint64_t own_sets[256];
    size_t i;
    for (i = 0; i < 256; i++) {
        own_sets[i] = sets[i] | (i == '_' ? WG_SCAN_WORD : 0) | (i == 'a' ? WG_SCAN_FIRST : 0);
    }
    for (i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        const size_t size = strlen(spellings[i]);
        wg_lexis own = lexis;
        wg_keyword keyword = {0, "", 0, 7};
        char text[64];
        wg_scan t;
        size_t at;
        for (at = 0; at < 8; at++) {
            keyword.head |= (uint64_t)(spellings[i][at] | 0x20) << 8 * at;
        }
        keyword.spelling = spellings[i];
        keyword.length = (uint16_t)size;
        own.sets = own_sets;
        own.keywords = &keyword;
        own.index = index;
        own.longest = 20;
        own.word = NULL;
        memset(text, ' ', sizeof text);
        memcpy(text, spellings[i], size);
        wg_scan_begin(&t, &own, (const uint8_t *)text, sizeof text, NULL);
        check(wg_scan_word(&t) == 7, "a keyword with `_`", spellings[i]);
        text[size - 1]++;
        wg_scan_begin(&t, &own, (const uint8_t *)text, sizeof text, NULL);
        check(wg_scan_word(&t) == 0, "another word", spellings[i]);
    }
}

/* Space and words with octets above 0x7f have no table to skip them by. */
static void test_high(void)
{
    static const char text[] = "  \xa0 \xa0 ;a\n\xa0     caf\xe9s and more than sixteen octets";
    static const uint16_t index[3] = {1, 1, 0};
    wg_lexis own = lexis;
    wg_keyword keyword = {0, "", 0, 7};
    uint64_t own_sets[256];
    wg_scan t;
    size_t i;
    for (i = 0; i < 256; i++) {
        own_sets[i] = sets[i] | (i == 0xa0 ? WG_SCAN_SPACE | WG_SCAN_GAP : 0) | (i == 0xe9 ? WG_SCAN_WORD : 0) |
                      (i == 'c' ? WG_SCAN_FIRST : 0);
    }
    keyword.spelling = "caf\xe9s";
    keyword.length = 5;
    for (i = 0; i < 5; i++) {
        keyword.head |= (uint64_t)((uint8_t)keyword.spelling[i] | 0x20u) << 8 * i;
    }
    own.sets = own_sets;
    own.space = NULL;
    own.word = NULL;
    own.keywords = &keyword;
    own.index = index;
    wg_scan_begin(&t, &own, (const uint8_t *)text, sizeof text - 1, NULL);
    CHECK("space above 0x7f", wg_scan_skip(&t) == t.start + 15);
    CHECK("a keyword above 0x7f", wg_scan_word(&t) == 7);
}

static void test_patterns(void)
{
    static const struct {
        const char *text, *pattern;
        bool like;
    } rows[] = {{"AB12", "ab99", true}, {"ab1", "ab99", false}, {"ab123", "ab99", false}, {"abx2", "ab99", false},
                {"a[12", "a{99", false}, {"", "", true}, {"T", "t", true}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint8_t *const at = (const uint8_t *)rows[i].text;
        check(wg_scan_like(at, at + strlen(rows[i].text), rows[i].pattern) == rows[i].like, "a pattern", rows[i].text);
    }
}

static void test_ends(void)
{
    static const struct {
        const char *text;
        bool goes_on;
        size_t total;
        wg_error error;
        size_t octet;
    } rows[] = {{"a  ; note\n ", false, 100, WG_OK, 11}, {"a  b", false, 100, WG_ERROR_SYNTAX, 3}, {"a  b", true, 100, WG_OK, 3},
                {"abc", true, 2, WG_OK, 1}, {"a", false, 0, WG_ERROR_LIMIT, 1}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_arena arena;
        wg_scan t = scan(rows[i].text, &arena);
        wg_result result;
        arena.limits.total = rows[i].total;
        wg_scan_mark(&t, 'a');
        wg_scan_end(&t, rows[i].goes_on);
        result = wg_scan_result(&t);
        check(result.error == rows[i].error && result.octet == rows[i].octet, "the end of a message", rows[i].text);
        wg_scan_end(&t, true);
        check(wg_scan_result(&t).error == rows[i].error, "the first error stays", rows[i].text);
    }
}

/* Limits and memory: each ends reading with its own error. */
static void test_limits(void)
{
    wg_arena arena;
    wg_scan t = scan("a b", &arena);
    wg_bits bits = wg_bits_of(NULL, 0);
    uint8_t *items;
    t.depth = 1;
    CHECK("one level", wg_scan_descend(&t) && !wg_scan_descend(&t) && t.error == WG_ERROR_DEPTH);
    CHECK("after an error", !wg_scan_descend(&t) && !wg_scan_new_octets(&t, 1) && !wg_scan_new(&t, 1) && !wg_scan_grow(&t, NULL, 0, 1));
    CHECK("after an error", !wg_scan_room(&t, 0, 1));
    t = scan("a b", &arena);
    CHECK("the last element", wg_scan_room(&t, 1, 2) && !wg_scan_room(&t, 2, 2) && t.error == WG_ERROR_RANGE && t.error_at == t.start);
    t = scan("a b", &arena);
    t.elements = 2;
    items = (uint8_t *)wg_scan_more(&t, NULL, 0, 4);
    CHECK("two elements", items && wg_scan_more(&t, items, 1, 4) == items && !wg_scan_more(&t, items, 2, 4) && t.error == WG_ERROR_LIMIT);
    t = scan("a b", &arena);
    CHECK("all octets", wg_scan_new_octets(&t, sizeof memory) && !wg_scan_new_octets(&t, 1) && t.error == WG_ERROR_ARENA);
    t = scan("a b", &arena);
    CHECK("more than there are", !wg_scan_new(&t, sizeof memory + 1) && t.error == WG_ERROR_ARENA);
    t = scan("a b", &arena);
    t.arena = NULL;
    CHECK("no arena", !wg_scan_new_octets(&t, 1) && t.error == WG_ERROR_ARENA);
    t = scan("a b", &arena);
    arena.size = 0;
    wg_scan_set_bit(&t, &bits, 3);
    CHECK("no memory for bits", t.error == WG_ERROR_ARENA && bits.count == 0);
    wg_scan_set_bit(&t, &bits, 3);
    CHECK("no memory for bits", t.error == WG_ERROR_ARENA && bits.count == 0);
    t = scan("a b", &arena);
    wg_scan_set_bit(&t, &bits, 3);
    wg_scan_set_bit(&t, &bits, 9);
    CHECK("named bits", t.error == WG_OK && bits.count == 10 && bits.data[0] == 0x10 && bits.data[1] == 0x40);
    wg_scan_set_bit(&t, &bits, 3);
    CHECK("a bit twice", t.error == WG_ERROR_DUPLICATE);
    wg_scan_set_bit(&t, &bits, 4);
    CHECK("after an error", bits.data[0] == 0x10);
}

static void test_numbers(void)
{
    static const struct {
        const char *text;
        int64_t lo, hi, number;
        wg_error error;
    } rows[] = {{"0", 0, 9, 0, WG_OK}, {"10", 0, 9, 0, WG_ERROR_VALUE}, {"1", 2, 9, 0, WG_ERROR_VALUE},
                {"000000000000000000000042", 0, 99, 42, WG_OK}, {"999999999999999999", 0, INT64_MAX, INT64_C(999999999999999999), WG_OK},
                {"1000000000000000000", 0, INT64_MAX, 0, WG_ERROR_VALUE}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_arena arena;
        wg_scan t = scan("", &arena);
        const int64_t number = wg_scan_get_integer(&t, octets_of(rows[i].text), rows[i].lo, rows[i].hi);
        check(number == rows[i].number && t.error == rows[i].error, "a number of at most 18 digits", rows[i].text);
        check(wg_scan_get_integer(&t, octets_of("5"), 0, 9) == (rows[i].error == WG_OK ? 5 : 0), "after an error", rows[i].text);
    }
}

typedef wg_octets address(wg_scan *t, wg_octets text);
typedef void pen_address(wg_text_pen *w, wg_octets octets);

/* RFC 4291 2.2, 2.3. */
static void test_addresses(void)
{
    static const struct {
        address *get;
        pen_address *put;
        const char *text;
        const char *hex; /* NULL: none */
        const char *written;
    } rows[] = {
        {wg_scan_get_ip4, wg_text_pen_ip4, "192.0.2.1", "c0000201", "192.0.2.1"},
        {wg_scan_get_ip4, NULL, "192.0.2.256", NULL, NULL},
        {wg_scan_get_ip4, NULL, "192.0.2", NULL, NULL},
        {wg_scan_get_ip4, NULL, "192.0.2.1.", NULL, NULL},
        {wg_scan_get_ip6, wg_text_pen_ip6, "2001:db8::1", "20010db8000000000000000000000001", "2001:DB8::1"},
        {wg_scan_get_ip6, wg_text_pen_ip6, "::", "00000000000000000000000000000000", "::"},
        {wg_scan_get_ip6, wg_text_pen_ip6, "::ffff:192.0.2.1", "00000000000000000000ffffc0000201", "::FFFF:C000:201"},
        {wg_scan_get_ip6, wg_text_pen_ip6, "1:0:0:2:0:0:0:3", "00010000000000020000000000000003", "1::2:0:0:0:3"},
        {wg_scan_get_ip6, wg_text_pen_ip6, "1:0:2:3:4:5:6:7", "00010000000200030004000500060007", "1:0:2:3:4:5:6:7"},
        {wg_scan_get_ip6, wg_text_pen_ip6, "1::", "00010000000000000000000000000000", "1::"},
        {wg_scan_get_ip6, NULL, "1:2:3:4:5:6:7", NULL, NULL},
        {wg_scan_get_ip6, NULL, "1:2:3:4:5:6:7:8:9", NULL, NULL},
        {wg_scan_get_ip6, NULL, "1::2::3", NULL, NULL},
        {wg_scan_get_ip6, NULL, "1:2:3:4:5::6:7:8:9", NULL, NULL},
        {wg_scan_get_ip6, NULL, "12345::", NULL, NULL},
        {wg_scan_get_ip6, NULL, "g::", NULL, NULL},
        {wg_scan_get_ip6, NULL, "", NULL, NULL},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_arena arena;
        wg_scan t = scan("", &arena);
        const wg_octets got = rows[i].get(&t, octets_of(rows[i].text));
        check(t.error == (rows[i].hex ? WG_OK : WG_ERROR_VALUE), "RFC 4291 2.2", rows[i].text);
        check(rows[i].hex ? check_same(got, rows[i].hex) : got.size == 0, "RFC 4291 2.2", rows[i].text);
        if (rows[i].written) {
            const size_t size = strlen(rows[i].written);
            size_t capacity;
            for (capacity = 0; capacity <= size; capacity++) {
                wg_text_pen w;
                wg_octets written;
                wg_text_pen_begin(&w, false, buffer, capacity);
                rows[i].put(&w, got);
                check(wg_text_pen_result(&w, 0, &written).error == (capacity < size ? WG_ERROR_SPACE : WG_OK), "room", rows[i].text);
                check(capacity < size || is(written, rows[i].written), "RFC 4291 2.2", rows[i].text);
            }
        }
        t = scan("", &arena);
        arena.size = 0;
        check(rows[i].get(&t, octets_of(rows[i].text)).size == 0 && t.error == WG_ERROR_ARENA, "no memory", rows[i].text);
    }
}

static void test_hex(void)
{
    wg_arena arena;
    wg_scan t = scan("", &arena);
    CHECK("digits of either case", check_same(wg_scan_get_hex(&t, octets_of("0aFf"), false), "0aff"));
    CHECK("a half in front", check_same(wg_scan_get_hex(&t, octets_of("aFf"), true), "0aff"));
    CHECK("a half", wg_scan_get_hex(&t, octets_of("aFf"), false).size == 0 && t.error == WG_ERROR_VALUE);
    CHECK("after an error", wg_scan_get_hex(&t, octets_of("aa"), false).size == 0);
    t = scan("", &arena);
    arena.size = 0;
    CHECK("no memory", wg_scan_get_hex(&t, octets_of("aa"), false).size == 0 && t.error == WG_ERROR_ARENA);
}

/* Text up to a bracket, which a backslash lets in. */
static void test_escapes(void)
{
    static const struct {
        const char *text; /* up to its end */
        bool trims;
        const char *value;
    } rows[] = {{"ab", false, "ab"}, {"a\\]b", false, "a]b"}, {"\\]\\]", false, "]]"}, {"a\\b", false, "a\\b"}, {" a\\] ", true, "a]"},
                {" a ", false, " a "}, {"", true, ""}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        char whole[32];
        const uint8_t *end;
        wg_octets value, written;
        wg_arena arena;
        wg_scan t;
        wg_text_pen w;
        sprintf(whole, "%s]", rows[i].text);
        t = scan(whole, &arena);
        end = wg_scan_until(sets, &no_end, t.start, t.start, t.end, END, '\\', ']');
        check((size_t)(end - t.start) == strlen(rows[i].text), "an escaped bracket does not end it", rows[i].text);
        value = wg_scan_get_until(&t, wg_octets_of(t.start, (size_t)(end - t.start)), rows[i].trims, -1, '\\', ']');
        check(is(value, rows[i].value), "its value", rows[i].text);
        check(wg_text_pen_fits_until(sets, &no_end, value, END, false, rows[i].trims, '\\', ']'), "it can be written", rows[i].text);
        wg_text_pen_begin(&w, false, buffer, sizeof buffer);
        wg_text_pen_escaped(&w, value, '\\', ']');
        check(wg_text_pen_result(&w, 0, &written).error == WG_OK, "written", rows[i].text);
        check(rows[i].trims || is(written, rows[i].text), "written again", rows[i].text);
        t = scan(whole, &arena);
        arena.size = 0;
        wg_scan_get_until(&t, octets_of(rows[i].text), rows[i].trims, -1, '\\', ']');
        check((t.error == WG_ERROR_ARENA) == (strchr(rows[i].text, '\\') != NULL), "no memory for escapes", rows[i].text);
    }
    CHECK("another end", !wg_text_pen_fits_until(sets, &no_end, octets_of("a}b"), END, false, false, '\\', ']'));
    CHECK("its end would be taken for an escaped one", !wg_text_pen_fits_until(sets, &no_end, octets_of("a\\"), END, true, false, '\\', ']'));
    CHECK("white space that would be trimmed", !wg_text_pen_fits_until(sets, &no_end, octets_of("a\t"), END, false, true, '\\', ']'));
}

/* -- writing --------------------------------------------------------------- */

typedef void write_one(wg_text_pen *w);

static void a_number(wg_text_pen *w)
{
    wg_text_pen_integer(w, 1234567, 0, 9999999);
}

static void a_small_number(wg_text_pen *w)
{
    wg_text_pen_integer(w, 1, 2, 9);
}

static void a_great_number(wg_text_pen *w)
{
    wg_text_pen_integer(w, 10, 2, 9);
}

static void a_negative_number(wg_text_pen *w)
{
    wg_text_pen_integer(w, -1, -5, 9);
}

static void a_quoted_text(wg_text_pen *w)
{
    wg_text_pen_quoted(w, octets_of("a\tb"));
}

static void a_quotation_mark(wg_text_pen *w)
{
    wg_text_pen_quoted(w, octets_of("a\"b"));
}

static void an_upper_letter(wg_text_pen *w)
{
    wg_text_pen_small(w, octets_of("aB"));
}

static void too_short(wg_text_pen *w)
{
    wg_text_pen_size(w, 1, 2, 3);
}

static void too_long(wg_text_pen *w)
{
    wg_text_pen_size(w, 4, 2, 3);
}

static void no_ip4(wg_text_pen *w)
{
    wg_text_pen_ip4(w, octets_of("abc"));
}

static void no_ip6(wg_text_pen *w)
{
    wg_text_pen_ip6(w, octets_of("abc"));
}

static void another_end(wg_text_pen *w)
{
    wg_text_pen_put(w, "ab", 2);
    wg_text_pen_reads_back(w, w->next - 1);
}

static void deep_lines(wg_text_pen *w)
{
    wg_text_pen_deeper(w, 17);
    wg_text_pen_line(w);
    wg_text_pen_deeper(w, -20);
    wg_text_pen_line(w);
}

static void test_pen(void)
{
    static const struct {
        const char *what;
        write_one *write;
        const char *text; /* NULL: refused */
    } rows[] = {
        {"a number", a_number, "1234567"}, {"below its class", a_small_number, NULL}, {"above its class", a_great_number, NULL},
        {"no class has a sign", a_negative_number, NULL}, {"quoted", a_quoted_text, "\"a\tb\""},
        {"a quotation mark in quotation marks", a_quotation_mark, NULL}, {"an upper-case letter", an_upper_letter, NULL},
        {"too short", too_short, NULL}, {"too long", too_long, NULL}, {"no IPv4 address", no_ip4, NULL},
        {"no IPv6 address", no_ip6, NULL}, {"text that is read back to another end", another_end, NULL},
        {"lines", deep_lines, "\n\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\n"},
    };
    size_t i, capacity;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t size = rows[i].text ? strlen(rows[i].text) : 0;
        for (capacity = rows[i].text ? 0 : sizeof buffer; capacity <= sizeof buffer; capacity++) {
            const wg_error expected = !rows[i].text ? WG_ERROR_VALUE : capacity < size ? WG_ERROR_SPACE : WG_OK;
            wg_text_pen w;
            wg_octets written;
            wg_text_pen_begin(&w, true, buffer, capacity);
            rows[i].write(&w);
            CHECK(rows[i].what, wg_text_pen_result(&w, 0, &written).error == expected);
            CHECK(rows[i].what, expected == WG_OK ? is(written, rows[i].text) : written.size == 0);
        }
    }
}

static void test_counts(void)
{
    wg_unknown first, second;
    wg_text_pen w;
    wg_octets written;
    memset(&first, 0, sizeof first);
    second = first;
    first.next = &second;
    CHECK("unknown additions", wg_text_pen_unknown(NULL) == 0 && wg_text_pen_unknown(&first) == 2);
    wg_text_pen_begin(&w, false, buffer, sizeof buffer);
    CHECK("a leaf that was not written", wg_text_pen_result(&w, 1, &written).error == WG_ERROR_VALUE);
}

/* -- H.248 ----------------------------------------------------------------- */

static const wg_name no_name = {0, 0, 0, 0, 0, ""};
static const wg_names no_names = {&no_name, no_index, no_index, 63};

typedef void get_name(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size);
typedef void put_name(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size);

/* H.248.1 Annex C: an unknown name is `x` and its number; `*` is 65535. */
static void test_names(void)
{
    static const struct {
        get_name *get;
        put_name *put;
        const char *text;
        const char *hex; /* NULL: none */
    } rows[] = {
        {wg_h248_get_package, wg_h248_put_package, "x12ab", "12ab"},
        {wg_h248_get_package, wg_h248_put_package, "*", "ffff"},
        {wg_h248_get_package, NULL, "x12ag", NULL},
        {wg_h248_get_package, NULL, "y12ab", NULL},
        {wg_h248_get_property, wg_h248_put_property, "x0001/x0002", "00010002"},
        {wg_h248_get_event, wg_h248_put_event, "*/*", "ffffffff"},
        {wg_h248_get_signal, NULL, "x0001", NULL},
        {wg_h248_get_statistic, NULL, "x0001/what", NULL},
        {wg_h248_get_parameter, wg_h248_put_parameter, "x00ff", "00ff"},
        {wg_h248_get_parameter, NULL, "what", NULL},
        {wg_h248_get_native, wg_h248_put_native, "x00ff", "000000ff"},
        {wg_h248_get_dialplan, wg_h248_put_dialplan, "dialplan42", "0402"},
        {wg_h248_get_dialplan, wg_h248_put_dialplan, "x0a0b", "0a0b"},
        {wg_h248_get_dialplan, wg_h248_put_dialplan, "*", "ffff"},
        {wg_h248_get_dialplan, NULL, "dialplanx", NULL},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t octets[4] = {0, 0, 0, 0};
        size_t size = 0;
        wg_arena arena;
        wg_scan t = scan("", &arena);
        rows[i].get(&t, &no_names, octets_of(rows[i].text), octets, &size);
        check(t.error == (rows[i].hex ? WG_OK : WG_ERROR_VALUE), "H.248.1 Annex C", rows[i].text);
        if (rows[i].hex) {
            wg_text_pen w;
            wg_octets written;
            check(check_same(wg_octets_of(octets, size), rows[i].hex), "H.248.1 Annex C", rows[i].text);
            wg_text_pen_begin(&w, false, buffer, sizeof buffer);
            rows[i].put(&w, &no_names, octets, size);
            check(wg_text_pen_result(&w, 0, &written).error == WG_OK && is(written, rows[i].text), "H.248.1 Annex C", rows[i].text);
            wg_text_pen_begin(&w, false, buffer, sizeof buffer);
            rows[i].put(&w, &no_names, octets, 1);
            check(wg_text_pen_result(&w, 0, &written).error == WG_ERROR_VALUE, "a number of one octet", rows[i].text);
        } else {
            size = 0;
            rows[i].get(&t, &no_names, octets_of("x0001"), octets, &size);
            check(size <= 2 && t.error == WG_ERROR_VALUE, "after an error", rows[i].text);
        }
    }
    {
        static const uint8_t package_1[4] = {0, 1, 0, 2};
        wg_text_pen w;
        wg_text_pen_begin(&w, false, buffer, sizeof buffer);
        wg_h248_put_native(&w, &no_names, package_1, 4);
        CHECK("H.248.1 Annex C: a property of a package is not native", w.error == WG_ERROR_VALUE);
    }
}

/* Terminations of three levels, each of eight bits; a wildcard ends a level, or all levels below it. */
static void test_terminations(void)
{
    static const struct {
        const char *text;
        const char *id; /* NULL: none */
        const char *wildcards;
    } rows[] = {
        {"root", "ffffffffffffffff", ""},
        {"00000001/00000010/11111111", "0102ff", ""},
        {"00000001/0001$/11111111", "0110ff", NULL},
        {"00000001/*", "010000", NULL},
        {"00000001/0000001/11111111", NULL, NULL},
        {"00000001/00000010", NULL, NULL},
        {"00000001/00000010/11111111/0", NULL, NULL},
        {"*/*/*/*", NULL, NULL},
        {"00000001/00000012/11111111", NULL, NULL},
        {"", NULL, NULL},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_h248_levels levels;
        wg_arena arena;
        wg_scan t = scan("", &arena);
        const bool good = wg_h248_get_levels(&t, octets_of(rows[i].text), &levels);
        check(good == (rows[i].id != NULL), "three levels", rows[i].text);
        if (good) {
            wg_text_pen w;
            wg_octets written;
            check(check_same(wg_octets_of(levels.id, levels.id_size), rows[i].id), "three levels", rows[i].text);
            check(!rows[i].wildcards || levels.wildcard_count == 0, "no wildcard", rows[i].text);
            wg_text_pen_begin(&w, false, buffer, sizeof buffer);
            wg_h248_put_levels(&w, &levels);
            check(wg_text_pen_result(&w, 0, &written).error == WG_OK && is(written, rows[i].text), "written again", rows[i].text);
            levels.id_size = 2;
            wg_text_pen_begin(&w, false, buffer, sizeof buffer);
            wg_h248_put_levels(&w, &levels);
            check(w.error == WG_ERROR_VALUE, "two octets", rows[i].text);
        }
    }
    {
        /* A bit below a wildcard. */
        wg_h248_levels levels = {{11}, 1, {1, 0x1f, 0xff}, 3};
        wg_text_pen w;
        wg_text_pen_begin(&w, false, buffer, sizeof buffer);
        wg_h248_put_levels(&w, &levels);
        CHECK("bits below a wildcard", w.error == WG_ERROR_VALUE);
        levels.wildcard_count = 4;
        wg_text_pen_begin(&w, false, buffer, sizeof buffer);
        wg_h248_put_levels(&w, &levels);
        CHECK("four wildcards", w.error == WG_ERROR_VALUE);
    }
}

int main(void)
{
    make_lexis();
    test_places();
    test_spans();
    test_keywords();
    test_high();
    test_patterns();
    test_ends();
    test_limits();
    test_numbers();
    test_addresses();
    test_hex();
    test_escapes();
    test_pen();
    test_counts();
    test_names();
    test_terminations();
    return check_done();
}
