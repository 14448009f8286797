//! Times: UTCTime, GeneralizedTime (X.680 46, 47; X.690 11.7, 11.8) and the
//! contents of DATE, TIME-OF-DAY, DATE-TIME and DURATION (X.690 8.26).

use alloc::string::String;
use alloc::vec::Vec;

use crate::{ErrorCode, Fault};

use super::Form;

fn malformed() -> Fault {
    Fault::new(ErrorCode::TimeForm)
}

/// Takes two digits with a value of at most `most`.
fn pair(text: &mut &[u8], most: u8) -> Result<u8, Fault> {
    match *text {
        [a @ b'0'..=b'9', b @ b'0'..=b'9', rest @ ..] => {
            let number = (a - b'0') * 10 + (b - b'0');
            *text = rest;
            if number <= most {
                Ok(number)
            } else {
                Err(malformed())
            }
        }
        _ => Err(malformed()),
    }
}

fn starts_with_digit(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_digit)
}

/// Takes month and day, checked against the Gregorian calendar.
fn month_and_day(text: &mut &[u8], year: u32) -> Result<(), Fault> {
    let month = pair(text, 12)?;
    let day = pair(text, 31)?;
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = [0, 31, 28 + u8::from(leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    match day > 0 && days.get(usize::from(month)).is_some_and(|&most| day <= most) {
        true => Ok(()),
        false => Err(malformed()),
    }
}

/// Takes an offset such as `+hh` or `+hhmm`; `short` allows the former.
#[expect(clippy::indexing_slicing, reason = "the caller saw the sign")]
fn offset(text: &mut &[u8], short: bool) -> Result<(), Fault> {
    *text = &text[1..];
    pair(text, 23)?;
    if !short || !text.is_empty() {
        pair(text, 59)?;
    }
    Ok(())
}

/// Checks the characters of a UTCTime.
///
/// # Errors
/// `time_form`; `time_canonical` in canonical form (X.690 11.8).
pub fn utc_time(text: &str, form: Form) -> Result<(), Fault> {
    let mut rest = text.as_bytes();
    // The century is not given. It is taken to be 2000, which was a leap year, because 1900 was
    // not.
    let year = 2000 + u32::from(pair(&mut rest, 99)?);
    month_and_day(&mut rest, year)?;
    pair(&mut rest, 23)?;
    pair(&mut rest, 59)?;
    let seconds = starts_with_digit(rest);
    // X.680 47.3: no leap seconds.
    if seconds {
        pair(&mut rest, 59)?;
    }
    let zulu = rest == b"Z";
    match rest {
        b"Z" => rest = &[],
        [b'+' | b'-', ..] => offset(&mut rest, false)?,
        _ => return Err(malformed()),
    }
    if !rest.is_empty() {
        return Err(malformed());
    }
    if form == Form::Canonical && !(seconds && zulu) {
        return Err(Fault::new(ErrorCode::TimeCanonical));
    }
    Ok(())
}

/// Checks the characters of a GeneralizedTime.
///
/// # Errors
/// `time_form`; `time_canonical` in canonical form (X.690 11.7).
#[expect(clippy::indexing_slicing, reason = "take_while counted digits of the fraction, and there are some")]
pub fn generalized_time(text: &str, form: Form) -> Result<(), Fault> {
    let mut rest = text.as_bytes();
    let century = u32::from(pair(&mut rest, 99)?);
    let year = century * 100 + u32::from(pair(&mut rest, 99)?);
    month_and_day(&mut rest, year)?;
    let late = pair(&mut rest, 24)? == 24;
    let (mut seconds, mut midnight) = (false, true);
    if starts_with_digit(rest) {
        midnight = pair(&mut rest, 59)? == 0;
        seconds = starts_with_digit(rest);
        if seconds {
            midnight &= pair(&mut rest, 60)? == 0;
        }
    }
    let mut exact = true;
    if let [mark @ (b'.' | b','), fraction @ ..] = rest {
        let digits = fraction.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 {
            return Err(malformed());
        }
        // X.690 11.7.2, 11.7.4: a full stop, no trailing zeros.
        exact = *mark == b'.' && fraction[digits - 1] != b'0';
        midnight &= fraction[..digits].iter().all(|digit| *digit == b'0');
        rest = &fraction[digits..];
    }
    // ISO 8601: hour 24 is only the end of a day; X.690 11.7.5 requires hour 0 of the next.
    if late && !midnight {
        return Err(malformed());
    }
    let zulu = rest == b"Z";
    match rest {
        b"Z" | [] => rest = &[],
        [b'+' | b'-', ..] => offset(&mut rest, true)?,
        _ => {}
    }
    if !rest.is_empty() {
        return Err(malformed());
    }
    if form == Form::Canonical && !(seconds && zulu && exact && !late) {
        return Err(Fault::new(ErrorCode::TimeCanonical));
    }
    Ok(())
}

/// Reinserts the characters that a compact time leaves out; `pattern` has a `0` for each digit.
fn spread<'s>(contents: &[u8], pattern: &str, scratch: &'s mut String) -> Result<&'s str, Fault> {
    scratch.clear();
    let mut digits = contents.iter();
    for mark in pattern.chars() {
        match mark {
            '0' => match digits.next() {
                Some(digit) if digit.is_ascii_digit() => scratch.push(char::from(*digit)),
                _ => return Err(malformed()),
            },
            other => scratch.push(other),
        }
    }
    match digits.next() {
        None => Ok(scratch),
        Some(_) => Err(malformed()),
    }
}

/// The inverse of [`spread`].
fn squeeze(text: &str, pattern: &str, out: &mut Vec<u8>) -> Result<(), Fault> {
    if text.len() != pattern.len() {
        return Err(malformed());
    }
    for (octet, mark) in text.bytes().zip(pattern.bytes()) {
        match mark {
            b'0' if octet.is_ascii_digit() => out.push(octet),
            b'0' => return Err(malformed()),
            _ if octet != mark => return Err(malformed()),
            _ => {}
        }
    }
    Ok(())
}

const DATE: &str = "0000-00-00";
const TIME_OF_DAY: &str = "00:00:00";
const DATE_TIME: &str = "0000-00-00T00:00:00";

/// DATE (X.690 8.26.2): `20121121` is `2012-11-21`.
///
/// # Errors
/// `time_form`.
pub fn date<'s>(contents: &[u8], scratch: &'s mut String) -> Result<&'s str, Fault> {
    spread(contents, DATE, scratch)
}

/// TIME-OF-DAY (X.690 8.26.3): `153000` is `15:30:00`.
///
/// # Errors
/// `time_form`.
pub fn time_of_day<'s>(contents: &[u8], scratch: &'s mut String) -> Result<&'s str, Fault> {
    spread(contents, TIME_OF_DAY, scratch)
}

/// DATE-TIME (X.690 8.26.4): `20121121153000` is `2012-11-21T15:30:00`.
///
/// # Errors
/// `time_form`.
pub fn date_time<'s>(contents: &[u8], scratch: &'s mut String) -> Result<&'s str, Fault> {
    spread(contents, DATE_TIME, scratch)
}

/// DURATION (X.690 8.26.5): `1Y` is `P1Y`.
///
/// # Errors
/// `time_form`.
pub fn duration<'s>(contents: &[u8], scratch: &'s mut String) -> Result<&'s str, Fault> {
    let good = |b: &u8| b.is_ascii_digit() || b"YMWDTHS.,".contains(b);
    if contents.is_empty() || !contents.iter().all(good) {
        return Err(malformed());
    }
    scratch.clear();
    scratch.push('P');
    scratch.extend(contents.iter().map(|&b| char::from(b)));
    Ok(scratch)
}

/// Appends the contents of a DATE.
///
/// # Errors
/// `time_form`.
pub fn write_date(text: &str, out: &mut Vec<u8>) -> Result<(), Fault> {
    squeeze(text, DATE, out)
}

/// Appends the contents of a TIME-OF-DAY.
///
/// # Errors
/// `time_form`.
pub fn write_time_of_day(text: &str, out: &mut Vec<u8>) -> Result<(), Fault> {
    squeeze(text, TIME_OF_DAY, out)
}

/// Appends the contents of a DATE-TIME.
///
/// # Errors
/// `time_form`.
pub fn write_date_time(text: &str, out: &mut Vec<u8>) -> Result<(), Fault> {
    squeeze(text, DATE_TIME, out)
}

/// Appends the contents of a DURATION.
///
/// # Errors
/// `time_form`.
pub fn write_duration(text: &str, out: &mut Vec<u8>) -> Result<(), Fault> {
    let contents = text.strip_prefix('P').ok_or_else(malformed)?;
    duration(contents.as_bytes(), &mut String::new())?;
    out.extend_from_slice(contents.as_bytes());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utc_times() {
        for text in ["920521000000Z", "9205210000Z", "920521000000+0130", "9202290000-0000"] {
            assert_eq!(utc_time(text, Form::Basic), Ok(()), "{text}");
            assert_eq!(utc_time(text, Form::Canonical).is_ok(), text.len() == 13, "{text}");
        }
        for text in [
            "",
            "920521",
            "920521000000",
            "921321000000Z",
            "920230000000Z",
            "930229000000Z",
            "920521240000Z",
            "920521235960Z",
            "920521000000Z ",
        ] {
            assert_eq!(utc_time(text, Form::Basic), Err(malformed()), "{text}");
        }
    }

    #[test]
    fn generalized_times() {
        // X.690 11.7.5.
        for text in ["19920521000000Z", "19920622123421Z", "19920722132100.3Z"] {
            assert_eq!(generalized_time(text, Form::Canonical), Ok(()), "{text}");
        }
        for text in [
            "19930229000000Z",
            "19000229000000Z",
            "19920520240001Z",
            "19920520250000Z",
            "1992052024.01Z",
            "19920520000000.Z",
            "1992",
            "19920520000000Zx",
        ] {
            assert_eq!(generalized_time(text, Form::Basic), Err(malformed()), "{text}");
        }
        for text in [
            "19920520240000Z",
            "19920722132100.30Z",
            "199207221321Z",
            "1992072213",
            "19920722132100,3Z",
            "1992072213+01",
        ] {
            assert_eq!(generalized_time(text, Form::Basic), Ok(()), "{text}");
            let fault = generalized_time(text, Form::Canonical).unwrap_err();
            assert_eq!(fault.code, ErrorCode::TimeCanonical, "{text}");
        }
    }

    #[test]
    fn compact_times() {
        let mut out = Vec::new();
        assert_eq!(date_time(b"20121121153000", &mut String::new()), Ok("2012-11-21T15:30:00"));
        write_date_time("2012-11-21T15:30:00", &mut out).unwrap();
        assert_eq!(out, b"20121121153000");
        assert!(date(b"2012112", &mut String::new()).is_err());
        assert!(write_date("2012:11:21", &mut out).is_err());
        assert_eq!(duration(b"1Y2M", &mut String::new()), Ok("P1Y2M"));
    }
}
