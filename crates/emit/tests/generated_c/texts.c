/* Reads texts of a protocol, in hex, a line each; says what it made of them. -DTYPE is the type of its messages, -DWORD the
 * protocol as it stands in names of functions, -DPEEKS that its messages have a head. */
#include "generated.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PASTED(a, b, c) a##b##c
#define FUNCTION(type, what, word) PASTED(type, what, word)
#define COMPACT_OF(word) PASTED(word, _, compact)

enum { ARENA = 1 << 20, TEXT = 1 << 18 };

static char line[2 * TEXT];
static uint8_t memory[ARENA], written[TEXT];

typedef wg_result encoder(const TYPE *value, uint8_t *buffer, size_t capacity, wg_octets *encoding);

static unsigned digit_of(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static size_t octets_of(const char *hex, uint8_t *to)
{
    size_t size = 0;
    for (; hex[0] > ' ' && hex[1] > ' '; hex += 2) {
        to[size++] = (uint8_t)(digit_of(hex[0]) << 4 | digit_of(hex[1]));
    }
    return size;
}

/* The value as octets, or the error. With less room there is an error, and no octet behind. */
static void put(const TYPE *value, encoder *encode)
{
    wg_octets octets, less;
    size_t i;
    const wg_result result = encode(value, written, sizeof written, &octets);
    if (result.error != WG_OK) {
        printf(" !%d", (int)result.error);
        return;
    }
    putchar(' ');
    for (i = 0; i < octets.size; i++) {
        printf("%02x", octets.data[i]);
    }
    for (i = 0; i < octets.size; i += 1 + octets.size / 4) {
        uint8_t *const room = (uint8_t *)malloc(i + 1);
        if (!room || encode(value, room, i, &less).error != WG_ERROR_SPACE) {
            printf("?");
        }
        free(room);
    }
}

int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        const size_t size = strlen(line) / 2;
        /* Just as large, so that a sanitizer sees the end of it. */
        uint8_t *const text = (uint8_t *)malloc(size ? size : 1);
        wg_arena arena;
        TYPE value;
#ifdef PEEKS
        TYPE head;
#endif
        wg_result result;
        if (!text || octets_of(line, text) != size) {
            return 1;
        }
        wg_arena_init(&arena, memory, sizeof memory);
        result = FUNCTION(TYPE, _decode_, WORD)(&value, text, size, &arena);
        printf("%d %zu", (int)result.error, result.octet);
#ifdef PEEKS
        /* The head of a message is in whatever can be read as a whole. */
        if (FUNCTION(TYPE, _peek_, WORD)(&head, text, size, &arena).error != WG_OK && result.error == WG_OK) {
            printf("?");
        }
#endif
        if (result.error == WG_OK) {
            put(&value, FUNCTION(TYPE, _encode_, ber));
            put(&value, FUNCTION(TYPE, _encode_, WORD));
            put(&value, FUNCTION(TYPE, _encode_, COMPACT_OF(WORD)));
        }
        putchar('\n');
        free(text);
    }
    return 0;
}
