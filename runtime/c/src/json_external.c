/* JSON: EXTERNAL, as the value of its associated type (X.680 37.5). */
#include "json.h"
#include "wireglot/tlv.h"

static bool is_whole(wg_octets data)
{
    wg_reader r;
    wg_tlv_reader(&r, data.data, data.size, false, NULL);
    wg_tlv_skip(&r);
    wg_tlv_finish(&r);
    return wg_reader_result(&r).error == WG_OK;
}

/* Whether writers choose the encoding of the data by default: a single type for exactly one complete
 * encoding of tag, length and value, otherwise octets. */
static bool is_usual(const wg_external *external)
{
    switch (external->encoding) {
    case WG_EXTERNAL_SINGLE_TYPE:
        return (external->rules <= WG_RULES_DER || external->rules == WG_RULES_CER) && is_whole(external->data);
    case WG_EXTERNAL_OCTETS:
        return !is_whole(external->data);
    default:
        return false;
    }
}

static void member(wg_json *text, bool *any, const char *name)
{
    wg_json_next(text, any);
    wg_json_sign(text, '"');
    wg_json_word(text, name);
    wg_json_word(text, "\":");
    wg_json_gap(text);
}

static void context(wg_json *text, bool *any, const wg_external *external)
{
    member(text, any, "presentation-context-id");
    wg_json_integer(text, external->indirect);
}

static void negotiation(wg_json *text, const wg_external *external)
{
    bool any = false;
    wg_json_open(text, '{');
    context(text, &any, external);
    member(text, &any, "transfer-syntax");
    wg_json_arcs(text, external->direct, false);
    wg_json_close(text, any, '}');
}

static void identification(wg_json *text, const wg_external *external)
{
    bool any = false;
    wg_json_open(text, '{');
    if (external->has_direct && external->has_indirect) {
        member(text, &any, "context-negotiation");
        negotiation(text, external);
    } else if (external->has_direct) {
        member(text, &any, "syntax");
        wg_json_arcs(text, external->direct, false);
    } else if (external->has_indirect) {
        context(text, &any, external);
    } else {
        wg_json_fail(text, WG_ERROR_MISSING);
    }
    wg_json_close(text, any, '}');
}

void wg_show_external(wg_json *text, const wg_type *type, const void *value)
{
    const wg_external *const external = (const wg_external *)value;
    bool any = false;
    (void)type;
    wg_json_open(text, '{');
    member(text, &any, "identification");
    identification(text, external);
    if (external->has_descriptor) {
        member(text, &any, "data-value-descriptor");
        wg_json_string(text, external->descriptor, 1);
    }
    member(text, &any, "data-value");
    wg_json_hex(text, external->data.data, external->data.size);
    if (!is_usual(external)) {
        member(text, &any, "$unknown");
        wg_json_sign(text, '[');
        wg_json_escape(text, "insertion");
        wg_json_natural(text, external->encoding);
        wg_json_sign(text, ',');
        wg_json_gap(text);
        wg_json_word(text, "\"octets\":");
        wg_json_gap(text);
        wg_json_word(text, "\"\"}]");
    }
    wg_json_close(text, any, '}');
}
