// Real Logic's generated flyweights, forward as they are meant to be read.

#pragma once

#include "reader.hpp"

#include "MessageHeader.h"
#include "Study.h"

#include <numeric>

struct Reader {
    IN_PLACE study::Study message(const std::uint8_t* octets, std::size_t size) {
        // It takes octets that it may write.
        const auto buffer = reinterpret_cast<char*>(const_cast<std::uint8_t*>(octets));
        study::MessageHeader header;
        header.wrap(buffer, 0, 0, size);
        study::Study made;
        made.wrapForDecode(buffer, study::MessageHeader::encodedLength(), header.blockLength(), header.version(), size);
        return made;
    }

    template <class Block>
    IN_PLACE std::uint64_t fields(const Block& block) {
        std::uint64_t sum = 0;
        sum += block.a();
        sum += block.b();
        sum += block.c();
        sum += block.d();
        sum += block.e();
        return sum;
    }

    IN_PLACE std::uint64_t octets(std::string_view data) {
        return std::accumulate(data.begin(), data.end(), std::uint64_t{},
                               [](std::uint64_t sum, char octet) { return sum + static_cast<std::uint8_t>(octet); });
    }

    IN_PLACE std::uint64_t flat(study::Study& message) {
        std::uint64_t sum = 0;
        auto& group = message.flat_group();
        while (group.hasNext()) sum += fields(group.next());
        return sum;
    }

    template <class Block>
    IN_PLACE std::uint64_t nested(Block& block) {
        std::uint64_t sum = 0;
        auto& group = block.nested_group();
        while (group.hasNext()) {
            group.next();
            sum += fields(group);
            sum += octets(group.getDataAsStringView());
        }
        return sum;
    }

    IN_PLACE std::uint64_t nested2(study::Study& message) {
        std::uint64_t sum = 0;
        auto& group = message.nested_group2();
        while (group.hasNext()) {
            group.next();
            sum += fields(group);
            sum += nested(group);
        }
        return sum;
    }

    static std::uint64_t top_level_fields(const std::uint8_t* octets, std::size_t size) {
        return fields(message(octets, size));
    }

    static std::uint64_t flat_group(const std::uint8_t* octets, std::size_t size) {
        auto made = message(octets, size);
        auto sum = fields(made);
        sum += flat(made);
        return sum;
    }

    static std::uint64_t nested_group(const std::uint8_t* octets, std::size_t size) {
        auto made = message(octets, size);
        auto sum = fields(made);
        sum += flat(made);
        sum += nested(made);
        return sum;
    }

    static std::uint64_t nested_group2(const std::uint8_t* octets, std::size_t size) {
        auto made = message(octets, size);
        auto sum = fields(made);
        sum += flat(made);
        sum += nested(made);
        sum += nested2(made);
        return sum;
    }

    static std::uint64_t whole_message(const std::uint8_t* at, std::size_t size) {
        auto made = message(at, size);
        auto sum = fields(made);
        sum += flat(made);
        sum += nested(made);
        sum += nested2(made);
        sum += octets(made.getDataAsStringView());
        return sum;
    }

    template <class Block>
    IN_PLACE void put(Block& block, const Level& level) {
        block.a(level.a).b(level.b).c(level.c).d(level.d).e(level.e);
    }

    template <class Group>
    IN_PLACE void put_nested(Group& group, const std::vector<WithData>& entries) {
        for (const auto& entry : entries) {
            group.next();
            put(group, entry.level);
            group.putData(reinterpret_cast<const char*>(entry.data.data()), static_cast<std::uint32_t>(entry.data.size()));
        }
    }

    static std::size_t encode(const Source& source, std::uint8_t* octets, std::size_t size) {
        study::Study made;
        made.wrapAndApplyHeader(reinterpret_cast<char*>(octets), 0, size);
        put(made, source.level);
        const auto count = [](const auto& entries) { return static_cast<std::uint16_t>(entries.size()); };
        auto& flat_group = made.flat_groupCount(count(source.flat_group));
        for (const auto& entry : source.flat_group) put(flat_group.next(), entry);
        put_nested(made.nested_groupCount(count(source.nested_group)), source.nested_group);
        auto& outer = made.nested_group2Count(count(source.nested_group2));
        for (const auto& entry : source.nested_group2) {
            outer.next();
            put(outer, entry.level);
            put_nested(outer.nested_groupCount(count(entry.nested_group)), entry.nested_group);
        }
        made.putData(reinterpret_cast<const char*>(source.data.data()), static_cast<std::uint32_t>(source.data.size()));
        return static_cast<std::size_t>(made.sbePosition());
    }
};
