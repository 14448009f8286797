/* Writing frames of BER and DER, backwards or forwards. */
#include "wireglot/tlv.h"

#include <string.h>

#include "begin.h"
#include "put.h"
#include "wireglot/clear.h"
#include "wireglot/fast.h"

void wg_tlv_writer(wg_writer *w, uint8_t *buffer, size_t capacity, bool strict)
{
    wg_clear(w, sizeof *w);
    w->start = w->base = wg_place_of(buffer);
    w->end = w->next = w->start + (buffer ? capacity : 0);
    w->low = wg_low(w->start);
    w->strict = strict;
}

size_t wg_tlv_mark(const wg_writer *w)
{
    return w->upward ? (size_t)(w->next - w->base) : (size_t)(w->end - w->next);
}

wg_octets wg_tlv_since(const wg_writer *w, size_t mark)
{
    size_t size = w->error == WG_OK ? wg_tlv_mark(w) - mark : 0;
    return wg_octets_of(w->upward ? w->next - size : w->next, size);
}

wg_octets wg_tlv_written(const wg_writer *w)
{
    return wg_tlv_since(w, 0);
}

wg_writer wg_tlv_inside(const wg_writer *w, bool strict)
{
    return wg_inside(w, strict);
}

wg_octets wg_tlv_inside_done(wg_writer *w, const wg_writer *inner)
{
    wg_inside_done(w, inner);
    return wg_tlv_written(inner);
}

/* -- octets ---------------------------------------------------------------- */

/* Room for `n` octets before, or after, what was written; NULL, with an error, if there is none. */
static uint8_t *room(wg_writer *w, size_t n)
{
    if (w->error != WG_OK) {
        return NULL;
    }
    if (n > (size_t)(w->upward ? w->end - w->next : w->next - w->start)) {
        wg_refuse(w, WG_ERROR_SPACE);
        return NULL;
    }
    if (w->upward) {
        w->start = w->next += n;
        return w->next - n;
    }
    w->next -= n;
    return w->next;
}

void wg_tlv_put_octet(wg_writer *w, uint8_t octet)
{
    uint8_t *p = room(w, 1);
    if (p) {
        *p = octet;
    }
}

void wg_tlv_put_octets(wg_writer *w, const uint8_t *data, size_t size)
{
    uint8_t *p = room(w, size);
    if (p && size) {
        memmove(p, data, size);
    }
}

void wg_tlv_append(wg_writer *w, const wg_writer *inner)
{
    wg_octets written = wg_tlv_inside_done(w, inner);
    wg_tlv_put_octets(w, written.data, written.size);
}

/* -- headers (X.690 8.1) --------------------------------------------------- */

/* The size of the longest header: six identifier octets, as many length octets as a size_t has, and their
   number. */
#define WG_HEAD_MOST (7 + sizeof(size_t))

/* Write identifier octets, or a whole header, before `p`; both return the first octet. */
static uint8_t *prepend_tag(uint8_t *p, wg_tag tag, unsigned constructed)
{
    uint32_t number = WG_TAG_NUMBER(tag), more = 0;
    if (number >= 31) {
        for (; number > 0; number >>= 7, more = 0x80) {
            *--p = (uint8_t)(more | (number & 0x7f));
        }
        number = 0x1f;
    }
    *--p = (uint8_t)(WG_TAG_CLASS(tag) << 6 | constructed | number);
    return p;
}

static uint8_t *prepend_head(uint8_t *p, wg_tag tag, unsigned constructed, size_t size)
{
    if (size >= 0x80) {
        unsigned n = 0x80;
        for (; size > 0; size >>= 8, n++) {
            *--p = (uint8_t)size;
        }
        size = n;
    }
    *--p = (uint8_t)size;
    return prepend_tag(p, tag, constructed);
}

static void put_head(wg_writer *w, wg_tag tag, unsigned constructed, size_t size)
{
    uint8_t octets[WG_HEAD_MOST], *const end = octets + sizeof octets;
    const uint8_t *const first = prepend_head(end, tag, constructed, size);
    wg_tlv_put_octets(w, first, (size_t)(end - first));
}

void wg_tlv_put_header(wg_writer *w, wg_tag tag, size_t mark)
{
    put_head(w, tag, 0, wg_tlv_mark(w) - mark);
}

void wg_tlv_put_primitive(wg_writer *w, wg_tag tag, const uint8_t *data, size_t size)
{
    if (WG_TAG_IS_SHORT(tag) && wg_tlv_put_short(w, WG_IDENTIFIER(tag, 0u), data, size)) {
        return;
    }
    if (w->upward) {
        put_head(w, tag, 0, size);
    }
    wg_tlv_put_octets(w, data, size);
    if (!w->upward) {
        put_head(w, tag, 0, size);
    }
}

/* -- frames ---------------------------------------------------------------- */

/* Room reserved for a header that is not yet known. */
#define WG_USUAL_HEADER 2

size_t wg_tlv_open(wg_writer *w)
{
    size_t mark = wg_tlv_mark(w);
    if (w->upward) {
        room(w, WG_USUAL_HEADER);
    }
    return mark;
}

/* Going forwards, contents are moved if their header takes more or less than was reserved. */
static void close_upward(wg_writer *w, wg_tag tag, size_t mark)
{
    const size_t contents = wg_tlv_mark(w) - mark - WG_USUAL_HEADER;
    uint8_t *p = w->base + mark;
    uint8_t octets[WG_HEAD_MOST], *const end = octets + sizeof octets;
    const uint8_t *const first = prepend_head(end, tag, 0x20, contents);
    const size_t size = (size_t)(end - first);
    if (w->error != WG_OK) {
        return;
    }
    if (size > WG_USUAL_HEADER && !room(w, size - WG_USUAL_HEADER)) {
        return;
    }
    memmove(p + size, p + WG_USUAL_HEADER, contents);
    memcpy(p, first, size);
}

void wg_tlv_forward(wg_writer *w, uint8_t *buffer, size_t capacity, bool strict)
{
    wg_tlv_writer(w, buffer, capacity, strict);
    w->next = buffer;
    w->low = UINTPTR_MAX;
    w->upward = close_upward;
}

void wg_tlv_close(wg_writer *w, wg_tag tag, size_t mark)
{
    if (w->upward) {
        w->upward(w, tag, mark);
    } else {
        put_head(w, tag, 0x20, wg_tlv_mark(w) - mark);
    }
}

void wg_tlv_close_before(wg_writer *w, wg_tag tag, const uint8_t *behind)
{
    put_head(w, tag, 0x20, (size_t)(behind - w->next));
}

/* -- indefinite lengths (X.690 8.1.3.6) ------------------------------------ */

static void put_indefinite(wg_writer *w, wg_tag tag)
{
    uint8_t octets[WG_HEAD_MOST], *const end = octets + sizeof octets;
    const uint8_t *first;
    end[-1] = 0x80;
    first = prepend_tag(end - 1, tag, 0x20);
    wg_tlv_put_octets(w, first, (size_t)(end - first));
}

static void put_end_of_contents(wg_writer *w)
{
    static const uint8_t end[2] = {0, 0};
    wg_tlv_put_octets(w, end, sizeof end);
}

void wg_tlv_open_indefinite(wg_writer *w, wg_tag tag)
{
    if (w->strict && !w->cer) {
        wg_refuse(w, WG_ERROR_CANONICAL);
    }
    if (w->upward) {
        put_indefinite(w, tag);
    } else {
        put_end_of_contents(w);
    }
}

void wg_tlv_close_indefinite(wg_writer *w, wg_tag tag)
{
    if (w->upward) {
        put_end_of_contents(w);
    } else {
        put_indefinite(w, tag);
    }
}
