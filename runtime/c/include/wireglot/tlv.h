/* BER and DER (X.690): frames, and the contents octets of all types.
 *
 * Readers go forwards over a slice, writers backwards from the end of a buffer, so that each length is known
 * when it is written. Strings and other contents are slices of the input; a constructed string is joined in
 * the arena.
 */
#ifndef WIREGLOT_TLV_H
#define WIREGLOT_TLV_H

#include "wireglot/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A tag: the number in the upper 30 bits, the class in the lower two, like an identifier octet rotated by two
 * bits. Larger numbers in data are all read as 2^30 - 1, which no schema uses. */
typedef uint32_t wg_tag;

#define WG_UNIVERSAL(n) ((wg_tag)(n) << 2)
#define WG_APPLICATION(n) ((wg_tag)(n) << 2 | 1u)
#define WG_CONTEXT(n) ((wg_tag)(n) << 2 | 2u)
#define WG_PRIVATE(n) ((wg_tag)(n) << 2 | 3u)

#define WG_TAG_NUMBER(tag) ((tag) >> 2)
#define WG_TAG_CLASS(tag) ((tag) & 3u)

/* The largest number that a tag can hold. */
#define WG_TAG_MOST 0x3fffffffu

/* No tag: the end of a frame. */
#define WG_TAG_NONE WG_UNIVERSAL(0)

#define WG_TAG_BOOLEAN WG_UNIVERSAL(1)
#define WG_TAG_INTEGER WG_UNIVERSAL(2)
#define WG_TAG_BIT_STRING WG_UNIVERSAL(3)
#define WG_TAG_OCTET_STRING WG_UNIVERSAL(4)
#define WG_TAG_NULL WG_UNIVERSAL(5)
#define WG_TAG_OID WG_UNIVERSAL(6)
#define WG_TAG_OBJECT_DESCRIPTOR WG_UNIVERSAL(7)
#define WG_TAG_EXTERNAL WG_UNIVERSAL(8)
#define WG_TAG_REAL WG_UNIVERSAL(9)
#define WG_TAG_ENUMERATED WG_UNIVERSAL(10)
#define WG_TAG_EMBEDDED_PDV WG_UNIVERSAL(11)
#define WG_TAG_UTF8_STRING WG_UNIVERSAL(12)
#define WG_TAG_RELATIVE_OID WG_UNIVERSAL(13)
#define WG_TAG_TIME WG_UNIVERSAL(14)
#define WG_TAG_SEQUENCE WG_UNIVERSAL(16)
#define WG_TAG_SET WG_UNIVERSAL(17)
#define WG_TAG_NUMERIC_STRING WG_UNIVERSAL(18)
#define WG_TAG_PRINTABLE_STRING WG_UNIVERSAL(19)
#define WG_TAG_TELETEX_STRING WG_UNIVERSAL(20)
#define WG_TAG_VIDEOTEX_STRING WG_UNIVERSAL(21)
#define WG_TAG_IA5_STRING WG_UNIVERSAL(22)
#define WG_TAG_UTC_TIME WG_UNIVERSAL(23)
#define WG_TAG_GENERALIZED_TIME WG_UNIVERSAL(24)
#define WG_TAG_GRAPHIC_STRING WG_UNIVERSAL(25)
#define WG_TAG_VISIBLE_STRING WG_UNIVERSAL(26)
#define WG_TAG_GENERAL_STRING WG_UNIVERSAL(27)
#define WG_TAG_UNIVERSAL_STRING WG_UNIVERSAL(28)
#define WG_TAG_CHARACTER_STRING WG_UNIVERSAL(29)
#define WG_TAG_BMP_STRING WG_UNIVERSAL(30)
#define WG_TAG_DATE WG_UNIVERSAL(31)
#define WG_TAG_TIME_OF_DAY WG_UNIVERSAL(32)
#define WG_TAG_DATE_TIME WG_UNIVERSAL(33)
#define WG_TAG_DURATION WG_UNIVERSAL(34)
#define WG_TAG_OID_IRI WG_UNIVERSAL(35)
#define WG_TAG_RELATIVE_OID_IRI WG_UNIVERSAL(36)

/* The enclosing frame. */
typedef struct wg_frame {
    const uint8_t *end;
    bool indefinite;
    uintptr_t inner; /* where the current frame ends, if nothing else needs to be checked there; otherwise UINTPTR_MAX */
} wg_frame;

/* -- reading: frames ------------------------------------------------------- */

/* Reads `size` octets at `data`; `strict` requires DER. */
void wg_tlv_reader(wg_reader *r, const uint8_t *data, size_t size, bool strict, wg_arena *arena);

/* A reader of the contents of a string (X.682 11). */
wg_reader wg_tlv_nested(const wg_reader *r, wg_octets octets, bool strict);

/* Checks that nothing is left over. */
void wg_tlv_finish(wg_reader *r);

/* CER (X.690 9) is read as BER, with `strict` false and `cer` set in the reader. After wg_tlv_finish, the
 * value is encoded again, into `again`, and must give the same octets; that takes the size of the message in
 * the arena. Returns false if there is nothing to compare: after an error, or if additions were skipped. */
bool wg_tlv_begin_again(const wg_reader *r, wg_writer *again);
void wg_tlv_end_again(wg_reader *r, const wg_writer *again);

/* Peeks at the next tag; WG_TAG_NONE at the end of the frame. */
wg_tag wg_tlv_peek(const wg_reader *r);

/* Whether there is more in the frame. */
bool wg_tlv_more(const wg_reader *r);

/* Whether the next encoding is constructed (X.690 8.1.2.5). */
bool wg_tlv_at_constructed(const wg_reader *r);

/* Enters a constructed encoding with this tag; returns false, with an error, if there is a different one. */
bool wg_tlv_enter(wg_reader *r, wg_tag tag, wg_frame *outer);

/* Checks that the current frame has ended, and returns to the outer one. */
void wg_tlv_leave(wg_reader *r, const wg_frame *outer);

/* The same without counting depth, for callers that count values instead (wg_descend). */
bool wg_tlv_begin_frame(wg_reader *r, wg_tag tag, wg_frame *outer);
void wg_tlv_end_frame(wg_reader *r, const wg_frame *outer);

/* Enters an explicit tag on a dummy reference, around an encoding with the tag `inner`. Some encoders make it
 * implicit (X.680 31.2.7): if, in BER, it does not contain such an encoding, nothing is entered, and the next
 * read takes the tag for `inner`. */
bool wg_tlv_enter_before_dummy(wg_reader *r, wg_tag tag, wg_tag inner, wg_frame *outer);

/* Leaves it, if anything was entered. */
void wg_tlv_leave_before_dummy(wg_reader *r, const wg_frame *outer);

/* Skips a complete encoding, in linear time even for nested indefinite lengths, which the depth limit bounds.
 */
void wg_tlv_skip(wg_reader *r);

/* DER: checks that the components of a SET are sorted by tag (X.690 10.3). */
void wg_tlv_ascending(wg_reader *r, wg_tag *last);

/* DER: checks that the elements of a SET OF are sorted (X.690 11.6). `last` starts as an empty slice; call it
 * after each element, with its start. */
void wg_tlv_sorted(wg_reader *r, wg_octets *last, const uint8_t *start);

/* DER: a value equal to its default must not be encoded (X.690 11.5). */
void wg_tlv_not_default(wg_reader *r, bool is_default);

/* -- reading: leaves ------------------------------------------------------- */

bool wg_tlv_get_boolean(wg_reader *r, wg_tag tag);
int32_t wg_tlv_get_integer_i32(wg_reader *r, wg_tag tag);
uint32_t wg_tlv_get_integer_u32(wg_reader *r, wg_tag tag);
int64_t wg_tlv_get_integer_i64(wg_reader *r, wg_tag tag);
uint64_t wg_tlv_get_integer_u64(wg_reader *r, wg_tag tag);
wg_integer wg_tlv_get_integer_big(wg_reader *r, wg_tag tag);

/* `numbers` are sorted; any other number is an error unless `extensible`. */
int32_t wg_tlv_get_enumerated_i32(wg_reader *r, wg_tag tag, const int64_t *numbers, size_t count, bool extensible);
int64_t wg_tlv_get_enumerated_i64(wg_reader *r, wg_tag tag, const int64_t *numbers, size_t count, bool extensible);

wg_real wg_tlv_get_real(wg_reader *r, wg_tag tag);
double wg_tlv_get_double(wg_reader *r, wg_tag tag); /* the nearest; in CER, only exact ones */

/* Trailing zero bits of named bits are read and written unchanged, even in DER (where X.690 11.2.2 would drop
 * them all), so that re-encoding does not change them. See wg_bits_trim. */
wg_bits wg_tlv_get_bit_string(wg_reader *r, wg_tag tag, bool named);
wg_octets wg_tlv_get_octet_string(wg_reader *r, wg_tag tag);
void wg_tlv_get_null(wg_reader *r, wg_tag tag);
wg_oid wg_tlv_get_oid(wg_reader *r, wg_tag tag);
wg_oid wg_tlv_get_relative_oid(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_iri(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_utf8_string(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_bmp_string(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_universal_string(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_numeric_string(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_printable_string(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_ia5_string(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_visible_string(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_escaped_string(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_utc_time(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_generalized_time(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_time(wg_reader *r, wg_tag tag);

/* Adds the hyphens, colons and letters that the contents leave out (X.690 8.26). */
wg_string wg_tlv_get_date(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_time_of_day(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_date_time(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_duration(wg_reader *r, wg_tag tag);

wg_external wg_tlv_get_external(wg_reader *r, wg_tag tag);

/* -- reading: strings in parts --------------------------------------------- */

/* Maximum nesting depth of segments when a string is read in parts. */
#define WG_SEGMENT_DEPTH 8

/* A string that is read in the parts in which it was sent; nothing is copied. */
typedef struct wg_segments {
    wg_frame outer[WG_SEGMENT_DEPTH];
    size_t depth;
    bool bits;
    bool last;       /* whether the last part of a BIT STRING has come */
    bool done;
    wg_octets whole; /* for a string in one part */
    unsigned unused; /* for a BIT STRING: unused bits in the last octet */
} wg_segments;

/* Begins to read an OCTET STRING, a BIT STRING (`bits`) or a character string, whose characters are not
   checked. */
void wg_tlv_begin_segments(wg_reader *r, wg_tag tag, bool bits, wg_segments *s);

/* The next part; returns false on error, and after the last part, when the reader is past the string. */
bool wg_tlv_next_segment(wg_reader *r, wg_segments *s, wg_octets *part);

/* Reads a complete encoding, including its tag. */
wg_any wg_tlv_get_any(wg_reader *r);

/* Skips an unknown element or, if `kept` is not NULL, adds it to the front of the list, because a writer goes
 * backwards and needs the last one first. `index` is the number of known additions before it. */
void wg_tlv_get_unknown(wg_reader *r, size_t index, wg_unknown **kept);

/* Reads an alternative that the schema does not know. */
void wg_tlv_get_unknown_alternative(wg_reader *r, wg_unknown *unknown);

/* -- writing: frames ------------------------------------------------------- */

/* Writes backwards from the end of `capacity` octets at `buffer`: the last part is written first. With
 * `strict`, and `cer` set to &wg_cer_forms, it writes CER; frames are then those of wg_tlv_open_indefinite.
 */
void wg_tlv_writer(wg_writer *w, uint8_t *buffer, size_t capacity, bool strict);

/* The specifics of CER: long strings in segments (X.690 9.2), and whether kept octets are valid in CER. */
struct wg_cer {
    void (*put_segments)(wg_writer *w, wg_tag tag, wg_octets value, bool bits, unsigned unused);
    bool (*is_own)(wg_octets encoding, wg_rules rules);
};
extern const struct wg_cer wg_cer_forms;

/* The number of contents octets in a segment of CER. */
#define WG_CER_SEGMENT 1000

/* Writes forwards from the start of the buffer. Each frame then needs wg_tlv_open, and its contents are moved
 * if its header takes more than two octets, so an octet may move once for each enclosing frame. */
void wg_tlv_forward(wg_writer *w, uint8_t *buffer, size_t capacity, bool strict);

/* A writer for the contents of a string, and the octets it wrote, which are still to be written with their
   header. */
wg_writer wg_tlv_inside(const wg_writer *w, bool strict);
wg_octets wg_tlv_inside_done(wg_writer *w, const wg_writer *inner);

/* The octets written; empty after an error. */
wg_octets wg_tlv_written(const wg_writer *w);

/* The number of octets written so far: the end of a frame. */
size_t wg_tlv_mark(const wg_writer *w);

/* Begins a frame; returns its mark. When going backwards, this is wg_tlv_mark. */
size_t wg_tlv_open(wg_writer *w);

/* Writes the header of a constructed encoding with everything written since `mark`. */
void wg_tlv_close(wg_writer *w, wg_tag tag, size_t mark);

/* The same for a writer that goes backwards: `behind` is its position when the frame began. */
void wg_tlv_close_before(wg_writer *w, wg_tag tag, const uint8_t *behind);

/* The same without a length (X.690 8.1.3.6), which BER allows and CER requires; an error in DER. */
void wg_tlv_open_indefinite(wg_writer *w, wg_tag tag);
void wg_tlv_close_indefinite(wg_writer *w, wg_tag tag);

/* The octets written since `mark`. */
wg_octets wg_tlv_since(const wg_writer *w, size_t mark);

/* The order for sorting the encodings written since `mark`. */
typedef enum wg_order {
    WG_ORDER_TAG,   /* X.690 10.3 */
    WG_ORDER_OCTETS /* X.690 11.6 */
} wg_order;

/* Sorts them in place; fast if half of their size is free in the buffer. */
void wg_tlv_sort(wg_writer *w, size_t mark, wg_order order);

/* -- writing: leaves ------------------------------------------------------- */

void wg_tlv_put_boolean(wg_writer *w, wg_tag tag, bool value);
void wg_tlv_put_integer_i32(wg_writer *w, wg_tag tag, int32_t value);
void wg_tlv_put_integer_u32(wg_writer *w, wg_tag tag, uint32_t value);
void wg_tlv_put_integer_i64(wg_writer *w, wg_tag tag, int64_t value);
void wg_tlv_put_integer_u64(wg_writer *w, wg_tag tag, uint64_t value);
void wg_tlv_put_integer_big(wg_writer *w, wg_tag tag, wg_integer value);
void wg_tlv_put_enumerated_i32(wg_writer *w, wg_tag tag, const int64_t *numbers, size_t count, bool extensible, int32_t value);
void wg_tlv_put_enumerated_i64(wg_writer *w, wg_tag tag, const int64_t *numbers, size_t count, bool extensible, int64_t value);
void wg_tlv_put_real(wg_writer *w, wg_tag tag, wg_real value);
void wg_tlv_put_double(wg_writer *w, wg_tag tag, double value);
void wg_tlv_put_bit_string(wg_writer *w, wg_tag tag, bool named, wg_bits value);
void wg_tlv_put_octet_string(wg_writer *w, wg_tag tag, wg_octets value);
void wg_tlv_put_null(wg_writer *w, wg_tag tag);
void wg_tlv_put_oid(wg_writer *w, wg_tag tag, wg_oid value);
void wg_tlv_put_relative_oid(wg_writer *w, wg_tag tag, wg_oid value);
void wg_tlv_put_iri(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_utf8_string(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_bmp_string(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_universal_string(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_numeric_string(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_printable_string(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_ia5_string(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_visible_string(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_escaped_string(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_utc_time(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_generalized_time(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_time(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_date(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_time_of_day(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_date_time(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_duration(wg_writer *w, wg_tag tag, wg_string value);
void wg_tlv_put_external(wg_writer *w, wg_tag tag, wg_external value);
void wg_tlv_put_any(wg_writer *w, wg_any value);

/* wg_may_hold for rules with tags, which accept each other's octets if the lengths are valid. */
bool wg_tlv_may_hold(wg_writer *w, wg_any string, wg_rules rules);
void wg_tlv_put_unknown(wg_writer *w, const wg_unknown *kept);
/* Writes those with at least `from` and fewer than `to` additions before them; SIZE_MAX means no end. */
void wg_tlv_put_unknown_between(wg_writer *w, const wg_unknown *kept, size_t from, size_t to);
/* CER: writes those with tags between `above` and `below`, sorted; WG_TAG_NONE means unbounded. */
void wg_tlv_put_unknown_tags(wg_writer *w, const wg_unknown *kept, wg_tag above, wg_tag below);

#ifdef __cplusplus
}
#endif

#endif
