/* C's guarantees for writing: fields without an entry, and more entries than a count can express, are errors, and an
   entry that does not exist shows zeros. */

#include <stdio.h>

#include "counted.h"
#include "study.h"

static int failed = 0;

static void hold(bool right, const char *what) {
    if (right) return;
    printf("%s\n", what);
    failed = 1;
}

static uint8_t room[2048];

static wg_sbe_code ends(study_study_writer *writer) {
    const size_t size = study_study_finish(writer);
    const wg_sbe_code code = study_study_writer_status(writer).code;
    return (size != 0) == (code == WG_SBE_OK) ? code : WG_SBE_CANNOT_SKIP;
}

static void orders(void) {
    static const uint8_t data[1025] = {0};
    study_study_writer writer;
    study_study_nested_group2_writer group;
    study_study_nested_group2_nested_group_writer inner;

    study_study_begin(&writer, room, sizeof room);
    group = study_study_write_nested_group2(&writer, 0);
    study_study_nested_group2_set_a(&group, 3);
    hold(ends(&writer) == WG_SBE_WRONG_ORDER, "a field before the first entry");

    study_study_begin(&writer, room, sizeof room);
    group = study_study_write_nested_group2(&writer, 0);
    inner = study_study_nested_group2_write_nested_group(&group, 0);
    study_study_nested_group2_nested_group_add(&inner);
    hold(ends(&writer) == WG_SBE_WRONG_ORDER, "a group before the first entry");

    study_study_begin(&writer, room, 8);
    study_study_set_a(&writer, 1);
    hold(ends(&writer) == WG_SBE_NO_ROOM, "the first error stays");

    study_study_begin(&writer, room, sizeof room);
    study_study_set_data(&writer, data, sizeof data);
    hold(ends(&writer) == WG_SBE_TOO_MANY, "more data than its length may say");
}

static void counts(void) {
    counted_order_writer writer;
    counted_order_legs_writer legs;
    int left;

    counted_order_begin(&writer, room, sizeof room);
    legs = counted_order_write_legs(&writer, 0);
    for (left = 256; left > 0; --left) counted_order_legs_add(&legs);
    hold(counted_order_finish(&writer) == 0, "entries that have no count");
    hold(counted_order_writer_status(&writer).code == WG_SBE_TOO_MANY, "more entries than their count may say");

    counted_order_begin(&writer, room, sizeof room);
    counted_order_write_legs(&writer, 256);
    hold(counted_order_finish(&writer) == 0, "a count that is too great");
    hold(counted_order_writer_status(&writer).code == WG_SBE_TOO_MANY, "more entries than their count may announce");
}

static void entries(void) {
    study_study_writer writer;
    study_study_flat_group_writer flat;
    study_study_nested_group_writer nested;
    study_study view;
    study_study_flat_group read_flat;
    study_study_nested_group read_nested;
    size_t size;

    study_study_begin(&writer, room, sizeof room);
    flat = study_study_write_flat_group(&writer, 1);
    study_study_flat_group_add(&flat);
    study_study_flat_group_set_a(&flat, 3);
    nested = study_study_write_nested_group(&writer, 1);
    study_study_nested_group_add(&nested);
    study_study_nested_group_set_a(&nested, 4);
    size = study_study_finish(&writer);
    hold(study_study_wrap(&view, room, size).code == WG_SBE_OK, "a message");
    read_flat = study_study_open_flat_group(&view);
    hold(study_study_flat_group_a(&read_flat) == 0, "a field of a flat entry before the first");
    hold(study_study_flat_group_next(&read_flat) && study_study_flat_group_a(&read_flat) == 3, "a flat entry");
    read_nested = study_study_open_nested_group(&view);
    hold(study_study_nested_group_a(&read_nested) == 0, "a field of an entry before the first");
    hold(study_study_nested_group_next(&read_nested) && study_study_nested_group_a(&read_nested) == 4, "an entry");
}

int main(void) {
    orders();
    counts();
    entries();
    return failed;
}
