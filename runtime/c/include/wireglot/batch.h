/* Arrays of INTEGERs in one call, in BER and DER. Optional: nothing else needs it.
 *
 * On x86-64 with gcc or clang, SSSE3 or AVX-512 (VBMI2) is used if a run-time check finds it; elsewhere,
 * or if batch_x86.c is compiled with -DWG_BATCH_PORTABLE, plain C.
 */
#ifndef WIREGLOT_BATCH_H
#define WIREGLOT_BATCH_H

#include "wireglot/tlv.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes `count` numbers backwards, so that they are in array order. */
void wg_batch_put_i32(wg_writer *w, wg_tag tag, const int32_t *values, size_t count);

/* Reads up to `most` numbers with this tag, until another tag or the end of the frame; returns the
 * number read. On error, the reader has the error, and has read the numbers before it. Elements after
 * those read, up to `most`, may be overwritten. */
size_t wg_batch_get_i32(wg_reader *r, wg_tag tag, int32_t *values, size_t most);

#ifdef __cplusplus
}
#endif

#endif
