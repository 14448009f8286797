//! Values of properties and parameters as in H.248.1 A.2: BER in an OCTET STRING.
//!
//! Text does not give the type of a value. Digits are INTEGER, `on` and `off` BOOLEAN, everything else, and
//! anything in quotation marks, UTF8String.

use std::borrow::Cow;

const BOOLEAN: u8 = 0x01;
const INTEGER: u8 = 0x02;
const OCTET_STRING: u8 = 0x04;
const ENUMERATED: u8 = 0x0A;
const UTF8_STRING: u8 = 0x0C;
const IA5_STRING: u8 = 0x16;

/// The octets of a value, from its text.
pub fn octets(text: &[u8], quoted: bool) -> Vec<u8> {
    let number = || {
        let number: i64 = str::from_utf8(text).ok()?.parse().ok()?;
        (number.to_string().as_bytes() == text).then_some(number)
    };
    match (text, number()) {
        (b"on", _) if !quoted => vec![BOOLEAN, 1, 0xFF],
        (b"off", _) if !quoted => vec![BOOLEAN, 1, 0],
        (_, Some(number)) if !quoted => tagged(INTEGER, shortest(&number.to_be_bytes())),
        _ => tagged(UTF8_STRING, text),
    }
}

/// The text of a value, and whether it must be in quotation marks.
pub fn text(value: &[u8]) -> Result<(Cow<'_, [u8]>, bool), String> {
    let (tag, contents) = untagged(value).ok_or("the value is not the BER that H.248.1 A.2 asks for")?;
    let text: Cow<[u8]> = match (tag, contents) {
        (BOOLEAN, [0]) => Cow::Borrowed(b"off"),
        (BOOLEAN, [_]) => Cow::Borrowed(b"on"),
        (INTEGER | ENUMERATED, [first, ..]) if contents.len() <= 8 => {
            let sign = if first & 0x80 != 0 { -1 } else { 0 };
            let number = contents.iter().fold(sign, |sum: i64, octet| sum << 8 | i64::from(*octet));
            Cow::Owned(number.to_string().into_bytes())
        }
        (UTF8_STRING | IA5_STRING | OCTET_STRING, text) => Cow::Borrowed(text),
        _ => return Err(format!("a value of BER with the tag {tag:02X} has no text")),
    };
    let is_string = matches!(tag, UTF8_STRING | IA5_STRING | OCTET_STRING);
    let quoted = is_string && octets(&text, false) != octets(&text, true);
    Ok((text, quoted))
}

/// X.690 8.3.2: no more octets than the number needs.
fn shortest(octets: &[u8]) -> &[u8] {
    let mut octets = octets;
    while let [0, rest @ ..] | [0xFF, rest @ ..] = octets {
        let sign = octets.first().map(|octet| octet & 0x80);
        if rest.first().map(|octet| octet & 0x80) != sign {
            break;
        }
        octets = rest;
    }
    octets
}

fn tagged(tag: u8, contents: &[u8]) -> Vec<u8> {
    let length = contents.len();
    let mut octets = vec![tag];
    if let Some(short) = u8::try_from(length).ok().filter(|short| *short < 0x80) {
        octets.push(short);
    } else {
        let bytes: Vec<u8> = length.to_be_bytes().into_iter().skip_while(|octet| *octet == 0).collect();
        octets.push(0x80 | bytes.len() as u8);
        octets.extend(bytes);
    }
    octets.extend_from_slice(contents);
    octets
}

fn untagged(value: &[u8]) -> Option<(u8, &[u8])> {
    let (tag, rest) = value.split_first()?;
    let (first, rest) = rest.split_first()?;
    let (length, contents) = match first {
        0..=0x7F => (usize::from(*first), rest),
        0x81..=0x84 => {
            let (length, contents) = rest.split_at_checked(usize::from(first & 0x7F))?;
            (length.iter().fold(0, |sum, octet| sum << 8 | usize::from(*octet)), contents)
        }
        _ => return None,
    };
    (contents.len() == length).then_some((*tag, contents))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ber() {
        let rows: [(&str, bool, &[u8]); 9] = [
            ("2", false, &[2, 1, 2]),
            ("128", false, &[2, 2, 0, 128]),
            ("-129", false, &[2, 2, 0xFF, 0x7F]),
            ("2", true, &[0x0C, 1, b'2']),
            ("007", false, &[0x0C, 3, b'0', b'0', b'7']),
            ("on", false, &[1, 1, 0xFF]),
            ("off", true, &[0x0C, 3, b'o', b'f', b'f']),
            ("state", false, &[0x0C, 5, b's', b't', b'a', b't', b'e']),
            ("", true, &[0x0C, 0]),
        ];
        for (shown, quoted, value) in rows {
            assert_eq!(octets(shown.as_bytes(), quoted), value, "{shown}");
            let (back, must) = text(value).unwrap();
            assert_eq!((&*back, octets(&back, must)), (shown.as_bytes(), value.to_vec()), "{shown}");
        }
        let long = octets(&[b'x'; 300], true);
        assert_eq!((&long[..4], text(&long).unwrap().0.len()), (&[0x0C, 0x82, 1, 44][..], 300));
        for wrong in [&[][..], &[2], &[2, 2, 1], &[2, 0], &[0x30, 0], &[2, 0x80, 1], &[2, 1, 1, 1]] {
            assert!(text(wrong).is_err(), "{wrong:?}");
        }
    }
}
