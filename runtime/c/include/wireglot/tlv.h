/* BER and DER (X.690): frames, and the contents octets of every type.
 *
 * Readers go forwards over a slice, writers backwards from the end of a buffer,
 * so that every length is known when it is due. Strings and other contents are
 * slices into the input; a constructed string is joined in the arena.
 */
#ifndef WIREGLOT_TLV_H
#define WIREGLOT_TLV_H

#include "wireglot/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A tag: number in the upper 30 bits, class below, as in an identifier octet that is turned by two
 * bits. Greater numbers in data are all read as 2^30 - 1, which no schema uses. */
typedef uint32_t wg_tag;

#define WG_UNIVERSAL(n) ((wg_tag)(n) << 2)
#define WG_APPLICATION(n) ((wg_tag)(n) << 2 | 1u)
#define WG_CONTEXT(n) ((wg_tag)(n) << 2 | 2u)
#define WG_PRIVATE(n) ((wg_tag)(n) << 2 | 3u)

#define WG_TAG_NUMBER(tag) ((tag) >> 2)
#define WG_TAG_CLASS(tag) ((tag) & 3u)

/* The greatest number that a tag holds. */
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

/* The frame around the current one. */
typedef struct wg_frame {
    const uint8_t *end;
    bool indefinite;
    uintptr_t inner; /* where the current one ends, if nothing but that has to be looked at there; else UINTPTR_MAX */
} wg_frame;

/* -- reading: frames ------------------------------------------------------- */

/* Reads `size` octets at `data`; `strict` demands DER. */
void wg_tlv_reader(wg_reader *r, const uint8_t *data, size_t size, bool strict, wg_arena *arena);

/* Reads what a string contains (X.682 11). */
wg_reader wg_tlv_nested(const wg_reader *r, wg_octets octets, bool strict);

/* Nothing may be left over. */
void wg_tlv_finish(wg_reader *r);

/* CER (X.690 9) is read as BER, `strict` false, with `cer` set in the reader. Behind wg_tlv_finish what was
 * read is written once more, into `again`, and must come to the same octets; that takes the message's size
 * in the arena. False where there is nothing to compare: after an error, and where additions were skipped. */
bool wg_tlv_begin_again(const wg_reader *r, wg_writer *again);
void wg_tlv_end_again(wg_reader *r, const wg_writer *again);

/* The next tag; WG_TAG_NONE at the end of the frame. */
wg_tag wg_tlv_peek(const wg_reader *r);

/* Whether there is more in the frame. */
bool wg_tlv_more(const wg_reader *r);

/* Whether what comes next is constructed (X.690 8.1.2.5). */
bool wg_tlv_at_constructed(const wg_reader *r);

/* Enters a constructed encoding with that tag; false with an error if something else comes. */
bool wg_tlv_enter(wg_reader *r, wg_tag tag, wg_frame *outer);

/* Demands the end of the current frame and returns to the outer one. */
void wg_tlv_leave(wg_reader *r, const wg_frame *outer);

/* The same two, counting no level of depth: for who counts values instead (wg_descend). */
bool wg_tlv_begin_frame(wg_reader *r, wg_tag tag, wg_frame *outer);
void wg_tlv_end_frame(wg_reader *r, const wg_frame *outer);

/* Enters an explicit tag before a dummy reference, around an encoding with the tag `inner`. Some
 * encoders make it implicit (X.680 31.2.7): where BER does not enclose such an encoding, nothing is
 * entered, and the tag is taken for `inner` by what reads next. */
bool wg_tlv_enter_before_dummy(wg_reader *r, wg_tag tag, wg_tag inner, wg_frame *outer);

/* Leaves what was entered there, if anything was. */
void wg_tlv_leave_before_dummy(wg_reader *r, const wg_frame *outer);

/* Skips a whole encoding: linear also for indefinite lengths inside one another, of which there may be
 * as many as the limit of depth leaves. */
void wg_tlv_skip(wg_reader *r);

/* DER: the members of a SET come by ascending tag (X.690 10.3). */
void wg_tlv_ascending(wg_reader *r, wg_tag *last);

/* DER: the elements of a SET OF come in ascending order (X.690 11.6). `last` starts
 * as an empty slice; call it behind each element with the place where that began. */
void wg_tlv_sorted(wg_reader *r, wg_octets *last, const uint8_t *start);

/* DER: a value equal to its default must be left out (X.690 11.5). */
void wg_tlv_not_default(wg_reader *r, bool is_default);

/* -- reading: leaves ------------------------------------------------------- */

bool wg_tlv_get_boolean(wg_reader *r, wg_tag tag);
int32_t wg_tlv_get_integer_i32(wg_reader *r, wg_tag tag);
uint32_t wg_tlv_get_integer_u32(wg_reader *r, wg_tag tag);
int64_t wg_tlv_get_integer_i64(wg_reader *r, wg_tag tag);
uint64_t wg_tlv_get_integer_u64(wg_reader *r, wg_tag tag);
wg_integer wg_tlv_get_integer_big(wg_reader *r, wg_tag tag);

/* `numbers` ascend; another number is an error unless `extensible`. */
int32_t wg_tlv_get_enumerated_i32(wg_reader *r, wg_tag tag, const int64_t *numbers, size_t count, bool extensible);
int64_t wg_tlv_get_enumerated_i64(wg_reader *r, wg_tag tag, const int64_t *numbers, size_t count, bool extensible);

wg_real wg_tlv_get_real(wg_reader *r, wg_tag tag);
double wg_tlv_get_double(wg_reader *r, wg_tag tag); /* the nearest; in CER no other */

/* Trailing zero bits of named bits are taken as they come and written as they are, also in DER (X.690
 * 11.2.2 would drop them all): what came goes out again. See wg_bits_trim. */
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

/* With the hyphens, colons and letters that the contents leave out (X.690 8.26). */
wg_string wg_tlv_get_date(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_time_of_day(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_date_time(wg_reader *r, wg_tag tag);
wg_string wg_tlv_get_duration(wg_reader *r, wg_tag tag);

wg_external wg_tlv_get_external(wg_reader *r, wg_tag tag);

/* -- reading: strings in parts --------------------------------------------- */

/* How deep segments may be nested in one another where a string is read in parts. */
#define WG_SEGMENT_DEPTH 8

/* A string that is read in the parts that it came in, none of which is copied. */
typedef struct wg_segments {
    wg_frame outer[WG_SEGMENT_DEPTH];
    size_t depth;
    bool bits;
    bool last;       /* the last one of bits came */
    bool done;
    wg_octets whole; /* of a string in one part */
    unsigned unused; /* of a BIT STRING: bits of the last octet that do not count */
} wg_segments;

/* Begins to read an OCTET STRING, a BIT STRING (`bits`) or a character string, whose characters nobody looks at. */
void wg_tlv_begin_segments(wg_reader *r, wg_tag tag, bool bits, wg_segments *s);

/* The next part; false behind the last one, where the reader stands behind the string, and with an error. */
bool wg_tlv_next_segment(wg_reader *r, wg_segments *s, wg_octets *part);

/* A whole encoding, tag included. */
wg_any wg_tlv_get_any(wg_reader *r);

/* Skips an unknown element, or keeps it in front of the list where `kept` is not NULL:
 * a writer, which goes backwards, meets the last one first. `index` says behind how many
 * additions it stands, of those that the schema knows. */
void wg_tlv_get_unknown(wg_reader *r, size_t index, wg_unknown **kept);

/* An alternative that the schema does not know. */
void wg_tlv_get_unknown_alternative(wg_reader *r, wg_unknown *unknown);

/* -- writing: frames ------------------------------------------------------- */

/* Writes backwards from the end of `capacity` octets at `buffer`: what comes last is written first.
 * With `cer` set to &wg_cer_forms in a strict writer it writes CER: frames are those of
 * wg_tlv_open_indefinite then. */
void wg_tlv_writer(wg_writer *w, uint8_t *buffer, size_t capacity, bool strict);

/* What CER has of its own: long strings in segments (X.690 9.2), and whether octets that are kept are its own. */
struct wg_cer {
    void (*put_segments)(wg_writer *w, wg_tag tag, wg_octets value, bool bits, unsigned unused);
    bool (*is_own)(wg_octets encoding, wg_rules rules);
};
extern const struct wg_cer wg_cer_forms;

/* Contents octets of a segment in CER. */
#define WG_CER_SEGMENT 1000

/* Writes forwards from its start. A frame then needs wg_tlv_open, and its contents move where its header
 * takes more than two octets: for each frame around it an octet may move once. */
void wg_tlv_forward(wg_writer *w, uint8_t *buffer, size_t capacity, bool strict);

/* Writes what a string contains; then the octets, still to be written with their header. */
wg_writer wg_tlv_inside(const wg_writer *w, bool strict);
wg_octets wg_tlv_inside_done(wg_writer *w, const wg_writer *inner);

/* What was written; empty after an error. */
wg_octets wg_tlv_written(const wg_writer *w);

/* Octets written so far: the place where a frame ends. */
size_t wg_tlv_mark(const wg_writer *w);

/* Begins a frame; returns its mark. Backwards that is wg_tlv_mark. */
size_t wg_tlv_open(wg_writer *w);

/* The header of a constructed encoding over all that was written since `mark`. */
void wg_tlv_close(wg_writer *w, wg_tag tag, size_t mark);

/* The same of a writer that goes backwards: `behind` is its next place when the frame began. */
void wg_tlv_close_before(wg_writer *w, wg_tag tag, const uint8_t *behind);

/* The same without a length (X.690 8.1.3.6), which BER allows and CER wants: in DER an error. */
void wg_tlv_open_indefinite(wg_writer *w, wg_tag tag);
void wg_tlv_close_indefinite(wg_writer *w, wg_tag tag);

/* The octets written since `mark`. */
wg_octets wg_tlv_since(const wg_writer *w, size_t mark);

/* How the encodings that were written since `mark` are put in order. */
typedef enum wg_order {
    WG_ORDER_TAG,   /* X.690 10.3 */
    WG_ORDER_OCTETS /* X.690 11.6 */
} wg_order;

/* Sorts them. In place; quick where half of their size is free in the buffer. */
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

/* wg_may_hold of rules with tags, which take one another's octets where lengths are those of the rules. */
bool wg_tlv_may_hold(wg_writer *w, wg_any string, wg_rules rules);
void wg_tlv_put_unknown(wg_writer *w, const wg_unknown *kept);
/* Those behind at least `from` additions and less than `to`; SIZE_MAX is no end. */
void wg_tlv_put_unknown_between(wg_writer *w, const wg_unknown *kept, size_t from, size_t to);
/* CER: those whose tags stand behind the one and before the other, sorted; WG_TAG_NONE is no bound. */
void wg_tlv_put_unknown_tags(wg_writer *w, const wg_unknown *kept, wg_tag above, wg_tag below);

#ifdef __cplusplus
}
#endif

#endif
