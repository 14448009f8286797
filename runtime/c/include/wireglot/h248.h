/* The specifics of H.248 text: names of packages and their items, and terminations as levels of bits. */
#ifndef WIREGLOT_H248_H
#define WIREGLOT_H248_H

#include "wireglot/grammar.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A termination of three levels with eight bits each; or root, which is eight octets of ones. */
typedef struct wg_h248_levels {
    uint8_t wildcards[3];
    size_t wildcard_count;
    uint8_t id[8];
    size_t id_size;
} wg_h248_levels;

/* These read or write a name as the octets of its number: package and item, or a parameter of the enclosing
   event or signal. */
void wg_h248_get_property(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size);
void wg_h248_get_event(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size);
void wg_h248_get_signal(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size);
void wg_h248_get_statistic(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size);
void wg_h248_get_package(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size);
void wg_h248_get_parameter(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size);
void wg_h248_get_native(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size);
void wg_h248_get_dialplan(wg_scan *t, const wg_names *names, wg_octets text, uint8_t *octets, size_t *size);
void wg_h248_put_property(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size);
void wg_h248_put_event(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size);
void wg_h248_put_signal(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size);
void wg_h248_put_statistic(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size);
void wg_h248_put_package(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size);
void wg_h248_put_parameter(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size);
void wg_h248_put_native(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size);
void wg_h248_put_dialplan(wg_text_pen *w, const wg_names *names, const uint8_t *octets, size_t size);

/* Whether values of the enclosing parameter are in quotation marks even if their characters do not require
   them. */
bool wg_h248_quotes(const wg_names *names, uint64_t around);

bool wg_h248_get_levels(wg_scan *t, wg_octets text, wg_h248_levels *levels);
void wg_h248_put_levels(wg_text_pen *w, const wg_h248_levels *levels);

/* Reads a generated TerminationID. */
#define WG_H248_GET_TERMINATION(t, names, text, v)                                                                     \
    do {                                                                                                               \
        wg_h248_levels levels_;                                                                                        \
        size_t at_;                                                                                                    \
        (void)(names);                                                                                                 \
        if (!wg_h248_get_levels(t, text, &levels_)) {                                                                  \
            break;                                                                                                     \
        }                                                                                                              \
        for (at_ = 0; at_ < levels_.wildcard_count; at_++) {                                                           \
            void *const items_ = wg_scan_more(t, (v)->wildcard.items, at_, sizeof *(v)->wildcard.items);               \
            if (!items_) {                                                                                             \
                break;                                                                                                 \
            }                                                                                                          \
            memcpy(&(v)->wildcard.items, &items_, sizeof items_);                                                      \
            (v)->wildcard.items[at_].octets[0] = levels_.wildcards[at_];                                               \
            (v)->wildcard.items[at_].size = 1;                                                                         \
            (v)->wildcard.count = at_ + 1;                                                                             \
        }                                                                                                              \
        memcpy((v)->id.octets, levels_.id, sizeof levels_.id);                                                         \
        (v)->id.size = levels_.id_size;                                                                                \
    } while (0)

#define WG_H248_PUT_TERMINATION(w, names, v)                                                                           \
    do {                                                                                                               \
        wg_h248_levels levels_;                                                                                        \
        size_t at_;                                                                                                    \
        (void)(names);                                                                                                 \
        levels_.wildcard_count = (v)->wildcard.count;                                                                  \
        for (at_ = 0; at_ < levels_.wildcard_count && at_ < 3; at_++) {                                                \
            levels_.wildcards[at_] = (v)->wildcard.items[at_].octets[0];                                               \
        }                                                                                                              \
        levels_.id_size = (v)->id.size;                                                                                \
        memcpy(levels_.id, (v)->id.octets, sizeof levels_.id);                                                         \
        wg_h248_put_levels(w, &levels_);                                                                               \
    } while (0)

#ifdef __cplusplus
}
#endif

#endif
