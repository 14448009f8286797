// Walking: from one group or data field to the next, following their prefixes and checking everything.
//
// Anything of variable length is checked once: a flat group as a whole, other groups entry by entry, and each
// data field. Each check also covers the prefixes of the parts after it, which are then known to be in the
// buffer.

#ifndef WIREGLOT_SBE_WALK_HPP
#define WIREGLOT_SBE_WALK_HPP 1

#include "octets.hpp"

namespace wireglot::sbe {

// The end of the input, and the sender's version.
struct Reach {
    const Octet *end;
    std::uint32_t version;

    [[nodiscard]] WIREGLOT_SBE_HOT std::size_t left(const Octet *at) const noexcept {
        return static_cast<std::size_t>(end - at);
    }
};

// Where the next part starts; or an error and its place.
struct Step {
    const Octet *at;
    Code code;
};

// A group that fits into the buffer, or an error.
struct Opened {
    const Octet *first;
    std::uint32_t count;
    std::uint32_t length; // length of each entry's block in bytes
    Code code;
};

// Maximum number of entries in a group whose entries may take no bytes, since nothing on the wire limits it.
inline constexpr std::uint32_t empty_entries = 65536;

// Zero blocks, for the fields of anything absent.
template <std::size_t Size> struct Zeros {
    static constexpr Octet octets[Size == 0 ? 1 : Size] = {};
};

// The number of groups and data fields that a newer sender wrote beyond those of a body.
struct More {
    std::uint64_t groups;
    std::uint64_t data;
    Code code;
};

template <class Facts> [[nodiscard]] inline More more(const Octet *prefix, std::uint32_t version) noexcept {
    using Prefix = typename Facts::Prefix;
    const bool newer = version > Facts::Schema::version;
    More more{0, 0, Code::none};
    if constexpr (Prefix::has_groups) {
        const std::uint64_t counted = Prefix::groups(prefix), own = Facts::groups(version);
        if (counted != own && !(newer && counted > own)) return {0, 0, Code::wrong_count};
        more.groups = counted - own;
    }
    if constexpr (Prefix::has_data) {
        const std::uint64_t counted = Prefix::data(prefix), own = Facts::data(version);
        if (counted != own && !(newer && counted > own)) return {0, 0, Code::wrong_count};
        more.data = counted - own;
    }
    return more;
}

// Whether `length` bytes from `at` end after a limit, which is not before `at`.
template <class L> [[nodiscard]] WIREGLOT_SBE_HOT bool beyond(const Octet *at, L length, const Octet *limit) noexcept {
    if constexpr (sizeof(L) < sizeof(std::uintptr_t)) {
        // Compares integers, since a pointer must not point there. Addresses are far from the maximum, so the
        // sum does not wrap.
        return reinterpret_cast<std::uintptr_t>(at) + length > reinterpret_cast<std::uintptr_t>(limit);
    } else {
        return static_cast<std::size_t>(limit - at) < length;
    }
}

// Whether `count` blocks take more bytes than are left.
template <class L, class N>
[[nodiscard]] WIREGLOT_SBE_HOT bool exceeds(L length, N count, std::size_t left) noexcept {
    if constexpr (sizeof(L) + sizeof(N) <= 8) {
        return std::uint64_t(length) * std::uint64_t(count) > left;
    } else {
        return length != 0 && count > left / length;
    }
}

// Opens the group at `at`, whose prefix is in the buffer, as are the `rest` bytes of prefixes after the group.
template <class Facts>
[[nodiscard]] WIREGLOT_SBE_HOT Opened open(const Octet *at, Reach reach, std::size_t rest) noexcept {
    using Prefix = typename Facts::Prefix;
    const auto length = Prefix::block_length(at);
    const auto count = Prefix::count(at);
    const Octet *first = at + Prefix::size;
    if (exceeds(length, count, reach.left(first) - rest)) return {at, 0, 0, Code::too_short};
    if (WIREGLOT_SBE_RARE(length < Facts::least(reach.version))) {
        if (count != 0) return {at, 0, 0, Code::short_block};
    }
    if (Facts::least(0) == 0 && length == 0 && count > empty_entries) return {at, 0, 0, Code::empty_entries};
    if constexpr (Prefix::has_groups || Prefix::has_data) {
        if (count != 0 && more<Facts>(at, reach.version).code != Code::none) {
            return {at, 0, 0, Code::wrong_count};
        }
    }
    return {first, static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(length), Code::none};
}

// Skips groups and data of newer versions; their prefixes are the schema's defaults.
template <class Schema> struct Newer {
    // Maximum nesting depth of a newer sender's unknown groups.
    static constexpr unsigned depth = 64;

    [[nodiscard]] static Step groups(const Octet *at, std::uint64_t count, Reach reach, unsigned deep = 0) noexcept {
        for (; count > 0; --count) {
            const Step step = group(at, reach, deep);
            if (step.code != Code::none) return step;
            at = step.at;
        }
        return {at, Code::none};
    }

    [[nodiscard]] static Step data(const Octet *at, std::uint64_t count, Reach reach) noexcept {
        if constexpr (Schema::has_data) {
            using Length = typename Schema::Data;
            for (; count > 0; --count) {
                if (reach.left(at) < Length::size) return {reach.end, Code::too_short};
                const std::uint64_t length = Length::length(at);
                if (reach.left(at) - Length::size < length) return {reach.end, Code::too_short};
                at += Length::size + static_cast<std::size_t>(length);
            }
            return {at, Code::none};
        } else {
            return {at, count == 0 ? Code::none : Code::cannot_skip};
        }
    }

private:
    [[nodiscard]] static Step group(const Octet *at, Reach reach, unsigned deep) noexcept {
        if constexpr (Schema::has_dimension) {
            using Prefix = typename Schema::Dimension;
            if (reach.left(at) < Prefix::size) return {reach.end, Code::too_short};
            const std::uint64_t length = Prefix::block_length(at);
            const std::uint64_t count = Prefix::count(at);
            const std::uint64_t inner = Prefix::groups(at), fields = Prefix::data(at);
            const Octet *next = at + Prefix::size;
            if (exceeds(length, count, reach.left(next))) return {at, Code::too_short};
            if (length == 0 && count > empty_entries) return {at, Code::empty_entries};
            if (inner == 0 && fields == 0) return {next + length * count, Code::none};
            if (deep >= depth) return {at, Code::cannot_skip};
            for (std::uint64_t index = 0; index < count; ++index) {
                if (reach.left(next) < length) return {reach.end, Code::too_short};
                Step step = groups(next + length, inner, reach, deep + 1);
                if (step.code == Code::none) step = data(step.at, fields, reach);
                if (step.code != Code::none) return step;
                next = step.at;
            }
            return {next, Code::none};
        } else {
            return {at, Code::cannot_skip};
        }
    }
};

// The parts after a block: groups with a view for their entries, and data with a length prefix; each with the
// version that added it.
template <class E, std::uint32_t Since = 0> struct Repeated {
    using Entry = E;
    using Prefix = typename E::Facts_::Prefix;
    static constexpr std::uint32_t since = Since;
    static constexpr bool is_group = true;
};
template <class L, std::uint32_t Since = 0> struct Variable {
    using Prefix = L;
    static constexpr std::uint32_t since = Since;
    static constexpr bool is_group = false;
};

// A list of parts in wire order.
template <class... P> struct Parts {
    static constexpr unsigned count = sizeof...(P);
    static constexpr unsigned groups = (0u + ... + (P::is_group ? 1u : 0u));

    // Size in bytes of the prefixes that every version has, from part `index` on.
    static constexpr std::size_t rest(unsigned index) noexcept {
        constexpr std::size_t sizes[] = {(P::since == 0 ? P::Prefix::size : 0)..., 0};
        std::size_t sum = 0;
        for (; index < count; ++index) sum += sizes[index];
        return sum;
    }
};

template <unsigned Index, class List> struct NthOf;
template <unsigned Index, class First, class... Rest>
struct NthOf<Index, Parts<First, Rest...>> : NthOf<Index - 1, Parts<Rest...>> {};
template <class First, class... Rest> struct NthOf<0, Parts<First, Rest...>> {
    using Part = First;
};
template <class Owner, unsigned Index> using Nth = typename NthOf<Index, typename Owner::Parts_>::Part;

// Minimum number of bytes from the start of a part: its prefix and those of all later parts. Checks look this
// far ahead, so that one check per part is enough.
template <class Body, unsigned Index> inline constexpr std::size_t rest = Body::Parts_::rest(Index);

// Whether a body's prefix counts groups or data.
template <class Body>
inline constexpr bool counted = Body::Facts_::Prefix::has_groups || Body::Facts_::Prefix::has_data;

// Whether a body ends with data that all versions have.
template <class Body> [[nodiscard]] constexpr bool ends_with_data() noexcept {
    if constexpr (counted<Body> || Body::Parts_::count == 0) {
        return false;
    } else {
        using Last = Nth<Body, Body::Parts_::count - 1>;
        return !Last::is_group && Last::since == 0;
    }
}

template <class Body, unsigned Index = 0>
[[nodiscard]] Step pass(const Octet *at, const Octet *prefix, Reach reach) noexcept;

// How far ahead a walk prefetches, in bytes: it is a chain of loads, each of which gives the address of the next.
inline constexpr std::size_t ahead = 1024;

// How much of a flat group is prefetched when it is opened, in bytes, since it will be read.
inline constexpr std::size_t near = 256;

// Whether an entry is a block and one data field, whose lengths add up without overflow.
template <class Entry> [[nodiscard]] constexpr bool is_block_with_data() noexcept {
    if constexpr (ends_with_data<Entry>() && Entry::Parts_::count == 1) {
        return sizeof(Nth<Entry, 0>::Prefix::length(nullptr)) < sizeof(std::size_t);
    } else {
        return false;
    }
}

// Skips such entries. Data is usually as long as in the entry before. Assuming so, the processor need not wait
// for one length to find the next.
template <class Entry> [[nodiscard]] inline Step pass_blocks_with_data(const Opened &opened, Reach reach) noexcept {
    using Prefix = typename Nth<Entry, 0>::Prefix;
    const std::size_t least = opened.length + Prefix::size;
    const std::size_t left = reach.left(opened.first);
    if (opened.count == 0) return {opened.first, Code::none};
    if (left < least) return {reach.end, Code::too_short};
    const Octet *lengths = opened.first + opened.length;
    WIREGLOT_SBE_KEEP(lengths); // otherwise the sum is computed again for each entry
    const std::size_t last = left - least; // the last address at which an entry can start
    std::size_t at = 0, step = least, before = 0;
    for (std::uint32_t entries = opened.count; entries > 0; --entries) {
        if (at > last) return {reach.end, Code::too_short};
        WIREGLOT_SBE_AHEAD(lengths + at, ahead);
        const std::size_t length = Prefix::length(lengths + at);
        if (length != before) {
            before = length;
            step = least + length;
            at += least;
            WIREGLOT_SBE_HIDE(before);
            WIREGLOT_SBE_HIDE(step);
            WIREGLOT_SBE_HIDE(at);
            at += length;
        } else {
            at += step;
        }
    }
    if (at > left) return {reach.end, Code::too_short};
    return {opened.first + at, Code::none};
}

// Skips a whole group.
template <class Entry> [[nodiscard]] inline Step pass_group(const Octet *at, Reach reach, std::size_t behind) noexcept {
    const Opened opened = open<typename Entry::Facts_>(at, reach, behind);
    if (opened.code != Code::none) return {opened.first, opened.code};
    if constexpr (Entry::Parts_::count == 0 && !counted<Entry>) {
        return {opened.first + std::size_t(opened.length) * opened.count, Code::none};
    } else {
        const Octet *next = opened.first;
        if constexpr (is_block_with_data<Entry>()) {
            const Step step = pass_blocks_with_data<Entry>(opened, reach);
            if (step.code != Code::none) return step;
            next = step.at;
        } else {
            for (std::uint32_t left = opened.count; left > 0; --left) {
                if (reach.left(next) < opened.length + rest<Entry, 0>) return {reach.end, Code::too_short};
                WIREGLOT_SBE_AHEAD(next, ahead);
                const Step step = pass<Entry>(next + opened.length, at, reach);
                if (step.code != Code::none) return step;
                next = step.at;
            }
        }
        if (behind != 0 && reach.left(next) < behind) return {reach.end, Code::too_short};
        return {next, Code::none};
    }
}

// Returns the length of a data field, whose prefix is in the buffer, and moves `at` to its bytes. Without
// WIREGLOT_SBE_KEEP compilers would compute that address from the block twice. clang needs fewer instructions
// if the length is read first, gcc if it is not.
template <class Prefix> [[nodiscard]] WIREGLOT_SBE_HOT auto enter_data(const Octet *&at) noexcept {
#if defined(__clang__)
    const auto length = Prefix::length(at);
    at += Prefix::size;
    WIREGLOT_SBE_KEEP(at);
    return length;
#else
    at += Prefix::size;
    WIREGLOT_SBE_KEEP(at);
    return Prefix::length(at - Prefix::size);
#endif
}

// Skips a data field, whose prefix is in the buffer.
template <class Prefix>
[[nodiscard]] WIREGLOT_SBE_HOT Step pass_data(const Octet *at, Reach reach, std::size_t behind) noexcept {
    const auto length = Prefix::length(at);
    at += Prefix::size;
    if (beyond(at, length, reach.end - behind)) return {reach.end, Code::too_short};
    return {at + static_cast<std::size_t>(length), Code::none};
}

// Skips what a newer sender added after the known groups or the known data.
template <class Body, unsigned Index>
[[nodiscard]] WIREGLOT_SBE_HOT Step pass_newer(const Octet *at, const Octet *prefix, Reach reach) noexcept {
    if constexpr (counted<Body>) {
        using Schema = typename Body::Facts_::Schema;
        if (reach.version > Schema::version) {
            const More found = more<typename Body::Facts_>(prefix, reach.version);
            Step step{at, Code::none};
            if (Index == Body::Parts_::groups) step = Newer<Schema>::groups(at, found.groups, reach);
            if (Index == Body::Parts_::count && step.code == Code::none) {
                step = Newer<Schema>::data(step.at, found.data, reach);
            }
            if (step.code == Code::none && reach.left(step.at) < rest<Body, Index>) {
                return {reach.end, Code::too_short};
            }
            return step;
        }
    }
    return {at, Code::none};
}

// Whether the prefix of a part is missing; only a part added by a later version needs this check.
template <class Body, unsigned Index>
[[nodiscard]] WIREGLOT_SBE_HOT bool is_cut(const Octet *at, Reach reach) noexcept {
    using Part = Nth<Body, Index>;
    return Part::since != 0 && reach.left(at) < Part::Prefix::size + rest<Body, Index + 1>;
}

// Skips one part.
template <class Body, unsigned Index>
[[nodiscard]] inline Step pass_part(const Octet *at, const Octet *prefix, Reach reach) noexcept {
    using Part = Nth<Body, Index>;
    Step step{at, Code::none};
    if (reach.version >= Part::since) {
        if (is_cut<Body, Index>(at, reach)) return {reach.end, Code::too_short};
        if constexpr (Part::is_group) {
            step = pass_group<typename Part::Entry>(at, reach, rest<Body, Index + 1>);
        } else {
            step = pass_data<typename Part::Prefix>(at, reach, rest<Body, Index + 1>);
        }
        if (step.code != Code::none) return step;
    }
    return pass_newer<Body, Index + 1>(step.at, prefix, reach);
}

// Skips a body's parts from `Index` on.
template <class Body, unsigned Index>
[[nodiscard]] Step pass(const Octet *at, const Octet *prefix, Reach reach) noexcept {
    if constexpr (Index == 0) {
        const Step step = pass_newer<Body, 0>(at, prefix, reach);
        if (step.code != Code::none) return step;
        at = step.at;
    }
    if constexpr (Index < Body::Parts_::count) {
        const Step step = pass_part<Body, Index>(at, prefix, reach);
        if (step.code != Code::none) return step;
        return pass<Body, Index + 1>(step.at, prefix, reach);
    } else {
        return {at, Code::none};
    }
}

} // namespace wireglot::sbe

#endif
