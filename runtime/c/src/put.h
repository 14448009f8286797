/* Writing octets of BER and DER, shared by its leaves. */
#ifndef WIREGLOT_PUT_H
#define WIREGLOT_PUT_H

#include "wireglot/tlv.h"

/* Writes an octet, or octets: before what was written or, if the writer goes forwards, after it. */
void wg_tlv_put_octet(wg_writer *w, uint8_t octet);
void wg_tlv_put_octets(wg_writer *w, const uint8_t *data, size_t size);

/* Writes the header of a primitive encoding with everything written backwards since `mark`. */
void wg_tlv_put_header(wg_writer *w, wg_tag tag, size_t mark);

/* Writes a primitive BIT STRING; `unused` bits of its last octet are unused. */
void wg_tlv_put_part(wg_writer *w, wg_tag tag, const uint8_t *data, size_t size, unsigned unused);

/* Whether octets under some rules are a complete encoding under those of the writer. */
bool wg_tlv_is_own(const wg_writer *w, wg_octets encoding, wg_rules rules);

/* Whether octets are exactly one encoding in BER or, if `strict`, in DER. */
bool wg_tlv_is_whole(wg_octets encoding, bool strict);

/* Writes a primitive encoding. */
void wg_tlv_put_primitive(wg_writer *w, wg_tag tag, const uint8_t *data, size_t size);

/* Appends what an inner writer wrote backwards to a writer that goes forwards. */
void wg_tlv_append(wg_writer *w, const wg_writer *inner);

#endif
