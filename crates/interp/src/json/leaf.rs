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

/// Octets as pairs of hexadecimal digits, in place of what `octets` holds.
pub fn hex(document: &Document, node: u32, octets: &mut Vec<u8>) -> Result<(), Wrong> {
    octets.clear();
    let text = document.string(node);
    if let Some(text) = text.filter(|text| text.len().is_multiple_of(2)) {
        let mut seen = 0;
        octets.extend(text.as_bytes().chunks_exact(2).map(|pair| {
            let (high, low) = (DIGIT[usize::from(pair[0])], DIGIT[usize::from(pair[1])]);
            seen |= high | low;
            high << 4 | low
        }));
        if seen != NO_DIGIT {
            return Ok(());
        }
    }
    Err(Wrong::value(node, "a string of pairs of hexadecimal digits is expected"))
}

const NO_DIGIT: u8 = 0xff;

/// What characters are worth as hexadecimal digits.
static DIGIT: [u8; 256] = {
    let mut worth = [NO_DIGIT; 256];
    let mut digit = 0;
    while digit < 16 {
        worth[b"0123456789ABCDEF"[digit] as usize] = digit as u8;
        worth[b"0123456789abcdef"[digit] as usize] = digit as u8;
        digit += 1;
    }
    worth
};

/// Bits: hexadecimal digits where their number is known, else `value` and `length` (X.697 24).
/// They take the place of what `octets` holds; gives their number.
pub fn bits(document: &Document, node: u32, size: Option<u64>, octets: &mut Vec<u8>) -> Result<u64, Wrong> {
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
    hex(document, value, octets)?;
    if octets.len() as u64 != bits.div_ceil(8) {
        return Err(Wrong::value(value, format!("{bits} bits take {} octets", bits.div_ceil(8))));
    }
    if let (Some(last), 1..) = (octets.last_mut(), bits % 8) {
        *last &= 0xff << (8 - bits % 8);
    }
    Ok(bits)
}

/// Arcs between points, as contents octets (X.690 8.19, 8.20) in place of what `contents` holds.
pub fn oid(
    document: &Document,
    node: u32,
    relative: bool,
    most: usize,
    contents: &mut Vec<u8>,
) -> Result<(), Wrong> {
    let wrong = || Wrong::value(node, "numbers with points between them are expected");
    let text = document.string(node).ok_or_else(wrong)?;
    if text.len() > most.saturating_mul(3) {
        return Err(Wrong::value(node, "the OBJECT IDENTIFIER is too long"));
    }
    contents.clear();
    if short_arcs(&text, relative, contents).is_some() {
        return Ok(());
    }
    contents.clear();
    let arcs: Option<Vec<BigInt>> = text.split('.').map(arc).collect();
    let mut arcs = arcs.ok_or_else(wrong)?;
    if !relative {
        let [first, second, ..] = &arcs[..] else {
            return Err(Wrong::value(node, "an OBJECT IDENTIFIER has at least two arcs"));
        };
        let root = first.to_u64().filter(|&root| root <= 2);
        let root = root.ok_or_else(|| Wrong::value(node, "the first arc is 0, 1 or 2"))?;
        if root < 2 && *second >= BigInt::from(40) {
            return Err(Wrong::value(node, "below 0 and 1 the second arc is at most 39"));
        }
        arcs[1] = second.plus(&BigInt::from(root * 40));
        arcs.remove(0);
    }
    arcs.iter().for_each(|arc| push_arc(contents, arc));
    Ok(())
}

/// The same for arcs of at most 18 digits. `None` where there are longer ones, or anything
/// is wrong: nobody needs what was appended then.
fn short_arcs(text: &str, relative: bool, contents: &mut Vec<u8>) -> Option<()> {
    let mut arcs = text.split('.').map(|text| {
        let plain = matches!(text.as_bytes(), [b'0'] | [b'1'..=b'9', ..]) && text.len() <= 18;
        let digits = text.bytes().filter(|_| plain);
        digits.fold(plain.then_some(0u64), |arc, octet| {
            octet.is_ascii_digit().then_some(arc? * 10 + u64::from(octet & 15))
        })
    });
    if !relative {
        let (root, second) = (arcs.next()??, arcs.next()??);
        if root > 2 || root < 2 && second >= 40 {
            return None;
        }
        push_short_arc(contents, root * 40 + second);
    }
    for arc in arcs {
        push_short_arc(contents, arc?);
    }
    Some(())
}

fn push_short_arc(contents: &mut Vec<u8>, arc: u64) {
    let groups = (64 - arc.leading_zeros()).div_ceil(7).max(1);
    for group in (1..groups).rev() {
        contents.push((arc >> (group * 7)) as u8 | 0x80);
    }
    contents.push(arc as u8 & 0x7f);
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
