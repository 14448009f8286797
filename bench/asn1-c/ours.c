/* Generated code: compile with -DTYPE=Message -DRULES=ber -include message.h. */
#include <stdlib.h>

#include "peer.h"

#define PASTE(a, b, c) a##_##b##_##c
#define NAME(a, b, c) PASTE(a, b, c)
#define DECODE NAME(TYPE, decode, RULES)
#define ENCODE NAME(TYPE, encode, RULES)

enum { ARENA = 1 << 18 };

static TYPE value;
static uint64_t room[ARENA / 8];

int peer_decode(const uint8_t *data, size_t size)
{
    wg_arena arena;
    wg_arena_init(&arena, room, sizeof room);
    return DECODE(&value, data, size, &arena).error == WG_OK;
}

void *peer_keep(const uint8_t *data, size_t size)
{
    wg_arena arena;
    TYPE *kept = (TYPE *)malloc(sizeof *kept);
    wg_arena_init(&arena, malloc(ARENA), ARENA);
    return DECODE(kept, data, size, &arena).error == WG_OK ? kept : NULL;
}

size_t peer_encode(const void *kept, uint8_t *buffer, size_t capacity, const uint8_t **encoding)
{
    wg_octets written;
    if (ENCODE((const TYPE *)kept, buffer, capacity, &written).error != WG_OK) {
        return 0;
    }
    *encoding = written.data;
    return written.size;
}

void peer_memory(const uint8_t *data, size_t size, size_t *structs, size_t *used)
{
    wg_arena arena;
    wg_arena_init(&arena, room, sizeof room);
    DECODE(&value, data, size, &arena);
    *structs = sizeof value;
    *used = arena.used;
}
