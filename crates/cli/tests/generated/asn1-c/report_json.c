/* Written by wireglot; changes will be lost. */
#include "report_json.h"

#ifndef REPORT_H_D4E18B6959AC53DD
#error "this file and its header were written from different specifications"
#endif

static const wg_part parts[] = {
    {"\"kind\"", 2, offsetof(Field, kind), WG_NOWHERE, false},
    {"\"value\"", 3, offsetof(Field, value), WG_NOWHERE, false},
    {NULL, 4, 0, WG_NOWHERE, true},
    {NULL, 5, 0, WG_NOWHERE, false},
    {"\"latitude\"", 6, offsetof(Fix, latitude), WG_NOWHERE, false},
    {"\"longitude\"", 6, offsetof(Fix, longitude), WG_NOWHERE, false},
    {"\"buoy\"", 6, offsetof(Report, buoy), WG_NOWHERE, false},
    {"\"name\"", 7, offsetof(Report, name), offsetof(Report, has_name), false},
    {"\"sea\"", 5, offsetof(Report, sea), offsetof(Report, has_sea), false},
    {"\"fix\"", 4, offsetof(Report, fix), WG_NOWHERE, false},
    {"\"heights\"", 8, offsetof(Report, heights), WG_NOWHERE, false},
    {"\"drift\"", 9, offsetof(Report, drift), WG_NOWHERE, false},
    {"\"payload\"", 10, offsetof(Report, payload), WG_NOWHERE, false},
    {"\"lamp\"", 11, offsetof(Report, lamp), offsetof(Report, has_lamp), false},
    {"\"charge\"", 6, offsetof(Report, charge), offsetof(Report, has_charge), false},
    {"\"note\"", 12, offsetof(Report, note), offsetof(Report, has_note), false},
    {"\"text\"", 13, 0, WG_NOWHERE, false},
    {"\"number\"", 2, 0, WG_NOWHERE, false},
    {"\"flags\"", 14, 0, WG_NOWHERE, false},
    {"\"notes\"", 15, 0, WG_NOWHERE, false}
};

static const wg_item items[] = {
    {"\"unknown\"", Sea_unknown},
    {"\"calm\"", Sea_calm},
    {"\"rough\"", Sea_rough}
};

static const wg_type types[] = {
    {wg_show_record, parts + 6, NULL, 10, offsetof(Report, unknown), 7, 0, 0},
    {wg_show_record, parts + 0, NULL, 2, WG_NOWHERE, 0, 0, 0},
    {wg_show_integer, NULL, NULL, 0, 0, 0, 0, 0},
    {wg_show_rows, parts + 2, NULL, 2, offsetof(Kinds_id_Type_value, u), 0, 0, 0},
    {wg_show_record, parts + 4, NULL, 2, WG_NOWHERE, 0, 0, 0},
    {wg_show_enumerated_i32, NULL, items + 0, 3, 0, 0, 0, 0},
    {wg_show_i32, NULL, NULL, 0, 0, 0, 0, 0},
    {wg_show_string, NULL, NULL, 0, 0, 0, 0, 0},
    {wg_show_list, NULL, NULL, 0, offsetof(Report_heights, items), 6, sizeof(int32_t), WG_WAY_ARRAY},
    {wg_show_list, NULL, NULL, 0, offsetof(Report_drift, items), 4, sizeof(Fix), 0},
    {wg_show_octets, NULL, NULL, 0, 0, 0, 0, 0},
    {wg_show_boolean, NULL, NULL, 0, 0, 0, 0, 0},
    {wg_show_choice, parts + 16, NULL, 4, offsetof(Note, u), 0, 0, WG_WAY_EXTENSIBLE},
    {wg_show_string, NULL, NULL, 0, 0, 0, 1, 0},
    {wg_show_bits, NULL, NULL, 0, 0, 0, 0, WG_WAY_ARRAY | WG_WAY_FIXED},
    {wg_show_list, NULL, NULL, 0, offsetof(Note_notes_value, items), 12, sizeof(Note), 0}
};

wg_error Report_to_json(const Report *value, wg_json *text)
{
    return wg_show_value(text, types, 0, value, false);
}

wg_error Report_print(const Report *value, wg_json *text)
{
    return wg_show_value(text, types, 0, value, true);
}

wg_error Field_to_json(const Field *value, wg_json *text)
{
    return wg_show_value(text, types, 1, value, false);
}

wg_error Field_print(const Field *value, wg_json *text)
{
    return wg_show_value(text, types, 1, value, true);
}

