/* OpenLDAP's integer primitives. What they write stands in memory of theirs. */
#include <lber.h>
#include <ldap_features.h>
#include <stdio.h>

#include "peer.h"

static BerElement *kept;

static const uint8_t *encode(const int32_t *values, size_t step, size_t count, uint8_t *buffer, size_t capacity, size_t *size)
{
    struct berval written;
    size_t i;
    (void)buffer;
    (void)capacity;
    if (kept) {
        ber_free(kept, 1);
    }
    kept = ber_alloc_t(LBER_USE_DER);
    for (i = 0; i < count; i++) {
        BENCH_TURN;
        if (ber_put_int(kept, values[step * i], LBER_INTEGER) < 0) {
            return NULL;
        }
    }
    if (ber_flatten2(kept, &written, 0) < 0) {
        return NULL;
    }
    *size = written.bv_len;
    return (const uint8_t *)written.bv_val;
}

static int decode(const uint8_t *data, size_t size, int32_t *values, size_t step, size_t count)
{
    struct berval given;
    BerElement *ber = ber_alloc_t(LBER_USE_DER);
    size_t i;
    int good = 1;
    given.bv_len = size;
    given.bv_val = (char *)(uintptr_t)data;
    ber_init2(ber, &given, LBER_USE_DER);
    for (i = 0; i < count && good; i++) {
        ber_int_t value = 0;
        BENCH_TURN;
        good = ber_get_int(ber, &value) != LBER_ERROR;
        values[step * i] = value;
    }
    ber_free(ber, 0);
    return good;
}

const bench_peer *bench_peer_of(void)
{
    static char version[32];
    static bench_peer peer = {version, encode, decode, 0};
    snprintf(version, sizeof version, "%d.%d.%d", LDAP_VENDOR_VERSION_MAJOR, LDAP_VENDOR_VERSION_MINOR, LDAP_VENDOR_VERSION_PATCH);
    return &peer;
}
