/* Open type fields of PER (X.691 11.2). */
#include <string.h>

#include "fields.h"
#include "numbers.h"

/* -- reading --------------------------------------------------------------- */

bool wg_bits_enter(wg_reader *r, wg_bits_frame *outer)
{
    size_t n, whole;
    bool more;
    n = wg_bits_get_fragment(r, 0, WG_NO_BOUND, &more);
    outer->base = r->base;
    outer->bit_end = r->bit_end;
    outer->origin = r->origin;
    if (r->error != WG_OK) {
        return false;
    }
    if (more) {
        wg_bits_layout layout;
        wg_bits bits;
        layout.lo = 0;
        layout.hi = WG_NO_BOUND;
        layout.unit = 8;
        layout.aligned = true;
        layout.most = SIZE_MAX;
        whole = r->origin + r->bit / 8;
        bits = wg_bits_join(r, &layout, n);
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
    if (!wg_bits_available(r, n * 8)) {
        return false;
    }
    outer->start = r->bit;
    outer->bit = r->bit + n * 8;
    r->bit_end = outer->bit;
    return true;
}

void wg_bits_leave(wg_reader *r, const wg_bits_frame *outer)
{
    wg_bits_at_end(r, outer->start);
    if (r->error != WG_OK) {
        return;
    }
    r->base = outer->base;
    r->bit = outer->bit;
    r->bit_end = outer->bit_end;
    r->origin = outer->origin;
}

wg_any wg_bits_get_rest(wg_reader *r)
{
    wg_bits bits = wg_bits_run(r, (r->bit_end - r->bit) / 8 * 8);
    return wg_any_of(wg_octets_of(bits.data, bits.count / 8), wg_reader_rules(r));
}

/* -- writing --------------------------------------------------------------- */

size_t wg_bits_open(wg_writer *w)
{
    size_t place;
    wg_bits_put_align(w);
    place = w->bit;
    wg_bits_put(w, 0, 8);
    return place;
}

/* Moves bits to a later position in the same buffer, last octet first; the bits around them do not change.
 */
static void move_up(wg_writer *w, size_t from, size_t to, size_t octets)
{
    uint8_t *const source = w->start + from / 8, *const target = w->start + to / 8;
    const unsigned low = 0xffu >> from % 8;
    if (from % 8 == 0) {
        memmove(target, source, octets);
    } else if (octets > 0) {
        target[octets] = (uint8_t)((source[octets] & ~low) | (target[octets] & low));
        memmove(target + 1, source + 1, octets - 1);
        target[0] = (uint8_t)((target[0] & ~low) | (source[0] & low));
    }
}

/* The number of octets of the determinants of fragments that start at or before octet `i`; of all if i ==
   size. */
static size_t determinants_before(size_t i)
{
    return (i + 4 * WG_FRAGMENT - 1) / (4 * WG_FRAGMENT);
}

/* Splits `size` octets at `place` + 8 bits into fragments (X.691 11.9.3.8). */
static void spread(wg_writer *w, size_t place, size_t size)
{
    size_t whole = size / WG_FRAGMENT * WG_FRAGMENT, tail = size - whole;
    size_t heads = determinants_before(whole), last = tail < 128 ? 1 : 2, from = place + 8, at;
    if (!wg_bits_room(w, 8 * (heads + last - 1))) {
        return;
    }
    w->bit += 8 * (heads + last - 1);
    if (w->bit % 8) {
        /* The octet in which the moved bits end may have old bits after them. */
        w->start[w->bit / 8] = 0;
    }
    move_up(w, from + 8 * whole, place + 8 * (heads + whole + last), tail);
    at = place + 8 * (heads + whole);
    if (last == 1) {
        wg_bits_patch(w->start, at, (uint8_t)tail, 8);
    } else {
        wg_bits_patch(w->start, at, (uint8_t)(0x80 | tail >> 8), 8);
        wg_bits_patch(w->start, at + 8, (uint8_t)tail, 8);
    }
    while (heads > 0) {
        size_t begin = (heads - 1) * 4 * WG_FRAGMENT;
        size_t n = whole - begin < 4 * WG_FRAGMENT ? whole - begin : 4 * WG_FRAGMENT;
        move_up(w, from + 8 * begin, place + 8 * (begin + heads), n);
        wg_bits_patch(w->start, place + 8 * (begin + heads - 1), (uint8_t)(0xc0 | n / WG_FRAGMENT), 8);
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
        wg_bits_patch(w->start, place, (uint8_t)size, 8);
    } else {
        spread(w, place, size);
    }
}

void wg_bits_put_rest(wg_writer *w, wg_any value)
{
    if (wg_may_write(w, value.rules)) {
        wg_bits_put_run(w, value.data, 8 * value.size);
        w->bare = value.size == 0;
    }
}
