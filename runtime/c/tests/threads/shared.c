/* Readers and writers in separate threads, each with its own memory: what they share is constant. */
#include <pthread.h>

#include "../check.h"
#include "wireglot/bits.h"
#include "wireglot/octets.h"
#include "wireglot/tlv.h"

#define THREADS 4
#define ROUNDS 2000

static void *work(void *failed)
{
    uint8_t buffer[64], memory[256];
    int round;
    for (round = 0; round < ROUNDS; round++) {
        wg_arena arena;
        wg_reader r;
        wg_writer w;
        wg_octets made;
        wg_arena_init(&arena, round % 2 ? memory : NULL, round % 2 ? sizeof memory : 0);
        wg_tlv_writer(&w, buffer, sizeof buffer, true);
        wg_tlv_put_integer_i64(&w, WG_TAG_INTEGER, round);
        made = wg_tlv_written(&w);
        wg_tlv_reader(&r, made.data, made.size, true, &arena);
        *(int *)failed |= wg_tlv_get_integer_i64(&r, WG_TAG_INTEGER) != round || r.error != WG_OK;
        wg_bits_writer(&w, buffer, sizeof buffer, false, true);
        wg_bits_put(&w, (uint64_t)round, 16);
        wg_bits_complete(&w);
        made = wg_bits_written(&w);
        *(int *)failed |= w.error != WG_OK || made.size != 2;
        wg_octets_writer(&w, NULL, 0, true);
        wg_octets_complete(&w);
        *(int *)failed |= w.error != WG_ERROR_SPACE;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int failed[THREADS] = {0};
    int i;
    for (i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, work, &failed[i]) != 0) {
            return 1;
        }
    }
    for (i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        CHECK("threads that share nothing", !failed[i]);
    }
    CHECK("no octets are the same everywhere", check_same(wg_octets_of(NULL, 0), ""));
    return check_done();
}
