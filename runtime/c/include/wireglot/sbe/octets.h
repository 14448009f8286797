/* Bytes, the numbers in them, and errors. */

#ifndef WIREGLOT_SBE_OCTETS_H
#define WIREGLOT_SBE_OCTETS_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Code that every message passes through is inlined regardless of its size, so that schema tables become
   constants. Rare code is kept out of line. */
#if defined(WG_SBE_HOT)
#elif defined(__GNUC__)
#define WG_SBE_HOT static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define WG_SBE_HOT static __forceinline
#else
#define WG_SBE_HOT static inline
#endif

#if defined(__GNUC__)
#define WG_SBE_COLD static __attribute__((noinline, cold, unused))
#define WG_SBE_RARE(what) (__builtin_expect((what) ? 1 : 0, 0) != 0)
#elif defined(_MSC_VER)
#define WG_SBE_COLD static __declspec(noinline)
#define WG_SBE_RARE(what) (what)
#else
#define WG_SBE_COLD static
#define WG_SBE_RARE(what) (what)
#endif

/* True only in invalid messages or at the end of the buffer, so that the code after it takes no registers
   from the rest. */
#if defined(__has_builtin)
#if __has_builtin(__builtin_expect_with_probability)
#define WG_SBE_NEVER(what) (__builtin_expect_with_probability((what) ? 1 : 0, 0, 1.0) != 0)
#endif
#endif
#if !defined(WG_SBE_NEVER)
#define WG_SBE_NEVER(what) WG_SBE_RARE(what)
#endif

#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define WG_SBE_BIG_ENDIAN true
#else
#define WG_SBE_BIG_ENDIAN false
#endif

/* Bytes owned by someone else. */
typedef struct wg_sbe_octets {
    const uint8_t *data;
    size_t size;
} wg_sbe_octets;

/* Characters owned by someone else; not NUL-terminated. */
typedef struct wg_sbe_text {
    const char *data;
    size_t size;
} wg_sbe_text;

/* Error codes. */
typedef enum wg_sbe_code {
    WG_SBE_OK,               /* no error */
    WG_SBE_TOO_SHORT,        /* the buffer ends before a header, block, group or data field does */
    WG_SBE_WRONG_SCHEMA,     /* the schema id in the header is a different one */
    WG_SBE_UNKNOWN_TEMPLATE, /* no message has the template id */
    WG_SBE_ANOTHER_MESSAGE,  /* the template id belongs to another message */
    WG_SBE_SHORT_BLOCK,      /* a block is shorter than the fields of its version */
    WG_SBE_WRONG_COUNT,      /* the number of groups, data fields or elements is wrong */
    WG_SBE_EMPTY_ENTRIES,    /* too many entries that take no bytes */
    WG_SBE_CANNOT_SKIP,      /* a newer sender's group or data field has an unknown prefix */
    WG_SBE_NO_ROOM,          /* the buffer is too small for the message */
    WG_SBE_WRONG_ORDER,      /* a group or data field is written out of order */
    WG_SBE_TOO_MANY          /* more entries or bytes than the prefix can count */
} wg_sbe_code;

/* An error, and its byte offset from the start of the message. */
typedef struct wg_sbe_status {
    wg_sbe_code code;
    uint32_t offset;
} wg_sbe_status;

/* The name of a code, as the command `wireglot` prints it. */
static inline const char *wg_sbe_word(wg_sbe_code code) {
    static const char *const words[] = {
        "none",        "short",         "wrong_schema", "unknown_template", "another_message", "short_block",
        "wrong_count", "empty_entries", "cannot_skip",  "no_room",          "wrong_order",     "too_many",
    };
    return words[code];
}

/* Numbers in big-endian (`big`) or little-endian order. */
WG_SBE_HOT uint8_t wg_sbe_get_u8(const uint8_t *at, bool big) {
    (void)big;
    return *at;
}

WG_SBE_HOT uint16_t wg_sbe_get_u16(const uint8_t *at, bool big) {
    uint16_t raw;
    memcpy(&raw, at, sizeof raw);
    if (big != WG_SBE_BIG_ENDIAN) raw = (uint16_t)(raw << 8 | raw >> 8);
    return raw;
}

WG_SBE_HOT uint32_t wg_sbe_get_u32(const uint8_t *at, bool big) {
    uint32_t raw;
    memcpy(&raw, at, sizeof raw);
    if (big != WG_SBE_BIG_ENDIAN) raw = raw << 24 | (raw & 0xff00u) << 8 | (raw >> 8 & 0xff00u) | raw >> 24;
    return raw;
}

WG_SBE_HOT uint64_t wg_sbe_get_u64(const uint8_t *at, bool big) {
    uint64_t raw;
    memcpy(&raw, at, sizeof raw);
    if (big != WG_SBE_BIG_ENDIAN) {
        raw = (raw & UINT64_C(0x00ff00ff00ff00ff)) << 8 | (raw >> 8 & UINT64_C(0x00ff00ff00ff00ff));
        raw = (raw & UINT64_C(0x0000ffff0000ffff)) << 16 | (raw >> 16 & UINT64_C(0x0000ffff0000ffff));
        raw = raw << 32 | raw >> 32;
    }
    return raw;
}

WG_SBE_HOT int8_t wg_sbe_get_i8(const uint8_t *at, bool big) { return (int8_t)wg_sbe_get_u8(at, big); }
WG_SBE_HOT int16_t wg_sbe_get_i16(const uint8_t *at, bool big) { return (int16_t)wg_sbe_get_u16(at, big); }
WG_SBE_HOT int32_t wg_sbe_get_i32(const uint8_t *at, bool big) { return (int32_t)wg_sbe_get_u32(at, big); }
WG_SBE_HOT int64_t wg_sbe_get_i64(const uint8_t *at, bool big) { return (int64_t)wg_sbe_get_u64(at, big); }
WG_SBE_HOT char wg_sbe_get_char(const uint8_t *at, bool big) { return (char)wg_sbe_get_u8(at, big); }

WG_SBE_HOT float wg_sbe_get_f32(const uint8_t *at, bool big) {
    const uint32_t raw = wg_sbe_get_u32(at, big);
    float number;
    memcpy(&number, &raw, sizeof number);
    return number;
}

WG_SBE_HOT double wg_sbe_get_f64(const uint8_t *at, bool big) {
    const uint64_t raw = wg_sbe_get_u64(at, big);
    double number;
    memcpy(&number, &raw, sizeof number);
    return number;
}

WG_SBE_HOT void wg_sbe_put_u8(uint8_t *at, bool big, uint8_t number) {
    (void)big;
    *at = number;
}

WG_SBE_HOT void wg_sbe_put_u16(uint8_t *at, bool big, uint16_t number) {
    const uint16_t raw = wg_sbe_get_u16((const uint8_t *)&number, big);
    memcpy(at, &raw, sizeof raw);
}

WG_SBE_HOT void wg_sbe_put_u32(uint8_t *at, bool big, uint32_t number) {
    const uint32_t raw = wg_sbe_get_u32((const uint8_t *)&number, big);
    memcpy(at, &raw, sizeof raw);
}

WG_SBE_HOT void wg_sbe_put_u64(uint8_t *at, bool big, uint64_t number) {
    const uint64_t raw = wg_sbe_get_u64((const uint8_t *)&number, big);
    memcpy(at, &raw, sizeof raw);
}

WG_SBE_HOT void wg_sbe_put_i8(uint8_t *at, bool big, int8_t number) { wg_sbe_put_u8(at, big, (uint8_t)number); }
WG_SBE_HOT void wg_sbe_put_i16(uint8_t *at, bool big, int16_t number) { wg_sbe_put_u16(at, big, (uint16_t)number); }
WG_SBE_HOT void wg_sbe_put_i32(uint8_t *at, bool big, int32_t number) { wg_sbe_put_u32(at, big, (uint32_t)number); }
WG_SBE_HOT void wg_sbe_put_i64(uint8_t *at, bool big, int64_t number) { wg_sbe_put_u64(at, big, (uint64_t)number); }
WG_SBE_HOT void wg_sbe_put_char(uint8_t *at, bool big, char number) { wg_sbe_put_u8(at, big, (uint8_t)number); }

WG_SBE_HOT void wg_sbe_put_f32(uint8_t *at, bool big, float number) {
    uint32_t raw;
    memcpy(&raw, &number, sizeof raw);
    wg_sbe_put_u32(at, big, raw);
}

WG_SBE_HOT void wg_sbe_put_f64(uint8_t *at, bool big, double number) {
    uint64_t raw;
    memcpy(&raw, &number, sizeof raw);
    wg_sbe_put_u64(at, big, raw);
}

/* An unsigned number of 1, 2, 4 or 8 bytes. */
WG_SBE_HOT uint64_t wg_sbe_get(const uint8_t *at, unsigned size, bool big) {
    switch (size) {
    case 1: return *at;
    case 2: return wg_sbe_get_u16(at, big);
    case 4: return wg_sbe_get_u32(at, big);
    default: return wg_sbe_get_u64(at, big);
    }
}

WG_SBE_HOT void wg_sbe_put(uint8_t *at, unsigned size, bool big, uint64_t number) {
    switch (size) {
    case 1: *at = (uint8_t)number; break;
    case 2: wg_sbe_put_u16(at, big, (uint16_t)number); break;
    case 4: wg_sbe_put_u32(at, big, (uint32_t)number); break;
    default: wg_sbe_put_u64(at, big, number); break;
    }
}

#if defined(__GNUC__) && !WG_SBE_BIG_ENDIAN
/* The index of the first zero byte in a number; 8 if there is none. */
WG_SBE_HOT size_t wg_sbe_first_zero(uint64_t number) {
    const uint64_t zeros =
        (number - UINT64_C(0x0101010101010101)) & ~number & UINT64_C(0x8080808080808080);
    return zeros == 0 ? 8 : (size_t)__builtin_ctzll(zeros) / 8;
}

/* The number of characters before the first NUL, for small sizes known to the compiler: word by word, since a
   call would cost more. */
WG_SBE_HOT size_t wg_sbe_few_characters(const uint8_t *at, size_t size) {
    size_t done, found;
    if (size < 8) {
        uint64_t all = 0;
        uint32_t more = 0;
        memcpy(&all, at, size & 4);
        memcpy(&more, at + (size & 4), size & 2);
        if ((size & 1) != 0) more |= (uint32_t)at[size - 1] << 8 * (size & 2);
        return wg_sbe_first_zero(all | (uint64_t)more << 8 * (size & 4));
    }
    for (done = 0; done + 8 <= size; done += 8) {
        found = wg_sbe_first_zero(wg_sbe_get_u64(at + done, false));
        if (found != 8) return done + found;
    }
    if (size % 8 == 0) return size;
    return size - 8 + wg_sbe_first_zero(wg_sbe_get_u64(at + size - 8, false));
}
#endif

/* The characters up to the first NUL, at most `size`. */
WG_SBE_HOT wg_sbe_text wg_sbe_get_text(const uint8_t *at, size_t size) {
    wg_sbe_text text;
    const void *end;
    text.data = (const char *)at;
#if defined(__GNUC__) && !WG_SBE_BIG_ENDIAN
    if (__builtin_constant_p(size) && size <= 32) {
        text.size = wg_sbe_few_characters(at, size);
        return text;
    }
#endif
    end = size == 0 ? NULL : memchr(at, 0, size);
    text.size = end == NULL ? size : (size_t)((const uint8_t *)end - at);
    return text;
}

#ifdef __cplusplus
}
#endif

#endif
