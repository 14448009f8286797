//! Times as microseconds since 1970 (X.680 46, 47).

use std::fmt;

/// Converts a UTCTime, if `short`, or a GeneralizedTime. `None` if it is a local time, finer than a
/// microsecond, or in a leap second.
pub fn micros(text: &[u8], short: bool) -> Option<i64> {
    let mut scan = Scan(text);
    let year = match short {
        true => match scan.number(2)? {
            year @ 50.. => 1900 + year,
            year => 2000 + year,
        },
        false => scan.number(4)?,
    };
    let (month, day, hour) = (scan.number(2)?, scan.number(2)?, scan.number(2)?);
    let minute = scan.optional()?;
    let second = if minute.is_some() { scan.optional()? } else { None };
    // A fraction applies to the last unit given.
    let unit = match (minute, second) {
        (_, Some(_)) => 1,
        (Some(_), None) => 60,
        (None, None) => 3600,
    };
    let fraction = scan.fraction()? * unit;
    let zone = scan.zone()?;
    let (minute, second) = (minute.unwrap_or(0), second.unwrap_or(0));
    let right = (1..=12).contains(&month)
        && (1..=days(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        // Microseconds since 1970 have no leap seconds.
        && second < 60;
    if !right || !scan.0.is_empty() {
        return None;
    }
    let seconds = ((since_1970(year, month, day) * 24 + hour) * 60 + minute - zone) * 60 + second;
    Some(seconds * 1_000_000 + fraction)
}

struct Scan<'t>(&'t [u8]);

impl Scan<'_> {
    fn number(&mut self, digits: usize) -> Option<i64> {
        let (head, rest) = self.0.split_at_checked(digits)?;
        self.0 = rest;
        head.iter().try_fold(0, |number, digit| {
            digit.is_ascii_digit().then(|| number * 10 + i64::from(digit - b'0'))
        })
    }

    /// Takes two digits, if there are any.
    fn optional(&mut self) -> Option<Option<i64>> {
        match self.0.first() {
            Some(digit) if digit.is_ascii_digit() => self.number(2).map(Some),
            _ => Some(None),
        }
    }

    /// Takes a fraction, in millionths.
    fn fraction(&mut self) -> Option<i64> {
        let [b'.' | b',', rest @ ..] = self.0 else { return Some(0) };
        let length = rest.iter().take_while(|digit| digit.is_ascii_digit()).count();
        let (digits, rest) = rest.split_at(length);
        self.0 = rest;
        let (counted, finer) = digits.split_at(length.min(6));
        if digits.is_empty() || finer.iter().any(|digit| *digit != b'0') {
            return None;
        }
        let number = counted.iter().fold(0, |number, digit| number * 10 + i64::from(digit - b'0'));
        Some(number * 10i64.pow(6 - counted.len() as u32))
    }

    /// Takes a time zone, in minutes east of UTC.
    fn zone(&mut self) -> Option<i64> {
        let sign = match self.0 {
            [b'Z', rest @ ..] => {
                self.0 = rest;
                return Some(0);
            }
            [b'+', ..] => 1,
            [b'-', ..] => -1,
            _ => return None,
        };
        self.0 = &self.0[1..];
        let (hours, minutes) = (self.number(2)?, self.optional()?.unwrap_or(0));
        Some(sign * (hours * 60 + minutes))
    }
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days(year: i64, month: i64) -> i64 {
    match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970-01-01.
fn since_1970(year: i64, month: i64, day: i64) -> i64 {
    let before = year - 1;
    let leaps = |year: i64| year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let years = (year - 1970) * 365 + leaps(before) - leaps(1969);
    years + (1..month).map(|month| days(year, month)).sum::<i64>() + day - 1
}

/// Microseconds since 1970; displayed in ISO 8601.
pub struct Moment(pub i64);

/// Year, month, day, hour, minute, second, microseconds.
type Parts = (i64, i64, i64, i64, i64, i64, i64);

impl Moment {
    fn parts(&self) -> Parts {
        let (seconds, micros) = (self.0.div_euclid(1_000_000), self.0.rem_euclid(1_000_000));
        let (day, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        // Never too late, since years have between 365 and 366 days.
        let mut year = 1970 + day.div_euclid(if day < 0 { 365 } else { 366 });
        while since_1970(year + 1, 1, 1) <= day {
            year += 1;
        }
        let mut month = 12;
        while since_1970(year, month, 1) > day {
            month -= 1;
        }
        let day = day - since_1970(year, month, 1) + 1;
        (year, month, day, second / 3600, second / 60 % 60, second % 60, micros)
    }

    /// Formats it as a UTCTime, if `short`, or as a GeneralizedTime; `None` if that type cannot express the
    /// year or the fraction.
    #[cfg(any(feature = "arrow", test))]
    pub fn written(&self, short: bool) -> Option<String> {
        let (year, month, day, hour, minute, second, micros) = self.parts();
        let rest = format!("{month:02}{day:02}{hour:02}{minute:02}{second:02}");
        match (short, micros) {
            (true, 0) if (1950..2050).contains(&year) => Some(format!("{:02}{rest}Z", year % 100)),
            (true, _) => None,
            _ if !(0..10_000).contains(&year) => None,
            (false, 0) => Some(format!("{year:04}{rest}Z")),
            (false, _) => {
                let fraction = format!("{micros:06}");
                Some(format!("{year:04}{rest}.{}Z", fraction.trim_end_matches('0')))
            }
        }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day, hour, minute, second, micros) = self.parts();
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        match micros {
            0 => f.write_str("Z"),
            _ => write!(f, ".{micros:06}Z"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{micros, Moment};

    #[test]
    fn times_in_utc() {
        let rows = [
            ("700101000000Z", true, Some(0)),
            ("000229120000+0100", true, Some(951_822_000_000_000)),
            ("20261124140000.25Z", false, Some(1_795_528_800_250_000)),
            ("2026112414Z", false, Some(1_795_528_800_000_000)),
            ("2026112414.5Z", false, Some(1_795_530_600_000_000)),
            ("20261124140000", false, None),
            ("20261124140000.0000001Z", false, None),
            ("20260230000000Z", false, None),
            ("20161231235960Z", false, None),
            ("19691231235959Z", false, Some(-1_000_000)),
        ];
        for (text, short, wanted) in rows {
            assert_eq!(micros(text.as_bytes(), short), wanted, "{text}");
        }
    }

    #[test]
    fn moments_are_shown() {
        for text in [
            "1970-01-01T00:00:00Z",
            "2000-02-29T12:00:00Z",
            "1969-12-31T23:59:59.500000Z",
            "0001-01-01T00:00:00Z",
        ] {
            let digits: String =
                text.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | 'Z')).collect();
            let moment = micros(digits.as_bytes(), false).map(|micros| Moment(micros).to_string());
            assert_eq!(moment.as_deref(), Some(text));
            let written = micros(digits.as_bytes(), false).and_then(|micros| Moment(micros).written(false));
            let again = written
                .and_then(|text| micros(text.as_bytes(), false))
                .map(|micros| Moment(micros).to_string());
            assert_eq!(again.as_deref(), Some(text));
        }
    }
}
