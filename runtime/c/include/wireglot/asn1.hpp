// Generated C of ASN.1 from C++17: the same structs and functions, with spans, string views, and results that
// hold a value or an error. Headers alone; nothing is allocated but by what returns a std::string.
//
//     wireglot::fixed_arena<4096> memory;
//     auto message = wireglot::decode<snmp_Message_decode_ber>(data, memory);
//     if (!message) {
//         std::cerr << message.text() << "\n";
//     } else if (auto *response = WG_HELD(message->data, snmp_PDUs, response)) {
//         for (const snmp_VarBind &bind : wireglot::each(response->variable_bindings)) { ... }
//     }
//
// Views point where C's slices do: into the input or the arena, which must live as long (docs/c.md).
#ifndef WIREGLOT_ASN1_HPP
#define WIREGLOT_ASN1_HPP

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#if __has_include(<span>)
#include <span>
#endif

#include "wireglot/core.h"
#include "wireglot/json.h"
#include "wireglot/path.h"

// A pointer to what a choice holds, if that is this alternative; of an optional component, if it is there; else
// nullptr. `type` is that of the choice, as its constants begin.
#define WG_HELD(choice, type, alternative) WG_HELD_AS(choice, type##_##alternative, alternative)
#define WG_THERE(record, component) ((record).has_##component ? ::wireglot::detail::place((record).component) : nullptr)
// The same of any member of the union of a choice or of an open type, by its constant: where the two have names that
// differ, as `and_` and `Filter_and`, and for rows.
#define WG_HELD_AS(value, constant, member) \
    (::wireglot::detail::chosen(value) == static_cast<unsigned>(constant) ? ::wireglot::detail::place((value).u.member) : nullptr)

namespace wireglot {

#ifdef __cpp_lib_span
template <class T>
using span = std::span<T>;
#else
/// Some of std::span, for compilers without it.
template <class T>
class span {
public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using iterator = T *;

    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N>
    constexpr span(T (&array)[N]) noexcept : data_(array), size_(N) {}
    /// Of whatever has data() and size(): std::vector, std::array, another span.
    template <class R, class = std::enable_if_t<std::is_convertible_v<
                           std::remove_pointer_t<decltype(std::declval<R &>().data())> (*)[], T (*)[]>>>
    constexpr span(R &&range) noexcept : data_(range.data()), size_(range.size())
    {
    }

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr T &operator[](std::size_t i) const noexcept { return data_[i]; }
    constexpr T &front() const noexcept { return data_[0]; }
    constexpr T &back() const noexcept { return data_[size_ - 1]; }
    constexpr span first(std::size_t count) const noexcept { return {data_, count}; }
    constexpr span subspan(std::size_t from) const noexcept { return {data_ + from, size_ - from}; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};
#endif

/// Octets that are read.
using bytes = span<const std::uint8_t>;

// -- results ------------------------------------------------------------------

/// What went wrong, and where.
class failure {
public:
    explicit failure(wg_result how) noexcept : how_(how) {}

    wg_error code() const noexcept { return how_.error; }
    std::size_t octet() const noexcept { return how_.octet; }
    unsigned bit() const noexcept { return how_.bit; }
    /// A few words, without the place.
    std::string_view words() const noexcept { return wg_error_text(how_.error); }

private:
    wg_result how_;
};

/// A value or an error, as std::expected<T, failure> is.
template <class T>
class [[nodiscard]] result {
public:
    using value_type = T;
    using error_type = failure;

    result(T value, std::size_t octets) : value_(std::move(value)), how_{WG_OK, octets, 0} {}
    result(failure error) noexcept : how_{error.code(), error.octet(), error.bit()} {}

    bool has_value() const noexcept { return how_.error == WG_OK; }
    explicit operator bool() const noexcept { return has_value(); }
    /// The value, of a result that has one.
    const T &operator*() const noexcept { return *value_; }
    T &operator*() noexcept { return *value_; }
    const T *operator->() const noexcept { return &*value_; }
    T *operator->() noexcept { return &*value_; }
    template <class U>
    T value_or(U &&other) const
    {
        return has_value() ? *value_ : static_cast<T>(std::forward<U>(other));
    }
    /// What went wrong, of a result that has no value.
    failure error() const noexcept { return failure(how_); }
    /// Octets that were read or written; after an error, where it stands.
    std::size_t octets() const noexcept { return how_.octet; }
    /// The error in words, with its place.
    std::string text() const
    {
        return std::string(error().words()) + " at octet " + std::to_string(how_.octet);
    }

    /// `f` of the value, which gives a result of its own; or the error.
    template <class F>
    auto and_then(F &&f) const -> std::decay_t<decltype(f(std::declval<const T &>()))>
    {
        return has_value() ? f(*value_) : std::decay_t<decltype(f(*value_))>(error());
    }
    /// `f` of the value; or the error.
    template <class F>
    auto transform(F &&f) const -> result<std::decay_t<decltype(f(std::declval<const T &>()))>>
    {
        using R = result<std::decay_t<decltype(f(*value_))>>;
        return has_value() ? R(f(*value_), how_.octet) : R(error());
    }

private:
    std::optional<T> value_;
    wg_result how_;
};

// -- memory -------------------------------------------------------------------

/// Memory for what values hold beside their structs: lists, and strings that do not stand in the input as they are.
class arena {
public:
    explicit arena(span<std::uint8_t> memory) noexcept { wg_arena_init(&arena_, memory.data(), memory.size()); }

    /// Begins anew: values that were decoded before are gone.
    void reset() noexcept { arena_.used = 0; }
    std::size_t used() const noexcept { return arena_.used; }
    std::size_t size() const noexcept { return arena_.size; }
    wg_limits &limits() noexcept { return arena_.limits; }
    wg_arena *get() noexcept { return &arena_; }

private:
    wg_arena arena_;
};

/// An arena with memory of its own.
template <std::size_t Size>
class fixed_arena {
public:
    fixed_arena() noexcept : arena_({memory_, Size}) {}
    fixed_arena(const fixed_arena &) = delete;
    fixed_arena &operator=(const fixed_arena &) = delete;

    operator arena &() noexcept { return arena_; }
    arena *operator->() noexcept { return &arena_; }

private:
    alignas(std::max_align_t) std::uint8_t memory_[Size];
    arena arena_;
};

// -- decoding and encoding ----------------------------------------------------

namespace detail {

template <class F>
struct first_parameter;
template <class R, class T, class... Rest>
struct first_parameter<R (*)(T *, Rest...)> {
    using type = std::remove_const_t<T>;
};
/// The type that a generated function is for.
template <auto Function>
using value_of = typename first_parameter<decltype(Function)>::type;

/// Which member of the union is held: of a choice, or of an open type.
template <class Choice>
auto chosen(const Choice &choice) noexcept -> decltype(choice.kind)
{
    return choice.kind;
}
template <class Open>
auto chosen(const Open &open) noexcept -> decltype(open.row)
{
    return open.row;
}

/// Where a member's value is: the member may be a pointer to it.
template <class T>
auto place(T &member) noexcept
{
    if constexpr (std::is_pointer_v<T>) {
        return member;
    } else {
        return &member;
    }
}

inline void append(void *to, const char *piece, std::size_t size)
{
    static_cast<std::string *>(to)->append(piece, size);
}

} // namespace detail

/// A value by one of the generated decoders: `decode<snmp_Message_decode_ber>(data, memory)`.
template <auto Decode>
result<detail::value_of<Decode>> decode(bytes data, arena &memory)
{
    detail::value_of<Decode> value;
    const wg_result how = Decode(&value, data.data(), data.size(), memory.get());
    if (how.error != WG_OK) {
        return failure(how);
    }
    return {value, how.octet};
}

/// Where in the value octets are wrong, such as `Message.data`: `path<snmp_Message_decode_ber_path>(data, memory)`.
template <auto Decode>
std::string path(bytes data, arena &memory)
{
    detail::value_of<Decode> value;
    wg_path way;
    memory.reset();
    (void)Decode(&value, data.data(), data.size(), memory.get(), &way);
    std::string text(wg_path_text(&way, nullptr, 0) + 1, '\0');
    wg_path_text(&way, text.data(), text.size());
    text.pop_back();
    return text;
}

/// A value's encoding, somewhere inside of the buffer: `encode<snmp_Message_encode_ber>(value, buffer)`.
template <auto Encode>
result<bytes> encode(const detail::value_of<Encode> &value, span<std::uint8_t> buffer)
{
    wg_octets encoding;
    const wg_result how = Encode(&value, buffer.data(), buffer.size(), &encoding);
    if (how.error != WG_OK) {
        return failure(how);
    }
    return {bytes(encoding.data, encoding.size), encoding.size};
}

/// A value's text: `show<snmp_Message_to_json>(value)`; nothing where it has none.
template <auto Show>
std::optional<std::string> show(const detail::value_of<Show> &value)
{
    std::string text;
    wg_json json;
    wg_json_call(&json, detail::append, &text);
    if (Show(&value, &json) != WG_OK) {
        return std::nullopt;
    }
    return text;
}

// -- views of values ----------------------------------------------------------

/// The elements of a list.
template <class List>
auto each(List &list) noexcept -> span<std::remove_reference_t<decltype(list.items[0])>>
{
    return {&list.items[0], list.count};
}
template <class List>
auto each(const List &list) noexcept -> span<const std::remove_reference_t<decltype(list.items[0])>>
{
    return {list.count > 0 ? &list.items[0] : nullptr, list.count};
}

/// The octets of a string, be it a slice or an array in its struct.
inline bytes octets(const wg_octets &string) noexcept { return {string.data, string.size}; }
inline bytes octets(const wg_any &any) noexcept { return {any.data, any.size}; }
inline bytes octets(const wg_bits &bits) noexcept { return {bits.data, bits.count / 8 + (bits.count % 8 != 0)}; }
template <class String>
auto octets(const String &string) noexcept -> decltype(string.octets[0], string.size, bytes())
{
    return {string.octets, string.size};
}
template <class Bits>
auto octets(const Bits &bits) noexcept -> decltype(bits.octets[0], bits.count, bytes())
{
    return {bits.octets, bits.count / 8 + (bits.count % 8 != 0)};
}

/// The same as characters: of strings with an octet a character, and of UTF-8.
template <class String>
std::string_view text(const String &string) noexcept
{
    const bytes all = octets(string);
    return all.empty() ? std::string_view() : std::string_view(reinterpret_cast<const char *>(all.data()), all.size());
}

/// A slice of octets that live elsewhere, for values that are to be encoded.
inline wg_octets slice(bytes data) noexcept { return wg_octets_of(data.data(), data.size()); }
inline wg_octets slice(std::string_view text) noexcept
{
    return wg_octets_of(reinterpret_cast<const std::uint8_t *>(text.data()), text.size());
}

/// An INTEGER without bounds as a number of C++, if that holds it.
template <class N = std::int64_t>
std::optional<N> number(const wg_integer &integer) noexcept
{
    static_assert(std::is_integral_v<N> && sizeof(N) <= 8);
    if constexpr (std::is_signed_v<N>) {
        std::int64_t value;
        if (wg_integer_to_i64(integer, &value) && value >= std::numeric_limits<N>::min() &&
            value <= std::numeric_limits<N>::max()) {
            return static_cast<N>(value);
        }
    } else {
        std::uint64_t value;
        if (wg_integer_to_u64(integer, &value) && value <= std::numeric_limits<N>::max()) {
            return static_cast<N>(value);
        }
    }
    return std::nullopt;
}

/// The octets of a number, which live here: `value.version = one.get()`.
class integer {
public:
    explicit integer(std::int64_t value) noexcept : value_(wg_integer_from_i64(value, octets_)) {}
    integer(const integer &) = delete;
    integer &operator=(const integer &) = delete;
    wg_integer get() const noexcept { return value_; }

private:
    std::uint8_t octets_[WG_INTEGER_OCTETS];
    wg_integer value_;
};

} // namespace wireglot

#endif
