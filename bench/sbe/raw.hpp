// By hand: pointers and casts, nothing checked. Strides by what the wire says.

#pragma once

#include "reader.hpp"

#include <cstring>
#include <numeric>

namespace raw {

// Numbers on the wire have no alignment and alias anything.
using u16 = std::uint16_t __attribute__((may_alias, aligned(1)));
using u32 = std::uint32_t __attribute__((may_alias, aligned(1)));

IN_PLACE std::uint16_t get16(const std::uint8_t* at) { return *reinterpret_cast<const u16*>(at); }
IN_PLACE std::uint32_t get32(const std::uint8_t* at) { return *reinterpret_cast<const u32*>(at); }

constexpr std::size_t header_size = 8, dimension_size = 4, length_size = 4;

IN_PLACE std::uint64_t fields(const std::uint8_t* at) {
    std::uint64_t sum = 0;
    sum += get32(at);
    sum += get32(at + 4);
    sum += get32(at + 8);
    sum += get32(at + 12);
    sum += get32(at + 16);
    return sum;
}

// Has a number computed though nobody uses it: where a walk ends, its caller would want to know.
template <class T>
IN_PLACE void keep(T value) {
    asm volatile("" : : "r"(value));
}

// How far a block reaches: as the wire says, or as this version has it.
template <bool constant>
IN_PLACE std::size_t stride(const std::uint8_t* length) {
    if constexpr (constant) return 20;
    return get16(length);
}

// The octets of data, or how many there are.
template <bool lengths>
IN_PLACE std::uint64_t octets(const std::uint8_t* at) {
    const auto length = get32(at);
    if constexpr (lengths) return length;
    at += length_size;
    return std::accumulate(at, at + length, std::uint64_t{});
}

template <bool constant, bool lengths>
struct Walk {
    IN_PLACE std::uint64_t top(const std::uint8_t*& at) {
        const auto length = stride<constant>(at);
        at += header_size;
        const auto sum = fields(at);
        at += length;
        return sum;
    }

    IN_PLACE std::uint64_t flat(const std::uint8_t*& at) {
        std::uint64_t sum = 0;
        const auto length = stride<constant>(at);
        const auto count = get16(at + 2);
        at += dimension_size;
        for (std::uint32_t i = 0; i != count; i++) {
            sum += fields(at);
            at += length;
        }
        return sum;
    }

    IN_PLACE std::uint64_t nested(const std::uint8_t*& at) {
        std::uint64_t sum = 0;
        const auto length = stride<constant>(at);
        const auto count = get16(at + 2);
        at += dimension_size;
        for (std::uint32_t i = 0; i != count; i++) {
            sum += fields(at);
            at += length;
            sum += octets<lengths>(at);
            at += get32(at) + length_size;
        }
        return sum;
    }

    IN_PLACE std::uint64_t nested2(const std::uint8_t*& at) {
        std::uint64_t sum = 0;
        const auto length = stride<constant>(at);
        const auto count = get16(at + 2);
        at += dimension_size;
        for (std::uint32_t i = 0; i != count; i++) {
            sum += fields(at);
            at += length;
            sum += nested(at);
        }
        return sum;
    }

    static std::uint64_t top_level_fields(const std::uint8_t* at, std::size_t) {
        [[maybe_unused]] const auto begin = at;
        const auto sum = top(at);
#ifdef __clang__
        keep(get16(begin));  // the position itself would take three instructions more than the study's 15
#else
        keep(at);
#endif
        return sum;
    }

    static std::uint64_t flat_group(const std::uint8_t* at, std::size_t) {
        auto sum = top(at);
        sum += flat(at);
        keep(at);
        return sum;
    }

    static std::uint64_t nested_group(const std::uint8_t* at, std::size_t) {
        auto sum = top(at);
        sum += flat(at);
        sum += nested(at);
        keep(at);
        return sum;
    }

    static std::uint64_t nested_group2(const std::uint8_t* at, std::size_t) {
        auto sum = top(at);
        sum += flat(at);
        sum += nested(at);
        sum += nested2(at);
        keep(at);
        return sum;
    }

    static std::uint64_t whole_message(const std::uint8_t* at, std::size_t) {
        auto sum = top(at);
        sum += flat(at);
        sum += nested(at);
        sum += nested2(at);
        sum += octets<lengths>(at);
        at += get32(at) + length_size;
        keep(at);
        return sum;
    }

    // The same set, forward: twice.
    static std::uint64_t any_order(const std::uint8_t* at, std::size_t size) {
        std::uint64_t sum = 0;
        for (int time = 0; time < 2; time++) {
            sum += whole_message(at, size);
            asm volatile("" : "+r"(at) : : "memory");
        }
        return sum;
    }
};

}  // namespace raw
