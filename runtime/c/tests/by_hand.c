/* The runtime used by hand: both directions, inlined numbers, streams, strings in parts, arcs. */
#include "check.h"
#include "wireglot/contents.h"
#include "wireglot/framing.h"
#include "wireglot/tlv.h"
#include "wireglot/tlv_inline.h"

static uint8_t memory[4096], buffer[4096], other[4096];

static wg_reader reader(wg_octets octets, bool strict, wg_arena *arena)
{
    wg_reader r;
    wg_arena_init(arena, memory, sizeof memory);
    wg_tlv_reader(&r, octets.data, octets.size, strict, arena);
    return r;
}

/* -- numbers ------------------------------------------------------------------ */

/* Reads a number that is followed by `behind` octets. */
static int64_t read_again(wg_octets written, size_t behind, bool is_inline)
{
    wg_reader r;
    uint8_t *copy = (uint8_t *)malloc(written.size + behind + 1);
    int64_t value;
    memcpy(copy, written.data, written.size);
    memset(copy + written.size, 0x5a, behind);
    wg_tlv_reader(&r, copy, written.size + behind, true, NULL);
    value = is_inline ? wg_tlv_get_integer_i64_inline(&r, WG_TAG_INTEGER) : wg_tlv_get_integer_i64(&r, WG_TAG_INTEGER);
    CHECK("8.3", r.error == WG_OK && r.next == copy + written.size);
    wg_tlv_reader(&r, copy, written.size + behind, true, NULL);
    if (value >= INT32_MIN && value <= INT32_MAX) {
        int32_t small = is_inline ? wg_tlv_get_integer_i32_inline(&r, WG_TAG_INTEGER) : wg_tlv_get_integer_i32(&r, WG_TAG_INTEGER);
        CHECK("8.3, 32 bits", small == value && r.error == WG_OK);
    } else {
        CHECK("8.3, beyond 32 bits", wg_tlv_get_integer_i32_inline(&r, WG_TAG_INTEGER) == 0 && r.error == WG_ERROR_RANGE);
    }
    free(copy);
    return value;
}

/* The shortest two's complement, as described in X.690 8.3.2. */
static wg_octets shortest(int64_t value, uint8_t octets[10])
{
    size_t i, n = 8;
    for (i = 0; i < 8; i++) {
        octets[2 + i] = (uint8_t)((uint64_t)value >> 8 * (7 - i));
    }
    i = 2;
    while (n > 1 && ((octets[i] == 0 && octets[i + 1] < 0x80) || (octets[i] == 0xff && octets[i + 1] >= 0x80))) {
        i++;
        n--;
    }
    octets[i - 2] = 0x02;
    octets[i - 1] = (uint8_t)n;
    return wg_octets_of(octets + i - 2, n + 2);
}

/* Cursors: the same octets, and an error that is kept. */
static void test_cursor(int64_t value, size_t room)
{
    uint8_t wanted[10];
    wg_octets octets = shortest(value, wanted);
    uint8_t *p = wg_put_i64(buffer + room, buffer, 0x02, value);
    int64_t got = 1;
    int32_t small = 1;
    const uint8_t *q;
    if (room < octets.size) {
        CHECK("no room", !p && !wg_put_i64(p, buffer, 0x02, 0) && !wg_put_i32_inline(p, buffer, 0x02, 0));
        return;
    }
    CHECK("8.3.2 cursor", p && wg_octets_equal(wg_octets_of(p, (size_t)(buffer + room - p)), octets));
    memcpy(other, octets.data, octets.size);
    q = wg_get_i64(other, other + room, 0x02, &got);
    CHECK("8.3 cursor", q == other + octets.size && got == value);
    q = wg_get_i32_inline(other, other + room, 0x02, &small);
    if (value < INT32_MIN || value > INT32_MAX) {
        CHECK("8.3, beyond 32 bits", !q && small == 0);
    } else {
        CHECK("8.3 cursor, 32 bits", q == other + octets.size && small == value);
        p = wg_put_i32_inline(buffer + room, buffer, 0x02, (int32_t)value);
        CHECK("8.3.2 cursor, 32 bits", p && memcmp(p, octets.data, octets.size) == 0);
    }
    CHECK("another tag", !wg_get_i64(other, other + room, 0x0a, &got) && got == 0);
}

static void test_cursor_errors(void)
{
    static const uint8_t data[] = {0x02, 0x01, 0x05, 0x02, 0x01, 0x06, 0x02, 0x02, 0x00, 0x01, 0, 0, 0, 0};
    wg_reader r;
    wg_writer w;
    const uint8_t *next;
    int32_t value, sum = 0;
    wg_tlv_reader(&r, data, sizeof data, true, NULL);
    next = r.next;
    while (wg_cursor_more(next, r.end)) {
        next = wg_get_i32(next, r.end, 0x02, &value);
        sum += value;
    }
    wg_reader_take(&r, next, 0x02);
    CHECK("the error of a cursor", sum == 11 && r.error == WG_ERROR_VALUE && r.error_octet == 8);
    wg_tlv_reader(&r, data, 6, true, NULL);
    wg_reader_take(&r, data + 6, 0x02);
    wg_tlv_finish(&r);
    CHECK("no error", r.error == WG_OK);
    wg_tlv_writer(&w, buffer, 4, true);
    wg_writer_take(&w, wg_put_i32(wg_put_i32(w.next, w.start, 0x02, 1), w.start, 0x02, 1));
    CHECK("the error of a cursor", w.error == WG_ERROR_SPACE);
}

static void test_number(int64_t value)
{
    uint8_t wanted[10];
    wg_octets octets = shortest(value, wanted);
    size_t room;
    for (room = octets.size - 1; room < 12; room++) {
        wg_writer out, in, up;
        wg_tlv_writer(&out, buffer, room, true);
        wg_tlv_put_integer_i64(&out, WG_TAG_INTEGER, value);
        wg_tlv_writer(&in, other, room, true);
        wg_tlv_put_integer_i64_inline(&in, WG_TAG_INTEGER, value);
        wg_tlv_forward(&up, memory, room, true);
        wg_tlv_put_integer_i64_inline(&up, WG_TAG_INTEGER, value);
        if (room < octets.size) {
            CHECK("no room", out.error == WG_ERROR_SPACE && in.error == WG_ERROR_SPACE && up.error == WG_ERROR_SPACE);
            continue;
        }
        CHECK("8.3.2", wg_octets_equal(wg_tlv_written(&out), octets));
        CHECK("8.3.2 inline", wg_octets_equal(wg_tlv_written(&in), octets));
        CHECK("8.3.2 forwards", wg_octets_equal(wg_tlv_written(&up), octets));
    }
    for (room = 1; room < 12; room++) {
        test_cursor(value, room);
    }
    for (room = 0; room < 12; room++) {
        CHECK("8.3", read_again(octets, room, false) == value);
        CHECK("8.3 inline", read_again(octets, room, true) == value);
    }
}

static void test_numbers(void)
{
    unsigned bit;
    int step;
    test_number(INT64_MIN);
    test_number(INT64_MAX);
    for (bit = 0; bit < 63; bit++) {
        for (step = -1; step <= 1; step++) {
            int64_t value = ((int64_t)1 << bit) + step;
            test_number(value);
            test_number(-value);
        }
    }
}

/* A number that is not minimal, is too long or has another tag is rejected in the same way, whatever
   follows it. */
static void test_wrong_numbers(void)
{
    static const struct {
        const char *hex;
        wg_error error;
    } rows[] = {{"0200", WG_ERROR_LENGTH}, {"02020001", WG_ERROR_VALUE}, {"0202ff80", WG_ERROR_VALUE},
                {"0209010000000000000000", WG_ERROR_RANGE}, {"030101", WG_ERROR_TAG}, {"220101", WG_ERROR_FORM},
                {"8281", WG_ERROR_END}};
    size_t i, behind;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (behind = 0; behind < 12; behind += 11) {
            wg_octets given = check_octets(rows[i].hex);
            uint8_t *copy = (uint8_t *)calloc(1, given.size + behind);
            wg_reader r;
            memcpy(copy, given.data, given.size);
            wg_tlv_reader(&r, copy, given.size + behind, false, NULL);
            CHECK(rows[i].hex, wg_tlv_get_integer_i64_inline(&r, WG_TAG_INTEGER) == 0);
            CHECK(rows[i].hex, r.error == rows[i].error || (behind && r.error != WG_OK));
            CHECK("sticky", wg_tlv_get_integer_i32_inline(&r, WG_TAG_INTEGER) == 0 && !wg_tlv_more(&r));
            free(copy);
            check_free(given);
        }
    }
}

/* After an error, nothing is read or written, and every loop ends. */
static void test_sticky(void)
{
    static const uint8_t data[32] = {0x30, 0x1e, 0x02, 0x02, 0x00, 0x01};
    wg_reader r;
    wg_writer w;
    wg_frame outer;
    wg_segments s;
    wg_octets part;
    wg_arena arena;
    size_t loops = 0;
    wg_arena_init(&arena, memory, sizeof memory);
    wg_tlv_reader(&r, data, sizeof data, false, &arena);
    CHECK("entered", wg_tlv_enter(&r, WG_TAG_SEQUENCE, &outer));
    wg_tlv_get_integer_i32(&r, WG_TAG_INTEGER);
    CHECK("8.3.2: the place", r.error == WG_ERROR_VALUE && wg_reader_result(&r).octet == 4);
    for (; wg_tlv_more(&r); loops++) {
        wg_tlv_skip(&r);
    }
    CHECK("the loop ends", loops == 0);
    CHECK("zero", !wg_tlv_get_boolean(&r, WG_TAG_BOOLEAN) && wg_tlv_get_integer_u64(&r, WG_TAG_INTEGER) == 0);
    CHECK("zero", wg_tlv_get_octet_string(&r, WG_TAG_OCTET_STRING).size == 0 && wg_tlv_get_real(&r, WG_TAG_REAL).size == 0);
    CHECK("zero", wg_tlv_get_bit_string(&r, WG_TAG_BIT_STRING, false).count == 0 && wg_tlv_peek(&r) == WG_TAG_NONE);
    CHECK("zero", !wg_tlv_enter(&r, WG_TAG_SEQUENCE, &outer) && wg_tlv_get_any(&r).size == 0);
    CHECK("zero", wg_tlv_get_date(&r, WG_UNIVERSAL(31)).size == 0 && !wg_tlv_get_external(&r, WG_UNIVERSAL(8)).has_direct);
    wg_tlv_begin_segments(&r, WG_TAG_OCTET_STRING, false, &s);
    CHECK("no parts", !wg_tlv_next_segment(&r, &s, &part));
    wg_tlv_leave(&r, &outer);
    wg_tlv_finish(&r);
    CHECK("the first error", r.error == WG_ERROR_VALUE && wg_reader_result(&r).octet == 4);

    memset(buffer, 0x5a, 64);
    wg_tlv_writer(&w, buffer, 64, true);
    wg_tlv_put_oid(&w, WG_TAG_OID, wg_octets_of(NULL, 0));
    wg_tlv_put_integer_i64_inline(&w, WG_TAG_INTEGER, -1);
    wg_tlv_put_integer_i32(&w, WG_TAG_INTEGER, 1);
    wg_tlv_put_boolean(&w, WG_TAG_BOOLEAN, true);
    CHECK("nothing is written", w.error == WG_ERROR_VALUE && wg_tlv_written(&w).size == 0 && buffer[53] == 0x5a);
}

/* An error in contents that were joined in the arena has a place in the input. */
static void test_place_of_joined(void)
{
    wg_octets given = check_octets("2c0604010104" "01ff");
    wg_arena arena;
    wg_reader r = reader(given, false, &arena);
    wg_tlv_get_utf8_string(&r, WG_TAG_UTF8_STRING);
    CHECK("8.23", r.error == WG_ERROR_VALUE && r.error_octet == given.size);
    check_free(given);
}

/* -- both directions ---------------------------------------------------------- */

static void test_directions(void)
{
    static const uint8_t zeros[300] = {0};
    static const char real[] = {0x02, '1', '.', '5'};
    size_t size;
    int indefinite;
    for (size = 0; size <= sizeof zeros; size += 75) {
        for (indefinite = 0; indefinite < 2; indefinite++) {
            wg_writer up, down;
            size_t mark, inner;
            wg_tlv_forward(&up, buffer, sizeof buffer, indefinite == 0);
            mark = wg_tlv_open(&up);
            wg_tlv_put_boolean(&up, WG_TAG_BOOLEAN, true);
            if (indefinite) {
                wg_tlv_open_indefinite(&up, WG_CONTEXT(1000));
            }
            inner = wg_tlv_open(&up);
            wg_tlv_put_octet_string(&up, WG_TAG_OCTET_STRING, wg_octets_of(zeros, size));
            wg_tlv_close(&up, WG_APPLICATION(40), inner);
            wg_tlv_put_real(&up, WG_TAG_REAL, wg_literal(real, sizeof real));
            wg_tlv_put_utc_time(&up, WG_TAG_UTC_TIME, wg_literal("9105062345Z", 11));
            wg_tlv_put_bit_string(&up, WG_TAG_BIT_STRING, false, wg_bits_of(zeros, 13));
            if (indefinite) {
                wg_tlv_close_indefinite(&up, WG_CONTEXT(1000));
            }
            wg_tlv_close(&up, WG_TAG_SEQUENCE, mark);

            wg_tlv_writer(&down, other, sizeof other, indefinite == 0);
            mark = wg_tlv_open(&down);
            if (indefinite) {
                wg_tlv_open_indefinite(&down, WG_CONTEXT(1000));
            }
            wg_tlv_put_bit_string(&down, WG_TAG_BIT_STRING, false, wg_bits_of(zeros, 13));
            wg_tlv_put_utc_time(&down, WG_TAG_UTC_TIME, wg_literal("9105062345Z", 11));
            wg_tlv_put_real(&down, WG_TAG_REAL, wg_literal(real, sizeof real));
            inner = wg_tlv_open(&down);
            wg_tlv_put_octet_string(&down, WG_TAG_OCTET_STRING, wg_octets_of(zeros, size));
            wg_tlv_close(&down, WG_APPLICATION(40), inner);
            if (indefinite) {
                wg_tlv_close_indefinite(&down, WG_CONTEXT(1000));
            }
            wg_tlv_put_boolean(&down, WG_TAG_BOOLEAN, true);
            wg_tlv_close(&down, WG_TAG_SEQUENCE, mark);
            CHECK("the same both ways", up.error == WG_OK && wg_octets_equal(wg_tlv_written(&up), wg_tlv_written(&down)));
            mark = wg_tlv_written(&up).size;
            CHECK("how much", wg_writer_result(&up).octet == mark && wg_writer_result(&down).octet == mark);
        }
    }
}

static void test_forward_sort(void)
{
    wg_writer w;
    wg_tlv_forward(&w, buffer, 9, true);
    wg_tlv_put_integer_i32(&w, WG_TAG_INTEGER, 3);
    wg_tlv_put_integer_i32(&w, WG_TAG_INTEGER, 1);
    wg_tlv_put_integer_i32(&w, WG_TAG_INTEGER, 2);
    wg_tlv_sort(&w, 0, WG_ORDER_OCTETS);
    CHECK("11.6 forwards", check_same(wg_tlv_written(&w), "020101020102020103"));
    wg_tlv_put_null(&w, WG_TAG_NULL);
    CHECK("no room", w.error == WG_ERROR_SPACE);
}

/* -- streams ------------------------------------------------------------------ */

static void test_framing(void)
{
    static const struct {
        const char *hex;
        size_t size; /* of the encoding */
        wg_error error;
    } rows[] = {
        {"0500", 2, WG_OK}, {"020105ff", 3, WG_OK}, {"3080020105000005", 7, WG_OK}, {"30803080000000000000", 8, WG_OK},
        {"3080308004020000000000000500", 12, WG_OK}, {"bf8148820003616263", 9, WG_OK}, {"048103616263", 6, WG_OK},
        {"0480", 2, WG_ERROR_LENGTH}, {"04ff", 2, WG_ERROR_LENGTH}, {"0000", 1, WG_ERROR_TAG}, {"30800001", 4, WG_ERROR_TAG},
        {"048400010000", 6, WG_ERROR_LIMIT}, {"3f8001", 2, WG_ERROR_TAG}, {"0489ffffffffffffffffff", 11, WG_ERROR_LIMIT},
        {"20", 1, WG_ERROR_TAG}, {"1f0000", 2, WG_ERROR_TAG}, {"30803f00000000", 4, WG_ERROR_TAG},
        {"9f0000", 3, WG_OK}, {"1f0100", 3, WG_OK},
    };
    size_t i, step, room;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (step = 0; step < 5; step++) {
            wg_octets given = check_octets(rows[i].hex);
            wg_framing f;
            size_t at = 0;
            wg_framing_init(&f, 4096);
            /* Step 0 reads what is requested. */
            while (wg_framing_need(&f) > 0 && at < given.size) {
                size_t n = step ? step : wg_framing_need(&f);
                n = n < given.size - at ? n : given.size - at;
                room = wg_framing_take(&f, given.data + at, n);
                CHECK("never too much", step || room == n || f.error != WG_OK);
                at += room;
            }
            CHECK(rows[i].hex, at == rows[i].size && f.error == rows[i].error && wg_framing_need(&f) == 0);
            check_free(given);
        }
    }
}

/* Reading what is requested never goes beyond `most`, for any input. */
static void test_framing_fits(void)
{
    static const char *const given[] = {"308030803080000000000000", "30803080308030803080", "00", "30fe", "bf814881", "30803082ffff"};
    size_t i, most;
    for (i = 0; i < sizeof given / sizeof *given; i++) {
        wg_octets all = check_octets(given[i]);
        for (most = 0; most <= all.size; most++) {
            wg_framing f;
            size_t at = 0;
            wg_framing_init(&f, most);
            while (wg_framing_need(&f) > 0 && at < all.size) {
                CHECK(given[i], wg_framing_need(&f) <= most - at);
                at += wg_framing_take(&f, all.data + at, 1);
            }
            CHECK(given[i], at <= most && (f.error != WG_OK) == (i != 0 || most < all.size));
        }
        check_free(all);
    }
}

/* A million indefinite lengths, byte by byte: the time grows with the bytes alone. */
static void test_framing_is_linear(void)
{
    size_t depth = 1000000, i, taken = 0;
    wg_framing f;
    wg_framing_init(&f, 4 * depth);
    for (i = 0; i < 2 * depth; i++) {
        uint8_t octet = i % 2 ? 0x80 : 0x30;
        taken += wg_framing_take(&f, &octet, 1);
    }
    CHECK("8.1.3.6: what is still to come", wg_framing_need(&f) == 2 * depth && taken == 2 * depth);
    for (i = 0; i < 2 * depth; i++) {
        uint8_t octet = 0;
        taken += wg_framing_take(&f, &octet, 1);
    }
    CHECK("8.1.3.6: whole", wg_framing_need(&f) == 0 && f.error == WG_OK && taken == 4 * depth && sizeof f <= 64);
}

/* -- strings in parts ----------------------------------------------------------- */

static void test_segments(void)
{
    static const struct {
        const char *hex;
        bool bits;
        const char *parts; /* with a dot after each */
        wg_error error;
    } rows[] = {
        {"0403616263", false, "616263.", WG_OK},
        {"0400", false, ".", WG_OK},
        {"2400", false, "", WG_OK},
        {"2480040161240604016204016304010400 00", false, "61.62.63.04.", WG_OK},
        {"24800401612406040162040163000 0", false, "61.62.63.", WG_OK},
        {"2309030200ff030204f0", true, "", WG_ERROR_END},
        {"2308030200ff030204f0", true, "ff.f0.", WG_OK},
        {"2308030204f0030200ff", true, "f0.", WG_ERROR_VALUE},
        {"24030c0161", false, "", WG_ERROR_TAG},
        {"0c0161", false, "", WG_ERROR_TAG},
        {"242024202420242024202420242024202420", false, "", WG_ERROR_END},
        {"2410240e240c240a24082406240424022400", false, "", WG_ERROR_DEPTH},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        char hex[64], got[64] = "";
        size_t n = 0, k;
        wg_octets given, part;
        wg_segments s;
        wg_reader r;
        wg_arena arena;
        for (k = 0; rows[i].hex[k]; k++) {
            if (rows[i].hex[k] != ' ') {
                hex[n++] = rows[i].hex[k];
            }
        }
        hex[n] = 0;
        given = check_octets(hex);
        r = reader(given, false, &arena);
        wg_tlv_begin_segments(&r, rows[i].bits ? WG_TAG_BIT_STRING : WG_TAG_OCTET_STRING, rows[i].bits, &s);
        n = 0;
        while (wg_tlv_next_segment(&r, &s, &part)) {
            for (k = 0; k < part.size; k++, n += 2) {
                sprintf(got + n, "%02x", part.data[k]);
            }
            got[n++] = '.';
            got[n] = 0;
        }
        wg_tlv_finish(&r);
        if (r.error != rows[i].error || (r.error == WG_OK && strcmp(got, rows[i].parts) != 0)) {
            printf("%s: %s: %s\n", rows[i].hex, got, wg_error_text(r.error));
            check_failures++;
        }
        CHECK("nothing is copied", arena.used == 0);
        check_free(given);
    }
}

/* -- arcs and doubles ------------------------------------------------------------ */

static void test_arcs(void)
{
    static const struct {
        const char *hex;
        bool relative;
        size_t count;
        uint64_t arcs[4];
    } rows[] = {{"2a0304", false, 4, {1, 2, 3, 4}}, {"883703", false, 3, {2, 999, 3, 0}}, {"00", false, 2, {0, 0, 0, 0}},
                {"81ffffffffffffffff7f", true, 1, {UINT64_MAX, 0, 0, 0}}, {"7f8100", true, 2, {127, 128, 0, 0}},
                {"4f", false, 2, {1, 39, 0, 0}}, {"50", false, 2, {2, 0, 0, 0}}};
    static const uint64_t none[3][2] = {{3, 0}, {1, 40}, {2, UINT64_MAX}};
    size_t i, n;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_octets given = check_octets(rows[i].hex);
        wg_arcs arcs = wg_arcs_of(given, rows[i].relative);
        uint64_t arc;
        for (n = 0; wg_next_arc(&arcs, &arc); n++) {
            CHECK(rows[i].hex, n < rows[i].count && arc == rows[i].arcs[n]);
        }
        CHECK(rows[i].hex, n == rows[i].count && arcs.rest.size == 0);
        CHECK(rows[i].hex, wg_octets_equal(wg_oid_from_arcs(rows[i].arcs, rows[i].count, rows[i].relative, buffer, given.size), given));
        CHECK("no room", wg_oid_from_arcs(rows[i].arcs, rows[i].count, rows[i].relative, buffer, given.size - 1).size == 0);
        check_free(given);
    }
    for (i = 0; i < 3; i++) {
        CHECK("X.680 32.11", wg_oid_from_arcs(none[i], 2, false, buffer, 20).size == 0);
    }
}

/* Values in structs filled by hand: equal in all their forms. */
static void test_equal(void)
{
    static const uint8_t a[2] = {0x80, 0xa0}, b[2] = {0x80, 0xbf}, zero[1] = {0};
    wg_external x, y;
    memset(&x, 0, sizeof x);
    x.encoding = WG_EXTERNAL_OCTETS;
    x.rules = WG_RULES_BER;
    y = x;
    y.rules = WG_RULES_APER;
    CHECK("X.690 8.18.1, octets", wg_external_equal(x, y));
    x.encoding = y.encoding = WG_EXTERNAL_SINGLE_TYPE;
    CHECK("X.690 8.18.1, a type", !wg_external_equal(x, y));
    CHECK("unused bits", wg_bits_equal(wg_bits_of(a, 11), wg_bits_of(b, 11)));
    CHECK("a bit more", !wg_bits_equal(wg_bits_of(a, 12), wg_bits_of(b, 12)));
    CHECK("an octet", !wg_bits_equal(wg_bits_of(a, 16), wg_bits_of(b, 16)));
    CHECK("no octets", wg_integer_compare(wg_octets_of(NULL, 0), wg_octets_of(zero, 1)) == 0);
}

int main(void)
{
    test_equal();
    test_numbers();
    test_cursor_errors();
    test_wrong_numbers();
    test_sticky();
    test_place_of_joined();
    test_directions();
    test_forward_sort();
    test_framing();
    test_framing_fits();
    test_framing_is_linear();
    test_segments();
    test_arcs();
    return check_done();
}
