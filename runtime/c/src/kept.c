/* What decoders tolerate on request. If an open type does not decode, the decoder goes back and keeps its
 * octets. Leftover octets are ignored. */
#include "wireglot/core.h"

/* Whether the error is in the input, not about limits or memory. */
static bool is_fault(wg_error error)
{
    return error != WG_OK && error != WG_ERROR_DEPTH && error != WG_ERROR_LIMIT && error != WG_ERROR_ARENA;
}

bool wg_again_keeping(const wg_reader *r, wg_arena *arena, size_t used, bool *keeping)
{
    if (*keeping || !is_fault(r->error) || (arena && arena->open_types == WG_OPEN_TYPES_STRICT)) {
        return false;
    }
    *keeping = true;
    if (arena) {
        arena->used = used;
        arena->passed = r->passed;
    }
    return true;
}

void wg_hold(const wg_reader *r, wg_held *held)
{
    held->reader = *r;
    held->used = r->arena ? r->arena->used : 0;
    held->kept = r->arena ? r->arena->kept : 0;
    held->passed = r->arena ? r->arena->passed : 0;
}

bool wg_take_back(wg_reader *r, wg_held *held)
{
    const size_t empty = r->limits.empty_elements;
    if (!is_fault(r->error)) {
        return false;
    }
    held->why = wg_reader_result(r);
    *r = held->reader;
    r->limits.empty_elements = empty;
    if (r->arena) {
        r->arena->used = held->used;
        r->arena->kept = held->kept;
        r->arena->passed = held->passed;
    }
    return true;
}

void wg_kept(wg_reader *r, const wg_held *held)
{
    if (r->error != WG_OK) {
        r->error = held->why.error;
        r->error_octet = held->why.octet;
        r->error_bit = held->why.bit;
    } else if (r->arena) {
        if (r->arena->kept == 0) {
            r->arena->kept_why = held->why;
        }
        r->arena->kept++;
    }
}

bool wg_left_over(wg_reader *r)
{
    wg_arena *const arena = r->arena;
    if (r->error != WG_OK || !arena || arena->trailing != WG_TRAILING_KEEP) {
        wg_fail(r, WG_ERROR_TRAILING);
        return false;
    }
    if (arena->passed == 0) {
        const size_t bit = r->origin_bit + (r->next ? 8 * (size_t)(r->next - r->base) : r->bit);
        arena->passed_at.error = WG_ERROR_TRAILING;
        arena->passed_at.octet = r->origin + bit / 8;
        arena->passed_at.bit = (unsigned)(bit % 8);
    }
    arena->passed++;
    return true;
}
