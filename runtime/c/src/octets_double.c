/* REAL of OER as a double. */
#include "binary.h"
#include "octets.h"
#include "real.h"
#include "wireglot/contents.h"
#include "wireglot/octets.h"

double wg_octets_get_double(wg_reader *r)
{
    return wg_double_fitting(r, wg_octets_get_real(r), r->strict);
}

void wg_octets_put_double(wg_writer *w, double value)
{
    uint8_t octets[WG_REAL_OCTETS];
    wg_octets_put_counted(w, wg_real_from_double(value, octets)); /* it is canonical */
}

double wg_octets_get_double_field(wg_reader *r, size_t width)
{
    uint8_t octets[WG_REAL_OCTETS];
    size_t n = wg_real_from_bits(wg_bits_take(r, (unsigned)(8 * width)), width, octets);
    return wg_double_of(wg_octets_of(octets, n));
}

void wg_octets_put_double_field(wg_writer *w, size_t width, double value)
{
    uint8_t octets[WG_REAL_OCTETS];
    wg_octets_put_float(w, width, wg_real_from_double(value, octets));
}
