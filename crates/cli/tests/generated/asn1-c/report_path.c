/* Written by wireglot; changes will be lost. */
#include "report_path.h"

/* Favors size over speed: inlining would only duplicate code. */
#undef WG_FAST
#define WG_FAST 0

#include <string.h>

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

static void decode_ber_Report(wg_reader *r, Report *v);
static void decode_ber_Field(wg_reader *r, Field *v);
static void decode_ber_Fix(wg_reader *r, Fix *v);
static void decode_ber_Note(wg_reader *r, Note *v);
static void decode_ber_Kinds_id_Type_value(wg_reader *r, Kinds_id_Type_value *v);

static void decode_ber_Report(wg_reader *r, Report *v)
{
    if (wg_descend(r)) {
        wg_path_part(r, "buoy");
        v->buoy = wg_tlv_get_integer_i32(r, WG_CONTEXT(0));
        wg_path_back(r);
        if (wg_tlv_at(r, WG_CONTEXT(1))) {
            v->has_name = true;
            wg_path_part(r, "name");
            v->name = wg_tlv_get_utf8_string(r, WG_CONTEXT(1));
            wg_path_back(r);
        }
        if (wg_tlv_at(r, WG_CONTEXT(2))) {
            v->has_sea = true;
            wg_path_part(r, "sea");
            v->sea = wg_tlv_get_enumerated_i32(r, WG_CONTEXT(2), numbers1, 3, true);
            wg_path_back(r);
        } else {
            v->sea = Sea_calm;
        }
        wg_path_part(r, "fix");
        wg_frame frame1;
        if (wg_tlv_begin_frame(r, WG_CONTEXT(3), &frame1)) {
            decode_ber_Fix(r, &v->fix);
            wg_tlv_end_frame(r, &frame1);
        }
        wg_path_back(r);
        wg_path_part(r, "heights");
        wg_frame frame2;
        if (wg_tlv_begin_frame(r, WG_CONTEXT(4), &frame2)) {
            while (wg_tlv_more(r)) {
                int32_t *const element3 = (int32_t *)wg_array_next(r, v->heights.items, sizeof(int32_t), sizeof v->heights.items / sizeof(int32_t), &v->heights.count);
                if (element3 == NULL) {
                    break;
                }
                wg_path_element(r, v->heights.count - 1);
                *element3 = wg_tlv_get_integer_i32(r, WG_TAG_INTEGER);
                wg_path_back(r);
            }
            wg_tlv_end_frame(r, &frame2);
        }
        wg_path_back(r);
        wg_path_part(r, "drift");
        wg_frame frame4;
        if (wg_tlv_begin_frame(r, WG_CONTEXT(5), &frame4)) {
            wg_list list5 = wg_tlv_flat_list(r, sizeof(Fix));
            while (wg_tlv_more(r)) {
                Fix *const element5 = (Fix *)wg_append(r, &list5, sizeof(Fix));
                if (element5 == NULL) {
                    break;
                }
                wg_path_element(r, list5.count - 1);
                wg_frame frame6;
                if (wg_tlv_begin_frame(r, WG_TAG_SEQUENCE, &frame6)) {
                    decode_ber_Fix(r, element5);
                    wg_tlv_end_frame(r, &frame6);
                }
                wg_path_back(r);
            }
            v->drift.items = (Fix *)wg_list_done(r, &list5);
            v->drift.count = list5.count;
            wg_tlv_end_frame(r, &frame4);
        }
        wg_path_back(r);
        wg_path_part(r, "payload");
        v->payload = wg_tlv_get_octet_string(r, WG_CONTEXT(6));
        wg_path_back(r);
        size_t next7 = 0;
        while (wg_tlv_rest(r)) {
            switch (wg_tlv_peek(r)) {
                case WG_CONTEXT(7): {
                    if (wg_in_order(r, &next7, 0)) {
                        v->has_lamp = true;
                        wg_path_part(r, "lamp");
                        v->lamp = wg_tlv_get_boolean(r, WG_CONTEXT(7));
                        wg_path_back(r);
                    }
                    break;
                }
                case WG_CONTEXT(8): {
                    if (wg_in_order(r, &next7, 1)) {
                        v->has_charge = true;
                        wg_path_part(r, "charge");
                        v->charge = wg_tlv_get_integer_i32(r, WG_CONTEXT(8));
                        wg_path_back(r);
                    }
                    break;
                }
                case WG_CONTEXT(9): {
                    if (wg_in_order(r, &next7, 2)) {
                        v->has_note = true;
                        wg_path_part(r, "note");
                        wg_frame frame8;
                        if (wg_tlv_begin_frame(r, WG_CONTEXT(9), &frame8)) {
                            decode_ber_Note(r, &v->note);
                            wg_tlv_end_frame(r, &frame8);
                        }
                        wg_path_back(r);
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
    wg_path_part(r, "kind");
    v->kind = wg_tlv_get_integer_big(r, WG_CONTEXT(0));
    wg_path_back(r);
    wg_path_part(r, "value");
    wg_frame frame1;
    if (wg_tlv_begin_frame(r, WG_CONTEXT(1), &frame1)) {
        v->value.row = row_of_Kinds_id_Type_value(v->kind);
        decode_ber_Kinds_id_Type_value(r, &v->value);
        wg_tlv_end_frame(r, &frame1);
    }
    wg_path_back(r);
}

static void decode_ber_Fix(wg_reader *r, Fix *v)
{
    wg_path_part(r, "latitude");
    v->latitude = wg_tlv_get_integer_i32(r, WG_CONTEXT(0));
    wg_path_back(r);
    wg_path_part(r, "longitude");
    v->longitude = wg_tlv_get_integer_i32(r, WG_CONTEXT(1));
    wg_path_back(r);
}

static void decode_ber_Note(wg_reader *r, Note *v)
{
    if (wg_descend(r)) {
        switch (wg_tlv_peek(r)) {
            case WG_CONTEXT(0): {
                v->kind = Note_text;
                wg_path_part(r, "text");
                v->u.text = wg_tlv_get_ia5_string(r, WG_CONTEXT(0));
                wg_path_back(r);
                break;
            }
            case WG_CONTEXT(1): {
                v->kind = Note_number;
                wg_path_part(r, "number");
                v->u.number = wg_tlv_get_integer_big(r, WG_CONTEXT(1));
                wg_path_back(r);
                break;
            }
            case WG_CONTEXT(2): {
                v->kind = Note_flags;
                wg_path_part(r, "flags");
                wg_copy_bits(r, wg_tlv_get_bit_string(r, WG_CONTEXT(2), true), v->u.flags.octets, sizeof v->u.flags.octets, &v->u.flags.count);
                wg_path_back(r);
                break;
            }
            case WG_CONTEXT(3): {
                v->kind = Note_notes;
                wg_path_part(r, "notes");
                wg_frame frame1;
                if (wg_tlv_begin_frame(r, WG_CONTEXT(3), &frame1)) {
                    if (wg_descend(r)) {
                        wg_list list2 = wg_tlv_list(r, sizeof(Note));
                        while (wg_tlv_more(r)) {
                            Note *const element2 = (Note *)wg_append(r, &list2, sizeof(Note));
                            if (element2 == NULL) {
                                break;
                            }
                            wg_path_element(r, list2.count - 1);
                            decode_ber_Note(r, element2);
                            wg_path_back(r);
                        }
                        v->u.notes.items = (Note *)wg_list_done(r, &list2);
                        v->u.notes.count = list2.count;
                        wg_ascend(r);
                    }
                    wg_tlv_end_frame(r, &frame1);
                }
                wg_path_back(r);
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
    const size_t depth0 = wg_path_depth(r);
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
        wg_path_back_to(r, depth0);
        v->row = 0;
        v->u.opaque = wg_any_octets(wg_tlv_get_any(r), &v->rules);
        v->rules |= WG_RULES_KEPT;
        wg_kept(r, &held0);
    }
}

wg_result Report_decode_ber_path(Report *value, const uint8_t *data, size_t size, wg_arena *arena, wg_path *path)
{
    wg_reader reader, *const r = &reader;
    wg_tracing tracing;
    const size_t used = arena ? arena->used : 0;
    bool keeping = false;
    do {
        wg_path_begin(&tracing, arena, path, "Report");
        wg_clear(value, sizeof *value);
        wg_tlv_reader(r, data, size, false, &tracing.arena);
        r->keeping = keeping;
        wg_frame frame1;
        if (wg_tlv_begin_frame(r, WG_TAG_SEQUENCE, &frame1)) {
            decode_ber_Report(r, value);
            wg_tlv_end_frame(r, &frame1);
        }
        wg_tlv_finish(r);
    } while (wg_again_keeping(r, &tracing.arena, used, &keeping));
    wg_path_end(&tracing, arena);
    return wg_reader_result(r);
}

wg_result Field_decode_ber_path(Field *value, const uint8_t *data, size_t size, wg_arena *arena, wg_path *path)
{
    wg_reader reader, *const r = &reader;
    wg_tracing tracing;
    const size_t used = arena ? arena->used : 0;
    bool keeping = false;
    do {
        wg_path_begin(&tracing, arena, path, "Field");
        wg_clear(value, sizeof *value);
        wg_tlv_reader(r, data, size, false, &tracing.arena);
        r->keeping = keeping;
        wg_frame frame1;
        if (wg_tlv_begin_frame(r, WG_TAG_SEQUENCE, &frame1)) {
            decode_ber_Field(r, value);
            wg_tlv_end_frame(r, &frame1);
        }
        wg_tlv_finish(r);
    } while (wg_again_keeping(r, &tracing.arena, used, &keeping));
    wg_path_end(&tracing, arena);
    return wg_reader_result(r);
}

static void decode_uper_Report(wg_reader *r, Report *v);
static void decode_uper_Field(wg_reader *r, Field *v);
static void decode_uper_Fix(wg_reader *r, Fix *v);
static void decode_uper_Note(wg_reader *r, Note *v);
static void decode_uper_Kinds_id_Type_value(wg_reader *r, Kinds_id_Type_value *v);

static void decode_uper_Report(wg_reader *r, Report *v)
{
    if (wg_descend(r)) {
        wg_ahead ahead1 = wg_bits_look_ahead(r, 10);
        const uint32_t flags2 = wg_bits_ahead_flags(r, &ahead1, 3);
        const bool additions2 = (flags2 & 4u) != 0;
        v->has_name = (flags2 & 2u) != 0;
        v->has_sea = (flags2 & 1u) != 0;
        wg_path_part(r, "buoy");
        v->buoy = wg_bits_ahead_integer_i32(r, &ahead1, WG_BETWEEN, 0, 127);
        wg_path_back(r);
        if (v->has_name) {
            wg_path_part(r, "name");
            v->name = wg_bits_get_utf8_string(r);
            wg_path_back(r);
        }
        if (v->has_sea) {
            wg_path_part(r, "sea");
            v->sea = wg_bits_get_enumerated_i32(r, numbers1, 3, NULL, 0, true);
            wg_path_back(r);
        } else {
            v->sea = Sea_calm;
        }
        wg_path_part(r, "fix");
        decode_uper_Fix(r, &v->fix);
        wg_path_back(r);
        wg_path_part(r, "heights");
        size_t left3 = wg_bits_get_length(r, 0, 4);
        for (; left3 > 0; left3--) {
            int32_t *const element3 = (int32_t *)wg_array_next(r, v->heights.items, sizeof(int32_t), sizeof v->heights.items / sizeof(int32_t), &v->heights.count);
            if (element3 == NULL) {
                break;
            }
            wg_path_element(r, v->heights.count - 1);
            *element3 = wg_bits_get_integer_i32(r, WG_BETWEEN, 0, 4095);
            wg_path_back(r);
        }
        wg_path_back(r);
        wg_path_part(r, "drift");
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
                wg_path_element(r, list4.count - 1);
                decode_uper_Fix(r, element4);
                wg_path_back(r);
            }
        } while (more4 && r->error == WG_OK);
        v->drift.items = (Fix *)wg_list_done(r, &list4);
        v->drift.count = list4.count;
        wg_path_back(r);
        wg_path_part(r, "payload");
        v->payload = wg_bits_get_octet_string(r, 0, WG_NO_BOUND);
        wg_path_back(r);
        if (additions2) {
            size_t count5 = wg_bits_get_small_length(r);
            const wg_bitmap bitmap5 = wg_bits_get_bitmap(r, count5);
            if (wg_bits_in_bitmap(r, bitmap5, 0)) {
                wg_bits_frame frame6;
                if (wg_bits_enter(r, &frame6)) {
                    wg_ahead ahead7 = wg_bits_look_ahead(r, 2);
                    v->has_charge = wg_bits_ahead_boolean(r, &ahead7);
                    v->has_lamp = true;
                    wg_path_part(r, "lamp");
                    v->lamp = wg_bits_ahead_boolean(r, &ahead7);
                    wg_path_back(r);
                    if (v->has_charge) {
                        wg_path_part(r, "charge");
                        v->charge = wg_bits_get_integer_i32(r, WG_BETWEEN, 0, 100);
                        wg_path_back(r);
                    }
                    wg_bits_leave(r, &frame6);
                }
            }
            if (wg_bits_in_bitmap(r, bitmap5, 1)) {
                v->has_note = true;
                wg_path_part(r, "note");
                wg_bits_frame frame9;
                if (wg_bits_enter(r, &frame9)) {
                    decode_uper_Note(r, &v->note);
                    wg_bits_leave(r, &frame9);
                }
                wg_path_back(r);
            }
            wg_bits_get_unknown(r, bitmap5, 2, &v->unknown);
        }
        wg_ascend(r);
    }
}

static void decode_uper_Field(wg_reader *r, Field *v)
{
    wg_path_part(r, "kind");
    v->kind = wg_bits_get_integer_big(r, WG_UNBOUNDED, wg_literal("", 0), wg_literal("", 0));
    wg_path_back(r);
    wg_path_part(r, "value");
    wg_bits_frame frame1;
    if (wg_bits_enter(r, &frame1)) {
        v->value.row = row_of_Kinds_id_Type_value(v->kind);
        decode_uper_Kinds_id_Type_value(r, &v->value);
        wg_bits_leave(r, &frame1);
    }
    wg_path_back(r);
}

static void decode_uper_Fix(wg_reader *r, Fix *v)
{
    wg_ahead ahead1 = wg_bits_look_ahead(r, 51);
    wg_path_part(r, "latitude");
    v->latitude = wg_bits_ahead_integer_i32(r, &ahead1, WG_BETWEEN, -9000000, 9000000);
    wg_path_back(r);
    wg_path_part(r, "longitude");
    v->longitude = wg_bits_ahead_integer_i32(r, &ahead1, WG_BETWEEN, -18000000, 18000000);
    wg_path_back(r);
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
                    wg_path_part(r, "text");
                    v->u.text = wg_bits_get_known_multiplier(r, 1, NULL, 0, 7u, 127u, 0, WG_NO_BOUND);
                    wg_path_back(r);
                    break;
                }
                case 1: {
                    v->kind = Note_number;
                    wg_path_part(r, "number");
                    v->u.number = wg_bits_get_integer_big(r, WG_UNBOUNDED, wg_literal("", 0), wg_literal("", 0));
                    wg_path_back(r);
                    break;
                }
                case 2: {
                    v->kind = Note_flags;
                    wg_path_part(r, "flags");
                    wg_bits_copy_bit_string(r, true, 8, 8, v->u.flags.octets, sizeof v->u.flags.octets, &v->u.flags.count);
                    wg_path_back(r);
                    break;
                }
                case 3: {
                    v->kind = Note_notes;
                    wg_path_part(r, "notes");
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
                                wg_path_element(r, list4.count - 1);
                                decode_uper_Note(r, element4);
                                wg_path_back(r);
                            }
                        } while (more4 && r->error == WG_OK);
                        v->u.notes.items = (Note *)wg_list_done(r, &list4);
                        v->u.notes.count = list4.count;
                        wg_ascend(r);
                    }
                    wg_path_back(r);
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
    const size_t depth0 = wg_path_depth(r);
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
        wg_path_back_to(r, depth0);
        v->row = 0;
        v->u.opaque = wg_any_octets(wg_bits_get_rest(r), &v->rules);
        v->rules |= WG_RULES_KEPT;
        wg_kept(r, &held0);
    }
}

wg_result Report_decode_uper_path(Report *value, const uint8_t *data, size_t size, wg_arena *arena, wg_path *path)
{
    wg_reader reader, *const r = &reader;
    wg_tracing tracing;
    const size_t used = arena ? arena->used : 0;
    bool keeping = false;
    do {
        wg_path_begin(&tracing, arena, path, "Report");
        wg_clear(value, sizeof *value);
        wg_bits_reader(r, data, size, false, &tracing.arena);
        r->keeping = keeping;
        decode_uper_Report(r, value);
        wg_bits_finish(r);
    } while (wg_again_keeping(r, &tracing.arena, used, &keeping));
    wg_path_end(&tracing, arena);
    return wg_reader_result(r);
}

wg_result Field_decode_uper_path(Field *value, const uint8_t *data, size_t size, wg_arena *arena, wg_path *path)
{
    wg_reader reader, *const r = &reader;
    wg_tracing tracing;
    const size_t used = arena ? arena->used : 0;
    bool keeping = false;
    do {
        wg_path_begin(&tracing, arena, path, "Field");
        wg_clear(value, sizeof *value);
        wg_bits_reader(r, data, size, false, &tracing.arena);
        r->keeping = keeping;
        decode_uper_Field(r, value);
        wg_bits_finish(r);
    } while (wg_again_keeping(r, &tracing.arena, used, &keeping));
    wg_path_end(&tracing, arena);
    return wg_reader_result(r);
}

