//! Times as numbers (X.691 32).

use alloc::format;
use alloc::string::String;

use crate::{ErrorCode, Fault};

use super::{Reader, Writer};

fn malformed() -> Fault {
    Fault::new(ErrorCode::TimeForm)
}

/// The ranges of YEAR-ENCODING: immediate, near future, near past (X.691 32.2).
const YEARS: [(i64, i64); 3] = [(2005, 2020), (2021, 2276), (1749, 2004)];

fn read_year(reader: &mut Reader<'_>) -> Result<i64, Fault> {
    match YEARS.get(reader.take(2)? as usize) {
        Some((lo, hi)) => Ok(lo + reader.constrained((hi - lo) as u64)? as i64),
        None => {
            let octets = reader.counted(8, ErrorCode::TimeForm)?;
            match crate::tlv::integer(&octets, 8)? {
                crate::tlv::Integer::Small(year) => Ok(year),
                crate::tlv::Integer::Big(_) => Err(malformed()),
            }
        }
    }
}

fn write_year(writer: &mut Writer, year: i64) {
    match YEARS.iter().position(|(lo, hi)| (*lo..=*hi).contains(&year)) {
        Some(index) => {
            let (lo, hi) = YEARS[index];
            writer.put(index as u64, 2);
            writer.constrained((year - lo) as u64, (hi - lo) as u64);
        }
        None => {
            writer.put(3, 2);
            let mut octets = crate::tlv::Writer::new();
            octets.integer(year);
            writer.counted(octets.octets());
        }
    }
}

/// DATE (X.691 32.2) as `YYYY-MM-DD`.
///
/// # Errors
/// `truncated`, `integer_range`, `time_form`.
pub fn read_date(reader: &mut Reader<'_>, text: &mut String) -> Result<(), Fault> {
    let year = read_year(reader)?;
    let month = reader.constrained(11)? + 1;
    let day = reader.constrained(30)? + 1;
    match year {
        0..=9999 => text.push_str(&format!("{year:04}-{month:02}-{day:02}")),
        _ => return Err(malformed()),
    }
    Ok(())
}

/// TIME-OF-DAY (X.691 32.3) as `HH:MM:SS`.
///
/// # Errors
/// `truncated`, `integer_range`.
pub fn read_time_of_day(reader: &mut Reader<'_>, text: &mut String) -> Result<(), Fault> {
    let hours = reader.constrained(24)?;
    let minutes = reader.constrained(59)?;
    let seconds = reader.constrained(60)?;
    text.push_str(&format!("{hours:02}:{minutes:02}:{seconds:02}"));
    Ok(())
}

/// DATE-TIME (X.691 32.4): the two together.
///
/// # Errors
/// `truncated`, `integer_range`, `time_form`.
pub fn read_date_time(reader: &mut Reader<'_>, text: &mut String) -> Result<(), Fault> {
    read_date(reader, text)?;
    text.push('T');
    read_time_of_day(reader, text)
}

/// Numbers between marks: `2012-11-21` with `--`.
fn numbers<const N: usize>(text: &str, mark: char) -> Result<[i64; N], Fault> {
    let mut found = [0; N];
    let mut parts = text.split(mark);
    for (index, number) in found.iter_mut().enumerate() {
        let part = parts.next().ok_or_else(malformed)?;
        let digits = if index == 0 && mark == '-' { 4 } else { 2 };
        if part.len() != digits || !part.bytes().all(|b| b.is_ascii_digit()) {
            return Err(malformed());
        }
        *number = part.parse().map_err(|_| malformed())?;
    }
    match parts.next() {
        None => Ok(found),
        Some(_) => Err(malformed()),
    }
}

/// Writes a DATE.
///
/// # Errors
/// `time_form`.
pub fn write_date(writer: &mut Writer, text: &str) -> Result<(), Fault> {
    let [year, month, day] = numbers(text, '-')?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return Err(malformed());
    }
    write_year(writer, year);
    writer.constrained(month as u64 - 1, 11);
    writer.constrained(day as u64 - 1, 30);
    Ok(())
}

/// Writes a TIME-OF-DAY.
///
/// # Errors
/// `time_form`.
pub fn write_time_of_day(writer: &mut Writer, text: &str) -> Result<(), Fault> {
    let [hours, minutes, seconds] = numbers(text, ':')?;
    if hours > 24 || minutes > 59 || seconds > 60 {
        return Err(malformed());
    }
    writer.constrained(hours as u64, 24);
    writer.constrained(minutes as u64, 59);
    writer.constrained(seconds as u64, 60);
    Ok(())
}

/// Writes a DATE-TIME.
///
/// # Errors
/// `time_form`.
pub fn write_date_time(writer: &mut Writer, text: &str) -> Result<(), Fault> {
    let (date, time) = text.split_once('T').ok_or_else(malformed)?;
    write_date(writer, date)?;
    write_time_of_day(writer, time)
}

/// Parts of DURATION-INTERVAL-ENCODING: the designator, whether behind `T`,
/// and the greatest value of the root (X.691 32.5).
const PARTS: [(char, bool, u64); 7] = [
    ('Y', false, 31),
    ('M', false, 15),
    ('W', false, 63),
    ('D', false, 31),
    ('H', true, 31),
    ('M', true, 63),
    ('S', true, 63),
];

fn read_extensible(reader: &mut Reader<'_>, lo: u64, hi: u64) -> Result<u64, Fault> {
    if !reader.bit()? {
        return Ok(lo + reader.constrained(hi - lo)?);
    }
    let octets = reader.counted(9, ErrorCode::TimeForm)?;
    match crate::tlv::integer(&octets, 9)? {
        crate::tlv::Integer::Small(n) => u64::try_from(n).map_err(|_| malformed()),
        crate::tlv::Integer::Big(_) => Err(malformed()),
    }
}

fn write_extensible(writer: &mut Writer, value: u64, lo: u64, hi: u64) {
    writer.bit(value > hi);
    if value <= hi {
        writer.constrained(value - lo, hi - lo);
    } else {
        let mut octets = crate::tlv::Writer::new();
        octets.integer(value as i64);
        writer.counted(octets.octets());
    }
}

/// DURATION (X.691 32.5) as `P1Y2M3DT4H5M6.7S`.
///
/// # Errors
/// `truncated`, `integer_range`, `time_form`.
pub fn read_duration(reader: &mut Reader<'_>, text: &mut String) -> Result<(), Fault> {
    let present = reader.take(8)?;
    text.push('P');
    let mut in_time = false;
    let mut last = None;
    for (index, (mark, time, hi)) in PARTS.into_iter().enumerate() {
        if present >> (7 - index) & 1 == 0 {
            continue;
        }
        if time && !in_time {
            text.push('T');
            in_time = true;
        }
        text.push_str(&format!("{}{mark}", read_extensible(reader, 0, hi)?));
        last = Some(mark);
    }
    if present & 1 != 0 {
        let digits = read_extensible(reader, 1, 3)?;
        let value = read_extensible(reader, 0, 999)?;
        let mark = last.ok_or_else(malformed)?;
        if digits > 18 {
            return Err(malformed());
        }
        text.pop();
        text.push_str(&format!(".{value:0width$}{mark}", width = digits as usize));
    }
    Ok(())
}

/// Writes a DURATION.
///
/// # Errors
/// `time_form`: also for numbers beyond 18 digits.
pub fn write_duration(writer: &mut Writer, text: &str) -> Result<(), Fault> {
    let mut rest = text.strip_prefix('P').ok_or_else(malformed)?;
    let mut values = [None; 7];
    let mut fraction = None;
    let (mut in_time, mut next) = (false, 0);
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('T').filter(|_| !in_time) {
            (in_time, rest) = (true, after);
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = rest.split_at(digits);
        rest = after;
        if digits == 0 || digits > 18 || fraction.is_some() {
            return Err(malformed());
        }
        if let Some(after) = rest.strip_prefix(['.', ',']) {
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            if digits == 0 || digits > 18 {
                return Err(malformed());
            }
            let value: u64 = after[..digits].parse().map_err(|_| malformed())?;
            (fraction, rest) = (Some((digits as u64, value)), &after[digits..]);
        }
        let mark = rest.chars().next().ok_or_else(malformed)?;
        let found = (next..7).find(|&i| PARTS[i].0 == mark && PARTS[i].1 == in_time);
        let index = found.ok_or_else(malformed)?;
        values[index] = Some(number.parse::<u64>().map_err(|_| malformed())?);
        (next, rest) = (index + 1, &rest[mark.len_utf8()..]);
    }
    values.iter().for_each(|value| writer.bit(value.is_some()));
    writer.bit(fraction.is_some());
    for (value, (_, _, hi)) in values.iter().zip(PARTS) {
        value.iter().for_each(|value| write_extensible(writer, *value, 0, hi));
    }
    if let Some((digits, value)) = fraction {
        write_extensible(writer, digits, 1, 3);
        write_extensible(writer, value, 0, 999);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_come_back() {
        for aligned in [false, true] {
            for text in ["2012-11-21", "2021-01-31", "1900-02-28", "1500-01-01", "9999-12-31"] {
                let mut writer = Writer::new(aligned);
                write_date(&mut writer, text).unwrap();
                let mut reader = Reader::new(writer.octets(), writer.bits(), aligned, true);
                let mut read = String::new();
                read_date(&mut reader, &mut read).unwrap();
                assert_eq!((&read[..], reader.left()), (text, 0));
            }
            for text in ["P1Y", "P2M3D", "PT4H5M6.07S", "P40W", "P1Y2M3DT4H5M6S", "P0.5Y"] {
                let mut writer = Writer::new(aligned);
                write_duration(&mut writer, text).unwrap();
                let mut reader = Reader::new(writer.octets(), writer.bits(), aligned, true);
                let mut read = String::new();
                read_duration(&mut reader, &mut read).unwrap();
                assert_eq!((&read[..], reader.left()), (text, 0));
            }
        }
        for bad in ["", "P1", "1Y", "P1D2Y", "PT1Y", "P1.5Y2M"] {
            assert!(write_duration(&mut Writer::new(false), bad).is_err(), "{bad}");
        }
        assert!(write_date(&mut Writer::new(false), "2012-13-01").is_err());
    }
}
