/* What is kept as octets, and the rules that may write it again. */
#include "wireglot/core.h"

wg_rules wg_reader_rules(const wg_reader *r)
{
    if (r->next) {
        return (wg_rules)(r->strict ? WG_RULES_DER : WG_RULES_BER);
    }
    if (r->octets) {
        return (wg_rules)WG_RULES_OER;
    }
    return (wg_rules)(r->aligned ? WG_RULES_APER : WG_RULES_UPER);
}

wg_rules wg_writer_rules(const wg_writer *w)
{
    if (!w->forward) {
        return (wg_rules)(w->strict ? WG_RULES_DER : WG_RULES_BER);
    }
    if (w->octets) {
        return (wg_rules)WG_RULES_OER;
    }
    return (wg_rules)(w->aligned ? WG_RULES_APER : WG_RULES_UPER);
}

static bool has_tags(wg_rules rules)
{
    return rules == WG_RULES_BER || rules == WG_RULES_DER;
}

bool wg_may_write(wg_writer *w, wg_rules rules)
{
    wg_rules own = wg_writer_rules(w);
    if (rules != WG_RULES_ANY && rules != own && !(has_tags(rules) && has_tags(own))) {
        wg_refuse(w, WG_ERROR_RULES);
    }
    return w->error == WG_OK;
}

wg_any wg_any_of(wg_octets octets, wg_rules rules)
{
    wg_any any;
    any.data = octets.data;
    any.size = octets.size;
    any.rules = rules;
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

wg_unknown *wg_keep(wg_reader *r, size_t index, wg_any value)
{
    wg_unknown *unknown = (wg_unknown *)wg_new(r, sizeof *unknown);
    if (unknown) {
        unknown->index = index;
        unknown->value = value;
    }
    return unknown;
}
