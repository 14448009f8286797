/* REAL of PER as a double. */
#include "fields.h"
#include "real.h"
#include "wireglot/bits.h"
#include "wireglot/contents.h"

double wg_bits_get_double(wg_reader *r)
{
    return wg_double_fitting(r, wg_bits_get_real(r), r->strict);
}

void wg_bits_put_double(wg_writer *w, double value)
{
    uint8_t octets[WG_REAL_OCTETS];
    wg_bits_put_contents(w, wg_real_from_double(value, octets)); /* it is canonical */
}
