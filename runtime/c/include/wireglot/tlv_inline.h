/* Numbers of BER and DER for loops over many of them: inlined, with a cursor in a register.
 *
 * `wg_tlv_get_integer_i32_inline` and similar functions do the same as those of tlv.h without `_inline`,
 * which they call for encodings in an unusual form.
 *
 * wg_get_i32 and wg_put_i32 have no reader or writer but a cursor, which is passed and returned and so stays
 * in a register, even out of line:
 *
 *     const uint8_t *next = r.next;
 *     while (wg_cursor_more(next, r.end)) {
 *         next = wg_get_i32(next, r.end, 0x02, &value);
 *         sum += value;
 *     }
 *     wg_reader_take(&r, next, 0x02);
 *
 * They also keep an error: the cursor is then NULL, every read yields zero and the loop ends. After
 * wg_reader_take, the reader knows the error and its place.
 *
 * If there is room for its longest form, a number is read or written in one piece, without branches that
 * depend on its length, so mixed lengths cost no more than equal ones.
 */
#ifndef WIREGLOT_TLV_INLINE_H
#define WIREGLOT_TLV_INLINE_H

#include <string.h>

#include "wireglot/clear.h"
#include "wireglot/tlv.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -- pieces of memory ------------------------------------------------------ */

static inline uint64_t wg_load_be64(const uint8_t *p)
{
#if defined(__GNUC__) && defined(__BYTE_ORDER__)
    uint64_t n;
    memcpy(&n, p, sizeof n);
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? __builtin_bswap64(n) : n;
#else
    return (uint64_t)p[0] << 56 | (uint64_t)p[1] << 48 | (uint64_t)p[2] << 40 | (uint64_t)p[3] << 32 |
           (uint64_t)p[4] << 24 | (uint64_t)p[5] << 16 | (uint64_t)p[6] << 8 | (uint64_t)p[7];
#endif
}

static inline uint32_t wg_load_be32(const uint8_t *p)
{
#if defined(__GNUC__) && defined(__BYTE_ORDER__)
    uint32_t n;
    memcpy(&n, p, sizeof n);
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? __builtin_bswap32(n) : n;
#else
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
#endif
}

static inline void wg_store_be64(uint8_t *p, uint64_t n)
{
#if defined(__GNUC__) && defined(__BYTE_ORDER__)
    n = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? __builtin_bswap64(n) : n;
    memcpy(p, &n, sizeof n);
#else
    unsigned i;
    for (i = 0; i < 8; i++) {
        p[i] = (uint8_t)(n >> (56 - 8 * i));
    }
#endif
}

static inline void wg_store_be32(uint8_t *p, uint32_t n)
{
#if defined(__GNUC__) && defined(__BYTE_ORDER__)
    n = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? __builtin_bswap32(n) : n;
    memcpy(p, &n, sizeof n);
#else
    p[0] = (uint8_t)(n >> 24);
    p[1] = (uint8_t)(n >> 16);
    p[2] = (uint8_t)(n >> 8);
    p[3] = (uint8_t)n;
#endif
}

/* The number of leading zero bits of a number that is not 0. */
static inline unsigned wg_zeros_before(uint64_t n)
{
#ifdef __GNUC__
    return (unsigned)__builtin_clzll(n);
#else
    unsigned zeros = 0;
    for (; !(n >> 63); n <<= 1) {
        zeros++;
    }
    return zeros;
#endif
}

static inline unsigned wg_zeros_before_32(uint32_t n)
{
#ifdef __GNUC__
    return sizeof(unsigned) == 4 ? (unsigned)__builtin_clz(n) : wg_zeros_before(n) - 32;
#else
    return wg_zeros_before(n) - 32;
#endif
}

/* Converts two's complement without an implementation-defined conversion. */
static inline int64_t wg_signed(uint64_t n)
{
    return n >> 63 ? -(int64_t)(~n) - 1 : (int64_t)n;
}

static inline int32_t wg_signed_32(uint32_t n)
{
    return n >> 31 ? -(int32_t)(~n) - 1 : (int32_t)n;
}

/* Moves `size` octets of two's complement from the left of a word to the right. */
static inline int32_t wg_move_down_32(uint32_t n, unsigned size)
{
#ifdef __GNUC__
    return (int32_t)n >> ((0u - 8u * size) & 31u);
#else
    uint32_t sign = 0 - (n >> 31);
    return wg_signed_32((n ^ sign) >> ((0u - 8u * size) & 31u) ^ sign);
#endif
}

static inline int64_t wg_move_down_64(uint64_t n, unsigned size)
{
#ifdef __GNUC__
    return (int64_t)n >> ((0u - 8u * size) & 63u);
#else
    uint64_t sign = 0 - (n >> 63);
    return wg_signed((n ^ sign) >> ((0u - 8u * size) & 63u) ^ sign);
#endif
}

/* -- one number ------------------------------------------------------------ */

/* Whether a tag takes one identifier octet; that octet for a primitive encoding; and the reverse. */
static inline bool wg_tag_is_short(wg_tag tag)
{
    return WG_TAG_NUMBER(tag) < 31;
}

static inline uint8_t wg_tag_octet(wg_tag tag)
{
    return (uint8_t)(WG_TAG_CLASS(tag) << 6 | WG_TAG_NUMBER(tag));
}

static inline wg_tag wg_octet_tag(uint8_t identifier)
{
    return (wg_tag)(identifier & 0x1fu) << 2 | (wg_tag)identifier >> 6;
}

/* How many leading octets of two's complement only repeat the sign (X.690 8.3.2). The bits of n ^ n << 1 are
 * those that differ from the next one. */
static inline unsigned wg_spare_octets_64(uint64_t n)
{
    return wg_zeros_before((n ^ n << 1) | 1) / 8;
}

static inline unsigned wg_spare_octets_32(uint32_t n)
{
    return wg_zeros_before_32((n ^ n << 1) | 1) / 8;
}

/* Whether a number at the left of a word takes more octets than it needs: its first nine bits are all the
   same. */
static inline bool wg_is_long_form_64(uint64_t n, unsigned size)
{
    return (n ^ n << 1) >> 56 == 0 && size > 1;
}

static inline bool wg_is_long_form_32(uint32_t n, unsigned size)
{
    return (n ^ n << 1) >> 24 == 0 && size > 1;
}

/* Reads a number before `end` if there is room for its longest form. Returns the position after it; in
 * unusual cases NULL, with nothing read. */
static inline const uint8_t *wg_quick_get_i32(const uint8_t *p, const uint8_t *end, uint8_t identifier, int32_t *value)
{
    uint32_t n;
    unsigned size;
    if (end - p < 6 || p[0] != identifier) {
        return NULL;
    }
    size = p[1];
    n = wg_load_be32(p + 2);
    if (size - 1u > 3u || wg_is_long_form_32(n, size)) {
        return NULL;
    }
    *value = wg_move_down_32(n, size);
    return p + 2 + size;
}

static inline const uint8_t *wg_quick_get_i64(const uint8_t *p, const uint8_t *end, uint8_t identifier, int64_t *value)
{
    uint64_t n;
    unsigned size;
    if (end - p < 10 || p[0] != identifier) {
        return NULL;
    }
    size = p[1];
    n = wg_load_be64(p + 2);
    if (size - 1u > 7u || wg_is_long_form_64(n, size)) {
        return NULL;
    }
    *value = wg_move_down_64(n, size);
    return p + 2 + size;
}

/* Writes a number before `p`; returns its first octet. NULL, with nothing written, if there is not much room
 * after `start`. */
static inline uint8_t *wg_quick_put_i32(uint8_t *start, uint8_t *p, uint8_t identifier, int32_t value)
{
    unsigned spare = wg_spare_octets_32((uint32_t)value);
    if (p - start < 6) {
        return NULL;
    }
    wg_store_be32(p - 4, (uint32_t)value);
    p = p - 6 + spare;
    p[0] = identifier;
    p[1] = (uint8_t)(4 - spare);
    return p;
}

static inline uint8_t *wg_quick_put_i64(uint8_t *start, uint8_t *p, uint8_t identifier, int64_t value)
{
    unsigned spare = wg_spare_octets_64((uint64_t)value);
    if (p - start < 10) {
        return NULL;
    }
    wg_store_be64(p - 8, (uint64_t)value);
    p = p - 10 + spare;
    p[0] = identifier;
    p[1] = (uint8_t)(8 - spare);
    return p;
}

/* -- readers and writers, inline ------------------------------------------- */

static inline int32_t wg_tlv_get_integer_i32_inline(wg_reader *r, wg_tag tag)
{
    int32_t value;
    const uint8_t *p = wg_quick_get_i32(r->next, r->end, wg_tag_octet(tag), &value);
    if (!p || !wg_tag_is_short(tag) || r->limits.integer_octets < 4) {
        return wg_tlv_get_integer_i32(r, tag);
    }
    r->next = p;
    return value;
}

static inline int64_t wg_tlv_get_integer_i64_inline(wg_reader *r, wg_tag tag)
{
    int64_t value;
    const uint8_t *p = wg_quick_get_i64(r->next, r->end, wg_tag_octet(tag), &value);
    if (!p || !wg_tag_is_short(tag) || r->limits.integer_octets < 8) {
        return wg_tlv_get_integer_i64(r, tag);
    }
    r->next = p;
    return value;
}

static inline void wg_tlv_put_integer_i32_inline(wg_writer *w, wg_tag tag, int32_t value)
{
    uint8_t *p = wg_tag_is_short(tag) ? wg_quick_put_i32(w->start, w->next, wg_tag_octet(tag), value) : NULL;
    if (p) {
        w->next = p;
    } else {
        wg_tlv_put_integer_i32(w, tag, value);
    }
}

static inline void wg_tlv_put_integer_i64_inline(wg_writer *w, wg_tag tag, int64_t value)
{
    uint8_t *p = wg_tag_is_short(tag) ? wg_quick_put_i64(w->start, w->next, wg_tag_octet(tag), value) : NULL;
    if (p) {
        w->next = p;
    } else {
        wg_tlv_put_integer_i64(w, tag, value);
    }
}

/* -- cursors --------------------------------------------------------------- */

/* Whether there is more to read and no error has occurred. */
static inline bool wg_cursor_more(const uint8_t *next, const uint8_t *end)
{
    return next != NULL && next != end;
}

/* Reads a number with this identifier octet (0x02 for INTEGER) that ends before `end`; returns the position
 * after it. NULL on error, or if `next` is; `*value` is then 0. There are no end-of-contents octets here. */
const uint8_t *wg_get_i32(const uint8_t *next, const uint8_t *end, uint8_t identifier, int32_t *value);
const uint8_t *wg_get_i64(const uint8_t *next, const uint8_t *end, uint8_t identifier, int64_t *value);

/* Writes a number before `next`, not before `start`; returns its first octet. NULL if there is no room, or if
 * `next` is. */
uint8_t *wg_put_i32(uint8_t *next, uint8_t *start, uint8_t identifier, int32_t value);
uint8_t *wg_put_i64(uint8_t *next, uint8_t *start, uint8_t identifier, int64_t value);

static inline const uint8_t *wg_get_i32_inline(const uint8_t *next, const uint8_t *end, uint8_t identifier, int32_t *value)
{
    const uint8_t *p = next ? wg_quick_get_i32(next, end, identifier, value) : NULL;
    return p ? p : wg_get_i32(next, end, identifier, value);
}

static inline uint8_t *wg_put_i32_inline(uint8_t *next, uint8_t *start, uint8_t identifier, int32_t value)
{
    uint8_t *p = next ? wg_quick_put_i32(start, next, identifier, value) : NULL;
    return p ? p : wg_put_i32(next, start, identifier, value);
}

/* Continues the reader at the cursor. If there was an error, reads the numbers up to it again to get it. */
void wg_reader_take(wg_reader *r, const uint8_t *next, uint8_t identifier);

/* Continues a writer that goes backwards at the cursor. */
void wg_writer_take(wg_writer *w, uint8_t *next);

#ifdef __cplusplus
}
#endif

#endif
