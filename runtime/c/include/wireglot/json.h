/* Values as text: the JSON of `wireglot decode`, on one line or indented. Generated files describe
 * their structs by the tables in this header; code for kinds of values that they do not use is not
 * linked. No heap: text goes to a buffer, which also counts what does not fit, or to a function.
 *
 * An INTEGER, an arc or a REAL of more than 5,760 decimal digits is WG_ERROR_LIMIT. Memory that is
 * not a value of its type (a string that is not UTF-8, a NULL pointer) is WG_ERROR_VALUE. The text
 * must not be used after an error.
 */
#ifndef WIREGLOT_JSON_H
#define WIREGLOT_JSON_H

#include "wireglot/core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct wg_type;
struct wg_holder;

/* Receives a piece of text, which is not zero-terminated. */
typedef void wg_json_taker(void *context, const char *piece, size_t size);

/* The destination of a text, and its length. */
typedef struct wg_json {
    char *data; /* a buffer: as much as fits, zero-terminated */
    size_t capacity;
    wg_json_taker *put; /* NULL for a buffer */
    void *context;
    size_t size;    /* characters so far, including those that did not fit */
    wg_error error; /* the first error; WG_ERROR_SPACE at the end if the text did not fit */
    const struct wg_type *types;
    const struct wg_holder *holder; /* directly around the value: an open type or a string that holds it */
    unsigned depth; /* open objects and arrays */
    bool indented;
} wg_json;

/* Writes to a buffer; `size` is the length of the text, even if it does not fit with its zero. With a
 * capacity of 0, or NULL, only counts. */
void wg_json_buffer(wg_json *text, char *data, size_t capacity);

/* Passes text to a function, piece by piece. */
void wg_json_call(wg_json *text, wg_json_taker *put, void *context);

/* -- descriptions of structs, as generated files have them ------------------ */

/* Writes a value of a type. */
typedef void wg_show(wg_json *text, const struct wg_type *type, const void *value);

/* No such place. */
#define WG_NOWHERE UINT32_MAX

/* A member of a struct or union. */
typedef struct wg_part {
    const char *name; /* as in JSON text, with quotation marks */
    uint32_t type;
    uint32_t at;   /* offset in the struct; for a union, from the start of the union */
    uint32_t flag; /* offset of the flag that says whether it is present; WG_NOWHERE: always present */
    bool pointer;
} wg_part;

/* An item of an ENUMERATED. */
typedef struct wg_item {
    const char *name; /* with quotation marks */
    int64_t number;
} wg_item;

enum {
    WG_WAY_ARRAY = 1, /* for strings and lists: an array in the struct rather than a slice */
    WG_WAY_FIXED = 2, /* for a BIT STRING: of fixed size */
    WG_WAY_BASE64 = 4, /* for an OCTET STRING */
    WG_WAY_EXTENSIBLE = 8, /* for a choice: unknown alternatives are in its union */
    WG_WAY_IN_OCTETS = 16, /* for what holds one value: an OCTET STRING rather than an open type */
    WG_WAY_IN_BITS = 32 /* the same: a BIT STRING */
};

/* A type. The meaning of its numbers depends on its kind. */
typedef struct wg_type {
    wg_show *show;
    const wg_part *parts; /* of a record or choice; of an open type, by row */
    const wg_item *items;
    uint32_t count; /* number of parts or items */
    uint32_t at;    /* offset of a list's items, of the union of a choice or open type, or of a record's unknown additions */
    uint32_t of;    /* the type of a list's elements, or of what is held; or the number of components before a record's insertion point */
    uint32_t size;  /* octets per element, or per character (0 if it varies) */
    uint32_t way;
} wg_type;

wg_show wg_show_null, wg_show_boolean, wg_show_i32, wg_show_u32, wg_show_i64, wg_show_u64, wg_show_integer,
    wg_show_enumerated_i32, wg_show_enumerated_i64, wg_show_bits, wg_show_octets, wg_show_oid, wg_show_relative_oid,
    wg_show_string, wg_show_real, wg_show_double, wg_show_any, wg_show_external, wg_show_record, wg_show_choice, wg_show_list,
    wg_show_rows, wg_show_holder;

/* Writes a value of the type with number `type`; returns its error, and WG_ERROR_SPACE if it did not
   fit. */
wg_error wg_show_value(wg_json *text, const wg_type *types, uint32_t type, const void *value, bool indented);

#ifdef __cplusplus
}
#endif

#endif
