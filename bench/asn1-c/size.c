/* What the code costs: with -DBOTH decoding and encoding, with -DNOTHING neither. */
#include "ours.h"

static Message value;
static uint8_t memory[4096];

int main(int argc, char **argv)
{
#ifdef BOTH
    wg_arena arena;
    wg_octets encoding;
    wg_arena_init(&arena, memory, sizeof memory);
    return Message_decode_ber(&value, (const uint8_t *)argv[0], (size_t)argc, &arena).error ||
           Message_encode_ber(&value, memory, sizeof memory, &encoding).error;
#else
    return argc + (int)value.data.kind + memory[(unsigned char)argv[0][0]];
#endif
}
