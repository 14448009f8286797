/* The path of the value in which a decoder stopped. */
#include "wireglot/path.h"

#include <string.h>

void wg_path_begin(wg_tracing *tracing, const wg_arena *arena, wg_path *path, const char *root)
{
    if (arena) {
        tracing->arena = *arena;
    } else {
        wg_arena_init(&tracing->arena, NULL, 0);
    }
    memset(path, 0, sizeof *path);
    path->root = root;
    tracing->path = path;
}

void wg_path_end(const wg_tracing *tracing, wg_arena *arena)
{
    if (arena) {
        arena->used = tracing->arena.used;
        arena->kept = tracing->arena.kept;
        arena->kept_why = tracing->arena.kept_why;
        arena->passed = tracing->arena.passed;
        arena->passed_at = tracing->arena.passed_at;
    }
}

/* The arena of every reader is the first member of a wg_tracing. */
static wg_path *path_of(const wg_reader *r)
{
    return ((const wg_tracing *)(const void *)r->arena)->path;
}

size_t wg_path_depth(const wg_reader *r)
{
    return path_of(r)->count;
}

void wg_path_back_to(const wg_reader *r, size_t depth)
{
    path_of(r)->count = depth;
}

static void step(const wg_reader *r, const char *name, size_t index)
{
    wg_path *const path = path_of(r);
    if (r->error != WG_OK) {
        return;
    }
    if (path->count < WG_PATH_STEPS) {
        path->steps[path->count].name = name;
        path->steps[path->count].index = index;
    }
    path->count++;
}

void wg_path_part(const wg_reader *r, const char *name)
{
    step(r, name, 0);
}

void wg_path_element(const wg_reader *r, size_t index)
{
    step(r, NULL, index);
}

void wg_path_back(const wg_reader *r)
{
    if (r->error == WG_OK) {
        path_of(r)->count--;
    }
}

/* -- as text --------------------------------------------------------------- */

typedef struct text {
    char *data;
    size_t capacity;
    size_t size;
} text;

static void put(text *to, const char *piece, size_t size)
{
    if (to->size < to->capacity) {
        const size_t room = to->capacity - to->size;
        memcpy(to->data + to->size, piece, size < room ? size : room);
    }
    to->size += size;
}

static void put_index(text *to, size_t index)
{
    char digits[3 * sizeof index + 2];
    size_t at = sizeof digits;
    digits[--at] = ']';
    do {
        digits[--at] = (char)('0' + (int)(index % 10));
        index /= 10;
    } while (index > 0);
    digits[--at] = '[';
    put(to, digits + at, sizeof digits - at);
}

size_t wg_path_text(const wg_path *path, char *data, size_t capacity)
{
    text to;
    size_t i;
    to.data = data;
    to.capacity = data ? capacity : 0;
    to.size = 0;
    put(&to, path->root, strlen(path->root));
    for (i = 0; i < path->count && i < WG_PATH_STEPS; i++) {
        const wg_step *const each = &path->steps[i];
        if (each->name) {
            put(&to, ".", 1);
            put(&to, each->name, strlen(each->name));
        } else {
            put_index(&to, each->index);
        }
    }
    if (path->count > WG_PATH_STEPS) {
        put(&to, "...", 3);
    }
    if (to.capacity > 0) {
        to.data[to.size < to.capacity ? to.size : to.capacity - 1] = 0;
    }
    return to.size;
}
