/* Extension additions of PER (X.691 19.7 to 19.9, 23.8), including unknown ones. */
#include "fields.h"

/* -- reading --------------------------------------------------------------- */

wg_bitmap wg_bits_get_bitmap(wg_reader *r, size_t count)
{
    wg_bitmap bitmap;
    bitmap.at = r->bit;
    bitmap.count = wg_bits_available(r, count) ? count : 0;
    r->bit += bitmap.count;
    return bitmap;
}

bool wg_bits_in_bitmap(const wg_reader *r, wg_bitmap bitmap, size_t i)
{
    size_t bit = bitmap.at + i;
    return i < bitmap.count && r->error == WG_OK && (r->base[bit / 8] >> (7 - bit % 8) & 1) != 0;
}

void wg_bits_get_unknown(wg_reader *r, wg_bitmap bitmap, size_t known, wg_unknown **kept)
{
    size_t i;
    if (kept && bitmap.count > known) {
        *kept = wg_keep(r, bitmap.count, wg_any_of(wg_octets_of(NULL, 0), wg_reader_rules(r)));
        kept = *kept ? &(*kept)->next : NULL;
    }
    r->skipped |= !kept && bitmap.count > known;
    for (i = known; i < bitmap.count && r->error == WG_OK; i++) {
        wg_bits_frame outer;
        if (!wg_bits_in_bitmap(r, bitmap, i) || !wg_bits_enter(r, &outer)) {
            continue;
        }
        if (kept) {
            *kept = wg_keep(r, i, wg_bits_get_rest(r));
            kept = *kept ? &(*kept)->next : NULL;
        }
        r->bit = r->error == WG_OK ? r->bit_end : r->bit;
        wg_bits_leave(r, &outer);
    }
}

void wg_bits_get_unknown_alternative(wg_reader *r, size_t index, wg_unknown *unknown)
{
    unknown->next = NULL;
    unknown->index = index;
    unknown->value = wg_bits_get_rest(r);
}

/* -- writing --------------------------------------------------------------- */

size_t wg_bits_additions(size_t known, const wg_unknown *kept)
{
    for (; kept; kept = kept->next) {
        size_t count = kept->index + (kept->value.data != NULL);
        known = count < known ? known : count;
    }
    return known;
}

static bool is_packed(wg_rules rules)
{
    return rules == WG_RULES_UPER || rules == WG_RULES_APER || rules == WG_RULES_CUPER || rules == WG_RULES_CAPER;
}

void wg_bits_put_unknown_bits(wg_writer *w, size_t known, const wg_unknown *kept)
{
    size_t i = known, count = wg_bits_additions(known, kept);
    for (; kept && w->error == WG_OK; kept = kept->next) {
        if (kept->value.data == NULL) {
            /* The length of a bitmap is the same in both variants of PER. */
            wg_rules rules = kept->value.rules;
            wg_may_write(w, is_packed(rules) && !w->octets ? wg_writer_rules(w) : rules);
            continue;
        }
        if (!wg_may_write(w, kept->value.rules)) {
            return;
        }
        if (kept->index < i) {
            wg_refuse(w, WG_ERROR_UNKNOWN);
        }
        for (; i < kept->index && w->error == WG_OK; i++) {
            wg_bits_put_boolean(w, false);
        }
        wg_bits_put_boolean(w, true);
        i++;
    }
    for (; i < count && w->error == WG_OK; i++) {
        wg_bits_put_boolean(w, false);
    }
}

void wg_bits_put_unknown(wg_writer *w, const wg_unknown *kept)
{
    for (; kept && w->error == WG_OK; kept = kept->next) {
        if (kept->value.data) {
            size_t place = wg_bits_open(w);
            wg_bits_put_rest(w, kept->value);
            wg_bits_close(w, place);
        }
    }
}

void wg_bits_put_unknown_index(wg_writer *w, const wg_unknown *unknown)
{
    if (wg_may_write(w, unknown->value.rules)) {
        wg_bits_put_small_number(w, (uint32_t)unknown->index);
    }
}
