/* SNMP messages of all versions, as hexadecimal digits in the arguments: what each holds, or where it is
 * wrong. Without arguments, two that are made here: a response with a value of each type of the SMI, and a
 * request of version 3. Nothing is allocated: lists of what is read come from the arena. */
#include <stdio.h>
#include <string.h>

#include "snmp.h"
#include "snmp_json.h"
#include "snmp_path.h"
#include "wireglot/tlv.h"

enum { LARGEST = 2048 };

/* -- values ---------------------------------------------------------------- */

static wg_octets octets(const char *text)
{
    return wg_octets_of((const uint8_t *)text, strlen(text));
}

static wg_integer number(int64_t value, uint8_t memory[WG_INTEGER_OCTETS])
{
    return wg_integer_from_i64(value, memory);
}

/* The contents octets of 1.3.6.1.2.1.1.N.0, an object of the system group (RFC 3418). */
static wg_oid of_system(uint8_t object, uint8_t memory[8])
{
    static const uint8_t system_group[8] = {0x2b, 6, 1, 2, 1, 1, 0, 0};
    memcpy(memory, system_group, 8);
    memory[6] = object;
    return wg_octets_of(memory, 8);
}

/* -- reading --------------------------------------------------------------- */

/* The first component of a message of any version. */
static int32_t version_of(const uint8_t *data, size_t size)
{
    wg_reader r;
    wg_frame outer;
    int32_t version = -1;
    wg_tlv_reader(&r, data, size, false, NULL);
    if (wg_tlv_enter(&r, WG_TAG_SEQUENCE, &outer)) {
        version = wg_tlv_get_integer_i32(&r, WG_TAG_INTEGER);
    }
    return r.error == WG_OK ? version : -1;
}

static void put(void *file, const char *piece, size_t size)
{
    fwrite(piece, 1, size, (FILE *)file);
}

static int complain(wg_result result, const wg_path *path)
{
    char where[256];
    wg_path_text(path, where, sizeof where);
    printf("%s at octet %lu, in %s\n", wg_error_text(result.error), (unsigned long)result.octet, where);
    return 1;
}

/* A message as text; it was decoded twice only if it is wrong. */
static int show(const uint8_t *data, size_t size)
{
    static uint8_t memory[8192];
    static snmp_Message message;
    static snmp_MessageV3 message3;
    const bool third = version_of(data, size) == 3;
    wg_arena arena;
    wg_result result;
    wg_json text;
    wg_json_call(&text, put, stdout);
    wg_arena_init(&arena, memory, sizeof memory);
    result = third ? snmp_MessageV3_decode_ber(&message3, data, size, &arena)
                   : snmp_Message_decode_ber(&message, data, size, &arena);
    if (result.error != WG_OK) {
        wg_path path;
        wg_arena_init(&arena, memory, sizeof memory);
        result = third ? snmp_MessageV3_decode_ber_path(&message3, data, size, &arena, &path)
                       : snmp_Message_decode_ber_path(&message, data, size, &arena, &path);
        return complain(result, &path);
    }
    if ((third ? snmp_MessageV3_print(&message3, &text) : snmp_Message_print(&message, &text)) != WG_OK) {
        return 1;
    }
    printf("\n");
    return 0;
}

/* -- writing --------------------------------------------------------------- */

static int send(wg_result result, wg_octets message)
{
    size_t i;
    if (result.error != WG_OK) {
        printf("not written: %s\n", wg_error_text(result.error));
        return 1;
    }
    for (i = 0; i < message.size; i++) {
        printf("%02x", message.data[i]);
    }
    printf("\n");
    return show(message.data, message.size);
}

/* The value of a binding, as a choice within choices. */
static snmp_SimpleSyntax *simple(snmp_VarBind *bind, unsigned kind)
{
    bind->binding.kind = snmp_VarBind_binding_value;
    bind->binding.u.value.kind = snmp_ObjectSyntax_simple;
    bind->binding.u.value.u.simple.kind = kind;
    return &bind->binding.u.value.u.simple;
}

static snmp_ApplicationSyntax *application(snmp_VarBind *bind, unsigned kind)
{
    bind->binding.kind = snmp_VarBind_binding_value;
    bind->binding.u.value.kind = snmp_ObjectSyntax_application_wide;
    bind->binding.u.value.u.application_wide.kind = kind;
    return &bind->binding.u.value.u.application_wide;
}

/* A response of version 2c with each type. */
static int send_response(void)
{
    static const uint8_t address[4] = {192, 0, 2, 1}, float_32[7] = {0x9f, 0x78, 4, 0x41, 0xc8, 0, 0};
    static uint8_t names[13][8], version[WG_INTEGER_OCTETS], status[WG_INTEGER_OCTETS], buffer[LARGEST];
    static snmp_VarBind binds[13];
    snmp_ApplicationSyntax *wide;
    snmp_Message message;
    snmp_PDU *const pdu = &message.data.u.response;
    wg_octets encoding;
    wg_result result;
    uint8_t i;
    for (i = 0; i < 13; i++) {
        binds[i].name = of_system((uint8_t)(i + 1), names[i]);
    }
    simple(&binds[0], snmp_SimpleSyntax_integer_value)->u.integer_value = -128;
    simple(&binds[1], snmp_SimpleSyntax_integer_value)->u.integer_value = 128;
    simple(&binds[2], snmp_SimpleSyntax_string_value)->u.string_value = octets("Wireglot");
    simple(&binds[3], snmp_SimpleSyntax_objectID_value)->u.objectID_value = binds[0].name;
    wide = application(&binds[4], snmp_ApplicationSyntax_ipAddress_value);
    memcpy(wide->u.ipAddress_value.octets, address, sizeof address);
    wide->u.ipAddress_value.size = sizeof address;
    application(&binds[5], snmp_ApplicationSyntax_counter_value)->u.counter_value = 4294967295u;
    application(&binds[6], snmp_ApplicationSyntax_unsigned_integer_value)->u.unsigned_integer_value = 2147483648u;
    application(&binds[7], snmp_ApplicationSyntax_timeticks_value)->u.timeticks_value = 360000;
    application(&binds[8], snmp_ApplicationSyntax_big_counter_value)->u.big_counter_value = UINT64_MAX;
    application(&binds[9], snmp_ApplicationSyntax_arbitrary_value)->u.arbitrary_value =
        wg_octets_of(float_32, sizeof float_32);
    binds[10].binding.kind = snmp_VarBind_binding_unSpecified;
    binds[11].binding.kind = snmp_VarBind_binding_noSuchObject;
    binds[12].binding.kind = snmp_VarBind_binding_endOfMibView;

    memset(&message, 0, sizeof message);
    message.version = number(1, version);
    message.community = octets("public");
    message.data.kind = snmp_PDUs_response;
    pdu->request_id = 42;
    pdu->error_status = number(snmp_ErrorStatus_noError, status);
    pdu->variable_bindings.items = binds;
    pdu->variable_bindings.count = 13;
    result = snmp_Message_encode_ber(&message, buffer, sizeof buffer, &encoding);
    return send(result, encoding);
}

/* A request of version 3 that nobody signs: how an engine asks another for its name and time. */
static int send_discovery(void)
{
    static uint8_t status[WG_INTEGER_OCTETS], buffer[LARGEST];
    snmp_MessageV3 message;
    snmp_ScopedPDU *const scoped = &message.msgData.u.plaintext;
    wg_octets encoding;
    wg_result result;
    memset(&message, 0, sizeof message);
    message.msgVersion = 3;
    message.msgGlobalData.msgID = 7;
    message.msgGlobalData.msgMaxSize = LARGEST;
    message.msgGlobalData.msgFlags.size = 1;
    message.msgGlobalData.msgFlags.octets[0] = 4;
    message.msgGlobalData.msgSecurityModel = 3;
    message.msgData.kind = snmp_ScopedPduData_plaintext;
    scoped->data.kind = snmp_PDUs_get_request;
    scoped->data.u.get_request.request_id = 7;
    scoped->data.u.get_request.error_status = number(snmp_ErrorStatus_noError, status);
    result = snmp_MessageV3_encode_ber(&message, buffer, sizeof buffer, &encoding);
    return send(result, encoding);
}

int main(int count, char **arguments)
{
    uint8_t message[LARGEST];
    int failed = 0, i;
    for (i = 1; i < count; i++) {
        size_t size = 0;
        unsigned octet;
        for (; size < sizeof message && sscanf(arguments[i] + 2 * size, "%2x", &octet) == 1; size++) {
            message[size] = (uint8_t)octet;
        }
        failed |= show(message, size);
    }
    return count > 1 ? failed : send_response() | send_discovery();
}
