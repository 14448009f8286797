/* Accelerated implementations for many numbers at once. */
#ifndef WIREGLOT_BATCH_WAYS_H
#define WIREGLOT_BATCH_WAYS_H

#include "wireglot/tlv.h"

typedef struct wg_batch_ways {
    /* Writes numbers from the end of the array; returns the number left at the front. */
    size_t (*put)(wg_writer *w, uint8_t identifier, const int32_t *values, size_t count);
    /* Reads numbers as long as they have the usual form; returns the number read. */
    size_t (*get)(wg_reader *r, uint8_t identifier, int32_t *values, size_t most);
} wg_batch_ways;

/* The implementations for this machine; NULL if there are none. */
wg_batch_ways wg_batch_ways_here(void);

#endif
