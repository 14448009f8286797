/* Times of one codec of the Drone message: argv[1] rounds, one line each with
   nanoseconds for encode and decode, stock and random. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "drone_bp.h"

#define N 20000
#define MESSAGES 64

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* What the compiler must not look through. */
static void use(void *p) {
    __asm__ volatile("" : : "r"(p) : "memory");
}

/* A grown sender appends to the outermost message, and says so in its lead. */
#ifdef GROWN
#define MORE 4
#else
#define MORE 0
#endif

static unsigned char bytes[MESSAGES][BYTES_LENGTH_DRONE + MORE];
static struct Drone drones[MESSAGES];

static void fill(void) {
    unsigned state = 12345;
    for (int i = 0; i < MESSAGES; i++) {
        for (int j = 0; j < BYTES_LENGTH_DRONE; j++) {
            state = state * 1103515245u + 12345u;
            bytes[i][j] = (unsigned char)(state >> 16);
        }
        bytes[i][BYTES_LENGTH_DRONE - 1] &= 0x0f;
#ifdef OWN_LEADS
        struct Drone d;
        unsigned char other[BYTES_LENGTH_DRONE];
        memset(&d, 0, sizeof d);
        unsigned char *raw = (unsigned char *)&d;
        for (size_t j = 0; j < sizeof d; j++) raw[j] = bytes[i][j % BYTES_LENGTH_DRONE] & 1;
        memset(other, 0, sizeof other);
        EncodeDrone(&d, other);
        memcpy(bytes[i], other, sizeof other);
#ifdef GROWN
        unsigned size = (unsigned)other[0] + (unsigned)other[1] * 256u + MORE * 8;
        bytes[i][0] = (unsigned char)(size & 0xff);
        bytes[i][1] = (unsigned char)(size >> 8);
        memset(bytes[i] + BYTES_LENGTH_DRONE, 0x5a, MORE);
#endif
#endif
    }
}

/* A sum of all octets, to compare what two codecs make. */
static unsigned long checked(void) {
    unsigned long sum = 5381;
    for (int i = 0; i < MESSAGES; i++) {
        struct Drone d;
        unsigned char s[BYTES_LENGTH_DRONE];
        memset(&d, 0, sizeof d);
        memset(s, 0, sizeof s);
        DecodeDrone(&d, bytes[i]);
        EncodeDrone(&d, s);
        if (memcmp(s + (MORE ? 2 : 0), bytes[i] + (MORE ? 2 : 0), sizeof s - (MORE ? 2 : 0)) != 0) sum = 0;
        for (size_t j = 0; j < sizeof s; j++) sum = sum * 33 + s[j];
    }
    return sum;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
    unsigned char s[BYTES_LENGTH_DRONE];
    memset(s, 0, sizeof s);
    fill();
    printf("%lu\n", checked());
    for (int round = 0; round < rounds; round++) {
        double times[5];
        times[0] = now();
        for (int i = 0; i < N; i++) {
            struct Drone d = {0};
            use(&d);
            EncodeDrone(&d, s);
            use(s);
        }
        times[1] = now();
        memset(s, 0, sizeof s);
#ifdef OWN_LEADS
        struct Drone zero = {0};
        EncodeDrone(&zero, s);
#endif
        for (int i = 0; i < N; i++) {
            struct Drone d = {0};
            use(&d);
            DecodeDrone(&d, s);
            use(&d);
        }
        times[2] = now();
        for (int i = 0; i < N; i++) {
            EncodeDrone(&drones[i % MESSAGES], s);
            use(s);
        }
        times[3] = now();
        for (int i = 0; i < N; i++) {
            DecodeDrone(&drones[i % MESSAGES], bytes[i % MESSAGES]);
            use(drones);
        }
        times[4] = now();
        for (int i = 0; i < 4; i++) printf("%.3f%c", (times[i + 1] - times[i]) / N, i < 3 ? ' ' : '\n');
    }
    return 0;
}
