/* JSON: REAL. A value of binary64 is written with the shortest digits that distinguish it from its
 * neighbours, any other base 2 value with all its digits; docs/json.md describes the meaning of
 * numbers. */
#include "json.h"

#include <string.h>

#include "real.h"
#include "wireglot/contents.h"

/* The digits of a number, from either source. */
typedef struct decimal {
    const wg_big *big; /* or, if this is NULL: */
    const uint8_t *text;
    size_t mark;  /* index of a decimal mark to skip */
    size_t count; /* number of digits; zeros follow */
} decimal;

static void put_digits(wg_json *text, const decimal *from, size_t start, size_t end)
{
    for (; start < end; start++) {
        if (start >= from->count) {
            wg_json_sign(text, '0');
        } else if (from->big) {
            wg_json_sign(text, wg_big_digit(from->big, start));
        } else {
            wg_json_sign(text, (char)from->text[start + (start >= from->mark)]);
        }
    }
}

static void put_zeros(wg_json *text, int64_t count)
{
    for (; count > 0; count--) {
        wg_json_sign(text, '0');
    }
}

/* Writes `count` digits and a power of ten. */
static void put_decimal(wg_json *text, const decimal *digits, size_t count, int64_t exponent)
{
    const int64_t point = exponent + (int64_t)count;
    if (exponent >= 0 && exponent <= 20) {
        put_digits(text, digits, 0, count);
        put_zeros(text, exponent);
    } else if (exponent < 0 && point > 0) {
        put_digits(text, digits, 0, (size_t)point);
        wg_json_sign(text, '.');
        put_digits(text, digits, (size_t)point, count);
    } else if (point >= -6 && point <= 0) {
        wg_json_word(text, "0.");
        put_zeros(text, -point);
        put_digits(text, digits, 0, count);
    } else {
        put_digits(text, digits, 0, count);
        wg_json_sign(text, 'e');
        wg_json_signed(text, exponent);
    }
}

static void show_decimal(wg_json *text, const wg_number *number)
{
    decimal digits;
    const uint8_t *const d = number->digits.data;
    memset(&digits, 0, sizeof digits);
    digits.text = d;
    while (digits.mark < number->digits.size && d[digits.mark] >= '0') {
        digits.mark++;
    }
    digits.count = number->digits.size - (digits.mark < number->digits.size);
    wg_json_escape(text, "base10Value");
    if (number->negative) {
        wg_json_sign(text, '-');
    }
    put_decimal(text, &digits, digits.count, number->exponent);
    wg_json_sign(text, '}');
}

/* -- binary64 -------------------------------------------------------------- */

/* For numbers up to 10^400. */
enum { DOUBLE_LIMBS = 45 };

static void twice(wg_big *big, int64_t times)
{
    for (; times >= 16; times -= 16) {
        wg_big_times(big, 1u << 16, 0);
    }
    wg_big_times(big, 1u << times, 0);
}

static uint32_t limb(const wg_big *big, size_t i)
{
    return i < big->count ? big->limbs[i] : 0;
}

/* Compares a + b with c. */
static int compare(const wg_big *a, const wg_big *b, const wg_big *c)
{
    int64_t rest = 0;
    size_t i = a->count > b->count ? a->count : b->count;
    for (i = i > c->count ? i : c->count; i > 0; i--) {
        rest = rest * 1000000000 + limb(a, i - 1) + limb(b, i - 1) - (int64_t)limb(c, i - 1);
        if (rest > 2 || rest < -2) {
            break;
        }
    }
    return rest < 0 ? -1 : rest > 0;
}

static void subtract(wg_big *a, const wg_big *b)
{
    uint32_t borrow = 0;
    size_t i;
    for (i = 0; i < a->count; i++) {
        const uint32_t take = limb(b, i) + borrow;
        borrow = a->limbs[i] < take;
        a->limbs[i] += (borrow ? 1000000000u : 0u) - take;
    }
    while (a->count > 0 && a->limbs[a->count - 1] == 0) {
        a->count--;
    }
}

/* The value and the distances to its neighbours, as fractions of `whole`. */
typedef struct interval {
    wg_big value, whole, up, down, zero;
    bool closed; /* the ends belong to the interval */
} interval;

static void ten_times(interval *in)
{
    wg_big_times(&in->value, 10, 0);
    wg_big_times(&in->up, 10, 0);
    wg_big_times(&in->down, 10, 0);
}

static bool reaches(const interval *in)
{
    return compare(&in->value, &in->up, &in->whole) >= (in->closed ? 0 : 1);
}

/* The shortest digits that are nearest to the value (Steele and White, Burger and Dybvig); returns
 * their number and, in `*point`, the position of the decimal point. */
static size_t shortest(interval *in, uint8_t digits[20], int *point)
{
    size_t count = 0;
    *point = 0;
    while (reaches(in)) {
        wg_big_times(&in->whole, 10, 0);
        ++*point;
    }
    for (;;) {
        ten_times(in);
        if (reaches(in)) {
            break;
        }
        --*point;
    }
    for (;;) {
        uint8_t digit = 0;
        bool low, high;
        while (compare(&in->value, &in->zero, &in->whole) >= 0) {
            subtract(&in->value, &in->whole);
            digit++;
        }
        low = compare(&in->value, &in->zero, &in->down) < (in->closed ? 1 : 0);
        high = reaches(in);
        if (high && (!low || compare(&in->value, &in->value, &in->whole) >= 0)) {
            digit++;
        }
        digits[count++] = (uint8_t)('0' + digit);
        if (low || high || count == 20) {
            return count;
        }
        ten_times(in);
    }
}

/* Shows mantissa * 2^exponent; the mantissa is odd and has at most 53 bits. */
static void show_double(wg_json *text, uint64_t mantissa, unsigned bits, int64_t exponent)
{
    uint32_t limbs[4][DOUBLE_LIMBS];
    interval in;
    decimal all;
    uint8_t digits[20];
    const bool plain_top = exponent + bits <= 53;
    size_t count;
    int point;
    unsigned wide;
    for (; bits < 53 && exponent > -1074; bits++, exponent--) {
        mantissa <<= 1;
    }
    /* The neighbour below a power of two is half as far away. */
    wide = mantissa == UINT64_C(1) << 52 && exponent > -1074;
    in.value = wg_big_in(limbs[0], DOUBLE_LIMBS);
    in.whole = wg_big_in(limbs[1], DOUBLE_LIMBS);
    in.up = wg_big_in(limbs[2], DOUBLE_LIMBS);
    in.down = wg_big_in(limbs[3], DOUBLE_LIMBS);
    in.zero = wg_big_in(NULL, 0);
    in.closed = mantissa % 2 == 0;
    wg_big_times(&in.value, 1, (uint32_t)(mantissa >> 32));
    twice(&in.value, 32);
    wg_big_times(&in.value, 1, (uint32_t)mantissa);
    wg_big_times(&in.whole, 1, 1);
    wg_big_times(&in.up, 1, 1);
    wg_big_times(&in.down, 1, 1);
    twice(&in.value, 1 + wide + (exponent > 0 ? exponent : 0));
    twice(&in.whole, 1 + wide + (exponent < 0 ? -exponent : 0));
    twice(&in.up, wide + (exponent > 0 ? exponent : 0));
    twice(&in.down, exponent > 0 ? exponent : 0);
    count = shortest(&in, digits, &point);
    memset(&all, 0, sizeof all);
    all.text = digits;
    all.mark = all.count = count;
    if (!plain_top || point < -4) {
        put_digits(text, &all, 0, 1);
        if (count > 1) {
            wg_json_sign(text, '.');
            put_digits(text, &all, 1, count);
        }
        wg_json_sign(text, 'e');
        wg_json_signed(text, point - 1);
    } else if (point <= 0) {
        wg_json_word(text, "0.");
        put_zeros(text, -point);
        put_digits(text, &all, 0, count);
    } else {
        put_digits(text, &all, 0, (size_t)point);
        if (count > (size_t)point) {
            wg_json_sign(text, '.');
            put_digits(text, &all, (size_t)point, count);
        }
    }
}

/* -- other numbers of base 2 ----------------------------------------------- */

/* Maximum exponent, and mantissa in bits, for which all digits are shown. */
enum { LONGEST = 4096 };

static void take_mantissa(wg_big *big, const wg_number *number)
{
    size_t i;
    for (i = number->digits.size; i > 0 && !big->over; i--) {
        wg_big_times(big, 256, wg_mantissa_octet(number, i - 1));
    }
}

static void show_binary(wg_json *text, const wg_number *number)
{
    uint32_t limbs[WG_BIG_LIMBS];
    wg_big big = wg_big_in(limbs, WG_BIG_LIMBS);
    const int64_t exponent = number->exponent;
    const size_t octets = number->digits.size;
    uint64_t mantissa = 0;
    size_t bits = octets * 8, i;
    decimal digits;
    while (bits > 0 && !(wg_mantissa_octet(number, (bits - 1) / 8) >> (bits - 1) % 8 & 1)) {
        bits--;
    }
    if (bits <= 53 && exponent >= -1074 && exponent + (int64_t)bits <= 1024) {
        for (i = (bits + 7) / 8; i > 0; i--) {
            mantissa = mantissa << 8 | wg_mantissa_octet(number, i - 1);
        }
        if (number->negative) {
            wg_json_sign(text, '-');
        }
        show_double(text, mantissa, (unsigned)bits, exponent);
        return;
    }
    take_mantissa(&big, number);
    if (exponent > LONGEST || exponent < -LONGEST || bits > LONGEST) {
        wg_json_escape(text, "$base2");
        wg_json_escape(text, "mantissa");
        wg_json_word(text, number->negative ? "-" : "");
        wg_json_big(text, &big);
        wg_json_sign(text, ',');
        wg_json_gap(text);
        wg_json_word(text, "\"exponent\":");
        wg_json_gap(text);
        wg_json_signed(text, exponent);
        wg_json_word(text, "}}");
        return;
    }
    for (i = 0; i < (size_t)(exponent < 0 ? -exponent : exponent); i++) {
        wg_big_times(&big, exponent < 0 ? 5 : 2, 0);
    }
    if (number->negative) {
        wg_json_sign(text, '-');
    }
    memset(&digits, 0, sizeof digits);
    digits.big = &big;
    digits.count = wg_big_digits(&big);
    if (exponent >= 0) {
        put_decimal(text, &digits, digits.count, 0);
    } else {
        /* An exact number has at least 18 digits. */
        const size_t all = digits.count < 18 ? 18 : digits.count;
        put_decimal(text, &digits, all, exponent - (int64_t)(all - digits.count));
    }
}

void wg_show_real(wg_json *text, const wg_type *type, const void *value)
{
    static const char *const special[4] = {"\"INF\"", "\"-INF\"", "\"NaN\"", "\"-0\""};
    const wg_real_parts parts = wg_real_read(*(const wg_real *)value);
    wg_number number;
    (void)type;
    if (!wg_real_reduce(&parts, &number)) {
        wg_json_fail(text, parts.kind == WG_REAL_WRONG ? WG_ERROR_VALUE : WG_ERROR_LIMIT);
        wg_json_sign(text, '0');
        return;
    }
    switch (number.kind) {
    case WG_REAL_SPECIAL:
        wg_json_word(text, special[number.special & 3]);
        break;
    case WG_REAL_BINARY:
        show_binary(text, &number);
        break;
    case WG_REAL_DECIMAL:
        show_decimal(text, &number);
        break;
    case WG_REAL_ZERO:
    case WG_REAL_WRONG:
        wg_json_sign(text, '0');
        break;
    }
}

void wg_show_double(wg_json *text, const wg_type *type, const void *value)
{
    uint8_t octets[WG_REAL_OCTETS];
    const wg_real real = wg_real_from_double(*(const double *)value, octets);
    wg_show_real(text, type, &real);
}
