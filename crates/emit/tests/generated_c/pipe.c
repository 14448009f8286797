/* Runs generated code behind a pipe. A request is a line
 *
 *     tolerance root rules-in rules-out[,rules-out...] hex
 *
 * with numbers: 1 for strict open types, and 2 more to pass over octets that are left over; for roots; and for rules. The
 * answer is `error CODE OCTET PATH`, or `ok`, how many open types were kept and octets passed over, and one hex text, or `!CODE`, for each of the rules to write by; `~`
 * before it says that it took more room than the type says. Behind a tab each, the value as JSON in one line and indented, \001 for the end of
 * a line, or `!CODE`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipe.h"

static char line[1 << 24];

static unsigned long tolerance;

static void begin_arena(wg_arena *arena, void *memory, size_t room)
{
    wg_arena_init(arena, memory, room);
    arena->open_types = tolerance & 1 ? WG_OPEN_TYPES_STRICT : WG_OPEN_TYPES_KEEP;
    arena->trailing = tolerance & 2 ? WG_TRAILING_KEEP : WG_TRAILING_REFUSE;
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Into a buffer of exactly that size: the sanitizer sees each octet written outside. */
static wg_result write_into(const struct pipe_root *root, const void *value, int out, uint8_t **buffer, size_t capacity,
                            wg_octets *written)
{
    *buffer = (uint8_t *)malloc(capacity);
    return root->encode[out](value, *buffer, capacity, written);
}

static void answer(const struct pipe_root *root, const void *value, int out, size_t size)
{
    const size_t large = size * 16 + (1 << 16), most = root->most[out];
    size_t i;
    uint8_t *buffer;
    wg_octets written;
    wg_result result;
    wg_error found;
    if (!root->encode[out]) {
        printf(" !none");
        return;
    }
    putchar(' ');
    result = write_into(root, value, out, &buffer, most ? most : large, &written);
    if (result.error == WG_ERROR_SPACE && most) {
        free(buffer);
        putchar('~');
        result = write_into(root, value, out, &buffer, large, &written);
    }
    /* What a check finds is told by the encoder, whatever else is wrong. */
    found = root->check(value).error;
    if (found != WG_OK && (result.error != found || result.octet != 0 || written.size != 0)) {
        fprintf(stderr, "rules %d: %s, a check finds: %s\n", out, wg_error_text(result.error), wg_error_text(found));
        exit(1);
    }
    if (result.error != WG_OK) {
        printf("!%d", (int)result.error);
    }
    for (i = 0; i < written.size; i++) {
        printf("%02x", written.data[i]);
    }
    free(buffer);
}

/* Whether the message gives the same value once more, in memory of its own. */
static bool same_again(const struct pipe_root *root, unsigned long in, const uint8_t *data, size_t size, size_t room,
                       const void *value)
{
    void *memory = malloc(room), *again = malloc(root->size);
    wg_arena arena;
    bool same;
    begin_arena(&arena, memory, room);
    same = root->decode[in](again, data, size, &arena).error == WG_OK && root->equal(value, again);
    free(again);
    free(memory);
    return same;
}

/* A value as text, in a buffer of the size that it asks for. */
static void show(wg_error (*write)(const void *, wg_json *), const void *value)
{
    wg_json text;
    wg_error error;
    char *buffer;
    size_t size, i;
    wg_json_buffer(&text, NULL, 0);
    write(value, &text);
    size = text.size;
    buffer = (char *)malloc(size + 1);
    wg_json_buffer(&text, buffer, size);
    if (write(value, &text) == WG_OK || strlen(buffer) != size - 1) {
        printf("\t!short");
    }
    wg_json_buffer(&text, buffer, size + 1);
    error = write(value, &text);
    if (error != WG_OK) {
        printf("\t!%d", (int)error);
    } else {
        for (i = 0; i < size; i++) {
            buffer[i] = buffer[i] == '\n' ? '\1' : buffer[i];
        }
        printf("\t%s", buffer);
    }
    free(buffer);
}

/* Where a decoder stopped; the one that says so must say the same of the error. */
static void trace(const struct pipe_root *root, unsigned long in, void *value, const uint8_t *data, size_t size,
                  void *memory, size_t room, wg_result wanted)
{
    wg_arena arena;
    wg_path path;
    wg_result result;
    char *text;
    size_t length;
    if (!root->trace[in]) {
        return;
    }
    begin_arena(&arena, memory, room);
    result = root->trace[in](value, data, size, &arena, &path);
    if (result.error != wanted.error || result.octet != wanted.octet || result.bit != wanted.bit) {
        printf(" otherwise %d %zu", (int)result.error, result.octet);
        return;
    }
    length = wg_path_text(&path, NULL, 0);
    text = (char *)malloc(length + 1);
    wg_path_text(&path, text, length + 1);
    printf(" %s", text);
    free(text);
}

static void serve(void)
{
    char *at = line, *outs;
    const struct pipe_root *root;
    unsigned long in;
    size_t size = 0, arena_size;
    uint8_t *data, *memory;
    void *value;
    wg_arena arena;
    wg_result result;
    tolerance = strtoul(at, &at, 10);
    root = &pipe_roots[strtoul(at, &at, 10)];
    in = strtoul(at, &at, 10);
    outs = at;
    strtoul(at, &at, 10);
    while (*at == ',') {
        strtoul(at + 1, &at, 10);
    }
    while (*at == ' ') {
        at++;
    }
    /* Exactly as large as the data: the sanitizer sees each octet read behind them. */
    data = (uint8_t *)malloc(strlen(at) / 2 + (at[0] == 0 || at[0] == '\n'));
    for (; digit(at[0]) >= 0 && digit(at[1]) >= 0; at += 2) {
        data[size++] = (uint8_t)(digit(at[0]) * 16 + digit(at[1]));
    }
    arena_size = size * 512 + (1 << 20);
    memory = (uint8_t *)malloc(arena_size);
    begin_arena(&arena, memory, arena_size);
    value = malloc(root->size);
    /* What a program used before it decodes into it. */
    memset(memory, 0xa5, arena_size);
    memset(value, 0xa5, root->size);
    result = root->decode[in](value, data, size, &arena);
    if (result.error != WG_OK) {
        printf("error %d %zu", (int)result.error, result.octet);
        trace(root, in, value, data, size, memory, arena_size, result);
    } else if (!same_again(root, in, data, size, arena_size, value)) {
        printf("unequal");
    } else {
        printf("ok %zu", arena.kept + arena.passed);
        do {
            answer(root, value, (int)strtoul(outs, &outs, 10), size);
        } while (*outs++ == ',');
        show(root->show[0], value);
        show(root->show[1], value);
    }
    printf("\n");
    fflush(stdout);
    free(value);
    free(memory);
    free(data);
}

int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        serve();
    }
    return 0;
}
