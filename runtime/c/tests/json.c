/* Values as text: numbers of every kind, strings, buffers that are too small; paths of errors. */
#include "wireglot/json.h"

#include "check.h"
#include "wireglot/bits.h"
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

/* Whether showing it fails with this error. */
static bool fails(wg_show *by, const char *hex, wg_error error)
{
    wg_octets value = check_octets(hex);
    wg_json text;
    wg_type type;
    bool same;
    memset(&type, 0, sizeof type);
    type.show = by;
    type.size = 1;
    wg_json_buffer(&text, shown, sizeof shown);
    same = wg_show_value(&text, &type, 0, &value, false) == error;
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
    CHECK("2^52 + 1/2: 18 digits show that it is exact", shows(wg_show_real, "80ff20000000000001", "4503599627370496.50"));
    CHECK("2^58 + 1/4", shows(wg_show_real, "80fe1000000000000001", "288230376151711744.25"));
    CHECK("-(2^63 + 8)", shows(wg_show_real, "c0031000000000000001", "-9223372036854775816"));
    CHECK("no REAL", fails(wg_show_real, "44", WG_ERROR_VALUE));
    CHECK("an exponent beyond 56 bits", fails(wg_show_real, "830801000000000000000001", WG_ERROR_LIMIT));
    CHECK("no octets", fails(wg_show_integer, "", WG_ERROR_VALUE));
    CHECK("no arcs", fails(wg_show_oid, "", WG_ERROR_VALUE));
    CHECK("an arc without end", fails(wg_show_oid, "2a83", WG_ERROR_VALUE));
    CHECK("negative", shows(wg_show_integer, "ff0000000000000000", "-18446744073709551616"));
    CHECK("positive", shows(wg_show_integer, "010000000000000000", "18446744073709551616"));
    CHECK("small", shows(wg_show_integer, "80", "-128"));
    CHECK("arcs", shows(wg_show_oid, "2a8648", "\"1.2.840\""));
    CHECK("2.999", shows(wg_show_oid, "883703", "\"2.999.3\""));
    CHECK("relative", shows(wg_show_relative_oid, "883703", "\"1079.3\""));
    CHECK("a long arc", shows(wg_show_oid, "82808080808080808051", "\"2.18446744073709551617\""));
    CHECK("2.(10^27 - 80)", shows(wg_show_oid, "b3d9b8f99fe8a087cec0808000", "\"2.999999999999999999999999920\""));
    CHECK("2.(2^70 - 80)", shows(wg_show_oid, "8180808080808080808000", "\"2.1180591620717411303344\""));
}

static void test_strings(void)
{
    CHECK("RFC 8259 7", shows(wg_show_string, "61225c0a0d0901e92f7f", "\"a\\\"\\\\\\n\\r\\t\\u0001\xc3\xa9/\x7f\""));
    CHECK("as they are", check_same(wg_literal("\xff", 1), "ff"));
    CHECK("octets", shows(wg_show_octets, "0102ff", "\"0102FF\""));
}

/* More decimal digits than are shown. */
static void test_limit(void)
{
    static uint8_t octets[4000];
    const wg_octets value = wg_octets_of(octets, sizeof octets);
    const wg_type types[2] = {{wg_show_integer, NULL, NULL, 0, 0, 0, 0, 0}, {wg_show_oid, NULL, NULL, 0, 0, 0, 0, 0}};
    wg_json text;
    uint32_t i;
    memset(octets, 0xff, sizeof octets);
    octets[0] = octets[sizeof octets - 1] = 0x7f;
    for (i = 0; i < 2; i++) {
        octets[0] = i ? 0x81 : 0x7f;
        wg_json_buffer(&text, NULL, 0);
        CHECK("more than 5,760 digits", wg_show_value(&text, types, i, &value, false) == WG_ERROR_LIMIT);
    }
}

/* RFC 4648 10. */
static void test_base64(void)
{
    static const char *const rows[][2] = {{"", "\"\""}, {"f", "\"Zg==\""}, {"fo", "\"Zm8=\""}, {"foo", "\"Zm9v\""},
                                          {"foob", "\"Zm9vYg==\""}, {"fooba", "\"Zm9vYmE=\""}, {"foobar", "\"Zm9vYmFy\""}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        const wg_octets value = wg_literal(rows[i][0], strlen(rows[i][0]));
        check(strcmp(show(wg_show_octets, 1, WG_WAY_BASE64, &value), rows[i][1]) == 0, "RFC 4648 10", rows[i][1]);
    }
}

/* X.697 37: each kind of identification of X.680 37.5. */
static void test_external(void)
{
    static const struct {
        bool direct, indirect, descriptor;
        const char *text;
    } rows[] = {
        {true, false, false, "{\"identification\":{\"syntax\":\"1.2.3\"},\"data-value\":\"61\"}"},
        {false, true, false, "{\"identification\":{\"presentation-context-id\":5},\"data-value\":\"61\"}"},
        {true, true, true,
         "{\"identification\":{\"context-negotiation\":{\"presentation-context-id\":5,\"transfer-syntax\":\"1.2.3\"}},"
         "\"data-value-descriptor\":\"d\",\"data-value\":\"61\"}"},
        {false, false, false, "an error"},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_external value;
        memset(&value, 0, sizeof value);
        value.has_direct = rows[i].direct;
        value.direct = wg_literal("\52\3", 2);
        value.has_indirect = rows[i].indirect;
        value.indirect = wg_literal("\5", 1);
        value.has_descriptor = rows[i].descriptor;
        value.descriptor = wg_literal("d", 1);
        value.encoding = WG_EXTERNAL_OCTETS;
        value.data = wg_literal("a", 1);
        check(strcmp(show(wg_show_external, 0, 0, &value), rows[i].text) == 0, "X.680 37.5", shown);
    }
}

static void test_items(void)
{
    static const wg_item items[] = {{"\"one\"", 1}, {"\"far\"", INT64_C(5000000000)}};
    const wg_type type = {wg_show_enumerated_i64, NULL, items, 2, 0, 0, 0, 0};
    static const struct {
        int64_t number;
        const char *text;
    } rows[] = {{1, "\"one\""}, {INT64_C(5000000000), "\"far\""}, {7, "{\"$number\":7}"}, {WG_ENUM_UNKNOWN_I64 + 3, "{\"$index\":3}"}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_json text;
        wg_json_buffer(&text, shown, sizeof shown);
        CHECK("X.697 22", wg_show_value(&text, &type, 0, &rows[i].number, false) == WG_OK && strcmp(shown, rows[i].text) == 0);
    }
}

/* Memory that holds no value: pointers to nothing or in a circle, alternatives that do not exist. */
struct chain {
    struct chain *next;
};

struct chosen {
    unsigned kind;
    int32_t number;
};

static void test_no_values(void)
{
    static const wg_part next = {"\"next\"", 0, 0, WG_NOWHERE, true};
    static const wg_part number = {"\"number\"", 1, 0, WG_NOWHERE, false};
    const wg_type chain = {wg_show_record, &next, NULL, 1, WG_NOWHERE, 0, 0, 0};
    const wg_type choice[2] = {{wg_show_choice, &number, NULL, 1, offsetof(struct chosen, number), 0, 0, 0},
                               {wg_show_i32, NULL, NULL, 0, 0, 0, 0, 0}};
    static const struct {
        unsigned kind;
        const char *text; /* NULL: none */
    } kinds[] = {{0, NULL}, {1, "{\"number\":-5}"}, {2, NULL}};
    struct chain circle, end;
    wg_json text;
    size_t i;
    circle.next = &circle;
    wg_json_buffer(&text, shown, sizeof shown);
    CHECK("a circle of pointers", wg_show_value(&text, &chain, 0, &circle, false) == WG_ERROR_DEPTH);
    end.next = NULL;
    wg_json_buffer(&text, shown, sizeof shown);
    CHECK("a pointer to nothing", wg_show_value(&text, &chain, 0, &end, false) == WG_ERROR_VALUE);
    for (i = 0; i < 3; i++) {
        struct chosen value;
        wg_error error;
        value.kind = kinds[i].kind;
        value.number = -5;
        wg_json_buffer(&text, shown, sizeof shown);
        error = wg_show_value(&text, choice, 0, &value, false);
        CHECK("an alternative", kinds[i].text ? error == WG_OK && strcmp(shown, kinds[i].text) == 0 : error == WG_ERROR_UNKNOWN);
    }
}

static void test_no_characters(void)
{
    static const struct {
        const char *what;
        uint32_t unit;
        const char *octets;
        size_t size;
    } rows[] = {{"not UTF-8", 0, "\xc3(", 2}, {"half a character of BMPString", 2, "abc", 3},
                {"no character of UniversalString", 4, "\0\21\0\0", 4}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        const wg_type type = {wg_show_string, NULL, NULL, 0, 0, 0, rows[i].unit, 0};
        const wg_octets value = wg_literal(rows[i].octets, rows[i].size);
        wg_json text;
        wg_json_buffer(&text, shown, sizeof shown);
        CHECK(rows[i].what, wg_show_value(&text, &type, 0, &value, false) == WG_ERROR_VALUE);
    }
}

/* Text given to a function is that of a buffer. */
static char taken[64];
static size_t taken_size;

static void take(void *context, const char *piece, size_t size)
{
    CHECK("the context", context == taken && taken_size + size <= sizeof taken);
    memcpy(taken + taken_size, piece, size);
    taken_size += size;
}

static void test_call(void)
{
    const wg_type type = {wg_show_octets, NULL, NULL, 0, 0, 0, 1, 0};
    const wg_octets value = wg_literal("\1\2\377", 3);
    wg_json text;
    wg_json_call(&text, take, taken);
    CHECK("piece by piece", wg_show_value(&text, &type, 0, &value, false) == WG_OK);
    CHECK("piece by piece", text.size == 8 && taken_size == 8 && memcmp(taken, "\"0102FF\"", 8) == 0);
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
    wg_bits_reader(&r, NULL, 0, false, &tracing.arena);
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
    test_limit();
    test_base64();
    test_external();
    test_items();
    test_no_values();
    test_no_characters();
    test_call();
    test_buffers();
    test_paths();
    return check_done();
}
