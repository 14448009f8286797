/* INTEGERs of any size in PER, both directions: value = lower bound + number. */
#include "fields.h"
#include "numbers.h"

#include <string.h>

#include "text.h"

/* Octet `i` from the right of a two's complement number, with its sign extended. */
static unsigned octet_of(wg_integer n, size_t i)
{
    if (i < n.size) {
        return n.data[n.size - 1 - i];
    }
    return n.size && n.data[0] & 0x80 ? 0xffu : 0u;
}

/* Octet `i` of a - b, called from right to left; `*borrow` starts at 0. */
static uint8_t minus(wg_integer a, wg_integer b, size_t i, unsigned *borrow)
{
    unsigned difference = octet_of(a, i) - octet_of(b, i) - *borrow;
    *borrow = difference > 0xff ? 1 : 0;
    return (uint8_t)difference;
}

/* The number of bits of a - b, which is not negative. */
static size_t difference_bits(wg_integer a, wg_integer b)
{
    size_t i, bits = 0, size = (a.size > b.size ? a.size : b.size) + 1;
    unsigned borrow = 0;
    for (i = 0; i < size; i++) {
        const uint8_t octet = minus(a, b, i, &borrow);
        bits = octet ? 8 * i + wg_number_bits(octet) : bits;
    }
    return bits;
}

/* a - b, which is less than 2^32. */
static uint64_t small_difference(wg_integer a, wg_integer b)
{
    uint64_t difference = 0;
    unsigned borrow = 0, i;
    for (i = 0; i < 4; i++) {
        difference |= (uint64_t)minus(a, b, i, &borrow) << 8 * i;
    }
    return difference;
}

static size_t octets_for(size_t bits)
{
    return bits ? (bits + 7) / 8 : 1;
}

/* A number in its shortest two's complement, in the arena. */
static wg_integer shortest(wg_reader *r, uint64_t number)
{
    const size_t size = wg_number_bits(number >> 63 ? ~number : number) / 8 + 1;
    uint8_t *const octets = wg_new_octets(r, size);
    size_t i;
    for (i = 0; octets && i < size; i++) {
        octets[i] = (uint8_t)(number >> 8 * (size - 1 - i));
    }
    return wg_octets_of(octets, octets ? size : 0);
}

static bool is_zero(wg_integer n)
{
    return n.size == 1 && n.data[0] == 0;
}

/* lo + n in its shortest two's complement, in the arena; `n` is unsigned. */
static wg_integer plus(wg_reader *r, wg_integer lo, wg_octets n)
{
    int64_t least;
    size_t size = (lo.size > n.size ? lo.size : n.size) + 2, i;
    uint8_t *sum;
    wg_integer result;
    unsigned carry = 0;
    if (size < 10 && wg_fast_to_i64(lo, &least)) {
        return shortest(r, (uint64_t)least + wg_load_some(n.data, n.size));
    }
    sum = wg_new_octets(r, size);
    result.data = sum;
    result.size = 0;
    if (!sum) {
        return result;
    }
    for (i = 0; i < size; i++) {
        carry += octet_of(lo, i) + (i < n.size ? n.data[n.size - 1 - i] : 0u);
        sum[size - 1 - i] = (uint8_t)carry;
        carry >>= 8;
    }
    result.size = size;
    while (result.size > 1 && !wg_is_integer(result)) {
        result.data++;
        result.size--;
    }
    return result;
}

/* A field of `bits` bits as octets, the first one padded with leading zeros. */
static wg_octets field(wg_reader *r, size_t bits)
{
    wg_octets n;
    size_t i, size = octets_for(bits), head = bits - 8 * (size - 1);
    uint8_t *copy = bits > r->bit_end - r->bit ? NULL : wg_new_octets(r, size);
    n.data = copy;
    n.size = copy ? size : 0;
    if (!copy) {
        wg_fail(r, WG_ERROR_END);
        return n;
    }
    copy[0] = (uint8_t)wg_bits_take(r, (unsigned)head);
    for (i = 1; i < size; i++) {
        copy[i] = (uint8_t)wg_bits_take(r, 8);
    }
    return n;
}

/* Reads a length and that many octets, at least one. */
static wg_octets counted(wg_reader *r)
{
    wg_octets c = wg_bits_contents(r);
    if (c.size == 0) {
        wg_fail(r, WG_ERROR_LENGTH);
    }
    return c;
}

wg_integer wg_bits_integer_of(wg_reader *r, wg_bounds bounds, wg_integer lo, wg_octets contents)
{
    if (bounds == WG_FROM) {
        const bool same = is_zero(lo) && contents.size > 0 && contents.data[0] > 0 && contents.data[0] < 0x80;
        return same ? contents : plus(r, lo, contents);
    }
    if (r->strict && contents.size > 1 && !wg_is_integer(contents)) {
        wg_fail(r, WG_ERROR_CANONICAL);
        contents.size = 0;
    }
    while (contents.size > 1 && !wg_is_integer(contents)) {
        contents.data++;
        contents.size--;
    }
    return contents;
}

wg_integer wg_bits_get_integer_big(wg_reader *r, wg_bounds bounds, wg_integer lo, wg_integer hi)
{
    wg_octets n;
    wg_integer value;
    size_t bits;
    uint8_t small[9];
    if (bounds != WG_BETWEEN) {
        return wg_bits_integer_of(r, bounds, lo, counted(r));
    }
    bits = difference_bits(hi, lo);
    if (r->aligned && bits > 16) {
        size_t size = (size_t)wg_bits_constrained(r, octets_for(bits) - 1) + 1;
        if (size > octets_for(bits)) {
            wg_fail(r, WG_ERROR_LENGTH);
            return wg_octets_of(NULL, 0);
        }
        wg_bits_align(r);
        n = field(r, size * 8);
    } else if (r->aligned) {
        n = wg_integer_from_u64(wg_bits_constrained(r, small_difference(hi, lo)), small);
    } else {
        n = field(r, bits);
    }
    value = plus(r, lo, n);
    if (r->error == WG_OK && wg_integer_compare(value, hi) > 0) {
        wg_fail(r, WG_ERROR_RANGE);
        value.size = 0;
    }
    return value;
}

/* value - lo in `size` octets: in `local` if they fit, otherwise in the free end of the buffer. */
static wg_octets difference(wg_writer *w, wg_integer value, wg_integer lo, size_t size, uint8_t local[16])
{
    size_t free_octets = w->error == WG_OK ? (size_t)(w->end - w->start) - (w->bit + 7) / 8 : 0, i;
    unsigned borrow = 0;
    uint8_t *octets = size <= 16 || size > free_octets ? local : w->end - size;
    wg_octets n;
    n.data = octets;
    n.size = 0;
    if (w->error != WG_OK || (size > 16 && size > free_octets)) {
        wg_refuse(w, WG_ERROR_SPACE);
        return n;
    }
    for (i = 0; i < size; i++) {
        octets[size - 1 - i] = minus(value, lo, i, &borrow);
    }
    n.size = size;
    return n;
}

/* Writes the lower `bits` bits of the octets. */
static void put_field(wg_writer *w, wg_octets n, size_t bits)
{
    size_t head = bits - 8 * (octets_for(bits) - 1);
    if (n.size) {
        wg_bits_put(w, n.data[0], (unsigned)head);
        wg_bits_put_run(w, n.data + 1, bits - head);
    }
}

void wg_bits_put_integer_big(wg_writer *w, wg_bounds bounds, wg_integer lo, wg_integer hi, wg_integer value)
{
    static const uint8_t zero[1] = {0};
    uint8_t local[16];
    size_t size, bits;
    if (value.size == 0) {
        value.data = zero;
        value.size = 1;
    }
    while (value.size > 1 && !wg_is_integer(value)) {
        value.data++;
        value.size--;
    }
    if (bounds == WG_UNBOUNDED) {
        wg_bits_put_octet_string(w, 0, WG_NO_BOUND, value);
        return;
    }
    if (wg_integer_compare(value, lo) < 0 || (bounds == WG_BETWEEN && wg_integer_compare(value, hi) > 0)) {
        wg_refuse(w, WG_ERROR_RANGE);
        return;
    }
    if (bounds == WG_FROM && is_zero(lo)) {
        const size_t sign = value.size > 1 && value.data[0] == 0;
        wg_bits_put_octet_string(w, 0, WG_NO_BOUND, wg_octets_of(value.data + sign, value.size - sign));
        return;
    }
    size = octets_for(difference_bits(value, lo));
    if (bounds == WG_FROM) {
        wg_bits_put_octet_string(w, 0, WG_NO_BOUND, difference(w, value, lo, size, local));
        return;
    }
    bits = difference_bits(hi, lo);
    if (w->aligned && bits > 16) {
        wg_bits_put_constrained(w, octets_for(bits) - 1, size - 1);
        wg_bits_put_align(w);
        put_field(w, difference(w, value, lo, size, local), size * 8);
    } else if (w->aligned) {
        wg_bits_put_constrained(w, small_difference(hi, lo), small_difference(value, lo));
    } else {
        put_field(w, difference(w, value, lo, octets_for(bits), local), bits);
    }
}
