/* An LDAP search: the request as it would be sent, and what came back, cut out of a stream and read. Without a
 * file, that is messages.hex beside this. Nothing is allocated. */
#include <stdio.h>
#include <string.h>

#include "ldap.h"
#include "ldap_json.h"
#include "ldap_path.h"
#include "wireglot/framing.h"

enum { LARGEST = 4096 };

static wg_octets octets(const char *text)
{
    return wg_octets_of((const uint8_t *)text, strlen(text));
}

static void print_octets(const char *before, wg_octets text, const char *behind)
{
    printf("%s%.*s%s", before, (int)text.size, (const char *)text.data, behind);
}

static void put(void *file, const char *piece, size_t size)
{
    fwrite(piece, 1, size, (FILE *)file);
}

/* (&(objectClass=person)(cn=Ba*)) below dc=example,dc=org. */
static int request(void)
{
    static ldap_Filter both[2];
    static ldap_SubstringFilter_substrings_item begins;
    static ldap_LDAPString wanted[2];
    uint8_t buffer[LARGEST];
    ldap_LDAPMessage message;
    ldap_SearchRequest *const search = &message.protocolOp.u.searchRequest;
    wg_octets encoding;
    wg_result result;
    wg_json text;
    memset(&message, 0, sizeof message);
    both[0].kind = ldap_Filter_equalityMatch;
    both[0].u.equalityMatch.attributeDesc = octets("objectClass");
    both[0].u.equalityMatch.assertionValue = octets("person");
    begins.kind = ldap_SubstringFilter_substrings_item_initial;
    begins.u.initial = octets("Ba");
    both[1].kind = ldap_Filter_substrings;
    both[1].u.substrings.type = octets("cn");
    both[1].u.substrings.substrings.items = &begins;
    both[1].u.substrings.substrings.count = 1;
    wanted[0] = octets("cn");
    wanted[1] = octets("mail");

    message.messageID = 2;
    message.protocolOp.kind = ldap_LDAPMessage_protocolOp_searchRequest;
    search->baseObject = octets("dc=example,dc=org");
    search->scope = ldap_SearchRequest_scope_wholeSubtree;
    search->derefAliases = ldap_SearchRequest_derefAliases_neverDerefAliases;
    search->sizeLimit = 100;
    search->filter.kind = ldap_Filter_and;
    search->filter.u.and_.items = both;
    search->filter.u.and_.count = 2;
    search->attributes.items = wanted;
    search->attributes.count = 2;

    result = ldap_LDAPMessage_encode_ber(&message, buffer, sizeof buffer, &encoding);
    if (result.error != WG_OK) {
        printf("not written: %s\n", wg_error_text(result.error));
        return 1;
    }
    printf("%lu octets: ", (unsigned long)encoding.size);
    wg_json_call(&text, put, stdout);
    ldap_LDAPMessage_to_json(&message, &text);
    printf("\n");
    return 0;
}

static void show_entry(const ldap_SearchResultEntry *entry)
{
    size_t i, j;
    print_octets("entry ", entry->objectName, "\n");
    for (i = 0; i < entry->attributes.count; i++) {
        const ldap_PartialAttribute *const attribute = &entry->attributes.items[i];
        for (j = 0; j < attribute->vals.count; j++) {
            print_octets("  ", attribute->type, ": ");
            print_octets("", attribute->vals.items[j], "\n");
        }
    }
}

static void show(const ldap_LDAPMessage *message)
{
    printf("%d: ", (int)message->messageID);
    switch (message->protocolOp.kind) {
    case ldap_LDAPMessage_protocolOp_bindRequest:
        print_octets("bind as ", message->protocolOp.u.bindRequest.name, "\n");
        break;
    case ldap_LDAPMessage_protocolOp_bindResponse:
        printf("bound, result %d\n", (int)message->protocolOp.u.bindResponse.resultCode);
        break;
    case ldap_LDAPMessage_protocolOp_searchRequest:
        print_octets("search below ", message->protocolOp.u.searchRequest.baseObject, "\n");
        break;
    case ldap_LDAPMessage_protocolOp_searchResEntry:
        show_entry(&message->protocolOp.u.searchResEntry);
        break;
    case ldap_LDAPMessage_protocolOp_searchResDone:
        printf("done, result %d", (int)message->protocolOp.u.searchResDone.resultCode);
        print_octets(", ", message->protocolOp.u.searchResDone.diagnosticMessage, "\n");
        break;
    default:
        printf("alternative %u of protocolOp\n", message->protocolOp.kind);
    }
}

/* One message; what is wrong with it, once more and slowly. */
static int receive(const uint8_t *data, size_t size)
{
    static uint8_t memory[4 * LARGEST];
    ldap_LDAPMessage message;
    wg_arena arena;
    wg_result result;
    wg_arena_init(&arena, memory, sizeof memory);
    result = ldap_LDAPMessage_decode_ber(&message, data, size, &arena);
    if (result.error == WG_OK) {
        show(&message);
    } else {
        wg_path path;
        char where[200];
        wg_arena_init(&arena, memory, sizeof memory);
        ldap_LDAPMessage_decode_ber_path(&message, data, size, &arena, &path);
        wg_path_text(&path, where, sizeof where);
        printf("%s in %s\n", wg_error_text(result.error), where);
    }
    return result.error != WG_OK;
}

/* The next octet that hexadecimal digits say; white space may stand between. */
static int next_octet(FILE *file)
{
    unsigned octet;
    return fscanf(file, "%2x", &octet) == 1 ? (int)octet : -1;
}

int main(int count, char **arguments)
{
    static uint8_t buffer[LARGEST];
    FILE *const file = fopen(count > 1 ? arguments[1] : "messages.hex", "r");
    wg_framing framing;
    size_t size = 0;
    int octet, failed = request();
    if (!file) {
        printf("no messages\n");
        return 1;
    }
    wg_framing_init(&framing, sizeof buffer);
    while ((octet = next_octet(file)) >= 0) {
        buffer[size] = (uint8_t)octet;
        size += wg_framing_take(&framing, buffer + size, 1);
        if (wg_framing_need(&framing) > 0) {
            continue;
        }
        if (framing.error != WG_OK) {
            printf("no message begins here: %s\n", wg_error_text(framing.error));
            failed = 1;
            break;
        }
        failed |= receive(buffer, size);
        wg_framing_init(&framing, sizeof buffer);
        size = 0;
    }
    fclose(file);
    return failed;
}
