/* Arrays of INTEGERs at once, in BER and DER. Optional: nothing else needs it.
 *
 * On x86-64 with gcc or clang, SSSE3 or AVX-512 (VBMI2) is used where the machine has it, asked for
 * at run time; elsewhere, and with -DWG_BATCH_PORTABLE when batch_x86.c is compiled, plain C.
 */
#ifndef WIREGLOT_BATCH_H
#define WIREGLOT_BATCH_H

#include "wireglot/tlv.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes `count` numbers backwards, so that they stand in the order of the array. */
void wg_batch_put_i32(wg_writer *w, wg_tag tag, const int32_t *values, size_t count);

/* Reads up to `most` numbers with that tag, up to another tag or the end of the frame; returns how many.
 * An error is that of the reader, which has then read those before it. What stands behind the numbers
 * that were read, but within `most`, may change. */
size_t wg_batch_get_i32(wg_reader *r, wg_tag tag, int32_t *values, size_t most);

#ifdef __cplusplus
}
#endif

#endif
