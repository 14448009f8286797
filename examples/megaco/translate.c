/* Stands between a gateway that speaks text and a controller that speaks aligned PER, or the other way round.
 *
 *     translate PORT TEXT_PORT BINARY_PORT
 *
 * takes datagrams on PORT of the loopback. What comes from TEXT_PORT goes to BINARY_PORT in aligned PER, and what comes from
 * BINARY_PORT goes to TEXT_PORT in compact text; a datagram from anywhere else is dropped. A message that can't be translated is
 * reported on standard error and dropped; its sender will repeat it. The program ends when standard input does.
 */
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "megaco.h"

enum { LARGEST = 1 << 16 };

static struct sockaddr_in loopback(const char *port)
{
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)strtoul(port, NULL, 10));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/* A message in the other form. */
static wg_result translate(const uint8_t *data, size_t size, bool from_text, uint8_t *buffer, wg_octets *out)
{
    static uint8_t memory[64 * LARGEST];
    static megaco_MegacoMessage message;
    wg_arena arena;
    wg_result result;
    wg_arena_init(&arena, memory, sizeof memory);
    if (from_text) {
        result = megaco_MegacoMessage_decode_h248(&message, data, size, &arena);
        return result.error != WG_OK ? result
                                     : megaco_MegacoMessage_encode_aper(&message, buffer, LARGEST, out);
    }
    result = megaco_MegacoMessage_decode_aper(&message, data, size, &arena);
    return result.error != WG_OK ? result
                                 : megaco_MegacoMessage_encode_h248_compact(&message, buffer, LARGEST, out);
}

static void forward(int plug, const struct sockaddr_in *text, const struct sockaddr_in *binary)
{
    static uint8_t data[LARGEST], buffer[LARGEST];
    struct sockaddr_in from;
    socklen_t length = sizeof from;
    const ssize_t size = recvfrom(plug, data, sizeof data, 0, (struct sockaddr *)&from, &length);
    bool from_text;
    wg_octets out;
    wg_result result;
    if (size < 0 || (from.sin_port != text->sin_port && from.sin_port != binary->sin_port)) {
        return;
    }
    from_text = from.sin_port == text->sin_port;
    result = translate(data, (size_t)size, from_text, buffer, &out);
    if (result.error != WG_OK) {
        fprintf(stderr, "%s at octet %lu of a message in %s\n", wg_error_text(result.error), (unsigned long)result.octet,
                from_text ? "text" : "PER");
        return;
    }
    sendto(plug, out.data, out.size, 0, (const struct sockaddr *)(from_text ? binary : text), sizeof *text);
}

int main(int count, char **words)
{
    struct pollfd waits[2];
    struct sockaddr_in here, text, binary;
    if (count != 4) {
        fprintf(stderr, "translate PORT TEXT_PORT BINARY_PORT\n");
        return 2;
    }
    here = loopback(words[1]);
    text = loopback(words[2]);
    binary = loopback(words[3]);
    waits[0].fd = STDIN_FILENO;
    waits[1].fd = socket(AF_INET, SOCK_DGRAM, 0);
    waits[0].events = waits[1].events = POLLIN;
    if (waits[1].fd < 0 || bind(waits[1].fd, (const struct sockaddr *)&here, sizeof here) != 0) {
        perror("translate");
        return 1;
    }
    printf("ready\n");
    fflush(stdout);
    for (;;) {
        char ignored[256];
        if (poll(waits, 2, -1) < 0) {
            perror("translate");
            return 1;
        }
        if (waits[1].revents & POLLIN) {
            forward(waits[1].fd, &text, &binary);
        }
        if (waits[0].revents && read(STDIN_FILENO, ignored, sizeof ignored) <= 0) {
            close(waits[1].fd);
            return 0;
        }
    }
}
