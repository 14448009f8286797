// The rows of `make bench-sbe`: makes the messages, asks each reader for its sums, and times them by turns.
//
//     main rounds N      a line for each row and round: data scenario reader nanoseconds-a-message right
//     main count         runs every reader once over the fixed messages, for callgrind
//     main dump FOLDER   writes the messages: fixed.slots and the like, each a slot and its sums

#include "reader.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <random>
#include <string>

#define READERS_OF(name) extern "C" const Rows rows_##name;
#include "readers.inc"
#undef READERS_OF
#define READERS_OF(name) &rows_##name,
static const Rows* const readers[] = {
#include "readers.inc"
};
#undef READERS_OF

namespace {

constexpr std::size_t messages = 1000;
const char* const scenarios[] = {"top_level_fields", "flat_group", "nested_group", "nested_group2",
                                 "whole_message",    "any_order",  "encode"};

// How messages look: sizes of groups and data, the version, and octets behind the known ones of a block.
struct Look {
    const char* name;
    std::size_t least_group, most_group, least_data, most_data;
    std::size_t version, more;
    bool forward_only;  // not for any_order and encode
};

const Look looks[] = {
    {"fixed", 10, 10, 10, 10, 1, 0, false},         {"random", 0, 20, 0, 32, 1, 0, false},
    {"newer_fixed", 10, 10, 10, 10, 2, 4, true},    {"newer_random", 0, 20, 0, 32, 2, 4, true},
    {"older_fixed", 10, 10, 10, 10, 0, 0, true},    {"older_random", 0, 20, 0, 32, 0, 0, true},
};

class Maker {
public:
    explicit Maker(const Look& look) : look_(look) {}

    Source source() {
        Source made{level(), {}, {}, {}, {}};
        made.flat_group.resize(size(look_.least_group, look_.most_group));
        for (auto& entry : made.flat_group) entry = level();
        made.nested_group = nested();
        made.nested_group2.resize(size(look_.least_group, look_.most_group));
        for (auto& entry : made.nested_group2) {
            entry.level = level();
            entry.nested_group = nested();
        }
        made.data = data();
        return made;
    }

private:
    Level level() { return {next(), next(), next(), next(), next()}; }
    std::uint32_t next() { return static_cast<std::uint32_t>(random_()); }
    std::size_t size(std::size_t least, std::size_t most) { return least + next() % (most - least + 1); }
    std::vector<std::uint8_t> data() {
        std::vector<std::uint8_t> made(size(look_.least_data, look_.most_data));
        for (auto& octet : made) octet = static_cast<std::uint8_t>(next());
        return made;
    }
    std::vector<WithData> nested() {
        std::vector<WithData> made(size(look_.least_group, look_.most_group));
        for (auto& entry : made) entry = {level(), data()};
        return made;
    }

    const Look& look_;
    std::mt19937 random_{20261121};
};

// Writes a message a number at a time, and sums what it writes.
class Writer {
public:
    Writer(const Look& look, Slot& slot) : look_(look), slot_(slot) {}

    std::size_t message(const Source& source, bool lengths) {
        lengths_ = lengths;
        number(20 + look_.more, 2);
        number(1, 2);
        number(7, 2);
        number(look_.version, 2);
        block(source.level);
        slot_.sums[top_level_fields] = sum_;
        dimension(source.flat_group.size());
        for (const auto& entry : source.flat_group) block(entry);
        slot_.sums[flat_group] = sum_;
        nested(source.nested_group);
        slot_.sums[nested_group] = sum_;
        dimension(source.nested_group2.size());
        for (const auto& entry : source.nested_group2) {
            block(entry.level);
            nested(entry.nested_group);
        }
        slot_.sums[nested_group2] = sum_;
        data(source.data);
        slot_.sums[whole_message] = sum_;
        return at_;
    }

private:
    void number(std::size_t number, std::size_t octets) {
        if (at_ + octets > slot_size) std::abort();
        for (; octets > 0; octets--, number >>= 8) slot_.octets[at_++] = static_cast<std::uint8_t>(number);
    }
    void value(std::uint32_t value) {
        number(value, 4);
        sum_ += value;
    }
    void block(const Level& level) {
        for (auto each : {level.a, level.b, level.c, level.d, level.e}) value(each);
        for (std::size_t i = 0; i < look_.more; i++) number(0xA5, 1);
    }
    void dimension(std::size_t count) {
        number(20 + look_.more, 2);
        number(count, 2);
    }
    void nested(const std::vector<WithData>& group) {
        dimension(group.size());
        for (const auto& entry : group) {
            block(entry.level);
            data(entry.data);
        }
    }
    void data(const std::vector<std::uint8_t>& data) {
        number(data.size(), 4);
        for (auto octet : data) number(octet, 1), sum_ += lengths_ ? 0 : octet;
        sum_ += lengths_ ? data.size() : 0;
    }

    const Look& look_;
    Slot& slot_;
    std::size_t at_ = 0;
    std::uint64_t sum_ = 0;
    bool lengths_ = false;
};

struct Data {
    const Look* look;
    std::vector<Source> sources;
    std::vector<Slot> slots, written;
    std::vector<std::size_t> sizes;
    std::uint64_t sums[2][scenario_count] = {};  // of octets, and of lengths alone

    explicit Data(const Look& which) : look(&which), slots(messages), written(messages) {
        Maker maker(which);
        for (std::size_t i = 0; i < messages; i++) sources.push_back(maker.source());
        for (int lengths = 1; lengths >= 0; lengths--) {
            sizes.clear();
            for (std::size_t i = 0; i < messages; i++) {
                sizes.push_back(Writer(which, slots[i]).message(sources[i], lengths == 1));
                for (int s = 0; s < 5; s++) sums[lengths][s] += slots[i].sums[s];
            }
            sums[lengths][any_order] = 2 * sums[lengths][whole_message];
        }
        for (auto size : sizes) sums[0][encode] += size;
    }
};

bool has(const Rows& reader, int scenario, const Look& look) {
    if (reader.only_this_version && look.more > 0) return false;
    if (scenario == encode) return reader.write && !look.forward_only;
    return reader.read[scenario] && !(scenario == any_order && look.forward_only);
}

std::uint64_t once(const Rows& reader, int scenario, Data& data) {
    // Nobody knows how large slots are.
    std::size_t size = slot_size;
    asm volatile("" : "+r"(size) : : "memory");
    const auto first = data.slots.data();
    if (scenario != encode) return reader.read[scenario](first, first + messages, size);
    return reader.write(data.sources.data(), data.sources.data() + messages, data.written.data(), size);
}

bool right(const Rows& reader, int scenario, Data& data) {
    if (scenario == encode)
        for (auto& slot : data.written) std::memset(slot.octets, 0xEE, slot_size);
    if (once(reader, scenario, data) != data.sums[reader.only_lengths][scenario]) return false;
    if (scenario != encode) return true;
    for (std::size_t i = 0; i < messages; i++)
        if (std::memcmp(data.written[i].octets, data.slots[i].octets, data.sizes[i]) != 0) return false;
    return true;
}

// Nanoseconds of this thread.
double now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

double timed(const Rows& reader, int scenario, Data& data, int times) {
    const double start = now();
    for (int i = 0; i < times; i++) {
        auto sum = once(reader, scenario, data);
        asm volatile("" : : "r"(sum) : "memory");
    }
    return (now() - start) / times / messages;
}

constexpr double turn = 1e6;  // nanoseconds that a turn takes at least

void rounds(int count) {
    for (const auto& look : looks) {
        Data data(look);
        for (int scenario = 0; scenario < static_cast<int>(scenario_count); scenario++) {
            std::vector<const Rows*> taking;
            for (auto reader : readers)
                if (has(*reader, scenario, look)) taking.push_back(reader);
            if (taking.empty()) continue;
            std::vector<bool> correct;
            for (auto reader : taking) correct.push_back(right(*reader, scenario, data));
            const double one = timed(*taking[0], scenario, data, 3) * messages;
            const int times = std::max(1, static_cast<int>(turn / one));
            for (int round = 0; round < count; round++) {
                for (std::size_t i = 0; i < taking.size(); i++) {
                    // Whoever comes first in a round pays for what the others left in the caches.
                    const auto at = (i + static_cast<std::size_t>(round)) % taking.size();
                    const double taken = timed(*taking[at], scenario, data, times);
                    std::printf("%s %s %s %.4f %d\n", look.name, scenarios[scenario], taking[at]->name, taken,
                                correct[at] ? 1 : 0);
                }
            }
        }
    }
}

void dump(const std::string& folder) {
    for (const auto& look : looks) {
        Data data(look);
        const auto path = folder + "/" + look.name + ".slots";
        std::FILE* file = std::fopen(path.c_str(), "wb");
        if (!file || std::fwrite(data.slots.data(), sizeof(Slot), messages, file) != messages) std::abort();
        std::fclose(file);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    if (what == "rounds" && argc > 2) {
        rounds(std::atoi(argv[2]));
    } else if (what == "dump" && argc > 2) {
        dump(argv[2]);
    } else if (what == "count") {
        Data data(looks[0]);
        for (auto reader : readers)
            for (int scenario = 0; scenario < static_cast<int>(scenario_count); scenario++)
                if (has(*reader, scenario, looks[0])) once(*reader, scenario, data);
    } else {
        std::fprintf(stderr, "main rounds N | count | dump FOLDER\n");
        return 2;
    }
}
