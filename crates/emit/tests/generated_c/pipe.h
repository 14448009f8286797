#ifndef PIPE_H
#define PIPE_H

#include "wireglot/json.h"
#include "wireglot/path.h"

/* A root: the size of its values, decoders and encoders by number of rules,
 * what checks values, then what compares and shows them, in one line and indented, and the
 * decoders that keep the way. */
struct pipe_root {
    size_t size;
    wg_result (*decode[9])(void *value, const uint8_t *data, size_t size, wg_arena *arena);
    wg_result (*encode[9])(const void *value, uint8_t *buffer, size_t capacity, wg_octets *encoding);
    wg_violation (*check)(const void *value);
    size_t most[9]; /* octets that it says it takes; 0 where it says nothing */
    bool (*equal)(const void *a, const void *b);
    wg_error (*show[2])(const void *value, wg_json *text);
    wg_result (*trace[9])(void *value, const uint8_t *data, size_t size, wg_arena *arena, wg_path *path);
};

extern const struct pipe_root pipe_roots[];

#endif
