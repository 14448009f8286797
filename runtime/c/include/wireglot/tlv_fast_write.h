/* Writes the usual cases of BER and DER (see tlv_fast.h). */
#ifndef WIREGLOT_TLV_FAST_WRITE_H
#define WIREGLOT_TLV_FAST_WRITE_H

#include "wireglot/fast.h"
#include "wireglot/tlv.h"
#include "wireglot/tlv_fast_read.h"
#include "wireglot/tlv_inline.h"

#ifdef __cplusplus
extern "C" {
#endif

WG_RARE(wg_tlv_close_before);
WG_RARE(wg_tlv_put_bit_string);
WG_RARE(wg_tlv_put_boolean);
WG_RARE(wg_tlv_put_enumerated_i32);
WG_RARE(wg_tlv_put_ia5_string);
WG_RARE(wg_tlv_put_integer_big);
WG_RARE(wg_tlv_put_integer_i32);
WG_RARE(wg_tlv_put_integer_i64);
WG_RARE(wg_tlv_put_integer_u32);
WG_RARE(wg_tlv_put_integer_u64);
WG_RARE(wg_tlv_put_null);
WG_RARE(wg_tlv_put_octet_string);
WG_RARE(wg_tlv_put_oid);
WG_RARE(wg_tlv_put_unknown);
WG_RARE(wg_tlv_put_unknown_between);
WG_RARE_LOOK(wg_tlv_written);

/* -- writing --------------------------------------------------------------- */

WG_INLINE size_t wg_fast_mark(const wg_writer *w)
{
    return (size_t)(w->end - w->next);
}

WG_INLINE wg_octets wg_fast_tlv_written(const wg_writer *w)
{
    return WG_LIKELY(w->error == WG_OK && w->upward == NULL) ? wg_octets_at(w->next, (size_t)(w->end - w->next)) : wg_tlv_written(w);
}

/* Octets are stored before the writer is updated: as far as a compiler knows, they might be part of the
   writer. */
WG_INLINE void wg_fast_close_before(wg_writer *w, wg_tag tag, const uint8_t *behind)
{
    uint8_t *const p = w->next;
    const size_t size = (size_t)(behind - p);
    if (WG_LIKELY(WG_TAG_IS_SHORT(tag) && size < 0x80 && wg_tlv_has_room(w, 2))) {
        p[-2] = WG_IDENTIFIER(tag, 0x20u);
        p[-1] = (uint8_t)size;
        w->next = p - 2;
    } else if (WG_TAG_IS_SHORT(tag) && size - 0x80 < 0x80 && wg_tlv_has_room(w, 3)) {
        p[-3] = WG_IDENTIFIER(tag, 0x20u);
        p[-2] = 0x81;
        p[-1] = (uint8_t)size;
        w->next = p - 3;
    } else if (WG_TAG_IS_SHORT(tag) && size - 0x100 < 0xff00 && wg_tlv_has_room(w, 4)) {
        p[-4] = WG_IDENTIFIER(tag, 0x20u);
        p[-3] = 0x82;
        p[-2] = (uint8_t)(size >> 8);
        p[-1] = (uint8_t)size;
        w->next = p - 4;
    } else {
        wg_tlv_close_before(w, tag, behind);
    }
}

/* Usually no unknown parts were kept. */
WG_INLINE void wg_fast_put_kept(wg_writer *w, const wg_unknown *kept)
{
    if (!WG_LIKELY(kept == NULL)) {
        wg_tlv_put_unknown(w, kept);
    }
}

WG_INLINE void wg_fast_put_kept_between(wg_writer *w, const wg_unknown *kept, size_t from, size_t to)
{
    if (!WG_LIKELY(kept == NULL)) {
        wg_tlv_put_unknown_between(w, kept, from, to);
    }
}

/* Writes a number if eight octets can be stored at once; the first of them are then overwritten. */
WG_INLINE bool wg_fast_put_number(wg_writer *w, wg_tag tag, int64_t value)
{
    const unsigned spare = wg_spare_octets_64((uint64_t)value);
    uint8_t *p = w->next;
    if (!(WG_TAG_IS_SHORT(tag) && wg_tlv_has_room(w, 10))) {
        return false;
    }
    wg_store_be64(p - 8, (uint64_t)value);
    p = p - 10 + spare;
    p[0] = WG_IDENTIFIER(tag, 0u);
    p[1] = (uint8_t)(8 - spare);
    w->next = p;
    return true;
}

WG_INLINE void wg_fast_put_i32(wg_writer *w, wg_tag tag, int32_t value)
{
    if (!WG_LIKELY(wg_fast_put_number(w, tag, value))) {
        wg_tlv_put_integer_i32(w, tag, value);
    }
}

WG_INLINE void wg_fast_put_u32(wg_writer *w, wg_tag tag, uint32_t value)
{
    if (!WG_LIKELY(wg_fast_put_number(w, tag, value))) {
        wg_tlv_put_integer_u32(w, tag, value);
    }
}

WG_INLINE void wg_fast_put_i64(wg_writer *w, wg_tag tag, int64_t value)
{
    if (!WG_LIKELY(wg_fast_put_number(w, tag, value))) {
        wg_tlv_put_integer_i64(w, tag, value);
    }
}

WG_INLINE void wg_fast_put_u64(wg_writer *w, wg_tag tag, uint64_t value)
{
    if (!WG_LIKELY(value <= INT64_MAX && wg_fast_put_number(w, tag, (int64_t)value))) {
        wg_tlv_put_integer_u64(w, tag, value);
    }
}

WG_INLINE void wg_fast_put_enumerated_i32(wg_writer *w, wg_tag tag, const int64_t *numbers, size_t count,
                                          bool extensible, int32_t value)
{
    if (!WG_LIKELY(WG_DENSE(numbers, count) && value >= numbers[0] && value <= numbers[count - 1] &&
                   wg_fast_put_number(w, tag, value))) {
        wg_tlv_put_enumerated_i32(w, tag, numbers, count, extensible, value);
    }
}

/* Writes octets with a short length. Takes the parts of a slice as arguments, so that they are loaded only
   once. */
WG_INLINE bool wg_fast_put_octets(wg_writer *w, wg_tag tag, const uint8_t *data, size_t size)
{
    return WG_TAG_IS_SHORT(tag) && wg_tlv_put_short(w, WG_IDENTIFIER(tag, 0u), data, size);
}

WG_INLINE void wg_fast_put_octet_string(wg_writer *w, wg_tag tag, wg_octets value)
{
    const uint8_t *const data = value.data;
    const size_t size = value.size;
    if (!WG_LIKELY(wg_fast_put_octets(w, tag, data, size))) {
        wg_tlv_put_octet_string(w, tag, wg_octets_at(data, size));
    }
}

/* Clears the unused bits of the last octet. */
WG_INLINE void wg_fast_put_bit_string(wg_writer *w, wg_tag tag, bool named, wg_bits value)
{
    const size_t size = value.count / 8 + (value.count % 8 != 0);
    uint8_t *const p = w->next;
    if (WG_LIKELY(WG_TAG_IS_SHORT(tag) && size < 0x7f && wg_tlv_has_room(w, size + 3))) {
        uint8_t *const first = p - size;
        const unsigned unused = (0u - (unsigned)value.count) % 8;
        wg_move(first, value.data, size);
        p[-1] = (uint8_t)(p[-1] & 0xffu << unused);
        first[-3] = WG_IDENTIFIER(tag, 0u);
        first[-2] = (uint8_t)(size + 1);
        first[-1] = (uint8_t)unused;
        w->next = first - 3;
    } else {
        wg_tlv_put_bit_string(w, tag, named, value);
    }
}

WG_INLINE void wg_fast_put_ia5_string(wg_writer *w, wg_tag tag, wg_string value)
{
    const uint8_t *const data = value.data;
    const size_t size = value.size;
    if (!WG_LIKELY(wg_is_seven_bits(wg_octets_at(data, size)) && wg_fast_put_octets(w, tag, data, size))) {
        wg_tlv_put_ia5_string(w, tag, wg_octets_at(data, size));
    }
}

WG_INLINE void wg_fast_put_oid(wg_writer *w, wg_tag tag, wg_oid value)
{
    const uint8_t *const data = value.data;
    const size_t size = value.size;
    if (!WG_LIKELY(wg_oid_is_plain(data, size) && wg_fast_put_octets(w, tag, data, size))) {
        wg_tlv_put_oid(w, tag, wg_octets_at(data, size));
    }
}

WG_INLINE void wg_fast_put_big(wg_writer *w, wg_tag tag, wg_integer value)
{
    const uint8_t *const data = value.data;
    const size_t size = value.size;
    if (!WG_LIKELY(size > 0 && wg_is_shortest(data, size) && wg_fast_put_octets(w, tag, data, size))) {
        wg_tlv_put_integer_big(w, tag, wg_octets_at(data, size));
    }
}

WG_INLINE void wg_fast_put_boolean(wg_writer *w, wg_tag tag, bool value)
{
    if (WG_TAG_IS_SHORT(tag) && wg_tlv_has_room(w, 3)) {
        uint8_t *const p = w->next;
        p[-3] = WG_IDENTIFIER(tag, 0u);
        p[-2] = 1;
        p[-1] = value ? 0xff : 0;
        w->next = p - 3;
    } else {
        wg_tlv_put_boolean(w, tag, value);
    }
}

WG_INLINE void wg_fast_put_null(wg_writer *w, wg_tag tag)
{
    if (WG_TAG_IS_SHORT(tag) && wg_tlv_has_room(w, 2)) {
        uint8_t *const p = w->next;
        p[-2] = WG_IDENTIFIER(tag, 0u);
        p[-1] = 0;
        w->next = p - 2;
    } else {
        wg_tlv_put_null(w, tag);
    }
}

#ifdef __cplusplus
}
#endif

#endif
