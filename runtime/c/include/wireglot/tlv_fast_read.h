/* Reads the usual cases of BER and DER (see tlv_fast.h). */
#ifndef WIREGLOT_TLV_FAST_READ_H
#define WIREGLOT_TLV_FAST_READ_H

#include "wireglot/fast.h"
#include "wireglot/tlv.h"
#include "wireglot/tlv_inline.h"

#ifdef __cplusplus
extern "C" {
#endif

WG_RARE(wg_tlv_begin_frame);
WG_RARE(wg_tlv_end_frame);
WG_RARE(wg_tlv_finish);
WG_RARE_LOOK(wg_tlv_more);
WG_RARE_LOOK(wg_tlv_peek);
WG_RARE(wg_tlv_get_unknown);
WG_RARE(wg_tlv_get_bit_string);
WG_RARE(wg_tlv_get_boolean);
WG_RARE(wg_tlv_get_enumerated_i32);
WG_RARE(wg_tlv_get_ia5_string);
WG_RARE(wg_tlv_get_integer_big);
WG_RARE(wg_tlv_get_integer_i32);
WG_RARE(wg_tlv_get_integer_i64);
WG_RARE(wg_tlv_get_integer_u32);
WG_RARE(wg_tlv_get_integer_u64);
WG_RARE(wg_tlv_get_null);
WG_RARE(wg_tlv_get_octet_string);
WG_RARE(wg_tlv_get_oid);

/* -- reading --------------------------------------------------------------- */

/* Whether the next encoding starts with these identifier and length octets. */
WG_INLINE bool wg_tlv_begins_with(const wg_reader *r, uint8_t identifier, uint8_t size)
{
    const uint8_t header[2] = {identifier, size};
    return WG_LIKELY(r->next < r->two && memcmp(r->next, header, 2) == 0) && wg_tlv_fits(r, size);
}

WG_INLINE bool wg_fast_in_order(wg_reader *r, size_t *next, size_t item)
{
    if (WG_LIKELY(item >= *next)) {
        *next = item + 1;
        return true;
    }
    wg_fail(r, WG_ERROR_DUPLICATE);
    return false;
}

WG_INLINE wg_tag wg_fast_peek(const wg_reader *r)
{
    if (WG_LIKELY(r->next != r->end)) {
        const wg_tag tag = (uint8_t)(*r->next << 2 | *r->next >> 6) & 0x7fu;
        if (WG_LIKELY(WG_TAG_IS_SHORT(tag))) {
            return tag;
        }
    }
    return wg_tlv_peek(r);
}

WG_INLINE bool wg_fast_at(const wg_reader *r, wg_tag tag)
{
    if (WG_LIKELY(WG_TAG_IS_SHORT(tag))) {
        if (r->next == r->end) {
            return false;
        }
        if ((*r->next & 0xdf) == WG_IDENTIFIER(tag, 0)) {
            return true;
        }
        if (WG_LIKELY((*r->next & 0x1f) != 0x1f)) {
            return false;
        }
    }
    return wg_tlv_peek(r) == tag;
}

WG_INLINE bool wg_fast_more(const wg_reader *r)
{
    return WG_LIKELY(!r->indefinite) ? r->next != r->end : wg_tlv_more(r);
}

/* The same if only the end of the frame can come after the elements; detects where there are no more. */
WG_INLINE bool wg_fast_rest(const wg_reader *r)
{
    return r->next != r->end && wg_fast_more(r);
}

/* Where the contents start and their size, for a one-octet identifier and a length of two or three octets (in
 * DER, no more than needed); otherwise NULL. */
WG_INLINE const uint8_t *wg_tlv_long_contents(const uint8_t *p, const uint8_t *end, size_t *size)
{
    if (end - p >= 3 && p[1] == 0x81 && p[2] >= 0x80) {
        *size = p[2];
        return p + 3;
    }
    if (end - p >= 4 && p[1] == 0x82 && p[2] > 0) {
        *size = (size_t)p[2] << 8 | p[3];
        return p + 4;
    }
    return NULL;
}

WG_INLINE bool wg_fast_enter(wg_reader *r, const uint8_t *contents, size_t size, wg_frame *outer)
{
    outer->end = r->end;
    r->next = contents;
    r->end = contents + size;
    outer->inner = (uintptr_t)r->end;
    return true;
}

/* For nested frames that all have definite lengths, their ends are enough to return to. */
WG_INLINE bool wg_fast_begin_frame(wg_reader *r, wg_tag tag, wg_frame *outer)
{
    const uint8_t *const p = r->next;
    if (WG_LIKELY(WG_TAG_IS_SHORT(tag) && p < r->two && p[0] == WG_IDENTIFIER(tag, 0x20u))) {
        size_t size = p[1];
        if (WG_LIKELY(size < r->usual)) {
            if (wg_tlv_fits(r, size)) {
                return wg_fast_enter(r, p + 2, size, outer);
            }
        } else if (!r->indefinite) {
            const uint8_t *const contents = wg_tlv_long_contents(p, r->end, &size);
            if (contents != NULL && size <= (size_t)(r->end - contents)) {
                return wg_fast_enter(r, contents, size, outer);
            }
        }
    }
    outer->inner = UINTPTR_MAX;
    return wg_tlv_begin_frame(r, tag, outer);
}

/* Nothing is read beyond the end. Setting the position to the end rather than comparing it lets the processor
 * continue from the end, which has been known since the length was read, while the current position depends
 * on everything in the frame. A reader with an error is before all ends. */
WG_INLINE void wg_fast_end_frame(wg_reader *r, const wg_frame *outer)
{
    const uintptr_t inner = outer->inner;
    if (WG_LIKELY((uintptr_t)r->next >= inner)) {
        r->next = (const uint8_t *)inner;
        r->end = outer->end;
    } else {
        wg_tlv_end_frame(r, outer);
    }
}

WG_INLINE void wg_fast_finish_tlv(wg_reader *r)
{
    if (!WG_LIKELY(r->next == r->end)) {
        wg_tlv_finish(r);
    }
}

/* A list with room for the elements of the frame, as far as their tags and lengths are short. Otherwise their
 * number is estimated from the size, once there are two. */
WG_INLINE wg_list wg_fast_list(wg_reader *r, size_t item)
{
    wg_list list = wg_fast_list_of(item);
    const uint8_t *const p = r->next;
    const size_t left = (size_t)(r->end - p);
    size_t count = 0, at = 0;
    while (at + 2 <= left) {
        size_t length = p[at + 1];
        if (!WG_LIKELY(length < 0x80)) {
            if (length == 0x81 && left - at >= 3) {
                length = 1u + p[at + 2];
            } else if (length == 0x82 && left - at >= 4) {
                length = 2u + ((size_t)p[at + 2] << 8 | p[at + 3]);
            } else {
                break;
            }
        }
        at += 2 + length;
        count++;
    }
    wg_fast_reserve(r, &list, count, item);
    return list;
}

/* A list whose elements need the arena only in unusual cases, so that it grows in place. If it is long, it
 * starts with room for what it probably contains, since counting means waiting for one length after another.
 */
WG_INLINE wg_list wg_fast_flat_list(wg_reader *r, size_t item)
{
    const size_t left = (size_t)(r->end - r->next);
    wg_list list;
    if (left < 64) {
        return wg_fast_list(r, item);
    }
    list = wg_fast_list_of(item);
    wg_fast_reserve(r, &list, left / 16, item);
    return list;
}

/* Below, what readers pass by address has a value from the start: after inlining, compilers don't always see that
 * it is used only if it was read, and warn. */

/* Reads an INTEGER of at most `most` octets in its only form (X.690 8.3.2), in one step; eight octets must be
 * readable. Returns the position after it; NULL in other cases. */
WG_INLINE const uint8_t *wg_fast_number(const wg_reader *r, wg_tag tag, size_t most, int64_t *value)
{
    const uint8_t *const p = r->next;
    size_t size;
    uint64_t n;
    if (!WG_LIKELY(WG_TAG_IS_SHORT(tag) && p < r->ten && p[0] == WG_IDENTIFIER(tag, 0u))) {
        return NULL;
    }
    size = p[1];
    if (!WG_LIKELY(size - 1 < most && wg_tlv_fits(r, size))) {
        return NULL;
    }
    n = wg_load_be64(p + 2);
    if (!WG_LIKELY(!wg_is_long_form_64(n, (unsigned)size))) {
        return NULL;
    }
    *value = wg_move_down_64(n, (unsigned)size);
    return p + 2 + size;
}

WG_INLINE int32_t wg_fast_get_i32(wg_reader *r, wg_tag tag)
{
    int64_t value = 0;
    const uint8_t *const behind = wg_fast_number(r, tag, 4, &value);
    if (WG_LIKELY(behind != NULL)) {
        r->next = behind;
        return (int32_t)value;
    }
    return wg_tlv_get_integer_i32(r, tag);
}

WG_INLINE int64_t wg_fast_get_i64(wg_reader *r, wg_tag tag)
{
    int64_t value = 0;
    const uint8_t *const behind = wg_fast_number(r, tag, 8, &value);
    if (WG_LIKELY(behind != NULL)) {
        r->next = behind;
        return value;
    }
    return wg_tlv_get_integer_i64(r, tag);
}

WG_INLINE uint32_t wg_fast_get_u32(wg_reader *r, wg_tag tag)
{
    int64_t value = 0;
    const uint8_t *const behind = wg_fast_number(r, tag, 5, &value);
    if (WG_LIKELY(behind != NULL && value >= 0 && value <= UINT32_MAX)) {
        r->next = behind;
        return (uint32_t)value;
    }
    return wg_tlv_get_integer_u32(r, tag);
}

WG_INLINE uint64_t wg_fast_get_u64(wg_reader *r, wg_tag tag)
{
    int64_t value = 0;
    const uint8_t *const behind = wg_fast_number(r, tag, 8, &value);
    if (WG_LIKELY(behind != NULL && value >= 0)) {
        r->next = behind;
        return (uint64_t)value;
    }
    return wg_tlv_get_integer_u64(r, tag);
}

WG_INLINE wg_integer wg_fast_get_big(wg_reader *r, wg_tag tag)
{
    size_t size = 0;
    if (WG_LIKELY(WG_TAG_IS_SHORT(tag) && wg_tlv_is_short(r, WG_IDENTIFIER(tag, 0u), &size) && size > 0 &&
                  wg_is_shortest(r->next + 2, size))) {
        return wg_fast_octets(r, size);
    }
    return wg_tlv_get_integer_big(r, tag);
}

WG_INLINE bool wg_fast_get_boolean(wg_reader *r, wg_tag tag)
{
    if (WG_LIKELY(WG_TAG_IS_SHORT(tag) && wg_tlv_begins_with(r, WG_IDENTIFIER(tag, 0u), 1) &&
                  (r->next[2] == 0 || r->next[2] == 0xff))) {
        r->next += 3;
        return r->next[-1] != 0;
    }
    return wg_tlv_get_boolean(r, tag);
}

WG_INLINE void wg_fast_get_null(wg_reader *r, wg_tag tag)
{
    if (WG_LIKELY(WG_TAG_IS_SHORT(tag) && wg_tlv_begins_with(r, WG_IDENTIFIER(tag, 0u), 0))) {
        r->next += 2;
    } else {
        wg_tlv_get_null(r, tag);
    }
}

WG_INLINE wg_octets wg_fast_get_octet_string(wg_reader *r, wg_tag tag)
{
    size_t size = 0;
    if (WG_LIKELY(WG_TAG_IS_SHORT(tag) && wg_tlv_is_short(r, WG_IDENTIFIER(tag, 0u), &size))) {
        return wg_fast_octets(r, size);
    }
    return wg_tlv_get_octet_string(r, tag);
}

/* Reads a BIT STRING whose unused bits are zero; without octets, none are unused. */
WG_INLINE wg_bits wg_fast_get_bit_string(wg_reader *r, wg_tag tag, bool named)
{
    size_t size = 0;
    if (WG_LIKELY(WG_TAG_IS_SHORT(tag) && wg_tlv_is_short(r, WG_IDENTIFIER(tag, 0u), &size) && size > 0)) {
        const uint8_t *const data = r->next + 3;
        const unsigned unused = data[-1];
        if (WG_LIKELY(unused < 8 && (data[size - 2] & ((1u << unused) - 1)) == 0)) {
            r->next = data + (size - 1);
            return wg_bits_at(data, 8 * (size - 1) - unused);
        }
    }
    return wg_tlv_get_bit_string(r, tag, named);
}

WG_INLINE int32_t wg_fast_get_enumerated_i32(wg_reader *r, wg_tag tag, const int64_t *numbers, size_t count,
                                             bool extensible)
{
    int64_t value = 0;
    const uint8_t *const behind = WG_DENSE(numbers, count) ? wg_fast_number(r, tag, 4, &value) : NULL;
    if (WG_LIKELY(behind != NULL && value >= numbers[0] && value <= numbers[count - 1])) {
        r->next = behind;
        return (int32_t)value;
    }
    return wg_tlv_get_enumerated_i32(r, tag, numbers, count, extensible);
}

WG_INLINE wg_string wg_fast_get_ia5_string(wg_reader *r, wg_tag tag)
{
    size_t size = 0;
    if (WG_LIKELY(WG_TAG_IS_SHORT(tag) && wg_tlv_is_short(r, WG_IDENTIFIER(tag, 0u), &size) &&
                  wg_is_seven_bits(wg_octets_at(r->next + 2, size)))) {
        return wg_fast_octets(r, size);
    }
    return wg_tlv_get_ia5_string(r, tag);
}

/* Whether none of eight octets is 0x80: in each, the top bit is clear, or another bit is set, which an
   addition carries into the top bit. */
WG_INLINE bool wg_no_octet_is_80(uint64_t eight)
{
    const uint64_t others = 0x7f7f7f7f7f7f7f7fu;
    return (eight & ~((eight & others) + others) & ~others) == 0;
}

/* Whether the contents of an OBJECT IDENTIFIER end a subidentifier and have no octet 0x80, so that no
 * subidentifier starts with it (X.690 8.19.2). Others may be valid as well. */
WG_INLINE bool wg_oid_is_plain(const uint8_t *data, size_t size)
{
    uint64_t eight;
    size_t i;
    if (size == 0 || data[size - 1] >= 0x80) {
        return false;
    }
    if (size >= 8) {
        for (i = 0; i + 8 < size; i += 8) {
            memcpy(&eight, data + i, 8);
            if (!wg_no_octet_is_80(eight)) {
                return false;
            }
        }
        memcpy(&eight, data + size - 8, 8);
        return wg_no_octet_is_80(eight);
    }
    if (size >= 4) {
        uint32_t head, tail;
        memcpy(&head, data, 4);
        memcpy(&tail, data + size - 4, 4);
        return wg_no_octet_is_80((uint64_t)head << 32 | tail);
    }
    for (i = 0; i < size; i++) {
        if (data[i] == 0x80) {
            return false;
        }
    }
    return true;
}

WG_INLINE wg_oid wg_fast_get_oid(wg_reader *r, wg_tag tag)
{
    size_t size = 0;
    if (WG_LIKELY(WG_TAG_IS_SHORT(tag) && wg_tlv_is_short(r, WG_IDENTIFIER(tag, 0u), &size) &&
                  wg_oid_is_plain(r->next + 2, size))) {
        return wg_fast_octets(r, size);
    }
    return wg_tlv_get_oid(r, tag);
}

/* Copies to an array in a struct. */
WG_INLINE void wg_fast_copy_octet_string(wg_reader *r, wg_tag tag, uint8_t *to, size_t room, size_t *size)
{
    size_t count = 0;
    if (WG_LIKELY(WG_TAG_IS_SHORT(tag) && wg_tlv_is_short(r, WG_IDENTIFIER(tag, 0u), &count) && count <= room)) {
        const uint8_t *const from = r->next + 2;
        r->next = from + count;
        *size = count;
        wg_move(to, from, count);
    } else {
        wg_copy_octets(r, wg_tlv_get_octet_string(r, tag), to, room, size);
    }
}

#ifdef __cplusplus
}
#endif

#endif
