/* Terminals of texts, and memory for what is read. */
#include "wireglot/grammar.h"

#define HASH UINT64_C(0x9e3779b97f4a7c15)

void wg_scan_begin(wg_scan *t, const wg_lexis *lexis, const uint8_t *data, size_t size, wg_arena *arena)
{
    static const uint8_t nothing = 0;
    const wg_limits limits = arena ? arena->limits : wg_limits_default();
    memset(t, 0, sizeof *t);
    t->start = data ? data : &nothing;
    t->end = t->start + (data ? size : 0);
    t->lexis = lexis;
    t->sets = lexis->sets;
    wg_scan_move(t, t->start);
    t->depth = limits.depth;
    t->elements = limits.elements;
    t->arena = arena;
}

void wg_scan_fail(wg_scan *t, wg_error error, const uint8_t *at)
{
    if (t->error == WG_OK) {
        t->error = error;
        t->error_at = at;
        t->next = t->at = t->end;
    }
}

void wg_scan_unexpected(wg_scan *t)
{
    wg_scan_fail(t, WG_ERROR_SYNTAX, t->error == WG_OK ? wg_scan_skip(t) : t->end);
}

void wg_scan_twice(wg_scan *t)
{
    wg_scan_fail(t, WG_ERROR_DUPLICATE, t->error == WG_OK ? wg_scan_skip(t) : t->end);
}

void wg_scan_end(wg_scan *t, bool goes_on)
{
    const size_t most = t->arena ? t->arena->limits.total : wg_limits_default().total;
    const uint8_t *at;
    if (t->error != WG_OK) {
        return;
    }
    at = wg_scan_skip(t);
    if (at < t->end && !goes_on) {
        wg_scan_unexpected(t);
    } else if ((size_t)(t->next - t->start) > most) {
        wg_scan_fail(t, WG_ERROR_LIMIT, t->next);
    } else {
        t->next = at;
    }
}

wg_result wg_scan_result(const wg_scan *t)
{
    wg_result result;
    /* In two steps: gcc 12 with -fsanitize=pointer-subtract crashes on the difference of a conditional. */
    const uint8_t *const at = t->error == WG_OK ? t->next : t->error_at;
    result.error = t->error;
    result.octet = (size_t)(at - t->start);
    result.bit = 0;
    return result;
}

wg_result wg_scan_peeked(const wg_scan *t)
{
    wg_result result = wg_scan_result(t);
    /* What follows the head was not read, so it is no error that it is missing. */
    if (t->head_end) {
        result.error = WG_OK;
        result.octet = (size_t)(t->head_end - t->start);
    }
    return result;
}

wg_scan_place wg_scan_place_of(const uint8_t *text, size_t size, size_t octet)
{
    wg_scan_place place = {1, 1};
    size_t i;
    for (i = 0; i < octet && i < size; i++) {
        place.column++;
        if (text[i] == '\n') {
            place.line++;
            place.column = 1;
        }
    }
    return place;
}

const uint8_t *wg_scan_white_from(const wg_scan *t, const uint8_t *at)
{
    const uint64_t *const sets = t->lexis->sets;
    while (at < t->end && (sets[*at] & WG_SCAN_SPACE)) {
        at++;
    }
    return at;
}

WG_COLD static const uint8_t *skip_comments(const wg_scan *t, const uint8_t *at)
{
    const uint64_t *const sets = t->sets;
    while (at < t->end && (sets[*at] & WG_SCAN_GAP)) {
        if (!(sets[*at] & WG_SCAN_SPACE)) {
            while (at < t->end && *at != '\n' && *at != '\r') {
                at++;
            }
        }
        at = wg_scan_span(sets, t->lexis->space, t->start, at, t->end, WG_SCAN_SPACE, SIZE_MAX);
    }
    return at;
}

const uint8_t *wg_scan_skip_from(const wg_scan *t, const uint8_t *at)
{
    const uint64_t *const sets = t->sets;
    const uint8_t *const end = t->end;
    /* Most gaps are one space, or a new line with a few tabs. */
    if (at == end || !(sets[*at] & WG_SCAN_SPACE) || ++at == end || !(sets[*at] & WG_SCAN_SPACE)) {
        return at == end || !(sets[*at] & WG_SCAN_GAP) ? at : skip_comments(t, at);
    }
#ifdef WG_SCAN_WIDE
    if (t->lexis->space && end - at >= WG_SCAN_WIDE) {
        const unsigned others = wg_span_others(t->lexis->space, at);
        if (others && !(sets[at[__builtin_ctz(others)]] & WG_SCAN_GAP)) {
            return at + __builtin_ctz(others);
        }
    }
#endif
    return skip_comments(t, at);
}

/* Bit 5 of eight letters. */
#define LOWER UINT64_C(0x2020202020202020)

/* Whether the characters after the first eight are those of a keyword. */
static bool is_tail(const uint8_t *at, const char *spelling, size_t size)
{
    size_t i;
    if (size > 8 && (wg_head_8(at + size - 8) | LOWER) != (wg_head_8((const uint8_t *)spelling + size - 8) | LOWER)) {
        return false;
    }
    for (i = 8; i + 8 < size; i++) {
        if ((at[i] | 0x20) != ((uint8_t)spelling[i] | 0x20)) {
            return false;
        }
    }
    return true;
}

const uint8_t *wg_scan_long_span(const uint64_t *sets, const wg_charset *span, const uint8_t *start, const uint8_t *at,
                                 const uint8_t *end, uint64_t set, size_t most)
{
    const uint8_t *const last = (size_t)(end - at) > most ? at + most + 1 : end;
#ifdef WG_SCAN_WIDE
    for (; span && last - at >= WG_SCAN_WIDE; at += WG_SCAN_WIDE) {
        const unsigned others = wg_span_others(span, at);
        if (others) {
            return at + __builtin_ctz(others);
        }
    }
    if (span && end - start >= WG_SCAN_WIDE) {
        return wg_span_last(span, at, end - at > WG_SCAN_WIDE ? at + WG_SCAN_WIDE : end);
    }
#else
    (void)span;
    (void)start;
#endif
    while (at < last && (sets[*at] & set)) {
        at++;
    }
    return at;
}

/* The number of the keywords with this spelling; 0 if there is none. */
WG_INLINE unsigned keyword_of(const wg_lexis *lexis, const uint8_t *at, size_t size, uint64_t head)
{
    const uint16_t *slot;
    for (slot = &lexis->index[((head ^ size) * HASH) >> lexis->shift]; *slot; slot++) {
        const wg_keyword *const keyword = &lexis->keywords[*slot - 1];
        if (keyword->head == head && keyword->length == size && is_tail(at, keyword->spelling, size)) {
            return keyword->number;
        }
    }
    return 0;
}

/* The bits of a head with so many characters. */
WG_INLINE uint64_t first_of(size_t size)
{
    return size >= 8 ? UINT64_MAX : UINT64_MAX >> (64 - 8 * size);
}

unsigned wg_scan_word_from(const wg_scan *t, const uint8_t *at, const uint8_t **end)
{
    const wg_lexis *const lexis = t->lexis;
    size_t size;
    if (at >= t->end || !(t->sets[*at] & WG_SCAN_FIRST)) {
        return 0;
    }
    *end = wg_scan_span(t->sets, lexis->word, t->start, at, t->end, WG_SCAN_WORD, lexis->longest);
    size = (size_t)(*end - at);
    return size == 0 || size > lexis->longest ? 0 : keyword_of(lexis, at, size, wg_head(at, size) | (LOWER & first_of(size)));
}

unsigned wg_scan_look_up(wg_scan *t, const uint8_t *at)
{
    t->word_at = at;
    t->word = 0;
    if (at == t->end || !(t->sets[*at] & WG_SCAN_FIRST)) {
        return 0;
    }
#ifdef WG_SCAN_WIDE
    if (t->lexis->word && t->end - at >= WG_SCAN_WIDE) {
        const unsigned others = wg_span_others(t->lexis->word, at);
        const size_t size = (size_t)__builtin_ctz(others | 1u << WG_SCAN_WIDE);
        if (size - 1 < WG_SCAN_WIDE - 1) {
            t->word_end = at + size;
            return t->word = keyword_of(t->lexis, at, size, (wg_head_8(at) | LOWER) & first_of(size));
        }
    }
#endif
    return t->word = wg_scan_word_from(t, at, &t->word_end);
}

void wg_scan_need_gap(wg_scan *t)
{
    if (wg_scan_skip(t) == t->next) {
        wg_scan_unexpected(t);
    }
}

/* Quotation marks, and control characters other than tab. */
static bool ends_quote(uint8_t octet)
{
    return octet == '"' || (octet < ' ' && octet != '\t') || octet == 0x7f;
}

const uint8_t *wg_scan_quoted(const uint8_t *at, const uint8_t *end)
{
    if (at >= end || *at != '"') {
        return NULL;
    }
    at++;
    while (at < end && !ends_quote(*at)) {
        at++;
    }
    return at < end && *at == '"' ? at + 1 : NULL;
}

bool wg_text_pen_fits_quoted(wg_octets octets)
{
    size_t i;
    for (i = 0; i < octets.size; i++) {
        if (ends_quote(octets.data[i])) {
            return false;
        }
    }
    return true;
}

const uint8_t *wg_scan_until(const uint64_t *sets, const wg_charset *others, const uint8_t *start, const uint8_t *at,
                             const uint8_t *end, uint64_t ends, int escape, int escaped)
{
    const uint8_t *const from = at;
    for (; at < end; at++) {
#ifdef WG_SCAN_WIDE
        if (end - start >= WG_SCAN_WIDE && (at = wg_scan_span(sets, others, start, at, end, 0, SIZE_MAX)) == end) {
            break;
        }
#endif
        if ((sets[*at] & ends) && !(at > from && at[-1] == escape && *at == escaped)) {
            break;
        }
    }
#ifndef WG_SCAN_WIDE
    (void)others;
    (void)start;
#endif
    return at;
}

bool wg_scan_like(const uint8_t *at, const uint8_t *end, const char *pattern)
{
    for (; at < end && *pattern; at++, pattern++) {
        const uint8_t small = *at >= 'A' && *at <= 'Z' ? *at | 0x20 : *at;
        if (*pattern == '9' ? *at < '0' || *at > '9' : small != (uint8_t)*pattern) {
            return false;
        }
    }
    return at == end && !*pattern;
}

bool wg_scan_descend(wg_scan *t)
{
    if (t->error == WG_OK && t->depth == 0) {
        wg_scan_fail(t, WG_ERROR_DEPTH, t->next);
    }
    if (t->error != WG_OK) {
        return false;
    }
    t->depth--;
    return true;
}

/* -- memory ------------------------------------------------------------------ */

uint8_t *wg_scan_new_octets(wg_scan *t, size_t size)
{
    wg_arena *const arena = t->arena;
    uint8_t *octets;
    if (t->error != WG_OK || !arena || size > arena->size - arena->used) {
        wg_scan_fail(t, WG_ERROR_ARENA, t->next);
        return NULL;
    }
    octets = arena->data + arena->used;
    arena->used += size;
    return octets;
}

static uint8_t *new_aligned(wg_scan *t, size_t size)
{
    wg_arena *const arena = t->arena;
    uint8_t *at;
    size_t gap;
    if (t->error != WG_OK || !arena) {
        wg_scan_fail(t, WG_ERROR_ARENA, t->next);
        return NULL;
    }
    at = arena->data + arena->used;
    gap = (size_t)((0u - (uintptr_t)at) % WG_ALIGNMENT);
    if (size > PTRDIFF_MAX || gap + size > arena->size - arena->used) {
        wg_scan_fail(t, WG_ERROR_ARENA, t->next);
        return NULL;
    }
    arena->used += gap + size;
    return at + gap;
}

void *wg_scan_new(wg_scan *t, size_t size)
{
    uint8_t *const octets = new_aligned(t, size);
    if (octets) {
        memset(octets, 0, size);
    }
    return octets;
}

void *wg_scan_grow(wg_scan *t, void *items, size_t count, size_t item)
{
    uint8_t *to;
    if (t->error != WG_OK) {
        return NULL;
    }
    if (count >= t->elements) {
        wg_scan_fail(t, WG_ERROR_LIMIT, wg_scan_skip(t));
        return NULL;
    }
    /* Sizes don't overflow: `count` elements are in memory. */
    if (count == 0) {
        return new_aligned(t, 2 * item);
    }
    if ((uint8_t *)items + count * item == t->arena->data + t->arena->used) {
        return wg_scan_new_octets(t, count * item) ? items : NULL;
    }
    to = new_aligned(t, 2 * count * item);
    if (to) {
        memcpy(to, items, count * item);
    }
    return to;
}

bool wg_scan_room(wg_scan *t, size_t count, size_t most)
{
    if (t->error == WG_OK && count >= most) {
        wg_scan_fail(t, WG_ERROR_RANGE, wg_scan_skip(t));
    }
    return t->error == WG_OK;
}

void wg_scan_set_bit_in(wg_scan *t, uint8_t *octets, size_t *count, unsigned bit)
{
    const uint8_t mask = (uint8_t)(0x80u >> bit % 8);
    if (t->error != WG_OK) {
        return;
    }
    if (bit < *count && (octets[bit / 8] & mask)) {
        wg_scan_twice(t);
        return;
    }
    octets[bit / 8] = (uint8_t)(octets[bit / 8] | mask);
    if (*count <= bit) {
        *count = bit + 1u;
    }
}

void wg_scan_set_bit(wg_scan *t, wg_bits *bits, unsigned bit)
{
    enum { MOST = 64 };
    uint8_t *octets;
    if (bits->count == 0) {
        octets = (uint8_t *)wg_scan_new(t, MOST / 8);
        if (!octets) {
            return;
        }
        bits->data = octets;
    }
    /* It points into the arena. */
    memcpy(&octets, &bits->data, sizeof octets);
    wg_scan_set_bit_in(t, octets, &bits->count, bit);
}
