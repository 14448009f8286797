/* Test rows: a row that fails prints its clause. */
#ifndef WIREGLOT_CHECK_H
#define WIREGLOT_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wireglot/core.h"

static int check_failures;

/* Checks a condition; on failure, prints the row. */
static void check(bool holds, const char *clause, const char *what)
{
    if (!holds) {
        printf("%s: not so: %s\n", clause, what);
        check_failures++;
    }
}

#define CHECK(clause, condition) check((condition), (clause), #condition)

static int check_digit(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Octets from lower-case hexadecimal digits, in memory of exactly that size, so that the sanitizer
 * detects reads after them. The caller frees `data`. */
static wg_octets check_octets(const char *hex)
{
    size_t size = strlen(hex) / 2, i;
    uint8_t *data = (uint8_t *)malloc(size ? size : 1);
    for (i = 0; i < size; i++) {
        data[i] = (uint8_t)(check_digit(hex[2 * i]) * 16 + check_digit(hex[2 * i + 1]));
    }
    return wg_octets_of(data, size);
}

static void check_free(wg_octets octets)
{
    free((void *)(uintptr_t)octets.data);
}

static bool check_same(wg_octets octets, const char *hex)
{
    wg_octets wanted = check_octets(hex);
    bool same = wg_octets_equal(octets, wanted);
    size_t i;
    if (!same) {
        printf("got ");
        for (i = 0; i < octets.size; i++) {
            printf("%02x", octets.data[i]);
        }
        printf(", wanted %s\n", hex);
    }
    check_free(wanted);
    return same;
}

static int check_done(void)
{
    if (check_failures) {
        printf("%d failed\n", check_failures);
    }
    return check_failures != 0;
}

#endif
