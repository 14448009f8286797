/* What every part of the runtime shares: errors, slices, the arena, readers and
 * writers. Freestanding C99: no heap, no globals, no input or output.
 *
 * A reader and a writer keep their first error with its place. After an error
 * every read yields zero, every list ends and every write does nothing, so that
 * code looks at the error once, at the end.
 */
#ifndef WIREGLOT_CORE_H
#define WIREGLOT_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when generated code and runtime no longer fit together. */
#define WG_RUNTIME_VERSION 1

/* What can go wrong. */
typedef enum wg_error {
    WG_OK = 0,
    WG_ERROR_END,       /* the data end too early */
    WG_ERROR_TAG,       /* another tag was expected */
    WG_ERROR_LENGTH,    /* a length that the rules forbid */
    WG_ERROR_FORM,      /* primitive where constructed is due, or the reverse */
    WG_ERROR_VALUE,     /* contents that stand for no value of the type */
    WG_ERROR_RANGE,     /* a value that the field cannot hold */
    WG_ERROR_CANONICAL, /* right in BER, wrong in the canonical rules */
    WG_ERROR_TRAILING,  /* octets left over */
    WG_ERROR_MISSING,   /* a component that must be there is not */
    WG_ERROR_DUPLICATE, /* a component came twice, or too late */
    WG_ERROR_UNKNOWN,   /* an alternative, item or row that the schema does not know */
    WG_ERROR_DEPTH,     /* nested too deeply */
    WG_ERROR_LIMIT,     /* a limit was reached */
    WG_ERROR_ARENA,     /* the arena is full */
    WG_ERROR_SPACE,     /* the output buffer is full */
    WG_ERROR_RULES,     /* kept as octets of other rules: nobody knows what they would be in these */
    WG_ERROR_CONSTRAINT, /* a value that a constraint of the schema forbids */
    WG_ERROR_SYNTAX     /* text: something else is expected here */
} wg_error;

/* A few words for an error; never NULL. */
const char *wg_error_text(wg_error error);

/* How a call ended. */
typedef struct wg_result {
    wg_error error;
    size_t octet; /* octets read or written; after an error, where it stands */
    unsigned bit; /* bits beyond that, 0 to 7 */
} wg_result;

/* Whether generated encoders check constraints. Compile generated files with -DWG_CHECKS=0 to leave
 * that out. */
#ifndef WG_CHECKS
#define WG_CHECKS 1
#endif

/* What a check found. */
typedef struct wg_violation {
    wg_error error;    /* WG_OK: the value satisfies all constraints */
    const char *where; /* the type and component that does not, as in the schema; else NULL */
} wg_violation;

/* Octets that belong to someone else: the input, the arena or the caller. */
typedef struct wg_octets {
    const uint8_t *data;
    size_t size;
} wg_octets;

/* Bits, the first one uppermost. Unused bits of the last octet are zero. */
typedef struct wg_bits {
    const uint8_t *data;
    size_t count; /* bits */
} wg_bits;

/* An INTEGER without bounds: two's complement, most significant octet first, shortest form. */
typedef wg_octets wg_integer;

/* An OBJECT IDENTIFIER or RELATIVE-OID: contents octets (X.690 8.19, 8.20). */
typedef wg_octets wg_oid;

/* A character string: its octets in BER (X.690 8.23): one octet a character,
 * UTF-8, two octets (BMPString) or four (UniversalString). Times: characters. */
typedef wg_octets wg_string;

/* A REAL kept exactly: contents octets (X.690 8.5). */
typedef wg_octets wg_real;

/* An addition to an ENUMERATED of which PER told the index alone is held as this number plus the
 * index, at most the last; a number of BER that is one of these has no place. */
#define WG_ENUM_UNKNOWN_I32 INT32_MIN
#define WG_ENUM_UNKNOWN_I64 INT64_MIN
#define WG_ENUM_UNKNOWN_MOST 0xffffff

/* What stands for NULL where C wants a type. */
typedef uint8_t wg_null;

/* The rules that octets came in which nothing is known of. BER, DER and CER take one another's where
 * lengths are those of the rules; basic PER and OER those of the canonical ones; all others take their
 * own alone. */
typedef uint8_t wg_rules;
enum {
    WG_RULES_ANY = 0, /* not said: whoever made the octets vouches for them */
    WG_RULES_BER = 1,
    WG_RULES_DER = 2,
    WG_RULES_UPER = 3,
    WG_RULES_APER = 4,
    WG_RULES_OER = 5,
    WG_RULES_CER = 6,
    WG_RULES_CUPER = 7,
    WG_RULES_CAPER = 8,
    WG_RULES_COER = 9,
    /* No encoding, but the whole of a string: one that holds a value of a type that no row names or, with rules added to
     * this, one that should hold an encoding by these and does not. */
    WG_RULES_OCTET_STRING = 16,
    WG_RULES_KEPT = 32, /* added to the rules of an open type with a row that it does not decode by */
    WG_RULES_BIT_STRING = 128 /* of whole octets; with n unused bits in the last octet, n times 16 more */
};

/* A complete encoding of a type that the schema leaves open. */
typedef struct wg_any {
    const uint8_t *data;
    size_t size;
    wg_rules rules;
} wg_any;

/* How an EXTERNAL's data value is encoded: alternatives of the 1990 layout (X.690 8.18.1). */
enum {
    WG_EXTERNAL_SINGLE_TYPE = 0, /* a complete encoding */
    WG_EXTERNAL_OCTETS = 1,
    WG_EXTERNAL_BITS = 2 /* whole octets */
};

/* EXTERNAL, as it is encoded. One of the references must be there (X.680 37.6). */
typedef struct wg_external {
    bool has_direct;
    wg_oid direct;
    bool has_indirect;
    wg_integer indirect;
    bool has_descriptor;
    wg_string descriptor;
    unsigned encoding;
    wg_rules rules; /* of the data of a single type */
    wg_octets data;
} wg_external;

/* An extension addition that the schema does not know, as it came. */
typedef struct wg_unknown {
    struct wg_unknown *next;
    size_t index; /* BER: behind how many additions; PER: which one, or without data how long a bitmap */
    wg_any value; /* BER: tag included; PER: octets of the open type field */
} wg_unknown;

/* What one message may ask of a decoder; beyond it is WG_ERROR_DEPTH or WG_ERROR_LIMIT. */
typedef struct wg_limits {
    unsigned depth;        /* values inside values: 256; never more than 2,147,483,647; by hand, what is entered or descended to */
    size_t elements;       /* of one list: 16,777,216; never more than 4,294,967,295 */
    size_t empty_elements; /* that take no bits, in all lists together: 65,536 */
    size_t integer_octets; /* contents of one INTEGER, REAL, OBJECT IDENTIFIER or RELATIVE-OID: 65,536 */
    size_t string_octets;  /* of one string: 268,435,456 */
    size_t total;          /* octets of one message: 1,073,741,824 */
} wg_limits;

/* The limits of whoever says nothing else. */
wg_limits wg_limits_default(void);

/* What is taken from an arena for structs and lists begins at a multiple of it. */
#define WG_ALIGNMENT 8u

/* What a decoder does where an open type with a table does not decode as the type of its row. */
enum {
    WG_OPEN_TYPES_KEEP = 0, /* keep its octets in `u.opaque`, with WG_RULES_KEPT in `rules`, and go on */
    WG_OPEN_TYPES_STRICT = 1 /* stop with the error */
};

/* What it does where octets are left over behind a message, in an open type field of PER or OER, or in a string with
 * CONTAINING. */
enum {
    WG_TRAILING_REFUSE = 0, /* stop with WG_ERROR_TRAILING */
    WG_TRAILING_KEEP = 1    /* pass over them */
};

/* Memory and limits that the caller gives a decoder. Nothing in the memory is ever freed. */
typedef struct wg_arena {
    uint8_t *data;
    size_t size;
    size_t used;
    wg_limits limits;   /* may be changed before decoding */
    uint8_t open_types; /* likewise: one of WG_OPEN_TYPES */
    uint8_t trailing;   /* likewise: one of WG_TRAILING */
    size_t kept;        /* how many open types decoders kept for what is wrong in them */
    wg_result kept_why; /* what is wrong in the first of these, and where */
    size_t passed;      /* at how many places they passed over octets that are left over */
    wg_result passed_at; /* the first of these: WG_ERROR_TRAILING, and where its octets begin */
} wg_arena;

/* Lends `size` octets at `data`, with default limits. */
void wg_arena_init(wg_arena *arena, void *data, size_t size);

/* What says that a frame is as most are: lengths of one octet are below it. */
#define WG_USUAL 0x80u

/* Sums and differences that inlined readers and writers make of a place are at most so far from it. */
#define WG_SUM_MOST 0x100u

/* Reads from bounded memory. */
typedef struct wg_reader {
    const uint8_t *next; /* tlv: the next octet; not beside `end`, or both are stored at once and loading one waits */
    const uint8_t *base; /* offsets count from here */
    const uint8_t *end;  /* tlv: the end of the current frame, or of what encloses an indefinite one */
    const uint8_t *stop; /* tlv: where the octets end that may be looked at */
    size_t bit;          /* bits: the next bit, counted from base */
    size_t bit_end;      /* bits: the end of the current frame */
    wg_error error;      /* this and what is before it and next to it is asked for often: it stands where code is short */
    bool indefinite;     /* tlv: the current frame ends with end-of-contents octets */
    bool strict;         /* tlv: DER; bits: canonical */
    bool aligned;        /* bits: the aligned variant */
    bool octets;         /* bits: OER rather than PER */
    bool cer;            /* tlv: of BER, in which CER came */
    bool skipped;        /* what the schema does not know was left out */
    bool keeping;        /* open types that do not decode are kept */
    size_t short_most;   /* tlv: contents of so many octets are within the limits and have a short length */
    wg_arena *arena;
    wg_limits limits; /* what is left of them, for depth and empty elements */
    const uint8_t *replaced_at; /* tlv: where a tag stands in place of another one */
    uint32_t replaced;          /* tlv: that one */
    unsigned error_bit;
    size_t error_octet;
    size_t origin;      /* the offset of base in the whole input */
    size_t list_most;   /* elements of a list that are taken from the arena at once; 0 without an arena */
    size_t usual;       /* tlv: 80; 0 where the current frame is indefinite, and with an error */
    size_t passed;      /* what the arena counted when it began */
    const uint8_t *two; /* tlv: before it two octets may be looked at, without a look at the end */
    const uint8_t *ten; /* tlv: before it ten, and INTEGERs of eight are within the limits */
} wg_reader;

/* Writes to bounded memory: tlv from its end backwards, or from its start forwards (wg_tlv_forward);
 * bits from its start forwards. */
typedef struct wg_writer {
    uint8_t *start; /* tlv: as far as it may go back: nowhere if it goes forwards, and after an error */
    uint8_t *end;
    uint8_t *next; /* tlv: the first octet written; forwards: the next one */
    uint8_t *base; /* tlv: where the buffer begins */
    size_t bit;    /* bits: the next bit, counted from start */
    size_t ample;  /* bits: from the octet of one before it on, eight octets fit; 0 after an error */
    bool strict;   /* canonical forms */
    const struct wg_cer *cer; /* tlv: those of CER, which no program has that does not ask for them */
    bool aligned;
    bool octets;  /* bits: OER rather than PER */
    bool forward; /* bits rather than tlv */
    /* tlv: closes a frame where it goes forwards, which no program has that does not ask for it; else NULL */
    void (*upward)(struct wg_writer *w, uint32_t tag, size_t mark);
    bool bare;    /* bits: what stands in an open type field has no octets and gets none */
    uint8_t order; /* bits, canonical: what is known of the order of sets (wg_order_known) */
    uint8_t twice; /* bits, canonical: how many sets around have their elements written twice */
    wg_error error;
    /* tlv: start, for sums that would leave all memory in front of it; UINTPTR_MAX where nothing has room */
    uintptr_t low;
} wg_writer;

/* Begins to read `size` octets at `base`: what readers of all rules have in common. */
void wg_reader_init(wg_reader *r, const uint8_t *base, size_t size, wg_arena *arena);

/* Keeps the first error and makes every later read yield zero. */
void wg_fail(wg_reader *r, wg_error error);

/* The same, with the place of an octet that was read already. */
void wg_fail_at(wg_reader *r, wg_error error, const uint8_t *place);

/* How the reading ended. */
wg_result wg_reader_result(const wg_reader *r);

/* Keeps the first error; later writes do nothing. */
void wg_refuse(wg_writer *w, wg_error error);

/* Zeroed memory for `size` octets from the arena; NULL with an error when it is full. */
void *wg_new(wg_reader *r, size_t size);

/* Octets that will be filled in by the caller; NULL with an error when the arena is full. */
uint8_t *wg_new_octets(wg_reader *r, size_t size);

/* A list while it grows. It doubles, and grows in place where nothing else was taken since. */
typedef struct wg_list {
    uint8_t *items;
    size_t count;
    size_t capacity;
    size_t item;          /* octets of an item */
    const uint8_t *place; /* where the last item began, to notice those that take no bits */
    size_t bit;
} wg_list;

/* An empty list with items of that many octets. */
wg_list wg_list_of(size_t item);

/* A new zeroed item; NULL with an error when the arena is full. */
void *wg_list_append(wg_reader *r, wg_list *list);

/* Gives unused items back where that is possible. */
void *wg_list_done(wg_reader *r, wg_list *list);

/* An addition to be kept; NULL with an error when the arena is full. `value` is not copied. */
wg_unknown *wg_keep(wg_reader *r, size_t index, wg_any value);

/* The rules that a reader reads, or a writer writes. */
wg_rules wg_reader_rules(const wg_reader *r);
wg_rules wg_writer_rules(const wg_writer *w);

/* Whether a writer takes octets of these rules; false with WG_ERROR_RULES. Of octets of BER a
 * writer of DER has still to look at the lengths. */
bool wg_may_write(wg_writer *w, wg_rules rules);

/* Whether what a string holds, by itself, are octets of rules without tags; false with WG_ERROR_RULES. */
bool wg_may_hold(wg_writer *w, wg_any string, wg_rules rules);

/* False with an error where a slice is longer than `most` octets. */
bool wg_within(wg_reader *r, wg_octets octets, size_t most);

/* One level deeper, into a value that holds values; false with an error where the limit is reached. */
bool wg_descend(wg_reader *r);

/* One level back. */
void wg_ascend(wg_reader *r);

/* A reader of octets that `r` gave, for what they contain. */
wg_reader wg_nested(const wg_reader *r, wg_octets octets);

/* Takes the error of the nested reader over. */
void wg_nested_done(wg_reader *r, const wg_reader *inner);

/* Octets are left over: notes that they are passed over, or fails. */
bool wg_left_over(wg_reader *r);

/* -- open types that do not decode ------------------------------------------ */

/* A decoder goes twice over what is wrong in an open type: the second time it remembers where each one begins, which is
 * here. */
typedef struct wg_held {
    wg_reader reader;
    size_t used;
    size_t kept;
    size_t passed;
    wg_result why;
} wg_held;

/* Whether what a decoder found may be wrong in an open type alone, so that it has to go over it again, from an arena
 * that had `used` octets in use. */
bool wg_again_keeping(const wg_reader *r, wg_arena *arena, size_t used, bool *keeping);

void wg_hold(const wg_reader *r, wg_held *held);

/* Goes back to where it begins if that is to be kept. */
bool wg_take_back(wg_reader *r, wg_held *held);

/* Its octets were read, and are kept; or they were not, and the error is what it was. */
void wg_kept(wg_reader *r, const wg_held *held);

/* Says that a component came; false with an error if it came before. */
bool wg_once(wg_reader *r, bool *seen);

/* Says that an item came of those that come in order; false with an error if it, or one behind
 * it, came before. */
bool wg_in_order(wg_reader *r, size_t *next, size_t item);

/* The next item of an array of `most`; NULL with an error where it is full. */
void *wg_array_next(wg_reader *r, void *items, size_t item, size_t most, size_t *count);

/* Copies a string into an array of `room` octets; one that is longer is an error. */
void wg_copy_octets(wg_reader *r, wg_octets octets, uint8_t *to, size_t room, size_t *size);
void wg_copy_bits(wg_reader *r, wg_bits bits, uint8_t *to, size_t room, size_t *count);

/* The octets of a BIT STRING that contains an encoding: a multiple of eight bits. */
wg_octets wg_whole_octets(wg_reader *r, wg_bits bits);

/* The number that an INTEGER is; WG_ERROR_RANGE where 64 bits do not hold it. */
int64_t wg_integer_fitting(wg_reader *r, wg_integer integer);

/* How the writing ended. */
wg_result wg_writer_result(const wg_writer *w);

/* A buffer, or a place where nothing is written if there is none: C has no sums with NULL. */
uint8_t *wg_place_of(uint8_t *data);

/* The start of a buffer as `low` holds it. */
uintptr_t wg_low(const uint8_t *start);

/* A writer into what is free in the buffer of another, for what a string contains. */
wg_writer wg_inside(const wg_writer *w, bool strict);

/* Takes its error over. */
void wg_inside_done(wg_writer *w, const wg_writer *inner);

/* -- values ---------------------------------------------------------------- */

/* Slices of what the caller has. */
wg_octets wg_octets_of(const uint8_t *data, size_t size);
wg_octets wg_literal(const char *text, size_t size);
wg_bits wg_bits_of(const uint8_t *data, size_t count);

/* Octets with their rules, and without. */
wg_any wg_any_of(wg_octets octets, wg_rules rules);
wg_octets wg_any_octets(wg_any any, wg_rules *rules);

/* Strings as WG_RULES_OCTET_STRING and WG_RULES_BIT_STRING, with the rules of what they hold, and back. */
wg_any wg_any_of_string(wg_octets octets, wg_rules rules);
wg_any wg_any_of_bits(wg_bits bits, wg_rules rules);
wg_octets wg_string_of_any(wg_any any);
wg_bits wg_bits_of_any(wg_any any);

bool wg_octets_equal(wg_octets a, wg_octets b);
bool wg_bits_equal(wg_bits a, wg_bits b);

/* Octets that nothing is known of, of the same rules; all in the same order. */
bool wg_any_equal(wg_any a, wg_any b);
bool wg_unknown_equal(const wg_unknown *a, const wg_unknown *b);
bool wg_external_equal(wg_external a, wg_external b);

/* Equal but for trailing zero bits (X.680 22.7). */
bool wg_named_bits_equal(wg_bits a, wg_bits b);

/* Without trailing zero bits beyond `min`: of 0, named bits as X.690 11.2.2 wants them in DER and CER. */
wg_bits wg_bits_trim(wg_bits bits, size_t min);

/* The same number of the same base: base 2 and base 10 are apart (X.680 21.5). */
bool wg_real_equal(wg_real a, wg_real b);

/* The nearest double, ties to even; 0 where it is no REAL. */
double wg_double_of(wg_real real);

/* The same number: 0 and -0 are two, not-a-number is one; a double is none of base 10 but zero. */
bool wg_double_equal(double a, double b);
bool wg_double_is(double value, wg_real constant);

/* Whether a time is the one that a form of DER names (X.690 11.7 to 11.9). */
bool wg_utc_time_is(wg_string time, wg_string canonical);
bool wg_generalized_time_is(wg_string time, wg_string canonical);
bool wg_time_is(wg_string time, wg_string canonical);

/* Less than, equal to or greater than zero, as a - b. */
int wg_integer_compare(wg_integer a, wg_integer b);

/* Whether it fits; `*value` is set only then. */
bool wg_integer_to_i64(wg_integer integer, int64_t *value);
bool wg_integer_to_u64(wg_integer integer, uint64_t *value);

/* How many octets a number of 64 bits and a sign may take. */
#define WG_INTEGER_OCTETS 9

/* Shortest octets of a number, into `octets`; returns what of them is used. */
wg_integer wg_integer_from_i64(int64_t value, uint8_t octets[WG_INTEGER_OCTETS]);
wg_integer wg_integer_from_u64(uint64_t value, uint8_t octets[WG_INTEGER_OCTETS]);

/* lo <= value <= hi. */
bool wg_integer_between(wg_integer value, int64_t lo, int64_t hi);

/* Closed ranges of code points, for permitted alphabets. */
typedef struct wg_span {
    uint32_t lo;
    uint32_t hi;
} wg_span;

/* Whether every character stands in one of the ranges. `unit` octets a character: 1, 2, 4; 0 is UTF-8. */
bool wg_string_within(wg_string string, unsigned unit, const wg_span *spans, size_t count);

/* Characters of a string of that unit. */
size_t wg_string_length(wg_string string, unsigned unit);

#ifdef __cplusplus
}
#endif

#endif
