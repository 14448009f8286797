/* Inlined reading and writing of BER and DER, compared with the functions: with each form of contents, and at the end of
   the input and of the buffer. */
#include "wireglot/tlv_fast_read.h"
#include "wireglot/tlv_fast_write.h"

#include "check.h"

#undef wg_copy_bits
#undef wg_reader_result
#undef wg_writer_result

/* What was read, and the result. */
typedef struct read {
    wg_bits got;
    wg_result result;
    size_t position;
} read;

typedef wg_bits getter(wg_reader *r, bool fast);

static wg_bits get_bits(wg_reader *r, bool fast)
{
    return fast ? wg_fast_get_bit_string(r, WG_TAG_BIT_STRING, false) : wg_tlv_get_bit_string(r, WG_TAG_BIT_STRING, false);
}

static wg_bits get_integer(wg_reader *r, bool fast)
{
    const wg_octets c = fast ? wg_fast_get_big(r, WG_TAG_INTEGER) : wg_tlv_get_integer_big(r, WG_TAG_INTEGER);
    return wg_bits_at(c.data, 8 * c.size);
}

/* Into an array of two octets. */
static wg_bits copy_bits(wg_reader *r, bool fast)
{
    static uint8_t array[2][2];
    const wg_bits bits = wg_tlv_get_bit_string(r, WG_TAG_BIT_STRING, false);
    size_t count = 1;
    if (fast) {
        wg_fast_copy_bits(r, bits, array[1], 2, &count);
    } else {
        wg_copy_bits(r, bits, array[0], 2, &count);
    }
    return wg_bits_at(array[fast], count);
}

static const struct {
    const char *name;
    getter *get;
    uint8_t identifier;
} rows[] = {
    {"8.6: BIT STRING", get_bits, 0x03},
    {"8.3.2: INTEGER", get_integer, 0x02},
    {"8.6: BIT STRING in an array", copy_bits, 0x03},
};

static read read_at(const uint8_t *data, size_t size, size_t row, bool strict, size_t most, bool fast)
{
    static uint64_t memory[2][4];
    wg_arena arena;
    wg_reader r;
    read done;
    wg_arena_init(&arena, memory[fast], sizeof memory[fast]);
    arena.limits.string_octets = most;
    wg_tlv_reader(&r, data, size, strict, &arena);
    done.got = rows[row].get(&r, fast);
    done.position = (size_t)(r.next - data);
    wg_tlv_finish(&r);
    done.result = wg_reader_result(&r);
    CHECK("the result, inlined", wg_fast_reader_result(&r).octet == done.result.octet && wg_fast_reader_result(&r).error == done.result.error);
    return done;
}

static bool same(const read *a, const read *b)
{
    return wg_bits_equal(a->got, b->got) && a->position == b->position && a->result.error == b->result.error &&
           a->result.octet == b->result.octet;
}

/* Contents of `length` octets, `size` of which are there. */
static void test_contents(size_t row, uint8_t first, uint8_t second, uint8_t last, size_t length, size_t size)
{
    static const size_t limits[] = {0, 1, 2, 3, 65536};
    const uint8_t all[6] = {rows[row].identifier, (uint8_t)length, first, length == 2 ? last : second, last, 0x55};
    uint8_t *const data = (uint8_t *)malloc(size ? size : 1);
    size_t i;
    memcpy(data, all, size);
    for (i = 0; i < 2 * sizeof limits / sizeof *limits; i++) {
        const read slow = read_at(data, size, row, i % 2 != 0, limits[i / 2], false);
        const read fast = read_at(data, size, row, i % 2 != 0, limits[i / 2], true);
        CHECK(rows[row].name, same(&slow, &fast));
    }
    free(data);
}

static void test_reading(void)
{
    static const uint8_t octets[] = {0x00, 0x01, 0x05, 0x07, 0x08, 0x7f, 0x80, 0xa0, 0xfe, 0xff};
    size_t row, length, size, i, j;
    for (row = 0; row < sizeof rows / sizeof *rows; row++) {
        for (length = 0; length <= 4; length++) {
            for (size = 0; size <= 6; size++) {
                for (i = 0; i < sizeof octets; i++) {
                    for (j = 0; j < sizeof octets; j++) {
                        test_contents(row, octets[i], octets[j], octets[(i + j) % sizeof octets], length, size);
                        test_contents(row, octets[i], octets[j], octets[j], length, size);
                    }
                }
            }
        }
    }
}

typedef void putter(wg_writer *w, const uint8_t *data, size_t n, bool fast);

static void put_bits(wg_writer *w, const uint8_t *data, size_t n, bool fast)
{
    if (fast) {
        wg_fast_put_bit_string(w, WG_TAG_BIT_STRING, false, wg_bits_at(data, n));
    } else {
        wg_tlv_put_bit_string(w, WG_TAG_BIT_STRING, false, wg_bits_at(data, n));
    }
}

static void put_integer(wg_writer *w, const uint8_t *data, size_t n, bool fast)
{
    if (fast) {
        wg_fast_put_big(w, WG_TAG_INTEGER, wg_octets_at(data + n % 3, n / 3));
    } else {
        wg_tlv_put_integer_big(w, WG_TAG_INTEGER, wg_octets_at(data + n % 3, n / 3));
    }
}

/* Writes to the end of a buffer, in front of `behind` octets. */
static void test_put(const char *name, putter *write, const uint8_t *data, size_t n, size_t capacity, size_t behind)
{
    wg_octets written[2];
    wg_result result[2] = {{WG_OK, 0, 0}, {WG_OK, 0, 0}};
    uint8_t *buffer[2];
    int fast;
    for (fast = 0; fast < 2; fast++) {
        wg_writer w;
        size_t i;
        buffer[fast] = (uint8_t *)malloc(capacity ? capacity : 1);
        wg_tlv_writer(&w, buffer[fast], capacity, true);
        for (i = 0; i < behind; i++) {
            wg_tlv_put_null(&w, WG_TAG_NULL);
        }
        write(&w, data, n, fast != 0);
        written[fast] = fast ? wg_fast_tlv_written(&w) : wg_tlv_written(&w);
        result[fast] = fast ? wg_fast_writer_result(&w) : wg_writer_result(&w);
    }
    CHECK(name, result[0].error == result[1].error && result[0].octet == result[1].octet && wg_octets_equal(written[0], written[1]));
    free(buffer[0]);
    free(buffer[1]);
}

static void test_writing(void)
{
    /* With numbers in two and three octets more than they need. */
    static const uint8_t data[160] = {0x00, 0x00, 0x01, 0x80, 0xff, 0xff, 0xff, 0x7f};
    uint8_t ones[160];
    size_t n, capacity;
    memset(ones, 0xff, sizeof ones);
    for (n = 0; n <= 40; n++) {
        for (capacity = 0; capacity <= 14; capacity++) {
            test_put("8.6: BIT STRING", put_bits, ones, n, capacity, capacity % 3);
            test_put("8.3.2: INTEGER", put_integer, n % 2 ? data : ones, n, capacity, capacity % 3);
            test_put("8.3.2: INTEGER", put_integer, data + 3, n, capacity, 0);
        }
    }
    /* Up to where the length takes two octets. */
    for (n = 8 * 124; n <= 8 * 130; n++) {
        for (capacity = 120; capacity < 140; capacity++) {
            test_put("8.1.3.5: a long BIT STRING", put_bits, ones, n, capacity, capacity % 2);
        }
    }
}

/* RFC 3629 4: all characters of three octets, and what looks like them. */
static void test_utf8(void)
{
    unsigned head, middle, tail, got = 0, wanted = 0;
    for (head = 0xe0; head <= 0xf0; head++) {
        for (middle = 0x70; middle <= 0xd0; middle++) {
            for (tail = 0x7f; tail <= 0xc0; tail++) {
                const uint8_t octets[5] = {0x0c, 3, (uint8_t)head, (uint8_t)middle, (uint8_t)tail};
                const unsigned c = (head & 15) << 12 | (middle & 63) << 6 | (tail & 63);
                wg_arena arena;
                wg_reader r;
                wg_arena_init(&arena, NULL, 0);
                wg_tlv_reader(&r, octets, sizeof octets, false, &arena);
                wg_tlv_get_utf8_string(&r, WG_TAG_UTF8_STRING);
                got += r.error == WG_OK;
                wanted += head < 0xf0 && middle >> 6 == 2 && tail >> 6 == 2 && c >= 0x800 && (c < 0xd800 || c > 0xdfff);
                CHECK("UTF-8", got == wanted);
            }
        }
    }
    CHECK("UTF-8", wanted > 0);
}

static void test_known(void)
{
    const wg_octets octets = check_octets("030206c0");
    const read done = read_at(octets.data, octets.size, 0, true, 65536, true);
    CHECK("8.6: two bits", done.got.count == 2 && check_same(wg_octets_at(done.got.data, 1), "c0"));
    check_free(octets);
}

int main(void)
{
    test_known();
    test_reading();
    test_writing();
    test_utf8();
    return check_done();
}
