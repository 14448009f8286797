/* Code of asn1c: compile with -DTYPE=Message -DUPER=0 or 1 -include Message.h. */
#include <stdlib.h>

#include "peer.h"

#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)
#define DEF NAME(asn_DEF_, TYPE)

static int decode(void **value, const uint8_t *data, size_t size)
{
#if UPER
    asn_dec_rval_t got = uper_decode_complete(0, &DEF, value, data, size);
    return got.code == RC_OK;
#else
    asn_dec_rval_t got = ber_decode(0, &DEF, value, data, size);
    return got.code == RC_OK && got.consumed == size;
#endif
}

int peer_decode(const uint8_t *data, size_t size)
{
    void *value = NULL;
    int good = decode(&value, data, size);
    ASN_STRUCT_FREE(DEF, value);
    return good;
}

void *peer_keep(const uint8_t *data, size_t size)
{
    void *value = NULL;
    return decode(&value, data, size) ? value : NULL;
}

size_t peer_encode(const void *kept, uint8_t *buffer, size_t capacity, const uint8_t **encoding)
{
#if UPER
#if ASN1C_ENVIRONMENT_VERSION > 923
    asn_enc_rval_t made = uper_encode_to_buffer(&DEF, NULL, (void *)kept, buffer, capacity);
#else
    asn_enc_rval_t made = uper_encode_to_buffer(&DEF, (void *)kept, buffer, capacity);
#endif
    size_t size = made.encoded < 0 ? 0 : ((size_t)made.encoded + 7) / 8;
#else
    asn_enc_rval_t made = der_encode_to_buffer(&DEF, (void *)kept, buffer, capacity);
    size_t size = made.encoded < 0 ? 0 : (size_t)made.encoded;
#endif
    *encoding = buffer;
    return size;
}

void peer_memory(const uint8_t *data, size_t size, size_t *structs, size_t *arena)
{
    (void)data;
    (void)size;
    *structs = sizeof(NAME(TYPE, _t));
    *arena = 0;
}
