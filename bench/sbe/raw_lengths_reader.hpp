#pragma once

#include "raw.hpp"

struct Reader : raw::Walk<false, true> {
    static constexpr bool only_lengths = true;
};
