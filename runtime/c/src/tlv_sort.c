/* DER's order of the members of a SET and the elements of a SET OF.
 *
 * A merge sort over encodings that lie one behind the other: the left half goes
 * to the free part of the buffer and is merged back. Where that is too small,
 * runs are rotated into place instead.
 */
#include "wireglot/tlv.h"

#include <string.h>

#include "header.h"

typedef struct sorting {
    wg_reader reader; /* for its end and strictness only */
    wg_order order;
    uint8_t *scratch;
    size_t scratch_size;
} sorting;

/* The encoding that begins at `p`. */
static wg_octets encoding_at(const sorting *s, const uint8_t *p)
{
    wg_reader r = s->reader;
    r.next = p;
    return wg_tlv_get_span(&r);
}

/* Whether `b` must come before `a`. */
static bool out_of_order(const sorting *s, wg_octets a, wg_octets b)
{
    wg_header ha, hb;
    if (s->order == WG_ORDER_OCTETS) {
        return wg_tlv_compare(a, b) > 0;
    }
    return wg_tlv_header(&s->reader, a.data, &ha) && wg_tlv_header(&s->reader, b.data, &hb) && ha.tag > hb.tag;
}

static void reverse(uint8_t *p, uint8_t *end)
{
    while (p < end) {
        uint8_t octet = *p;
        *p++ = *--end;
        *end = octet;
    }
}

/* Merges by rotating each run of the right half in front of what is left of the left one. */
static void merge_in_place(const sorting *s, uint8_t *left, uint8_t *right, uint8_t *end)
{
    while (left < right && right < end) {
        wg_octets a = encoding_at(s, left);
        uint8_t *run = right;
        while (run < end) {
            wg_octets b = encoding_at(s, run);
            if (!out_of_order(s, a, b)) {
                break;
            }
            run += b.size;
        }
        reverse(left, right);
        reverse(right, run);
        reverse(left, run);
        left += (run - right) + (ptrdiff_t)a.size;
        right = run;
    }
}

static void merge(sorting *s, uint8_t *left, uint8_t *right, uint8_t *end)
{
    size_t size = (size_t)(right - left);
    uint8_t *a = s->scratch, *a_end = s->scratch + size, *out = left;
    if (size > s->scratch_size) {
        merge_in_place(s, left, right, end);
        return;
    }
    memcpy(a, left, size);
    while (a < a_end && right < end) {
        wg_reader copy = s->reader;
        wg_octets first, second = encoding_at(s, right);
        copy.next = a;
        copy.end = a_end;
        first = wg_tlv_get_span(&copy);
        if (out_of_order(s, first, second)) {
            memmove(out, second.data, second.size);
            right += second.size;
            out += second.size;
        } else {
            memcpy(out, first.data, first.size);
            a += first.size;
            out += first.size;
        }
    }
    memcpy(out, a, (size_t)(a_end - a));
}

/* Sorts `count` encodings from `p`; returns where they end. */
static uint8_t *sort(sorting *s, uint8_t *p, size_t count)
{
    uint8_t *right, *end;
    if (count < 2) {
        return count ? p + encoding_at(s, p).size : p;
    }
    right = sort(s, p, count / 2);
    end = sort(s, right, count - count / 2);
    merge(s, p, right, end);
    return end;
}

void wg_tlv_sort(wg_writer *w, size_t mark, wg_order order)
{
    sorting s;
    wg_reader counter;
    size_t count = 0;
    wg_octets all = wg_tlv_since(w, mark);
    uint8_t *first = w->upward ? w->next - all.size : w->next;
    if (w->error != WG_OK) {
        return;
    }
    wg_tlv_reader(&s.reader, all.data, all.size, false, NULL);
    s.order = order;
    s.scratch = w->start;
    s.scratch_size = (size_t)(w->next - w->start);
    for (counter = s.reader; wg_tlv_more(&counter); count++) {
        wg_tlv_skip(&counter);
    }
    if (counter.error != WG_OK) {
        wg_refuse(w, counter.error);
        return;
    }
    sort(&s, first, count);
}
