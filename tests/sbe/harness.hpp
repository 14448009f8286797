// What the programs that read vectors share: a schema is a number, a message a line of digits.

#ifndef HARNESS_HPP
#define HARNESS_HPP 1

#include <cstdlib>
#include <cstring>
#include <string>

#include "wireglot/sbe/json.hpp"
#include "wireglot/sbe/view.hpp"

namespace harness {

namespace wg = wireglot::sbe;

// Octets where nothing may be read behind them.
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
};

// What a view of a message shows, the first time and the second.
template <class View> void shown(const View &view, Outcome &out) {
    static_assert(sizeof(View) <= 64 && std::is_trivially_copyable_v<View>);
    out.text = std::string("{\"") + std::string(wg::Facts<View>::name) + "\":" + wg::to_json(view) + "}";
    out.size = view.View::Message::encoded_length();
    out.error = view.View::Message::status();
    if (out.error) return;
    if (wg::to_json(view) != wg::to_json(View(view))) out.text = "another text the second time";
}

} // namespace harness

#endif
