/* PER frames, lengths and strings, read. */
#include "wireglot/bits.h"

#include <string.h>

#include "numbers.h"
#include "text.h"

void wg_bits_reader(wg_reader *r, const uint8_t *data, size_t size, bool aligned, wg_arena *arena)
{
    wg_reader_init(r, data, size, arena);
    r->bit_end = r->error == WG_OK ? size * 8 : 0;
    r->aligned = aligned;
}

wg_reader wg_bits_nested(const wg_reader *r, wg_octets octets, bool aligned)
{
    wg_reader inner = wg_nested(r, octets);
    inner.bit_end = octets.size * 8;
    inner.aligned = aligned;
    if (r->error != WG_OK) {
        wg_fail(&inner, WG_ERROR_END);
    }
    return inner;
}

/* Demands that no more than padding is left of what began at `start`: an encoding of no
 * bits is one zero octet (X.691 11.1.3). */
static void at_end(wg_reader *r, size_t start)
{
    size_t left = r->bit_end - r->bit;
    if (left >= 8 && !(left == 8 && r->bit == start)) {
        wg_fail(r, WG_ERROR_TRAILING);
    }
}

void wg_bits_finish(wg_reader *r)
{
    if (r->bit_end == 0) {
        wg_fail(r, WG_ERROR_END);
    }
    at_end(r, 0);
}

/* -- bits ------------------------------------------------------------------ */

/* The octet that begins at any bit; bits behind the end are zero. */
static uint8_t octet_at(const wg_reader *r, size_t bit)
{
    size_t i = bit / 8, shift = bit % 8, last = (r->bit_end + 7) / 8;
    unsigned low = shift && i + 1 < last ? r->base[i + 1] : 0u;
    return (uint8_t)(((unsigned)r->base[i] << 8 | low) >> (8 - shift));
}

static bool available(wg_reader *r, size_t count)
{
    if (r->error != WG_OK) {
        return false;
    }
    if (count > r->bit_end - r->bit) {
        wg_fail(r, WG_ERROR_END);
        return false;
    }
    return true;
}

uint64_t wg_bits_take(wg_reader *r, unsigned count)
{
    uint64_t value = 0;
    if (!available(r, count)) {
        return 0;
    }
    for (; count >= 8; count -= 8, r->bit += 8) {
        value = value << 8 | octet_at(r, r->bit);
    }
    if (count) {
        value = value << count | ((unsigned)octet_at(r, r->bit) >> (8 - count));
        r->bit += count;
    }
    return value;
}

/* X.691 11.5.2 and the like: only the aligned variant pads. */
void wg_bits_align(wg_reader *r)
{
    size_t pad = r->aligned ? (8 - r->bit % 8) % 8 : 0;
    if (available(r, pad)) {
        r->bit += pad;
    }
}

/* Copies bits to `to`, unused bits of the last octet cleared. */
static void copy_bits(wg_reader *r, uint8_t *to, size_t count)
{
    size_t i, whole = count / 8;
    if (r->bit % 8 == 0 && whole) {
        memcpy(to, r->base + r->bit / 8, whole);
    } else {
        for (i = 0; i < whole; i++) {
            to[i] = octet_at(r, r->bit + 8 * i);
        }
    }
    if (count % 8) {
        to[whole] = (uint8_t)(octet_at(r, r->bit + 8 * whole) & (0xff00u >> count % 8));
    }
    r->bit += count;
}

/* -- lengths --------------------------------------------------------------- */

#define FRAGMENT ((size_t)16384)

size_t wg_bits_get_fragment(wg_reader *r, size_t lo, size_t hi, bool *more)
{
    uint8_t head;
    *more = false;
    if (hi < 65536) {
        size_t n = lo + (size_t)wg_bits_constrained(r, hi - lo);
        if (n > hi) {
            wg_fail(r, WG_ERROR_LENGTH);
        }
        return r->error == WG_OK ? n : 0;
    }
    wg_bits_align(r);
    head = (uint8_t)wg_bits_take(r, 8);
    if (head < 0x80) {
        return head;
    }
    if (head < 0xc0) {
        return (size_t)(head & 0x3fu) << 8 | (size_t)wg_bits_take(r, 8);
    }
    /* X.691 11.9.3.8: one to four times 16K. */
    head &= 0x3f;
    if (head < 1 || head > 4) {
        wg_fail(r, WG_ERROR_LENGTH);
        return 0;
    }
    *more = true;
    return head * FRAGMENT;
}

size_t wg_bits_get_length(wg_reader *r, size_t lo, size_t hi)
{
    bool more;
    size_t n = wg_bits_get_fragment(r, lo, hi, &more);
    if (more) {
        wg_fail(r, WG_ERROR_LENGTH);
        return 0;
    }
    return n;
}

size_t wg_bits_get_small_length(wg_reader *r)
{
    size_t count;
    if (!wg_bits_get_boolean(r)) {
        return r->error == WG_OK ? (size_t)wg_bits_take(r, 6) + 1 : 0;
    }
    count = wg_bits_get_length(r, 0, WG_NO_BOUND);
    /* There is no small length of nothing (X.691 11.9.3.4). */
    if (count == 0 && r->error == WG_OK) {
        wg_fail(r, WG_ERROR_LENGTH);
    }
    return count;
}

/* -- strings --------------------------------------------------------------- */

/* How a string stands on the wire. */
typedef struct wg_layout {
    size_t lo;
    size_t hi;
    size_t unit;     /* bits of a character, an octet, a bit */
    bool aligned;    /* begins on an octet in the aligned variant */
} wg_layout;

static wg_bits nothing(void)
{
    wg_bits none;
    none.data = NULL;
    none.count = 0;
    return none;
}

/* One run of bits: a slice where it stands on whole octets. */
static wg_bits run(wg_reader *r, size_t count)
{
    wg_bits bits = nothing();
    uint8_t *copy;
    if (!available(r, count)) {
        return bits;
    }
    if (r->bit % 8 == 0 && count % 8 == 0) {
        bits.data = r->base + r->bit / 8;
        bits.count = count;
        r->bit += count;
        return bits;
    }
    copy = wg_new_octets(r, (count + 7) / 8);
    if (copy) {
        copy_bits(r, copy, count);
        bits.data = copy;
        bits.count = count;
    }
    return bits;
}

/* Fragments joined in the arena, which nothing else uses meanwhile. All but the last
 * are whole octets, since 16K units of bits are. */
static wg_bits join(wg_reader *r, const wg_layout *layout, size_t first)
{
    wg_bits bits = nothing();
    bool more = true;
    size_t n = first, units = 0;
    for (;;) {
        uint8_t *copy;
        if (n > (r->bit_end - r->bit) / layout->unit) {
            wg_fail(r, WG_ERROR_END);
        }
        copy = wg_new_octets(r, (n * layout->unit + 7) / 8);
        if (!copy) {
            return nothing();
        }
        copy_bits(r, copy, n * layout->unit);
        bits.data = bits.data ? bits.data : copy;
        bits.count += n * layout->unit;
        units += n;
        if (!more) {
            break;
        }
        n = wg_bits_get_fragment(r, 0, WG_NO_BOUND, &more);
        if (r->error != WG_OK) {
            return nothing();
        }
    }
    if (units < layout->lo || units > layout->hi) {
        wg_fail(r, WG_ERROR_LENGTH);
        return nothing();
    }
    return bits;
}

static wg_bits sized(wg_reader *r, const wg_layout *layout)
{
    bool more = false;
    size_t n = layout->lo;
    if (layout->lo != layout->hi || layout->hi >= 65536) {
        n = wg_bits_get_fragment(r, layout->lo, layout->hi, &more);
    }
    if (layout->aligned) {
        wg_bits_align(r);
    }
    if (more) {
        return join(r, layout, n);
    }
    if (r->error == WG_OK && (n < layout->lo || n > layout->hi)) {
        wg_fail(r, WG_ERROR_LENGTH);
    }
    if (n > (r->bit_end - r->bit) / layout->unit) {
        wg_fail(r, WG_ERROR_END);
    }
    return r->error == WG_OK ? run(r, n * layout->unit) : nothing();
}

static wg_octets octets(wg_reader *r, size_t lo, size_t hi)
{
    wg_layout layout;
    wg_bits bits;
    wg_octets result;
    layout.lo = lo;
    layout.hi = hi;
    layout.unit = 8;
    layout.aligned = lo != hi || hi > 2; /* X.691 17.6 */
    bits = sized(r, &layout);
    result.data = bits.data;
    result.size = wg_within(r, wg_octets_of(bits.data, bits.count / 8), r->limits.string_octets) ? bits.count / 8 : 0;
    return result;
}

wg_bits wg_bits_get_bit_string(wg_reader *r, bool named, size_t lo, size_t hi)
{
    wg_layout layout;
    wg_bits bits;
    layout.lo = lo;
    layout.hi = hi;
    layout.unit = 1;
    layout.aligned = lo != hi || hi > 16; /* X.691 16.9 */
    bits = sized(r, &layout);
    (void)named;
    return bits;
}

wg_octets wg_bits_get_octet_string(wg_reader *r, size_t lo, size_t hi)
{
    return octets(r, lo, hi);
}

/* Octets behind a length that must satisfy a test; numbers have a limit of their own. */
static wg_octets checked(wg_reader *r, bool (*is)(wg_octets), bool number)
{
    wg_octets c = octets(r, 0, WG_NO_BOUND);
    if (number && !wg_within(r, c, r->limits.integer_octets)) {
        c.size = 0;
    }
    if (r->error == WG_OK && !is(c)) {
        wg_fail(r, WG_ERROR_VALUE);
        c.size = 0;
    }
    return c;
}

wg_real wg_bits_get_real(wg_reader *r)
{
    return checked(r, wg_is_real, true);
}

wg_oid wg_bits_get_oid(wg_reader *r)
{
    return checked(r, wg_is_oid, true);
}

wg_oid wg_bits_get_relative_oid(wg_reader *r)
{
    return checked(r, wg_is_oid, true);
}

wg_string wg_bits_get_iri(wg_reader *r)
{
    return checked(r, wg_is_utf8, false);
}

wg_string wg_bits_get_utf8_string(wg_reader *r)
{
    return checked(r, wg_is_utf8, false);
}

wg_string wg_bits_get_escaped_string(wg_reader *r)
{
    return octets(r, 0, WG_NO_BOUND);
}

bool wg_bits_get_boolean(wg_reader *r)
{
    return wg_bits_take(r, 1) != 0;
}

void wg_bits_get_null(wg_reader *r)
{
    (void)r;
}

/* -- characters ------------------------------------------------------------ */

/* Character number `i` of bits that hold nothing else. */
static uint32_t character(wg_bits packed, unsigned bits, size_t i)
{
    size_t bit = i * bits;
    uint32_t value = 0;
    unsigned n;
    for (n = 0; n < bits; n++, bit++) {
        value = value << 1 | ((uint32_t)packed.data[bit / 8] >> (7 - bit % 8) & 1u);
    }
    return value;
}

/* Whether characters stand on the wire as they do in memory. */
static bool as_in_memory(unsigned unit, size_t characters, unsigned bits)
{
    return characters == 0 && bits == 8 * unit;
}

wg_string wg_bits_get_known_multiplier(wg_reader *r, unsigned unit, const uint32_t *alphabet, size_t characters,
                                       unsigned bits, uint32_t top, size_t lo, size_t hi)
{
    wg_layout layout;
    wg_bits packed;
    wg_string string;
    uint8_t *copy;
    size_t i, n;
    layout.lo = lo;
    layout.hi = hi;
    layout.unit = bits ? bits : 1;
    layout.aligned = wg_bits_characters_aligned(lo, hi, bits);
    string.data = NULL;
    string.size = 0;
    if (bits == 0) {
        /* One character only: the length says it all. */
        n = lo == hi && hi < 65536 ? lo : wg_bits_get_length(r, lo, hi);
        packed = nothing();
    } else {
        packed = sized(r, &layout);
        n = packed.count / bits;
    }
    if (r->error != WG_OK || n == 0) {
        return string;
    }
    if (as_in_memory(unit, characters, bits) && top >= 0xffu && unit == 1) {
        string.data = packed.data;
        string.size = n;
        return string;
    }
    copy = wg_new_octets(r, n * unit);
    for (i = 0; copy && i < n; i++) {
        uint32_t c = bits ? character(packed, bits, i) : 0;
        unsigned k;
        if (characters) {
            c = c < characters ? alphabet[c] : UINT32_MAX;
        }
        if (c > top || c > 0x10ffff || (unit > 1 && c >= 0xd800 && c <= 0xdfff)) {
            wg_fail(r, WG_ERROR_VALUE);
            return string;
        }
        for (k = 0; k < unit; k++) {
            copy[i * unit + k] = (uint8_t)(c >> 8 * (unit - 1 - k));
        }
    }
    string.data = copy;
    string.size = copy ? n * unit : 0;
    return string;
}

/* -- open types and additions ---------------------------------------------- */

bool wg_bits_enter(wg_reader *r, wg_bits_frame *outer)
{
    size_t n, whole;
    bool more;
    n = wg_bits_get_fragment(r, 0, WG_NO_BOUND, &more);
    outer->base = r->base;
    outer->bit_end = r->bit_end;
    outer->origin = r->origin;
    if (r->error != WG_OK || !wg_descend(r)) {
        return false;
    }
    if (more) {
        wg_layout layout;
        wg_bits bits;
        layout.lo = 0;
        layout.hi = WG_NO_BOUND;
        layout.unit = 8;
        layout.aligned = true;
        whole = r->origin + r->bit / 8;
        bits = join(r, &layout, n);
        outer->bit = r->bit;
        if (r->error != WG_OK) {
            return false;
        }
        r->base = bits.data;
        r->bit = 0;
        r->bit_end = bits.count;
        r->origin = whole;
        outer->start = 0;
        return true;
    }
    if (!available(r, n * 8)) {
        return false;
    }
    outer->start = r->bit;
    outer->bit = r->bit + n * 8;
    r->bit_end = outer->bit;
    return true;
}

void wg_bits_leave(wg_reader *r, const wg_bits_frame *outer)
{
    at_end(r, outer->start);
    if (r->error != WG_OK) {
        return;
    }
    r->base = outer->base;
    r->bit = outer->bit;
    r->bit_end = outer->bit_end;
    r->origin = outer->origin;
    wg_ascend(r);
}

wg_any wg_bits_get_rest(wg_reader *r)
{
    wg_bits bits = run(r, (r->bit_end - r->bit) / 8 * 8);
    wg_any any;
    any.data = bits.data;
    any.size = bits.count / 8;
    return any;
}

wg_bitmap wg_bits_get_bitmap(wg_reader *r, size_t count)
{
    wg_bitmap bitmap;
    bitmap.at = r->bit;
    bitmap.count = available(r, count) ? count : 0;
    r->bit += bitmap.count;
    return bitmap;
}

bool wg_bits_in_bitmap(const wg_reader *r, wg_bitmap bitmap, size_t i)
{
    size_t bit = bitmap.at + i;
    return i < bitmap.count && r->error == WG_OK && (r->base[bit / 8] >> (7 - bit % 8) & 1) != 0;
}

void wg_bits_get_unknown(wg_reader *r, wg_bitmap bitmap, size_t known, wg_unknown **kept)
{
    size_t i;
    if (kept && bitmap.count > known) {
        *kept = wg_keep(r, bitmap.count, wg_octets_of(NULL, 0));
        kept = *kept ? &(*kept)->next : NULL;
    }
    for (i = known; i < bitmap.count && r->error == WG_OK; i++) {
        wg_bits_frame outer;
        if (!wg_bits_in_bitmap(r, bitmap, i) || !wg_bits_enter(r, &outer)) {
            continue;
        }
        if (kept) {
            *kept = wg_keep(r, i, wg_bits_get_rest(r));
            kept = *kept ? &(*kept)->next : NULL;
        }
        r->bit = r->error == WG_OK ? r->bit_end : r->bit;
        wg_bits_leave(r, &outer);
    }
}

void wg_bits_get_unknown_alternative(wg_reader *r, size_t index, wg_unknown *unknown)
{
    unknown->next = NULL;
    unknown->index = index;
    unknown->tagged = false;
    unknown->value = wg_bits_get_rest(r);
}
