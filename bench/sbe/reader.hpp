// What a reader of the study's messages is: the plug-in point of `make bench-sbe`.
//
// A reader is a header that defines `struct Reader` with static functions. Each takes the first octet
// of a message and how many octets may be looked at (the whole slot), and returns a sum:
//
//     static std::uint64_t top_level_fields(const std::uint8_t* octets, std::size_t size);  // a to e
//     static std::uint64_t flat_group(...);     // these, and flat_group's
//     static std::uint64_t nested_group(...);   // these, and nested_group's with each octet of its data
//     static std::uint64_t nested_group2(...);  // these, and nested_group2's with the groups in it
//     static std::uint64_t whole_message(...);  // these, and each octet of the message's data
//
// and may have
//
//     static std::uint64_t any_order(...);      // all of it twice: what is last first, then anew
//     static std::size_t encode(const Source& source, std::uint8_t* octets, std::size_t size);
//     static constexpr bool only_lengths = true;    // adds the length of data instead of its octets
//     static constexpr bool only_this_version = true;  // strides by constants
//
// Both rows that may be missing are left out where they are. `reader.cpp` is compiled once for each
// reader with the flags of the run, so that loop and reader are one unit, as in a program.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// Parts of a walk stand in place, in all readers: as loops do that are written where they are needed.
#define IN_PLACE [[gnu::always_inline]] static inline

// Messages stand as far apart as in the benchmark that the message comes from: a slot and five sums.
constexpr std::size_t slot_size = 0x4000;
constexpr std::size_t scenario_count = 7;

enum Scenario { top_level_fields, flat_group, nested_group, nested_group2, whole_message, any_order, encode };

struct Slot {
    std::uint8_t octets[slot_size];
    std::uint64_t sums[5];
};

// The values of a message, for writers.
struct Level {
    std::uint32_t a, b, c, d, e;
};
struct WithData {
    Level level;
    std::vector<std::uint8_t> data;
};
struct WithGroup {
    Level level;
    std::vector<WithData> nested_group;
};
struct Source {
    Level level;
    std::vector<Level> flat_group;
    std::vector<WithData> nested_group;
    std::vector<WithGroup> nested_group2;
    std::vector<std::uint8_t> data;
};

// Sums over all messages; `size` is what a reader may look at of each.
using Read = std::uint64_t (*)(const Slot* first, const Slot* last, std::size_t size);
// Writes all messages; the sum of their lengths.
using Write = std::uint64_t (*)(const Source* first, const Source* last, Slot* out, std::size_t size);

struct Rows {
    const char* name;
    Read read[6];
    Write write;
    bool only_lengths, only_this_version;
};
