/* JSON: values without parts. */
#include "json.h"

#include <string.h>

#include "text.h"

void wg_json_natural(wg_json *text, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number > 0);
    wg_json_put(text, digits + at, sizeof digits - at);
}

void wg_json_signed(wg_json *text, int64_t number)
{
    if (number < 0) {
        wg_json_sign(text, '-');
    }
    wg_json_natural(text, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

void wg_json_hex(wg_json *text, const uint8_t *data, size_t size)
{
    static const char digits[] = "0123456789ABCDEF";
    char pairs[64];
    size_t i, n = 0;
    wg_json_sign(text, '"');
    for (i = 0; i < size; i++) {
        pairs[n++] = digits[data[i] >> 4];
        pairs[n++] = digits[data[i] & 15];
        if (n == sizeof pairs || i + 1 == size) {
            wg_json_put(text, pairs, n);
            n = 0;
        }
    }
    wg_json_sign(text, '"');
}

/* -- numbers and the like -------------------------------------------------- */

void wg_show_null(wg_json *text, const wg_type *type, const void *value)
{
    (void)type;
    (void)value;
    wg_json_word(text, "null");
}

void wg_show_boolean(wg_json *text, const wg_type *type, const void *value)
{
    (void)type;
    wg_json_word(text, *(const bool *)value ? "true" : "false");
}

void wg_show_i32(wg_json *text, const wg_type *type, const void *value)
{
    (void)type;
    wg_json_signed(text, *(const int32_t *)value);
}

void wg_show_u32(wg_json *text, const wg_type *type, const void *value)
{
    (void)type;
    wg_json_natural(text, *(const uint32_t *)value);
}

void wg_show_i64(wg_json *text, const wg_type *type, const void *value)
{
    (void)type;
    wg_json_signed(text, *(const int64_t *)value);
}

void wg_show_u64(wg_json *text, const wg_type *type, const void *value)
{
    (void)type;
    wg_json_natural(text, *(const uint64_t *)value);
}

static void show_item(wg_json *text, const wg_type *type, int64_t number, int64_t unknown)
{
    uint32_t i;
    for (i = 0; i < type->count; i++) {
        if (type->items[i].number == number) {
            wg_json_word(text, type->items[i].name);
            return;
        }
    }
    if (number <= unknown + WG_ENUM_UNKNOWN_MOST) {
        wg_json_escape(text, "$index");
        wg_json_signed(text, number - unknown);
    } else {
        wg_json_escape(text, "$number");
        wg_json_signed(text, number);
    }
    wg_json_sign(text, '}');
}

void wg_show_enumerated_i32(wg_json *text, const wg_type *type, const void *value)
{
    show_item(text, type, *(const int32_t *)value, WG_ENUM_UNKNOWN_I32);
}

void wg_show_enumerated_i64(wg_json *text, const wg_type *type, const void *value)
{
    show_item(text, type, *(const int64_t *)value, WG_ENUM_UNKNOWN_I64);
}

/* -- strings --------------------------------------------------------------- */

/* The slice, or the array after its length. */
static wg_octets held(const wg_type *type, const void *value)
{
    wg_octets octets;
    if (type->way & WG_WAY_ARRAY) {
        octets.size = *(const size_t *)value;
        octets.data = (const uint8_t *)value + sizeof octets.size;
    } else {
        octets = *(const wg_octets *)value;
    }
    return octets;
}

void wg_show_bits(wg_json *text, const wg_type *type, const void *value)
{
    wg_octets bits;
    if (type->way & WG_WAY_ARRAY) {
        bits = held(type, value);
    } else {
        const wg_bits *const slice = (const wg_bits *)value;
        bits.data = slice->data;
        bits.size = slice->count;
    }
    if (type->way & WG_WAY_FIXED) {
        wg_json_hex(text, bits.data, bits.size / 8 + (bits.size % 8 != 0));
        return;
    }
    wg_json_bits(text, wg_bits_of(bits.data, bits.size));
}

/* RFC 4648 4. */
static void base64(wg_json *text, wg_octets octets)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t i, n;
    wg_json_sign(text, '"');
    for (i = 0; i < octets.size; i += 3) {
        char four[4];
        uint32_t three = 0;
        const size_t left = octets.size - i < 3 ? octets.size - i : 3;
        for (n = 0; n < 3; n++) {
            three = three << 8 | (n < left ? octets.data[i + n] : 0u);
        }
        for (n = 0; n < 4; n++) {
            four[n] = n > left ? '=' : digits[three >> (18 - 6 * n) & 63];
        }
        wg_json_put(text, four, sizeof four);
    }
    wg_json_sign(text, '"');
}

void wg_show_octets(wg_json *text, const wg_type *type, const void *value)
{
    const wg_octets octets = held(type, value);
    if (type->way & WG_WAY_BASE64) {
        base64(text, octets);
    } else {
        wg_json_hex(text, octets.data, octets.size);
    }
}

/* Writes a character, escaped if necessary (RFC 8259 7). */
static void character(wg_json *text, uint32_t c)
{
    static const char digits[] = "0123456789ABCDEF";
    char out[6];
    size_t n = 0;
    if (c < 0x20 || c == '"' || c == '\\') {
        const char *const plain = "\"\\\n\r\t", *const words = "\"\\nrt";
        const char *const found = c ? strchr(plain, (int)c) : NULL;
        out[n++] = '\\';
        if (found) {
            out[n++] = words[found - plain];
        } else {
            memcpy(out + 1, "u00", 3);
            out[4] = digits[c >> 4 & 15];
            out[5] = digits[c & 15];
            n = 6;
        }
    } else if (c < 0x80) {
        out[n++] = (char)c;
    } else {
        /* RFC 3629 3: six bits in each octet but the first. */
        const unsigned more = c < 0x800 ? 1u : c < 0x10000 ? 2u : 3u;
        unsigned i;
        out[n++] = (char)(uint8_t)((0xff00u >> (more + 1)) | c >> (6 * more));
        for (i = more; i > 0; i--) {
            out[n++] = (char)(uint8_t)(0x80u | (c >> (6 * (i - 1)) & 0x3f));
        }
    }
    wg_json_put(text, out, n);
}

void wg_json_string(wg_json *text, wg_octets string, unsigned unit)
{
    size_t i, n;
    if ((unit == 0 && !wg_is_utf8(string)) || (unit == 2 && !wg_is_bmp(string)) || (unit == 4 && !wg_is_universal(string))) {
        wg_json_fail(text, WG_ERROR_VALUE);
        string.size = 0;
    }
    wg_json_sign(text, '"');
    for (i = 0; i < string.size; i += unit ? unit : 1) {
        uint32_t c = 0;
        if (unit == 0 && string.data[i] >= 0x80) {
            wg_json_put(text, (const char *)string.data + i, 1);
            continue;
        }
        for (n = 0; n < (unit ? unit : 1); n++) {
            c = c << 8 | string.data[i + n];
        }
        character(text, c);
    }
    wg_json_sign(text, '"');
}

void wg_show_string(wg_json *text, const wg_type *type, const void *value)
{
    wg_json_string(text, held(type, value), type->size);
}
