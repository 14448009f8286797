/* The usual cases of PER, inlined (see fast.h): lengths below 128, numbers of at most four octets (INTEGERs without an
 * upper bound of at most eight). Bounds are
 * constants at the call, so that the compiler decides what depends on them. Canonical rules check padding and
 * use the general functions.
 */
#ifndef WIREGLOT_BITS_FAST_H
#define WIREGLOT_BITS_FAST_H

#include "wireglot/bits_fast_ahead.h"
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
#define wg_bits_get_integer_big wg_fast_get_whole
#define wg_bits_get_utf8_string wg_fast_get_utf8
#define wg_bits_get_oid wg_fast_get_arcs
#define wg_bits_get_enumerated_i32 wg_fast_get_listed_i32
#define wg_bits_get_octet_string wg_fast_get_bounded_octets
#define wg_bits_copy_octet_string wg_fast_copy_bounded_octets
#define wg_bits_get_bit_string wg_fast_get_bits
#define wg_bits_copy_bit_string wg_fast_copy_bit_string
#define wg_bits_get_known_multiplier wg_fast_get_characters
#define wg_bits_finish wg_fast_finish_bits
#define wg_bits_enter wg_fast_enter_field
#define wg_bits_leave wg_fast_leave_field
#define wg_bits_get_small_length wg_fast_get_small_length
#define wg_bits_get_bitmap wg_fast_get_bitmap
#define wg_bits_in_bitmap wg_fast_in_bitmap
#define wg_bits_get_unknown wg_fast_get_unknown
#define wg_bits_look_ahead wg_fast_look_ahead
#define wg_bits_step_back wg_fast_step_back
#define wg_bits_ahead_descend wg_fast_ahead_descend
#define wg_bits_ahead_boolean wg_fast_ahead_boolean
#define wg_bits_ahead_flags wg_fast_ahead_flags
#define wg_bits_ahead_integer_i32 wg_fast_ahead_i32
#define wg_bits_ahead_integer_u32 wg_fast_ahead_u32
#define wg_bits_ahead_enumerated_i32 wg_fast_ahead_listed_i32
#define wg_bits_ahead_bit_string wg_fast_ahead_bit_string
#define wg_bits_ahead_octet_string wg_fast_ahead_octet_string
#define wg_bits_ahead_length wg_fast_ahead_length
#define wg_bits_ahead_fragment wg_fast_ahead_fragment
#define wg_bits_put_boolean wg_fast_put_bit
#define wg_bits_put_flags wg_fast_put_flags
#define wg_bits_put_null(w) ((void)(w))
#define wg_bits_put_fragment wg_fast_put_fragment
#define wg_bits_put_length wg_fast_put_length
#define wg_bits_put_integer_i32 wg_fast_put_bounded_i32
#define wg_bits_put_integer_u32 wg_fast_put_bounded_u32
#define wg_bits_put_integer_i64 wg_fast_put_bounded_i64
#define wg_bits_put_integer_big wg_fast_put_whole
#define wg_bits_put_utf8_string wg_fast_put_utf8
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
#define wg_bits_flush_pack wg_fast_flush_pack
#define wg_bits_join_octet_string wg_fast_join_octets
#define wg_bits_join_utf8_string wg_fast_join_utf8
#define wg_bits_join_known_multiplier wg_fast_join_characters
#define wg_bits_pack_length wg_fast_pack_length
#define wg_bits_pack_fragment wg_fast_pack_fragment
#define wg_bits_pack_room wg_fast_pack_room
#define wg_bits_writer wg_fast_bits_writer
#define wg_bits_end wg_fast_bits_end
#define wg_bits_open wg_fast_open_field
#define wg_bits_close wg_fast_close_field
#define wg_bits_put_small_length wg_fast_put_small_length
#define wg_bits_put_small_number wg_fast_put_small_number
#define wg_bits_additions wg_fast_additions
#define wg_bits_put_unknown_bits wg_fast_put_unknown_bits
#define wg_bits_put_unknown wg_fast_put_unknown
#else
#define wg_bits_put_flags wg_bits_put
#define wg_bits_copy_octet_string(r, lo, hi, to, room, size) \
    wg_copy_octets(r, wg_bits_get_octet_string(r, lo, hi), to, room, size)
#define wg_bits_copy_bit_string(r, named, lo, hi, to, room, count) \
    wg_copy_bits(r, wg_bits_get_bit_string(r, named, lo, hi), to, room, count)
#define wg_bits_look_ahead(r, count) wg_ahead_of_nothing()
#define wg_bits_step_back(r, ahead) ((void)(ahead))
#define wg_bits_ahead_descend(r, ahead) ((void)(ahead), wg_descend(r))
#define wg_bits_ahead_boolean(r, ahead) ((void)(ahead), wg_bits_get_boolean(r))
#define wg_bits_ahead_flags(r, ahead, count) ((void)(ahead), wg_bits_get_flags(r, count))
#define wg_bits_ahead_integer_i32(r, ahead, bounds, lo, hi) ((void)(ahead), wg_bits_get_integer_i32(r, bounds, lo, hi))
#define wg_bits_ahead_integer_u32(r, ahead, bounds, lo, hi) ((void)(ahead), wg_bits_get_integer_u32(r, bounds, lo, hi))
#define wg_bits_ahead_enumerated_i32(r, ahead, root, roots, additions, count, extensible) \
    ((void)(ahead), wg_bits_get_enumerated_i32(r, root, roots, additions, count, extensible))
#define wg_bits_ahead_bit_string(r, ahead, named, lo, hi, to, room, count) \
    ((void)(ahead), wg_bits_copy_bit_string(r, named, lo, hi, to, room, count))
#define wg_bits_ahead_octet_string(r, ahead, lo, hi, to, room, size) \
    ((void)(ahead), wg_bits_copy_octet_string(r, lo, hi, to, room, size))
#define wg_bits_ahead_length(r, ahead, lo, hi) ((void)(ahead), wg_bits_get_length(r, lo, hi))
#define wg_bits_ahead_fragment(r, ahead, lo, hi, more) ((void)(ahead), wg_bits_get_fragment(r, lo, hi, more))
#define wg_bits_pack_flags(w, pack, flags, count) wg_bits_put(w, flags, count)
#define wg_bits_pack_boolean(w, pack, value) wg_bits_put_boolean(w, value)
#define wg_bits_pack_integer_i32(w, pack, bounds, lo, hi, value) wg_bits_put_integer_i32(w, bounds, lo, hi, value)
#define wg_bits_pack_integer_u32(w, pack, bounds, lo, hi, value) wg_bits_put_integer_u32(w, bounds, lo, hi, value)
#define wg_bits_pack_enumerated_i32(w, pack, root, roots, additions, count, extensible, value) \
    wg_bits_put_enumerated_i32(w, root, roots, additions, count, extensible, value)
#define wg_bits_pack_bit_string(w, pack, named, lo, hi, value) wg_bits_put_bit_string(w, named, lo, hi, value)
#define wg_bits_pack_octet_string(w, pack, lo, hi, value) wg_bits_put_octet_string(w, lo, hi, value)
#define wg_bits_join_octet_string(w, pack, lo, hi, value) ((void)(pack), wg_bits_put_octet_string(w, lo, hi, value))
#define wg_bits_join_utf8_string(w, pack, value) ((void)(pack), wg_bits_put_utf8_string(w, value))
#define wg_bits_join_known_multiplier(w, pack, unit, alphabet, characters, bits, top, lo, hi, value) \
    ((void)(pack), wg_bits_put_known_multiplier(w, unit, alphabet, characters, bits, top, lo, hi, value))
#define wg_bits_pack_room(w, pack, bits) ((void)(pack))
#define wg_bits_pack_length(w, pack, lo, hi, value) ((void)(pack), wg_bits_put_length(w, lo, hi, value))
#define wg_bits_pack_fragment(w, pack, lo, hi, left, more) ((void)(pack), wg_bits_put_fragment(w, lo, hi, left, more))
#define wg_bits_put_pack(w, pack) ((void)(pack))
#define wg_bits_flush_pack(w, pack) ((void)(pack))
#endif

#endif
