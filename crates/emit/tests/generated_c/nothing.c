/* Values that stand for nothing: neither check nor encoder looks into their unions. */
#include <stdio.h>
#include <string.h>

#include "codec.h"

static uint8_t buffer[64];
static wg_octets encoding;
static int failed;

static void expect(const char *what, wg_error error)
{
    if (error != WG_ERROR_UNKNOWN) {
        fprintf(stderr, "%s: %s\n", what, wg_error_text(error));
        failed = 1;
    }
}

#define EXPECT(T, value) \
    expect(#T " check", T##_check(value).error); \
    expect(#T " ber", T##_encode_ber(value, buffer, sizeof buffer, &encoding).error); \
    expect(#T " der", T##_encode_der(value, buffer, sizeof buffer, &encoding).error); \
    expect(#T " uper", T##_encode_uper(value, buffer, sizeof buffer, &encoding).error); \
    expect(#T " aper", T##_encode_aper(value, buffer, sizeof buffer, &encoding).error); \
    expect(#T " oer", T##_encode_oer(value, buffer, sizeof buffer, &encoding).error)

int main(void)
{
    Chain chain, same;
    Opened opened;
    unsigned kind;
    memset(&chain, 0x5a, sizeof chain);
    memset(&opened, 0x5a, sizeof opened);
    chain.kind = Chain_nothing;
    EXPECT(Chain, &chain);
    for (kind = Chain_unknown + 1; kind < 99; kind += 7) {
        chain.kind = kind;
        same = chain;
        EXPECT(Chain, &chain);
        failed |= !Chain_equal(&chain, &same);
    }
    opened.id = wg_literal("\001", 1);
    opened.value.row = 99;
    EXPECT(Opened, &opened);
    return failed;
}
