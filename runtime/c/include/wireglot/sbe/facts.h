/* Schema tables: where the numbers are in the prefixes of messages, groups and data, how long each
   version's block is, and which groups and data follow it. */

#ifndef WIREGLOT_SBE_FACTS_H
#define WIREGLOT_SBE_FACTS_H 1

#include "octets.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Maximum number of entries in a group whose entries may take no bytes, since nothing on the wire limits
   it. */
#define WG_SBE_EMPTY 65536u

/* A number of a prefix: its place or, if it takes no bytes, its value. */
typedef struct wg_sbe_number {
    bool said;
    uint32_t offset;
    unsigned size;
    uint64_t constant;
} wg_sbe_number;

/* The prefix of a message, a group or data. */
typedef struct wg_sbe_prefix {
    uint32_t size;
    bool big;
    uint64_t most; /* maximum number of entries or bytes that it can count */
    wg_sbe_number block_length, template_id, schema_id, version, count, groups, data, length;
} wg_sbe_prefix;

typedef struct wg_sbe_schema {
    uint64_t id;
    uint64_t version;
    const wg_sbe_prefix *header;
    const wg_sbe_prefix *dimension; /* of unknown groups, or null */
    const wg_sbe_prefix *data; /* of unknown data, or null */
    const uint8_t *zeros; /* a zero block with empty parts after it, for any body */
    uint32_t count_zeros;
} wg_sbe_schema;

/* An amount and the version from which it applies. */
typedef struct wg_sbe_since {
    uint32_t version;
    uint32_t amount;
} wg_sbe_since;

struct wg_sbe_body;

/* A group, or data if it has no entries, after a block. */
typedef struct wg_sbe_part {
    const struct wg_sbe_body *entry;
    const wg_sbe_prefix *prefix;
    uint32_t since;
    uint32_t behind; /* minimum bytes after it: the prefixes of later parts that every version has */
} wg_sbe_part;

/* A block and the groups and data after it. */
typedef struct wg_sbe_body {
    const wg_sbe_schema *schema;
    const wg_sbe_prefix *prefix;
    uint64_t id;
    uint32_t block_length;
    const uint8_t *own; /* the header as this version writes it, or null */
    const wg_sbe_part *parts;
    uint32_t count; /* number of parts */
    uint32_t count_groups; /* number of groups, which come first */
    const wg_sbe_since *least; /* block length in bytes */
    uint32_t least_steps;
    const wg_sbe_since *groups; /* as the prefix counts them */
    uint32_t groups_steps;
    const wg_sbe_since *data;
    uint32_t data_steps;
    const uint8_t *blank; /* a new block, or null if it is all zeros */
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

/* Whether the prefix counts groups or data. */
WG_SBE_HOT bool wg_sbe_counts(const wg_sbe_body *body) {
    return body->prefix->groups.said || body->prefix->data.said;
}

/* Minimum number of bytes from the start of a part: its prefix and those of all later parts. Checks look
   this far ahead, so one is enough for each part. */
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
