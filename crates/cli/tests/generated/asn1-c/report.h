/* Types, decoders and encoders of Buoys.
 *
 * Written by wireglot; changes will be lost. Slices point into the input or the arena; both must
 * outlive the values. Every function may be called from any thread.
 */
#ifndef REPORT_H
#define REPORT_H

#include "wireglot/core.h"

#if WG_RUNTIME_VERSION != 1
#error "this file was written for another version of the wireglot runtime"
#endif

/* Identifies the specification; header and source must come from the same one. */
#define REPORT_H_D4E18B6959AC53DD 1

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Fix Fix;
typedef struct Report_heights Report_heights;
typedef struct Report_drift Report_drift;
typedef struct Note_notes_value Note_notes_value;
typedef struct Note Note;
typedef struct Report Report;
typedef struct Field Field;

typedef int32_t Sea;
enum {
    Sea_unknown = 0,
    Sea_calm = 1,
    Sea_rough = 2
};

typedef struct Note_flags_value {
    size_t count;
    uint8_t octets[1];
} Note_flags_value;
enum {
    Note_flags_value_anchored = 0,
    Note_flags_value_adrift = 1
};

enum {
    Kinds_id_Type_value_opaque = 0,
    Kinds_id_Type_value_Fix = 1,
    Kinds_id_Type_value_Sea = 2,
    Kinds_id_Type_value_rows = 2
};

/* Kinds(&id, &Type): the type that the key selects. */
typedef struct Kinds_id_Type_value {
    unsigned row; /* one of the constants above */
    wg_rules rules; /* encoding rules of the opaque bytes */
    union {
        wg_octets opaque;
        struct Fix *as_Fix;
        Sea as_Sea;
    } u;
} Kinds_id_Type_value;

/* In 1/100000 degrees. */
struct Fix {
    int32_t latitude;
    int32_t longitude;
};

struct Report_heights {
    size_t count;
    int32_t items[4];
};

struct Report_drift {
    size_t count;
    Fix *items;
};

struct Note_notes_value {
    size_t count;
    Note *items;
};

enum {
    Note_nothing = 0,
    Note_text = 1,
    Note_number = 2,
    Note_flags = 3,
    Note_notes = 4,
    Note_unknown = 5
};

struct Note {
    unsigned kind; /* one of the constants above */
    union {
        wg_string text;
        wg_integer number;
        Note_flags_value flags;
        Note_notes_value notes;
        wg_unknown unknown;
    } u;
};

/* What a buoy sends each minute. */
struct Report {
    int32_t buoy;
    bool has_name;
    wg_string name;
    bool has_sea;
    Sea sea; /* DEFAULT calm */
    Fix fix;
    Report_heights heights;
    Report_drift drift;
    wg_octets payload;
    bool has_lamp;
    bool lamp;
    bool has_charge;
    int32_t charge;
    bool has_note;
    Note note;
    wg_unknown *unknown; /* additions that are not in the schema */
};

struct Field {
    wg_integer kind;
    Kinds_id_Type_value value;
};


wg_result Report_decode_ber(Report *value, const uint8_t *data, size_t size, wg_arena *arena);
wg_result Report_encode_ber(const Report *value, uint8_t *buffer, size_t capacity, wg_octets *encoding);
wg_result Report_decode_uper(Report *value, const uint8_t *data, size_t size, wg_arena *arena);
wg_result Report_encode_uper(const Report *value, uint8_t *buffer, size_t capacity, wg_octets *encoding);
wg_violation Report_check(const Report *value);
bool Report_equal(const Report *a, const Report *b);
wg_result Field_decode_ber(Field *value, const uint8_t *data, size_t size, wg_arena *arena);
wg_result Field_encode_ber(const Field *value, uint8_t *buffer, size_t capacity, wg_octets *encoding);
wg_result Field_decode_uper(Field *value, const uint8_t *data, size_t size, wg_arena *arena);
wg_result Field_encode_uper(const Field *value, uint8_t *buffer, size_t capacity, wg_octets *encoding);
wg_violation Field_check(const Field *value);
bool Field_equal(const Field *a, const Field *b);
#ifdef __cplusplus
}
#endif

#endif
