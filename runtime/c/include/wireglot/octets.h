/* OER, basic and canonical (X.696): whole octets, lengths before contents.
 *
 * Readers and writers both go forwards, and are those of bits.h; bit counts are multiples of eight
 * except in presence bits. These are single bits, read and written with wg_bits_get_boolean and
 * wg_bits_put_boolean, and ended with wg_octets_end_bits. A record is
 *
 *     a bit for the extension additions if it is extensible, a bit for each component that may be
 *     absent, wg_octets_end_bits, the components; then, if there are additions, wg_octets_get_bitmap,
 *     each known one whose bit is set (wg_bits_in_bitmap) between wg_octets_enter and
 *     wg_octets_leave, and wg_octets_get_unknown for those beyond.
 *
 * To write the additions: wg_octets_put_bitmap with their number (wg_bits_additions), a bit for each
 * known one, wg_bits_put_unknown_bits, wg_octets_end_bits; each known one between wg_octets_open and
 * wg_octets_close; wg_octets_put_unknown. A list is wg_octets_get_quantity and its elements. A choice
 * is a tag (wg_octets_peek, wg_octets_enter_tag, wg_octets_tag), then its alternative, which is
 * entered or opened if it is an extension addition.
 */
#ifndef WIREGLOT_OCTETS_H
#define WIREGLOT_OCTETS_H

#include "wireglot/bits.h"
#include "wireglot/tlv.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The characters of a string type. */
typedef enum wg_text {
    WG_TEXT_UTF8,
    WG_TEXT_BMP,
    WG_TEXT_UNIVERSAL,
    WG_TEXT_NUMERIC,
    WG_TEXT_PRINTABLE,
    WG_TEXT_IA5,
    WG_TEXT_VISIBLE,
    WG_TEXT_ESCAPED /* any octets: TeletexString, VideotexString, GraphicString, GeneralString, ObjectDescriptor */
} wg_text;

/* -- reading: frames ------------------------------------------------------- */

/* Reads `size` octets at `data`; `strict` requires canonical OER. */
void wg_octets_reader(wg_reader *r, const uint8_t *data, size_t size, bool strict, wg_arena *arena);

/* A reader of the contents of a string (X.682 11). */
wg_reader wg_octets_nested(const wg_reader *r, wg_octets octets, bool strict);

/* Ends a complete encoding. An empty encoding may come as one zero octet. */
void wg_octets_finish(wg_reader *r);

/* Checks that nothing is left of an open type field. */
void wg_octets_at_end(wg_reader *r);

/* Skips the rest of an octet of presence bits (X.696 16.2); canonical rules require zeros. */
void wg_octets_end_bits(wg_reader *r);

/* Enters an open type field (X.696 30); returns false on error. */
bool wg_octets_enter(wg_reader *r, wg_bits_frame *outer);

/* Checks that it has ended, and leaves it. */
void wg_octets_leave(wg_reader *r, const wg_bits_frame *outer);

/* Peeks at the next tag; WG_TAG_NONE at the end of the frame. */
wg_tag wg_octets_peek(const wg_reader *r);

/* Reads a tag (X.696 8.7); returns false, with an error, if it is a different one. */
bool wg_octets_enter_tag(wg_reader *r, wg_tag tag);

/* Reads the presence bitmap of extension additions (X.696 16.4), up to its end. */
wg_bitmap wg_octets_get_bitmap(wg_reader *r);

/* Skips the additions from `known` on, or keeps them if `kept` is not NULL. */
void wg_octets_get_unknown(wg_reader *r, wg_bitmap bitmap, size_t known, wg_unknown **kept);

/* Reads an alternative that the schema does not know: its tag and open type field. */
void wg_octets_get_unknown_alternative(wg_reader *r, wg_unknown *unknown);

/* -- reading: leaves ------------------------------------------------------- */

/* Reads a length determinant (X.696 8.6), which must not exceed the rest of the frame. */
size_t wg_octets_get_length(wg_reader *r);

/* Reads the number of elements of a list (X.696 17.2); WG_ERROR_LIMIT if it exceeds the limit. */
size_t wg_octets_get_quantity(wg_reader *r);

bool wg_octets_get_boolean(wg_reader *r);

/* `width` is 1, 2, 4 or 8 octets, or WG_NO_BOUND if there is a length. The bounds are those of the
 * schema, for writers. */
int32_t wg_octets_get_integer_i32(wg_reader *r, wg_bounds bounds, int32_t lo, int32_t hi, size_t width, bool is_signed);
uint32_t wg_octets_get_integer_u32(wg_reader *r, wg_bounds bounds, uint32_t lo, uint32_t hi, size_t width, bool is_signed);
int64_t wg_octets_get_integer_i64(wg_reader *r, wg_bounds bounds, int64_t lo, int64_t hi, size_t width, bool is_signed);
uint64_t wg_octets_get_integer_u64(wg_reader *r, wg_bounds bounds, uint64_t lo, uint64_t hi, size_t width, bool is_signed);
wg_integer wg_octets_get_integer_big(wg_reader *r, wg_bounds bounds, wg_integer lo, wg_integer hi, size_t width, bool is_signed);
int32_t wg_octets_get_enumerated_i32(wg_reader *r, const int64_t *numbers, size_t count, bool extensible);
int64_t wg_octets_get_enumerated_i64(wg_reader *r, const int64_t *numbers, size_t count, bool extensible);

/* After a length, and with 4 or 8 octets: binary32, binary64 (X.696 12). */
wg_real wg_octets_get_real(wg_reader *r);
wg_real wg_octets_get_float(wg_reader *r, size_t width);
double wg_octets_get_double(wg_reader *r); /* the nearest; in canonical OER, only exact ones */
double wg_octets_get_double_field(wg_reader *r, size_t width);

/* `size` is the number of bits, octets or characters, or WG_NO_BOUND if there is a length. */
wg_bits wg_octets_get_bit_string(wg_reader *r, bool named, size_t min, size_t size);
wg_octets wg_octets_get_octet_string(wg_reader *r, size_t size);
wg_string wg_octets_get_string(wg_reader *r, wg_text text, size_t size);

void wg_octets_get_null(wg_reader *r);
wg_oid wg_octets_get_oid(wg_reader *r);
wg_oid wg_octets_get_relative_oid(wg_reader *r);
wg_string wg_octets_get_iri(wg_reader *r);
wg_string wg_octets_get_utc_time(wg_reader *r);
wg_string wg_octets_get_generalized_time(wg_reader *r);
wg_string wg_octets_get_date(wg_reader *r);
wg_string wg_octets_get_time_of_day(wg_reader *r);
wg_string wg_octets_get_date_time(wg_reader *r);
wg_string wg_octets_get_duration(wg_reader *r);
wg_external wg_octets_get_external(wg_reader *r);

/* Reads all octets up to the end of the frame. */
wg_any wg_octets_get_rest(wg_reader *r);

/* -- writing: frames ------------------------------------------------------- */

/* Writes forwards into `capacity` octets at `buffer`; `strict` means canonical OER. */
void wg_octets_writer(wg_writer *w, uint8_t *buffer, size_t capacity, bool strict);

/* A writer for the contents of a string, and the octets it wrote, which are still to be written with
   their length. */
wg_writer wg_octets_inside(const wg_writer *w, bool strict);
wg_octets wg_octets_inside_done(wg_writer *w, wg_writer *inner);

/* Ends the complete encoding: at least one octet. */
void wg_octets_complete(wg_writer *w);

/* The octets written; empty after an error. */
wg_octets wg_octets_written(const wg_writer *w);

/* Pads the last octet of presence bits. */
void wg_octets_put_end_bits(wg_writer *w);

/* Begins an open type field; returns its place. */
size_t wg_octets_open(wg_writer *w);

/* Ends it: inserts its length. */
void wg_octets_close(wg_writer *w, size_t place);

void wg_octets_tag(wg_writer *w, wg_tag tag);

/* Writes what precedes a bitmap of `count` bits. */
void wg_octets_put_bitmap(wg_writer *w, size_t count);

/* Writes the kept additions, or a kept alternative. */
void wg_octets_put_unknown(wg_writer *w, const wg_unknown *kept);
void wg_octets_put_unknown_alternative(wg_writer *w, const wg_unknown *unknown);

/* -- writing: leaves ------------------------------------------------------- */

void wg_octets_put_length(wg_writer *w, size_t length);
void wg_octets_put_quantity(wg_writer *w, size_t count);
void wg_octets_put_boolean(wg_writer *w, bool value);
void wg_octets_put_integer_i32(wg_writer *w, wg_bounds bounds, int32_t lo, int32_t hi, size_t width, bool is_signed, int32_t value);
void wg_octets_put_integer_u32(wg_writer *w, wg_bounds bounds, uint32_t lo, uint32_t hi, size_t width, bool is_signed, uint32_t value);
void wg_octets_put_integer_i64(wg_writer *w, wg_bounds bounds, int64_t lo, int64_t hi, size_t width, bool is_signed, int64_t value);
void wg_octets_put_integer_u64(wg_writer *w, wg_bounds bounds, uint64_t lo, uint64_t hi, size_t width, bool is_signed, uint64_t value);
void wg_octets_put_integer_big(wg_writer *w, wg_bounds bounds, wg_integer lo, wg_integer hi, size_t width, bool is_signed, wg_integer value);
void wg_octets_put_enumerated_i32(wg_writer *w, const int64_t *numbers, size_t count, bool extensible, int32_t value);
void wg_octets_put_enumerated_i64(wg_writer *w, const int64_t *numbers, size_t count, bool extensible, int64_t value);
void wg_octets_put_real(wg_writer *w, wg_real value);
void wg_octets_put_float(wg_writer *w, size_t width, wg_real value);
void wg_octets_put_double(wg_writer *w, double value);
void wg_octets_put_double_field(wg_writer *w, size_t width, double value);
void wg_octets_put_bit_string(wg_writer *w, bool named, size_t min, size_t size, wg_bits value);
void wg_octets_put_octet_string(wg_writer *w, size_t size, wg_octets value);
void wg_octets_put_string(wg_writer *w, wg_text text, size_t size, wg_string value);
void wg_octets_put_null(wg_writer *w);
void wg_octets_put_oid(wg_writer *w, wg_oid value);
void wg_octets_put_relative_oid(wg_writer *w, wg_oid value);
void wg_octets_put_iri(wg_writer *w, wg_string value);
void wg_octets_put_utc_time(wg_writer *w, wg_string value);
void wg_octets_put_generalized_time(wg_writer *w, wg_string value);
void wg_octets_put_date(wg_writer *w, wg_string value);
void wg_octets_put_time_of_day(wg_writer *w, wg_string value);
void wg_octets_put_date_time(wg_writer *w, wg_string value);
void wg_octets_put_duration(wg_writer *w, wg_string value);
void wg_octets_put_external(wg_writer *w, wg_external value);
void wg_octets_put_rest(wg_writer *w, wg_any value);

#ifdef __cplusplus
}
#endif

#endif
