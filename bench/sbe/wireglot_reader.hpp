#pragma once

#include "wireglot_walk.hpp"

struct Reader : views::Walk<false> {
    using Writer = study::Study::Writer;

    template <class Block>
    IN_PLACE void put(Block& block, const Level& level) {
        block.a(level.a).b(level.b).c(level.c).d(level.d).e(level.e);
    }

    template <class Owner>
    IN_PLACE void put_nested(Owner& owner, const std::vector<WithData>& entries) {
        auto group = owner.nested_group(entries.size());
        for (const auto& each : entries) {
            auto entry = group.next();
            put(entry, each.level);
            entry.data(each.data);
        }
    }

    static std::size_t encode(const Source& source, std::uint8_t* octets, std::size_t size) {
        Writer writer({octets, size});
        put(writer, source.level);
        auto flat = writer.flat_group(source.flat_group.size());
        for (const auto& each : source.flat_group) {
            auto entry = flat.next();
            put(entry, each);
        }
        put_nested(writer, source.nested_group);
        auto outer = writer.nested_group2(source.nested_group2.size());
        for (const auto& each : source.nested_group2) {
            auto entry = outer.next();
            put(entry, each.level);
            put_nested(entry, each.nested_group);
        }
        writer.data(source.data);
        const auto written = writer.finish();
        return written ? *written : 0;
    }
};
