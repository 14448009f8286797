/* The order of a SET OF in canonical PER and OER (X.691 22, X.696 19).
 *
 * Elements are encoded separately into the free part of the buffer, in front of a table of entries, and
 * then written in the order of the table. In aligned PER, the encoding of an element may depend on its
 * position; it is then written a second time.
 */
#include <string.h>

#include "fields.h"
#include "numbers.h"

/* Maximum nesting of sets whose elements are all written twice; each level doubles the time. */
#define WG_MOST_TWICE 8

/* An element: where its encoding starts, its size in bits, and its index. */
typedef struct entry {
    size_t at;
    size_t bits;
    size_t index;
} entry;

/* The table may be unaligned. */
static entry entry_at(const wg_sorting *s, size_t i)
{
    entry e;
    memcpy(&e, s->table + i * sizeof e, sizeof e);
    return e;
}

static void set_entry(wg_sorting *s, size_t i, entry e)
{
    memcpy(s->table + i * sizeof e, &e, sizeof e);
}

/* The first free octet after what was written. */
static uint8_t *free_octets(const wg_writer *w)
{
    return w->start + (w->bit + 7) / 8;
}

void wg_bits_begin_sort(wg_writer *w, wg_sorting *s, size_t count)
{
    memset(s, 0, sizeof *s);
    s->count = s->left = count;
    s->end = w->end;
    if (w->error != WG_OK || count < 2 || w->order == WG_ORDER_TRUSTED) {
        return;
    }
    s->first = s->next = free_octets(w);
    if (w->order == WG_ORDER_MADE) {
        if (count > (size_t)(w->end - s->first) / sizeof(entry)) {
            wg_refuse(w, WG_ERROR_SPACE);
            return;
        }
        s->table = w->end - count * sizeof(entry);
        s->keys = true;
    }
}

void wg_bits_begin_sort_fragments(wg_writer *w, wg_sorting *s, size_t count, size_t lo, size_t hi)
{
    wg_bits_begin_sort(w, s, count);
    s->left = 0;
    s->more = true;
    s->lo = lo;
    s->hi = hi;
}

/* Writes determinants where they are needed. */
static void put_determinants(wg_writer *w, wg_sorting *s)
{
    while (s->left == 0 && s->more && w->error == WG_OK) {
        s->left = wg_bits_put_fragment(w, s->lo, s->hi, s->count - s->at, &s->more);
    }
}

/* -- individual elements --------------------------------------------------- */

static void begin_alone(const wg_writer *w, wg_sorting *s, uint8_t *start, uint8_t *end)
{
    s->alone = *w;
    s->alone.start = start;
    wg_bits_end_at(&s->alone, end);
    s->alone.bit = 0;
    s->alone.bare = false;
    s->alone.order = (uint8_t)(w->order == WG_ORDER_LOOKED ? WG_ORDER_TRUSTED : WG_ORDER_MADE);
    s->now = &s->alone;
}

/* The size of a complete encoding in octets; in PER, at least one (X.691 11.1.3). */
static size_t whole_octets(const wg_writer *w, size_t bits)
{
    return bits == 0 && !w->octets ? 1 : (bits + 7) / 8;
}

/* Ends it; returns false on error. */
static bool end_alone(wg_writer *w, wg_sorting *s, size_t *bits)
{
    *bits = s->alone.bit;
    if (*bits == 0 && !w->octets) {
        wg_bits_put(&s->alone, 0, 8);
    }
    if (s->alone.error != WG_OK) {
        wg_refuse(w, s->alone.error);
    }
    return w->error == WG_OK;
}

static int compare(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size)
{
    size_t n = a_size < b_size ? a_size : b_size;
    int order = n ? memcmp(a, b, n) : 0;
    return order ? order : a_size < b_size ? -1 : a_size > b_size;
}

/* -- sorting --------------------------------------------------------------- */

static bool is_before(const wg_sorting *s, entry a, entry b)
{
    int order = compare(s->first + a.at, whole_octets(&s->alone, a.bits), s->first + b.at, whole_octets(&s->alone, b.bits));
    return order ? order < 0 : a.index < b.index;
}

static void sift_down(wg_sorting *s, size_t at, size_t count)
{
    entry sinks = entry_at(s, at);
    size_t child;
    while ((child = 2 * at + 1) < count) {
        if (child + 1 < count && is_before(s, entry_at(s, child), entry_at(s, child + 1))) {
            child++;
        }
        if (!is_before(s, sinks, entry_at(s, child))) {
            break;
        }
        set_entry(s, at, entry_at(s, child));
        at = child;
    }
    set_entry(s, at, sinks);
}

/* A heap sort, which needs no extra memory. */
static void sort(wg_sorting *s)
{
    size_t i;
    for (i = s->count / 2; i > 0; i--) {
        sift_down(s, i - 1, s->count);
    }
    for (i = s->count - 1; i > 0; i--) {
        entry last = entry_at(s, i);
        set_entry(s, i, entry_at(s, 0));
        set_entry(s, 0, last);
        sift_down(s, 0, i);
    }
}

/* The next element to be encoded separately; after the last one, sorts all of them. */
static bool next_key(wg_writer *w, wg_sorting *s, size_t *element)
{
    size_t size;
    if (s->at > 0) {
        entry e;
        if (!end_alone(w, s, &e.bits)) {
            return false;
        }
        e.at = (size_t)(s->next - s->first);
        e.index = s->at - 1;
        set_entry(s, e.index, e);
        s->next += whole_octets(w, e.bits);
    }
    if (s->at < s->count) {
        *element = s->at++;
        begin_alone(w, s, s->next, s->table);
        return true;
    }
    sort(s);
    size = (size_t)(s->next - s->first);
    memmove(s->table - size, s->first, size);
    s->first = s->table - size;
    wg_bits_end_at(w, s->first);
    s->keys = false;
    s->at = 0;
    return false;
}

static bool next_sorted(wg_writer *w, wg_sorting *s, size_t *element)
{
    if (s->again) {
        s->again = false;
        w->twice--;
    }
    if (s->keys && next_key(w, s, element)) {
        return true;
    }
    for (put_determinants(w, s); s->at < s->count && w->error == WG_OK; put_determinants(w, s)) {
        const entry e = entry_at(s, s->at++);
        s->left--;
        if (w->aligned && w->bit % 8) {
            if (w->twice == WG_MOST_TWICE) {
                wg_refuse(w, WG_ERROR_DEPTH);
                break;
            }
            w->twice++;
            s->again = true;
            s->now = w;
            *element = e.index;
            return true;
        }
        wg_bits_put_run(w, s->first + e.at, e.bits);
    }
    return false;
}

/* -- checking the order ---------------------------------------------------- */

/* Encodes each element separately, compares it with the one before, then writes it in its place. */
static bool next_looked_at(wg_writer *w, wg_sorting *s, size_t *element)
{
    size_t bits, size;
    if (!s->keys) {
        put_determinants(w, s);
        if (s->at == s->count || w->error != WG_OK) {
            return false;
        }
        s->keys = true;
        *element = s->at;
        begin_alone(w, s, free_octets(w), w->end);
        return true;
    }
    s->keys = false;
    if (!end_alone(w, s, &bits)) {
        return false;
    }
    size = whole_octets(w, bits);
    if (s->at > 0 && compare(w->end, (size_t)(s->end - w->end), s->alone.start, size) > 0) {
        wg_refuse(w, WG_ERROR_CANONICAL);
        return false;
    }
    wg_bits_end_at(w, s->end - size);
    memmove(w->end, s->alone.start, size);
    *element = s->at++;
    s->left--;
    s->now = w;
    return true;
}

bool wg_bits_sort_next(wg_writer *w, wg_sorting *s, size_t *element)
{
    bool found;
    if (s->first == NULL) {
        put_determinants(w, s);
        found = s->at < s->count && w->error == WG_OK;
        *element = s->at++;
        s->left--;
        s->now = w;
    } else if (w->order == WG_ORDER_LOOKED) {
        found = next_looked_at(w, s, element);
    } else {
        found = w->error == WG_OK && next_sorted(w, s, element);
    }
    if (!found && w->error == WG_OK) {
        wg_bits_end_at(w, s->end);
    }
    return found;
}

/* -- re-encoding values ---------------------------------------------------- */

bool wg_bits_begin_again(const wg_reader *r, wg_writer *again)
{
    wg_arena *arena = r->arena;
    if (r->error != WG_OK || r->skipped) {
        return false;
    }
    wg_bits_writer(again, arena ? arena->data + arena->used : NULL, arena ? arena->size - arena->used : 0, r->aligned, true);
    again->octets = r->octets;
    again->order = WG_ORDER_LOOKED;
    return true;
}

void wg_bits_end_again(wg_reader *r, wg_writer *again)
{
    wg_octets written;
    size_t size = r->bit / 8, at = 0;
    wg_bits_complete(again);
    written = wg_bits_written(again);
    if (again->error != WG_OK) {
        wg_fail(r, again->error == WG_ERROR_SPACE ? WG_ERROR_ARENA : again->error);
        return;
    }
    while (at < size && at < written.size && written.data[at] == r->base[at]) {
        at++;
    }
    if (at < size || at < written.size) {
        r->bit = 8 * at;
        wg_fail(r, WG_ERROR_CANONICAL);
    }
}
