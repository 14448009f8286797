/* Decoders that report where in a value they stopped. Slower: call them only after an error.
 *
 * Written by wireglot; changes will be lost.
 */
#ifndef REPORT_PATH_H
#define REPORT_PATH_H

#include "report.h"
#include "wireglot/path.h"

#ifdef __cplusplus
extern "C" {
#endif

wg_result Report_decode_ber_path(Report *value, const uint8_t *data, size_t size, wg_arena *arena, wg_path *path);
wg_result Report_decode_uper_path(Report *value, const uint8_t *data, size_t size, wg_arena *arena, wg_path *path);
wg_result Field_decode_ber_path(Field *value, const uint8_t *data, size_t size, wg_arena *arena, wg_path *path);
wg_result Field_decode_uper_path(Field *value, const uint8_t *data, size_t size, wg_arena *arena, wg_path *path);
#ifdef __cplusplus
}
#endif

#endif
