/* Reading strings in the parts in which they were sent (X.690 8.6.4, 8.7.3). */
#include <string.h>

#include "header.h"

/* Reads a primitive part, which is the next one. */
static bool primitive(wg_reader *r, wg_segments *s, const wg_header *h, wg_octets *part)
{
    *part = wg_octets_of(h->contents, h->size);
    if (s->last) {
        wg_fail(r, WG_ERROR_VALUE);
        return false;
    }
    if (s->bits) {
        unsigned unused = h->size ? h->contents[0] : 8;
        if (unused > 7 || (h->size == 1 && unused)) {
            wg_fail(r, h->size ? WG_ERROR_VALUE : WG_ERROR_LENGTH);
            *part = wg_octets_of(NULL, 0);
            return false;
        }
        s->unused = unused;
        s->last = unused != 0;
        part->data++;
        part->size--;
    }
    r->next = h->contents + h->size;
    return true;
}

/* Enters a constructed part. */
static void descend(wg_reader *r, wg_segments *s, const wg_header *h)
{
    if (r->strict) {
        wg_fail(r, WG_ERROR_CANONICAL);
    } else if (s->depth == WG_SEGMENT_DEPTH) {
        wg_fail(r, WG_ERROR_DEPTH);
    } else if (wg_tlv_enter(r, h->tag, &s->outer[s->depth])) {
        s->depth++;
    }
}

void wg_tlv_begin_segments(wg_reader *r, wg_tag tag, bool bits, wg_segments *s)
{
    wg_header h;
    wg_error error;
    memset(s, 0, sizeof *s);
    s->bits = bits;
    if (r->error != WG_OK) {
        return;
    }
    error = wg_tlv_header(r, &h);
    if (error != WG_OK) {
        wg_fail(r, error);
    } else if (!wg_tlv_bears(r, &h, tag)) {
        wg_fail(r, WG_ERROR_TAG);
    } else if (!h.constructed) {
        s->done = primitive(r, s, &h, &s->whole);
    } else if (r->strict) {
        wg_fail(r, WG_ERROR_CANONICAL);
    } else if (wg_tlv_enter(r, tag, &s->outer[0])) {
        s->depth = 1;
    }
}

bool wg_tlv_next_segment(wg_reader *r, wg_segments *s, wg_octets *part)
{
    const wg_tag segment = s->bits ? WG_TAG_BIT_STRING : WG_TAG_OCTET_STRING;
    *part = wg_octets_of(NULL, 0);
    if (s->done && r->error == WG_OK) {
        s->done = false;
        *part = s->whole;
        return true;
    }
    while (s->depth > 0 && r->error == WG_OK) {
        wg_header h;
        wg_error error;
        if (!wg_tlv_more(r)) {
            wg_tlv_leave(r, &s->outer[--s->depth]);
        } else if ((error = wg_tlv_header(r, &h)) != WG_OK) {
            wg_fail(r, error);
        } else if (h.tag != segment) {
            wg_fail(r, WG_ERROR_TAG);
        } else if (h.constructed) {
            descend(r, s, &h);
        } else {
            return primitive(r, s, &h, part);
        }
    }
    return false;
}
