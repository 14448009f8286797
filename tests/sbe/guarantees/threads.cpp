// Threads may share bytes, but not a view: each thread takes a copy.

#include <thread>

#include "messages.hpp"

using namespace messages;

int main() {
    Random random(1);
    for (int left = 200; left > 0; --left) {
        const Octets octets = study_message(random);
        const auto wrapped = study::Study::wrap(octets);
        const std::uint64_t wanted = forward(study::Study(*wrapped));
        static_cast<void>(part(*wrapped, static_cast<unsigned>(left) % parts)); // some ends are known, some not
        const study::Study &shared = *wrapped;
        std::vector<std::uint64_t> sums(4);
        std::vector<std::thread> threads;
        for (auto &sum : sums) {
            threads.emplace_back([&shared, &sum] {
                const study::Study own = shared;
                sum = forward(own);
            });
        }
        for (auto &thread : threads) thread.join();
        for (const auto sum : sums) {
            if (sum != wanted) return 1;
        }
    }
    return 0;
}
