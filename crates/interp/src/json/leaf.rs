//! Values without parts, as JSON text has them.

use wireglot_bigint::BigInt;
use wireglot_plan::{Shape, ShapeId, ShapeKind};

use super::document::{Document, Kind};
use super::escape;
use super::read::Wrong;

/// A whole number from 0.
pub fn number(document: &Document, node: u32) -> Result<u64, Wrong> {
    let value = match document.kind(node) {
        Kind::Number => document.raw(node).parse().ok(),
        _ => None,
    };
    value.ok_or_else(|| Wrong::value(node, "a whole number is expected"))
}

/// A whole number of 64 bits.
pub fn signed(document: &Document, node: u32) -> Result<i64, Wrong> {
    let value = match document.kind(node) {
        Kind::Number => document.raw(node).parse().ok(),
        _ => None,
    };
    value.ok_or_else(|| Wrong::value(node, "a whole number of 64 bits is expected"))
}

/// Octets as pairs of hexadecimal digits.
pub fn hex(document: &Document, node: u32) -> Result<Vec<u8>, Wrong> {
    let octets = document.string(node).and_then(|text| {
        let pairs = text.as_bytes().chunks(2).map(|pair| match pair {
            [high, low] => Some((digit(*high)? << 4) | digit(*low)?),
            _ => None,
        });
        pairs.collect()
    });
    octets.ok_or_else(|| Wrong::value(node, "a string of pairs of hexadecimal digits is expected"))
}

fn digit(character: u8) -> Option<u8> {
    char::from(character).to_digit(16).map(|d| d as u8)
}

/// Bits: hexadecimal digits where their number is known, else `value` and `length` (X.697 24).
pub fn bits(document: &Document, node: u32, size: Option<u64>) -> Result<(Vec<u8>, u64), Wrong> {
    let node = document.only_member(node, escape::BITS).unwrap_or(node);
    let (value, bits) = match (document.kind(node), size) {
        (Kind::Object, _) => {
            let (Some(value), Some(length)) =
                (document.member(node, "value"), document.member(node, "length"))
            else {
                return Err(Wrong::value(node, "`value` and `length` are expected"));
            };
            (value, number(document, length)?)
        }
        (_, Some(size)) => (node, size),
        _ => return Err(Wrong::value(node, "an object with `value` and `length` is expected")),
    };
    let mut octets = hex(document, value)?;
    if octets.len() as u64 != bits.div_ceil(8) {
        return Err(Wrong::value(value, format!("{bits} bits take {} octets", bits.div_ceil(8))));
    }
    if let (Some(last), 1..) = (octets.last_mut(), bits % 8) {
        *last &= 0xff << (8 - bits % 8);
    }
    Ok((octets, bits))
}

/// Arcs between points, as contents octets (X.690 8.19, 8.20).
pub fn oid(document: &Document, node: u32, relative: bool, most: usize) -> Result<Vec<u8>, Wrong> {
    let wrong = || Wrong::value(node, "numbers with points between them are expected");
    let text = document.string(node).ok_or_else(wrong)?;
    if text.len() > most.saturating_mul(3) {
        return Err(Wrong::value(node, "the OBJECT IDENTIFIER is too long"));
    }
    let arcs: Option<Vec<BigInt>> = text.split('.').map(arc).collect();
    let mut arcs = arcs.ok_or_else(wrong)?;
    if !relative {
        let [first, second, ..] = &arcs[..] else { return Err(wrong()) };
        let root = first.to_u64().filter(|&root| root <= 2).ok_or_else(wrong)?;
        if root < 2 && *second >= BigInt::from(40) {
            return Err(wrong());
        }
        arcs[1] = second.plus(&BigInt::from(root * 40));
        arcs.remove(0);
    }
    let mut contents = Vec::new();
    arcs.iter().for_each(|arc| push_arc(&mut contents, arc));
    Ok(contents)
}

fn arc(text: &str) -> Option<BigInt> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let plain = !text.is_empty() && (text == "0" || !text.starts_with('0'));
    if digits && plain {
        BigInt::from_decimal(text)
    } else {
        None
    }
}

/// Groups of seven bits, the most significant first.
fn push_arc(contents: &mut Vec<u8>, arc: &BigInt) {
    let start = contents.len();
    let mut window = 0u32;
    let mut held = 0;
    for octet in arc.magnitude().iter().rev() {
        window |= u32::from(*octet) << held;
        held += 8;
        while held >= 7 {
            contents.push((window & 0x7f) as u8 | 0x80);
            window >>= 7;
            held -= 7;
        }
    }
    if window != 0 {
        contents.push(window as u8 | 0x80);
    }
    while contents.len() > start + 1 && contents.last() == Some(&0x80) {
        contents.pop();
    }
    if contents.len() == start {
        contents.push(0x80);
    }
    contents[start] &= 0x7f;
    contents[start..].reverse();
}

/// Whether a value of the type may be a JSON string.
pub fn may_be_text(shape: &Shape, ty: ShapeId) -> bool {
    match &shape.get(ty).kind {
        ShapeKind::Boolean
        | ShapeKind::Integer { .. }
        | ShapeKind::Null
        | ShapeKind::Record { .. }
        | ShapeKind::List { .. }
        | ShapeKind::Choice { .. } => false,
        ShapeKind::BitString { fixed, contains: None, .. } => *fixed,
        _ => true,
    }
}
