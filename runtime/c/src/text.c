/* Tests whether octets are valid values, and looks at their characters. */
#include "text.h"

#include "wireglot/fast.h"

#undef wg_string_length

static bool all_within(wg_octets text, uint8_t lo, uint8_t hi)
{
    size_t i;
    for (i = 0; i + 8 <= text.size; i += 8) {
        if (wg_outside(wg_load_eight(text.data + i), lo, hi)) {
            return false;
        }
    }
    for (; i < text.size; i++) {
        if (text.data[i] < lo || text.data[i] > hi) {
            return false;
        }
    }
    return true;
}

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

/* The length in octets of the UTF-8 character at `p`; 0 if it is invalid (RFC 3629 3). */
static size_t utf8_character(const uint8_t *p, size_t left)
{
    uint8_t lo = 0x80, hi = 0xbf;
    size_t n, i;
    if (p[0] < 0x80) {
        return 1;
    }
    n = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
    if (p[0] < 0xc2 || p[0] > 0xf4 || n > left) {
        return 0;
    }
    lo = p[0] == 0xe0 ? 0xa0 : p[0] == 0xf0 ? 0x90 : lo;
    hi = p[0] == 0xed ? 0x9f : p[0] == 0xf4 ? 0x8f : hi;
    if (p[1] < lo || p[1] > hi) {
        return 0;
    }
    for (i = 2; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return n;
}

/* The same for a character that is not ASCII, in four octets that begin with it. */
static size_t utf8_character_in(uint32_t four)
{
    if ((four & 0xe0c00000u) == 0xc0800000u) {
        return four >= 0xc2000000u ? 2 : 0;
    }
    if ((four & 0xf0c0c000u) == 0xe0808000u) {
        return four >= 0xe0a00000u && (four & 0xffe00000u) != 0xeda00000u ? 3 : 0;
    }
    return (four & 0xf8c0c0c0u) == 0xf0808080u && four >= 0xf0900000u && four < 0xf4900000u ? 4 : 0;
}

bool wg_is_utf8(wg_octets text)
{
    const uint8_t *p = text.data;
    size_t left = text.size, n;
    for (; left > 0; p += n, left -= n) {
        if (p[0] < 0x80) {
            const size_t some = left < 8 ? left : 8;
            n = some - wg_number_bits(wg_load_some(p, some) & WG_EACH_OCTET(0x80)) / 8;
        } else {
            n = left < 4 ? utf8_character(p, left) : utf8_character_in((uint32_t)wg_load_four(p));
        }
        if (n == 0) {
            return false;
        }
    }
    return true;
}

/* Surrogates alone are not characters. */
static bool is_surrogate(unsigned upper)
{
    return (upper & 0xf8) == 0xd8;
}

bool wg_is_bmp(wg_octets text)
{
    size_t i;
    for (i = 0; i + 8 <= text.size; i += 8) {
        /* The upper five bits of each character, zero if it is a surrogate. */
        const uint64_t upper = ((wg_load_eight(text.data + i) >> 11) & 0x001f001f001f001fu) ^ 0x001b001b001b001bu;
        if (((upper + 0x001f001f001f001fu) & 0x0020002000200020u) != 0x0020002000200020u) {
            return false;
        }
    }
    for (; i < text.size; i += 2) {
        if (text.size - i < 2 || is_surrogate(text.data[i])) {
            return false;
        }
    }
    return true;
}

bool wg_is_universal(wg_octets text)
{
    size_t i;
    for (i = 0; i < text.size; i += 4) {
        if (text.size - i < 4 || text.data[i] != 0 || text.data[i + 1] > 0x10 ||
            (text.data[i + 1] == 0 && is_surrogate(text.data[i + 2]))) {
            return false;
        }
    }
    return true;
}

bool wg_is_numeric(wg_octets text)
{
    size_t i;
    for (i = 0; i + 8 <= text.size; i += 8) {
        const uint64_t eight = wg_load_eight(text.data + i);
        if (wg_outside(eight, '0', '9') & wg_outside(eight, ' ', ' ')) {
            return false;
        }
    }
    for (; i < text.size; i++) {
        if (!is_digit(text.data[i]) && text.data[i] != ' ') {
            return false;
        }
    }
    return true;
}

/* X.680 41.4, table 10: one bit per character from 0x20 to 0x7f. */
static const uint32_t printable_set[3] = {0xa7fffb81u, 0x07fffffeu, 0x07fffffeu};

bool wg_is_printable(wg_octets text)
{
    size_t i;
    for (i = 0; i < text.size; i++) {
        uint8_t c = text.data[i];
        if (c < 0x20 || c > 0x7f || !(printable_set[c / 32 - 1] >> c % 32 & 1)) {
            return false;
        }
    }
    return true;
}

bool wg_is_ia5(wg_octets text)
{
    return wg_is_seven_bits(text);
}

bool wg_is_visible(wg_octets text)
{
    return all_within(text, 0x20, 0x7e);
}

bool wg_is_any_text(wg_octets text)
{
    (void)text;
    return true;
}

/* The octets that a character of UTF-8 takes by the first of them. */
static size_t utf8_octets(uint8_t lead)
{
    return lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/* The character at `*at`; moves that past it. Missing octets at the end count as zero. */
static uint32_t next_character(wg_string string, unsigned unit, size_t *at)
{
    uint32_t c = 0;
    size_t n = unit ? unit : 1;
    if (unit == 1) {
        return string.data[(*at)++];
    }
    if (unit == 0) {
        uint8_t lead = string.data[*at];
        n = utf8_octets(lead);
        c = n == 1 ? lead : lead & (0x7fu >> n);
        for (++*at; --n > 0 && *at < string.size; ++*at) {
            c = c << 6 | (string.data[*at] & 0x3fu);
        }
        return c;
    }
    for (; n > 0; n--, ++*at) {
        c = c << 8 | (*at < string.size ? string.data[*at] : 0u);
    }
    return c;
}

/* Whether up to eight octets are characters below 0x80, each in one of the spans, of which there is one at least. */
static bool few_within(const uint8_t *data, size_t n, const wg_span *spans, size_t count)
{
    uint64_t octets = wg_load_some(data, n), out = WG_EACH_OCTET(0x80);
    size_t i;
    if (n < 8) {
        octets |= (spans[0].lo & 0x7fu) * (uint64_t)WG_EACH_OCTET(1) << 8 * n;
    }
    for (i = 0; out && i < count && spans[i].lo < 0x80; i++) {
        out &= wg_outside(octets, (uint8_t)spans[i].lo, (uint8_t)(spans[i].hi < 0x80 ? spans[i].hi : 0x7f));
    }
    return out == 0;
}

bool wg_string_within(wg_string string, unsigned unit, const wg_span *spans, size_t count)
{
    size_t at = 0;
    while (at < string.size) {
        const size_t some = string.size - at < 8 ? string.size - at : 8;
        uint32_t c;
        size_t i = 0;
        if (unit <= 1 && count > 0 && string.data[at] < 0x80 && few_within(string.data + at, some, spans, count)) {
            at += some;
            continue;
        }
        c = next_character(string, unit, &at);
        while (i < count && (c < spans[i].lo || c > spans[i].hi)) {
            i++;
        }
        if (i == count) {
            return false;
        }
    }
    return true;
}

/* How many of eight octets continue a character of UTF-8: 10xxxxxx. */
static size_t continuing(uint64_t octets)
{
    return (size_t)(((octets & ~(octets << 1) & WG_EACH_OCTET(0x80)) >> 7) * WG_EACH_OCTET(1) >> 56);
}

size_t wg_string_length(wg_string string, unsigned unit)
{
    const uint8_t *p = string.data;
    size_t n = string.size, left = string.size;
    if (unit) {
        return n / unit;
    }
    for (; left >= 8; left -= 8, p += 8) {
        n -= continuing(wg_load_eight(p));
    }
    return n - continuing(wg_load_some(p, left));
}

/* The top bit of each of eight octets that is 0x80 and follows one below it; `before` is all that comes before. */
static uint64_t padded(uint64_t octets, uint64_t before)
{
    const uint64_t tops = WG_EACH_OCTET(0x80), sevens = WG_EACH_OCTET(0x7f);
    return octets & ~((octets & sevens) + sevens) & ~(octets >> 8 | before << 56) & tops;
}

bool wg_is_oid(wg_octets contents)
{
    const uint8_t *p = contents.data;
    size_t left = contents.size;
    uint64_t before = 0, wrong = 0;
    if (left == 0 || p[left - 1] >= 0x80) {
        return false;
    }
    for (; left >= 8; left -= 8, p += 8) {
        const uint64_t eight = wg_load_eight(p);
        wrong |= padded(eight, before);
        before = eight;
    }
    return (wrong | padded(wg_load_some(p, left) << 1 << (63 - 8 * left), before)) == 0;
}

bool wg_is_integer(wg_octets contents)
{
    if (contents.size < 2) {
        return contents.size == 1;
    }
    return !(contents.data[0] == 0 && contents.data[1] < 0x80) &&
           !(contents.data[0] == 0xff && contents.data[1] >= 0x80);
}

bool wg_is_like(wg_octets text, const char *pattern)
{
    size_t i;
    for (i = 0; i < text.size && pattern[i]; i++) {
        if (pattern[i] == '#' ? !is_digit(text.data[i]) : text.data[i] != (uint8_t)pattern[i]) {
            return false;
        }
    }
    return i == text.size && pattern[i] == 0;
}
