/* OpenSSL's X509. It keeps the octets that it read: encoding anew means i2d_re_X509_tbs first. Decoding does
 * more than ours: names in canonical form, the public key taken apart. */
#include <openssl/x509.h>

#include "peer.h"

int peer_decode(const uint8_t *data, size_t size)
{
    X509 *certificate = d2i_X509(NULL, &data, (long)size);
    X509_free(certificate);
    return certificate != NULL;
}

void *peer_keep(const uint8_t *data, size_t size)
{
    return d2i_X509(NULL, &data, (long)size);
}

size_t peer_encode(const void *kept, uint8_t *buffer, size_t capacity, const uint8_t **encoding)
{
    unsigned char *p = buffer;
    int size = i2d_re_X509_tbs((X509 *)kept, NULL);
    if (size < 0 || (size_t)size + 2048 > capacity || (size = i2d_X509((X509 *)kept, &p)) < 0) {
        return 0;
    }
    *encoding = buffer;
    return (size_t)size;
}

void peer_memory(const uint8_t *data, size_t size, size_t *structs, size_t *arena)
{
    (void)data;
    (void)size;
    *structs = *arena = 0;
}
