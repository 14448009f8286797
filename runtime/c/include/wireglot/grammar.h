/* Text protocols with a grammar; called by generated readers and writers.
 *
 * A reader goes through a text once, without backtracking. Looking for a terminal skips the white space and
 * comments before it. After an error nothing matches, so generated code needs to check for errors only once,
 * at the end.
 */
#ifndef WIREGLOT_GRAMMAR_H
#define WIREGLOT_GRAMMAR_H

#include <string.h>

#include "wireglot/clear.h"
#include "wireglot/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Character sets of every grammar, as bits of `wg_lexis.sets`; a grammar's own sets follow. */
#define WG_SCAN_SPACE UINT64_C(1) /* between tokens */
#define WG_SCAN_WORD UINT64_C(2)  /* characters that may not be adjacent to a keyword */
#define WG_SCAN_GAP UINT64_C(4)   /* space, and the start of a comment */
#define WG_SCAN_UPPER UINT64_C(8) /* upper-case letters */
#define WG_SCAN_FIRST UINT64_C(16) /* characters that keywords begin with */

/* A set of characters as two tables, by the halves of an octet: a character is in the set if bit `octet >> 4` of
   `low[octet & 15]` is set. Octets above 0x7f are never in it. */
typedef struct wg_charset {
    uint8_t low[16];
} wg_charset;

/* A spelling of a keyword, in lower case. */
typedef struct wg_keyword {
    uint64_t head; /* the first eight characters, the first one in the lowest octet */
    const char *spelling;
    uint16_t length;
    uint16_t number; /* the number of the keywords with this spelling */
} wg_keyword;

/* The character sets and keywords of a grammar. */
typedef struct wg_lexis {
    const uint64_t *sets;       /* by octet */
    const wg_charset *space;    /* WG_SCAN_SPACE; NULL if it has octets above 0x7f */
    const wg_charset *word;     /* WG_SCAN_WORD; likewise */
    const wg_keyword *keywords; /* from 1 on */
    const uint16_t *index;      /* by hash; 0 is none, and ends a search */
    size_t longest;             /* maximum length of a keyword */
    unsigned shift;             /* the number of bits by which a hash is shifted */
} wg_lexis;

/* A text that is being read. */
typedef struct wg_scan {
    const uint8_t *next; /* after the last terminal */
    const uint8_t *at;   /* after the white space and comments that follow it */
    const uint8_t *end;
    const uint64_t *sets;
    const wg_lexis *lexis;
    const uint8_t *word_at; /* the last word that was looked up: its start, its end, and its number */
    const uint8_t *word_end;
    unsigned word;
    const uint8_t *found; /* the end of the class that was last looked for */
    const uint8_t *head_end; /* where the head of a message ends, if it has been read */
    bool peeks;              /* whether only the head is wanted */
    unsigned version;
    unsigned depth; /* the levels left */
    wg_error error;
    uint64_t around; /* the name that may be needed to interpret what it contains */
    wg_arena *arena;
    const uint8_t *start;
    const uint8_t *error_at;
    size_t elements; /* maximum number in one list */
} wg_scan;

/* A text that is being written. */
typedef struct wg_text_pen {
    uint8_t *next;
    uint8_t *end;
    uint8_t *start;
    bool pretty;
    wg_error error;
    unsigned version;
    unsigned level;
    size_t leaves; /* number of leaves written */
    uint64_t around;
    const uint8_t *passed_at; /* where keywords could have been but are not */
    uint64_t passed;          /* these keywords */
} wg_text_pen;

/* The line and column of an octet: both from 1, columns in octets. */
typedef struct wg_scan_place {
    size_t line;
    size_t column;
} wg_scan_place;

wg_scan_place wg_scan_place_of(const uint8_t *text, size_t size, size_t octet);

/* -- reading ---------------------------------------------------------------- */

void wg_scan_begin(wg_scan *t, const wg_lexis *lexis, const uint8_t *data, size_t size, wg_arena *arena);

/* Skips what may follow a message. */
void wg_scan_end(wg_scan *t, bool goes_on);
wg_result wg_scan_result(const wg_scan *t);

/* Whether to stop at the end of the head. */
WG_INLINE bool wg_scan_peeks(wg_scan *t)
{
    if (t->peeks && t->error == WG_OK) {
        t->head_end = t->next;
    }
    return t->peeks;
}

/* The result of reading only the head. */
wg_result wg_scan_peeked(const wg_scan *t);

/* Keeps the first error. */
void wg_scan_fail(wg_scan *t, wg_error error, const uint8_t *at);

/* Fails where the next terminal starts. */
void wg_scan_unexpected(wg_scan *t);
void wg_scan_twice(wg_scan *t);

/* Where white space and comments after `at` end; or just white space. */
const uint8_t *wg_scan_skip_from(const wg_scan *t, const uint8_t *at);
const uint8_t *wg_scan_white_from(const wg_scan *t, const uint8_t *at);

/* Goes on after a terminal that ends at `to`. */
WG_INLINE void wg_scan_move(wg_scan *t, const uint8_t *to)
{
    t->next = to;
    t->at = to < t->end && (t->sets[*to] & WG_SCAN_GAP) ? wg_scan_skip_from(t, to) : to;
}

WG_INLINE const uint8_t *wg_scan_skip(const wg_scan *t)
{
    return t->at;
}

WG_INLINE const uint8_t *wg_scan_skip_white(const wg_scan *t)
{
    return t->at == t->next ? t->at : wg_scan_white_from(t, t->next);
}

/* The number of the keywords at `at`, and where they end; 0 if there is none. */
unsigned wg_scan_word_from(const wg_scan *t, const uint8_t *at, const uint8_t **end);
unsigned wg_scan_look_up(wg_scan *t, const uint8_t *at);

WG_INLINE unsigned wg_scan_word(wg_scan *t)
{
    return t->word_at == t->at ? t->word : wg_scan_look_up(t, t->at);
}

/* Skips the keyword that was looked up. */
WG_INLINE void wg_scan_pass_word(wg_scan *t, bool is)
{
    if (is) {
        wg_scan_move(t, t->word_end);
    } else {
        wg_scan_unexpected(t);
    }
}

/* Skips a keyword that was found here. */
WG_INLINE void wg_scan_pass_found(wg_scan *t)
{
    wg_scan_move(t, t->error == WG_OK ? t->word_end : t->end);
}

/* Where a piece of text at `at` ends, ignoring case; NULL if it is not there. */
WG_INLINE const uint8_t *wg_scan_glue(const uint8_t *at, const uint8_t *end, const char *piece, size_t size)
{
    size_t i;
    if ((size_t)(end - at) < size) {
        return NULL;
    }
    for (i = 0; i < size; i++) {
        const uint8_t c = at[i];
        if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != (uint8_t)piece[i]) {
            return NULL;
        }
    }
    return at + size;
}

WG_INLINE void wg_scan_mark(wg_scan *t, uint8_t mark)
{
    const uint8_t *const at = wg_scan_skip(t);
    if (at < t->end && *at == mark) {
        wg_scan_move(t, at + 1);
    } else {
        wg_scan_unexpected(t);
    }
}

WG_INLINE bool wg_scan_is_mark(const uint8_t *at, const uint8_t *end, uint8_t mark)
{
    return at < end && *at == mark;
}

/* Skips a terminal that was looked for, and ends at `end`; NULL means that it was not there. */
WG_INLINE void wg_scan_pass(wg_scan *t, const uint8_t *end)
{
    if (end) {
        wg_scan_move(t, end);
    } else {
        wg_scan_unexpected(t);
    }
}

/* Requires white space or a comment here. */
void wg_scan_need_gap(wg_scan *t);

/* The first eight octets at `at`, the first one in the lowest octet. Compilers turn this into one load. */
WG_INLINE uint64_t wg_head_8(const uint8_t *at)
{
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56;
}

WG_INLINE uint64_t wg_head_4(const uint8_t *at)
{
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24;
}

/* Up to eight octets of a text of this size; the rest is zero. */
WG_INLINE uint64_t wg_head(const uint8_t *at, size_t size)
{
    if (size >= 8) {
        return wg_head_8(at);
    }
    if (size >= 4) {
        return wg_head_4(at) | wg_head_4(at + size - 4) << 8 * (size - 4);
    }
    return size == 0 ? 0 : at[0] | (uint64_t)at[size / 2] << 8 * (size / 2) | (uint64_t)at[size - 1] << 8 * (size - 1);
}

/* The bits 0x20 of the octets that are upper-case letters. */
WG_INLINE uint64_t wg_head_upper(uint64_t head)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), low = head & (0x7f * ones);
    const uint64_t from_a = low + (0x80 - 'A') * ones, behind_z = low + (0x7f - 'Z') * ones;
    return (from_a & ~behind_z & ~head & (0x80 * ones)) >> 2;
}

#if defined(__GNUC__) && defined(__SSSE3__) && WG_QUICK
#define WG_SCAN_WIDE 16

/* Which of the 16 octets at `at` are not in a set. */
WG_INLINE unsigned wg_span_others(const wg_charset *span, const uint8_t *at)
{
    typedef char wide __attribute__((vector_size(16)));
    typedef unsigned char octets __attribute__((vector_size(16)));
    static const octets highs = {1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0};
    wide text, lows, low, high;
    memcpy(&text, at, sizeof text);
    memcpy(&lows, span->low, sizeof lows);
    low = __builtin_ia32_pshufb128(lows, text);
    high = __builtin_ia32_pshufb128((wide)highs, (wide)((octets)text >> 4));
    return (unsigned)__builtin_ia32_pmovmskb128((wide)((low & high) == 0));
}

/* Where characters of a set end among the last 16 octets of a text, from `at` on. Those before `at` don't count. */
WG_INLINE const uint8_t *wg_span_last(const wg_charset *span, const uint8_t *at, const uint8_t *end)
{
    const unsigned left = (unsigned)(end - at);
    const unsigned others = wg_span_others(span, end - WG_SCAN_WIDE) >> (WG_SCAN_WIDE - left);
    return at + __builtin_ctz(others | 1u << left);
}
#endif

/* The same for what is longer than 16 octets, or in a text of less than that. */
const uint8_t *wg_scan_long_span(const uint64_t *sets, const wg_charset *span, const uint8_t *start, const uint8_t *at,
                                 const uint8_t *end, uint64_t set, size_t most);

/* Where characters of a set end, from `at` on; may stop early after more than `most`. The text before `at` begins at
   `start` or before. `span` is NULL if the set has octets above 0x7f. */
WG_INLINE const uint8_t *wg_scan_span(const uint64_t *sets, const wg_charset *span, const uint8_t *start,
                                      const uint8_t *at, const uint8_t *end, uint64_t set, size_t most)
{
#ifdef WG_SCAN_WIDE
    if (span && end - at >= WG_SCAN_WIDE) {
        const unsigned others = wg_span_others(span, at);
        if (others) {
            return at + __builtin_ctz(others);
        }
    } else if (span && end - start >= WG_SCAN_WIDE) {
        return wg_span_last(span, at, end);
    }
#endif
    return wg_scan_long_span(sets, span, start, at, end, set, most);
}

/* Where a run of characters ends: one of `first`, then others of `rest`; NULL if it is too short or too long.
 */
WG_INLINE const uint8_t *wg_scan_run(const uint64_t *sets, const wg_charset *span, const uint8_t *start,
                                     const uint8_t *at, const uint8_t *end, uint64_t first, uint64_t rest,
                                     size_t least, size_t most)
{
    const uint8_t *to;
    if (at >= end || !(sets[*at] & first)) {
        return least == 0 ? at : NULL;
    }
    to = at + 1;
    if (to < end && (sets[*to] & rest)) {
        to = wg_scan_span(sets, span, start, to + 1, end, rest, most);
    }
    return (size_t)(to - at) < least || (size_t)(to - at) > most ? NULL : to;
}

/* The end of a string in quotation marks; NULL if there is none. */
const uint8_t *wg_scan_quoted(const uint8_t *at, const uint8_t *end);

/* The end of text up to a character of a set; `escaped` after `escape` does not end it. `others` has the other
   characters. */
const uint8_t *wg_scan_until(const uint64_t *sets, const wg_charset *others, const uint8_t *start, const uint8_t *at,
                             const uint8_t *end, uint64_t ends, int escape, int escaped);

/* The first octet of this value; `end` if there is none. Most texts are short. */
WG_INLINE const uint8_t *wg_scan_find(const uint8_t *at, const uint8_t *end, uint8_t octet)
{
    while (at < end && *at != octet) {
        at++;
    }
    return at;
}

WG_INLINE bool wg_scan_has(const uint8_t *at, const uint8_t *end, uint8_t octet)
{
    return end && wg_scan_find(at, end, octet) < end;
}

/* Whether a text matches a pattern, in which `9` is any digit. */
bool wg_scan_like(const uint8_t *at, const uint8_t *end, const char *pattern);

/* Takes the text of a class that was looked for at `from`. */
WG_INLINE wg_octets wg_scan_take(wg_scan *t, const uint8_t *from, const uint8_t *end)
{
    wg_octets text;
    if (end) {
        wg_scan_move(t, end);
        text.data = from;
        text.size = (size_t)(end - from);
    } else {
        wg_scan_unexpected(t);
        text.data = from;
        text.size = 0;
    }
    return text;
}

/* Takes the text of a class that was found here. */
WG_INLINE wg_octets wg_scan_take_found(wg_scan *t, const uint8_t *from)
{
    return wg_scan_take(t, from, t->error == WG_OK ? t->found : NULL);
}

/* Enters a rule that may be recursive; returns false, with an error, if the depth limit is reached. */
bool wg_scan_descend(wg_scan *t);

/* Zeroed memory from the arena; NULL, with an error, if it is full. */
void *wg_scan_new(wg_scan *t, size_t size);
uint8_t *wg_scan_new_octets(wg_scan *t, size_t size);

/* The elements of a list with room for one more, which is not zeroed; NULL, with an error. */
void *wg_scan_grow(wg_scan *t, void *items, size_t count, size_t item);

WG_INLINE void *wg_scan_more(wg_scan *t, void *items, size_t count, size_t item)
{
    /* The capacity starts at two elements, and doubles. */
    const bool grows = count != 1 && (count & (count - 1)) == 0;
    return grows || count >= t->elements ? wg_scan_grow(t, items, count, item) : items;
}

/* Checks that a list in a struct has at most `most` elements; returns false, with an error, if it is full. */
bool wg_scan_room(wg_scan *t, size_t count, size_t most);

/* Sets a named bit; an error if it is already set. */
void wg_scan_set_bit(wg_scan *t, wg_bits *bits, unsigned bit);
void wg_scan_set_bit_in(wg_scan *t, uint8_t *octets, size_t *count, unsigned bit);

/* Values of texts. `at` is the start of the text, for errors. */
int64_t wg_scan_get_integer(wg_scan *t, wg_octets text, int64_t lo, int64_t hi);
wg_octets wg_scan_get_inner(wg_octets text);
wg_octets wg_scan_get_lower(wg_scan *t, wg_octets text);
wg_octets wg_scan_get_hex(wg_scan *t, wg_octets text, bool halves);
wg_octets wg_scan_get_ip4(wg_scan *t, wg_octets text);
wg_octets wg_scan_get_ip6(wg_scan *t, wg_octets text);

/* The value of text up to a character: trimmed, and without escapes. */
wg_octets wg_scan_get_until(wg_scan *t, wg_octets text, bool trims, int lends, int escape, int escaped);

/* Fails if octets are not ASCII. */
void wg_scan_need_ascii(wg_scan *t, const uint8_t *at, wg_octets octets);

/* Checks the bounds of octets; `ascii` for a character string. */
WG_INLINE wg_octets wg_scan_sized(wg_scan *t, const uint8_t *at, wg_octets octets, size_t lo, size_t hi, bool ascii)
{
    if (octets.size < lo || octets.size > hi) {
        wg_scan_fail(t, WG_ERROR_VALUE, at);
    }
    if (ascii) {
        wg_scan_need_ascii(t, at, octets);
    }
    return octets;
}

WG_INLINE void wg_scan_copy(wg_scan *t, const uint8_t *at, wg_octets octets, size_t lo, size_t hi, bool ascii,
                            uint8_t *to, size_t *size)
{
    octets = wg_scan_sized(t, at, octets, lo, hi, ascii);
    if (t->error == WG_OK) {
        if (lo == hi) {
            memcpy(to, octets.data, lo);
        } else if (octets.size) {
            memcpy(to, octets.data, octets.size);
        }
        *size = octets.size;
    }
}

/* -- writing ---------------------------------------------------------------- */

void wg_text_pen_begin(wg_text_pen *w, bool pretty, uint8_t *buffer, size_t capacity);
wg_result wg_text_pen_result(const wg_text_pen *w, size_t leaves, wg_octets *encoding);
void wg_text_pen_fail(wg_text_pen *w, wg_error error);

WG_INLINE void wg_text_pen_put(wg_text_pen *w, const char *piece, size_t size)
{
    if ((size_t)(w->end - w->next) >= size) {
        memcpy(w->next, piece, size);
        w->next += size;
    } else {
        wg_text_pen_fail(w, WG_ERROR_SPACE);
    }
}

/* Writes a piece whose size is not known in advance: most are short. */
WG_INLINE void wg_text_pen_piece(wg_text_pen *w, const void *piece, size_t size)
{
    const uint8_t *const from = (const uint8_t *)piece;
    uint8_t *const to = w->next;
    if ((size_t)(w->end - to) < size) {
        wg_text_pen_fail(w, WG_ERROR_SPACE);
        return;
    }
    if (!WG_QUICK || size > 16) {
        memcpy(to, from, size);
    } else if (size >= 8) {
        memcpy(to, from, 8);
        memcpy(to + size - 8, from + size - 8, 8);
    } else if (size >= 4) {
        memcpy(to, from, 4);
        memcpy(to + size - 4, from + size - 4, 4);
    } else if (size) {
        to[0] = from[0];
        to[size / 2] = from[size / 2];
        to[size - 1] = from[size - 1];
    }
    w->next = to + size;
}

/* Writes a new line, indented. */
void wg_text_pen_long_line(wg_text_pen *w);

WG_INLINE void wg_text_pen_line(wg_text_pen *w)
{
    static const char start[16] = {'\n', '\t', '\t', '\t', '\t', '\t', '\t', '\t',
                                   '\t', '\t', '\t', '\t', '\t', '\t', '\t', '\t'};
    /* Copies the whole block if there is room, since most lines are indented by less. */
    if (w->level < sizeof start && (size_t)(w->end - w->next) >= sizeof start) {
        memcpy(w->next, start, sizeof start);
        w->next += 1 + w->level;
    } else {
        wg_text_pen_long_line(w);
    }
}

WG_INLINE void wg_text_pen_deeper(wg_text_pen *w, int by)
{
    w->level = by < 0 && w->level < (unsigned)-by ? 0 : w->level + (unsigned)by;
}

/* These write a value as text. If a keyword could have been here, the text must not start with it. */
void wg_text_pen_integer(wg_text_pen *w, int64_t number, int64_t lo, int64_t hi);
void wg_text_pen_octets(wg_text_pen *w, wg_octets octets);

/* Whether there are no upper-case letters; the second function fails if there are. */
bool wg_scan_is_small(wg_octets octets);
void wg_text_pen_small(wg_text_pen *w, wg_octets octets);

void wg_text_pen_quoted(wg_text_pen *w, wg_octets octets);
void wg_text_pen_escaped(wg_text_pen *w, wg_octets octets, int escape, int escaped);
void wg_text_pen_hex(wg_text_pen *w, wg_octets octets);
void wg_text_pen_ip4(wg_text_pen *w, wg_octets octets);
void wg_text_pen_ip6(wg_text_pen *w, wg_octets octets);

/* Whether octets can be written in quotation marks, or up to a character; and whether a type allows a size.
 */
bool wg_text_pen_fits_quoted(wg_octets octets);
bool wg_text_pen_fits_until(const uint64_t *sets, const wg_charset *others, wg_octets octets, uint64_t ends,
                            bool all_escaped, bool trims, int escape, int escaped);
void wg_text_pen_size(wg_text_pen *w, size_t size, size_t lo, size_t hi);

/* Fails unless the text read back ends where the writer is. */
WG_INLINE void wg_text_pen_reads_back(wg_text_pen *w, const uint8_t *end)
{
    if (end != w->next) {
        wg_text_pen_fail(w, WG_ERROR_VALUE);
    }
}

/* Records a keyword that could have been here. */
WG_INLINE void wg_text_pen_passed(wg_text_pen *w, uint64_t keyword)
{
    w->passed = (w->passed_at == w->next ? w->passed : 0) | keyword;
    w->passed_at = w->next;
}

/* The number of unknown additions. */
WG_INLINE size_t wg_text_pen_unknown(const wg_unknown *unknown)
{
    size_t count = 0;
    for (; unknown; unknown = unknown->next) {
        count++;
    }
    return count;
}

/* The number of named bits that are set. */
size_t wg_text_pen_bits(const uint8_t *octets, size_t count);
bool wg_text_pen_bit(const uint8_t *octets, size_t count, unsigned bit);

/* -- names for numbers -------------------------------------------------------- */

/* A name and its number in a namespace, which consists of a kind and, for nested names, the number of the
   outer one. */
typedef struct wg_name {
    uint64_t space;
    uint64_t head; /* its first eight characters in lower case, the first one in the lowest octet */
    uint32_t number;
    uint16_t length;
    uint16_t marks; /* protocol-specific flags */
    const char *name;
} wg_name;

typedef struct wg_names {
    const wg_name *names; /* from 1 on */
    const uint16_t *by_name;
    const uint16_t *by_number;
    unsigned shift;
} wg_names;

/* The entry with a name or number; NULL if there is none. Names are case-insensitive unless `exact`. */
const wg_name *wg_name_called(const wg_names *names, uint64_t space, const uint8_t *name, size_t size, bool exact);
const wg_name *wg_name_of(const wg_names *names, uint64_t space, uint32_t number);

#ifdef __cplusplus
}
#endif

#endif
