/* JSON: unbounded INTEGER and OBJECT IDENTIFIER, whose numbers may have any length. */
#include "json.h"

enum { LIMB = 1000000000 };

wg_big wg_big_in(uint32_t *limbs, size_t room)
{
    wg_big big;
    big.limbs = limbs;
    big.room = room;
    big.count = 0;
    big.over = false;
    return big;
}

void wg_big_times(wg_big *big, uint32_t factor, uint32_t more)
{
    uint64_t carry = more;
    size_t i;
    for (i = 0; i < big->count; i++) {
        carry += (uint64_t)big->limbs[i] * factor;
        big->limbs[i] = (uint32_t)(carry % LIMB);
        carry /= LIMB;
    }
    for (; carry > 0; carry /= LIMB) {
        if (big->count == big->room) {
            big->over = true;
            return;
        }
        big->limbs[big->count++] = (uint32_t)(carry % LIMB);
    }
}

void wg_big_octets(wg_big *big, wg_octets octets, uint8_t flip)
{
    size_t i;
    for (i = 0; i < octets.size && !big->over; i++) {
        wg_big_times(big, 256, (uint8_t)(octets.data[i] ^ flip));
    }
}

size_t wg_big_digits(const wg_big *big)
{
    size_t digits = 0;
    uint32_t top;
    if (big->count == 0) {
        return 0;
    }
    for (top = big->limbs[big->count - 1]; top > 0; top /= 10) {
        digits++;
    }
    return (big->count - 1) * 9 + digits;
}

char wg_big_digit(const wg_big *big, size_t i)
{
    size_t behind = wg_big_digits(big) - 1 - i;
    uint32_t limb = big->limbs[behind / 9];
    for (behind %= 9; behind > 0; behind--) {
        limb /= 10;
    }
    return (char)('0' + (int)(limb % 10));
}

void wg_json_big(wg_json *text, const wg_big *big)
{
    const size_t digits = wg_big_digits(big);
    size_t i;
    if (big->over) {
        wg_json_fail(text, WG_ERROR_LIMIT);
    }
    for (i = 0; i < digits; i++) {
        wg_json_sign(text, wg_big_digit(big, i));
    }
}

void wg_json_integer(wg_json *text, wg_integer integer)
{
    uint32_t limbs[WG_BIG_LIMBS];
    wg_big big = wg_big_in(limbs, WG_BIG_LIMBS);
    int64_t number;
    if (integer.size == 0) {
        wg_json_fail(text, WG_ERROR_VALUE);
        wg_json_sign(text, '0');
    } else if (wg_integer_to_i64(integer, &number)) {
        wg_json_signed(text, number);
    } else if (integer.data[0] & 0x80) {
        wg_big_octets(&big, integer, 0xff);
        wg_big_times(&big, 1, 1);
        wg_json_sign(text, '-');
        wg_json_big(text, &big);
    } else {
        wg_big_octets(&big, integer, 0);
        wg_json_big(text, &big);
    }
}

void wg_show_integer(wg_json *text, const wg_type *type, const void *value)
{
    (void)type;
    wg_json_integer(text, *(const wg_integer *)value);
}

/* An arc that may not fit into 64 bits. The first subidentifier is two arcs; if it is long, the
   first of these is 2. */
static void long_arc(wg_json *text, const uint8_t *data, size_t size, bool first)
{
    uint32_t limbs[WG_BIG_LIMBS];
    wg_big big = wg_big_in(limbs, WG_BIG_LIMBS);
    size_t i;
    for (i = 0; i < size && !big.over; i++) {
        wg_big_times(&big, 128, data[i] & 0x7fu);
    }
    if (first) {
        wg_json_word(text, "2.");
        for (i = 0; i < big.count && limbs[i] < (i ? 1u : 80u); i++) {
            limbs[i] += LIMB - (i ? 1u : 80u);
        }
        limbs[i] -= i ? 1u : 80u;
    }
    wg_json_big(text, &big);
}

void wg_json_arcs(wg_json *text, wg_octets contents, bool relative)
{
    size_t start = 0, i;
    if (contents.size == 0 || contents.data[contents.size - 1] & 0x80) {
        wg_json_fail(text, WG_ERROR_VALUE);
        contents.size = 0;
    }
    wg_json_sign(text, '"');
    for (i = 0; i < contents.size; i++) {
        const bool first = start == 0 && !relative;
        uint64_t arc = 0;
        size_t n;
        if (contents.data[i] & 0x80) {
            continue;
        }
        if (start > 0) {
            wg_json_sign(text, '.');
        }
        if (i + 1 - start > 9) {
            long_arc(text, contents.data + start, i + 1 - start, first);
        } else {
            for (n = start; n <= i; n++) {
                arc = arc << 7 | (contents.data[n] & 0x7f);
            }
            if (first) {
                const uint64_t root = arc / 40 < 2 ? arc / 40 : 2;
                wg_json_natural(text, root);
                wg_json_sign(text, '.');
                arc -= root * 40;
            }
            wg_json_natural(text, arc);
        }
        start = i + 1;
    }
    wg_json_sign(text, '"');
}

void wg_show_oid(wg_json *text, const wg_type *type, const void *value)
{
    (void)type;
    wg_json_arcs(text, *(const wg_oid *)value, false);
}

void wg_show_relative_oid(wg_json *text, const wg_type *type, const void *value)
{
    (void)type;
    wg_json_arcs(text, *(const wg_oid *)value, true);
}
