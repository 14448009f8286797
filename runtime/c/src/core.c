/* Errors, arena, lists and plain values. */
#include "wireglot/core.h"

#include <string.h>

static const char *const error_texts[] = {
    "no error",
    "the data end too early",
    "another tag was expected",
    "a length that the rules forbid",
    "primitive and constructed are mixed up",
    "contents that stand for no value of the type",
    "a value that the field cannot hold",
    "not the canonical form",
    "octets are left over",
    "a component is missing",
    "a component came twice",
    "the schema does not know this",
    "nested too deeply",
    "a limit was reached",
    "the arena is full",
    "the output buffer is full",
};

const char *wg_error_text(wg_error error)
{
    size_t i = (size_t)error;
    return i < sizeof error_texts / sizeof *error_texts ? error_texts[i] : "unknown error";
}

void wg_arena_init(wg_arena *arena, void *data, size_t size)
{
    arena->data = (uint8_t *)data;
    arena->size = data ? size : 0;
    arena->used = 0;
    arena->limits = wg_limits_default();
}

wg_limits wg_limits_default(void)
{
    wg_limits limits;
    limits.depth = 256;
    limits.elements = (size_t)1 << 24;
    limits.empty_elements = (size_t)1 << 16;
    limits.integer_octets = (size_t)1 << 16;
    limits.string_octets = (size_t)1 << 28;
    limits.total = (size_t)1 << 30;
    return limits;
}

void wg_reader_init(wg_reader *r, const uint8_t *base, size_t size, wg_arena *arena)
{
    memset(r, 0, sizeof *r);
    r->base = base;
    r->arena = arena;
    r->limits = arena ? arena->limits : wg_limits_default();
    if (size > r->limits.total) {
        r->error = WG_ERROR_LIMIT;
        r->error_octet = r->limits.total;
    }
}

bool wg_within(wg_reader *r, wg_octets octets, size_t most)
{
    if (octets.size > most) {
        if (r->next) {
            wg_fail_at(r, WG_ERROR_LIMIT, octets.data >= r->base && octets.data <= r->end ? octets.data : r->next);
        } else {
            wg_fail(r, WG_ERROR_LIMIT);
        }
        return false;
    }
    return true;
}

/* -- errors ---------------------------------------------------------------- */

static void stop(wg_reader *r, wg_error error, size_t octet, unsigned bit)
{
    if (r->error == WG_OK) {
        r->error = error;
        r->error_octet = r->origin + octet;
        r->error_bit = bit;
    }
    r->next = r->end;
    r->indefinite = false;
    r->bit = r->bit_end;
}

void wg_fail_at(wg_reader *r, wg_error error, const uint8_t *place)
{
    stop(r, error, place ? (size_t)(place - r->base) : 0, 0);
}

void wg_fail(wg_reader *r, wg_error error)
{
    if (r->next) {
        wg_fail_at(r, error, r->next);
    } else {
        stop(r, error, r->bit / 8, (unsigned)(r->bit % 8));
    }
}

wg_result wg_reader_result(const wg_reader *r)
{
    wg_result result;
    result.error = r->error;
    result.octet = r->error_octet;
    result.bit = r->error_bit;
    if (r->error == WG_OK) {
        result.octet = r->origin + (r->next ? (size_t)(r->next - r->base) : (r->bit + 7) / 8);
        result.bit = 0;
    }
    return result;
}

void wg_refuse(wg_writer *w, wg_error error)
{
    if (w->error == WG_OK) {
        w->error = error;
    }
}

bool wg_descend(wg_reader *r)
{
    if (r->limits.depth == 0) {
        wg_fail(r, WG_ERROR_DEPTH);
        return false;
    }
    r->limits.depth--;
    return true;
}

void wg_ascend(wg_reader *r)
{
    r->limits.depth++;
}

/* -- nested readers -------------------------------------------------------- */

wg_reader wg_nested(const wg_reader *r, wg_octets octets)
{
    wg_reader inner = *r;
    uintptr_t data = (uintptr_t)octets.data, base = (uintptr_t)r->base;
    uintptr_t end = r->next ? (uintptr_t)r->end : base + r->bit_end / 8;
    inner.base = octets.data;
    inner.next = inner.end = NULL;
    inner.bit = inner.bit_end = 0;
    inner.indefinite = false;
    /* Octets in the arena have no place of their own: they keep that of the reader. */
    if (r->error == WG_OK && data >= base && data <= end) {
        inner.origin = r->origin + (size_t)(data - base);
    } else {
        inner.origin = wg_reader_result(r).octet;
    }
    return inner;
}

void wg_nested_done(wg_reader *r, const wg_reader *inner)
{
    if (inner->error != WG_OK && r->error == WG_OK) {
        wg_fail(r, inner->error);
        r->error_octet = inner->error_octet;
        r->error_bit = inner->error_bit;
    }
}

/* -- arena ----------------------------------------------------------------- */

#define WG_ALIGN 8u

uint8_t *wg_new_octets(wg_reader *r, size_t size)
{
    wg_arena *arena = r->arena;
    uint8_t *octets;
    if (r->error != WG_OK) {
        return NULL;
    }
    if (!arena || size > arena->size - arena->used) {
        wg_fail(r, WG_ERROR_ARENA);
        return NULL;
    }
    octets = arena->data + arena->used;
    arena->used += size;
    return octets;
}

void *wg_new(wg_reader *r, size_t size)
{
    wg_arena *arena = r->arena;
    uint8_t *octets;
    size_t gap;
    if (r->error != WG_OK) {
        return NULL;
    }
    gap = arena ? (size_t)((WG_ALIGN - (uintptr_t)(arena->data + arena->used) % WG_ALIGN) % WG_ALIGN) : 0;
    if (!arena || gap > arena->size - arena->used || size > arena->size - arena->used - gap) {
        wg_fail(r, WG_ERROR_ARENA);
        return NULL;
    }
    arena->used += gap;
    octets = wg_new_octets(r, size);
    if (octets) {
        memset(octets, 0, size);
    }
    return octets;
}

wg_list wg_list_of(size_t item)
{
    wg_list list;
    list.items = NULL;
    list.count = list.capacity = 0;
    list.item = item;
    list.place = NULL;
    list.bit = 0;
    return list;
}

/* Whether the list stands last in the arena. */
static bool list_is_last(const wg_reader *r, const wg_list *list)
{
    return list->items && list->items + list->capacity * list->item == r->arena->data + r->arena->used;
}

/* Doubles the room: in place, else by moving. */
static bool list_grow(wg_reader *r, wg_list *list)
{
    size_t more = list->capacity ? list->capacity : 4;
    uint8_t *items;
    if (more > (SIZE_MAX / 4) / list->item) {
        wg_fail(r, WG_ERROR_ARENA);
        return false;
    }
    if (list_is_last(r, list)) {
        size_t room = (r->arena->size - r->arena->used) / list->item;
        if (more > room && room > 0) {
            more = room;
        }
        items = wg_new_octets(r, more * list->item);
        if (!items) {
            return false;
        }
        memset(items, 0, more * list->item);
    } else {
        items = (uint8_t *)wg_new(r, (list->capacity + more) * list->item);
        if (!items) {
            return false;
        }
        if (list->count) {
            memcpy(items, list->items, list->count * list->item);
        }
        list->items = items;
    }
    list->capacity += more;
    return true;
}

/* Whether another item is within the limits: an item that took no bits counts twice. */
static bool list_may_grow(wg_reader *r, wg_list *list)
{
    bool empty = list->count > 0 && list->place == r->next && list->bit == r->bit;
    list->place = r->next;
    list->bit = r->bit;
    if (list->count >= r->limits.elements || (empty && r->limits.empty_elements-- == 0)) {
        wg_fail(r, WG_ERROR_LIMIT);
        return false;
    }
    return true;
}

void *wg_list_append(wg_reader *r, wg_list *list)
{
    if (r->error == WG_OK && !list_may_grow(r, list)) {
        return NULL;
    }
    if (r->error != WG_OK || (list->count == list->capacity && !list_grow(r, list))) {
        return NULL;
    }
    return list->items + list->item * list->count++;
}

void *wg_list_done(wg_reader *r, wg_list *list)
{
    if (r->error == WG_OK && list->items && list_is_last(r, list)) {
        r->arena->used -= (list->capacity - list->count) * list->item;
        list->capacity = list->count;
    }
    return list->items;
}

wg_unknown *wg_keep(wg_reader *r, size_t index, wg_any value)
{
    wg_unknown *unknown = (wg_unknown *)wg_new(r, sizeof *unknown);
    if (unknown) {
        unknown->index = index;
        unknown->value = value;
        unknown->tagged = r->next != NULL;
    }
    return unknown;
}

bool wg_once(wg_reader *r, bool *seen)
{
    if (*seen) {
        wg_fail(r, WG_ERROR_DUPLICATE);
        return false;
    }
    *seen = true;
    return true;
}

bool wg_in_order(wg_reader *r, size_t *next, size_t item)
{
    if (item < *next) {
        wg_fail(r, WG_ERROR_DUPLICATE);
        return false;
    }
    *next = item + 1;
    return true;
}

void *wg_array_next(wg_reader *r, void *items, size_t item, size_t most, size_t *count)
{
    if (r->error == WG_OK && *count == most) {
        wg_fail(r, WG_ERROR_RANGE);
    }
    return r->error == WG_OK ? (uint8_t *)items + item * (*count)++ : NULL;
}

void wg_copy_octets(wg_reader *r, wg_octets octets, uint8_t *to, size_t room, size_t *size)
{
    *size = 0;
    if (octets.size > room) {
        wg_fail(r, WG_ERROR_RANGE);
    }
    if (r->error == WG_OK && octets.size) {
        memcpy(to, octets.data, octets.size);
        *size = octets.size;
    }
}

void wg_copy_bits(wg_reader *r, wg_bits bits, uint8_t *to, size_t room, size_t *count)
{
    size_t size;
    wg_copy_octets(r, wg_octets_of(bits.data, (bits.count + 7) / 8), to, room, &size);
    *count = r->error == WG_OK ? bits.count : 0;
}

wg_octets wg_whole_octets(wg_reader *r, wg_bits bits)
{
    if (bits.count % 8) {
        wg_fail(r, WG_ERROR_LENGTH);
    }
    return wg_octets_of(bits.data, bits.count / 8);
}

/* -- writers --------------------------------------------------------------- */

wg_result wg_writer_result(const wg_writer *w)
{
    wg_result result;
    result.error = w->error;
    result.octet = w->forward ? (w->bit + 7) / 8 : (size_t)(w->end - w->next);
    result.bit = 0;
    return result;
}

wg_writer wg_inside(const wg_writer *w, bool strict)
{
    wg_writer inner;
    memset(&inner, 0, sizeof inner);
    inner.start = w->forward ? w->start + (w->bit + 7) / 8 : w->start;
    inner.end = w->forward ? w->end : w->next;
    inner.next = inner.end;
    inner.strict = strict;
    inner.error = w->error;
    return inner;
}

void wg_inside_done(wg_writer *w, const wg_writer *inner)
{
    if (inner->error != WG_OK) {
        wg_refuse(w, inner->error);
    }
}

/* -- values ---------------------------------------------------------------- */

wg_octets wg_octets_of(const uint8_t *data, size_t size)
{
    wg_octets octets;
    octets.data = data;
    octets.size = size;
    return octets;
}

wg_octets wg_literal(const char *text, size_t size)
{
    return wg_octets_of((const uint8_t *)text, size);
}

wg_bits wg_bits_of(const uint8_t *data, size_t count)
{
    wg_bits bits;
    bits.data = data;
    bits.count = count;
    return bits;
}

bool wg_octets_equal(wg_octets a, wg_octets b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

bool wg_bits_equal(wg_bits a, wg_bits b)
{
    return a.count == b.count && (a.count == 0 || memcmp(a.data, b.data, (a.count + 7) / 8) == 0);
}

wg_bits wg_bits_trim(wg_bits bits, size_t min)
{
    while (bits.count > min && (bits.data[(bits.count - 1) / 8] >> (7 - (bits.count - 1) % 8) & 1) == 0) {
        bits.count--;
    }
    return bits;
}

bool wg_named_bits_equal(wg_bits a, wg_bits b)
{
    return wg_bits_equal(wg_bits_trim(a, 0), wg_bits_trim(b, 0));
}

static int sign_octet(wg_integer n)
{
    return n.size && n.data[0] & 0x80 ? 0xff : 0;
}

static wg_integer shortest(wg_integer n)
{
    while (n.size > 1 && n.data[0] == sign_octet(n) && ((n.data[0] ^ n.data[1]) & 0x80) == 0) {
        n.data++;
        n.size--;
    }
    return n;
}

int wg_integer_compare(wg_integer a, wg_integer b)
{
    bool below = sign_octet(a) != 0;
    if (below != (sign_octet(b) != 0)) {
        return below ? -1 : 1;
    }
    a = shortest(a);
    b = shortest(b);
    if (a.size != b.size) {
        return (a.size < b.size) != below ? -1 : 1;
    }
    return a.size ? memcmp(a.data, b.data, a.size) : 0;
}

bool wg_integer_to_i64(wg_integer integer, int64_t *value)
{
    uint64_t n = sign_octet(integer) ? UINT64_MAX : 0;
    size_t i;
    integer = shortest(integer);
    if (integer.size > 8) {
        return false;
    }
    for (i = 0; i < integer.size; i++) {
        n = n << 8 | integer.data[i];
    }
    /* No implementation-defined conversion: negative numbers go by their complement. */
    *value = n >> 63 ? -(int64_t)(~n) - 1 : (int64_t)n;
    return true;
}

bool wg_integer_to_u64(wg_integer integer, uint64_t *value)
{
    uint64_t n = 0;
    size_t i;
    integer = shortest(integer);
    if (sign_octet(integer) || integer.size > 9 || (integer.size == 9 && integer.data[0] != 0)) {
        return false;
    }
    for (i = 0; i < integer.size; i++) {
        n = n << 8 | integer.data[i];
    }
    *value = n;
    return true;
}

static wg_integer from_number(uint64_t bits, uint8_t sign, uint8_t *octets)
{
    wg_integer n;
    unsigned i;
    octets[0] = sign;
    for (i = 0; i < 8; i++) {
        octets[8 - i] = (uint8_t)(bits >> 8 * i);
    }
    n.data = octets;
    n.size = 9;
    return shortest(n);
}

wg_integer wg_integer_from_i64(int64_t value, uint8_t octets[WG_INTEGER_OCTETS])
{
    return from_number((uint64_t)value, value < 0 ? 0xff : 0, octets);
}

wg_integer wg_integer_from_u64(uint64_t value, uint8_t octets[WG_INTEGER_OCTETS])
{
    return from_number(value, 0, octets);
}

bool wg_integer_between(wg_integer value, int64_t lo, int64_t hi)
{
    int64_t n;
    return wg_integer_to_i64(value, &n) && lo <= n && n <= hi;
}

/* The character at `*at`, and `*at` behind it. Ends of data stand for zero octets. */
static uint32_t next_character(wg_string string, unsigned unit, size_t *at)
{
    uint32_t c = 0;
    size_t n = unit ? unit : 1;
    if (unit == 0) {
        uint8_t lead = string.data[*at];
        n = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        c = n == 1 ? lead : lead & (0x7fu >> n);
        for (++*at; --n > 0 && *at < string.size; ++*at) {
            c = c << 6 | (string.data[*at] & 0x3fu);
        }
        return c;
    }
    for (; n > 0; n--, ++*at) {
        c = c << 8 | (*at < string.size ? string.data[*at] : 0u);
    }
    return c;
}

bool wg_string_within(wg_string string, unsigned unit, const wg_span *spans, size_t count)
{
    size_t at = 0;
    while (at < string.size) {
        uint32_t c = next_character(string, unit, &at);
        size_t i = 0;
        while (i < count && (c < spans[i].lo || c > spans[i].hi)) {
            i++;
        }
        if (i == count) {
            return false;
        }
    }
    return true;
}

size_t wg_string_length(wg_string string, unsigned unit)
{
    size_t n = 0, at = 0;
    if (unit) {
        return string.size / unit;
    }
    for (; at < string.size; n++) {
        next_character(string, unit, &at);
    }
    return n;
}
