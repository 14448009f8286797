/* REAL of BER, DER and CER as a double. */
#include "real.h"
#include "wireglot/contents.h"
#include "wireglot/tlv.h"

double wg_tlv_get_double(wg_reader *r, wg_tag tag)
{
    return wg_double_fitting(r, wg_tlv_get_real(r, tag), r->cer);
}

void wg_tlv_put_double(wg_writer *w, wg_tag tag, double value)
{
    uint8_t octets[WG_REAL_OCTETS];
    wg_tlv_put_real(w, tag, wg_real_from_double(value, octets));
}
