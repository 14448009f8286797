// One reader with its loops: -DREADER='"raw.hpp"' -DNAME=raw.

#include "reader.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string_view>

#define JOINED(a, b) a##_##b
#define NAMED(a, b) JOINED(a, b)
#define QUOTED(a) #a
#define QUOTE(a) QUOTED(a)

// Generated code stands in the name space `study`, whoever generated it and with whatever checks: each
// reader has its own, or the linker would take the functions of one for all.
#define study NAMED(study, NAME)
#define Reader NAMED(Reader, NAME)

#include READER

// The names tell the instructions of each row apart (run_raw_whole_message).
#define ROW(scenario)                                                                                        \
    extern "C" __attribute__((noinline, flatten)) std::uint64_t NAMED(NAMED(run, NAME), scenario)(           \
        const Slot* first, const Slot* last, std::size_t size) {                                             \
        std::uint64_t sum = 0;                                                                               \
        for (; first != last; ++first) sum += Reader::scenario(first->octets, size);                         \
        return sum;                                                                                          \
    }

ROW(top_level_fields)
ROW(flat_group)
ROW(nested_group)
ROW(nested_group2)
ROW(whole_message)

template <class R>
constexpr bool has_any_order = requires { R::any_order(nullptr, std::size_t{}); };
template <class R>
constexpr bool has_encode = requires(const Source& s) { R::encode(s, nullptr, std::size_t{}); };
template <class R>
constexpr bool is_only_lengths = requires { requires R::only_lengths; };
template <class R>
constexpr bool is_only_this_version = requires { requires R::only_this_version; };

template <class R>
struct Optional {
    static std::uint64_t any_order(const std::uint8_t* octets, std::size_t size) {
        if constexpr (has_any_order<R>) return R::any_order(octets, size);
        return 0;
    }
    static std::size_t encode(const Source& source, std::uint8_t* octets, std::size_t size) {
        if constexpr (has_encode<R>) return R::encode(source, octets, size);
        return 0;
    }
};

extern "C" __attribute__((noinline, flatten)) std::uint64_t NAMED(NAMED(run, NAME), any_order)(
    const Slot* first, const Slot* last, std::size_t size) {
    std::uint64_t sum = 0;
    for (; first != last; ++first) sum += Optional<Reader>::any_order(first->octets, size);
    return sum;
}

extern "C" __attribute__((noinline, flatten)) std::uint64_t NAMED(NAMED(run, NAME), encode)(
    const Source* first, const Source* last, Slot* out, std::size_t size) {
    std::uint64_t sum = 0;
    for (; first != last; ++first, ++out) sum += Optional<Reader>::encode(*first, out->octets, size);
    return sum;
}

#define RUN(scenario) NAMED(NAMED(run, NAME), scenario)

extern "C" const Rows NAMED(rows, NAME);
extern "C" const Rows NAMED(rows, NAME) = {
    QUOTE(NAME),
    {RUN(top_level_fields), RUN(flat_group), RUN(nested_group), RUN(nested_group2), RUN(whole_message),
     has_any_order<Reader> ? RUN(any_order) : nullptr},
    has_encode<Reader> ? RUN(encode) : nullptr,
    is_only_lengths<Reader>,
    is_only_this_version<Reader>,
};
