// Conversion of common composites: decimals, times, months.

#ifndef WIREGLOT_SBE_MEANING_HPP
#define WIREGLOT_SBE_MEANING_HPP 1

#include <chrono>
#include <cmath>

#include "octets.hpp"

namespace wireglot::sbe {

template <class T> [[nodiscard]] constexpr std::optional<T> maybe(T value) noexcept { return value; }
template <class T> [[nodiscard]] constexpr std::optional<T> maybe(std::optional<T> value) noexcept { return value; }

// Each function also takes an optional composite, and returns nothing if that is empty.

// The number nearest to a decimal, a composite of `mantissa` and `exponent`; nothing if one of them is null.
template <class C> [[nodiscard]] std::optional<double> decimal(const C &composite) noexcept {
    const auto mantissa = maybe(composite.mantissa());
    const auto exponent = maybe(composite.exponent());
    if (!mantissa || !exponent) return std::nullopt;
    const auto digits = static_cast<double>(*mantissa);
    const auto power = static_cast<int>(*exponent);
    // Powers of ten up to 10^22 are exact, so this rounds only once.
    return power < 0 ? digits / std::pow(10.0, -power) : digits * std::pow(10.0, power);
}

template <class C> [[nodiscard]] std::optional<double> decimal(const std::optional<C> &composite) noexcept {
    return composite ? decimal(*composite) : std::nullopt;
}

using UtcTime = std::chrono::time_point<std::chrono::system_clock, std::chrono::nanoseconds>;

// A point in time, a composite of `time` and `unit` (0, 3, 6 or 9 for seconds, milliseconds, microseconds or
// nanoseconds); nothing if it is null, has another unit, or is too late for 64-bit nanoseconds.
template <class C> [[nodiscard]] std::optional<UtcTime> utc_time(const C &composite) noexcept {
    const auto time = maybe(composite.time());
    const auto unit = maybe(composite.unit());
    if (!time || !unit) return std::nullopt;
    std::uint64_t scale = 1;
    switch (static_cast<unsigned>(*unit)) {
    case 0: scale = 1000000000; break;
    case 3: scale = 1000000; break;
    case 6: scale = 1000; break;
    case 9: break;
    default: return std::nullopt;
    }
    const auto ticks = static_cast<std::uint64_t>(*time);
    if (ticks > static_cast<std::uint64_t>(INT64_MAX) / scale) return std::nullopt;
    return UtcTime(std::chrono::nanoseconds(static_cast<std::int64_t>(ticks * scale)));
}

template <class C> [[nodiscard]] std::optional<UtcTime> utc_time(const std::optional<C> &composite) noexcept {
    return composite ? utc_time(*composite) : std::nullopt;
}

// A month, optionally with a day or a week.
struct MonthYear {
    int year;
    std::optional<int> month, day, week;
};

// A composite of `year`, `month`, `day` and `week`; nothing if the year is null.
template <class C> [[nodiscard]] std::optional<MonthYear> month_year(const C &composite) noexcept {
    const auto number = [](auto value) -> std::optional<int> {
        const auto known = maybe(value);
        return known ? std::optional<int>(static_cast<int>(*known)) : std::nullopt;
    };
    const auto year = number(composite.year());
    if (!year) return std::nullopt;
    return MonthYear{*year, number(composite.month()), number(composite.day()), number(composite.week())};
}

template <class C> [[nodiscard]] std::optional<MonthYear> month_year(const std::optional<C> &composite) noexcept {
    return composite ? month_year(*composite) : std::nullopt;
}

} // namespace wireglot::sbe

#endif
