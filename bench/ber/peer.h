/* The plug-in point of `make bench-ber`: a codec joins the benchmark as a shared object with one function.
 *
 *     cc -O2 -shared -fPIC -fvisibility=hidden -Ibench/ber my_codec.c -o my_codec.so
 *     python3 bench/ber.py --peer "my codec=./my_codec.so"
 *
 * A peer loops over its own calls, so that what is measured is the codec and not the way into the
 * shared object. Calls of the codec itself should be as its users make them: out of line if it is a
 * library, inline if it is a header.
 *
 * `step` is 1, or 0 where all values are `*values`: the number is then written, and read, again and
 * again as in the published study. Each turn of such a loop begins with BENCH_TURN, so that no
 * compiler draws the work out of the loop.
 */
#ifndef BENCH_BER_PEER_H
#define BENCH_BER_PEER_H

#include <stddef.h>
#include <stdint.h>

#define BENCH_TURN __asm__ volatile("")

typedef struct bench_peer {
    const char *version;

    /* Writes `count` INTEGERs (tag 2) one behind the other, anywhere in `capacity` octets at `buffer`
     * or in memory of the peer's own that lasts until the next call. Returns where they begin and says
     * how many octets they take; NULL if that fails. */
    const uint8_t *(*encode)(const int32_t *values, size_t step, size_t count, uint8_t *buffer, size_t capacity,
                             size_t *size);

    /* Reads `count` INTEGERs from `size` octets at `data` into `values`. Returns 0 if that fails. */
    int (*decode)(const uint8_t *data, size_t size, int32_t *values, size_t step, size_t count);

    /* The published decoding loop reads from the buffer's start, wherever the encoder wrote. */
    int published_from_start;
} bench_peer;

/* What the shared object exports. Hide all else (-fvisibility=hidden): calls of one file to the next
 * then go straight, as they do in a program. */
__attribute__((visibility("default"))) const bench_peer *bench_peer_of(void);

#endif
