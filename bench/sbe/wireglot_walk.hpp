// Generated views: the same accessors for every order, always checked.

#pragma once

#include "reader.hpp"

#include "study.hpp"

#include <numeric>

namespace views {

template <class Block>
IN_PLACE std::uint64_t fields(const Block& block) {
    std::uint64_t sum = 0;
    sum += block.a();
    sum += block.b();
    sum += block.c();
    sum += block.d();
    sum += block.e();
    return sum;
}

// The octets of data, or how many there are.
template <bool lengths>
IN_PLACE std::uint64_t octets(wireglot::sbe::Octets data) {
    if constexpr (lengths) return data.size();
    return std::accumulate(data.begin(), data.end(), std::uint64_t{});
}

template <bool lengths>
struct Walk {
    IN_PLACE std::uint64_t flat(const study::Study& message) {
        std::uint64_t sum = 0;
        for (const auto entry : message.flat_group()) sum += fields(entry);
        return sum;
    }

    template <class Block>
    IN_PLACE std::uint64_t nested(const Block& block) {
        std::uint64_t sum = 0;
        for (const auto& entry : block.nested_group()) {
            sum += fields(entry);
            sum += octets<lengths>(entry.data());
        }
        return sum;
    }

    IN_PLACE std::uint64_t nested2(const study::Study& message) {
        std::uint64_t sum = 0;
        for (const auto& entry : message.nested_group2()) {
            sum += fields(entry);
            sum += nested(entry);
        }
        return sum;
    }

    // Nothing of a damaged message counts.
    IN_PLACE std::uint64_t sound(const study::Study& message, std::uint64_t sum) { return message.status() ? 0 : sum; }

    static std::uint64_t top_level_fields(const std::uint8_t* at, std::size_t size) {
        const auto made = study::Study::wrap({at, size});
        return made ? fields(*made) : 0;
    }

    static std::uint64_t flat_group(const std::uint8_t* at, std::size_t size) {
        const auto made = study::Study::wrap({at, size});
        const auto& message = *made;
        auto sum = fields(message);
        sum += flat(message);
        return sound(message, sum);
    }

    static std::uint64_t nested_group(const std::uint8_t* at, std::size_t size) {
        const auto made = study::Study::wrap({at, size});
        const auto& message = *made;
        auto sum = fields(message);
        sum += flat(message);
        sum += nested(message);
        return sound(message, sum);
    }

    static std::uint64_t nested_group2(const std::uint8_t* at, std::size_t size) {
        const auto made = study::Study::wrap({at, size});
        const auto& message = *made;
        auto sum = fields(message);
        sum += flat(message);
        sum += nested(message);
        sum += nested2(message);
        return sound(message, sum);
    }

    static std::uint64_t whole_message(const std::uint8_t* at, std::size_t size) {
        const auto made = study::Study::wrap({at, size});
        const auto& message = *made;
        auto sum = fields(message);
        sum += flat(message);
        sum += nested(message);
        sum += nested2(message);
        sum += octets<lengths>(message.data());
        return sound(message, sum);
    }

    IN_PLACE std::uint64_t backwards(const study::Study& message) {
        auto sum = octets<lengths>(message.data());
        sum += nested2(message);
        sum += flat(message);
        sum += nested(message);
        sum += fields(message);
        return sum;
    }

    static std::uint64_t any_order(const std::uint8_t* at, std::size_t size) {
        const auto made = study::Study::wrap({at, size});
        const auto& message = *made;
        std::uint64_t sum = 0;
        for (int time = 0; time < 2; time++) {
            sum += backwards(message);
            asm volatile("" : : : "memory");
        }
        return sound(message, sum);
    }
};

}  // namespace views
