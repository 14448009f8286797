/* Arrays of INTEGERs: the same octets as writing one number after the other, on any machine. */
#include "wireglot/batch.h"

#include "check.h"

#define MOST 600

static int32_t values[MOST], got[MOST];
static uint8_t buffer[6 * MOST + 64], other[6 * MOST + 64];
static uint32_t state = 1;

static uint32_t next_random(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

/* Runs of one size, alternating sizes, and all bounds. */
static int32_t value_of(unsigned kind, size_t i)
{
    static const int32_t bounds[] = {0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769,
                                     8388607, 8388608, -8388608, -8388609, INT32_MAX, INT32_MIN};
    uint32_t n = next_random() << 8 ^ next_random();
    switch (kind) {
    case 0:
        return -3141;
    case 1:
        return (int32_t)(n % 128);
    case 2:
        return bounds[n % (sizeof bounds / sizeof *bounds)];
    case 3:
        return (int32_t)(n % 0x70000000u) + 0x0f000000;
    case 4:
        return i % 40 < 33 ? 70000 : (int32_t)(n & 0xff);
    default:
        return (int32_t)(n >> n % 25) - 5;
    }
}

static void test_arrays(void)
{
    unsigned kind;
    size_t count, i;
    for (kind = 0; kind < 6; kind++) {
        for (count = 0; count <= MOST; count += count < 70 ? 1 : 53) {
            size_t room;
            wg_writer one, all;
            wg_reader r;
            for (i = 0; i < count; i++) {
                values[i] = value_of(kind, i);
            }
            wg_tlv_writer(&one, other, sizeof other, true);
            for (i = count; i > 0; i--) {
                wg_tlv_put_integer_i32(&one, WG_TAG_INTEGER, values[i - 1]);
            }
            room = wg_tlv_written(&one).size;
            /* Exactly as much room as it takes, and more. */
            wg_tlv_writer(&all, buffer, room + count % 2 * 40, true);
            wg_batch_put_i32(&all, WG_TAG_INTEGER, values, count);
            CHECK("8.3.2", wg_octets_equal(wg_tlv_written(&all), wg_tlv_written(&one)));
            wg_tlv_reader(&r, one.next, room, true, NULL);
            memset(got, 0x55, sizeof got);
            CHECK("8.3", wg_batch_get_i32(&r, WG_TAG_INTEGER, got, MOST) == count && r.error == WG_OK && !wg_tlv_more(&r));
            CHECK("8.3", memcmp(got, values, count * sizeof *got) == 0);
            if (count) {
                wg_tlv_reader(&r, one.next, room, true, NULL);
                got[count - 1] = 0x55555555;
                CHECK("as many as asked for", wg_batch_get_i32(&r, WG_TAG_INTEGER, got, count - 1) == count - 1 && wg_tlv_more(&r));
                CHECK("no more than asked for", got[count - 1] == 0x55555555);
                wg_tlv_writer(&all, buffer, room - 1, true);
                wg_batch_put_i32(&all, WG_TAG_INTEGER, values, count);
                CHECK("no room", all.error == WG_ERROR_SPACE);
            }
        }
    }
}

/* A number that is too long, or not in its shortest form, or something else, at each place of a run. */
static void test_damage(void)
{
    static const char *const wrong[] = {"02020001", "0202ff80", "0205", "0403616263", "0280"};
    size_t kind, at, i;
    for (kind = 0; kind < sizeof wrong / sizeof *wrong; kind++) {
        wg_octets damage = check_octets(wrong[kind]);
        for (at = 0; at < 40; at++) {
            unsigned step;
            for (step = 1; step <= 4; step++) {
                size_t used = 0, n;
                uint8_t *copy;
                wg_reader r;
                for (i = 0; i < 80; i++) {
                    if (i == at) {
                        memcpy(buffer + used, damage.data, damage.size);
                        used += damage.size;
                    }
                    buffer[used++] = 2;
                    buffer[used++] = (uint8_t)step;
                    buffer[used] = 0x12;
                    memset(buffer + used + 1, 0x34, step - 1);
                    used += step;
                }
                copy = (uint8_t *)malloc(used);
                memcpy(copy, buffer, used);
                wg_tlv_reader(&r, copy, used, true, NULL);
                n = wg_batch_get_i32(&r, WG_TAG_INTEGER, got, MOST);
                CHECK(wrong[kind], n == at && (r.error != WG_OK) == (damage.data[0] == 2));
                CHECK(wrong[kind], (r.error == WG_OK ? (size_t)(r.next - copy) : r.error_octet) <= at * (step + 2) + 2);
                free(copy);
            }
        }
        check_free(damage);
    }
}

static void test_tags(void)
{
    wg_writer w;
    wg_reader r;
    values[0] = 1;
    values[1] = -1000;
    wg_tlv_writer(&w, buffer, sizeof buffer, true);
    wg_batch_put_i32(&w, WG_CONTEXT(1000), values, 2);
    CHECK("8.1.2.4", check_same(wg_tlv_written(&w), "9f8768" "0101" "9f8768" "02fc18"));
    wg_tlv_reader(&r, w.next, wg_tlv_written(&w).size, true, NULL);
    CHECK("8.1.2.4", wg_batch_get_i32(&r, WG_CONTEXT(1000), got, 5) == 2 && got[1] == -1000);
    wg_tlv_forward(&w, buffer, sizeof buffer, true);
    CHECK("backwards alone", w.upward);
}

int main(void)
{
    test_arrays();
    test_damage();
    test_tags();
    return check_done();
}
