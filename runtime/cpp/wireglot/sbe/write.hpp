// Writers: write messages from start to end into a buffer owned by someone else.
//
// Fields of an open block are set in any order. Groups and data follow in schema order: anything left out is
// written empty, and anything out of order is an error. Nothing is written beyond the buffer. The first error
// is kept, calls after it have no effect, and `finish` returns it.

#ifndef WIREGLOT_SBE_WRITE_HPP
#define WIREGLOT_SBE_WRITE_HPP 1

#include "view.hpp"

#include <initializer_list>

namespace wireglot::sbe {

// Writable bytes owned by someone else.
class MutableOctets {
    Octet *data_ = nullptr;
    std::size_t size_ = 0;

public:
    constexpr MutableOctets() noexcept = default;
    MutableOctets(void *data, std::size_t size) noexcept : data_(static_cast<Octet *>(data)), size_(size) {}
    template <class C, class = std::enable_if_t<sizeof(*std::declval<C &>().data()) == 1 &&
                                                !std::is_const_v<std::remove_reference_t<decltype(*std::declval<C &>().data())>>>>
    MutableOctets(C &container) noexcept : MutableOctets(static_cast<void *>(container.data()), container.size()) {}

    [[nodiscard]] constexpr Octet *data() const noexcept { return data_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
};

template <class T> WIREGLOT_SBE_HOT void put_le(Octet *at, T number) noexcept { store<T, false>(at, number); }
template <class T> WIREGLOT_SBE_HOT void put_be(Octet *at, T number) noexcept { store<T, true>(at, number); }

// Clear and copy in pieces: for constant sizes above a hundred, some compilers generate a loop that takes long
// to start.
template <std::size_t Size> WIREGLOT_SBE_HOT void zero(Octet *at) noexcept {
    if constexpr (Size > 64 && Size <= 512) {
        std::memset(at, 0, 64);
        zero<Size - 64>(at + 64);
    } else if constexpr (Size > 0) {
        std::memset(at, 0, Size);
    }
}
template <std::size_t Size> WIREGLOT_SBE_HOT void copy(Octet *to, const Octet *from) noexcept {
    if constexpr (Size > 64 && Size <= 512) {
        std::memcpy(to, from, 64);
        copy<Size - 64>(to + 64, from + 64);
    } else if constexpr (Size > 0) {
        std::memcpy(to, from, Size);
    }
}

// Copies a few bytes, at most `most`, which is a constant: no call for the few bytes of most texts.
WIREGLOT_SBE_HOT void copy_few(Octet *to, const void *octets, std::size_t size, std::size_t most) noexcept {
    const auto *from = static_cast<const Octet *>(octets);
    if (most >= 16 && size >= 16) {
        std::memcpy(to, from, 16);
        std::memcpy(to + size - 16, from + size - 16, 16);
    } else if (most >= 8 && size >= 8) {
        std::memcpy(to, from, 8);
        std::memcpy(to + size - 8, from + size - 8, 8);
    } else if (most >= 4 && size >= 4) {
        std::memcpy(to, from, 4);
        std::memcpy(to + size - 4, from + size - 4, 4);
    } else if (size >= 2) {
        std::memcpy(to, from, 2);
        std::memcpy(to + size - 2, from + size - 2, 2);
    } else if (size == 1) {
        *to = *from;
    }
}

// A field that is not zero in a new block: `count` numbers of `size` bytes.
struct Null {
    std::uint32_t offset, size;
    std::uint64_t bits;
    std::uint32_t count = 1;
};

template <std::size_t Size> struct Blank {
    Octet octets[Size];
};
template <std::size_t Size, bool Big>
[[nodiscard]] constexpr Blank<Size> blank(std::initializer_list<Null> nulls) noexcept {
    Blank<Size> made{};
    for (const Null &null : nulls) {
        for (std::uint32_t at = 0; at < null.size * null.count; ++at) {
            const std::uint32_t place = at % null.size, shift = 8 * (Big ? null.size - 1 - place : place);
            made.octets[null.offset + at] = static_cast<Octet>(null.bits >> shift & 0xff);
        }
    }
    return made;
}

// What is open at one depth of a message: a message's groups are at depth 1, the groups in their entries at 2.
struct Level {
    Octet *group = nullptr;       // its dimension
    const Octet *entry = nullptr; // the block of its last entry
    unsigned begun = 0;           // number of groups and data of the entry that have been begun
    std::uint32_t most = 0;       // maximum number of entries; `left` is how many more it may get
    std::uint32_t left = 0;
    bool due = false;             // whether exactly that many must be written
};

// The first error while writing.
class Fault {
protected:
    Octet *begin_ = nullptr;  // of the message
    std::uint64_t fault_ = 0; // the code, and the offset in the lower half: one word needs only one register

public:
    Fault() noexcept = default;
    WIREGLOT_SBE_HOT explicit Fault(Octet *begin) noexcept : begin_(begin) {}

    WIREGLOT_SBE_HOT void keep(Code code, const Octet *at) noexcept {
        if (fault_ == 0) fault_ = std::uint64_t(code) << 32 | static_cast<std::uint32_t>(at - begin_);
    }
    [[nodiscard]] WIREGLOT_SBE_HOT Error error() const noexcept {
        return {static_cast<Code>(fault_ >> 32), static_cast<std::uint32_t>(fault_)};
    }
};

// The position and end of the output, and the first error.
class Pen : public Fault {
protected:
    Octet *at_ = nullptr;
    Octet *end_ = nullptr;

    template <class, unsigned, unsigned> friend class BodyWriter;
    template <class, unsigned, unsigned> friend class GroupWriter;
    template <class, unsigned> friend class MessageWriter;
    template <class> friend class Editing;

public:
    Pen() noexcept = default;
    Pen(Octet *data, std::size_t size) noexcept : Fault(data), at_(data), end_(data + size) {}

    // Records the first error; after it, there is no room for anything.
    WIREGLOT_SBE_HOT void fail(Code code) noexcept {
        keep(code, at_);
        end_ = at_;
    }

    [[nodiscard]] WIREGLOT_SBE_HOT bool room(const Octet *at, std::size_t size) const noexcept {
        return static_cast<std::size_t>(end_ - at) >= size;
    }
    // The same for sizes of up to about 32 bits.
    [[nodiscard]] WIREGLOT_SBE_HOT bool near(const Octet *at, std::size_t size) const noexcept {
        // Compares integers, since a pointer must not point past the buffer.
        if constexpr (sizeof(std::uintptr_t) > 4) {
            return reinterpret_cast<std::uintptr_t>(at) + size <= reinterpret_cast<std::uintptr_t>(end_);
        }
        return room(at, size);
    }
};

// A pen with what is open at each depth.
template <unsigned Depth> class DeepPen : public Pen {
    Level levels_[Depth + 1] = {};

    template <class, unsigned, unsigned> friend class BodyWriter;
    template <class, unsigned, unsigned> friend class GroupWriter;
    template <class, unsigned> friend class MessageWriter;

    // Copies what is open from a depth on, and the position. Member by member, since an assignment would make
    // compilers keep both in memory.
    template <unsigned At> WIREGLOT_SBE_HOT void take_(const DeepPen &other) noexcept {
        if constexpr (At <= Depth) {
            Level &to = levels_[At];
            const Level &from = other.levels_[At];
            to.group = from.group;
            to.entry = from.entry;
            to.begun = from.begun;
            to.most = from.most;
            to.left = from.left;
            to.due = from.due;
            take_<At + 1>(other);
        } else {
            begin_ = other.begin_;
            fault_ = other.fault_;
            at_ = other.at_;
            end_ = other.end_;
        }
    }

    // Closes everything from a depth on: once a part of another entry has been begun, nothing can be added there.
    template <unsigned At> WIREGLOT_SBE_HOT void abandon_() noexcept {
        if constexpr (At <= Depth) {
            levels_[At].group = nullptr;
            levels_[At].entry = nullptr;
            levels_[At].left = 0;
            abandon_<At + 1>();
        }
    }

public:
    using Pen::Pen;
};

// Receives the writes to blocks that have no room in the buffer.
template <std::size_t Size> [[nodiscard]] inline Octet *scratch() noexcept {
    static thread_local Octet octets[Size == 0 ? 1 : Size];
    return octets;
}

// Whether `From` converts to `T` without narrowing, as braces require; characters may be stored as bytes.
template <class T, class From, class = void>
inline constexpr bool is_widened = sizeof(T) == 1 && std::is_same_v<From, char>;
template <class T, class From>
inline constexpr bool is_widened<T, From, std::void_t<decltype(T{std::declval<const From &>()})>> = true;

// A block whose fields are set in place. A message's block keeps its own error: a pointer to the pen next to it
// would keep both out of registers.
class Block {
protected:
    Octet *p_;
    Fault *pen_;
    Fault own_;

    [[nodiscard]] WIREGLOT_SBE_HOT Fault *fault_() noexcept { return pen_ == nullptr ? &own_ : pen_; }
    WIREGLOT_SBE_HOT void fail_(Code code) noexcept { fault_()->keep(code, p_); }

    template <class T> WIREGLOT_SBE_HOT void le_(std::size_t offset, T number) noexcept {
        store<T, false>(p_ + offset, number);
    }
    template <class T> WIREGLOT_SBE_HOT void be_(std::size_t offset, T number) noexcept {
        store<T, true>(p_ + offset, number);
    }
    // The same with a null value.
    template <class T, class N>
    WIREGLOT_SBE_HOT void le_(std::size_t offset, std::optional<T> number, N null) noexcept {
        store<T, false>(p_ + offset, number.value_or(static_cast<T>(null)));
    }
    template <class T, class N>
    WIREGLOT_SBE_HOT void be_(std::size_t offset, std::optional<T> number, N null) noexcept {
        store<T, true>(p_ + offset, number.value_or(static_cast<T>(null)));
    }
    // Writes characters, padded with NULs to `size`.
    WIREGLOT_SBE_HOT void text_(std::size_t offset, std::size_t size, std::string_view text) noexcept {
        if (WIREGLOT_SBE_RARE(text.size() > size)) return fail_(Code::too_many);
        Octet *to = p_ + offset;
#if defined(__GNUC__)
        if (__builtin_constant_p(size) && size <= 32) {
            std::memset(to, 0, size);
            return copy_few(to, text.data(), text.size(), size);
        }
#endif
        if (!text.empty()) std::memcpy(to, text.data(), text.size());
        std::memset(to + text.size(), 0, size - text.size());
    }
    template <class T, std::size_t Size, bool Big, class C> void array_(std::size_t offset, const C &values) noexcept {
        static_assert(is_widened<T, std::decay_t<decltype(*std::begin(values))>>,
                      "an element may be a number that the array cannot hold: convert them first");
        std::size_t index = 0;
        for (const auto &value : values) {
            if (index == Size) return fail_(Code::too_many);
            store<T, Big>(p_ + offset + index * sizeof(T), static_cast<T>(value));
            ++index;
        }
        if (index != Size) fail_(Code::wrong_count);
    }

public:
    WIREGLOT_SBE_HOT Block(Octet *p, Fault *pen) noexcept : p_(p), pen_(pen) {}
    WIREGLOT_SBE_HOT explicit Block(Octet *begin) noexcept : p_(nullptr), pen_(nullptr), own_(begin) {}
};

// The setters of a view's fields.
template <class View> using FieldsOf = typename View::template Fields<>;

template <class View, unsigned Depth> class MessageWriter;
template <class Owner, unsigned Index, unsigned Depth> class GroupWriter;

// A block and the parts after it, at depth `At`: the message itself is at 0. `View` is the class that reads it.
template <class View, unsigned At, unsigned Depth> class BodyWriter : public FieldsOf<View> {
protected:
    template <class, unsigned, unsigned> friend class BodyWriter;
    template <class, unsigned, unsigned> friend class GroupWriter;

    using P_ = DeepPen<Depth>;
    static constexpr unsigned count_ = View::Parts_::count;

    [[nodiscard]] WIREGLOT_SBE_HOT P_ &deep_() noexcept {
        if constexpr (At == 0) {
            return static_cast<MessageWriter<View, Depth> *>(this)->inner_;
        } else {
            return *static_cast<P_ *>(this->pen_);
        }
    }

    // Ends a part. The count of a group is written at its beginning, so it needs an update only if it was not
    // known then.
    template <unsigned Index> WIREGLOT_SBE_HOT static void close_(P_ &pen) noexcept {
        if constexpr (Nth<View, Index>::is_group) {
            using Entry = typename Nth<View, Index>::Entry;
            Level &level = pen.levels_[At + 1];
            if (level.entry != nullptr) BodyWriter<Entry, At + 1, Depth>::complete_(pen);
            if (level.left != 0) {
                if (level.due) {
                    pen.fail(Code::wrong_count);
                } else {
                    Nth<View, Index>::Prefix::put_count(level.group, level.most - level.left);
                }
                level.left = 0;
            }
            level.group = nullptr;
            level.entry = nullptr;
        }
    }

    // Writes an empty part.
    template <unsigned Index> static void empty_(P_ &pen) noexcept {
        using Prefix = typename Nth<View, Index>::Prefix;
        if (!pen.near(pen.at_, Prefix::size)) return pen.fail(Code::no_room);
        if constexpr (Nth<View, Index>::is_group) {
            using Entry = typename Nth<View, Index>::Entry;
            Prefix::template lead<typename Entry::Facts_>(pen.at_);
            Prefix::put_count(pen.at_, 0);
        } else {
            Prefix::lead(pen.at_, 0);
        }
        pen.at_ += Prefix::size;
    }

    // Ends what is open, and writes empty parts up to part `wanted`.
    template <unsigned Index = 0> static void fill_(P_ &pen, unsigned wanted) noexcept {
        if constexpr (Index < count_) {
            Level &own = pen.levels_[At];
            if (own.begun == Index + 1) close_<Index>(pen);
            if (own.begun == Index && Index < wanted) {
                empty_<Index>(pen);
                ++own.begun;
            }
            fill_<Index + 1>(pen, wanted);
        }
    }

    // The same out of line and on a copy, so that callers can keep the pen in registers.
    WIREGLOT_SBE_COLD static void fill_away_(P_ &pen, unsigned wanted) noexcept { fill_(pen, wanted); }
    WIREGLOT_SBE_HOT static void filled_(P_ &pen, unsigned wanted) noexcept {
        P_ copy;
        copy.template take_<At>(pen);
        fill_away_(copy, wanted);
        pen.template take_<At + 1>(copy);
        pen.levels_[At].begun = wanted;
    }

    // Ends the body and all its parts.
    WIREGLOT_SBE_HOT static void complete_(P_ &pen) noexcept {
        if constexpr (count_ > 0) {
            Level &own = pen.levels_[At];
            if (WIREGLOT_SBE_RARE(own.begun != count_)) {
                filled_(pen, count_);
            } else {
                close_<count_ - 1>(pen);
            }
        }
    }

    // Begins a part, unless it is out of order. It counts as begun in any case, so that compilers know its state.
    template <unsigned Index> [[nodiscard]] WIREGLOT_SBE_HOT bool begin_(P_ &pen) noexcept {
        Level &own = pen.levels_[At];
        if (WIREGLOT_SBE_RARE((At != 0 && own.entry != this->p_) || own.begun > Index)) {
            pen.template abandon_<At + 1>();
            pen.fail(Code::wrong_order);
            own.begun = Index + 1;
            return false;
        }
        if (WIREGLOT_SBE_RARE(own.begun != Index)) {
            filled_(pen, Index);
        } else if constexpr (Index > 0) {
            close_<Index - 1>(pen);
        }
        own.begun = Index + 1;
        return true;
    }

    template <unsigned Index> WIREGLOT_SBE_HOT GroupWriter<View, Index, Depth> group_(std::size_t due) noexcept;

    template <unsigned Index> WIREGLOT_SBE_HOT void data_(Octets octets) noexcept {
        using Prefix = typename Nth<View, Index>::Prefix;
        P_ &pen = deep_();
        if (!begin_<Index>(pen)) return;
        Octet *at = pen.at_;
        const std::size_t size = octets.size();
        if (WIREGLOT_SBE_RARE(size > Prefix::most)) return pen.fail(Code::too_many);
        if (WIREGLOT_SBE_RARE(size > UINT32_MAX || !pen.near(at, Prefix::size + size))) return pen.fail(Code::no_room);
        pen.at_ = at + Prefix::size + size;
        Prefix::lead(at, size);
        if (size != 0) std::memcpy(at + Prefix::size, octets.data(), size);
    }

public:
    using View::template Fields<>::Fields;
};

// Writes the entries of a group in order.
template <class Owner, unsigned Index, unsigned Depth> class GroupWriter {
    using View = typename Nth<Owner, Index>::Entry;
    using Facts = typename View::Facts_;
    static constexpr unsigned At = Facts::depth;

    DeepPen<Depth> *pen_;
    const Octet *group_;

    // The block of the next entry; a scratch block if there is none.
    [[nodiscard]] WIREGLOT_SBE_HOT Octet *place_() noexcept {
        DeepPen<Depth> &pen = *pen_;
        Level &level = pen.levels_[At];
        if (WIREGLOT_SBE_RARE(level.group != group_)) {
            pen.template abandon_<At + 1>();
            pen.fail(Code::wrong_order);
            return scratch<Facts::block_length>();
        }
        BodyWriter<View, At, Depth>::complete_(pen);
        Octet *at = pen.at_;
        if (WIREGLOT_SBE_RARE(level.left == 0)) {
            pen.fail(Code::too_many);
            return scratch<Facts::block_length>();
        }
        if (WIREGLOT_SBE_RARE(!pen.near(at, Facts::block_length))) {
            pen.fail(Code::no_room);
            return scratch<Facts::block_length>();
        }
        pen.at_ = at + Facts::block_length;
        --level.left;
        return at;
    }

public:
    using Entry = typename View::Writer;

    WIREGLOT_SBE_HOT GroupWriter(DeepPen<Depth> *pen, const Octet *group) noexcept : pen_(pen), group_(group) {}

    // Begins the next entry: its optional fields are null, all others zero until they are set.
    WIREGLOT_SBE_HOT Entry next() noexcept {
        Octet *at = place_();
        // Entries without room are begun too, so that compilers know the state of every entry.
        Level &level = pen_->levels_[At];
        level.entry = at;
        level.begun = 0;
        FieldsOf<View>::clear_(at);
        return Entry(at, pen_);
    }
};

template <class View, unsigned At, unsigned Depth>
template <unsigned Index>
WIREGLOT_SBE_HOT GroupWriter<View, Index, Depth> BodyWriter<View, At, Depth>::group_(std::size_t due) noexcept {
    using Entry = typename Nth<View, Index>::Entry;
    using Prefix = typename Entry::Facts_::Prefix;
    P_ &pen = deep_();
    Level &level = pen.levels_[At + 1];
    const auto none = [&pen, &level]() noexcept -> GroupWriter<View, Index, Depth> {
        level.group = scratch<1>();
        return {&pen, level.group};
    };
    if (!begin_<Index>(pen)) return none();
    Octet *group = pen.at_;
    constexpr std::uint64_t limit = Entry::Facts_::block_length > 0 || Prefix::most < empty_entries ? Prefix::most : empty_entries;
    constexpr std::uint32_t most = limit < UINT32_MAX ? static_cast<std::uint32_t>(limit) : UINT32_MAX;
    if (WIREGLOT_SBE_RARE(due > most)) {
        pen.fail(Code::too_many);
        return none();
    }
    if (WIREGLOT_SBE_RARE(!pen.room(group, Prefix::size + due * Entry::Facts_::block_length))) {
        pen.fail(Code::no_room);
        return none();
    }
    const std::uint32_t count = due != 0 ? static_cast<std::uint32_t>(due) : most;
    Prefix::template lead<typename Entry::Facts_>(group);
    Prefix::put_count(group, count);
    pen.at_ = group + Prefix::size;
    level.group = group;
    level.entry = nullptr;
    level.begun = Entry::Parts_::count; // as if there were a complete entry before the first
    level.most = level.left = count;
    level.due = due != 0;
    return {&pen, group};
}

// Writes a message.
template <class View, unsigned Depth> class MessageWriter : public BodyWriter<View, 0, Depth> {
    // Names that no field has.
    using Facts_ = typename View::Facts_;
    using Prefix_ = typename Facts_::Prefix;

    template <class, unsigned, unsigned> friend class BodyWriter;

    DeepPen<Depth> inner_;

public:
    // Begins a message at the start of the buffer: its optional fields are null, all others zero until they are set.
    WIREGLOT_SBE_HOT explicit MessageWriter(MutableOctets octets) noexcept
        : BodyWriter<View, 0, Depth>(octets.data()),
          inner_(octets.data(), octets.size() < UINT32_MAX ? octets.size() : UINT32_MAX) {
        if (WIREGLOT_SBE_RARE(!inner_.room(inner_.at_, Prefix_::size + Facts_::block_length))) {
            inner_.fail(Code::no_room);
            this->p_ = scratch<Facts_::block_length>();
        } else {
            Prefix_::template lead<Facts_>(inner_.at_);
            this->p_ = inner_.at_ + Prefix_::size;
            inner_.at_ = this->p_ + Facts_::block_length;
            FieldsOf<View>::clear_(this->p_);
        }
    }
    MessageWriter(const MessageWriter &) = delete;
    MessageWriter &operator=(const MessageWriter &) = delete;

    // The first error so far.
    [[nodiscard]] WIREGLOT_SBE_HOT Error status() const noexcept { return inner_.error() ? inner_.error() : this->own_.error(); }

    // Ends the message; groups and data left out are empty. Returns its length in bytes.
    [[nodiscard]] WIREGLOT_SBE_HOT Result<std::size_t> finish() noexcept {
        BodyWriter<View, 0, Depth>::complete_(inner_);
        if (const Error error = status()) return {0, error};
        return static_cast<std::size_t>(inner_.at_ - inner_.begin_);
    }
};

// A writer's `status` and `finish`, for messages that have fields with these names.
template <class View, unsigned Depth>
[[nodiscard]] WIREGLOT_SBE_HOT Error status(const MessageWriter<View, Depth> &writer) noexcept {
    return writer.status();
}
template <class View, unsigned Depth>
[[nodiscard]] WIREGLOT_SBE_HOT Result<std::size_t> finish(MessageWriter<View, Depth> &writer) noexcept {
    return writer.finish();
}

// Sets fields of an existing message or entry, given its view:
//
//     wg::Editing(entry, octets)->price(5);
//
// The buffer must be the one that the view reads. Messages of older versions cannot be edited, since they do
// not have all fields.
template <class View> class Editing {
    Pen pen_;
    FieldsOf<View> fields_;

    [[nodiscard]] static Octet *place(const View &view, MutableOctets octets, Pen &pen) noexcept {
        using Facts = typename View::Facts_;
        const auto first = reinterpret_cast<std::uintptr_t>(octets.data());
        const auto block = reinterpret_cast<std::uintptr_t>(view.p_);
        if (block < first || block - first > octets.size() || octets.size() - (block - first) < Facts::block_length) {
            pen.fail(Code::no_room);
        } else if (view.acting_() < Facts::Schema::version) {
            pen.fail(Code::short_block);
        } else {
            return octets.data() + (block - first);
        }
        return scratch<Facts::block_length>();
    }

public:
    Editing(const View &view, MutableOctets octets) noexcept
        : pen_(octets.data(), octets.size()), fields_(place(view, octets, pen_), &pen_) {}
    Editing(const Editing &) = delete;
    Editing &operator=(const Editing &) = delete;

    FieldsOf<View> *operator->() noexcept { return &fields_; }
    // The first error so far.
    [[nodiscard]] Error status() const noexcept { return pen_.error(); }
};

} // namespace wireglot::sbe

#endif
