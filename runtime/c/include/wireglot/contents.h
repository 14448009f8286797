/* OBJECT IDENTIFIERs as arcs and REALs as doubles: values by hand. */
#ifndef WIREGLOT_CONTENTS_H
#define WIREGLOT_CONTENTS_H

#include "wireglot/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where one is in an OBJECT IDENTIFIER (X.690 8.19) or RELATIVE-OID (8.20). */
typedef struct wg_arcs {
    wg_oid rest;
    bool second; /* the second arc stands in the subidentifier that comes next */
    bool relative;
    bool begun;
} wg_arcs;

/* From the first arc. */
wg_arcs wg_arcs_of(wg_oid oid, bool relative);

/* The next arc; false behind the last one, and for one beyond 64 bits or without end, where `rest` is not empty. */
bool wg_next_arc(wg_arcs *arcs, uint64_t *arc);

/* Contents octets of arcs, in `capacity` octets at `buffer`; empty where they do not fit, and for arcs that
 * no OBJECT IDENTIFIER has (X.680 32.11: 0 to 2, then below 40 but under 2). */
wg_oid wg_oid_from_arcs(const uint64_t *arcs, size_t count, bool relative, uint8_t *buffer, size_t capacity);

/* The nearest double, ties to even, infinite beyond the greatest one; false where it is no REAL, and for exponents
 * of more than 52 bits. */
bool wg_real_to_double(wg_real real, double *number);

/* How many octets a double takes. */
#define WG_REAL_OCTETS 12

/* The canonical form (X.690 11.3.1) of a number, into `octets`; returns what of them is used. */
wg_real wg_real_from_double(double number, uint8_t octets[WG_REAL_OCTETS]);

#ifdef __cplusplus
}
#endif

#endif
