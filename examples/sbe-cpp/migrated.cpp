// What docs/sbe-migration.md names, in a program that runs.
//
//     wireglot gen cpp orders.xml -o generated
//     c++ -std=c++17 -I generated migrated.cpp -o migrated && ./migrated

#include <array>
#include <iostream>

#include "orders.hpp"
#include "orders_values.hpp"
#include "wireglot/sbe/frame.hpp"
#include "wireglot/sbe/json.hpp"
#include "wireglot/sbe/meaning.hpp"

namespace wg = wireglot::sbe;

using orders::Order;

static wg::Result<std::size_t> encode(wg::MutableOctets buffer) {
    Order::Writer writer(buffer);
    writer.id(42);
    writer.symbol("ACME");
    writer.side(orders::side::sell);
    writer.size(std::nullopt);
    writer.flags(orders::flags().test(true).hidden(false));
    writer.price().mantissa(12'345);
    auto parts = writer.parts(2);
    auto part = parts.next();
    part.account(7).size(150);
    part.note("first");
    part = parts.next();
    part.account(8);
    writer.text("thanks");
    return writer.finish();
}

static wg::Error decode(wg::Octets octets) {
    if (const auto length = wg::validate<Order>(octets); !length) return length.error();
    const auto order = Order::wrap(octets);
    if (!order) return order.error();
    std::cout << order->acting_version() << ' ' << order->encoded_length() << '\n';
    std::cout << order->id() << ' ' << order->symbol() << ' ' << order->size().value_or(0) << '\n';
    std::cout << order->size().has_value() << ' ' << wg::name(order->side()) << '\n';
    if (order->side() == orders::side::sell) std::cout << +order->price().exponent() << '\n';
    if (const auto flags = order->flags()) std::cout << flags->test() << ' ' << +flags->bits() << '\n';
    for (const auto &part : order->parts()) std::cout << part.account() << ' ' << part.note() << '\n';
    std::cout << order->parts().size() << ' ' << order->text() << '\n';
    return order->status();
}

// What the schema says, without a message.
static_assert(wg::Facts<Order>::id == 1 && wg::Facts<Order>::block_length == 30);
static_assert(wg::Facts<Order>::Schema::id == 100 && wg::Facts<Order>::Schema::version == 1);
static_assert(wg::member<Order>("flags")->since == 1 && wg::member<Order>("side")->offset == 16);
static_assert(wg::member<Order>("size")->type.is_optional);
static_assert(wg::member<Order>("size")->type.null_value.as<std::uint32_t>() == 0xffffffff);
static_assert(wg::member<Order>("size")->type.max_value.as<std::uint32_t>() == 0xfffffffe);

template <class View> static void describe() {
    for (const wg::Member &member : wg::members<View>()) std::cout << member.id << ' ' << member.name << '\n';
}

static void show(wg::Octets octets) {
    const auto shown = orders::dispatch(octets, [](const auto &view) {
        wg::visit(view, [](const wg::Member &member, const auto &) { std::cout << member.name << ' '; });
        std::cout << '\n' << wg::to_json(view) << '\n';
    });
    std::cout << wg::word(shown.error().code) << '\n';
}

int main() {
    std::array<unsigned char, 256> buffer{};
    const auto size = encode(buffer);
    if (!size) return 1;
    const wg::Octets octets(buffer.data(), *size);
    if (decode(octets)) return 1;
    orders::Messages_::each([](auto of) { describe<typename decltype(of)::View>(); });
    describe<wg::EntryOf<decltype(std::declval<const Order &>().parts())>>();
    show(octets);
    const auto order = Order::wrap(octets);
    wg::Editing(*order, buffer)->size(300).side(orders::side::buy);
    const auto values = wg::values(*order);
    std::cout << values.symbol << ' ' << values.parts.size() << ' ' << wg::decimal(order->price()).value_or(0) << '\n';
    return wg::write<Order>(values, buffer) ? 0 : 1;
}
