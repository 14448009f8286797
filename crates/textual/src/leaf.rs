//! The conversions that every grammar has.

use wireglot_grammar::{Class, ClassKind};
use wireglot_interp::{ValueRef, View};

use crate::draft::Spot;

/// What a conversion has to say: done, not mine, or wrong.
pub(crate) type Converted = Option<Result<(), String>>;

/// Puts the value of a text in its place, if the conversion is one of these. `next` is the
/// first octet after it that is not white space.
pub(crate) fn read(class: &Class, text: &[u8], next: Option<u8>, spot: &mut Spot) -> Converted {
    let inner = match class.kind {
        ClassKind::Quoted => text.get(1..text.len().saturating_sub(1)).unwrap_or_default(),
        _ => text,
    };
    Some(match class.how.as_str() {
        "integer" => number(inner).and_then(|number| match class.except.contains(&number) {
            true => Err(format!("{number} is no {}", class.name)),
            false => spot.integer(number),
        }),
        "text" | "octets" => spot.octets(inner),
        "lower" | "value" => spot.octets(&inner.to_ascii_lowercase()),
        "hex" => hex(inner).and_then(|octets| spot.octets(&octets)),
        "ip4" => ip4(inner).and_then(|octets| spot.octets(&octets)),
        "ip6" => ip6(inner).and_then(|octets| spot.octets(&octets)),
        // At the end of what braces enclose, white space belongs to the brace.
        "line" if next == Some(b'}') => spot.octets(&unescaped(inner.trim_ascii_end())),
        "line" => spot.octets(&unescaped(inner)),
        "body" => spot.octets(&unescaped(inner.trim_ascii())),
        _ => return None,
    })
}

/// Appends the text of a value, if the conversion is one of these.
pub(crate) fn write(class: &Class, value: ValueRef, out: &mut Vec<u8>) -> Converted {
    let quote = matches!(class.kind, ClassKind::Quoted);
    Some(match (class.how.as_str(), value.view()) {
        ("integer", View::Integer(number)) => {
            out.extend_from_slice(number.to_string().as_bytes());
            Ok(())
        }
        ("text" | "octets" | "lower" | "value", View::OctetString(octets)) => {
            plain(class, octets, quote, out)
        }
        ("text" | "octets" | "lower" | "value", View::String(text)) => {
            plain(class, text.as_bytes(), quote, out)
        }
        ("hex", View::OctetString(octets)) => {
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
        ("line" | "body", View::OctetString(octets)) => escaped(class, octets, out),
        ("line" | "body", View::String(text)) => escaped(class, text.as_bytes(), out),
        ("integer" | "text" | "octets" | "lower" | "value" | "hex" | "ip4" | "ip6" | "line" | "body", _) => {
            Err("this value has another form".into())
        }
        _ => return None,
    })
}

/// Whether the characters of a value can stand as this class.
pub(crate) fn fits(class: &Class, octets: &[u8]) -> bool {
    match &class.kind {
        ClassKind::Run { first, rest, lo, hi, .. } => {
            let (head, tail) =
                octets.split_first().map_or((None, octets), |(head, tail)| (Some(*head), tail));
            let lower = !matches!(class.how.as_str(), "lower" | "value")
                || !octets.iter().any(|octet| octet.is_ascii_uppercase());
            (*lo..=*hi).contains(&octets.len())
                && head.is_none_or(|octet| first.has(octet))
                && tail.iter().all(|octet| rest.has(*octet))
                && lower
        }
        ClassKind::Quoted => {
            !octets.iter().any(|octet| *octet == b'"' || (*octet < b' ' && *octet != b'\t') || *octet == 0x7F)
        }
        // A line's end ends it, and so would what is white space at the end of braces.
        ClassKind::Until(ends) => !octets.iter().any(|octet| *octet != b'}' && ends.has(*octet)),
    }
}

fn plain(class: &Class, octets: &[u8], quote: bool, out: &mut Vec<u8>) -> Result<(), String> {
    if !fits(class, octets) {
        return Err(format!("its characters are not those of `{}`", class.name));
    }
    let mark: &[u8] = if quote { b"\"" } else { b"" };
    out.extend_from_slice(mark);
    out.extend_from_slice(octets);
    out.extend_from_slice(mark);
    Ok(())
}

fn number(text: &[u8]) -> Result<i64, String> {
    let zeros = text.iter().take_while(|octet| **octet == b'0').count();
    let digits = text.get(zeros..).unwrap_or_default();
    if digits.len() > 18 {
        return Err(format!("a number of {} digits is too large", digits.len()));
    }
    Ok(digits.iter().fold(0, |sum, digit| sum * 10 + i64::from(digit.saturating_sub(b'0'))))
}

/// Octets of hex digits, which an odd number of begins with half an octet.
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

/// RFC 3525 Annex B: hex groups, the last two perhaps as an IPv4 address, one run of zeros left out.
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

/// The octets of groups between colons; `None` if one is no group.
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

/// As Erlang's encoder shows it: capital digits, and `::` for the first run of zeros that is longer than one.
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

/// RFC 3525 B.2: `\}` stands for `}`.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut octets = Vec::with_capacity(text.len());
    for octet in text {
        if *octet == b'}' && octets.last() == Some(&b'\\') {
            octets.pop();
        }
        octets.push(*octet);
    }
    octets
}

fn escaped(class: &Class, octets: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
    if !fits(class, octets) {
        return Err("a line has no line breaks".into());
    }
    for octet in octets {
        if *octet == b'}' {
            out.push(b'\\');
        }
        out.push(*octet);
    }
    Ok(())
}
