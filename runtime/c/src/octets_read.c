/* Reading frames, lengths and tags of OER. */
#include "octets.h"

void wg_octets_reader(wg_reader *r, const uint8_t *data, size_t size, bool strict, wg_arena *arena)
{
    wg_bits_reader(r, data, size, false, arena);
    r->strict = strict;
    r->octets = true;
}

wg_reader wg_octets_nested(const wg_reader *r, wg_octets octets, bool strict)
{
    wg_reader inner = wg_bits_nested(r, octets, false, strict);
    inner.octets = true;
    return inner;
}

void wg_octets_finish(wg_reader *r)
{
    if (r->bit == 0 && r->bit_end == 8 && r->base[0] == 0) {
        r->bit = 8;
    }
    if (r->bit != r->bit_end) {
        wg_left_over(r);
    }
}

void wg_octets_end_bits(wg_reader *r)
{
    if (r->bit % 8 && wg_bits_take(r, 8 - (unsigned)(r->bit % 8)) != 0 && r->strict) {
        wg_fail(r, WG_ERROR_CANONICAL);
    }
}

void wg_octets_fail_at(wg_reader *r, wg_error error, size_t bit)
{
    if (r->error == WG_OK) {
        r->bit = bit;
    }
    wg_fail(r, error);
}

/* -- octets ---------------------------------------------------------------- */

wg_octets wg_octets_take(wg_reader *r, size_t size)
{
    wg_octets octets = wg_octets_of(NULL, 0);
    if (r->error != WG_OK) {
        return octets;
    }
    if (size > (r->bit_end - r->bit) / 8) {
        wg_fail(r, WG_ERROR_END);
        return octets;
    }
    octets = wg_octets_of(r->base + r->bit / 8, size);
    r->bit += 8 * size;
    return octets;
}

/* The unsigned number in some octets, limited to SIZE_MAX. */
static size_t number_of(wg_octets digits)
{
    size_t number = 0, i;
    for (i = 0; i < digits.size; i++) {
        number = number > SIZE_MAX >> 8 ? SIZE_MAX : number << 8 | digits.data[i];
    }
    return number;
}

size_t wg_octets_get_length(wg_reader *r)
{
    size_t start = r->bit, length = (size_t)wg_bits_take(r, 8);
    if (length >= 0x80) {
        wg_octets digits = wg_octets_take(r, length & 0x7f);
        length = number_of(digits);
        if (r->error == WG_OK && (digits.size == 0 || (r->strict && (digits.data[0] == 0 || length < 0x80)))) {
            wg_octets_fail_at(r, WG_ERROR_LENGTH, start);
        }
    }
    if (r->error == WG_OK && length > (r->bit_end - r->bit) / 8) {
        wg_octets_fail_at(r, WG_ERROR_END, start);
    }
    return r->error == WG_OK ? length : 0;
}

wg_octets wg_octets_counted(wg_reader *r, size_t most)
{
    size_t start = r->bit;
    wg_octets octets = wg_octets_take(r, wg_octets_get_length(r));
    if (octets.size > most) {
        wg_octets_fail_at(r, WG_ERROR_LIMIT, start);
        octets = wg_octets_of(NULL, 0);
    }
    return octets;
}

wg_octets wg_octets_sized(wg_reader *r, size_t size)
{
    size_t start = r->bit;
    if (size == WG_NO_BOUND) {
        return wg_octets_counted(r, r->limits.string_octets);
    }
    if (size > r->limits.string_octets && r->error == WG_OK) {
        wg_octets_fail_at(r, WG_ERROR_LIMIT, start);
    }
    return wg_octets_take(r, size);
}

size_t wg_octets_get_quantity(wg_reader *r)
{
    size_t start = r->bit, count;
    wg_octets digits = wg_octets_counted(r, SIZE_MAX);
    if (r->error == WG_OK && (digits.size == 0 || (r->strict && digits.size > 1 && digits.data[0] == 0))) {
        wg_octets_fail_at(r, WG_ERROR_LENGTH, start);
        return 0;
    }
    count = number_of(digits);
    if (count > r->limits.elements) {
        wg_octets_fail_at(r, WG_ERROR_LIMIT, start);
        return 0;
    }
    return count;
}

/* -- tags (X.696 8.7) ------------------------------------------------------ */

/* Reads a tag; WG_TAG_NONE on error. */
static wg_tag get_tag(wg_reader *r)
{
    size_t start = r->bit;
    unsigned octet = (unsigned)wg_bits_take(r, 8);
    wg_tag cls = (wg_tag)(octet >> 6);
    uint32_t number = octet & 0x3f;
    if (number < 0x3f) {
        return r->error == WG_OK ? cls | number << 2 : WG_TAG_NONE;
    }
    number = 0;
    do {
        octet = (unsigned)wg_bits_take(r, 8);
        if ((number == 0 && octet == 0x80) || number >> 25) {
            wg_octets_fail_at(r, WG_ERROR_TAG, start);
        }
        number = number << 7 | (octet & 0x7f);
    } while (octet >= 0x80);
    if (number < 0x3f && r->error == WG_OK) {
        wg_octets_fail_at(r, WG_ERROR_TAG, start);
    }
    /* Numbers larger than a wg_tag can hold are all read as the maximum, which no schema uses. */
    return r->error == WG_OK ? cls | (number > WG_TAG_MOST ? WG_TAG_MOST : number) << 2 : WG_TAG_NONE;
}

wg_tag wg_octets_peek(const wg_reader *r)
{
    wg_reader ahead = *r;
    return r->error == WG_OK && r->bit < r->bit_end ? get_tag(&ahead) : WG_TAG_NONE;
}

bool wg_octets_enter_tag(wg_reader *r, wg_tag tag)
{
    size_t start = r->bit;
    wg_tag found = get_tag(r);
    if (found != tag && r->error == WG_OK) {
        wg_octets_fail_at(r, WG_ERROR_TAG, start);
    }
    return r->error == WG_OK;
}

/* -- open type fields ------------------------------------------------------ */

bool wg_octets_enter(wg_reader *r, wg_bits_frame *outer)
{
    size_t length = wg_octets_get_length(r);
    if (r->error != WG_OK) {
        return false;
    }
    outer->base = r->base;
    outer->origin = r->origin;
    outer->start = r->bit;
    outer->bit = r->bit + 8 * length;
    outer->bit_end = r->bit_end;
    r->bit_end = outer->bit;
    return true;
}

void wg_octets_at_end(wg_reader *r)
{
    if (r->bit != r->bit_end && wg_left_over(r)) {
        r->bit = r->bit_end;
        r->skipped = true;
    }
}

void wg_octets_leave(wg_reader *r, const wg_bits_frame *outer)
{
    wg_octets_at_end(r);
    if (r->error == WG_OK) {
        r->bit_end = outer->bit_end;
    }
}

wg_any wg_octets_get_rest(wg_reader *r)
{
    wg_octets octets = wg_octets_take(r, (r->bit_end - r->bit) / 8);
    return wg_any_of(octets, wg_reader_rules(r));
}

/* -- extension additions (X.696 16.4, 16.5) -------------------------------- */

wg_bitmap wg_octets_get_bitmap(wg_reader *r)
{
    size_t start = r->bit;
    wg_octets octets = wg_octets_counted(r, r->limits.string_octets);
    unsigned unused = octets.size ? octets.data[0] : 8;
    wg_bitmap bitmap;
    bitmap.at = start;
    bitmap.count = 0;
    if (unused > 7 || (octets.size == 1 && unused)) {
        wg_octets_fail_at(r, WG_ERROR_LENGTH, start);
    } else if (r->strict && octets.size > 1 && octets.data[octets.size - 1] & ((1u << unused) - 1)) {
        wg_octets_fail_at(r, WG_ERROR_CANONICAL, start);
    } else if (r->error == WG_OK) {
        bitmap.at = 8 * (size_t)(octets.data + 1 - r->base);
        bitmap.count = 8 * (octets.size - 1) - unused;
    }
    return bitmap;
}

void wg_octets_get_unknown(wg_reader *r, wg_bitmap bitmap, size_t known, wg_unknown **kept)
{
    wg_rules rules = wg_reader_rules(r);
    size_t i;
    if (kept && bitmap.count > known) {
        *kept = wg_keep(r, bitmap.count, wg_any_of(wg_octets_of(NULL, 0), rules));
        kept = *kept ? &(*kept)->next : NULL;
    }
    r->skipped |= !kept && bitmap.count > known;
    for (i = known; i < bitmap.count && r->error == WG_OK; i++) {
        wg_octets octets;
        if (!wg_bits_in_bitmap(r, bitmap, i)) {
            continue;
        }
        octets = wg_octets_counted(r, r->limits.string_octets);
        if (kept && r->error == WG_OK) {
            *kept = wg_keep(r, i, wg_any_of(octets, rules));
            kept = *kept ? &(*kept)->next : NULL;
        }
    }
}

void wg_octets_get_unknown_alternative(wg_reader *r, wg_unknown *unknown)
{
    size_t start = r->bit;
    get_tag(r);
    wg_octets_counted(r, r->limits.string_octets);
    unknown->next = NULL;
    unknown->index = 0;
    unknown->value = wg_any_of(wg_octets_of(NULL, 0), wg_reader_rules(r));
    if (r->error == WG_OK) {
        unknown->value.data = r->base + start / 8;
        unknown->value.size = (r->bit - start) / 8;
    }
}
