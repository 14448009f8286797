/* The usual cases of BER and DER, inlined (see fast.h): an identifier octet and a length octet, all
 * in the frame.
 */
#ifndef WIREGLOT_TLV_FAST_H
#define WIREGLOT_TLV_FAST_H

#include "wireglot/tlv_fast_read.h"
#include "wireglot/tlv_fast_write.h"

/* Inlined, this is smaller than a call. */
#define wg_tlv_mark wg_fast_mark

#if WG_FAST
#define wg_descend wg_fast_descend
#define wg_ascend(r) ((void)(r)->limits.depth++)
#define wg_in_order wg_fast_in_order
#define wg_tlv_peek wg_fast_peek
#define wg_tlv_at wg_fast_at
#define wg_tlv_more wg_fast_more
#define wg_tlv_rest wg_fast_rest
#define wg_tlv_finish wg_fast_finish_tlv
#define wg_tlv_begin_frame wg_fast_begin_frame
#define wg_tlv_end_frame wg_fast_end_frame
#define wg_tlv_list wg_fast_list
#define wg_tlv_flat_list wg_fast_flat_list
#define wg_tlv_get_ia5_string wg_fast_get_ia5_string
#define wg_tlv_put_ia5_string wg_fast_put_ia5_string
#define wg_tlv_get_integer_i32 wg_fast_get_i32
#define wg_tlv_get_integer_u32 wg_fast_get_u32
#define wg_tlv_get_integer_i64 wg_fast_get_i64
#define wg_tlv_get_integer_u64 wg_fast_get_u64
#define wg_tlv_get_integer_big wg_fast_get_big
#define wg_tlv_get_enumerated_i32 wg_fast_get_enumerated_i32
#define wg_tlv_get_boolean wg_fast_get_boolean
#define wg_tlv_get_null wg_fast_get_null
#define wg_tlv_get_bit_string wg_fast_get_bit_string
#define wg_tlv_get_octet_string wg_fast_get_octet_string
#define wg_tlv_copy_octet_string wg_fast_copy_octet_string
#define wg_tlv_get_oid wg_fast_get_oid
#define wg_tlv_written wg_fast_tlv_written
#define wg_tlv_close_before wg_fast_close_before
#define wg_tlv_put_unknown wg_fast_put_kept
#define wg_tlv_put_unknown_between wg_fast_put_kept_between
#define wg_tlv_put_integer_i32 wg_fast_put_i32
#define wg_tlv_put_integer_u32 wg_fast_put_u32
#define wg_tlv_put_integer_i64 wg_fast_put_i64
#define wg_tlv_put_integer_u64 wg_fast_put_u64
#define wg_tlv_put_integer_big wg_fast_put_big
#define wg_tlv_put_enumerated_i32 wg_fast_put_enumerated_i32
#define wg_tlv_put_boolean wg_fast_put_boolean
#define wg_tlv_put_null wg_fast_put_null
#define wg_tlv_put_bit_string wg_fast_put_bit_string
#define wg_tlv_put_octet_string wg_fast_put_octet_string
#define wg_tlv_put_oid wg_fast_put_oid
#else
#define wg_tlv_at(r, tag) (wg_tlv_peek(r) == (tag))
#define wg_tlv_rest wg_tlv_more
#define wg_tlv_list(r, item) wg_list_of(item)
#define wg_tlv_flat_list(r, item) wg_list_of(item)
#define wg_tlv_copy_octet_string(r, tag, to, room, size) wg_copy_octets(r, wg_tlv_get_octet_string(r, tag), to, room, size)
#endif

#endif
