/* REAL: parsing its contents octets. */
#include "real.h"

#include <string.h>

#include "text.h"

static wg_octets drop(wg_octets o, size_t n)
{
    o.data += n;
    o.size -= n;
    return o;
}

/* X.690 8.5.7. */
static wg_real_parts read_binary(wg_octets c)
{
    static const uint8_t base_bits[4] = {1, 3, 4, 0};
    wg_real_parts parts;
    uint8_t head = c.data[0];
    size_t n = (size_t)(head & 3) + 1;
    memset(&parts, 0, sizeof parts);
    parts.negative = (head & 0x40) != 0;
    parts.base_bits = base_bits[head >> 4 & 3];
    parts.scale = head >> 2 & 3;
    c = drop(c, 1);
    if (n == 4) {
        if (c.size == 0 || c.data[0] == 0) {
            return parts;
        }
        n = c.data[0];
        c = drop(c, 1);
    }
    if (parts.base_bits == 0 || c.size <= n) {
        return parts;
    }
    parts.exponent.data = c.data;
    parts.exponent.size = n;
    parts.mantissa = drop(c, n);
    parts.kind = WG_REAL_BINARY;
    return parts;
}

static size_t digits_at(wg_octets c)
{
    size_t n = 0;
    while (n < c.size && c.data[n] >= '0' && c.data[n] <= '9') {
        n++;
    }
    return n;
}

static bool one_of(wg_octets c, const char *choices)
{
    return c.size > 0 && c.data[0] != 0 && strchr(choices, c.data[0]) != NULL;
}

/* X.690 8.5.8: the forms NR1, NR2 and NR3 of ISO 6093. */
static wg_real_parts read_decimal(wg_octets c)
{
    wg_real_parts parts;
    unsigned form = c.data[0];
    size_t whole, part = 0;
    memset(&parts, 0, sizeof parts);
    c = drop(c, 1);
    while (one_of(c, " ")) {
        c = drop(c, 1);
    }
    parts.negative = one_of(c, "-");
    if (one_of(c, "+-")) {
        c = drop(c, 1);
    }
    parts.digits.data = c.data;
    whole = digits_at(c);
    c = drop(c, whole);
    if (form > 1 && one_of(c, ".,")) {
        c = drop(c, 1);
        part = digits_at(c);
        c = drop(c, part);
    }
    parts.digits.size = (size_t)(c.data - parts.digits.data);
    if (form == 3) {
        if (!one_of(c, "Ee")) {
            return parts;
        }
        c = drop(c, 1);
        parts.exponent_negative = one_of(c, "-");
        if (one_of(c, "+-")) {
            c = drop(c, 1);
        }
        parts.exponent_digits.data = c.data;
        parts.exponent_digits.size = digits_at(c);
        c = drop(c, parts.exponent_digits.size);
        if (parts.exponent_digits.size == 0) {
            return parts;
        }
    }
    if (c.size == 0 && whole + part > 0) {
        parts.kind = WG_REAL_DECIMAL;
    }
    return parts;
}

wg_real_parts wg_real_read(wg_octets contents)
{
    wg_real_parts parts;
    uint8_t head = contents.size ? contents.data[0] : 0;
    if (contents.size && head & 0x80) {
        return read_binary(contents);
    }
    if (contents.size && head >= 1 && head <= 3) {
        return read_decimal(contents);
    }
    memset(&parts, 0, sizeof parts);
    if (contents.size == 0) {
        parts.kind = WG_REAL_ZERO;
    } else if (contents.size == 1 && head >= 0x40 && head <= 0x43) {
        parts.kind = WG_REAL_SPECIAL;
        parts.scale = head;
    }
    return parts;
}

bool wg_is_real(wg_octets contents)
{
    wg_real_parts parts = wg_real_read(contents);
    int64_t exponent;
    return parts.kind != WG_REAL_WRONG &&
           (parts.kind != WG_REAL_BINARY || wg_integer_to_i64(parts.exponent, &exponent));
}

/* Whether decimal digits are in canonical form. */
static bool canonical_digits(wg_octets text)
{
    size_t i = 1, n;
    i += i < text.size && text.data[i] == '-';
    n = digits_at(drop(text, i));
    if (n == 0 || text.data[i] == '0' || text.data[i + n - 1] == '0') {
        return false;
    }
    i += n;
    if (text.size - i < 3 || text.data[i] != '.' || text.data[i + 1] != 'E') {
        return false;
    }
    text = drop(text, i + 2);
    if (text.data[0] == '+') {
        return text.size == 2 && text.data[1] == '0';
    }
    text = drop(text, text.data[0] == '-');
    return text.size > 0 && text.data[0] != '0' && digits_at(text) == text.size;
}

bool wg_is_canonical_real(wg_octets contents)
{
    wg_real_parts parts = wg_real_read(contents);
    switch (parts.kind) {
    case WG_REAL_BINARY:
        return parts.base_bits == 1 && parts.scale == 0 && wg_is_integer(parts.exponent) &&
               ((contents.data[0] & 3) != 3 || parts.exponent.size > 3) && parts.mantissa.data[0] != 0 &&
               (parts.mantissa.data[parts.mantissa.size - 1] & 1) != 0;
    case WG_REAL_DECIMAL:
        return contents.data[0] == 3 && canonical_digits(contents);
    case WG_REAL_ZERO:
    case WG_REAL_SPECIAL:
        return true;
    case WG_REAL_WRONG:
        break;
    }
    return false;
}
