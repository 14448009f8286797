//! A growing JSON text: UTF-8 octets, and how values are written.

use std::fmt::{self, Display, Write};

use wireglot_bigint::BigInt;

use super::breaks;

/// A growing text. Only UTF-8 is appended, so the whole is UTF-8.
#[derive(Debug)]
pub(crate) struct Text {
    octets: Vec<u8>,
    /// The level of the last line, and the octets that its line breaks lack, if they are in the short form.
    level: usize,
    lacks: isize,
    /// The maximum length.
    most: usize,
    /// Whether it exceeded the maximum and was discarded.
    over: bool,
}

impl Default for Text {
    fn default() -> Text {
        Text { octets: Vec::new(), level: 0, lacks: 0, most: usize::MAX, over: false }
    }
}

/// A point in a text that may be returned to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    len: usize,
    level: usize,
    lacks: isize,
}

/// The two hexadecimal digits of every octet.
#[expect(
    clippy::indexing_slicing,
    reason = "a place for each octet, 16 times 16; worked out by the compiler"
)]
static HEX: [[u8; 2]; 256] = {
    let mut pairs = [[0; 2]; 256];
    let mut i = 0;
    while i < 256 {
        pairs[i] = [b"0123456789ABCDEF"[i / 16], b"0123456789ABCDEF"[i % 16]];
        i += 1;
    }
    pairs
};

impl Text {
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.octets).unwrap_or_default()
    }

    pub fn len(&self) -> usize {
        self.octets.len()
    }

    pub fn truncate(&mut self, len: usize) {
        self.octets.truncate(len);
    }

    /// The end of the text.
    pub fn spot(&self) -> Spot {
        Spot { len: self.octets.len(), level: self.level, lacks: self.lacks }
    }

    pub fn back_to(&mut self, spot: Spot) {
        self.octets.truncate(spot.len);
        (self.level, self.lacks) = (spot.level, spot.lacks);
    }

    pub fn clear(&mut self) {
        self.octets.clear();
        (self.level, self.lacks, self.over) = (0, 0, false);
    }

    /// The length with all line breaks in full.
    #[inline]
    fn whole_len(&self) -> usize {
        self.octets.len().saturating_add_signed(self.lacks)
    }

    /// Sets the maximum length until it is set again.
    pub fn bound(&mut self, most: usize) {
        self.most = most;
    }

    /// Discards the text if it is too long. Called between the parts of a value, so that the text exceeds
    /// its maximum by one part at most.
    #[inline]
    pub fn keep_bound(&mut self) {
        if self.whole_len() > self.most {
            self.octets.clear();
            (self.lacks, self.over) = (0, true);
        }
    }

    /// Whether the text has exceeded its maximum since it was last cleared.
    pub fn is_over(&self) -> bool {
        self.over || self.whole_len() > self.most
    }

    #[inline]
    pub fn push(&mut self, text: &str) {
        self.octets.extend_from_slice(text.as_bytes());
    }

    /// Appends octets, which must be UTF-8.
    pub fn push_octets(&mut self, octets: &[u8]) {
        self.octets.extend_from_slice(octets);
    }

    /// Appends the first `len` octets of a chunk, which must be UTF-8. The fixed size allows copying in
    /// one step.
    #[inline(always)]
    pub fn push_start<const N: usize>(&mut self, chunk: &[u8; N], len: usize) {
        let end = self.octets.len() + len;
        self.octets.extend_from_slice(chunk);
        self.octets.truncate(end);
    }

    /// Adds brackets around what was written from `start` on: parts with a leading comma each, of which
    /// the opening bracket replaces the first.
    #[inline(always)]
    pub fn close(&mut self, start: usize, open: u8, close: u8) {
        match self.octets.get_mut(start) {
            Some(comma) => *comma = open & 0x7f,
            None => self.sign(open),
        }
        self.sign(close);
    }

    /// Writes a JSON string of ASCII characters; `None` if they are not ASCII.
    #[inline]
    pub fn ascii(&mut self, octets: &[u8]) -> Option<()> {
        let (mut all, mut special) = (0, false);
        for &octet in octets {
            all |= octet;
            special |= must_be_escaped(octet);
        }
        if all >= 0x80 {
            return None;
        }
        match special {
            false => {
                self.sign(b'"');
                self.push_octets(octets);
                self.sign(b'"');
            }
            true => self.quoted(str::from_utf8(octets).ok()?),
        }
        Some(())
    }

    /// Appends an ASCII character.
    #[inline]
    pub fn sign(&mut self, ascii: u8) {
        self.octets.push(ascii & 0x7f);
    }

    pub fn indent(&mut self, levels: usize) {
        self.sign(b'\n');
        self.octets.resize(self.octets.len() + 2 * levels, b' ');
    }

    /// A line break in the short form.
    pub fn fold(&mut self, levels: usize) {
        self.sign(breaks::BREAK);
        let (sign, count) = breaks::short(self.level, levels);
        self.octets.resize(self.octets.len() + count, sign);
        self.level = levels;
        self.lacks += 2 * levels as isize - count as isize;
    }

    /// Appends anything that implements `Display`. Slow; for rare cases.
    pub fn show(&mut self, value: impl Display) {
        let _ = write!(self, "{value}");
    }

    /// Appends decimal digits, several times as fast as formatting.
    #[inline]
    pub fn integer(&mut self, value: i64) {
        if let 0..10 = value {
            return self.octets.push(b'0' + value as u8);
        }
        if value < 0 {
            self.sign(b'-');
        }
        self.natural(value.unsigned_abs());
    }

    /// Appends an unsigned number.
    pub fn natural(&mut self, value: u64) {
        const EIGHT: u64 = 100_000_000;
        if value >= EIGHT {
            self.natural(value / EIGHT);
            return self.octets.extend_from_slice(&(eight_digits(value % EIGHT) + ZEROS).to_le_bytes());
        }
        let digits = eight_digits(value);
        // Without leading zeros, but at least one digit.
        let zeros = (digits | 1 << 56).trailing_zeros() / 8;
        let chunk = ((digits >> (8 * zeros)) + ZEROS).to_le_bytes();
        self.push_start(&chunk, 8 - zeros as usize);
    }

    /// Writes octets as a string of hexadecimal digits.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "the table has a place for each octet")]
    pub fn hex(&mut self, octets: &[u8]) {
        let start = self.octets.len();
        self.octets.resize(start + 2 * octets.len() + 2, b'"');
        let digits = self.octets.get_mut(start + 1..).unwrap_or_default();
        let mut sixteens = octets.chunks_exact(16);
        for (digits, octets) in digits.chunks_exact_mut(32).zip(&mut sixteens) {
            if let Ok(octets) = <&[u8; 16]>::try_from(octets) {
                digits.copy_from_slice(&digits_of(octets));
            }
        }
        let rest = sixteens.remainder();
        let digits = digits.get_mut(2 * (octets.len() - rest.len())..).unwrap_or_default();
        for (pair, octet) in digits.chunks_exact_mut(2).zip(rest) {
            pair.copy_from_slice(&HEX[usize::from(*octet)]);
        }
    }

    /// Writes bits of variable size (X.697 24), without white space.
    pub fn bits(&mut self, octets: &[u8], count: usize) {
        self.push("{\"value\":");
        self.hex(octets);
        self.push(",\"length\":");
        self.integer(count as i64);
        self.sign(b'}');
    }

    /// Writes a JSON string (RFC 8259 7) with as few escapes as possible.
    #[inline]
    pub fn quoted(&mut self, text: &str) {
        self.sign(b'"');
        match text.bytes().fold(false, |found, octet| found | must_be_escaped(octet)) {
            false => self.push(text),
            true => self.escaped(text),
        }
        self.sign(b'"');
    }

    #[expect(clippy::indexing_slicing, reason = "position found the octet")]
    fn escaped(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.bytes().position(must_be_escaped) {
            self.push(&rest[..at]);
            match rest.as_bytes()[at] {
                b'"' => self.push("\\\""),
                b'\\' => self.push("\\\\"),
                b'\n' => self.push("\\n"),
                b'\r' => self.push("\\r"),
                b'\t' => self.push("\\t"),
                control => self.show(format_args!("\\u{control:04X}")),
            }
            rest = &rest[at + 1..];
        }
        self.push(rest);
    }

    /// Writes contents octets as dotted arcs (X.697 26).
    pub fn oid(&mut self, contents: &[u8], relative: bool) {
        let mut first = !relative;
        let arcs = contents.split_inclusive(|octet| octet & 0x80 == 0);
        for (i, octets) in arcs.enumerate() {
            if i > 0 {
                self.sign(b'.');
            }
            let first = std::mem::take(&mut first);
            let arc = match *octets {
                [short] => u64::from(short & 0x7f),
                _ if octets.len() > 9 => {
                    self.long_arc(octets, first);
                    continue;
                }
                _ => octets.iter().fold(0, |arc, octet| arc << 7 | u64::from(octet & 0x7f)),
            };
            if !first {
                self.arc(arc);
                continue;
            }
            let root = (arc / 40).min(2);
            self.arc(root);
            self.sign(b'.');
            self.arc(arc - root * 40);
        }
    }

    #[inline(always)]
    fn arc(&mut self, arc: u64) {
        match arc {
            0..10 => self.sign(b'0' + arc as u8),
            _ => self.natural(arc),
        }
    }

    fn long_arc(&mut self, octets: &[u8], first: bool) {
        let arc = BigInt::from_sevens(octets);
        match first {
            true => self.show(format_args!("2.{}", arc.minus(&80.into()))),
            false => self.show(arc),
        }
    }
}

/// Eight digits 0.
const ZEROS: u64 = 0x3030_3030_3030_3030;

/// The values of the eight digits of a number, the first one in the lowest octet: split by four, then
/// two, then one.
#[inline(always)]
fn eight_digits(number: u64) -> u64 {
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = (fours * 10_486) >> 20 & 0x0000_007f_0000_007f;
    let twos = hundreds | (fours - hundreds * 100) << 16;
    let tens = (twos * 103) >> 10 & 0x000f_000f_000f_000f;
    tens | (twos - tens * 10) << 8
}

/// Sixteen octets as hexadecimal digits. Computed rather than looked up, because the compiler can
/// vectorize it.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "eight digits of each half make sixteen")]
fn digits_of(octets: &[u8; 16]) -> [u8; 32] {
    let digit = |worth: u8| worth + b'0' + (((worth + 6) >> 4).wrapping_neg() & 7);
    let (high, low) = (octets.map(|octet| digit(octet >> 4)), octets.map(|octet| digit(octet & 15)));
    let mut digits = [0; 32];
    for at in 0..16 {
        digits[2 * at] = high[at];
        digits[2 * at + 1] = low[at];
    }
    digits
}

#[inline(always)]
fn must_be_escaped(octet: u8) -> bool {
    octet < b' ' || octet == b'"' || octet == b'\\'
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Text)) -> String {
        let mut text = Text::default();
        write(&mut text);
        text.as_str().to_string()
    }

    #[test]
    fn integers_have_their_digits() {
        let mut rows = vec![i64::MIN, i64::MAX, 0];
        for power in 0..19 {
            let power = 10i64.pow(power);
            rows.extend([power, power - 1, power + 1, -power, 1 - power, 7 * (power / 2)]);
        }
        for value in rows {
            assert_eq!(written(|text| text.integer(value)), value.to_string());
        }
    }

    #[test]
    fn octets_and_arcs() {
        let all: Vec<u8> = (0..=255).collect();
        let digits: String = all.iter().map(|octet| format!("{octet:02X}")).collect();
        assert_eq!(written(|text| text.hex(&all)), format!("\"{digits}\""));
        assert_eq!(written(|text| text.hex(&[])), "\"\"");
        let rows: [(&[u8], bool, &str); 5] = [
            (&[0x2a, 0x86, 0x48], false, "1.2.840"),
            (&[0x00], false, "0.0"),
            (&[0x88, 0x37, 0x03], false, "2.999.3"),
            (&[0x88, 0x37, 0x03], true, "1079.3"),
            (&[0x82, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x51], false, "2.18446744073709551617"),
        ];
        for (contents, relative, arcs) in rows {
            assert_eq!(written(|text| text.oid(contents, relative)), arcs);
        }
    }

    #[test]
    fn strings_escape_what_they_must() {
        let text = "a\"\\\n\r\t\u{1}\u{e9}/\u{7f}";
        assert_eq!(written(|out| out.quoted(text)), "\"a\\\"\\\\\\n\\r\\t\\u0001\u{e9}/\u{7f}\"");
    }
}
