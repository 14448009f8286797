/* Kept octets, and the rules under which they can be written again. */
#include "wireglot/core.h"

/* The rules of PER or OER. */
static wg_rules packed(bool octets, bool aligned, bool strict)
{
    if (octets) {
        return (wg_rules)(strict ? WG_RULES_COER : WG_RULES_OER);
    }
    if (aligned) {
        return (wg_rules)(strict ? WG_RULES_CAPER : WG_RULES_APER);
    }
    return (wg_rules)(strict ? WG_RULES_CUPER : WG_RULES_UPER);
}

wg_rules wg_reader_rules(const wg_reader *r)
{
    if (r->next) {
        return (wg_rules)(r->cer ? WG_RULES_CER : r->strict ? WG_RULES_DER : WG_RULES_BER);
    }
    return packed(r->octets, r->aligned, r->strict);
}

wg_rules wg_writer_rules(const wg_writer *w)
{
    if (!w->forward) {
        return (wg_rules)(w->cer ? WG_RULES_CER : w->strict ? WG_RULES_DER : WG_RULES_BER);
    }
    return packed(w->octets, w->aligned, w->strict);
}

/* The rules under which all octets of some rules are valid as well. */
static wg_rules basic(wg_rules rules)
{
    switch (rules) {
    case WG_RULES_CUPER:
        return (wg_rules)WG_RULES_UPER;
    case WG_RULES_CAPER:
        return (wg_rules)WG_RULES_APER;
    case WG_RULES_COER:
        return (wg_rules)WG_RULES_OER;
    default:
        return rules;
    }
}

static bool has_tags(wg_rules rules)
{
    return rules == WG_RULES_BER || rules == WG_RULES_DER || rules == WG_RULES_CER;
}

bool wg_may_hold(wg_writer *w, wg_any string, wg_rules rules)
{
    const wg_rules held = string.rules & 15u;
    if (held != WG_RULES_ANY && held != rules && basic(held) != rules) {
        wg_refuse(w, WG_ERROR_RULES);
    }
    return w->error == WG_OK;
}

bool wg_may_write(wg_writer *w, wg_rules rules)
{
    wg_rules own = wg_writer_rules(w);
    if (rules != WG_RULES_ANY && rules != own && basic(rules) != own && !(has_tags(rules) && has_tags(own))) {
        wg_refuse(w, WG_ERROR_RULES);
    }
    return w->error == WG_OK;
}

wg_any wg_any_of(wg_octets octets, wg_rules rules)
{
    wg_any any;
    any.data = octets.data;
    any.size = octets.size;
    any.rules = rules < WG_RULES_BIT_STRING ? (wg_rules)(rules & ~WG_RULES_KEPT) : rules;
    return any;
}

wg_octets wg_any_octets(wg_any any, wg_rules *rules)
{
    wg_octets octets;
    octets.data = any.data;
    octets.size = any.size;
    *rules = any.rules;
    return octets;
}

wg_any wg_any_of_string(wg_octets octets, wg_rules rules)
{
    return wg_any_of(octets, (wg_rules)(WG_RULES_OCTET_STRING | rules));
}

wg_any wg_any_of_bits(wg_bits bits, wg_rules rules)
{
    wg_octets octets;
    octets.data = bits.data;
    octets.size = bits.count / 8 + (bits.count % 8 != 0);
    return wg_any_of(octets, (wg_rules)(WG_RULES_BIT_STRING | (octets.size * 8 - bits.count) << 4 | rules));
}

wg_octets wg_string_of_any(wg_any any)
{
    wg_rules rules;
    return wg_any_octets(any, &rules);
}

wg_bits wg_bits_of_any(wg_any any)
{
    const size_t unused = any.size > 0 ? any.rules >> 4 & 7u : 0;
    return wg_bits_of(any.data, any.size * 8 - unused);
}

wg_unknown *wg_keep(wg_reader *r, size_t index, wg_any value)
{
    wg_unknown *unknown = (wg_unknown *)wg_new(r, sizeof *unknown);
    if (unknown) {
        unknown->index = index;
        unknown->value = value;
    }
    return unknown;
}
