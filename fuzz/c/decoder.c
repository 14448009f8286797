/* A decoder of generated C under libFuzzer: compile with -DTYPE=Message -DRULES=ber -include message.h.
 *
 * The input stands in memory of its own length, so that a read behind it is seen. What is decoded must
 * encode, and what was encoded must decode to an equal value; a value that breaks a constraint, or lacks a
 * component in an addition group (docs/tolerances.md), may be refused by the encoder, which then says so. Text has
 * values that it does not write: a digit map of version 1 that begins with `Z:` (docs/h248.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PASTE(a, b, c) a##_##b##_##c
#define NAME(a, b, c) PASTE(a, b, c)
#define DECODE NAME(TYPE, decode, RULES)
#define ENCODE NAME(TYPE, encode, RULES)
#define SHOW_OF(a) #a
#define SHOW(a) SHOW_OF(a)
#define EQUAL_OF(a) a##_equal
#define EQUAL_(a) EQUAL_OF(a)
#define EQUAL EQUAL_(TYPE)

enum { ARENA = 1 << 22, BUFFER = 1 << 20 };

static uint64_t first_room[ARENA / 8], second_room[ARENA / 8];
static uint8_t buffer[BUFFER];
static TYPE first, second;

/* Whether an encoder may refuse with this error what was decoded. */
static int may_refuse(wg_error error)
{
    return error == WG_ERROR_CONSTRAINT || error == WG_ERROR_RANGE || error == WG_ERROR_SPACE || error == WG_ERROR_MISSING ||
           (error == WG_ERROR_VALUE && strncmp(SHOW(RULES), "h248", 4) == 0);
}

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *const input = (uint8_t *)malloc(size);
    if (input == NULL && size > 0) {
        return 0;
    }
    if (size > 0) {
        memcpy(input, data, size);
    }
    wg_arena arena;
    wg_arena_init(&arena, first_room, sizeof first_room);
    if (DECODE(&first, input, size, &arena).error == WG_OK) {
        wg_octets written;
        const wg_result result = ENCODE(&first, buffer, sizeof buffer, &written);
        if (result.error == WG_OK) {
            wg_arena again;
            wg_arena_init(&again, second_room, sizeof second_room);
            if (DECODE(&second, written.data, written.size, &again).error != WG_OK) {
                fail("what was encoded does not decode");
            }
            if (!EQUAL(&first, &second)) {
                fail("what was encoded decodes to another value");
            }
        } else if (!may_refuse(result.error)) {
            fail("what was decoded does not encode");
        }
    }
    free(input);
    return 0;
}
