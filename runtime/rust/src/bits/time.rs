//! Times encoded as numbers (X.691 32).

use alloc::format;
use alloc::string::String;

use crate::{Duration, ErrorCode, Fault, Notes};

use super::{Reader, Writer};

fn malformed() -> Fault {
    Fault::new(ErrorCode::TimeForm)
}

/// The ranges of YEAR-ENCODING: immediate, near future, near past (X.691 32.2).
const YEARS: [(i64, i64); 3] = [(2005, 2020), (2021, 2276), (1749, 2004)];

fn read_year<N: Notes>(reader: &mut Reader<'_, N>) -> Result<i64, Fault> {
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

#[expect(clippy::indexing_slicing, reason = "position found the index")]
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

/// Reads a DATE (X.691 32.2) as `YYYY-MM-DD`.
///
/// # Errors
/// `truncated`, `integer_range`, `time_form`.
pub fn read_date<N: Notes>(reader: &mut Reader<'_, N>, text: &mut String) -> Result<(), Fault> {
    let year = read_year(reader)?;
    let month = reader.constrained(11)? + 1;
    let day = reader.constrained(30)? + 1;
    match year {
        0..=9999 => text.push_str(&format!("{year:04}-{month:02}-{day:02}")),
        _ => return Err(malformed()),
    }
    Ok(())
}

/// Reads a TIME-OF-DAY (X.691 32.3) as `HH:MM:SS`.
///
/// # Errors
/// `truncated`, `integer_range`.
pub fn read_time_of_day<N: Notes>(reader: &mut Reader<'_, N>, text: &mut String) -> Result<(), Fault> {
    let hours = reader.constrained(24)?;
    let minutes = reader.constrained(59)?;
    let seconds = reader.constrained(60)?;
    text.push_str(&format!("{hours:02}:{minutes:02}:{seconds:02}"));
    Ok(())
}

/// Reads a DATE-TIME (X.691 32.4): a DATE, then a TIME-OF-DAY.
///
/// # Errors
/// `truncated`, `integer_range`, `time_form`.
pub fn read_date_time<N: Notes>(reader: &mut Reader<'_, N>, text: &mut String) -> Result<(), Fault> {
    read_date(reader, text)?;
    text.push('T');
    read_time_of_day(reader, text)
}

/// Parses numbers separated by `mark`, for example `2012-11-21` with `-`.
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

/// The maximum values in the root of DURATION-INTERVAL-ENCODING (X.691 32.5).
const ROOTS: [u64; 7] = [31, 15, 63, 31, 31, 63, 63];

fn read_extensible<N: Notes>(reader: &mut Reader<'_, N>, lo: u64, hi: u64) -> Result<u64, Fault> {
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

/// Reads a DURATION (X.691 32.5) as `P1Y2M3DT4H5M6.7S`.
///
/// # Errors
/// `truncated`, `integer_range`, `time_form`.
pub fn read_duration<N: Notes>(reader: &mut Reader<'_, N>, text: &mut String) -> Result<(), Fault> {
    let present = reader.take(8)?;
    let mut duration = Duration::default();
    for (index, (part, hi)) in duration.parts.iter_mut().zip(ROOTS).enumerate() {
        if present >> (7 - index) & 1 != 0 {
            *part = Some(read_extensible(reader, 0, hi)?);
        }
    }
    if present & 1 != 0 {
        duration.fraction = Some((read_extensible(reader, 1, 3)?, read_extensible(reader, 0, 999)?));
    }
    duration.print(text)
}

/// Writes a DURATION.
///
/// # Errors
/// `time_form`, also for numbers of more than 18 digits.
pub fn write_duration(writer: &mut Writer, text: &str) -> Result<(), Fault> {
    let Duration { parts, fraction } = Duration::parse(text)?;
    parts.iter().for_each(|part| writer.bit(part.is_some()));
    writer.bit(fraction.is_some());
    for (part, hi) in parts.iter().zip(ROOTS) {
        part.iter().for_each(|value| write_extensible(writer, *value, 0, hi));
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
