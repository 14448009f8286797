/* Plain values: making and comparing slices, bits and integers. */
#include "wireglot/core.h"

#include <string.h>

#include "text.h"
#include "wireglot/tlv_inline.h"

/* In parentheses, because the headers of generated code define these names as macros. */
wg_octets (wg_octets_of)(const uint8_t *data, size_t size)
{
    wg_octets octets;
    octets.data = data;
    octets.size = size;
    return octets;
}

wg_octets (wg_literal)(const char *text, size_t size)
{
    return wg_octets_of((const uint8_t *)text, size);
}

wg_bits (wg_bits_of)(const uint8_t *data, size_t count)
{
    wg_bits bits;
    bits.data = data;
    bits.count = count;
    return bits;
}

bool wg_octets_equal(wg_octets a, wg_octets b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

bool wg_any_equal(wg_any a, wg_any b)
{
    return a.rules == b.rules && wg_octets_equal(wg_octets_of(a.data, a.size), wg_octets_of(b.data, b.size));
}

bool wg_unknown_equal(const wg_unknown *a, const wg_unknown *b)
{
    for (; a && b; a = a->next, b = b->next) {
        if (a->index != b->index || !wg_any_equal(a->value, b->value)) {
            return false;
        }
    }
    return !a && !b;
}

bool wg_external_equal(wg_external a, wg_external b)
{
    return a.has_direct == b.has_direct && (!a.has_direct || wg_octets_equal(a.direct, b.direct)) &&
           a.has_indirect == b.has_indirect && (!a.has_indirect || wg_integer_compare(a.indirect, b.indirect) == 0) &&
           a.has_descriptor == b.has_descriptor &&
           (!a.has_descriptor || wg_octets_equal(a.descriptor, b.descriptor)) && a.encoding == b.encoding &&
           (a.encoding != WG_EXTERNAL_SINGLE_TYPE || a.rules == b.rules) && wg_octets_equal(a.data, b.data);
}

bool wg_bits_equal(wg_bits a, wg_bits b)
{
    size_t whole = a.count / 8;
    unsigned rest = (unsigned)(a.count % 8);
    /* Bits after the last one are not part of the value. */
    return a.count == b.count && (whole == 0 || memcmp(a.data, b.data, whole) == 0) &&
           (rest == 0 || (a.data[whole] ^ b.data[whole]) >> (8 - rest) == 0);
}

wg_bits wg_bits_trim(wg_bits bits, size_t min)
{
    while (bits.count > min && (bits.data[(bits.count - 1) / 8] >> (7 - (bits.count - 1) % 8) & 1) == 0) {
        bits.count--;
    }
    return bits;
}

bool wg_named_bits_equal(wg_bits a, wg_bits b)
{
    return wg_bits_equal(wg_bits_trim(a, 0), wg_bits_trim(b, 0));
}

static int sign_octet(wg_integer n)
{
    return n.size && n.data[0] & 0x80 ? 0xff : 0;
}

wg_integer wg_integer_shortest(wg_integer n)
{
    while (n.size > 1 && n.data[0] == sign_octet(n) && ((n.data[0] ^ n.data[1]) & 0x80) == 0) {
        n.data++;
        n.size--;
    }
    return n;
}

/* Normalizes a number; 0 has no octets, as in a zeroed struct. */
static wg_integer one_form(wg_integer n)
{
    n = wg_integer_shortest(n);
    if (n.size == 1 && n.data[0] == 0) {
        n.size = 0;
    }
    return n;
}

int wg_integer_compare(wg_integer a, wg_integer b)
{
    bool below = sign_octet(a) != 0;
    if (below != (sign_octet(b) != 0)) {
        return below ? -1 : 1;
    }
    a = one_form(a);
    b = one_form(b);
    if (a.size != b.size) {
        return (a.size < b.size) != below ? -1 : 1;
    }
    return a.size ? memcmp(a.data, b.data, a.size) : 0;
}

bool wg_integer_to_64(wg_integer integer, bool is_signed, uint64_t *value)
{
    const bool below = sign_octet(integer) != 0;
    uint64_t n = below ? UINT64_MAX : 0;
    size_t i;
    integer = wg_integer_shortest(integer);
    if (integer.size > 9 || (integer.size == 9 && (is_signed || integer.data[0] != 0)) || (below && !is_signed)) {
        return false;
    }
    for (i = 0; i < integer.size; i++) {
        n = n << 8 | integer.data[i];
    }
    *value = n;
    return true;
}

bool wg_integer_to_i64(wg_integer integer, int64_t *value)
{
    uint64_t n;
    if (!wg_integer_to_64(integer, true, &n)) {
        return false;
    }
    *value = wg_signed(n);
    return true;
}

bool wg_integer_to_u64(wg_integer integer, uint64_t *value)
{
    return wg_integer_to_64(integer, false, value);
}

wg_integer wg_integer_from_64(uint64_t bits, uint8_t sign, uint8_t octets[WG_INTEGER_OCTETS])
{
    wg_integer n;
    unsigned i;
    octets[0] = sign;
    for (i = 0; i < 8; i++) {
        octets[8 - i] = (uint8_t)(bits >> 8 * i);
    }
    n.data = octets;
    n.size = 9;
    return wg_integer_shortest(n);
}

wg_integer wg_integer_from_i64(int64_t value, uint8_t octets[WG_INTEGER_OCTETS])
{
    return wg_integer_from_64((uint64_t)value, value < 0 ? 0xff : 0, octets);
}

wg_integer wg_integer_from_u64(uint64_t value, uint8_t octets[WG_INTEGER_OCTETS])
{
    return wg_integer_from_64(value, 0, octets);
}

bool wg_integer_between(wg_integer value, int64_t lo, int64_t hi)
{
    int64_t n;
    return wg_integer_to_i64(value, &n) && lo <= n && n <= hi;
}
