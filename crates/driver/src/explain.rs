//! Explains what is wrong with a value: what it is, and what its type requires.

use wireglot_bigint::BigInt;
use wireglot_interp::{repertoire, ErrorCode, Fault, ValueRef, View};
use wireglot_model::times::days;
use wireglot_model::{StringKind, TimeKind};
use wireglot_plan::{Check, Range, Shape, ShapeKind, Size};

/// Describes the error in a value as precisely as its type allows.
pub fn explain(shape: &Shape, root: ValueRef, fault: &Fault, path: &str) -> String {
    let message = fault.message().to_string();
    let Some(value) = at(shape, root, path) else { return message };
    let ty = shape.get(value.shape());
    let better = match fault.code {
        ErrorCode::Constraint | ErrorCode::IntegerRange | ErrorCode::SizeRange => {
            broken(&ty.kind, &ty.checks, &value.view())
        }
        ErrorCode::Character => characters(&ty.kind, &value.view()),
        ErrorCode::TimeForm => match value.view() {
            View::String(text) => {
                let like = || example(&ty.kind).map(|time| format!(": write it like {time}"));
                let why = four_digits(&ty.kind, text).or_else(|| beyond(&ty.kind, text)).or_else(like);
                let why = why.unwrap_or_default();
                Some(format!("`{}` is not a valid {}{why}", cut(text), time_name(&ty.kind)))
            }
            _ => None,
        },
        ErrorCode::UnknownRules => value.origin().map(|origin| {
            format!(
                "these octets came in {0}, and others would read another value from them: write {0}, or leave it out",
                origin.rules
            )
        }),
        _ => None,
    };
    better.unwrap_or(message)
}

/// The value at a path, which starts after the name of the root.
fn at<'t>(shape: &Shape, root: ValueRef<'t>, path: &str) -> Option<ValueRef<'t>> {
    let mut value = held(root);
    let rest = &path[path.find(['.', '[']).unwrap_or(path.len())..];
    for step in rest.split(['.', '[']).skip(1) {
        let index = match (&shape.get(value.shape()).kind, step.strip_suffix(']')) {
            (ShapeKind::List { .. }, Some(index)) => {
                let View::List(list) = value.view() else { return None };
                value = held(list.iter().nth(index.parse().ok()?)?);
                continue;
            }
            (ShapeKind::Record { slots, .. }, None) => slots.iter().position(|slot| slot.name == step)?,
            (ShapeKind::Choice { alternatives, .. }, None) => {
                alternatives.iter().position(|alternative| alternative.name == step)?
            }
            _ => return None,
        };
        value = held(value.child(index as u32)?);
    }
    Some(value)
}

/// The value inside an open type or containing string, which paths do not mention.
fn held(mut value: ValueRef) -> ValueRef {
    while let View::Open(_, inner) | View::Contained(_, inner) = value.view() {
        value = inner;
    }
    value
}

fn broken(kind: &ShapeKind, checks: &[Check], value: &View) -> Option<String> {
    let alphabet = checks.iter().find_map(|check| match check {
        Check::Alphabet(ranges) => Some(ranges),
        _ => None,
    });
    match (kind, value) {
        (ShapeKind::Integer { range, .. }, View::Integer(number)) => {
            outside(&(*number).into(), range, checks)
        }
        (ShapeKind::Integer { range, .. }, View::BigInteger(octets)) => {
            outside(&BigInt::from_twos_complement(octets), range, checks)
        }
        (ShapeKind::BitString { size, .. }, View::BitString(_, bits)) => sized(*bits, "bits", size),
        (ShapeKind::OctetString { size, .. }, View::OctetString(octets)) => {
            sized(octets.len() as u64, "octets", size)
        }
        (ShapeKind::List { size, .. }, View::List(list)) => sized(list.len() as u64, "elements", size),
        (ShapeKind::String { size, .. }, View::String(text)) => {
            let alphabet = || {
                let is_in = |c: char| move |(lo, hi): &(u32, u32)| (*lo..=*hi).contains(&u32::from(c));
                let other =
                    text.chars().find(|c| !alphabet.is_none_or(|ranges| ranges.iter().any(is_in(*c))))?;
                let allowed = alphabet.map(|ranges| listed(ranges))?;
                Some(format!("`{}` has {other:?}: its alphabet (FROM) has only {allowed}", cut(text)))
            };
            sized(text.chars().count() as u64, "characters", size).or_else(alphabet)
        }
        _ => None,
    }
}

/// Describes a violated range, or several of which one is required. Very long numbers are not shown.
fn outside(number: &BigInt, range: &Range, checks: &[Check]) -> Option<String> {
    let of_checks = checks.iter().find_map(|check| match check {
        Check::Integer(ranges) if !is_in_any(number, ranges) => Some(&ranges[..]),
        _ => None,
    });
    let whole = [(range.lo.clone(), range.hi.clone())];
    let ranges = of_checks.or_else(|| (!is_in_any(number, &whole)).then_some(&whole[..]))?;
    let number = match number.bits() {
        0..=256 => number.to_string(),
        bits => format!("a number of {bits} bits"),
    };
    let mut listed: Vec<String> = ranges.iter().take(8).map(in_words).collect();
    if ranges.len() > listed.len() {
        listed.push("...".into());
    }
    Some(format!("{number} is outside ({})", listed.join(" | ")))
}

/// The least and the greatest number, if there are any.
type Ends = (Option<BigInt>, Option<BigInt>);

fn is_in_any(number: &BigInt, ranges: &[Ends]) -> bool {
    ranges.iter().any(|(lo, hi)| {
        lo.as_ref().is_none_or(|lo| number >= lo) && hi.as_ref().is_none_or(|hi| number <= hi)
    })
}

/// A range as ASN.1 writes it.
fn in_words((lo, hi): &Ends) -> String {
    let end = |end: &Option<BigInt>, word: &str| end.as_ref().map_or(word.into(), BigInt::to_string);
    match lo.is_some() && lo == hi {
        true => end(lo, "MIN"),
        false => format!("{}..{}", end(lo, "MIN"), end(hi, "MAX")),
    }
}

/// The first ranges of an alphabet: `a to f, 0`.
fn listed(ranges: &[(u32, u32)]) -> String {
    let shown =
        |c: u32| char::from_u32(c).map_or_else(|| format!("U+{c:04X}"), |c| c.escape_debug().to_string());
    let mut listed: Vec<String> = ranges
        .iter()
        .take(8)
        .map(|(lo, hi)| match hi - lo {
            0 => shown(*lo),
            _ => format!("{} to {}", shown(*lo), shown(*hi)),
        })
        .collect();
    if ranges.len() > listed.len() {
        listed.push("...".into());
    }
    listed.join(", ")
}

/// Describes a violated size constraint.
fn sized(length: u64, what: &str, size: &Size) -> Option<String> {
    let hi = size.hi.map_or("MAX".into(), |hi| hi.to_string());
    let outside = length < size.lo || size.hi.is_some_and(|hi| length > hi);
    let asked = match size.hi == Some(size.lo) {
        true => hi,
        false => format!("{}..{hi}", size.lo),
    };
    let what = if length == 1 { what.trim_end_matches('s') } else { what };
    outside.then(|| format!("{length} {what} where SIZE ({asked}) is required"))
}

fn characters(kind: &ShapeKind, value: &View) -> Option<String> {
    let (ShapeKind::String { kind, .. }, View::String(text)) = (kind, value) else { return None };
    let (name, holds) = match kind {
        StringKind::Numeric => ("NumericString", "digits and spaces"),
        StringKind::Printable => ("PrintableString", "A to Z, a to z, digits, space and '()+,-./:=?"),
        StringKind::Ia5 => ("IA5String", "ASCII characters"),
        StringKind::Visible => ("VisibleString", "printable ASCII characters"),
        StringKind::Bmp => ("BMPString", "U+0000 to U+FFFF"),
        _ => return Some(format!("`{}` has characters that are not of its type", cut(text))),
    };
    let other = text.chars().find(|c| !repertoire(*kind).contains(*c))?;
    Some(format!("`{}` has {other:?}: {name} holds only {holds}", cut(text)))
}

/// What is wrong with a time in the form of its type: a month, day, hour, minute or second that there is not.
fn beyond(kind: &ShapeKind, text: &str) -> Option<String> {
    let ShapeKind::Time(kind) = kind else { return None };
    let form = match kind {
        TimeKind::Utc => "yymmddHHMMSS",
        TimeKind::Generalized => "yyyymmddHHMMSS",
        TimeKind::Time | TimeKind::DateTime => "yyyy-mm-ddTHH:MM:SS",
        TimeKind::Date => "yyyy-mm-dd",
        TimeKind::TimeOfDay => "HH:MM:SS",
        TimeKind::Duration => return None,
    };
    let has_form = text.len() >= form.len()
        && text.bytes().zip(form.bytes()).all(|(octet, place)| match place.is_ascii_alphabetic() {
            true if place != b'T' => octet.is_ascii_digit(),
            _ => octet == place,
        });
    let number = |place: char| -> Option<u32> {
        let digits = text.chars().zip(form.chars()).filter(|(_, of)| *of == place).map(|(digit, _)| digit);
        digits.collect::<String>().parse().ok()
    };
    if !has_form {
        return None;
    }
    let month = number('m');
    if let Some(month) = month.filter(|month| !(1..=12).contains(month)) {
        return Some(format!(": there is no month {month}"));
    }
    if let (Some(year), Some(month), Some(day)) = (number('y'), month, number('d')) {
        let days = days(year, month);
        if day == 0 || day > days {
            return Some(format!(": that month has {days} days"));
        }
    }
    let past = |place: char, most: u32| number(place).filter(|number| *number > most);
    if let Some(hour) = past('H', 23) {
        return Some(format!(": there is no hour {hour}"));
    }
    let minute = past('M', 59).map(|minute| format!(": there is no minute {minute}"));
    minute.or_else(|| past('S', 59).map(|second| format!(": there is no second {second}")))
}

/// Advice for a UTCTime whose year has four digits.
fn four_digits(kind: &ShapeKind, text: &str) -> Option<String> {
    let short = text.strip_prefix("20").or_else(|| text.strip_prefix("19"))?;
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let is_long = matches!(kind, ShapeKind::Time(TimeKind::Utc)) && matches!(digits, 12 | 14);
    // Twelve digits are one of two digits with seconds, unless there is no such month.
    let is_long = is_long && (digits == 14 || beyond(kind, text).is_some());
    is_long.then(|| format!(": its year has two digits: write {}", cut(short)))
}

/// The name of a time type.
fn time_name(kind: &ShapeKind) -> &'static str {
    match kind {
        ShapeKind::Time(TimeKind::Utc) => "UTCTime",
        ShapeKind::Time(TimeKind::Generalized) => "GeneralizedTime",
        ShapeKind::Time(TimeKind::Time) => "TIME",
        ShapeKind::Time(TimeKind::DateTime) => "DATE-TIME",
        ShapeKind::Time(TimeKind::Date) => "DATE",
        ShapeKind::Time(TimeKind::TimeOfDay) => "TIME-OF-DAY",
        ShapeKind::Time(TimeKind::Duration) => "DURATION",
        _ => "time",
    }
}

/// An example of a time of this type.
fn example(kind: &ShapeKind) -> Option<&'static str> {
    let ShapeKind::Time(kind) = kind else { return None };
    Some(match kind {
        TimeKind::Utc => "261121084500Z",
        TimeKind::Generalized => "20261121084500Z",
        TimeKind::Time | TimeKind::DateTime => "2026-11-21T08:45:00",
        TimeKind::Date => "2026-11-21",
        TimeKind::TimeOfDay => "08:45:00",
        TimeKind::Duration => "P1DT2H30M",
    })
}

/// The beginning of a long text.
fn cut(text: &str) -> &str {
    text.char_indices().nth(40).map_or(text, |(end, _)| &text[..end])
}
