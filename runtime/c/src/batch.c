/* Arrays of INTEGERs. Each accelerated implementation handles as much as it can and leaves the rest
   to plain C. */
#include "wireglot/batch.h"

#include "batch_ways.h"
#include "wireglot/tlv_inline.h"

void wg_batch_put_i32(wg_writer *w, wg_tag tag, const int32_t *values, size_t count)
{
    const wg_batch_ways ways = wg_batch_ways_here();
    if (ways.put && wg_tag_is_short(tag)) {
        count = ways.put(w, wg_tag_octet(tag), values, count);
    }
    for (; count > 0; count--) {
        wg_tlv_put_integer_i32_inline(w, tag, values[count - 1]);
    }
}

size_t wg_batch_get_i32(wg_reader *r, wg_tag tag, int32_t *values, size_t most)
{
    const wg_batch_ways ways = wg_batch_ways_here();
    size_t count = 0;
    while (count < most && wg_tlv_more(r) && wg_tlv_peek(r) == tag) {
        if (ways.get && wg_tag_is_short(tag) && r->limits.integer_octets >= 4) {
            count += ways.get(r, wg_tag_octet(tag), values + count, most - count);
        }
        if (count < most && wg_tlv_more(r) && wg_tlv_peek(r) == tag) {
            int32_t value = wg_tlv_get_integer_i32_inline(r, tag);
            if (r->error != WG_OK) {
                break;
            }
            values[count++] = value;
        }
    }
    return count;
}
