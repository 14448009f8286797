/* JSON: text, and values with parts. */
#include "json.h"

#include <string.h>

/* Maximum nesting depth of values made by hand; decoded values are never nested as deep. */
enum { DEPTH = 1024 };

void wg_json_buffer(wg_json *text, char *data, size_t capacity)
{
    memset(text, 0, sizeof *text);
    text->data = data;
    text->capacity = data ? capacity : 0;
}

void wg_json_call(wg_json *text, wg_json_taker *put, void *context)
{
    memset(text, 0, sizeof *text);
    text->put = put;
    text->context = context;
}

void wg_json_fail(wg_json *text, wg_error error)
{
    if (text->error == WG_OK) {
        text->error = error;
    }
}

void wg_json_put(wg_json *text, const char *piece, size_t size)
{
    if (text->put) {
        text->put(text->context, piece, size);
    } else if (text->size < text->capacity) {
        const size_t room = text->capacity - text->size;
        memcpy(text->data + text->size, piece, size < room ? size : room);
    }
    text->size += size;
}

void wg_json_word(wg_json *text, const char *word)
{
    wg_json_put(text, word, strlen(word));
}

void wg_json_sign(wg_json *text, char sign)
{
    wg_json_put(text, &sign, 1);
}

void wg_json_gap(wg_json *text)
{
    if (text->indented) {
        wg_json_sign(text, ' ');
    }
}

void wg_json_escape(wg_json *text, const char *name)
{
    wg_json_word(text, "{\"");
    wg_json_word(text, name);
    wg_json_word(text, "\":");
    wg_json_gap(text);
}

static void bits_inside(wg_json *text, wg_bits bits)
{
    wg_json_word(text, "\"value\":");
    wg_json_gap(text);
    wg_json_hex(text, bits.data, bits.count / 8 + (bits.count % 8 != 0));
    wg_json_sign(text, ',');
    wg_json_gap(text);
    wg_json_word(text, "\"length\":");
    wg_json_gap(text);
    wg_json_natural(text, bits.count);
    wg_json_sign(text, '}');
}

void wg_json_bits(wg_json *text, wg_bits bits)
{
    wg_json_sign(text, '{');
    bits_inside(text, bits);
}

static void line(wg_json *text)
{
    unsigned i;
    if (text->indented) {
        wg_json_sign(text, '\n');
        for (i = 0; i < text->depth; i++) {
            wg_json_word(text, "  ");
        }
    }
}

void wg_json_open(wg_json *text, char bracket)
{
    wg_json_sign(text, bracket);
    text->depth++;
    text->holder = NULL;
}

void wg_json_next(wg_json *text, bool *any)
{
    if (*any) {
        wg_json_sign(text, ',');
    }
    *any = true;
    line(text);
}

void wg_json_close(wg_json *text, bool any, char bracket)
{
    text->depth--;
    if (any) {
        line(text);
    }
    wg_json_sign(text, bracket);
}

wg_error wg_show_value(wg_json *text, const wg_type *types, uint32_t type, const void *value, bool indented)
{
    text->types = types;
    text->indented = indented;
    types[type].show(text, &types[type], value);
    if (!text->put) {
        if (text->capacity > 0) {
            text->data[text->size < text->capacity ? text->size : text->capacity - 1] = 0;
        }
        if (text->size >= text->capacity) {
            wg_json_fail(text, WG_ERROR_SPACE);
        }
    }
    return text->error;
}

/* -- values with parts ----------------------------------------------------- */

static const void *at(const void *value, size_t octets)
{
    return (const uint8_t *)value + octets;
}

static void show(wg_json *text, uint32_t type, const void *value)
{
    const wg_type *const of = &text->types[type];
    if (value == NULL || text->depth > DEPTH) {
        wg_json_fail(text, value ? WG_ERROR_DEPTH : WG_ERROR_VALUE);
        wg_json_word(text, "null");
    } else {
        of->show(text, of, value);
    }
}

/* Shows a part in place, or the one that is pointed to. */
static void show_part(wg_json *text, const wg_part *part, const void *value)
{
    const void *place = value;
    if (part->pointer) {
        memcpy(&place, value, sizeof place);
    }
    show(text, part->type, place);
}

static void show_member(wg_json *text, const wg_part *part, const void *value)
{
    wg_json_word(text, part->name);
    wg_json_sign(text, ':');
    wg_json_gap(text);
    show_part(text, part, value);
}

static bool has_tags(wg_rules rules)
{
    return rules == WG_RULES_BER || rules == WG_RULES_DER || rules == WG_RULES_CER || rules == WG_RULES_ANY;
}

static void show_unknown(wg_json *text, const wg_type *type, const wg_unknown *unknown, bool first)
{
    const wg_any *const value = &unknown->value;
    const bool tagged = has_tags(value->rules);
    if (!first) {
        wg_json_sign(text, ',');
        wg_json_gap(text);
    }
    wg_json_escape(text, tagged ? "insertion" : value->data ? "addition" : "bitmap");
    wg_json_natural(text, unknown->index + (tagged ? type->of : 0));
    wg_json_sign(text, ',');
    wg_json_gap(text);
    wg_json_word(text, "\"octets\":");
    wg_json_gap(text);
    wg_json_hex(text, value->data, value->size);
    wg_json_sign(text, '}');
}

/* Shows `count` additions in reverse, since a list of BER starts with the last one: the farther
   half first. */
static void show_backwards(wg_json *text, const wg_type *type, const wg_unknown *list, size_t count, bool first)
{
    const wg_unknown *middle = list;
    const size_t half = count / 2;
    size_t i;
    if (count == 1) {
        show_unknown(text, type, list, first);
        return;
    }
    for (i = 0; i < half; i++) {
        middle = middle->next;
    }
    show_backwards(text, type, middle, count - half, first);
    show_backwards(text, type, list, half, false);
}

/* Shows the additions of PER and OER, followed by the length of their bitmap. */
static void show_in_order(wg_json *text, const wg_type *type, const wg_unknown *list)
{
    const wg_unknown *each;
    bool first = true;
    int bitmaps;
    for (bitmaps = 0; bitmaps < 2; bitmaps++) {
        for (each = list; each; each = each->next) {
            if ((each->value.data == NULL) == (bitmaps == 1)) {
                show_unknown(text, type, each, first);
                first = false;
            }
        }
    }
}

static void show_kept(wg_json *text, const wg_type *type, const wg_unknown *list, bool *any)
{
    const wg_unknown *each;
    size_t count = 0;
    wg_json_next(text, any);
    wg_json_word(text, "\"$unknown\":");
    wg_json_gap(text);
    wg_json_sign(text, '[');
    for (each = list; each; each = each->next) {
        count++;
    }
    if (has_tags(list->value.rules)) {
        show_backwards(text, type, list, count, true);
    } else {
        show_in_order(text, type, list);
    }
    wg_json_sign(text, ']');
}

void wg_show_record(wg_json *text, const wg_type *type, const void *value)
{
    const wg_unknown *kept = NULL;
    bool any = false;
    uint32_t i;
    wg_json_open(text, '{');
    for (i = 0; i < type->count; i++) {
        const wg_part *const part = &type->parts[i];
        if (part->flag == WG_NOWHERE || *(const bool *)at(value, part->flag)) {
            wg_json_next(text, &any);
            show_member(text, part, at(value, part->at));
        }
    }
    if (type->at != WG_NOWHERE) {
        memcpy(&kept, at(value, type->at), sizeof kept);
    }
    if (kept) {
        show_kept(text, type, kept, &any);
    }
    wg_json_close(text, any, '}');
}

void wg_show_choice(wg_json *text, const wg_type *type, const void *value)
{
    const unsigned kind = *(const unsigned *)value;
    bool any = false;
    if (kind > 0 && kind <= type->count) {
        wg_json_open(text, '{');
        wg_json_next(text, &any);
        show_member(text, &type->parts[kind - 1], at(value, type->at));
        wg_json_close(text, any, '}');
    } else if (kind == type->count + 1 && type->way & WG_WAY_EXTENSIBLE) {
        const wg_unknown *const unknown = (const wg_unknown *)at(value, type->at);
        const wg_rules rules = unknown->value.rules;
        wg_json_escape(text, "$unknown");
        wg_json_escape(text, "octets");
        wg_json_hex(text, unknown->value.data, unknown->value.size);
        if (!has_tags(rules) && rules != WG_RULES_OER && rules != WG_RULES_COER) {
            wg_json_sign(text, ',');
            wg_json_gap(text);
            wg_json_word(text, "\"index\":");
            wg_json_gap(text);
            wg_json_natural(text, unknown->index);
        }
        wg_json_word(text, "}}");
    } else {
        wg_json_fail(text, WG_ERROR_UNKNOWN);
        wg_json_word(text, "null");
    }
}

void wg_show_list(wg_json *text, const wg_type *type, const void *value)
{
    const size_t count = *(const size_t *)value;
    const uint8_t *items = (const uint8_t *)at(value, type->at);
    bool any = false;
    size_t i;
    if (!(type->way & WG_WAY_ARRAY)) {
        memcpy(&items, at(value, type->at), sizeof items);
    }
    wg_json_open(text, '[');
    for (i = 0; i < count; i++) {
        wg_json_next(text, &any);
        show(text, type->of, items ? items + i * type->size : NULL);
    }
    wg_json_close(text, any, ']');
}

static const char *const rule_words[] = {"", "ber", "der", "uper", "aper", "oer", "cer", "cuper", "caper", "coer"};

/* An open type or a string that holds one value; its text is that of the value. */
struct wg_holder {
    const struct wg_holder *outer; /* the one directly around it */
    uint32_t way;
};

enum { IN_STRING = WG_WAY_IN_OCTETS | WG_WAY_IN_BITS };

static const char *escape_of(uint32_t way)
{
    return way & WG_WAY_IN_BITS ? "$bits" : way & WG_WAY_IN_OCTETS ? "$octets" : "$opaque";
}

/* Writes the escapes of the open types, or of the strings, around octets of another one, outermost first; returns
   their number. */
static unsigned show_around(wg_json *text, const struct wg_holder *holder, bool strings)
{
    unsigned around = 0;
    if (holder) {
        around = show_around(text, holder->outer, strings);
        if (((holder->way & IN_STRING) != 0) == strings) {
            wg_json_escape(text, escape_of(holder->way));
            around++;
        }
    }
    return around;
}

/* Shows the octets of `$opaque` and similar escapes, with their rules if known. */
static void show_in_rules(wg_json *text, uint32_t way, wg_any any)
{
    const unsigned rules = any.rules & 15u;
    const bool said = rules > 0 && rules < sizeof rule_words / sizeof *rule_words;
    unsigned around = show_around(text, text->holder, (way & IN_STRING) != 0);
    wg_json_escape(text, escape_of(way));
    if (said) {
        wg_json_escape(text, "rules");
        wg_json_sign(text, '"');
        wg_json_word(text, rule_words[rules]);
        wg_json_word(text, "\",");
        wg_json_gap(text);
    }
    if (any.rules >= WG_RULES_BIT_STRING) {
        (said ? bits_inside : wg_json_bits)(text, wg_bits_of_any(any));
    } else if (said) {
        wg_json_word(text, "\"octets\":");
        wg_json_gap(text);
        wg_json_hex(text, any.data, any.size);
        wg_json_sign(text, '}');
    } else {
        wg_json_hex(text, any.data, any.size);
    }
    wg_json_sign(text, '}');
    for (; around > 0; around--) {
        wg_json_sign(text, '}');
    }
}

/* The first member of every value of an open type. */
struct rows {
    unsigned row;
    wg_rules rules;
};

/* Shows octets in place of a value: those of the open type, or of the string around it. */
static void show_held(wg_json *text, const wg_type *type, wg_any any)
{
    const struct wg_holder *const holder = text->holder;
    const uint32_t bits = any.rules >= WG_RULES_BIT_STRING ? WG_WAY_IN_BITS : 0;
    const uint32_t octets = any.rules >= WG_RULES_OCTET_STRING ? WG_WAY_IN_OCTETS : 0;
    if ((bits | octets) && !(type->way & IN_STRING) && holder) {
        text->holder = holder->outer;
    }
    show_in_rules(text, bits ? bits : octets, any);
    text->holder = holder;
}

void wg_show_holder(wg_json *text, const wg_type *type, const void *value)
{
    struct wg_holder holder;
    holder.outer = text->holder;
    holder.way = type->way;
    text->holder = &holder;
    show(text, type->of, value);
    text->holder = holder.outer;
}

void wg_show_rows(wg_json *text, const wg_type *type, const void *value)
{
    const unsigned row = *(const unsigned *)value;
    if (row > 0 && row <= type->count && type->parts[row - 1].type != WG_NOWHERE) {
        struct wg_holder holder;
        holder.outer = text->holder;
        holder.way = type->way;
        text->holder = &holder;
        show_part(text, &type->parts[row - 1], at(value, type->at));
        text->holder = holder.outer;
    } else if (row == 0) {
        const wg_octets *const opaque = (const wg_octets *)at(value, type->at);
        show_held(text, type, wg_any_of(*opaque, ((const struct rows *)value)->rules));
    } else {
        wg_json_fail(text, WG_ERROR_UNKNOWN);
        wg_json_word(text, "null");
    }
}

void wg_show_any(wg_json *text, const wg_type *type, const void *value)
{
    const wg_any *const any = (const wg_any *)value;
    (void)type;
    show_in_rules(text, 0, *any);
}
