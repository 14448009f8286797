#pragma once

#include "raw.hpp"

struct Reader : raw::Walk<true, false> {
    static constexpr bool only_this_version = true;
};
