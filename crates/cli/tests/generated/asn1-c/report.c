/* Written by wireglot; changes will be lost. */
#include "report.h"

#include <string.h>

/* This code is for one variant of PER. */
#define WG_ALIGNED(codec) false
#include "wireglot/bits_fast.h"
#include "wireglot/constraints.h"
#include "wireglot/octets_fast.h"
#include "wireglot/tlv_fast.h"

#ifndef REPORT_H_D4E18B6959AC53DD
#error "this file and its header were written from different specifications"
#endif

static const int64_t numbers1[3] = {0, 1, 2};

/* The row of Kinds(&id, &Type). */
static unsigned row_of_Kinds_id_Type_value(wg_integer key0)
{
    if (wg_integer_compare(key0, wg_literal("\x01", 1)) == 0) {
        return Kinds_id_Type_value_Fix;
    }
    if (wg_integer_compare(key0, wg_literal("\x02", 1)) == 0) {
        return Kinds_id_Type_value_Sea;
    }
    return 0;
}

/* Whether a row of Kinds(&id) has these keys. */
static bool is_in_Kinds_id_value(wg_integer key0)
{
    if (wg_integer_compare(key0, wg_literal("\x01", 1)) == 0) {
        return true;
    }
    if (wg_integer_compare(key0, wg_literal("\x02", 1)) == 0) {
        return true;
    }
    return false;
}

static bool check_Report(const Report *v, wg_violation *bad);
static bool check_Field(const Field *v, wg_violation *bad);
static bool check_Fix(const Fix *v, wg_violation *bad);
static bool check_Report_heights(const Report_heights *v, wg_violation *bad);
static bool check_Report_drift(const Report_drift *v, wg_violation *bad);
static bool check_Note(const Note *v, wg_violation *bad);
static bool check_Note_notes_value(const Note_notes_value *v, wg_violation *bad);
static bool check_Kinds_id_Type_value(const Kinds_id_Type_value *v, wg_violation *bad);

static bool check_Report(const Report *v, wg_violation *bad)
{
    if (v->buoy < 0 || v->buoy > 127) {
        return wg_broken(bad, WG_ERROR_CONSTRAINT, "Report.buoy");
    }
    if (v->has_name && (wg_string_length(v->name, 0) < 1 || wg_string_length(v->name, 0) > 16)) {
        return wg_broken(bad, WG_ERROR_CONSTRAINT, "Report.name");
    }
    if (!check_Fix(&v->fix, bad)) {
        return false;
    }
    if (!check_Report_heights(&v->heights, bad)) {
        return false;
    }
    if (!check_Report_drift(&v->drift, bad)) {
        return false;
    }
    if (v->has_charge && (v->charge < 0 || v->charge > 100)) {
        return wg_broken(bad, WG_ERROR_CONSTRAINT, "Report.charge");
    }
    if (v->has_note && !check_Note(&v->note, bad)) {
        return false;
    }
    if (!v->has_lamp && v->has_charge) {
        return wg_broken(bad, WG_ERROR_MISSING, "Report.lamp");
    }
    return true;
}

static bool check_Field(const Field *v, wg_violation *bad)
{
    if (!is_in_Kinds_id_value(v->kind)) {
        return wg_broken(bad, WG_ERROR_CONSTRAINT, "Field.kind");
    }
    if (v->value.row > Kinds_id_Type_value_rows) {
        return wg_broken(bad, WG_ERROR_UNKNOWN, "Field.value");
    }
    if (v->value.row != Kinds_id_Type_value_opaque && v->value.row != row_of_Kinds_id_Type_value(v->kind)) {
        return wg_broken(bad, WG_ERROR_CONSTRAINT, "Field.value");
    }
    if (!check_Kinds_id_Type_value(&v->value, bad)) {
        return false;
    }
    return true;
}

static inline bool check_Fix(const Fix *v, wg_violation *bad)
{
    if (v->latitude < -9000000 || v->latitude > 9000000) {
        return wg_broken(bad, WG_ERROR_CONSTRAINT, "Fix.latitude");
    }
    if (v->longitude < -18000000 || v->longitude > 18000000) {
        return wg_broken(bad, WG_ERROR_CONSTRAINT, "Fix.longitude");
    }
    return true;
}

static inline bool check_Report_heights(const Report_heights *v, wg_violation *bad)
{
    if (v->count > 4) {
        return wg_broken(bad, WG_ERROR_CONSTRAINT, "Report.heights");
    }
    for (size_t i1 = 0; i1 < v->count; i1++) {
        if (v->items[i1] < 0 || v->items[i1] > 4095) {
            return wg_broken(bad, WG_ERROR_CONSTRAINT, "Report.heights[]");
        }
    }
    return true;
}

static inline bool check_Report_drift(const Report_drift *v, wg_violation *bad)
{
    if (v->count != 0 && v->items == NULL) {
        return wg_broken(bad, WG_ERROR_VALUE, "Report.drift");
    }
    for (size_t i1 = 0; i1 < v->count; i1++) {
        if (!check_Fix(&v->items[i1], bad)) {
            return false;
        }
    }
    return true;
}

static bool check_Note(const Note *v, wg_violation *bad)
{
    switch (v->kind) {
        case Note_flags: {
            if (v->u.flags.count > 8 * sizeof v->u.flags.octets) {
                return wg_broken(bad, WG_ERROR_CONSTRAINT, "Note.flags");
            }
            if (v->u.flags.count > 8 && wg_bits_trim(wg_bits_of(v->u.flags.octets, v->u.flags.count), 0).count > 8) {
                return wg_broken(bad, WG_ERROR_CONSTRAINT, "Note.flags");
            }
            break;
        }
        case Note_notes: {
            if (!check_Note_notes_value(&v->u.notes, bad)) {
                return false;
            }
            break;
        }
        case Note_text:
        case Note_number:
        case Note_unknown: {
            break;
        }
        default: {
            return wg_broken(bad, WG_ERROR_UNKNOWN, "Note");
        }
    }
    return true;
}

static inline bool check_Note_notes_value(const Note_notes_value *v, wg_violation *bad)
{
    if (v->count != 0 && v->items == NULL) {
        return wg_broken(bad, WG_ERROR_VALUE, "Note.notes");
    }
    for (size_t i1 = 0; i1 < v->count; i1++) {
        if (!check_Note(&v->items[i1], bad)) {
            return false;
        }
    }
    return true;
}

static bool check_Kinds_id_Type_value(const Kinds_id_Type_value *v, wg_violation *bad)
{
    switch (v->row) {
        case Kinds_id_Type_value_Fix: {
            if (v->u.as_Fix == NULL) {
                return wg_broken(bad, WG_ERROR_VALUE, "Fix");
            }
            if (!check_Fix(v->u.as_Fix, bad)) {
                return false;
            }
            break;
        }
        default: {
            break;
        }
    }
    return true;
}

wg_violation Report_check(const Report *value)
{
    wg_violation bad = {WG_OK, NULL};
    check_Report(value, &bad);
    return bad;
}

wg_violation Field_check(const Field *value)
{
    wg_violation bad = {WG_OK, NULL};
    check_Field(value, &bad);
    return bad;
}

static bool equal_Report(const Report *a, const Report *b);
static bool equal_Field(const Field *a, const Field *b);
static bool equal_Fix(const Fix *a, const Fix *b);
static bool equal_Report_heights(const Report_heights *a, const Report_heights *b);
static bool equal_Report_drift(const Report_drift *a, const Report_drift *b);
static bool equal_Note(const Note *a, const Note *b);
static bool equal_Note_notes_value(const Note_notes_value *a, const Note_notes_value *b);
static bool equal_Kinds_id_Type_value(const Kinds_id_Type_value *a, const Kinds_id_Type_value *b);

static bool equal_Report(const Report *a, const Report *b)
{
    if (a->buoy != b->buoy) {
        return false;
    }
    if (a->has_name != b->has_name) {
        return false;
    }
    if (a->has_name && b->has_name && !wg_octets_equal(a->name, b->name)) {
        return false;
    }
    if (a->has_sea && !b->has_sea && a->sea != Sea_calm) {
        return false;
    }
    if (b->has_sea && !a->has_sea && b->sea != Sea_calm) {
        return false;
    }
    if (a->has_sea && b->has_sea && a->sea != b->sea) {
        return false;
    }
    if (!equal_Fix(&a->fix, &b->fix)) {
        return false;
    }
    if (!equal_Report_heights(&a->heights, &b->heights)) {
        return false;
    }
    if (!equal_Report_drift(&a->drift, &b->drift)) {
        return false;
    }
    if (!wg_octets_equal(a->payload, b->payload)) {
        return false;
    }
    if (a->has_lamp != b->has_lamp) {
        return false;
    }
    if (a->has_lamp && b->has_lamp && a->lamp != b->lamp) {
        return false;
    }
    if (a->has_charge != b->has_charge) {
        return false;
    }
    if (a->has_charge && b->has_charge && a->charge != b->charge) {
        return false;
    }
    if (a->has_note != b->has_note) {
        return false;
    }
    if (a->has_note && b->has_note && !equal_Note(&a->note, &b->note)) {
        return false;
    }
    if (!wg_unknown_equal(a->unknown, b->unknown)) {
        return false;
    }
    return true;
}

static bool equal_Field(const Field *a, const Field *b)
{
    if (wg_integer_compare(a->kind, b->kind) != 0) {
        return false;
    }
    if (!equal_Kinds_id_Type_value(&a->value, &b->value)) {
        return false;
    }
    return true;
}

static bool equal_Fix(const Fix *a, const Fix *b)
{
    if (a->latitude != b->latitude) {
        return false;
    }
    if (a->longitude != b->longitude) {
        return false;
    }
    return true;
}

static bool equal_Report_heights(const Report_heights *a, const Report_heights *b)
{
    if (a->count != b->count) {
        return false;
    }
    for (size_t i = 0; i < a->count; i++) {
        if (a->items[i] != b->items[i]) {
            return false;
        }
    }
    return true;
}

static bool equal_Report_drift(const Report_drift *a, const Report_drift *b)
{
    if (a->count != b->count) {
        return false;
    }
    for (size_t i = 0; i < a->count; i++) {
        if (!equal_Fix(&a->items[i], &b->items[i])) {
            return false;
        }
    }
    return true;
}

static bool equal_Note(const Note *a, const Note *b)
{
    if (a->kind != b->kind) {
        return false;
    }
    switch (a->kind) {
        case Note_text: {
            return wg_octets_equal(a->u.text, b->u.text);
        }
        case Note_number: {
            return wg_integer_compare(a->u.number, b->u.number) == 0;
        }
        case Note_flags: {
            return wg_named_bits_equal(wg_bits_of(a->u.flags.octets, a->u.flags.count), wg_bits_of(b->u.flags.octets, b->u.flags.count));
        }
        case Note_notes: {
            return equal_Note_notes_value(&a->u.notes, &b->u.notes);
        }
        case Note_unknown: {
            return wg_any_equal(a->u.unknown.value, b->u.unknown.value);
        }
        default: {
            break;
        }
    }
    return true;
}

static bool equal_Note_notes_value(const Note_notes_value *a, const Note_notes_value *b)
{
    if (a->count != b->count) {
        return false;
    }
    for (size_t i = 0; i < a->count; i++) {
        if (!equal_Note(&a->items[i], &b->items[i])) {
            return false;
        }
    }
    return true;
}

static bool equal_Kinds_id_Type_value(const Kinds_id_Type_value *a, const Kinds_id_Type_value *b)
{
    if (a->row != b->row) {
        return false;
    }
    switch (a->row) {
        case Kinds_id_Type_value_Fix: {
            return a->u.as_Fix != NULL && b->u.as_Fix != NULL && equal_Fix(a->u.as_Fix, b->u.as_Fix);
        }
        case Kinds_id_Type_value_Sea: {
            return a->u.as_Sea == b->u.as_Sea;
        }
        case Kinds_id_Type_value_opaque: {
            return wg_any_equal(wg_any_of(a->u.opaque, a->rules), wg_any_of(b->u.opaque, b->rules));
        }
        default: {
            break;
        }
    }
    return true;
}

bool Report_equal(const Report *a, const Report *b)
{
    return equal_Report(a, b);
}

bool Field_equal(const Field *a, const Field *b)
{
    return equal_Field(a, b);
}

static void decode_ber_Report(wg_reader *r, Report *v);
static void decode_ber_Field(wg_reader *r, Field *v);
static void decode_ber_Fix(wg_reader *r, Fix *v);
static void decode_ber_Note(wg_reader *r, Note *v);
static void decode_ber_Kinds_id_Type_value(wg_reader *r, Kinds_id_Type_value *v);
static void encode_ber_Report(wg_writer *w, const Report *v);
static void encode_ber_Field(wg_writer *w, const Field *v);
static void encode_ber_Fix(wg_writer *w, const Fix *v);
static void encode_ber_Note(wg_writer *w, const Note *v);
static void encode_ber_Kinds_id_Type_value(wg_writer *w, const Kinds_id_Type_value *v);

static void decode_ber_Report(wg_reader *r, Report *v)
{
    if (wg_descend(r)) {
        v->buoy = wg_tlv_get_integer_i32(r, WG_CONTEXT(0));
        if (wg_tlv_at(r, WG_CONTEXT(1))) {
            v->has_name = true;
            v->name = wg_tlv_get_utf8_string(r, WG_CONTEXT(1));
        }
        if (wg_tlv_at(r, WG_CONTEXT(2))) {
            v->has_sea = true;
            v->sea = wg_tlv_get_enumerated_i32(r, WG_CONTEXT(2), numbers1, 3, true);
        } else {
            v->sea = Sea_calm;
        }
        wg_frame frame1;
        if (wg_tlv_begin_frame(r, WG_CONTEXT(3), &frame1)) {
            decode_ber_Fix(r, &v->fix);
            wg_tlv_end_frame(r, &frame1);
        }
        wg_frame frame2;
        if (wg_tlv_begin_frame(r, WG_CONTEXT(4), &frame2)) {
            while (wg_tlv_more(r)) {
                int32_t *const element3 = (int32_t *)wg_array_next(r, v->heights.items, sizeof(int32_t), sizeof v->heights.items / sizeof(int32_t), &v->heights.count);
                if (element3 == NULL) {
                    break;
                }
                *element3 = wg_tlv_get_integer_i32(r, WG_TAG_INTEGER);
            }
            wg_tlv_end_frame(r, &frame2);
        }
        wg_frame frame4;
        if (wg_tlv_begin_frame(r, WG_CONTEXT(5), &frame4)) {
            wg_list list5 = wg_tlv_flat_list(r, sizeof(Fix));
            while (wg_tlv_more(r)) {
                Fix *const element5 = (Fix *)wg_append(r, &list5, sizeof(Fix));
                if (element5 == NULL) {
                    break;
                }
                wg_frame frame6;
                if (wg_tlv_begin_frame(r, WG_TAG_SEQUENCE, &frame6)) {
                    decode_ber_Fix(r, element5);
                    wg_tlv_end_frame(r, &frame6);
                }
            }
            v->drift.items = (Fix *)wg_list_done(r, &list5);
            v->drift.count = list5.count;
            wg_tlv_end_frame(r, &frame4);
        }
        v->payload = wg_tlv_get_octet_string(r, WG_CONTEXT(6));
        size_t next7 = 0;
        while (wg_tlv_rest(r)) {
            switch (wg_tlv_peek(r)) {
                case WG_CONTEXT(7): {
                    if (wg_in_order(r, &next7, 0)) {
                        v->has_lamp = true;
                        v->lamp = wg_tlv_get_boolean(r, WG_CONTEXT(7));
                    }
                    break;
                }
                case WG_CONTEXT(8): {
                    if (wg_in_order(r, &next7, 1)) {
                        v->has_charge = true;
                        v->charge = wg_tlv_get_integer_i32(r, WG_CONTEXT(8));
                    }
                    break;
                }
                case WG_CONTEXT(9): {
                    if (wg_in_order(r, &next7, 2)) {
                        v->has_note = true;
                        wg_frame frame8;
                        if (wg_tlv_begin_frame(r, WG_CONTEXT(9), &frame8)) {
                            decode_ber_Note(r, &v->note);
                            wg_tlv_end_frame(r, &frame8);
                        }
                    }
                    break;
                }
                case WG_CONTEXT(0):
                case WG_CONTEXT(1):
                case WG_CONTEXT(2):
                case WG_CONTEXT(3):
                case WG_CONTEXT(4):
                case WG_CONTEXT(5):
                case WG_CONTEXT(6): {
                    wg_fail(r, WG_ERROR_DUPLICATE);
                    break;
                }
                default: {
                    wg_tlv_get_unknown(r, next7, &v->unknown);
                    break;
                }
            }
        }
        wg_ascend(r);
    }
}

static void decode_ber_Field(wg_reader *r, Field *v)
{
    v->kind = wg_tlv_get_integer_big(r, WG_CONTEXT(0));
    wg_frame frame1;
    if (wg_tlv_begin_frame(r, WG_CONTEXT(1), &frame1)) {
        v->value.row = row_of_Kinds_id_Type_value(v->kind);
        decode_ber_Kinds_id_Type_value(r, &v->value);
        wg_tlv_end_frame(r, &frame1);
    }
}

static void decode_ber_Fix(wg_reader *r, Fix *v)
{
    v->latitude = wg_tlv_get_integer_i32(r, WG_CONTEXT(0));
    v->longitude = wg_tlv_get_integer_i32(r, WG_CONTEXT(1));
}

static void decode_ber_Note(wg_reader *r, Note *v)
{
    if (wg_descend(r)) {
        switch (wg_tlv_peek(r)) {
            case WG_CONTEXT(0): {
                v->kind = Note_text;
                v->u.text = wg_tlv_get_ia5_string(r, WG_CONTEXT(0));
                break;
            }
            case WG_CONTEXT(1): {
                v->kind = Note_number;
                v->u.number = wg_tlv_get_integer_big(r, WG_CONTEXT(1));
                break;
            }
            case WG_CONTEXT(2): {
                v->kind = Note_flags;
                wg_copy_bits(r, wg_tlv_get_bit_string(r, WG_CONTEXT(2), true), v->u.flags.octets, sizeof v->u.flags.octets, &v->u.flags.count);
                break;
            }
            case WG_CONTEXT(3): {
                v->kind = Note_notes;
                wg_frame frame1;
                if (wg_tlv_begin_frame(r, WG_CONTEXT(3), &frame1)) {
                    if (wg_descend(r)) {
                        wg_list list2 = wg_tlv_list(r, sizeof(Note));
                        while (wg_tlv_more(r)) {
                            Note *const element2 = (Note *)wg_append(r, &list2, sizeof(Note));
                            if (element2 == NULL) {
                                break;
                            }
                            decode_ber_Note(r, element2);
                        }
                        v->u.notes.items = (Note *)wg_list_done(r, &list2);
                        v->u.notes.count = list2.count;
                        wg_ascend(r);
                    }
                    wg_tlv_end_frame(r, &frame1);
                }
                break;
            }
            default: {
                v->kind = Note_unknown;
                wg_tlv_get_unknown_alternative(r, &v->u.unknown);
                break;
            }
        }
        wg_ascend(r);
    }
}

static void decode_ber_Kinds_id_Type_value(wg_reader *r, Kinds_id_Type_value *v)
{
    wg_held held0;
    if (r->keeping) {
        wg_hold(r, &held0);
    }
    switch (v->row) {
        case Kinds_id_Type_value_Fix: {
            if ((v->u.as_Fix = (Fix *)wg_new(r, sizeof(Fix))) != NULL) {
                wg_frame frame1;
                if (wg_tlv_begin_frame(r, WG_TAG_SEQUENCE, &frame1)) {
                    decode_ber_Fix(r, v->u.as_Fix);
                    wg_tlv_end_frame(r, &frame1);
                }
            }
            break;
        }
        case Kinds_id_Type_value_Sea: {
            v->u.as_Sea = wg_tlv_get_enumerated_i32(r, WG_TAG_ENUMERATED, numbers1, 3, true);
            break;
        }
        default: {
            v->u.opaque = wg_any_octets(wg_tlv_get_any(r), &v->rules);
            break;
        }
    }
    if (r->keeping && wg_take_back(r, &held0)) {
        v->row = 0;
        v->u.opaque = wg_any_octets(wg_tlv_get_any(r), &v->rules);
        v->rules |= WG_RULES_KEPT;
        wg_kept(r, &held0);
    }
}

static void encode_ber_Report(wg_writer *w, const Report *v)
{
    if ((v->has_lamp || v->has_charge) && !v->has_lamp) {
        wg_refuse(w, WG_ERROR_MISSING);
    }
    wg_tlv_put_unknown_between(w, v->unknown, 3, SIZE_MAX);
    if (v->has_note) {
        const uint8_t *const behind1 = w->next;
        encode_ber_Note(w, &v->note);
        wg_tlv_close_before(w, WG_CONTEXT(9), behind1);
    }
    wg_tlv_put_unknown_between(w, v->unknown, 2, 3);
    if (v->has_charge) {
        wg_tlv_put_integer_i32(w, WG_CONTEXT(8), v->charge);
    }
    wg_tlv_put_unknown_between(w, v->unknown, 1, 2);
    if (v->has_lamp) {
        wg_tlv_put_boolean(w, WG_CONTEXT(7), v->lamp);
    }
    wg_tlv_put_unknown_between(w, v->unknown, 0, 1);
    wg_tlv_put_octet_string(w, WG_CONTEXT(6), v->payload);
    const uint8_t *const behind2 = w->next;
    for (size_t i3 = v->drift.count; i3 > 0; i3--) {
        const Fix *const element3 = &v->drift.items[i3 - 1];
        const uint8_t *const behind4 = w->next;
        encode_ber_Fix(w, element3);
        wg_tlv_close_before(w, WG_TAG_SEQUENCE, behind4);
    }
    wg_tlv_close_before(w, WG_CONTEXT(5), behind2);
    const uint8_t *const behind5 = w->next;
    for (size_t i6 = v->heights.count; i6 > 0; i6--) {
        const int32_t *const element6 = &v->heights.items[i6 - 1];
        wg_tlv_put_integer_i32(w, WG_TAG_INTEGER, *element6);
    }
    wg_tlv_close_before(w, WG_CONTEXT(4), behind5);
    const uint8_t *const behind7 = w->next;
    encode_ber_Fix(w, &v->fix);
    wg_tlv_close_before(w, WG_CONTEXT(3), behind7);
    if (v->has_sea && v->sea != Sea_calm) {
        wg_tlv_put_enumerated_i32(w, WG_CONTEXT(2), numbers1, 3, true, v->sea);
    }
    if (v->has_name) {
        wg_tlv_put_utf8_string(w, WG_CONTEXT(1), v->name);
    }
    wg_tlv_put_integer_i32(w, WG_CONTEXT(0), v->buoy);
}

static void encode_ber_Field(wg_writer *w, const Field *v)
{
    const uint8_t *const behind1 = w->next;
    encode_ber_Kinds_id_Type_value(w, &v->value);
    wg_tlv_close_before(w, WG_CONTEXT(1), behind1);
    wg_tlv_put_integer_big(w, WG_CONTEXT(0), v->kind);
}

static void encode_ber_Fix(wg_writer *w, const Fix *v)
{
    wg_tlv_put_integer_i32(w, WG_CONTEXT(1), v->longitude);
    wg_tlv_put_integer_i32(w, WG_CONTEXT(0), v->latitude);
}

static void encode_ber_Note(wg_writer *w, const Note *v)
{
    switch (v->kind) {
        case Note_text: {
            wg_tlv_put_ia5_string(w, WG_CONTEXT(0), v->u.text);
            break;
        }
        case Note_number: {
            wg_tlv_put_integer_big(w, WG_CONTEXT(1), v->u.number);
            break;
        }
        case Note_flags: {
            wg_tlv_put_bit_string(w, WG_CONTEXT(2), true, wg_bits_of(v->u.flags.octets, v->u.flags.count));
            break;
        }
        case Note_notes: {
            const uint8_t *const behind1 = w->next;
            for (size_t i2 = v->u.notes.count; i2 > 0; i2--) {
                const Note *const element2 = &v->u.notes.items[i2 - 1];
                encode_ber_Note(w, element2);
            }
            wg_tlv_close_before(w, WG_CONTEXT(3), behind1);
            break;
        }
        case Note_unknown: {
            wg_tlv_put_unknown(w, &v->u.unknown);
            break;
        }
        default: {
            wg_refuse(w, WG_ERROR_UNKNOWN);
            break;
        }
    }
}

static void encode_ber_Kinds_id_Type_value(wg_writer *w, const Kinds_id_Type_value *v)
{
    switch (v->row) {
        case Kinds_id_Type_value_Fix: {
            const uint8_t *const behind1 = w->next;
            encode_ber_Fix(w, v->u.as_Fix);
            wg_tlv_close_before(w, WG_TAG_SEQUENCE, behind1);
            break;
        }
        case Kinds_id_Type_value_Sea: {
            wg_tlv_put_enumerated_i32(w, WG_TAG_ENUMERATED, numbers1, 3, true, v->u.as_Sea);
            break;
        }
        case Kinds_id_Type_value_opaque: {
            wg_tlv_put_any(w, wg_any_of(v->u.opaque, v->rules));
            break;
        }
        default: {
            wg_refuse(w, WG_ERROR_UNKNOWN);
            break;
        }
    }
}

wg_result Report_decode_ber(Report *value, const uint8_t *data, size_t size, wg_arena *arena)
{
    wg_reader reader, *const r = &reader;
    const size_t used = arena ? arena->used : 0;
    bool keeping = false;
    do {
        wg_clear(value, sizeof *value);
        wg_tlv_reader(r, data, size, false, arena);
        r->keeping = keeping;
        wg_frame frame1;
        if (wg_tlv_begin_frame(r, WG_TAG_SEQUENCE, &frame1)) {
            decode_ber_Report(r, value);
            wg_tlv_end_frame(r, &frame1);
        }
        wg_tlv_finish(r);
    } while (wg_again_keeping(r, arena, used, &keeping));
    return wg_reader_result(r);
}

wg_result Report_encode_ber(const Report *value, uint8_t *buffer, size_t capacity, wg_octets *encoding)
{
    wg_writer writer, *const w = &writer;
    wg_tlv_writer(w, buffer, capacity, false);
    if (!WG_CHECKS || wg_satisfied(w, Report_check(value))) {
        const uint8_t *const behind1 = w->next;
        encode_ber_Report(w, value);
        wg_tlv_close_before(w, WG_TAG_SEQUENCE, behind1);
    }
    *encoding = wg_tlv_written(w);
    return wg_writer_result(w);
}

wg_result Field_decode_ber(Field *value, const uint8_t *data, size_t size, wg_arena *arena)
{
    wg_reader reader, *const r = &reader;
    const size_t used = arena ? arena->used : 0;
    bool keeping = false;
    do {
        wg_clear(value, sizeof *value);
        wg_tlv_reader(r, data, size, false, arena);
        r->keeping = keeping;
        wg_frame frame1;
        if (wg_tlv_begin_frame(r, WG_TAG_SEQUENCE, &frame1)) {
            decode_ber_Field(r, value);
            wg_tlv_end_frame(r, &frame1);
        }
        wg_tlv_finish(r);
    } while (wg_again_keeping(r, arena, used, &keeping));
    return wg_reader_result(r);
}

wg_result Field_encode_ber(const Field *value, uint8_t *buffer, size_t capacity, wg_octets *encoding)
{
    wg_writer writer, *const w = &writer;
    wg_tlv_writer(w, buffer, capacity, false);
    if (!WG_CHECKS || wg_satisfied(w, Field_check(value))) {
        const uint8_t *const behind1 = w->next;
        encode_ber_Field(w, value);
        wg_tlv_close_before(w, WG_TAG_SEQUENCE, behind1);
    }
    *encoding = wg_tlv_written(w);
    return wg_writer_result(w);
}

static void decode_uper_Report(wg_reader *r, Report *v);
static void decode_uper_Field(wg_reader *r, Field *v);
static void decode_uper_Fix(wg_reader *r, Fix *v);
static void decode_uper_Note(wg_reader *r, Note *v);
static void decode_uper_Kinds_id_Type_value(wg_reader *r, Kinds_id_Type_value *v);
static void encode_uper_Report(wg_writer *w, const Report *v);
static void encode_uper_Field(wg_writer *w, const Field *v);
static void encode_uper_Fix(wg_writer *w, const Fix *v);
static void encode_uper_Note(wg_writer *w, const Note *v);
static void encode_uper_Kinds_id_Type_value(wg_writer *w, const Kinds_id_Type_value *v);

static void decode_uper_Report(wg_reader *r, Report *v)
{
    if (wg_descend(r)) {
        wg_ahead ahead1 = wg_bits_look_ahead(r, 10);
        const uint32_t flags2 = wg_bits_ahead_flags(r, &ahead1, 3);
        const bool additions2 = (flags2 & 4u) != 0;
        v->has_name = (flags2 & 2u) != 0;
        v->has_sea = (flags2 & 1u) != 0;
        v->buoy = wg_bits_ahead_integer_i32(r, &ahead1, WG_BETWEEN, 0, 127);
        if (v->has_name) {
            v->name = wg_bits_get_utf8_string(r);
        }
        if (v->has_sea) {
            v->sea = wg_bits_get_enumerated_i32(r, numbers1, 3, NULL, 0, true);
        } else {
            v->sea = Sea_calm;
        }
        decode_uper_Fix(r, &v->fix);
        size_t left3 = wg_bits_get_length(r, 0, 4);
        for (; left3 > 0; left3--) {
            int32_t *const element3 = (int32_t *)wg_array_next(r, v->heights.items, sizeof(int32_t), sizeof v->heights.items / sizeof(int32_t), &v->heights.count);
            if (element3 == NULL) {
                break;
            }
            *element3 = wg_bits_get_integer_i32(r, WG_BETWEEN, 0, 4095);
        }
        wg_list list4 = wg_list_of(sizeof(Fix));
        bool more4;
        do {
            size_t left4 = wg_bits_get_fragment(r, 0, WG_NO_BOUND, &more4);
            wg_expect(r, &list4, left4, sizeof(Fix));
            for (; left4 > 0; left4--) {
                Fix *const element4 = (Fix *)wg_append(r, &list4, sizeof(Fix));
                if (element4 == NULL) {
                    break;
                }
                decode_uper_Fix(r, element4);
            }
        } while (more4 && r->error == WG_OK);
        v->drift.items = (Fix *)wg_list_done(r, &list4);
        v->drift.count = list4.count;
        v->payload = wg_bits_get_octet_string(r, 0, WG_NO_BOUND);
        if (additions2) {
            size_t count5 = wg_bits_get_small_length(r);
            const wg_bitmap bitmap5 = wg_bits_get_bitmap(r, count5);
            if (wg_bits_in_bitmap(r, bitmap5, 0)) {
                wg_bits_frame frame6;
                if (wg_bits_enter(r, &frame6)) {
                    wg_ahead ahead7 = wg_bits_look_ahead(r, 2);
                    v->has_charge = wg_bits_ahead_boolean(r, &ahead7);
                    v->has_lamp = true;
                    v->lamp = wg_bits_ahead_boolean(r, &ahead7);
                    if (v->has_charge) {
                        v->charge = wg_bits_get_integer_i32(r, WG_BETWEEN, 0, 100);
                    }
                    wg_bits_leave(r, &frame6);
                }
            }
            if (wg_bits_in_bitmap(r, bitmap5, 1)) {
                v->has_note = true;
                wg_bits_frame frame9;
                if (wg_bits_enter(r, &frame9)) {
                    decode_uper_Note(r, &v->note);
                    wg_bits_leave(r, &frame9);
                }
            }
            wg_bits_get_unknown(r, bitmap5, 2, &v->unknown);
        }
        wg_ascend(r);
    }
}

static void decode_uper_Field(wg_reader *r, Field *v)
{
    v->kind = wg_bits_get_integer_big(r, WG_UNBOUNDED, wg_literal("", 0), wg_literal("", 0));
    wg_bits_frame frame1;
    if (wg_bits_enter(r, &frame1)) {
        v->value.row = row_of_Kinds_id_Type_value(v->kind);
        decode_uper_Kinds_id_Type_value(r, &v->value);
        wg_bits_leave(r, &frame1);
    }
}

static void decode_uper_Fix(wg_reader *r, Fix *v)
{
    wg_ahead ahead1 = wg_bits_look_ahead(r, 51);
    v->latitude = wg_bits_ahead_integer_i32(r, &ahead1, WG_BETWEEN, -9000000, 9000000);
    v->longitude = wg_bits_ahead_integer_i32(r, &ahead1, WG_BETWEEN, -18000000, 18000000);
}

static void decode_uper_Note(wg_reader *r, Note *v)
{
    if (wg_descend(r)) {
        wg_ahead ahead1 = wg_bits_look_ahead(r, 3);
        if (wg_bits_ahead_boolean(r, &ahead1)) {
            wg_bits_step_back(r, &ahead1);
            uint32_t index2 = wg_bits_get_small_number(r);
            switch (index2) {
                default: {
                    wg_bits_frame frame2;
                    if (wg_bits_enter(r, &frame2)) {
                        v->kind = Note_unknown;
                        wg_bits_get_unknown_alternative(r, index2, &v->u.unknown);
                        wg_bits_leave(r, &frame2);
                    }
                    break;
                }
            }
        } else {
            uint32_t index3 = wg_bits_ahead_integer_u32(r, &ahead1, WG_BETWEEN, 0u, 3u);
            switch (index3) {
                case 0: {
                    v->kind = Note_text;
                    v->u.text = wg_bits_get_known_multiplier(r, 1, NULL, 0, 7u, 127u, 0, WG_NO_BOUND);
                    break;
                }
                case 1: {
                    v->kind = Note_number;
                    v->u.number = wg_bits_get_integer_big(r, WG_UNBOUNDED, wg_literal("", 0), wg_literal("", 0));
                    break;
                }
                case 2: {
                    v->kind = Note_flags;
                    wg_bits_copy_bit_string(r, true, 8, 8, v->u.flags.octets, sizeof v->u.flags.octets, &v->u.flags.count);
                    break;
                }
                case 3: {
                    v->kind = Note_notes;
                    if (wg_descend(r)) {
                        wg_list list4 = wg_list_of(sizeof(Note));
                        bool more4;
                        do {
                            size_t left4 = wg_bits_get_fragment(r, 0, WG_NO_BOUND, &more4);
                            wg_expect(r, &list4, left4, sizeof(Note));
                            for (; left4 > 0; left4--) {
                                Note *const element4 = (Note *)wg_append(r, &list4, sizeof(Note));
                                if (element4 == NULL) {
                                    break;
                                }
                                decode_uper_Note(r, element4);
                            }
                        } while (more4 && r->error == WG_OK);
                        v->u.notes.items = (Note *)wg_list_done(r, &list4);
                        v->u.notes.count = list4.count;
                        wg_ascend(r);
                    }
                    break;
                }
                default: {
                    wg_fail(r, WG_ERROR_UNKNOWN);
                    break;
                }
            }
        }
        wg_ascend(r);
    }
}

static void decode_uper_Kinds_id_Type_value(wg_reader *r, Kinds_id_Type_value *v)
{
    wg_held held0;
    if (r->keeping) {
        wg_hold(r, &held0);
    }
    switch (v->row) {
        case Kinds_id_Type_value_Fix: {
            if ((v->u.as_Fix = (Fix *)wg_new(r, sizeof(Fix))) != NULL) {
                decode_uper_Fix(r, v->u.as_Fix);
            }
            break;
        }
        case Kinds_id_Type_value_Sea: {
            v->u.as_Sea = wg_bits_get_enumerated_i32(r, numbers1, 3, NULL, 0, true);
            break;
        }
        default: {
            v->u.opaque = wg_any_octets(wg_bits_get_rest(r), &v->rules);
            break;
        }
    }
    if (r->keeping) {
        wg_bits_at_end(r, held0.reader.bit);
    }
    if (r->keeping && wg_take_back(r, &held0)) {
        v->row = 0;
        v->u.opaque = wg_any_octets(wg_bits_get_rest(r), &v->rules);
        v->rules |= WG_RULES_KEPT;
        wg_kept(r, &held0);
    }
}

static void encode_uper_Report(wg_writer *w, const Report *v)
{
    wg_pack pack1 = wg_pack_of_nothing();
    wg_bits_pack_flags(w, &pack1, ((v->has_lamp || v->has_charge || v->has_note || v->unknown) ? 4u : 0u) | (v->has_name ? 2u : 0u) | ((v->has_sea && v->sea != Sea_calm) ? 1u : 0u), 3);
    wg_bits_pack_integer_i32(w, &pack1, WG_BETWEEN, 0, 127, v->buoy);
    if (v->has_name) {
        wg_bits_flush_pack(w, &pack1);
        wg_bits_put_utf8_string(w, v->name);
    }
    if (v->has_sea && v->sea != Sea_calm) {
        wg_bits_pack_enumerated_i32(w, &pack1, numbers1, 3, NULL, 0, true, v->sea);
    }
    wg_bits_put_pack(w, pack1);
    encode_uper_Fix(w, &v->fix);
    wg_pack pack2 = wg_pack_of_nothing();
    wg_bits_put_length(w, 0, 4, v->heights.count);
    for (size_t i3 = 0; i3 < v->heights.count; i3++) {
        const int32_t *const element3 = &v->heights.items[i3];
        wg_bits_pack_room(w, &pack2, 12);
        wg_bits_pack_integer_i32(w, &pack2, WG_BETWEEN, 0, 4095, *element3);
    }
    wg_bits_put_pack(w, pack2);
    bool more4;
    size_t i4 = 0;
    do {
        size_t left4 = wg_bits_put_fragment(w, 0, WG_NO_BOUND, v->drift.count - i4, &more4);
        for (; left4 > 0; left4--, i4++) {
            const Fix *const element4 = &v->drift.items[i4];
            encode_uper_Fix(w, element4);
        }
    } while (more4 && w->error == WG_OK);
    wg_bits_put_octet_string(w, 0, WG_NO_BOUND, v->payload);
    if (v->has_lamp || v->has_charge || v->has_note || v->unknown) {
        wg_bits_put_small_length(w, wg_bits_additions(2, v->unknown));
        wg_bits_put_flags(w, ((v->has_lamp || v->has_charge) ? 2u : 0u) | (v->has_note ? 1u : 0u), 2);
        wg_bits_put_unknown_bits(w, 2, v->unknown);
        if (v->has_lamp || v->has_charge) {
            const size_t open5 = wg_bits_open(w);
            wg_bits_put_boolean(w, v->has_charge);
            if (!v->has_lamp) {
                wg_refuse(w, WG_ERROR_MISSING);
            }
            wg_bits_put_boolean(w, v->lamp);
            if (v->has_charge) {
                wg_bits_put_integer_i32(w, WG_BETWEEN, 0, 100, v->charge);
            }
            wg_bits_close(w, open5);
        }
        if (v->has_note) {
            const size_t open6 = wg_bits_open(w);
            encode_uper_Note(w, &v->note);
            wg_bits_close(w, open6);
        }
        wg_bits_put_unknown(w, v->unknown);
    }
}

static void encode_uper_Field(wg_writer *w, const Field *v)
{
    wg_bits_put_integer_big(w, WG_UNBOUNDED, wg_literal("", 0), wg_literal("", 0), v->kind);
    const size_t open1 = wg_bits_open(w);
    encode_uper_Kinds_id_Type_value(w, &v->value);
    wg_bits_close(w, open1);
}

static void encode_uper_Fix(wg_writer *w, const Fix *v)
{
    wg_pack pack1 = wg_pack_of_nothing();
    wg_bits_pack_integer_i32(w, &pack1, WG_BETWEEN, -9000000, 9000000, v->latitude);
    wg_bits_pack_integer_i32(w, &pack1, WG_BETWEEN, -18000000, 18000000, v->longitude);
    wg_bits_put_pack(w, pack1);
}

static void encode_uper_Note(wg_writer *w, const Note *v)
{
    switch (v->kind) {
        case Note_text: {
            wg_pack pack1 = wg_pack_of_nothing();
            wg_bits_pack_flags(w, &pack1, 0u, 3);
            wg_bits_join_known_multiplier(w, pack1, 1, NULL, 0, 7u, 127u, 0, WG_NO_BOUND, v->u.text);
            break;
        }
        case Note_number: {
            wg_bits_put_flags(w, 1u, 3);
            wg_bits_put_integer_big(w, WG_UNBOUNDED, wg_literal("", 0), wg_literal("", 0), v->u.number);
            break;
        }
        case Note_flags: {
            wg_bits_put_flags(w, 2u, 3);
            wg_bits_put_bit_string(w, true, 8, 8, wg_bits_of(v->u.flags.octets, v->u.flags.count));
            break;
        }
        case Note_notes: {
            wg_pack pack2 = wg_pack_of_nothing();
            wg_bits_pack_flags(w, &pack2, 3u, 3);
            bool more3;
            size_t i3 = 0;
            do {
                size_t left3 = wg_bits_pack_fragment(w, &pack2, 0, WG_NO_BOUND, v->u.notes.count - i3, &more3);
                for (; left3 > 0; left3--, i3++) {
                    const Note *const element3 = &v->u.notes.items[i3];
                    encode_uper_Note(w, element3);
                }
            } while (more3 && w->error == WG_OK);
            break;
        }
        case Note_unknown: {
            wg_bits_put_boolean(w, true);
            wg_bits_put_unknown_index(w, &v->u.unknown);
            const size_t open4 = wg_bits_open(w);
            wg_bits_put_rest(w, v->u.unknown.value);
            wg_bits_close(w, open4);
            break;
        }
        default: {
            wg_refuse(w, WG_ERROR_UNKNOWN);
            break;
        }
    }
}

static void encode_uper_Kinds_id_Type_value(wg_writer *w, const Kinds_id_Type_value *v)
{
    switch (v->row) {
        case Kinds_id_Type_value_Fix: {
            encode_uper_Fix(w, v->u.as_Fix);
            break;
        }
        case Kinds_id_Type_value_Sea: {
            wg_bits_put_enumerated_i32(w, numbers1, 3, NULL, 0, true, v->u.as_Sea);
            break;
        }
        case Kinds_id_Type_value_opaque: {
            wg_bits_put_rest(w, wg_any_of(v->u.opaque, v->rules));
            break;
        }
        default: {
            wg_refuse(w, WG_ERROR_UNKNOWN);
            break;
        }
    }
}

wg_result Report_decode_uper(Report *value, const uint8_t *data, size_t size, wg_arena *arena)
{
    wg_reader reader, *const r = &reader;
    const size_t used = arena ? arena->used : 0;
    bool keeping = false;
    do {
        wg_clear(value, sizeof *value);
        wg_bits_reader(r, data, size, false, arena);
        r->keeping = keeping;
        decode_uper_Report(r, value);
        wg_bits_finish(r);
    } while (wg_again_keeping(r, arena, used, &keeping));
    return wg_reader_result(r);
}

wg_result Report_encode_uper(const Report *value, uint8_t *buffer, size_t capacity, wg_octets *encoding)
{
    wg_writer writer, *const w = &writer;
    wg_bits_writer(w, buffer, capacity, false, false);
    if (!WG_CHECKS || wg_satisfied(w, Report_check(value))) {
        encode_uper_Report(w, value);
    }
    return wg_bits_end(w, encoding);
}

wg_result Field_decode_uper(Field *value, const uint8_t *data, size_t size, wg_arena *arena)
{
    wg_reader reader, *const r = &reader;
    const size_t used = arena ? arena->used : 0;
    bool keeping = false;
    do {
        wg_clear(value, sizeof *value);
        wg_bits_reader(r, data, size, false, arena);
        r->keeping = keeping;
        decode_uper_Field(r, value);
        wg_bits_finish(r);
    } while (wg_again_keeping(r, arena, used, &keeping));
    return wg_reader_result(r);
}

wg_result Field_encode_uper(const Field *value, uint8_t *buffer, size_t capacity, wg_octets *encoding)
{
    wg_writer writer, *const w = &writer;
    wg_bits_writer(w, buffer, capacity, false, false);
    if (!WG_CHECKS || wg_satisfied(w, Field_check(value))) {
        encode_uper_Field(w, value);
    }
    return wg_bits_end(w, encoding);
}

