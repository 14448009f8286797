// Values as JSON, as `wireglot decode` prints them: objects in schema order, null for absent values, names for
// enumerations, arrays of names for sets, text for characters (one per byte), hexadecimal digits for data that
// is not text.

#ifndef WIREGLOT_SBE_JSON_HPP
#define WIREGLOT_SBE_JSON_HPP 1

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "view.hpp"

namespace wireglot::sbe {

// Appends JSON to a text.
class JsonText {
    std::string &text_;

    void escaped(std::string_view characters) {
        static constexpr char digits[] = "0123456789abcdef";
        text_ += '"';
        for (const char one : characters) {
            const auto octet = static_cast<unsigned char>(one);
            if (octet == '"' || octet == '\\') {
                text_ += '\\';
                text_ += one;
            } else if (octet < 0x20 || (octet >= 0x7f && octet < 0xa0)) {
                text_ += "\\u00";
                text_ += digits[octet >> 4];
                text_ += digits[octet & 15];
            } else if (octet < 0x80) {
                text_ += one;
            } else { // as UTF-8
                text_ += static_cast<char>(0xc0 | octet >> 6);
                text_ += static_cast<char>(0x80 | (octet & 0x3f));
            }
        }
        text_ += '"';
    }

    void hexadecimal(Octets octets) {
        static constexpr char digits[] = "0123456789abcdef";
        text_ += '"';
        for (const Octet octet : octets) {
            text_ += digits[octet >> 4];
            text_ += digits[octet & 15];
        }
        text_ += '"';
    }

    void decimal(double number) {
        if (std::isnan(number)) {
            text_ += "\"NaN\"";
            return;
        }
        if (std::isinf(number)) {
            text_ += number < 0 ? "\"-Infinity\"" : "\"Infinity\"";
            return;
        }
        char digits[40];
        std::snprintf(digits, sizeof digits, "%.15g", number);
        if (std::strtod(digits, nullptr) != number) std::snprintf(digits, sizeof digits, "%.17g", number);
        for (char *at = digits; *at != 0; ++at) {
            if (*at == ',') *at = '.'; // regardless of the locale
        }
        text_ += digits;
        if (std::strpbrk(digits, ".e") == nullptr) text_ += ".0";
    }

    template <class List> void list(const List &list) {
        text_ += '[';
        bool first = true;
        for (const auto &element : list) {
            if (!first) text_ += ',';
            first = false;
            value(element);
        }
        text_ += ']';
    }

    // The names of the bits that are set, or their numbers if they have none.
    template <class S> void choices(S set) {
        text_ += '[';
        bool first = true;
        auto rest = static_cast<std::uint64_t>(set.bits());
        const std::uint64_t bits = rest;
        for (const Choice &choice : S::choices_()) {
            rest &= ~(std::uint64_t{1} << choice.bit);
            if ((bits >> choice.bit & 1) == 0) continue;
            if (!first) text_ += ',';
            first = false;
            escaped(choice.name);
        }
        for (unsigned bit = 0; rest != 0; ++bit, rest >>= 1) {
            if ((rest & 1) == 0) continue;
            if (!first) text_ += ',';
            first = false;
            text_ += std::to_string(bit);
        }
        text_ += ']';
    }

    template <class View> void object(const View &view) {
        text_ += '{';
        bool first = true;
        visit(view, [this, &first](const Member &member, const auto &member_value) {
            if (!first) text_ += ',';
            first = false;
            escaped(member.name);
            text_ += ':';
            value(member_value);
        });
        text_ += '}';
    }

public:
    explicit JsonText(std::string &text) noexcept : text_(text) {}

    template <class T> void value(const std::optional<T> &maybe) {
        if (maybe) {
            value(*maybe);
        } else {
            text_ += "null";
        }
    }
    template <class E> void value(const FlatGroup<E> &group) {
        if (group.present()) {
            list(group);
        } else {
            text_ += "null";
        }
    }
    template <class Owner, unsigned Index> void value(const Group<Owner, Index> &group) {
        if (group.present()) {
            list(group);
        } else {
            text_ += "null";
        }
    }
    template <class T, std::size_t Size, bool Big> void value(const Array<T, Size, Big> &array) { list(array); }
    void value(std::string_view characters) { escaped(characters); }
    void value(Octets octets) { hexadecimal(octets); }
    void value(char one) { escaped({&one, 1}); }

    template <class T> void value(const T &value) {
        if constexpr (std::is_enum_v<T>) {
            const std::string_view known = name(value);
            if (known.empty()) {
                text_ += std::to_string(static_cast<std::underlying_type_t<T>>(value));
            } else {
                escaped(known);
            }
        } else if constexpr (std::is_floating_point_v<T>) {
            decimal(static_cast<double>(value));
        } else if constexpr (std::is_integral_v<T>) {
            text_ += std::to_string(value);
        } else if constexpr (IsSet<T>::value) {
            choices(value);
        } else {
            object(value);
        }
    }

private:
    template <class T, class = void> struct IsSet : std::false_type {};
    template <class T> struct IsSet<T, std::void_t<decltype(T::choices_())>> : std::true_type {};
};

// The JSON of a message, an entry or a composite.
template <class View> [[nodiscard]] std::string to_json(const View &view) {
    std::string text;
    JsonText(text).value(view);
    return text;
}

} // namespace wireglot::sbe

#endif
