/* Finds where a BER encoding ends in a stream; every octet is looked at once, as it arrives.
 *
 *     wg_framing f;
 *     wg_framing_init(&f, 65536);
 *     while ((need = wg_framing_need(&f)) > 0) {
 *         size = read(connection, buffer + have, need);
 *         if (size <= 0) { ... }
 *         have += wg_framing_take(&f, buffer + have, (size_t)size);
 *     }
 *     if (f.error != WG_OK) { ... }
 *
 * wg_framing_need never returns more than belongs to this encoding. If you read more at once, pass all of
 * it to wg_framing_take, which returns how much of it belongs to the encoding. Indefinite lengths
 * (X.690 8.1.3.6) are counted, not stored: memory and time do not grow with their depth.
 */
#ifndef WIREGLOT_FRAMING_H
#define WIREGLOT_FRAMING_H

#include "wireglot/core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wg_framing {
    size_t taken;     /* octets so far */
    size_t most;      /* maximum number of octets in an encoding */
    size_t open;      /* open indefinite lengths */
    size_t contents;  /* contents octets still to come; while a length is read, that length */
    unsigned left;    /* length octets still to come */
    unsigned state;
    uint8_t head;     /* the first identifier octet */
    bool begun;
    wg_error error;   /* WG_ERROR_TAG, WG_ERROR_LENGTH; WG_ERROR_LIMIT if it needs more than `most` */
} wg_framing;

/* Begins a new encoding of at most `most` octets. */
void wg_framing_init(wg_framing *f, size_t most);

/* Takes received octets; returns how many of them belong to the encoding. */
size_t wg_framing_take(wg_framing *f, const uint8_t *data, size_t size);

/* Minimum number of octets still to come; 0 when the encoding is complete, and after an error. Together
 * with those received, never more than `most`. */
size_t wg_framing_need(const wg_framing *f);

#ifdef __cplusplus
}
#endif

#endif
