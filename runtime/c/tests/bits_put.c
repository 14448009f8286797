/* Inlined writing of PER, compared with the functions: consecutive and nested values and fields, in buffers
 * of each size; one octet too few is rejected. */
#include "wireglot/bits_fast_write.h"

#include "check.h"

enum { SEQUENCES = 600, VALUES = 14, MOST = 900 };

static uint32_t random_state;

static uint32_t random_below(uint32_t most)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % most;
}

static const int64_t numbers[3] = {4, 5, 6}, additions[2] = {7, 8};
static const uint32_t spans[] = {0, 1, 6, 254, 255, 256, 65535, 65536, 0x1ffffff, 0x2000000, UINT32_MAX};
static const size_t sizes[][2] = {{0, WG_NO_BOUND}, {0, 15}, {1, 8}, {0, 8}, {4, 4}, {2, 2},
                                  {7, 7}, {8, 8}, {3, 200}, {16, 16}, {0, 0}, {0, 300}};
static uint8_t text[300];

/* A random number of `bits` bits, often a small one. */
static uint32_t number_of(unsigned bits)
{
    const uint32_t value = random_below(1u << 16) << 16 | random_below(1u << 16);
    return bits == 0 ? 0 : value >> (32 - bits) >> random_below(bits);
}

static void put_string(wg_writer *w, bool fast)
{
    const size_t *const bounds = sizes[random_below(sizeof sizes / sizeof *sizes)];
    const size_t lo = bounds[0], hi = bounds[1], most = hi - lo < 290 ? hi - lo : 290;
    const size_t size = lo + random_below((uint32_t)(random_below(4) ? most < 20 ? most : 20 : most) + 1);
    const wg_octets value = wg_octets_of(text + random_below(sizeof text - 299), size < 299 ? size : 299);
    const unsigned bits = w->aligned ? 8u : 7u, kind = random_below(6), count = random_below(41);
    const uint32_t top = kind == 1 ? 0x7f : 'z', flags = number_of(count < 32 ? count : 31);
    const bool after_pack = !w->aligned && random_below(2) != 0;
    if (after_pack && !fast) {
        wg_bits_put(w, flags, count);
    }
    if (after_pack && fast && kind == 5) {
        const wg_pack pack = {flags, count};
        wg_fast_put_pack(w, pack);
    }
    if (kind == 5 && fast) {
        wg_fast_put_characters(w, 2, NULL, 0, 16, 0xffff, lo, hi, value);
    } else if (kind == 5) {
        wg_bits_put_known_multiplier(w, 2, NULL, 0, 16, 0xffff, lo, hi, value);
    } else if (after_pack && fast) {
        const wg_pack pack = {flags, count};
        if (kind == 0) {
            wg_fast_join_octets(w, pack, lo, hi, value);
        } else if (kind == 4) {
            wg_fast_join_utf8(w, pack, value);
        } else {
            wg_fast_join_characters(w, pack, 1, NULL, 0, bits, top, lo, hi, value);
        }
    } else if (kind == 4 && fast) {
        wg_fast_put_utf8(w, value);
    } else if (kind == 4) {
        wg_bits_put_utf8_string(w, value);
    } else if (kind == 0 && fast) {
        wg_fast_put_bounded_octets(w, lo, hi, value);
    } else if (kind == 0) {
        wg_bits_put_octet_string(w, lo, hi, value);
    } else if (fast) {
        wg_fast_put_characters(w, 1, NULL, 0, bits, top, lo, hi, value);
    } else {
        wg_bits_put_known_multiplier(w, 1, NULL, 0, bits, top, lo, hi, value);
    }
}

static void put_pack(wg_writer *w, bool fast)
{
    const unsigned count = random_below(26);
    const uint32_t flags = number_of(count);
    const int32_t number = (int32_t)random_below(100) - 1;
    const size_t length = 1 + random_below(12), left = random_below(200);
    const wg_octets octets = wg_octets_of(text + random_below(100), 2);
    const bool fragment = random_below(2) != 0, apart = random_below(2) != 0;
    const int32_t numbered = 4 + (int32_t)random_below(5);
    bool more;
    if (fast) {
        wg_pack pack = wg_pack_of_nothing();
        wg_fast_pack_flags(w, &pack, flags, count);
        wg_fast_pack_bounded_i32(w, &pack, WG_BETWEEN, -1, 98, number);
        wg_fast_pack_room(w, &pack, 18);
        wg_fast_pack_listed_i32(w, &pack, numbers, 3, NULL, 0, false, 5);
        wg_fast_pack_bounded_octets(w, &pack, 2, 2, octets);
        if (apart) {
            wg_fast_flush_pack(w, &pack);
            wg_bits_put(w, flags, count);
        }
        wg_fast_pack_room(w, &pack, 3);
        wg_fast_pack_listed_i32(w, &pack, numbers, 3, additions, 2, true, numbered);
        wg_fast_pack_room(w, &pack, 8);
        if (fragment && !w->aligned) {
            wg_fast_pack_fragment(w, &pack, 0, WG_NO_BOUND, left, &more);
        } else {
            wg_fast_pack_length(w, &pack, 1, 12, length);
        }
        return;
    }
    wg_bits_put(w, flags, count);
    wg_bits_put_integer_i32(w, WG_BETWEEN, -1, 98, number);
    wg_bits_put_enumerated_i32(w, numbers, 3, NULL, 0, false, 5);
    wg_bits_put_octet_string(w, 2, 2, octets);
    if (apart) {
        wg_bits_put(w, flags, count);
    }
    wg_bits_put_enumerated_i32(w, numbers, 3, additions, 2, true, numbered);
    if (fragment && !w->aligned) {
        wg_bits_put_fragment(w, 0, WG_NO_BOUND, left, &more);
    } else {
        wg_bits_put_length(w, 1, 12, length);
    }
}

static void put_value(wg_writer *w, bool fast, unsigned depth);

/* The contents of a string are at the end of the buffer until the string is written. */
static void put_contents(wg_writer *w, bool fast, unsigned depth)
{
    wg_writer inner = wg_bits_inside(w, w->aligned, false);
    wg_octets octets;
    size_t lo = 0, hi = WG_NO_BOUND;
    unsigned n = random_below(4);
    for (; n > 0; n--) {
        put_value(&inner, fast, depth + 1);
    }
    octets = wg_bits_inside_done(w, &inner);
    /* Some have the fixed size. */
    if (random_below(2) == 0 && octets.size > 0) {
        lo = hi = octets.size;
    }
    if (fast) {
        wg_fast_put_bounded_octets(w, lo, hi, octets);
    } else {
        wg_bits_put_octet_string(w, lo, hi, octets);
    }
}

static void put_field(wg_writer *w, bool fast, unsigned depth)
{
    const size_t place = fast ? wg_fast_open_field(w) : wg_bits_open(w);
    unsigned n = random_below(4);
    for (; n > 0; n--) {
        put_value(w, fast, depth + 1);
    }
    if (fast) {
        wg_fast_close_field(w, place);
    } else {
        wg_bits_close(w, place);
    }
}

static void put_number(wg_writer *w, bool fast)
{
    const uint32_t span = spans[random_below(sizeof spans / sizeof *spans)];
    const uint32_t value = number_of(wg_number_bits(span));
    if (fast) {
        wg_fast_put_bounded_u32(w, WG_BETWEEN, 0, span, value <= span ? value : span);
    } else {
        wg_bits_put_integer_u32(w, WG_BETWEEN, 0, span, value <= span ? value : span);
    }
}

/* Numbers of more than four octets, or in octets. */
static void put_wide_number(wg_writer *w, bool fast)
{
    const unsigned kind = random_below(4);
    const int64_t lo = kind == 0 ? -5 : 0, hi = lo + (int64_t)number_of(32) * (random_below(2) ? 1 : 1 << 22);
    const int64_t value = random_below(200) ? lo + (hi > lo ? (int64_t)number_of(31) * 3 % (hi - lo) : 0) : hi + 1;
    uint8_t octets[3][WG_INTEGER_OCTETS];
    const wg_integer least = wg_integer_from_i64(lo, octets[0]), most = wg_integer_from_i64(hi, octets[1]);
    const wg_integer number = wg_integer_from_i64(value, octets[2]);
    const wg_bounds bounds = kind == 1 ? WG_BETWEEN : kind == 2 ? WG_FROM : WG_UNBOUNDED;
    if (kind == 0 && fast) {
        wg_fast_put_bounded_i64(w, WG_BETWEEN, lo, hi, value);
    } else if (kind == 0) {
        wg_bits_put_integer_i64(w, WG_BETWEEN, lo, hi, value);
    } else if (fast) {
        wg_fast_put_whole(w, bounds, least, most, number);
        wg_fast_put_small_number(w, (uint32_t)(value & 127));
    } else {
        wg_bits_put_integer_big(w, bounds, least, most, number);
        wg_bits_put_small_number(w, (uint32_t)(value & 127));
    }
}

static void put_count(wg_writer *w, bool fast)
{
    const bool bounded = random_below(2) != 0;
    const size_t hi = bounded ? 1000 : WG_NO_BOUND, left = random_below(200);
    bool more;
    if (fast) {
        wg_fast_put_fragment(w, 0, hi, left, &more);
        wg_fast_put_small_length(w, left + 1);
    } else {
        wg_bits_put_fragment(w, 0, hi, left, &more);
        wg_bits_put_small_length(w, left + 1);
    }
}

static void put_bits(wg_writer *w, bool fast)
{
    const size_t count = 1 + random_below(random_below(3) ? 60 : 1200), kind = random_below(4);
    const size_t lo = kind == 0 ? count : 0, hi = kind < 2 ? count : kind == 2 ? count + 200 : WG_NO_BOUND;
    const bool named = random_below(2) != 0;
    uint8_t octets[150];
    memcpy(octets, text + random_below(100), sizeof octets);
    octets[(count - 1) / 8] = (uint8_t)(octets[(count - 1) / 8] & 0xff00u >> ((count - 1) % 8 + 1));
    if (fast) {
        wg_fast_put_bounded_bits(w, named, lo, hi, wg_bits_of(octets, count));
    } else {
        wg_bits_put_bit_string(w, named, lo, hi, wg_bits_of(octets, count));
    }
}

static void put_value(wg_writer *w, bool fast, unsigned depth)
{
    const unsigned kind = random_below(depth < 3 ? 13 : 9), count = 1 + random_below(25);
    const uint32_t flags = number_of(count);
    switch (kind) {
        case 0:
            if (fast) {
                wg_fast_put_flags(w, flags, count);
            } else {
                wg_bits_put(w, flags, count);
            }
            break;
        case 1:
            if (fast) {
                wg_fast_put_bit(w, flags % 2 != 0);
            } else {
                wg_bits_put_boolean(w, flags % 2 != 0);
            }
            break;
        case 2:
            if (count % 2 != 0) {
                put_number(w, fast);
            } else {
                put_wide_number(w, fast);
            }
            break;
        case 3:
            put_count(w, fast);
            break;
        case 4:
            put_pack(w, fast);
            break;
        case 5:
            put_bits(w, fast);
            break;
        case 6:
            /* This is never inlined. */
            wg_bits_put(w, (uint64_t)flags << 32 | flags, 32 + count);
            break;
        case 7:
        case 8:
            put_string(w, fast);
            break;
        case 9:
        case 10:
            put_contents(w, fast, depth);
            break;
        default:
            put_field(w, fast, depth);
    }
}

/* Writes a sequence of values, given by its number, into `capacity` octets. */
static wg_writer put_sequence(uint32_t sequence, uint8_t *buffer, size_t capacity, bool fast)
{
    wg_writer w;
    unsigned n;
    memset(buffer, 0xee, capacity);
    wg_bits_writer(&w, buffer, capacity, sequence % 2 != 0, false);
    random_state = sequence * 77777u;
    n = 1 + random_below(VALUES);
    for (; n > 0; n--) {
        put_value(&w, fast, 0);
    }
    wg_bits_complete(&w);
    return w;
}

static bool put_both(uint32_t sequence, size_t capacity, size_t *size)
{
    wg_writer w[2];
    uint8_t *octets[2];
    bool same;
    size_t k;
    for (k = 0; k < 2; k++) {
        octets[k] = (uint8_t *)malloc(capacity ? capacity : 1);
        w[k] = put_sequence(sequence, octets[k], capacity, k != 0);
    }
    same = w[0].error == w[1].error && wg_octets_equal(wg_bits_written(&w[0]), wg_bits_written(&w[1]));
    *size = w[0].error == WG_OK ? wg_bits_written(&w[0]).size : capacity + 1;
    free(octets[0]);
    free(octets[1]);
    return same;
}

static void test_known(void)
{
    uint8_t octets[16];
    wg_writer w;
    wg_bits_writer(&w, octets, sizeof octets, false, false);
    wg_fast_put_characters(&w, 1, NULL, 0, 7, 0x7f, 0, WG_NO_BOUND, wg_octets_of((const uint8_t *)"ab", 2));
    wg_bits_complete(&w);
    CHECK("30.5: seven bits a character", check_same(wg_bits_written(&w), "02c388"));
}

/* With a 32-bit size_t, a buffer may be as long as its bits can be counted: near its end, no sum wraps. */
static void test_end_of_counting(void)
{
    const size_t capacities[] = {((size_t)1 << 29) - 16, ((size_t)1 << 29) + 64};
    unsigned i, aligned;
    for (i = 0; sizeof(size_t) == 4 && i < 2; i++) {
        const size_t capacity = capacities[i];
        uint8_t *const buffer = (uint8_t *)malloc(capacity);
        for (aligned = 0; buffer && aligned < 2; aligned++) {
            wg_writer w;
            size_t before;
            wg_bits_writer(&w, buffer, capacity, aligned == 1, false);
            w.bit = (size_t)(w.end - w.start) * 8 - 8 * 60;
            before = w.bit;
            wg_fast_put_bounded_octets(&w, 0, 127, wg_octets_at(text, 20));
            CHECK("a string that fits", w.error == WG_OK && w.bit - before >= 8 * 20 && w.bit - before <= 8 * 22);
            wg_fast_put_bounded_octets(&w, 0, 127, wg_octets_at(text, 60));
            CHECK("one that does not", w.error == WG_ERROR_SPACE);
        }
        free(buffer);
    }
}

int main(void)
{
    uint32_t sequence;
    size_t i, capacity, most, size;
    test_known();
    for (i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)('A' + i * 37 % 58);
    }
    test_end_of_counting();
    for (sequence = 0; sequence < SEQUENCES; sequence++) {
        CHECK("with room to spare", put_both(sequence, 8 * MOST, &most));
        for (capacity = 0; most <= MOST && capacity <= most + 20; capacity++) {
            CHECK("in a buffer of any size", put_both(sequence, capacity, &size));
            CHECK("in one as long as it is", capacity < most ? size > capacity : size == most);
        }
    }
    return check_done();
}
