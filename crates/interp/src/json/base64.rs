//! Octets in base64 (RFC 4648 4), as the encoding instruction BASE64 requires (X.697 15).

use super::text::Text;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes octets as base64 in quotation marks.
#[expect(clippy::indexing_slicing, reason = "six bits count to 63")]
pub fn write(octets: &[u8], out: &mut Text) {
    out.sign(b'"');
    for group in octets.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, octet| bits << 8 | u32::from(*octet));
        let bits = bits << (8 * (3 - group.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            out.sign(if place <= group.len() { letter } else { b'=' });
        }
    }
    out.sign(b'"');
}

/// Replaces the contents of `octets` by the decoded text. Returns whether the text is valid base64:
/// padded with `=` to groups of four, with unused bits zero.
pub fn read(text: &str, octets: &mut Vec<u8>) -> bool {
    octets.clear();
    let text = text.as_bytes();
    let filled = text.iter().rev().take(2).take_while(|letter| **letter == b'=').count();
    let letters = text.get(..text.len() - filled).unwrap_or_default();
    if !text.len().is_multiple_of(4) {
        return false;
    }
    for group in letters.chunks(4) {
        let mut bits = 0;
        for letter in group {
            let Some(worth) = worth(*letter) else { return false };
            bits = bits << 6 | worth;
        }
        bits <<= 6 * (4 - group.len());
        let [_, all @ ..] = u32::to_be_bytes(bits);
        let (held, unused) = all.split_at(group.len() - 1);
        if unused.iter().any(|octet| *octet != 0) {
            return false;
        }
        octets.extend_from_slice(held);
    }
    true
}

fn worth(letter: u8) -> Option<u32> {
    let worth = match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(worth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octets_come_back() {
        for (octets, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
        ] {
            let (mut out, mut back) = (Text::default(), Vec::new());
            write(octets.as_bytes(), &mut out);
            assert_eq!(out.as_str(), format!("\"{text}\""));
            assert!(read(text, &mut back));
            assert_eq!(back, octets.as_bytes());
        }
        for wrong in ["Z", "Zg", "Zg=", "Zh==", "Z===", "====", "Zg==Zg==", "Zm9 ", "Zm_v"] {
            assert!(!read(wrong, &mut Vec::new()), "{wrong}");
        }
    }
}
