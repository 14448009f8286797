// Guarantees of writers: anything too late, too often or too large is an error and writes nothing; anything
// omitted is written empty; and whatever is called in whatever order, a message that `finish` accepts is
// valid.

#include <cstdio>
#include <memory>
#include <optional>

#include "bare.hpp"
#include "messages.hpp"

using namespace messages;

namespace {

using Writer = study::Study::Writer;
namespace wg = wireglot::sbe;

int failed = 0;

void hold(bool right, const char *what) {
    if (right) return;
    std::printf("%s\n", what);
    ++failed;
}

// A buffer with nothing after it, so that a sanitizer detects writes there.
struct Room {
    std::unique_ptr<unsigned char[]> octets;
    std::size_t size;

    explicit Room(std::size_t room) : octets(new unsigned char[room]), size(room) {}
    wg::MutableOctets whole() const { return {octets.get(), size}; }
    wg::Octets first(std::size_t length) const { return {octets.get(), length}; }
};

wg::Code ends(Writer &writer) { return writer.finish().error().code; }

void orders() {
    const Room room(512);
    {
        Writer writer(room.whole());
        hold(writer.finish() && *writer.finish() == 8 + 20 + 3 * 4 + 4, "what was left out is empty");
    }
    {
        Writer writer(room.whole());
        writer.data(wg::Octets());
        static_cast<void>(writer.flat_group(1));
        hold(ends(writer) == wg::Code::wrong_order, "a group behind data");
    }
    {
        Writer writer(room.whole());
        auto flat = writer.flat_group(2);
        flat.next().a(1);
        hold(ends(writer) == wg::Code::wrong_count, "fewer entries than were due");
    }
    {
        Writer writer(room.whole());
        auto flat = writer.flat_group(1);
        flat.next().a(1);
        flat.next().a(2);
        hold(ends(writer) == wg::Code::too_many, "more entries than were due");
    }
    {
        Writer writer(room.whole());
        auto flat = writer.flat_group();
        flat.next().a(1);
        flat.next().a(2);
        auto nested = writer.nested_group(1);
        flat.next().a(3);
        nested.next().a(4);
        hold(ends(writer) == wg::Code::wrong_order, "an entry of a group that has ended");
    }
    {
        Writer writer(room.whole());
        auto nested = writer.nested_group();
        auto first = nested.next();
        auto second = nested.next();
        first.data(wg::Octets());
        second.data(wg::Octets());
        hold(ends(writer) == wg::Code::wrong_order, "data of an entry that has ended");
    }
    {
        Writer writer(room.whole());
        auto flat = writer.flat_group();
        flat.next().a(1);
        flat.next().a(2);
        const auto size = writer.finish();
        const auto view = study::Study::wrap(room.first(*size));
        hold(size && (*view).flat_group().size() == 2, "a count that was not known");
    }
    {
        Writer writer(room.whole());
        hold((static_cast<void>(writer.flat_group(100)), ends(writer)) == wg::Code::no_room, "entries that have no room");
    }
    {
        const unsigned char text[1025] = {};
        Writer writer(room.whole());
        writer.data({text, sizeof text});
        hold(ends(writer) == wg::Code::too_many, "more data than its length may say");
    }
    {
        bare::Lists::Writer writer(room.whole());
        auto varying = writer.varying();
        static_cast<void>(varying.next());
        static_cast<void>(varying.next());
        const auto size = writer.finish();
        const auto view = bare::Lists::wrap(room.first(*size));
        const bare::Lists &message = *view;
        hold(size && message.varying().size() == 2, "entries without a field");
    }
}

// Calls a writer at random, including groups and entries that ended long ago.
class Monkey {
    using Outer = study::Study::Nested_group2Entry;
    using Flat = decltype(std::declval<Writer &>().flat_group());
    using Nested = decltype(std::declval<Writer &>().nested_group());
    using Groups = decltype(std::declval<Writer &>().nested_group2());
    using Inner = decltype(std::declval<Outer::Writer &>().nested_group());

    Random &random_;
    Writer writer_;
    std::optional<Flat> flat_;
    std::optional<Nested> nested_;
    std::optional<Groups> groups_;
    std::optional<Inner> inner_;
    std::optional<study::Study::Nested_groupEntry::Writer> entry_;
    std::optional<Outer::Writer> outer_;
    std::optional<Outer::Nested_groupEntry::Writer> leaf_;
    std::uint64_t sum_ = 0;

    std::uint32_t number() {
        const auto made = static_cast<std::uint32_t>(random_());
        sum_ += made;
        return made;
    }

    void step(unsigned what, std::size_t due) {
        static const unsigned char text[8] = {};
        const wg::Octets data(text, due);
        switch (what) {
        case 0: flat_.emplace(writer_.flat_group(due)); break;
        case 1: nested_.emplace(writer_.nested_group(due)); break;
        case 2: groups_.emplace(writer_.nested_group2(due)); break;
        case 3: writer_.data(data); break;
        case 4:
            if (flat_) flat_->next().a(number());
            break;
        case 5:
            if (nested_) entry_.emplace(nested_->next()).a(number());
            break;
        case 6:
            if (entry_) entry_->data(data);
            break;
        case 7:
            if (groups_) outer_.emplace(groups_->next()).a(number());
            break;
        case 8:
            if (outer_) inner_.emplace(outer_->nested_group(due));
            break;
        case 9:
            if (inner_) leaf_.emplace(inner_->next()).a(number());
            break;
        default:
            if (leaf_) leaf_->data(data);
            break;
        }
    }

public:
    Monkey(Random &random, wg::MutableOctets octets) : random_(random), writer_(octets) {}

    // Whether `finish` accepted what was written.
    bool runs(const Room &room) {
        writer_.a(number());
        // Mostly forward, so that messages get finished at all.
        unsigned what = 0;
        for (auto left = random_() % 24; left > 0; --left) {
            what = random_() % 8 == 0 ? static_cast<unsigned>(random_() % 11) : what + static_cast<unsigned>(random_() % 3);
            if (what > 10) what = 8 + static_cast<unsigned>(random_() % 3);
            step(what, random_() % 4);
        }
        const auto size = writer_.finish();
        if (!size) return false;
        const auto view = study::Study::wrap(room.first(*size));
        const auto whole = wg::validate<study::Study>(room.first(*size));
        hold(view && whole && *whole == *size, "what was written is sound");
        std::uint64_t found = (*view).a();
        const study::Study &message = *view;
        for (const auto entry : message.flat_group()) found += entry.a();
        for (const auto &entry : message.nested_group()) found += entry.a();
        for (const auto &entry : message.nested_group2()) {
            found += entry.a();
            for (const auto &inner : entry.nested_group()) found += inner.a();
        }
        hold(found == sum_, "what was written is all that was written");
        return true;
    }
};

} // namespace

int main() {
    orders();
    Random random(7);
    unsigned praised = 0;
    for (int time = 0; time < 40000; ++time) {
        const Room room(random() % 400);
        praised += Monkey(random, room.whole()).runs(room) ? 1 : 0;
    }
    hold(praised > 1000, "messages that are written to their end");
    return failed != 0;
}
