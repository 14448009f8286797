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

/* Reads the header of what comes, its end checked against the frame. */
wg_error wg_tlv_header(const wg_reader *r, wg_header *h);

/* Whether the encoding at `r->next`, which has that header, bears a tag or one in its place. */
static inline bool wg_tlv_bears(const wg_reader *r, const wg_header *h, wg_tag tag)
{
    return h->tag == tag || (r->replaced_at == r->next && r->replaced == tag);
}

/* The header of what comes, which bears that tag and is constructed, or is not; false with an error. */
bool wg_tlv_begins(wg_reader *r, wg_tag tag, bool constructed, wg_header *h);

/* Contents of a primitive encoding with that tag; none with an error. */
wg_octets wg_tlv_primitive(wg_reader *r, wg_tag tag);

/* By class and then by number, as tags stand in order (X.680 8.6). */
static inline uint32_t wg_tag_order(wg_tag tag)
{
    return WG_TAG_CLASS(tag) << 30 | WG_TAG_NUMBER(tag);
}

/* The order of X.690 11.6: as octets, the shorter one padded with zeros. */
int wg_tlv_compare(wg_octets a, wg_octets b);

/* A whole encoding, tag included; empty with an error. */
wg_octets wg_tlv_get_span(wg_reader *r);

/* Whether an ascending list has that number. */
bool wg_number_is_listed(const int64_t *numbers, size_t count, int64_t value);

#endif
