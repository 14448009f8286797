// Bytes, the numbers in them, and errors.

#ifndef WIREGLOT_SBE_OCTETS_HPP
#define WIREGLOT_SBE_OCTETS_HPP 1

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#if __cplusplus >= 202002L
#include <span>
#endif

// Code that every message passes through is inlined regardless of its size, so that checks with a known outcome
// disappear. Other code is kept out of line. When compiling without optimization, you can define
// WIREGLOT_SBE_HOT as `inline` for less code.
#if defined(WIREGLOT_SBE_HOT)
#define WIREGLOT_SBE_COLD
#elif defined(__GNUC__)
#define WIREGLOT_SBE_HOT [[gnu::always_inline]] inline
#define WIREGLOT_SBE_COLD [[gnu::noinline]]
#elif defined(_MSC_VER)
#define WIREGLOT_SBE_HOT __forceinline
#define WIREGLOT_SBE_COLD __declspec(noinline)
#else
#define WIREGLOT_SBE_HOT inline
#define WIREGLOT_SBE_COLD
#endif

// Marks a condition as unlikely.
#if defined(__GNUC__)
#define WIREGLOT_SBE_RARE(...) __builtin_expect(static_cast<bool>(__VA_ARGS__), false)
#else
#define WIREGLOT_SBE_RARE(...) (__VA_ARGS__)
#endif

// Prefetches memory that will be read soon. Any address is safe, since nothing is read.
#if defined(__GNUC__)
#define WIREGLOT_SBE_AHEAD(at, distance)                                                                             \
    __builtin_prefetch(reinterpret_cast<const void *>(reinterpret_cast<std::uintptr_t>(at) + (distance)))
#else
#define WIREGLOT_SBE_AHEAD(at, distance) static_cast<void>(at)
#endif

// Makes compilers compute an integer or pointer once and keep it, by hiding where it came from. If volatile, it
// is also computed exactly here.
#if defined(__GNUC__)
#define WIREGLOT_SBE_KEEP(number) __asm__("" : "+r"(number))
#define WIREGLOT_SBE_HIDE(number) __asm__ volatile("" : "+r"(number))
#else
#define WIREGLOT_SBE_KEEP(number) static_cast<void>(number)
#define WIREGLOT_SBE_HIDE(number) static_cast<void>(number)
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define WIREGLOT_SBE_BIG_ENDIAN 1
#else
#define WIREGLOT_SBE_BIG_ENDIAN 0
#endif

namespace wireglot::sbe {

using Octet = unsigned char;

// Bytes owned by someone else; made from anything with `data()` and `size()` whose elements are bytes.
class Octets {
    const Octet *data_ = nullptr;
    std::size_t size_ = 0;

public:
    constexpr Octets() noexcept = default;
    constexpr Octets(const Octet *data, std::size_t size) noexcept : data_(data), size_(size) {}
    Octets(const void *data, std::size_t size) noexcept
        : data_(static_cast<const Octet *>(data)), size_(size) {}
    template <class C, class = std::enable_if_t<sizeof(*std::declval<const C &>().data()) == 1>>
    Octets(const C &container) noexcept : Octets(static_cast<const void *>(container.data()), container.size()) {}

    [[nodiscard]] constexpr const Octet *data() const noexcept { return data_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] constexpr const Octet *begin() const noexcept { return data_; }
    [[nodiscard]] constexpr const Octet *end() const noexcept { return data_ + size_; }
    constexpr const Octet &operator[](std::size_t index) const noexcept { return data_[index]; }

    // The same bytes as characters.
    [[nodiscard]] std::string_view text() const noexcept {
        return {reinterpret_cast<const char *>(data_), size_};
    }

    friend bool operator==(Octets a, Octets b) noexcept { return a.text() == b.text(); }
    friend bool operator!=(Octets a, Octets b) noexcept { return a.text() != b.text(); }
};

// Error codes.
enum class Code : std::uint8_t {
    none,             // no error
    too_short,        // the buffer ends before a header, block, group or data field does
    wrong_schema,     // the schema id in the header is a different one
    unknown_template, // no message has the template id
    another_message,  // the template id belongs to another message
    short_block,      // a block is shorter than the fields of its version
    wrong_count,      // the number of groups or data fields is wrong for the version
    empty_entries,    // too many entries that take no bytes
    cannot_skip,      // a newer sender's group or data field has an unknown prefix
    no_room,          // the buffer is too small for the message
    wrong_order,      // a group or data field is written out of order
    too_many,         // more entries or bytes than the prefix can count
};

// The name of a code, as the command `wireglot` prints it.
[[nodiscard]] constexpr std::string_view word(Code code) noexcept {
    constexpr std::string_view words[] = {
        "none",          "short",       "wrong_schema",  "unknown_template", "another_message", "short_block",
        "wrong_count",   "empty_entries", "cannot_skip", "no_room",          "wrong_order",     "too_many",
    };
    return words[static_cast<std::size_t>(code)];
}

// An error, and its byte offset from the start of the message; converts to true if there is one.
struct Error {
    Code code = Code::none;
    std::uint32_t offset = 0;

    constexpr explicit operator bool() const noexcept { return code != Code::none; }
};

// A value or an error.
template <class T> class Result {
    T value_;
    Error error_;

public:
    constexpr Result(const T &value) noexcept : value_(value), error_() {}
    constexpr Result(const T &value, Error error) noexcept : value_(value), error_(error) {}

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return !error_; }
    [[nodiscard]] constexpr bool has_value() const noexcept { return !error_; }
    [[nodiscard]] constexpr Error error() const noexcept { return error_; }

    // The value. If there is none: a view whose fields are all zero, without groups or data.
    [[nodiscard]] constexpr const T &value() const & noexcept { return value_; }
    [[nodiscard]] constexpr T value() const && noexcept { return value_; }
    constexpr const T &operator*() const & noexcept { return value_; }
    constexpr T operator*() const && noexcept { return value_; }
    constexpr const T *operator->() const & noexcept { return &value_; }
    const T *operator->() const && = delete; // would point into a destroyed object
};

// Success or an error.
template <> class Result<void> {
    Error error_;

public:
    constexpr Result() noexcept = default;
    constexpr Result(Error error) noexcept : error_(error) {}

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return !error_; }
    [[nodiscard]] constexpr bool has_value() const noexcept { return !error_; }
    [[nodiscard]] constexpr Error error() const noexcept { return error_; }
};

// The unsigned integer type of a size in bytes.
template <std::size_t Size>
using Unsigned = std::conditional_t<
    Size == 1, std::uint8_t,
    std::conditional_t<Size == 2, std::uint16_t, std::conditional_t<Size == 4, std::uint32_t, std::uint64_t>>>;

// Reverses the byte order.
template <class U> [[nodiscard]] constexpr U swapped(U number) noexcept {
    if constexpr (sizeof(U) == 1) {
        return number;
    } else {
#if defined(__GNUC__)
        if constexpr (sizeof(U) == 2) return __builtin_bswap16(number);
        if constexpr (sizeof(U) == 4) return __builtin_bswap32(number);
        if constexpr (sizeof(U) == 8) return __builtin_bswap64(number);
#else
        U out = 0;
        for (std::size_t at = 0; at < sizeof(U); ++at) {
            out = static_cast<U>(static_cast<U>(out << 8) | static_cast<U>(number >> (8 * at) & 0xff));
        }
        return out;
#endif
    }
}

template <class T, bool Big> [[nodiscard]] WIREGLOT_SBE_HOT T load(const Octet *at) noexcept {
    Unsigned<sizeof(T)> raw;
    std::memcpy(&raw, at, sizeof raw);
    if constexpr (Big != (WIREGLOT_SBE_BIG_ENDIAN == 1)) raw = swapped(raw);
    if constexpr (std::is_floating_point_v<T>) {
        T number;
        std::memcpy(&number, &raw, sizeof number);
        return number;
    } else {
        return static_cast<T>(raw);
    }
}

template <class T, bool Big> WIREGLOT_SBE_HOT void store(Octet *at, T number) noexcept {
    Unsigned<sizeof(T)> raw;
    if constexpr (std::is_floating_point_v<T>) {
        std::memcpy(&raw, &number, sizeof raw);
    } else {
        raw = static_cast<Unsigned<sizeof(T)>>(number);
    }
    if constexpr (Big != (WIREGLOT_SBE_BIG_ENDIAN == 1)) raw = swapped(raw);
    std::memcpy(at, &raw, sizeof raw);
}

// Whether a number is the null value; here NaN equals NaN.
template <class T> [[nodiscard]] constexpr bool is_null(T number, T null) noexcept {
    if constexpr (std::is_floating_point_v<T>) {
        return number == null || (number != number && null != null);
    } else {
        return number == null;
    }
}

// A value if `there` is true. Constructed and then reset, because compilers keep both in memory when they
// choose between two optionals.
template <class T> [[nodiscard]] WIREGLOT_SBE_HOT std::optional<T> only_if(bool there, const T &value) noexcept {
    std::optional<T> made(value);
    if (!there) made.reset();
    return made;
}

// Little-endian (le) and big-endian (be) numbers, and the same with a null value.
template <class T> [[nodiscard]] WIREGLOT_SBE_HOT T le(const Octet *at) noexcept { return load<T, false>(at); }
template <class T> [[nodiscard]] WIREGLOT_SBE_HOT T be(const Octet *at) noexcept { return load<T, true>(at); }

template <class T> [[nodiscard]] WIREGLOT_SBE_HOT std::optional<T> le(const Octet *at, T null) noexcept {
    const T number = load<T, false>(at);
    return only_if(!is_null(number, null), number);
}
template <class T> [[nodiscard]] WIREGLOT_SBE_HOT std::optional<T> be(const Octet *at, T null) noexcept {
    const T number = load<T, true>(at);
    return only_if(!is_null(number, null), number);
}

// The same for each type without a template: most fields are read with these, and they compile faster.
WIREGLOT_SBE_HOT char le_char(const Octet *at) noexcept { return load<char, false>(at); }
WIREGLOT_SBE_HOT std::int8_t le_i8(const Octet *at) noexcept { return load<std::int8_t, false>(at); }
WIREGLOT_SBE_HOT std::int16_t le_i16(const Octet *at) noexcept { return load<std::int16_t, false>(at); }
WIREGLOT_SBE_HOT std::int32_t le_i32(const Octet *at) noexcept { return load<std::int32_t, false>(at); }
WIREGLOT_SBE_HOT std::int64_t le_i64(const Octet *at) noexcept { return load<std::int64_t, false>(at); }
WIREGLOT_SBE_HOT std::uint8_t le_u8(const Octet *at) noexcept { return load<std::uint8_t, false>(at); }
WIREGLOT_SBE_HOT std::uint16_t le_u16(const Octet *at) noexcept { return load<std::uint16_t, false>(at); }
WIREGLOT_SBE_HOT std::uint32_t le_u32(const Octet *at) noexcept { return load<std::uint32_t, false>(at); }
WIREGLOT_SBE_HOT std::uint64_t le_u64(const Octet *at) noexcept { return load<std::uint64_t, false>(at); }
WIREGLOT_SBE_HOT float le_f32(const Octet *at) noexcept { return load<float, false>(at); }
WIREGLOT_SBE_HOT double le_f64(const Octet *at) noexcept { return load<double, false>(at); }
WIREGLOT_SBE_HOT char be_char(const Octet *at) noexcept { return load<char, true>(at); }
WIREGLOT_SBE_HOT std::int8_t be_i8(const Octet *at) noexcept { return load<std::int8_t, true>(at); }
WIREGLOT_SBE_HOT std::int16_t be_i16(const Octet *at) noexcept { return load<std::int16_t, true>(at); }
WIREGLOT_SBE_HOT std::int32_t be_i32(const Octet *at) noexcept { return load<std::int32_t, true>(at); }
WIREGLOT_SBE_HOT std::int64_t be_i64(const Octet *at) noexcept { return load<std::int64_t, true>(at); }
WIREGLOT_SBE_HOT std::uint8_t be_u8(const Octet *at) noexcept { return load<std::uint8_t, true>(at); }
WIREGLOT_SBE_HOT std::uint16_t be_u16(const Octet *at) noexcept { return load<std::uint16_t, true>(at); }
WIREGLOT_SBE_HOT std::uint32_t be_u32(const Octet *at) noexcept { return load<std::uint32_t, true>(at); }
WIREGLOT_SBE_HOT std::uint64_t be_u64(const Octet *at) noexcept { return load<std::uint64_t, true>(at); }
WIREGLOT_SBE_HOT float be_f32(const Octet *at) noexcept { return load<float, true>(at); }
WIREGLOT_SBE_HOT double be_f64(const Octet *at) noexcept { return load<double, true>(at); }

// A number, an enumeration or a set that a version added; nothing if the sender's version is older.
template <class T, std::uint32_t Since, bool Big = false>
[[nodiscard]] WIREGLOT_SBE_HOT std::optional<T> later(std::uint32_t version, const Octet *at) noexcept {
    if (version < Since) return std::nullopt;
    if constexpr (std::is_class_v<T>) {
        return T(load<typename T::Bits, Big>(at));
    } else {
        return load<T, Big>(at);
    }
}

template <class T> inline constexpr T nan = std::numeric_limits<T>::quiet_NaN();
template <class T> inline constexpr T infinity = std::numeric_limits<T>::infinity();

#if defined(__GNUC__) && !WIREGLOT_SBE_BIG_ENDIAN
// The index of the first zero byte in a number; its size if there is none.
template <class U> [[nodiscard]] WIREGLOT_SBE_HOT std::size_t first_zero(U number) noexcept {
    const std::uint64_t wide = number; // the bytes above a smaller number are zero
    const std::uint64_t zeros = (wide - 0x0101010101010101u) & ~wide & 0x8080808080808080u;
    return zeros == 0 ? 8 : static_cast<std::size_t>(__builtin_ctzll(zeros)) / 8;
}

// The number of characters before the first NUL, for small sizes known to the compiler: word by word, since a
// call would cost more.
[[nodiscard]] WIREGLOT_SBE_HOT std::size_t few_characters(const Octet *at, std::size_t size) noexcept {
    if (size < 8) {
        std::uint64_t all = 0;
        std::memcpy(&all, at, size & 4);
        std::uint32_t more = 0;
        std::memcpy(&more, at + (size & 4), size & 2);
        if ((size & 1) != 0) more |= std::uint32_t(at[size - 1]) << 8 * (size & 2);
        return first_zero(all | std::uint64_t(more) << 8 * (size & 4));
    }
    for (std::size_t done = 0; done + 8 <= size; done += 8) {
        const std::size_t found = first_zero(load<std::uint64_t, false>(at + done));
        if (found != 8) return done + found;
    }
    if (size % 8 == 0) return size;
    return size - 8 + first_zero(load<std::uint64_t, false>(at + size - 8));
}
#endif

// The characters up to the first NUL, at most `size`.
[[nodiscard]] WIREGLOT_SBE_HOT std::string_view text(const Octet *at, std::size_t size) noexcept {
    const auto *characters = reinterpret_cast<const char *>(at);
#if defined(__GNUC__) && !WIREGLOT_SBE_BIG_ENDIAN
    if (__builtin_constant_p(size) && size <= 32) return {characters, few_characters(at, size)};
#endif
    const void *end = size == 0 ? nullptr : std::memchr(at, 0, size);
    if (end != nullptr) size = static_cast<std::size_t>(static_cast<const Octet *>(end) - at);
    return {characters, size};
}

// The same, where an initial NUL means null.
[[nodiscard]] WIREGLOT_SBE_HOT std::optional<std::string_view> text_or_null(const Octet *at, std::size_t size) noexcept {
    return only_if(size == 0 || *at != 0, text(at, size));
}

// An array of numbers in a block.
template <class T, std::size_t Size, bool Big> class Array {
    const Octet *at_;

public:
    class iterator {
        const Octet *at_ = nullptr;

    public:
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;
        using reference = T;
        using pointer = void;

        iterator() noexcept = default;
        explicit iterator(const Octet *at) noexcept : at_(at) {}
        T operator*() const noexcept { return load<T, Big>(at_); }
        iterator &operator++() noexcept {
            at_ += sizeof(T);
            return *this;
        }
        iterator operator++(int) noexcept {
            iterator before = *this;
            at_ += sizeof(T);
            return before;
        }
        friend bool operator==(iterator a, iterator b) noexcept { return a.at_ == b.at_; }
        friend bool operator!=(iterator a, iterator b) noexcept { return a.at_ != b.at_; }
    };

    explicit Array(const Octet *at) noexcept : at_(at) {}
    [[nodiscard]] static constexpr std::size_t size() noexcept { return Size; }
    // An element; zero if the index is out of range.
    T operator[](std::size_t index) const noexcept {
        return index < Size ? load<T, Big>(at_ + index * sizeof(T)) : T();
    }
    [[nodiscard]] iterator begin() const noexcept { return iterator(at_); }
    [[nodiscard]] iterator end() const noexcept { return iterator(at_ + Size * sizeof(T)); }
    // The bytes as they are on the wire.
    [[nodiscard]] Octets octets() const noexcept { return {at_, Size * sizeof(T)}; }
};

// The bits of a set.
template <class T> class Set {
protected:
    T held_ = 0;

    [[nodiscard]] constexpr bool has_(unsigned bit) const noexcept { return (held_ >> bit & 1) != 0; }
    constexpr void put_(unsigned bit, bool on) noexcept {
        const T mask = static_cast<T>(T(1) << bit);
        held_ = static_cast<T>(on ? held_ | mask : held_ & static_cast<T>(~mask));
    }

public:
    using Bits = T;

    constexpr Set() noexcept = default;
    constexpr explicit Set(T bits) noexcept : held_(bits) {}
    // All bits, including those without a name.
    [[nodiscard]] constexpr T bits() const noexcept { return held_; }
    friend constexpr bool operator==(Set a, Set b) noexcept { return a.held_ == b.held_; }
    friend constexpr bool operator!=(Set a, Set b) noexcept { return a.held_ != b.held_; }
};

// A bit of a set.
struct Choice {
    std::string_view name;
    unsigned bit;
};

// The choices of a set that have names.
template <std::size_t Count> struct Choices {
    Choice choices[Count == 0 ? 1 : Count];

    [[nodiscard]] constexpr const Choice *begin() const noexcept { return choices; }
    [[nodiscard]] constexpr const Choice *end() const noexcept { return choices + Count; }
};

// The name of an enumeration value; empty if it has none.
template <class E> [[nodiscard]] constexpr std::string_view name(E value) noexcept { return wireglot_name(value); }

// The kind of a member.
enum class Kind : std::uint8_t { field, constant, group, data };

// The primitive types.
enum class Primitive : std::uint8_t { none, character, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64 };

// What a field contains.
enum class Form : std::uint8_t { number, enumeration, set, composite };

// A value of a primitive type; a character as its byte.
class Number {
    union {
        std::uint64_t unsigned_;
        std::int64_t signed_;
        double real_;
    };

public:
    constexpr Number() noexcept : unsigned_(0) {}
    constexpr Number(std::int64_t number) noexcept : signed_(number) {}
    constexpr Number(std::uint64_t number) noexcept : unsigned_(number) {}
    constexpr Number(double number) noexcept : real_(number) {}

    // The value as `T`: the type of the field, or an enumeration based on it.
    template <class T> [[nodiscard]] constexpr T as() const noexcept {
        if constexpr (std::is_enum_v<T>) {
            return static_cast<T>(as<std::underlying_type_t<T>>());
        } else if constexpr (std::is_floating_point_v<T>) {
            return static_cast<T>(real_);
        } else if constexpr (std::is_signed_v<T> && !std::is_same_v<T, char>) {
            return static_cast<T>(signed_);
        } else {
            return static_cast<T>(unsigned_);
        }
    }
};

// The type of a field: its primitive type, whether it may be null, its null value, and its range.
struct Type {
    Primitive primitive = Primitive::none; // none in composites
    Form form = Form::composite;
    bool is_optional = false;
    std::uint8_t size = 0; // in bytes
    Number null_value, min_value, max_value;

    [[nodiscard]] constexpr Type optional() const noexcept {
        Type type = *this;
        type.is_optional = true;
        return type;
    }
    [[nodiscard]] constexpr Type of(Form what) const noexcept {
        Type type = *this;
        type.form = what;
        return type;
    }
    [[nodiscard]] constexpr Type enumeration() const noexcept { return of(Form::enumeration); }
    [[nodiscard]] constexpr Type set() const noexcept { return of(Form::set); }
    template <class T> [[nodiscard]] constexpr Type null(T number) const noexcept {
        Type type = *this;
        type.null_value = widened(number);
        return type;
    }
    template <class T> [[nodiscard]] constexpr Type min(T number) const noexcept {
        Type type = *this;
        type.min_value = widened(number);
        return type;
    }
    template <class T> [[nodiscard]] constexpr Type max(T number) const noexcept {
        Type type = *this;
        type.max_value = widened(number);
        return type;
    }

    // The type of a number, with the null value and range from the standard.
    template <class T> [[nodiscard]] static constexpr Type number(Primitive primitive, T null, T min, T max) noexcept {
        return {primitive, Form::number, false, sizeof(T), widened(null), widened(min), widened(max)};
    }

    template <class T> [[nodiscard]] static constexpr Number widened(T number) noexcept {
        if constexpr (std::is_floating_point_v<T>) {
            return static_cast<double>(number);
        } else if constexpr (std::is_signed_v<T> && !std::is_same_v<T, char>) {
            return static_cast<std::int64_t>(number);
        } else {
            return static_cast<std::uint64_t>(number);
        }
    }
};

// The standard types.
template <class T> [[nodiscard]] constexpr Type integer(Primitive primitive) noexcept {
    constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
    if constexpr (std::is_signed_v<T>) {
        return Type::number<T>(primitive, least, least + 1, most);
    } else {
        return Type::number<T>(primitive, most, least, most - 1);
    }
}
template <class T> [[nodiscard]] constexpr Type real(Primitive primitive) noexcept {
    return Type::number<T>(primitive, nan<T>, std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max());
}

inline constexpr Type character = Type::number<char>(Primitive::character, 0, 0x20, 0x7e);
inline constexpr Type i8 = integer<std::int8_t>(Primitive::i8), i16 = integer<std::int16_t>(Primitive::i16);
inline constexpr Type i32 = integer<std::int32_t>(Primitive::i32), i64 = integer<std::int64_t>(Primitive::i64);
inline constexpr Type u8 = integer<std::uint8_t>(Primitive::u8), u16 = integer<std::uint16_t>(Primitive::u16);
inline constexpr Type u32 = integer<std::uint32_t>(Primitive::u32), u64 = integer<std::uint64_t>(Primitive::u64);
inline constexpr Type f32 = real<float>(Primitive::f32), f64 = real<double>(Primitive::f64);

// A member of a message, entry or composite, as described by its schema.
struct Member {
    const char *name;
    std::uint64_t id;
    Kind kind;
    Type type{};
    std::uint32_t offset; // of a field, in its block
    std::uint32_t size;   // of a field; 0 if it is not on the wire
    std::uint32_t count;  // number of elements in a field
    std::uint32_t since;
    std::uint32_t deprecated; // the version that deprecated it; 0 if none did

    constexpr Member(const char *its_name, std::uint64_t its_id, Kind its_kind, std::uint32_t its_offset,
                     std::uint32_t its_size, std::uint32_t brought = 0, std::uint32_t ended = 0) noexcept
        : name(its_name), id(its_id), kind(its_kind), offset(its_offset), size(its_size), count(1), since(brought),
          deprecated(ended) {}
    constexpr Member(const char *its_name, std::uint64_t its_id, Type its_type, std::uint32_t its_offset,
                     std::uint32_t its_count = 1, std::uint32_t brought = 0, std::uint32_t ended = 0) noexcept
        : name(its_name), id(its_id), kind(Kind::field), type(its_type), offset(its_offset),
          size(its_count * its_type.size), count(its_count), since(brought), deprecated(ended) {}
};

} // namespace wireglot::sbe

#endif
