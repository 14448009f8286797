// The program of a draw: reads its messages, has each reader read and each writer write them, and times them by turns.
//
//     program rounds MESSAGES N    "read|write SYSTEM round nanoseconds-a-message", and "wrong ..." of what differs from raw
//     program count MESSAGES       runs everything once, for callgrind
//
// MESSAGES is a file of messages, each with its size in four octets before it.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#define IN_PLACE [[gnu::always_inline]] static inline
// Each row is a function of its own, into which everything is inlined: run_read_raw and so on.
#define ROW extern "C" __attribute__((noinline, flatten))

namespace draws {

struct Message {
    const std::uint8_t* octets;
    std::size_t size;
};

// By hand: numbers where they stand.
template <class T, bool Big>
IN_PLACE T get(const std::uint8_t* at) {
    std::conditional_t<sizeof(T) == 8, std::uint64_t,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t,
                                          std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>> raw;
    std::memcpy(&raw, at, sizeof raw);
    if constexpr (Big && sizeof(T) == 2) raw = __builtin_bswap16(raw);
    if constexpr (Big && sizeof(T) == 4) raw = __builtin_bswap32(raw);
    if constexpr (Big && sizeof(T) == 8) raw = __builtin_bswap64(raw);
    T number;
    std::memcpy(&number, &raw, sizeof number);
    return number;
}
template <class T, bool Big>
IN_PLACE void put(std::uint8_t* at, T number) {
    std::memcpy(at, &number, sizeof number);
    const T turned = get<T, Big>(at);
    std::memcpy(at, &turned, sizeof turned);
}
IN_PLACE std::string_view text(const std::uint8_t* at, std::size_t size) {
    return {reinterpret_cast<const char*>(at), strnlen(reinterpret_cast<const char*>(at), size)};
}
IN_PLACE void put_text(std::uint8_t* at, std::size_t size, std::string_view text) {
    std::memcpy(at, text.data(), text.size());
    std::memset(at + text.size(), 0, size - text.size());
}

// What a value adds to the sum, whoever read it.
template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
IN_PLACE std::uint64_t sum(T number) {
    if constexpr (std::is_floating_point_v<T>) {
        std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t> bits;
        std::memcpy(&bits, &number, sizeof bits);
        return bits;
    } else if constexpr (std::is_same_v<T, char>) {
        return static_cast<std::uint8_t>(number);
    } else {
        return static_cast<std::uint64_t>(number);
    }
}
IN_PLACE std::uint64_t sum(std::string_view text) { return text.size(); }
IN_PLACE std::uint64_t octets(const void* data, std::size_t size) {
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < size; i++) all += static_cast<const std::uint8_t*>(data)[i];
    return all;
}

struct System {
    const char* name;
    std::uint64_t (*read)(const Message* first, const Message* last);
    std::size_t (*write)(std::uint8_t* out, std::size_t slot);  // the sum of all lengths
};

// Nanoseconds of this thread.
inline double now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

class Program {
    std::vector<std::uint8_t> file_, out_;
    const System* systems_;
    std::size_t count_;

public:
    std::vector<Message> messages;
    std::size_t slot = 0;

    Program(const char* path, const System* systems, std::size_t count) : systems_(systems), count_(count) {
        std::FILE* file = std::fopen(path, "rb");
        if (file == nullptr) std::abort();
        for (int octet; (octet = std::fgetc(file)) != EOF;) file_.push_back(static_cast<std::uint8_t>(octet));
        std::fclose(file);
        for (std::size_t at = 0; at < file_.size();) {
            std::uint32_t size;
            std::memcpy(&size, file_.data() + at, 4);
            messages.push_back({file_.data() + at + 4, size});
            slot = std::max<std::size_t>(slot, size);
            at += 4 + size;
        }
        slot = (slot + 127) / 64 * 64;
        out_.resize(slot * messages.size());
    }

    std::uint64_t read(const System& system) {
        const Message* first = messages.data();
        asm volatile("" : "+r"(first) : : "memory");
        return system.read(first, first + messages.size());
    }
    std::uint64_t write(const System& system) {
        std::uint8_t* out = out_.data();
        std::size_t size = slot;
        asm volatile("" : "+r"(out), "+r"(size) : : "memory");
        return system.write(out, size);
    }

    int run(int argc, char** argv) {
        if (argc == 3) {
            for (std::size_t i = 0; i < count_; i++) read(systems_[i]), write(systems_[i]);
            return 0;
        }
        std::vector<std::uint8_t> raw;
        for (std::size_t i = 0; i < count_; i++) {
            if (read(systems_[i]) != read(systems_[0])) std::printf("wrong read %s\n", systems_[i].name);
            std::fill(out_.begin(), out_.end(), std::uint8_t{0});
            const auto length = write(systems_[i]);
            if (i == 0) raw = out_;
            if (length == 0 || out_ != raw) std::printf("wrong write %s\n", systems_[i].name);
        }
        for (int writing = 0; writing < 2; writing++) {
            const int rounds = std::atoi(argv[3]), times = std::max(1, static_cast<int>(1e5 / timed(writing, 0, 3)));
            for (int round = 0; round < rounds; round++) {
                for (std::size_t i = 0; i < count_; i++) {
                    const auto which = (i + static_cast<std::size_t>(round)) % count_;
                    const double taken = timed(writing, which, times) / static_cast<double>(messages.size());
                    std::printf("%s %s %d %.4f\n", writing ? "write" : "read", systems_[which].name, round, taken);
                }
            }
        }
        return 0;
    }

private:
    double timed(int writing, std::size_t which, int times) {
        const double start = now();
        for (int i = 0; i < times; i++) {
            auto sum = writing ? write(systems_[which]) : read(systems_[which]);
            asm volatile("" : : "r"(sum) : "memory");
        }
        return (now() - start) / times;
    }
};

}  // namespace draws
