/* PER frames, lengths and strings, written. */
#include "wireglot/bits.h"

#include <string.h>

#include "numbers.h"
#include "real.h"
#include "text.h"

void wg_bits_writer(wg_writer *w, uint8_t *buffer, size_t capacity, bool aligned, bool strict)
{
    memset(w, 0, sizeof *w);
    w->start = buffer;
    w->end = buffer ? buffer + capacity : buffer;
    w->aligned = aligned;
    w->strict = strict;
    w->forward = true;
}

static size_t capacity_bits(const wg_writer *w)
{
    return (size_t)(w->end - w->start) * 8;
}

/* Whether that many bits fit. */
static bool room(wg_writer *w, size_t bits)
{
    if (w->error != WG_OK) {
        return false;
    }
    if (bits > capacity_bits(w) - w->bit) {
        wg_refuse(w, WG_ERROR_SPACE);
        return false;
    }
    return true;
}

/* Sets up to eight bits anywhere; those around them stay. */
static void patch(uint8_t *base, size_t bit, uint8_t value, unsigned count)
{
    unsigned shift = 16 - (unsigned)(bit % 8) - count;
    unsigned mask = ((1u << count) - 1) << shift, bits = (unsigned)value << shift;
    base += bit / 8;
    base[0] = (uint8_t)((base[0] & ~(mask >> 8)) | (bits >> 8));
    if (mask & 0xff) {
        base[1] = (uint8_t)((base[1] & ~mask) | (bits & 0xff));
    }
}

/* Appends up to eight bits; there is room. Bits behind them become zero. */
static void append(wg_writer *w, unsigned value, unsigned count)
{
    unsigned used = (unsigned)(w->bit % 8), bits = value << (16 - used - count);
    uint8_t *p = w->start + w->bit / 8;
    p[0] = (uint8_t)((used ? p[0] : 0u) | (bits >> 8));
    if (used + count > 8) {
        p[1] = (uint8_t)bits;
    }
    w->bit += count;
}

void wg_bits_put(wg_writer *w, uint64_t value, unsigned count)
{
    if (count == 0 || !room(w, count)) {
        return;
    }
    if (count % 8) {
        append(w, (unsigned)(value >> (count - count % 8)) & ((1u << count % 8) - 1), count % 8);
        count -= count % 8;
    }
    while (count > 0) {
        count -= 8;
        append(w, (unsigned)(value >> count) & 0xff, 8);
    }
}

void wg_bits_put_align(wg_writer *w)
{
    if (w->aligned && w->bit % 8) {
        wg_bits_put(w, 0, 8 - (unsigned)(w->bit % 8));
    }
}

void wg_bits_put_octets(wg_writer *w, const uint8_t *data, size_t bits)
{
    size_t i, whole = bits / 8;
    if (bits == 0 || !room(w, bits)) {
        return;
    }
    if (w->bit % 8 == 0 && whole) {
        memmove(w->start + w->bit / 8, data, whole);
        w->bit += 8 * whole;
    } else {
        for (i = 0; i < whole; i++) {
            append(w, data[i], 8);
        }
    }
    if (bits % 8) {
        append(w, (unsigned)data[whole] >> (8 - bits % 8), (unsigned)(bits % 8));
    }
}

wg_writer wg_bits_inside(const wg_writer *w, bool aligned, bool strict)
{
    wg_writer inner = wg_inside(w, strict);
    inner.aligned = aligned;
    inner.forward = true;
    return inner;
}

/* The contents go to the end of the free octets, so that the header written in front
 * of them, towards higher places, does not run over them. */
wg_octets wg_bits_inside_done(wg_writer *w, wg_writer *inner)
{
    wg_octets written;
    wg_bits_complete(inner);
    wg_inside_done(w, inner);
    written = wg_bits_written(inner);
    if (written.size) {
        memmove(inner->end - written.size, inner->start, written.size);
        written.data = inner->end - written.size;
    }
    return written;
}

void wg_bits_complete(wg_writer *w)
{
    if (w->bit == 0) {
        wg_bits_put(w, 0, 8);
    } else if (w->bit % 8) {
        wg_bits_put(w, 0, 8 - (unsigned)(w->bit % 8));
    }
}

wg_octets wg_bits_written(const wg_writer *w)
{
    wg_octets written;
    written.data = w->start;
    written.size = w->error == WG_OK ? (w->bit + 7) / 8 : 0;
    return written;
}

/* -- lengths (X.691 11.9) -------------------------------------------------- */

#define FRAGMENT ((size_t)16384)

size_t wg_bits_put_fragment(wg_writer *w, size_t lo, size_t hi, size_t left, bool *more)
{
    size_t n;
    *more = false;
    if (hi < 65536) {
        if (left < lo || left > hi) {
            wg_refuse(w, WG_ERROR_RANGE);
            return 0;
        }
        wg_bits_put_constrained(w, hi - lo, left - lo);
        return left;
    }
    wg_bits_put_align(w);
    if (left < 128) {
        wg_bits_put(w, left, 8);
        return left;
    }
    if (left < FRAGMENT) {
        wg_bits_put(w, 0x8000u | left, 16);
        return left;
    }
    n = left / FRAGMENT < 4 ? left / FRAGMENT : 4;
    wg_bits_put(w, 0xc0u | n, 8);
    *more = true;
    return n * FRAGMENT;
}

void wg_bits_put_length(wg_writer *w, size_t lo, size_t hi, size_t value)
{
    bool more;
    wg_bits_put_fragment(w, lo, hi, value, &more);
    if (more) {
        wg_refuse(w, WG_ERROR_RANGE);
    }
}

void wg_bits_put_small_length(wg_writer *w, size_t value)
{
    if (value == 0) {
        wg_refuse(w, WG_ERROR_RANGE);
        return;
    }
    wg_bits_put_boolean(w, value > 64);
    if (value > 64) {
        wg_bits_put_length(w, 0, WG_NO_BOUND, value);
    } else {
        wg_bits_put(w, value - 1, 6);
    }
}

/* -- strings --------------------------------------------------------------- */

/* What puts units `from` to `from + n` of a string. */
typedef struct wg_source {
    const uint8_t *data;
    size_t unit; /* bits */
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
        wg_bits_put_octets(w, n ? source.data + done * source.unit / 8 : NULL, n * source.unit);
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

void wg_bits_put_boolean(wg_writer *w, bool value)
{
    wg_bits_put(w, value, 1);
}

void wg_bits_put_null(wg_writer *w)
{
    (void)w;
}

/* X.691 16.2, 16.3: of a BIT STRING with named bits, trailing zero bits are added and dropped to
 * satisfy the size constraint; the canonical rules drop all that they can. */
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
        wg_bits_put_octets(w, value.data, value.count);
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

/* Octets that must satisfy a test, behind their number. */
static void put_checked(wg_writer *w, bool (*is)(wg_octets), wg_octets value)
{
    if (!is(value)) {
        wg_refuse(w, WG_ERROR_VALUE);
        return;
    }
    put_octets_sized(w, 0, WG_NO_BOUND, true, value);
}

/* PER writes REAL as DER does (X.691 15.1). The free end of the buffer holds the canonical form. */
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
        put_octets_sized(w, 0, WG_NO_BOUND, true, value);
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
        wg_refuse(w, WG_ERROR_SPACE);
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
    return lo == hi && hi < 65536 ? hi * bits > 16 : hi > 1;
}

/* The number that stands for a character; WG_NO_BOUND where none does. */
static size_t number_of(const uint32_t *alphabet, size_t characters, uint32_t top, uint32_t c)
{
    size_t i;
    if (characters == 0) {
        return c <= top ? c : WG_NO_BOUND;
    }
    for (i = 0; i < characters; i++) {
        if (alphabet[i] == c) {
            return i;
        }
    }
    return WG_NO_BOUND;
}

void wg_bits_put_known_multiplier(wg_writer *w, unsigned unit, const uint32_t *alphabet, size_t characters,
                                  unsigned bits, uint32_t top, size_t lo, size_t hi, wg_string value)
{
    bool aligned = wg_bits_characters_aligned(lo, hi, bits), more = false;
    size_t n = value.size / unit, left = n, part = n, i = 0;
    if (n < lo || n > hi || value.size % unit) {
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
        for (; part > 0 && w->error == WG_OK; part--, i++) {
            uint32_t c = 0;
            size_t number;
            unsigned k;
            for (k = 0; k < unit; k++) {
                c = c << 8 | value.data[i * unit + k];
            }
            number = number_of(alphabet, characters, top, c);
            if (number == WG_NO_BOUND) {
                wg_refuse(w, WG_ERROR_VALUE);
            }
            wg_bits_put(w, number, bits);
        }
        if (!more || w->error != WG_OK) {
            break;
        }
        part = wg_bits_put_fragment(w, 0, WG_NO_BOUND, left, &more);
    }
}

/* -- open types and additions ---------------------------------------------- */

size_t wg_bits_open(wg_writer *w)
{
    size_t place;
    wg_bits_put_align(w);
    place = w->bit;
    wg_bits_put(w, 0, 8);
    return place;
}

/* Moves bits to a later place in the same buffer, the last octet first; those around them stay. */
static void move_up(wg_writer *w, size_t from, size_t to, size_t octets)
{
    uint8_t *base = w->start;
    size_t i;
    if (from % 8 == 0 && to % 8 == 0) {
        memmove(base + to / 8, base + from / 8, octets);
        return;
    }
    for (i = octets; i > 0; i--) {
        size_t bit = from + 8 * (i - 1);
        unsigned low = bit % 8 ? base[bit / 8 + 1] : 0u;
        patch(base, to + 8 * (i - 1), (uint8_t)(((unsigned)base[bit / 8] << 8 | low) >> (8 - bit % 8)), 8);
    }
}

/* Octets of the determinants in front of fragments that come before octet `i`, and of all if i == size. */
static size_t determinants_before(size_t i)
{
    return (i + 4 * FRAGMENT - 1) / (4 * FRAGMENT);
}

/* Spreads `size` octets at `place` + 8 bits over fragments (X.691 11.9.3.8). */
static void spread(wg_writer *w, size_t place, size_t size)
{
    size_t whole = size / FRAGMENT * FRAGMENT, tail = size - whole;
    size_t heads = determinants_before(whole), last = tail < 128 ? 1 : 2, from = place + 8, at;
    if (!room(w, 8 * (heads + last - 1))) {
        return;
    }
    w->bit += 8 * (heads + last - 1);
    if (w->bit % 8) {
        /* The octet that the moved bits end in may hold old bits behind them. */
        w->start[w->bit / 8] = 0;
    }
    move_up(w, from + 8 * whole, place + 8 * (heads + whole + last), tail);
    at = place + 8 * (heads + whole);
    if (last == 1) {
        patch(w->start, at, (uint8_t)tail, 8);
    } else {
        patch(w->start, at, (uint8_t)(0x80 | tail >> 8), 8);
        patch(w->start, at + 8, (uint8_t)tail, 8);
    }
    while (heads > 0) {
        size_t begin = (heads - 1) * 4 * FRAGMENT;
        size_t n = whole - begin < 4 * FRAGMENT ? whole - begin : 4 * FRAGMENT;
        move_up(w, from + 8 * begin, place + 8 * (begin + heads), n);
        patch(w->start, place + 8 * (begin + heads - 1), (uint8_t)(0xc0 | n / FRAGMENT), 8);
        heads--;
    }
}

void wg_bits_close(wg_writer *w, size_t place)
{
    size_t bits, size;
    if (w->error != WG_OK) {
        return;
    }
    bits = w->bit - place - 8;
    wg_bits_put(w, 0, bits == 0 ? (w->bare ? 0u : 8u) : (unsigned)((8 - bits % 8) % 8));
    if (w->error != WG_OK) {
        return;
    }
    w->bare = false;
    size = (w->bit - place - 8) / 8;
    if (size < 128) {
        patch(w->start, place, (uint8_t)size, 8);
    } else {
        spread(w, place, size);
    }
}

void wg_bits_put_rest(wg_writer *w, wg_any value)
{
    wg_bits_put_octets(w, value.data, 8 * value.size);
    w->bare = value.size == 0;
}

size_t wg_bits_additions(size_t known, const wg_unknown *kept)
{
    for (; kept; kept = kept->next) {
        size_t count = kept->index + (kept->value.data != NULL);
        known = count < known ? known : count;
    }
    return known;
}

void wg_bits_put_unknown_bits(wg_writer *w, size_t known, const wg_unknown *kept)
{
    size_t i = known, count = wg_bits_additions(known, kept);
    for (; kept && w->error == WG_OK; kept = kept->next) {
        if (kept->tagged || kept->index < i) {
            wg_refuse(w, WG_ERROR_UNKNOWN);
        }
        if (kept->value.data == NULL) {
            continue;
        }
        for (; i < kept->index && w->error == WG_OK; i++) {
            wg_bits_put_boolean(w, false);
        }
        wg_bits_put_boolean(w, true);
        i++;
    }
    for (; i < count && w->error == WG_OK; i++) {
        wg_bits_put_boolean(w, false);
    }
}

void wg_bits_put_unknown(wg_writer *w, const wg_unknown *kept)
{
    for (; kept && w->error == WG_OK; kept = kept->next) {
        if (kept->value.data) {
            size_t place = wg_bits_open(w);
            wg_bits_put_rest(w, kept->value);
            wg_bits_close(w, place);
        }
    }
}

void wg_bits_put_unknown_index(wg_writer *w, const wg_unknown *unknown)
{
    if (unknown->tagged) {
        wg_refuse(w, WG_ERROR_UNKNOWN);
    }
    wg_bits_put_small_number(w, (uint32_t)unknown->index);
}
