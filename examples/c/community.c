/* Reads an SNMP message as hexadecimal digits from its first argument, says what it
 * holds, and writes it again. Nothing is allocated: what lists need comes from the arena. */
#include <stdio.h>

#include "snmp.h"

static size_t from_hex(const char *digits, uint8_t *octets, size_t capacity) {
    size_t size = 0;
    unsigned octet;
    for (; size < capacity && sscanf(digits + 2 * size, "%2x", &octet) == 1; size++) {
        octets[size] = (uint8_t)octet;
    }
    return size;
}

int main(int count, char **arguments) {
    static uint8_t memory[4096];
    uint8_t input[512], output[512];
    wg_arena arena;
    wg_octets encoding;
    snmp_Message message;
    wg_result result;
    size_t size = from_hex(count > 1 ? arguments[1] : "", input, sizeof input);

    wg_arena_init(&arena, memory, sizeof memory);
    result = snmp_Message_decode_ber(&message, input, size, &arena);
    if (result.error != WG_OK) {
        printf("%s at octet %zu\n", wg_error_text(result.error), result.octet);
        return 1;
    }
    printf("community %.*s\n", (int)message.community.size, (const char *)message.community.data);

    result = snmp_Message_encode_ber(&message, output, sizeof output, &encoding);
    printf("%zu octets read, %zu written\n", size, encoding.size);
    return result.error != WG_OK;
}
