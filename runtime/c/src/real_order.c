/* REAL: comparing two numbers, and the mantissa, base and exponent that a number can be written
   with. */
#include "wireglot/constraints.h"

#include "real.h"

wg_real_end wg_real_end_of(wg_real decimal, wg_real binary, bool exact, bool open)
{
    wg_real_end end;
    end.decimal = decimal;
    end.binary = binary;
    end.exact = exact;
    end.open = open;
    return end;
}

/* The rough order of numbers: infinities, signs, zero. Returns false for not-a-number. */
static bool rank_of(const wg_number *number, int *rank)
{
    if (number->kind == WG_REAL_SPECIAL) {
        *rank = number->special == 0x40 ? 2 : number->special == 0x41 ? -2 : 0;
        return number->special != 0x42;
    }
    *rank = number->kind == WG_REAL_ZERO ? 0 : number->negative ? -1 : 1;
    return true;
}

static int sign_of(int64_t difference)
{
    return (difference > 0) - (difference < 0);
}

/* The number of bits of a binary mantissa. */
static size_t bits_of(const wg_number *number)
{
    size_t octets = number->digits.size, bits;
    octets -= wg_mantissa_octet(number, octets - 1) == 0;
    bits = 8 * octets;
    while (!(wg_mantissa_octet(number, octets - 1) >> ((bits - 1) % 8) & 1)) {
        bits--;
    }
    return bits;
}

/* Bit `i` of a binary mantissa, from the first; 0 after the last. */
static int bit_at(const wg_number *number, size_t bits, size_t i)
{
    return i < bits ? wg_mantissa_octet(number, (bits - 1 - i) / 8) >> ((bits - 1 - i) % 8) & 1 : 0;
}

/* Compares magnitudes in base 2. */
static int compare_binary(const wg_number *a, const wg_number *b)
{
    size_t of_a = bits_of(a), of_b = bits_of(b), most = of_a > of_b ? of_a : of_b, i;
    int order = sign_of(a->exponent + (int64_t)of_a - b->exponent - (int64_t)of_b);
    for (i = 0; i < most && order == 0; i++) {
        order = bit_at(a, of_a, i) - bit_at(b, of_b, i);
    }
    return order;
}

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

static size_t digits_of(const wg_number *number)
{
    size_t count = 0, i;
    for (i = 0; i < number->digits.size; i++) {
        count += is_digit(number->digits.data[i]);
    }
    return count;
}

/* Takes the first digit; 0 after the last. */
static int first_digit(wg_octets *digits)
{
    int digit = 0;
    if (digits->size && !is_digit(digits->data[0])) {
        digits->data++;
        digits->size--;
    }
    if (digits->size) {
        digit = digits->data[0] - '0';
        digits->data++;
        digits->size--;
    }
    return digit;
}

/* Compares magnitudes in base 10. */
static int compare_decimal(const wg_number *a, const wg_number *b)
{
    int order = sign_of(a->exponent + (int64_t)digits_of(a) - b->exponent - (int64_t)digits_of(b));
    wg_octets of_a = a->digits, of_b = b->digits;
    while (order == 0 && (of_a.size || of_b.size)) {
        order = first_digit(&of_a) - first_digit(&of_b);
    }
    return order;
}

/* `*order` is less than, equal to or greater than zero, like value - end; returns false for
   not-a-number. */
static bool compare(wg_real value, const wg_real_end *end, int *order)
{
    wg_real_parts parts = wg_real_read(value), parts_of_end;
    wg_number number, of_end;
    int rank, rank_of_end;
    bool decimal = parts.kind == WG_REAL_DECIMAL;
    parts_of_end = wg_real_read(decimal ? end->decimal : end->binary);
    if (!wg_real_reduce(&parts, &number) || !wg_real_reduce(&parts_of_end, &of_end)) {
        return false;
    }
    if (!rank_of(&number, &rank) || !rank_of(&of_end, &rank_of_end)) {
        return false;
    }
    if (rank != rank_of_end || (rank != 1 && rank != -1)) {
        *order = rank - rank_of_end;
        return true;
    }
    if (decimal) {
        *order = compare_decimal(&number, &of_end);
    } else {
        *order = compare_binary(&number, &of_end);
        if (*order == 0 && !end->exact) {
            *order = -1;
        }
    }
    *order *= rank;
    return true;
}

bool wg_real_from(wg_real value, wg_real_end least)
{
    int order;
    return compare(value, &least, &order) && (order > 0 || (order == 0 && !least.open));
}

bool wg_real_upto(wg_real value, wg_real_end greatest)
{
    int order;
    return compare(value, &greatest, &order) && (order < 0 || (order == 0 && !greatest.open));
}

/* -- parts ----------------------------------------------------------------- */

static int64_t times(int64_t n, int64_t base)
{
    return n > INT64_MAX / base ? INT64_MAX : n * base;
}

/* The magnitude of the mantissa; INT64_MAX means anything larger. */
static int64_t mantissa_of(const wg_number *number)
{
    int64_t mantissa = 0;
    size_t i;
    for (i = number->digits.size; number->kind == WG_REAL_BINARY && i > 0; i--) {
        int64_t above = times(mantissa, 256);
        uint8_t octet = wg_mantissa_octet(number, i - 1);
        mantissa = above > INT64_MAX - octet ? INT64_MAX : above + octet;
    }
    for (i = 0; number->kind == WG_REAL_DECIMAL && i < number->digits.size; i++) {
        if (is_digit(number->digits.data[i])) {
            int64_t above = times(mantissa, 10);
            int digit = number->digits.data[i] - '0';
            mantissa = above > INT64_MAX - digit ? INT64_MAX : above + digit;
        }
    }
    return mantissa;
}

/* Maximum number of representations that are tried; each has a mantissa one digit longer. */
#define WAYS 256

bool wg_real_has(wg_real value, const wg_real_form *form)
{
    wg_real_parts parts = wg_real_read(value);
    wg_number number;
    int64_t mantissa, base, least = 0, way;
    if (!wg_real_reduce(&parts, &number)) {
        return false;
    }
    if (number.kind != WG_REAL_BINARY && number.kind != WG_REAL_DECIMAL) {
        return true;
    }
    base = number.kind == WG_REAL_BINARY ? 2 : 10;
    if (!wg_number_within(base, form->base, form->bases) || form->exponents == 0) {
        return false;
    }
    /* The mantissa has no factor left to move into the exponent, so the exponent can only decrease
       from here. */
    if (number.exponent > form->exponent[form->exponents - 1].hi) {
        least = number.exponent - form->exponent[form->exponents - 1].hi;
    }
    mantissa = mantissa_of(&number);
    for (way = 0; least <= WAYS && way < least + WAYS; way++) {
        if (way >= least && wg_number_within(number.negative ? -mantissa : mantissa, form->mantissa, form->mantissas) &&
            wg_number_within(number.exponent - way, form->exponent, form->exponents)) {
            return true;
        }
        mantissa = times(mantissa, base);
    }
    return false;
}
