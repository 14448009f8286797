/* Strings and names of OER, both directions (X.696 13 to 15, 21 to 24, 27). */
#include "octets.h"

#include <string.h>

#include "fields.h"
#include "numbers.h"
#include "text.h"

/* -- BIT STRING (X.696 13) ------------------------------------------------- */

/* Clears unused bits: makes a copy if they are not clear. */
static wg_bits cleared(wg_reader *r, wg_octets octets, size_t count, size_t start)
{
    unsigned mask = count % 8 ? 0xffu >> count % 8 : 0u;
    uint8_t *copy;
    if (r->error != WG_OK || octets.size == 0 || (octets.data[octets.size - 1] & mask) == 0) {
        return wg_bits_of(octets.data, r->error == WG_OK ? count : 0);
    }
    if (r->strict) {
        wg_octets_fail_at(r, WG_ERROR_CANONICAL, start);
        return wg_bits_of(NULL, 0);
    }
    copy = wg_new_octets(r, octets.size);
    if (!copy) {
        return wg_bits_of(NULL, 0);
    }
    memcpy(copy, octets.data, octets.size);
    copy[octets.size - 1] = (uint8_t)(copy[octets.size - 1] & ~mask);
    return wg_bits_of(copy, count);
}

wg_bits wg_octets_get_bit_string(wg_reader *r, bool named, size_t min, size_t size)
{
    size_t start = r->bit;
    wg_octets c;
    (void)named;
    (void)min;
    if (size != WG_NO_BOUND) {
        return cleared(r, wg_octets_sized(r, size / 8 + (size % 8 != 0)), size, start);
    }
    c = wg_octets_sized(r, size);
    if (r->error == WG_OK && (c.size == 0 || c.data[0] > 7 || (c.size == 1 && c.data[0]))) {
        wg_octets_fail_at(r, c.size ? WG_ERROR_VALUE : WG_ERROR_LENGTH, start);
    }
    if (r->error != WG_OK) {
        return wg_bits_of(NULL, 0);
    }
    return cleared(r, wg_octets_of(c.data + 1, c.size - 1), 8 * (c.size - 1) - c.data[0], start);
}

/* A string of fixed size is padded or cut, if no set bit is lost. In COER, named bits lose their
 * trailing zeros (X.696 13.3). */
void wg_octets_put_bit_string(wg_writer *w, bool named, size_t min, size_t size, wg_bits value)
{
    size_t i;
    if (size == WG_NO_BOUND) {
        if (named && w->strict) {
            value = wg_bits_trim(value, min);
        }
        wg_octets_put_bitmap(w, value.count);
        wg_bits_put_run(w, value.data, value.count);
        wg_octets_put_end_bits(w);
        return;
    }
    value = wg_bits_trim(value, size);
    if (value.count > size) {
        wg_refuse(w, WG_ERROR_RANGE);
        return;
    }
    if (!wg_bits_room(w, size)) {
        return;
    }
    wg_bits_put_run(w, value.data, value.count);
    wg_octets_put_end_bits(w);
    for (i = (value.count + 7) / 8; i < size / 8 + (size % 8 != 0); i++) {
        wg_bits_put(w, 0, 8);
    }
}

/* -- octets and characters ------------------------------------------------- */

wg_octets wg_octets_get_octet_string(wg_reader *r, size_t size)
{
    return wg_octets_sized(r, size);
}

void wg_octets_put_octet_string(wg_writer *w, size_t size, wg_octets value)
{
    if (size == WG_NO_BOUND) {
        wg_octets_put_counted(w, value);
    } else if (value.size != size) {
        wg_refuse(w, WG_ERROR_RANGE);
    } else {
        wg_octets_put(w, value);
    }
}

/* For each kind, the octets per character, and the tests; the last one is for canonical rules. */
static const struct {
    size_t unit;
    bool (*is)(wg_octets);
    bool (*canonical)(wg_octets);
} texts[] = {
    {1, wg_is_utf8, wg_is_utf8},    {2, wg_is_bmp, wg_is_bmp},      {4, wg_is_universal, wg_is_universal},
    {1, wg_is_ia5, wg_is_numeric},  {1, wg_is_ia5, wg_is_printable}, {1, wg_is_ia5, wg_is_ia5},
    {1, wg_is_ia5, wg_is_visible},  {1, wg_is_any_text, wg_is_any_text},
};

static size_t octets_of(wg_text text, size_t characters)
{
    size_t unit = texts[text].unit;
    return characters >= WG_NO_BOUND / unit ? WG_NO_BOUND : characters * unit;
}

wg_string wg_octets_get_string(wg_reader *r, wg_text text, size_t size)
{
    size_t start = r->bit;
    wg_string c = wg_octets_sized(r, octets_of(text, size));
    if (r->error == WG_OK && !(r->strict ? texts[text].canonical : texts[text].is)(c)) {
        wg_octets_fail_at(r, WG_ERROR_VALUE, start);
        c = wg_octets_of(NULL, 0);
    }
    return c;
}

void wg_octets_put_string(wg_writer *w, wg_text text, size_t size, wg_string value)
{
    if (!(w->strict ? texts[text].canonical : texts[text].is)(value)) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    wg_octets_put_octet_string(w, octets_of(text, size), value);
}

/* -- names ----------------------------------------------------------------- */

void wg_octets_get_null(wg_reader *r)
{
    (void)r;
}

void wg_octets_put_null(wg_writer *w)
{
    (void)w;
}

wg_oid wg_octets_get_oid(wg_reader *r)
{
    size_t start = r->bit;
    wg_oid c = wg_octets_counted(r, r->limits.integer_octets);
    if (r->error == WG_OK && !wg_is_oid(c)) {
        wg_octets_fail_at(r, c.size ? WG_ERROR_VALUE : WG_ERROR_LENGTH, start);
        c = wg_octets_of(NULL, 0);
    }
    return c;
}

wg_oid wg_octets_get_relative_oid(wg_reader *r)
{
    return wg_octets_get_oid(r);
}

wg_string wg_octets_get_iri(wg_reader *r)
{
    return wg_octets_get_string(r, WG_TEXT_UTF8, WG_NO_BOUND);
}

void wg_octets_put_oid(wg_writer *w, wg_oid value)
{
    if (!wg_is_oid(value)) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    wg_octets_put_counted(w, value);
}

void wg_octets_put_relative_oid(wg_writer *w, wg_oid value)
{
    wg_octets_put_oid(w, value);
}

void wg_octets_put_iri(wg_writer *w, wg_string value)
{
    wg_octets_put_string(w, WG_TEXT_UTF8, WG_NO_BOUND, value);
}

/* -- EXTERNAL: presence bits, references, a choice of three (X.696 25) ------ */

wg_external wg_octets_get_external(wg_reader *r)
{
    const wg_integer none = {NULL, 0};
    wg_external value;
    wg_tag tag;
    memset(&value, 0, sizeof value);
    value.has_direct = wg_bits_get_boolean(r);
    value.has_indirect = wg_bits_get_boolean(r);
    value.has_descriptor = wg_bits_get_boolean(r);
    r->bit = r->error == WG_OK ? r->bit + 5 : r->bit;
    if (value.has_direct) {
        value.direct = wg_octets_get_oid(r);
    }
    if (value.has_indirect) {
        value.indirect = wg_octets_get_integer_big(r, WG_UNBOUNDED, none, none, WG_NO_BOUND, true);
    }
    if (value.has_descriptor) {
        value.descriptor = wg_octets_get_string(r, WG_TEXT_ESCAPED, WG_NO_BOUND);
    }
    tag = wg_octets_peek(r);
    wg_octets_enter_tag(r, tag);
    value.encoding = WG_TAG_NUMBER(tag) & 3;
    value.rules = wg_reader_rules(r);
    if (r->error == WG_OK && (WG_TAG_CLASS(tag) != WG_TAG_CLASS(WG_CONTEXT(0)) || WG_TAG_NUMBER(tag) > WG_EXTERNAL_BITS)) {
        wg_fail(r, WG_ERROR_UNKNOWN);
    } else if (value.encoding == WG_EXTERNAL_BITS) {
        value.data = wg_whole_octets(r, wg_octets_get_bit_string(r, false, 0, WG_NO_BOUND));
    } else {
        value.data = wg_octets_get_octet_string(r, WG_NO_BOUND);
    }
    if (r->error == WG_OK && !value.has_direct && !value.has_indirect) {
        wg_fail(r, WG_ERROR_MISSING);
    }
    if (r->error != WG_OK) {
        memset(&value, 0, sizeof value);
    }
    return value;
}

void wg_octets_put_external(wg_writer *w, wg_external value)
{
    const wg_integer none = {NULL, 0};
    if ((!value.has_direct && !value.has_indirect) || value.encoding > WG_EXTERNAL_BITS) {
        wg_refuse(w, WG_ERROR_MISSING);
        return;
    }
    /* A single type encoded in BER is written as octets, as in PER. */
    if (value.encoding == WG_EXTERNAL_SINGLE_TYPE && (value.rules == WG_RULES_BER || value.rules == WG_RULES_DER || value.rules == WG_RULES_CER)) {
        value.encoding = WG_EXTERNAL_OCTETS;
    } else if (value.encoding == WG_EXTERNAL_SINGLE_TYPE) {
        wg_may_write(w, value.rules);
    }
    wg_bits_put_boolean(w, value.has_direct);
    wg_bits_put_boolean(w, value.has_indirect);
    wg_bits_put_boolean(w, value.has_descriptor);
    wg_octets_put_end_bits(w);
    if (value.has_direct) {
        wg_octets_put_oid(w, value.direct);
    }
    if (value.has_indirect) {
        wg_octets_put_integer_big(w, WG_UNBOUNDED, none, none, WG_NO_BOUND, true, value.indirect);
    }
    if (value.has_descriptor) {
        wg_octets_put_string(w, WG_TEXT_ESCAPED, WG_NO_BOUND, value.descriptor);
    }
    wg_octets_tag(w, WG_CONTEXT(value.encoding));
    if (value.encoding == WG_EXTERNAL_BITS) {
        wg_octets_put_bit_string(w, false, 0, WG_NO_BOUND, wg_bits_of(value.data.data, 8 * value.data.size));
    } else {
        wg_octets_put_counted(w, value.data);
    }
}
