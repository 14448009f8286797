/* Reading frames of BER and DER forwards. */
#include "wireglot/tlv.h"

#include <string.h>

#include "begin.h"
#include "header.h"

WG_INLINE void stand_at_base(wg_reader *r, size_t size)
{
    const uint8_t *const base = r->base, *const stop = base + size;
#if WG_QUICK
    /* Inlined code computes the end of contents by addition. If that could wrap, it gets no range to read. */
    const bool sums = (uintptr_t)stop < UINTPTR_MAX - WG_SUM_MOST;
    r->two = size >= 2 && sums ? stop - 1 : base;
    r->ten = size >= 10 && sums && r->limits.integer_octets >= 8 ? stop - 9 : base;
    r->usual = r->error == WG_OK ? WG_USUAL : 0;
#endif
    r->next = base;
    r->end = r->stop = stop;
}

void wg_tlv_reader(wg_reader *r, const uint8_t *data, size_t size, bool strict, wg_arena *arena)
{
    wg_begin_reader(r, data, size, arena);
    stand_at_base(r, size);
    r->strict = strict;
    wg_limit_length(r, size);
}

wg_reader wg_tlv_nested(const wg_reader *r, wg_octets octets, bool strict)
{
    wg_reader inner = wg_nested(r, wg_bits_of(octets.data, 8 * octets.size));
    stand_at_base(&inner, octets.size);
    inner.strict = strict;
    if (r->error != WG_OK || !octets.data) {
        wg_fail(&inner, WG_ERROR_END);
    }
    return inner;
}

void wg_tlv_finish(wg_reader *r)
{
    if (r->next != r->end) {
        wg_left_over(r);
    }
}

/* Reads the identifier octets (X.690 8.1.2). Returns the position after them; NULL if they do not end. A tag
 * in an invalid form is WG_TAG_NONE. */
static const uint8_t *identifier(const wg_reader *r, wg_tag *tag)
{
    const uint8_t *p = r->next;
    uint32_t number;
    uint8_t head;
    *tag = WG_TAG_NONE;
    if (p == r->end) {
        return NULL;
    }
    head = *p++;
    number = head & 0x1fu;
    if (number == 0x1f) {
        number = 0;
        do {
            if (p == r->end) {
                return NULL;
            }
            number = number > WG_TAG_MOST >> 7 ? WG_TAG_MOST : number << 7 | (*p & 0x7fu);
        } while (*p++ >= 0x80);
        /* The first octet of a number is not a leading zero (8.1.2.4.2), and numbers below 31 have the short
         * form; BER is lax about the latter. */
        if (r->next[1] == 0x80 || (r->strict && number < 31)) {
            return p;
        }
    }
    *tag = number << 2 | (wg_tag)(head >> 6);
    return p;
}

wg_error wg_tlv_header(const wg_reader *r, wg_header *h)
{
    const uint8_t *p = identifier(r, &h->tag);
    size_t size;
    unsigned n;
    if (p == NULL || p == r->end) {
        return WG_ERROR_END;
    }
    if (h->tag == WG_TAG_NONE) {
        return WG_ERROR_TAG;
    }
    h->constructed = (*r->next & 0x20) != 0;
    n = *p++;
    size = n;
    h->indefinite = n == 0x80;
    if (h->indefinite ? !h->constructed || r->strict : n == 0xff) {
        return WG_ERROR_LENGTH;
    }
    if (n >= 0x80) {
        for (size = 0; n > 0x80; n--) {
            if (p == r->end || size >> (8 * sizeof size - 8) != 0) {
                return WG_ERROR_END;
            }
            size = size << 8 | *p++;
            /* X.690 10.1: in as few octets as possible. */
            if (r->strict && size < (n == 0x81 ? 0x80u : 1u)) {
                return WG_ERROR_LENGTH;
            }
        }
    }
    h->size = size;
    h->contents = p;
    return size > (size_t)(r->end - p) ? WG_ERROR_END : WG_OK;
}

static bool at_end_of_contents(const wg_reader *r)
{
    return r->end - r->next >= 2 && r->next[0] == 0 && r->next[1] == 0;
}

wg_tag wg_tlv_peek(const wg_reader *r)
{
    wg_tag tag;
    return identifier(r, &tag) ? tag : WG_TAG_NONE;
}

bool wg_tlv_at_constructed(const wg_reader *r)
{
    return r->next != r->end && (*r->next & 0x20) != 0;
}

bool wg_tlv_more(const wg_reader *r)
{
    return r->indefinite ? !at_end_of_contents(r) : r->next != r->end;
}

bool wg_tlv_begins(wg_reader *r, wg_tag tag, bool constructed, wg_header *h)
{
    wg_error error;
    if (r->error != WG_OK) {
        return false;
    }
    error = wg_tlv_header(r, h);
    if (error == WG_OK) {
        error = !wg_tlv_bears(r, h, tag) ? WG_ERROR_TAG : h->constructed != constructed ? WG_ERROR_FORM : WG_OK;
    }
    if (error == WG_OK) {
        return true;
    }
    wg_fail(r, error);
    return false;
}

wg_octets wg_tlv_primitive(wg_reader *r, wg_tag tag)
{
    wg_header h;
    size_t size;
    if (WG_TAG_IS_SHORT(tag) && wg_tlv_is_short(r, WG_IDENTIFIER(tag, 0u), &size)) {
        return wg_fast_octets(r, size);
    }
    if (!wg_tlv_begins(r, tag, false, &h)) {
        return wg_octets_of(r->next, 0);
    }
    r->next = h.contents + h.size;
    return wg_octets_of(h.contents, h.size);
}

bool wg_tlv_begin_frame(wg_reader *r, wg_tag tag, wg_frame *outer)
{
    wg_header h;
    outer->end = r->end;
    outer->indefinite = r->indefinite;
    if (!wg_tlv_begins(r, tag, true, &h)) {
        return false;
    }
    r->next = h.contents;
    r->indefinite = h.indefinite;
#if WG_QUICK
    r->usual = h.indefinite ? 0 : WG_USUAL;
#endif
    if (!h.indefinite) {
        r->end = h.contents + h.size;
    }
    return true;
}

void wg_tlv_end_frame(wg_reader *r, const wg_frame *outer)
{
    if (r->error != WG_OK) {
        return;
    }
    if (wg_tlv_more(r)) {
        wg_fail(r, r->next == r->end ? WG_ERROR_END : WG_ERROR_TRAILING);
        return;
    }
    r->next += r->indefinite ? 2 : 0;
    r->end = outer->end;
    r->indefinite = outer->indefinite;
#if WG_QUICK
    r->usual = outer->indefinite ? 0 : WG_USUAL;
#endif
}

bool wg_tlv_enter(wg_reader *r, wg_tag tag, wg_frame *outer)
{
    return wg_tlv_begin_frame(r, tag, outer) && wg_descend(r);
}

void wg_tlv_leave(wg_reader *r, const wg_frame *outer)
{
    wg_tlv_end_frame(r, outer);
    if (r->error == WG_OK) {
        wg_ascend(r);
    }
}

/* Whether the contents of an encoding are exactly one encoding with this tag. If lengths are indefinite, or
 * it is malformed, only the tag is checked. */
static bool encloses(const wg_reader *r, const wg_header *outer, wg_tag tag)
{
    wg_reader inside = *r;
    wg_header h;
    if (!outer->constructed) {
        return false;
    }
    inside.next = outer->contents;
    if (!outer->indefinite) {
        inside.end = outer->contents + outer->size;
    }
    if (wg_tlv_header(&inside, &h) != WG_OK) {
        return wg_tlv_peek(&inside) == tag;
    }
    return h.tag == tag && (outer->indefinite || h.indefinite || h.contents + h.size == inside.end);
}

bool wg_tlv_enter_before_dummy(wg_reader *r, wg_tag tag, wg_tag inner, wg_frame *outer)
{
    wg_header h;
    if (r->strict || r->error != WG_OK || wg_tlv_header(r, &h) != WG_OK || !wg_tlv_bears(r, &h, tag) ||
        encloses(r, &h, inner)) {
        return wg_tlv_begin_frame(r, tag, outer);
    }
    r->replaced_at = r->next;
    r->replaced = inner;
    outer->end = NULL;
    outer->indefinite = false;
    return true;
}

void wg_tlv_leave_before_dummy(wg_reader *r, const wg_frame *outer)
{
    if (outer->end) {
        wg_tlv_end_frame(r, outer);
    }
}

void wg_tlv_skip(wg_reader *r)
{
    size_t open = 0;
    wg_header h;
    wg_error error;
    if (r->error != WG_OK) {
        return;
    }
    do {
        if (open > 0 && at_end_of_contents(r)) {
            open--;
            r->next += 2;
        } else if ((error = wg_tlv_header(r, &h)) != WG_OK) {
            wg_fail(r, error);
        } else {
            r->next = h.contents;
            if (h.indefinite && open == r->limits.depth) {
                wg_fail(r, WG_ERROR_DEPTH);
            } else if (h.indefinite) {
                open++;
            } else {
                r->next += h.size;
            }
        }
    } while (open > 0 && r->error == WG_OK);
}

/* X.690 10.1: unknown contents also have definite lengths, at every depth. */
static void definite_inside(wg_reader *r, const wg_header *h)
{
    const uint8_t *const end = r->end;
    wg_header inner;
    if (!h->constructed || !wg_descend(r)) {
        return;
    }
    r->next = h->contents;
    r->end = h->contents + h->size;
    while (r->next != r->end) {
        const wg_error error = wg_tlv_header(r, &inner);
        if (error != WG_OK) {
            wg_fail(r, error);
            return;
        }
        definite_inside(r, &inner);
        if (r->error != WG_OK) {
            return;
        }
        r->next = inner.contents + inner.size;
    }
    r->end = end;
    wg_ascend(r);
}

wg_octets wg_tlv_get_span(wg_reader *r)
{
    const uint8_t *const start = r->next;
    wg_header h;
    if (r->strict && r->error == WG_OK && wg_tlv_header(r, &h) == WG_OK) {
        definite_inside(r, &h);
        if (r->error == WG_OK) {
            r->next = start;
        }
    }
    wg_tlv_skip(r);
    return r->error == WG_OK ? wg_octets_of(start, (size_t)(r->next - start)) : wg_octets_of(NULL, 0);
}

wg_any wg_tlv_get_any(wg_reader *r)
{
    wg_rules rules = wg_reader_rules(r);
    return wg_any_of(wg_tlv_get_span(r), rules);
}

void wg_tlv_get_unknown(wg_reader *r, size_t index, wg_unknown **kept)
{
    wg_any any = wg_tlv_get_any(r);
    wg_unknown *unknown = kept ? wg_keep(r, index, any) : NULL;
    r->skipped |= !kept;
    if (unknown) {
        unknown->next = *kept;
        *kept = unknown;
    }
}

void wg_tlv_get_unknown_alternative(wg_reader *r, wg_unknown *unknown)
{
    unknown->next = NULL;
    unknown->index = 0;
    unknown->value = wg_tlv_get_any(r);
}

/* -- requirements of DER on frames ----------------------------------------- */

void wg_tlv_ascending(wg_reader *r, wg_tag *last)
{
    wg_tag tag = wg_tlv_peek(r);
    if (r->strict && tag != WG_TAG_NONE && wg_tag_order(tag) < wg_tag_order(*last)) {
        wg_fail(r, WG_ERROR_CANONICAL);
    }
    *last = tag;
}

int wg_tlv_compare(wg_octets a, wg_octets b)
{
    size_t n = a.size < b.size ? a.size : b.size, i;
    int order = n ? memcmp(a.data, b.data, n) : 0;
    wg_octets tail = a.size > b.size ? a : b;
    if (order != 0) {
        return order;
    }
    for (i = n; i < tail.size; i++) {
        if (tail.data[i] != 0) {
            return a.size > b.size ? 1 : -1;
        }
    }
    return 0;
}

void wg_tlv_sorted(wg_reader *r, wg_octets *last, const uint8_t *start)
{
    wg_octets now;
    if (!r->strict || r->error != WG_OK) {
        return;
    }
    now.data = start;
    now.size = (size_t)(r->next - start);
    if (last->size && wg_tlv_compare(*last, now) > 0) {
        wg_fail_at(r, WG_ERROR_CANONICAL, start);
    }
    *last = now;
}

void wg_tlv_not_default(wg_reader *r, bool is_default)
{
    if (r->strict && is_default && r->error == WG_OK) {
        wg_fail(r, WG_ERROR_CANONICAL);
    }
}
