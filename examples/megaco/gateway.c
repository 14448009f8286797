/* Megaco messages (H.248) as lines of hexadecimal digits: each is read in BER, shown, and written in aligned and
 * unaligned PER, from which it is read again. One set of structs serves all of these. */
#include <stdio.h>
#include <string.h>

#include "megaco.h"
#include "megaco_json.h"

enum { LARGEST = 8192 };

typedef wg_result encoder(const megaco_MegacoMessage *, uint8_t *, size_t, wg_octets *);
typedef wg_result decoder(megaco_MegacoMessage *, const uint8_t *, size_t, wg_arena *);

/* Writes a message, reads what was written, and says how much that was. */
static int convert(const char *rules, encoder *encode, decoder *decode, const megaco_MegacoMessage *message)
{
    static uint8_t buffer[LARGEST], memory[16 * LARGEST];
    megaco_MegacoMessage again;
    wg_octets encoding;
    wg_arena arena;
    wg_result result = encode(message, buffer, sizeof buffer, &encoding);
    wg_arena_init(&arena, memory, sizeof memory);
    if (result.error == WG_OK) {
        result = decode(&again, encoding.data, encoding.size, &arena);
    }
    if (result.error != WG_OK) {
        printf("%s: %s\n", rules, wg_error_text(result.error));
        return 1;
    }
    printf("%s: %lu octets%s\n", rules, (unsigned long)encoding.size,
           megaco_MegacoMessage_equal(message, &again) ? "" : ", another value");
    return 0;
}

static void put(void *file, const char *piece, size_t size)
{
    fwrite(piece, 1, size, (FILE *)file);
}

static int show(const uint8_t *data, size_t size)
{
    static uint8_t memory[16 * LARGEST];
    megaco_MegacoMessage message;
    wg_arena arena;
    wg_result result;
    wg_json text;
    wg_arena_init(&arena, memory, sizeof memory);
    result = megaco_MegacoMessage_decode_ber(&message, data, size, &arena);
    if (result.error != WG_OK) {
        printf("%s at octet %lu\n", wg_error_text(result.error), (unsigned long)result.octet);
        return 1;
    }
    wg_json_call(&text, put, stdout);
    megaco_MegacoMessage_print(&message, &text);
    printf("\nBER: %lu octets\n", (unsigned long)size);
    return convert("aligned PER", megaco_MegacoMessage_encode_aper, megaco_MegacoMessage_decode_aper, &message) |
           convert("unaligned PER", megaco_MegacoMessage_encode_uper, megaco_MegacoMessage_decode_uper, &message);
}

int main(int count, char **arguments)
{
    static char line[2 * LARGEST + 2];
    static uint8_t data[LARGEST];
    FILE *const file = fopen(count > 1 ? arguments[1] : "messages.hex", "r");
    int failed = 0;
    if (!file) {
        printf("no messages\n");
        return 1;
    }
    while (fgets(line, sizeof line, file)) {
        size_t size = 0;
        unsigned octet;
        for (; size < sizeof data && sscanf(line + 2 * size, "%2x", &octet) == 1; size++) {
            data[size] = (uint8_t)octet;
        }
        failed |= show(data, size);
    }
    fclose(file);
    return failed;
}
