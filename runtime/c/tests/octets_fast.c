/* Inlined reading and writing of OER, compared with the functions on drawn octets and values: the result, the position and
   what is written are the same, also at the end of the input and of the buffer. */
#include "wireglot/octets_fast.h"

#include "check.h"

#undef wg_octets_get_integer_i32
#undef wg_octets_get_integer_u32
#undef wg_octets_get_integer_i64
#undef wg_octets_get_integer_u64
#undef wg_octets_get_enumerated_i32
#undef wg_octets_get_boolean
#undef wg_octets_get_octet_string
#undef wg_octets_get_string
#undef wg_octets_get_length
#undef wg_octets_get_quantity
#undef wg_octets_end_bits
#undef wg_octets_peek
#undef wg_octets_enter_tag
#undef wg_octets_enter
#undef wg_octets_leave
#undef wg_octets_put_integer_i32
#undef wg_octets_put_integer_u32
#undef wg_octets_put_integer_i64
#undef wg_octets_put_integer_u64
#undef wg_octets_put_enumerated_i32
#undef wg_octets_put_boolean
#undef wg_octets_put_octet_string
#undef wg_octets_put_string
#undef wg_octets_put_length
#undef wg_octets_put_quantity
#undef wg_octets_put_end_bits
#undef wg_octets_tag
#undef wg_octets_open
#undef wg_octets_close
#undef wg_reader_result
#undef wg_bits_get_flags
#undef wg_bits_put_flags

static uint64_t state = 1;

static uint64_t drawn(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* A number below `end`. */
static size_t below(size_t end)
{
    return (size_t)(drawn() % end);
}

/* Mostly octets that mean something here. */
static uint8_t octet(void)
{
    static const uint8_t usual[] = {0, 1, 2, 3, 4, 8, 0x3f, 0x40, 0x7f, 0x80, 0x81, 0x82, 0xbf, 0xc1, 0xff};
    return below(3) ? usual[below(sizeof usual)] : (uint8_t)drawn();
}

static const size_t widths[] = {1, 2, 4, 8, WG_NO_BOUND};
static const size_t sizes[] = {WG_NO_BOUND, 0, 1, 3, 7, 9};
static const int64_t numbers[] = {0, 1, 2, 5, 300};
static const wg_text texts[] = {WG_TEXT_UTF8, WG_TEXT_BMP, WG_TEXT_NUMERIC, WG_TEXT_PRINTABLE, WG_TEXT_IA5, WG_TEXT_VISIBLE, WG_TEXT_ESCAPED};

/* What a read gave: a number, or octets. */
typedef struct reading {
    uint64_t number;
    wg_octets octets;
} reading;

enum { READS = 13, WRITES = 12 };

/* One of the reads; `width`, `size` and `flag` are its constants. */
static reading get(wg_reader *r, size_t which, bool fast, size_t width, size_t size, bool flag, wg_text text)
{
    reading found = {0, {NULL, 0}};
    wg_bits_frame outer;
    switch (which) {
    case 0:
        found.number = (uint64_t)(fast ? wg_fast_oer_get_i32 : wg_octets_get_integer_i32)(r, WG_BETWEEN, 0, 9, width, flag);
        break;
    case 1:
        found.number = (fast ? wg_fast_oer_get_u32 : wg_octets_get_integer_u32)(r, WG_BETWEEN, 0, 9, width, flag);
        break;
    case 2:
        found.number = (uint64_t)(fast ? wg_fast_oer_get_i64 : wg_octets_get_integer_i64)(r, WG_BETWEEN, 0, 9, width, flag);
        break;
    case 3:
        found.number = (fast ? wg_fast_oer_get_u64 : wg_octets_get_integer_u64)(r, WG_BETWEEN, 0, 9, width, flag);
        break;
    case 4:
        found.number = (uint64_t)(fast ? wg_fast_oer_get_listed_i32 : wg_octets_get_enumerated_i32)(r, numbers, 5, flag);
        break;
    case 5:
        found.number = (fast ? wg_fast_oer_get_boolean : wg_octets_get_boolean)(r);
        break;
    case 6:
        found.octets = (fast ? wg_fast_oer_get_octets : wg_octets_get_octet_string)(r, size);
        break;
    case 7:
        found.octets = (fast ? wg_fast_oer_get_string : wg_octets_get_string)(r, text, size);
        break;
    case 8:
        found.number = (fast ? wg_fast_oer_get_length : wg_octets_get_length)(r);
        break;
    case 9:
        found.number = (fast ? wg_fast_oer_get_quantity : wg_octets_get_quantity)(r);
        break;
    case 10:
        found.number = wg_bits_get_flags(r, 1 + (unsigned)(width % 7));
        (fast ? wg_fast_oer_end_bits : wg_octets_end_bits)(r);
        break;
    case 11:
        found.number = (fast ? wg_fast_oer_peek : wg_octets_peek)(r);
        found.number = found.number << 1 | (uint64_t)(fast ? wg_fast_oer_enter_tag : wg_octets_enter_tag)(r, (wg_tag)(size % 3 << 2 | 2));
        break;
    default:
        if ((fast ? wg_fast_oer_enter : wg_octets_enter)(r, &outer)) {
            found.number = wg_octets_get_boolean(r);
            (fast ? wg_fast_oer_leave : wg_octets_leave)(r, &outer);
        }
        break;
    }
    return found;
}

static void test_reads(void)
{
    size_t round;
    for (round = 0; round < 60000; round++) {
        uint8_t data[16];
        static uint64_t memory[2][8];
        const size_t size = below(sizeof data + 1), which = below(READS), width = widths[below(5)], fixed = sizes[below(6)];
        const size_t most = below(4) ? 1000 : below(9);
        const bool strict = below(2) == 0, flag = below(2) == 0;
        const wg_text text = texts[below(7)];
        wg_result results[2];
        reading founds[2];
        size_t at[2], i;
        bool fast;
        for (i = 0; i < size; i++) {
            data[i] = octet();
        }
        for (i = 0; i < 2; i++) {
            wg_arena arena;
            wg_reader r;
            fast = i == 1;
            wg_arena_init(&arena, memory[i], sizeof memory[i]);
            arena.limits.string_octets = arena.limits.integer_octets = arena.limits.elements = most;
            wg_octets_reader(&r, data, size, strict, &arena);
            founds[i] = get(&r, which, fast, width, fixed, flag, text);
            /* Once more, from where it is now, which may be after an error. */
            founds[i].number ^= get(&r, which, fast, width, fixed, flag, text).number << 1;
            at[i] = r.bit;
            results[i] = wg_reader_result(&r);
        }
        CHECK("OER: inlined reads", results[0].error == results[1].error && results[0].octet == results[1].octet && at[0] == at[1] &&
                                        founds[0].number == founds[1].number && wg_octets_equal(founds[0].octets, founds[1].octets));
    }
}

/* One of the writes. */
static void put(wg_writer *w, size_t which, bool fast, size_t width, size_t size, bool flag, wg_text text, uint64_t value, wg_octets octets)
{
    const wg_bounds bounds = (wg_bounds)(size % 3 == 0 ? WG_UNBOUNDED : size % 3 == 1 ? WG_FROM : WG_BETWEEN);
    size_t place;
    switch (which) {
    case 0:
        (fast ? wg_fast_oer_put_i32 : wg_octets_put_integer_i32)(w, bounds, -3, 70000, width, flag, (int32_t)(uint32_t)value);
        break;
    case 1:
        (fast ? wg_fast_oer_put_u32 : wg_octets_put_integer_u32)(w, bounds, 2, 70000, width, flag, (uint32_t)value);
        break;
    case 2:
        (fast ? wg_fast_oer_put_i64 : wg_octets_put_integer_i64)(w, bounds, -3, 70000, width, flag, (int64_t)value);
        break;
    case 3:
        (fast ? wg_fast_oer_put_u64 : wg_octets_put_integer_u64)(w, bounds, 2, 70000, width, flag, value);
        break;
    case 4:
        (fast ? wg_fast_oer_put_listed_i32 : wg_octets_put_enumerated_i32)(w, numbers, 5, flag, (int32_t)(uint32_t)value);
        break;
    case 5:
        (fast ? wg_fast_oer_put_boolean : wg_octets_put_boolean)(w, flag);
        break;
    case 6:
        (fast ? wg_fast_oer_put_octets : wg_octets_put_octet_string)(w, size, octets);
        break;
    case 7:
        (fast ? wg_fast_oer_put_string : wg_octets_put_string)(w, text, size, octets);
        break;
    case 8:
        (fast ? wg_fast_oer_put_length : wg_octets_put_length)(w, (size_t)(value % 70000));
        break;
    case 9:
        (fast ? wg_fast_oer_put_quantity : wg_octets_put_quantity)(w, (size_t)(value % 70000));
        break;
    case 10:
        wg_bits_put(w, 1, 1 + (unsigned)(width % 7));
        (fast ? wg_fast_oer_put_end_bits : wg_octets_put_end_bits)(w);
        break;
    default:
        (fast ? wg_fast_oer_tag : wg_octets_tag)(w, (wg_tag)(value % 300 << 2 | 2));
        place = (fast ? wg_fast_oer_open : wg_octets_open)(w);
        wg_octets_put_octet_string(w, WG_NO_BOUND, octets);
        (fast ? wg_fast_oer_close : wg_octets_close)(w, place);
        break;
    }
}

static void test_writes(void)
{
    size_t round;
    for (round = 0; round < 60000; round++) {
        static uint8_t buffers[2][400];
        uint8_t data[200];
        const size_t capacity = below(4) ? sizeof buffers[0] : below(24);
        const size_t which = below(WRITES), width = widths[below(5)], fixed = sizes[below(6)];
        const size_t size = below(8) ? below(10) : below(sizeof data);
        const bool strict = below(2) == 0, flag = below(2) == 0;
        const wg_text text = texts[below(7)];
        const uint64_t value = below(2) ? (uint64_t)below(400) - 20 : drawn() >> below(64);
        wg_writer writers[2];
        size_t i;
        for (i = 0; i < size; i++) {
            data[i] = below(20) ? (uint8_t)('0' + below(10)) : octet();
        }
        for (i = 0; i < 2; i++) {
            wg_octets_writer(&writers[i], buffers[i], capacity, strict);
            put(&writers[i], which, i == 1, width, fixed, flag, text, value, wg_octets_at(data, size));
            put(&writers[i], which, i == 1, width, fixed, !flag, text, value / 3, wg_octets_at(data, size / 2));
        }
        CHECK("OER: inlined writes", writers[0].error == writers[1].error && (writers[0].error != WG_OK || writers[0].bit == writers[1].bit) &&
                                         wg_octets_equal(wg_octets_written(&writers[0]), wg_octets_written(&writers[1])));
    }
}

/* X.696 10.2, 13 and 17: 258 in two octets, `ab` with its length, two elements. */
static void test_known(void)
{
    uint8_t buffer[16];
    wg_writer w;
    wg_octets_writer(&w, buffer, sizeof buffer, true);
    wg_fast_oer_put_i32(&w, WG_BETWEEN, 0, 65535, 2, false, 258);
    wg_fast_oer_put_octets(&w, WG_NO_BOUND, wg_literal("ab", 2));
    wg_fast_oer_put_quantity(&w, 2);
    CHECK("10.2: a number, a string and a quantity", check_same(wg_octets_written(&w), "01020261620102"));
}

int main(void)
{
    test_known();
    test_reads();
    test_writes();
    return check_done();
}
