/* binary32 and binary64 as REALs. */
#ifndef WIREGLOT_BINARY_H
#define WIREGLOT_BINARY_H

#include "wireglot/core.h"

/* Makes the contents octets (X.690 11.3.1) of a number of `width` 4 or 8 octets, at most 12; returns their
   number. */
size_t wg_real_from_bits(uint64_t bits, size_t width, uint8_t *octets);

#endif
