/* Values of pieces of text. */
#include "wireglot/grammar.h"

static void no_value(wg_scan *t, wg_octets text)
{
    wg_scan_fail(t, WG_ERROR_VALUE, text.data);
}

/* The number of up to eight digits, the first one in the lowest octet, with zeros before them. */
static uint64_t eight_digits(uint64_t digits)
{
    digits = ((digits & UINT64_C(0x0f0f0f0f0f0f0f0f)) * 2561) >> 8;
    digits = ((digits & UINT64_C(0x00ff00ff00ff00ff)) * 6553601) >> 16;
    return ((digits & UINT64_C(0x0000ffff0000ffff)) * UINT64_C(42949672960001)) >> 32;
}

int64_t wg_scan_get_integer(wg_scan *t, wg_octets text, int64_t lo, int64_t hi)
{
    int64_t number = 0;
    size_t i = 0;
    if (t->error != WG_OK) {
        return 0;
    }
    if (WG_QUICK && text.size >= 3 && text.size <= 8) {
        number = (int64_t)eight_digits(wg_head(text.data, text.size) << (64 - 8 * text.size));
        i = text.size;
    } else if (text.size > 18) {
        while (i < text.size && text.data[i] == '0') {
            i++;
        }
        if (text.size - i > 18) {
            no_value(t, text);
            return 0;
        }
    } else if (WG_QUICK && text.size > 8) {
        number = (int64_t)eight_digits(wg_head_8(text.data));
        i = 8;
    }
    for (; i < text.size; i++) {
        number = number * 10 + (text.data[i] - '0');
    }
    if (number < lo || number > hi) {
        no_value(t, text);
        return 0;
    }
    return number;
}

wg_octets wg_scan_get_inner(wg_octets text)
{
    if (text.size >= 2) {
        text.data++;
        text.size -= 2;
    }
    return text;
}

wg_octets wg_scan_get_lower(wg_scan *t, wg_octets text)
{
    size_t i;
    uint8_t *to;
    if (wg_scan_is_small(text) || (to = wg_scan_new_octets(t, text.size)) == NULL) {
        return text;
    }
    for (i = 0; i < text.size; i++) {
        const uint8_t c = text.data[i];
        to[i] = c >= 'A' && c <= 'Z' ? c | 0x20 : c;
    }
    text.data = to;
    return text;
}

static unsigned digit_of(uint8_t c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a' + 10);
}

wg_octets wg_scan_get_hex(wg_scan *t, wg_octets text, bool halves)
{
    const size_t odd = text.size % 2, size = (text.size + 1) / 2;
    wg_octets octets = {NULL, 0};
    uint8_t *to;
    size_t i;
    if (t->error != WG_OK) {
        return octets;
    }
    if (odd && !halves) {
        no_value(t, text);
        return octets;
    }
    to = wg_scan_new_octets(t, size);
    if (!to) {
        return octets;
    }
    memset(to, 0, size);
    for (i = 0; i < text.size; i++) {
        const size_t at = (i + odd) / 2;
        to[at] = (uint8_t)((unsigned)to[at] << 4 | digit_of(text.data[i]));
    }
    octets.data = to;
    octets.size = size;
    return octets;
}

/* Parses four numbers up to 255 separated by dots into `to`. */
static bool ip4_of(wg_octets text, uint8_t *to)
{
    const uint8_t *at = text.data, *const end = at + text.size;
    size_t part;
    for (part = 0; part < 4; part++) {
        unsigned number, digit;
        if (part && (at == end || *at++ != '.')) {
            return false;
        }
        if (at == end || (number = (unsigned)*at - '0') > 9) {
            return false;
        }
        at++;
        if (at < end && (digit = (unsigned)*at - '0') <= 9) {
            number = number * 10 + digit;
            at++;
            if (at < end && (digit = (unsigned)*at - '0') <= 9) {
                number = number * 10 + digit;
                at++;
            }
        }
        if (number > 255) {
            return false;
        }
        to[part] = (uint8_t)number;
    }
    return at == end;
}

wg_octets wg_scan_get_ip4(wg_scan *t, wg_octets text)
{
    wg_octets octets = {NULL, 0};
    uint8_t *const to = wg_scan_new_octets(t, 4);
    if (!to) {
        return octets;
    }
    if (!ip4_of(text, to)) {
        no_value(t, text);
        return octets;
    }
    octets.data = to;
    octets.size = 4;
    return octets;
}

static bool is_hex(uint8_t c)
{
    const uint8_t small = c | 0x20;
    return (c >= '0' && c <= '9') || (small >= 'a' && small <= 'f');
}

/* Parses groups of up to four hexadecimal digits separated by colons, the last possibly as an IPv4 address;
   returns -1 if one is invalid. */
static int groups_of(wg_octets text, uint8_t to[16])
{
    size_t i = 0, count = 0;
    if (text.size == 0) {
        return 0;
    }
    for (;;) {
        wg_octets part;
        unsigned number = 0;
        size_t k;
        part.data = text.data + i;
        for (part.size = 0; i + part.size < text.size && text.data[i + part.size] != ':';) {
            part.size++;
        }
        i += part.size;
        if (part.size >= 1 && part.size <= 4 && !memchr(part.data, '.', part.size)) {
            for (k = 0; k < part.size; k++) {
                if (!is_hex(part.data[k])) {
                    return -1;
                }
                number = number << 4 | digit_of(part.data[k]);
            }
            if (count + 2 > 16) {
                return -1;
            }
            to[count++] = (uint8_t)(number >> 8);
            to[count++] = (uint8_t)number;
        } else if (i == text.size && count + 4 <= 16 && ip4_of(part, to + count)) {
            count += 4;
        } else {
            return -1;
        }
        if (i == text.size) {
            return (int)count;
        }
        i++;
    }
}

wg_octets wg_scan_get_ip6(wg_scan *t, wg_octets text)
{
    wg_octets octets = {NULL, 0}, head = text, tail = {NULL, 0};
    uint8_t low[16];
    int first, last = 0;
    size_t i;
    bool gap = false;
    uint8_t *const to = (uint8_t *)wg_scan_new(t, 16);
    if (!to) {
        return octets;
    }
    for (i = 0; i + 1 < text.size && !gap; i++) {
        if (text.data[i] == ':' && text.data[i + 1] == ':') {
            gap = true;
            head.size = i;
            tail.data = text.data + i + 2;
            tail.size = text.size - i - 2;
        }
    }
    first = groups_of(head, to);
    if (gap && first >= 0) {
        last = groups_of(tail, low);
    }
    if (first < 0 || last < 0 || (gap ? first + last > 16 : first != 16)) {
        no_value(t, text);
        return octets;
    }
    if (last > 0) {
        memcpy(to + 16 - last, low, (size_t)last);
    }
    octets.data = to;
    octets.size = 16;
    return octets;
}

/* White space in ASCII. */
static bool is_white(uint8_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r' && c != 0x0b);
}

wg_octets wg_scan_get_until(wg_scan *t, wg_octets text, bool trims, int lends, int escape, int escaped)
{
    bool lent = false;
    size_t i, n = 0;
    uint8_t *to;
    if (t->error != WG_OK) {
        return text;
    }
    if (lends >= 0 && !trims) {
        const uint8_t *next = t->next;
        while (next < t->end && is_white(*next)) {
            next++;
        }
        lent = next < t->end && *next == lends;
    }
    while (trims && text.size && is_white(text.data[0])) {
        text.data++;
        text.size--;
    }
    while ((trims || lent) && text.size && is_white(text.data[text.size - 1])) {
        text.size--;
    }
    if (escape < 0 || text.size == 0 || !memchr(text.data, escape, text.size) ||
        (to = wg_scan_new_octets(t, text.size)) == NULL) {
        return text;
    }
    for (i = 0; i < text.size; i++) {
        if (n && text.data[i] == escaped && to[n - 1] == escape) {
            n--;
        }
        to[n++] = text.data[i];
    }
    text.data = to;
    text.size = n;
    return text;
}

void wg_scan_need_ascii(wg_scan *t, const uint8_t *at, wg_octets octets)
{
    size_t i = 0;
    uint64_t all = 0;
    for (; octets.size - i >= 8; i += 8) {
        all |= wg_head_8(octets.data + i);
    }
    for (; i < octets.size; i++) {
        all |= octets.data[i];
    }
    if (all & UINT64_C(0x8080808080808080)) {
        wg_scan_fail(t, WG_ERROR_VALUE, at);
    }
}
