// Well-defined uses of views and entries: loops left early or walked twice, copies in the middle, entries
// that outlive their loops; and what must not compile.

#include <cstdio>
#include <type_traits>

#include "bare.hpp"
#include "messages.hpp"

using namespace messages;

namespace {

template <class V, class = void> struct GroupOfTemporary : std::false_type {};
template <class V> struct GroupOfTemporary<V, std::void_t<decltype(std::declval<V>().nested_group())>> : std::true_type {};
static_assert(!GroupOfTemporary<study::Study>::value && GroupOfTemporary<const study::Study &>::value);

using Outer = study::Study::Nested_group2Entry;
using Walk = decltype(std::declval<const study::Study &>().nested_group2().begin());
static_assert(!std::is_reference_v<decltype(*std::declval<Walk>())> && std::is_reference_v<decltype(*std::declval<Walk &>())>);
static_assert(std::is_trivially_copyable_v<study::Study> && sizeof(study::Study) <= 64);
static_assert(std::is_trivially_copyable_v<Outer> && sizeof(Outer) <= 64);
static_assert(std::is_trivially_copyable_v<Outer::Nested_groupEntry> && sizeof(Outer::Nested_groupEntry) <= 64);

int failed = 0;

void hold(bool right, const char *what) {
    if (right) return;
    std::printf("%s\n", what);
    ++failed;
}

void message(Random &random) {
    const Octets octets = study_message(random);
    const auto wrapped = study::Study::wrap(octets);
    const study::Study &view = *wrapped;
    const std::uint64_t wanted = forward(study::Study(view));

    for (const auto &outer : view.nested_group2()) {
        for (const auto &inner : outer.nested_group()) {
            static_cast<void>(inner.data());
            break;
        }
        break;
    }
    hold(forward(view) == wanted && !view.status(), "loops left early");
    hold(forward(view) == wanted && part(view, 3) == part(view, 3), "a second walk");

    study::Study copy = view;
    for (const auto &entry : view.nested_group()) {
        copy = view; // in the middle
        static_cast<void>(entry.a());
    }
    hold(forward(copy) == wanted, "a copy that was made in the middle");

    std::uint64_t all = 0, later = 0;
    std::vector<Outer> kept;
    for (const auto &outer : view.nested_group2()) {
        all += fields(outer) + nested(outer);
        kept.push_back(outer);
    }
    for (const Outer &outer : kept) later += fields(outer) + nested(outer);
    hold(all == later, "entries that outlive their loop");

    const auto group = view.nested_group2();
    const auto half = group.begin();
    auto first = half, second = half;
    std::uint64_t one = 0, other = 0;
    for (; first != group.end(); ++first) one += nested(*first);
    for (; second != group.end(); ++second) other += nested(*second);
    hold(one == other, "an iterator that was copied");

    const auto flat = view.flat_group();
    std::uint64_t ahead = 0, behind = 0;
    for (std::size_t index = 0; index < flat.size(); ++index) ahead += fields(flat[index]);
    for (auto at = flat.rbegin(); at != flat.rend(); ++at) behind += fields(*at);
    hold(ahead == part(view, 1) && behind == ahead && fields(flat[flat.size()]) == 0, "flat entries by their index");
    hold(flat.empty() || (fields(*flat.rbegin()) == fields(flat[flat.size() - 1]) &&
                          fields(*(flat.rend() - 1)) == fields(flat[0])), "flat entries from behind");

    if (group.size() > 1) {
        auto at = group.begin();
        const auto &entry = *group.begin(); // an entry of its own
        const auto passed = *at++;
        hold(nested(entry) == nested(passed), "entries of iterators that are gone");
    }
}

// The view of an invalid message is empty throughout.
void nothing() {
    const unsigned char another[16] = {};
    for (std::size_t size = 0; size <= sizeof another; size += sizeof another) {
        const auto texts = bare::Texts::wrap({another, size});
        const bare::Texts &view = *texts;
        hold(!texts && view.text().empty() && view.other().empty() && view.later().value_or(wg::Octets()).empty(), "data of no message");
        hold(view.status() && view.encoded_length() == 0, "the length of no message");
        const auto lists = bare::Lists::wrap({another, size});
        const bare::Lists &list = *lists;
        hold(list.varying().empty() && list.list().empty() && list.list()[0].number() == 0, "groups of no message");
        hold((*list.list().begin()).number() == 0, "the first entry of no list");
        const auto first = list.varying().begin();
        hold((*first).text().empty(), "data of the first entry of no list");
        const auto none = list.varying();
        hold(none.begin() == none.end(), "an end where there is no entry");
        const auto study = study::Study::wrap({another, size});
        hold(forward(*study) == 0, "a study of no message");
    }
}

} // namespace

int main() {
    Random random(1);
    nothing();
    for (int left = 2000; left > 0; --left) message(random);
    return failed == 0 ? 0 : 1;
}
