/* net-snmp: community, then snmp_pdu_parse and snmp_build. */
#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>
#include <stdlib.h>

#include "peer.h"

static netsnmp_session session;

static netsnmp_pdu *decode(const uint8_t *data, size_t size)
{
    netsnmp_pdu *pdu = (netsnmp_pdu *)calloc(1, sizeof *pdu);
    u_char community[256];
    size_t length = size, community_length = sizeof community;
    u_char *p = snmp_comstr_parse((u_char *)data, &length, community, &community_length, &pdu->version);
    if (p == NULL || snmp_pdu_parse(pdu, p, &length) != 0) {
        snmp_free_pdu(pdu);
        return NULL;
    }
    pdu->community = (u_char *)malloc(community_length + 1);
    memcpy(pdu->community, community, community_length);
    pdu->community_len = community_length;
    return pdu;
}

int peer_decode(const uint8_t *data, size_t size)
{
    netsnmp_pdu *pdu = decode(data, size);
    if (pdu == NULL) {
        return 0;
    }
    snmp_free_pdu(pdu);
    return 1;
}

void *peer_keep(const uint8_t *data, size_t size)
{
    if (session.version == 0) {
        snmp_sess_init(&session);
        session.version = SNMP_VERSION_2c;
    }
    return decode(data, size);
}

size_t peer_encode(const void *kept, uint8_t *buffer, size_t capacity, const uint8_t **encoding)
{
    u_char *packet = buffer;
    size_t length = capacity, offset = 0;
    netsnmp_pdu *pdu = (netsnmp_pdu *)kept;
    if (snmp_build(&packet, &length, &offset, &session, pdu) != 0) {
        return 0;
    }
    /* Written from the end of the buffer, as its own library does. */
    *encoding = packet + length - offset;
    return offset;
}

void peer_memory(const uint8_t *data, size_t size, size_t *structs, size_t *arena)
{
    (void)data;
    (void)size;
    *structs = sizeof(netsnmp_pdu);
    *arena = 0;
}
