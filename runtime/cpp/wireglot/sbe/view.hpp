// Views: what is in a message, read where it stands.
//
// A view holds where its block is and, as they become known, the ends of the groups and data behind
// it. Whatever is of variable length is checked once, when it is first reached: a whole flat group at
// a time, an entry of other groups at a time, and each data. Behind that, fields are plain loads.
//
// Damage is kept by the view of the message: the parts that it hits, and all behind them, are empty.

#ifndef WIREGLOT_SBE_VIEW_HPP
#define WIREGLOT_SBE_VIEW_HPP 1

#include "octets.hpp"

namespace wireglot::sbe {

// How far octets go, and the version of their sender.
struct Reach {
    const Octet *end;
    std::uint32_t version;

    [[nodiscard]] WIREGLOT_SBE_HOT std::size_t left(const Octet *at) const noexcept {
        return static_cast<std::size_t>(end - at);
    }
};

// Where the next part begins; or what is wrong, and where.
struct Step {
    const Octet *at;
    Code code;
};

// A group whose octets are there, or what is wrong.
struct Opened {
    const Octet *first;
    std::uint32_t count;
    std::uint32_t length; // octets of the block of each entry
    Code code;
};

// Entries of a group that may take no octets at all: nothing on the wire bounds their number.
inline constexpr std::uint32_t empty_entries = 65536;

// Blocks of zeros, for fields of what is not there.
template <std::size_t Size> struct Zeros {
    static constexpr Octet octets[Size == 0 ? 1 : Size] = {};
};

// Groups and data that a newer sender wrote behind those that a body has.
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

// Whether what begins there and is so long ends behind a limit, which is not before its begin.
template <class L> [[nodiscard]] WIREGLOT_SBE_HOT bool beyond(const Octet *at, L length, const Octet *limit) noexcept {
    if constexpr (sizeof(L) < sizeof(std::uintptr_t)) {
        // Addresses of octets are far from the greatest number: the sum is right.
        return reinterpret_cast<std::uintptr_t>(at) + length > reinterpret_cast<std::uintptr_t>(limit);
    } else {
        return static_cast<std::size_t>(limit - at) < length;
    }
}

// Whether so many blocks are more than the octets that are left.
template <class L, class N>
[[nodiscard]] WIREGLOT_SBE_HOT bool exceeds(L length, N count, std::size_t left) noexcept {
    if constexpr (sizeof(L) + sizeof(N) <= 8) {
        return std::uint64_t(length) * std::uint64_t(count) > left;
    } else {
        return length != 0 && count > left / length;
    }
}

// Opens the group that begins there, its prefix being there and so many octets behind that, which are
// those of other prefixes.
template <class Facts>
[[nodiscard]] WIREGLOT_SBE_HOT Opened open(const Octet *at, Reach reach, std::size_t rest) noexcept {
    using Prefix = typename Facts::Prefix;
    const auto length = Prefix::block_length(at);
    const auto count = Prefix::count(at);
    const Octet *first = at + Prefix::size;
    if (exceeds(length, count, reach.left(first) - rest)) return {at, 0, 0, Code::too_short};
    if (length < Facts::least(reach.version) && count != 0) return {at, 0, 0, Code::short_block};
    if (Facts::least(0) == 0 && length == 0 && count > empty_entries) return {at, 0, 0, Code::empty_entries};
    if constexpr (Prefix::has_groups || Prefix::has_data) {
        if (count != 0 && more<Facts>(at, reach.version).code != Code::none) {
            return {at, 0, 0, Code::wrong_count};
        }
    }
    return {first, static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(length), Code::none};
}

// Passes groups and data of newer versions, which are led as the schema's own prefixes say.
template <class Schema> struct Newer {
    // Groups of newer senders that may stand in each other.
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

// What stands behind a block: groups of an entry view, and data led by a length; each since a version.
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

// Some of them, in the order of the wire.
template <class... P> struct Parts {
    static constexpr unsigned count = sizeof...(P);
    static constexpr unsigned groups = (0u + ... + (P::is_group ? 1u : 0u));

    // Octets that the prefixes of the parts from one on take in every version.
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

// Octets that are there where a part begins, whatever they say: those of its prefix and of all behind it.
// Each check looks so far ahead, so that one is enough for a part.
template <class Body, unsigned Index> inline constexpr std::size_t rest = Body::Parts_::rest(Index);

// Whether the prefix of a body counts its groups or data.
template <class Body>
inline constexpr bool counted = Body::Facts_::Prefix::has_groups || Body::Facts_::Prefix::has_data;

template <class Body, unsigned Index = 0>
[[nodiscard]] Step pass(const Octet *at, const Octet *prefix, Reach reach) noexcept;

// Passes a whole group.
template <class Entry> [[nodiscard]] inline Step pass_group(const Octet *at, Reach reach, std::size_t behind) noexcept {
    const Opened opened = open<typename Entry::Facts_>(at, reach, behind);
    if (opened.code != Code::none) return {opened.first, opened.code};
    if constexpr (Entry::Parts_::count == 0 && !counted<Entry>) {
        return {opened.first + std::size_t(opened.length) * opened.count, Code::none};
    } else {
        const Octet *next = opened.first;
        for (std::uint32_t left = opened.count; left > 0; --left) {
            if (reach.left(next) < opened.length + rest<Entry, 0>) return {reach.end, Code::too_short};
            const Step step = pass<Entry>(next + opened.length, at, reach);
            if (step.code != Code::none) return step;
            next = step.at;
        }
        if (behind != 0 && reach.left(next) < behind) return {reach.end, Code::too_short};
        return {next, Code::none};
    }
}

// Passes data whose prefix is there.
template <class Prefix>
[[nodiscard]] WIREGLOT_SBE_HOT Step pass_data(const Octet *at, Reach reach, std::size_t behind) noexcept {
    const auto length = Prefix::length(at);
    at += Prefix::size;
    if (beyond(at, length, reach.end - behind)) return {reach.end, Code::too_short};
    return {at + static_cast<std::size_t>(length), Code::none};
}

// Passes what a newer sender wrote between the known groups and data, and behind the data.
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

// Whether the prefix of a part is not there: one that came later is looked for.
template <class Body, unsigned Index>
[[nodiscard]] WIREGLOT_SBE_HOT bool is_cut(const Octet *at, Reach reach) noexcept {
    using Part = Nth<Body, Index>;
    return Part::since != 0 && reach.left(at) < Part::Prefix::size + rest<Body, Index + 1>;
}

// Passes one part.
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

// Passes a body's parts from one on.
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

// The view of a message as far as all messages have it.
class Root {
protected:
    const Octet *p_ = nullptr;   // the block
    const Octet *end_ = nullptr; // the end of the input
    std::uint32_t block_ = 0;    // octets of the block, as the sender has it
    std::uint32_t version_ = 0;
    mutable std::uint32_t fault_at_ = 0;
    mutable Code fault_ = Code::none;
    mutable std::uint8_t known_ = 0; // parts whose end is known

    template <class, class, unsigned> friend class Body;
    template <class, unsigned> friend class Group;
    template <class> friend class Editing;
    friend class Inner;

    [[nodiscard]] WIREGLOT_SBE_HOT const Root &root_of_() const noexcept { return *this; }
    [[nodiscard]] WIREGLOT_SBE_HOT Reach reach_() const noexcept { return {end_, version_}; }
    [[nodiscard]] WIREGLOT_SBE_HOT std::uint32_t acting_() const noexcept { return version_; }
    [[nodiscard]] WIREGLOT_SBE_HOT bool there_(std::uint32_t since) const noexcept { return version_ >= since; }

    // Keeps the first fault.
    WIREGLOT_SBE_HOT void fail_(Code code, const Octet *at) const noexcept {
        if (fault_ != Code::none) return;
        fault_ = code;
        fault_at_ = static_cast<std::uint32_t>(at - p_);
    }
};

// The view of an entry as far as all entries with parts have it.
class Inner {
protected:
    const Octet *p_ = nullptr;
    const Octet *end_ = nullptr;
    const Root *root_ = nullptr;
    std::uint32_t block_ = 0;
    std::uint32_t prefix_ = 0; // where the group's dimension is, from the message's block
    mutable std::uint8_t known_ = 0;

    template <class, class, unsigned> friend class Body;
    template <class, unsigned> friend class Group;
    template <class> friend class Editing;

    [[nodiscard]] WIREGLOT_SBE_HOT const Root &root_of_() const noexcept { return *root_; }
    [[nodiscard]] WIREGLOT_SBE_HOT Reach reach_() const noexcept { return {end_, root_->version_}; }
    [[nodiscard]] WIREGLOT_SBE_HOT std::uint32_t acting_() const noexcept { return root_->version_; }
    [[nodiscard]] WIREGLOT_SBE_HOT bool there_(std::uint32_t since) const noexcept { return root_->there_(since); }
    WIREGLOT_SBE_HOT void fail_(Code code, const Octet *at) const noexcept { root_->fail_(code, at); }
};

template <class Owner, unsigned Index> class Group;
template <class E> class FlatGroup;

// A block with parts behind it, of which it knows the ends of the first `known_`.
template <class Self, class Base, unsigned Count> class Body : public Base {
    // A view is of 64 octets at most: of many parts, only the ends of the first and of the last known are kept.
    static constexpr unsigned most = std::is_same_v<Base, Root> ? 6 : 5;
    static constexpr unsigned places = Count < 2 ? 1 : Count - 1 < most ? Count - 1 : most;

    mutable const Octet *next_ = nullptr;       // where the last known part ends
    mutable std::uint32_t ends_[places] = {};   // where those before it do, from the block on

    struct Walked {
        const Octet *next;
        std::uint32_t ends[places];
        unsigned known;
        Step step;
    };

    // Passes parts until one begins, and tells the ends of those before it.
    template <unsigned Index = 0>
    static void walk(Walked &walked, unsigned wanted, const Octet *p, const Octet *prefix, Reach reach) noexcept {
        if constexpr (Index < Count) {
            if (Index >= wanted) return;
            if (Index >= walked.known) {
                walked.step = pass_part<Self, Index>(walked.step.at, prefix, reach);
                if (walked.step.code != Code::none) return;
                walked.next = walked.step.at;
                if constexpr (Index < places) {
                    walked.ends[Index] = static_cast<std::uint32_t>(walked.step.at - p);
                }
                walked.known = Index + 1;
            }
            walk<Index + 1>(walked, wanted, p, prefix, reach);
        }
    }

    WIREGLOT_SBE_COLD static Walked walked(Walked walked, unsigned wanted, const Octet *p, std::uint32_t block,
                                           const Octet *prefix, Reach reach) noexcept {
        // The end that is wanted is between those that are kept.
        if (walked.known > wanted && wanted != 0) {
            walked.known = places;
            walked.next = p + walked.ends[places - 1];
        }
        if (walked.known == 0 || wanted == 0) {
            walked.step = pass_newer<Self, 0>(p + block, prefix, reach);
            if (walked.step.code != Code::none) return walked;
        } else {
            walked.step = {walked.next, Code::none};
        }
        walk(walked, wanted, p, prefix, reach);
        return walked;
    }

    template <unsigned Index> WIREGLOT_SBE_HOT void keep(const Octet *end) const noexcept {
        next_ = end;
        if constexpr (Index < places) ends_[Index] = static_cast<std::uint32_t>(end - this->p_);
        this->known_ = static_cast<std::uint8_t>(Index + 1);
    }

    // Keeps that nothing behind a part can be reached.
    template <unsigned Index> WIREGLOT_SBE_HOT void lose(Code code, const Octet *at) const noexcept {
        this->fail_(code, at);
        if (this->known_ > Index) return;
        next_ = nullptr;
        this->known_ = static_cast<std::uint8_t>(Index + 1);
    }

protected:
    template <class, unsigned> friend class Group;

    // Where what counts the parts of this body begins.
    [[nodiscard]] WIREGLOT_SBE_HOT const Octet *prefix_of_() const noexcept {
        if constexpr (std::is_same_v<Base, Root>) {
            return this->p_ - Self::Facts_::Prefix::size;
        } else {
            return this->root_->p_ + this->prefix_;
        }
    }

    // Where a part begins, the end being the one behind the last; null if it cannot be reached.
    template <unsigned Index> [[nodiscard]] WIREGLOT_SBE_HOT const Octet *start_() const noexcept {
        if constexpr (Index == 0 && !counted<Self>) {
            return this->p_ + this->block_;
        } else {
            // Only what is newer stands between a block and what is known of it.
            if (Index == 0 && !this->there_(std::uint32_t(Self::Facts_::Schema::version) + 1)) {
                return this->p_ + this->block_;
            }
            if (Index != 0 && this->known_ == Index) return next_;
            if constexpr (Index != 0 && Index <= places) {
                if (this->known_ > Index) return this->p_ + ends_[Index - 1];
            }
            if (this->root_of_().fault_ != Code::none) return nullptr;
            Walked before{};
            before.next = next_;
            for (unsigned part = 0; part < places; ++part) before.ends[part] = ends_[part];
            before.known = this->known_;
            const Walked after = walked(before, Index, this->p_, this->block_, prefix_of_(), this->reach_());
            next_ = after.next;
            for (unsigned part = 0; part < places; ++part) ends_[part] = after.ends[part];
            this->known_ = static_cast<std::uint8_t>(after.known);
            if (after.step.code == Code::none) return after.step.at;
            this->fail_(after.step.code, after.step.at);
            return nullptr;
        }
    }

    // Where the body ends; null if that cannot be reached.
    [[nodiscard]] WIREGLOT_SBE_HOT const Octet *finish_() const noexcept { return start_<Count>(); }

    // Keeps where a part was found to end.
    template <unsigned Index> WIREGLOT_SBE_HOT void ended_(const Octet *end) const noexcept {
        if (this->known_ > Index) return;
        if constexpr (counted<Self>) {
            const Step step = pass_newer<Self, Index + 1>(end, prefix_of_(), this->reach_());
            if (step.code != Code::none) return lose<Index>(step.code, step.at);
            end = step.at;
        }
        keep<Index>(end);
    }

    // Keeps where a group was found to end, after its last entry.
    template <unsigned Index> WIREGLOT_SBE_HOT void passed_(const Octet *end) const noexcept {
        const Reach reach = this->reach_();
        if (rest<Self, Index + 1> != 0 && reach.left(end) < rest<Self, Index + 1>) {
            return lose<Index>(Code::too_short, reach.end);
        }
        ended_<Index>(end);
    }

    // Whether the octets that are there where a part begins are; damage if not.
    template <unsigned Index> [[nodiscard]] WIREGLOT_SBE_HOT bool is_whole_(const Octet *at) const noexcept {
        const Reach reach = this->reach_();
        if (!is_cut<Self, Index>(at, reach)) return true;
        lose<Index>(Code::too_short, reach.end);
        return false;
    }

    // Opens a group that the sender's version has; one without entries if it is damaged.
    template <unsigned Index> [[nodiscard]] WIREGLOT_SBE_HOT Opened opened_(const Octet *at) const noexcept {
        using Entry = typename Nth<Self, Index>::Entry;
        if (at == nullptr || !is_whole_<Index>(at)) return {nullptr, 0, 0, Code::too_short};
        Opened opened = open<typename Entry::Facts_>(at, this->reach_(), rest<Self, Index + 1>);
        if (opened.code != Code::none) {
            lose<Index>(opened.code, opened.first);
            opened.count = 0;
        }
        return opened;
    }

    template <unsigned Index, class Entry> [[nodiscard]] WIREGLOT_SBE_HOT FlatGroup<Entry> flat_() const noexcept {
        constexpr std::uint32_t since = Nth<Self, Index>::since;
        if (since > 0 && !this->there_(since)) return FlatGroup<Entry>();
        const Opened opened = opened_<Index>(start_<Index>());
        if (opened.code == Code::none) ended_<Index>(opened.first + std::size_t(opened.length) * opened.count);
        return FlatGroup<Entry>(opened, this->acting_());
    }

    template <unsigned Index> [[nodiscard]] WIREGLOT_SBE_HOT Group<Self, Index> group_() const noexcept {
        constexpr std::uint32_t since = Nth<Self, Index>::since;
        if (since > 0 && !this->there_(since)) return Group<Self, Index>();
        const Octet *at = start_<Index>();
        const Opened opened = opened_<Index>(at);
        if (opened.code == Code::none && opened.count == 0) ended_<Index>(opened.first);
        return Group<Self, Index>(static_cast<const Self &>(*this), opened, at);
    }

    template <unsigned Index> [[nodiscard]] WIREGLOT_SBE_HOT Octets data_() const noexcept {
        using Prefix = typename Nth<Self, Index>::Prefix;
        const Octet *at = start_<Index>();
        if (at == nullptr || !is_whole_<Index>(at)) return {};
        const Step step = pass_data<Prefix>(at, this->reach_(), rest<Self, Index + 1>);
        if (step.code != Code::none) {
            lose<Index>(step.code, step.at);
            return {};
        }
        ended_<Index>(step.at);
        return {at + Prefix::size, static_cast<std::size_t>(Prefix::length(at))};
    }
};

// The view of an entry with parts.
template <class Self, unsigned Count> class Entry : public Body<Self, Inner, Count> {
public:
    static constexpr bool is_flat_ = false;
};

// The view of an entry, a block alone.
class FlatEntry {
protected:
    const Octet *p_ = nullptr;
    std::uint32_t version_ = 0;

    template <class> friend class FlatGroup;
    template <class> friend class Editing;

    WIREGLOT_SBE_HOT FlatEntry(const Octet *p, std::uint32_t version) noexcept : p_(p), version_(version) {}
    [[nodiscard]] WIREGLOT_SBE_HOT std::uint32_t acting_() const noexcept { return version_; }
    [[nodiscard]] WIREGLOT_SBE_HOT bool there_(std::uint32_t since) const noexcept { return version_ >= since; }

public:
    static constexpr bool is_flat_ = true;
};

// A composite in a block.
class Composite {
protected:
    const Octet *p_ = nullptr;
    std::uint32_t version_ = 0;

    [[nodiscard]] WIREGLOT_SBE_HOT std::uint32_t acting_() const noexcept { return version_; }
    [[nodiscard]] WIREGLOT_SBE_HOT bool there_(std::uint32_t since) const noexcept { return version_ >= since; }

public:
    // For views: the octets must be there.
    WIREGLOT_SBE_HOT Composite(const Octet *p, std::uint32_t version) noexcept : p_(p), version_(version) {}
};

// The entries of a group without groups and data: all are there, each at its place.
template <class E> class FlatGroup {
    const Octet *first_ = nullptr;
    std::uint32_t count_ = 0;
    std::uint32_t length_ = 0;
    std::uint32_t version_ = 0;
    bool present_ = false;

public:
    FlatGroup() noexcept = default;
    WIREGLOT_SBE_HOT FlatGroup(const Opened &opened, std::uint32_t version) noexcept
        : first_(opened.first), count_(opened.count), length_(opened.length), version_(version), present_(true) {}

    class iterator {
        const Octet *at_ = nullptr;
        std::uint32_t left_ = 0; // counts where entries may take no octets
        std::uint32_t length_ = 0;
        std::uint32_t version_ = 0;

        // Entries of no octets stand all at one place.
        static constexpr bool counts = E::Facts_::least(0) == 0;

    public:
        using value_type = E;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::random_access_iterator_tag;
        using reference = E;
        struct pointer {
            E entry;
            const E *operator->() const noexcept { return &entry; }
        };

        iterator() noexcept = default;
        WIREGLOT_SBE_HOT iterator(const Octet *at, std::uint32_t left, std::uint32_t length, std::uint32_t version) noexcept
            : at_(at), left_(left), length_(length), version_(version) {}

        WIREGLOT_SBE_HOT E operator*() const noexcept { return E(at_, version_); }
        pointer operator->() const noexcept { return {**this}; }
        E operator[](difference_type n) const noexcept { return *(*this + n); }
        WIREGLOT_SBE_HOT iterator &operator++() noexcept {
            at_ += length_;
            if constexpr (counts) --left_;
            return *this;
        }
        iterator &operator--() noexcept { return *this -= 1; }
        iterator operator++(int) noexcept {
            iterator before = *this;
            ++*this;
            return before;
        }
        iterator operator--(int) noexcept {
            iterator before = *this;
            --*this;
            return before;
        }
        iterator &operator+=(difference_type n) noexcept {
            at_ += n * static_cast<difference_type>(length_);
            if constexpr (counts) left_ -= static_cast<std::uint32_t>(n);
            return *this;
        }
        iterator &operator-=(difference_type n) noexcept { return *this += -n; }
        friend iterator operator+(iterator a, difference_type n) noexcept { return a += n; }
        friend iterator operator+(difference_type n, iterator a) noexcept { return a += n; }
        friend iterator operator-(iterator a, difference_type n) noexcept { return a -= n; }
        friend difference_type operator-(iterator a, iterator b) noexcept {
            if constexpr (counts) {
                return static_cast<difference_type>(b.left_) - static_cast<difference_type>(a.left_);
            } else {
                return a.length_ == 0 ? 0 : (a.at_ - b.at_) / static_cast<difference_type>(a.length_);
            }
        }
        WIREGLOT_SBE_HOT friend bool operator==(iterator a, iterator b) noexcept {
            if constexpr (counts) {
                return a.left_ == b.left_;
            } else {
                return a.at_ == b.at_;
            }
        }
        WIREGLOT_SBE_HOT friend bool operator!=(iterator a, iterator b) noexcept { return !(a == b); }
        friend bool operator<(iterator a, iterator b) noexcept { return b - a > 0; }
        friend bool operator>(iterator a, iterator b) noexcept { return a - b > 0; }
        friend bool operator<=(iterator a, iterator b) noexcept { return b - a >= 0; }
        friend bool operator>=(iterator a, iterator b) noexcept { return a - b >= 0; }
    };

    // Whether the sender's version has the group.
    [[nodiscard]] bool present() const noexcept { return present_; }
    [[nodiscard]] WIREGLOT_SBE_HOT std::size_t size() const noexcept { return count_; }
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] WIREGLOT_SBE_HOT iterator begin() const noexcept { return {first_, count_, length_, version_}; }
    [[nodiscard]] WIREGLOT_SBE_HOT iterator end() const noexcept {
        return {first_ + std::size_t(length_) * count_, 0, length_, version_};
    }
    // An entry; one whose fields are all zero where there is none.
    WIREGLOT_SBE_HOT E operator[](std::size_t index) const noexcept {
        return index < count_ ? E(first_ + index * length_, version_)
                              : E(Zeros<E::Facts_::block_length>::octets, version_);
    }
};

// The entries of a group with groups or data, one after the other. The view of the group's owner
// must stay where it is while entries are walked.
template <class Owner, unsigned Index> class Group {
    using Entry = typename Nth<Owner, Index>::Entry;

    const Owner *owner_ = nullptr;
    const Octet *block_ = nullptr; // the owner's, when the group was opened
    const Octet *prefix_ = nullptr;
    const Octet *first_ = nullptr;
    std::uint32_t count_ = 0;
    std::uint32_t length_ = 0;

public:
    Group() noexcept = default;
    WIREGLOT_SBE_HOT Group(const Owner &owner, const Opened &opened, const Octet *prefix) noexcept
        : owner_(&owner), block_(owner.p_), prefix_(prefix), first_(opened.first), count_(opened.count),
          length_(opened.length) {}

    struct sentinel {};

    class iterator {
        Entry entry_;
        const Owner *owner_ = nullptr;
        const Octet *block_ = nullptr;
        const Octet *limit_ = nullptr; // no entry can begin behind it
        std::uint32_t left_ = 0;

        WIREGLOT_SBE_HOT void enter(const Octet *at) noexcept {
            if (at > limit_) {
                entry_.root_->fail_(Code::too_short, entry_.end_);
                left_ = 0;
                return;
            }
            entry_.p_ = at;
            entry_.known_ = 0;
        }

    public:
        using value_type = Entry;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;
        using reference = const Entry &;
        using pointer = const Entry *;

        iterator() noexcept = default;
        WIREGLOT_SBE_HOT explicit iterator(const Group &group) noexcept
            : owner_(group.owner_), block_(group.block_), left_(group.count_) {
            if (left_ == 0) return;
            entry_.root_ = &owner_->root_of_();
            entry_.end_ = owner_->end_;
            entry_.block_ = group.length_;
            entry_.prefix_ = static_cast<std::uint32_t>(group.prefix_ - entry_.root_->p_);
            const Reach reach = entry_.reach_();
            if (reach.left(group.first_) < group.length_ + rest<Entry, 0>) {
                entry_.root_->fail_(Code::too_short, reach.end);
                left_ = 0;
                return;
            }
            limit_ = reach.end - group.length_ - rest<Entry, 0>;
            entry_.p_ = group.first_;
        }

        WIREGLOT_SBE_HOT const Entry &operator*() const noexcept { return entry_; }
        const Entry *operator->() const noexcept { return &entry_; }
        WIREGLOT_SBE_HOT iterator &operator++() noexcept {
            const Octet *next = entry_.finish_();
            if (next == nullptr) {
                left_ = 0;
            } else if (--left_ != 0) {
                enter(next);
            } else if (owner_->p_ == block_) { // else it is the view of another entry by now
                owner_->template passed_<Index>(next);
            }
            return *this;
        }
        iterator operator++(int) noexcept {
            iterator before = *this;
            ++*this;
            return before;
        }
        WIREGLOT_SBE_HOT friend bool operator==(const iterator &a, sentinel) noexcept { return a.left_ == 0; }
        WIREGLOT_SBE_HOT friend bool operator!=(const iterator &a, sentinel) noexcept { return a.left_ != 0; }
        friend bool operator==(sentinel, const iterator &a) noexcept { return a.left_ == 0; }
        friend bool operator!=(sentinel, const iterator &a) noexcept { return a.left_ != 0; }
    };

    // Whether the sender's version has the group.
    [[nodiscard]] bool present() const noexcept { return owner_ != nullptr; }
    [[nodiscard]] WIREGLOT_SBE_HOT std::size_t size() const noexcept { return count_; }
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] WIREGLOT_SBE_HOT iterator begin() const noexcept { return iterator(*this); }
    [[nodiscard]] WIREGLOT_SBE_HOT sentinel end() const noexcept { return {}; }
};

// What a header says of its message, or what is wrong with it.
struct Headed {
    std::uint32_t block;
    std::uint32_t version;
    Code code;
    std::uint32_t at;
};

// What a header says; `rest` is what the message takes at least behind its block.
template <class Facts>
[[nodiscard]] WIREGLOT_SBE_HOT Headed headed(const Octet *at, std::size_t size, std::size_t behind) noexcept {
    using Prefix = typename Facts::Prefix;
    using Schema = typename Facts::Schema;
    if (size < Prefix::size) return {0, 0, Code::too_short, static_cast<std::uint32_t>(size)};
    if (Prefix::schema_id(at) != Schema::id) return {0, 0, Code::wrong_schema, 0};
    if (Prefix::template_id(at) != Facts::id) return {0, 0, Code::another_message, 0};
    const std::uint64_t said = Prefix::version(at);
    const std::uint32_t version = said > UINT32_MAX ? UINT32_MAX : static_cast<std::uint32_t>(said);
    const std::uint64_t length = Prefix::block_length(at);
    if (length < Facts::least(version)) return {0, 0, Code::short_block, 0};
    const Code counts = more<Facts>(at, version).code;
    if (counts != Code::none) return {0, 0, counts, 0};
    if (size - Prefix::size < behind || length > size - Prefix::size - behind) {
        return {0, 0, Code::too_short, static_cast<std::uint32_t>(size)};
    }
    return {static_cast<std::uint32_t>(length), version, Code::none, 0};
}

// The view of a message.
template <class Self, unsigned Count> class Message : public Body<Self, Root, Count> {
public:
    // The view of a message that begins the octets. What is behind it is not looked at.
    [[nodiscard]] WIREGLOT_SBE_HOT static Result<Self> wrap(Octets octets) noexcept {
        using Facts = typename Self::Facts_;
        constexpr std::size_t header = Facts::Prefix::size;
        Self self;
        const std::size_t size = octets.size() < UINT32_MAX ? octets.size() : UINT32_MAX;
        constexpr std::size_t behind = rest<Self, 0>;
        if (size >= header + Facts::block_length + behind && Facts::is_own(octets.data())) {
            self.block_ = Facts::block_length;
            self.version_ = static_cast<std::uint32_t>(Facts::Schema::version);
        } else {
            const Headed found = headed<Facts>(octets.data(), size, behind);
            if (found.code != Code::none) {
                self.fault_ = found.code;
                self.p_ = Zeros<header + Facts::block_length>::octets + header;
                self.end_ = self.p_;
                self.version_ = static_cast<std::uint32_t>(Facts::Schema::version);
                return {self, {found.code, found.at}};
            }
            self.block_ = found.block;
            self.version_ = found.version;
        }
        self.p_ = octets.data() + header;
        self.end_ = octets.data() + size;
        return self;
    }

    // What was found wrong so far.
    [[nodiscard]] Error status() const noexcept {
        constexpr std::uint32_t header = Self::Facts_::Prefix::size;
        return this->fault_ == Code::none ? Error() : Error{this->fault_, this->fault_at_ + header};
    }

    // The sender's version of the schema.
    [[nodiscard]] std::uint32_t acting_version() const noexcept { return this->version_; }

    // Octets that the message takes with its header, all of it being looked at; 0 if it is damaged.
    [[nodiscard]] std::size_t encoded_length() const noexcept {
        const Octet *end = this->finish_();
        return end == nullptr ? 0 : static_cast<std::size_t>(end - this->p_) + Self::Facts_::Prefix::size;
    }
};

// What the functions of these names do, for messages whose own fields have them.
template <class Self, unsigned Count> [[nodiscard]] Error status(const Message<Self, Count> &view) noexcept {
    return view.status();
}
template <class Self, unsigned Count> [[nodiscard]] std::uint32_t acting_version(const Message<Self, Count> &view) noexcept {
    return view.acting_version();
}
template <class Self, unsigned Count> [[nodiscard]] std::size_t encoded_length(const Message<Self, Count> &view) noexcept {
    return view.encoded_length();
}
template <class M> [[nodiscard]] Result<M> wrap(Octets octets) noexcept { return M::Message::wrap(octets); }

// What is wrong with a message, all of it being looked at.
template <class M> [[nodiscard]] Error validate(Octets octets) noexcept {
    const Result<M> found = M::Message::wrap(octets);
    if (!found) return found.error();
    const M &view = *found;
    static_cast<void>(view.M::Message::encoded_length());
    return view.M::Message::status();
}

// The template id of the message that begins the octets; of no message where there is no header or
// one of another schema.
template <class Schema> [[nodiscard]] WIREGLOT_SBE_HOT std::uint64_t template_of(Octets octets) noexcept {
    using Header = typename Schema::Header;
    if (octets.size() < Header::size || Header::schema_id(octets.data()) != Schema::id) return UINT64_MAX;
    return Header::template_id(octets.data());
}

// Shows a message to a visitor, and says what was found wrong with it until then.
template <class M, class V> [[nodiscard]] WIREGLOT_SBE_HOT Error show(Octets octets, V &visitor) {
    const Result<M> found = M::Message::wrap(octets);
    if (!found) return found.error();
    const M &view = *found;
    visitor(view);
    return view.M::Message::status();
}

// Why no message can be shown.
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

// Some members, in the order of the schema.
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
template <class Facts> struct MembersOf<Facts, std::void_t<decltype(Facts::members)>> {
    static constexpr Members all{Facts::members, sizeof Facts::members / sizeof *Facts::members};
};

// All members of a message, an entry or a composite.
template <class View> [[nodiscard]] constexpr Members members() noexcept { return MembersOf<Facts<View>>::all; }

// The member of a name; null if there is none.
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

// Some views. `each` calls a visitor with the class of each of them: visitor(Of<View>()).
template <class... V> struct Views {
    template <class F> static constexpr void each(F &&visitor) {
        static_cast<void>(visitor);
        (static_cast<void>(visitor(Of<V>())), ...);
    }
};

// Shows all members to a visitor, in the order of the schema: visitor(member, value).
template <class View, class V> void visit(const View &view, V &&visitor) { view.visit_(visitor); }

} // namespace wireglot::sbe

#endif
