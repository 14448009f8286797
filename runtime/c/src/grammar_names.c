/* Names for numbers. */
#include "wireglot/grammar.h"

#define HASH UINT64_C(0x9e3779b97f4a7c15)
#define STEP UINT64_C(0x100000001b3)

static size_t slot_of(uint64_t hash, unsigned shift)
{
    return (size_t)(hash * HASH >> shift);
}

static bool is_same(const wg_name *known, const uint8_t *name, size_t size, bool exact)
{
    size_t i;
    for (i = exact ? 0 : 8; i < size; i++) {
        const uint8_t a = (uint8_t)known->name[i], b = name[i];
        if (exact ? a != b : (a >= 'A' && a <= 'Z' ? a | 0x20 : a) != (b >= 'A' && b <= 'Z' ? b | 0x20 : b)) {
            return false;
        }
    }
    return true;
}

const wg_name *wg_name_called(const wg_names *names, uint64_t space, const uint8_t *name, size_t size, bool exact)
{
    uint64_t head = wg_head(name, size);
    const uint16_t *slot;
    head |= wg_head_upper(head);
    for (slot = &names->by_name[slot_of(space * STEP ^ (head + size), names->shift)]; *slot; slot++) {
        const wg_name *const known = &names->names[*slot - 1];
        if (known->head == head && known->space == space && known->length == size && is_same(known, name, size, exact)) {
            return known;
        }
    }
    return NULL;
}

const wg_name *wg_name_of(const wg_names *names, uint64_t space, uint32_t number)
{
    const uint16_t *slot = &names->by_number[slot_of(space * STEP ^ number, names->shift)];
    for (; *slot; slot++) {
        const wg_name *const known = &names->names[*slot - 1];
        if (known->space == space && known->number == number) {
            return known;
        }
    }
    return NULL;
}
