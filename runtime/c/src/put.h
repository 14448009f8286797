/* Octets of BER and DER, written: what its leaves share. */
#ifndef WIREGLOT_PUT_H
#define WIREGLOT_PUT_H

#include "wireglot/tlv.h"

/* An octet and octets, in front of or behind what was written. */
void wg_tlv_put_octet(wg_writer *w, uint8_t octet);
void wg_tlv_put_octets(wg_writer *w, const uint8_t *data, size_t size);

/* The header of a primitive encoding over all that was written backwards since `mark`. */
void wg_tlv_put_header(wg_writer *w, wg_tag tag, size_t mark);

/* A primitive string of bits; `unused` ones of its last octet do not count. */
void wg_tlv_put_part(wg_writer *w, wg_tag tag, const uint8_t *data, size_t size, unsigned unused);

/* Whether octets of some rules are a whole encoding in those of the writer. */
bool wg_tlv_is_own(const wg_writer *w, wg_octets encoding, wg_rules rules);

/* Whether it is one encoding by the forms of BER, or of DER. */
bool wg_tlv_is_whole(wg_octets encoding, bool strict);

/* A primitive encoding. */
void wg_tlv_put_primitive(wg_writer *w, wg_tag tag, const uint8_t *data, size_t size);

/* Takes what was written backwards inside a writer that goes forwards. */
void wg_tlv_append(wg_writer *w, const wg_writer *inner);

#endif
