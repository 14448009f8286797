/* Names for numbers. */
#include "wireglot/grammar.h"

#define HASH UINT64_C(0x9e3779b97f4a7c15)

static size_t slot_of(uint64_t hash, unsigned shift)
{
    return (size_t)(hash * HASH >> shift);
}

static uint8_t small(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
}

static bool is_same(const wg_name *known, uint64_t space, const uint8_t *name, size_t size, bool exact)
{
    size_t i;
    if (known->space != space || known->length != size) {
        return false;
    }
    for (i = 0; i < size; i++) {
        const uint8_t c = (uint8_t)known->name[i];
        if (c != name[i] && (exact || small(c) != small(name[i]))) {
            return false;
        }
    }
    return true;
}

const wg_name *wg_name_called(const wg_names *names, uint64_t space, const uint8_t *name, size_t size, bool exact)
{
    const size_t mask = ((size_t)1 << (64 - names->shift)) - 1;
    uint64_t hash = space;
    size_t i, slot;
    for (i = 0; i < size; i++) {
        /* Setting bit 5 makes the hash case-insensitive. */
        hash = (hash ^ (name[i] | 0x20)) * UINT64_C(0x100000001b3);
    }
    for (slot = slot_of(hash, names->shift); names->by_name[slot]; slot = (slot + 1) & mask) {
        const wg_name *const known = &names->names[names->by_name[slot] - 1];
        if (is_same(known, space, name, size, exact)) {
            return known;
        }
    }
    return NULL;
}

const wg_name *wg_name_of(const wg_names *names, uint64_t space, uint32_t number)
{
    const size_t mask = ((size_t)1 << (64 - names->shift)) - 1;
    size_t slot = slot_of(space * UINT64_C(0x100000001b3) ^ number, names->shift);
    for (; names->by_number[slot]; slot = (slot + 1) & mask) {
        const wg_name *const known = &names->names[names->by_number[slot] - 1];
        if (known->space == space && known->number == number) {
            return known;
        }
    }
    return NULL;
}
