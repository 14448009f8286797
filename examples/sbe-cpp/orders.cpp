// Writes an order, reads it in another order, changes it where it stands, and shows it as JSON.
//
//     wireglot gen cpp orders.xml -o generated
//     c++ -std=c++17 -I generated orders.cpp -o orders && ./orders

#include <array>
#include <iostream>

#include "orders.hpp"
#include "orders_values.hpp"
#include "wireglot/sbe/json.hpp"
#include "wireglot/sbe/meaning.hpp"

namespace wg = wireglot::sbe;

int main() {
    std::array<unsigned char, 256> buffer{};

    orders::Order::Writer writer(buffer);
    writer.id(42).symbol("ACME").side(orders::side::buy).size(300);
    writer.flags(orders::flags().test(true));
    writer.price().mantissa(12'345);
    auto parts = writer.parts(2);
    for (const std::uint32_t account : {7u, 8u}) {
        auto part = parts.next();
        part.account(account).size(150);
        part.note(account == 7 ? "first" : "");
    }
    writer.text("thanks");
    const wg::Result<std::size_t> size = writer.finish();
    if (!size) return 1;

    const auto order = orders::Order::wrap({buffer.data(), *size});
    if (!order) return 1;
    std::cout << order->text() << ": " << order->symbol() << " at " << wg::decimal(order->price()).value_or(0) << '\n';
    for (const auto &part : order->parts()) {
        std::cout << part.account() << ' ' << part.size() << ' ' << part.note() << '\n';
        wg::Editing(part, buffer)->size(part.size() + 1);
    }
    if (order->status()) return 1;

    auto values = wg::values(*order);
    values.parts.pop_back();
    std::array<unsigned char, 256> other{};
    const auto shorter = wg::write<orders::Order>(values, other);
    if (!shorter) return 1;

    const auto shown = orders::dispatch(wg::Octets(other.data(), *shorter), [](const auto &view) {
        std::cout << wg::to_json(view) << '\n';
    });
    std::cout << wg::word(shown.error().code) << '\n';
    return shown ? 0 : 1;
}
