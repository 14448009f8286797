/* Allocation from the caller's memory, and lists that grow in it. */
#include "wireglot/core.h"

#include <string.h>

uint8_t *wg_new_octets(wg_reader *r, size_t size)
{
    wg_arena *arena = r->arena;
    uint8_t *octets;
    if (r->error != WG_OK) {
        return NULL;
    }
    if (!arena || size > arena->size - arena->used) {
        wg_fail(r, WG_ERROR_ARENA);
        return NULL;
    }
    octets = arena->data + arena->used;
    arena->used += size;
    return octets;
}

/* The number of octets up to the next position for a struct. */
static size_t gap_of(const wg_arena *arena)
{
    return (size_t)((0u - (uintptr_t)(arena->data + arena->used)) % WG_ALIGNMENT);
}

/* Allocates aligned octets, which are not zeroed. */
static uint8_t *new_aligned(wg_reader *r, size_t size)
{
    wg_arena *arena = r->arena;
    size_t gap;
    if (r->error != WG_OK) {
        return NULL;
    }
    gap = arena ? gap_of(arena) : 0;
    if (!arena || gap > arena->size - arena->used || size > arena->size - arena->used - gap) {
        wg_fail(r, WG_ERROR_ARENA);
        return NULL;
    }
    arena->used += gap;
    return wg_new_octets(r, size);
}

void *wg_new(wg_reader *r, size_t size)
{
    uint8_t *octets = new_aligned(r, size);
    if (octets) {
        memset(octets, 0, size);
    }
    return octets;
}

wg_list wg_list_of(size_t item)
{
    wg_list list;
    list.items = NULL;
    list.count = list.capacity = 0;
    list.item = item;
    list.place = NULL;
    list.bit = 0;
    return list;
}

/* Whether the list is the last allocation in the arena. */
static bool list_is_last(const wg_reader *r, const wg_list *list)
{
    return list->items && list->items + list->capacity * list->item == r->arena->data + r->arena->used;
}

/* Doubles the room, as far as the limits and the arena allow: in place, otherwise by moving. Items are zeroed
   one by one. */
static bool list_grow(wg_reader *r, wg_list *list)
{
    wg_arena *const arena = r->arena;
    const size_t count = list->count, wanted = count + (count > 4 ? count : 4);
    const size_t most = wanted < r->limits.elements ? wanted : r->limits.elements;
    size_t start = 0, room = 0;
    uint8_t *items;
    if (arena) {
        start = list_is_last(r, list) ? (size_t)(list->items - arena->data) : arena->used + gap_of(arena);
        room = start < arena->size ? (arena->size - start) / list->item : 0;
    }
    room = room < most ? room : most;
    if (room <= count) {
        wg_fail(r, count < r->limits.elements ? WG_ERROR_ARENA : WG_ERROR_LIMIT);
        return false;
    }
    items = arena->data + start;
    if (count && items != list->items) {
        memcpy(items, list->items, count * list->item);
    }
    list->items = items;
    list->capacity = room;
    arena->used = start + room * list->item;
    return true;
}

/* Whether the last item took no bits, and the limit for those is reached. */
static bool list_is_empty_too_often(wg_reader *r, wg_list *list)
{
    bool empty = list->count > 0 && list->place == r->next && list->bit == r->bit;
    list->place = r->next;
    list->bit = r->bit;
    return empty && r->limits.empty_elements-- == 0;
}

void *wg_list_append(wg_reader *r, wg_list *list)
{
    uint8_t *item;
    if (r->error != WG_OK) {
        return NULL;
    }
    if (list_is_empty_too_often(r, list)) {
        wg_fail(r, WG_ERROR_LIMIT);
        return NULL;
    }
    if (list->count == list->capacity && !list_grow(r, list)) {
        return NULL;
    }
    item = list->items + list->item * list->count++;
    memset(item, 0, list->item);
    return item;
}

void *wg_list_done(wg_reader *r, wg_list *list)
{
    if (r->error == WG_OK && list->items && list_is_last(r, list)) {
        r->arena->used -= (list->capacity - list->count) * list->item;
        list->capacity = list->count;
    }
    return list->items;
}

void *wg_array_next(wg_reader *r, void *items, size_t item, size_t most, size_t *count)
{
    if (r->error == WG_OK && *count == most) {
        wg_fail(r, WG_ERROR_RANGE);
    }
    return r->error == WG_OK ? (uint8_t *)items + item * (*count)++ : NULL;
}
