/* Writers: set the fields of a block in any order, and write the groups and data after it in schema order.

   Anything left out is written empty. The first error is kept, and nothing is written after it. */

#ifndef WIREGLOT_SBE_WRITE_H
#define WIREGLOT_SBE_WRITE_H 1

#include "group.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is open at one depth of a message: a message's groups are at depth 1, the groups in their entries at
   2. */
typedef struct wg_sbe_level {
    const wg_sbe_body *body; /* the body of the message or of the entries */
    uint8_t *group; /* its dimension */
    uint8_t *entry; /* the block of its last entry */
    uint32_t count;
    uint32_t most;
    uint32_t due; /* the announced count; 0 if it is not known */
    uint32_t stage; /* number of groups and data of the entry that have been begun */
} wg_sbe_level;

/* The state of writing a message. */
typedef struct wg_sbe_pen {
    uint8_t *begin;
    uint8_t *at;
    uint8_t *end;
    wg_sbe_level *levels;
    uint32_t deep; /* the deepest open level */
    uint32_t fault_at;
    wg_sbe_code fault;
} wg_sbe_pen;

/* A block being written, or a composite in one. */
typedef struct wg_sbe_writing {
    uint8_t *p; /* null if there is none */
    wg_sbe_pen *pen;
    uint8_t *group; /* the dimension of its group, if it is an entry */
} wg_sbe_writing;

/* Records the first error. */
WG_SBE_HOT void wg_sbe_pen_fail(wg_sbe_pen *pen, wg_sbe_code code) {
    if (pen->fault != WG_SBE_OK) return;
    pen->fault = code;
    pen->fault_at = (uint32_t)(pen->at - pen->begin);
    pen->end = pen->at;
}

WG_SBE_HOT bool wg_sbe_room(wg_sbe_pen *pen, uint64_t size) {
    if ((uint64_t)(pen->end - pen->at) >= size && pen->fault == WG_SBE_OK) return true;
    wg_sbe_pen_fail(pen, WG_SBE_NO_ROOM);
    return false;
}

WG_SBE_HOT void wg_sbe_put_number(uint8_t *at, wg_sbe_number number, bool big, uint64_t value) {
    if (number.size != 0) wg_sbe_put(at + number.offset, number.size, big, value);
}

/* Writes the prefix of a message or group of this version. */
WG_SBE_HOT void wg_sbe_lead(const wg_sbe_body *body, uint8_t *at) {
    const wg_sbe_prefix *lead = body->prefix;
    if (body->own != NULL) {
        memcpy(at, body->own, lead->size);
        return;
    }
    memset(at, 0, lead->size);
    wg_sbe_put_number(at, lead->block_length, lead->big, body->block_length);
    wg_sbe_put_number(at, lead->template_id, lead->big, body->id);
    wg_sbe_put_number(at, lead->schema_id, lead->big, body->schema->id);
    wg_sbe_put_number(at, lead->version, lead->big, body->schema->version);
    if (lead->groups.said) {
        const uint32_t groups = wg_sbe_in_version(body->groups, body->groups_steps, UINT32_MAX);
        wg_sbe_put_number(at, lead->groups, lead->big, groups);
    }
    if (lead->data.said) {
        const uint32_t data = wg_sbe_in_version(body->data, body->data_steps, UINT32_MAX);
        wg_sbe_put_number(at, lead->data, lead->big, data);
    }
}

/* Copies bytes in pieces. For constant sizes above a hundred, some compilers generate a loop that takes long
   to start. */
WG_SBE_HOT void wg_sbe_copy(uint8_t *to, const uint8_t *from, size_t size) {
    size_t done = 0;
    if (size <= 512) {
        for (; size - done >= 64; done += 64) memcpy(to + done, from + done, 64);
    }
    memcpy(to + done, from + done, size - done);
}

WG_SBE_HOT void wg_sbe_zero(uint8_t *at, size_t size) {
    size_t done = 0;
    if (size <= 512) {
        for (; size - done >= 64; done += 64) memset(at + done, 0, 64);
    }
    memset(at + done, 0, size - done);
}

/* Initializes a block: null or zero fields. */
WG_SBE_HOT void wg_sbe_clear(const wg_sbe_body *body, uint8_t *at) {
    if (body->blank != NULL) {
        wg_sbe_copy(at, body->blank, body->block_length);
    } else {
        wg_sbe_zero(at, body->block_length);
    }
}

/* Writes empty parts of an entry up to part `wanted`. */
WG_SBE_COLD void wg_sbe_fill(wg_sbe_pen *pen, wg_sbe_level *level, uint32_t wanted) {
    for (; level->stage < wanted; ++level->stage) {
        const wg_sbe_part *part = &level->body->parts[level->stage];
        if (!wg_sbe_room(pen, part->prefix->size)) return;
        memset(pen->at, 0, part->prefix->size);
        if (part->entry != NULL) wg_sbe_lead(part->entry, pen->at);
        pen->at += part->prefix->size;
    }
}

/* Ends the open entry of a level, if there is one. */
WG_SBE_HOT void wg_sbe_end_entry(wg_sbe_pen *pen, wg_sbe_level *level) {
    if (level->entry != NULL && WG_SBE_RARE(level->stage != level->body->count)) {
        wg_sbe_fill(pen, level, level->body->count);
    }
}

/* Ends all groups deeper than `depth`. */
WG_SBE_HOT void wg_sbe_end_groups(wg_sbe_pen *pen, uint32_t depth) {
    for (; pen->deep > depth; --pen->deep) {
        wg_sbe_level *level = &pen->levels[pen->deep];
        wg_sbe_end_entry(pen, level);
        if (level->due != 0 && level->due != level->count) wg_sbe_pen_fail(pen, WG_SBE_WRONG_COUNT);
        level->group = NULL;
        level->entry = NULL;
    }
}

/* Begins a part of the entry `p` at `depth`, unless it is out of order. */
WG_SBE_HOT bool wg_sbe_begin_part(wg_sbe_pen *pen, uint32_t depth, const uint8_t *p, uint32_t index) {
    wg_sbe_level *level = &pen->levels[depth];
    if (WG_SBE_RARE(p == NULL || pen->deep < depth || level->entry != p || level->stage > index)) {
        wg_sbe_pen_fail(pen, WG_SBE_WRONG_ORDER);
        return false;
    }
    wg_sbe_end_groups(pen, depth);
    if (WG_SBE_RARE(level->stage != index)) wg_sbe_fill(pen, level, index);
    if (WG_SBE_RARE(pen->fault != WG_SBE_OK)) return false;
    level->stage = index + 1;
    return true;
}

/* Begins a group of the entry `p`; `due` is the number of entries it will have, or 0 if that is not known. */
WG_SBE_HOT wg_sbe_writing wg_sbe_write_group(const wg_sbe_body *body, uint32_t index, wg_sbe_pen *pen,
                                             uint32_t depth, const uint8_t *p, size_t due) {
    const wg_sbe_body *entry = body->parts[index].entry;
    const wg_sbe_prefix *lead = entry->prefix;
    uint64_t most = entry->block_length > 0 || lead->most < WG_SBE_EMPTY ? lead->most : WG_SBE_EMPTY;
    wg_sbe_writing writing = {NULL, NULL, NULL};
    writing.pen = pen;
    if (!wg_sbe_begin_part(pen, depth, p, index)) return writing;
    if (most > UINT32_MAX) most = UINT32_MAX;
    if (due > most) {
        wg_sbe_pen_fail(pen, WG_SBE_TOO_MANY);
    } else if (wg_sbe_room(pen, lead->size + (uint64_t)due * entry->block_length)) {
        wg_sbe_level *level = &pen->levels[depth + 1];
        wg_sbe_lead(entry, pen->at);
        writing.group = pen->at;
        level->body = entry;
        level->group = pen->at;
        level->entry = NULL;
        level->count = 0;
        level->most = due != 0 ? (uint32_t)due : (uint32_t)most;
        level->due = (uint32_t)due;
        level->stage = 0;
        pen->at += lead->size;
        pen->deep = depth + 1;
    }
    return writing;
}

/* Begins the next entry: its optional fields are null, all others zero until they are set. */
WG_SBE_HOT bool wg_sbe_add(const wg_sbe_body *entry, wg_sbe_writing *writing, uint32_t depth) {
    wg_sbe_pen *pen = writing->pen;
    wg_sbe_level *level = &pen->levels[depth];
    writing->p = NULL;
    if (WG_SBE_RARE(writing->group == NULL || pen->deep < depth || level->group != writing->group)) {
        wg_sbe_pen_fail(pen, WG_SBE_WRONG_ORDER);
        return false;
    }
    wg_sbe_end_groups(pen, depth);
    wg_sbe_end_entry(pen, level);
    if (WG_SBE_RARE(level->count >= level->most)) {
        wg_sbe_pen_fail(pen, WG_SBE_TOO_MANY);
        return false;
    }
    if (!wg_sbe_room(pen, entry->block_length)) return false;
    wg_sbe_clear(entry, pen->at);
    writing->p = pen->at;
    level->entry = pen->at;
    level->stage = 0;
    pen->at += entry->block_length;
    ++level->count;
    wg_sbe_put_number(level->group, entry->prefix->count, entry->prefix->big, level->count);
    return true;
}

/* Writes a data field of the entry `p`. */
WG_SBE_HOT void wg_sbe_write_data(const wg_sbe_body *body, uint32_t index, wg_sbe_pen *pen, uint32_t depth,
                                  const uint8_t *p, const void *data, size_t size) {
    const wg_sbe_prefix *lead = body->parts[index].prefix;
    if (!wg_sbe_begin_part(pen, depth, p, index)) return;
    if (size > lead->most) {
        wg_sbe_pen_fail(pen, WG_SBE_TOO_MANY);
    } else if (wg_sbe_room(pen, lead->size + (uint64_t)size)) {
        memset(pen->at, 0, lead->size);
        wg_sbe_put_number(pen->at, lead->length, lead->big, size);
        if (size != 0) memcpy(pen->at + lead->size, data, size);
        pen->at += lead->size + size;
    }
}

/* Begins a message at the start of the buffer; returns its block, or null. */
WG_SBE_HOT uint8_t *wg_sbe_begin(const wg_sbe_body *body, wg_sbe_pen *pen, wg_sbe_level *levels, void *data,
                                 size_t size) {
    if (size > UINT32_MAX) size = UINT32_MAX;
    pen->begin = (uint8_t *)data;
    pen->at = pen->begin;
    pen->end = pen->begin + size;
    pen->levels = levels;
    pen->deep = 0;
    pen->fault = WG_SBE_OK;
    pen->fault_at = 0;
    levels[0].body = body;
    levels[0].group = NULL;
    levels[0].entry = NULL;
    levels[0].stage = 0;
    if (!wg_sbe_room(pen, (uint64_t)body->prefix->size + body->block_length)) return NULL;
    wg_sbe_lead(body, pen->at);
    pen->at += body->prefix->size;
    levels[0].entry = pen->at;
    wg_sbe_clear(body, pen->at);
    pen->at += body->block_length;
    return levels[0].entry;
}

/* Opens the block of an entry in the message being edited, which a view found there. None if it is not in the
   buffer, or of an older version, which does not have all fields. */
WG_SBE_HOT wg_sbe_writing wg_sbe_edit_entry(const wg_sbe_body *body, wg_sbe_pen *pen, const uint8_t *p,
                                            uint32_t version) {
    const uintptr_t first = (uintptr_t)pen->begin, block = (uintptr_t)p;
    const size_t size = (size_t)(pen->end - pen->begin);
    wg_sbe_writing writing = {NULL, NULL, NULL};
    writing.pen = pen;
    if (pen->fault != WG_SBE_OK) return writing;
    if (block < first || block - first > size || size - (block - first) < body->block_length) {
        wg_sbe_pen_fail(pen, WG_SBE_NO_ROOM);
    } else if (version < body->schema->version) {
        wg_sbe_pen_fail(pen, WG_SBE_SHORT_BLOCK);
    } else {
        writing.p = pen->begin + (block - first);
    }
    return writing;
}

/* Opens the block of a message that a view found in the buffer. Its fields can be set, but nothing can be
   added. */
WG_SBE_HOT wg_sbe_writing wg_sbe_edit(const wg_sbe_body *body, wg_sbe_pen *pen, wg_sbe_level *levels, void *data,
                                      size_t size, const wg_sbe_view *view) {
    pen->begin = (uint8_t *)data;
    pen->at = pen->begin;
    pen->end = pen->begin + size;
    pen->levels = levels;
    pen->deep = 0;
    pen->fault = WG_SBE_OK;
    pen->fault_at = 0;
    levels[0].body = body;
    levels[0].group = NULL;
    levels[0].entry = NULL;
    levels[0].stage = 0;
    return wg_sbe_edit_entry(body, pen, view->p, view->version);
}

/* Ends a message; groups and data left out are empty. Returns its length in bytes, or 0 after an error. */
WG_SBE_HOT size_t wg_sbe_finish(wg_sbe_pen *pen) {
    wg_sbe_end_groups(pen, 0);
    wg_sbe_end_entry(pen, &pen->levels[0]);
    return pen->fault == WG_SBE_OK ? (size_t)(pen->at - pen->begin) : 0;
}

WG_SBE_HOT wg_sbe_status wg_sbe_pen_status(const wg_sbe_pen *pen) {
    wg_sbe_status status;
    status.code = pen->fault;
    status.offset = pen->fault_at;
    return status;
}

/* The address of a block; null, with an error, if there is none. */
WG_SBE_HOT uint8_t *wg_sbe_place(const wg_sbe_writing *writing) {
    if (WG_SBE_RARE(writing->p == NULL)) wg_sbe_pen_fail(writing->pen, WG_SBE_WRONG_ORDER);
    return writing->p;
}

/* A composite in a block. */
WG_SBE_HOT wg_sbe_writing wg_sbe_inside(const wg_sbe_writing *writing, size_t offset) {
    wg_sbe_writing inside = {NULL, NULL, NULL};
    inside.p = wg_sbe_place(writing);
    inside.pen = writing->pen;
    if (inside.p != NULL) inside.p += offset;
    return inside;
}

/* Copies a few bytes, at most `most`, which is a constant: no call for the few bytes of most texts. */
WG_SBE_HOT void wg_sbe_copy_few(uint8_t *to, const uint8_t *from, size_t size, size_t most) {
    if (most >= 16 && size >= 16) {
        memcpy(to, from, 16);
        memcpy(to + size - 16, from + size - 16, 16);
    } else if (most >= 8 && size >= 8) {
        memcpy(to, from, 8);
        memcpy(to + size - 8, from + size - 8, 8);
    } else if (most >= 4 && size >= 4) {
        memcpy(to, from, 4);
        memcpy(to + size - 4, from + size - 4, 4);
    } else if (size >= 2) {
        memcpy(to, from, 2);
        memcpy(to + size - 2, from + size - 2, 2);
    } else if (size == 1) {
        *to = *from;
    }
}

/* Writes characters, padded with NULs to `size`. */
WG_SBE_HOT void wg_sbe_put_text(uint8_t *at, wg_sbe_pen *pen, size_t size, const char *text, size_t length) {
    if (WG_SBE_RARE(length > size)) {
        wg_sbe_pen_fail(pen, WG_SBE_TOO_MANY);
        return;
    }
#if defined(__GNUC__)
    if (__builtin_constant_p(size) && size <= 32) {
        memset(at, 0, size);
        wg_sbe_copy_few(at, (const uint8_t *)text, length, size);
        return;
    }
#endif
    if (length != 0) memcpy(at, text, length);
    memset(at + length, 0, size - length);
}

#ifdef __cplusplus
}
#endif

#endif
