/* Strings of PER, read. */
#include "fields.h"
#include "numbers.h"
#include "text.h"

wg_bits wg_bits_nothing(void)
{
    wg_bits none;
    none.data = NULL;
    none.count = 0;
    return none;
}

/* One run of bits: a slice where it stands on whole octets. */
wg_bits wg_bits_run(wg_reader *r, size_t count)
{
    wg_bits bits = wg_bits_nothing();
    uint8_t *copy;
    if (!wg_bits_available(r, count)) {
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
        wg_bits_copy(r, copy, count);
        bits.data = copy;
        bits.count = count;
    }
    return bits;
}

/* Fragments joined in the arena, which nothing else uses meanwhile. All but the last
 * are whole octets, since 16K units of bits are. */
wg_bits wg_bits_join(wg_reader *r, const wg_bits_layout *layout, size_t first)
{
    wg_bits bits = wg_bits_nothing();
    bool more = true;
    size_t n = first, units = 0;
    for (;;) {
        uint8_t *copy;
        if (n > (r->bit_end - r->bit) / layout->unit) {
            wg_fail(r, WG_ERROR_END);
        }
        copy = wg_new_octets(r, (n * layout->unit + 7) / 8);
        if (!copy) {
            return wg_bits_nothing();
        }
        wg_bits_copy(r, copy, n * layout->unit);
        bits.data = bits.data ? bits.data : copy;
        bits.count += n * layout->unit;
        units += n;
        if (!more) {
            break;
        }
        n = wg_bits_get_fragment(r, 0, WG_NO_BOUND, &more);
        if (r->error != WG_OK) {
            return wg_bits_nothing();
        }
    }
    if (units < layout->lo || units > layout->hi) {
        wg_fail(r, WG_ERROR_LENGTH);
        return wg_bits_nothing();
    }
    return bits;
}

static wg_bits sized(wg_reader *r, const wg_bits_layout *layout)
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
        return wg_bits_join(r, layout, n);
    }
    if (r->error == WG_OK && (n < layout->lo || n > layout->hi)) {
        wg_fail(r, WG_ERROR_LENGTH);
    }
    if (n > (r->bit_end - r->bit) / layout->unit) {
        wg_fail(r, WG_ERROR_END);
    }
    return r->error == WG_OK ? wg_bits_run(r, n * layout->unit) : wg_bits_nothing();
}

static wg_octets octets(wg_reader *r, size_t lo, size_t hi)
{
    wg_bits_layout layout;
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
    wg_bits_layout layout;
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
    wg_real c = checked(r, wg_is_real, true);
    if (r->error == WG_OK && r->strict && !wg_is_canonical_real(c)) {
        wg_fail(r, WG_ERROR_CANONICAL);
        c.size = 0;
    }
    return c;
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
    wg_bits_layout layout;
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
        packed = wg_bits_nothing();
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
