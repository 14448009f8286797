/* Values as text: the JSON of `wireglot decode`, in one line or indented. Generated files describe
 * their structs by the tables of this header, and whatever kind of value none of them has is not
 * linked. No heap: text goes into a buffer, which knows how long all of it is, or to a function.
 *
 * An INTEGER, an arc or a REAL of more than 5,760 decimal digits is WG_ERROR_LIMIT; a value that
 * stands for none of its type (a string that is no UTF-8, a pointer that is NULL) is
 * WG_ERROR_VALUE. The text that was written is not to be used then.
 */
#ifndef WIREGLOT_JSON_H
#define WIREGLOT_JSON_H

#include "wireglot/core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct wg_type;

/* Takes a piece of text; no zero stands behind it. */
typedef void wg_json_taker(void *context, const char *piece, size_t size);

/* Where text goes, and how much of it there is. */
typedef struct wg_json {
    char *data; /* a buffer: what fits stands in it, and a zero behind that */
    size_t capacity;
    wg_json_taker *put; /* NULL for a buffer */
    void *context;
    size_t size;    /* characters so far, also those that did not fit */
    wg_error error; /* the first one; WG_ERROR_SPACE at the end where the text did not fit */
    const struct wg_type *types;
    unsigned depth; /* objects and arrays that are open */
    bool indented;
} wg_json;

/* Text into a buffer: `size` says how long it is, whether or not it fits with its zero. A capacity of
 * 0, and NULL, only count. */
void wg_json_buffer(wg_json *text, char *data, size_t capacity);

/* Text to a function, piece by piece. */
void wg_json_call(wg_json *text, wg_json_taker *put, void *context);

/* -- descriptions of structs, as generated files have them ------------------ */

/* Writes a value of that type. */
typedef void wg_show(wg_json *text, const struct wg_type *type, const void *value);

/* Where nothing is. */
#define WG_NOWHERE UINT32_MAX

/* A member of a struct or union. */
typedef struct wg_part {
    const char *name; /* as JSON text has it, with quotation marks */
    uint32_t type;
    uint32_t at;   /* octets from the beginning of the struct; in a union from that of the union */
    uint32_t flag; /* where the struct says whether it is there; WG_NOWHERE: it always is */
    bool pointer;
} wg_part;

/* A number of an ENUMERATED. */
typedef struct wg_item {
    const char *name; /* with quotation marks */
    int64_t number;
} wg_item;

enum {
    WG_WAY_ARRAY = 1, /* of strings and lists: an array in the struct, not a slice */
    WG_WAY_FIXED = 2, /* of a BIT STRING: its size is */
    WG_WAY_BASE64 = 4, /* of an OCTET STRING */
    WG_WAY_EXTENSIBLE = 8 /* of a choice: what it does not know stands in its union */
};

/* A type. What a number means depends on the kind of it. */
typedef struct wg_type {
    wg_show *show;
    const wg_part *parts; /* of a record, a choice; of an open type, by row */
    const wg_item *items;
    uint32_t count; /* of parts or items */
    uint32_t at;    /* where a list has its items; a choice or open type its union; a record its unknown additions */
    uint32_t of;    /* the type of a list's elements; how many components stand before a record's insertion point */
    uint32_t size;  /* octets of an element; of a character, 0 where that varies */
    uint32_t way;
} wg_type;

wg_show wg_show_null, wg_show_boolean, wg_show_i32, wg_show_u32, wg_show_i64, wg_show_u64, wg_show_integer,
    wg_show_enumerated_i32, wg_show_enumerated_i64, wg_show_bits, wg_show_octets, wg_show_oid, wg_show_relative_oid,
    wg_show_string, wg_show_real, wg_show_double, wg_show_any, wg_show_external, wg_show_record, wg_show_choice, wg_show_list,
    wg_show_rows;

/* Writes a value of the type with that number; its error, and WG_ERROR_SPACE where it did not fit. */
wg_error wg_show_value(wg_json *text, const wg_type *types, uint32_t type, const void *value, bool indented);

#ifdef __cplusplus
}
#endif

#endif
