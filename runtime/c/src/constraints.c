/* Shared by checks of constraints. */
#include "wireglot/constraints.h"

void wg_refuse_whole(wg_writer *w, wg_violation found)
{
    if (found.error != WG_OK) {
        wg_refuse(w, found.error);
        w->error = found.error;
        w->bit = 0;
        w->next = w->end;
    }
}

bool wg_number_within(int64_t number, const wg_range *ranges, size_t count)
{
    size_t lo = 0, hi = count;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (ranges[middle].hi < number) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo < count && ranges[lo].lo <= number;
}

bool wg_is_one_of(int64_t number, const int64_t *numbers, size_t count)
{
    size_t lo = 0, hi = count;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (numbers[middle] < number) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo < count && numbers[lo] == number;
}

bool wg_is_pair_of(int64_t first, int64_t second, const int64_t *numbers, size_t count)
{
    size_t lo = 0, hi = count / 2;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        const int64_t *pair = numbers + 2 * middle;
        if (pair[0] < first || (pair[0] == first && pair[1] < second)) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo < count / 2 && numbers[2 * lo] == first && numbers[2 * lo + 1] == second;
}

/* -- identifiers as text --------------------------------------------------- */

static bool is_mark(uint8_t c)
{
    return c == '-' || c == '.' || c == '_' || c == '~';
}

static bool is_letter_or_digit(uint8_t c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/* An integer without leading zeros; or letters, digits and marks, with no hyphen at the start, at
 * the end, or as third and fourth character (X.660 7.5). */
static bool is_label(const uint8_t *text, size_t size)
{
    bool number = true;
    size_t i;
    for (i = 0; i < size; i++) {
        uint8_t c = text[i];
        number = number && c >= '0' && c <= '9';
        /* From U+00A0 on; in UTF-8, those below start with c2 and continue below a0. */
        if (c < 0x80 ? !is_letter_or_digit(c) && !is_mark(c) : c == 0xc2 && i + 1 < size && text[i + 1] < 0xa0) {
            return false;
        }
    }
    if (size == 0 || (number && size > 1 && text[0] == '0')) {
        return false;
    }
    return text[0] != '-' && text[size - 1] != '-' && !(size >= 4 && text[2] == '-' && text[3] == '-');
}

bool wg_is_relative_oid_iri(wg_string text)
{
    size_t start = 0, at;
    for (at = 0; at < text.size; at++) {
        if (text.data[at] == '/') {
            if (!is_label(text.data + start, at - start)) {
                return false;
            }
            start = at + 1;
        }
    }
    return text.size > 0 && is_label(text.data + start, text.size - start);
}

bool wg_is_oid_iri(wg_string text)
{
    if (text.size == 0 || text.data[0] != '/') {
        return false;
    }
    text.data++;
    text.size--;
    return wg_is_relative_oid_iri(text);
}
