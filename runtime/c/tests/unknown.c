/* Octets kept from one set of rules are only written under compatible rules. */
#include "check.h"
#include "wireglot/bits.h"
#include "wireglot/tlv.h"

static uint8_t buffer[64];

/* Begins to write under these rules. */
static wg_writer writer(wg_rules rules)
{
    wg_writer w;
    if (rules == WG_RULES_BER || rules == WG_RULES_DER) {
        wg_tlv_writer(&w, buffer, sizeof buffer, rules == WG_RULES_DER);
    } else {
        wg_bits_writer(&w, buffer, sizeof buffer, rules == WG_RULES_APER, false);
    }
    return w;
}

/* What comes of writing an opaque value, an addition and an alternative. */
static wg_error any(wg_rules rules, const wg_unknown *kept)
{
    wg_writer w = writer(rules);
    if (w.forward) {
        wg_bits_put_rest(&w, kept->value);
    } else {
        wg_tlv_put_any(&w, kept->value);
    }
    return w.error;
}

static wg_error addition(wg_rules rules, const wg_unknown *kept)
{
    wg_writer w = writer(rules);
    if (w.forward) {
        wg_bits_put_unknown_bits(&w, 0, kept);
        wg_bits_put_unknown(&w, kept);
    } else {
        wg_tlv_put_unknown(&w, kept);
    }
    return w.error;
}

static wg_error alternative(wg_rules rules, const wg_unknown *kept)
{
    wg_writer w = writer(rules);
    if (w.forward) {
        wg_bits_put_unknown_index(&w, kept);
        wg_bits_put_rest(&w, kept->value);
    } else {
        wg_tlv_put_unknown(&w, kept);
    }
    return w.error;
}

static void test_rules(void)
{
    static const struct {
        const char *why;
        const char *octets;
        wg_rules from;
        wg_rules to;
        wg_error error;
    } rows[] = {
        {"BER as it came", "020105", WG_RULES_BER, WG_RULES_BER, WG_OK},
        {"BER as it came, indefinite", "30800000", WG_RULES_BER, WG_RULES_BER, WG_OK},
        {"BER that DER takes", "3003020105", WG_RULES_BER, WG_RULES_DER, WG_OK},
        {"X.690 10.1: a length of DER is definite", "30800000", WG_RULES_BER, WG_RULES_DER, WG_ERROR_RULES},
        {"X.690 10.1: at every depth", "300430800000", WG_RULES_BER, WG_RULES_DER, WG_ERROR_RULES},
        {"X.690 10.1: and short", "02810105", WG_RULES_BER, WG_RULES_DER, WG_ERROR_RULES},
        {"DER is BER", "020105", WG_RULES_DER, WG_RULES_BER, WG_OK},
        {"BER is no PER", "020105", WG_RULES_BER, WG_RULES_UPER, WG_ERROR_RULES},
        {"DER is no PER", "020105", WG_RULES_DER, WG_RULES_APER, WG_ERROR_RULES},
        {"PER is no BER, though it looks like it", "020105", WG_RULES_UPER, WG_RULES_BER, WG_ERROR_RULES},
        {"PER is no DER", "020105", WG_RULES_APER, WG_RULES_DER, WG_ERROR_RULES},
        {"unaligned PER as it came", "020105", WG_RULES_UPER, WG_RULES_UPER, WG_OK},
        {"the variants of PER differ", "020105", WG_RULES_UPER, WG_RULES_APER, WG_ERROR_RULES},
        {"the variants of PER differ", "020105", WG_RULES_APER, WG_RULES_UPER, WG_ERROR_RULES},
        {"the caller's word", "020105", WG_RULES_ANY, WG_RULES_UPER, WG_OK},
        {"the caller's word is looked at", "0205", WG_RULES_ANY, WG_RULES_BER, WG_ERROR_VALUE},
        {"one encoding alone", "05000500", WG_RULES_BER, WG_RULES_BER, WG_ERROR_VALUE},
    };
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        wg_octets octets = check_octets(rows[i].octets);
        wg_unknown kept;
        kept.next = NULL;
        kept.index = 0;
        kept.value = wg_any_of(octets, rows[i].from);
        CHECK(rows[i].why, any(rows[i].to, &kept) == rows[i].error);
        CHECK(rows[i].why, addition(rows[i].to, &kept) == rows[i].error);
        CHECK(rows[i].why, alternative(rows[i].to, &kept) == rows[i].error);
        check_free(octets);
    }
}

/* X.691 19.8: how long a bitmap is says nothing that one variant alone could mean. */
static void test_bitmap(void)
{
    wg_unknown kept;
    kept.next = NULL;
    kept.index = 3;
    kept.value = wg_any_of(wg_octets_of(NULL, 0), WG_RULES_UPER);
    CHECK("a bitmap without additions", addition(WG_RULES_APER, &kept) == WG_OK);
    CHECK("BER has no bitmap", addition(WG_RULES_BER, &kept) == WG_ERROR_RULES);
}

/* X.691 14.3: an addition that the schema does not know is an index in PER, and a number elsewhere. */
static void test_enumerated(void)
{
    static const int64_t numbers[] = {0, 1};
    static const char *const ends[] = {"0a0480000000", "0a0480ffffff", "0a0481000000"};
    static const wg_error errors[] = {WG_ERROR_RANGE, WG_ERROR_RANGE, WG_OK};
    size_t i;
    wg_writer w = writer(WG_RULES_BER);
    wg_tlv_put_enumerated_i32(&w, WG_TAG_ENUMERATED, numbers, 2, true, WG_ENUM_UNKNOWN_I32 + 7);
    CHECK("an index has no number", w.error == WG_ERROR_RULES);
    w = writer(WG_RULES_BER);
    wg_tlv_put_enumerated_i64(&w, WG_TAG_ENUMERATED, numbers, 2, true, WG_ENUM_UNKNOWN_I64 + 7);
    CHECK("an index has no number", w.error == WG_ERROR_RULES);
    w = writer(WG_RULES_UPER);
    wg_bits_put_enumerated_i32(&w, numbers, 2, numbers, 0, true, WG_ENUM_UNKNOWN_I32 + 7);
    CHECK("an index goes out as it came", w.error == WG_OK && check_same(wg_bits_written(&w), "87"));
    w = writer(WG_RULES_UPER);
    wg_bits_put_enumerated_i32(&w, numbers, 2, numbers, 0, true, 7);
    CHECK("a number has no index", w.error == WG_ERROR_UNKNOWN);
    for (i = 0; i < 3; i++) {
        wg_octets octets = check_octets(ends[i]);
        wg_reader r;
        wg_tlv_reader(&r, octets.data, octets.size, false, NULL);
        wg_tlv_get_enumerated_i32(&r, WG_TAG_ENUMERATED, numbers, 2, true);
        CHECK("a number that stands for an index has no place", r.error == errors[i]);
        check_free(octets);
    }
}

/* X.690 8.18, X.691 28: a single encoding of other rules is octets in these, where that can be said. */
static void test_external(void)
{
    static const uint8_t oid[] = {0x2a};
    wg_octets octets = check_octets("30800000");
    wg_external value;
    wg_writer w = writer(WG_RULES_DER);
    memset(&value, 0, sizeof value);
    value.has_direct = true;
    value.direct = wg_octets_of(oid, 1);
    value.data = octets;
    value.rules = WG_RULES_BER;
    wg_tlv_put_external(&w, WG_UNIVERSAL(8), value);
    CHECK("octets that DER can't have there", check_same(wg_tlv_written(&w), "280906012a810430800000"));
    w = writer(WG_RULES_UPER);
    wg_bits_put_external(&w, value);
    wg_bits_complete(&w);
    CHECK("octets of BER in PER", check_same(wg_bits_written(&w), "8025482184000000"));
    value.rules = WG_RULES_UPER;
    w = writer(WG_RULES_BER);
    wg_tlv_put_external(&w, WG_UNIVERSAL(8), value);
    CHECK("a single type of PER in BER", w.error == WG_ERROR_RULES);
    w = writer(WG_RULES_APER);
    wg_bits_put_external(&w, value);
    CHECK("a single type of one PER in the other", w.error == WG_ERROR_RULES);
    check_free(octets);
}

int main(void)
{
    test_rules();
    test_bitmap();
    test_enumerated();
    test_external();
    return check_done();
}
