/* One call of a codec of the Drone message, or TIMES of them, without a C library around it:
   to count the instructions that a call executes. */
#include "drone_bp.h"
#ifndef TIMES
#define TIMES 1
#endif
static unsigned char bytes[BYTES_LENGTH_DRONE];
static struct Drone d;
int main(void);
int main(void) {
    for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(i * 37 + 11);
    bytes[BYTES_LENGTH_DRONE - 1] &= 15;
    DecodeDrone(&d, bytes);
    for (int i = 0; i < TIMES; i++) {
#ifdef CALL_ENCODE
        EncodeDrone(&d, bytes);
#else
        DecodeDrone(&d, bytes);
#endif
        __asm__ volatile("" : : "r"(&d), "r"(bytes) : "memory");
    }
    return 0;
}
void _start(void);
void _start(void) {
    main();
    __asm__ volatile("mov r0, #0\n mov r7, #1\n svc #0");
    for (;;) {}
}
