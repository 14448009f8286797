/* PER, aligned and unaligned (X.691): bit fields. Readers and writers both go forwards. Strings are slices of
 * the input if they are octet-aligned, otherwise copies in the arena.
 */
#ifndef WIREGLOT_BITS_H
#define WIREGLOT_BITS_H

#include "wireglot/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No upper bound on a length. */
#define WG_NO_BOUND SIZE_MAX

/* The bounds of an INTEGER (X.691 13.2). */
typedef enum wg_bounds {
    WG_UNBOUNDED, /* neither, or only an upper bound */
    WG_FROM,      /* a lower bound */
    WG_BETWEEN    /* both */
} wg_bounds;

/* The enclosing frame. */
typedef struct wg_bits_frame {
    const uint8_t *base;
    size_t start; /* where the inner frame starts */
    size_t bit;   /* where the outer frame continues */
    size_t bit_end;
    size_t origin;
} wg_bits_frame;

/* Which extension additions are present (X.691 19.7). */
typedef struct wg_bitmap {
    size_t at; /* its first bit */
    size_t count;
} wg_bitmap;

/* Up to 56 bits, the last one in the lowest bit. */
typedef struct wg_pack {
    uint64_t bits;
    unsigned count;
} wg_pack;

/* -- reading: frames ------------------------------------------------------- */

/* Reads `size` octets at `data`. */
void wg_bits_reader(wg_reader *r, const uint8_t *data, size_t size, bool aligned, wg_arena *arena);

/* A reader of the contents of a string (X.682 11); `strict` requires canonical encodings. */
wg_reader wg_bits_nested(const wg_reader *r, wg_octets octets, bool aligned, bool strict);

/* The same for a BIT STRING, which need not consist of whole octets. */
wg_reader wg_bits_nested_bits(const wg_reader *r, wg_bits bits, bool aligned, bool strict);

/* Ends a complete encoding; less than one octet of padding may follow (X.691 11.1). */
void wg_bits_finish(wg_reader *r);

/* For canonical rules, after wg_bits_finish: the value is encoded again, into `again`, and must give the same
 * octets. That takes room in the arena: the size of the message and, with sets, the size of the two largest
 * elements. Returns false if there is nothing to compare: after an error, or if additions were skipped. */
bool wg_bits_begin_again(const wg_reader *r, wg_writer *again);
void wg_bits_end_again(wg_reader *r, wg_writer *again);

/* Ends a field that started at bit `start`, in the same way. A field without octets stands for a value of no
 * bits, except if canonical encodings are required (X.691 11.2). */
void wg_bits_at_end(wg_reader *r, size_t start);

/* Enters an open type field (X.691 11.2); returns false on error. Fragments are joined in the arena. */
bool wg_bits_enter(wg_reader *r, wg_bits_frame *outer);

/* Leaves the field; only padding may be left in it. */
void wg_bits_leave(wg_reader *r, const wg_bits_frame *outer);

/* Reads a bitmap of `count` bits. */
wg_bitmap wg_bits_get_bitmap(wg_reader *r, size_t count);

/* Whether addition `i` is present. */
bool wg_bits_in_bitmap(const wg_reader *r, wg_bitmap bitmap, size_t i);

/* Skips the additions from `known` on, or keeps them if `kept` is not NULL. */
void wg_bits_get_unknown(wg_reader *r, wg_bitmap bitmap, size_t known, wg_unknown **kept);

/* Reads an alternative that the schema does not know, given by its index. */
void wg_bits_get_unknown_alternative(wg_reader *r, size_t index, wg_unknown *unknown);

/* -- reading: leaves ------------------------------------------------------- */

/* Reads up to 64 bits. */
uint64_t wg_bits_take(wg_reader *r, unsigned count);

/* The bits from `bit` to the end, fewer than 57, the first one in the most significant position. */
uint64_t wg_bits_last(const wg_reader *r, size_t bit);

/* Reads a run of bits: a slice if it is octet-aligned. */
wg_bits wg_bits_run(wg_reader *r, size_t count);

/* Copies bits, of which there are as many; clears unused bits of the last octet. */
void wg_bits_copy(wg_reader *r, uint8_t *to, size_t count);

/* The same for a run that is usually short. */
wg_bits wg_bits_few_bits(wg_reader *r, size_t count);

/* Reads a run of fewer than 128 octets, or fewer than 128 seven-bit characters, none of them above `top`. */
wg_octets wg_bits_few_octets(wg_reader *r, size_t size);
wg_string wg_bits_few_characters(wg_reader *r, size_t n, uint32_t top);

/* Reads fewer than 128 characters of an alphabet, one to seven bits each. */
wg_string wg_bits_few_listed(wg_reader *r, size_t n, const uint32_t *alphabet, size_t characters, unsigned bits);

bool wg_bits_get_boolean(wg_reader *r);

/* Reads up to 32 single bits, the first one in the most significant position. */
uint32_t wg_bits_get_flags(wg_reader *r, unsigned count);

int32_t wg_bits_get_integer_i32(wg_reader *r, wg_bounds bounds, int32_t lo, int32_t hi);
uint32_t wg_bits_get_integer_u32(wg_reader *r, wg_bounds bounds, uint32_t lo, uint32_t hi);
int64_t wg_bits_get_integer_i64(wg_reader *r, wg_bounds bounds, int64_t lo, int64_t hi);
uint64_t wg_bits_get_integer_u64(wg_reader *r, wg_bounds bounds, uint64_t lo, uint64_t hi);
wg_integer wg_bits_get_integer_big(wg_reader *r, wg_bounds bounds, wg_integer lo, wg_integer hi);

/* The INTEGER whose contents octets were read; WG_UNBOUNDED or WG_FROM. */
wg_integer wg_bits_integer_of(wg_reader *r, wg_bounds bounds, wg_integer lo, wg_octets contents);
int32_t wg_bits_get_enumerated_i32(wg_reader *r, const int64_t *root, size_t roots, const int64_t *additions, size_t count, bool extensible);
int64_t wg_bits_get_enumerated_i64(wg_reader *r, const int64_t *root, size_t roots, const int64_t *additions, size_t count, bool extensible);
uint32_t wg_bits_get_small_number(wg_reader *r);
size_t wg_bits_get_small_length(wg_reader *r);

/* Reads the length determinant of a list that cannot be fragmented. */
size_t wg_bits_get_length(wg_reader *r, size_t lo, size_t hi);

/* Reads a length determinant of a list that may be fragmented; `*more` says whether another one follows the
   elements. */
size_t wg_bits_get_fragment(wg_reader *r, size_t lo, size_t hi, bool *more);

wg_real wg_bits_get_real(wg_reader *r);
double wg_bits_get_double(wg_reader *r); /* the nearest; in canonical PER, only exact ones */
wg_bits wg_bits_get_bit_string(wg_reader *r, bool named, size_t lo, size_t hi);
wg_octets wg_bits_get_octet_string(wg_reader *r, size_t lo, size_t hi);

/* Octets that were read, if they are UTF-8, or an OBJECT IDENTIFIER; otherwise an error. */
wg_octets wg_bits_checked_utf8(wg_reader *r, wg_octets octets);
wg_octets wg_bits_checked_oid(wg_reader *r, wg_octets octets);

void wg_bits_get_null(wg_reader *r);
wg_oid wg_bits_get_oid(wg_reader *r);
wg_oid wg_bits_get_relative_oid(wg_reader *r);
wg_string wg_bits_get_iri(wg_reader *r);

/* `unit` is the number of octets per character in memory. */
wg_string wg_bits_get_known_multiplier(wg_reader *r, unsigned unit, const uint32_t *alphabet, size_t characters, unsigned bits, uint32_t top, size_t lo, size_t hi);
wg_string wg_bits_get_utf8_string(wg_reader *r);
wg_string wg_bits_get_escaped_string(wg_reader *r);

wg_external wg_bits_get_external(wg_reader *r);
wg_string wg_bits_get_date(wg_reader *r);
wg_string wg_bits_get_time_of_day(wg_reader *r);
wg_string wg_bits_get_date_time(wg_reader *r);
wg_string wg_bits_get_duration(wg_reader *r);

/* Reads all octets up to the end of the frame. */
wg_any wg_bits_get_rest(wg_reader *r);

/* -- writing: frames ------------------------------------------------------- */

/* Writes forwards into `capacity` octets at `buffer`. */
void wg_bits_writer(wg_writer *w, uint8_t *buffer, size_t capacity, bool aligned, bool strict);

/* A writer for the contents of a string, and the octets it wrote, which are still to be written with their
   length. */
wg_writer wg_bits_inside(const wg_writer *w, bool aligned, bool strict);
wg_octets wg_bits_inside_done(wg_writer *w, wg_writer *inner);

/* Pads the complete encoding to whole octets, at least one (X.691 11.1). */
void wg_bits_complete(wg_writer *w);

/* The octets written; empty after an error. */
wg_octets wg_bits_written(const wg_writer *w);

/* Ends an encoding: pads it, sets `encoding`, and returns the result. */
wg_result wg_bits_end(wg_writer *w, wg_octets *encoding);

/* Begins an open type field; returns its place. */
size_t wg_bits_open(wg_writer *w);

/* Ends it: pads it, and inserts its length. */
void wg_bits_close(wg_writer *w, size_t place);

/* The number of bits in the bitmap: the known ones, or up to the last one kept. */
size_t wg_bits_additions(size_t known, const wg_unknown *kept);

/* Writes the bits of the kept additions, after those of the known ones. */
void wg_bits_put_unknown_bits(wg_writer *w, size_t known, const wg_unknown *kept);

/* Writes the kept additions themselves. */
void wg_bits_put_unknown(wg_writer *w, const wg_unknown *kept);

/* Writes the index of an unknown alternative; its value is then written as the rest of the frame. */
void wg_bits_put_unknown_index(wg_writer *w, const wg_unknown *unknown);

/* -- writing: SET OF in canonical rules (X.691 22, X.696 19) ----------------- */

/* How a writer treats the order of elements. */
typedef enum wg_order_known {
    WG_ORDER_MADE,    /* sorts them */
    WG_ORDER_LOOKED,  /* rejects any other order with WG_ERROR_CANONICAL */
    WG_ORDER_TRUSTED  /* writes them as they are */
} wg_order_known;

/* State for sorting elements by their complete encodings, which are made in the free part of the buffer. That
 * needs as much room as the list, and three numbers per element. */
typedef struct wg_sorting {
    wg_writer alone; /* for a single element */
    wg_writer *now;  /* where the current element goes */
    size_t count;
    size_t lo, hi; /* bounds of the length, if fragmented */
    size_t left;   /* elements before the next determinant */
    bool more;     /* whether another determinant follows */
    size_t at;     /* the next element, or its place in the order */
    bool keys;     /* elements are being encoded separately */
    bool again;    /* the current element is being written a second time */
    uint8_t *first, *next, *table, *end; /* the encodings of elements, the free memory, the table of elements */
} wg_sorting;

/* Begins the elements of a list whose count has been written, or is written in fragments. */
void wg_bits_begin_sort(wg_writer *w, wg_sorting *s, size_t count);
void wg_bits_begin_sort_fragments(wg_writer *w, wg_sorting *s, size_t count, size_t lo, size_t hi);

/* The next element to write to `s->now`; the same element may be requested again later. Returns false when
   all have been written. */
bool wg_bits_sort_next(wg_writer *w, wg_sorting *s, size_t *element);

/* -- writing: leaves ------------------------------------------------------- */

void wg_bits_put(wg_writer *w, uint64_t value, unsigned count);

/* The same, quickly for the first bits of an encoding: if there is room, eight octets are written to. */
void wg_bits_put_first(wg_writer *w, uint64_t value, unsigned count);

/* Writes the first `bits` bits of octets. Nothing after the last octet touched is written to. */
void wg_bits_put_run(wg_writer *w, const uint8_t *data, size_t bits);

/* Writes octets, bits, or seven-bit characters, after a length or other bits, at most 56. There must be room for them
 * and for eight more octets, which may be overwritten. */
void wg_bits_put_few_octets(wg_writer *w, wg_pack length, const uint8_t *data, size_t size);
void wg_bits_put_few_bits(wg_writer *w, wg_pack length, const uint8_t *data, size_t count);

/* The same for characters of a BMPString, which are checked. */
void wg_bits_put_few_wide(wg_writer *w, wg_pack length, const uint8_t *data, size_t size);
void wg_bits_put_few_characters(wg_writer *w, wg_pack length, const uint8_t *data, size_t n, uint32_t top);

/* The same for characters of an alphabet, one to seven bits each. */
void wg_bits_put_few_listed(wg_writer *w, wg_pack length, const uint8_t *data, size_t n, const uint32_t *alphabet,
                            size_t characters, unsigned bits);

void wg_bits_put_boolean(wg_writer *w, bool value);
void wg_bits_put_integer_i32(wg_writer *w, wg_bounds bounds, int32_t lo, int32_t hi, int32_t value);
void wg_bits_put_integer_u32(wg_writer *w, wg_bounds bounds, uint32_t lo, uint32_t hi, uint32_t value);
void wg_bits_put_integer_i64(wg_writer *w, wg_bounds bounds, int64_t lo, int64_t hi, int64_t value);
void wg_bits_put_integer_u64(wg_writer *w, wg_bounds bounds, uint64_t lo, uint64_t hi, uint64_t value);
void wg_bits_put_integer_big(wg_writer *w, wg_bounds bounds, wg_integer lo, wg_integer hi, wg_integer value);
void wg_bits_put_enumerated_i32(wg_writer *w, const int64_t *root, size_t roots, const int64_t *additions, size_t count, bool extensible, int32_t value);
void wg_bits_put_enumerated_i64(wg_writer *w, const int64_t *root, size_t roots, const int64_t *additions, size_t count, bool extensible, int64_t value);
void wg_bits_put_small_number(wg_writer *w, uint32_t value);
void wg_bits_put_small_length(wg_writer *w, size_t value);
void wg_bits_put_length(wg_writer *w, size_t lo, size_t hi, size_t value);

/* Writes the determinant of the next fragment of `left` elements; returns the number of elements in it.
 * `*more` says whether another determinant follows. */
size_t wg_bits_put_fragment(wg_writer *w, size_t lo, size_t hi, size_t left, bool *more);

void wg_bits_put_real(wg_writer *w, wg_real value);
void wg_bits_put_double(wg_writer *w, double value);
void wg_bits_put_bit_string(wg_writer *w, bool named, size_t lo, size_t hi, wg_bits value);
void wg_bits_put_octet_string(wg_writer *w, size_t lo, size_t hi, wg_octets value);
void wg_bits_put_null(wg_writer *w);
void wg_bits_put_oid(wg_writer *w, wg_oid value);
void wg_bits_put_relative_oid(wg_writer *w, wg_oid value);
void wg_bits_put_iri(wg_writer *w, wg_string value);
void wg_bits_put_known_multiplier(wg_writer *w, unsigned unit, const uint32_t *alphabet, size_t characters, unsigned bits, uint32_t top, size_t lo, size_t hi, wg_string value);
void wg_bits_put_utf8_string(wg_writer *w, wg_string value);
void wg_bits_put_escaped_string(wg_writer *w, wg_string value);
void wg_bits_put_external(wg_writer *w, wg_external value);
void wg_bits_put_date(wg_writer *w, wg_string value);
/* For canonical rules: writes the DER form (X.690 11.7, 11.8), which a local time does not have
 * (WG_ERROR_CANONICAL). Under basic rules, use wg_bits_put_known_multiplier. */
void wg_bits_put_utc_time(wg_writer *w, wg_string value);
void wg_bits_put_generalized_time(wg_writer *w, wg_string value);
void wg_bits_put_time_of_day(wg_writer *w, wg_string value);
void wg_bits_put_date_time(wg_writer *w, wg_string value);
void wg_bits_put_duration(wg_writer *w, wg_string value);
void wg_bits_put_rest(wg_writer *w, wg_any value);

#ifdef __cplusplus
}
#endif

#endif
