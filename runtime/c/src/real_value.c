/* REAL: the number in contents octets, and its canonical form (X.690 11.3). */
#include "real.h"

#include <string.h>

static bool is_mark(uint8_t c)
{
    return c == '.' || c == ',';
}

/* The exponent as encoded; returns false if it exceeds 56 bits, so that sums cannot overflow. */
static bool given_exponent(const wg_real_parts *parts, int64_t *exponent)
{
    size_t i;
    if (parts->kind == WG_REAL_BINARY) {
        const int64_t limit = INT64_C(1) << 56;
        return wg_integer_to_i64(parts->exponent, exponent) && *exponent < limit && *exponent > -limit;
    }
    *exponent = 0;
    for (i = 0; i < parts->exponent_digits.size; i++) {
        if (*exponent > INT64_C(1) << 52) {
            return false;
        }
        *exponent = *exponent * 10 + (parts->exponent_digits.data[i] - '0');
    }
    if (parts->exponent_negative) {
        *exponent = -*exponent;
    }
    return true;
}

/* X.690 11.3.1: base 2 and an odd mantissa. */
static bool binary(const wg_real_parts *parts, wg_number *number)
{
    wg_octets *m = &number->digits;
    *m = parts->mantissa;
    for (; m->size && m->data[0] == 0; m->size--) {
        m->data++;
    }
    if (m->size == 0) {
        number->kind = WG_REAL_ZERO;
        return true;
    }
    if (!given_exponent(parts, &number->exponent)) {
        return false;
    }
    number->exponent = number->exponent * (int64_t)parts->base_bits + (int64_t)parts->scale;
    for (; m->data[m->size - 1] == 0; m->size--) {
        number->exponent += 8;
    }
    while (!(m->data[m->size - 1] >> number->shift & 1)) {
        number->shift++;
    }
    number->exponent += number->shift;
    return true;
}

/* X.690 11.3.2.4: digits without leading and trailing zeros. */
static bool decimal(const wg_real_parts *parts, wg_number *number)
{
    wg_octets *d = &number->digits;
    bool marked = false;
    size_t i;
    *d = parts->digits;
    if (!given_exponent(parts, &number->exponent)) {
        return false;
    }
    for (i = 0; i < d->size; i++) {
        number->exponent -= marked;
        marked = marked || is_mark(d->data[i]);
    }
    while (d->size && (d->data[0] == '0' || is_mark(d->data[0]))) {
        d->data++;
        d->size--;
    }
    while (d->size && (d->data[d->size - 1] == '0' || is_mark(d->data[d->size - 1]))) {
        number->exponent += d->data[d->size - 1] == '0';
        d->size--;
    }
    if (d->size == 0) {
        number->kind = WG_REAL_ZERO;
    }
    return true;
}

bool wg_real_reduce(const wg_real_parts *parts, wg_number *number)
{
    memset(number, 0, sizeof *number);
    number->kind = parts->kind;
    number->negative = parts->negative;
    switch (parts->kind) {
    case WG_REAL_BINARY:
        return binary(parts, number);
    case WG_REAL_DECIMAL:
        return decimal(parts, number);
    case WG_REAL_SPECIAL:
        number->special = parts->scale;
        return true;
    case WG_REAL_ZERO:
        return true;
    case WG_REAL_WRONG:
        break;
    }
    return false;
}

uint8_t wg_mantissa_octet(const wg_number *number, size_t i)
{
    wg_octets m = number->digits;
    unsigned low = i < m.size ? m.data[m.size - 1 - i] : 0u;
    unsigned above = i + 1 < m.size ? m.data[m.size - 2 - i] : 0u;
    return (uint8_t)((above << 8 | low) >> number->shift);
}

/* -- the canonical form ---------------------------------------------------- */

static uint8_t *put_binary(const wg_number *number, uint8_t *start, uint8_t *end)
{
    uint8_t buffer[WG_INTEGER_OCTETS], head = (uint8_t)(0x80 | (number->negative ? 0x40 : 0));
    wg_integer e = wg_integer_from_i64(number->exponent, buffer);
    size_t i, size = number->digits.size;
    uint8_t *p = end;
    size -= wg_mantissa_octet(number, size - 1) == 0;
    if ((size_t)(end - start) < size + e.size + 1 + (e.size > 3)) {
        return NULL;
    }
    for (i = 0; i < size; i++) {
        *--p = wg_mantissa_octet(number, i);
    }
    p -= e.size;
    memcpy(p, e.data, e.size);
    if (e.size > 3) {
        *--p = (uint8_t)e.size;
        *--p = (uint8_t)(head | 3);
    } else {
        *--p = (uint8_t)(head | (e.size - 1));
    }
    return p;
}

/* NR3: the digits, a full stop, E and the exponent. */
static uint8_t *put_decimal(const wg_number *number, uint8_t *start, uint8_t *end)
{
    wg_octets d = number->digits;
    uint64_t rest = number->exponent < 0 ? (uint64_t)-number->exponent : (uint64_t)number->exponent;
    uint8_t tail[32], *t = tail + sizeof tail, *p = end;
    size_t i, size = 1 + (size_t)number->negative;
    do {
        *--t = (uint8_t)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number->exponent <= 0) {
        *--t = number->exponent < 0 ? '-' : '+';
    }
    *--t = 'E';
    *--t = '.';
    for (i = 0; i < d.size; i++) {
        size += !is_mark(d.data[i]);
    }
    size += (size_t)(tail + sizeof tail - t);
    if ((size_t)(end - start) < size) {
        return NULL;
    }
    p -= tail + sizeof tail - t;
    memcpy(p, t, (size_t)(tail + sizeof tail - t));
    for (i = d.size; i > 0; i--) {
        if (!is_mark(d.data[i - 1])) {
            *--p = d.data[i - 1];
        }
    }
    if (number->negative) {
        *--p = '-';
    }
    *--p = 3;
    return p;
}

uint8_t *wg_real_canonical(const wg_real_parts *parts, uint8_t *start, uint8_t *end)
{
    wg_number number;
    if (!wg_real_reduce(parts, &number)) {
        return NULL;
    }
    switch (number.kind) {
    case WG_REAL_BINARY:
        return put_binary(&number, start, end);
    case WG_REAL_DECIMAL:
        return put_decimal(&number, start, end);
    case WG_REAL_SPECIAL:
        if (start == end) {
            return NULL;
        }
        end[-1] = (uint8_t)number.special;
        return end - 1;
    case WG_REAL_ZERO:
    case WG_REAL_WRONG:
        break;
    }
    return end;
}

wg_error wg_real_no_canonical(const wg_real_parts *parts)
{
    wg_number number;
    return wg_real_reduce(parts, &number) ? WG_ERROR_SPACE : WG_ERROR_LIMIT;
}

/* -- comparing ------------------------------------------------------------- */

static bool same_mantissa(const wg_number *a, const wg_number *b)
{
    size_t i, most = a->digits.size > b->digits.size ? a->digits.size : b->digits.size;
    for (i = 0; i < most; i++) {
        if (wg_mantissa_octet(a, i) != wg_mantissa_octet(b, i)) {
            return false;
        }
    }
    return true;
}

/* Takes the last digit; returns false if there is none. */
static bool last_digit(wg_octets *digits, uint8_t *digit)
{
    while (digits->size && is_mark(digits->data[digits->size - 1])) {
        digits->size--;
    }
    if (digits->size == 0) {
        return false;
    }
    *digit = digits->data[--digits->size];
    return true;
}

static bool same_digits(wg_octets a, wg_octets b)
{
    uint8_t of_a = 0, of_b = 0;
    bool more_a, more_b;
    do {
        more_a = last_digit(&a, &of_a);
        more_b = last_digit(&b, &of_b);
    } while (more_a && more_b && of_a == of_b);
    return !more_a && !more_b;
}

bool wg_real_equal(wg_real a, wg_real b)
{
    wg_real_parts of_a = wg_real_read(a), of_b = wg_real_read(b);
    wg_number x, y;
    if (wg_octets_equal(a, b)) {
        return true;
    }
    if (!wg_real_reduce(&of_a, &x) || !wg_real_reduce(&of_b, &y) || x.kind != y.kind) {
        return false;
    }
    switch (x.kind) {
    case WG_REAL_BINARY:
        return x.negative == y.negative && x.exponent == y.exponent && same_mantissa(&x, &y);
    case WG_REAL_DECIMAL:
        return x.negative == y.negative && x.exponent == y.exponent && same_digits(x.digits, y.digits);
    case WG_REAL_SPECIAL:
        return x.special == y.special;
    case WG_REAL_ZERO:
        return true;
    case WG_REAL_WRONG:
        break;
    }
    return false;
}
