// Views: read a message in place.

#ifndef WIREGLOT_SBE_VIEW_HPP
#define WIREGLOT_SBE_VIEW_HPP 1

#include "groups.hpp"

namespace wireglot::sbe {

// The sender's version; those above 32 bits all count as the same.
template <class Prefix> [[nodiscard]] WIREGLOT_SBE_HOT std::uint32_t acting(const Octet *header) noexcept {
    const auto version = Prefix::version(header);
    if constexpr (sizeof version > 4) {
        return version > UINT32_MAX ? UINT32_MAX : static_cast<std::uint32_t>(version);
    } else {
        return static_cast<std::uint32_t>(version);
    }
}

// Whether a header, which must be in the buffer, belongs to a message. If its two ids are adjacent, compilers
// combine the comparisons.
template <class Facts> [[nodiscard]] WIREGLOT_SBE_HOT bool leads(const Octet *at) noexcept {
    using Prefix = typename Facts::Prefix;
    const auto which = Prefix::template_id(at);
    const auto schema = Prefix::schema_id(at);
    if constexpr (sizeof which + sizeof schema <= 8 && sizeof schema < 8) {
        constexpr unsigned bits = 8 * sizeof which;
        return (std::uint64_t(which) | std::uint64_t(schema) << bits) == (Facts::id | Facts::Schema::id << bits);
    } else {
        return which == Facts::id && schema == Facts::Schema::id;
    }
}

// Whether the block of a message has the length that its version needs, and is in the buffer with the prefixes
// after it.
template <class Facts>
[[nodiscard]] WIREGLOT_SBE_HOT bool has_block(const Octet *at, std::size_t size, std::size_t behind) noexcept {
    constexpr std::size_t least = Facts::least(0);
    const std::uint64_t length = Facts::Prefix::block_length(at);
    if constexpr (Facts::least(UINT32_MAX) == least) {
        return length - least <= size - behind - least; // both checks at once, since the minimum is in the buffer
    } else {
        return length >= Facts::least(acting<typename Facts::Prefix>(at)) && length <= size - behind;
    }
}

// Whether a message starts at `at`: its header, block and the prefixes after it, whose minimum size is in the buffer.
template <class Facts>
[[nodiscard]] WIREGLOT_SBE_HOT bool begins(const Octet *at, std::size_t size, std::size_t behind) noexcept {
    using Prefix = typename Facts::Prefix;
    constexpr std::uint64_t least = Facts::least(0);
    if constexpr (Prefix::is_plain && Facts::least(UINT32_MAX) == least && least <= UINT16_MAX &&
                  Facts::id <= UINT16_MAX && Facts::Schema::id <= UINT16_MAX) {
        // Drops the version, which leaves the ids above the length. Subtracting the expected ids and the
        // minimum length gives the block's extra length if both ids are right, and otherwise more than any
        // length.
        constexpr std::uint64_t wanted = Facts::Schema::id << 48 | Facts::id << 32 | least << 16;
        const std::uint64_t room = size - Prefix::size - behind - least;
        const std::uint64_t most = room < UINT16_MAX - least ? room : UINT16_MAX - least;
        return (load<std::uint64_t, false>(at) << 16) - wanted <= most << 16;
    } else {
        return leads<Facts>(at) && has_block<Facts>(at, size - Prefix::size, behind);
    }
}

// The error in a header.
template <class Facts>
[[nodiscard]] WIREGLOT_SBE_COLD Error headed(Octets octets, std::size_t behind) noexcept {
    using Prefix = typename Facts::Prefix;
    const Octet *at = octets.data();
    const std::size_t size = octets.size() < UINT32_MAX ? octets.size() : UINT32_MAX;
    if (size < Prefix::size) return {Code::too_short, static_cast<std::uint32_t>(size)};
    if (Prefix::schema_id(at) != Facts::Schema::id) return {Code::wrong_schema, 0};
    if (Prefix::template_id(at) != Facts::id) return {Code::another_message, 0};
    const std::uint32_t version = acting<Prefix>(at);
    const std::uint64_t length = Prefix::block_length(at);
    if (length < Facts::least(version)) return {Code::short_block, 0};
    const Code counts = more<Facts>(at, version).code;
    if (counts != Code::none) return {counts, 0};
    if (size - Prefix::size < behind || length > size - Prefix::size - behind) {
        return {Code::too_short, static_cast<std::uint32_t>(size)};
    }
    return {};
}

// The view of a message.
template <class Self, unsigned Count> class Message : public Body<Self, Root, Count> {
public:
    // Makes a view of the message at the start of the buffer. Does not look at anything after its block.
    [[nodiscard]] WIREGLOT_SBE_HOT static Result<Self> wrap(Octets octets) noexcept {
        using Facts = typename Self::Facts_;
        constexpr std::size_t header = Facts::Prefix::size;
        constexpr std::size_t behind = rest<Self, 0>;
        Self self;
        const Octet *at = octets.data();
        const std::size_t size = octets.size() < UINT32_MAX ? octets.size() : UINT32_MAX;
        if (WIREGLOT_SBE_RARE(size < header + Facts::least(0) + behind) ||
            WIREGLOT_SBE_RARE(!begins<Facts>(at, size, behind)) || counted<Self>) {
            const Error error = headed<Facts>(octets, behind);
            if (error) {
                self.fault_ = error.code;
                // A zero block and zero prefixes: groups without entries, empty data.
                self.p_ = Zeros<header + Facts::block_length + behind>::octets + header;
                // If compilers knew these contents, they would load the fields of valid messages before this is
                // decided.
                WIREGLOT_SBE_HIDE(self.p_);
                self.block_ = static_cast<std::uint32_t>(Facts::block_length);
                self.end_ = self.p_ + Facts::block_length + behind;
                self.version_ = static_cast<std::uint32_t>(Facts::Schema::version);
                return {self, error};
            }
        }
        self.p_ = at + header;
        self.end_ = at + size;
        self.block_ = static_cast<std::uint32_t>(Facts::Prefix::block_length(at));
        self.version_ = acting<typename Facts::Prefix>(at);
        return self;
    }

    // The first error so far.
    [[nodiscard]] WIREGLOT_SBE_HOT Error status() const noexcept {
        constexpr std::uint32_t header = Self::Facts_::Prefix::size;
        return this->fault_ == Code::none ? Error() : Error{this->fault_, this->fault_at_ + header};
    }

    // The sender's schema version.
    [[nodiscard]] std::uint32_t acting_version() const noexcept { return this->version_; }

    // The length of the message with its header in bytes; reads all of it. 0 if it is invalid.
    [[nodiscard]] std::size_t encoded_length() const noexcept {
        const Octet *end = this->finish_();
        return end == nullptr || this->fault_ != Code::none ? 0 : static_cast<std::size_t>(end - this->p_) + Self::Facts_::Prefix::size;
    }
};

// The member functions of these names, for messages that have fields with the same names.
template <class Self, unsigned Count>
[[nodiscard]] WIREGLOT_SBE_HOT Error status(const Message<Self, Count> &view) noexcept {
    return view.status();
}
template <class Self, unsigned Count> [[nodiscard]] std::uint32_t acting_version(const Message<Self, Count> &view) noexcept {
    return view.acting_version();
}
template <class Self, unsigned Count> [[nodiscard]] std::size_t encoded_length(const Message<Self, Count> &view) noexcept {
    return view.encoded_length();
}
template <class M> [[nodiscard]] Result<M> wrap(Octets octets) noexcept { return M::Message::wrap(octets); }

// The length of a message in bytes, or the first error; reads all of it.
template <class M> [[nodiscard]] Result<std::size_t> validate(Octets octets) noexcept {
    const Result<M> found = M::Message::wrap(octets);
    if (!found) return {0, found.error()};
    const M &view = *found;
    const std::size_t length = view.M::Message::encoded_length();
    return {length, view.M::Message::status()};
}

// The template id of the message at the start of the buffer; UINT64_MAX if there is no header, or one of
// another schema.
template <class Schema> [[nodiscard]] WIREGLOT_SBE_HOT std::uint64_t template_of(Octets octets) noexcept {
    using Header = typename Schema::Header;
    if (octets.size() < Header::size || Header::schema_id(octets.data()) != Schema::id) return UINT64_MAX;
    return Header::template_id(octets.data());
}

// Calls a visitor with a view of a message; returns the first error found until then.
template <class M, class V> [[nodiscard]] WIREGLOT_SBE_HOT Result<void> show(Octets octets, V &visitor) {
    const Result<M> found = M::Message::wrap(octets);
    if (!found) return found.error();
    const M &view = *found;
    visitor(view);
    return view.M::Message::status();
}

// The error when no message matches.
template <class Schema> [[nodiscard]] Error not_shown(Octets octets) noexcept {
    using Header = typename Schema::Header;
    if (octets.size() < Header::size) return {Code::too_short, static_cast<std::uint32_t>(octets.size())};
    if (Header::schema_id(octets.data()) != Schema::id) return {Code::wrong_schema, 0};
    return {Code::unknown_template, 0};
}

// The facts of a schema about a view's message, entry or composite.
template <class View> using Facts = typename View::Facts_;

// The view of a group's entries.
template <class Group> using EntryOf = typename Group::iterator::value_type;

// A list of members in schema order.
struct Members {
    const Member *first;
    std::size_t count;

    [[nodiscard]] constexpr const Member *begin() const noexcept { return first; }
    [[nodiscard]] constexpr const Member *end() const noexcept { return first + count; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return count; }
    [[nodiscard]] constexpr const Member &operator[](std::size_t index) const noexcept { return first[index]; }
};

template <class Facts, class = void> struct MembersOf {
    static constexpr Members all{nullptr, 0};
};
template <class Facts> struct MembersOf<Facts, std::void_t<decltype(Facts::template members<>)>> {
    static constexpr const auto &list = Facts::template members<>;
    static constexpr Members all{list, sizeof list / sizeof *list};
};

// All members of a message, an entry or a composite.
template <class View> [[nodiscard]] constexpr Members members() noexcept { return MembersOf<Facts<View>>::all; }

// The member with a name; null if there is none.
template <class View> [[nodiscard]] constexpr const Member *member(std::string_view name) noexcept {
    for (const Member &member : members<View>()) {
        if (name == member.name) return &member;
    }
    return nullptr;
}

// A view's class as a value.
template <class V> struct Of {
    using View = V;
};

// A list of views. `each` calls a visitor with the class of each: visitor(Of<View>()).
template <class... V> struct Views {
    template <class F> static constexpr void each(F &&visitor) {
        static_cast<void>(visitor);
        (static_cast<void>(visitor(Of<V>())), ...);
    }
};

// Passes values to a visitor with their members, starting from `first`.
template <class V> class Showing {
    V &visitor_;
    const Member *at_;

public:
    Showing(V &visitor, const Member *first) noexcept : visitor_(visitor), at_(first) {}
    template <class T> WIREGLOT_SBE_HOT void operator()(T &&value) { visitor_(*at_++, static_cast<T &&>(value)); }
};

// Calls a visitor with every member in schema order: visitor(member, value).
template <class View, class V> void visit(const View &view, V &&visitor) {
    Showing<V> showing(visitor, members<View>().first);
    View::visit_(view, showing);
}

} // namespace wireglot::sbe

#endif
