/* Shared by all parts of the runtime: errors, slices, the arena, readers and writers. Freestanding C99: no
 * heap, no globals, no input or output.
 *
 * Readers and writers keep their first error with its place. After an error, every read yields zero, every
 * list ends and every write does nothing, so code needs to check for errors only once, at the end.
 */
#ifndef WIREGLOT_CORE_H
#define WIREGLOT_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Incremented when generated code and runtime become incompatible. */
#define WG_RUNTIME_VERSION 1

/* Errors. */
typedef enum wg_error {
    WG_OK = 0,
    WG_ERROR_END,       /* the input ends too early */
    WG_ERROR_TAG,       /* another tag was expected */
    WG_ERROR_LENGTH,    /* a length that the rules do not allow */
    WG_ERROR_FORM,      /* primitive instead of constructed, or the reverse */
    WG_ERROR_VALUE,     /* contents that are not a value of the type */
    WG_ERROR_RANGE,     /* a value that the field cannot hold */
    WG_ERROR_CANONICAL, /* valid in BER, but not canonical */
    WG_ERROR_TRAILING,  /* leftover octets */
    WG_ERROR_MISSING,   /* a mandatory component is missing */
    WG_ERROR_DUPLICATE, /* a component occurs twice, or too late */
    WG_ERROR_UNKNOWN,   /* an alternative, item or row that the schema does not know */
    WG_ERROR_DEPTH,     /* nested too deeply */
    WG_ERROR_LIMIT,     /* a limit was reached */
    WG_ERROR_ARENA,     /* the arena is full */
    WG_ERROR_SPACE,     /* the output buffer is too small */
    WG_ERROR_RULES,     /* kept octets are encoded under other rules and cannot be converted */
    WG_ERROR_CONSTRAINT, /* a value that violates a constraint of the schema */
    WG_ERROR_SYNTAX     /* text: something else is expected here */
} wg_error;

/* A short text for an error; never NULL. */
const char *wg_error_text(wg_error error);

/* The result of a call. */
typedef struct wg_result {
    wg_error error;
    size_t octet; /* octets read or written; after an error, its offset */
    unsigned bit; /* bits in addition to that, 0 to 7 */
} wg_result;

/* Whether generated encoders check constraints. Compile generated files with -DWG_CHECKS=0 to disable it. */
#ifndef WG_CHECKS
#define WG_CHECKS 1
#endif

/* The result of a check. */
typedef struct wg_violation {
    wg_error error;    /* WG_OK: the value satisfies all constraints */
    const char *where; /* the type and component that violates one, named as in the schema; otherwise NULL */
} wg_violation;

/* Octets owned by someone else: the input, the arena or the caller. */
typedef struct wg_octets {
    const uint8_t *data;
    size_t size;
} wg_octets;

/* Bits, the first one in the most significant position. Unused bits of the last octet are zero. */
typedef struct wg_bits {
    const uint8_t *data;
    size_t count; /* in bits */
} wg_bits;

/* An INTEGER without bounds: two's complement in its shortest form, most significant octet first. */
typedef wg_octets wg_integer;

/* An OBJECT IDENTIFIER or RELATIVE-OID: contents octets (X.690 8.19, 8.20). */
typedef wg_octets wg_oid;

/* A character string in the octets of BER (X.690 8.23): one octet per character, UTF-8, two octets
 * (BMPString) or four (UniversalString). For times, their characters. */
typedef wg_octets wg_string;

/* A REAL, kept exactly: contents octets (X.690 8.5). */
typedef wg_octets wg_real;

/* An unknown ENUMERATED addition, of which PER encodes only the index, is stored as this number plus the
 * index, up to the maximum. A number in BER that is one of these cannot be stored. */
#define WG_ENUM_UNKNOWN_I32 INT32_MIN
#define WG_ENUM_UNKNOWN_I64 INT64_MIN
#define WG_ENUM_UNKNOWN_MOST 0xffffff

/* The type of NULL, since C needs one. */
typedef uint8_t wg_null;

/* The encoding rules of octets of unknown type. BER, DER and CER accept each other's octets if the lengths
 * are valid; basic PER and OER accept those of the canonical rules; all others accept only their own. */
typedef uint8_t wg_rules;
enum {
    WG_RULES_ANY = 0, /* not given: the caller vouches for the octets */
    WG_RULES_BER = 1,
    WG_RULES_DER = 2,
    WG_RULES_UPER = 3,
    WG_RULES_APER = 4,
    WG_RULES_OER = 5,
    WG_RULES_CER = 6,
    WG_RULES_CUPER = 7,
    WG_RULES_CAPER = 8,
    WG_RULES_COER = 9,
    /* Not an encoding but a whole string. Alone: the type of its contents is unknown because no row has the
     * key. With rules added: its contents should be an encoding under these rules but are not. */
    WG_RULES_OCTET_STRING = 16,
    WG_RULES_KEPT = 32, /* added to the rules of an open type if a row gives its type but it does not decode */
    WG_RULES_BIT_STRING = 128 /* with whole octets; add 16 times the number of unused bits in the last octet */
};

/* A complete encoding of a type that the schema does not determine. */
typedef struct wg_any {
    const uint8_t *data;
    size_t size;
    wg_rules rules;
} wg_any;

/* The encoding of an EXTERNAL's data value: the alternatives of the 1990 layout (X.690 8.18.1). */
enum {
    WG_EXTERNAL_SINGLE_TYPE = 0, /* a complete encoding */
    WG_EXTERNAL_OCTETS = 1,
    WG_EXTERNAL_BITS = 2 /* whole octets */
};

/* EXTERNAL as it is encoded. At least one reference must be present (X.680 37.6). */
typedef struct wg_external {
    bool has_direct;
    wg_oid direct;
    bool has_indirect;
    wg_integer indirect;
    bool has_descriptor;
    wg_string descriptor;
    unsigned encoding;
    wg_rules rules; /* for the data of a single type */
    wg_octets data;
} wg_external;

/* An extension addition that the schema does not know, as received. */
typedef struct wg_unknown {
    struct wg_unknown *next;
    size_t index; /* BER: the number of known additions before it; PER: its number or, without data, the length of the bitmap */
    wg_any value; /* BER: including the tag; PER: octets of the open type field */
} wg_unknown;

/* Limits for decoding one message; exceeding them is WG_ERROR_DEPTH or WG_ERROR_LIMIT. */
typedef struct wg_limits {
    unsigned depth;        /* nesting of values: 256; at most 2,147,483,647; in hand-written code, calls of enter and descend */
    size_t elements;       /* in one list: 16,777,216; at most 4,294,967,295 */
    size_t empty_elements; /* elements that take no bits, in all lists together: 65,536 */
    size_t integer_octets; /* contents octets of one INTEGER, REAL, OBJECT IDENTIFIER or RELATIVE-OID: 65,536 */
    size_t string_octets;  /* octets in one string: 268,435,456 */
    size_t total;          /* octets in one message: 1,073,741,824 */
} wg_limits;

/* The default limits. */
wg_limits wg_limits_default(void);

/* The alignment of structs and lists in an arena. */
#define WG_ALIGNMENT 8u

/* What a decoder does with an open type that does not decode as the type in its table row. */
enum {
    WG_OPEN_TYPES_KEEP = 0, /* keep its octets in `u.opaque`, with WG_RULES_KEPT in `rules`, and continue */
    WG_OPEN_TYPES_STRICT = 1 /* stop with the error */
};

/* What a decoder does with leftover octets after a message, in an open type field of PER or OER, or in a
 * string with CONTAINING. */
enum {
    WG_TRAILING_REFUSE = 0, /* stop with WG_ERROR_TRAILING */
    WG_TRAILING_KEEP = 1    /* ignore them */
};

/* Memory and limits that the caller gives to a decoder. Memory is never freed. */
typedef struct wg_arena {
    uint8_t *data;
    size_t size;
    size_t used;
    wg_limits limits;   /* may be changed before decoding */
    uint8_t open_types; /* likewise: one of WG_OPEN_TYPES */
    uint8_t trailing;   /* likewise: one of WG_TRAILING */
    size_t kept;        /* number of open types kept because they did not decode */
    wg_result kept_why; /* the error in the first of these, and its place */
    size_t passed;      /* number of places where leftover octets were ignored */
    wg_result passed_at; /* the first of these: WG_ERROR_TRAILING, and where the octets start */
} wg_arena;

/* Sets up an arena with `size` octets at `data` and default limits. */
void wg_arena_init(wg_arena *arena, void *data, size_t size);

/* A frame is usual if its length is below this, so that it takes one octet. */
#define WG_USUAL 0x80u

/* Maximum distance of sums and differences that inlined readers and writers compute from a place. */
#define WG_SUM_MOST 0x100u

/* Reads from bounded memory. */
typedef struct wg_reader {
    const uint8_t *next; /* tlv: the next octet; not next to `end`, or both would be stored at once and loading one would stall */
    const uint8_t *base; /* offsets are relative to this */
    const uint8_t *end;  /* tlv: the end of the current frame or, if that is indefinite, of the enclosing one */
    const uint8_t *stop; /* tlv: the end of the octets that may be read */
    size_t bit;          /* bits: the next bit, relative to base */
    size_t bit_end;      /* bits: the end of the current frame */
    wg_error error;      /* often accessed, like its neighbours, so at an offset with short instructions */
    bool indefinite;     /* tlv: the current frame ends with end-of-contents octets */
    bool strict;         /* tlv: DER; bits: canonical */
    bool aligned;        /* bits: the aligned variant */
    bool octets;         /* bits: OER rather than PER */
    bool cer;            /* tlv: reads BER that came as CER */
    bool skipped;        /* whether unknown parts were left out */
    bool keeping;        /* open types that do not decode are kept */
    size_t short_most;   /* tlv: contents of this size are within the limits and have a one-octet length */
    wg_arena *arena;
    wg_limits limits; /* what is left of the limits, for depth and empty elements */
    const uint8_t *replaced_at; /* tlv: where a tag replaces another one */
    uint32_t replaced;          /* tlv: the tag that is replaced */
    unsigned error_bit;
    size_t error_octet;
    size_t origin;      /* the offset of base in the input */
    unsigned origin_bit; /* bits: the bit of that octet that base begins at, if its octets are copies */
    size_t list_most;   /* number of list elements that are allocated in the arena at once; 0 without an arena */
    size_t usual;       /* tlv: 0x80; 0 if the current frame is indefinite, and after an error */
    size_t passed;      /* the arena's count at the start */
    const uint8_t *two; /* tlv: before this, two octets may be read without checking for the end */
    const uint8_t *ten; /* tlv: before this, ten octets may be read, and INTEGERs of eight octets are within the limits */
} wg_reader;

/* Writes to bounded memory: tlv backwards from its end, or forwards from its start (wg_tlv_forward); bits
 * forwards from its start. */
typedef struct wg_writer {
    uint8_t *start; /* tlv: how far back it may go; nowhere if it goes forwards, and after an error */
    uint8_t *end;
    uint8_t *next; /* tlv: the first octet written; if it goes forwards, the next one */
    uint8_t *base; /* tlv: the start of the buffer */
    size_t bit;    /* bits: the next bit, relative to start */
    size_t ample;  /* bits: if the next bit is before this, eight octets fit from its octet on; 0 after an error */
    bool strict;   /* canonical forms */
    const struct wg_cer *cer; /* tlv: canonical forms of CER; linked only into programs that use it */
    bool aligned;
    bool octets;  /* bits: OER rather than PER */
    bool forward; /* bits rather than tlv */
    /* tlv: closes a frame when going forwards; linked only into programs that use it, otherwise NULL */
    void (*upward)(struct wg_writer *w, uint32_t tag, size_t mark);
    bool bare;    /* bits: the value of an open type field has no octets and gets none */
    uint8_t order; /* bits, canonical: how the order of sets is treated (wg_order_known) */
    uint8_t twice; /* bits, canonical: number of enclosing sets whose elements are written twice */
    wg_error error;
    /* tlv: start, for sums that would wrap below it; UINTPTR_MAX if there is no room at all */
    uintptr_t low;
} wg_writer;

/* Keeps the first error and makes every later read yield zero. */
void wg_fail(wg_reader *r, wg_error error);

/* Like wg_fail, for an octet that has already been read. */
void wg_fail_at(wg_reader *r, wg_error error, const uint8_t *place);

/* The result of reading. */
wg_result wg_reader_result(const wg_reader *r);

/* Keeps the first error and makes every later write do nothing. */
void wg_refuse(wg_writer *w, wg_error error);

/* Zeroed memory for `size` octets from the arena; NULL, with an error, if it is full. */
void *wg_new(wg_reader *r, size_t size);

/* Octets for the caller to fill in; NULL, with an error, if the arena is full. */
uint8_t *wg_new_octets(wg_reader *r, size_t size);

/* A growing list. It doubles in size, in place if nothing has been allocated since. */
typedef struct wg_list {
    uint8_t *items;
    size_t count;
    size_t capacity;
    size_t item;          /* octets per item */
    const uint8_t *place; /* where the last item started, to detect those that take no bits */
    size_t bit;
} wg_list;

/* An empty list with items of `item` octets. */
wg_list wg_list_of(size_t item);

/* A new zeroed item; NULL, with an error, if the arena is full. */
void *wg_list_append(wg_reader *r, wg_list *list);

/* Ends a list; returns unused items to the arena if possible. */
void *wg_list_done(wg_reader *r, wg_list *list);

/* A new entry for an unknown addition; NULL, with an error, if the arena is full. `value` is not copied. */
wg_unknown *wg_keep(wg_reader *r, size_t index, wg_any value);

/* The rules of a reader or writer. */
wg_rules wg_reader_rules(const wg_reader *r);
wg_rules wg_writer_rules(const wg_writer *w);

/* Whether a writer accepts octets under these rules; if not, WG_ERROR_RULES. A writer of DER must still check
 * the lengths in octets of BER. */
bool wg_may_write(wg_writer *w, wg_rules rules);

/* Whether the contents of a string are under rules without tags; if not, WG_ERROR_RULES. */
bool wg_may_hold(wg_writer *w, wg_any string, wg_rules rules);

/* Returns false, with an error, if a slice is longer than `most` octets. */
bool wg_within(wg_reader *r, wg_octets octets, size_t most);

/* Enters a value with parts; returns false, with an error, if the depth limit is reached. */
bool wg_descend(wg_reader *r);

/* Leaves a value with parts. */
void wg_ascend(wg_reader *r);

/* A reader of the contents of octets that `r` returned. */
wg_reader wg_nested(const wg_reader *r, wg_bits bits);

/* Takes over the error of a nested reader. */
void wg_nested_done(wg_reader *r, const wg_reader *inner);

/* Records that leftover octets are ignored, or fails. */
bool wg_left_over(wg_reader *r);

/* -- open types that do not decode ------------------------------------------ */

/* A decoder decodes an open type with errors twice. The second time, it records where each one starts, with
 * this. */
typedef struct wg_held {
    wg_reader reader;
    size_t used;
    size_t kept;
    size_t passed;
    wg_result why;
} wg_held;

/* Whether the error may be inside an open type, so that the decoder must run again, with an arena that has
 * `used` octets in use. */
bool wg_again_keeping(const wg_reader *r, wg_arena *arena, size_t used, bool *keeping);

void wg_hold(const wg_reader *r, wg_held *held);

/* Returns to the start of an open type if it is to be kept. */
bool wg_take_back(wg_reader *r, wg_held *held);

/* Records that its octets have been kept; if they could not be read, restores the error. */
void wg_kept(wg_reader *r, const wg_held *held);

/* Records that a component is present; returns false, with an error, if it came before. */
bool wg_once(wg_reader *r, bool *seen);

/* Records that an item is present, where items come in order; returns false, with an error, if it or a later
 * one came before. */
bool wg_in_order(wg_reader *r, size_t *next, size_t item);

/* The next item of an array of `most` items; NULL, with an error, if it is full. */
void *wg_array_next(wg_reader *r, void *items, size_t item, size_t most, size_t *count);

/* Copies a string to an array of `room` octets; an error if it is longer. */
void wg_copy_octets(wg_reader *r, wg_octets octets, uint8_t *to, size_t room, size_t *size);
void wg_copy_bits(wg_reader *r, wg_bits bits, uint8_t *to, size_t room, size_t *count);

/* The octets of a BIT STRING that contains an encoding; its size must be a multiple of eight bits. */
wg_octets wg_whole_octets(wg_reader *r, wg_bits bits);

/* The value of an INTEGER; WG_ERROR_RANGE if it does not fit into 64 bits. */
int64_t wg_integer_fitting(wg_reader *r, wg_integer integer);

/* The result of writing. */
wg_result wg_writer_result(const wg_writer *w);

/* A writer into the free part of another writer's buffer, for the contents of a string. */
wg_writer wg_inside(const wg_writer *w, bool strict);

/* Takes over the error of the inner writer. */
void wg_inside_done(wg_writer *w, const wg_writer *inner);

/* -- values ---------------------------------------------------------------- */

/* Slices of memory owned by the caller. */
wg_octets wg_octets_of(const uint8_t *data, size_t size);
wg_octets wg_literal(const char *text, size_t size);
wg_bits wg_bits_of(const uint8_t *data, size_t count);

/* Octets with their rules, and the reverse. */
wg_any wg_any_of(wg_octets octets, wg_rules rules);
wg_octets wg_any_octets(wg_any any, wg_rules *rules);

/* Strings as WG_RULES_OCTET_STRING and WG_RULES_BIT_STRING, with the rules of their contents, and the
   reverse. */
wg_any wg_any_of_string(wg_octets octets, wg_rules rules);
wg_any wg_any_of_bits(wg_bits bits, wg_rules rules);
wg_octets wg_string_of_any(wg_any any);
wg_bits wg_bits_of_any(wg_any any);

bool wg_octets_equal(wg_octets a, wg_octets b);
bool wg_bits_equal(wg_bits a, wg_bits b);

/* Whether octets of unknown type are equal, under the same rules and in the same order. */
bool wg_any_equal(wg_any a, wg_any b);
bool wg_unknown_equal(const wg_unknown *a, const wg_unknown *b);
bool wg_external_equal(wg_external a, wg_external b);

/* Whether bits are equal, ignoring trailing zeros (X.680 22.7). */
bool wg_named_bits_equal(wg_bits a, wg_bits b);

/* Removes trailing zero bits but leaves at least `min` bits. With 0, the form of named bits that X.690 11.2.2
   requires in DER and CER. */
wg_bits wg_bits_trim(wg_bits bits, size_t min);

/* Whether numbers are equal and of the same base; base 2 and base 10 are different (X.680 21.5). */
bool wg_real_equal(wg_real a, wg_real b);

/* The nearest double, ties to even; 0 if it is not a valid REAL. */
double wg_double_of(wg_real real);

/* Whether numbers are equal. 0 and -0 differ; not-a-number equals itself. A double never equals a base 10
   number other than zero. */
bool wg_double_equal(double a, double b);
bool wg_double_is(double value, wg_real constant);

/* Whether a time is the same as one in DER form (X.690 11.7 to 11.9). */
bool wg_utc_time_is(wg_string time, wg_string canonical);
bool wg_generalized_time_is(wg_string time, wg_string canonical);
bool wg_time_is(wg_string time, wg_string canonical);

/* Less than, equal to or greater than zero, like a - b. */
int wg_integer_compare(wg_integer a, wg_integer b);

/* Whether it fits; only then is `*value` set. */
bool wg_integer_to_i64(wg_integer integer, int64_t *value);
bool wg_integer_to_u64(wg_integer integer, uint64_t *value);

/* Maximum number of octets of a signed or unsigned 64-bit number. */
#define WG_INTEGER_OCTETS 9

/* The shortest octets of a number, in `octets`; returns the part used. */
wg_integer wg_integer_from_i64(int64_t value, uint8_t octets[WG_INTEGER_OCTETS]);
wg_integer wg_integer_from_u64(uint64_t value, uint8_t octets[WG_INTEGER_OCTETS]);

/* lo <= value <= hi. */
bool wg_integer_between(wg_integer value, int64_t lo, int64_t hi);

/* Closed ranges of code points, for permitted alphabets. */
typedef struct wg_span {
    uint32_t lo;
    uint32_t hi;
} wg_span;

/* Whether every character is in one of the ranges. `unit` is the number of octets per character: 1, 2 or 4; 0
   means UTF-8. */
bool wg_string_within(wg_string string, unsigned unit, const wg_span *spans, size_t count);

/* The number of characters in a string with this unit. */
size_t wg_string_length(wg_string string, unsigned unit);

#ifdef __cplusplus
}
#endif

#endif
