/* Values as JSON, as `wireglot decode` prints them: objects in schema order, null for absent values,
   names for enumerations, arrays of names for sets, text for characters (one per byte), hexadecimal
   digits for data that is not text. */

#ifndef WIREGLOT_SBE_JSON_H
#define WIREGLOT_SBE_JSON_H 1

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "octets.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A text in a buffer, as far as it fits; `used` also counts what does not. */
typedef struct wg_sbe_json {
    char *text;
    size_t size;
    size_t used;
    bool comma; /* a value precedes the next one at the same level */
} wg_sbe_json;

static inline void wg_sbe_json_add(wg_sbe_json *json, const char *text, size_t size) {
    if (json->used < json->size) {
        const size_t room = json->size - json->used;
        memcpy(json->text + json->used, text, size < room ? size : room);
    }
    json->used += size;
}

static inline void wg_sbe_json_put(wg_sbe_json *json, char character) { wg_sbe_json_add(json, &character, 1); }

static inline void wg_sbe_json_begin(wg_sbe_json *json, char *text, size_t size) {
    json->text = text;
    json->size = size;
    json->used = 0;
    json->comma = false;
}

/* Terminates the text with a NUL, which replaces the last character if there is no room. Returns the
   length of the whole text without it. */
static inline size_t wg_sbe_json_end(wg_sbe_json *json) {
    if (json->size > 0) json->text[json->used < json->size ? json->used : json->size - 1] = '\0';
    return json->used;
}

static inline void wg_sbe_json_separate(wg_sbe_json *json) {
    if (json->comma) wg_sbe_json_put(json, ',');
    json->comma = true;
}

static inline void wg_sbe_json_open(wg_sbe_json *json, char bracket) {
    wg_sbe_json_put(json, bracket);
    json->comma = false;
}

static inline void wg_sbe_json_close(wg_sbe_json *json, char bracket) {
    wg_sbe_json_put(json, bracket);
    json->comma = true;
}

static inline void wg_sbe_json_text(wg_sbe_json *json, wg_sbe_text text) {
    static const char digits[] = "0123456789abcdef";
    size_t index;
    wg_sbe_json_put(json, '"');
    for (index = 0; index < text.size; ++index) {
        const unsigned octet = (unsigned char)text.data[index];
        char escaped[6] = {'\\', 'u', '0', '0', '0', '0'};
        if (octet == '"' || octet == '\\') {
            escaped[1] = text.data[index];
            wg_sbe_json_add(json, escaped, 2);
        } else if (octet < 0x20 || (octet >= 0x7f && octet < 0xa0)) {
            escaped[4] = digits[octet >> 4];
            escaped[5] = digits[octet & 15];
            wg_sbe_json_add(json, escaped, 6);
        } else if (octet < 0x80) {
            wg_sbe_json_put(json, text.data[index]);
        } else { /* as UTF-8 */
            wg_sbe_json_put(json, (char)(0xc0 | octet >> 6));
            wg_sbe_json_put(json, (char)(0x80 | (octet & 0x3f)));
        }
    }
    wg_sbe_json_put(json, '"');
}

static inline void wg_sbe_json_string(wg_sbe_json *json, const char *string) {
    wg_sbe_text text;
    text.data = string;
    text.size = strlen(string);
    wg_sbe_json_text(json, text);
}

static inline void wg_sbe_json_char(wg_sbe_json *json, char character) {
    wg_sbe_text text;
    text.data = &character;
    text.size = 1;
    wg_sbe_json_text(json, text);
}

static inline void wg_sbe_json_octets(wg_sbe_json *json, wg_sbe_octets octets) {
    static const char digits[] = "0123456789abcdef";
    size_t index;
    wg_sbe_json_put(json, '"');
    for (index = 0; index < octets.size; ++index) {
        wg_sbe_json_put(json, digits[octets.data[index] >> 4]);
        wg_sbe_json_put(json, digits[octets.data[index] & 15]);
    }
    wg_sbe_json_put(json, '"');
}

static inline void wg_sbe_json_null(wg_sbe_json *json) { wg_sbe_json_add(json, "null", 4); }

static inline void wg_sbe_json_unsigned(wg_sbe_json *json, uint64_t number) {
    char digits[24];
    const int size = snprintf(digits, sizeof digits, "%" PRIu64, number);
    wg_sbe_json_add(json, digits, (size_t)size);
}

static inline void wg_sbe_json_signed(wg_sbe_json *json, int64_t number) {
    char digits[24];
    const int size = snprintf(digits, sizeof digits, "%" PRId64, number);
    wg_sbe_json_add(json, digits, (size_t)size);
}

static inline void wg_sbe_json_decimal(wg_sbe_json *json, double number) {
    char digits[40];
    char *at;
    bool whole = true;
    if (number != number) {
        wg_sbe_json_string(json, "NaN");
        return;
    }
    if (number - number != 0) {
        wg_sbe_json_string(json, number < 0 ? "-Infinity" : "Infinity");
        return;
    }
    snprintf(digits, sizeof digits, "%.15g", number);
    if (strtod(digits, NULL) != number) snprintf(digits, sizeof digits, "%.17g", number);
    for (at = digits; *at != '\0'; ++at) {
        if (*at == ',') *at = '.'; /* regardless of the locale */
        if (*at == '.' || *at == 'e') whole = false;
    }
    wg_sbe_json_add(json, digits, strlen(digits));
    if (whole) wg_sbe_json_add(json, ".0", 2);
}

/* Writes a member's name; its value comes next. */
static inline void wg_sbe_json_member(wg_sbe_json *json, const char *name) {
    wg_sbe_json_separate(json);
    wg_sbe_json_string(json, name);
    wg_sbe_json_put(json, ':');
}

/* Writes the name of an enumeration value, or its number if it has none. */
static inline void wg_sbe_json_enum(wg_sbe_json *json, const char *name, bool negative, uint64_t number) {
    if (name != NULL) {
        wg_sbe_json_string(json, name);
    } else if (negative) {
        wg_sbe_json_signed(json, (int64_t)number);
    } else {
        wg_sbe_json_unsigned(json, number);
    }
}

/* Writes the name of a choice, if its bit is set. */
static inline void wg_sbe_json_choice(wg_sbe_json *json, const char *name, bool set) {
    if (!set) return;
    wg_sbe_json_separate(json);
    wg_sbe_json_string(json, name);
}

/* Writes the numbers of the bits that are set. */
static inline void wg_sbe_json_bits(wg_sbe_json *json, uint64_t bits) {
    unsigned bit;
    for (bit = 0; bits != 0; ++bit, bits >>= 1) {
        if ((bits & 1) == 0) continue;
        wg_sbe_json_separate(json);
        wg_sbe_json_unsigned(json, bit);
    }
}

#ifdef __cplusplus
}
#endif

#endif
