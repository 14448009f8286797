// Reads damaged messages, forward and in any order: damage N SEED. Runs under sanitizers, with each message
// in a buffer of its own.
//
// Whatever a message contains, reading stays within its bytes and terminates. If no view reports damage, all
// of them give the same sum, the first time and the second.

#include <algorithm>
#include <cstdio>

#include "messages.hpp"

using namespace messages;

namespace {

void damage(Random &random, Octets &message) {
    const std::size_t kind = up_to(random, 7);
    if (kind < 3 || message.empty()) {
        message.resize(up_to(random, message.size()));
        return;
    }
    static constexpr unsigned char likely[] = {0, 1, 0x7f, 0x80, 0xff, 0xfe, 4, 20};
    for (std::size_t left = 1 + up_to(random, 3); left > 0; --left) {
        auto &octet = message[up_to(random, message.size() - 1)];
        octet = kind < 6 ? likely[up_to(random, 7)] : static_cast<unsigned char>(random());
    }
    if (kind == 7) message.resize(up_to(random, message.size()));
}

template <class View> bool read(Random &random, const Octets &message, std::uint64_t &damaged) {
    const Octets exact(message.begin(), message.end());
    const wg::Octets octets(exact.data(), exact.size());
    const auto whole = wg::validate<View>(octets);
    const bool sound = whole.has_value();
    const auto first = View::wrap(octets);
    const View &view = *first;
    const std::uint64_t wanted = forward(view);
    if (!first) {
        ++damaged;
        return !sound && wanted == 0 && view.status();
    }
    if (sound != !view.status() || *whole != view.encoded_length()) return false;
    unsigned order[2 * parts];
    for (unsigned at = 0; at < 2 * parts; ++at) order[at] = at % parts;
    std::shuffle(order, order + 2 * parts, random);
    const auto second = View::wrap(octets);
    std::uint64_t all = 0;
    for (const unsigned which : order) all += part(*second, which);
    if (!sound) ++damaged;
    if (sound != !(*second).status()) return false;
    return !sound || (all == 2 * wanted && forward(view) == wanted);
}

} // namespace

int main(int argc, char **argv) {
    const unsigned long long count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
    Random random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
    std::uint64_t damaged = 0;
    Octets study = study_message(random), counted = counted_message(random);
    for (unsigned long long at = 0; at < count; ++at) {
        if (at % 16 == 0) {
            study = study_message(random);
            counted = counted_message(random);
        }
        Octets message = at % 4 == 0 ? counted : study;
        if (at % 64 > 1) damage(random, message);
        const bool right = at % 4 == 0 ? read<counted::Order>(random, message, damaged)
                                       : read<study::Study>(random, message, damaged);
        if (!right) {
            std::printf("message %llu:", at);
            for (const unsigned char octet : message) std::printf(" %02x", octet);
            std::printf("\n");
            return 1;
        }
    }
    std::printf("%llu messages, %llu damaged\n", count, static_cast<unsigned long long>(damaged));
    return damaged > count / 4 ? 0 : 1;
}
