/* Reads an SNMP message with the runtime alone. */
#include <stdio.h>

#include "wireglot/tlv.h"

int main(void) {
    static const uint8_t data[] = {0x30, 0x0d, 0x02, 0x01, 0x01, 0x04, 0x06, 'p',
                                   'u',  'b',  'l',  'i',  'c',  0xa0, 0x00};
    size_t size = sizeof data;
    int32_t version = 0;
    wg_octets community = {NULL, 0};

    wg_reader r;
    wg_frame outer;
    wg_tlv_reader(&r, data, size, false, NULL);
    if (wg_tlv_enter(&r, WG_TAG_SEQUENCE, &outer)) {
        version = wg_tlv_get_integer_i32(&r, WG_TAG_INTEGER);
        community = wg_tlv_get_octet_string(&r, WG_TAG_OCTET_STRING);
        wg_tlv_skip(&r);
        wg_tlv_leave(&r, &outer);
    }
    wg_tlv_finish(&r);
    if (r.error != WG_OK) {
        return 1;
    }
    printf("version %ld, community %.*s\n", (long)version, (int)community.size, (const char *)community.data);
    return 0;
}
