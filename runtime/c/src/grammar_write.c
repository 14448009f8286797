/* Writes values as pieces of text. */
#include "wireglot/grammar.h"

#include "begin.h"

void wg_text_pen_begin(wg_text_pen *w, bool pretty, uint8_t *buffer, size_t capacity)
{
    memset(w, 0, sizeof *w);
    w->start = w->next = wg_place_of(buffer);
    w->end = w->start + (buffer ? capacity : 0);
    w->pretty = pretty;
}

void wg_text_pen_fail(wg_text_pen *w, wg_error error)
{
    if (w->error == WG_OK) {
        w->error = error;
        w->end = w->next;
    }
}

wg_result wg_text_pen_result(const wg_text_pen *w, size_t leaves, wg_octets *encoding)
{
    wg_result result;
    /* Leaves that were not counted have not been written. */
    result.error = w->error == WG_OK && w->leaves != leaves ? WG_ERROR_VALUE : w->error;
    result.octet = (size_t)(w->next - w->start);
    result.bit = 0;
    encoding->data = w->start;
    encoding->size = result.error == WG_OK ? result.octet : 0;
    return result;
}

void wg_text_pen_long_line(wg_text_pen *w)
{
    if ((size_t)(w->end - w->next) < 1 + (size_t)w->level) {
        wg_text_pen_fail(w, WG_ERROR_SPACE);
        return;
    }
    *w->next++ = '\n';
    memset(w->next, '\t', w->level);
    w->next += w->level;
}

void wg_text_pen_octets(wg_text_pen *w, wg_octets octets)
{
    if (octets.size) {
        wg_text_pen_piece(w, octets.data, octets.size);
    }
}

bool wg_scan_is_small(wg_octets octets)
{
    for (; octets.size >= 8; octets.data += 8, octets.size -= 8) {
        if (wg_head_upper(wg_head_8(octets.data))) {
            return false;
        }
    }
    return octets.size == 0 || !wg_head_upper(wg_head(octets.data, octets.size));
}

void wg_text_pen_small(wg_text_pen *w, wg_octets octets)
{
    if (!wg_scan_is_small(octets)) {
        wg_text_pen_fail(w, WG_ERROR_VALUE);
    }
}

void wg_text_pen_quoted(wg_text_pen *w, wg_octets octets)
{
    if (!wg_text_pen_fits_quoted(octets)) {
        wg_text_pen_fail(w, WG_ERROR_VALUE);
    }
    wg_text_pen_put(w, "\"", 1);
    wg_text_pen_octets(w, octets);
    wg_text_pen_put(w, "\"", 1);
}

void wg_text_pen_escaped(wg_text_pen *w, wg_octets octets, int escape, int escaped)
{
    size_t i;
    if (escape < 0 || octets.size == 0 || !memchr(octets.data, escaped, octets.size)) {
        wg_text_pen_octets(w, octets);
        return;
    }
    for (i = 0; i < octets.size; i++) {
        const char pair[2] = {(char)escape, (char)octets.data[i]};
        const bool plain = octets.data[i] != escaped;
        wg_text_pen_put(w, pair + plain, plain ? 1 : 2);
    }
}

static bool is_white(uint8_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r' && c != 0x0b);
}

bool wg_text_pen_fits_until(const uint64_t *sets, const wg_charset *others, wg_octets octets, uint64_t ends,
                            bool all_escaped, bool trims, int escape, int escaped)
{
    const size_t size = octets.size;
    const uint8_t *end, *at = octets.data;
    if (size == 0) {
        return true;
    }
    end = at + size;
    while ((at = wg_scan_until(sets, others, octets.data, at, end, ends, -1, -1)) < end) {
        if (*at++ != escaped) {
            return false;
        }
    }
    /* If nothing else ends it, its own end would be taken for an escaped one. */
    if (all_escaped && octets.data[size - 1] == escape) {
        return false;
    }
    return !(trims && (is_white(octets.data[0]) || is_white(octets.data[size - 1])));
}

void wg_text_pen_size(wg_text_pen *w, size_t size, size_t lo, size_t hi)
{
    if (size < lo || size > hi) {
        wg_text_pen_fail(w, WG_ERROR_VALUE);
    }
}

static const char pairs[] = "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243"
                            "4445464748495051525354555657585960616263646566676869707172737475767778798081828384858687"
                            "888990919293949596979899";

/* Writes a number below 10000 without leading zeros. Up to four octets are overwritten. */
static uint8_t *put_four(uint8_t *to, unsigned number)
{
    const unsigned high = number / 100, low = number % 100;
    if (high >= 10) {
        memcpy(to, pairs + 2 * high, 2);
        to += 2;
    } else if (high) {
        *to++ = (uint8_t)('0' + high);
    } else if (low < 10) {
        *to++ = (uint8_t)('0' + low);
        return to;
    }
    memcpy(to, pairs + 2 * low, 2);
    return to + 2;
}

/* Writes the last digits of a number: 4 of them, zeros too. */
static uint8_t *put_last_four(uint8_t *to, unsigned number)
{
    memcpy(to, pairs + 2 * (number / 100), 2);
    memcpy(to + 2, pairs + 2 * (number % 100), 2);
    return to + 4;
}

/* Writes a number below 10^12. */
static uint8_t *put_twelve(uint8_t *to, uint64_t number)
{
    if (number >= 100000000) {
        to = put_four(to, (unsigned)(number / 100000000));
        to = put_last_four(to, (unsigned)(number / 10000 % 10000));
        return put_last_four(to, (unsigned)(number % 10000));
    }
    if (number >= 10000) {
        to = put_four(to, (unsigned)number / 10000);
        return put_last_four(to, (unsigned)number % 10000);
    }
    return put_four(to, (unsigned)number);
}

/* Writes a number of up to 19 digits. */
static uint8_t *put_number(uint8_t *to, uint64_t number)
{
    static const uint64_t twelve = UINT64_C(1000000000000);
    if (number < twelve) {
        return put_twelve(to, number);
    }
    to = put_twelve(to, number / twelve);
    number %= twelve;
    to = put_last_four(to, (unsigned)(number / 100000000));
    to = put_last_four(to, (unsigned)(number / 10000 % 10000));
    return put_last_four(to, (unsigned)(number % 10000));
}

void wg_text_pen_integer(wg_text_pen *w, int64_t number, int64_t lo, int64_t hi)
{
    enum { MOST = 20 };
    uint8_t digits[MOST];
    /* No class has a sign. */
    if (number < lo || number > hi || number < 0) {
        wg_text_pen_fail(w, WG_ERROR_VALUE);
    } else if (number < 10 && w->next < w->end) {
        *w->next++ = (uint8_t)('0' + number);
    } else if (w->end - w->next >= MOST) {
        w->next = put_number(w->next, (uint64_t)number);
    } else {
        wg_text_pen_piece(w, digits, (size_t)(put_number(digits, (uint64_t)number) - digits));
    }
}

void wg_text_pen_hex(wg_text_pen *w, wg_octets octets)
{
    static const char digits[] = "0123456789ABCDEF";
    size_t i;
    for (i = 0; i < octets.size; i++) {
        const char pair[2] = {digits[octets.data[i] >> 4], digits[octets.data[i] & 15]};
        wg_text_pen_put(w, pair, 2);
    }
}

/* Writes a number below 256 without leading zeros. Up to four octets are overwritten. */
static uint8_t *put_octet(uint8_t *to, unsigned number)
{
    const unsigned high = number / 100, low = number % 100;
    to[0] = (uint8_t)('0' + high);
    to += high != 0;
    memcpy(to, pairs + 2 * low, 2);
    if (number < 10) {
        to[0] = to[1];
        return to + 1;
    }
    return to + 2;
}

void wg_text_pen_ip4(wg_text_pen *w, wg_octets octets)
{
    enum { MOST = 32 };
    uint8_t address[MOST], *const from = w->end - w->next >= MOST ? w->next : address, *to;
    size_t i;
    if (octets.size != 4) {
        wg_text_pen_fail(w, WG_ERROR_VALUE);
        return;
    }
    to = put_octet(from, octets.data[0]);
    for (i = 1; i < 4; i++) {
        *to++ = '.';
        to = put_octet(to, octets.data[i]);
    }
    if (from == address) {
        wg_text_pen_piece(w, address, (size_t)(to - address));
    } else {
        w->next = to;
    }
}

/* Without leading zeros. */
static void group(wg_text_pen *w, unsigned number)
{
    static const char digits[] = "0123456789ABCDEF";
    int shift = 12;
    while (shift && number >> shift == 0) {
        shift -= 4;
    }
    for (; shift >= 0; shift -= 4) {
        wg_text_pen_put(w, &digits[number >> shift & 15], 1);
    }
}

void wg_text_pen_ip6(wg_text_pen *w, wg_octets octets)
{
    unsigned groups[8];
    size_t i, k, gap = 8, gap_end = 8;
    bool joined = true;
    if (octets.size != 16) {
        wg_text_pen_fail(w, WG_ERROR_VALUE);
        return;
    }
    for (i = 0; i < 8; i++) {
        groups[i] = (unsigned)octets.data[2 * i] << 8 | octets.data[2 * i + 1];
    }
    /* The first run of more than one zero. */
    for (i = 0; i < 8 && gap == 8; i++) {
        for (k = i; k < 8 && groups[k] == 0; k++) {
        }
        if (k > i + 1) {
            gap = i;
            gap_end = k;
        }
    }
    for (i = 0; i < 8; i++) {
        if (i == gap) {
            wg_text_pen_put(w, "::", 2);
            joined = true;
            i = gap_end - 1;
            continue;
        }
        if (!joined) {
            wg_text_pen_put(w, ":", 1);
        }
        group(w, groups[i]);
        joined = false;
    }
}

size_t wg_text_pen_bits(const uint8_t *octets, size_t count)
{
    size_t bits = 0, i;
    for (i = 0; i < (count + 7) / 8; i++) {
        unsigned left = octets[i];
        for (; left; left &= left - 1) {
            bits++;
        }
    }
    return bits;
}

bool wg_text_pen_bit(const uint8_t *octets, size_t count, unsigned bit)
{
    return bit / 8 < (count + 7) / 8 && (octets[bit / 8] >> (7 - bit % 8) & 1) != 0;
}
