//! General conversions, available to every grammar.

use wireglot_grammar::{Class, ClassKind, Until};
use wireglot_interp::{ValueRef, View};

use crate::draft::Spot;
use crate::scan::{class_end, ends_quote};
use crate::Convert;

/// The result of a conversion: done, failed, or `None` if it is not one of these.
pub(crate) type Converted = Option<Result<(), String>>;

/// Stores the value of a text, if the conversion is one of these. `next` is the first octet after the
/// text that is not white space.
pub(crate) fn read(
    class: &Class,
    text: &[u8],
    next: Option<u8>,
    convert: &dyn Convert,
    spot: &mut Spot,
) -> Converted {
    let unescaped;
    let inner = match class.kind {
        ClassKind::Quoted => text.get(1..text.len().saturating_sub(1)).unwrap_or_default(),
        ClassKind::Run { .. } => text,
        ClassKind::Until(until) => {
            unescaped = resolved(until, text, next);
            &unescaped
        }
    };
    Some(match class.how.as_str() {
        "integer" => number(inner).and_then(|number| match class.except.contains(&number) {
            true => Err(format!("{number} is no {}", class.name)),
            false => spot.integer(number),
        }),
        "text" | "octets" => spot.octets(inner),
        "lower" => spot.octets(&inner.to_ascii_lowercase()),
        "string" => spot.octets(&convert.value(inner.to_ascii_lowercase(), true)),
        "value" => match class.kind {
            ClassKind::Run { .. } => spot.octets(&convert.value(inner.to_ascii_lowercase(), false)),
            ClassKind::Quoted | ClassKind::Until(_) => spot.octets(&convert.value(inner.to_vec(), true)),
        },
        "hex" if !inner.len().is_multiple_of(2) => Err("a hex digit is missing".into()),
        "hex" | "halves" => hex(inner).and_then(|octets| spot.octets(&octets)),
        "ip4" => ip4(inner).and_then(|octets| spot.octets(&octets)),
        "ip6" => ip6(inner).and_then(|octets| spot.octets(&octets)),
        _ => return None,
    })
}

/// Appends the text of a value, if the conversion is one of these.
pub(crate) fn write(class: &Class, value: ValueRef, convert: &dyn Convert, out: &mut Vec<u8>) -> Converted {
    Some(match (class.how.as_str(), value.view()) {
        ("integer", View::Integer(number)) => {
            out.extend_from_slice(number.to_string().as_bytes());
            Ok(())
        }
        ("value", View::OctetString(octets)) => {
            convert.shown(octets).and_then(|(text, _)| plain(class, &text, out))
        }
        ("text" | "octets" | "lower", View::OctetString(octets)) => plain(class, octets, out),
        ("text" | "octets" | "lower", View::String(text)) => plain(class, text.as_bytes(), out),
        ("hex" | "halves", View::OctetString(octets)) => {
            octets.iter().for_each(|octet| out.extend_from_slice(format!("{octet:02X}").as_bytes()));
            Ok(())
        }
        ("ip4", View::OctetString([a, b, c, d])) => {
            out.extend_from_slice(format!("{a}.{b}.{c}.{d}").as_bytes());
            Ok(())
        }
        ("ip6", View::OctetString(octets)) if octets.len() == 16 => {
            write_ip6(octets, out);
            Ok(())
        }
        ("integer" | "text" | "octets" | "lower" | "value" | "hex" | "halves" | "ip4" | "ip6", _) => {
            Err("this value has another form".into())
        }
        _ => return None,
    })
}

/// Whether the characters of a value can be written as this class and would be read back unchanged.
pub(crate) fn fits(class: &Class, octets: &[u8]) -> bool {
    match &class.kind {
        ClassKind::Run { .. } => {
            let read_small = class.how == "value" && octets.iter().any(u8::is_ascii_uppercase);
            class_end(octets, 0, class) == Some(octets.len()) && !read_small
        }
        ClassKind::Quoted => !octets.iter().any(|octet| ends_quote(*octet)),
        ClassKind::Until(until) => {
            let escaped = |octet: u8| until.escape.is_some_and(|(_, escaped)| escaped == octet);
            let ended = octets.iter().any(|octet| until.ends.has(*octet) && !escaped(*octet));
            // If nothing else ends it, its own end would be taken for an escaped one.
            let open = until.ends.iter().all(escaped)
                && until.escape.is_some_and(|(escape, _)| octets.last() == Some(&escape));
            let trimmed = until.trims && octets.trim_ascii().len() < octets.len();
            !ended && !open && !trimmed
        }
    }
}

fn plain(class: &Class, octets: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
    if !fits(class, octets) {
        return Err(format!("its characters are not those of `{}`", class.name));
    }
    match class.kind {
        ClassKind::Quoted => {
            out.push(b'"');
            out.extend_from_slice(octets);
            out.push(b'"');
        }
        ClassKind::Until(Until { escape: Some((escape, escaped)), .. }) => {
            for octet in octets {
                out.extend((*octet == escaped).then_some(escape));
                out.push(*octet);
            }
        }
        ClassKind::Run { .. } | ClassKind::Until(_) => out.extend_from_slice(octets),
    }
    Ok(())
}

/// The value of a text up to a character. `next` is the first octet after the text that is not white
/// space.
fn resolved(until: Until, text: &[u8], next: Option<u8>) -> Vec<u8> {
    let text = match until.trims {
        true => text.trim_ascii(),
        false if until.lends.is_some() && until.lends == next => text.trim_ascii_end(),
        false => text,
    };
    let Some((escape, escaped)) = until.escape else { return text.to_vec() };
    let mut octets = Vec::with_capacity(text.len());
    for octet in text {
        if *octet == escaped && octets.last() == Some(&escape) {
            octets.pop();
        }
        octets.push(*octet);
    }
    octets
}

fn number(text: &[u8]) -> Result<i64, String> {
    let zeros = text.iter().take_while(|octet| **octet == b'0').count();
    let digits = text.get(zeros..).unwrap_or_default();
    if digits.len() > 18 {
        return Err(format!("a number of {} digits is too large", digits.len()));
    }
    Ok(digits.iter().fold(0, |sum, digit| sum * 10 + i64::from(digit.saturating_sub(b'0'))))
}

/// Octets from hexadecimal digits; if their number is odd, the first digit is half an octet.
fn hex(text: &[u8]) -> Result<Vec<u8>, String> {
    let digit = |octet: u8| char::from(octet).to_digit(16).map(|digit| digit as u8);
    let odd = text.len() % 2;
    let (first, pairs) = text.split_at(odd);
    let mut octets: Vec<u8> = first.iter().filter_map(|octet| digit(*octet)).collect();
    for pair in pairs.chunks_exact(2) {
        match pair {
            [high, low] => octets.extend(digit(*high).zip(digit(*low)).map(|(h, l)| h << 4 | l)),
            _ => return Err("a hex digit is missing".into()),
        }
    }
    Ok(octets)
}

fn ip4(text: &[u8]) -> Result<Vec<u8>, String> {
    let part = |part: &[u8]| match part.len() {
        1..=3 => {
            part.iter().try_fold(0u16, |sum, o| o.is_ascii_digit().then(|| sum * 10 + u16::from(o - b'0')))
        }
        _ => None,
    };
    let parts: Option<Vec<u8>> =
        text.split(|octet| *octet == b'.').map(|p| part(p).and_then(|n| u8::try_from(n).ok())).collect();
    parts.filter(|parts| parts.len() == 4).ok_or_else(|| "an address has four numbers up to 255".into())
}

/// Groups of hexadecimal digits, the last two possibly as an IPv4 address; `::` replaces one run of
/// zeros.
fn ip6(text: &[u8]) -> Result<Vec<u8>, String> {
    let wrong =
        || String::from("an address has eight groups of up to four hex digits, and `::` at most once");
    let text = str::from_utf8(text).map_err(|_| wrong())?;
    let (head, tail) = match text.split_once("::") {
        Some((head, tail)) => (groups(head), Some(groups(tail))),
        None => (groups(text), None),
    };
    let mut octets = head.ok_or_else(wrong)?;
    if let Some(tail) = tail {
        let tail = tail.ok_or_else(wrong)?;
        let zeros = 16usize.checked_sub(octets.len() + tail.len()).ok_or_else(wrong)?;
        octets.extend(std::iter::repeat_n(0, zeros));
        octets.extend(tail);
    }
    match octets.len() {
        16 => Ok(octets),
        _ => Err(wrong()),
    }
}

/// The octets of groups separated by colons; `None` if one is invalid.
fn groups(text: &str) -> Option<Vec<u8>> {
    let mut octets = Vec::new();
    let mut parts = text.split(':').filter(|_| !text.is_empty()).peekable();
    while let Some(part) = parts.next() {
        match part.len() {
            1..=4 if !part.contains('.') => octets.extend(u16::from_str_radix(part, 16).ok()?.to_be_bytes()),
            _ if parts.peek().is_none() => octets.extend(ip4(part.as_bytes()).ok()?),
            _ => return None,
        }
    }
    Some(octets)
}

/// Appends an address with upper-case digits, with `::` for the first run of more than one zero.
fn write_ip6(octets: &[u8], out: &mut Vec<u8>) {
    let groups: Vec<u16> = octets
        .chunks_exact(2)
        .map(|pair| pair.iter().fold(0u16, |sum, octet| sum << 8 | u16::from(*octet)))
        .collect();
    let zeros = |from: usize| groups.iter().skip(from).take_while(|group| **group == 0).count();
    let start = (0..groups.len()).find(|from| zeros(*from) > 1);
    let gap = start.map(|start| (start, start + zeros(start)));
    let mut text = String::new();
    for (index, group) in groups.iter().enumerate() {
        match gap {
            Some((start, _)) if index == start => text.push_str("::"),
            Some((start, end)) if index > start && index < end => {}
            _ => {
                if !text.is_empty() && !text.ends_with(':') {
                    text.push(':');
                }
                text.push_str(&format!("{group:X}"));
            }
        }
    }
    out.extend_from_slice(text.as_bytes());
}
