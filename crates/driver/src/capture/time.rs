//! When a packet was captured.

use std::fmt;

/// A time since 1970, as captures store it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// Nanoseconds within the second.
    pub nanos: u32,
}

/// Nanoseconds per second.
const NANOS: u128 = 1_000_000_000;

impl Time {
    /// Converts a number of units since 1970, with `a_second` units per second; `offset` seconds are added.
    pub fn of_units(units: u64, a_second: u64, offset: i64) -> Time {
        let a_second = a_second.max(1);
        let seconds = i64::try_from(units / a_second).unwrap_or(i64::MAX).saturating_add(offset);
        let nanos = u128::from(units % a_second) * NANOS / u128::from(a_second);
        Time { seconds, nanos: nanos as u32 }
    }

    /// Whole microseconds since 1970, if they fit.
    pub fn micros(self) -> Option<i64> {
        self.seconds.checked_mul(1_000_000)?.checked_add(i64::from(self.nanos / 1000))
    }
}

/// Formats the time as in RFC 3339, to the microsecond, or to the nanosecond if needed.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, second) = (self.seconds.div_euclid(86_400), self.seconds.rem_euclid(86_400));
        let (year, month, day) = date(days);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.")?;
        match self.nanos % 1000 {
            0 => write!(f, "{:06}Z", self.nanos / 1000),
            _ => write!(f, "{:09}Z", self.nanos),
        }
    }
}

/// The Gregorian date a number of days after 1970-01-01. Years begin in March here, so that the leap day
/// comes last.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days.saturating_add(719_468);
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_dates() {
        let told = |units, a_second, offset| Time::of_units(units, a_second, offset).to_string();
        assert_eq!(told(0, 1, 0), "1970-01-01T00:00:00.000000Z");
        assert_eq!(told(951_782_400_000_001, 1_000_000, 0), "2000-02-29T00:00:00.000001Z");
        assert_eq!(told(1_709_251_199_123_456_789, 1_000_000_000, 0), "2024-02-29T23:59:59.123456789Z");
        assert_eq!(told(0, 1, -1), "1969-12-31T23:59:59.000000Z");
        // Extreme values must not overflow.
        Time::of_units(u64::MAX, 0, i64::MAX).to_string();
        Time::of_units(0, 0, i64::MIN).to_string();
    }
}
