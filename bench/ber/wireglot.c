/* Wireglot's own calls, with the cursor in registers: out of line, or with -DINLINE inline; with -DREADER
 * those of readers and writers, with -DBATCH a batch at a time. */
#include "peer.h"
#include "wireglot/tlv.h"
#include "wireglot/tlv_inline.h"
#ifdef BATCH
#include "wireglot/batch.h"
#endif

#ifdef BATCH

/* A batch where all numbers are one. */
#define AT_ONCE 256

static const uint8_t *encode(const int32_t *values, size_t step, size_t count, uint8_t *buffer, size_t capacity, size_t *size)
{
    wg_writer w;
    wg_octets written;
    wg_tlv_writer(&w, buffer, capacity, true);
    if (step) {
        wg_batch_put_i32(&w, WG_TAG_INTEGER, values, count);
    } else {
        int32_t same[AT_ONCE];
        size_t i;
        for (i = 0; i < AT_ONCE; i++) {
            same[i] = *values;
        }
        for (; count > 0; count -= i) {
            BENCH_TURN;
            i = count < AT_ONCE ? count : AT_ONCE;
            wg_batch_put_i32(&w, WG_TAG_INTEGER, same, i);
        }
    }
    written = wg_tlv_written(&w);
    *size = written.size;
    return w.error == WG_OK ? written.data : NULL;
}

static int decode(const uint8_t *data, size_t size, int32_t *values, size_t step, size_t count)
{
    wg_reader r;
    wg_tlv_reader(&r, data, size, true, NULL);
    if (step) {
        return wg_batch_get_i32(&r, WG_TAG_INTEGER, values, count) == count && r.error == WG_OK;
    }
    while (count > 0) {
        int32_t same[AT_ONCE];
        size_t n;
        BENCH_TURN;
        n = wg_batch_get_i32(&r, WG_TAG_INTEGER, same, count < AT_ONCE ? count : AT_ONCE);
        if (n == 0) {
            return 0;
        }
        *values = same[n - 1];
        count -= n;
    }
    return r.error == WG_OK;
}

#elif defined READER

/* With a reader and a writer. */
static const uint8_t *encode(const int32_t *values, size_t step, size_t count, uint8_t *buffer, size_t capacity, size_t *size)
{
    wg_writer w;
    wg_octets written;
    size_t i;
    wg_tlv_writer(&w, buffer, capacity, true);
    /* Backwards: the last one first. */
    for (i = count; i > 0; i--) {
        BENCH_TURN;
        wg_tlv_put_integer_i32(&w, WG_TAG_INTEGER, values[step * (i - 1)]);
    }
    written = wg_tlv_written(&w);
    *size = written.size;
    return w.error == WG_OK ? written.data : NULL;
}

static int decode(const uint8_t *data, size_t size, int32_t *values, size_t step, size_t count)
{
    wg_reader r;
    size_t i;
    wg_tlv_reader(&r, data, size, true, NULL);
    for (i = 0; i < count; i++) {
        BENCH_TURN;
        values[step * i] = wg_tlv_get_integer_i32(&r, WG_TAG_INTEGER);
    }
    return r.error == WG_OK;
}

#else

#ifdef INLINE
#define PUT wg_put_i32_inline
#define GET wg_get_i32_inline
#else
#define PUT wg_put_i32
#define GET wg_get_i32
#endif

static const uint8_t *encode(const int32_t *values, size_t step, size_t count, uint8_t *buffer, size_t capacity, size_t *size)
{
    wg_writer w;
    uint8_t *next;
    wg_octets written;
    wg_tlv_writer(&w, buffer, capacity, true);
    next = w.next;
    /* Backwards: the last one first. */
    for (values += step * (count - 1); count > 0; count--, values -= step) {
        BENCH_TURN;
        next = PUT(next, w.start, 0x02, *values);
    }
    wg_writer_take(&w, next);
    written = wg_tlv_written(&w);
    *size = written.size;
    return w.error == WG_OK ? written.data : NULL;
}

static int decode(const uint8_t *data, size_t size, int32_t *values, size_t step, size_t count)
{
    wg_reader r;
    const uint8_t *next;
    wg_tlv_reader(&r, data, size, true, NULL);
    next = r.next;
    for (; count > 0; count--, values += step) {
        BENCH_TURN;
        next = GET(next, r.end, 0x02, values);
    }
    wg_reader_take(&r, next, 0x02);
    return r.error == WG_OK;
}

#endif

const bench_peer *bench_peer_of(void)
{
    static const bench_peer peer = {"0.1.0", encode, decode, 0};
    return &peer;
}
