/* Numbers with the cursor in a register. */
#include "wireglot/tlv_inline.h"

/* Whether an octet is the complete identifier of a primitive encoding. */
static bool is_primitive(uint8_t identifier)
{
    return (identifier & 0x20) == 0 && (identifier & 0x1f) != 0x1f && identifier != 0;
}

/* Uses a reader for unusual cases. */
static WG_COLD const uint8_t *get_slowly(const uint8_t *next, const uint8_t *end, uint8_t identifier, int64_t *value)
{
    wg_reader r;
    *value = 0;
    if (!next || !is_primitive(identifier)) {
        return NULL;
    }
    wg_tlv_reader(&r, next, (size_t)(end - next), false, NULL);
    *value = wg_tlv_get_integer_i64(&r, wg_octet_tag(identifier));
    return r.error == WG_OK ? r.next : NULL;
}

static WG_COLD const uint8_t *get_i32_slowly(const uint8_t *next, const uint8_t *end, uint8_t identifier, int32_t *value)
{
    int64_t wide;
    next = get_slowly(next, end, identifier, &wide);
    if (wide < INT32_MIN || wide > INT32_MAX) {
        next = NULL;
        wide = 0;
    }
    *value = (int32_t)wide;
    return next;
}

const uint8_t *wg_get_i32(const uint8_t *next, const uint8_t *end, uint8_t identifier, int32_t *value)
{
    const uint8_t *p = next ? wg_quick_get_i32(next, end, identifier, value) : NULL;
    return p ? p : get_i32_slowly(next, end, identifier, value);
}

const uint8_t *wg_get_i64(const uint8_t *next, const uint8_t *end, uint8_t identifier, int64_t *value)
{
    const uint8_t *p = next ? wg_quick_get_i64(next, end, identifier, value) : NULL;
    return p ? p : get_slowly(next, end, identifier, value);
}

static WG_COLD uint8_t *put_slowly(uint8_t *next, uint8_t *start, uint8_t identifier, int64_t value)
{
    wg_writer w;
    if (!next || !is_primitive(identifier)) {
        return NULL;
    }
    wg_tlv_writer(&w, start, (size_t)(next - start), false);
    wg_tlv_put_integer_i64(&w, wg_octet_tag(identifier), value);
    return w.error == WG_OK ? w.next : NULL;
}

uint8_t *wg_put_i32(uint8_t *next, uint8_t *start, uint8_t identifier, int32_t value)
{
    uint8_t *p = next ? wg_quick_put_i32(start, next, identifier, value) : NULL;
    return p ? p : put_slowly(next, start, identifier, value);
}

uint8_t *wg_put_i64(uint8_t *next, uint8_t *start, uint8_t identifier, int64_t value)
{
    uint8_t *p = next ? wg_quick_put_i64(start, next, identifier, value) : NULL;
    return p ? p : put_slowly(next, start, identifier, value);
}

void wg_reader_take(wg_reader *r, const uint8_t *next, uint8_t identifier)
{
    if (r->error == WG_OK && next) {
        r->next = next;
    } else if (r->error == WG_OK) {
        while (r->error == WG_OK && r->next != r->end) {
            int32_t value;
            const uint8_t *behind = wg_get_i32(r->next, r->end, identifier, &value);
            if (behind) {
                r->next = behind;
            } else {
                wg_tlv_get_integer_i32(r, wg_octet_tag(identifier));
                wg_fail(r, WG_ERROR_RANGE);
            }
        }
        wg_fail(r, WG_ERROR_END);
    }
}

void wg_writer_take(wg_writer *w, uint8_t *next)
{
    if (!next) {
        wg_refuse(w, WG_ERROR_SPACE);
    } else if (w->error == WG_OK) {
        w->next = next;
    }
}
