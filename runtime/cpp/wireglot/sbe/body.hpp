// Bodies: blocks and the groups and data after them, with the known ends of these.
//
// A view holds its block and, as they become known, the ends of the groups and data after it. The view of the
// message keeps the first error. The part with the error, and all parts after it, read as empty.

#ifndef WIREGLOT_SBE_BODY_HPP
#define WIREGLOT_SBE_BODY_HPP 1

#include "walk.hpp"

namespace wireglot::sbe {

// The part of a message's view that all messages share.
class Root {
protected:
    const Octet *p_ = nullptr;   // the block
    const Octet *end_ = nullptr; // the end of the input
    std::uint32_t block_ = 0;    // block length in bytes, as the sender wrote it
    std::uint32_t version_ = 0;
    mutable std::uint32_t fault_at_ = 0;
    mutable Code fault_ = Code::none;
    mutable std::uint8_t known_ = 0; // number of parts whose end is known

    template <class, class, unsigned> friend class Body;
    template <class, unsigned> friend class Group;
    template <class> friend class Editing;
    friend class Inner;

    [[nodiscard]] WIREGLOT_SBE_HOT const Root &root_of_() const noexcept { return *this; }
    [[nodiscard]] WIREGLOT_SBE_HOT Reach reach_() const noexcept { return {end_, version_}; }
    [[nodiscard]] WIREGLOT_SBE_HOT std::uint32_t acting_() const noexcept { return version_; }
    [[nodiscard]] WIREGLOT_SBE_HOT bool there_(std::uint32_t since) const noexcept { return version_ >= since; }

    // Records the first error.
    WIREGLOT_SBE_HOT void fail_(Code code, const Octet *at) const noexcept {
        if (fault_ != Code::none) return;
        fault_ = code;
        fault_at_ = static_cast<std::uint32_t>(at - p_);
    }
};

// The part of an entry's view that all entries with parts share.
class Inner {
protected:
    const Octet *p_ = nullptr;
    const Octet *limit_ = nullptr; // the last address at which an entry can start
    const Root *root_ = nullptr;
    std::uint32_t block_ = 0;
    std::uint32_t prefix_ = 0; // offset of the group's dimension from the message's block
    std::uint32_t left_ = 0;   // number of entries from this one to the end of the group
    mutable std::uint8_t known_ = 0;

    template <class, class, unsigned> friend class Body;
    template <class, unsigned> friend class Group;
    template <class> friend class Editing;

    [[nodiscard]] WIREGLOT_SBE_HOT const Root &root_of_() const noexcept { return *root_; }
    [[nodiscard]] WIREGLOT_SBE_HOT Reach reach_() const noexcept { return {root_->end_, root_->version_}; }
    [[nodiscard]] WIREGLOT_SBE_HOT std::uint32_t acting_() const noexcept { return root_->version_; }
    [[nodiscard]] WIREGLOT_SBE_HOT bool there_(std::uint32_t since) const noexcept { return root_->there_(since); }
    WIREGLOT_SBE_HOT void fail_(Code code, const Octet *at) const noexcept { root_->fail_(code, at); }
};

template <class Owner, unsigned Index> class Group;
template <class E> class FlatGroup;

// A block and the parts after it; the ends of the first `known_` parts are known.
template <class Self, class Base, unsigned Count> class Body : public Base {
    // A view takes at most 64 bytes, so it records only the ends of the first parts and of the last known one.
    static constexpr unsigned most = std::is_same_v<Base, Root> ? 6 : 4;
    static constexpr unsigned places = Count < 2 ? 1 : Count - 1 < most ? Count - 1 : most;

    mutable const Octet *next_ = nullptr;       // where the last known part ends
    mutable std::uint32_t ends_[places] = {};   // ends of the parts before it, relative to the block

    struct Walked {
        const Octet *next;
        std::uint32_t ends[places];
        unsigned known;
        Step step;
    };

    // Skips parts up to the start of part `wanted`, recording where those before it end.
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
        if constexpr (std::is_same_v<Base, Root>) {
            const std::size_t least = reach.left(p) < ahead ? reach.left(p) : ahead;
            for (std::size_t distance = 64; distance < least; distance += 64) WIREGLOT_SBE_AHEAD(p, distance);
        }
        // The wanted end is beyond the recorded ones.
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

    // Records that nothing after a part can be reached.
    template <unsigned Index> WIREGLOT_SBE_HOT void lose(Code code, const Octet *at) const noexcept {
        this->fail_(code, at);
        if (this->known_ > Index) return;
        next_ = nullptr;
        this->known_ = static_cast<std::uint8_t>(Index + 1);
    }

    // Data at the end of an entry must end where the next entry can start, which then needs no check of its own.
    [[nodiscard]] static constexpr bool leaves_room() noexcept {
        return std::is_same_v<Base, Inner> && ends_with_data<Self>();
    }

    // The limit for the end of a data field. Only that of the last entry may go beyond it, up to the end of the input.
    template <unsigned Index> [[nodiscard]] WIREGLOT_SBE_HOT const Octet *limit() const noexcept {
        if constexpr (leaves_room() && Index + 1 == Count) {
            return this->limit_;
        } else {
            return this->reach_().end - rest<Self, Index + 1>;
        }
    }
    template <unsigned Index, class L>
    [[nodiscard]] WIREGLOT_SBE_HOT bool ends(const Octet *at, L length) const noexcept {
        if constexpr (leaves_room() && Index + 1 == Count) {
            return this->left_ == 1 && !beyond(at, length, this->reach_().end);
        } else {
            return false;
        }
    }

protected:
    template <class, unsigned> friend class Group;

    // Where the prefix that counts the parts of this body starts.
    [[nodiscard]] WIREGLOT_SBE_HOT const Octet *prefix_of_() const noexcept {
        if constexpr (std::is_same_v<Base, Root>) {
            return this->p_ - Self::Facts_::Prefix::size;
        } else {
            return this->root_->p_ + this->prefix_;
        }
    }

    // Where a part starts; `Index` may be one past the last. Null if it cannot be reached.
    template <unsigned Index> [[nodiscard]] WIREGLOT_SBE_HOT const Octet *start_() const noexcept {
        if constexpr (Index == 0 && !counted<Self>) {
            return this->p_ + this->block_;
        } else {
            // Only parts of a newer version can come between a block and its first known part.
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
            if constexpr (leaves_room() && Index == Count) {
                if (after.step.code == Code::none && this->left_ != 1 && after.step.at > this->limit_) {
                    this->fail_(Code::too_short, this->reach_().end);
                    return nullptr;
                }
            }
            if (after.step.code == Code::none) return after.step.at;
            this->fail_(after.step.code, after.step.at);
            return nullptr;
        }
    }

    // Where the body ends; null if that cannot be reached.
    [[nodiscard]] WIREGLOT_SBE_HOT const Octet *finish_() const noexcept { return start_<Count>(); }

    // Records where a part ends.
    template <unsigned Index> WIREGLOT_SBE_HOT void ended_(const Octet *end) const noexcept {
        if (this->known_ > Index) return;
        if constexpr (counted<Self>) {
            const Step step = pass_newer<Self, Index + 1>(end, prefix_of_(), this->reach_());
            if (step.code != Code::none) return lose<Index>(step.code, step.at);
            end = step.at;
        }
        keep<Index>(end);
    }

    // Records where a group ends, after its last entry.
    template <unsigned Index> WIREGLOT_SBE_HOT void passed_(const Octet *end) const noexcept {
        const Reach reach = this->reach_();
        if (rest<Self, Index + 1> != 0 && reach.left(end) < rest<Self, Index + 1>) {
            return lose<Index>(Code::too_short, reach.end);
        }
        ended_<Index>(end);
    }

    // Whether the minimum number of bytes for a part is there; records an error if not.
    template <unsigned Index> [[nodiscard]] WIREGLOT_SBE_HOT bool is_whole_(const Octet *at) const noexcept {
        const Reach reach = this->reach_();
        if (!is_cut<Self, Index>(at, reach)) return true;
        lose<Index>(Code::too_short, reach.end);
        return false;
    }

    // Opens a group that the sender's version has; one without entries if it is invalid.
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
        const Octet *at = start_<Index>();
        const Octet *known = at;
        if constexpr (std::is_same_v<Base, Root> && Index == 0) known = this->p_; // does not depend on the block length
        for (std::size_t distance = 64; distance < near; distance += 64) WIREGLOT_SBE_AHEAD(known, distance);
        const Opened opened = opened_<Index>(at);
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
        const auto length = enter_data<Prefix>(at);
        if (WIREGLOT_SBE_RARE(beyond(at, length, limit<Index>())) && !ends<Index>(at, length)) {
            lose<Index>(Code::too_short, this->reach_().end);
            return {};
        }
        ended_<Index>(at + static_cast<std::size_t>(length));
        return {at, static_cast<std::size_t>(length)};
    }
};

// The view of an entry with parts.
template <class Self, unsigned Count> class Entry : public Body<Self, Inner, Count> {
public:
    static constexpr bool is_flat_ = false;
};

// The view of an entry that is only a block.
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
    // For views; the bytes must be in the buffer.
    WIREGLOT_SBE_HOT Composite(const Octet *p, std::uint32_t version) noexcept : p_(p), version_(version) {}
};

} // namespace wireglot::sbe

#endif
