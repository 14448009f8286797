/* Terminals of texts, and memory for what is read. */
#include "wireglot/grammar.h"

#define HASH UINT64_C(0x9e3779b97f4a7c15)

void wg_scan_begin(wg_scan *t, const wg_lexis *lexis, const uint8_t *data, size_t size, wg_arena *arena)
{
    static const uint8_t nothing = 0;
    const wg_limits limits = arena ? arena->limits : wg_limits_default();
    memset(t, 0, sizeof *t);
    t->next = t->start = data ? data : &nothing;
    t->end = t->start + (data ? size : 0);
    t->lexis = lexis;
    t->depth = limits.depth;
    t->elements = limits.elements;
    t->arena = arena;
}

void wg_scan_fail(wg_scan *t, wg_error error, const uint8_t *at)
{
    if (t->error == WG_OK) {
        t->error = error;
        t->error_at = at;
        t->next = t->end;
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

/* Skips the tabs that indent a line; may leave a few. */
static const uint8_t *tabs_from(const uint8_t *at, const uint8_t *end)
{
    static const char tabs[] = "\t\t\t\t\t\t\t\t";
    while (end - at >= 8 && memcmp(at, tabs, 8) == 0) {
        at += 8;
    }
    if (end - at >= 4 && memcmp(at, tabs, 4) == 0) {
        at += 4;
    }
    if (end - at >= 2 && memcmp(at, tabs, 2) == 0) {
        at += 2;
    }
    return at;
}

const uint8_t *wg_scan_skip_from(const wg_scan *t, const uint8_t *at)
{
    const uint64_t *const sets = t->lexis->sets;
    for (;;) {
        while (at < t->end && (sets[*at] & WG_SCAN_SPACE)) {
            at++;
        }
        if (at == t->end || !(sets[*at] & WG_SCAN_GAP)) {
            return at;
        }
        while (at < t->end && *at != '\n' && *at != '\r') {
            at++;
        }
    }
}

const uint8_t *wg_scan_skip_gap(wg_scan *t)
{
    const uint64_t *const sets = t->lexis->sets;
    const uint8_t *at = t->next;
    t->gap = at;
    /* Most gaps are one space. */
    if (!(sets[*at] & WG_SCAN_SPACE) || (++at < t->end && (sets[*at] & WG_SCAN_GAP))) {
        at = wg_scan_skip_from(t, sets[(uint8_t)'\t'] & WG_SCAN_SPACE ? tabs_from(at, t->end) : at);
    }
    t->gap_end = at;
    return at;
}

/* Up to eight of the characters before `end` in lower case, the first one in the lowest octet. */
static uint64_t head_of(const uint8_t *at, size_t size, const uint8_t *end)
{
    static const uint64_t small = 0x2020202020202020;
    const uint64_t mask = size >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * size) - 1;
    uint64_t head = 0;
    size_t i;
    if (end - at >= 8) {
        /* No loop: compilers turn this into one load. */
        head = (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
               (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56;
        return (head | small) & mask;
    }
    for (i = 0; i < size; i++) {
        head |= (uint64_t)at[i] << 8 * i;
    }
    return head | (small & mask);
}

static bool is_tail(const uint8_t *at, const char *spelling, size_t size)
{
    size_t i;
    for (i = 8; i < size; i++) {
        if ((at[i] | 0x20) != (uint8_t)spelling[i]) {
            return false;
        }
    }
    return true;
}

unsigned wg_scan_word_from(const wg_scan *t, const uint8_t *at, const uint8_t **end)
{
    const wg_lexis *const lexis = t->lexis;
    const uint64_t *const sets = lexis->sets;
    const uint8_t *to = at;
    /* One octet more than the longest keyword shows that a word is not one. */
    const uint8_t *const last = (size_t)(t->end - at) > lexis->longest ? at + lexis->longest + 1 : t->end;
    const size_t mask = ((size_t)1 << (64 - lexis->shift)) - 1;
    uint64_t head;
    size_t size, slot;
    while (to < last && (sets[*to] & WG_SCAN_WORD)) {
        to++;
    }
    size = (size_t)(to - at);
    if (size > lexis->longest) {
        return 0;
    }
    *end = to;
    if (size == 0) {
        return 0;
    }
    head = head_of(at, size, t->end);
    slot = (size_t)(((head ^ size) * HASH) >> lexis->shift);
    while (lexis->index[slot]) {
        const wg_keyword *const keyword = &lexis->keywords[lexis->index[slot] - 1];
        if (keyword->head == head && keyword->length == size && is_tail(at, keyword->spelling, size)) {
            return keyword->number;
        }
        slot = (slot + 1) & mask;
    }
    return 0;
}

unsigned wg_scan_look_up(wg_scan *t, const uint8_t *at)
{
    t->word = wg_scan_word_from(t, at, &t->word_end);
    t->word_at = at;
    return t->word;
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

const uint8_t *wg_scan_until(const uint64_t *sets, const uint8_t *at, const uint8_t *end, uint64_t ends, int escape,
                             int escaped)
{
    int before = -1;
    for (; at < end; at++) {
        if ((sets[*at] & ends) && !(before >= 0 && before == escape && *at == escaped)) {
            return at;
        }
        before = *at;
    }
    return at;
}

bool wg_scan_has(const uint8_t *at, const uint8_t *end, uint8_t octet)
{
    return end && memchr(at, octet, (size_t)(end - at)) != NULL;
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
    size_t gap;
    if (t->error != WG_OK || !arena) {
        wg_scan_fail(t, WG_ERROR_ARENA, t->next);
        return NULL;
    }
    gap = (size_t)((0u - (uintptr_t)(arena->data + arena->used)) % WG_ALIGNMENT);
    if (gap > arena->size - arena->used || size > arena->size - arena->used - gap) {
        wg_scan_fail(t, WG_ERROR_ARENA, t->next);
        return NULL;
    }
    arena->used += gap + size;
    return arena->data + arena->used - size;
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
    const size_t room = count ? 2 * count : 2;
    uint8_t *to;
    if (t->error != WG_OK) {
        return NULL;
    }
    if (count >= t->elements || room > SIZE_MAX / item) {
        wg_scan_fail(t, WG_ERROR_LIMIT, wg_scan_skip(t));
        return NULL;
    }
    if (count && (uint8_t *)items + count * item == t->arena->data + t->arena->used) {
        return wg_scan_new_octets(t, count * item) ? items : NULL;
    }
    to = new_aligned(t, room * item);
    if (to && count) {
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
