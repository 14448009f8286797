// Generated C: always checked, forward.

#pragma once

#include "reader.hpp"

#include "study.h"

#include <numeric>

namespace views_in_c {

// Views of messages and entries have functions of their own, with their names in front.
#define FIELDS(view, type) (std::uint64_t{type##_a(view)} + type##_b(view) + type##_c(view) + type##_d(view) + type##_e(view))

IN_PLACE std::uint64_t octets(wg_sbe_octets data) {
    return std::accumulate(data.data, data.data + data.size, std::uint64_t{});
}

IN_PLACE std::uint64_t flat(study_study& message) {
    std::uint64_t sum = 0;
    auto group = study_study_open_flat_group(&message);
    while (study_study_flat_group_next(&group)) sum += FIELDS(&group, study_study_flat_group);
    return sum;
}

IN_PLACE std::uint64_t nested(study_study& message) {
    std::uint64_t sum = 0;
    auto group = study_study_open_nested_group(&message);
    while (study_study_nested_group_next(&group)) {
        sum += FIELDS(&group, study_study_nested_group);
        sum += octets(study_study_nested_group_data(&group));
    }
    return sum;
}

IN_PLACE std::uint64_t nested2(study_study& message) {
    std::uint64_t sum = 0;
    auto group = study_study_open_nested_group2(&message);
    while (study_study_nested_group2_next(&group)) {
        sum += FIELDS(&group, study_study_nested_group2);
        auto inner = study_study_nested_group2_open_nested_group(&group);
        while (study_study_nested_group2_nested_group_next(&inner)) {
            sum += FIELDS(&inner, study_study_nested_group2_nested_group);
            sum += octets(study_study_nested_group2_nested_group_data(&inner));
        }
    }
    return sum;
}

// Nothing of a damaged message counts.
IN_PLACE std::uint64_t sound(const study_study& message, std::uint64_t sum) {
    return study_study_status(&message).code == WG_SBE_OK ? sum : 0;
}

}  // namespace views_in_c

struct Reader {
    static std::uint64_t top_level_fields(const std::uint8_t* at, std::size_t size) {
        study_study message;
        const auto status = study_study_wrap(&message, at, size);
        return status.code == WG_SBE_OK ? FIELDS(&message, study_study) : 0;
    }

    static std::uint64_t flat_group(const std::uint8_t* at, std::size_t size) {
        study_study message;
        study_study_wrap(&message, at, size);
        auto sum = FIELDS(&message, study_study);
        sum += views_in_c::flat(message);
        return views_in_c::sound(message, sum);
    }

    static std::uint64_t nested_group(const std::uint8_t* at, std::size_t size) {
        study_study message;
        study_study_wrap(&message, at, size);
        auto sum = FIELDS(&message, study_study);
        sum += views_in_c::flat(message);
        sum += views_in_c::nested(message);
        return views_in_c::sound(message, sum);
    }

    static std::uint64_t nested_group2(const std::uint8_t* at, std::size_t size) {
        study_study message;
        study_study_wrap(&message, at, size);
        auto sum = FIELDS(&message, study_study);
        sum += views_in_c::flat(message);
        sum += views_in_c::nested(message);
        sum += views_in_c::nested2(message);
        return views_in_c::sound(message, sum);
    }

    static std::uint64_t whole_message(const std::uint8_t* at, std::size_t size) {
        study_study message;
        study_study_wrap(&message, at, size);
        auto sum = FIELDS(&message, study_study);
        sum += views_in_c::flat(message);
        sum += views_in_c::nested(message);
        sum += views_in_c::nested2(message);
        sum += views_in_c::octets(study_study_data(&message));
        return views_in_c::sound(message, sum);
    }

    static std::size_t encode(const Source& source, std::uint8_t* octets, std::size_t size) {
#define PUT(writer, type, level)                                                                             \
    (type##_set_a(writer, (level).a), type##_set_b(writer, (level).b), type##_set_c(writer, (level).c),      \
     type##_set_d(writer, (level).d), type##_set_e(writer, (level).e))
        study_study_writer writer;
        study_study_begin(&writer, octets, size);
        PUT(&writer, study_study, source.level);
        auto flat = study_study_write_flat_group(&writer, source.flat_group.size());
        for (const auto& each : source.flat_group) {
            study_study_flat_group_add(&flat);
            PUT(&flat, study_study_flat_group, each);
        }
        auto nested = study_study_write_nested_group(&writer, source.nested_group.size());
        for (const auto& each : source.nested_group) {
            study_study_nested_group_add(&nested);
            PUT(&nested, study_study_nested_group, each.level);
            study_study_nested_group_set_data(&nested, each.data.data(), each.data.size());
        }
        auto outer = study_study_write_nested_group2(&writer, source.nested_group2.size());
        for (const auto& each : source.nested_group2) {
            study_study_nested_group2_add(&outer);
            PUT(&outer, study_study_nested_group2, each.level);
            auto inner = study_study_nested_group2_write_nested_group(&outer, each.nested_group.size());
            for (const auto& one : each.nested_group) {
                study_study_nested_group2_nested_group_add(&inner);
                PUT(&inner, study_study_nested_group2_nested_group, one.level);
                study_study_nested_group2_nested_group_set_data(&inner, one.data.data(), one.data.size());
            }
        }
        study_study_set_data(&writer, source.data.data(), source.data.size());
        return study_study_finish(&writer);
    }
};
