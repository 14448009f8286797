/* Reading leaves of BER and DER. */
#include "wireglot/tlv.h"

#include <string.h>

#include "header.h"
#include "text.h"
#include "wireglot/tlv_inline.h"

/* Reports an error at contents that have already been read; the slice becomes empty. */
static void reject(wg_reader *r, wg_error error, wg_octets *contents)
{
    wg_fail_at(r, error, contents->data);
    contents->data = NULL;
    contents->size = 0;
}

/* Reads primitive contents of at most `most` octets that must satisfy a test. */
static wg_octets checked(wg_reader *r, wg_tag tag, bool (*is)(wg_octets), size_t most)
{
    wg_octets c = wg_tlv_primitive(r, tag);
    if (wg_within(r, c, most) && !is(c)) {
        wg_fail_at(r, c.size ? WG_ERROR_VALUE : WG_ERROR_LENGTH, c.data);
    }
    return r->error == WG_OK ? c : wg_octets_of(NULL, 0);
}

bool wg_tlv_get_boolean(wg_reader *r, wg_tag tag)
{
    wg_octets c = wg_tlv_primitive(r, tag);
    if (c.size != 1) {
        reject(r, WG_ERROR_LENGTH, &c);
        return false;
    }
    if (r->strict && c.data[0] != 0 && c.data[0] != 0xff) {
        reject(r, WG_ERROR_CANONICAL, &c);
        return false;
    }
    return c.data[0] != 0;
}

/* -- INTEGER and ENUMERATED ------------------------------------------------ */

wg_integer wg_tlv_get_integer_big(wg_reader *r, wg_tag tag)
{
    return checked(r, tag, wg_is_integer, r->limits.integer_octets);
}

#if WG_QUICK
/* Reads a number in its usual form octet by octet, because there may be fewer than eight at the end of the
 * input. Returns the position after it; NULL in unusual cases. */
static const uint8_t *near_end_i64(const uint8_t *p, const uint8_t *end, uint8_t identifier, int64_t *value)
{
    uint64_t n = 0;
    unsigned size, i;
    if (end - p < 3 || p[0] != identifier || p[1] - 1u > 7 || p[1] > end - p - 2) {
        return NULL;
    }
    size = p[1];
    for (i = 0; i < size; i++) {
        n = n << 8 | p[2 + i];
    }
    n <<= (0u - 8u * size) & 63u;
    if (wg_is_long_form_64(n, size)) {
        return NULL;
    }
    *value = wg_move_down_64(n, size);
    return p + 2 + size;
}
#endif

/* Reads a number of eight octets in any form; not inlined, so that the usual form needs no stack. */
static WG_COLD uint64_t any_64(wg_reader *r, wg_tag tag, bool is_signed)
{
    uint64_t value = 0;
    wg_octets c = wg_tlv_get_integer_big(r, tag);
    if (r->error == WG_OK && !wg_integer_to_64(c, is_signed, &value)) {
        wg_fail_at(r, WG_ERROR_RANGE, c.data);
    }
    return value;
}

static WG_COLD int64_t any_i64(wg_reader *r, wg_tag tag)
{
#if WG_QUICK
    int64_t value = 0;
    const uint8_t *const p = near_end_i64(r->next, r->end, wg_tag_octet(tag), &value);
    if (p && wg_tag_is_short(tag) && r->limits.integer_octets >= 8) {
        r->next = p;
        return value;
    }
#endif
    return wg_signed(any_64(r, tag, true));
}

int64_t wg_tlv_get_integer_i64(wg_reader *r, wg_tag tag)
{
    int64_t value = 0;
    const uint8_t *p = WG_QUICK ? wg_quick_get_i64(r->next, r->end, wg_tag_octet(tag), &value) : NULL;
    if (!p || !wg_tag_is_short(tag) || r->limits.integer_octets < 8) {
        return any_i64(r, tag);
    }
    r->next = p;
    return value;
}

uint64_t wg_tlv_get_integer_u64(wg_reader *r, wg_tag tag)
{
    return any_64(r, tag, false);
}

/* Reads a number within bounds; zero on error. */
static WG_COLD int64_t bounded(wg_reader *r, wg_tag tag, int64_t lo, int64_t hi)
{
    const uint8_t *place = r->next;
    int64_t value = wg_tlv_get_integer_i64(r, tag);
    if (value < lo || value > hi) {
        wg_fail_at(r, WG_ERROR_RANGE, place);
        return 0;
    }
    return value;
}

static WG_COLD int32_t any_i32(wg_reader *r, wg_tag tag)
{
    return (int32_t)bounded(r, tag, INT32_MIN, INT32_MAX);
}

int32_t wg_tlv_get_integer_i32(wg_reader *r, wg_tag tag)
{
    int32_t value = 0;
    const uint8_t *p = WG_QUICK ? wg_quick_get_i32(r->next, r->end, wg_tag_octet(tag), &value) : NULL;
    if (!p || !wg_tag_is_short(tag) || r->limits.integer_octets < 4) {
        return any_i32(r, tag);
    }
    r->next = p;
    return value;
}

uint32_t wg_tlv_get_integer_u32(wg_reader *r, wg_tag tag)
{
    return (uint32_t)bounded(r, tag, 0, UINT32_MAX);
}

bool wg_number_is_listed(const int64_t *numbers, size_t count, int64_t value)
{
    size_t lo = 0;
    while (count > 0) {
        size_t half = count / 2;
        if (numbers[lo + half] < value) {
            lo += half + 1;
            count -= half + 1;
        } else if (numbers[lo + half] == value) {
            return true;
        } else {
            count = half;
        }
    }
    return false;
}

int64_t wg_tlv_get_enumerated_i64(wg_reader *r, wg_tag tag, const int64_t *numbers, size_t count, bool extensible)
{
    const uint8_t *place = r->next;
    int64_t value = wg_tlv_get_integer_i64(r, tag);
    bool listed = r->error != WG_OK || wg_number_is_listed(numbers, count, value);
    if (!listed && (!extensible || value <= WG_ENUM_UNKNOWN_I64 + WG_ENUM_UNKNOWN_MOST)) {
        wg_fail_at(r, extensible ? WG_ERROR_RANGE : WG_ERROR_UNKNOWN, place);
        return 0;
    }
    return value;
}

int32_t wg_tlv_get_enumerated_i32(wg_reader *r, wg_tag tag, const int64_t *numbers, size_t count, bool extensible)
{
    const uint8_t *place = r->next;
    int64_t value = wg_tlv_get_enumerated_i64(r, tag, numbers, count, extensible);
    bool index = value <= WG_ENUM_UNKNOWN_I32 + WG_ENUM_UNKNOWN_MOST && !wg_number_is_listed(numbers, count, value);
    if (index || value > INT32_MAX) {
        wg_fail_at(r, WG_ERROR_RANGE, place);
        return 0;
    }
    return (int32_t)value;
}

wg_real wg_tlv_get_real(wg_reader *r, wg_tag tag)
{
    wg_octets c = wg_tlv_primitive(r, tag);
    if (r->error == WG_OK) {
        if (!wg_within(r, c, r->limits.integer_octets)) {
            c.size = 0;
        } else if (!wg_is_real(c)) {
            reject(r, WG_ERROR_VALUE, &c);
        } else if (r->strict && !wg_is_canonical_real(c)) {
            reject(r, WG_ERROR_CANONICAL, &c);
        }
    }
    return c;
}

void wg_tlv_get_null(wg_reader *r, wg_tag tag)
{
    wg_octets c = wg_tlv_primitive(r, tag);
    if (c.size != 0) {
        wg_fail_at(r, WG_ERROR_LENGTH, c.data);
    }
}

/* -- strings --------------------------------------------------------------- */

/* Removes what precedes the bits of a segment; empty on error. */
typedef wg_octets wg_front(wg_reader *r, wg_octets c, unsigned *unused);

/* A string whose segments are being joined. */
typedef struct wg_joined {
    wg_tag segment;
    wg_front *front; /* for bits; NULL for octets */
    unsigned unused; /* in the last segment */
    bool last;       /* a segment with unused bits has come, so none may follow */
    const uint8_t *data;
    size_t size;
} wg_joined;

/* Removes the first octet of a BIT STRING (X.690 8.6.2). */
static wg_octets take_unused(wg_reader *r, wg_octets c, unsigned *unused)
{
    if (c.size == 0 || c.data[0] > 7 || (c.size == 1 && c.data[0] != 0)) {
        reject(r, c.size ? WG_ERROR_VALUE : WG_ERROR_LENGTH, &c);
        return c;
    }
    *unused = c.data[0];
    return wg_octets_of(c.data + 1, c.size - 1);
}

/* Appends a segment to those before it in the arena, which nothing else uses meanwhile. */
static void append_segment(wg_reader *r, wg_octets c, wg_joined *joined)
{
    uint8_t *copy;
    if (joined->last) {
        wg_fail_at(r, WG_ERROR_VALUE, c.data);
        return;
    }
    joined->last = joined->unused != 0;
    copy = wg_new_octets(r, c.size);
    if (copy) {
        memcpy(copy, c.data, c.size);
        joined->data = joined->size ? joined->data : copy;
        joined->size += c.size;
    }
}

/* Reads a string, as a slice of the input if it is primitive, or one of its segments (X.690 8.6.4, 8.7.3).
 * Segments may be constructed as well, up to the depth limit. */
static void join(wg_reader *r, wg_tag tag, bool whole, wg_joined *joined)
{
    wg_octets c;
    if (wg_tlv_at_constructed(r)) {
        const uint8_t *const start = r->next;
        wg_frame outer;
        if (!wg_tlv_begin_frame(r, tag, &outer)) {
            return;
        }
        if (r->strict) {
            wg_fail_at(r, WG_ERROR_CANONICAL, start);
        } else if (wg_descend(r)) {
            while (wg_tlv_more(r)) {
                join(r, joined->segment, false, joined);
            }
            wg_tlv_end_frame(r, &outer);
            wg_ascend(r);
        }
        return;
    }
    c = wg_tlv_primitive(r, tag);
    if (joined->front) {
        c = joined->front(r, c, &joined->unused);
    }
    if (whole) {
        joined->data = c.data;
        joined->size = c.size;
    } else {
        append_segment(r, c, joined);
    }
}

/* Reads a string's contents, within the limit; `front` is NULL except for bits. */
static wg_octets string(wg_reader *r, wg_tag tag, wg_tag segment, wg_front *front, unsigned *unused)
{
    wg_joined joined = {segment, front, 0, false, r->base, 0};
    wg_octets c;
    join(r, tag, true, &joined);
    *unused = joined.unused;
    c = wg_octets_of(joined.data, joined.size);
    return wg_within(r, c, r->limits.string_octets) && r->error == WG_OK ? c : wg_octets_of(NULL, 0);
}

/* Reads a string's octets. */
static wg_octets octets(wg_reader *r, wg_tag tag)
{
    unsigned none;
    size_t size;
    if (WG_TAG_IS_SHORT(tag) && wg_tlv_is_short(r, WG_IDENTIFIER(tag, 0u), &size)) {
        return wg_fast_octets(r, size);
    }
    return string(r, tag, WG_TAG_OCTET_STRING, NULL, &none);
}

/* Clears unused bits: makes a copy if they are not clear. */
static wg_octets clear_unused(wg_reader *r, wg_octets c, unsigned unused)
{
    uint8_t mask = (uint8_t)((1u << unused) - 1);
    uint8_t *copy;
    if (c.size == 0 || (c.data[c.size - 1] & mask) == 0) {
        return c;
    }
    if (r->strict) {
        reject(r, WG_ERROR_CANONICAL, &c);
        return c;
    }
    copy = wg_new_octets(r, c.size);
    if (!copy) {
        c.size = 0;
        return c;
    }
    memcpy(copy, c.data, c.size);
    copy[c.size - 1] = (uint8_t)(copy[c.size - 1] & ~mask);
    c.data = copy;
    return c;
}

wg_bits wg_tlv_get_bit_string(wg_reader *r, wg_tag tag, bool named)
{
    unsigned unused = 0;
    wg_octets c = string(r, tag, WG_TAG_BIT_STRING, take_unused, &unused);
    wg_bits bits;
    c = clear_unused(r, c, unused);
    bits.data = c.data;
    bits.count = c.size ? c.size * 8 - unused : 0;
    (void)named;
    return bits;
}

wg_octets wg_tlv_get_octet_string(wg_reader *r, wg_tag tag)
{
    return octets(r, tag);
}

/* Reads a string whose octets must satisfy a test, and in DER a second one. */
static wg_string text(wg_reader *r, wg_tag tag, bool (*is)(wg_octets), bool (*canonical)(wg_octets))
{
    wg_octets c = octets(r, tag);
    if (r->error == WG_OK && !is(c)) {
        reject(r, WG_ERROR_VALUE, &c);
    } else if (r->error == WG_OK && r->strict && canonical && !canonical(c)) {
        reject(r, WG_ERROR_CANONICAL, &c);
    }
    return c;
}

wg_oid wg_tlv_get_oid(wg_reader *r, wg_tag tag)
{
    return checked(r, tag, wg_is_oid, r->limits.integer_octets);
}

wg_oid wg_tlv_get_relative_oid(wg_reader *r, wg_tag tag)
{
    return checked(r, tag, wg_is_oid, r->limits.integer_octets);
}

wg_string wg_tlv_get_iri(wg_reader *r, wg_tag tag)
{
    return checked(r, tag, wg_is_utf8, SIZE_MAX);
}

wg_string wg_tlv_get_utf8_string(wg_reader *r, wg_tag tag)
{
    return text(r, tag, wg_is_utf8, NULL);
}

wg_string wg_tlv_get_bmp_string(wg_reader *r, wg_tag tag)
{
    return text(r, tag, wg_is_bmp, NULL);
}

wg_string wg_tlv_get_universal_string(wg_reader *r, wg_tag tag)
{
    return text(r, tag, wg_is_universal, NULL);
}

/* Whether the rules are canonical: DER, or CER, where encodings are compared as a whole but characters are
   not. */
static bool is_canonical(const wg_reader *r)
{
    return r->strict || r->cer;
}

wg_string wg_tlv_get_numeric_string(wg_reader *r, wg_tag tag)
{
    return text(r, tag, is_canonical(r) ? wg_is_numeric : wg_is_ia5, NULL);
}

wg_string wg_tlv_get_printable_string(wg_reader *r, wg_tag tag)
{
    return text(r, tag, is_canonical(r) ? wg_is_printable : wg_is_ia5, NULL);
}

wg_string wg_tlv_get_ia5_string(wg_reader *r, wg_tag tag)
{
    return text(r, tag, wg_is_ia5, NULL);
}

wg_string wg_tlv_get_visible_string(wg_reader *r, wg_tag tag)
{
    return text(r, tag, is_canonical(r) ? wg_is_visible : wg_is_ia5, NULL);
}

wg_string wg_tlv_get_escaped_string(wg_reader *r, wg_tag tag)
{
    return text(r, tag, wg_is_any_text, NULL);
}

/* -- times ----------------------------------------------------------------- */

wg_string wg_tlv_get_utc_time(wg_reader *r, wg_tag tag)
{
    return text(r, tag, wg_is_utc_time, wg_is_canonical_utc_time);
}

wg_string wg_tlv_get_generalized_time(wg_reader *r, wg_tag tag)
{
    return text(r, tag, wg_is_generalized_time, wg_is_canonical_generalized_time);
}

wg_string wg_tlv_get_time(wg_reader *r, wg_tag tag)
{
    wg_octets c = checked(r, tag, is_canonical(r) ? wg_is_visible : wg_is_ia5, SIZE_MAX);
    if (r->error == WG_OK && is_canonical(r) && !(wg_is_time(c) && wg_is_canonical_time(c))) {
        wg_fail_at(r, wg_is_time(c) ? WG_ERROR_CANONICAL : WG_ERROR_VALUE, c.data);
        c = wg_octets_of(NULL, 0);
    }
    return c;
}

/* Reads contents into the `#`s of a pattern, as a copy in the arena; canonical rules require a valid time. */
static wg_string spread(wg_reader *r, wg_tag tag, const char *pattern, bool (*is_time)(wg_octets))
{
    wg_octets c = wg_tlv_primitive(r, tag);
    const uint8_t *const contents = c.data;
    uint8_t *const copy = wg_new_octets(r, strlen(pattern));
    size_t i, n = strlen(pattern), used = 0;
    for (i = 0; copy && i < n; i++) {
        copy[i] = pattern[i] != '#' ? (uint8_t)pattern[i] : used < c.size ? c.data[used++] : (uint8_t)0;
    }
    if (copy && used == c.size) {
        c.data = copy;
        c.size = n;
    }
    if (r->error == WG_OK && (!wg_is_like(c, pattern) || (is_canonical(r) && !is_time(c)))) {
        wg_fail_at(r, WG_ERROR_VALUE, contents);
        c = wg_octets_of(NULL, 0);
    }
    return c;
}

wg_string wg_tlv_get_date(wg_reader *r, wg_tag tag)
{
    return spread(r, tag, "####-##-##", wg_is_date);
}

wg_string wg_tlv_get_time_of_day(wg_reader *r, wg_tag tag)
{
    return spread(r, tag, "##:##:##", wg_is_time_of_day);
}

wg_string wg_tlv_get_date_time(wg_reader *r, wg_tag tag)
{
    return spread(r, tag, "####-##-##T##:##:##", wg_is_date_time);
}

/* The characters of a DURATION after the P. */
static bool is_of_duration(wg_octets text)
{
    size_t i;
    for (i = 0; i < text.size; i++) {
        if (text.data[i] == 0 || !strchr("0123456789YMWDTHS.,", text.data[i])) {
            return false;
        }
    }
    return text.size > 0;
}

wg_string wg_tlv_get_duration(wg_reader *r, wg_tag tag)
{
    wg_octets c = checked(r, tag, is_of_duration, SIZE_MAX);
    const uint8_t *contents = c.data;
    uint8_t *copy = wg_new_octets(r, c.size + 1);
    if (copy) {
        copy[0] = 'P';
        if (c.size) {
            memcpy(copy + 1, c.data, c.size);
        }
        c.data = copy;
        c.size++;
    }
    if (r->error == WG_OK && is_canonical(r) && !wg_is_duration(c)) {
        wg_fail_at(r, WG_ERROR_VALUE, contents);
        c = wg_octets_of(NULL, 0);
    }
    return c;
}
