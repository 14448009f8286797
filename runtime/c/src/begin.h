/* How readers and writers begin: inlined, since that is much of what a short message costs. */
#ifndef WIREGLOT_BEGIN_H
#define WIREGLOT_BEGIN_H

#include "wireglot/clear.h"
#include "wireglot/core.h"

/* A reader without octets points to the first, and an arena or writer without room to the second: C does not allow
 * arithmetic on NULL. Nothing is read from or written to either. */
extern const uint8_t wg_nothing[1];
extern uint8_t wg_nowhere[1];

extern const wg_limits wg_defaults;

WG_COLD void wg_refuse_length(wg_reader *r);

WG_INLINE uint8_t *wg_place_of(uint8_t *data)
{
    return data ? data : wg_nowhere;
}

/* The start of a buffer for `low`. */
WG_INLINE uintptr_t wg_low(const uint8_t *start)
{
    return (uintptr_t)start > WG_SUM_MOST ? (uintptr_t)start : UINTPTR_MAX;
}

WG_INLINE size_t wg_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Begins reading `size` octets at `base`; common to readers of all rules. */
WG_INLINE void wg_begin_reader(wg_reader *r, const uint8_t *base, size_t size, wg_arena *arena)
{
    const wg_limits *const limits = arena ? &arena->limits : &wg_defaults;
    const size_t elements = wg_least(limits->elements, UINT32_MAX);
    wg_clear(r, offsetof(wg_reader, limits));
    wg_clear(&r->replaced_at, sizeof *r - offsetof(wg_reader, replaced_at));
    r->base = size ? base : wg_nothing;
    r->arena = arena;
    r->passed = arena ? arena->passed : 0;
    r->limits = *limits;
    r->limits.depth = limits->depth < INT32_MAX ? limits->depth : INT32_MAX;
    r->limits.elements = elements;
#if WG_QUICK
    r->list_most = arena ? elements : 0;
#endif
    r->short_most = wg_least(0x7f, wg_least(limits->integer_octets, limits->string_octets));
}

/* Refuses a message that is longer than the limit; last of all. */
WG_INLINE void wg_limit_length(wg_reader *r, size_t size)
{
    if (size > r->limits.total) {
        wg_refuse_length(r);
    }
}

#endif
