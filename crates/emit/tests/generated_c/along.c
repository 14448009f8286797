/* Encoders say of a wrong value what T_check says, and write nothing, wherever it stands and however little room there
 * is; nor do they look at what is not there. */
#include <stdio.h>
#include <string.h>

#include "codec.h"

static int failed;

typedef wg_result encoder(const void *value, uint8_t *buffer, size_t capacity, wg_octets *encoding);

#define ENCODER(T, rules) \
    static wg_result T##_##rules(const void *value, uint8_t *buffer, size_t capacity, wg_octets *encoding) \
    { \
        return T##_encode_##rules((const T *)value, buffer, capacity, encoding); \
    }
#define ENCODERS(T) \
    ENCODER(T, ber) \
    ENCODER(T, der) \
    ENCODER(T, uper) \
    ENCODER(T, aper) \
    ENCODER(T, oer) \
    ENCODER(T, cer) \
    static encoder *const T##_encoders[] = {T##_ber, T##_der, T##_uper, T##_aper, T##_oer, T##_cer}; \
    static void try_##T(const char *what, const T *value, bool good) \
    { \
        compare(what, T##_encoders, value, T##_check(value).error, good); \
    }

static void compare(const char *what, encoder *const *encoders, const void *value, wg_error found, bool good)
{
    static const size_t rooms[] = {0, 7, 40, 2000};
    static uint8_t buffer[2000];
    size_t rules, at;
    if ((found == WG_OK) != good) {
        fprintf(stderr, "%s: a check says %s\n", what, wg_error_text(found));
        failed = 1;
    }
#if !WG_CHECKS
    if (!good) {
        return;
    }
#endif
    for (rules = 0; rules < 6; rules++) {
        for (at = 0; at < 4; at++) {
            wg_octets encoding = {NULL, 1};
            const wg_result result = encoders[rules](value, buffer + 2000 - rooms[at], rooms[at], &encoding);
            const bool full = good && rooms[at] < 2000 && result.error == WG_ERROR_SPACE;
            if ((result.error != found && !full) || (encoding.size > 0) != (result.error == WG_OK) ||
                (!good && (result.octet != 0 || result.bit != 0))) {
                fprintf(stderr, "%s, rules %u, room %u: %s\n", what, (unsigned)rules, (unsigned)rooms[at],
                        wg_error_text(result.error));
                failed = 1;
            }
        }
    }
}

ENCODERS(All)
ENCODERS(Parts)

static int32_t numbers[] = {1, 2, 3, 4}, wrong[] = {1, 2, 10};
static Ways_b_item texts[2], long_texts[2];
static All_records_item records[2], wrong_records[2];
static Closed closed[2], wrong_closed[2], long_closed[2], no_closed[2];

static Contents contents(int32_t n, int32_t *items)
{
    Contents value;
    value.n = n;
    value.list.count = 3;
    value.list.items = items;
    return value;
}

/* All components, with as many values as it takes for none to be at an end. */
static All all(void)
{
    static const uint8_t letters[] = "abcdefab";
    All v;
    memset(&v, 0, sizeof v);
    v.number = 50;
    v.far = 60;
    v.has_signed_ = v.has_some = v.has_preset = v.has_flags = v.has_names = v.has_letters = v.has_wide = v.has_time = true;
    v.some = 7;
    v.preset = 4;
    v.flags.count = v.names.count = 1;
    v.flags.octets[0] = v.names.octets[0] = 0x80;
    v.bits.count = 5;
    v.fixed.size = 2;
    v.octets.size = 3;
    v.long_ = wg_octets_of(letters, 8);
    v.name.size = 4;
    memcpy(v.name.octets, letters, 8);
    v.letters.size = 2;
    memcpy(v.letters.octets, letters, 4);
    v.wide.size = 4;
    v.time = wg_literal("990101000000Z", 13);
    v.has_inner = v.inner.has_b = true;
    v.list.count = v.several.count = 2;
    v.has_records = v.has_ways = v.has_presets = v.has_several = v.has_small = true;
    v.records.count = v.ways.count = v.presets.count = v.small.count = 2;
    v.records.items = records;
    v.ways.items = v.presets.items = v.small.items = numbers;
    v.choice.kind = Ways_b;
    v.choice.u.b.count = 2;
    v.choice.u.b.items = texts;
    v.has_held = v.has_added = v.has_first = v.has_second = true;
    v.held = v.second = contents(3, numbers);
    return v;
}

/* A value that stands alone, and in others. */
static void try_all(const char *what, All *v, bool good)
{
    All next = all(), choice = all();
    try_All(what, v, good);
    next.has_next = true;
    next.next = v;
    try_All(what, &next, good);
    choice.choice.kind = Ways_d;
    choice.choice.u.d = &next;
    try_All(what, &choice, good);
}

#define TRY(good, change) \
    do { \
        All v = all(); \
        change; \
        try_all(#change, &v, good); \
    } while (0)
#define WRONG(change) TRY(false, change)
#define TRY_PARTS(good, change) \
    do { \
        Parts v; \
        memset(&v, 0, sizeof v); \
        v.has_b = true; \
        v.b = closed[0]; \
        v.c.count = 2; \
        v.c.items = closed; \
        change; \
        try_Parts(#change, &v, good); \
    } while (0)

static void leaves(void)
{
    TRY(true, v.has_preset = false);
    TRY(true, v.preset = 3);
    TRY(true, v.has_added = v.has_first = v.has_second = false);
    WRONG(v.number = -1);
    WRONG(v.number = 100);
    WRONG(v.far = 501);
    WRONG(v.signed_ = -6);
    WRONG(v.some = 4);
    WRONG(v.preset = 10);
    WRONG(v.colour = 3);
    WRONG(v.colour = INT32_MIN);
    WRONG((v.flags.octets[0] = 0x20, v.flags.count = 3));
    WRONG(v.flags.count = SIZE_MAX);
    WRONG(v.names.count = SIZE_MAX);
    WRONG(v.names.count = 9);
    WRONG(v.bits.count = 2);
    WRONG(v.bits.count = 17);
    WRONG(v.bits.count = SIZE_MAX);
    WRONG(v.fixed.size = 1);
    WRONG(v.fixed.size = SIZE_MAX);
    WRONG(v.octets.size = 1);
    WRONG(v.octets.size = 1000000);
    WRONG(v.long_.size = 91);
    WRONG(v.name.size = 0);
    WRONG(v.name.size = 1000000);
    WRONG(v.letters.octets[1] = 'g');
    WRONG(v.letters.size = 1000000);
    WRONG(v.wide.size = 1000000);
    WRONG(v.time.size = 12);
    WRONG(v.added = 10);
    WRONG(v.first = 10);
}

static void parts(void)
{
    TRY(true, v.has_inner = v.has_records = v.has_ways = v.has_presets = false);
    TRY(true, v.ways.count = 3);
    TRY(true, v.presets.count = 0);
    TRY(true, v.has_held = false);
    WRONG(v.inner.a = 8);
    WRONG(v.inner.b = -1);
    WRONG(v.list.count = 0);
    WRONG(v.list.count = SIZE_MAX);
    WRONG(v.list.items[1] = 10);
    WRONG(v.records.items = NULL);
    WRONG(v.records.items = wrong_records);
    WRONG(v.ways.items = NULL);
    WRONG((v.ways.items = NULL, v.ways.count = 3));
    WRONG((v.ways.items = wrong, v.ways.count = 3));
    WRONG((v.ways.items = wrong + 1));
    WRONG(v.presets.items = NULL);
    WRONG(v.presets.items = wrong + 1);
    WRONG(v.several.count = SIZE_MAX);
    WRONG(v.several.items[1] = -1);
    WRONG(v.small.items = NULL);
    WRONG(v.small.items = wrong + 1);
    WRONG(v.choice.kind = Ways_nothing);
    WRONG(v.choice.kind = Ways_unknown + 1);
    WRONG((v.choice.kind = Ways_a, v.choice.u.a = 10));
    WRONG(v.choice.u.b.items = NULL);
    WRONG(v.choice.u.b.items = long_texts);
    WRONG((v.choice.kind = Ways_d, v.choice.u.d = NULL));
    WRONG((v.choice.kind = Ways_e, v.choice.u.e = contents(10, numbers)));
    WRONG((v.choice.kind = Ways_f, v.choice.u.f = 4));
    WRONG(v.held.n = 10);
    WRONG(v.held.list.items = wrong);
    WRONG(v.held.list.items = NULL);
    WRONG((v.has_next = true, v.next = NULL));
    WRONG(v.second.n = 10);
    WRONG(v.second.list.items = wrong);
    WRONG(v.second.list.items = NULL);
    TRY_PARTS(true, v.a = 9);
    TRY_PARTS(true, v.has_b = false);
    TRY_PARTS(false, v.a = 10);
    TRY_PARTS(false, v.b = wrong_closed[1]);
    TRY_PARTS(false, v.b.kind = Closed_nothing);
    TRY_PARTS(false, v.c.items = NULL);
    TRY_PARTS(false, v.c.items = wrong_closed);
    TRY_PARTS(false, v.c.items = long_closed);
    TRY_PARTS(false, v.b = long_closed[0]);
    TRY_PARTS(false, v.c.items = no_closed);
}

int main(void)
{
    texts[0].size = texts[1].size = long_texts[0].size = 2;
    memcpy(texts[0].octets, "ab", 2);
    long_texts[1].size = 1000000;
    wrong_records[1].x = 4;
    closed[0].kind = closed[1].kind = wrong_closed[0].kind = wrong_closed[1].kind = no_closed[0].kind = Closed_x;
    long_closed[0].kind = long_closed[1].kind = Closed_y;
    long_closed[0].u.y.size = 3;
    long_closed[1].u.y.size = 1000000;
    wrong_closed[1].u.x = 10;
    leaves();
    parts();
    return failed;
}
