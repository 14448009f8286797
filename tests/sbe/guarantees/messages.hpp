// Shared by the programs in this folder: messages of two schemas, and sums over their contents.

#ifndef MESSAGES_HPP
#define MESSAGES_HPP 1

#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "counted.hpp"
#include "study.hpp"

namespace messages {

namespace wg = wireglot::sbe;
using Octets = std::vector<unsigned char>;
using Random = std::mt19937_64;

inline std::size_t up_to(Random &random, std::size_t most) { return random() % (most + 1); }

inline Octets octets(Random &random, std::size_t most) {
    Octets made(up_to(random, most));
    for (auto &octet : made) octet = static_cast<unsigned char>(random());
    return made;
}

template <class Block> void put(Random &random, Block &block) {
    const auto next = [&random] { return static_cast<std::uint32_t>(random()); };
    block.a(next()).b(next()).c(next()).d(next()).e(next());
}

template <class Owner> void put_nested(Random &random, Owner &owner) {
    auto group = owner.nested_group();
    for (std::size_t left = up_to(random, 3); left > 0; --left) {
        auto entry = group.next();
        put(random, entry);
        entry.data(octets(random, 9));
    }
}

// A message of the benchmark's schema: a flat group, one with data, nested groups, data.
inline Octets study_message(Random &random) {
    Octets out(4096);
    study::Study::Writer writer(out);
    put(random, writer);
    auto flat = writer.flat_group();
    for (std::size_t left = up_to(random, 3); left > 0; --left) {
        auto entry = flat.next();
        put(random, entry);
    }
    put_nested(random, writer);
    auto outer = writer.nested_group2();
    for (std::size_t left = up_to(random, 3); left > 0; --left) {
        auto entry = outer.next();
        put(random, entry);
        put_nested(random, entry);
    }
    writer.data(octets(random, 9));
    const auto size = writer.finish();
    if (!size) std::abort();
    out.resize(*size);
    return out;
}

// A message whose header and dimensions count groups and data, so that newer ones can be skipped.
inline Octets counted_message(Random &random) {
    Octets out(4096);
    counted::Order::Writer writer(out);
    writer.price(static_cast<std::uint16_t>(random()));
    auto legs = writer.legs();
    for (std::size_t left = up_to(random, 3); left > 0; --left) {
        auto leg = legs.next();
        leg.ratio(static_cast<std::uint8_t>(random()));
        leg.note(wg::Octets(octets(random, 9)).text());
    }
    writer.text(wg::Octets(octets(random, 9)).text());
    const auto size = writer.finish();
    if (!size) std::abort();
    out.resize(*size);
    return out;
}

template <class Block> std::uint64_t fields(const Block &block) {
    return std::uint64_t(block.a()) + block.b() + block.c() + block.d() + block.e();
}

inline std::uint64_t sum(wg::Octets data) {
    std::uint64_t sum = data.size();
    for (const unsigned char octet : data) sum += octet;
    return sum;
}
inline std::uint64_t sum(std::string_view text) { return sum(wg::Octets(text)); }

template <class Block> std::uint64_t nested(const Block &block) {
    std::uint64_t all = 0;
    for (const auto &entry : block.nested_group()) all += fields(entry) + sum(entry.data());
    return all;
}

// The parts of a message, in encoding order.
inline std::uint64_t part(const study::Study &view, unsigned which) {
    std::uint64_t all = 0;
    switch (which) {
    case 0: return fields(view);
    case 1:
        for (const auto entry : view.flat_group()) all += fields(entry);
        return all;
    case 2: return nested(view);
    case 3:
        for (const auto &entry : view.nested_group2()) all += fields(entry) + nested(entry);
        return all;
    default: return sum(view.data());
    }
}
inline std::uint64_t part(const counted::Order &view, unsigned which) {
    std::uint64_t all = 0;
    switch (which) {
    case 0: return std::uint64_t(view.price()) + view.size().value_or(0);
    case 1:
        for (const auto &leg : view.legs()) all += leg.ratio() + sum(leg.note());
        return all;
    case 2: return sum(view.text());
    default: return 0;
    }
}

constexpr unsigned parts = 5;

template <class View> std::uint64_t forward(const View &view) {
    std::uint64_t all = 0;
    for (unsigned which = 0; which < parts; ++which) all += part(view, which);
    return all;
}

} // namespace messages

#endif
