/* OBJECT IDENTIFIERs as arcs (X.690 8.19, 8.20). */
#include "wireglot/contents.h"

wg_arcs wg_arcs_of(wg_oid oid, bool relative)
{
    wg_arcs arcs;
    arcs.rest = oid;
    arcs.second = false;
    arcs.relative = relative;
    arcs.begun = false;
    return arcs;
}

/* Reads a subidentifier, which starts at `*at`. */
static bool subidentifier(wg_oid oid, size_t *at, uint64_t *number)
{
    uint64_t n = 0;
    for (; *at < oid.size; ++*at) {
        if (n >> 57) {
            return false;
        }
        n = n << 7 | (oid.data[*at] & 0x7fu);
        if (oid.data[*at] < 0x80) {
            ++*at;
            *number = n;
            return true;
        }
    }
    return false;
}

bool wg_next_arc(wg_arcs *arcs, uint64_t *arc)
{
    uint64_t number;
    size_t at = 0;
    if (arcs->rest.size == 0 || !subidentifier(arcs->rest, &at, &number)) {
        return false;
    }
    if (!arcs->relative && !arcs->begun && !arcs->second) {
        /* X.690 8.19.4: two arcs in one. */
        arcs->second = true;
        *arc = number < 80 ? number / 40 : 2;
        return true;
    }
    if (arcs->second) {
        number = number < 80 ? number % 40 : number - 80;
        arcs->second = false;
    }
    arcs->begun = true;
    arcs->rest.data += at;
    arcs->rest.size -= at;
    *arc = number;
    return true;
}

wg_oid wg_oid_from_arcs(const uint64_t *arcs, size_t count, bool relative, uint8_t *buffer, size_t capacity)
{
    size_t i, used = 0;
    for (i = 0; i < count; i++) {
        uint64_t n = arcs[i];
        unsigned groups = 1;
        if (i == 0 && !relative) {
            if (count < 2 || n > 2 || (n < 2 && arcs[1] >= 40) || arcs[1] > UINT64_MAX - 80) {
                return wg_octets_of(buffer, 0);
            }
            n = 40 * n + arcs[++i];
        }
        while (groups < 10 && n >> 7 * groups) {
            groups++;
        }
        if (groups > capacity - used) {
            return wg_octets_of(buffer, 0);
        }
        while (groups > 0) {
            groups--;
            buffer[used++] = (uint8_t)((n >> 7 * groups & 0x7f) | (groups ? 0x80u : 0u));
        }
    }
    return wg_octets_of(buffer, used);
}
