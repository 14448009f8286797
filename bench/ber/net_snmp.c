/* net-snmp's integer primitives. */
#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>

#include "peer.h"

static const uint8_t *encode(const int32_t *values, size_t step, size_t count, uint8_t *buffer, size_t capacity, size_t *size)
{
    size_t left = capacity, i;
    u_char *p = buffer;
    for (i = 0; i < count && p; i++) {
        long value = values[step * i];
        BENCH_TURN;
        p = asn_build_int(p, &left, ASN_INTEGER, &value, sizeof value);
    }
    *size = capacity - left;
    return p ? buffer : NULL;
}

static int decode(const uint8_t *data, size_t size, int32_t *values, size_t step, size_t count)
{
    u_char *p = (u_char *)(uintptr_t)data;
    size_t i;
    for (i = 0; i < count && p; i++) {
        long value = 0;
        u_char type;
        BENCH_TURN;
        p = asn_parse_int(p, &size, &type, &value, sizeof value);
        values[step * i] = (int32_t)value;
    }
    return p != NULL;
}

const bench_peer *bench_peer_of(void)
{
    static bench_peer peer = {NULL, encode, decode, 0};
    peer.version = netsnmp_get_version();
    return &peer;
}
