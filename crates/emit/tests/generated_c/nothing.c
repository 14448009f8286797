/* Values that stand for nothing: neither check nor encoder looks into their unions, and with checks nor behind NULL. */
#include <stdio.h>
#include <string.h>

#include "codec.h"

static uint8_t buffer[64];
static wg_octets encoding;
static int failed;

static void expect(const char *what, wg_error error, wg_error wanted)
{
    if (error != wanted) {
        fprintf(stderr, "%s: %s\n", what, wg_error_text(error));
        failed = 1;
    }
}

#define EXPECT_CHECK(T, value, wanted) expect(#T " check", T##_check(value).error, wanted)
#define EXPECT_ENCODERS(T, value, wanted) \
    expect(#T " ber", T##_encode_ber(value, buffer, sizeof buffer, &encoding).error, wanted); \
    expect(#T " der", T##_encode_der(value, buffer, sizeof buffer, &encoding).error, wanted); \
    expect(#T " uper", T##_encode_uper(value, buffer, sizeof buffer, &encoding).error, wanted); \
    expect(#T " aper", T##_encode_aper(value, buffer, sizeof buffer, &encoding).error, wanted); \
    expect(#T " oer", T##_encode_oer(value, buffer, sizeof buffer, &encoding).error, wanted)
#define EXPECT(T, value) \
    EXPECT_CHECK(T, value, WG_ERROR_UNKNOWN); \
    EXPECT_ENCODERS(T, value, WG_ERROR_UNKNOWN)

/* What T_check finds, and encoders with it: pointers that lead nowhere, and a row that is not that of its key. */
static void checked(void)
{
    Opened opened;
    Union part;
    Listed list;
    memset(&opened, 0, sizeof opened);
    memset(&part, 0, sizeof part);
    memset(&list, 0, sizeof list);
    opened.id = wg_literal("\001", 1);
    opened.value.row = Rows_id_Type_value_Opened;
    EXPECT_CHECK(Opened, &opened, WG_ERROR_VALUE);
    opened.value.row = Rows_id_Type_value_Rows_1_Type;
    EXPECT_CHECK(Opened, &opened, WG_ERROR_CONSTRAINT);
    part.part.kind = Union_part_union;
    EXPECT_CHECK(Union, &part, WG_ERROR_VALUE);
    list.count = 1;
    EXPECT_CHECK(Listed, &list, WG_ERROR_VALUE);
#if WG_CHECKS
    EXPECT_ENCODERS(Opened, &opened, WG_ERROR_CONSTRAINT);
    EXPECT_ENCODERS(Union, &part, WG_ERROR_VALUE);
    EXPECT_ENCODERS(Listed, &list, WG_ERROR_VALUE);
#endif
}

/* A group without what it cannot be without: each way says which component is missing. */
static void grouped(void)
{
    Grouped value;
    memset(&value, 0, sizeof value);
    EXPECT_CHECK(Grouped, &value, WG_OK);
    EXPECT_ENCODERS(Grouped, &value, WG_OK);
    value.has_other = true;
    EXPECT_CHECK(Grouped, &value, WG_ERROR_MISSING);
    failed |= strcmp(Grouped_check(&value).where, "Grouped.needed") != 0;
    EXPECT_ENCODERS(Grouped, &value, WG_ERROR_MISSING);
    value.has_other = false;
    value.has_level = true;
    EXPECT_CHECK(Grouped, &value, WG_OK);
    EXPECT_ENCODERS(Grouped, &value, WG_OK);
    value.level = wg_literal("\001", 1);
    EXPECT_CHECK(Grouped, &value, WG_ERROR_MISSING);
    EXPECT_ENCODERS(Grouped, &value, WG_ERROR_MISSING);
    value.has_needed = true;
    EXPECT_CHECK(Grouped, &value, WG_OK);
    EXPECT_ENCODERS(Grouped, &value, WG_OK);
}

/* What was refused for want of memory lacks what pointers lead to, and is like nothing. */
static void unequal(void)
{
    static const uint8_t octets[] = {0xa1, 4, 0xa1, 2, 0x80, 0};
    Chain chain, other;
    Union part;
    failed |= Chain_decode_ber(&chain, octets, sizeof octets, NULL).error != WG_ERROR_ARENA;
    failed |= Chain_equal(&chain, &chain);
    memset(&part, 0, sizeof part);
    part.part.kind = Union_part_union;
    failed |= Union_equal(&part, &part);
    other = chain;
    failed |= Chain_equal(&chain, &other);
}

/* A struct of zeros has the INTEGER 0, which is the DEFAULT. */
static void zeros(void)
{
    Versioned versioned, other;
    memset(&versioned, 0, sizeof versioned);
    memset(&other, 0, sizeof other);
    versioned.has_version = true;
    other.has_version = true;
    other.version = wg_literal("\000\000", 2);
    failed |= !Versioned_equal(&versioned, &other);
    EXPECT_ENCODERS(Versioned, &versioned, WG_OK);
    failed |= Versioned_encode_der(&versioned, buffer, sizeof buffer, &encoding).error || encoding.size != 2;
    failed |= Versioned_encode_der(&other, buffer, sizeof buffer, &encoding).error || encoding.size != 2;
}

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
    checked();
    grouped();
    unequal();
    zeros();
    return failed;
}
