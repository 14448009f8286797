/* Writes values as pieces of text. */
#include "wireglot/grammar.h"

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

void wg_text_pen_line(wg_text_pen *w)
{
    /* Copies the whole block if there is room, since most lines are indented by less. */
    static const char start[16] = {'\n', '\t', '\t', '\t', '\t', '\t', '\t', '\t',
                                   '\t', '\t', '\t', '\t', '\t', '\t', '\t', '\t'};
    const size_t size = 1 + (size_t)w->level, room = (size_t)(w->end - w->next);
    if (size <= sizeof start && room >= sizeof start) {
        memcpy(w->next, start, sizeof start);
        w->next += size;
        return;
    }
    if (room < size) {
        wg_text_pen_fail(w, WG_ERROR_SPACE);
        return;
    }
    *w->next++ = '\n';
    memset(w->next, '\t', w->level);
    w->next += w->level;
}

void wg_text_pen_deeper(wg_text_pen *w, int by)
{
    w->level = by < 0 && w->level < (unsigned)-by ? 0 : w->level + (unsigned)by;
}

void wg_text_pen_octets(wg_text_pen *w, wg_octets octets)
{
    if (octets.size) {
        wg_text_pen_put(w, (const char *)octets.data, octets.size);
    }
}

bool wg_scan_is_small(const uint64_t *sets, wg_octets octets)
{
    size_t i;
    for (i = 0; i < octets.size; i++) {
        if (sets[octets.data[i]] & WG_SCAN_UPPER) {
            return false;
        }
    }
    return true;
}

void wg_text_pen_small(wg_text_pen *w, const uint64_t *sets, wg_octets octets)
{
    if (!wg_scan_is_small(sets, octets)) {
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
    if (escape < 0 || !wg_scan_has(octets.data, octets.data + octets.size, (uint8_t)escaped)) {
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

bool wg_text_pen_fits_until(const uint64_t *sets, wg_octets octets, uint64_t ends, bool all_escaped, bool trims,
                       int escape, int escaped)
{
    const size_t size = octets.size;
    size_t i;
    for (i = 0; i < size; i++) {
        if ((sets[octets.data[i]] & ends) && octets.data[i] != escaped) {
            return false;
        }
    }
    /* If nothing else ends it, its own end would be taken for an escaped one. */
    if (all_escaped && size && octets.data[size - 1] == escape) {
        return false;
    }
    return !(trims && size && (is_white(octets.data[0]) || is_white(octets.data[size - 1])));
}

void wg_text_pen_size(wg_text_pen *w, size_t size, size_t lo, size_t hi)
{
    if (size < lo || size > hi) {
        wg_text_pen_fail(w, WG_ERROR_VALUE);
    }
}

static size_t digits_of(uint64_t number)
{
    size_t count = 1;
    for (; number >= 10000; number /= 10000) {
        count += 4;
    }
    return count + (number >= 10) + (number >= 100) + (number >= 1000);
}

/* Writes a number backwards from `end`, two digits at a time. */
static void put_digits(uint8_t *end, uint64_t number)
{
    static const char pairs[] = "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243"
                                "4445464748495051525354555657585960616263646566676869707172737475767778798081828384858687"
                                "888990919293949596979899";
    while (number >= 100) {
        end -= 2;
        memcpy(end, pairs + 2 * (number % 100), 2);
        number /= 100;
    }
    if (number >= 10) {
        memcpy(end - 2, pairs + 2 * number, 2);
    } else {
        end[-1] = (uint8_t)('0' + number);
    }
}

void wg_text_pen_integer(wg_text_pen *w, int64_t number, int64_t lo, int64_t hi)
{
    size_t count;
    /* No class has a sign. */
    if (number < lo || number > hi || number < 0) {
        wg_text_pen_fail(w, WG_ERROR_VALUE);
        return;
    }
    if (number < 10 && w->next < w->end) {
        *w->next++ = (uint8_t)('0' + number);
        return;
    }
    count = digits_of((uint64_t)number);
    if ((size_t)(w->end - w->next) < count) {
        wg_text_pen_fail(w, WG_ERROR_SPACE);
        return;
    }
    w->next += count;
    put_digits(w->next, (uint64_t)number);
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

void wg_text_pen_ip4(wg_text_pen *w, wg_octets octets)
{
    size_t i;
    if (octets.size != 4) {
        wg_text_pen_fail(w, WG_ERROR_VALUE);
    }
    for (i = 0; i < 4 && w->error == WG_OK; i++) {
        if (i) {
            wg_text_pen_put(w, ".", 1);
        }
        wg_text_pen_integer(w, octets.data[i], 0, 255);
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

size_t wg_text_pen_unknown(const wg_unknown *unknown)
{
    size_t count = 0;
    for (; unknown; unknown = unknown->next) {
        count++;
    }
    return count;
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
