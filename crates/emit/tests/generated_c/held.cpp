// What asn1.hpp makes of members whose names are not those of their constants, and of strings with an array.
#include "codec.h"
#include "wireglot/asn1.hpp"

#include <cstdio>

static int wrong = 0;

static void expect(const char *what, bool holds)
{
    if (!holds) {
        std::fprintf(stderr, "%s\n", what);
        wrong = 1;
    }
}

int main()
{
    x_Message inner{}, message{};
    message.kind = x_Message_err;
    x_Message_err_value *const error = WG_HELD(message, x_Message, err);
    expect("an alternative with a type in place", error == &message.u.err);
    expect("another than is held", WG_HELD_AS(message, x_Message_and, and_) == nullptr);
    message.kind = x_Message_and;
    expect("a keyword", WG_HELD_AS(message, x_Message_and, and_) == &message.u.and_);
    message.kind = x_Message_not;
    message.u.not_ = &inner;
    x_Message *const held = WG_HELD_AS(message, x_Message_not, not_);
    expect("by pointer", held == &inner);
    message.kind = x_Message_mode;
    message.u.mode.count = 8;
    const x_Message &constant = message;
    const x_Message_mode_value *const mode = WG_HELD(constant, x_Message, mode);
    expect("bits in an array", mode != nullptr && wireglot::octets(*mode).size() == 1);

    x_Pdu pdu{};
    pdu.box.value.row = x_id_Type_value_small;
    int32_t *const small = WG_HELD_AS(pdu.box.value, x_id_Type_value_small, small);
    expect("a row", small == &pdu.box.value.u.small);
    wg_string *const none = WG_THERE(pdu, name);
    expect("a component that is not there", none == nullptr);
    return wrong;
}
