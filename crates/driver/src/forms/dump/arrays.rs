//! C arrays and strings.

use crate::forms::part::{FormError, Spot};

/// Whether a text consists of comma-separated numbers, or of several numbers with `0x`, apart from the C code
/// around them.
pub(super) fn is_numbers(text: &[u8]) -> bool {
    let inner = braces(text);
    let mut numbers = 0;
    for item in items(inner.unwrap_or(text)) {
        if item_octet(item).is_none() {
            return false;
        }
        numbers += 1;
    }
    let several =
        |text: &[u8]| text.contains(&b',') || text.windows(2).filter(|pair| pair == b"0x").count() > 1;
    numbers > 0 && (inner.is_some() || several(text))
}

/// The text between the first opening brace and the first closing brace after it; or all of it in other brackets.
fn braces(text: &[u8]) -> Option<&[u8]> {
    for (open, close) in [(&b"["[..], &b"]"[..]), (b"<<", b">>")] {
        let inner = text.trim_ascii().strip_prefix(open).and_then(|text| text.strip_suffix(close));
        if let Some(inner) = inner {
            return Some(inner);
        }
    }
    // Only braces count: a bracket after a name holds the size of an array.
    let open = text.iter().position(|octet| *octet == b'{')?;
    let close = text.iter().skip(open).position(|octet| *octet == b'}')? + open;
    text.get(open + 1..close)
}

/// The numbers, without comments.
fn items(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    std::iter::from_fn(move || loop {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let ending = match rest {
            [b'/', b'*', ..] => {
                rest.windows(2).position(|pair| pair == b"*/").map_or(rest.len(), |end| end + 2)
            }
            [b'/', b'/', ..] => rest.iter().position(|octet| *octet == b'\n').unwrap_or(rest.len()),
            [octet, ..] if octet.is_ascii_whitespace() || *octet == b',' => 1,
            _ => {
                let length =
                    rest.iter().position(|octet| octet.is_ascii_whitespace() || b",/".contains(octet));
                let length = length.unwrap_or(rest.len()).max(1);
                at += length;
                return rest.get(..length);
            }
        };
        at += ending;
    })
}

/// The octet that a number stands for, as C, Java and Rust write it: `0x30`, `060`, `48`, `-1`, `0x30u8`.
fn item_octet(item: &[u8]) -> Option<u8> {
    let item = std::str::from_utf8(item).ok()?;
    let item = item.strip_suffix("u8").unwrap_or(item).trim_end_matches(['u', 'U']);
    let digits = item.strip_prefix("0x").or(item.strip_prefix("0X"));
    match (digits, item.as_bytes()) {
        (Some(digits), _) if digits.len() <= 2 && !digits.starts_with('+') => {
            u8::from_str_radix(digits, 16).ok()
        }
        (None, [b'0', b'0'..=b'9', ..]) => u8::from_str_radix(item, 8).ok(),
        (None, [b'0'..=b'9', ..]) => item.parse().ok(),
        (None, [b'-', b'0'..=b'9', ..]) => item.parse::<i8>().ok().map(|number| number as u8),
        _ => None,
    }
}

/// The numbers of arrays, in order.
pub(super) fn numbers(text: &[u8]) -> Result<Vec<u8>, FormError> {
    let (mut octets, mut rest) = (Vec::new(), text);
    // Several arrays are read in order.
    loop {
        let inner = braces(rest);
        for item in items(inner.unwrap_or(rest)) {
            octets.push(item_octet(item).ok_or_else(|| {
                let before = item.as_ptr() as usize - text.as_ptr() as usize;
                let spot = Spot::START.behind(text.get(..before).unwrap_or_default());
                FormError::new(spot, "not a number from 0 to 255")
            })?);
        }
        match inner {
            None => return Ok(octets),
            Some(inner) => {
                let end = inner.as_ptr() as usize - text.as_ptr() as usize + inner.len() + 1;
                rest = text.get(end..).unwrap_or_default();
                if braces(rest).is_none() {
                    return Ok(octets);
                }
            }
        }
    }
}

/// Whether a text begins and ends like a literal of Python.
pub(super) fn is_literal(text: &[u8]) -> bool {
    match text {
        [b'b', quote @ (b'\'' | b'"'), .., end] => quote == end && text.len() > 3,
        _ => false,
    }
}

/// Literals of Python (the language reference, section 2.4.1), on one or more lines.
pub(super) fn literals(text: &[u8]) -> Result<Vec<u8>, FormError> {
    let (mut octets, mut at, mut quote) = (Vec::new(), 0, None);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let digit = |at: usize| rest.get(at).and_then(|octet| char::from(*octet).to_digit(16));
        at += match (quote, rest) {
            (None, [b'b', start @ (b'\'' | b'"'), ..]) => {
                quote = Some(*start);
                2
            }
            (None, [octet, ..]) if octet.is_ascii_whitespace() || *octet == b'\\' => 1,
            (Some(end), [octet, ..]) if *octet == end => {
                quote = None;
                1
            }
            (Some(_), [b'\\', b'x', ..]) if digit(2).is_some() && digit(3).is_some() => {
                octets.push((digit(2).unwrap_or(0) << 4 | digit(3).unwrap_or(0)) as u8);
                4
            }
            (Some(_), [b'\\', escape @ (b'n' | b'r' | b't' | b'\\' | b'\'' | b'"'), ..]) => {
                octets.push(match escape {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    other => *other,
                });
                2
            }
            (Some(_), [octet @ b' '..=b'~', ..]) if *octet != b'\\' => {
                octets.push(*octet);
                1
            }
            _ => {
                let spot = Spot::START.behind(text.get(..at).unwrap_or_default());
                return Err(FormError::new(spot, "not a character of bytes in Python, such as \\x30"));
            }
        };
    }
    match quote {
        None => Ok(octets),
        Some(_) => Err(FormError::new(Spot::START.behind(text), "the bytes have no closing quotation mark")),
    }
}

/// `\x30\x26`, with or without quotes, on one or more lines.
pub(super) fn escapes(text: &[u8]) -> Result<Vec<u8>, FormError> {
    let (mut octets, mut at) = (Vec::new(), 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let digit = |at: usize| rest.get(at).and_then(|octet| char::from(*octet).to_digit(16));
        match (rest, digit(2), digit(3)) {
            ([b'\\', b'x', ..], Some(high), Some(low)) => {
                octets.push((high << 4 | low) as u8);
                at += 4;
            }
            ([b'"' | b'\'' | b'b' | b';', ..], ..) | ([b'\\', b'\n' | b'\r', ..], ..) => at += 1,
            ([octet, ..], ..) if octet.is_ascii_whitespace() => at += 1,
            _ => {
                let spot = Spot::START.behind(text.get(..at).unwrap_or_default());
                return Err(FormError::new(spot, "not an escape such as \\x30"));
            }
        }
    }
    Ok(octets)
}
