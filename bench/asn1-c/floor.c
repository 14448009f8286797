/* SNMP by hand, into the structs that are generated (-include message.h): what a careful engineer
 * writes for this one message type, with the checks that generated code does. Definite lengths
 * alone; a string in segments is refused. */
#include <stdlib.h>
#include <string.h>

#include "peer.h"

enum { ARENA = 1 << 16 };

typedef struct cursor {
    const uint8_t *p, *end;
    int bad;
} cursor;

/* Contents of an encoding with that identifier octet; empty with an error. */
static cursor inside(cursor *c, uint8_t identifier)
{
    cursor in = {NULL, NULL, 0};
    size_t left = (size_t)(c->end - c->p), size;
    const uint8_t *p = c->p;
    if (left < 2 || p[0] != identifier) {
        c->bad = 1;
        return in;
    }
    size = p[1];
    p += 2;
    if (size >= 0x80) {
        size_t n = size & 0x7f;
        if (n == 0 || n > 4 || n > (size_t)(c->end - p)) {
            c->bad = 1;
            return in;
        }
        for (size = 0; n > 0; n--) {
            size = size << 8 | *p++;
        }
    }
    if (size > (size_t)(c->end - p)) {
        c->bad = 1;
        return in;
    }
    in.p = p;
    in.end = c->p = p + size;
    return in;
}

static int64_t number(cursor *c, uint8_t identifier, int64_t lo, int64_t hi)
{
    cursor in = inside(c, identifier);
    size_t size = (size_t)(in.end - in.p);
    uint64_t n;
    int64_t value;
    if (size == 0 || size > 8 ||
        (size > 1 && ((in.p[0] == 0 && in.p[1] < 0x80) || (in.p[0] == 0xff && in.p[1] >= 0x80)))) {
        c->bad = 1;
        return 0;
    }
    for (n = *in.p & 0x80 ? UINT64_MAX : 0; in.p != in.end; in.p++) {
        n = n << 8 | *in.p;
    }
    value = n >> 63 ? -(int64_t)(~n) - 1 : (int64_t)n;
    c->bad |= value < lo || value > hi;
    return value;
}

static uint64_t counter64(cursor *c)
{
    cursor in = inside(c, 0x46);
    size_t size = (size_t)(in.end - in.p);
    uint64_t n = 0;
    if (size == 0 || size > 9 || *in.p >= 0x80 || (size == 9 && *in.p != 0) || (size > 1 && *in.p == 0 && in.p[1] < 0x80)) {
        c->bad = 1;
    }
    for (; !c->bad && in.p != in.end; in.p++) {
        n = n << 8 | *in.p;
    }
    return n;
}

static wg_octets octets(cursor *c, uint8_t identifier)
{
    cursor in = inside(c, identifier);
    wg_octets o = {in.p, (size_t)(in.end - in.p)};
    return o;
}

/* No subidentifier begins with an octet 80, and the last one ends: mostly there is no such octet. */
static int is_oid(wg_octets o)
{
    size_t i = 0;
    int first = 1;
    for (; i + 8 <= o.size; i += 8) {
        uint64_t word;
        memcpy(&word, o.data + i, 8);
        word ^= 0x8080808080808080u;
        if ((word - 0x0101010101010101u) & ~word & 0x8080808080808080u) {
            break;
        }
        first = o.data[i + 7] < 0x80;
    }
    for (; i < o.size; i++) {
        if (first && o.data[i] == 0x80) {
            return 0;
        }
        first = o.data[i] < 0x80;
    }
    return o.size > 0 && first;
}

static wg_octets oid(cursor *c)
{
    wg_octets o = octets(c, 0x06);
    c->bad |= !is_oid(o);
    return o;
}

static void application(cursor *c, ApplicationSyntax *v)
{
    switch (*c->p) {
        case 0x40: {
            wg_octets o = octets(c, 0x40);
            v->kind = ApplicationSyntax_ipAddress_value;
            if (o.size != 4) {
                c->bad = 1;
                return;
            }
            memcpy(v->u.ipAddress_value.octets, o.data, 4);
            v->u.ipAddress_value.size = 4;
            return;
        }
        case 0x41:
            v->kind = ApplicationSyntax_counter_value;
            v->u.counter_value = (uint32_t)number(c, 0x41, 0, UINT32_MAX);
            return;
        case 0x42:
            v->kind = ApplicationSyntax_unsigned_integer_value;
            v->u.unsigned_integer_value = (uint32_t)number(c, 0x42, 0, UINT32_MAX);
            return;
        case 0x43:
            v->kind = ApplicationSyntax_timeticks_value;
            v->u.timeticks_value = (uint32_t)number(c, 0x43, 0, UINT32_MAX);
            return;
        case 0x44:
            v->kind = ApplicationSyntax_arbitrary_value;
            v->u.arbitrary_value = octets(c, 0x44);
            return;
        case 0x46:
            v->kind = ApplicationSyntax_big_counter_value;
            v->u.big_counter_value = counter64(c);
            return;
        default:
            c->bad = 1;
    }
}

static void binding(cursor *c, VarBind *v)
{
    SimpleSyntax *simple = &v->binding.u.value.u.simple;
    v->name = oid(c);
    if (c->bad || c->p == c->end) {
        c->bad = 1;
        return;
    }
    v->binding.kind = VarBind_binding_value;
    v->binding.u.value.kind = ObjectSyntax_simple;
    switch (*c->p) {
        case 0x02:
            simple->kind = SimpleSyntax_integer_value;
            simple->u.integer_value = (int32_t)number(c, 0x02, INT32_MIN, INT32_MAX);
            break;
        case 0x04:
            simple->kind = SimpleSyntax_string_value;
            simple->u.string_value = octets(c, 0x04);
            break;
        case 0x06:
            simple->kind = SimpleSyntax_objectID_value;
            simple->u.objectID_value = oid(c);
            break;
        case 0x05:
            v->binding.kind = VarBind_binding_unSpecified;
            c->bad |= octets(c, 0x05).size != 0;
            break;
        case 0x80:
        case 0x81:
        case 0x82:
            v->binding.kind = VarBind_binding_noSuchObject + (*c->p - 0x80);
            c->bad |= octets(c, *c->p).size != 0;
            break;
        default:
            v->binding.u.value.kind = ObjectSyntax_application_wide;
            application(c, &v->binding.u.value.u.application_wide);
    }
    c->bad |= c->p != c->end;
}

/* Bindings, twice through: how many, and then what. */
static void bindings(cursor *c, VarBindList *v, uint8_t *room, size_t size)
{
    cursor list = inside(c, 0x30), count = list;
    size_t n = 0, i;
    for (; count.p != count.end && !count.bad; n++) {
        inside(&count, 0x30);
    }
    if (count.bad || n > size / sizeof(VarBind)) {
        c->bad = 1;
        return;
    }
    v->items = (VarBind *)(void *)room;
    v->count = n;
    for (i = 0; i < n && !c->bad; i++) {
        cursor one = inside(&list, 0x30);
        memset(&v->items[i], 0, sizeof v->items[i]);
        binding(&one, &v->items[i]);
        c->bad |= one.bad;
    }
}

static int decode(Message *v, const uint8_t *data, size_t size, uint8_t *room)
{
    cursor whole = {data, data + size, 0}, c = inside(&whole, 0x30), pdu;
    memset(v, 0, sizeof *v);
    v->version = octets(&c, 0x02);
    c.bad |= v->version.size == 0 || (v->version.size > 1 && ((v->version.data[0] == 0 && v->version.data[1] < 0x80) ||
                                                              (v->version.data[0] == 0xff && v->version.data[1] >= 0x80)));
    v->community = octets(&c, 0x04);
    v->data.kind = PDUs_response;
    pdu = inside(&c, 0xa2);
    if (c.bad) {
        return 0;
    }
    v->data.u.response.request_id = (int32_t)number(&pdu, 0x02, INT32_MIN, INT32_MAX);
    v->data.u.response.error_status = octets(&pdu, 0x02);
    pdu.bad |= v->data.u.response.error_status.size == 0;
    v->data.u.response.error_index = (int32_t)number(&pdu, 0x02, INT32_MIN, INT32_MAX);
    if (pdu.bad) {
        return 0;
    }
    bindings(&pdu, &v->data.u.response.variable_bindings, room, ARENA);
    return !whole.bad && !c.bad && !pdu.bad && whole.p == whole.end && c.p == c.end && pdu.p == pdu.end;
}

/* -- backwards -------------------------------------------------------------- */

typedef struct pen {
    uint8_t *start, *p;
    int bad;
} pen;

static void header(pen *w, uint8_t identifier, const uint8_t *behind)
{
    size_t size = (size_t)(behind - w->p), n = 0;
    if ((size_t)(w->p - w->start) < 6) {
        w->bad = 1;
        return;
    }
    if (size < 0x80) {
        *--w->p = (uint8_t)size;
    } else {
        for (; size > 0; size >>= 8, n++) {
            *--w->p = (uint8_t)size;
        }
        *--w->p = (uint8_t)(0x80 | n);
    }
    *--w->p = identifier;
}

static void put_octets(pen *w, uint8_t identifier, wg_octets o)
{
    uint8_t *behind = w->p;
    if (o.size > (size_t)(w->p - w->start)) {
        w->bad = 1;
        return;
    }
    w->p -= o.size;
    memcpy(w->p, o.data, o.size);
    header(w, identifier, behind);
}

static void put_oid(pen *w, wg_octets o)
{
    w->bad |= !is_oid(o);
    put_octets(w, 0x06, o);
}

static void put_number(pen *w, uint8_t identifier, int64_t value)
{
    uint64_t n = (uint64_t)value, bits = value < 0 ? ~n : n;
    size_t size = (72u - (unsigned)__builtin_clzll(bits | 1)) / 8;
    if ((size_t)(w->p - w->start) < 16) {
        w->bad = 1;
        return;
    }
    n = __builtin_bswap64(n);
    memcpy(w->p - 8, &n, 8);
    w->p -= size + 2;
    w->p[0] = identifier;
    w->p[1] = (uint8_t)size;
}

static void put_counter64(pen *w, uint64_t value)
{
    if (value <= INT64_MAX) {
        put_number(w, 0x46, (int64_t)value);
    } else {
        uint8_t octets[9] = {0};
        wg_octets o = {octets, 9};
        int i;
        for (i = 8; i > 0; i--, value >>= 8) {
            octets[i] = (uint8_t)value;
        }
        put_octets(w, 0x46, o);
    }
}

static void put_application(pen *w, const ApplicationSyntax *v)
{
    switch (v->kind) {
        case ApplicationSyntax_ipAddress_value: {
            wg_octets o = {v->u.ipAddress_value.octets, 4};
            w->bad |= v->u.ipAddress_value.size != 4;
            put_octets(w, 0x40, o);
            return;
        }
        case ApplicationSyntax_counter_value: put_number(w, 0x41, v->u.counter_value); return;
        case ApplicationSyntax_unsigned_integer_value: put_number(w, 0x42, v->u.unsigned_integer_value); return;
        case ApplicationSyntax_timeticks_value: put_number(w, 0x43, v->u.timeticks_value); return;
        case ApplicationSyntax_arbitrary_value: put_octets(w, 0x44, v->u.arbitrary_value); return;
        case ApplicationSyntax_big_counter_value: put_counter64(w, v->u.big_counter_value); return;
        default: w->bad = 1;
    }
}

static void put_binding(pen *w, const VarBind *v)
{
    uint8_t *behind = w->p;
    const SimpleSyntax *simple = &v->binding.u.value.u.simple;
    wg_octets none = {behind, 0};
    switch (v->binding.kind) {
        case VarBind_binding_unSpecified: put_octets(w, 0x05, none); break;
        case VarBind_binding_noSuchObject: put_octets(w, 0x80, none); break;
        case VarBind_binding_noSuchInstance: put_octets(w, 0x81, none); break;
        case VarBind_binding_endOfMibView: put_octets(w, 0x82, none); break;
        case VarBind_binding_value:
            if (v->binding.u.value.kind == ObjectSyntax_application_wide) {
                put_application(w, &v->binding.u.value.u.application_wide);
            } else if (simple->kind == SimpleSyntax_integer_value) {
                put_number(w, 0x02, simple->u.integer_value);
            } else if (simple->kind == SimpleSyntax_string_value) {
                w->bad |= simple->u.string_value.size > 65535;
                put_octets(w, 0x04, simple->u.string_value);
            } else if (simple->kind == SimpleSyntax_objectID_value) {
                put_oid(w, simple->u.objectID_value);
            } else {
                w->bad = 1;
            }
            break;
        default: w->bad = 1;
    }
    put_oid(w, v->name);
    header(w, 0x30, behind);
}

static size_t encode(const Message *v, uint8_t *buffer, size_t capacity, const uint8_t **encoding)
{
    pen pen = {buffer, buffer + capacity, 0}, *w = &pen;
    const PDU *pdu = &v->data.u.response;
    uint8_t *behind = w->p;
    size_t i;
    if (v->data.kind != PDUs_response || pdu->request_id < -214783648 || pdu->request_id > 214783647 ||
        pdu->error_index < 0) {
        return 0;
    }
    for (i = pdu->variable_bindings.count; i > 0 && !w->bad; i--) {
        put_binding(w, &pdu->variable_bindings.items[i - 1]);
    }
    header(w, 0x30, behind);
    put_number(w, 0x02, pdu->error_index);
    put_octets(w, 0x02, pdu->error_status);
    put_number(w, 0x02, pdu->request_id);
    header(w, 0xa2, behind);
    put_octets(w, 0x04, v->community);
    put_octets(w, 0x02, v->version);
    header(w, 0x30, behind);
    *encoding = w->p;
    return w->bad ? 0 : (size_t)(behind - w->p);
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
