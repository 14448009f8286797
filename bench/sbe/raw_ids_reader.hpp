// Looks at the template and schema ids of each message before it reads it.

#pragma once

#include "raw.hpp"

struct Reader {
    using Plain = raw::Walk<false, false>;

    static bool is_ours(const std::uint8_t* at) { return raw::get16(at + 2) == 1 && raw::get16(at + 4) == 7; }

    static std::uint64_t top_level_fields(const std::uint8_t* at, std::size_t size) {
        return is_ours(at) ? Plain::top_level_fields(at, size) : 0;
    }
    static std::uint64_t flat_group(const std::uint8_t* at, std::size_t size) {
        return is_ours(at) ? Plain::flat_group(at, size) : 0;
    }
    static std::uint64_t nested_group(const std::uint8_t* at, std::size_t size) {
        return is_ours(at) ? Plain::nested_group(at, size) : 0;
    }
    static std::uint64_t nested_group2(const std::uint8_t* at, std::size_t size) {
        return is_ours(at) ? Plain::nested_group2(at, size) : 0;
    }
    static std::uint64_t whole_message(const std::uint8_t* at, std::size_t size) {
        return is_ours(at) ? Plain::whole_message(at, size) : 0;
    }
};
