//! DURATION as numbers: its parts as PER (X.691 32.5) and OER (X.696 29) encode them.

use alloc::format;
use alloc::string::String;

use crate::{ErrorCode, Fault};

/// The designators, largest unit first, and whether they come after `T`.
const MARKS: [(char, bool); 7] =
    [('Y', false), ('M', false), ('W', false), ('D', false), ('H', true), ('M', true), ('S', true)];

/// The maximum number of digits in a number.
const DIGITS: usize = 18;

/// A duration such as `P1Y2M3DT4H5M6.7S`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Duration {
    /// Years, months, weeks, days, hours, minutes and seconds.
    pub parts: [Option<u64>; 7],
    /// The fraction of the last part present: the number of digits, and the digits as a number.
    pub fraction: Option<(u64, u64)>,
}

fn malformed() -> Fault {
    Fault::new(ErrorCode::TimeForm)
}

impl Duration {
    /// Parses a duration.
    ///
    /// # Errors
    /// `time_form`, also for numbers of more than 18 digits.
    pub fn parse(text: &str) -> Result<Duration, Fault> {
        let mut rest = text.strip_prefix('P').ok_or_else(malformed)?;
        let mut duration = Duration::default();
        let (mut in_time, mut next) = (false, 0);
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix('T').filter(|_| !in_time) {
                (in_time, rest) = (true, after);
            }
            let (number, after) = digits(rest);
            rest = after;
            if number.is_empty() || number.len() > DIGITS || duration.fraction.is_some() {
                return Err(malformed());
            }
            if let Some(after) = rest.strip_prefix(['.', ',']) {
                let (fraction, after) = digits(after);
                if fraction.is_empty() || fraction.len() > DIGITS {
                    return Err(malformed());
                }
                let value = fraction.parse().map_err(|_| malformed())?;
                (duration.fraction, rest) = (Some((fraction.len() as u64, value)), after);
            }
            let mark = rest.chars().next().ok_or_else(malformed)?;
            let mut found = MARKS.iter().enumerate().skip(next);
            let found = found.find(|(_, own)| **own == (mark, in_time)).map(|(index, _)| index);
            let index = found.ok_or_else(malformed)?;
            if let Some(part) = duration.parts.get_mut(index) {
                *part = Some(number.parse().map_err(|_| malformed())?);
            }
            (next, rest) = (index + 1, rest.get(mark.len_utf8()..).unwrap_or_default());
        }
        Ok(duration)
    }

    /// Appends its text form.
    ///
    /// # Errors
    /// `time_form` if there is a fraction but no part, or it has no digits, more than 18, or more than it states.
    pub fn print(&self, text: &mut String) -> Result<(), Fault> {
        text.push('P');
        let mut in_time = false;
        let mut last = None;
        for (part, (mark, time)) in self.parts.iter().zip(MARKS) {
            let Some(part) = part else { continue };
            if time && !in_time {
                text.push('T');
                in_time = true;
            }
            text.push_str(&format!("{part}{mark}"));
            last = Some(mark);
        }
        let Some((digits, value)) = self.fraction else { return Ok(()) };
        let mark = last.ok_or_else(malformed)?;
        let width = usize::try_from(digits).ok().filter(|digits| (1..=DIGITS).contains(digits));
        let width = width.ok_or_else(malformed)?;
        // A larger value would be no fraction: 12 with one digit is 1.2.
        if value >= 10_u64.pow(width as u32) {
            return Err(malformed());
        }
        text.pop();
        text.push_str(&format!(".{value:0width$}{mark}"));
        Ok(())
    }
}

/// Splits off the leading digits.
fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}
