/* What a codec gives to be measured: four functions. `--peer CASE-NAME=SHARED_OBJECT` of bench/asn1-c.py
 * takes these from a shared object (docs/c-benchmarks.md). */
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <stddef.h>
#include <stdint.h>

/* Decodes a message and lets go of all that it took for it; 0 if it refuses it. */
int peer_decode(const uint8_t *data, size_t size);

/* Decodes a message to be kept and encoded again and again, as long as `data` live; NULL if it refuses it. */
void *peer_keep(const uint8_t *data, size_t size);

/* Encodes what was kept somewhere into `capacity` octets at `buffer`; octets written, 0 after an error. */
size_t peer_encode(const void *kept, uint8_t *buffer, size_t capacity, const uint8_t **encoding);

/* Octets that decoding the message takes of structs and of an arena; 0 where nobody knows. */
void peer_memory(const uint8_t *data, size_t size, size_t *structs, size_t *arena);

#endif
