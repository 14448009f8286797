//! Values without parts in JSON text.

use wireglot_bigint::BigInt;
use wireglot_plan::{Shape, ShapeId, ShapeKind};

/// Replaces the contents of `octets` by a text of hexadecimal pairs. Returns whether the text is
/// valid.
#[expect(
    clippy::indexing_slicing,
    reason = "pairs have two octets, and the table has a place for each octet"
)]
pub fn hex(text: &str, octets: &mut Vec<u8>) -> bool {
    octets.clear();
    if !text.len().is_multiple_of(2) {
        return false;
    }
    let mut seen = 0;
    octets.extend(text.as_bytes().chunks_exact(2).map(|pair| {
        let (high, low) = (DIGIT[usize::from(pair[0])], DIGIT[usize::from(pair[1])]);
        seen |= high | low;
        high << 4 | low
    }));
    seen != NO_DIGIT
}

const NO_DIGIT: u8 = 0xff;

/// The value of each character as a hexadecimal digit.
#[expect(clippy::indexing_slicing, reason = "an octet is a place in the table; worked out by the compiler")]
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

/// Replaces `contents` by the contents octets (X.690 8.19, 8.20) of dotted arcs.
///
/// # Errors
/// A message that says what is wrong with the text.
#[expect(clippy::indexing_slicing, reason = "the pattern has at least two arcs")]
pub fn oid(text: &str, relative: bool, most: usize, contents: &mut Vec<u8>) -> Result<(), &'static str> {
    if text.len() > most.saturating_mul(3) {
        return Err("the OBJECT IDENTIFIER is too long");
    }
    contents.clear();
    if short_arcs(text, relative, contents).is_some() {
        return Ok(());
    }
    contents.clear();
    let arcs: Option<Vec<BigInt>> = text.split('.').map(arc).collect();
    let mut arcs = arcs.ok_or("numbers separated by dots, such as \"1.2.840\", are expected")?;
    if !relative {
        let [first, second, ..] = &arcs[..] else {
            return Err("an OBJECT IDENTIFIER has at least two arcs");
        };
        let root = first.to_u64().filter(|&root| root <= 2).ok_or("the first arc is 0, 1 or 2")?;
        if root < 2 && *second >= BigInt::from(40) {
            return Err("below 0 and 1 the second arc is at most 39");
        }
        arcs[1] = second.plus(&BigInt::from(root * 40));
        arcs.remove(0);
    }
    arcs.iter().for_each(|arc| push_arc(contents, arc));
    Ok(())
}

/// Does the same for arcs of at most 18 digits. `None` if an arc is longer or invalid; what was
/// appended is then unused.
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

/// Appends an arc in groups of seven bits, most significant first.
#[expect(clippy::indexing_slicing, reason = "an octet was pushed behind start")]
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
