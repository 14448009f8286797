/* Writing leaves of BER and DER. */
#include "wireglot/tlv.h"

#include <string.h>

#include "header.h"
#include "put.h"
#include "real.h"
#include "text.h"
#include "wireglot/tlv_inline.h"

/* -- numbers --------------------------------------------------------------- */

void wg_tlv_put_boolean(wg_writer *w, wg_tag tag, bool value)
{
    uint8_t octet = value ? 0xff : 0;
    wg_tlv_put_primitive(w, tag, &octet, 1);
}

/* Writes a number with any tag and any amount of room; not inlined, so that the usual form needs no
   stack. */
static WG_COLD void put_any_64(wg_writer *w, wg_tag tag, uint64_t bits, uint8_t sign)
{
    uint8_t octets[WG_INTEGER_OCTETS];
    wg_integer n = wg_integer_from_64(bits, sign, octets);
    wg_tlv_put_primitive(w, tag, n.data, n.size);
}

static void put_any_i64(wg_writer *w, wg_tag tag, int64_t value)
{
    put_any_64(w, tag, (uint64_t)value, value < 0 ? 0xff : 0);
}

void wg_tlv_put_integer_i64(wg_writer *w, wg_tag tag, int64_t value)
{
    uint8_t *p = WG_QUICK && wg_tag_is_short(tag) ? wg_quick_put_i64(w->start, w->next, wg_tag_octet(tag), value) : NULL;
    if (p) {
        w->next = p;
    } else {
        put_any_i64(w, tag, value);
    }
}

void wg_tlv_put_integer_u64(wg_writer *w, wg_tag tag, uint64_t value)
{
    put_any_64(w, tag, value, 0);
}

void wg_tlv_put_integer_i32(wg_writer *w, wg_tag tag, int32_t value)
{
    uint8_t *p = WG_QUICK && wg_tag_is_short(tag) ? wg_quick_put_i32(w->start, w->next, wg_tag_octet(tag), value) : NULL;
    if (p) {
        w->next = p;
    } else {
        put_any_i64(w, tag, value);
    }
}

void wg_tlv_put_integer_u32(wg_writer *w, wg_tag tag, uint32_t value)
{
    wg_tlv_put_integer_i64(w, tag, value);
}

void wg_tlv_put_integer_big(wg_writer *w, wg_tag tag, wg_integer value)
{
    if (value.size == 0) {
        put_any_i64(w, tag, 0);
        return;
    }
    value = wg_integer_shortest(value);
    wg_tlv_put_primitive(w, tag, value.data, value.size);
}

void wg_tlv_put_enumerated_i64(wg_writer *w, wg_tag tag, const int64_t *numbers, size_t count, bool extensible, int64_t value)
{
    if (!wg_number_is_listed(numbers, count, value)) {
        /* It was read from PER and only its index is known. */
        if (value <= WG_ENUM_UNKNOWN_I64 + WG_ENUM_UNKNOWN_MOST) {
            wg_refuse(w, WG_ERROR_RULES);
        } else if (!extensible) {
            wg_refuse(w, WG_ERROR_UNKNOWN);
        }
    }
    wg_tlv_put_integer_i64(w, tag, value);
}

void wg_tlv_put_enumerated_i32(wg_writer *w, wg_tag tag, const int64_t *numbers, size_t count, bool extensible, int32_t value)
{
    bool unknown = value <= WG_ENUM_UNKNOWN_I32 + WG_ENUM_UNKNOWN_MOST && !wg_number_is_listed(numbers, count, value);
    wg_tlv_put_enumerated_i64(w, tag, numbers, count, extensible, unknown ? WG_ENUM_UNKNOWN_I64 : value);
}

void wg_tlv_put_real(wg_writer *w, wg_tag tag, wg_real value)
{
    if (w->upward) {
        wg_writer inner = wg_tlv_inside(w, w->strict);
        wg_tlv_put_real(&inner, tag, value);
        wg_tlv_append(w, &inner);
        return;
    }
    wg_real_parts parts = wg_real_read(value);
    size_t mark = wg_tlv_mark(w);
    uint8_t *p;
    if (w->error != WG_OK) {
        return;
    }
    if (parts.kind == WG_REAL_WRONG) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    /* Canonical in BER as well: the value is written, not the form in which it was read. */
    if (wg_is_canonical_real(value)) {
        wg_tlv_put_primitive(w, tag, value.data, value.size);
        return;
    }
    p = wg_real_canonical(&parts, w->start, w->next);
    if (!p) {
        wg_refuse(w, wg_real_no_canonical(&parts));
        return;
    }
    w->next = p;
    wg_tlv_put_header(w, tag, mark);
}

void wg_tlv_put_null(wg_writer *w, wg_tag tag)
{
    wg_tlv_put_primitive(w, tag, NULL, 0);
}

/* -- strings --------------------------------------------------------------- */

/* In CER, in segments if it is long (X.690 9.2). */
static void put_string(wg_writer *w, wg_tag tag, wg_octets value)
{
    if (w->cer && value.size > WG_CER_SEGMENT) {
        w->cer->put_segments(w, tag, value, false, 0);
    } else {
        wg_tlv_put_primitive(w, tag, value.data, value.size);
    }
}

void wg_tlv_put_part(wg_writer *w, wg_tag tag, const uint8_t *data, size_t size, unsigned unused)
{
    size_t mark = wg_tlv_mark(w);
    wg_tlv_put_octets(w, data, size);
    if (w->error == WG_OK && unused) {
        w->next[size - 1] = (uint8_t)(w->next[size - 1] & (0xffu << unused));
    }
    wg_tlv_put_octet(w, (uint8_t)unused);
    wg_tlv_put_header(w, tag, mark);
}

void wg_tlv_put_bit_string(wg_writer *w, wg_tag tag, bool named, wg_bits value)
{
    if (w->upward) {
        wg_writer inner = wg_tlv_inside(w, w->strict);
        wg_tlv_put_bit_string(&inner, tag, named, value);
        wg_tlv_append(w, &inner);
        return;
    }
    const size_t size = (value.count + 7) / 8;
    const unsigned unused = (unsigned)((8 - value.count % 8) % 8);
    (void)named;
    if (w->cer && size >= WG_CER_SEGMENT) {
        w->cer->put_segments(w, tag, wg_octets_of(value.data, size), true, unused);
    } else {
        wg_tlv_put_part(w, tag, value.data, size, unused);
    }
}

void wg_tlv_put_octet_string(wg_writer *w, wg_tag tag, wg_octets value)
{
    put_string(w, tag, value);
}

/* Writes octets that must satisfy a test. */
static void put_checked(wg_writer *w, wg_tag tag, bool (*is)(wg_octets), wg_octets value)
{
    if (!is(value)) {
        wg_refuse(w, WG_ERROR_VALUE);
    }
    wg_tlv_put_primitive(w, tag, value.data, value.size);
}

/* Writes characters that must satisfy a test. */
static void put_text(wg_writer *w, wg_tag tag, bool (*is)(wg_octets), wg_octets value)
{
    if (!is(value)) {
        wg_refuse(w, WG_ERROR_VALUE);
    }
    put_string(w, tag, value);
}

void wg_tlv_put_oid(wg_writer *w, wg_tag tag, wg_oid value)
{
    put_checked(w, tag, wg_is_oid, value);
}

void wg_tlv_put_relative_oid(wg_writer *w, wg_tag tag, wg_oid value)
{
    put_checked(w, tag, wg_is_oid, value);
}

void wg_tlv_put_iri(wg_writer *w, wg_tag tag, wg_string value)
{
    put_checked(w, tag, wg_is_utf8, value);
}

void wg_tlv_put_utf8_string(wg_writer *w, wg_tag tag, wg_string value)
{
    put_text(w, tag, wg_is_utf8, value);
}

void wg_tlv_put_bmp_string(wg_writer *w, wg_tag tag, wg_string value)
{
    put_text(w, tag, wg_is_bmp, value);
}

void wg_tlv_put_universal_string(wg_writer *w, wg_tag tag, wg_string value)
{
    put_text(w, tag, wg_is_universal, value);
}

void wg_tlv_put_numeric_string(wg_writer *w, wg_tag tag, wg_string value)
{
    put_text(w, tag, w->strict ? wg_is_numeric : wg_is_ia5, value);
}

void wg_tlv_put_printable_string(wg_writer *w, wg_tag tag, wg_string value)
{
    put_text(w, tag, w->strict ? wg_is_printable : wg_is_ia5, value);
}

void wg_tlv_put_ia5_string(wg_writer *w, wg_tag tag, wg_string value)
{
    put_text(w, tag, wg_is_ia5, value);
}

void wg_tlv_put_visible_string(wg_writer *w, wg_tag tag, wg_string value)
{
    put_text(w, tag, w->strict ? wg_is_visible : wg_is_ia5, value);
}

void wg_tlv_put_escaped_string(wg_writer *w, wg_tag tag, wg_string value)
{
    put_string(w, tag, value);
}

/* -- times ----------------------------------------------------------------- */

/* X.690 11.7, 11.8: DER has one form for each instant. */
static void put_instant(wg_writer *w, wg_tag tag, bool generalized, wg_string value)
{
    if (w->upward) {
        wg_writer inner = wg_tlv_inside(w, w->strict);
        put_instant(&inner, tag, generalized, value);
        wg_tlv_append(w, &inner);
        return;
    }
    size_t mark = wg_tlv_mark(w);
    uint8_t *const behind = w->next;
    wg_error error;
    if (w->error != WG_OK) {
        return;
    }
    error = wg_time_canonical(value, generalized, w->start, &w->next);
    if (error != WG_OK) {
        wg_refuse(w, error);
        return;
    }
    /* X.690 8.25, 9.2: a VisibleString like any other, in segments if it is long. */
    if (w->cer && (size_t)(behind - w->next) > WG_CER_SEGMENT) {
        value = wg_octets_of(w->next, (size_t)(behind - w->next));
        w->next = behind;
        put_string(w, tag, value);
        return;
    }
    wg_tlv_put_header(w, tag, mark);
}

void wg_tlv_put_utc_time(wg_writer *w, wg_tag tag, wg_string value)
{
    if (w->strict) {
        put_instant(w, tag, false, value);
    } else {
        put_checked(w, tag, wg_is_utc_time, value);
    }
}

void wg_tlv_put_generalized_time(wg_writer *w, wg_tag tag, wg_string value)
{
    if (w->strict) {
        put_instant(w, tag, true, value);
    } else {
        put_checked(w, tag, wg_is_generalized_time, value);
    }
}

/* X.690 11.9: DER has a full stop before a fraction, and no minutes if the difference is whole hours. */
static void put_canonical_time(wg_writer *w, wg_tag tag, wg_string value)
{
    if (w->upward) {
        wg_writer inner = wg_tlv_inside(w, w->strict);
        put_canonical_time(&inner, tag, value);
        wg_tlv_append(w, &inner);
        return;
    }
    size_t mark = wg_tlv_mark(w), i = value.size;
    if (!wg_is_visible(value)) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    for (i -= wg_empty_minutes(value, i); i > 0;) {
        i--;
        wg_tlv_put_octet(w, value.data[i] == ',' ? (uint8_t)'.' : value.data[i]);
        if (value.data[i] == '/') {
            i -= wg_empty_minutes(value, i);
        }
    }
    wg_tlv_put_header(w, tag, mark);
}

void wg_tlv_put_time(wg_writer *w, wg_tag tag, wg_string value)
{
    if (w->strict) {
        put_canonical_time(w, tag, value);
    } else {
        put_checked(w, tag, wg_is_ia5, value);
    }
}

/* Writes the characters at the `#`s of a pattern. */
static void put_gathered(wg_writer *w, wg_tag tag, const char *pattern, wg_string value)
{
    if (w->upward) {
        wg_writer inner = wg_tlv_inside(w, w->strict);
        put_gathered(&inner, tag, pattern, value);
        wg_tlv_append(w, &inner);
        return;
    }
    size_t mark = wg_tlv_mark(w), i;
    if (!wg_is_like(value, pattern)) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    for (i = value.size; i > 0; i--) {
        if (pattern[i - 1] == '#') {
            wg_tlv_put_octet(w, value.data[i - 1]);
        }
    }
    wg_tlv_put_header(w, tag, mark);
}

void wg_tlv_put_date(wg_writer *w, wg_tag tag, wg_string value)
{
    put_gathered(w, tag, "####-##-##", value);
}

void wg_tlv_put_time_of_day(wg_writer *w, wg_tag tag, wg_string value)
{
    put_gathered(w, tag, "##:##:##", value);
}

void wg_tlv_put_date_time(wg_writer *w, wg_tag tag, wg_string value)
{
    put_gathered(w, tag, "####-##-##T##:##:##", value);
}

void wg_tlv_put_duration(wg_writer *w, wg_tag tag, wg_string value)
{
    if (value.size == 0 || value.data[0] != 'P') {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    wg_tlv_put_primitive(w, tag, value.data + 1, value.size - 1);
}

bool wg_tlv_is_whole(wg_octets encoding, bool strict)
{
    wg_reader r;
    wg_tlv_reader(&r, encoding.data, encoding.size, strict, NULL);
    wg_tlv_get_span(&r);
    wg_tlv_finish(&r);
    return r.error == WG_OK;
}

bool wg_tlv_is_own(const wg_writer *w, wg_octets encoding, wg_rules rules)
{
    return w->cer ? w->cer->is_own(encoding, rules) : wg_tlv_is_whole(encoding, w->strict);
}

bool wg_tlv_may_hold(wg_writer *w, wg_any string, wg_rules rules)
{
    const wg_rules held = string.rules & 15u;
    const wg_octets octets = wg_string_of_any(string);
    const bool tags = held == WG_RULES_BER || held == WG_RULES_DER || held == WG_RULES_CER;
    if (held == rules || rules == WG_RULES_BER || !tags || octets.size == 0) {
        return wg_may_hold(w, string, tags ? held : rules);
    }
    /* Constructed encodings have a definite length in DER, and an indefinite one in CER. */
    if (!wg_tlv_is_whole(octets, true) || (rules == WG_RULES_CER && octets.data[0] & 0x20u)) {
        wg_refuse(w, WG_ERROR_RULES);
    }
    return w->error == WG_OK;
}

void wg_tlv_put_any(wg_writer *w, wg_any value)
{
    if (!wg_may_write(w, value.rules)) {
        return;
    }
    if (!wg_tlv_is_own(w, wg_octets_of(value.data, value.size), value.rules)) {
        /* X.690 9.1, 10.1: octets whose lengths do not follow the rules are octets under other rules. */
        const bool others = value.rules != WG_RULES_ANY && value.rules != wg_writer_rules(w);
        wg_refuse(w, w->strict && others ? WG_ERROR_RULES : WG_ERROR_VALUE);
    }
    wg_tlv_put_octets(w, value.data, value.size);
}

void wg_tlv_put_unknown(wg_writer *w, const wg_unknown *kept)
{
    wg_tlv_put_unknown_between(w, kept, 0, SIZE_MAX);
}

void wg_tlv_put_unknown_between(wg_writer *w, const wg_unknown *kept, size_t from, size_t to)
{
    for (; kept; kept = kept->next) {
        wg_may_write(w, kept->value.rules);
        if (kept->index >= from && (kept->index < to || to == SIZE_MAX)) {
            wg_tlv_put_any(w, kept->value);
        }
    }
}
