/* SNMP by hand, into the structs that are generated (-include message.h): the fastest that we know to write for
 * this one message, with the checks that generated code does. Responses with definite lengths alone; a string
 * in segments is refused. The cursor stays in a register, NULL after an error; every field of a binding that its
 * kind has is set, and no octet twice; numbers are read and written eight octets at a time.
 */
#include <stdlib.h>
#include <string.h>

#include "peer.h"

enum { ARENA = 1 << 16 };

#define INLINE static inline __attribute__((always_inline))
#define LIKELY(condition) __builtin_expect(!!(condition), 1)

/* -- forwards --------------------------------------------------------------- */

/* Contents behind an identifier octet and a length that is longer than one octet. */
static __attribute__((noinline)) const uint8_t *long_length(const uint8_t *p, const uint8_t *end, size_t *size)
{
    size_t n = p[1] & 0x7f, i;
    p += 2;
    if (n == 0 || n > 4 || n > (size_t)(end - p)) {
        return NULL;
    }
    for (i = 0, *size = 0; i < n; i++) {
        *size = *size << 8 | p[i];
    }
    p += n;
    return *size <= (size_t)(end - p) ? p : NULL;
}

/* Contents of an encoding with that identifier octet, which end before `end`; else NULL. */
INLINE const uint8_t *contents(const uint8_t *p, const uint8_t *end, uint8_t identifier, size_t *size)
{
    if (!LIKELY(end - p >= 2 && p[0] == identifier)) {
        return NULL;
    }
    *size = p[1];
    if (LIKELY(*size < 0x80)) {
        p += 2;
        return LIKELY(*size <= (size_t)(end - p)) ? p : NULL;
    }
    return long_length(p, end, size);
}

/* Whether an INTEGER has its shortest form. */
INLINE int is_shortest(const uint8_t *p, size_t size)
{
    return size == 1 || (size > 1 && (unsigned)(p[0] << 1 | p[1] >> 7) - 1u < 0x1fe);
}

/* Up to eight octets of two's complement; eight are loaded where the message has them. */
INLINE int64_t number_at(const uint8_t *p, size_t size, const uint8_t *stop)
{
    uint64_t n = 0;
    size_t i;
    if (LIKELY(stop - p >= 8)) {
        memcpy(&n, p, 8);
        n = __builtin_bswap64(n);
    } else {
        for (i = 0; i < size; i++) {
            n |= (uint64_t)p[i] << (56 - 8 * i);
        }
    }
    return (int64_t)n >> (64 - 8 * size);
}

/* An INTEGER between bounds; the place behind it, or NULL. */
INLINE const uint8_t *number(const uint8_t *p, const uint8_t *end, const uint8_t *stop, uint8_t identifier, int64_t lo,
                             int64_t hi, int64_t *value)
{
    size_t size;
    p = contents(p, end, identifier, &size);
    if (!LIKELY(p != NULL && size - 1 < 8 && is_shortest(p, size))) {
        return NULL;
    }
    *value = number_at(p, size, stop);
    return LIKELY(*value >= lo && *value <= hi) ? p + size : NULL;
}

INLINE const uint8_t *octets(const uint8_t *p, const uint8_t *end, uint8_t identifier, wg_octets *o)
{
    p = contents(p, end, identifier, &o->size);
    o->data = p;
    return LIKELY(p != NULL) ? p + o->size : NULL;
}

/* An octet 80 among eight. */
INLINE uint64_t octet_80(const uint8_t *p)
{
    uint64_t word;
    memcpy(&word, p, 8);
    word ^= 0x8080808080808080u;
    return (word - 0x0101010101010101u) & ~word & 0x8080808080808080u;
}

/* No subidentifier begins with an octet 80, and the last one ends. */
static __attribute__((noinline)) int is_odd_oid(const uint8_t *p, size_t size)
{
    size_t i;
    for (i = 0; i < size; i++) {
        if (p[i] == 0x80 && (i == 0 || p[i - 1] < 0x80)) {
            return 0;
        }
    }
    return 1;
}

/* Mostly there is no octet 80 at all. */
INLINE int is_oid(const uint8_t *p, size_t size)
{
    uint64_t found;
    size_t i;
    if (!LIKELY(size > 0 && p[size - 1] < 0x80)) {
        return 0;
    }
    if (!LIKELY(size >= 8)) {
        return is_odd_oid(p, size);
    }
    found = octet_80(p + size - 8);
    for (i = 0; i + 8 < size; i += 8) {
        found |= octet_80(p + i);
    }
    return LIKELY(!found) || is_odd_oid(p, size);
}

INLINE const uint8_t *oid(const uint8_t *p, const uint8_t *end, wg_octets *o)
{
    p = octets(p, end, 0x06, o);
    return LIKELY(p != NULL && is_oid(o->data, o->size)) ? p : NULL;
}

/* Zero and up to 64 bits. */
INLINE const uint8_t *counter64(const uint8_t *p, const uint8_t *end, const uint8_t *stop, uint64_t *value)
{
    size_t size;
    p = contents(p, end, 0x46, &size);
    if (!LIKELY(p != NULL && size - 1 < 9 && p[0] < 0x80 && is_shortest(p, size))) {
        return NULL;
    }
    if (size == 9) {
        if (p[0] != 0) {
            return NULL;
        }
        *value = (uint64_t)number_at(p + 1, 8, stop);
    } else {
        *value = (uint64_t)number_at(p, size, stop);
    }
    return p + size;
}

INLINE const uint8_t *counter32(const uint8_t *p, const uint8_t *end, const uint8_t *stop, uint8_t identifier, uint32_t *value)
{
    int64_t n = 0;
    p = number(p, end, stop, identifier, 0, UINT32_MAX, &n);
    *value = (uint32_t)n;
    return p;
}

INLINE const uint8_t *nothing(const uint8_t *p, const uint8_t *end, VarBind *v, unsigned kind)
{
    v->binding.kind = kind;
    return end - p == 2 && p[1] == 0 ? end : NULL;
}

/* The value of a binding; the place behind it, or NULL. */
INLINE const uint8_t *binding(const uint8_t *p, const uint8_t *end, const uint8_t *stop, VarBind *v)
{
    ObjectSyntax *const object = &v->binding.u.value;
    SimpleSyntax *const simple = &object->u.simple;
    ApplicationSyntax *const wide = &object->u.application_wide;
    int64_t n = 0;
    if (p == end) {
        return NULL;
    }
    v->binding.kind = VarBind_binding_value;
    object->kind = *p < 0x40 ? ObjectSyntax_simple : ObjectSyntax_application_wide;
    switch (*p) {
        case 0x02:
            simple->kind = SimpleSyntax_integer_value;
            p = number(p, end, stop, 0x02, INT32_MIN, INT32_MAX, &n);
            simple->u.integer_value = (int32_t)n;
            return p;
        case 0x04:
            simple->kind = SimpleSyntax_string_value;
            return octets(p, end, 0x04, &simple->u.string_value);
        case 0x06:
            simple->kind = SimpleSyntax_objectID_value;
            return oid(p, end, &simple->u.objectID_value);
        case 0x40:
            wide->kind = ApplicationSyntax_ipAddress_value;
            if (end - p != 6 || p[1] != 4) {
                return NULL;
            }
            memcpy(wide->u.ipAddress_value.octets, p + 2, 4);
            wide->u.ipAddress_value.size = 4;
            return end;
        case 0x41:
            wide->kind = ApplicationSyntax_counter_value;
            return counter32(p, end, stop, 0x41, &wide->u.counter_value);
        case 0x42:
            wide->kind = ApplicationSyntax_unsigned_integer_value;
            return counter32(p, end, stop, 0x42, &wide->u.unsigned_integer_value);
        case 0x43:
            wide->kind = ApplicationSyntax_timeticks_value;
            return counter32(p, end, stop, 0x43, &wide->u.timeticks_value);
        case 0x44:
            wide->kind = ApplicationSyntax_arbitrary_value;
            return octets(p, end, 0x44, &wide->u.arbitrary_value);
        case 0x46:
            wide->kind = ApplicationSyntax_big_counter_value;
            return counter64(p, end, stop, &wide->u.big_counter_value);
        case 0x05: return nothing(p, end, v, VarBind_binding_unSpecified);
        case 0x80: return nothing(p, end, v, VarBind_binding_noSuchObject);
        case 0x81: return nothing(p, end, v, VarBind_binding_noSuchInstance);
        case 0x82: return nothing(p, end, v, VarBind_binding_endOfMibView);
        default: return NULL;
    }
}

/* Bindings up to the end, as many as there is room for. */
INLINE int bindings(const uint8_t *p, const uint8_t *end, VarBindList *list, uint8_t *room, size_t size)
{
    VarBind *v = (VarBind *)(void *)room, *const most = v + size / sizeof *v;
    list->items = v;
    for (; p != end; v++) {
        const uint8_t *one;
        if (!LIKELY(v != most && (one = contents(p, end, 0x30, &size)) != NULL)) {
            return 0;
        }
        p = one + size;
        one = oid(one, p, &v->name);
        if (!LIKELY(one != NULL && binding(one, p, end, v) == p)) {
            return 0;
        }
    }
    list->count = (size_t)(v - list->items);
    return 1;
}

static int decode(Message *v, const uint8_t *data, size_t size, uint8_t *room)
{
    PDU *const pdu = &v->data.u.response;
    const uint8_t *const end = data + size, *p;
    int64_t request = 0, at = 0;
    if (!(p = contents(data, end, 0x30, &size)) || p + size != end) {
        return 0;
    }
    if (!(p = octets(p, end, 0x02, &v->version)) || !is_shortest(v->version.data, v->version.size) ||
        !(p = octets(p, end, 0x04, &v->community)) || !(p = contents(p, end, 0xa2, &size)) || p + size != end) {
        return 0;
    }
    v->data.kind = PDUs_response;
    if (!(p = number(p, end, end, 0x02, INT32_MIN, INT32_MAX, &request)) || !(p = octets(p, end, 0x02, &pdu->error_status)) ||
        !is_shortest(pdu->error_status.data, pdu->error_status.size) ||
        !(p = number(p, end, end, 0x02, INT32_MIN, INT32_MAX, &at)) || !(p = contents(p, end, 0x30, &size)) || p + size != end) {
        return 0;
    }
    pdu->request_id = (int32_t)request;
    pdu->error_index = (int32_t)at;
    return bindings(p, end, &pdu->variable_bindings, room, ARENA);
}

/* -- backwards: whoever calls has seen to the room -------------------------- */

/* What headers and a number of a binding take at most, and what is stored beside. */
enum { BESIDE = 48 };

/* Copies so many octets in front of `p`. */
INLINE uint8_t *put(uint8_t *p, const uint8_t *from, size_t size)
{
    p -= size;
    if (size >= 8 && size <= 16) {
        uint64_t head, tail;
        memcpy(&head, from, 8);
        memcpy(&tail, from + size - 8, 8);
        memcpy(p, &head, 8);
        memcpy(p + size - 8, &tail, 8);
    } else if (size > 16) {
        memcpy(p, from, size);
    } else {
        size_t i;
        for (i = 0; i < size; i++) {
            p[i] = from[i];
        }
    }
    return p;
}

INLINE uint8_t *header(uint8_t *p, uint8_t identifier, size_t size)
{
    if (LIKELY(size < 0x80)) {
        p -= 2;
        p[1] = (uint8_t)size;
    } else if (size < 0x100) {
        p -= 3;
        p[1] = 0x81;
        p[2] = (uint8_t)size;
    } else if (size < 0x10000) {
        p -= 4;
        p[1] = 0x82;
        p[2] = (uint8_t)(size >> 8);
        p[3] = (uint8_t)size;
    } else {
        p -= 6;
        p[1] = 0x84;
        p[2] = (uint8_t)(size >> 24);
        p[3] = (uint8_t)(size >> 16);
        p[4] = (uint8_t)(size >> 8);
        p[5] = (uint8_t)size;
    }
    p[0] = identifier;
    return p;
}

INLINE uint8_t *put_octets(uint8_t *p, uint8_t identifier, wg_octets o)
{
    return header(put(p, o.data, o.size), identifier, o.size);
}

INLINE uint8_t *put_number(uint8_t *p, uint8_t identifier, int64_t value)
{
    const uint64_t n = __builtin_bswap64((uint64_t)value);
    const size_t size = (72u - (unsigned)__builtin_clzll((uint64_t)(value ^ value >> 63) | 1)) / 8;
    memcpy(p - 8, &n, 8);
    p -= size + 2;
    p[0] = identifier;
    p[1] = (uint8_t)size;
    return p;
}

/* The value of a binding; NULL if it is none. */
INLINE uint8_t *put_binding(uint8_t *p, const VarBind *v)
{
    const SimpleSyntax *const simple = &v->binding.u.value.u.simple;
    const ApplicationSyntax *const wide = &v->binding.u.value.u.application_wide;
    switch (v->binding.kind) {
        case VarBind_binding_value: break;
        case VarBind_binding_unSpecified: return header(p, 0x05, 0);
        case VarBind_binding_noSuchObject: return header(p, 0x80, 0);
        case VarBind_binding_noSuchInstance: return header(p, 0x81, 0);
        case VarBind_binding_endOfMibView: return header(p, 0x82, 0);
        default: return NULL;
    }
    if (v->binding.u.value.kind == ObjectSyntax_simple) {
        switch (simple->kind) {
            case SimpleSyntax_integer_value: return put_number(p, 0x02, simple->u.integer_value);
            case SimpleSyntax_string_value: return put_octets(p, 0x04, simple->u.string_value);
            case SimpleSyntax_objectID_value:
                return is_oid(simple->u.objectID_value.data, simple->u.objectID_value.size)
                           ? put_octets(p, 0x06, simple->u.objectID_value)
                           : NULL;
            default: return NULL;
        }
    }
    if (v->binding.u.value.kind != ObjectSyntax_application_wide) {
        return NULL;
    }
    switch (wide->kind) {
        case ApplicationSyntax_ipAddress_value:
            memcpy(p - 4, wide->u.ipAddress_value.octets, 4);
            return wide->u.ipAddress_value.size == 4 ? header(p - 4, 0x40, 4) : NULL;
        case ApplicationSyntax_counter_value: return put_number(p, 0x41, wide->u.counter_value);
        case ApplicationSyntax_unsigned_integer_value: return put_number(p, 0x42, wide->u.unsigned_integer_value);
        case ApplicationSyntax_timeticks_value: return put_number(p, 0x43, wide->u.timeticks_value);
        case ApplicationSyntax_arbitrary_value: return put_octets(p, 0x44, wide->u.arbitrary_value);
        case ApplicationSyntax_big_counter_value:
            p = put_number(p, 0x46, (int64_t)wide->u.big_counter_value);
            if (wide->u.big_counter_value > INT64_MAX) {
                /* Nine octets, the first one zero. */
                const uint64_t n = __builtin_bswap64(wide->u.big_counter_value);
                p += 2 + p[1] - 11;
                p[0] = 0x46;
                p[1] = 9;
                p[2] = 0;
                memcpy(p + 3, &n, 8);
            }
            return p;
        default: return NULL;
    }
}

/* Octets of the value of a binding that have no bound of their own; too many if there may not be so many. */
INLINE size_t size_of(const VarBind *v)
{
    const ObjectSyntax *const object = &v->binding.u.value;
    if (v->binding.kind != VarBind_binding_value) {
        return 0;
    }
    if (object->kind == ObjectSyntax_simple && object->u.simple.kind == SimpleSyntax_string_value) {
        return object->u.simple.u.string_value.size <= 65535 ? object->u.simple.u.string_value.size : SIZE_MAX / 4;
    }
    if (object->kind == ObjectSyntax_simple && object->u.simple.kind == SimpleSyntax_objectID_value) {
        return object->u.simple.u.objectID_value.size;
    }
    if (object->kind == ObjectSyntax_application_wide && object->u.application_wide.kind == ApplicationSyntax_arbitrary_value) {
        return object->u.application_wide.u.arbitrary_value.size;
    }
    return 0;
}

static size_t encode(const Message *v, uint8_t *buffer, size_t capacity, const uint8_t **encoding)
{
    const PDU *const pdu = &v->data.u.response;
    const VarBind *one = pdu->variable_bindings.items + pdu->variable_bindings.count;
    uint8_t *const end = buffer + capacity, *p = end, *behind;
    if (v->data.kind != PDUs_response || pdu->request_id < -214783648 || pdu->request_id > 214783647 || pdu->error_index < 0 ||
        pdu->variable_bindings.count > 2147483647) {
        return 0;
    }
    while (one != pdu->variable_bindings.items) {
        one--;
        if (!LIKELY(one->name.size + size_of(one) + BESIDE <= (size_t)(p - buffer) && is_oid(one->name.data, one->name.size))) {
            return 0;
        }
        behind = p;
        p = put_binding(p, one);
        if (!LIKELY(p != NULL)) {
            return 0;
        }
        p = put_octets(p, 0x06, one->name);
        p = header(p, 0x30, (size_t)(behind - p));
    }
    if (pdu->error_status.size + v->community.size + v->version.size + 2 * BESIDE > (size_t)(p - buffer) ||
        pdu->error_status.size == 0 || !is_shortest(pdu->error_status.data, pdu->error_status.size) || v->version.size == 0 ||
        !is_shortest(v->version.data, v->version.size)) {
        return 0;
    }
    p = header(p, 0x30, (size_t)(end - p));
    p = put_number(p, 0x02, pdu->error_index);
    p = put_octets(p, 0x02, pdu->error_status);
    p = put_number(p, 0x02, pdu->request_id);
    p = header(p, 0xa2, (size_t)(end - p));
    p = put_octets(p, 0x04, v->community);
    p = put_octets(p, 0x02, v->version);
    p = header(p, 0x30, (size_t)(end - p));
    *encoding = p;
    return (size_t)(end - p);
}

/* -- the codec that is measured --------------------------------------------- */

static uint64_t room[ARENA / 8];

int peer_decode(const uint8_t *data, size_t size)
{
    static Message value;
    return decode(&value, data, size, (uint8_t *)room);
}

void *peer_keep(const uint8_t *data, size_t size)
{
    Message *kept = (Message *)malloc(sizeof *kept);
    return decode(kept, data, size, (uint8_t *)malloc(ARENA)) ? kept : NULL;
}

size_t peer_encode(const void *kept, uint8_t *buffer, size_t capacity, const uint8_t **encoding)
{
    return encode((const Message *)kept, buffer, capacity, encoding);
}

void peer_memory(const uint8_t *data, size_t size, size_t *structs, size_t *arena)
{
    Message value;
    decode(&value, data, size, (uint8_t *)room);
    *structs = sizeof value;
    *arena = value.data.u.response.variable_bindings.count * sizeof(VarBind);
}
