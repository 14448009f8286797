#pragma once

#include "wireglot_walk.hpp"

struct Reader : views::Walk<true> {
    static constexpr bool only_lengths = true;
};
