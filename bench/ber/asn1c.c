/* asn1c's primitive for an INTEGER in a long, from the skeletons that it copies beside generated code. */
#include <NativeInteger.h>
#include <ber_decoder.h>
#include <der_encoder.h>

#include "peer.h"

static const uint8_t *encode(const int32_t *values, size_t step, size_t count, uint8_t *buffer, size_t capacity, size_t *size)
{
    size_t used = 0, i;
    for (i = 0; i < count; i++) {
        long value = values[step * i];
        asn_enc_rval_t done;
        BENCH_TURN;
        done = der_encode_to_buffer(&asn_DEF_NativeInteger, &value, buffer + used, capacity - used);
        if (done.encoded < 0) {
            return NULL;
        }
        used += (size_t)done.encoded;
    }
    *size = used;
    return buffer;
}

static int decode(const uint8_t *data, size_t size, int32_t *values, size_t step, size_t count)
{
    size_t i;
    for (i = 0; i < count; i++) {
        long value = 0, *place = &value;
        asn_dec_rval_t done;
        BENCH_TURN;
        done = ber_decode(0, &asn_DEF_NativeInteger, (void **)&place, data, size);
        if (done.code != RC_OK) {
            return 0;
        }
        data += done.consumed;
        size -= done.consumed;
        values[step * i] = (int32_t)value;
    }
    return 1;
}

const bench_peer *bench_peer_of(void)
{
    static const bench_peer peer = {ASN1C_VERSION, encode, decode, 0};
    return &peer;
}
