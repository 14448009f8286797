/* Leaves and frames of BER and DER, by clause of X.690. */
#include "wireglot/tlv.h"

#include "check.h"

static uint8_t memory[4096];
static uint8_t buffer[4096];

/* A reader over the octets. */
static wg_reader reader(wg_octets octets, bool strict, wg_arena *arena)
{
    wg_reader r;
    wg_arena_init(arena, memory, sizeof memory);
    wg_tlv_reader(&r, octets.data, octets.size, strict, arena);
    return r;
}

/* -- INTEGER --------------------------------------------------------------- */

static const struct {
    const char *clause;
    int64_t value;
    const char *hex;
} integers[] = {
    {"8.3.2 zero", 0, "020100"},
    {"8.3.2 127", 127, "02017f"},
    {"8.3.2 128 takes two octets", 128, "02020080"},
    {"8.3.2 -128 takes one", -128, "020180"},
    {"8.3.2 -129", -129, "0202ff7f"},
    {"8.3.2 -3141", -3141, "0202f3bb"},
    {"8.3.2 32767", 32767, "02027fff"},
    {"8.3.2 32768", 32768, "0203008000"},
    {"8.3.2 greatest of 64 bits", INT64_MAX, "02087fffffffffffffff"},
    {"8.3.2 least of 64 bits", INT64_MIN, "02088000000000000000"},
};

static void test_integers(void)
{
    size_t i;
    for (i = 0; i < sizeof integers / sizeof *integers; i++) {
        wg_octets octets = check_octets(integers[i].hex);
        wg_arena arena;
        wg_reader r = reader(octets, true, &arena);
        wg_writer w;
        CHECK(integers[i].clause, wg_tlv_get_integer_i64(&r, WG_TAG_INTEGER) == integers[i].value);
        wg_tlv_finish(&r);
        CHECK(integers[i].clause, r.error == WG_OK);
        wg_tlv_writer(&w, buffer, sizeof buffer, true);
        wg_tlv_put_integer_i64(&w, WG_TAG_INTEGER, integers[i].value);
        CHECK(integers[i].clause, check_same(wg_tlv_written(&w), integers[i].hex));
        check_free(octets);
    }
}

/* -- what readers reject ----------------------------------------------------- */

typedef void (*read_one)(wg_reader *r);

static void a_boolean(wg_reader *r)
{
    wg_tlv_get_boolean(r, WG_TAG_BOOLEAN);
}

static void a_small_integer(wg_reader *r)
{
    wg_tlv_get_integer_i32(r, WG_TAG_INTEGER);
}

static void an_integer(wg_reader *r)
{
    wg_tlv_get_integer_big(r, WG_TAG_INTEGER);
}

static void some_octets(wg_reader *r)
{
    wg_tlv_get_octet_string(r, WG_TAG_OCTET_STRING);
}

static void some_bits(wg_reader *r)
{
    wg_tlv_get_bit_string(r, WG_TAG_BIT_STRING, false);
}

static void a_null(wg_reader *r)
{
    wg_tlv_get_null(r, WG_TAG_NULL);
}

static void an_oid(wg_reader *r)
{
    wg_tlv_get_oid(r, WG_TAG_OID);
}

static void a_real(wg_reader *r)
{
    wg_tlv_get_real(r, WG_TAG_REAL);
}

static void a_printable_string(wg_reader *r)
{
    wg_tlv_get_printable_string(r, WG_TAG_PRINTABLE_STRING);
}

static void a_utf8_string(wg_reader *r)
{
    wg_tlv_get_utf8_string(r, WG_TAG_UTF8_STRING);
}

static void a_utc_time(wg_reader *r)
{
    wg_tlv_get_utc_time(r, WG_TAG_UTC_TIME);
}

static void a_generalized_time(wg_reader *r)
{
    wg_tlv_get_generalized_time(r, WG_TAG_GENERALIZED_TIME);
}

static void an_iri(wg_reader *r)
{
    wg_tlv_get_iri(r, WG_UNIVERSAL(35));
}

static void an_external(wg_reader *r)
{
    wg_tlv_get_external(r, WG_UNIVERSAL(8));
}

/* The parts of a BIT STRING or OCTET STRING, one by one. */
static void the_parts(wg_reader *r)
{
    const wg_tag tag = r->next < r->end && (*r->next & 0x1f) == 3 ? WG_TAG_BIT_STRING : WG_TAG_OCTET_STRING;
    wg_segments s;
    wg_octets part;
    wg_tlv_begin_segments(r, tag, tag == WG_TAG_BIT_STRING, &s);
    while (wg_tlv_next_segment(r, &s, &part)) {
    }
}

static void a_time(wg_reader *r)
{
    wg_tlv_get_time(r, WG_UNIVERSAL(14));
}

static void an_element(wg_reader *r)
{
    wg_tlv_skip(r);
}

/* The largest number that a tag may have. */
static void the_last_tag(wg_reader *r)
{
    wg_tlv_get_null(r, WG_CONTEXT(0x3ffffffeu));
}

static void a_late_tag(wg_reader *r)
{
    wg_tlv_get_null(r, WG_CONTEXT(0x3fffff80u));
}

static void a_sequence(wg_reader *r)
{
    wg_frame outer;
    if (wg_tlv_enter(r, WG_TAG_SEQUENCE, &outer)) {
        while (wg_tlv_more(r)) {
            wg_tlv_skip(r);
        }
        wg_tlv_leave(r, &outer);
    }
}

static const struct {
    const char *clause;
    read_one read;
    const char *hex;
    wg_error ber;
    wg_error der;
} readings[] = {
    {"8.1.2.4.2 c: a tag number must not begin with zeros", an_element, "1f801f00", WG_ERROR_TAG, WG_ERROR_TAG},
    {"8.1.2.2: a small number in the long form", an_element, "1f1e00", WG_OK, WG_ERROR_TAG},
    {"8.1.2.4: a long tag", an_element, "9f8f7f00", WG_OK, WG_OK},
    {"8.1.2.4: the last tag", the_last_tag, "9f83ffffff7e00", WG_OK, WG_OK},
    {"8.1.2.4: the one behind it", the_last_tag, "9f83ffffff7f00", WG_ERROR_TAG, WG_ERROR_TAG},
    {"8.1.2.4: one far behind it", the_last_tag, "9f8fffffff7f00", WG_ERROR_TAG, WG_ERROR_TAG},
    {"8.1.2.4: a late tag", a_late_tag, "9f83ffffff0000", WG_OK, WG_OK},
    {"8.1.2.4: a tag without end", an_element, "9fffffff", WG_ERROR_END, WG_ERROR_END},
    {"8.1.3.5 c: the first octet of a length is not ff", an_element, "04ff00", WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"10.1: shortest length", some_octets, "048101aa", WG_OK, WG_ERROR_LENGTH},
    {"8.1.3.5 note 2: zeros in front of a length", some_octets, "04840000000100", WG_OK, WG_ERROR_LENGTH},
    {"8.1.3: a length beyond the data", some_octets, "04847fffffff", WG_ERROR_END, WG_ERROR_END},
    {"8.1.3: a length that overflows", some_octets, "0489ffffffffffffffffff", WG_ERROR_END, WG_ERROR_END},
    {"8.1.3.2: a primitive encoding is definite", some_octets, "04800000", WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"8.1.3.6, 10.1: an indefinite length", a_sequence, "308005000000", WG_OK, WG_ERROR_LENGTH},
    {"8.1.3.6: nested ones", a_sequence, "3080308030800000000005000000", WG_OK, WG_ERROR_LENGTH},
    {"8.1.5: end-of-contents octets are missing", a_sequence, "30800500", WG_ERROR_END, WG_ERROR_LENGTH},
    {"8.1.5: not inside of a definite length", a_sequence, "30020000", WG_ERROR_TAG, WG_ERROR_TAG},
    {"8.2.1: one octet", a_boolean, "0100", WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"8.2.2, 11.1: TRUE", a_boolean, "010101", WG_OK, WG_ERROR_CANONICAL},
    {"8.3.1: at least one octet", an_integer, "0200", WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"8.3.2: nine bits that are equal", an_integer, "0202007f", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"8.3.2: nine bits that are equal", an_integer, "0202ff80", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"8.3: what does not fit is not cut", a_small_integer, "02050080000000", WG_ERROR_RANGE, WG_ERROR_RANGE},
    {"8.5.9: PLUS-INFINITY", a_real, "090140", WG_OK, WG_OK},
    {"8.5.9: reserved", a_real, "090144", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"8.5.7, 11.3.1: an even mantissa", a_real, "0903800002", WG_OK, WG_ERROR_CANONICAL},
    {"8.5.7, 11.3.1: base 2, odd", a_real, "0903800001", WG_OK, WG_OK},
    {"8.5.8, 11.3.2: NR1", a_real, "09020131", WG_OK, WG_ERROR_CANONICAL},
    {"8.5.8, 11.3.2: NR3", a_real, "090603312e452b30", WG_OK, WG_OK},
    {"8.6.2.2: unused bits", some_bits, "03020801", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"8.6.2.3: no bits, none unused", some_bits, "030101", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"11.2.1: unused bits are zero", some_bits, "030204ff", WG_OK, WG_ERROR_CANONICAL},
    {"8.6.4, 10.2: segments", some_bits, "2309030200ff030204f0", WG_ERROR_END, WG_ERROR_END},
    {"8.6.4, 10.2: segments", some_bits, "2308030200ff030204f0", WG_OK, WG_ERROR_CANONICAL},
    {"8.6.4: unused bits in the last segment only", some_bits, "2308030204f0030200ff", WG_ERROR_VALUE, WG_ERROR_CANONICAL},
    {"8.7.3, 10.2: segments in segments", some_octets, "240b2406040161040162040163", WG_OK, WG_ERROR_CANONICAL},
    {"8.7.3, 8.1.3.6: of indefinite length", some_octets, "24802480040161000004016200" "00", WG_OK, WG_ERROR_LENGTH},
    {"8.7.3.2: segments are OCTET STRINGs", some_octets, "24030c0161", WG_ERROR_TAG, WG_ERROR_CANONICAL},
    {"8.6.2.2: unused bits of a part", the_parts, "03020801", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"8.6.2.3: no bits of a part, some unused", the_parts, "030101", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"8.6.2.1: a part without its first octet", the_parts, "0300", WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"8.6.4: unused bits in the last part only", the_parts, "2308030204f0030200ff", WG_ERROR_VALUE, WG_ERROR_CANONICAL},
    {"8.7.3.2: parts are OCTET STRINGs", the_parts, "24030c0161", WG_ERROR_TAG, WG_ERROR_CANONICAL},
    {"8.7.3: parts of parts", the_parts, "240b2406040161040162040163", WG_OK, WG_ERROR_CANONICAL},
    {"8.1.3: a part beyond the end", the_parts, "2403040261", WG_ERROR_END, WG_ERROR_CANONICAL},
    {"8.8.2: no contents", a_null, "050100", WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"8.19.2: no zeros in front of an arc", an_oid, "0603558001", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"8.19.2: an arc without end", an_oid, "06025580", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"8.19: at least one arc", an_oid, "0600", WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"8.23: OID-IRI", an_iri, "1f23022f61", WG_OK, WG_OK},
    {"8.23: not UTF-8", an_iri, "1f2302c328", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"8.18: EXTERNAL by identifier, a single type", an_external, "280806022a03a0020500", WG_OK, WG_OK},
    {"8.18: EXTERNAL by context, octets, a descriptor", an_external, "280902010507016481" "0161", WG_OK, WG_OK},
    {"8.18: EXTERNAL of bits that are no octets", an_external, "280806022a0382020460", WG_ERROR_LENGTH, WG_ERROR_LENGTH},
    {"8.18: no such alternative", an_external, "280706022a03830161", WG_ERROR_TAG, WG_ERROR_TAG},
    {"8.18: no data", an_external, "280406022a03", WG_ERROR_MISSING, WG_ERROR_MISSING},
    {"X.680 37.6: no reference", an_external, "2803810161", WG_ERROR_MISSING, WG_ERROR_MISSING},
    {"X.680 41.4: PrintableString; in BER any ASCII is taken", a_printable_string, "13022a20", WG_OK, WG_ERROR_VALUE},
    {"RFC 3629: overlong", a_utf8_string, "0c02c080", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"RFC 3629: surrogates", a_utf8_string, "0c03eda080", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"11.8: UTCTime with seconds and Z", a_utc_time, "170b393131323331323335395a", WG_OK, WG_ERROR_CANONICAL},
    {"11.8: UTCTime with seconds and Z", a_utc_time, "170d3931313233313233353935395a", WG_OK, WG_OK},
    {"X.680 47.3: no leap seconds", a_utc_time, "170d3931303233303233353936305a", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"11.7.5: midnight", a_generalized_time, "180f32303230303232383234303030305a", WG_OK, WG_ERROR_CANONICAL},
    {"ISO 8601: nothing after 24", a_generalized_time, "180f32303230303232383234303030315a", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"X.680 47: the 30th of February", a_utc_time, "170d3931303233303233353935395a", WG_ERROR_VALUE, WG_ERROR_VALUE},
    {"11.7.2: no zeros behind a fraction", a_generalized_time
     , "181232303030303130313030303030302e35305a", WG_OK, WG_ERROR_CANONICAL},
    {"X.680 38.3: an interval", a_time, "0e0d323031322d31312d32312f3232", WG_OK, WG_OK},
    {"X.680 38.3: no 30 February", a_time, "0e0a323031322d30322d3330", WG_OK, WG_ERROR_VALUE},
    {"X.680 38.3: a word is no time", a_time, "0e04736f6f6e", WG_OK, WG_ERROR_VALUE},
};

static void test_readings(void)
{
    size_t i, cut;
    int strict;
    for (i = 0; i < sizeof readings / sizeof *readings; i++) {
        for (strict = 0; strict < 2; strict++) {
            wg_octets octets = check_octets(readings[i].hex);
            wg_arena arena;
            wg_reader r = reader(octets, strict != 0, &arena);
            readings[i].read(&r);
            wg_tlv_finish(&r);
            if (r.error != (strict ? readings[i].der : readings[i].ber)) {
                printf("%s: %s in %s: %s\n", readings[i].clause, readings[i].hex, strict ? "DER" : "BER",
                       wg_error_text(r.error));
                check_failures++;
            }
            check_free(octets);
            /* Every prefix of it is an error, and nothing is read beyond its end. */
            for (cut = 0; cut < strlen(readings[i].hex); cut += 2) {
                char part[64];
                memcpy(part, readings[i].hex, cut);
                part[cut] = 0;
                octets = check_octets(part);
                r = reader(octets, strict != 0, &arena);
                readings[i].read(&r);
                CHECK(readings[i].clause, r.error != WG_OK);
                CHECK(readings[i].clause, r.error_octet <= octets.size);
                CHECK(readings[i].clause, wg_tlv_get_integer_i32(&r, WG_TAG_INTEGER) == 0 && !wg_tlv_more(&r));
                check_free(octets);
            }
        }
    }
}

/* -- lengths and order ------------------------------------------------------- */

/* -- what writers refuse ----------------------------------------------------- */

static const int64_t items[3] = {0, 5, 300};
static const wg_octets nothing = {NULL, 0};

typedef void write_one(wg_writer *w);

static void an_unknown_item(wg_writer *w)
{
    wg_tlv_put_enumerated_i64(w, WG_TAG_ENUMERATED, items, 3, false, 6);
}

static void an_index_of_per(wg_writer *w)
{
    wg_tlv_put_enumerated_i32(w, WG_TAG_ENUMERATED, items, 3, true, WG_ENUM_UNKNOWN_I32 + 1);
}

static void no_real(wg_writer *w)
{
    wg_tlv_put_real(w, WG_TAG_REAL, wg_literal("\x44", 1));
}

static void another_real(wg_writer *w)
{
    wg_tlv_put_real(w, WG_TAG_REAL, wg_literal("\1""15", 3));
}

static void a_special_real(wg_writer *w)
{
    wg_tlv_put_real(w, WG_TAG_REAL, wg_literal("\x40", 1));
}

/* 8.5.7.4: an exponent of four octets needs its length. */
static void a_huge_real(wg_writer *w)
{
    wg_tlv_put_real(w, WG_TAG_REAL, wg_literal("\x83\4\1\0\0\0\2", 7));
}

static void a_far_real(wg_writer *w)
{
    wg_tlv_put_real(w, WG_TAG_REAL, wg_literal("\x83\x08\1\0\0\0\0\0\0\0\2", 11));
}

static void a_good_iri(wg_writer *w)
{
    wg_tlv_put_iri(w, WG_UNIVERSAL(35), wg_literal("/a", 2));
}

static void a_wrong_iri(wg_writer *w)
{
    wg_tlv_put_iri(w, WG_UNIVERSAL(35), wg_literal("\xc3(", 2));
}

static void no_arcs(wg_writer *w)
{
    wg_tlv_put_relative_oid(w, WG_UNIVERSAL(13), nothing);
}

static void no_characters(wg_writer *w)
{
    wg_tlv_put_bmp_string(w, WG_UNIVERSAL(30), wg_literal("abc", 3));
}

static void an_indefinite_length(wg_writer *w)
{
    wg_tlv_open_indefinite(w, WG_TAG_SEQUENCE);
    wg_tlv_close_indefinite(w, WG_TAG_SEQUENCE);
}

static wg_external external_of(unsigned encoding)
{
    wg_external value;
    memset(&value, 0, sizeof value);
    value.encoding = encoding;
    value.data = wg_literal("\5\0", 2);
    return value;
}

static void a_full_external(wg_writer *w)
{
    wg_external value = external_of(WG_EXTERNAL_OCTETS);
    value.has_direct = value.has_indirect = value.has_descriptor = true;
    value.direct = wg_literal("\52\3", 2);
    value.indirect = wg_literal("\5", 1);
    value.descriptor = wg_literal("d", 1);
    wg_tlv_put_external(w, WG_UNIVERSAL(8), value);
}

static void a_single_external(wg_writer *w)
{
    wg_external value = external_of(WG_EXTERNAL_SINGLE_TYPE);
    value.has_direct = true;
    value.direct = wg_literal("\52\3", 2);
    wg_tlv_put_external(w, WG_UNIVERSAL(8), value);
}

static void an_external_of_nothing(wg_writer *w)
{
    wg_tlv_put_external(w, WG_UNIVERSAL(8), external_of(WG_EXTERNAL_OCTETS));
}

static void an_external_of_another_kind(wg_writer *w)
{
    wg_external value = external_of(3);
    value.has_direct = true;
    value.direct = wg_literal("\52\3", 2);
    wg_tlv_put_external(w, WG_UNIVERSAL(8), value);
}

static const struct {
    const char *clause;
    write_one *write;
    const char *hex; /* NULL: refused */
    wg_error error;
} writings[] = {
    {"8.4: no item", an_unknown_item, NULL, WG_ERROR_UNKNOWN},
    {"8.4: an item of PER whose number is unknown", an_index_of_per, NULL, WG_ERROR_RULES},
    {"8.5: no REAL", no_real, NULL, WG_ERROR_VALUE},
    {"8.5.8, 11.3.2: NR1 becomes NR3", another_real, "09070331352e452b30", WG_OK},
    {"8.5.9: PLUS-INFINITY", a_special_real, "090140", WG_OK},
    {"8.5.7.4: an exponent of four octets", a_huge_real, "090783040100000101", WG_OK},
    {"8.5: an exponent beyond 56 bits", a_far_real, NULL, WG_ERROR_LIMIT},
    {"8.23: OID-IRI", a_good_iri, "1f23022f61", WG_OK},
    {"8.23: not UTF-8", a_wrong_iri, NULL, WG_ERROR_VALUE},
    {"8.20: no arcs", no_arcs, NULL, WG_ERROR_VALUE},
    {"8.23.7: half a character", no_characters, NULL, WG_ERROR_VALUE},
    {"10.1: an indefinite length in DER", an_indefinite_length, NULL, WG_ERROR_CANONICAL},
    {"8.18: EXTERNAL with all references", a_full_external, "280e06022a0302010507016481020500", WG_OK},
    {"8.18: EXTERNAL of a single type", a_single_external, "280806022a03a0020500", WG_OK},
    {"X.680 37.6: no reference", an_external_of_nothing, NULL, WG_ERROR_MISSING},
    {"8.18: no such alternative", an_external_of_another_kind, NULL, WG_ERROR_UNKNOWN},
};

/* Backwards and forwards, in DER, in buffers of each size. */
static void test_writings(void)
{
    size_t i, capacity;
    int forward;
    for (i = 0; i < sizeof writings / sizeof *writings; i++) {
        const size_t size = writings[i].hex ? strlen(writings[i].hex) / 2 : 0;
        for (forward = 0; forward < 2; forward++) {
            for (capacity = writings[i].hex ? 0 : 40; capacity <= 40; capacity++) {
                const wg_error expected = capacity < size ? WG_ERROR_SPACE : writings[i].error;
                wg_writer w;
                if (forward) {
                    wg_tlv_forward(&w, buffer, capacity, true);
                } else {
                    wg_tlv_writer(&w, buffer, capacity, true);
                }
                writings[i].write(&w);
                check(w.error == expected, writings[i].clause, wg_error_text(w.error));
                if (expected == WG_OK) {
                    CHECK(writings[i].clause, check_same(wg_tlv_written(&w), writings[i].hex));
                }
            }
        }
    }
}

static void test_indefinite_is_linear(void)
{
    /* 1,000,000 nested indefinite lengths: skipped in one pass, entered up to the limit. */
    size_t depth = 1000000, i;
    uint8_t *data = (uint8_t *)calloc(depth, 4);
    wg_octets octets = wg_octets_of(data, depth * 4);
    wg_arena arena;
    wg_reader r = reader(octets, false, &arena);
    wg_frame outer;
    for (i = 0; i < depth; i++) {
        data[2 * i] = 0x30;
        data[2 * i + 1] = 0x80;
    }
    wg_tlv_skip(&r);
    CHECK("depth limit: skipped", r.error == WG_ERROR_DEPTH);
    r = reader(octets, false, &arena);
    r.limits.depth = (unsigned)depth;
    wg_tlv_skip(&r);
    wg_tlv_finish(&r);
    CHECK("8.1.3.6 deep nesting", r.error == WG_OK);
    r = reader(octets, false, &arena);
    for (i = 0; wg_tlv_enter(&r, WG_TAG_SEQUENCE, &outer); i++) {
    }
    CHECK("depth limit", i == wg_limits_default().depth && r.error == WG_ERROR_DEPTH);
    free(data);
}

static void test_limits(void)
{
    static const struct {
        const char *hex;
        read_one read;
        size_t offset; /* offset of the limit in wg_limits */
    } rows[] = {
        {"02050100000000", an_integer, offsetof(wg_limits, integer_octets)},
        {"06052a03040506", an_oid, offsetof(wg_limits, integer_octets)},
        {"04050102030405", some_octets, offsetof(wg_limits, string_octets)},
        {"2409040301020304020405", some_octets, offsetof(wg_limits, string_octets)},
        {"0500", a_null, offsetof(wg_limits, total)},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_octets octets = check_octets(rows[i].hex);
        wg_arena arena;
        wg_reader r = reader(octets, false, &arena);
        size_t limit = rows[i].read == a_null ? 1 : 4;
        rows[i].read(&r);
        CHECK("within the limits", r.error == WG_OK);
        memcpy((uint8_t *)&arena.limits + rows[i].offset, &limit, sizeof limit);
        arena.used = 0;
        wg_tlv_reader(&r, octets.data, octets.size, false, &arena);
        rows[i].read(&r);
        CHECK("beyond a limit", r.error == WG_ERROR_LIMIT);
        check_free(octets);
    }
}

static void test_lengths(void)
{
    static const struct {
        size_t size;
        const char *header;
    } rows[] = {{0, "0400"}, {127, "047f"}, {128, "048180"}, {255, "0481ff"}, {256, "04820100"}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_writer w;
        wg_octets written;
        wg_tlv_writer(&w, buffer, rows[i].size + strlen(rows[i].header) / 2, true);
        wg_tlv_put_octet_string(&w, WG_TAG_OCTET_STRING, wg_octets_of(memory, rows[i].size));
        written = wg_tlv_written(&w);
        written.size -= rows[i].size;
        CHECK("8.1.3.4, 8.1.3.5", check_same(written, rows[i].header));
        wg_tlv_writer(&w, buffer, rows[i].size + strlen(rows[i].header) / 2 - 1, true);
        wg_tlv_put_octet_string(&w, WG_TAG_OCTET_STRING, wg_octets_of(memory, rows[i].size));
        CHECK("a buffer that is one octet too small", w.error == WG_ERROR_SPACE);
    }
}

static void test_sorting(void)
{
    static const char *const sorted = "0400040100040102040200010402010004020101";
    /* In place, with room for some halves, and with room for all. */
    size_t room;
    for (room = 0; room < 64; room += 4) {
        wg_octets octets = check_octets("0402010104010204020001040004010004020100");
        wg_writer w;
        wg_reader r;
        wg_tlv_writer(&w, buffer, octets.size + room, true);
        wg_tlv_reader(&r, octets.data, octets.size, true, NULL);
        while (wg_tlv_more(&r)) {
            wg_tlv_put_any(&w, wg_tlv_get_any(&r));
        }
        wg_tlv_sort(&w, 0, WG_ORDER_OCTETS);
        CHECK("11.6: SET OF", check_same(wg_tlv_written(&w), sorted));
        check_free(octets);
    }
}

/* Many strings of many lengths, with any amount of room next to them. */
static void test_sorting_in_place(void)
{
    enum { COUNT = 3000, MOST = 32 };
    static uint8_t given[COUNT * (MOST + 2)], room[COUNT * (MOST + 2)];
    uint32_t drawn = 1;
    size_t size = 0, i, extra;
    for (i = 0; i < COUNT; i++) {
        size_t octets, j;
        drawn = drawn * 1664525u + 1013904223u;
        octets = (drawn >> 16) % (i % 100 == 0 ? MOST : 5);
        given[size++] = 4;
        given[size++] = (uint8_t)octets;
        for (j = 0; j < octets; j++) {
            drawn = drawn * 1664525u + 1013904223u;
            given[size++] = (uint8_t)(drawn >> 24);
        }
    }
    for (extra = 0; extra < size; extra = 7 * extra + 1) {
        wg_writer w;
        wg_reader r;
        wg_octets last = wg_literal("", 0);
        bool sorted = true;
        wg_tlv_writer(&w, room, size + extra < sizeof room ? size + extra : sizeof room, true);
        wg_tlv_reader(&r, given, size, true, NULL);
        while (wg_tlv_more(&r)) {
            wg_tlv_put_any(&w, wg_tlv_get_any(&r));
        }
        wg_tlv_sort(&w, 0, WG_ORDER_OCTETS);
        wg_tlv_reader(&r, wg_tlv_written(&w).data, wg_tlv_written(&w).size, true, NULL);
        for (i = 0; wg_tlv_more(&r); i++) {
            wg_any any = wg_tlv_get_any(&r);
            wg_octets each = wg_octets_of(any.data, any.size);
            int order = memcmp(last.data, each.data, last.size < each.size ? last.size : each.size);
            sorted = sorted && (order < 0 || (order == 0 && last.size <= each.size));
            last = each;
        }
        CHECK("11.6: many", sorted && i == COUNT && wg_tlv_written(&w).size == size && w.error == WG_OK);
    }
}

static void test_reals(void)
{
    static const struct {
        const char *clause;
        const char *given;
        const char *canonical;
    } rows[] = {
        {"11.3.1: zero", "", "0900"},
        {"11.3.1: an odd mantissa", "800002", "0903800101"},
        {"11.3.1: base 8, 4 * 8^-1", "90ff04", "090380ff01"},
        {"11.3.1: base 16, scale 3", "ac0001", "0903800301"},
        {"11.3.1: a mantissa of nine octets", "8000800000000000000000", "0903804701"},
        {"11.3.2: 12 in NR1", "013132", "09070331322e452b30"},
        {"11.3.2: 0.5 in NR2", "02302e35", "090603352e452d31"},
        {"11.3.2: -120.0E+2 in NR3", "032d3132302e30452b32", "0907032d31322e4533"},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_octets given = check_octets(rows[i].given);
        wg_writer w;
        wg_tlv_writer(&w, buffer, sizeof buffer, true);
        wg_tlv_put_real(&w, WG_TAG_REAL, given);
        CHECK(rows[i].clause, check_same(wg_tlv_written(&w), rows[i].canonical));
        /* Exactly as much room as it takes. */
        wg_tlv_writer(&w, buffer, strlen(rows[i].canonical) / 2, true);
        wg_tlv_put_real(&w, WG_TAG_REAL, given);
        CHECK(rows[i].clause, check_same(wg_tlv_written(&w), rows[i].canonical));
        check_free(given);
    }
}

static void test_equal_reals(void)
{
    static const struct {
        const char *clause;
        const char *a;
        const char *b;
        bool equal;
    } rows[] = {
        {"8.5.7: 1 as 1 * 2^0 and 2 * 2^-1", "800001", "80ff02", true},
        {"8.5.7: 8 in base 8 and 16", "900101", "ac0001", true},
        {"8.5.7: 2 in base 2 and 16", "800101", "a40001", true},
        {"8.5.7: a mantissa of nine octets", "8000800000000000000000", "804701", true},
        {"8.5.7: 256 * 2^-8", "80f80100", "800001", true},
        {"8.5.7: another sign", "800001", "c00001", false},
        {"8.5.7: another exponent", "800001", "800101", false},
        {"8.5.7: another mantissa", "80000101", "80000103", false},
        {"8.5.8: 1.5 in NR2 and NR3", "02312e35", "0331352e452d31", true},
        {"8.5.8: 100 in NR1 and NR3", "01313030", "03312e4532", true},
        {"8.5.8: one digit more", "02312e3531", "0331352e452d31", false},
        {"X.680 21.5: base 2 and base 10 are apart", "800001", "03312e452b30", false},
        {"8.5.2: zero", "", "800000", true},
        {"8.5.2: zero in base 10", "", "0130", true},
        {"8.5.9: minus zero is none", "", "43", false},
        {"8.5.9: infinities", "40", "41", false},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_octets a = check_octets(rows[i].a), b = check_octets(rows[i].b);
        CHECK(rows[i].clause, wg_real_equal(a, b) == rows[i].equal);
        CHECK(rows[i].clause, wg_real_equal(b, a) == rows[i].equal);
        check_free(a);
        check_free(b);
    }
}

static wg_string text_of(const char *text)
{
    return wg_literal(text, strlen(text));
}

static void test_instants(void)
{
    static const struct {
        bool generalized;
        const char *given;
        const char *canonical; /* NULL if there is none */
    } rows[] = {
        {true, "19920722132100.30Z", "19920722132100.3Z"},
        {true, "19920722132100.000Z", "19920722132100Z"},
        {true, "20200228240000Z", "20200229000000Z"},
        {true, "199207221321,5Z", "19920722132130Z"},
        {true, "1992072213.51Z", "19920722133036Z"},
        {true, "1992072213.0001Z", "19920722130000.36Z"},
        {true, "19920101003000+0100", "19911231233000Z"},
        {true, "19921231233000-01", "19930101003000Z"},
        {true, "20000301000000+0001", "20000229235900Z"},
        {true, "20161231235960Z", "20161231235960Z"},
        {true, "19920722132100", NULL},
        {true, "00000101000000+0100", NULL},
        {true, "99991231235959-0100", NULL},
        {false, "0001010000+0100", "991231230000Z"},
        {false, "9205210000Z", "920521000000Z"},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_string given = text_of(rows[i].given), wanted = text_of(rows[i].canonical ? rows[i].canonical : ""), got;
        wg_writer w;
        wg_tlv_writer(&w, buffer, sizeof buffer, true);
        if (rows[i].generalized) {
            wg_tlv_put_generalized_time(&w, WG_TAG_GENERALIZED_TIME, given);
        } else {
            wg_tlv_put_utc_time(&w, WG_TAG_UTC_TIME, given);
        }
        if (!rows[i].canonical) {
            CHECK(rows[i].given, w.error == WG_ERROR_CANONICAL);
            continue;
        }
        got = wg_tlv_written(&w);
        CHECK(rows[i].given, got.size > 2 && wg_octets_equal(wg_octets_of(got.data + 2, got.size - 2), wanted));
        CHECK(rows[i].given, (rows[i].generalized ? wg_generalized_time_is : wg_utc_time_is)(given, wanted));
        wg_tlv_writer(&w, buffer, wanted.size + 1, true);
        if (rows[i].generalized) {
            wg_tlv_put_generalized_time(&w, WG_TAG_GENERALIZED_TIME, given);
            CHECK("a buffer that is one octet too small", w.error == WG_ERROR_SPACE);
        }
    }
    CHECK("another instant", !wg_generalized_time_is(text_of("19920722132100Z"), text_of("19920722132101Z")));
    CHECK("no time", !wg_generalized_time_is(text_of("yesterday"), text_of("19920722132101Z")));
}

/* -- tags of X.680 8.6 ------------------------------------------------------ */

static const struct {
    const char *clause;
    wg_tag tag;
    const char *hex;
} tags[] = {
    {"8.6 ObjectDescriptor", WG_TAG_OBJECT_DESCRIPTOR, "070161"},
    {"8.6 EXTERNAL", WG_TAG_EXTERNAL, "080161"},
    {"8.6 EMBEDDED PDV", WG_TAG_EMBEDDED_PDV, "0b0161"},
    {"8.6 TIME", WG_TAG_TIME, "0e0161"},
    {"8.6 VideotexString", WG_TAG_VIDEOTEX_STRING, "150161"},
    {"8.6 GraphicString", WG_TAG_GRAPHIC_STRING, "190161"},
    {"8.6 CHARACTER STRING", WG_TAG_CHARACTER_STRING, "1d0161"},
    {"8.6 DATE", WG_TAG_DATE, "1f1f0161"},
    {"8.6 TIME-OF-DAY", WG_TAG_TIME_OF_DAY, "1f200161"},
    {"8.6 DATE-TIME", WG_TAG_DATE_TIME, "1f210161"},
    {"8.6 DURATION", WG_TAG_DURATION, "1f220161"},
    {"8.6 OID-IRI", WG_TAG_OID_IRI, "1f230161"},
    {"8.6 RELATIVE-OID-IRI", WG_TAG_RELATIVE_OID_IRI, "1f240161"},
};

static void test_tags(void)
{
    const uint8_t letter = 0x61;
    size_t i;
    for (i = 0; i < sizeof tags / sizeof *tags; i++) {
        wg_writer w;
        wg_tlv_writer(&w, buffer, sizeof buffer, true);
        wg_tlv_put_octet_string(&w, tags[i].tag, wg_octets_of(&letter, 1));
        CHECK(tags[i].clause, check_same(wg_tlv_written(&w), tags[i].hex));
    }
}

int main(void)
{
    test_tags();
    test_integers();
    test_readings();
    test_writings();
    test_indefinite_is_linear();
    test_lengths();
    test_limits();
    test_sorting();
    test_sorting_in_place();
    test_reals();
    test_equal_reals();
    test_instants();
    return check_done();
}
