/* Writes a message forwards, finds its end in a stream and reads it, with the runtime alone. */
#include <stdio.h>

#include "wireglot/contents.h"
#include "wireglot/framing.h"
#include "wireglot/tlv.h"
#include "wireglot/tlv_inline.h"

/* SEQUENCE { OBJECT IDENTIFIER, REAL, SEQUENCE OF INTEGER } */
static wg_octets write(uint8_t *buffer, size_t capacity) {
    static const uint64_t arcs[] = {1, 3, 6, 1, 4, 1};
    uint8_t oid[16], real[WG_REAL_OCTETS];
    wg_writer w;
    wg_tlv_forward(&w, buffer, capacity, true);
    size_t message = wg_tlv_open(&w);
    wg_tlv_put_oid(&w, WG_TAG_OID, wg_oid_from_arcs(arcs, 6, false, oid, sizeof oid));
    wg_tlv_put_real(&w, WG_TAG_REAL, wg_real_from_double(0.75, real));
    size_t list = wg_tlv_open(&w);
    for (int32_t i = 0; i < 5; i++) {
        wg_tlv_put_integer_i32(&w, WG_TAG_INTEGER, 100 * i);
    }
    wg_tlv_close(&w, WG_TAG_SEQUENCE, list);
    wg_tlv_close(&w, WG_TAG_SEQUENCE, message);
    return wg_tlv_written(&w);
}

int main(void) {
    uint8_t buffer[128];
    wg_octets sent = write(buffer, sizeof buffer);
    size_t have = 0, need;
    wg_framing f;
    wg_framing_init(&f, sizeof buffer);
    while ((need = wg_framing_need(&f)) > 0 && have < sent.size) {
        /* a connection would be read here */
        have += wg_framing_take(&f, sent.data + have, need);
    }
    printf("%zu octets, error %d\n", have, (int)f.error);

    wg_reader r;
    wg_frame outer, inner;
    wg_tlv_reader(&r, sent.data, have, true, NULL);
    if (wg_tlv_enter(&r, WG_TAG_SEQUENCE, &outer)) {
        wg_arcs arcs = wg_arcs_of(wg_tlv_get_oid(&r, WG_TAG_OID), false);
        double number = 0;
        uint64_t arc;
        int32_t sum = 0, value;
        while (wg_next_arc(&arcs, &arc)) {
            printf(".%lu", (unsigned long)arc);
        }
        wg_real_to_double(wg_tlv_get_real(&r, WG_TAG_REAL), &number);
        if (wg_tlv_enter(&r, WG_TAG_SEQUENCE, &inner)) {
            const uint8_t *next = r.next;
            while (wg_cursor_more(next, r.end)) {
                next = wg_get_i32(next, r.end, 0x02, &value);
                sum += value;
            }
            wg_reader_take(&r, next, 0x02);
            wg_tlv_leave(&r, &inner);
        }
        wg_tlv_leave(&r, &outer);
        printf(" %.2f, sum %ld\n", number, (long)sum);
    }
    wg_tlv_finish(&r);
    return r.error != WG_OK;
}
