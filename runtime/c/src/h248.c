/* Names and terminations of H.248. */
#include "wireglot/h248.h"

/* Kinds of items in a package. */
enum { PROPERTY = 0, EVENT = 1, SIGNAL = 2, STATISTIC = 3, PACKAGE = 4 };
enum { ALL = 0xffff, QUOTED = 1 };

/* The namespaces of packages, of items in a package, and of an item's parameters. SDP lines are properties of
   package 0. */
static uint64_t packages(void)
{
    return (uint64_t)PACKAGE << 16;
}

static uint64_t items(unsigned kind, unsigned package)
{
    return (uint64_t)kind << 16 | package;
}

static uint64_t parameters(unsigned kind, unsigned package, unsigned item)
{
    return UINT64_C(1) << 40 | (uint64_t)kind << 32 | (uint64_t)package << 16 | item;
}

/* The enclosing name: the namespace of its parameters and, above that, the number of a parameter, if there is
   one. */
#define PARAMETER_SHIFT 42
#define HAS_PARAMETER (UINT64_C(1) << 60)

static uint64_t space_of(uint64_t around)
{
    return around & ((UINT64_C(1) << PARAMETER_SHIFT) - 1);
}

static bool hex_of(const uint8_t *digits, unsigned *number)
{
    size_t i;
    *number = 0;
    for (i = 0; i < 4; i++) {
        const uint8_t c = digits[i], low = c | 0x20;
        if (c >= '0' && c <= '9') {
            *number = *number << 4 | (unsigned)(c - '0');
        } else if (low >= 'a' && low <= 'f') {
            *number = *number << 4 | (unsigned)(low - 'a' + 10);
        } else {
            return false;
        }
    }
    return true;
}

/* The known number, or the one that the name itself gives. */
static bool number_of(const wg_names *names, uint64_t space, const uint8_t *name, size_t size, bool exact,
                      unsigned *number)
{
    const wg_name *const known = wg_name_called(names, space, name, size, exact);
    if (known) {
        *number = known->number;
        return true;
    }
    if (size == 1 && *name == '*') {
        *number = ALL;
        return true;
    }
    return size == 5 && (name[0] | 0x20) == 'x' && hex_of(name + 1, number);
}

static void set(uint8_t *octets, size_t *size, unsigned number)
{
    octets[*size] = (uint8_t)(number >> 8);
    octets[*size + 1] = (uint8_t)number;
    *size += 2;
}

static void no_value(wg_scan *t, wg_octets text)
{
    wg_scan_fail(t, WG_ERROR_VALUE, text.data);
}

static void get_item(wg_scan *t, const wg_names *names, unsigned kind, wg_octets text, uint8_t *octets, size_t *size)
{
    const uint8_t *slash;
    size_t head;
    unsigned package, item;
    if (t->error != WG_OK) {
        return;
    }
    slash = wg_scan_find(text.data, text.data + text.size, '/');
    head = (size_t)(slash - text.data);
    if (head == text.size || !number_of(names, packages(), text.data, head, false, &package) ||
        !number_of(names, items(kind, package), slash + 1, text.size - head - 1, false, &item)) {
        no_value(t, text);
        return;
    }
    set(octets, size, package);
    set(octets, size, item);
    if (kind == EVENT || kind == SIGNAL) {
        t->around = parameters(kind, package, item);
    }
}

void wg_h248_get_property(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size)
{
    get_item(t, names, PROPERTY, text, octets, size);
}

void wg_h248_get_event(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size)
{
    get_item(t, names, EVENT, text, octets, size);
}

void wg_h248_get_signal(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size)
{
    get_item(t, names, SIGNAL, text, octets, size);
}

void wg_h248_get_statistic(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size)
{
    get_item(t, names, STATISTIC, text, octets, size);
}

static bool get_name(wg_scan *t, const wg_names *names, uint64_t space, bool exact, wg_octets text, uint8_t *octets,
                     size_t *size)
{
    unsigned number;
    if (t->error != WG_OK) {
        return false;
    }
    if (!number_of(names, space, text.data, text.size, exact, &number)) {
        no_value(t, text);
        return false;
    }
    set(octets, size, number);
    return true;
}

void wg_h248_get_package(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size)
{
    get_name(t, names, packages(), false, text, octets, size);
}

void wg_h248_get_parameter(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size)
{
    const uint64_t space = space_of(t->around);
    if (get_name(t, names, space, false, text, octets, size)) {
        const uint64_t number = (uint64_t)octets[0] << 8 | octets[1];
        t->around = space | number << PARAMETER_SHIFT | HAS_PARAMETER;
    }
}

void wg_h248_get_native(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size)
{
    octets[0] = octets[1] = 0;
    *size = 2;
    get_name(t, names, items(PROPERTY, 0), true, text, octets, size);
}

void wg_h248_get_dialplan(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size)
{
    enum { HEAD = 8 };
    unsigned number;
    if (t->error != WG_OK) {
        return;
    }
    if (text.size >= HEAD && text.size <= HEAD + 2 && wg_scan_glue(text.data, text.data + text.size, "dialplan", HEAD)) {
        const uint8_t *const digits = text.data + HEAD;
        const size_t count = text.size - HEAD;
        size_t i;
        bool all = true;
        octets[0] = octets[1] = 0;
        for (i = 0; i < count; i++) {
            all = all && digits[i] >= '0' && digits[i] <= '9';
            octets[2 - count + i] = (uint8_t)(digits[i] - '0');
        }
        if (all) {
            *size = 2;
            return;
        }
    }
    if ((text.size == 1 && text.data[0] == '*') ||
        (text.size == 5 && (text.data[0] | 0x20) == 'x' && hex_of(text.data + 1, &number))) {
        (void)names;
        set(octets, size, text.size == 1 ? (uint32_t)ALL : number);
        return;
    }
    no_value(t, text);
}

/* -- writing ----------------------------------------------------------------- */

static void put_number(wg_text_pen *w, const wg_name *known, unsigned number)
{
    static const char digits[] = "0123456789abcdef";
    if (known) {
        wg_text_pen_piece(w, known->name, known->length);
    } else if (number == ALL) {
        wg_text_pen_put(w, "*", 1);
    } else {
        const char name[5] = {'x', digits[number >> 12], digits[number >> 8 & 15], digits[number >> 4 & 15],
                              digits[number & 15]};
        wg_text_pen_put(w, name, 5);
    }
}

static unsigned number_at(const uint8_t *octets)
{
    return (unsigned)octets[0] << 8 | octets[1];
}

static bool has(wg_text_pen *w, size_t size, size_t wanted)
{
    if (size != wanted) {
        wg_text_pen_fail(w, WG_ERROR_VALUE);
    }
    return size == wanted;
}

static void put_item(wg_text_pen *w, const wg_names *names, unsigned kind, const uint8_t *octets, size_t size)
{
    unsigned package, item;
    if (!has(w, size, 4)) {
        return;
    }
    package = number_at(octets);
    item = number_at(octets + 2);
    put_number(w, package ? wg_name_of(names, packages(), package) : NULL, package);
    wg_text_pen_put(w, "/", 1);
    put_number(w, wg_name_of(names, items(kind, package), item), item);
    if (kind == EVENT || kind == SIGNAL) {
        w->around = parameters(kind, package, item);
    }
}

void wg_h248_put_property(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size)
{
    put_item(w, names, PROPERTY, octets, size);
}

void wg_h248_put_event(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size)
{
    put_item(w, names, EVENT, octets, size);
}

void wg_h248_put_signal(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size)
{
    put_item(w, names, SIGNAL, octets, size);
}

void wg_h248_put_statistic(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size)
{
    put_item(w, names, STATISTIC, octets, size);
}

void wg_h248_put_package(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size)
{
    if (has(w, size, 2)) {
        const unsigned number = number_at(octets);
        put_number(w, number ? wg_name_of(names, packages(), number) : NULL, number);
    }
}

void wg_h248_put_parameter(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size)
{
    if (has(w, size, 2)) {
        const uint64_t space = space_of(w->around);
        const unsigned number = number_at(octets);
        put_number(w, wg_name_of(names, space, number), number);
        w->around = space | (uint64_t)number << PARAMETER_SHIFT | HAS_PARAMETER;
    }
}

void wg_h248_put_native(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size)
{
    if (has(w, size, 4)) {
        const unsigned number = number_at(octets + 2);
        if (octets[0] || octets[1]) {
            wg_text_pen_fail(w, WG_ERROR_VALUE);
        }
        put_number(w, wg_name_of(names, items(PROPERTY, 0), number), number);
    }
}

void wg_h248_put_dialplan(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size)
{
    (void)names;
    if (!has(w, size, 2)) {
        return;
    }
    if (octets[0] <= 9 && octets[1] <= 9) {
        const char digits[2] = {(char)('0' + octets[0]), (char)('0' + octets[1])};
        wg_text_pen_put(w, "dialplan", 8);
        wg_text_pen_put(w, digits, 2);
    } else {
        put_number(w, NULL, number_at(octets));
    }
}

bool wg_h248_quotes(const wg_names *names, uint64_t around)
{
    const wg_name *known;
    if (!(around & HAS_PARAMETER)) {
        return false;
    }
    known = wg_name_of(names, space_of(around), (uint32_t)(around >> PARAMETER_SHIFT & 0xffff));
    return known && (known->marks & QUOTED);
}

/* -- terminations ------------------------------------------------------------- */

enum { LEVELS = 3, LEVEL = 8, ROOT = 8, EVERY = 0x80, BELOW = 0x40, PLACE = 0x3f };

/* A level of eight bits without a wildcard, as usual. Loads the first character into the lowest octet; its
   bit ends up at the top. */
static bool get_bits(const uint8_t *at, uint8_t *octet)
{
    const uint64_t eight = wg_head_8(at);
    const uint64_t bits = eight & UINT64_C(0x0101010101010101);
    *octet = (uint8_t)(bits * UINT64_C(0x8040201008040201) >> 56);
    return (eight ^ bits) == UINT64_C(0x3030303030303030);
}

/* Writes eight bits as characters. */
static void put_bits(uint8_t *text, uint8_t octet)
{
    /* The bit of each character alone, then 1 in its place. */
    const uint64_t ones = UINT64_C(0x0101010101010101), bits = octet * ones & UINT64_C(0x0102040810204080);
    const uint64_t digits = ((bits + 0x7f * ones) >> 7 & ones) | '0' * ones;
    /* No loop: compilers turn this into one store. */
    text[0] = (uint8_t)digits;
    text[1] = (uint8_t)(digits >> 8);
    text[2] = (uint8_t)(digits >> 16);
    text[3] = (uint8_t)(digits >> 24);
    text[4] = (uint8_t)(digits >> 32);
    text[5] = (uint8_t)(digits >> 40);
    text[6] = (uint8_t)(digits >> 48);
    text[7] = (uint8_t)(digits >> 56);
}

/* A level: bits, possibly followed by a wildcard for the missing ones. Returns its wildcard, or 0, in
   `*wild`. */
static bool get_level(const uint8_t *at, size_t size, uint8_t *octet, uint8_t *wild, size_t *bits)
{
    size_t i;
    if (size == LEVEL && get_bits(at, octet)) {
        *wild = 0;
        *bits = LEVEL;
        return true;
    }
    *octet = *wild = 0;
    for (i = 0; i < size && (at[i] == '0' || at[i] == '1'); i++) {
        if (i < LEVEL) {
            *octet = (uint8_t)(*octet | (at[i] & 1) << (LEVEL - 1 - i));
        }
    }
    *bits = i;
    if (i + 1 == size && (at[i] == '*' || at[i] == '$')) {
        *wild = at[i];
        return i < LEVEL;
    }
    return i == size && i == LEVEL;
}

/* Three levels without a wildcard. */
static bool all_bits(wg_octets text, uint8_t *id)
{
    size_t level;
    if (text.size != LEVELS * (LEVEL + 1) - 1) {
        return false;
    }
    for (level = 0; level < LEVELS; level++) {
        const uint8_t *const at = text.data + level * (LEVEL + 1);
        if (!get_bits(at, &id[level]) || (level + 1 < LEVELS && at[LEVEL] != '/')) {
            return false;
        }
    }
    return true;
}

static bool levels_of(wg_octets text, wg_h248_levels *levels)
{
    size_t at = 0, level;
    memset(levels, 0, sizeof *levels);
    if (text.size == 4 && wg_scan_glue(text.data, text.data + text.size, "root", 4)) {
        memset(levels->id, 0xff, ROOT);
        levels->id_size = ROOT;
        return true;
    }
    if (all_bits(text, levels->id)) {
        levels->id_size = LEVELS;
        return true;
    }
    for (level = 0; level < LEVELS; level++) {
        const uint8_t *const slash = (const uint8_t *)memchr(text.data + at, '/', text.size - at);
        const size_t end = slash ? (size_t)(slash - text.data) : text.size;
        const size_t behind = (LEVELS - 1 - level) * LEVEL;
        size_t bits;
        uint8_t wild;
        if (!get_level(text.data + at, end - at, &levels->id[level], &wild, &bits)) {
            return false;
        }
        if (wild) {
            /* The wildcard of the last level written applies to all levels below it. */
            levels->wildcards[levels->wildcard_count++] =
                (uint8_t)((wild == '*' ? EVERY : 0) | (!slash && behind ? BELOW : 0) | (LEVEL - 1 - bits + behind));
        }
        if (!slash) {
            levels->id_size = LEVELS;
            return wild || level + 1 == LEVELS;
        }
        at = end + 1;
    }
    return false;
}

bool wg_h248_get_levels(wg_scan *t, wg_octets text, wg_h248_levels *levels)
{
    if (t->error == WG_OK && !levels_of(text, levels)) {
        no_value(t, text);
    }
    return t->error == WG_OK;
}

/* Three levels without a wildcard. */
static void put_all_bits(wg_text_pen *w, const uint8_t *id)
{
    enum { SIZE = LEVELS * (LEVEL + 1) - 1 };
    uint8_t *const text = w->next;
    if (w->end - text < SIZE) {
        wg_text_pen_fail(w, WG_ERROR_SPACE);
        return;
    }
    put_bits(text, id[0]);
    text[LEVEL] = '/';
    put_bits(text + LEVEL + 1, id[1]);
    text[2 * LEVEL + 1] = '/';
    put_bits(text + 2 * (LEVEL + 1), id[2]);
    w->next = text + SIZE;
}

void wg_h248_put_levels(wg_text_pen *w, const wg_h248_levels *levels)
{
    static const uint8_t root[ROOT] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    uint8_t text[LEVELS * (LEVEL + 1)];
    wg_octets written;
    wg_h248_levels read;
    size_t size = 0, level;
    if (levels->id_size == ROOT && levels->wildcard_count == 0 && memcmp(levels->id, root, ROOT) == 0) {
        wg_text_pen_put(w, "root", 4);
        return;
    }
    if (levels->id_size != LEVELS || levels->wildcard_count > LEVELS) {
        wg_text_pen_fail(w, WG_ERROR_VALUE);
        return;
    }
    if (levels->wildcard_count == 0) {
        put_all_bits(w, levels->id);
        return;
    }
    for (level = 0; level < LEVELS; level++) {
        const size_t behind = (LEVELS - 1 - level) * LEVEL;
        size_t bits = LEVEL, i;
        uint8_t wild = 0;
        bool found = false;
        for (i = 0; i < levels->wildcard_count && !found; i++) {
            const size_t place = levels->wildcards[i] & PLACE;
            if (place >= behind && place < behind + LEVEL) {
                found = true;
                wild = levels->wildcards[i];
                bits = LEVEL - 1 + behind - place;
            }
        }
        if (level) {
            text[size++] = '/';
        }
        put_bits(text + size, levels->id[level]);
        size += bits;
        if (found) {
            text[size++] = wild & EVERY ? '*' : '$';
            if (wild & BELOW) {
                break;
            }
        }
    }
    written.data = text;
    written.size = size;
    /* Wildcards in another order, and bits below them, cannot be written. */
    if (levels->wildcard_count &&
        (!levels_of(written, &read) || read.wildcard_count != levels->wildcard_count ||
         memcmp(read.wildcards, levels->wildcards, read.wildcard_count) != 0 ||
         memcmp(read.id, levels->id, LEVELS) != 0)) {
        wg_text_pen_fail(w, WG_ERROR_VALUE);
        return;
    }
    wg_text_pen_piece(w, text, size);
}
