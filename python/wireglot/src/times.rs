//! Times as `datetime` objects (X.680 38, 46, 47).

use pyo3::exceptions::PyOverflowError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;
use wireglot_driver::TimeKind;

use crate::form::Times;
use crate::wrong::Wrong;

/// The classes of Python's `datetime` module.
struct Classes {
    datetime: Py<PyAny>,
    date: Py<PyAny>,
    time: Py<PyAny>,
    timedelta: Py<PyAny>,
    timezone: Py<PyAny>,
    utc: Py<PyAny>,
}

fn classes(py: Python<'_>) -> PyResult<&'static Classes> {
    static CLASSES: PyOnceLock<Classes> = PyOnceLock::new();
    CLASSES.get_or_try_init(py, || {
        let module = py.import("datetime")?;
        let class = |name: &str| module.getattr(name).map(Bound::unbind);
        let utc = module.getattr("timezone")?.getattr("utc")?.unbind();
        Ok(Classes {
            datetime: class("datetime")?,
            date: class("date")?,
            time: class("time")?,
            timedelta: class("timedelta")?,
            timezone: class("timezone")?,
            utc,
        })
    })
}

/// The `datetime` for a text; the text itself if Python has no such time.
pub fn of_text<'py>(
    py: Python<'py>,
    kind: TimeKind,
    text: &str,
    times: Times,
) -> PyResult<Bound<'py, PyAny>> {
    let made = match kind {
        TimeKind::Utc => instant(py, text, 2, times != Times::Aware),
        TimeKind::Generalized => instant(py, text, 4, times == Times::Restricted),
        TimeKind::Date => iso(py, &classes(py)?.date, text),
        TimeKind::TimeOfDay => iso(py, &classes(py)?.time, text),
        TimeKind::DateTime => iso(py, &classes(py)?.datetime, text),
        TimeKind::Time | TimeKind::Duration => None,
    };
    Ok(made.unwrap_or_else(|| PyString::new(py, text).into_any()))
}

fn iso<'py>(py: Python<'py>, class: &Py<PyAny>, text: &str) -> Option<Bound<'py, PyAny>> {
    class.bind(py).call_method1(intern!(py, "fromisoformat"), (text,)).ok()
}

/// The characters left to parse.
struct Scan<'t>(&'t str);

impl Scan<'_> {
    fn number(&mut self, digits: usize) -> Option<u32> {
        let (head, rest) = self.0.split_at_checked(digits)?;
        let number = head.bytes().all(|b| b.is_ascii_digit()).then(|| head.parse().ok())??;
        self.0 = rest;
        Some(number)
    }

    fn optional(&mut self) -> Option<u32> {
        match self.0.starts_with(|c: char| c.is_ascii_digit()) {
            true => self.number(2),
            false => None,
        }
    }
}

/// UTCTime, with a year of two digits, or GeneralizedTime, with one of four.
fn instant<'py>(py: Python<'py>, text: &str, year: usize, naive: bool) -> Option<Bound<'py, PyAny>> {
    let mut scan = Scan(text);
    let year = match (year, scan.number(year)?) {
        // RFC 5280 4.1.2.5.1. As a form, `naive` is that of asn1tools, which follows POSIX.
        (2, year) if year >= if naive { 69 } else { 50 } => 1900 + year,
        (2, year) => 2000 + year,
        (_, year) => year,
    };
    let (month, day, hour) = (scan.number(2)?, scan.number(2)?, scan.number(2)?);
    let minute = scan.optional();
    let second = minute.and_then(|_| scan.optional());
    let fraction = fraction(&mut scan)?;
    // A fraction refers to the last unit that is given.
    let unit = if second.is_some() {
        1
    } else if minute.is_some() {
        60
    } else {
        3600
    };
    let ticks = fraction.checked_mul(unit)?;
    let seconds = u64::from(second.unwrap_or(0)) + ticks / 1_000_000;
    let minutes = u64::from(minute.unwrap_or(0)) + seconds / 60;
    if second.is_some_and(|second| second > 59) || minute.is_some_and(|minute| minute > 59) {
        return None;
    }
    let classes = classes(py).ok()?;
    let is_named = scan.0 == "Z";
    let zone = match zone(&mut scan)? {
        Some(0) if naive && is_named => py.None().into_bound(py),
        Some(0) => classes.utc.bind(py).clone(),
        Some(minutes) => {
            let offset = classes.timedelta.bind(py).call1((0, minutes * 60)).ok()?;
            classes.timezone.bind(py).call1((offset,)).ok()?
        }
        None => py.None().into_bound(py),
    };
    let micros = ticks % 1_000_000;
    let parts = (year, month, day, hour, minutes, seconds % 60, micros, zone);
    classes.datetime.bind(py).call1(parts).ok()
}

/// Microseconds, if there is a fraction of at most six significant digits.
fn fraction(scan: &mut Scan<'_>) -> Option<u64> {
    let Some(rest) = scan.0.strip_prefix(['.', ',']) else { return Some(0) };
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (fraction, rest) = rest.split_at(digits);
    let fraction = fraction.trim_end_matches('0');
    if digits == 0 || fraction.len() > 6 {
        return None;
    }
    scan.0 = rest;
    format!("{fraction:0<6}").parse().ok()
}

/// Minutes east of Greenwich; the inner `None` is a local time.
fn zone(scan: &mut Scan<'_>) -> Option<Option<i32>> {
    let sign = match scan.0 {
        "" => return Some(None),
        "Z" => return Some(Some(0)),
        text if text.starts_with('+') => 1,
        text if text.starts_with('-') => -1,
        _ => return None,
    };
    scan.0 = &scan.0[1..];
    let (hours, minutes) = (scan.number(2)?, scan.optional().unwrap_or(0));
    (scan.0.is_empty() && hours < 24 && minutes < 60).then_some(Some(sign * (hours * 60 + minutes) as i32))
}

/// What Python has for times of a kind.
pub fn class_of(kind: TimeKind) -> &'static str {
    match kind {
        TimeKind::Utc | TimeKind::Generalized | TimeKind::DateTime => "datetime or str",
        TimeKind::Date => "date or str",
        TimeKind::TimeOfDay => "time or str",
        TimeKind::Time | TimeKind::Duration => "str",
    }
}

/// The text of a time; `None` if it is not a time of that kind. `canonical` requires the form of X.690 11.7
/// and 11.8.
pub fn to_text(
    value: &Bound<'_, PyAny>,
    kind: TimeKind,
    canonical: bool,
    times: Times,
) -> Result<Option<String>, Wrong> {
    let py = value.py();
    let classes = classes(py)?;
    let is = |class: &Py<PyAny>| value.is_instance(class.bind(py));
    let (is_instant, is_date, is_time) = (is(&classes.datetime)?, is(&classes.date)?, is(&classes.time)?);
    match kind {
        TimeKind::Utc | TimeKind::Generalized if is_instant => {
            instant_text(value, kind, canonical, times).map(Some)
        }
        TimeKind::Date if is_date && !is_instant => Ok(iso_text(value)?),
        TimeKind::TimeOfDay if is_time => Ok(iso_text(value)?),
        TimeKind::DateTime if is_instant => Ok(iso_text(value)?),
        TimeKind::Utc | TimeKind::Generalized | TimeKind::Date | TimeKind::TimeOfDay => Ok(None),
        TimeKind::DateTime | TimeKind::Time | TimeKind::Duration => Ok(None),
    }
}

fn iso_text(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    value.call_method0(intern!(value.py(), "isoformat"))?.extract().map(Some)
}

fn instant_text(
    value: &Bound<'_, PyAny>,
    kind: TimeKind,
    canonical: bool,
    times: Times,
) -> Result<String, Wrong> {
    let py = value.py();
    // asn1tools omits seconds that are 0, has no `Z` in a UTCTime with a time zone, and takes any century.
    let brief = times == Times::Naive && !canonical;
    let any_century = matches!(times, Times::Naive | Times::Restricted);
    let mut value = value.clone();
    let mut zone = String::new();
    let is_utc = value.getattr(intern!(py, "tzinfo"))?.is(&classes(py)?.utc);
    let offset = match is_utc && !brief {
        true => None,
        false => Some(value.call_method0(intern!(py, "utcoffset"))?).filter(|offset| !offset.is_none()),
    };
    if let Some(offset) = offset {
        let seconds: f64 = offset.call_method0(intern!(py, "total_seconds"))?.extract()?;
        let minutes = (seconds / 60.0) as i32;
        // No notation has time zones with seconds, as local mean times are.
        let is_whole = seconds == f64::from(minutes) * 60.0;
        if brief && seconds == 0.0 && kind == TimeKind::Utc {
            zone.push_str("+0000");
        } else if canonical || minutes == 0 || !is_whole {
            value = value.call_method1(intern!(py, "astimezone"), (classes(py)?.utc.bind(py),)).map_err(
                |error| match error.is_instance_of::<PyOverflowError>(py) {
                    true => Wrong::value("time_form", "in UTC, it is beyond the years that Python has"),
                    false => error.into(),
                },
            )?;
            zone.push('Z');
        } else {
            let sign = if minutes < 0 { '-' } else { '+' };
            zone = format!("{sign}{:02}{:02}", minutes.abs() / 60, minutes.abs() % 60);
        }
    } else if is_utc || kind == TimeKind::Utc || canonical {
        zone.push('Z');
    }
    let part = |name: &Bound<'_, PyString>| -> PyResult<u32> { value.getattr(name)?.extract() };
    let (year, micros) = (part(intern!(py, "year"))?, part(intern!(py, "microsecond"))?);
    if kind == TimeKind::Utc && !any_century && !(1950..2050).contains(&year) {
        return Err(Wrong::value("time_form", format!("UTCTime has the years 1950 to 2049, not {year}")));
    }
    let (month, day) = (part(intern!(py, "month"))?, part(intern!(py, "day"))?);
    let (hour, minute) = (part(intern!(py, "hour"))?, part(intern!(py, "minute"))?);
    let second = part(intern!(py, "second"))?;
    let mut text = String::with_capacity("20261128173727.000000+0100".len());
    if kind != TimeKind::Utc {
        push_two_digits(&mut text, year / 100);
    }
    for number in [year % 100, month, day, hour, minute] {
        push_two_digits(&mut text, number);
    }
    if !brief || second != 0 {
        push_two_digits(&mut text, second);
    }
    if kind != TimeKind::Utc && micros != 0 {
        text.push('.');
        text.push_str(format!("{micros:06}").trim_end_matches('0'));
    }
    text.push_str(&zone);
    Ok(text)
}

fn push_two_digits(text: &mut String, number: u32) {
    text.extend([number / 10, number % 10].map(|digit| char::from(b'0' + digit as u8)));
}
