/* Inlined reading and writing of PER, compared with the functions: at each bit, of each length, and at the
   end of the input or the arena. */
#include "wireglot/bits_fast.h"

#include "check.h"

#undef wg_bits_get_octet_string
#undef wg_bits_get_known_multiplier
#undef wg_bits_copy_octet_string
#undef wg_bits_get_integer_u32
#undef wg_bits_get_integer_i32
#undef wg_bits_get_enumerated_i32
#undef wg_bits_copy_bit_string
#undef wg_bits_get_boolean
#undef wg_bits_get_flags
#undef wg_bits_get_length
#undef wg_bits_get_fragment
#undef wg_descend
#undef wg_bits_put_octet_string
#undef wg_bits_put_known_multiplier
#undef wg_bits_put_fragment
#undef wg_bits_put_length
#undef wg_bits_open
#undef wg_bits_close
#undef wg_bits_writer
#undef wg_bits_end
#undef wg_bits_finish

enum { MOST = 17, BEHIND = 9 };

static uint64_t memory[2][32];
static uint8_t buffer[64];

static wg_pack pack_of(uint64_t bits, unsigned count)
{
    wg_pack pack;
    pack.bits = bits;
    pack.count = count;
    return pack;
}

/* What was read, and the result. */
typedef struct read {
    wg_octets got;
    wg_result result;
    size_t bit;
    uint64_t next;
    size_t used;
} read;

static bool same(const read *a, const read *b)
{
    return wg_octets_equal(a->got, b->got) && a->result.error == b->result.error && a->result.octet == b->result.octet &&
           a->result.bit == b->result.bit && a->bit == b->bit && a->next == b->next && a->used == b->used;
}

typedef wg_octets get(wg_reader *r, bool fast);

static wg_octets get_any(wg_reader *r, bool fast)
{
    return fast ? wg_fast_get_bounded_octets(r, 0, WG_NO_BOUND) : wg_bits_get_octet_string(r, 0, WG_NO_BOUND);
}

static wg_octets get_bounded(wg_reader *r, bool fast)
{
    return fast ? wg_fast_get_bounded_octets(r, 0, 31) : wg_bits_get_octet_string(r, 0, 31);
}

static wg_octets get_characters(wg_reader *r, bool fast)
{
    const unsigned bits = r->aligned ? 8u : 7u;
    return fast ? wg_fast_get_characters(r, 1, NULL, 0, bits, 0x7f, 0, WG_NO_BOUND)
                : wg_bits_get_known_multiplier(r, 1, NULL, 0, bits, 0x7f, 0, WG_NO_BOUND);
}

static wg_octets get_low_characters(wg_reader *r, bool fast)
{
    const unsigned bits = r->aligned ? 8u : 7u;
    return fast ? wg_fast_get_characters(r, 1, NULL, 0, bits, 'a', 0, 31)
                : wg_bits_get_known_multiplier(r, 1, NULL, 0, bits, 'a', 0, 31);
}

static wg_octets get_eight_characters(wg_reader *r, bool fast)
{
    const unsigned bits = r->aligned ? 8u : 7u;
    return fast ? wg_fast_get_characters(r, 1, NULL, 0, bits, 0x7f, 8, 8) : wg_bits_get_known_multiplier(r, 1, NULL, 0, bits, 0x7f, 8, 8);
}

static wg_octets get_three_low_characters(wg_reader *r, bool fast)
{
    const unsigned bits = r->aligned ? 8u : 7u;
    return fast ? wg_fast_get_characters(r, 1, NULL, 0, bits, 'a', 3, 3) : wg_bits_get_known_multiplier(r, 1, NULL, 0, bits, 'a', 3, 3);
}

/* Octets of an array with room for `hi`, which ends where its memory ends. */
WG_INLINE wg_octets get_into(wg_reader *r, bool fast, size_t lo, size_t hi)
{
    static uint8_t memories[2][16];
    uint8_t *const array = memories[fast] + sizeof memories[fast] - hi;
    size_t size = 0;
    if (fast) {
        wg_fast_copy_bounded_octets(r, lo, hi, array, hi, &size);
    } else {
        wg_copy_octets(r, wg_bits_get_octet_string(r, lo, hi), array, hi, &size);
    }
    return wg_octets_of(array, size);
}

static wg_octets get_array(wg_reader *r, bool fast)
{
    return get_into(r, fast, 1, 8);
}

static wg_octets get_four(wg_reader *r, bool fast)
{
    return get_into(r, fast, 4, 4);
}

static const uint32_t digits[11] = {' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'};
static const uint32_t vowels[5] = {'a', 'e', 'i', 'o', 'u'};

static wg_octets get_digits(wg_reader *r, bool fast)
{
    return fast ? wg_fast_get_characters(r, 1, digits, 11, 4, '9', 0, WG_NO_BOUND)
                : wg_bits_get_known_multiplier(r, 1, digits, 11, 4, '9', 0, WG_NO_BOUND);
}

static wg_octets get_vowels(wg_reader *r, bool fast)
{
    return fast ? wg_fast_get_characters(r, 1, vowels, 5, 3, 'u', 2, 17) : wg_bits_get_known_multiplier(r, 1, vowels, 5, 3, 'u', 2, 17);
}

static const uint32_t signs[11] = {' ', '+', ',', '-', '.', '/', '5', '6', '7', '8', '9'};

static wg_octets get_signs(wg_reader *r, bool fast)
{
    return fast ? wg_fast_get_characters(r, 1, signs, 11, 4, '9', 0, WG_NO_BOUND)
                : wg_bits_get_known_multiplier(r, 1, signs, 11, 4, '9', 0, WG_NO_BOUND);
}

static wg_octets get_long_array(wg_reader *r, bool fast)
{
    return get_into(r, fast, 3, 13);
}

static wg_octets get_array_of_bits(wg_reader *r, bool fast)
{
    static uint8_t arrays[2][14];
    uint8_t *const array = arrays[fast];
    size_t count = 0;
    if (fast) {
        wg_fast_copy_bit_string(r, false, 5, 101, array, 13, &count);
    } else {
        wg_copy_bits(r, wg_bits_get_bit_string(r, false, 5, 101), array, 13, &count);
    }
    array[13] = (uint8_t)count;
    return wg_octets_of(array + (count ? 0 : 13), count ? 14 : 1);
}

static wg_octets get_number(wg_reader *r, bool fast)
{
    static uint8_t octets[2][4];
    const uint32_t number = fast ? wg_fast_get_bounded_u32(r, WG_BETWEEN, 0, UINT32_MAX) : wg_bits_get_integer_u32(r, WG_BETWEEN, 0, UINT32_MAX);
    octets[fast][0] = (uint8_t)(number >> 24);
    octets[fast][1] = (uint8_t)(number >> 16);
    octets[fast][2] = (uint8_t)(number >> 8);
    octets[fast][3] = (uint8_t)number;
    return wg_octets_of(octets[fast], 4);
}

static const struct {
    const char *what;
    get *of;
    bool arena; /* whether the arena may be used */
} rows[] = {
    {"OCTET STRING", get_any, true},
    {"OCTET STRING (SIZE (0..31))", get_bounded, true},
    {"IA5String", get_characters, true},
    {"IA5String up to a", get_low_characters, true},
    {"IA5String (SIZE (8))", get_eight_characters, true},
    {"IA5String (SIZE (3)) up to a", get_three_low_characters, true},
    {"OCTET STRING (SIZE (1..8))", get_array, false},
    {"OCTET STRING (SIZE (4))", get_four, false},
    {"INTEGER (0..4294967295)", get_number, false},
    {"NumericString", get_digits, true},
    {"five vowels", get_vowels, true},
    {"eleven characters from space to 9", get_signs, true},
    {"OCTET STRING (SIZE (3..13))", get_long_array, false},
    {"BIT STRING (SIZE (5..101))", get_array_of_bits, false},
};

/* Reads after `shift` bits; a string may take `most` octets. */
static read read_at(wg_octets octets, bool aligned, unsigned shift, get *of, bool fast, size_t room, size_t most)
{
    wg_arena arena;
    wg_reader r;
    read done;
    wg_arena_init(&arena, memory[fast], room);
    arena.limits.string_octets = most;
    wg_bits_reader(&r, octets.data, octets.size, aligned, &arena);
    wg_bits_take(&r, shift);
    done.got = of(&r, fast);
    done.bit = r.bit;
    done.result = wg_reader_result(&r);
    done.next = wg_bits_take(&r, 8);
    done.used = of == get_array || of == get_four || of == get_long_array || of == get_array_of_bits ? 0 : arena.used;
    return done;
}

/* A string of `n` octets or characters at `shift`, followed by other octets; also cut at each octet. */
static void test_string(size_t row, bool aligned, unsigned shift, size_t n, size_t behind)
{
    wg_writer w;
    wg_octets written;
    size_t i;
    wg_bits_writer(&w, buffer, sizeof buffer, aligned, false);
    wg_bits_put(&w, 0x55, shift);
    wg_bits_put_length(&w, 0, row == 1 || row == 3 ? 31 : rows[row].of == get_array ? 7 : WG_NO_BOUND, rows[row].of == get_array ? n % 8 : n);
    for (i = 0; i < n + behind; i++) {
        wg_bits_put(&w, row == 3 ? 0x5a + i : 0x41 + i * 37 % 64, i < n && !aligned && (row == 2 || row == 3) ? 7 : 8);
    }
    written = wg_bits_written(&w);
    for (i = 0; i <= written.size; i++) {
        uint8_t *const data = (uint8_t *)malloc(i ? i : 1);
        const size_t all = sizeof memory[0], rooms[] = {all, all, n, n ? n - 1 : 0, n + 3};
        size_t k;
        memcpy(data, written.data, i);
        for (k = 0; k < (rows[row].arena ? 5 : 2); k++) {
            const size_t most = k == 1 ? n / 2 : all;
            const read slow = read_at(wg_octets_of(data, i), aligned, shift, rows[row].of, false, rooms[k], most);
            const read fast = read_at(wg_octets_of(data, i), aligned, shift, rows[row].of, true, rooms[k], most);
            CHECK(rows[row].what, same(&slow, &fast));
        }
        free(data);
    }
}

/* -- neighbours ------------------------------------------------------------ */

typedef struct neighbours {
    uint32_t flags;
    int32_t number;
    uint32_t index;
    int32_t listed;
    uint8_t bits[1];
    size_t count;
    uint8_t octets[2];
    size_t size;
    bool boolean;
    bool deeper;
    size_t length;
    size_t left;
    bool more;
    wg_result result;
    size_t bit;
} neighbours;

static const int64_t numbers[3] = {0, 1, 5};

static neighbours read_slowly(wg_reader *r)
{
    neighbours n;
    memset(&n, 0, sizeof n);
    n.flags = wg_bits_get_flags(r, 3);
    n.number = wg_bits_get_integer_i32(r, WG_BETWEEN, -1, 98);
    n.index = wg_bits_get_integer_u32(r, WG_BETWEEN, 0, 6);
    n.listed = wg_bits_get_enumerated_i32(r, numbers, 3, NULL, 0, false);
    wg_copy_bits(r, wg_bits_get_bit_string(r, false, 5, 5), n.bits, sizeof n.bits, &n.count);
    wg_copy_octets(r, wg_bits_get_octet_string(r, 2, 2), n.octets, sizeof n.octets, &n.size);
    n.boolean = wg_bits_get_boolean(r);
    n.deeper = wg_descend(r);
    n.length = wg_bits_get_length(r, 1, 12);
    n.left = r->aligned ? 0 : wg_bits_get_fragment(r, 0, WG_NO_BOUND, &n.more);
    return n;
}

static neighbours read_ahead(wg_reader *r)
{
    wg_ahead ahead = wg_fast_look_ahead(r, r->aligned ? 41 : 49);
    neighbours n;
    memset(&n, 0, sizeof n);
    n.flags = wg_fast_ahead_flags(r, &ahead, 3);
    n.number = wg_fast_ahead_i32(r, &ahead, WG_BETWEEN, -1, 98);
    n.index = wg_fast_ahead_u32(r, &ahead, WG_BETWEEN, 0, 6);
    n.listed = wg_fast_ahead_listed_i32(r, &ahead, numbers, 3, NULL, 0, false);
    wg_fast_ahead_bit_string(r, &ahead, false, 5, 5, n.bits, sizeof n.bits, &n.count);
    wg_fast_ahead_octet_string(r, &ahead, 2, 2, n.octets, sizeof n.octets, &n.size);
    n.boolean = wg_fast_ahead_boolean(r, &ahead);
    n.deeper = wg_fast_ahead_descend(r, &ahead);
    n.length = wg_fast_ahead_length(r, &ahead, 1, 12);
    n.left = r->aligned ? 0 : wg_fast_ahead_fragment(r, &ahead, 0, WG_NO_BOUND, &n.more);
    return n;
}

/* Steps back to the second of two bits. */
static size_t bit_behind(wg_reader *r)
{
    wg_ahead ahead = wg_fast_look_ahead(r, 2);
    wg_fast_ahead_boolean(r, &ahead);
    wg_fast_step_back(r, &ahead);
    return r->bit;
}

static bool same_neighbours(const neighbours *a, const neighbours *b)
{
    return a->flags == b->flags && a->number == b->number && a->index == b->index && a->listed == b->listed && a->bits[0] == b->bits[0] &&
           a->count == b->count && memcmp(a->octets, b->octets, sizeof a->octets) == 0 && a->size == b->size &&
           a->boolean == b->boolean && a->deeper == b->deeper && a->length == b->length && a->left == b->left &&
           a->more == b->more && a->result.error == b->result.error && a->result.octet == b->result.octet &&
           a->result.bit == b->result.bit && a->bit == b->bit;
}

static neighbours neighbours_at(const uint8_t *data, size_t size, bool aligned, unsigned shift, bool fast, unsigned depth, size_t most)
{
    wg_arena arena;
    wg_reader r;
    neighbours n;
    wg_arena_init(&arena, memory[fast], sizeof memory[fast]);
    arena.limits.depth = depth;
    arena.limits.string_octets = most;
    wg_bits_reader(&r, data, size, aligned, &arena);
    wg_bits_take(&r, shift);
    n = fast ? read_ahead(&r) : read_slowly(&r);
    n.result = wg_reader_result(&r);
    n.bit = r.bit;
    return n;
}

/* Random bits, mostly valid; errors must be at the same place. */
static void test_neighbours(void)
{
    uint32_t random = 1;
    unsigned i, k;
    for (i = 0; i < 60000; i++) {
        const bool aligned = i % 2 != 0;
        const unsigned shift = i / 2 % 8, depth = i % 31 ? 256 : 0;
        const size_t size = i / 16 % 17, most = i % 29 ? 64 : 1;
        uint8_t *const data = (uint8_t *)malloc(size ? size : 1);
        neighbours slow, fast;
        wg_arena arena;
        wg_reader r;
        for (k = 0; k < size; k++) {
            random = random * 1664525u + 1013904223u;
            data[k] = (uint8_t)(random >> 24 & (i % 7 ? random >> 16 : 0xffu));
        }
        slow = neighbours_at(data, size, aligned, shift, false, depth, most);
        fast = neighbours_at(data, size, aligned, shift, true, depth, most);
        CHECK("neighbours", same_neighbours(&slow, &fast));
        wg_arena_init(&arena, memory[0], sizeof memory[0]);
        wg_bits_reader(&r, data, size, aligned, &arena);
        wg_bits_take(&r, shift);
        CHECK("one bit of two", size == 0 ? r.error != WG_OK || shift == 0 : bit_behind(&r) == shift + 1);
        free(data);
    }
}

/* -- writing --------------------------------------------------------------- */

static const uint8_t text[MOST + 1] = "characters, 16...";

static const uint8_t numeric[MOST + 1] = "0123 4567 8 9 123", vocal[MOST + 1] = "aeiouoieaaaeuuioa";

/* Writes row `row`: `n` octets, characters or items after `shift` bits. */
static void write_row(wg_writer *w, size_t row, unsigned shift, size_t n, bool fast)
{
    const wg_octets value = wg_octets_of(row == 7 ? numeric : row == 8 ? vocal : text, n);
    const unsigned bits = w->aligned ? 8u : 7u;
    bool more = false;
    if (row == 4 && fast) {
        wg_pack pack = wg_pack_of_nothing();
        wg_fast_pack_flags(w, &pack, (1u << shift) - 1, shift);
        wg_fast_pack_fragment(w, &pack, 0, WG_NO_BOUND, n * 8, &more);
        return;
    }
    if (row == 5 && fast) {
        wg_pack pack = wg_pack_of_nothing();
        wg_fast_pack_flags(w, &pack, (1u << shift) - 1, shift);
        wg_fast_pack_length(w, &pack, 1, 12, n);
        return;
    }
    wg_bits_put(w, (1u << shift) - 1, shift);
    switch (row) {
        case 0:
        case 1:
            if (fast) {
                wg_fast_put_bounded_octets(w, 0, row ? 15 : WG_NO_BOUND, value);
            } else {
                wg_bits_put_octet_string(w, 0, row ? 15 : WG_NO_BOUND, value);
            }
            break;
        case 2:
        case 3:
            if (fast) {
                wg_fast_put_characters(w, 1, NULL, 0, bits, row == 2 ? 0x7f : 't', 0, WG_NO_BOUND, value);
            } else {
                wg_bits_put_known_multiplier(w, 1, NULL, 0, bits, row == 2 ? 0x7f : 't', 0, WG_NO_BOUND, value);
            }
            break;
        case 7:
        case 8:
            if (fast) {
                wg_fast_put_characters(w, 1, row == 7 ? digits : vowels, row == 7 ? 11 : 5, row == 7 ? 4 : 3, UINT32_MAX, 0, WG_NO_BOUND, value);
            } else {
                wg_bits_put_known_multiplier(w, 1, row == 7 ? digits : vowels, row == 7 ? 11 : 5, row == 7 ? 4 : 3, UINT32_MAX, 0,
                                             WG_NO_BOUND, value);
            }
            break;
        case 4:
            wg_bits_put_fragment(w, 0, WG_NO_BOUND, n * 8, &more);
            break;
        case 5:
            wg_bits_put_length(w, 1, 12, n);
            break;
        default: {
            /* A field of `n` bits. */
            const size_t place = fast ? wg_fast_open_field(w) : wg_bits_open(w);
            wg_bits_put(w, 0x15555, (unsigned)n);
            if (fast) {
                wg_fast_close_field(w, place);
            } else {
                wg_bits_close(w, place);
            }
        }
    }
}

/* Writes into buffers of each capacity; what is after their end must not change. */
static void test_writing(void)
{
    static const char *const names[] = {"OCTET STRING", "OCTET STRING (SIZE (0..15))", "IA5String", "IA5String up to t",
                                        "a list's length", "a list's length within bounds", "a field",
                                        "NumericString", "five vowels"};
    size_t row, n, capacity, k;
    unsigned shift;
    for (row = 0; row < sizeof names / sizeof *names; row++) {
        for (shift = 0; shift < 16; shift++) {
            for (n = 0; n <= MOST; n++) {
                for (capacity = 0; capacity <= 48; capacity++) {
                    const bool aligned = shift % 2 != 0 && row != 4 && row != 5;
                    uint8_t octets[2][64];
                    wg_writer w[2];
                    bool same_octets, left;
                    for (k = 0; k < 2; k++) {
                        memset(octets[k], 0xee, sizeof octets[k]);
                        wg_bits_writer(&w[k], octets[k], capacity, aligned, false);
                        write_row(&w[k], row, shift / 2, n, k != 0);
                        wg_bits_put(&w[k], 0x5, 3);
                        wg_bits_complete(&w[k]);
                    }
                    same_octets = w[0].error == w[1].error && wg_octets_equal(wg_bits_written(&w[0]), wg_bits_written(&w[1]));
                    left = true;
                    for (k = capacity; k < sizeof octets[1]; k++) {
                        left = left && octets[1][k] == 0xee;
                    }
                    CHECK(names[row], same_octets && left);
                }
            }
        }
    }
}

/* Bits after others, to the end of a buffer; then the end of the encoding. */
static void test_first(unsigned before, unsigned count, size_t capacity)
{
    uint8_t *octets[2];
    wg_writer w[2];
    wg_octets written[2];
    wg_result results[2];
    size_t i;
    int fast;
    for (fast = 0; fast < 2; fast++) {
        octets[fast] = (uint8_t *)malloc(capacity ? capacity : 1);
        if (fast) {
            wg_fast_bits_writer(&w[fast], octets[fast], capacity, false, false);
        } else {
            wg_bits_writer(&w[fast], octets[fast], capacity, false, false);
        }
        wg_bits_put(&w[fast], (1u << before) - 1, before);
    }
    wg_bits_put(&w[0], UINT64_C(0x5a5a5a5a5a5a5a5a) & ((UINT64_C(1) << count) - 1), count);
    wg_bits_put_first(&w[1], UINT64_C(0x5a5a5a5a5a5a5a5a) & ((UINT64_C(1) << count) - 1), count);
    wg_bits_put(&w[0], 5, 3);
    wg_fast_put_pack(&w[1], pack_of(5, 3));
    results[0] = wg_bits_end(&w[0], &written[0]);
    results[1] = wg_fast_bits_end(&w[1], &written[1]);
    CHECK("the first bits", wg_octets_equal(written[0], written[1]) && results[0].error == results[1].error &&
                                results[0].octet == results[1].octet && results[0].bit == results[1].bit);
    for (fast = 0; fast < 2 && written[0].size > 0; fast++) {
        for (i = 0; i < 2; i++) {
            wg_reader r;
            wg_bits_reader(&r, written[0].data, written[0].size, false, NULL);
            wg_bits_take(&r, before);
            wg_bits_take(&r, i ? count + 3 : 0);
            if (fast) {
                wg_fast_finish_bits(&r);
            } else {
                wg_bits_finish(&r);
            }
            CHECK("finished", (wg_reader_result(&r).error == WG_OK) == (written[0].size == (before + (i ? count + 3u : 0u) + 7) / 8 ||
                                                                        (before + i == 0 && written[0].size == 1)));
        }
    }
    free(octets[0]);
    free(octets[1]);
}

static void test_firsts(void)
{
    size_t capacity;
    unsigned count;
    for (capacity = 0; capacity <= 17; capacity++) {
        for (count = 0; count <= 53; count++) {
            test_first(0, count, capacity);
            test_first(5, count, capacity);
        }
    }
}

static void test_known(void)
{
    const wg_octets octets = check_octets("02c388");
    const read done = read_at(octets, false, 0, get_characters, true, sizeof memory[0], MOST);
    CHECK("30.5: seven bits a character", check_same(done.got, "6162"));
    check_free(octets);
}

int main(void)
{
    size_t row, n, behind;
    unsigned shift;
    test_known();
    test_firsts();
    test_neighbours();
    test_writing();
    for (row = 0; row < sizeof rows / sizeof *rows; row++) {
        for (shift = 0; shift < 16; shift++) {
            for (n = 0; n <= MOST; n++) {
                for (behind = 0; behind <= BEHIND; behind += 3) {
                    test_string(row, shift % 2 != 0, shift / 2, n, behind);
                }
            }
        }
    }
    return check_done();
}
