/* Skipping parts that are not read. Included by `view.h`. */

#ifndef WIREGLOT_SBE_SKIP_H
#define WIREGLOT_SBE_SKIP_H 1

/* Maximum nesting depth of a newer sender's unknown groups. */
#define WG_SBE_DEPTH 64

/* Skips data fields of newer versions; their prefix is the schema's default. */
static inline wg_sbe_step wg_sbe_skip_data(const wg_sbe_prefix *lead, const uint8_t *at, const uint8_t *end,
                                           uint64_t count) {
    for (; count > 0; --count) {
        uint64_t length;
        if (lead == NULL) return wg_sbe_stepped(at, WG_SBE_CANNOT_SKIP);
        if (wg_sbe_left(at, end) < lead->size) return wg_sbe_stepped(end, WG_SBE_TOO_SHORT);
        length = wg_sbe_number_at(at, lead->length, lead->big);
        if (wg_sbe_left(at, end) - lead->size < length) return wg_sbe_stepped(end, WG_SBE_TOO_SHORT);
        at += lead->size + (size_t)length;
    }
    return wg_sbe_stepped(at, WG_SBE_OK);
}

/* Skips groups of newer versions. */
static inline wg_sbe_step wg_sbe_skip_groups(const wg_sbe_schema *schema, const uint8_t *at, const uint8_t *end,
                                             uint64_t count, unsigned deep) {
    const wg_sbe_prefix *lead = schema->dimension;
    for (; count > 0; --count) {
        uint64_t length, entries, groups, data;
        const uint8_t *begin = at;
        if (lead == NULL) return wg_sbe_stepped(at, WG_SBE_CANNOT_SKIP);
        if (wg_sbe_left(at, end) < lead->size) return wg_sbe_stepped(end, WG_SBE_TOO_SHORT);
        length = wg_sbe_number_at(at, lead->block_length, lead->big);
        entries = wg_sbe_number_at(at, lead->count, lead->big);
        groups = wg_sbe_number_at(at, lead->groups, lead->big);
        data = wg_sbe_number_at(at, lead->data, lead->big);
        at += lead->size;
        if (wg_sbe_exceeds(length, entries, wg_sbe_left(at, end))) return wg_sbe_stepped(begin, WG_SBE_TOO_SHORT);
        if (length == 0 && entries > WG_SBE_EMPTY) return wg_sbe_stepped(begin, WG_SBE_EMPTY_ENTRIES);
        if (groups == 0 && data == 0) {
            at += (size_t)(length * entries);
            continue;
        }
        if (deep >= WG_SBE_DEPTH) return wg_sbe_stepped(begin, WG_SBE_CANNOT_SKIP);
        for (; entries > 0; --entries) {
            wg_sbe_step step;
            if (wg_sbe_left(at, end) < length) return wg_sbe_stepped(end, WG_SBE_TOO_SHORT);
            step = wg_sbe_skip_groups(schema, at + (size_t)length, end, groups, deep + 1);
            if (step.code == WG_SBE_OK) step = wg_sbe_skip_data(schema->data, step.at, end, data);
            if (step.code != WG_SBE_OK) return step;
            at = step.at;
        }
    }
    return wg_sbe_stepped(at, WG_SBE_OK);
}

/* Skips what a newer sender added after the known groups or the known data. */
WG_SBE_COLD wg_sbe_step wg_sbe_pass_newer(const wg_sbe_body *body, uint32_t index, const uint8_t *at,
                                          const uint8_t *prefix, const uint8_t *end, uint32_t version) {
    wg_sbe_step step = wg_sbe_stepped(at, WG_SBE_OK);
    if (wg_sbe_counts(body) && version > body->schema->version) {
        const wg_sbe_more more = wg_sbe_counted(body, prefix, version);
        if (index == body->count_groups) step = wg_sbe_skip_groups(body->schema, at, end, more.groups, 0);
        if (index == body->count && step.code == WG_SBE_OK) {
            step = wg_sbe_skip_data(body->schema->data, step.at, end, more.data);
        }
        if (step.code == WG_SBE_OK && wg_sbe_left(step.at, end) < wg_sbe_rest(body, index)) {
            return wg_sbe_stepped(end, WG_SBE_TOO_SHORT);
        }
    }
    return step;
}

static inline wg_sbe_step wg_sbe_pass_part(const wg_sbe_body *body, uint32_t index, const uint8_t *at,
                                           const uint8_t *prefix, const uint8_t *end, uint32_t version);

/* Skips a whole group, whose prefix is in the buffer. */
static inline wg_sbe_step wg_sbe_pass_group(const wg_sbe_body *entry, const uint8_t *at, const uint8_t *end,
                                            uint32_t version, size_t behind) {
    const wg_sbe_opened opened = wg_sbe_open(entry, at, end, version, behind);
    wg_sbe_step step = wg_sbe_stepped(opened.first, opened.code);
    uint32_t left, index;
    if (opened.code != WG_SBE_OK) return step;
    if (entry->count == 0 && !wg_sbe_counts(entry)) {
        return wg_sbe_stepped(opened.first + (size_t)opened.length * opened.count, WG_SBE_OK);
    }
    for (left = opened.count; left > 0; --left) {
        if (wg_sbe_left(step.at, end) < opened.length + wg_sbe_rest(entry, 0)) {
            return wg_sbe_stepped(end, WG_SBE_TOO_SHORT);
        }
        step = wg_sbe_pass_newer(entry, 0, step.at + opened.length, at, end, version);
        for (index = 0; index < entry->count && step.code == WG_SBE_OK; ++index) {
            step = wg_sbe_pass_part(entry, index, step.at, at, end, version);
        }
        if (step.code != WG_SBE_OK) return step;
    }
    if (wg_sbe_left(step.at, end) < behind) return wg_sbe_stepped(end, WG_SBE_TOO_SHORT);
    return step;
}

/* Skips one part. */
static inline wg_sbe_step wg_sbe_pass_part(const wg_sbe_body *body, uint32_t index, const uint8_t *at,
                                           const uint8_t *prefix, const uint8_t *end, uint32_t version) {
    const wg_sbe_part *part = &body->parts[index];
    wg_sbe_step step = wg_sbe_stepped(at, WG_SBE_OK);
    if (version >= part->since) {
        if (part->since != 0 && wg_sbe_left(at, end) < part->prefix->size + (size_t)part->behind) {
            return wg_sbe_stepped(end, WG_SBE_TOO_SHORT);
        }
        step = part->entry != NULL ? wg_sbe_pass_group(part->entry, at, end, version, part->behind)
                                   : wg_sbe_pass_data(part->prefix, at, end, part->behind);
        if (step.code != WG_SBE_OK) return step;
    }
    return wg_sbe_pass_newer(body, index + 1, step.at, prefix, end, version);
}

/* Skips parts up to the start of part `wanted`, recording where those before it end. */
WG_SBE_COLD wg_sbe_step wg_sbe_walk(const wg_sbe_body *body, uint32_t wanted, wg_sbe_view *view) {
    wg_sbe_step step = wg_sbe_stepped(view->next, WG_SBE_OK);
    uint32_t index;
    if (view->known > wanted && wanted != 0) {
        /* The wanted end is beyond the recorded ones. */
        view->known = WG_SBE_ENDS;
        view->next = view->p + view->ends[WG_SBE_ENDS - 1];
        step.at = view->next;
    }
    if (view->known == 0 || wanted == 0) {
        step = wg_sbe_pass_newer(body, 0, view->p + view->block, view->prefix, view->end, view->version);
    }
    for (index = wanted == 0 ? 0 : view->known; index < wanted && step.code == WG_SBE_OK; ++index) {
        step = wg_sbe_pass_part(body, index, step.at, view->prefix, view->end, view->version);
        if (step.code == WG_SBE_OK) {
            view->next = step.at;
            if (index < WG_SBE_ENDS) view->ends[index] = (uint32_t)(step.at - view->p);
            view->known = index + 1;
        }
    }
    return step;
}

#endif
