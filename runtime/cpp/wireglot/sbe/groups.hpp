// Groups: ranges of the views of their entries.

#ifndef WIREGLOT_SBE_GROUPS_HPP
#define WIREGLOT_SBE_GROUPS_HPP 1

#include "body.hpp"

namespace wireglot::sbe {

// The entries of a group that has no groups or data; each has a known offset.
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
        std::uint32_t left_ = 0;
        std::uint32_t length_ = 0;
        std::uint32_t version_ = 0;

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
            --left_;
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
            left_ -= static_cast<std::uint32_t>(n);
            return *this;
        }
        iterator &operator-=(difference_type n) noexcept { return *this += -n; }
        friend iterator operator+(iterator a, difference_type n) noexcept { return a += n; }
        friend iterator operator+(difference_type n, iterator a) noexcept { return a += n; }
        friend iterator operator-(iterator a, difference_type n) noexcept { return a -= n; }
        friend difference_type operator-(iterator a, iterator b) noexcept {
            return static_cast<difference_type>(b.left_) - static_cast<difference_type>(a.left_);
        }
        WIREGLOT_SBE_HOT friend bool operator==(iterator a, iterator b) noexcept { return a.left_ == b.left_; }
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
    // In an empty group, an entry whose fields are all zero.
    [[nodiscard]] WIREGLOT_SBE_HOT iterator begin() const noexcept {
        return {count_ != 0 ? first_ : Zeros<E::Facts_::block_length>::octets, count_, length_, version_};
    }
    [[nodiscard]] WIREGLOT_SBE_HOT iterator end() const noexcept {
        return {first_ + std::size_t(length_) * count_, 0, length_, version_};
    }
    [[nodiscard]] auto rbegin() const noexcept { return std::reverse_iterator<iterator>(end()); }
    [[nodiscard]] auto rend() const noexcept { return std::reverse_iterator<iterator>(begin()); }
    // An entry; one whose fields are all zero if the index is out of range.
    WIREGLOT_SBE_HOT E operator[](std::size_t index) const noexcept {
        return index < count_ ? E(first_ + index * length_, version_)
                              : E(Zeros<E::Facts_::block_length>::octets, version_);
    }
};

// The entries of a group with groups or data, to be read in order. Do not move the view of the group's owner
// while iterating.
template <class Owner, unsigned Index> class Group {
    using Entry = typename Nth<Owner, Index>::Entry;

    const Owner *owner_ = nullptr;
    const Octet *block_ = nullptr; // the owner's block when the group was opened
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

        [[nodiscard]] WIREGLOT_SBE_HOT bool done() const noexcept { return entry_.left_ == 0; }

        // What the entry of an empty group points into: a zero block and zero prefixes.
        static const Root &nowhere_() noexcept {
            static const Root root = [] {
                constexpr std::size_t size = Entry::Facts_::block_length + rest<Entry, 0>;
                Root made;
                made.p_ = Zeros<size>::octets;
                made.end_ = made.p_ + size;
                return made;
            }();
            return root;
        }

        WIREGLOT_SBE_HOT void enter(const Octet *at) noexcept {
            if (!Entry::leaves_room() && WIREGLOT_SBE_RARE(at > entry_.limit_)) {
                entry_.root_->fail_(Code::too_short, entry_.reach_().end);
                entry_.left_ = 0;
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
            : owner_(group.owner_), block_(group.block_) {
            if (group.count_ == 0) {
                // Its fields are all zero, and its groups and data empty.
                entry_.root_ = &nowhere_();
                entry_.p_ = entry_.limit_ = entry_.root_->p_;
                entry_.block_ = Entry::Facts_::block_length;
                return;
            }
            entry_.root_ = &owner_->root_of_();
            entry_.block_ = group.length_;
            entry_.prefix_ = static_cast<std::uint32_t>(group.prefix_ - entry_.root_->p_);
            const Reach reach = entry_.reach_();
            if (reach.left(group.first_) < group.length_ + rest<Entry, 0>) {
                entry_.root_->fail_(Code::too_short, reach.end);
                return;
            }
            entry_.left_ = group.count_;
            entry_.limit_ = reach.end - group.length_ - rest<Entry, 0>;
            entry_.p_ = group.first_;
        }

        // The entry is stored in the iterator, so a temporary iterator returns it by value.
        WIREGLOT_SBE_HOT const Entry &operator*() const & noexcept { return entry_; }
        Entry operator*() const && noexcept { return entry_; }
        const Entry *operator->() const & noexcept { return &entry_; }
        const Entry *operator->() const && = delete; // would point into a destroyed object
        WIREGLOT_SBE_HOT iterator &operator++() noexcept {
            const Octet *next = entry_.finish_();
            if (WIREGLOT_SBE_RARE(next == nullptr)) {
                entry_.left_ = 0;
            } else if (--entry_.left_ != 0) {
                enter(next);
            } else if (owner_->p_ == block_) { // otherwise the owner has moved on to another entry
                owner_->template passed_<Index>(next);
            }
            return *this;
        }
        iterator operator++(int) noexcept {
            iterator before = *this;
            ++*this;
            return before;
        }
        WIREGLOT_SBE_HOT friend bool operator==(const iterator &a, sentinel) noexcept { return a.done(); }
        WIREGLOT_SBE_HOT friend bool operator!=(const iterator &a, sentinel) noexcept { return !a.done(); }
        friend bool operator==(sentinel, const iterator &a) noexcept { return a.done(); }
        friend bool operator!=(sentinel, const iterator &a) noexcept { return !a.done(); }
    };

    // Whether the sender's version has the group.
    [[nodiscard]] bool present() const noexcept { return owner_ != nullptr; }
    [[nodiscard]] WIREGLOT_SBE_HOT std::size_t size() const noexcept { return count_; }
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] WIREGLOT_SBE_HOT iterator begin() const noexcept { return iterator(*this); }
    [[nodiscard]] WIREGLOT_SBE_HOT sentinel end() const noexcept { return {}; }
};

} // namespace wireglot::sbe

#endif
