/* Values as text: numbers of every kind, strings, buffers that are too small; paths of errors. */
#include "wireglot/json.h"

#include "check.h"
#include "wireglot/contents.h"
#include "wireglot/path.h"

static char shown[8192];

/* Shows a value with the function for its kind. */
static const char *show(wg_show *by, uint32_t size, uint32_t way, const void *value)
{
    wg_json text;
    wg_type type;
    memset(&type, 0, sizeof type);
    type.show = by;
    type.size = size;
    type.way = way;
    wg_json_buffer(&text, shown, sizeof shown);
    if (wg_show_value(&text, &type, 0, value, false) != WG_OK) {
        return "an error";
    }
    return shown;
}

static bool shows(wg_show *by, const char *hex, const char *wanted)
{
    wg_octets value = check_octets(hex);
    const bool same = strcmp(show(by, 1, 0, &value), wanted) == 0;
    if (!same) {
        printf("%s: %s\n", hex, shown);
    }
    check_free(value);
    return same;
}

static void test_doubles(void)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        {1, "1"},
        {-0.75, "-0.75"},
        {0.1, "0.1"},
        {1.0 / 3, "0.3333333333333333"},
        {123456.789, "123456.789"},
        {5e-324, "5e-324"},
        {2.2250738585072014e-308, "2.2250738585072014e-308"},
        {1.7976931348623157e308, "1.7976931348623157e308"},
        {9007199254740991.0, "9007199254740991"},
        {9007199254740992.0, "9.007199254740992e15"},
        {1e23, "1e23"},
        {9.5e-6, "9.5e-6"},
        {1e-5, "0.00001"},
        {1e15, "1000000000000000"},
        {4.35, "4.35"},
        {1.0 / 1048576, "9.5367431640625e-7"},
        {65536.0 * 65536 * 65536 * 65536, "1.8446744073709552e19"},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t memory[WG_REAL_OCTETS];
        const wg_real real = wg_real_from_double(rows[i].value, memory);
        check(strcmp(show(wg_show_real, 0, 0, &real), rows[i].text) == 0, shown, rows[i].text);
    }
}

/* The C library reads the shortest digits back as the same number, and with one digit fewer, it does not.
 */
static void test_many_doubles(void)
{
    uint64_t seed = 1;
    int i;
    for (i = 0; i < 2000; i++) {
        uint8_t memory[WG_REAL_OCTETS];
        char least[40];
        double value;
        int digits = 1;
        wg_real real;
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        memcpy(&value, &seed, sizeof value);
        if (!(value - value == 0) || value == 0) {
            continue;
        }
        real = wg_real_from_double(value, memory);
        show(wg_show_real, 0, 0, &real);
        check(strtod(shown, NULL) == value, "comes back", shown);
        for (;; digits++) {
            sprintf(least, "%.*e", digits - 1, value);
            if (strtod(least, NULL) == value) {
                break;
            }
        }
        {
            int have = 0;
            const char *c = shown;
            for (; *c && *c != 'e'; c++) {
                have += (*c >= '1' && *c <= '9') || (*c == '0' && have > 0);
            }
            check(have <= digits || strchr(shown, 'e') == NULL, "no digit too many", shown);
        }
    }
}

static void test_numbers(void)
{
    CHECK("X.697 23", shows(wg_show_real, "", "0"));
    CHECK("X.697 23", shows(wg_show_real, "40", "\"INF\""));
    CHECK("X.697 23", shows(wg_show_real, "41", "\"-INF\""));
    CHECK("X.697 23", shows(wg_show_real, "42", "\"NaN\""));
    CHECK("X.697 23", shows(wg_show_real, "43", "\"-0\""));
    CHECK("base 10", shows(wg_show_real, "0331352e452d31", "{\"base10Value\":1.5}"));
    CHECK("base 10, a mark within", shows(wg_show_real, "02302c303135", "{\"base10Value\":0.015}"));
    CHECK("2^53 + 1", shows(wg_show_real, "800020000000000001", "9007199254740993"));
    CHECK("a long exponent", shows(wg_show_real, "81200001", "{\"$base2\":{\"mantissa\":1,\"exponent\":8192}}"));
    CHECK("negative", shows(wg_show_integer, "ff0000000000000000", "-18446744073709551616"));
    CHECK("positive", shows(wg_show_integer, "010000000000000000", "18446744073709551616"));
    CHECK("small", shows(wg_show_integer, "80", "-128"));
    CHECK("arcs", shows(wg_show_oid, "2a8648", "\"1.2.840\""));
    CHECK("2.999", shows(wg_show_oid, "883703", "\"2.999.3\""));
    CHECK("relative", shows(wg_show_relative_oid, "883703", "\"1079.3\""));
    CHECK("a long arc", shows(wg_show_oid, "82808080808080808051", "\"2.18446744073709551617\""));
    CHECK("2.(2^70 - 80)", shows(wg_show_oid, "8180808080808080808000", "\"2.1180591620717411303344\""));
}

static void test_strings(void)
{
    CHECK("RFC 8259 7", shows(wg_show_string, "61225c0a0d0901e92f7f", "\"a\\\"\\\\\\n\\r\\t\\u0001\xc3\xa9/\x7f\""));
    CHECK("as they are", check_same(wg_literal("\xff", 1), "ff"));
    CHECK("octets", shows(wg_show_octets, "0102ff", "\"0102FF\""));
}

static void test_buffers(void)
{
    const wg_type type = {wg_show_i32, NULL, NULL, 0, 0, 0, 0, 0};
    const int32_t value = -123;
    char buffer[5] = "....";
    wg_json text;
    wg_json_buffer(&text, NULL, 0);
    CHECK("only counts", wg_show_value(&text, &type, 0, &value, false) == WG_ERROR_SPACE && text.size == 4);
    wg_json_buffer(&text, buffer, 4);
    CHECK("the zero has no room", wg_show_value(&text, &type, 0, &value, false) == WG_ERROR_SPACE);
    CHECK("what fits", strcmp(buffer, "-12") == 0 && text.size == 4);
    wg_json_buffer(&text, buffer, 5);
    CHECK("all", wg_show_value(&text, &type, 0, &value, false) == WG_OK && strcmp(buffer, "-123") == 0);
}

static void test_paths(void)
{
    wg_tracing tracing;
    wg_path path;
    wg_reader r;
    char text[24];
    int i;
    wg_path_begin(&tracing, NULL, &path, "Root");
    wg_reader_init(&r, NULL, 0, &tracing.arena);
    wg_path_part(&r, "list");
    wg_path_element(&r, 12);
    wg_path_part(&r, "gone");
    wg_path_back(&r);
    wg_path_part(&r, "here");
    wg_fail(&r, WG_ERROR_END);
    wg_path_back(&r);
    wg_path_part(&r, "later");
    CHECK("stays where the error is", wg_path_text(&path, text, sizeof text) == 18 && strcmp(text, "Root.list[12].here") == 0);
    CHECK("cut", wg_path_text(&path, text, 7) == 18 && strcmp(text, "Root.l") == 0);
    r.error = WG_OK;
    for (i = 0; i < 200; i++) {
        wg_path_part(&r, "a");
    }
    CHECK("deep", wg_path_text(&path, NULL, 0) == 18 + 2 * (WG_PATH_STEPS - 3) + 3);
}

int main(void)
{
    test_doubles();
    test_many_doubles();
    test_numbers();
    test_strings();
    test_buffers();
    test_paths();
    return check_done();
}
