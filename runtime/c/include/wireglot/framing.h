/* Where an encoding in BER ends, for streams: octets are looked at as they come, each once.
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
 * Never more is asked for than belongs to this encoding. Who reads more at once gives it all to
 * wg_framing_take, which says how much of it does. Lengths without end (X.690 8.1.3.6) are counted,
 * not kept: memory and time do not grow with their depth.
 */
#ifndef WIREGLOT_FRAMING_H
#define WIREGLOT_FRAMING_H

#include "wireglot/core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wg_framing {
    size_t taken;     /* octets so far */
    size_t most;      /* octets that an encoding may have */
    size_t open;      /* lengths without end that are not ended yet */
    size_t contents;  /* octets of contents that are still to come; while a length is read: that length */
    unsigned left;    /* octets of a length that are still to come */
    unsigned state;
    uint8_t head;     /* the first identifier octet */
    bool begun;
    wg_error error;   /* WG_ERROR_TAG, WG_ERROR_LENGTH; WG_ERROR_LIMIT where `most` cannot be enough */
} wg_framing;

/* Begins with a new encoding, which may have `most` octets. */
void wg_framing_init(wg_framing *f, size_t most);

/* Looks at octets that came; returns how many of them belong to the encoding. */
size_t wg_framing_take(wg_framing *f, const uint8_t *data, size_t size);

/* How many more octets must come at least; 0 when the encoding is whole, and after an error. Together with
 * those that came they are never more than `most`. */
size_t wg_framing_need(const wg_framing *f);

#ifdef __cplusplus
}
#endif

#endif
