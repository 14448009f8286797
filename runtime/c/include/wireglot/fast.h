/* Shared by tlv_fast.h and bits_fast.h, which generated code includes. They inline the usual cases;
 * everything else, valid or not, goes to the functions of tlv.h and bits.h. A reader or writer with an error
 * has nothing left to read and no room to write, so inlined code never checks for errors.
 *
 * -DWG_FAST=0 uses only the functions: smaller code, as with -Os.
 */
#ifndef WIREGLOT_FAST_H
#define WIREGLOT_FAST_H

#include <string.h>

#include "wireglot/clear.h"
#include "wireglot/core.h"

#ifndef WG_FAST
#ifdef __OPTIMIZE_SIZE__
#define WG_FAST 0
#else
#define WG_FAST 1
#endif
#endif

/* When encoders check a value: while they write its parts or, for smaller code, before they write anything.
 * Checks of parts do not say what is wrong; after any error, the public function checks the whole value. */
#define WG_CHECKS_ALONG (WG_CHECKS && WG_FAST)
#define WG_CHECKS_FIRST (WG_CHECKS && !WG_FAST)

#ifdef __GNUC__
#define WG_LIKELY(condition) __builtin_expect(!!(condition), 1)
#else
#define WG_LIKELY(condition) (condition)
#endif

/* A function that is only called in unusual cases; the compiler moves the calls out of the main path. */
#if WG_FAST && defined(__GNUC__)
#define WG_RARE(name) extern __typeof__(name) name __attribute__((cold))
/* The same for one without side effects, so that what the reader held before the call is still valid after
   it. */
#define WG_RARE_LOOK(name) extern __typeof__(name) name __attribute__((cold, pure))
/* A function without side effects, which is called once for two conditions. */
#define WG_LOOK(name) extern __typeof__(name) name __attribute__((pure))
#else
#define WG_RARE(name) extern int wg_nothing_is_rare
#define WG_LOOK(name) extern int wg_nothing_is_rare
#define WG_RARE_LOOK(name) extern int wg_nothing_is_rare
#endif

#ifdef __cplusplus
extern "C" {
#endif

WG_LOOK(wg_string_length);
WG_RARE_LOOK(wg_reader_result);
WG_RARE_LOOK(wg_writer_result);
WG_RARE(wg_fail);
WG_RARE(wg_refuse);
WG_RARE(wg_copy_octets);
WG_RARE(wg_copy_bits);
WG_RARE(wg_array_next);
WG_RARE(wg_list_append);
WG_RARE_LOOK(wg_integer_compare);

/* The results of reading and writing. */
WG_INLINE wg_result wg_fast_reader_result(const wg_reader *r)
{
    wg_result result;
    result.error = WG_OK;
    result.octet = r->origin + (r->next ? (size_t)(r->next - r->base) : (r->bit + 7) / 8);
    result.bit = 0;
    return WG_LIKELY(r->error == WG_OK) ? result : wg_reader_result(r);
}

WG_INLINE wg_result wg_fast_writer_result(const wg_writer *w)
{
    wg_result result;
    result.error = w->error;
    result.octet = w->forward ? (w->bit + 7) / 8 : (size_t)(w->end - w->next);
    result.bit = 0;
    return WG_LIKELY(w->upward == NULL) ? result : wg_writer_result(w);
}

/* Enters a value with parts. */
WG_INLINE bool wg_fast_descend(wg_reader *r)
{
    /* No reader has a limit above INT32_MAX levels, so decrementing first takes a single instruction. */
    if (WG_LIKELY(--r->limits.depth <= INT32_MAX)) {
        return true;
    }
    wg_fail(r, WG_ERROR_DEPTH);
    return false;
}

/* Copies octets that may overlap; fastest for a few. */
WG_INLINE void wg_move(uint8_t *to, const uint8_t *from, size_t size)
{
    if (size > 16) {
        memmove(to, from, size);
    } else if (size >= 8) {
        uint64_t head, tail;
        memcpy(&head, from, 8);
        memcpy(&tail, from + size - 8, 8);
        memcpy(to, &head, 8);
        memcpy(to + size - 8, &tail, 8);
    } else if (size >= 4) {
        uint32_t head, tail;
        memcpy(&head, from, 4);
        memcpy(&tail, from + size - 4, 4);
        memcpy(to, &head, 4);
        memcpy(to + size - 4, &tail, 4);
    } else if (size > 0) {
        uint8_t head = from[0], middle = from[size / 2], tail = from[size - 1];
        to[0] = head;
        to[size / 2] = middle;
        to[size - 1] = tail;
    }
}

/* The number of bits for numbers up to `span`. */
WG_INLINE unsigned wg_number_bits(uint64_t span)
{
#ifdef __GNUC__
    return span ? 64u - (unsigned)__builtin_clzll(span) : 0u;
#else
    unsigned bits = 0;
    for (; span > 0; span >>= 1) {
        bits++;
    }
    return bits;
#endif
}

/* Whether the numbers of an ENUMERATED are consecutive, which a compiler can determine. */
#define WG_DENSE(numbers, count) ((count) > 0 && (numbers)[(count) - 1] - (numbers)[0] == (int64_t)(count) - 1)

/* Stores four octets in big-endian order. */
WG_INLINE void wg_store_four(uint8_t *p, uint32_t four)
{
#if defined(__GNUC__) && defined(__BYTE_ORDER__)
    four = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? __builtin_bswap32(four) : four;
    memcpy(p, &four, 4);
#else
    p[0] = (uint8_t)(four >> 24);
    p[1] = (uint8_t)(four >> 16);
    p[2] = (uint8_t)(four >> 8);
    p[3] = (uint8_t)four;
#endif
}

/* Loads two big-endian octets into the upper half. */
WG_INLINE uint32_t wg_load_two_above(const uint8_t *p)
{
#if defined(__GNUC__) && defined(__BYTE_ORDER__)
    uint16_t two;
    memcpy(&two, p, 2);
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? __builtin_bswap32(two) : (uint32_t)two << 16;
#else
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16;
#endif
}

/* Loads four big-endian octets as a 64-bit number. */
WG_INLINE uint64_t wg_load_four(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

/* Loads or stores eight octets in big-endian order. */
WG_INLINE uint64_t wg_load_eight(const uint8_t *p)
{
    return (uint64_t)p[0] << 56 | (uint64_t)p[1] << 48 | (uint64_t)p[2] << 40 | (uint64_t)p[3] << 32 |
           (uint64_t)p[4] << 24 | (uint64_t)p[5] << 16 | (uint64_t)p[6] << 8 | (uint64_t)p[7];
}

WG_INLINE void wg_store_eight(uint8_t *p, uint64_t eight)
{
#if defined(__GNUC__) && defined(__BYTE_ORDER__)
    eight = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? __builtin_bswap64(eight) : eight;
    memcpy(p, &eight, 8);
#else
    wg_store_four(p, (uint32_t)(eight >> 32));
    wg_store_four(p + 4, (uint32_t)eight);
#endif
}

/* The same, with the bits of `p[0]` added, where the number has none. */
WG_INLINE void wg_store_eight_onto(uint8_t *p, uint64_t eight)
{
#if defined(__GNUC__) && defined(__BYTE_ORDER__)
    eight = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? __builtin_bswap64(eight) | p[0] : eight | (uint64_t)p[0] << 56;
    memcpy(p, &eight, 8);
#else
    wg_store_eight(p, (uint64_t)p[0] << 56 | eight);
#endif
}

/* Stores the first octets of a big-endian number, up to eight. */
WG_INLINE void wg_store_some(uint8_t *p, uint64_t eight, size_t count)
{
    if (count >= 8) {
        wg_store_eight(p, eight);
        return;
    }
    if (count & 4) {
        wg_store_four(p, (uint32_t)(eight >> 32));
        eight <<= 32;
        p += 4;
    }
    if (count & 2) {
        p[0] = (uint8_t)(eight >> 56);
        p[1] = (uint8_t)(eight >> 48);
        eight <<= 16;
        p += 2;
    }
    if (count & 1) {
        p[0] = (uint8_t)(eight >> 56);
    }
}

/* Loads one to eight big-endian octets. */
WG_INLINE uint64_t wg_load_few(const uint8_t *p, size_t count)
{
    uint64_t value = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        value = value << 8 | p[i];
    }
    return value;
}

/* Loads up to eight big-endian octets. Octets that are loaded twice end up in the same position. */
WG_INLINE uint64_t wg_load_some(const uint8_t *p, size_t count)
{
    if (count >= 4) {
        return wg_load_four(p) << 8 * (count - 4) | wg_load_four(p + count - 4);
    }
    if (count > 0) {
        const size_t last = count - 1, middle = count / 2;
        return (uint64_t)p[0] << 8 * last | (uint64_t)p[middle] << 8 * (last - middle) | p[last];
    }
    return 0;
}

/* Loads the last octets of a string that has eight, fewer of them, with the first one of these in the top octet. */
WG_INLINE uint64_t wg_load_last(const uint8_t *p, size_t count)
{
    return wg_load_eight(p + count - 8) << 1 << (63 - 8 * count);
}

WG_INLINE wg_bits wg_bits_at(const uint8_t *data, size_t count)
{
    wg_bits bits;
    bits.data = data;
    bits.count = count;
    return bits;
}

WG_INLINE wg_octets wg_octets_at(const uint8_t *data, size_t size)
{
    wg_octets octets;
    octets.data = data;
    octets.size = size;
    return octets;
}

/* Whether a tag takes one identifier octet (X.690 8.1.2.2). */
#define WG_TAG_IS_SHORT(tag) ((tag) < (31u << 2))

/* That octet; `form` is 0x20 for a constructed encoding. */
#define WG_IDENTIFIER(tag, form) ((uint8_t)(WG_TAG_CLASS(tag) << 6 | (WG_TAG_NUMBER(tag) & 31u) | (form)))

/* Whether contents of `size` octets after a two-octet header end within the frame. */
WG_INLINE bool wg_tlv_fits(const wg_reader *r, size_t size)
{
    return WG_LIKELY((uintptr_t)r->next + 2 + size <= (uintptr_t)r->end);
}

/* Whether the next encoding has this identifier octet and a one-octet length, within the frame and the limits
 * on numbers and strings. */
WG_INLINE bool wg_tlv_is_short(const wg_reader *r, uint8_t identifier, size_t *size)
{
    *size = 0;
    if (!WG_LIKELY(r->next < r->two && r->next[0] == identifier)) {
        return false;
    }
    *size = r->next[1];
    return WG_LIKELY(*size <= r->short_most) && wg_tlv_fits(r, *size);
}

WG_INLINE wg_octets wg_fast_octets(wg_reader *r, size_t size)
{
    const uint8_t *const data = r->next + 2;
    r->next = data + size;
    return wg_octets_at(data, size);
}

/* Whether there is room for a header and 127 octets of contents, or `size` octets. */
WG_INLINE bool wg_tlv_has_room(const wg_writer *w, size_t size)
{
    return WG_LIKELY((uintptr_t)w->next - size >= w->low);
}

/* Writes an identifier octet, a one-octet length and octets in front; returns false if there is no room. */
WG_INLINE bool wg_tlv_put_short(wg_writer *w, uint8_t identifier, const uint8_t *data, size_t size)
{
    uint8_t *p = w->next;
    if (!(size < 0x80 && wg_tlv_has_room(w, size + 2))) {
        return false;
    }
    p -= size;
    wg_move(p, data, size);
    p[-2] = identifier;
    p[-1] = (uint8_t)size;
    w->next = p - 2;
    return true;
}

/* What a number of one to eight octets is; false for any other. */
WG_INLINE bool wg_fast_to_i64(wg_integer n, int64_t *number)
{
    if (WG_LIKELY(n.size - 1 < 8)) {
        const uint64_t sign = (uint64_t)1 << (8 * n.size - 1);
        *number = (int64_t)((wg_load_some(n.data, n.size) ^ sign) - sign);
        return true;
    }
    return false;
}

WG_INLINE int wg_fast_compare(wg_integer a, wg_integer b)
{
    int64_t x = 0, y = 0;
    if (WG_LIKELY(wg_fast_to_i64(a, &x) && wg_fast_to_i64(b, &y))) {
        return (x > y) - (x < y);
    }
    return wg_integer_compare(a, b);
}

WG_INLINE bool wg_fast_between(wg_integer value, int64_t lo, int64_t hi)
{
    int64_t number = 0;
    if (WG_LIKELY(wg_fast_to_i64(value, &number))) {
        return lo <= number && number <= hi;
    }
    return wg_integer_between(value, lo, hi);
}

/* The number of characters in a string with this unit. */
WG_INLINE size_t wg_fast_string_length(wg_string string, unsigned unit)
{
    return unit > 0 ? string.size / unit : wg_string_length(string, unit);
}

/* Whether its contents are the shortest: not nine equal bits at the start (X.690 8.3.2). */
WG_INLINE bool wg_is_shortest(const uint8_t *data, size_t size)
{
    return size == 1 || (uint8_t)(data[0] + (data[1] >> 7)) != 0;
}

/* Whether all octets are below 0x80, as in an IA5String. */
WG_INLINE bool wg_is_seven_bits(wg_octets text)
{
    size_t i = 0;
    for (; i + 8 <= text.size; i += 8) {
        uint64_t eight;
        memcpy(&eight, text.data + i, 8);
        if (eight & 0x8080808080808080u) {
            return false;
        }
    }
    for (; i < text.size; i++) {
        if (text.data[i] >= 0x80) {
            return false;
        }
    }
    return true;
}

/* Packs eight such octets into seven bits each; the last one is in the lowest bits. */
WG_INLINE uint64_t wg_seven_bits(uint64_t octets)
{
    octets = (octets & 0x7f007f007f007f00u) >> 1 | (octets & 0x007f007f007f007fu);
    octets = (octets & 0x3fff00003fff0000u) >> 2 | (octets & 0x00003fff00003fffu);
    return (octets & 0x0fffffff00000000u) >> 4 | (octets & 0x000000000fffffffu);
}

/* The reverse: seven bits each to octets. */
WG_INLINE uint64_t wg_octets_of_seven_bits(uint64_t bits)
{
    bits = (bits & 0x00fffffff0000000u) << 4 | (bits & 0x000000000fffffffu);
    bits = (bits & 0x0fffc0000fffc000u) << 2 | (bits & 0x00003fff00003fffu);
    return (bits & 0x3f803f803f803f80u) << 1 | (bits & 0x007f007f007f007fu);
}

/* Copies a string to an array in a struct. */
WG_INLINE void wg_fast_copy(wg_reader *r, wg_octets octets, uint8_t *to, size_t room, size_t *size)
{
    if (WG_LIKELY(octets.size <= room)) {
        wg_move(to, octets.data, octets.size);
        *size = octets.size;
    } else {
        wg_copy_octets(r, octets, to, room, size);
    }
}

WG_INLINE void wg_fast_copy_bits(wg_reader *r, wg_bits bits, uint8_t *to, size_t room, size_t *count)
{
    const size_t size = bits.count / 8 + (bits.count % 8 != 0);
    if (WG_LIKELY(size <= room && r->error == WG_OK)) {
        wg_move(to, bits.data, size);
        *count = bits.count;
    } else {
        wg_copy_bits(r, bits, to, room, count);
    }
}

/* The next item of an array in a struct. */
WG_INLINE void *wg_fast_array_next(wg_reader *r, void *items, size_t item, size_t most, size_t *count)
{
    return WG_LIKELY(*count < most) ? (uint8_t *)items + item * (*count)++ : wg_array_next(r, items, item, most, count);
}

/* A list with room for `count` items, or as many as fit into the arena: allocated at once, zeroed one by one.
 * No reader has a limit above 2^32 elements. */
WG_INLINE void wg_fast_reserve(wg_reader *r, wg_list *list, size_t count, size_t item)
{
    wg_arena *const arena = r->arena;
    if (WG_LIKELY(count - 1 < r->list_most && list->items == NULL)) {
        const size_t gap = (size_t)((0u - (uintptr_t)(arena->data + arena->used)) % WG_ALIGNMENT);
        const uint64_t room = (uint64_t)count * item + gap;
        if (WG_LIKELY(item <= UINT16_MAX && room <= arena->size - arena->used)) {
            list->items = arena->data + arena->used + gap;
            list->capacity = count;
            arena->used += (size_t)room;
        }
    }
}

/* The same for a count that was read: no more items than bits left. */
WG_INLINE void wg_fast_expect(wg_reader *r, wg_list *list, size_t count, size_t item)
{
    if (count <= r->bit_end - r->bit) {
        wg_fast_reserve(r, list, count, item);
    }
}

WG_INLINE wg_list wg_fast_list_of(size_t item)
{
    wg_list list;
    list.items = NULL;
    list.count = list.capacity = 0;
    list.item = item;
    list.place = NULL;
    list.bit = 0;
    return list;
}

/* The next item, for items that take bits; there is never room for more than the limits allow. The list stays
 * in registers, since only a copy of it has its address taken. */
WG_INLINE void *wg_fast_append(wg_reader *r, wg_list *list, size_t item)
{
    if (WG_LIKELY(list->count < list->capacity)) {
        void *const element = list->items + item * list->count++;
        wg_clear(element, item);
        return element;
    } else {
        wg_list copy = wg_fast_list_of(item);
        void *element;
        copy.items = list->items;
        copy.count = list->count;
        copy.capacity = list->capacity;
        element = wg_list_append(r, &copy);
        list->items = copy.items;
        list->count = copy.count;
        list->capacity = copy.capacity;
        return element;
    }
}

WG_INLINE void *wg_fast_list_done(wg_reader *r, wg_list *list)
{
    wg_list copy;
    if (WG_LIKELY(list->count == list->capacity)) {
        return list->items;
    }
    copy = wg_fast_list_of(list->item);
    copy.items = list->items;
    copy.count = list->count;
    copy.capacity = list->capacity;
    return wg_list_done(r, &copy);
}

#ifdef __cplusplus
}
#endif

/* Inlined, these are smaller than a call. */
#define wg_octets_of(data, size) wg_octets_at(data, size)
#define wg_bits_of(data, count) wg_bits_at(data, count)
#define wg_literal(text, size) wg_octets_at((const uint8_t *)(text), size)

#if WG_FAST
#define wg_reader_result wg_fast_reader_result
#define wg_writer_result wg_fast_writer_result
#define wg_copy_octets wg_fast_copy
#define wg_copy_bits wg_fast_copy_bits
#define wg_integer_compare wg_fast_compare
#define wg_integer_between wg_fast_between
#define wg_string_length wg_fast_string_length
#define wg_array_next wg_fast_array_next
#define wg_list_of wg_fast_list_of
#define wg_list_done wg_fast_list_done
#define wg_append(r, list, item) wg_fast_append(r, list, item)
#define wg_expect(r, list, count, item) wg_fast_expect(r, list, count, item)
#else
#define wg_append(r, list, item) wg_list_append(r, list)
#define wg_expect(r, list, count, item) ((void)(count))
#endif

#endif
