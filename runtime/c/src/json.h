/* Shared by the parts of the JSON writer. */
#ifndef WIREGLOT_JSON_PARTS_H
#define WIREGLOT_JSON_PARTS_H

#include "wireglot/json.h"

/* Writes pieces of text: octets, a constant, one character. */
void wg_json_put(wg_json *text, const char *piece, size_t size);
void wg_json_word(wg_json *text, const char *word);
void wg_json_sign(wg_json *text, char sign);

/* Keeps the first error. */
void wg_json_fail(wg_json *text, wg_error error);

/* Writes a space after a colon or comma, in indented text. */
void wg_json_gap(wg_json *text);

/* Writes `{"name":`, for an escape on one line. */
void wg_json_escape(wg_json *text, const char *name);
void wg_json_bits(wg_json *text, wg_bits bits);

/* Opens an object or array, begins a member or element of it, and closes it. */
void wg_json_open(wg_json *text, char bracket);
void wg_json_next(wg_json *text, bool *any);
void wg_json_close(wg_json *text, bool any, char bracket);

/* Writes decimal digits, a string of hexadecimal digits, and characters in a string. */
void wg_json_natural(wg_json *text, uint64_t number);
void wg_json_signed(wg_json *text, int64_t number);
void wg_json_hex(wg_json *text, const uint8_t *data, size_t size);
void wg_json_string(wg_json *text, wg_octets string, unsigned unit);

/* Writes the contents octets of an OBJECT IDENTIFIER or RELATIVE-OID as arcs. */
void wg_json_arcs(wg_json *text, wg_octets contents, bool relative);

/* Writes an INTEGER of any length. */
void wg_json_integer(wg_json *text, wg_integer integer);

/* -- numbers of any length ------------------------------------------------- */

enum { WG_BIG_LIMBS = 640 };

/* A natural number: nine decimal digits per limb, least significant first, without leading zero
   limbs. */
typedef struct wg_big {
    uint32_t *limbs;
    size_t room;
    size_t count;
    bool over; /* it does not fit into the limbs */
} wg_big;

/* Zero, using these limbs. */
wg_big wg_big_in(uint32_t *limbs, size_t room);

/* Computes the number times `factor`, plus `more`. */
void wg_big_times(wg_big *big, uint32_t factor, uint32_t more);

/* The number in octets; `flip` inverts all bits. */
void wg_big_octets(wg_big *big, wg_octets octets, uint8_t flip);

/* The number of its digits, and digit `i`, from the first, as a character. */
size_t wg_big_digits(const wg_big *big);
char wg_big_digit(const wg_big *big, size_t i);

/* Writes its digits; nothing for zero. */
void wg_json_big(wg_json *text, const wg_big *big);

#endif
