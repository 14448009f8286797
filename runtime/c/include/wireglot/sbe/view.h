/* Views: read a message in place.

   A view knows where its block is and, once they are known, the ends of the groups and data after it.
   Anything of variable length is checked once, when it is first reached: flat groups as a whole, entries
   of other groups one at a time, and each data field. After that, reading a field is a plain load.

   The view of the message keeps the first error. The part with the error, and all parts after it, read as
   empty.

   The schema is described by tables in the generated code. */

#ifndef WIREGLOT_SBE_VIEW_H
#define WIREGLOT_SBE_VIEW_H 1

#include "facts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Number of parts whose ends a view records, besides the end of the last known one. */
#define WG_SBE_ENDS 6

/* The first error in a message. */
typedef struct wg_sbe_fault {
    const uint8_t *begin; /* start of the message */
    uint32_t at;
    wg_sbe_code code;
} wg_sbe_fault;

/* A block and the parts after it; the ends of the first `known` parts are known. */
typedef struct wg_sbe_view {
    const uint8_t *p; /* the block */
    const uint8_t *end; /* end of the input */
    const uint8_t *next; /* where the last known part ends */
    const uint8_t *prefix; /* the prefix that counts the parts */
    uint32_t block; /* block length in bytes, as the sender wrote it */
    uint32_t version; /* the sender's schema version */
    uint32_t ends[WG_SBE_ENDS]; /* ends of parts, relative to the block */
    uint32_t known;
} wg_sbe_view;

/* A composite in a block. */
typedef struct wg_sbe_composite {
    const uint8_t *p;
    uint32_t version;
} wg_sbe_composite;

/* A group that fits into the buffer, or an error. */
typedef struct wg_sbe_opened {
    const uint8_t *first;
    uint32_t count;
    uint32_t length;
    wg_sbe_code code;
} wg_sbe_opened;

/* Where the next part starts; or an error and its place. */
typedef struct wg_sbe_step {
    const uint8_t *at;
    wg_sbe_code code;
} wg_sbe_step;

WG_SBE_HOT wg_sbe_step wg_sbe_stepped(const uint8_t *at, wg_sbe_code code) {
    wg_sbe_step step;
    step.at = at;
    step.code = code;
    return step;
}

WG_SBE_HOT size_t wg_sbe_left(const uint8_t *at, const uint8_t *end) { return (size_t)(end - at); }

/* Records an error unless there is one. */
WG_SBE_HOT void wg_sbe_fail(wg_sbe_fault *fault, wg_sbe_code code, const uint8_t *at) {
    if (fault->code != WG_SBE_OK) return;
    fault->code = code;
    fault->at = (uint32_t)(at - fault->begin);
}

/* Whether `count` blocks take more bytes than are left. */
WG_SBE_HOT bool wg_sbe_exceeds(uint64_t length, uint64_t count, size_t left) {
    if (length <= UINT32_MAX && count <= UINT32_MAX) return length * count > left;
    return length != 0 && count > left / length;
}

/* How many groups and data fields a newer sender wrote beyond those of the body. */
typedef struct wg_sbe_more {
    uint64_t groups;
    uint64_t data;
    wg_sbe_code code;
} wg_sbe_more;

WG_SBE_HOT wg_sbe_more wg_sbe_counted(const wg_sbe_body *body, const uint8_t *prefix, uint32_t version) {
    const wg_sbe_prefix *lead = body->prefix;
    const bool newer = version > body->schema->version;
    wg_sbe_more more = {0, 0, WG_SBE_OK};
    if (lead->groups.said) {
        const uint64_t counted = wg_sbe_number_at(prefix, lead->groups, lead->big);
        const uint64_t own = wg_sbe_in_version(body->groups, body->groups_steps, version);
        if (counted != own && !(newer && counted > own)) more.code = WG_SBE_WRONG_COUNT;
        more.groups = counted - own;
    }
    if (lead->data.said) {
        const uint64_t counted = wg_sbe_number_at(prefix, lead->data, lead->big);
        const uint64_t own = wg_sbe_in_version(body->data, body->data_steps, version);
        if (counted != own && !(newer && counted > own)) more.code = WG_SBE_WRONG_COUNT;
        more.data = counted - own;
    }
    return more;
}

/* Opens the group at `at`, whose prefix is in the buffer, as are the `rest` bytes of prefixes after the
   group. */
WG_SBE_HOT wg_sbe_opened wg_sbe_open(const wg_sbe_body *entry, const uint8_t *at, const uint8_t *end,
                                     uint32_t version, size_t behind) {
    const wg_sbe_prefix *lead = entry->prefix;
    const uint64_t length = wg_sbe_number_at(at, lead->block_length, lead->big);
    const uint64_t count = wg_sbe_number_at(at, lead->count, lead->big);
    wg_sbe_opened opened;
    opened.first = at;
    opened.count = 0;
    opened.length = 0;
    opened.code = WG_SBE_OK;
    if (WG_SBE_NEVER(wg_sbe_exceeds(length, count, wg_sbe_left(at, end) - lead->size - behind))) {
        opened.code = WG_SBE_TOO_SHORT;
    } else if (WG_SBE_NEVER(length < wg_sbe_in_version(entry->least, entry->least_steps, version)) && count != 0) {
        opened.code = WG_SBE_SHORT_BLOCK;
    } else if (length == 0 && count > WG_SBE_EMPTY) {
        opened.code = WG_SBE_EMPTY_ENTRIES;
    } else if (wg_sbe_counts(entry) && count != 0 && wg_sbe_counted(entry, at, version).code != WG_SBE_OK) {
        opened.code = WG_SBE_WRONG_COUNT;
    } else {
        opened.first = at + lead->size;
        opened.count = (uint32_t)count;
        opened.length = (uint32_t)length;
    }
    return opened;
}

/* Skips a data field, whose prefix is in the buffer. */
WG_SBE_HOT wg_sbe_step wg_sbe_pass_data(const wg_sbe_prefix *lead, const uint8_t *at, const uint8_t *end,
                                        size_t behind) {
    const uint64_t length = wg_sbe_number_at(at, lead->length, lead->big);
    at += lead->size;
    if (length > wg_sbe_left(at, end) - behind) return wg_sbe_stepped(end, WG_SBE_TOO_SHORT);
    return wg_sbe_stepped(at + (size_t)length, WG_SBE_OK);
}

#include "skip.h" /* needs what is above, and is needed by what follows */

/* Where a part starts; `index` may be one past the last. Null if it cannot be reached. */
WG_SBE_HOT const uint8_t *wg_sbe_start(const wg_sbe_body *body, uint32_t index, wg_sbe_view *view,
                                       wg_sbe_fault *fault) {
    wg_sbe_view kept;
    wg_sbe_step step;
    /* Only parts of a newer version can come between a block and its first known part. */
    if (index == 0 && (!wg_sbe_counts(body) || view->version <= body->schema->version)) {
        return view->p + view->block;
    }
    if (index != 0 && view->known == index) return view->next;
    if (index != 0 && index <= WG_SBE_ENDS && view->known > index) return view->p + view->ends[index - 1];
    if (WG_SBE_NEVER(fault->code != WG_SBE_OK)) return NULL;
    /* The walk gets a copy, made member by member, so that the view itself stays in registers. */
    kept.p = view->p;
    kept.end = view->end;
    kept.next = view->next;
    kept.prefix = view->prefix;
    kept.block = view->block;
    kept.version = view->version;
    kept.known = view->known;
    kept.ends[0] = view->ends[0];
    kept.ends[1] = view->ends[1];
    kept.ends[2] = view->ends[2];
    kept.ends[3] = view->ends[3];
    kept.ends[4] = view->ends[4];
    kept.ends[5] = view->ends[5];
    step = wg_sbe_walk(body, index, &kept);
    view->next = kept.next;
    view->known = kept.known;
    if (0 + 1 < body->count) view->ends[0] = kept.ends[0];
    if (1 + 1 < body->count) view->ends[1] = kept.ends[1];
    if (2 + 1 < body->count) view->ends[2] = kept.ends[2];
    if (3 + 1 < body->count) view->ends[3] = kept.ends[3];
    if (4 + 1 < body->count) view->ends[4] = kept.ends[4];
    if (5 + 1 < body->count) view->ends[5] = kept.ends[5];
    if (step.code == WG_SBE_OK) return step.at;
    wg_sbe_fail(fault, step.code, step.at);
    return NULL;
}

/* Records that nothing after a part can be reached. */
WG_SBE_HOT void wg_sbe_lose(uint32_t index, wg_sbe_view *view, wg_sbe_fault *fault, wg_sbe_code code,
                            const uint8_t *at) {
    wg_sbe_fail(fault, code, at);
    if (view->known > index) return;
    view->next = NULL;
    view->known = index + 1;
}

/* Records where a part ends; null means that it cannot be reached and there is already an error. */
WG_SBE_HOT void wg_sbe_ended(const wg_sbe_body *body, uint32_t index, wg_sbe_view *view, wg_sbe_fault *fault,
                             const uint8_t *end) {
    if (WG_SBE_RARE(view->known > index)) return;
    if (wg_sbe_counts(body) && view->version > body->schema->version && end != NULL) {
        const wg_sbe_step step = wg_sbe_pass_newer(body, index + 1, end, view->prefix, view->end, view->version);
        if (step.code != WG_SBE_OK) {
            wg_sbe_lose(index, view, fault, step.code, step.at);
            return;
        }
        end = step.at;
    }
    view->next = end;
    /* The end of the last part is kept as the last known end, if at all. */
    if (index < WG_SBE_ENDS && index + 1 < body->count && end != NULL) view->ends[index] = (uint32_t)(end - view->p);
    view->known = index + 1;
}

/* Where a part starts, after checking that the minimum number of bytes is there; null if not. */
WG_SBE_HOT const uint8_t *wg_sbe_reach(const wg_sbe_body *body, uint32_t index, wg_sbe_view *view,
                                       wg_sbe_fault *fault) {
    const wg_sbe_part *part = &body->parts[index];
    const uint8_t *at = wg_sbe_start(body, index, view, fault);
    if (at == NULL) return NULL;
    if (part->since != 0 && wg_sbe_left(at, view->end) < part->prefix->size + part->behind) {
        wg_sbe_lose(index, view, fault, WG_SBE_TOO_SHORT, view->end);
        return NULL;
    }
    return at;
}

/* Opens a group; one without entries if it is invalid. */
WG_SBE_HOT wg_sbe_opened wg_sbe_opened_at(const wg_sbe_body *body, uint32_t index, wg_sbe_view *view,
                                          wg_sbe_fault *fault, const uint8_t *at) {
    wg_sbe_opened opened = {NULL, 0, 0, WG_SBE_TOO_SHORT};
    if (at == NULL) return opened;
    opened = wg_sbe_open(body->parts[index].entry, at, view->end, view->version, body->parts[index].behind);
    if (WG_SBE_NEVER(opened.code != WG_SBE_OK)) wg_sbe_lose(index, view, fault, opened.code, opened.first);
    return opened;
}

/* Makes an empty view: a zero block with empty groups and data. */
WG_SBE_HOT void wg_sbe_nothing(const wg_sbe_schema *schema, wg_sbe_view *view) {
    /* Not with a loop or memset, so that a view can be kept in registers. */
    view->ends[0] = view->ends[1] = view->ends[2] = view->ends[3] = view->ends[4] = view->ends[5] = 0;
    view->known = 0;
    view->block = 0;
    view->next = NULL;
    view->p = schema->zeros;
    view->end = schema->zeros + schema->count_zeros;
    view->prefix = schema->zeros;
    view->version = (uint32_t)schema->version;
}

/* The data field at `index` of a body; empty if it is absent or invalid. */
WG_SBE_HOT wg_sbe_octets wg_sbe_data(const wg_sbe_body *body, uint32_t index, wg_sbe_view *view,
                                     wg_sbe_fault *fault) {
    const wg_sbe_part *part = &body->parts[index];
    wg_sbe_octets octets = {NULL, 0};
    const uint8_t *at;
    uint64_t length;
    if (part->since != 0 && view->version < part->since) return octets;
    at = wg_sbe_reach(body, index, view, fault);
    if (at == NULL) return octets;
    length = wg_sbe_number_at(at, part->prefix->length, part->prefix->big);
    at += part->prefix->size;
    if (WG_SBE_NEVER(length > wg_sbe_left(at, view->end) - part->behind)) {
        wg_sbe_lose(index, view, fault, WG_SBE_TOO_SHORT, view->end);
        return octets;
    }
    octets.data = at;
    octets.size = (size_t)length;
    wg_sbe_ended(body, index, view, fault, at + (size_t)length);
    return octets;
}

WG_SBE_HOT wg_sbe_text wg_sbe_as_text(wg_sbe_octets octets) {
    wg_sbe_text text;
    text.data = (const char *)octets.data;
    text.size = octets.size;
    return text;
}

/* Reads and checks the header of a message. */
WG_SBE_COLD wg_sbe_status wg_sbe_headed(const wg_sbe_body *body, const uint8_t *at, size_t size, uint32_t *block,
                                        uint32_t *version) {
    const wg_sbe_prefix *lead = body->prefix;
    const size_t behind = wg_sbe_rest(body, 0);
    wg_sbe_status status = {WG_SBE_OK, 0};
    uint64_t length;
    if (size < lead->size) {
        status.code = WG_SBE_TOO_SHORT;
        status.offset = (uint32_t)size;
        return status;
    }
    length = wg_sbe_number_at(at, lead->version, lead->big);
    *version = length > UINT32_MAX ? UINT32_MAX : (uint32_t)length;
    length = wg_sbe_number_at(at, lead->block_length, lead->big);
    *block = (uint32_t)length;
    if (wg_sbe_number_at(at, lead->schema_id, lead->big) != body->schema->id) {
        status.code = WG_SBE_WRONG_SCHEMA;
    } else if (wg_sbe_number_at(at, lead->template_id, lead->big) != body->id) {
        status.code = WG_SBE_ANOTHER_MESSAGE;
    } else if (length < wg_sbe_in_version(body->least, body->least_steps, *version)) {
        status.code = WG_SBE_SHORT_BLOCK;
    } else if (wg_sbe_counted(body, at, *version).code != WG_SBE_OK) {
        status.code = WG_SBE_WRONG_COUNT;
    } else if (size - lead->size < behind || length > size - lead->size - behind) {
        status.code = WG_SBE_TOO_SHORT;
        status.offset = (uint32_t)size;
    }
    return status;
}

/* Makes a view of the message at the start of the buffer. Does not look at anything after its block. If
   it is not such a message, all fields are zero and there are no groups or data. */
WG_SBE_HOT wg_sbe_status wg_sbe_wrap(const wg_sbe_body *body, wg_sbe_view *view, wg_sbe_fault *fault,
                                     const void *data, size_t size) {
    const uint8_t *octets = (const uint8_t *)data;
    const wg_sbe_prefix *lead = body->prefix;
    wg_sbe_status status = {WG_SBE_OK, 0};
    if (size > UINT32_MAX) size = UINT32_MAX;
    wg_sbe_nothing(body->schema, view);
    fault->begin = octets;
    fault->code = WG_SBE_OK;
    fault->at = 0;
    view->block = body->block_length;
    if (!(body->own != NULL && size >= lead->size + (size_t)body->block_length + wg_sbe_rest(body, 0) &&
          memcmp(octets, body->own, lead->size) == 0)) {
        uint32_t block = 0, version = 0;
        status = wg_sbe_headed(body, octets, size, &block, &version);
        if (status.code != WG_SBE_OK) {
            fault->code = status.code;
            fault->at = status.offset;
            view->block = 0;
            return status;
        }
        view->block = block;
        view->version = version;
    }
    view->p = octets + lead->size;
    view->end = octets + size;
    view->prefix = octets;
    return status;
}

/* The first error so far. */
WG_SBE_HOT wg_sbe_status wg_sbe_status_of(const wg_sbe_fault *fault) {
    wg_sbe_status status;
    status.code = fault->code;
    status.offset = fault->at;
    return status;
}

/* The length of the message with its header in bytes; reads all of it. 0 if it is invalid. */
WG_SBE_HOT size_t wg_sbe_length(const wg_sbe_body *body, wg_sbe_view *view, wg_sbe_fault *fault) {
    const uint8_t *end = wg_sbe_start(body, body->count, view, fault);
    return end == NULL || fault->code != WG_SBE_OK ? 0 : (size_t)(end - fault->begin);
}

/* The template id of the message at the start of the buffer. */
static inline wg_sbe_status wg_sbe_template(const wg_sbe_schema *schema, const void *data, size_t size,
                                            uint64_t *id) {
    const wg_sbe_prefix *lead = schema->header;
    const uint8_t *octets = (const uint8_t *)data;
    wg_sbe_status status = {WG_SBE_OK, 0};
    *id = UINT64_MAX;
    if (size < lead->size) {
        status.code = WG_SBE_TOO_SHORT;
        status.offset = (uint32_t)size;
    } else if (wg_sbe_number_at(octets, lead->schema_id, lead->big) != schema->id) {
        status.code = WG_SBE_WRONG_SCHEMA;
    } else {
        *id = wg_sbe_number_at(octets, lead->template_id, lead->big);
    }
    return status;
}

#ifdef __cplusplus
}
#endif

#endif
