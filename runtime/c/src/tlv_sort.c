/* DER's order of the components of a SET and the elements of a SET OF.
 *
 * A merge sort over adjacent encodings: the left half is copied to the free part of the buffer and merged
 * back. If that is too small, both halves are split and rotated until it is large enough.
 */
#include "wireglot/tlv.h"

#include <string.h>

#include "header.h"

typedef struct sorting {
    wg_reader reader; /* only for its end and strictness */
    wg_order order;
    uint8_t *scratch;
    size_t scratch_size;
} sorting;

/* A reader at `p`. */
static wg_reader reader_at(const sorting *s, const uint8_t *p)
{
    wg_reader r = s->reader;
    r.next = p;
    return r;
}

/* The encoding that starts at `p`. */
static wg_octets encoding_at(const sorting *s, const uint8_t *p)
{
    wg_reader r = reader_at(s, p);
    return wg_tlv_get_span(&r);
}

/* The position of an encoding's tag in the canonical order. */
static uint32_t order_of(const sorting *s, wg_octets encoding)
{
    const wg_reader r = reader_at(s, encoding.data);
    return wg_tag_order(wg_tlv_peek(&r));
}

/* Whether `b` must come before `a`. */
static bool out_of_order(const sorting *s, wg_octets a, wg_octets b)
{
    return s->order == WG_ORDER_OCTETS ? wg_tlv_compare(a, b) > 0 : order_of(s, a) > order_of(s, b);
}

static void reverse(uint8_t *p, uint8_t *end)
{
    while (p < end) {
        uint8_t octet = *p;
        *p++ = *--end;
        *end = octet;
    }
}

/* Moves what is between `right` and `end` before what is between `left` and `right`. */
static void rotate(uint8_t *left, uint8_t *right, uint8_t *end)
{
    reverse(left, right);
    reverse(right, end);
    reverse(left, end);
}

/* The encoding with the middle octet. */
static wg_octets middle(const sorting *s, const uint8_t *p, const uint8_t *end)
{
    const uint8_t *half = p + (end - p) / 2;
    wg_octets found = encoding_at(s, p);
    while (half - found.data >= (ptrdiff_t)found.size) {
        found = encoding_at(s, found.data + found.size);
    }
    return found;
}

/* The position of the first encoding that need not come before `x`, */
static uint8_t *not_before(const sorting *s, wg_octets x, uint8_t *p, const uint8_t *end)
{
    while (p < end) {
        wg_octets each = encoding_at(s, p);
        if (!out_of_order(s, x, each)) {
            break;
        }
        p += each.size;
    }
    return p;
}

/* and of the first before which `x` must come. */
static uint8_t *behind(const sorting *s, wg_octets x, uint8_t *p, const uint8_t *end)
{
    while (p < end) {
        wg_octets each = encoding_at(s, p);
        if (out_of_order(s, each, x)) {
            break;
        }
        p += each.size;
    }
    return p;
}

static void merge(sorting *s, uint8_t *left, uint8_t *right, uint8_t *end);

/* Splits the longer side at an encoding in its middle, rotates what must come before this one to its front,
 * and merges both sides of it separately. Each is at most three quarters as long, whatever the encodings are.
 */
static void merge_in_place(sorting *s, uint8_t *left, uint8_t *right, uint8_t *end)
{
    uint8_t *from, *to, *place;
    wg_octets x;
    if (right - left >= end - right) {
        x = middle(s, left, right);
        from = left + (x.data - left);
        to = not_before(s, x, right, end);
        rotate(from, right, to);
        place = from + (to - right);
        merge(s, left, from, place);
        merge(s, place + x.size, to, end);
    } else {
        x = middle(s, right, end);
        from = behind(s, x, left, right);
        to = right + (x.data - right) + x.size;
        rotate(from, right, to);
        place = from + (to - right) - x.size;
        merge(s, left, from, place);
        merge(s, place + x.size, to, end);
    }
}

static void merge(sorting *s, uint8_t *left, uint8_t *right, uint8_t *end)
{
    size_t size = (size_t)(right - left);
    uint8_t *a = s->scratch, *a_end = s->scratch + size, *out = left;
    if (size == 0 || right == end) {
        return;
    }
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

/* Sorts `count` encodings from `p` on; returns where they end. */
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
