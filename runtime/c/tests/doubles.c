/* REALs as doubles: the nearest one, from all forms, and back. */
#include "check.h"
#include "wireglot/bits.h"
#include "wireglot/contents.h"
#include "wireglot/octets.h"
#include "wireglot/tlv.h"

static uint8_t buffer[64];

static void test_doubles(void)
{
    static const double numbers[] = {0.0, 1.0, -1.5, 0.1, 1e308, 5e-324, 2.2250738585072014e-308, 123456789.0, -3.0e-310};
    static const struct {
        const char *hex;
        bool is;
        double number;
    } rows[] = {{"02312e35", true, 1.5}, {"033132452d31", true, 1.2}, {"0333453232", true, 3e22}, {"0331453233", true, 1e23},
                {"80ff03", true, 1.5}, {"ac0001", true, 8.0}};
    size_t i;
    double got;
    for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        wg_real real = wg_real_from_double(numbers[i], buffer);
        CHECK("8.5 and back", wg_real_to_double(real, &got) && memcmp(&got, &numbers[i], sizeof got) == 0);
    }
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_octets given = check_octets(rows[i].hex);
        CHECK(rows[i].hex, wg_real_to_double(given, &got) == rows[i].is && (!rows[i].is || !(got < rows[i].number || got > rows[i].number)));
        check_free(given);
    }
}

/* The canonical form of a binary number, and the same number with its exponent in three octets (X.690 8.5.7.4). */
static void test_forms(void)
{
    uint64_t seed = 12345;
    size_t i, k, round;
    for (round = 0; round < 100000; round++) {
        const size_t size = 1 + round % 8;
        uint8_t usual[11], longer[12];
        int exponent;
        bool is_short;
        double one = 1, other = 2;
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        exponent = round % 5 == 0 ? (int)(seed >> 40 & 0xffff) - 0x8000 : (int)(seed >> 40) % 1200;
        is_short = exponent >= -128 && exponent < 128;
        usual[0] = (uint8_t)(0x80u | (seed >> 33 & 0x40u) | !is_short);
        usual[1] = (uint8_t)((unsigned)exponent >> 8);
        usual[2 - is_short] = (uint8_t)exponent;
        longer[0] = (uint8_t)((usual[0] & 0x40u) | 0x82u);
        longer[1] = exponent < 0 ? 0xff : 0;
        longer[2] = (uint8_t)((unsigned)exponent >> 8);
        longer[3] = (uint8_t)exponent;
        for (i = 0; i < size; i++) {
            seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            longer[4 + i] = (uint8_t)((seed >> 56) | (i == 0) | (i + 1 == size));
            usual[3 - is_short + i] = longer[4 + i];
        }
        k = 3 - is_short + size;
        CHECK("8.5.7", wg_real_to_double(wg_octets_of(usual, k), &one) && wg_real_to_double(wg_octets_of(longer, 4 + size), &other));
        CHECK("8.5.7", memcmp(&one, &other, sizeof one) == 0);
    }
}

/* Contents octets of a decimal number (NR3), in the buffer. */
static wg_real decimal(const char *text, uint8_t *octets)
{
    octets[0] = 3;
    memcpy(octets + 1, text, strlen(text));
    return wg_octets_of(octets, strlen(text) + 1);
}

/* All digits of a decimal number count; compared with strtod. */
static void test_decimals(void)
{
    static const char *const rows[] = {
        "9007199254740993.E0",  /* 2^53 + 1: a tie */
        "9007199254740993000000000000000000000000000000000000000000000000000000000000000001.E-66",
        "9007199254740992999999999999999999999999999999999999999999999999999999999999999999.E-66",
        "17976931348623157.E292", "17976931348623159.E292", "49406564584124654.E-340", "24703282292062327.E-340",
        "24703282292062328.E-340", "22250738585072011.E-324", "1.E400", "1.E-400", "1.E310", "-0.00000025E0",
        "00000000000000000000000000000000000012.5E1", "1.E5000000", "0.E99999999", "8.5E-5000000"};
    static char text[1600];
    static uint8_t octets[1601];
    uint32_t seed = 12345;
    size_t i, k;
    for (i = 0; i < 20000 + sizeof rows / sizeof *rows; i++) {
        const char *one = i < sizeof rows / sizeof *rows ? rows[i] : text;
        double got = 0, wanted;
        if (one == text) {
            size_t digits = 1 + i % 40 + (i % 500 == 0 ? i % 1500 : 0);
            for (k = 0; k < digits; k++) {
                seed = seed * 1664525u + 1013904223u;
                text[k] = (char)('0' + (seed >> 24) % 10);
            }
            seed = seed * 1664525u + 1013904223u;
            (void)snprintf(text + digits, sizeof text - digits, ".E%d", (int)(seed >> 8) % 680 - 340 - (int)digits / 2);
        }
        wanted = strtod(one, NULL);
        CHECK(one, wg_real_to_double(decimal(one, octets), &got) && memcmp(&got, &wanted, sizeof got) == 0);
    }
}

/* Ties go to even, unless a lower bit decides (IEEE 754). */
static void test_rounding(void)
{
    static const struct {
        const char *hex;
        double number;
    } rows[] = {
        {"800020000000000001", 9007199254740992.0},     /* 2^53 + 1: a tie */
        {"800020000000000003", 9007199254740996.0},     /* 2^53 + 3 */
        {"80f82000000000000101", 9007199254740994.0},   /* 2^53 + 1 and a bit */
        {"81fbcd01", 0.0},                              /* 2^-1075: a tie with zero */
        {"81fbcc03", 4.9406564584124654e-324},          /* 3 * 2^-1076: more than half of the smallest number */
    };
    size_t i;
    double got;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_octets given = check_octets(rows[i].hex);
        CHECK(rows[i].hex, wg_real_to_double(given, &got) && !(got < rows[i].number) && !(got > rows[i].number));
        check_free(given);
    }
}

/* Encodings that a component of this type accepts: in BER any form, in canonical rules only one that is
   exact. */
static void test_components(void)
{
    static const struct {
        const char *hex; /* of BER */
        wg_error ber, cer, canonical;
        double number;
    } rows[] = {
        {"090380ff03", WG_OK, WG_OK, WG_OK, 1.5},
        {"0903ac0001", WG_OK, WG_ERROR_RANGE, WG_ERROR_CANONICAL, 8.0},
        {"090603312e452b30", WG_OK, WG_ERROR_RANGE, WG_ERROR_RANGE, 1.0},
        {"0909800020000000000001", WG_OK, WG_ERROR_RANGE, WG_ERROR_RANGE, 9007199254740992.0},
        {"0904810400" "01", WG_ERROR_RANGE, WG_ERROR_RANGE, WG_ERROR_RANGE, 0.0}, /* 2^1024 */
        {"0907" "03312e45343030", WG_ERROR_RANGE, WG_ERROR_RANGE, WG_ERROR_RANGE, 0.0},
        {"0908" "03312e452d343030", WG_OK, WG_ERROR_RANGE, WG_ERROR_RANGE, 0.0},
        {"0900", WG_OK, WG_OK, WG_OK, 0.0},
        {"090103", WG_ERROR_VALUE, WG_ERROR_VALUE, WG_ERROR_VALUE, 0.0},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_octets given = check_octets(rows[i].hex);
        int way;
        for (way = 0; way < 6; way++) {
            wg_error wanted = way == 0 ? rows[i].ber : way == 1 ? rows[i].cer : way % 2 ? rows[i].canonical : rows[i].ber;
            wg_arena arena;
            uint8_t memory[64];
            wg_reader r;
            double got;
            wg_arena_init(&arena, memory, sizeof memory);
            if (way < 2) {
                wg_tlv_reader(&r, given.data, given.size, false, &arena);
                r.cer = way == 1;
                got = wg_tlv_get_double(&r, WG_TAG_REAL);
            } else if (way < 4) {
                wg_bits_reader(&r, given.data + 1, given.size - 1, false, &arena);
                r.strict = way == 3;
                got = wg_bits_get_double(&r);
            } else {
                wg_octets_reader(&r, given.data + 1, given.size - 1, way == 5, &arena);
                got = wg_octets_get_double(&r);
            }
            CHECK(rows[i].hex, r.error == wanted && (wanted != WG_OK || !(got < rows[i].number || got > rows[i].number)));
        }
        check_free(given);
    }
}

/* All bits of a double survive writing and reading. */
static void test_writing(void)
{
    static const struct {
        uint64_t bits;
        const char *hex; /* in BER */
    } rows[] = {{0, "0900"}, {(uint64_t)1 << 63, "090143"}, {(uint64_t)0x7ff << 52, "090140"}, {(uint64_t)0xfff << 52, "090141"},
                {(uint64_t)0x7ff8 << 48, "090142"}, {1, "090481fbce01"}, {0x3ff8000000000000u, "090380ff03"},
                {0x7fefffffffffffffu, "090a8103cb1fffffffffffff"}, {0x3fb999999999999au, "090980c90ccccccccccccd"}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_arena arena;
        uint8_t memory[64];
        double number, got[4];
        int way;
        memcpy(&number, &rows[i].bits, sizeof number);
        for (way = 0; way < 4; way++) {
            wg_writer w;
            wg_reader r;
            wg_octets written;
            wg_arena_init(&arena, memory, sizeof memory);
            switch (way) {
            case 0:
                wg_tlv_writer(&w, buffer, sizeof buffer, true);
                wg_tlv_put_double(&w, WG_TAG_REAL, number);
                written = wg_tlv_written(&w);
                CHECK(rows[i].hex, check_same(written, rows[i].hex));
                wg_tlv_reader(&r, written.data, written.size, true, &arena);
                got[way] = wg_tlv_get_double(&r, WG_TAG_REAL);
                wg_tlv_finish(&r);
                break;
            case 1:
                wg_bits_writer(&w, buffer, sizeof buffer, false, true);
                wg_bits_put_double(&w, number);
                written = wg_bits_written(&w);
                wg_bits_reader(&r, written.data, written.size, false, &arena);
                got[way] = wg_bits_get_double(&r);
                wg_bits_finish(&r);
                break;
            default:
                wg_octets_writer(&w, buffer, sizeof buffer, true);
                if (way == 2) {
                    wg_octets_put_double(&w, number);
                } else {
                    wg_octets_put_double_field(&w, 8, number);
                }
                written = wg_octets_written(&w);
                wg_octets_reader(&r, written.data, written.size, true, &arena);
                got[way] = way == 2 ? wg_octets_get_double(&r) : wg_octets_get_double_field(&r, 8);
                wg_octets_finish(&r);
                break;
            }
            CHECK("there and back", w.error == WG_OK && r.error == WG_OK && memcmp(&got[way], &number, sizeof number) == 0);
        }
    }
}

static void test_comparing(void)
{
    const double zero = 0.0, none = wg_double_of(wg_literal("\x42", 1));
    CHECK("one not-a-number", wg_double_equal(none, none));
    CHECK("two zeros", !wg_double_equal(zero, -zero) && wg_double_equal(-zero, -zero));
    CHECK("base 2", wg_double_is(1.5, wg_literal("\x80\xff\x03", 3)) && !wg_double_is(2.5, wg_literal("\x80\xff\x03", 3)));
    CHECK("base 10", !wg_double_is(1.0, wg_literal("\x03" "1.E+0", 6)) && wg_double_is(zero, wg_literal("\x03" "0.E+0", 6)));
}

int main(void)
{
    test_doubles();
    test_forms();
    test_rounding();
    test_decimals();
    test_components();
    test_writing();
    test_comparing();
    return check_done();
}
