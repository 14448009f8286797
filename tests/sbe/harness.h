/* The interface between the C program and the messages of a schema. */

#ifndef HARNESS_H
#define HARNESS_H 1

#include <stdlib.h>
#include <string.h>

#include "wireglot/sbe/json.h"
#include "wireglot/sbe/write.h"

/* The functions generated for the whole messages of a schema. */
typedef struct harness_schema {
    wg_sbe_status (*validate)(const void *data, size_t size, size_t *length);
    wg_sbe_status (*to_json)(const void *data, size_t size, char *text, size_t room, size_t *length);
    wg_sbe_status (*copy)(const void *data, size_t size, void *out, size_t room, size_t *length);
} harness_schema;

/* The output for a message. */
void harness_answer(const harness_schema *schema, const uint8_t *octets, size_t size);

#endif
