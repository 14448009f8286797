/* OBJECT IDENTIFIERs as arcs and REALs as doubles, for values made by hand. */
#ifndef WIREGLOT_CONTENTS_H
#define WIREGLOT_CONTENTS_H

#include "wireglot/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An iterator over an OBJECT IDENTIFIER (X.690 8.19) or RELATIVE-OID (8.20). */
typedef struct wg_arcs {
    wg_oid rest;
    bool second; /* the second arc is in the next subidentifier */
    bool relative;
    bool begun;
} wg_arcs;

/* Starts at the first arc. */
wg_arcs wg_arcs_of(wg_oid oid, bool relative);

/* The next arc. Returns false after the last one, and for an arc beyond 64 bits or without an end; `rest` is
   then not empty. */
bool wg_next_arc(wg_arcs *arcs, uint64_t *arc);

/* Makes contents octets from arcs, in `capacity` octets at `buffer`. Empty if they do not fit, or if the arcs
 * are not valid (X.680 32.11: 0 to 2, then below 40 unless under 2). */
wg_oid wg_oid_from_arcs(const uint64_t *arcs, size_t count, bool relative, uint8_t *buffer, size_t capacity);

/* The nearest double, ties to even, infinite if too large. Returns false if it is not a valid REAL, or if the
 * exponent has more than 52 bits. */
bool wg_real_to_double(wg_real real, double *number);

/* Maximum number of octets that a double takes. */
#define WG_REAL_OCTETS 12

/* The canonical form (X.690 11.3.1) of a number, in `octets`; returns the part used. */
wg_real wg_real_from_double(double number, uint8_t octets[WG_REAL_OCTETS]);

#ifdef __cplusplus
}
#endif

#endif
