/* PER as it mostly comes, inlined (see fast.h): lengths below 128, numbers of at most four octets. Bounds are constants
 * where this is called, so that what they decide is decided by the compiler. Canonical rules look at padding and go the
 * long way.
 */
#ifndef WIREGLOT_BITS_FAST_H
#define WIREGLOT_BITS_FAST_H

#include "wireglot/bits_fast_read.h"
#include "wireglot/bits_fast_write.h"

#if WG_FAST
#define wg_bits_get_boolean wg_fast_get_bit
#define wg_bits_get_flags wg_fast_get_flags
#define wg_bits_get_null(r) ((void)(r))
#define wg_bits_get_fragment wg_fast_get_fragment
#define wg_bits_get_length wg_fast_get_length
#define wg_bits_get_integer_i32 wg_fast_get_bounded_i32
#define wg_bits_get_integer_u32 wg_fast_get_bounded_u32
#define wg_bits_get_enumerated_i32 wg_fast_get_listed_i32
#define wg_bits_get_octet_string wg_fast_get_bounded_octets
#define wg_bits_copy_octet_string wg_fast_copy_bounded_octets
#define wg_bits_copy_bit_string wg_fast_copy_bit_string
#define wg_bits_get_known_multiplier wg_fast_get_characters
#define wg_bits_enter wg_fast_enter_field
#define wg_bits_leave wg_fast_leave_field
#define wg_bits_get_small_length wg_fast_get_small_length
#define wg_bits_get_bitmap wg_fast_get_bitmap
#define wg_bits_in_bitmap wg_fast_in_bitmap
#define wg_bits_get_unknown wg_fast_get_unknown
#define wg_bits_put_boolean wg_fast_put_bit
#define wg_bits_put_flags wg_fast_put_flags
#define wg_bits_put_null(w) ((void)(w))
#define wg_bits_put_fragment wg_fast_put_fragment
#define wg_bits_put_length wg_fast_put_length
#define wg_bits_put_integer_i32 wg_fast_put_bounded_i32
#define wg_bits_put_integer_u32 wg_fast_put_bounded_u32
#define wg_bits_put_enumerated_i32 wg_fast_put_listed_i32
#define wg_bits_put_bit_string wg_fast_put_bounded_bits
#define wg_bits_put_octet_string wg_fast_put_bounded_octets
#define wg_bits_put_known_multiplier wg_fast_put_characters
#define wg_bits_pack_flags wg_fast_pack_flags
#define wg_bits_pack_boolean wg_fast_pack_bit
#define wg_bits_pack_integer_i32 wg_fast_pack_bounded_i32
#define wg_bits_pack_integer_u32 wg_fast_pack_bounded_u32
#define wg_bits_pack_enumerated_i32 wg_fast_pack_listed_i32
#define wg_bits_pack_bit_string wg_fast_pack_bounded_bits
#define wg_bits_pack_octet_string wg_fast_pack_bounded_octets
#define wg_bits_put_pack wg_fast_put_pack
#define wg_bits_pack_room wg_fast_pack_room
#define wg_bits_open wg_fast_open_field
#define wg_bits_close wg_fast_close_field
#define wg_bits_put_small_length wg_fast_put_small_length
#define wg_bits_additions wg_fast_additions
#define wg_bits_put_unknown_bits wg_fast_put_unknown_bits
#define wg_bits_put_unknown wg_fast_put_unknown
#else
#define wg_bits_put_flags wg_bits_put
#define wg_bits_copy_octet_string(r, lo, hi, to, room, size) \
    wg_copy_octets(r, wg_bits_get_octet_string(r, lo, hi), to, room, size)
#define wg_bits_copy_bit_string(r, named, lo, hi, to, room, count) \
    wg_copy_bits(r, wg_bits_get_bit_string(r, named, lo, hi), to, room, count)
#define wg_bits_pack_flags(w, pack, flags, count) wg_bits_put(w, flags, count)
#define wg_bits_pack_boolean(w, pack, value) wg_bits_put_boolean(w, value)
#define wg_bits_pack_integer_i32(w, pack, bounds, lo, hi, value) wg_bits_put_integer_i32(w, bounds, lo, hi, value)
#define wg_bits_pack_integer_u32(w, pack, bounds, lo, hi, value) wg_bits_put_integer_u32(w, bounds, lo, hi, value)
#define wg_bits_pack_enumerated_i32(w, pack, root, roots, additions, count, extensible, value) \
    wg_bits_put_enumerated_i32(w, root, roots, additions, count, extensible, value)
#define wg_bits_pack_bit_string(w, pack, named, lo, hi, value) wg_bits_put_bit_string(w, named, lo, hi, value)
#define wg_bits_pack_octet_string(w, pack, lo, hi, value) wg_bits_put_octet_string(w, lo, hi, value)
#define wg_bits_pack_room(w, pack, bits) ((void)(pack))
#define wg_bits_put_pack(w, pack) ((void)(pack))
#endif

#endif
