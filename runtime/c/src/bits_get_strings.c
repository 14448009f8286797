/* Reading strings of PER. */
#include "fields.h"
#include "numbers.h"
#include "text.h"
#include "wireglot/fast.h"

wg_bits wg_bits_nothing(void)
{
    wg_bits none;
    none.data = NULL;
    none.count = 0;
    return none;
}

/* Reads a run of bits: a slice if it is octet-aligned. */
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

/* Allocates a multiple of eight octets in the arena, of which a string uses the first `size`; what is written
 * after these is overwritten by the next allocation. NULL if there is no room, or if fewer than `bits` bits
 * are left to read. */
WG_INLINE uint8_t *room_of_eights(wg_reader *r, size_t size, size_t bits)
{
    wg_arena *const arena = r->arena;
    uint8_t *room;
    if (!arena || ((size + 7) & ~(size_t)7) > arena->size - arena->used || bits > r->bit_end - r->bit || r->bit_end < 64) {
        return NULL;
    }
    room = arena->data + arena->used;
    arena->used += size;
    return room;
}

wg_bits wg_bits_few_bits(wg_reader *r, size_t count)
{
    uint8_t *const to = r->bit % 8 && count - 1 < 57 ? room_of_eights(r, (count + 7) / 8, count) : NULL;
    if (!to) {
        return wg_bits_run(r, count);
    }
    wg_store_eight(to, wg_bits_eight(r, r->bit) >> (64 - count) << (64 - count));
    r->bit += count;
    return wg_bits_at(to, count);
}

/* Reads fewer than 128 octets. */
wg_octets wg_bits_few_octets(wg_reader *r, size_t size)
{
    size_t i, bit = r->bit;
    uint8_t *to;
    if (bit % 8 == 0 && 8 * size <= r->bit_end - bit && bit < r->bit_end) {
        r->bit = bit + 8 * size;
        return wg_octets_at(r->base + bit / 8, size);
    }
    to = bit % 8 && size ? room_of_eights(r, size, 8 * size) : NULL;
    if (!to) {
        const wg_bits run = wg_bits_run(r, 8 * size);
        return wg_octets_at(run.data, run.count / 8);
    }
    if (size <= 7) {
        wg_store_eight(to, wg_bits_eight(r, bit));
        r->bit += 8 * size;
        return wg_octets_at(to, size);
    }
    /* Full blocks followed by at least one more octet. */
    for (i = 0; i < size && r->bit_end - bit >= 72; i += 8, bit += 64) {
        const uint8_t *const p = r->base + bit / 8;
        wg_store_eight(to + i, wg_load_eight(p) << bit % 8 | (uint64_t)p[8] >> (8 - bit % 8));
    }
    for (; i < size; i += 8, bit += 64) {
        const uint64_t high = wg_bits_eight(r, bit) >> 32;
        const uint64_t low = size - i > 4 ? wg_bits_eight(r, bit + 32) >> 32 : 0;
        wg_store_eight(to + i, high << 32 | low);
    }
    r->bit += 8 * size;
    return wg_octets_at(to, size);
}

/* Whether `count` units are within the limit on octets. */
static bool allowed(wg_reader *r, size_t count, size_t unit, size_t most)
{
    const uint64_t bits = most < SIZE_MAX / 8 ? (uint64_t)most * 8 : UINT64_MAX;
    if ((uint64_t)count * unit > bits) {
        wg_fail(r, WG_ERROR_LIMIT);
        return false;
    }
    return true;
}

/* Joins fragments in the arena, which nothing else uses meanwhile. All but the last are whole octets, because
 * 16K units are. */
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
        if (r->error != WG_OK || !allowed(r, units + n, layout->unit, layout->most)) {
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
    if (!allowed(r, n, layout->unit, layout->most)) {
        return wg_bits_nothing();
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

static wg_octets octets(wg_reader *r, size_t lo, size_t hi, size_t most)
{
    wg_bits_layout layout;
    wg_bits bits;
    layout.lo = lo;
    layout.hi = hi;
    layout.unit = 8;
    layout.aligned = lo != hi || hi > 2; /* X.691 17.6 */
    layout.most = most;
    bits = sized(r, &layout);
    return wg_octets_of(bits.data, bits.count / 8);
}

wg_bits wg_bits_get_bit_string(wg_reader *r, bool named, size_t lo, size_t hi)
{
    wg_bits_layout layout;
    wg_bits bits;
    layout.lo = lo;
    layout.hi = hi;
    layout.unit = 1;
    layout.aligned = lo != hi || hi > 16; /* X.691 16.9 */
    layout.most = r->limits.string_octets;
    bits = sized(r, &layout);
    (void)named;
    return bits;
}

wg_octets wg_bits_get_octet_string(wg_reader *r, size_t lo, size_t hi)
{
    return octets(r, lo, hi, r->limits.string_octets);
}

wg_octets wg_bits_contents(wg_reader *r)
{
    return octets(r, 0, WG_NO_BOUND, r->limits.integer_octets);
}

/* Octets that were read and must satisfy a test. */
static wg_octets checked(wg_reader *r, bool (*is)(wg_octets), wg_octets c)
{
    if (r->error == WG_OK && !is(c)) {
        wg_fail(r, WG_ERROR_VALUE);
        c.size = 0;
    }
    return c;
}

wg_octets wg_bits_checked_utf8(wg_reader *r, wg_octets c)
{
    return checked(r, wg_is_utf8, c);
}

wg_octets wg_bits_checked_oid(wg_reader *r, wg_octets c)
{
    return checked(r, wg_is_oid, c);
}

/* Reads a length and the octets of a string. */
static wg_string string(wg_reader *r)
{
    return octets(r, 0, WG_NO_BOUND, r->limits.string_octets);
}

wg_real wg_bits_get_real(wg_reader *r)
{
    wg_real c = checked(r, wg_is_real, wg_bits_contents(r));
    if (r->error == WG_OK && r->strict && !wg_is_canonical_real(c)) {
        wg_fail(r, WG_ERROR_CANONICAL);
        c.size = 0;
    }
    return c;
}

wg_oid wg_bits_get_oid(wg_reader *r)
{
    return wg_bits_checked_oid(r, wg_bits_contents(r));
}

wg_oid wg_bits_get_relative_oid(wg_reader *r)
{
    return wg_bits_get_oid(r);
}

wg_string wg_bits_get_iri(wg_reader *r)
{
    return wg_bits_get_utf8_string(r);
}

wg_string wg_bits_get_utf8_string(wg_reader *r)
{
    return wg_bits_checked_utf8(r, string(r));
}

wg_string wg_bits_get_escaped_string(wg_reader *r)
{
    return string(r);
}

/* -- characters ------------------------------------------------------------ */

/* Character `i` of a run of characters. */
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

/* Whether characters are encoded as they are in memory. */
static bool as_in_memory(unsigned unit, size_t characters, unsigned bits)
{
    return characters == 0 && bits == 8 * unit && unit == 1;
}

/* Whether all octets are characters up to `top`. */
static bool all_up_to(const uint8_t *data, size_t size, uint32_t top)
{
    size_t i;
    if (top >= 0xff) {
        return true;
    }
    if (top == 0x7f) {
        return wg_is_seven_bits(wg_octets_at(data, size));
    }
    for (i = 0; i < size; i++) {
        if (data[i] > top) {
            return false;
        }
    }
    return true;
}

/* How the characters of a string are encoded and stored. */
typedef struct wg_characters {
    unsigned unit;
    unsigned bits;
    const uint32_t *alphabet;
    size_t count; /* of the alphabet; 0: characters are encoded by their own value */
    uint32_t top;
} wg_characters;

/* Stores character `i`; returns false if there is no such character. */
static bool put_character(const wg_characters *characters, uint8_t *copy, size_t i, uint32_t c)
{
    unsigned k;
    if (characters->count && characters->unit == 1) {
        copy[i] = (uint8_t)(c < characters->count ? characters->alphabet[c] : 0u);
        return c < characters->count;
    }
    if (characters->count) {
        c = c < characters->count ? characters->alphabet[c] : UINT32_MAX;
    }
    if (c > characters->top || c > 0x10ffff || (characters->unit > 1 && c >= 0xd800 && c <= 0xdfff)) {
        return false;
    }
    for (k = 0; k < characters->unit; k++) {
        copy[i * characters->unit + k] = (uint8_t)(c >> 8 * (characters->unit - 1 - k));
    }
    return true;
}

/* Reads seven-bit characters by eights; returns false if one is above `top`, which is less than 0x80. */
static bool take_seven_bits(wg_reader *r, uint8_t *to, size_t size, uint32_t top)
{
    const uint64_t beyond = (0x7f - top) * 0x0101010101010101u;
    while (size > 0) {
        const size_t n = size < 8 ? size : 8;
        const uint64_t octets = wg_octets_of_seven_bits(wg_bits_take(r, 7 * (unsigned)n));
        if ((octets + beyond) & 0x8080808080808080u) {
            return false;
        }
        if (n == 8) {
            wg_store_eight(to, octets);
        } else {
            uint8_t few[8];
            wg_store_eight(few, octets);
            wg_move(to, few + 8 - n, n);
        }
        to += n;
        size -= n;
    }
    return true;
}

/* Reads characters by their places in an alphabet; returns false if there is none in one of these places. */
static bool take_listed(wg_reader *r, uint8_t *to, size_t size, const wg_characters *characters)
{
    const unsigned bits = characters->bits;
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    while (size > 0) {
        size_t left = size < 56 / bits ? size : 56 / bits;
        const uint64_t pack = wg_bits_take(r, (unsigned)left * bits);
        size -= left;
        while (left > 0) {
            const uint64_t place = pack >> (--left * bits) & mask;
            if (place >= characters->count) {
                r->bit -= left * bits;
                return false;
            }
            *to++ = (uint8_t)characters->alphabet[place];
        }
    }
    return true;
}

/* Reads the characters of NumericString by eights; returns false without reading those of which one is none. */
static bool take_digits(wg_reader *r, uint8_t *to, size_t size, const wg_characters *characters)
{
    const uint64_t ones = 0x0101010101010101u;
    size_t i;
    for (i = 0; i < size; i += 8) {
        const size_t n = size - i < 8 ? size - i : 8, start = r->bit;
        uint64_t places = wg_bits_take(r, 4 * (unsigned)n) << (32 - 4 * n);
        places = (places | places << 16) & 0x0000ffff0000ffffu;
        places = (places | places << 8) & 0x00ff00ff00ff00ffu;
        places = (places | places << 4) & 0x0f0f0f0f0f0f0f0fu;
        if ((places + 5 * ones) & 0x10 * ones) {
            r->bit = start;
            return take_listed(r, to + i, n, characters);
        }
        /* A digit is one less than its place, a space is 15 less than that. */
        wg_store_some(to + i, places + 0x2f * ones - 0x0f * ((~(places + 0x0f * ones) >> 4) & ones), n);
    }
    return true;
}

/* Reads characters of an alphabet, which are there. */
static wg_string listed(wg_reader *r, const wg_characters *characters, size_t n)
{
    uint8_t *const copy = wg_new_octets(r, n);
    if (copy && !(wg_are_digits(characters->alphabet, characters->count, characters->bits) ? take_digits : take_listed)(r, copy, n, characters)) {
        wg_fail(r, WG_ERROR_VALUE);
        return wg_octets_at(NULL, 0);
    }
    return wg_octets_at(copy, copy ? n : 0);
}

/* Reads `n` characters, within the limit. */
static wg_string run_of(wg_reader *r, const wg_characters *characters, size_t n)
{
    wg_string string;
    uint8_t *copy;
    size_t i;
    string.data = NULL;
    string.size = 0;
    if (characters->bits && n > (r->bit_end - r->bit) / characters->bits) {
        wg_fail(r, WG_ERROR_END);
        return string;
    }
    if (as_in_memory(characters->unit, characters->count, characters->bits) && r->bit % 8 == 0 &&
        all_up_to(r->base + r->bit / 8, n, characters->top)) {
        string = wg_octets_of(r->base + r->bit / 8, n);
        r->bit += 8 * n;
        return string;
    }
    if (characters->unit == 1 && characters->count && characters->bits) {
        return listed(r, characters, n);
    }
    copy = wg_new_octets(r, n * characters->unit);
    i = 0;
    if (copy && characters->unit == 1 && characters->count == 0 && characters->bits == 7 && characters->top < 0x80) {
        if (!take_seven_bits(r, copy, n, characters->top)) {
            wg_fail(r, WG_ERROR_VALUE);
            return string;
        }
        i = n;
    }
    if (copy && characters->unit == 2 && characters->count == 0 && characters->bits == 16 && characters->top >= 0xffff) {
        const size_t start = r->bit;
        wg_bits_copy(r, copy, 16 * n);
        /* If one is wrong, the loop below finds its place. */
        i = wg_is_bmp(wg_octets_at(copy, 2 * n)) ? n : 0;
        r->bit = i ? r->bit : start;
    }
    while (copy && i < n) {
        /* As many as there are in 56 bits: at least one. */
        const size_t most = characters->bits ? 56 / characters->bits : n;
        size_t left = n - i < most ? n - i : most;
        const uint64_t pack = wg_bits_take(r, (unsigned)left * characters->bits);
        for (; left > 0; left--, i++) {
            const uint64_t mask = ((uint64_t)1 << characters->bits) - 1;
            if (!put_character(characters, copy, i, (uint32_t)(pack >> (left - 1) * characters->bits & mask))) {
                r->bit -= (left - 1) * characters->bits;
                wg_fail(r, WG_ERROR_VALUE);
                return string;
            }
        }
    }
    string.data = copy;
    string.size = copy ? n * characters->unit : 0;
    return string;
}

/* Reads seven-bit characters near the end of the input or the arena. */
static WG_COLD wg_string last_characters(wg_reader *r, size_t n, uint32_t top)
{
    wg_characters wire;
    wire.unit = 1;
    wire.bits = 7;
    wire.alphabet = NULL;
    wire.count = 0;
    wire.top = top;
    return run_of(r, &wire, n);
}

/* Reads fewer than 128 seven-bit characters, within the limit. */
wg_string wg_bits_few_characters(wg_reader *r, size_t n, uint32_t top)
{
    const uint64_t beyond = (0x7f - top) * 0x0101010101010101u;
    uint8_t *const copy = room_of_eights(r, n, 7 * n);
    size_t i, bit = r->bit;
    if (!copy) {
        return last_characters(r, n, top);
    }
    for (i = 0; i < n; i += 8, bit += 56) {
        uint64_t octets = wg_octets_of_seven_bits(wg_bits_eight(r, bit) >> 8);
        wg_store_eight(copy + i, octets);
        if (beyond) {
            /* After the last character is whatever comes next. */
            octets = n - i < 8 ? octets >> 8 * (8 - (n - i)) : octets;
            if ((octets + beyond) & 0x8080808080808080u) {
                r->bit += 7 * (n - i < 8 ? n : i + 8);
                wg_fail(r, WG_ERROR_VALUE);
                return wg_octets_at(NULL, 0);
            }
        }
    }
    r->bit += 7 * n;
    return wg_octets_at(copy, n);
}

wg_string wg_bits_few_listed(wg_reader *r, size_t n, const uint32_t *alphabet, size_t characters, unsigned bits)
{
    wg_characters wire;
    wire.unit = 1;
    wire.bits = bits;
    wire.alphabet = alphabet;
    wire.count = characters;
    wire.top = UINT32_MAX;
    return run_of(r, &wire, n);
}

/* Converts characters whose bits came in fragments. */
static wg_string unpacked(wg_reader *r, const wg_characters *characters, wg_bits packed)
{
    wg_string string;
    size_t i, n = packed.count / characters->bits;
    uint8_t *copy = wg_new_octets(r, n * characters->unit);
    string.data = NULL;
    string.size = 0;
    for (i = 0; copy && i < n; i++) {
        if (!put_character(characters, copy, i, character(packed, characters->bits, i))) {
            wg_fail(r, WG_ERROR_VALUE);
            return string;
        }
    }
    string.data = copy;
    string.size = copy ? n * characters->unit : 0;
    return string;
}

/* The number of characters of no bits, which is given only by the length. */
static size_t characters_of_no_bits(wg_reader *r, size_t lo, size_t hi)
{
    bool more = false;
    size_t n = lo;
    if (lo != hi || hi >= 65536) {
        n = wg_bits_get_fragment(r, lo, hi, &more);
    }
    while (more && n <= r->limits.empty_elements) {
        n += wg_bits_get_fragment(r, 0, WG_NO_BOUND, &more);
    }
    if (r->error == WG_OK && n > r->limits.empty_elements) {
        wg_fail(r, WG_ERROR_LIMIT);
    }
    if (r->error == WG_OK && (n < lo || n > hi)) {
        wg_fail(r, WG_ERROR_LENGTH);
    }
    if (r->error != WG_OK) {
        return 0;
    }
    r->limits.empty_elements -= n;
    return n;
}

wg_string wg_bits_get_known_multiplier(wg_reader *r, unsigned unit, const uint32_t *alphabet, size_t characters,
                                       unsigned bits, uint32_t top, size_t lo, size_t hi)
{
    wg_characters wire;
    wg_string none;
    bool more = false;
    size_t n = lo;
    none.data = NULL;
    none.size = 0;
    wire.unit = unit;
    wire.bits = bits;
    wire.alphabet = alphabet;
    wire.count = characters;
    wire.top = top;
    if (bits == 0) {
        n = characters_of_no_bits(r, lo, hi);
    } else {
        if (lo != hi || hi >= 65536) {
            n = wg_bits_get_fragment(r, lo, hi, &more);
        }
        if (!allowed(r, n, bits, r->limits.string_octets)) {
            return none;
        }
        if (wg_bits_characters_aligned(lo, hi, bits)) {
            wg_bits_align(r);
        }
    }
    if (more) {
        wg_bits_layout layout;
        wg_bits packed;
        layout.lo = lo;
        layout.hi = hi;
        layout.unit = bits;
        layout.aligned = wg_bits_characters_aligned(lo, hi, bits);
        layout.most = r->limits.string_octets;
        packed = wg_bits_join(r, &layout, n);
        return r->error == WG_OK && packed.count ? unpacked(r, &wire, packed) : none;
    }
    if (r->error == WG_OK && (n < lo || n > hi)) {
        wg_fail(r, WG_ERROR_LENGTH);
    }
    return r->error == WG_OK && n ? run_of(r, &wire, n) : none;
}
