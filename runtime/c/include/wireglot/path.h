/* The path of the value in which a decoder stopped, such as
 * Message.data.response.variable-bindings[3].name.
 *
 * Decoders keep only the code and offset of an error. Decoders that also keep the path are in separate
 * files: to report more about an error, run one of them on the same octets.
 */
#ifndef WIREGLOT_PATH_H
#define WIREGLOT_PATH_H

#include "wireglot/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Maximum number of steps kept; deeper ones are shown as `...`. */
#define WG_PATH_STEPS 64

/* A component or alternative; if `name` is NULL, an element, counted from 0. */
typedef struct wg_step {
    const char *name;
    size_t index;
} wg_step;

/* The path from the decoded type to where the decoder stopped. */
typedef struct wg_path {
    const char *root;
    wg_step steps[WG_PATH_STEPS];
    size_t count; /* includes steps that were not kept */
} wg_path;

/* The path as text, zero-terminated and cut to fit; returns its full length. With a capacity of 0, or
 * NULL, only counts. */
size_t wg_path_text(const wg_path *path, char *text, size_t capacity);

/* -- for generated decoders ------------------------------------------------- */

/* An arena for readers that keep a path. */
typedef struct wg_tracing {
    wg_arena arena;
    wg_path *path;
} wg_tracing;

void wg_path_begin(wg_tracing *tracing, const wg_arena *arena, wg_path *path, const char *root);
void wg_path_end(const wg_tracing *tracing, wg_arena *arena);

/* The depth of a reader, and returning to it. */
size_t wg_path_depth(const wg_reader *r);
void wg_path_back_to(const wg_reader *r, size_t depth);

/* Steps down and back; these do nothing after an error. */
void wg_path_part(const wg_reader *r, const char *name);
void wg_path_element(const wg_reader *r, size_t index);
void wg_path_back(const wg_reader *r);

#ifdef __cplusplus
}
#endif

#endif
