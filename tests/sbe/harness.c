/* The C program: one message per input line, one answer per output line. */

#include "harness.h"

#include <stdio.h>

#define LONGEST 4000000u

static void *demand(size_t size) {
    void *made = malloc(size == 0 ? 1 : size);
    if (made == NULL) exit(3);
    return made;
}

static void print_digits(const uint8_t *octets, size_t size) {
    size_t index;
    for (index = 0; index < size; ++index) printf("%02x", octets[index]);
}

/* The message written again: into a buffer of its exact size, but not into a smaller one. */
static void print_written(const harness_schema *schema, const uint8_t *octets, size_t size) {
    const size_t room = size + 65536;
    uint8_t *out = (uint8_t *)demand(room), *exact;
    size_t length = 0, again = 0;
    const wg_sbe_status status = schema->copy(octets, size, out, room, &length);
    if (status.code != WG_SBE_OK) {
        printf("%s", wg_sbe_word(status.code));
        free(out);
        return;
    }
    exact = (uint8_t *)demand(length);
    if (schema->copy(octets, size, exact, length, &again).code != WG_SBE_OK || again != length ||
        memcmp(out, exact, length) != 0) {
        printf("other-octets-where-room-is-scarce");
    } else if (schema->copy(octets, size, exact, length - 1, &again).code != WG_SBE_NO_ROOM) {
        printf("written-without-room");
    } else {
        print_digits(out, length);
    }
    free(exact);
    free(out);
}

void harness_answer(const harness_schema *schema, const uint8_t *octets, size_t size) {
    size_t length = 0, again = 0, taken = 0;
    char *text, *once_more;
    wg_sbe_status status = schema->to_json(octets, size, NULL, 0, &length);
    if (status.code == WG_SBE_OK) status = schema->validate(octets, size, &taken);
    if (status.code != WG_SBE_OK) {
        printf("error %s\n", wg_sbe_word(status.code));
        return;
    }
    text = (char *)demand(length + 1);
    once_more = (char *)demand(length + 1);
    schema->to_json(octets, size, text, length + 1, &again);
    schema->to_json(octets, size, once_more, length + 1, &again);
    printf("%zu ", taken);
    if (again != length || strlen(text) != length || strcmp(text, once_more) != 0) {
        printf("another-text-the-second-time");
    } else {
        print_written(schema, octets, size);
    }
    printf(" %s\n", text);
    free(once_more);
    free(text);
}

extern const harness_schema *const harness_schemas[];

static unsigned digit(char character) {
    const char *digits = "0123456789abcdef", *found = strchr(digits, character);
    return found == NULL ? 0 : (unsigned)(found - digits);
}

int main(void) {
    char *line = (char *)demand(LONGEST);
    while (fgets(line, LONGEST, stdin) != NULL) {
        char *digits = line;
        const unsigned long number = strtoul(line, &digits, 10);
        const size_t size = strcspn(++digits, "\n") / 2;
        uint8_t *octets = (uint8_t *)demand(size);
        size_t index;
        for (index = 0; index < size; ++index) {
            octets[index] = (uint8_t)(digit(digits[2 * index]) << 4 | digit(digits[2 * index + 1]));
        }
        harness_answer(harness_schemas[number], octets, size);
        free(octets);
    }
    free(line);
    return 0;
}
