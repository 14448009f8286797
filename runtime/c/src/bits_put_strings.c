/* Writing strings of PER. */
#include "fields.h"
#include "numbers.h"
#include "real.h"
#include "text.h"
#include "wireglot/fast.h"

/* Writes units `from` to `from + n` of a string. */
typedef struct wg_source {
    const uint8_t *data;
    size_t unit; /* in bits */
} wg_source;

static void put_sized(wg_writer *w, wg_source source, size_t lo, size_t hi, bool aligned, size_t units)
{
    size_t done = 0, n = units;
    bool more = false;
    if (units < lo || units > hi) {
        wg_refuse(w, WG_ERROR_RANGE);
        return;
    }
    if (lo != hi || hi >= 65536) {
        n = wg_bits_put_fragment(w, lo, hi, units, &more);
    }
    for (;;) {
        if (aligned) {
            wg_bits_put_align(w);
        }
        /* All fragments but the last are whole octets. */
        wg_bits_put_run(w, n ? source.data + done * source.unit / 8 : NULL, n * source.unit);
        done += n;
        if (!more || w->error != WG_OK) {
            break;
        }
        n = wg_bits_put_fragment(w, 0, WG_NO_BOUND, units - done, &more);
    }
}

static void put_octets_sized(wg_writer *w, size_t lo, size_t hi, bool aligned, wg_octets value)
{
    wg_source source;
    source.data = value.data;
    source.unit = 8;
    put_sized(w, source, lo, hi, aligned, value.size);
}

/* X.691 16.2, 16.3: for a BIT STRING with named bits, trailing zero bits are added or dropped to satisfy
 * the size constraint; canonical rules drop as many as possible. */
void wg_bits_put_bit_string(wg_writer *w, bool named, size_t lo, size_t hi, wg_bits value)
{
    wg_source source;
    size_t zeros = 0;
    if (named && (w->strict || value.count > hi)) {
        value = wg_bits_trim(value, lo);
    }
    source.data = value.data;
    source.unit = 1;
    if (named && value.count < lo) {
        bool aligned = lo != hi || hi > 16;
        zeros = lo - value.count;
        if (lo != hi || hi >= 65536) {
            wg_bits_put_length(w, lo, hi, lo);
        }
        if (aligned) {
            wg_bits_put_align(w);
        }
        wg_bits_put_run(w, value.data, value.count);
        for (; zeros > 0; zeros--) {
            wg_bits_put(w, 0, 1);
        }
        return;
    }
    put_sized(w, source, lo, hi, lo != hi || hi > 16, value.count);
}

void wg_bits_put_octet_string(wg_writer *w, size_t lo, size_t hi, wg_octets value)
{
    put_octets_sized(w, lo, hi, lo != hi || hi > 2, value);
}

void wg_bits_put_contents(wg_writer *w, wg_octets value)
{
    if (!w->aligned && value.size < 16384 && w->bit + 8 * value.size + 128 < w->ample) {
        wg_pack length;
        length.bits = value.size < 128 ? value.size : 0x8000u | value.size;
        length.count = value.size < 128 ? 8 : 16;
        wg_bits_put_few_octets(w, length, value.data, value.size);
    } else {
        put_octets_sized(w, 0, WG_NO_BOUND, true, value);
    }
}

/* Writes a length and octets, which must satisfy a test. */
static void put_checked(wg_writer *w, bool (*is)(wg_octets), wg_octets value)
{
    if (!is(value)) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    wg_bits_put_contents(w, value);
}

/* PER encodes REAL as DER does (X.691 15.1). The free end of the buffer holds the canonical form. */
void wg_bits_put_real(wg_writer *w, wg_real value)
{
    wg_real_parts parts = wg_real_read(value);
    wg_octets canonical;
    uint8_t local[32], *p;
    if (parts.kind == WG_REAL_WRONG) {
        wg_refuse(w, WG_ERROR_VALUE);
    }
    if (w->error != WG_OK) {
        return;
    }
    if (wg_is_canonical_real(value)) {
        wg_bits_put_contents(w, value);
        return;
    }
    p = wg_real_canonical(&parts, local, local + sizeof local);
    canonical.size = p ? (size_t)(local + sizeof local - p) : 0;
    if (!p) {
        p = wg_real_canonical(&parts, w->start + (w->bit + 7) / 8, w->end);
        canonical.size = p ? (size_t)(w->end - p) : 0;
    }
    canonical.data = p;
    if (!p) {
        wg_refuse(w, wg_real_no_canonical(&parts));
        return;
    }
    put_octets_sized(w, 0, WG_NO_BOUND, true, canonical);
}

void wg_bits_put_oid(wg_writer *w, wg_oid value)
{
    put_checked(w, wg_is_oid, value);
}

void wg_bits_put_relative_oid(wg_writer *w, wg_oid value)
{
    put_checked(w, wg_is_oid, value);
}

void wg_bits_put_iri(wg_writer *w, wg_string value)
{
    put_checked(w, wg_is_utf8, value);
}

void wg_bits_put_utf8_string(wg_writer *w, wg_string value)
{
    put_checked(w, wg_is_utf8, value);
}

void wg_bits_put_escaped_string(wg_writer *w, wg_string value)
{
    put_checked(w, wg_is_any_text, value);
}

bool wg_bits_characters_aligned(size_t lo, size_t hi, unsigned bits)
{
    if (lo == hi && hi < 65536) {
        return hi * bits > 16;
    }
    return hi == 1 ? bits >= 16 : hi > 1;
}

/* The number that encodes a character; WG_NO_BOUND if there is none, or no such character. */
static size_t number_of(const uint32_t *alphabet, size_t characters, uint32_t top, uint32_t c)
{
    size_t i;
    if (characters == 0) {
        return c <= top && c <= 0x10ffff && !(c >= 0xd800 && c <= 0xdfff) ? c : WG_NO_BOUND;
    }
    /* They are in order, so it is at its distance from the first one, or before that. */
    i = c - alphabet[0] < characters ? c - alphabet[0] : characters - 1;
    while (i > 0 && alphabet[i] > c) {
        i--;
    }
    return alphabet[i] == c ? i : WG_NO_BOUND;
}

/* The bits already in the current octet, at the top of a word, followed by a length. */
WG_INLINE uint64_t with_length(const uint8_t *p, unsigned used, wg_pack length)
{
    return (used ? (uint64_t)p[0] << 56 : 0u) | length.bits << 1 << (63 - used - length.count);
}

/* Writes octets at `p`, after the `used` bits at the top of `carry`. */
static void put_octets(uint8_t *p, uint64_t carry, unsigned used, const uint8_t *data, size_t size)
{
    wg_store_eight(p, carry);
    p += used / 8;
    carry <<= used / 8 * 8;
    used %= 8;
    if (used == 0) {
        wg_move(p, data, size);
        return;
    }
    if (size < 8) {
        wg_store_eight(p, carry | wg_load_some(data, size) << 1 << (63 - used - 8 * size));
        return;
    }
    for (; size >= 8; size -= 8, data += 8, p += 8) {
        const uint64_t eight = wg_load_eight(data);
        wg_store_eight(p, carry | eight >> used);
        carry = eight << (64 - used);
    }
    wg_store_eight(p, carry | wg_load_last(data, size) >> used);
}

void wg_bits_put_few_octets(wg_writer *w, wg_pack length, const uint8_t *data, size_t size)
{
    const size_t bit = w->bit;
    uint8_t *const p = w->start + bit / 8;
    const uint64_t carry = with_length(p, bit % 8, length);
    const unsigned used = (unsigned)(bit % 8) + length.count;
    const size_t all = used + 8 * size;
    w->bit = bit / 8 * 8 + all;
    if (all < 64) {
        wg_store_eight(p, carry | wg_load_some(data, size) << (64 - all));
    } else {
        put_octets(p, carry, used, data, size);
    }
}

void wg_bits_put_few_bits(wg_writer *w, wg_pack length, const uint8_t *data, size_t count)
{
    const size_t whole = count / 8;
    const unsigned rest = (unsigned)(count % 8);
    wg_bits_put_few_octets(w, length, data, whole);
    if (rest > 0) {
        const size_t last = w->bit - 1;
        wg_store_eight_onto(w->start + last / 8, (uint64_t)(data[whole] >> (8 - rest)) << (63 - rest) >> last % 8);
        w->bit += rest;
    }
}

void wg_bits_put_few_wide(wg_writer *w, wg_pack length, const uint8_t *data, size_t size)
{
    if (!wg_is_bmp(wg_octets_at(data, size))) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    wg_bits_put_few_octets(w, length, data, size);
}

void wg_bits_put_few_characters(wg_writer *w, wg_pack length, const uint8_t *data, size_t n, uint32_t top)
{
    const uint64_t beyond = (0x7f - top) * 0x0101010101010101u;
    const size_t bit = w->bit;
    unsigned used = (unsigned)(bit % 8);
    uint8_t *p = w->start + bit / 8;
    uint64_t carry = with_length(p, used, length), octets, wrong = 0;
    used += length.count;
    w->bit = bit + length.count + 7 * n;
    if (used + 7 * n > 63) {
        wg_store_eight(p, carry);
        p += used / 8;
        carry <<= used / 8 * 8;
        used %= 8;
    }
    if (n < 8) {
        octets = wg_load_some(data, n);
    } else {
        /* Eight characters take seven octets, so the number of bits used in the last one does not
           change. */
        for (; n >= 8; n -= 8, data += 8, p += 7) {
            octets = wg_load_eight(data);
            wrong |= (octets + beyond) | octets;
            carry |= wg_seven_bits(octets) << (8 - used);
            wg_store_eight(p, carry);
            carry <<= 56;
        }
        octets = wg_load_last(data, n) >> 1 >> (63 - 8 * n);
    }
    wrong |= (octets + beyond) | octets;
    wg_store_eight(p, carry | wg_seven_bits(octets) << 1 << (63 - used - 7 * n));
    if (wrong & 0x8080808080808080u) {
        wg_refuse(w, WG_ERROR_VALUE);
    }
}

/* The places of up to eight octets in the alphabet of NumericString, four bits each: a space, then the digits.
 * False if one of them is no such character. */
static bool places_of_digits(uint64_t octets, size_t n, uint64_t *places)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x80 * ones;
    uint64_t spaces, digits;
    octets |= n < 8 ? 0x20 * ones << 8 * n : 0;
    spaces = octets ^ 0x20 * ones;
    spaces = (~(((spaces & 0x7f * ones) + 0x7f * ones) | spaces) >> 7) & ones;
    /* A space becomes a zero, and its place is one less than that of a zero. */
    digits = octets + 0x10 * spaces;
    if ((digits & tops) || (((digits & 0x7f * ones) + 0x46 * ones) & tops) || (((digits | tops) - 0x30 * ones) & tops) != tops) {
        return false;
    }
    digits -= 0x2f * ones + spaces;
    digits = (digits | digits >> 4) & 0x00ff00ff00ff00ffu;
    digits = (digits | digits >> 8) & 0x0000ffff0000ffffu;
    *places = (digits | digits >> 16) & 0xffffffffu;
    return true;
}

/* An alphabet, and the place of each character in it if it is indexed. */
typedef struct {
    const uint32_t *characters;
    size_t count;
    unsigned bits; /* of a place */
    bool is_indexed;
    uint8_t places[128]; /* WG_NO_PLACE for one that is not in it */
} wg_listed;

#define WG_NO_PLACE 0xff

/* An index is worth its while from so many characters on. */
#define WG_INDEXED_FROM 32

/* For a string of `n` characters. */
static void list_characters(wg_listed *listed, const uint32_t *characters, size_t count, unsigned bits, size_t n)
{
    size_t i;
    listed->characters = characters;
    listed->count = count;
    listed->bits = bits;
    listed->is_indexed = n >= WG_INDEXED_FROM && characters[count - 1] < 0x80 && !wg_are_digits(characters, count, bits);
    if (listed->is_indexed) {
        memset(listed->places, WG_NO_PLACE, sizeof listed->places);
        for (i = 0; i < count; i++) {
            listed->places[characters[i]] = (uint8_t)i;
        }
    }
}

/* The places of some characters, one after the other. False if one of them is not in the alphabet. */
static bool places_of(const uint8_t *data, size_t n, const wg_listed *listed, uint64_t *places)
{
    size_t i;
    *places = 0;
    if (listed->is_indexed) {
        uint8_t all = 0;
        for (i = 0; i < n; i++) {
            const uint8_t place = listed->places[data[i] & 0x7fu];
            all |= (uint8_t)(data[i] | place); /* a place is less than 0x80, too */
            *places = *places << listed->bits | place;
        }
        return all < 0x80;
    }
    if (wg_are_digits(listed->characters, listed->count, listed->bits)) {
        return places_of_digits(wg_load_some(data, n), n, places);
    }
    for (i = 0; i < n; i++) {
        const size_t place = number_of(listed->characters, listed->count, UINT32_MAX, data[i]);
        if (place == WG_NO_BOUND) {
            return false;
        }
        *places = *places << listed->bits | place;
    }
    return true;
}

/* How many characters of an alphabet are written at once. */
static size_t at_once(size_t n, unsigned bits)
{
    const size_t most = bits <= 7 ? 8 : 7;
    return n < most ? n : most;
}

void wg_bits_put_few_listed(wg_writer *w, wg_pack length, const uint8_t *data, size_t n, const uint32_t *alphabet,
                            size_t characters, unsigned bits)
{
    const size_t bit = w->bit;
    unsigned used = (unsigned)(bit % 8) + length.count;
    uint8_t *p = w->start + bit / 8;
    uint64_t carry = with_length(p, bit % 8, length), places;
    wg_listed listed;
    list_characters(&listed, alphabet, characters, bits, n);
    w->bit = bit + length.count + bits * n;
    while (n > 0) {
        const size_t some = at_once(n, bits);
        if (!places_of(data, some, &listed, &places)) {
            wg_refuse(w, WG_ERROR_VALUE);
            return;
        }
        wg_store_eight(p, carry);
        p += used / 8;
        carry <<= used / 8 * 8;
        used %= 8;
        carry |= places << 1 << (63 - used - bits * some);
        used += (unsigned)(bits * some);
        data += some;
        n -= some;
    }
    wg_store_eight(p, carry);
}

/* Writes characters by their places in an alphabet. */
static void put_listed(wg_writer *w, const uint8_t *data, size_t n, const uint32_t *alphabet, size_t characters, unsigned bits)
{
    wg_listed listed;
    list_characters(&listed, alphabet, characters, bits, n);
    while (n > 0 && w->error == WG_OK) {
        const size_t some = at_once(n, bits);
        uint64_t places = 0;
        if (!places_of(data, some, &listed, &places)) {
            wg_refuse(w, WG_ERROR_VALUE);
        }
        wg_bits_put(w, places, bits * (unsigned)some);
        data += some;
        n -= some;
    }
}

/* Writes seven-bit characters by eights; `top` is less than 0x80. */
static void put_seven_bits(wg_writer *w, const uint8_t *data, size_t size, uint32_t top)
{
    const uint64_t beyond = (0x7f - top) * 0x0101010101010101u;
    while (size > 0 && w->error == WG_OK) {
        const size_t n = size < 8 ? size : 8;
        const uint64_t octets = n == 8 ? wg_load_eight(data) : wg_load_few(data, n);
        if (((octets + beyond) | octets) & 0x8080808080808080u) {
            wg_refuse(w, WG_ERROR_VALUE);
        }
        wg_bits_put(w, wg_seven_bits(octets), 7 * (unsigned)n);
        data += n;
        size -= n;
    }
}

void wg_bits_put_known_multiplier(wg_writer *w, unsigned unit, const uint32_t *alphabet, size_t characters,
                                  unsigned bits, uint32_t top, size_t lo, size_t hi, wg_string value)
{
    bool aligned = wg_bits_characters_aligned(lo, hi, bits), more = false;
    size_t n = value.size / unit, left = n, part = n, i = 0;
    uint64_t pack = 0;
    unsigned count = 0;
    if (value.size % unit) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    if (n < lo || n > hi) {
        wg_refuse(w, WG_ERROR_RANGE);
        return;
    }
    if (lo != hi || hi >= 65536) {
        part = wg_bits_put_fragment(w, lo, hi, left, &more);
    }
    for (;;) {
        left -= part;
        if (aligned) {
            wg_bits_put_align(w);
        }
        if (part > 0 && unit == 1 && characters == 0 && bits == 8 &&
            (top >= 0xff || (top == 0x7f && wg_is_seven_bits(value)))) {
            /* As they are in memory. */
            wg_bits_put_run(w, value.data + i, 8 * part);
            i += part;
            part = 0;
        } else if (part > 0 && unit == 1 && characters == 0 && bits == 7 && top < 0x80) {
            put_seven_bits(w, value.data + i, part, top);
            i += part;
            part = 0;
        } else if (part > 0 && unit == 1 && characters > 0 && bits > 0) {
            put_listed(w, value.data + i, part, alphabet, characters, bits);
            i += part;
            part = 0;
        }
        if (part > 0 && unit == 2 && characters == 0 && bits == 16 && top >= 0xffff &&
            wg_is_bmp(wg_octets_at(value.data + 2 * i, 2 * part))) {
            wg_bits_put_run(w, value.data + 2 * i, 16 * part);
            i += part;
            part = 0;
        }
        for (; part > 0 && w->error == WG_OK; part--, i++) {
            const uint32_t c = unit == 1 ? value.data[i] : (uint32_t)wg_load_few(value.data + i * unit, unit);
            const size_t number = number_of(alphabet, characters, top, c);
            if (number == WG_NO_BOUND) {
                wg_refuse(w, WG_ERROR_VALUE);
            }
            if (count + bits > 64) {
                wg_bits_put(w, pack, count);
                count = 0;
            }
            pack = pack << bits | number;
            count += bits;
        }
        wg_bits_put(w, pack, count);
        count = 0;
        if (!more || w->error != WG_OK) {
            break;
        }
        part = wg_bits_put_fragment(w, 0, WG_NO_BOUND, left, &more);
    }
}
