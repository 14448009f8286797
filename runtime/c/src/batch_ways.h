/* Ways to handle many numbers at once. */
#ifndef WIREGLOT_BATCH_WAYS_H
#define WIREGLOT_BATCH_WAYS_H

#include "wireglot/tlv.h"

typedef struct wg_batch_ways {
    /* Writes numbers from the end of the array; returns how many are left in front. */
    size_t (*put)(wg_writer *w, uint8_t identifier, const int32_t *values, size_t count);
    /* Reads numbers as long as they come in the usual form; returns how many. */
    size_t (*get)(wg_reader *r, uint8_t identifier, int32_t *values, size_t most);
} wg_batch_ways;

/* The ways of this machine; NULL where there are none. */
wg_batch_ways wg_batch_ways_here(void);

#endif
