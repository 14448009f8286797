/* Generated code of one module in all its rules, over the same structs.
 *
 *     ours FILE forms FOLDER     writes the encodings of FILE's texts (a line of hex each), a file a rule set, after it
 *                                made sure that each is decoded and encoded to the same octets in every rule set
 *     ours FILE time MS          a line a rule set: its name, then nanoseconds a message of decode hot, encode hot,
 *                                decode mixed, encode mixed, about MS milliseconds each
 *     ours FILE once RULES WHAT  decodes or encodes each message once (for callgrind, within one_decode, one_encode)
 *
 * Strings of a decoded message stay in its encoding (no copy), its lists lie in an arena that is used again; no heap.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ours.h"

enum { MOST = 512, LONGEST = 1 << 16, ARENA = 1 << 20 };

typedef struct {
    const char *name;
    wg_result (*decode)(MegacoMessage *, const uint8_t *, size_t, wg_arena *);
    wg_result (*encode)(const MegacoMessage *, uint8_t *, size_t, wg_octets *);
    wg_octets encoding[MOST];
    MegacoMessage *value[MOST];
} codec;

#define CODEC(name, word) {name, MegacoMessage_decode_##word, MegacoMessage_encode_##word, {{0}}, {0}}

static codec codecs[] = {
    CODEC("pretty", h248), CODEC("compact", h248_compact), CODEC("BER", ber), CODEC("DER", der),
    CODEC("aligned PER", aper), CODEC("unaligned PER", uper), CODEC("OER", oer),
};

enum { CODECS = sizeof codecs / sizeof codecs[0] };

static size_t count;
static uint8_t buffer[LONGEST];
static uint64_t room[ARENA / 8];

static void fail(const codec *c, size_t message, const char *what)
{
    fprintf(stderr, "%s, message %lu: %s\n", c->name, (unsigned long)message + 1, what);
    exit(1);
}

static MegacoMessage *kept(const codec *c, size_t message, wg_octets text)
{
    wg_arena arena;
    MegacoMessage *value = malloc(sizeof *value);
    wg_arena_init(&arena, malloc(ARENA), ARENA);
    if (c->decode(value, text.data, text.size, &arena).error != WG_OK) {
        fail(c, message, "not decoded");
    }
    return value;
}

static wg_octets copied(const codec *c, size_t message, const MegacoMessage *value)
{
    wg_octets written, copy;
    uint8_t *octets;
    if (c->encode(value, buffer, sizeof buffer, &written).error != WG_OK) {
        fail(c, message, "not encoded");
    }
    octets = malloc(written.size + 1);
    memcpy(octets, written.data, written.size);
    copy.data = octets;
    copy.size = written.size;
    return copy;
}

/* Each text in each rule set; what is decoded of an encoding is written as that encoding again. */
static void make_forms(wg_octets text)
{
    const MegacoMessage *value = kept(&codecs[0], count, text);
    size_t i;
    for (i = 0; i < CODECS; i++) {
        codec *c = &codecs[i];
        wg_octets again;
        c->encoding[count] = copied(c, count, value);
        c->value[count] = kept(c, count, c->encoding[count]);
        again = copied(c, count, c->value[count]);
        if (again.size != c->encoding[count].size || memcmp(again.data, c->encoding[count].data, again.size) != 0) {
            fail(c, count, "does not come back");
        }
    }
    count++;
}

static void read_texts(const char *path)
{
    static char line[2 * LONGEST + 2];
    FILE *file = fopen(path, "r");
    while (file && count < MOST && fgets(line, sizeof line, file)) {
        size_t n = strspn(line, "0123456789abcdefABCDEF") / 2, i;
        uint8_t *octets = malloc(n + 1);
        wg_octets text;
        for (i = 0; i < n; i++) {
            unsigned octet;
            sscanf(line + 2 * i, "%2x", &octet);
            octets[i] = (uint8_t)octet;
        }
        text.data = octets;
        text.size = n;
        make_forms(text);
    }
    if (file) {
        fclose(file);
    }
}

__attribute__((noinline)) static int one_decode(const codec *c, size_t i)
{
    static MegacoMessage value;
    wg_arena arena;
    wg_arena_init(&arena, room, sizeof room);
    return c->decode(&value, c->encoding[i].data, c->encoding[i].size, &arena).error == WG_OK;
}

__attribute__((noinline)) static int one_encode(const codec *c, size_t i)
{
    wg_octets written;
    return c->encode(c->value[i], buffer, sizeof buffer, &written).error == WG_OK;
}

typedef int (*direction)(const codec *, size_t);

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Hot: a message over and over, then the next; else all in turn, over and over. */
static double spent(direction one, const codec *c, size_t times, int hot)
{
    double start = now();
    size_t i, j;
    int good = 1;
    for (i = 0; i < (hot ? count : times); i++) {
        for (j = 0; j < (hot ? times : count); j++) {
            good &= one(c, hot ? i : j);
        }
    }
    if (!good) {
        exit(3);
    }
    return now() - start;
}

static double nanoseconds(direction one, const codec *c, int hot, double span)
{
    size_t times = 1;
    double took = spent(one, c, times, hot);
    while (took < span / 16) {
        times *= 2;
        took = spent(one, c, times, hot);
    }
    times = (size_t)((double)times * span / took) + 1;
    return spent(one, c, times, hot) / (double)times / (double)count;
}

static void write_forms(const char *folder)
{
    size_t c, i, j;
    for (c = 0; c < CODECS; c++) {
        char path[4096];
        FILE *file;
        snprintf(path, sizeof path, "%s/%s.hex", folder, codecs[c].name);
        file = fopen(path, "w");
        if (!file) {
            exit(2);
        }
        for (i = 0; i < count; i++) {
            for (j = 0; j < codecs[c].encoding[i].size; j++) {
                fprintf(file, "%02x", codecs[c].encoding[i].data[j]);
            }
            fputc('\n', file);
        }
        fclose(file);
    }
}

int main(int argc, char **argv)
{
    size_t c;
    if (argc < 4) {
        return 2;
    }
    read_texts(argv[1]);
    if (strcmp(argv[2], "forms") == 0) {
        write_forms(argv[3]);
        return 0;
    }
    for (c = 0; c < CODECS; c++) {
        if (strcmp(argv[2], "time") == 0) {
            double span = atof(argv[3]) * 1e6;
            printf("%s\t%.1f", codecs[c].name, nanoseconds(one_decode, &codecs[c], 1, span));
            printf(" %.1f", nanoseconds(one_encode, &codecs[c], 1, span));
            printf(" %.1f", nanoseconds(one_decode, &codecs[c], 0, span));
            printf(" %.1f\n", nanoseconds(one_encode, &codecs[c], 0, span));
        } else if (argc > 4 && strcmp(argv[3], codecs[c].name) == 0) {
            spent(strcmp(argv[4], "decode") == 0 ? one_decode : one_encode, &codecs[c], 1, 1);
        }
    }
    return 0;
}
