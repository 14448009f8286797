// The bindings of an SNMP message, and an answer to it, in C++ over the same generated C.
#include <array>
#include <iostream>
#include <vector>

#include "snmp.h"
#include "snmp_json.h"
#include "snmp_path.h"
#include "wireglot/asn1.hpp"

static std::vector<std::uint8_t> from_hex(const std::string &digits)
{
    std::vector<std::uint8_t> octets;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        octets.push_back(static_cast<std::uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
    }
    return octets;
}

static void show(const snmp_VarBind &bind)
{
    std::cout << wireglot::octets(bind.name).size() << " octets of name, ";
    const snmp_ObjectSyntax *const value = WG_HELD(bind.binding, snmp_VarBind_binding, value);
    if (const auto *simple = value ? WG_HELD(*value, snmp_ObjectSyntax, simple) : nullptr) {
        if (const auto *text = WG_HELD(*simple, snmp_SimpleSyntax, string_value)) {
            std::cout << "\"" << wireglot::text(*text) << "\"\n";
            return;
        }
        if (const auto *number = WG_HELD(*simple, snmp_SimpleSyntax, integer_value)) {
            std::cout << *number << "\n";
            return;
        }
    }
    std::cout << (value ? "another value\n" : "no value\n");
}

/// The same message as a response, each binding with a text.
static wireglot::result<wireglot::bytes> answer(const snmp_Message &asked, wireglot::span<std::uint8_t> buffer)
{
    const snmp_PDU *const request = WG_HELD(asked.data, snmp_PDUs, get_request);
    if (!request) {
        return wireglot::failure({WG_ERROR_UNKNOWN, 0, 0});
    }
    std::array<snmp_VarBind, 4> bindings{};
    std::size_t count = 0;
    for (const snmp_VarBind &bind : wireglot::each(request->variable_bindings)) {
        if (count < bindings.size()) {
            snmp_VarBind &own = bindings[count++];
            own.name = bind.name;
            own.binding.kind = snmp_VarBind_binding_value;
            own.binding.u.value.kind = snmp_ObjectSyntax_simple;
            own.binding.u.value.u.simple.kind = snmp_SimpleSyntax_string_value;
            own.binding.u.value.u.simple.u.string_value = wireglot::slice("Wireglot");
        }
    }
    snmp_Message response = asked;
    response.data.kind = snmp_PDUs_response;
    response.data.u.response = *request;
    response.data.u.response.variable_bindings.items = bindings.data();
    response.data.u.response.variable_bindings.count = count;
    return wireglot::encode<snmp_Message_encode_ber>(response, buffer);
}

int main(int count, char **arguments)
{
    const auto data = from_hex(count > 1 ? arguments[1] : "302602010104067075626c6963a01902012a020100020100300e300c06082b060102010101000500");
    wireglot::fixed_arena<4096> memory;
    std::array<std::uint8_t, 512> buffer;

    const auto message = wireglot::decode<snmp_Message_decode_ber>(data, memory);
    if (!message) {
        std::cout << message.text() << ", in " << wireglot::path<snmp_Message_decode_ber_path>(data, memory) << "\n";
        return 1;
    }
    std::cout << "version " << wireglot::number(message->version).value_or(-1) << ", community "
              << wireglot::text(message->community) << "\n";
    if (const auto *request = WG_HELD(message->data, snmp_PDUs, get_request)) {
        for (const snmp_VarBind &bind : wireglot::each(request->variable_bindings)) {
            show(bind);
        }
    }

    const auto sent = answer(*message, buffer);
    if (!sent) {
        std::cout << "no answer: " << sent.error().words() << "\n";
        return 1;
    }
    std::cout << sent->size() << " octets of answer\n";
    const auto again = sent.and_then([&](wireglot::bytes octets) {
        return wireglot::decode<snmp_Message_decode_ber>(octets, memory);
    });
    std::cout << again.transform([](const snmp_Message &m) {
                     return wireglot::show<snmp_Message_to_json>(m).value_or("no text");
                 }).value_or("no value")
              << "\n";
    return 0;
}
