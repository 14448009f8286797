/* Errors, readers and writers: common to all rules. */
#include "wireglot/core.h"

#include <string.h>

#include "begin.h"
#include "wireglot/clear.h"

static const char *const error_texts[] = {
    "no error",
    "the data ends too early",
    "another tag was expected",
    "a length that the rules forbid",
    "primitive and constructed are mixed up",
    "contents that are not a value of the type",
    "a value that the field cannot hold",
    "not the canonical form",
    "octets are left over",
    "a component is missing",
    "a component appears twice",
    "the schema does not know this",
    "nested too deeply",
    "a limit was reached",
    "the arena is full",
    "the output buffer is full",
    "octets from other encoding rules",
    "a constraint forbids this value",
    "something else is expected here",
};

const char *wg_error_text(wg_error error)
{
    size_t i = (size_t)error;
    return i < sizeof error_texts / sizeof *error_texts ? error_texts[i] : "unknown error";
}

const uint8_t wg_nothing[1] = {0};

uint8_t wg_nowhere[1];

const wg_limits wg_defaults = {256,           (size_t)1 << 24, (size_t)1 << 16, (size_t)1 << 16,
                               (size_t)1 << 28, (size_t)1 << 30};

wg_limits wg_limits_default(void)
{
    return wg_defaults;
}

static const wg_result no_error = {WG_OK, 0, 0};

void wg_arena_init(wg_arena *arena, void *data, size_t size)
{
    arena->data = wg_place_of((uint8_t *)data);
    arena->size = data ? size : 0;
    arena->used = 0;
    arena->limits = wg_defaults;
    arena->open_types = WG_OPEN_TYPES_KEEP;
    arena->kept = 0;
    arena->kept_why = no_error;
    arena->trailing = WG_TRAILING_REFUSE;
    arena->passed = 0;
    arena->passed_at = no_error;
}

static WG_COLD void stop(wg_reader *r, wg_error error, size_t octet, unsigned bit)
{
    if (r->error == WG_OK) {
        r->error = error;
        r->error_octet = r->origin + octet + (r->origin_bit + bit) / 8;
        r->error_bit = (r->origin_bit + bit) % 8;
    }
#if WG_QUICK
    /* So that inlined code never takes this for the end of a frame. */
    r->end = r->next ? r->base : NULL;
    r->usual = 0;
#endif
    r->next = r->end;
    r->indefinite = false;
    r->bit = r->bit_end;
}

void wg_refuse_length(wg_reader *r)
{
    stop(r, WG_ERROR_LIMIT, r->limits.total, 0);
}

bool wg_within(wg_reader *r, wg_octets octets, size_t most)
{
    if (octets.size > most) {
        if (r->next) {
            wg_fail_at(r, WG_ERROR_LIMIT, octets.data);
        } else {
            wg_fail(r, WG_ERROR_LIMIT);
        }
        return false;
    }
    return true;
}

/* -- errors ---------------------------------------------------------------- */

void wg_fail_at(wg_reader *r, wg_error error, const uint8_t *place)
{
    uintptr_t at = (uintptr_t)place;
    /* Contents that were joined are in the arena; the place of an error in them is the position
       after them. */
    if (r->next && (at < (uintptr_t)r->base || at > (uintptr_t)r->next)) {
        place = r->next;
    }
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
    /* Leaves no room for anything. */
    if (w->forward) {
        w->end = w->start;
        w->ample = 0;
    } else {
        w->start = w->next;
        w->low = UINTPTR_MAX;
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

wg_reader wg_nested(const wg_reader *r, wg_bits bits)
{
    wg_reader inner = *r;
    uintptr_t data = (uintptr_t)bits.data, base = (uintptr_t)r->base;
    uintptr_t end = r->next ? (uintptr_t)r->end : base + r->bit_end / 8;
    inner.base = bits.data ? bits.data : wg_nothing;
    inner.next = inner.end = inner.stop = NULL;
    inner.replaced_at = NULL;
    inner.bit = inner.bit_end = 0;
    inner.indefinite = false;
    if (r->error == WG_OK && data >= base && data <= end && (bits.count + 7) / 8 <= end - data) {
        inner.origin = r->origin + (size_t)(data - base);
    } else if (r->error == WG_OK && !r->next && bits.count <= r->bit) {
        /* Copied because they are in fragments or not at an octet: counted back from their end. */
        const size_t from = r->origin_bit + r->bit - bits.count;
        inner.origin = r->origin + from / 8;
        inner.origin_bit = (unsigned)(from % 8);
    } else {
        /* Segments that were joined have no position of their own and keep that of the reader. */
        inner.origin = wg_reader_result(r).octet;
    }
    return inner;
}

void wg_nested_done(wg_reader *r, const wg_reader *inner)
{
    /* Skipped octets are not part of the value, so it cannot be encoded again for comparison. */
    r->skipped |= inner->skipped || (inner->next ? inner->next != inner->end : inner->bit != inner->bit_end);
    if (inner->error != WG_OK && r->error == WG_OK) {
        wg_fail(r, inner->error);
        r->error_octet = inner->error_octet;
        r->error_bit = inner->error_bit;
    }
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

int64_t wg_integer_fitting(wg_reader *r, wg_integer integer)
{
    int64_t value = 0;
    if (r->error == WG_OK && !wg_integer_to_i64(integer, &value)) {
        wg_fail(r, WG_ERROR_RANGE);
    }
    return value;
}

/* -- writers --------------------------------------------------------------- */

wg_result wg_writer_result(const wg_writer *w)
{
    wg_result result;
    result.error = w->error;
    result.octet = w->forward ? (w->bit + 7) / 8 : w->upward ? (size_t)(w->next - w->base) : (size_t)(w->end - w->next);
    result.bit = 0;
    return result;
}

wg_writer wg_inside(const wg_writer *w, bool strict)
{
    wg_writer inner;
    wg_clear(&inner, sizeof inner);
    inner.start = w->forward ? w->start + (w->bit + 7) / 8 : w->start;
    inner.end = w->forward || w->upward ? w->end : w->next;
    if (w->error != WG_OK) {
        inner.end = inner.start;
    }
    inner.base = inner.start;
    inner.next = inner.end;
    inner.strict = strict;
    inner.cer = strict ? w->cer : NULL;
    inner.error = w->error;
    if (w->error != WG_OK) {
        inner.start = inner.next;
    }
    inner.low = w->error == WG_OK ? wg_low(inner.start) : UINTPTR_MAX;
    return inner;
}

void wg_inside_done(wg_writer *w, const wg_writer *inner)
{
    if (inner->error != WG_OK) {
        wg_refuse(w, inner->error);
    }
}
