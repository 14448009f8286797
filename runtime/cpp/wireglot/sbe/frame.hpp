// Messages in packets: each is in a frame that gives its length.
//
//     for (const wireglot::sbe::Octets message : wireglot::sbe::CmePacket(packet)) { dispatch(message, ...); }

#ifndef WIREGLOT_SBE_FRAME_HPP
#define WIREGLOT_SBE_FRAME_HPP 1

#include "octets.hpp"

namespace wireglot::sbe {

// FIX Simple Open Framing Header: the length of the frame including its header, and the encoding.
struct SofhFraming {
    static constexpr std::size_t lead = 0, size = 6;
    static std::size_t length(const Octet *at) noexcept { return be<std::uint32_t>(at); }
};

// The same in four bytes, as in CME iLink 3 and B3 EntryPoint.
struct Sofh4Framing {
    static constexpr std::size_t lead = 0, size = 4;
    static std::size_t length(const Octet *at) noexcept { return le<std::uint16_t>(at); }
};

// CME MDP 3.0: a packet starts with a sequence number and a time; each message with its length, which includes
// the length field.
struct CmeFraming {
    static constexpr std::size_t lead = 12, size = 2;
    static std::size_t length(const Octet *at) noexcept { return le<std::uint16_t>(at); }
};

// B3 UMDF: a packet starts with a channel, a sequence number and a time; each message with its length, which
// includes this four-byte header, and its encoding.
struct B3Framing {
    static constexpr std::size_t lead = 16, size = 4;
    static std::size_t length(const Octet *at) noexcept { return le<std::uint16_t>(at); }
};

// The messages of a packet in order. They end at a truncated frame, which `status` reports.
template <class Framing> class Frames {
    Octets octets_;

public:
    explicit Frames(Octets octets) noexcept : octets_(octets) {}

    struct sentinel {};

    class iterator {
        const Octet *at_ = nullptr;
        const Octet *end_ = nullptr;
        std::size_t length_ = 0; // length of the current frame, 0 if there is none

        void look() noexcept {
            const auto left = static_cast<std::size_t>(end_ - at_);
            length_ = 0;
            if (left < Framing::size) return;
            const std::size_t length = Framing::length(at_);
            if (length >= Framing::size && length <= left) length_ = length;
        }

    public:
        using value_type = Octets;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;
        using reference = Octets;
        using pointer = void;

        iterator() noexcept = default;
        explicit iterator(Octets octets) noexcept : at_(octets.begin()), end_(octets.end()) {
            if (octets.size() < Framing::lead) return;
            at_ += Framing::lead;
            look();
        }

        // The message, without its frame.
        Octets operator*() const noexcept { return {at_ + Framing::size, length_ - Framing::size}; }
        iterator &operator++() noexcept {
            at_ += length_;
            look();
            return *this;
        }
        iterator operator++(int) noexcept {
            iterator before = *this;
            ++*this;
            return before;
        }
        // The number of bytes after the current frame.
        [[nodiscard]] std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - at_) - length_; }
        friend bool operator==(const iterator &a, sentinel) noexcept { return a.length_ == 0; }
        friend bool operator!=(const iterator &a, sentinel) noexcept { return a.length_ != 0; }
    };

    [[nodiscard]] iterator begin() const noexcept { return iterator(octets_); }
    [[nodiscard]] sentinel end() const noexcept { return {}; }

    // Whether the frames end exactly at the end of the packet.
    [[nodiscard]] Error status() const noexcept {
        iterator at = begin();
        while (at != end()) ++at;
        if (at.left() == 0 && octets_.size() >= Framing::lead) return {};
        return {Code::too_short, static_cast<std::uint32_t>(octets_.size() - at.left())};
    }
};

using SofhFrames = Frames<SofhFraming>;
using Sofh4Frames = Frames<Sofh4Framing>;

// Messages with the packet's header, whose fields are zero if it is truncated.
class CmePacket : public Frames<CmeFraming> {
    const Octet *at_;

public:
    explicit CmePacket(Octets octets) noexcept
        : Frames(octets), at_(octets.size() < CmeFraming::lead ? nullptr : octets.data()) {}
    [[nodiscard]] std::uint32_t sequence() const noexcept { return at_ == nullptr ? 0 : le<std::uint32_t>(at_); }
    // Nanoseconds since 1970.
    [[nodiscard]] std::uint64_t time() const noexcept { return at_ == nullptr ? 0 : le<std::uint64_t>(at_ + 4); }
};

class B3Packet : public Frames<B3Framing> {
    const Octet *at_;

public:
    explicit B3Packet(Octets octets) noexcept
        : Frames(octets), at_(octets.size() < B3Framing::lead ? nullptr : octets.data()) {}
    [[nodiscard]] std::uint8_t channel() const noexcept { return at_ == nullptr ? std::uint8_t(0) : *at_; }
    [[nodiscard]] std::uint16_t version() const noexcept {
        return at_ == nullptr ? std::uint16_t(0) : le<std::uint16_t>(at_ + 2);
    }
    [[nodiscard]] std::uint32_t sequence() const noexcept { return at_ == nullptr ? 0 : le<std::uint32_t>(at_ + 4); }
    // Nanoseconds since 1970.
    [[nodiscard]] std::uint64_t time() const noexcept { return at_ == nullptr ? 0 : le<std::uint64_t>(at_ + 8); }
};

} // namespace wireglot::sbe

#endif
