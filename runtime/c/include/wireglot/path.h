/* Where in a value a decoder stopped, such as Message.data.response.variable-bindings[3].name.
 *
 * Decoders keep the code and the place of an error. Those that keep the way as well stand in files
 * of their own: a program that wants to tell more of an error runs one of them on the same octets.
 */
#ifndef WIREGLOT_PATH_H
#define WIREGLOT_PATH_H

#include "wireglot/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Steps that are kept; `...` stands for those below them. */
#define WG_PATH_STEPS 64

/* A component or alternative; or, where `name` is NULL, an element, counted from 0. */
typedef struct wg_step {
    const char *name;
    size_t index;
} wg_step;

/* The way from the type that was decoded to what the decoder stopped at or in. */
typedef struct wg_path {
    const char *root;
    wg_step steps[WG_PATH_STEPS];
    size_t count; /* also of steps that were not kept */
} wg_path;

/* The path as text, as much as fits with a zero behind it; how long all of it is. A capacity of 0, and
 * NULL, only count. */
size_t wg_path_text(const wg_path *path, char *text, size_t capacity);

/* -- for generated decoders ------------------------------------------------- */

/* An arena whose readers know a path. */
typedef struct wg_tracing {
    wg_arena arena;
    wg_path *path;
} wg_tracing;

void wg_path_begin(wg_tracing *tracing, const wg_arena *arena, wg_path *path, const char *root);
void wg_path_end(const wg_tracing *tracing, wg_arena *arena);

/* How many steps down a reader is, and back to there. */
size_t wg_path_depth(const wg_reader *r);
void wg_path_back_to(const wg_reader *r, size_t depth);

/* One step down, and back; after an error nothing moves. */
void wg_path_part(const wg_reader *r, const char *name);
void wg_path_element(const wg_reader *r, size_t index);
void wg_path_back(const wg_reader *r);

#ifdef __cplusplus
}
#endif

#endif
