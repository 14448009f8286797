/* Times one codec on a file of messages, a line of hex each.
 *
 *     main FILE check         for each line: 1 if it is decoded and encoded to the same octets, else 0
 *     main FILE time MS       nanoseconds a message: decode hot, encode hot, decode mixed, encode mixed,
 *                             about MS milliseconds each. Hot: a message over and over, then the next;
 *                             mixed: all in turn
 *     main FILE once WHAT     decodes or encodes each message once (for callgrind)
 *     main FILE memory        allocations of decoding and of encoding all messages; then the most octets of
 *                             structs and of arena
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "peer.h"

enum { MOST = 2048, LONGEST = 1 << 16 };

static uint8_t *message[MOST];
static size_t size[MOST];
static void *kept[MOST];
static size_t count;
static uint8_t buffer[LONGEST];

/* Of allocations.c, where that is preloaded. */
extern unsigned long bench_allocations __attribute__((weak));

static unsigned long allocations(void)
{
    return &bench_allocations ? bench_allocations : 0;
}

static void read_messages(const char *path)
{
    static char line[2 * LONGEST + 2];
    FILE *file = fopen(path, "r");
    while (file && count < MOST && fgets(line, sizeof line, file)) {
        size_t n = strspn(line, "0123456789abcdef") / 2, i;
        message[count] = malloc(n + 1);
        size[count] = n;
        for (i = 0; i < n; i++) {
            unsigned octet;
            sscanf(line + 2 * i, "%2x", &octet);
            message[count][i] = (uint8_t)octet;
        }
        count++;
    }
    if (file) {
        fclose(file);
    }
}

static int decode(size_t i)
{
    return peer_decode(message[i], size[i]);
}

static int encode(size_t i)
{
    const uint8_t *encoding;
    return peer_encode(kept[i], buffer, sizeof buffer, &encoding) != 0;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Calls `one` on every message `times` times: each message so often, or all messages so often. */
static double spent(int (*one)(size_t), size_t times, int hot)
{
    double start = now();
    size_t i, j;
    int good = 1;
    for (i = 0; i < (hot ? count : times); i++) {
        for (j = 0; j < (hot ? times : count); j++) {
            good &= one(hot ? i : j);
        }
    }
    if (!good) {
        exit(3);
    }
    return now() - start;
}

static double nanoseconds(int (*one)(size_t), int hot, double span)
{
    size_t times = 1;
    double took = spent(one, times, hot);
    while (took < span / 16) {
        times *= 2;
        took = spent(one, times, hot);
    }
    times = (size_t)((double)times * span / took) + 1;
    return spent(one, times, hot) / (double)times / (double)count;
}

static void check(void)
{
    size_t i;
    for (i = 0; i < count; i++) {
        const uint8_t *encoding = NULL;
        size_t n = kept[i] ? peer_encode(kept[i], buffer, sizeof buffer, &encoding) : 0;
        puts(n == size[i] && memcmp(encoding, message[i], n) == 0 && decode(i) ? "1" : "0");
    }
}

static void memory(void)
{
    size_t i, structs = 0, arena = 0;
    unsigned long before = allocations(), middle;
    spent(decode, 1, 1);
    middle = allocations();
    spent(encode, 1, 1);
    printf("%lu %lu", middle - before, allocations() - middle);
    for (i = 0; i < count; i++) {
        size_t s, a;
        peer_memory(message[i], size[i], &s, &a);
        structs = s > structs ? s : structs;
        arena = a > arena ? a : arena;
    }
    printf(" %lu %lu\n", (unsigned long)structs, (unsigned long)arena);
}

int main(int argc, char **argv)
{
    size_t i;
    if (argc < 3) {
        return 2;
    }
    read_messages(argv[1]);
    for (i = 0; i < count; i++) {
        kept[i] = peer_keep(message[i], size[i]);
    }
    if (strcmp(argv[2], "check") == 0) {
        check();
    } else if (strcmp(argv[2], "memory") == 0) {
        memory();
    } else if (strcmp(argv[2], "once") == 0 && argc > 3) {
        spent(strcmp(argv[3], "decode") == 0 ? decode : encode, 1, 1);
    } else if (strcmp(argv[2], "time") == 0 && argc > 3) {
        double span = atof(argv[3]) * 1e6;
        printf("%.3f %.3f", nanoseconds(decode, 1, span), nanoseconds(encode, 1, span));
        printf(" %.3f %.3f\n", nanoseconds(decode, 0, span), nanoseconds(encode, 0, span));
    }
    return 0;
}
