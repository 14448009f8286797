// Values that own their contents: filled from views, and written back.

#ifndef WIREGLOT_SBE_VALUES_HPP
#define WIREGLOT_SBE_VALUES_HPP 1

#include <array>
#include <string>
#include <vector>

#include "write.hpp"

namespace wireglot::sbe {

// An optional value. The unused parameter makes it dependent, so that compilers instantiate it only where it is used.
template <class Value, class> using Optional = std::optional<Value>;

// Stores the result of an accessor.
template <class Value, class View> void take(Value &value, const View &view) {
    if constexpr (std::is_assignable_v<Value &, const View &>) {
        value = view;
    } else {
        value.from_(view);
    }
}
template <class Value, class View> void take(std::optional<Value> &value, const std::optional<View> &view) {
    if (view) {
        take(value.emplace(), *view);
    } else {
        value.reset();
    }
}
template <class T, std::size_t Size, bool Big> void take(std::array<T, Size> &value, const Array<T, Size, Big> &view) {
    std::size_t index = 0;
    for (const T element : view) value[index++] = element;
}
inline void take(std::vector<Octet> &value, Octets view) { value.assign(view.begin(), view.end()); }
inline void take(std::vector<Octet> &value, const std::optional<Octets> &view) { take(value, view.value_or(Octets())); }
inline void take(std::string &value, const std::optional<std::string_view> &view) {
    value = view.value_or(std::string_view());
}
template <class Value, class E> void take(std::vector<Value> &values, const FlatGroup<E> &group) {
    values.clear();
    values.reserve(group.size());
    for (const E entry : group) values.emplace_back().from_(entry);
}
template <class Value, class Owner, unsigned Index>
void take(std::vector<Value> &values, const Group<Owner, Index> &group) {
    values.clear();
    for (const auto &entry : group) values.emplace_back().from_(entry);
}

// Passes values to their writers.
template <class Value, class Fields> void give(const Value &value, Fields fields) { value.to_(fields); }
template <class Value, class Owner, unsigned Index, unsigned Depth>
void give(const std::vector<Value> &values, GroupWriter<Owner, Index, Depth> group) {
    for (const Value &value : values) {
        auto entry = group.next();
        value.to_(entry);
    }
}

// The values of a message, an entry or a composite. They are meaningless if the message is invalid, so check
// the status of its view afterwards.
template <class View> [[nodiscard]] typename View::Values values(const View &view) {
    typename View::Values values;
    values.from_(view);
    return values;
}

// Writes a message; returns its length in bytes.
template <class Message> [[nodiscard]] Result<std::size_t> write(const typename Message::Values &values, MutableOctets octets) {
    typename Message::Writer writer(octets);
    values.to_(writer);
    return finish(writer);
}

} // namespace wireglot::sbe

#endif
