/* Identifier and length octets (X.690 8.1). */
#ifndef WIREGLOT_HEADER_H
#define WIREGLOT_HEADER_H

#include "wireglot/fast.h"
#include "wireglot/tlv.h"

typedef struct wg_header {
    wg_tag tag;
    bool constructed;
    bool indefinite;
    size_t size;
    const uint8_t *contents;
} wg_header;

/* Reads the header of the next encoding; checks its end against the frame. */
wg_error wg_tlv_header(const wg_reader *r, wg_header *h);

/* Whether the encoding at `r->next`, with this header, has a tag, or one that replaces it. */
static inline bool wg_tlv_bears(const wg_reader *r, const wg_header *h, wg_tag tag)
{
    return h->tag == tag || (r->replaced_at == r->next && r->replaced == tag);
}

/* Reads the header of the next encoding, which must have this tag and be constructed or not; returns
   false on error. */
bool wg_tlv_begins(wg_reader *r, wg_tag tag, bool constructed, wg_header *h);

/* Reads the contents of a primitive encoding with this tag; empty on error. */
wg_octets wg_tlv_primitive(wg_reader *r, wg_tag tag);

/* The canonical order of tags: by class and then by number (X.680 8.6). */
static inline uint32_t wg_tag_order(wg_tag tag)
{
    return WG_TAG_CLASS(tag) << 30 | WG_TAG_NUMBER(tag);
}

/* The order of X.690 11.6: by octets, the shorter one padded with zeros. */
int wg_tlv_compare(wg_octets a, wg_octets b);

/* Reads a complete encoding, including its tag; empty on error. */
wg_octets wg_tlv_get_span(wg_reader *r);

/* Whether a sorted list has this number. */
bool wg_number_is_listed(const int64_t *numbers, size_t count, int64_t value);

#endif
