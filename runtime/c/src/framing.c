/* Finds where an encoding ends. */
#include "wireglot/framing.h"

#include <string.h>

/* What the next octet is. */
enum {
    AT_TAG,
    IN_TAG, /* after the first identifier octet (X.690 8.1.2.4) */
    AT_LENGTH,
    IN_LENGTH,
    IN_CONTENTS,
    WHOLE
};

static void stop(wg_framing *f, wg_error error)
{
    f->error = error;
    f->state = WHOLE;
}

/* Checks that what must still come fits, so that reading what is requested never exceeds `most`. */
static void hold(wg_framing *f)
{
    if (wg_framing_need(f) > f->most - f->taken) {
        stop(f, WG_ERROR_LIMIT);
    }
}

void wg_framing_init(wg_framing *f, size_t most)
{
    memset(f, 0, sizeof *f);
    f->most = most;
    f->state = AT_TAG;
    hold(f);
}

/* After an encoding: the end, or more contents of an indefinite length. */
static void next(wg_framing *f)
{
    f->state = f->open ? AT_TAG : WHOLE;
}

/* The length is complete. */
static void measured(wg_framing *f)
{
    if (f->contents) {
        f->state = IN_CONTENTS;
    } else {
        next(f);
    }
}

static void take_length(wg_framing *f, uint8_t octet)
{
    f->contents = octet & 0x7f;
    if (f->head == 0) {
        /* Only end-of-contents octets may look like this (X.690 8.1.5). */
        if (octet) {
            stop(f, WG_ERROR_TAG);
        } else {
            f->open--;
            next(f);
        }
    } else if (octet < 0x80) {
        measured(f);
    } else if (octet == 0x80 && f->head & 0x20) {
        f->open++;
        f->state = AT_TAG;
    } else if (octet == 0x80 || octet == 0xff) {
        stop(f, WG_ERROR_LENGTH);
    } else {
        f->left = octet & 0x7f;
        f->contents = 0;
        f->state = IN_LENGTH;
    }
}

static void take(wg_framing *f, uint8_t octet)
{
    switch (f->state) {
    case AT_TAG:
        f->head = octet;
        f->begun = false;
        f->state = (octet & 0x1f) == 0x1f ? IN_TAG : AT_LENGTH;
        if (octet == 0x20 || (octet == 0 && f->open == 0)) {
            stop(f, WG_ERROR_TAG);
        }
        break;
    case IN_TAG:
        /* X.690 8.1.2.4.2 c; and no tag is universal 0, in this form either (8.1.5). */
        if (!f->begun && (octet == 0x80 || (octet == 0 && f->head < 0x40))) {
            stop(f, WG_ERROR_TAG);
        } else if (octet < 0x80) {
            f->state = AT_LENGTH;
        }
        f->begun = true;
        break;
    case AT_LENGTH:
        take_length(f, octet);
        break;
    default:
        f->contents = f->contents > SIZE_MAX >> 8 ? SIZE_MAX : f->contents << 8 | octet;
        if (--f->left == 0) {
            measured(f);
        }
    }
}

size_t wg_framing_take(wg_framing *f, const uint8_t *data, size_t size)
{
    size_t i = 0;
    while (i < size && f->state != WHOLE) {
        if (f->state == IN_CONTENTS) {
            size_t n = size - i < f->contents ? size - i : f->contents;
            f->contents -= n;
            f->taken += n;
            i += n;
            if (f->contents == 0) {
                next(f);
            }
        } else {
            f->taken++;
            take(f, data[i++]);
            hold(f);
        }
    }
    return i;
}

/* The sum, limited to SIZE_MAX. */
static size_t sum(size_t a, size_t b)
{
    return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

size_t wg_framing_need(const wg_framing *f)
{
    /* The end-of-contents octets of all open encodings, and the rest of what is being read. */
    size_t ends = f->open > SIZE_MAX / 2 ? SIZE_MAX : 2 * f->open;
    switch (f->state) {
    case WHOLE:
        return 0;
    case AT_TAG:
        return f->open ? ends : 2;
    case IN_TAG:
        return sum(ends, 2);
    case AT_LENGTH:
        return f->head ? sum(ends, 1) : ends - 1;
    case IN_LENGTH:
        return sum(ends, f->left);
    default:
        return sum(ends, f->contents);
    }
}
