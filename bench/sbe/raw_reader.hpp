#pragma once

#include "raw.hpp"

namespace raw {

IN_PLACE std::uint8_t* put16(std::uint8_t* at, std::size_t number) {
    *reinterpret_cast<u16*>(at) = static_cast<std::uint16_t>(number);
    return at + 2;
}

IN_PLACE std::uint8_t* put32(std::uint8_t* at, std::size_t number) {
    *reinterpret_cast<u32*>(at) = static_cast<std::uint32_t>(number);
    return at + 4;
}

IN_PLACE std::uint8_t* put(std::uint8_t* at, const Level& level) {
    at = put32(at, level.a);
    at = put32(at, level.b);
    at = put32(at, level.c);
    at = put32(at, level.d);
    return put32(at, level.e);
}

IN_PLACE std::uint8_t* put(std::uint8_t* at, const std::vector<std::uint8_t>& data) {
    at = put32(at, data.size());
    if (!data.empty()) std::memcpy(at, data.data(), data.size());
    return at + data.size();
}

IN_PLACE std::uint8_t* put(std::uint8_t* at, const WithData& entry) { return put(put(at, entry.level), entry.data); }

template <class Entry>
IN_PLACE std::uint8_t* put(std::uint8_t* at, const std::vector<Entry>& group);

IN_PLACE std::uint8_t* put(std::uint8_t* at, const WithGroup& entry) {
    return put(put(at, entry.level), entry.nested_group);
}

template <class Entry>
IN_PLACE std::uint8_t* put(std::uint8_t* at, const std::vector<Entry>& group) {
    at = put16(put16(at, 20), group.size());
    for (const auto& entry : group) at = put(at, entry);
    return at;
}

}  // namespace raw

struct Reader : raw::Walk<false, false> {
    static std::size_t encode(const Source& source, std::uint8_t* octets, std::size_t) {
        auto at = octets;
        at = raw::put16(at, 20);
        at = raw::put16(at, 1);
        at = raw::put16(at, 7);
        at = raw::put16(at, 1);
        at = raw::put(at, source.level);
        at = raw::put(at, source.flat_group);
        at = raw::put(at, source.nested_group);
        at = raw::put(at, source.nested_group2);
        at = raw::put(at, source.data);
        return static_cast<std::size_t>(at - octets);
    }
};
