/* Converts decimal REALs to base 2, using all digits: the number is kept in base 10, and doubled or halved
 * until 19 digits are before its point. */
#include <string.h>

#include "real.h"

/* The midpoint between two doubles has at most 768 digits. */
#define DIGITS 800

/* The maximum number of digits that a shift adds at the front: a digit times 2^60, plus the carry, has 20
   digits. */
#define ROOM 20

/* The number of digits that always fit into 64 bits. */
#define WHOLE 19

/* 0.digits * 10^point */
typedef struct wg_digits {
    uint8_t digit[DIGITS + ROOM];
    size_t count;
    int64_t point;
    bool more; /* there are nonzero digits after the last one */
} wg_digits;

static void cut(wg_digits *d)
{
    for (; d->count > DIGITS; d->count--) {
        d->more = d->more || d->digit[d->count - 1] != 0;
    }
    while (d->count && d->digit[d->count - 1] == 0) {
        d->count--;
    }
}

static void read(wg_digits *d, const wg_number *number)
{
    size_t i, count = 0;
    d->count = 0;
    d->more = false;
    for (i = 0; i < number->digits.size; i++) {
        uint8_t c = number->digits.data[i];
        if (c < '0' || c > '9' || (count == 0 && c == '0')) {
            continue;
        }
        count++;
        if (d->count < DIGITS) {
            d->digit[d->count++] = (uint8_t)(c - '0');
        } else {
            d->more = d->more || c != '0';
        }
    }
    d->point = number->exponent + (int64_t)count;
}

/* Multiplies by 2^bits, starting with the last digit. */
static void raise(wg_digits *d, unsigned bits)
{
    uint64_t carry = 0;
    size_t i, zeros = 0;
    memmove(d->digit + ROOM, d->digit, d->count);
    d->count += ROOM;
    d->point += ROOM;
    for (i = d->count; i > 0; i--) {
        carry += i > ROOM ? (uint64_t)d->digit[i - 1] << bits : 0;
        d->digit[i - 1] = (uint8_t)(carry % 10);
        carry /= 10;
    }
    while (zeros < ROOM && d->digit[zeros] == 0) {
        zeros++;
    }
    d->count -= zeros;
    d->point -= (int64_t)zeros;
    memmove(d->digit, d->digit + zeros, d->count);
    cut(d);
}

/* Divides by 2^bits, starting with the first digit. */
static void lower(wg_digits *d, unsigned bits)
{
    const uint64_t below = ((uint64_t)1 << bits) - 1;
    uint64_t rest = 0;
    size_t from = 0, to = 0;
    while (rest >> bits == 0) {
        rest = rest * 10 + (from < d->count ? d->digit[from] : 0u);
        from++;
    }
    d->point -= (int64_t)from - 1;
    for (; from < d->count || rest != 0; from++) {
        if (to < DIGITS) {
            d->digit[to++] = (uint8_t)(rest >> bits);
        } else {
            d->more = d->more || rest >> bits != 0;
        }
        rest = (rest & below) * 10 + (from < d->count ? d->digit[from] : 0u);
    }
    d->count = to;
    cut(d);
}

/* A number of bits that does not shift by more than `digits` digits, since a digit has more than three bits.
 */
static unsigned step(int64_t digits)
{
    return digits > 20 ? 60 : 3 * (unsigned)digits;
}

uint64_t wg_decimal_mantissa(const wg_number *number, int64_t *exponent)
{
    wg_digits d;
    uint64_t mantissa = 0;
    size_t i;
    *exponent = 0;
    read(&d, number);
    if (d.count == 0 || d.point < -400) {
        return 0;
    }
    if (d.point > 400) {
        *exponent = 2000;
        return 1;
    }
    while (d.point > WHOLE) {
        unsigned bits = step(d.point - WHOLE);
        lower(&d, bits);
        *exponent += bits;
    }
    while (d.point < WHOLE) {
        unsigned bits = step(WHOLE - d.point);
        raise(&d, bits);
        *exponent -= bits;
    }
    for (i = 0; i < WHOLE; i++) {
        mantissa = mantissa * 10 + (i < d.count ? d.digit[i] : 0u);
    }
    return mantissa | (d.more || d.count > WHOLE);
}
