/* Checks values against their constraints; called by generated `X_check` functions.
 *
 * Freestanding C99 like all of the runtime. Nothing here reads or writes an encoding.
 */
#ifndef WIREGLOT_CONSTRAINTS_H
#define WIREGLOT_CONSTRAINTS_H

#include "wireglot/clear.h"
#include "wireglot/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Records which constraint is violated and where; returns false. */
WG_INLINE bool wg_broken(wg_violation *bad, wg_error error, const char *where)
{
    bad->error = error;
    bad->where = where;
    return false;
}

/* Whether a check found no violation; otherwise passes its error to the writer. */
WG_INLINE bool wg_satisfied(wg_writer *w, wg_violation found)
{
    if (found.error != WG_OK) {
        wg_refuse(w, found.error);
    }
    return found.error == WG_OK;
}

/* For an encoder that checks while it writes, after an error: a violation found by checking the whole value
 * takes precedence, and nothing counts as written. */
void wg_refuse_whole(wg_writer *w, wg_violation found);

/* A closed range of numbers. */
typedef struct wg_range {
    int64_t lo;
    int64_t hi;
} wg_range;

/* Whether a number is in one of the ranges, which are sorted and not adjacent. */
bool wg_number_within(int64_t number, const wg_range *ranges, size_t count);

/* Whether a number is one of `count` sorted numbers. */
bool wg_is_one_of(int64_t number, const int64_t *numbers, size_t count);

/* Whether a pair is among `count` numbers, which are pairs sorted by first and second number. */
bool wg_is_pair_of(int64_t first, int64_t second, const int64_t *numbers, size_t count);

/* A bound of a range of REAL, in either base. */
typedef struct wg_real_end {
    wg_real decimal; /* exact */
    wg_real binary;  /* exact, or the nearest number towards zero */
    bool exact;
    bool open; /* the bound is exclusive */
} wg_real_end;

/* A bound from literals. */
wg_real_end wg_real_end_of(wg_real decimal, wg_real binary, bool exact, bool open);

/* Whether a number is at or above, or at or below, a bound; never for not-a-number. */
bool wg_real_from(wg_real value, wg_real_end least);
bool wg_real_upto(wg_real value, wg_real_end greatest);

/* Ranges for the parts of a REAL; INT64_MIN and INT64_MAX mean unbounded. */
typedef struct wg_real_form {
    const wg_range *mantissa, *base, *exponent;
    size_t mantissas, bases, exponents;
} wg_real_form;

/* Whether a number can be written as mantissa * base ^ exponent with parts in these ranges (X.680 21.5). Zero
 * and numbers that are not finite have no such parts. */
bool wg_real_has(wg_real value, const wg_real_form *form);

/* The same functions for a double. */
bool wg_double_from(double value, wg_real_end least);
bool wg_double_upto(double value, wg_real_end greatest);
bool wg_double_has(double value, const wg_real_form *form);

/* Whether the characters are a valid value of the type (X.680 38, 46, 47). */
bool wg_is_utc_time(wg_string text);
bool wg_is_generalized_time(wg_string text);
bool wg_is_date(wg_string text);
bool wg_is_time_of_day(wg_string text);
bool wg_is_date_time(wg_string text);
bool wg_is_duration(wg_string text);
bool wg_is_time(wg_string text);

/* Whether UTF-8 text is a valid value of the type (X.680 34, X.660 7.5). */
bool wg_is_oid_iri(wg_string text);
bool wg_is_relative_oid_iri(wg_string text);

#ifdef __cplusplus
}
#endif

#endif
