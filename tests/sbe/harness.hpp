// Shared by the programs that read vectors: a schema is given as a number, a message as a line of digits.

#ifndef HARNESS_HPP
#define HARNESS_HPP 1

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "wireglot/sbe/json.hpp"
#include "wireglot/sbe/values.hpp"

namespace harness {

namespace wg = wireglot::sbe;

// A buffer of exact size, so that reads past its end are detected.
class Exactly {
    unsigned char *octets_;
    std::size_t size_;

public:
    Exactly(const unsigned char *octets, std::size_t size)
        : octets_(static_cast<unsigned char *>(std::malloc(size + (size == 0 ? 1u : 0u)))), size_(size) {
        if (size > 0) std::memcpy(octets_, octets, size);
    }
    Exactly(const Exactly &) = delete;
    Exactly &operator=(const Exactly &) = delete;
    ~Exactly() { std::free(octets_); }
    const unsigned char *data() const { return octets_; }
    std::size_t size() const { return size_; }
};

struct Outcome {
    wg::Error error;
    std::size_t size = 0;
    std::string text;
    std::string written; // digits of the encoding of its values
};

inline std::string digits(const std::vector<unsigned char> &octets) {
    std::string out;
    for (const unsigned char octet : octets) {
        out += "0123456789abcdef"[octet >> 4];
        out += "0123456789abcdef"[octet & 15];
    }
    return out;
}

// Writes values into a buffer of exactly this size; expects nothing to be written if it is too small.
template <class View> std::string written(const typename View::Values &values, std::size_t size) {
    std::vector<unsigned char> octets(size + 65536);
    const auto all = wg::write<View>(values, octets);
    if (!all) return std::string(wg::word(all.error().code));
    octets.resize(*all);
    std::vector<unsigned char> exact(*all);
    if (!wg::write<View>(values, exact) || exact != octets) return "other octets where room is scarce";
    std::vector<unsigned char> less(*all - 1);
    if (wg::write<View>(values, less).error().code != wg::Code::no_room) return "written without room";
    return digits(octets);
}

// What a view of a message shows, the first time and the second.
template <class View> void shown(const View &view, Outcome &out) {
    static_assert(sizeof(View) <= 64 && std::is_trivially_copyable_v<View>);
    out.text = std::string("{\"") + std::string(wg::Facts<View>::name) + "\":" + wg::to_json(view) + "}";
    out.size = view.View::Message::encoded_length();
    out.error = view.View::Message::status();
    if (out.error) return;
    out.written = written<View>(wg::values(view), out.size);
    if (wg::to_json(view) != wg::to_json(View(view))) out.text = "another text the second time";
}

} // namespace harness

#endif
