/* What a schema has, as tables: where numbers stand in what leads messages, groups and data, how much
   each version has of a block, and what stands behind it. */

#ifndef WIREGLOT_SBE_FACTS_H
#define WIREGLOT_SBE_FACTS_H 1

#include "octets.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Entries of a group that may take no octets at all: nothing on the wire bounds their number. */
#define WG_SBE_EMPTY 65536u

/* A number of a prefix: where it stands, or, of no octets, what it is. */
typedef struct wg_sbe_number {
    bool said;
    uint32_t offset;
    unsigned size;
    uint64_t constant;
} wg_sbe_number;

/* What leads a message, a group or data. */
typedef struct wg_sbe_prefix {
    uint32_t size;
    bool big;
    uint64_t most; /* entries or octets that it can count */
    wg_sbe_number block_length, template_id, schema_id, version, count, groups, data, length;
} wg_sbe_prefix;

typedef struct wg_sbe_schema {
    uint64_t id;
    uint64_t version;
    const wg_sbe_prefix *header;
    const wg_sbe_prefix *dimension; /* of groups that are not known, or null */
    const wg_sbe_prefix *data; /* of data that are not known, or null */
    const uint8_t *zeros; /* a block of zeros with empty parts behind it, whatever the body */
    uint32_t count_zeros;
} wg_sbe_schema;

/* How much there is of something from a version on. */
typedef struct wg_sbe_since {
    uint32_t version;
    uint32_t amount;
} wg_sbe_since;

struct wg_sbe_body;

/* What stands behind a block: entries of a body, or data where there is none. */
typedef struct wg_sbe_part {
    const struct wg_sbe_body *entry;
    const wg_sbe_prefix *prefix;
    uint32_t since;
    uint32_t behind; /* octets that the prefixes of the parts behind take in every version */
} wg_sbe_part;

/* A block with what stands behind it. */
typedef struct wg_sbe_body {
    const wg_sbe_schema *schema;
    const wg_sbe_prefix *prefix;
    uint64_t id;
    uint32_t block_length;
    const uint8_t *own; /* the header as senders of this version write it, or null */
    const wg_sbe_part *parts;
    uint32_t count; /* parts */
    uint32_t count_groups; /* groups among them: they come first */
    const wg_sbe_since *least; /* octets of the block */
    uint32_t least_steps;
    const wg_sbe_since *groups; /* as the prefix counts them */
    uint32_t groups_steps;
    const wg_sbe_since *data;
    uint32_t data_steps;
    const uint8_t *blank; /* the block before anything is set, or null if it is zero */
} wg_sbe_body;

WG_SBE_HOT uint64_t wg_sbe_number_at(const uint8_t *at, wg_sbe_number number, bool big) {
    return number.size == 0 ? number.constant : wg_sbe_get(at + number.offset, number.size, big);
}

WG_SBE_HOT uint32_t wg_sbe_in_version(const wg_sbe_since *steps, uint32_t count, uint32_t version) {
    uint32_t amount = steps[0].amount, index;
    for (index = 1; index < count; ++index) {
        if (version >= steps[index].version) amount = steps[index].amount;
    }
    return amount;
}

/* Whether the prefix of a body counts its groups or data. */
WG_SBE_HOT bool wg_sbe_counts(const wg_sbe_body *body) {
    return body->prefix->groups.said || body->prefix->data.said;
}

/* Octets that are there where a part begins, whatever they say: those of its prefix and of all behind it.
   Each check looks so far ahead, so that one is enough for a part. */
WG_SBE_HOT size_t wg_sbe_rest(const wg_sbe_body *body, uint32_t index) {
    const wg_sbe_part *part;
    if (index >= body->count) return 0;
    part = &body->parts[index];
    return (part->since == 0 ? part->prefix->size : 0) + (size_t)part->behind;
}

#ifdef __cplusplus
}
#endif

#endif
