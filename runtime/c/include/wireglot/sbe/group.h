/* Groups: entries one after the other. Entries of flat groups are only blocks, so each has a known offset.
   Entries of other groups have a view; the next entry's view is made when the parts of the current one have
   ended. */

#ifndef WIREGLOT_SBE_GROUP_H
#define WIREGLOT_SBE_GROUP_H 1

#include "view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An iterator over the entries of a group. */
typedef struct wg_sbe_group {
    wg_sbe_view *owner;
    wg_sbe_fault *fault;
    const uint8_t *block; /* the owner's block when the group was opened */
    const uint8_t *first; /* where the next entry starts, if its view cannot keep that and no entry is open */
    uintptr_t limit; /* the last address at which an entry can start */
    const uint8_t *end; /* end of the input */
    uint32_t left; /* entries not yet entered */
    uint32_t count;
    uint32_t length; /* length of each block in bytes */
    uint32_t version;
} wg_sbe_group;

/* The entries of a group that has no groups or data; each has a known offset. */
typedef struct wg_sbe_flat {
    const uint8_t *p; /* the current block */
    const uint8_t *next;
    const uint8_t *first;
    uint32_t version;
    uint32_t count;
    uint32_t length; /* length of each in bytes */
    uint32_t left;
} wg_sbe_flat;

/* The group at `index` of a body. */
WG_SBE_HOT wg_sbe_flat wg_sbe_flat_group(const wg_sbe_body *body, uint32_t index, wg_sbe_view *view,
                                         wg_sbe_fault *fault) {
    wg_sbe_flat group;
    wg_sbe_opened opened = {NULL, 0, 0, WG_SBE_TOO_SHORT};
    if (body->parts[index].since == 0 || view->version >= body->parts[index].since) {
        opened = wg_sbe_opened_at(body, index, view, fault, wg_sbe_reach(body, index, view, fault));
        if (opened.code == WG_SBE_OK) {
            wg_sbe_ended(body, index, view, fault, opened.first + (size_t)opened.length * opened.count);
        }
    }
    group.p = body->schema->zeros;
    group.next = opened.first;
    group.first = opened.first;
    group.version = view->version;
    group.count = opened.count;
    group.length = opened.length;
    group.left = opened.count;
    return group;
}

/* Moves to the next entry; returns false after the last. */
WG_SBE_HOT bool wg_sbe_flat_next(wg_sbe_flat *group, const uint8_t *zeros) {
    if (group->left == 0) {
        group->p = zeros;
        return false;
    }
    group->p = group->next;
    group->next += group->length;
    --group->left;
    return true;
}

/* Moves to an entry; if there is none, returns false and its fields read as zero. */
WG_SBE_HOT bool wg_sbe_flat_at(wg_sbe_flat *group, size_t index, const uint8_t *zeros) {
    group->p = zeros;
    group->left = 0;
    if (index >= group->count) return false;
    group->p = group->first + index * group->length;
    group->next = group->p + group->length;
    group->left = group->count - (uint32_t)index - 1;
    return true;
}

/* Whether a view of this body can record the ends of all its parts. */
WG_SBE_HOT bool wg_sbe_keeps_all(const wg_sbe_body *body) { return body->count != 0 && body->count <= WG_SBE_ENDS; }

/* Makes an entry's view empty; the view or the group keeps where the next entry starts. */
WG_SBE_HOT void wg_sbe_between(const wg_sbe_body *facts, wg_sbe_view *entry, wg_sbe_group *group,
                               const uint8_t *next) {
    wg_sbe_nothing(facts->schema, entry);
    if (wg_sbe_keeps_all(facts)) {
        entry->known = facts->count;
        entry->next = next;
    } else {
        group->first = next;
    }
}

/* Whether a part starts directly after the block, which is known without reading anything. */
WG_SBE_HOT bool wg_sbe_follows_block(const wg_sbe_body *body, uint32_t index) {
    return index == 0 && body->parts[0].since == 0 && !wg_sbe_counts(body);
}

/* The group at `index` of a body, before its first entry. Its owner learns where the group ends when it ends:
   where it starts if it has no entries, and nowhere if it is invalid. */
WG_SBE_HOT wg_sbe_group wg_sbe_open_group(const wg_sbe_body *body, uint32_t index, wg_sbe_view *view,
                                          wg_sbe_fault *fault, wg_sbe_view *entry) {
    const wg_sbe_part *part = &body->parts[index];
    const size_t rest = wg_sbe_rest(part->entry, 0);
    wg_sbe_opened opened = {NULL, 0, 0, WG_SBE_TOO_SHORT};
    const uint8_t *at = NULL;
    wg_sbe_group group;
    group.block = NULL;
    if (part->since == 0 || view->version >= part->since) at = wg_sbe_reach(body, index, view, fault);
    if (wg_sbe_follows_block(body, index) || at != NULL) {
        group.block = view->p;
        opened = wg_sbe_open(part->entry, at, view->end, view->version, part->behind);
        if (opened.code == WG_SBE_OK && opened.count != 0 &&
            WG_SBE_NEVER(wg_sbe_left(opened.first, view->end) < opened.length + rest)) {
            opened.code = WG_SBE_TOO_SHORT;
            opened.first = view->end;
        }
        if (WG_SBE_NEVER(opened.code != WG_SBE_OK)) {
            wg_sbe_fail(fault, opened.code, opened.first);
            if (!wg_sbe_keeps_all(part->entry)) group.block = NULL;
            opened.first = NULL;
            opened.count = 0;
        }
    }
    group.owner = view;
    group.fault = fault;
    group.limit = (uintptr_t)view->end - opened.length - rest;
    group.end = view->end;
    group.left = opened.count;
    group.count = opened.count;
    group.length = opened.length;
    group.version = view->version;
    wg_sbe_between(part->entry, entry, &group, opened.first);
    if (at != NULL) entry->prefix = at;
    return group;
}

/* Whether an entry's last part checks that there is room for the next entry. */
WG_SBE_HOT bool wg_sbe_leaves_room(const wg_sbe_body *facts) {
    const wg_sbe_part *last;
    if (!wg_sbe_keeps_all(facts) || wg_sbe_counts(facts)) return false;
    last = &facts->parts[facts->count - 1];
    return last->entry == NULL && last->since == 0;
}

/* Handles an error where the next entry should start. */
WG_SBE_HOT const uint8_t *wg_sbe_no_entry(wg_sbe_group *group, const uint8_t *at) {
    if (at != NULL) wg_sbe_fail(group->fault, WG_SBE_TOO_SHORT, group->end);
    group->left = 0;
    return NULL;
}

/* Where the next entry starts or, if there is none, where the group ends. */
WG_SBE_HOT const uint8_t *wg_sbe_next_begin(const wg_sbe_body *facts, wg_sbe_view *entry, wg_sbe_group *group) {
    const uint8_t *at;
    if (wg_sbe_leaves_room(facts) && entry->known == facts->count) return entry->next;
    at = wg_sbe_keeps_all(facts) || group->first == NULL ? wg_sbe_start(facts, facts->count, entry, group->fault)
                                                         : group->first;
    if (WG_SBE_NEVER(at == NULL || (group->left != 0 && (uintptr_t)at > group->limit))) {
        return wg_sbe_no_entry(group, at);
    }
    return at;
}

/* Moves to the next entry; returns false after the last, or if the group is invalid there. */
WG_SBE_HOT bool wg_sbe_next(const wg_sbe_body *body, uint32_t index, wg_sbe_view *entry, wg_sbe_group *group) {
    const wg_sbe_body *facts = body->parts[index].entry;
    const uint8_t *at = wg_sbe_next_begin(facts, entry, group);
    if (!WG_SBE_RARE(group->left == 0)) {
        --group->left;
        group->first = NULL;
        entry->p = at;
        entry->end = group->end;
        entry->block = group->length;
        entry->version = group->version;
        entry->known = 0;
        return true;
    }
    if (!WG_SBE_RARE(group->owner->p != group->block)) { /* otherwise the owner has moved on to another entry */
        const size_t rest = body->parts[index].behind;
        if (rest != 0 && at != NULL && wg_sbe_left(at, group->end) < rest) {
            wg_sbe_lose(index, group->owner, group->fault, WG_SBE_TOO_SHORT, group->end);
        } else {
            wg_sbe_ended(body, index, group->owner, group->fault, at);
        }
    }
    wg_sbe_between(facts, entry, group, at);
    return false;
}

/* The address `length` bytes after `at`; `size` is the size of the length field. An integer, because a
   pointer past the end would be invalid. */
WG_SBE_HOT uintptr_t wg_sbe_behind(const uint8_t *at, uint64_t length, unsigned size, const uint8_t *end) {
    /* Addresses are far from the maximum, so the sum of smaller lengths does not wrap. */
    if ((size == 0 || size >= sizeof(uintptr_t)) && length > wg_sbe_left(at, end)) return UINTPTR_MAX;
    return (uintptr_t)at + (uintptr_t)length;
}

/* A data field of an entry. The last one of an entry must end where the next entry can start, which then
   needs no check of its own; only that of the last entry may extend to the end of the input. */
WG_SBE_HOT wg_sbe_octets wg_sbe_entry_data(const wg_sbe_body *body, uint32_t index, wg_sbe_view *view,
                                           wg_sbe_group *group) {
    const wg_sbe_prefix *lead = body->parts[index].prefix;
    wg_sbe_octets octets = {NULL, 0};
    const uint8_t *at;
    uint64_t length;
    uintptr_t behind, limit;
    if (!wg_sbe_leaves_room(body) || index + 1 != body->count) return wg_sbe_data(body, index, view, group->fault);
    at = wg_sbe_start(body, index, view, group->fault);
    if (at == NULL) return octets;
    length = wg_sbe_number_at(at, lead->length, lead->big);
    at += lead->size;
    behind = wg_sbe_behind(at, length, lead->length.size, view->end);
    limit = view->known > index ? (uintptr_t)view->end : group->limit;
    if (WG_SBE_NEVER(behind > limit) && WG_SBE_NEVER(group->left != 0 || behind > (uintptr_t)view->end)) {
        wg_sbe_lose(index, view, group->fault, WG_SBE_TOO_SHORT, view->end);
        group->left = 0;
        return octets;
    }
    octets.data = at;
    octets.size = (size_t)length;
    /* Made from the address that was compared, to avoid computing it twice. */
    wg_sbe_ended(body, index, view, group->fault, (const uint8_t *)behind);
    return octets;
}

#ifdef __cplusplus
}
#endif

#endif
