/* EXTERNAL in its 1990 layout (X.690 8.18, X.691 28). */
#include <string.h>

#include "header.h"
#include "numbers.h"
#include "put.h"
#include "text.h"
#include "wireglot/bits.h"
#include "wireglot/tlv.h"

#define WG_TAG_OBJECT_DESCRIPTOR WG_UNIVERSAL(7)

/* Discards what was read of an invalid encoding. */
static wg_external checked(wg_reader *r, wg_external value)
{
    if (r->error == WG_OK && !value.has_direct && !value.has_indirect) {
        wg_fail(r, WG_ERROR_MISSING);
    }
    if (r->error != WG_OK) {
        memset(&value, 0, sizeof value);
    }
    return value;
}

static void get_data(wg_reader *r, wg_external *value)
{
    wg_frame outer;
    switch (wg_tlv_peek(r)) {
    case WG_CONTEXT(0):
        value->encoding = WG_EXTERNAL_SINGLE_TYPE;
        if (wg_tlv_begin_frame(r, WG_CONTEXT(0), &outer)) {
            value->data = wg_any_octets(wg_tlv_get_any(r), &value->rules);
            wg_tlv_end_frame(r, &outer);
        }
        break;
    case WG_CONTEXT(1):
        value->encoding = WG_EXTERNAL_OCTETS;
        value->data = wg_tlv_get_octet_string(r, WG_CONTEXT(1));
        break;
    case WG_CONTEXT(2):
        value->encoding = WG_EXTERNAL_BITS;
        value->data = wg_whole_octets(r, wg_tlv_get_bit_string(r, WG_CONTEXT(2), false));
        break;
    default:
        wg_fail(r, wg_tlv_more(r) ? WG_ERROR_TAG : WG_ERROR_MISSING);
    }
}

wg_external wg_tlv_get_external(wg_reader *r, wg_tag tag)
{
    wg_external value;
    wg_frame outer;
    memset(&value, 0, sizeof value);
    if (wg_tlv_enter(r, tag, &outer)) {
        value.has_direct = wg_tlv_peek(r) == WG_TAG_OID;
        if (value.has_direct) {
            value.direct = wg_tlv_get_oid(r, WG_TAG_OID);
        }
        value.has_indirect = wg_tlv_peek(r) == WG_TAG_INTEGER;
        if (value.has_indirect) {
            value.indirect = wg_tlv_get_integer_big(r, WG_TAG_INTEGER);
        }
        value.has_descriptor = wg_tlv_peek(r) == WG_TAG_OBJECT_DESCRIPTOR;
        if (value.has_descriptor) {
            value.descriptor = wg_tlv_get_escaped_string(r, WG_TAG_OBJECT_DESCRIPTOR);
        }
        get_data(r, &value);
        wg_tlv_leave(r, &outer);
    }
    return checked(r, value);
}

/* Begins a constructed encoding in the form that the rules require; its end is written first. */
static size_t begin_constructed(wg_writer *w)
{
    size_t mark = wg_tlv_mark(w);
    if (w->cer) {
        wg_tlv_open_indefinite(w, WG_TAG_NONE);
    }
    return mark;
}

static void end_constructed(wg_writer *w, wg_tag tag, size_t mark)
{
    if (w->cer) {
        wg_tlv_close_indefinite(w, tag);
    } else {
        wg_tlv_close(w, tag, mark);
    }
}

/* Data that is not a complete encoding under these rules is written as octets, which may be
   anything. */
void wg_tlv_put_external(wg_writer *w, wg_tag tag, wg_external value)
{
    const bool single = value.encoding == WG_EXTERNAL_SINGLE_TYPE;
    size_t mark, inside;
    if (w->upward) {
        wg_writer inner = wg_tlv_inside(w, w->strict);
        wg_tlv_put_external(&inner, tag, value);
        wg_tlv_append(w, &inner);
        return;
    }
    if (!value.has_direct && !value.has_indirect) {
        wg_refuse(w, WG_ERROR_MISSING);
    }
    if (single && w->strict && value.rules != WG_RULES_ANY && value.rules != wg_writer_rules(w) && wg_may_write(w, value.rules)) {
        if (wg_tlv_is_own(w, value.data, WG_RULES_ANY)) {
            value.rules = WG_RULES_ANY;
        } else {
            value.encoding = WG_EXTERNAL_OCTETS;
        }
    }
    mark = begin_constructed(w);
    switch (value.encoding) {
    case WG_EXTERNAL_SINGLE_TYPE:
        inside = begin_constructed(w);
        wg_tlv_put_any(w, wg_any_of(value.data, value.rules));
        end_constructed(w, WG_CONTEXT(0), inside);
        break;
    case WG_EXTERNAL_OCTETS:
        wg_tlv_put_octet_string(w, WG_CONTEXT(1), value.data);
        break;
    case WG_EXTERNAL_BITS:
        wg_tlv_put_bit_string(w, WG_CONTEXT(2), false, wg_bits_of(value.data.data, 8 * value.data.size));
        break;
    default:
        wg_refuse(w, WG_ERROR_UNKNOWN);
    }
    if (value.has_descriptor) {
        wg_tlv_put_escaped_string(w, WG_TAG_OBJECT_DESCRIPTOR, value.descriptor);
    }
    if (value.has_indirect) {
        wg_tlv_put_integer_big(w, WG_TAG_INTEGER, value.indirect);
    }
    if (value.has_direct) {
        wg_tlv_put_oid(w, WG_TAG_OID, value.direct);
    }
    end_constructed(w, tag, mark);
}

wg_external wg_bits_get_external(wg_reader *r)
{
    const wg_integer none = {NULL, 0};
    wg_external value;
    memset(&value, 0, sizeof value);
    value.has_direct = wg_bits_get_boolean(r);
    value.has_indirect = wg_bits_get_boolean(r);
    value.has_descriptor = wg_bits_get_boolean(r);
    if (value.has_direct) {
        value.direct = wg_bits_get_oid(r);
    }
    if (value.has_indirect) {
        value.indirect = wg_bits_get_integer_big(r, WG_UNBOUNDED, none, none);
    }
    if (value.has_descriptor) {
        value.descriptor = wg_bits_get_escaped_string(r);
    }
    value.encoding = (unsigned)wg_bits_constrained(r, 2);
    if (value.encoding > WG_EXTERNAL_BITS) {
        wg_fail(r, WG_ERROR_UNKNOWN);
    } else if (value.encoding == WG_EXTERNAL_BITS) {
        value.data = wg_whole_octets(r, wg_bits_get_bit_string(r, false, 0, WG_NO_BOUND));
    } else {
        value.data = wg_bits_get_octet_string(r, 0, WG_NO_BOUND);
        value.rules = wg_reader_rules(r);
        /* X.691 11.2.1: an open type field has at least one octet. */
        if (value.encoding == WG_EXTERNAL_SINGLE_TYPE && value.data.size == 0 && r->error == WG_OK) {
            wg_fail(r, WG_ERROR_LENGTH);
        }
    }
    return checked(r, value);
}

void wg_bits_put_external(wg_writer *w, wg_external value)
{
    const wg_integer none = {NULL, 0};
    static const uint8_t nothing = 0;
    if ((!value.has_direct && !value.has_indirect) || value.encoding > WG_EXTERNAL_BITS) {
        wg_refuse(w, WG_ERROR_MISSING);
        return;
    }
    if (value.encoding == WG_EXTERNAL_SINGLE_TYPE) {
        if (value.rules == WG_RULES_BER || value.rules == WG_RULES_DER || value.rules == WG_RULES_CER) {
            value.encoding = WG_EXTERNAL_OCTETS;
        } else if (value.data.size == 0) {
            /* X.691 11.2.1: an open type field has at least one octet. */
            value.data = wg_octets_of(&nothing, 1);
        }
    }
    if (value.encoding == WG_EXTERNAL_SINGLE_TYPE) {
        wg_may_write(w, value.rules);
    }
    wg_bits_put_boolean(w, value.has_direct);
    wg_bits_put_boolean(w, value.has_indirect);
    wg_bits_put_boolean(w, value.has_descriptor);
    if (value.has_direct) {
        wg_bits_put_oid(w, value.direct);
    }
    if (value.has_indirect) {
        wg_bits_put_integer_big(w, WG_UNBOUNDED, none, none, value.indirect);
    }
    if (value.has_descriptor) {
        wg_bits_put_escaped_string(w, value.descriptor);
    }
    wg_bits_put_constrained(w, 2, value.encoding);
    if (value.encoding == WG_EXTERNAL_BITS) {
        wg_bits_put_bit_string(w, false, 0, WG_NO_BOUND, wg_bits_of(value.data.data, 8 * value.data.size));
    } else {
        wg_bits_put_octet_string(w, 0, WG_NO_BOUND, value.data);
    }
}
