/* Writes an order, reads it in another order, and shows it as JSON.

       wireglot gen c orders.xml -o generated
       cc -std=c99 -I generated orders.c -o orders && ./orders */

#include <stdio.h>

#include "orders.h"
#include "orders_whole.h"

static size_t write_order(void *buffer, size_t size) {
    orders_order_writer order;
    orders_order_parts_writer parts;
    orders_order_begin(&order, buffer, size);
    orders_order_set_id(&order, 42);
    orders_order_set_symbol(&order, "ACME", 4);
    orders_order_set_side(&order, ORDERS_SIDE_BUY);
    orders_order_set_size(&order, 300);
    orders_order_set_flags(&order, ORDERS_FLAGS_TEST);
    orders_price_set_mantissa(orders_order_set_price(&order), 12345);
    parts = orders_order_write_parts(&order, 2);
    orders_order_parts_add(&parts);
    orders_order_parts_set_account(&parts, 7);
    orders_order_parts_set_size(&parts, 150);
    orders_order_parts_set_note(&parts, "first", 5);
    orders_order_parts_add(&parts);
    orders_order_parts_set_account(&parts, 8);
    orders_order_parts_set_size(&parts, 150);
    orders_order_set_text(&order, "thanks", 6);
    return orders_order_finish(&order);
}

/* Sets fields of the order that is there, and of its first part. */
static wg_sbe_status edit_order(orders_order *order, void *buffer, size_t size) {
    orders_order_writer writer;
    orders_order_parts_writer part;
    orders_order_parts parts = orders_order_open_parts(order);
    orders_order_edit(&writer, order, buffer, size);
    orders_order_set_size(&writer, 310);
    if (orders_order_parts_next(&parts)) {
        part = orders_order_parts_edit(&parts, &writer.pen);
        orders_order_parts_set_size(&part, 160);
    }
    return orders_order_writer_status(&writer);
}

static void print_text(const char *before, wg_sbe_text text) { printf("%s%.*s", before, (int)text.size, text.data); }

int main(void) {
    uint8_t buffer[256];
    char json[1024];
    const size_t size = write_order(buffer, sizeof buffer);
    size_t length;
    wg_sbe_status status;
    orders_order order;
    orders_order_parts parts;

    if (orders_order_wrap(&order, buffer, size).code != WG_SBE_OK) return 1;
    print_text("", orders_order_text(&order));
    print_text(": ", orders_order_symbol(&order));
    printf(" for %ld\n", (long)orders_price_mantissa(orders_order_price(&order)));
    parts = orders_order_open_parts(&order);
    while (orders_order_parts_next(&parts)) {
        printf("%u %u", (unsigned)orders_order_parts_account(&parts), (unsigned)orders_order_parts_size(&parts));
        print_text(" ", orders_order_parts_note(&parts));
        printf("\n");
    }
    if (orders_order_status(&order).code != WG_SBE_OK) return 1;

    status = orders_to_json(buffer, size, json, sizeof json, &length);
    printf("%s\n%s\n", json, wg_sbe_word(status.code));

    status = edit_order(&order, buffer, size);
    orders_to_json(buffer, size, json, sizeof json, &length);
    printf("%s\n%s\n", json, wg_sbe_word(status.code));

    /* What is damaged shows as an error, and nothing that comes after it. */
    status = orders_validate(buffer, size - 3, &length);
    printf("%s at octet %u\n", wg_sbe_word(status.code), (unsigned)status.offset);
    return 0;
}
