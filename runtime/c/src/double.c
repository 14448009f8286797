/* REALs stored as doubles. */
#include "real.h"
#include "wireglot/constraints.h"
#include "wireglot/contents.h"

static bool is_finite(double number)
{
    return number - number >= 0.0;
}

double wg_double_fitting(wg_reader *r, wg_real real, bool to_the_bit)
{
    uint8_t octets[WG_REAL_OCTETS];
    double number = 0.0;
    bool fits;
    if (r->error != WG_OK) {
        return 0.0;
    }
    /* A finite number outside the range of doubles does not fit, like an INTEGER beyond 64 bits. */
    fits = wg_real_to_double(real, &number) && (is_finite(number) || real.size == 1);
    if (!fits || (to_the_bit && !wg_octets_equal(wg_real_from_double(number, octets), real))) {
        wg_fail(r, WG_ERROR_RANGE);
        return 0.0;
    }
    return number;
}

bool wg_double_equal(double a, double b)
{
    uint8_t of_a[WG_REAL_OCTETS], of_b[WG_REAL_OCTETS];
    return wg_octets_equal(wg_real_from_double(a, of_a), wg_real_from_double(b, of_b));
}

bool wg_double_is(double value, wg_real constant)
{
    uint8_t octets[WG_REAL_OCTETS];
    return wg_real_equal(wg_real_from_double(value, octets), constant);
}

bool wg_double_from(double value, wg_real_end least)
{
    uint8_t octets[WG_REAL_OCTETS];
    return wg_real_from(wg_real_from_double(value, octets), least);
}

bool wg_double_upto(double value, wg_real_end greatest)
{
    uint8_t octets[WG_REAL_OCTETS];
    return wg_real_upto(wg_real_from_double(value, octets), greatest);
}

bool wg_double_has(double value, const wg_real_form *form)
{
    uint8_t octets[WG_REAL_OCTETS];
    return wg_real_has(wg_real_from_double(value, octets), form);
}
