/* Times of integers in BER, round by round.
 *
 *     main ROUNDS PEER.so...        all cases
 *     main once CASE encode|decode COUNT PEER.so    one, for counting instructions
 *
 * Prints `version NUMBER NAME` for each peer and for each case, round and peer a line
 *
 *     CASE PEER memset encode decode octets encoded-right decoded-right
 *
 * in nanoseconds of this thread, PEER being its number; and `copy` lines, what memcpy takes for as
 * many octets as the first peer wrote. All peers take turns in each round.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "peer.h"

#define CAPACITY ((size_t)4096 * 2000)
#define MOST 1365333 /* CAPACITY / 6, as published */
#define PEERS 32
#define COUNTED 20000 /* at most, to count instructions */

static uint8_t buffer[CAPACITY], copy[CAPACITY], reference[CAPACITY];
static int32_t values[MOST], got[MOST];

static uint64_t state = 88172645463325252u;

static uint32_t next_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32);
}

/* -- cases: how a value comes about --------------------------------------- */

static int32_t published(size_t i)
{
    (void)i;
    return -3141;
}

/* Each of one to four octets as often as any other, and no more than need be whoever writes it. */
static int32_t of_mixed_widths(size_t i)
{
    uint32_t width = next_random() % 4 + 1, most = (uint32_t)0x80 << 8 * (width - 1);
    (void)i;
    return (int32_t)((next_random() & (most - 1)) | most >> 1);
}

/* The same of either sign. */
static int32_t of_mixed_signs(size_t i)
{
    int32_t value = of_mixed_widths(i);
    return next_random() % 2 ? -1 - value : value;
}

/* Version, request id, error status, error index; then values of a table: indexes, gauges, counters, time ticks. */
static int32_t of_snmp(size_t i)
{
    switch (i % 16) {
    case 0:
        return 1;
    case 1:
        return (int32_t)(next_random() >> 1);
    case 2:
    case 3:
        return 0;
    default:
        switch (next_random() % 4) {
        case 0:
            return (int32_t)(next_random() % 64);
        case 1:
            return (int32_t)(next_random() % 1000);
        case 2:
            return (int32_t)(next_random() % 1000000);
        default:
            return (int32_t)(next_random() >> 1);
        }
    }
}

static int32_t of_one_octet(size_t i)
{
    (void)i;
    return (int32_t)(next_random() % 128);
}

typedef struct bench_case {
    const char *name;
    int32_t (*value)(size_t i);
    size_t count;
    size_t step;
    int as_published;
} bench_case;

static const bench_case cases[] = {
    {"published", published, MOST, 0, 1}, {"repaired", published, MOST, 0, 0},      {"mixed", of_mixed_widths, 1000000, 1, 0},
    {"signs", of_mixed_signs, 1000000, 1, 0},                 {"snmp", of_snmp, 1000000, 1, 0},     {"one-octet", of_one_octet, 1000000, 1, 0},
};

/* -- what is right (X.690 8.3.2) ------------------------------------------ */

static size_t encode_reference(const bench_case *c)
{
    size_t used = 0, i;
    for (i = 0; i < c->count; i++) {
        int32_t value = values[c->step * i];
        unsigned n = 4;
        while (n > 1 && (value >> (8 * n - 9) == 0 || value >> (8 * n - 9) == -1)) {
            n--;
        }
        reference[used++] = 2;
        reference[used++] = (uint8_t)n;
        for (; n > 0; n--) {
            reference[used++] = (uint8_t)((uint32_t)value >> 8 * (n - 1));
        }
    }
    return used;
}

static void fill(const bench_case *c)
{
    size_t i;
    state = 88172645463325252u;
    for (i = 0; i < (c->step ? c->count : 1); i++) {
        values[i] = c->value(i);
    }
}

/* -- time ------------------------------------------------------------------ */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void measure(const bench_case *c, const bench_peer *peer, int number, size_t right)
{
    double begun, cleared, encoded, decoded;
    const uint8_t *data, *from;
    size_t size = 0;
    int read_all, same;
    memset(got, 0x55, sizeof(int32_t) * (c->step ? c->count : 1));
    begun = now();
    memset(buffer, 0, CAPACITY);
    __asm__ volatile("" : : "r"(buffer) : "memory");
    cleared = now();
    data = peer->encode(values, c->step, c->count, buffer, CAPACITY, &size);
    encoded = now();
    if (!data) {
        fprintf(stderr, "%s: peer %d does not encode\n", c->name, number);
        exit(1);
    }
    from = c->as_published && peer->published_from_start ? buffer : data;
    read_all = peer->decode(from, from == data ? size : CAPACITY, got, c->step, c->count);
    decoded = now();
    same = memcmp(got, values, sizeof(int32_t) * (c->step ? c->count : 1)) == 0;
    printf("%s %d %.0f %.0f %.0f %zu %d %d\n", c->name, number, cleared - begun, encoded - cleared, decoded - encoded, size,
           size == right && memcmp(data, reference, size) == 0, read_all && same && from == data);
    if (number == 0) {
        begun = now();
        memcpy(copy, data, size);
        __asm__ volatile("" : : "r"(copy) : "memory");
        printf("%s copy %.0f\n", c->name, now() - begun);
    }
}

static const bench_peer *load(const char *path)
{
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const bench_peer *(*peer_of)(void) = NULL;
    if (object) {
        *(void **)&peer_of = dlsym(object, "bench_peer_of");
    }
    if (!peer_of) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    return peer_of();
}

/* One case of one peer, outside of which nothing is worth counting. */
static int once(char **arguments)
{
    const bench_peer *peer = load(arguments[3]);
    size_t i, size = 0, count = (size_t)atol(arguments[2]);
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench_case c = cases[i];
        if (strcmp(c.name, arguments[0]) == 0) {
            const uint8_t *data;
            /* The same work around it, however many are asked for. */
            c.count = COUNTED;
            fill(&c);
            size = encode_reference(&c);
            data = reference;
            if (strcmp(arguments[1], "encode") == 0) {
                return !peer->encode(values, c.step, count, buffer, CAPACITY, &size);
            }
            return !peer->decode(data, size, got, c.step, count);
        }
    }
    return 1;
}

int main(int argc, char **argv)
{
    const bench_peer *peers[PEERS];
    int i, n = 0, round, rounds;
    size_t at;
    if (argc == 6 && strcmp(argv[1], "once") == 0) {
        return once(argv + 2);
    }
    if (argc < 3) {
        return 2;
    }
    rounds = atoi(argv[1]);
    for (i = 2; i < argc && n < PEERS; i++, n++) {
        peers[n] = load(argv[i]);
        printf("version %d %s\n", n, peers[n]->version);
    }
    for (at = 0; at < sizeof cases / sizeof *cases; at++) {
        size_t right;
        fill(&cases[at]);
        right = encode_reference(&cases[at]);
        for (round = 0; round < rounds; round++) {
            for (i = 0; i < n; i++) {
                /* Each round begins with another peer. */
                int turn = (i + round) % n;
                measure(&cases[at], peers[turn], turn, right);
            }
        }
    }
    return 0;
}
