// What must not compile, one case at a time, and what must compile: case 0. `run` compiles each.

#include <algorithm>
#include <array>
#include <deque>
#include <string>

#include "bare.hpp"
#include "messages.hpp"

namespace wg = wireglot::sbe;

std::uint64_t compiled(wg::Octets octets, wg::MutableOctets out);
std::uint64_t compiled(wg::Octets octets, wg::MutableOctets out) {
    std::uint64_t all = 0;
    const auto study = study::Study::wrap(octets);
    const study::Study &view = *study;
    study::Study::Writer writer(out);
    bare::Arrays::Writer arrays(out);
#if CASE == 0
    for (auto &entry : view.nested_group2()) {
        for (const auto &inner : entry.nested_group()) all += inner.a();
    }
    const auto outer = view.nested_group2();
    for (auto at = outer.begin(); at != outer.end(); ++at) {
        all += at->a() + at->nested_group().size();
        for (const auto &inner : (*at).nested_group()) all += inner.a();
    }
    const auto &kept = *outer.begin();
    all += kept.a() + (*outer.begin()).a() + kept.nested_group().size();
    auto next = outer.begin();
    const auto first = *next++;
    all += first.nested_group().size();

    const auto flat = view.flat_group();
    for (const auto &entry : view.flat_group()) all += entry.a();
    for (auto at = flat.rbegin(); at != flat.rend(); ++at) all += at->a();
    std::for_each(flat.begin(), flat.end(), [&all](const auto &entry) { all += entry.a(); });
    const auto found = std::find_if(flat.rbegin(), flat.rend(), [](const auto &entry) { return entry.b() == 2; });
    if (found != flat.rend()) all += found->c() + flat.begin()->a();
#if __cplusplus >= 202002L
    const auto nested = std::ranges::find_if(outer, [](const auto &entry) { return entry.b() == 2; });
    if (nested != outer.end()) all += nested->nested_group().size();
#endif
    auto parts = writer.nested_group();
    parts.next().a(1).b(2);
    parts.next().data(octets);
    arrays.numbers(std::array<std::uint16_t, 3>{1, 2, 3}).numbers(std::vector<std::uint8_t>{1, 2, 3});
    arrays.octets(std::string("abc")).octets(std::deque<unsigned char>{1, 2, 3});
#elif CASE == 1
    all += wg::wrap<study::Study>(octets)->nested_group().size();
#elif CASE == 2
    all += (*study::Study::wrap(octets)).nested_group().size();
#elif CASE == 3
    for (const auto &inner : (*view.nested_group2().begin()).nested_group()) all += inner.a();
#elif CASE == 4
    all += view.nested_group2().begin()->nested_group().size();
#elif CASE == 5
    auto at = view.nested_group2().begin();
    all += (*at++).nested_group().size();
#elif CASE == 6
    auto group = study::Study::Writer(out).nested_group();
    group.next().a(1);
#elif CASE == 7
    arrays.numbers(std::vector<int>{1, 2, 70000});
#elif CASE == 8
    arrays.octets(std::vector<signed char>{1, 2, -1});
#elif CASE == 9
    arrays.reals(std::vector<double>{1e40, 2, 3});
#endif
    return all + sizeof writer + sizeof arrays + sizeof view;
}
