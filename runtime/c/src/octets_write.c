/* Writing frames, lengths and tags of OER. */
#include "octets.h"

#include <string.h>

#include "fields.h"
#include "numbers.h"

void wg_octets_writer(wg_writer *w, uint8_t *buffer, size_t capacity, bool strict)
{
    wg_bits_writer(w, buffer, capacity, false, strict);
    w->octets = true;
}

wg_writer wg_octets_inside(const wg_writer *w, bool strict)
{
    wg_writer inner = wg_bits_inside(w, false, strict);
    inner.octets = true;
    return inner;
}

wg_octets wg_octets_inside_done(wg_writer *w, wg_writer *inner)
{
    return wg_bits_inside_done(w, inner);
}

void wg_octets_complete(wg_writer *w)
{
    wg_bits_complete(w);
}

wg_octets wg_octets_written(const wg_writer *w)
{
    return wg_bits_written(w);
}

void wg_octets_put_end_bits(wg_writer *w)
{
    wg_bits_put(w, 0, (8 - (unsigned)(w->bit % 8)) % 8);
}

void wg_octets_put(wg_writer *w, wg_octets octets)
{
    wg_bits_put_run(w, octets.data, 8 * octets.size);
}

/* The number of octets that a number takes, at least one. */
static unsigned octets_of(uint64_t number)
{
    unsigned n = 1;
    for (; number > 0xff; number >>= 8) {
        n++;
    }
    return n;
}

void wg_octets_put_length(wg_writer *w, size_t length)
{
    unsigned n = octets_of(length);
    if (length >= 0x80) {
        wg_bits_put(w, 0x80u | n, 8);
    }
    wg_bits_put(w, length, 8 * n);
}

void wg_octets_put_counted(wg_writer *w, wg_octets octets)
{
    wg_octets_put_length(w, octets.size);
    wg_octets_put(w, octets);
}

void wg_octets_put_unsigned(wg_writer *w, uint64_t value)
{
    unsigned n = octets_of(value);
    wg_bits_put(w, n, 8);
    wg_bits_put(w, value, 8 * n);
}

void wg_octets_put_quantity(wg_writer *w, size_t count)
{
    wg_octets_put_unsigned(w, count);
}

void wg_octets_tag(wg_writer *w, wg_tag tag)
{
    uint32_t number = WG_TAG_NUMBER(tag), first = WG_TAG_CLASS(tag) << 6;
    unsigned groups = 1;
    if (number < 0x3f) {
        wg_bits_put(w, first | number, 8);
        return;
    }
    wg_bits_put(w, first | 0x3f, 8);
    while (groups < 5 && number >> 7 * groups) {
        groups++;
    }
    while (groups > 0) {
        groups--;
        wg_bits_put(w, (number >> 7 * groups & 0x7f) | (groups ? 0x80u : 0u), 8);
    }
}

/* -- open type fields ------------------------------------------------------ */

size_t wg_octets_open(wg_writer *w)
{
    size_t place = w->bit;
    wg_bits_put(w, 0, 8);
    return place;
}

/* One octet is reserved for the length; if it needs more, the contents are moved. */
void wg_octets_close(wg_writer *w, size_t place)
{
    size_t size = (w->bit - place) / 8 - (w->error == WG_OK), more = size < 0x80 ? 0 : octets_of(size);
    size_t end = w->bit + 8 * more;
    if (!wg_bits_room(w, 8 * more)) {
        return;
    }
    if (more) {
        memmove(w->start + place / 8 + 1 + more, w->start + place / 8 + 1, size);
    }
    w->bit = place;
    wg_octets_put_length(w, size);
    w->bit = end;
}

void wg_octets_put_rest(wg_writer *w, wg_any value)
{
    if (wg_may_write(w, value.rules)) {
        wg_octets_put(w, wg_octets_of(value.data, value.size));
    }
}

/* -- extension additions (X.696 16.4, 16.5) -------------------------------- */

void wg_octets_put_bitmap(wg_writer *w, size_t count)
{
    wg_octets_put_length(w, 1 + (count + 7) / 8);
    wg_bits_put(w, (8 - count % 8) % 8, 8);
}

void wg_octets_put_unknown(wg_writer *w, const wg_unknown *kept)
{
    for (; kept && w->error == WG_OK; kept = kept->next) {
        if (kept->value.data && wg_may_write(w, kept->value.rules)) {
            wg_octets_put_counted(w, wg_octets_of(kept->value.data, kept->value.size));
        }
    }
}

void wg_octets_put_unknown_alternative(wg_writer *w, const wg_unknown *unknown)
{
    wg_reader r;
    wg_unknown again;
    wg_octets_reader(&r, unknown->value.data, unknown->value.size, false, NULL);
    wg_octets_get_unknown_alternative(&r, &again);
    wg_octets_finish(&r);
    if (r.error != WG_OK) {
        wg_refuse(w, WG_ERROR_VALUE);
    }
    wg_octets_put_rest(w, unknown->value);
}
