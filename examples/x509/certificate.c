/* What stands in the first certificate of a PEM file: whose it is, who says so, until when, and its extensions.
 * In strict DER, without a heap. */
#include <stdio.h>
#include <string.h>

#include "wireglot/contents.h"
#include "x509.h"
#include "x509_json.h"
#include "x509_path.h"

enum { LARGEST = 16384 };

/* -- PEM (RFC 7468) -------------------------------------------------------- */

static int digit(int c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *const found = c > 0 ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

static size_t read_pem(FILE *file, uint8_t *octets, size_t room)
{
    char line[128];
    size_t size = 0;
    unsigned bits = 0;
    uint32_t group = 0;
    bool inside = false;
    while (fgets(line, sizeof line, file)) {
        const char *c = line;
        if (strncmp(line, "-----", 5) == 0) {
            if (inside) {
                break;
            }
            inside = strncmp(line, "-----BEGIN CERTIFICATE", 22) == 0;
            continue;
        }
        for (; inside && digit(*c) >= 0; c++) {
            group = group << 6 | (uint32_t)digit(*c);
            bits += 6;
            if (bits >= 8 && size < room) {
                bits -= 8;
                octets[size++] = (uint8_t)(group >> bits);
            }
        }
    }
    return size;
}

/* -- what it says ---------------------------------------------------------- */

static void print_text(wg_string text)
{
    printf("%.*s", (int)text.size, (const char *)text.data);
}

static void print_oid(wg_oid oid)
{
    wg_arcs arcs = wg_arcs_of(oid, false);
    uint64_t arc;
    bool first = true;
    while (wg_next_arc(&arcs, &arc)) {
        printf("%s%lu", first ? "" : ".", (unsigned long)arc);
        first = false;
    }
}

static void print_directory(const x509_DirectoryString *value)
{
    switch (value->kind) {
    case x509_DirectoryString_utf8String:
        print_text(value->u.utf8String);
        break;
    case x509_DirectoryString_printableString:
        print_text(value->u.printableString);
        break;
    default:
        printf("?");
    }
}

/* The value of an attribute, by the type that its object identifier chose. */
static void print_value(const x509_KnownAttributes_id_Type_value *value)
{
    switch (value->row) {
    case x509_KnownAttributes_id_Type_value_opaque:
        printf("%lu octets", (unsigned long)value->u.opaque.size);
        break;
    case x509_KnownAttributes_id_Type_value_KnownAttributes_2_Type:
        print_text(value->u.as_KnownAttributes_2_Type);
        break;
    case x509_KnownAttributes_id_Type_value_KnownAttributes_1_Type:
    case x509_KnownAttributes_id_Type_value_KnownAttributes_8_Type:
    case x509_KnownAttributes_id_Type_value_KnownAttributes_9_Type:
        print_text(value->u.as_KnownAttributes_1_Type);
        break;
    default:
        print_directory(value->u.as_DirectoryString);
    }
}

static void print_name(const char *what, const x509_Name *name)
{
    const x509_RDNSequence *const all = &name->u.rdnSequence;
    size_t i, j;
    printf("%s\n", what);
    for (i = 0; i < all->count; i++) {
        for (j = 0; j < all->items[i].count; j++) {
            printf("  ");
            print_oid(all->items[i].items[j].type);
            printf(" ");
            print_value(&all->items[i].items[j].value);
            printf("\n");
        }
    }
}

static void print_time(const char *what, const x509_Time *time)
{
    printf("%s ", what);
    print_text(time->kind == x509_Time_utcTime ? time->u.utcTime : time->u.generalTime);
    printf("\n");
}

static void print_extensions(const x509_Extensions *extensions)
{
    size_t i;
    for (i = 0; i < extensions->count; i++) {
        const x509_Extension *const extension = &extensions->items[i];
        printf("extension ");
        print_oid(extension->extnID);
        printf("%s\n", extension->critical ? ", critical" : "");
        if (extension->extnValue.row == x509_CertificateExtensions_id_ExtnType_value_BasicConstraints) {
            const bool is = extension->extnValue.u.as_BasicConstraints->cA;
            printf("  %s authority\n", is ? "an" : "no");
        }
    }
}

static int complain(const uint8_t *data, size_t size, wg_arena *arena)
{
    x509_Certificate certificate;
    wg_path path;
    char where[256];
    const wg_result result = x509_Certificate_decode_der_path(&certificate, data, size, arena, &path);
    wg_path_text(&path, where, sizeof where);
    printf("%s at octet %lu, in %s\n", wg_error_text(result.error), (unsigned long)result.octet, where);
    return 1;
}

int main(int count, char **arguments)
{
    static uint8_t data[LARGEST], memory[4 * LARGEST], again[LARGEST];
    static char text[4 * LARGEST];
    FILE *const file = fopen(count > 1 ? arguments[1] : "certificate.pem", "r");
    x509_Certificate certificate;
    const x509_TBSCertificate *const signed_part = &certificate.tbsCertificate;
    wg_octets encoding;
    wg_json json;
    wg_arena arena;
    size_t size;
    if (!file) {
        printf("no certificate\n");
        return 1;
    }
    size = read_pem(file, data, sizeof data);
    fclose(file);
    wg_arena_init(&arena, memory, sizeof memory);
    if (x509_Certificate_decode_der(&certificate, data, size, &arena).error != WG_OK) {
        wg_arena_init(&arena, memory, sizeof memory);
        return complain(data, size, &arena);
    }
    print_name("issuer", &signed_part->issuer);
    print_name("subject", &signed_part->subject);
    print_time("from", &signed_part->validity.notBefore);
    print_time("until", &signed_part->validity.notAfter);
    if (signed_part->has_extensions) {
        print_extensions(&signed_part->extensions);
    }
    wg_json_buffer(&json, text, sizeof text);
    if (x509_Certificate_print(&certificate, &json) != WG_OK) {
        return 1;
    }
    printf("%lu characters of JSON\n", (unsigned long)json.size);
    x509_Certificate_encode_der(&certificate, again, sizeof again, &encoding);
    printf("%lu octets, written again %s\n", (unsigned long)size,
           wg_octets_equal(encoding, wg_octets_of(data, size)) ? "as they were" : "otherwise");
    return 0;
}
