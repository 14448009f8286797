/* Empty buffers and arenas at no address: (NULL, 0). Nothing is written, and there is no arithmetic on NULL.
 */
#include <string.h>

#include "check.h"
#include "wireglot/bits.h"
#include "wireglot/octets.h"
#include "wireglot/tlv.h"

static const uint8_t string[] = {0x04, 0x02, 0xa5, 0x5a};

static void test_writers(void)
{
    wg_writer w;
    wg_tlv_writer(&w, NULL, 0, false);
    CHECK("an empty BER writer has written nothing", check_same(wg_tlv_written(&w), ""));
    wg_tlv_put_integer_i64(&w, WG_TAG_INTEGER, 1);
    CHECK("there is no room for BER", w.error == WG_ERROR_SPACE && wg_tlv_written(&w).size == 0);
    wg_tlv_writer(&w, NULL, 100, true);
    wg_tlv_put_integer_i64(&w, WG_TAG_INTEGER, 1);
    CHECK("what is no buffer has no room, whatever is said", w.error == WG_ERROR_SPACE);
    wg_bits_writer(&w, NULL, 0, true, true);
    wg_bits_put(&w, 1, 1);
    wg_bits_complete(&w);
    CHECK("there is no room for PER", w.error == WG_ERROR_SPACE && wg_bits_written(&w).size == 0);
    wg_octets_writer(&w, NULL, 0, true);
    wg_octets_complete(&w);
    CHECK("there is no room for OER", w.error == WG_ERROR_SPACE && wg_octets_written(&w).size == 0);
}

static void test_readers(void)
{
    wg_arena arena;
    wg_reader r;
    wg_arena_init(&arena, NULL, 0);
    wg_tlv_reader(&r, string, sizeof string, false, &arena);
    CHECK("no octet is there to take", wg_new_octets(&r, 1) == NULL && r.error == WG_ERROR_ARENA);
    wg_tlv_reader(&r, string, sizeof string, false, &arena);
    CHECK("nor room for a struct", wg_new(&r, 8) == NULL && r.error == WG_ERROR_ARENA);
    wg_tlv_reader(&r, NULL, 0, false, &arena);
    wg_tlv_get_integer_i64(&r, WG_TAG_INTEGER);
    CHECK("no octets are no INTEGER", r.error != WG_OK);
    wg_bits_reader(&r, NULL, 0, true, &arena);
    CHECK("no octets have no bits", !wg_bits_get_boolean(&r) && r.error != WG_OK);
}

int main(void)
{
    test_writers();
    test_readers();
    return check_done();
}
