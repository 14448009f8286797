/* The specifics of CER (X.690 9): long strings in segments, and re-encoding what was read. */
#include <string.h>

#include "header.h"
#include "put.h"

/* -- strings --------------------------------------------------------------- */

/* The contents of a string may be where the writer writes next; this moves them as far away as there is
   room. */
static const uint8_t *aside(wg_writer *w, const uint8_t *data, size_t size)
{
    uintptr_t at = (uintptr_t)data;
    if (w->error != WG_OK || w->upward || at < (uintptr_t)w->start || at >= (uintptr_t)w->next) {
        return data;
    }
    memmove(w->start, data, size);
    return w->start;
}

/* Writes segments of 1000 octets, the last one first if the writer goes backwards. */
static void put_segments(wg_writer *w, wg_tag tag, wg_octets value, bool bits, unsigned unused)
{
    const size_t most = bits ? WG_CER_SEGMENT - 1 : WG_CER_SEGMENT, count = (value.size + most - 1) / most;
    const uint8_t *data = aside(w, value.data, value.size);
    size_t i;
    wg_tlv_open_indefinite(w, tag);
    for (i = 0; i < count && w->error == WG_OK; i++) {
        const size_t number = w->upward ? i : count - 1 - i, at = number * most;
        const bool last = number == count - 1;
        const size_t size = last ? value.size - at : most;
        if (bits) {
            wg_tlv_put_part(w, WG_TAG_BIT_STRING, data + at, size, last ? unused : 0);
        } else {
            wg_tlv_put_primitive(w, WG_TAG_OCTET_STRING, data + at, size);
        }
    }
    wg_tlv_close_indefinite(w, tag);
}

/* -- values kept as octets ------------------------------------------------- */

/* Whether the framing of a complete encoding is valid in CER: constructed encodings have indefinite
 * lengths, primitive ones the shortest. */
static bool is_cer(wg_octets encoding)
{
    wg_reader r, strict;
    wg_header h;
    unsigned open = 0;
    wg_tlv_reader(&r, encoding.data, encoding.size, false, NULL);
    do {
        if (open > 0 && r.end - r.next >= 2 && r.next[0] == 0 && r.next[1] == 0) {
            r.next += 2;
            open--;
            continue;
        }
        if (wg_tlv_header(&r, &h) != WG_OK || h.constructed != h.indefinite) {
            return false;
        }
        if (h.indefinite) {
            r.next = h.contents;
            if (++open > r.limits.depth) {
                return false;
            }
            continue;
        }
        strict = r;
        strict.strict = true;
        if (wg_tlv_header(&strict, &h) != WG_OK) {
            return false;
        }
        r.next = h.contents + h.size;
    } while (open > 0);
    return r.next == r.end;
}

/* Whether a constructed encoding under other rules is valid in CER is unknown. */
static bool is_own(wg_octets encoding, wg_rules rules)
{
    if (rules == WG_RULES_BER || rules == WG_RULES_DER) {
        return encoding.size > 0 && !(encoding.data[0] & 0x20) && wg_tlv_is_whole(encoding, true);
    }
    return is_cer(encoding);
}

const struct wg_cer wg_cer_forms = {put_segments, is_own};

/* Components with several possible tags are ordered by the smallest (X.690 9.3). What is written here is
 * not sorted among them but inserted between them. */
void wg_tlv_put_unknown_tags(wg_writer *w, const wg_unknown *kept, wg_tag above, wg_tag below)
{
    const size_t mark = wg_tlv_mark(w);
    for (; kept; kept = kept->next) {
        wg_reader r;
        wg_tag tag;
        wg_tlv_reader(&r, kept->value.data, kept->value.size, false, NULL);
        tag = wg_tlv_peek(&r);
        if ((above == WG_TAG_NONE || wg_tag_order(tag) >= wg_tag_order(above)) &&
            (below == WG_TAG_NONE || wg_tag_order(tag) < wg_tag_order(below))) {
            wg_may_write(w, kept->value.rules);
            wg_tlv_put_any(w, kept->value);
        }
    }
    wg_tlv_sort(w, mark, WG_ORDER_TAG);
}

/* -- re-encoding values ---------------------------------------------------- */

bool wg_tlv_begin_again(const wg_reader *r, wg_writer *again)
{
    wg_arena *arena = r->arena;
    if (r->error != WG_OK || r->skipped) {
        return false;
    }
    wg_tlv_writer(again, arena ? arena->data + arena->used : NULL, arena ? arena->size - arena->used : 0, true);
    again->cer = r->cer ? &wg_cer_forms : NULL;
    return true;
}

void wg_tlv_end_again(wg_reader *r, const wg_writer *again)
{
    wg_octets written = wg_tlv_written(again);
    size_t size = (size_t)(r->next - r->base), at = 0;
    if (again->error != WG_OK) {
        wg_fail(r, again->error == WG_ERROR_SPACE ? WG_ERROR_ARENA : again->error);
        return;
    }
    while (at < size && at < written.size && written.data[at] == r->base[at]) {
        at++;
    }
    if (at < size || at < written.size) {
        wg_fail_at(r, WG_ERROR_CANONICAL, r->base + at);
    }
}
