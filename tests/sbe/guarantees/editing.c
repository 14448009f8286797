/* Generated C: setting fields of existing messages in place. */
#include <stdio.h>
#include <string.h>

#include "study.h"

static int failed;

static void check(bool right, const char *what) {
    if (!right) printf("wrong: %s\n", what);
    failed |= !right;
}

/* A message with two entries in a flat group, and one entry in a group with data. */
static size_t written(uint8_t *octets, size_t size, uint8_t version) {
    study_study_writer w;
    study_study_flat_group_writer flat;
    study_study_nested_group_writer nested;
    size_t taken;
    study_study_begin(&w, octets, size);
    flat = study_study_write_flat_group(&w, 2);
    study_study_flat_group_add(&flat);
    study_study_flat_group_add(&flat);
    nested = study_study_write_nested_group(&w, 1);
    study_study_nested_group_add(&nested);
    study_study_nested_group_set_data(&nested, "text", 4);
    taken = study_study_finish(&w);
    octets[6] = version;
    return taken;
}

static uint8_t octets[256], before[256], other[256];
static size_t size;

/* Checks that nothing was set, and why. */
static void refused(const study_study_writer *w, wg_sbe_code code, const char *what) {
    check(study_study_writer_status(w).code == code && memcmp(octets, before, sizeof octets) == 0, what);
}

static void right(void) {
    study_study m;
    study_study_writer w;
    study_study_flat_group flat;
    study_study_flat_group_writer first;
    study_study_nested_group nested;
    study_study_nested_group_writer text;
    (void)study_study_wrap(&m, octets, size);
    study_study_edit(&w, &m, octets, size);
    study_study_set_a(&w, 1);
    flat = study_study_open_flat_group(&m);
    check(study_study_flat_group_next(&flat), "an entry");
    first = study_study_flat_group_edit(&flat, &w.pen);
    study_study_flat_group_set_b(&first, 2);
    nested = study_study_open_nested_group(&m);
    check(study_study_nested_group_next(&nested), "an entry with data");
    text = study_study_nested_group_edit(&nested, &w.pen);
    study_study_nested_group_set_e(&text, 3);
    check(study_study_writer_status(&w).code == WG_SBE_OK, "fields are set in place");
    check(study_study_a(&m) == 1 && study_study_flat_group_b(&flat) == 2 && study_study_nested_group_e(&nested) == 3,
          "what was set is read");
}

static void wrong(void) {
    study_study m, elsewhere;
    study_study_writer w;
    study_study_flat_group flat;
    study_study_flat_group_writer entry;
    (void)study_study_wrap(&m, octets, size);
    (void)study_study_wrap(&elsewhere, other, written(other, sizeof other, 1));
    memcpy(before, octets, sizeof octets);

    study_study_edit(&w, &elsewhere, octets, size);
    study_study_set_a(&w, 9);
    refused(&w, WG_SBE_NO_ROOM, "a view of other octets");

    flat = study_study_open_flat_group(&elsewhere);
    check(study_study_flat_group_next(&flat), "an entry of another message");
    study_study_edit(&w, &m, octets, size);
    entry = study_study_flat_group_edit(&flat, &w.pen);
    study_study_flat_group_set_a(&entry, 9);
    refused(&w, WG_SBE_NO_ROOM, "an entry of another message");

    flat = study_study_open_flat_group(&m);
    while (study_study_flat_group_next(&flat)) check(study_study_flat_group_next(&flat), "two entries");
    study_study_edit(&w, &m, octets, size);
    (void)study_study_write_flat_group(&w, 1);
    refused(&w, WG_SBE_WRONG_ORDER, "a group");

    study_study_edit(&w, &m, octets, size);
    study_study_set_data(&w, "x", 1);
    refused(&w, WG_SBE_WRONG_ORDER, "data");

    octets[6] = before[6] = 0;
    (void)study_study_wrap(&m, octets, size);
    study_study_edit(&w, &m, octets, size);
    study_study_set_a(&w, 9);
    refused(&w, WG_SBE_SHORT_BLOCK, "a message of an older version");
}

int main(void) {
    size = written(octets, sizeof octets, 1);
    check(size > 0, "writes");
    right();
    wrong();
    return failed;
}
