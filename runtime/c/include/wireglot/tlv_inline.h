/* Numbers of BER and DER inline: the same as the functions of tlv.h that are named without `_inline`,
 * for loops over many numbers. What does not come in the usual form goes the way of those functions.
 *
 * A number is read and written as eight octets at once where as many are there, so that its length
 * makes no branch: numbers of mixed lengths cost no more than those of one length.
 */
#ifndef WIREGLOT_TLV_INLINE_H
#define WIREGLOT_TLV_INLINE_H

#include "wireglot/tlv.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Header and eight octets of contents. */
#define WG_QUICK_ROOM 10

/* The identifier octet of a primitive encoding; 256, which no octet is, for tags of more octets. */
static inline unsigned wg_tlv_head(wg_tag tag)
{
    return (tag & 0x3fffffffu) < 31 ? (unsigned)(tag >> 24 & 0xc0u) | (unsigned)(tag & 31u) : 256u;
}

static inline uint64_t wg_load_be64(const uint8_t *p)
{
    return (uint64_t)p[0] << 56 | (uint64_t)p[1] << 48 | (uint64_t)p[2] << 40 | (uint64_t)p[3] << 32 |
           (uint64_t)p[4] << 24 | (uint64_t)p[5] << 16 | (uint64_t)p[6] << 8 | (uint64_t)p[7];
}

static inline void wg_store_be64(uint8_t *p, uint64_t n)
{
    p[0] = (uint8_t)(n >> 56);
    p[1] = (uint8_t)(n >> 48);
    p[2] = (uint8_t)(n >> 40);
    p[3] = (uint8_t)(n >> 32);
    p[4] = (uint8_t)(n >> 24);
    p[5] = (uint8_t)(n >> 16);
    p[6] = (uint8_t)(n >> 8);
    p[7] = (uint8_t)n;
}

/* Two's complement as a number, without a conversion that C leaves open. */
static inline int64_t wg_signed(uint64_t n)
{
    return n >> 63 ? -(int64_t)(~n) - 1 : (int64_t)n;
}

/* How many octets the shortest two's complement has (X.690 8.3.2). */
static inline unsigned wg_octets_of_i64(int64_t value)
{
    uint64_t n = (uint64_t)value;
    n = (n ^ (value < 0 ? ~(uint64_t)0 : 0)) << 1 | 1;
#ifdef __GNUC__
    return (63u - (unsigned)__builtin_clzll(n)) / 8 + 1;
#else
    {
        unsigned octets = 1;
        for (n >>= 8; n > 0; n >>= 8) {
            octets++;
        }
        return octets;
    }
#endif
}

/* Reads an INTEGER that stands whole before the end; false, with nothing read, for whatever is unusual. */
static inline bool wg_tlv_quick_get(wg_reader *r, wg_tag tag, unsigned most, int64_t *value)
{
    const uint8_t *p = r->next;
    uint64_t n, sign;
    unsigned size, top;
    if (r->end - p < WG_QUICK_ROOM) {
        return false;
    }
    size = p[1];
    n = wg_load_be64(p + 2);
    top = (unsigned)(n >> 55);
    /* X.690 8.3.2: the first nine bits are not all the same. */
    if (p[0] != wg_tlv_head(tag) || size - 1u >= most || ((size > 1) & (((top + 1u) & 0x1feu) == 0)) ||
        size > r->limits.integer_octets) {
        return false;
    }
    r->next = p + 2 + size;
    /* From the left, where it stands, to the right, with its sign. */
    sign = 0 - (n >> 63);
    *value = wg_signed((n ^ sign) >> (64u - 8u * size) ^ sign);
    return true;
}

/* Writes an INTEGER; false, with nothing written, where little room is left and for tags of more octets. */
static inline bool wg_tlv_quick_put(wg_writer *w, wg_tag tag, int64_t value)
{
    uint8_t *p = w->next;
    unsigned size = wg_octets_of_i64(value), head = wg_tlv_head(tag);
    if (p - w->start < WG_QUICK_ROOM || head > 255) {
        return false;
    }
    wg_store_be64(p - 8, (uint64_t)value);
    p -= size + 2;
    p[0] = (uint8_t)head;
    p[1] = (uint8_t)size;
    w->next = p;
    return true;
}

static inline int32_t wg_tlv_get_integer_i32_inline(wg_reader *r, wg_tag tag)
{
    int64_t value;
    return wg_tlv_quick_get(r, tag, 4, &value) ? (int32_t)value : wg_tlv_get_integer_i32(r, tag);
}

static inline int64_t wg_tlv_get_integer_i64_inline(wg_reader *r, wg_tag tag)
{
    int64_t value;
    return wg_tlv_quick_get(r, tag, 8, &value) ? value : wg_tlv_get_integer_i64(r, tag);
}

static inline void wg_tlv_put_integer_i32_inline(wg_writer *w, wg_tag tag, int32_t value)
{
    if (!wg_tlv_quick_put(w, tag, value)) {
        wg_tlv_put_integer_i32(w, tag, value);
    }
}

static inline void wg_tlv_put_integer_i64_inline(wg_writer *w, wg_tag tag, int64_t value)
{
    if (!wg_tlv_quick_put(w, tag, value)) {
        wg_tlv_put_integer_i64(w, tag, value);
    }
}

#ifdef __cplusplus
}
#endif

#endif
