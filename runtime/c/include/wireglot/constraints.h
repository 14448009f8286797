/* Whether values satisfy their constraints: what generated `X_check` functions call.
 *
 * Freestanding C99 as all of the runtime. Nothing here reads or writes an encoding.
 */
#ifndef WIREGLOT_CONSTRAINTS_H
#define WIREGLOT_CONSTRAINTS_H

#include "wireglot/clear.h"
#include "wireglot/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Notes what is broken and where, and returns false. */
WG_INLINE bool wg_broken(wg_violation *bad, wg_error error, const char *where)
{
    bad->error = error;
    bad->where = where;
    return false;
}

/* Whether a check found nothing; else the writer gets its error. */
WG_INLINE bool wg_satisfied(wg_writer *w, wg_violation found)
{
    if (found.error != WG_OK) {
        wg_refuse(w, found.error);
    }
    return found.error == WG_OK;
}

/* The same behind an encoder that checked as it wrote, and found an error: what a check of the whole value finds
 * counts, and nothing was written then. */
void wg_refuse_whole(wg_writer *w, wg_violation found);

/* A closed range of numbers. */
typedef struct wg_range {
    int64_t lo;
    int64_t hi;
} wg_range;

/* Whether a number stands in one of the ranges, which ascend and do not touch. */
bool wg_number_within(int64_t number, const wg_range *ranges, size_t count);

/* Whether a number is one of `count`, which ascend. */
bool wg_is_one_of(int64_t number, const int64_t *numbers, size_t count);

/* The same of a pair; `count` numbers stand in pairs, which ascend by their first, then second. */
bool wg_is_pair_of(int64_t first, int64_t second, const int64_t *numbers, size_t count);

/* An end of a range of REAL, in the base that a value may have. */
typedef struct wg_real_end {
    wg_real decimal; /* exactly */
    wg_real binary;  /* exactly, or what of it is nearest to zero */
    bool exact;
    bool open; /* the end itself is outside */
} wg_real_end;

/* One of them, from literals. */
wg_real_end wg_real_end_of(wg_real decimal, wg_real binary, bool exact, bool open);

/* Whether a number is an end or above it, or below it; not-a-number is neither. */
bool wg_real_from(wg_real value, wg_real_end least);
bool wg_real_upto(wg_real value, wg_real_end greatest);

/* Ranges of the parts of a REAL; INT64_MIN and INT64_MAX are no bounds. */
typedef struct wg_real_form {
    const wg_range *mantissa, *base, *exponent;
    size_t mantissas, bases, exponents;
} wg_real_form;

/* Whether a number can be written as mantissa * base ^ exponent with parts in these ranges
 * (X.680 21.5). Zero and what is not finite has no parts. */
bool wg_real_has(wg_real value, const wg_real_form *form);

/* The same of a double. */
bool wg_double_from(double value, wg_real_end least);
bool wg_double_upto(double value, wg_real_end greatest);
bool wg_double_has(double value, const wg_real_form *form);

/* Each: whether the characters are a value of that type (X.680 38, 46, 47). */
bool wg_is_utc_time(wg_string text);
bool wg_is_generalized_time(wg_string text);
bool wg_is_date(wg_string text);
bool wg_is_time_of_day(wg_string text);
bool wg_is_date_time(wg_string text);
bool wg_is_duration(wg_string text);
bool wg_is_time(wg_string text);

/* The same for identifiers as text, in UTF-8 (X.680 34, X.660 7.5). */
bool wg_is_oid_iri(wg_string text);
bool wg_is_relative_oid_iri(wg_string text);

#ifdef __cplusplus
}
#endif

#endif
