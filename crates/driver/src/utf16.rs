//! Text in UTF-16, such as files that PowerShell writes.

use std::io::{self, Read};

/// The UTF-8 of a text in UTF-16 with a byte order mark, which is left out. What is not UTF-16 becomes U+FFFD.
pub struct Utf16<R> {
    input: R,
    big: bool,
    /// Units that have been read; the last one may be the first half of a character.
    units: Vec<u16>,
    /// The first byte of a unit.
    half: Option<u8>,
    ended: bool,
    /// The UTF-8 of what has been read, and how much of it has been returned.
    text: Vec<u8>,
    returned: usize,
    /// Whether the byte order mark has been left out.
    begun: bool,
}

/// Whether a text that begins with these bytes is big-endian (`true`) or little-endian; `None` if it is not UTF-16: a
/// byte order mark, an ASCII character, and at least one more, all of them printable. Octets can begin so too, but
/// hardly go on as a text does.
pub fn order(first: &[u8]) -> Option<bool> {
    let (big, unit): (bool, fn([u8; 2]) -> u16) = match first {
        [0xff, 0xfe, ..] => (false, u16::from_le_bytes),
        [0xfe, 0xff, ..] => (true, u16::from_be_bytes),
        _ => return None,
    };
    let pairs = first.get(2..)?.chunks_exact(2).filter_map(|pair| <[u8; 2]>::try_from(pair).ok());
    let units: Vec<u16> = pairs.map(unit).collect();
    // The bytes may end within a character.
    let whole = match units.split_last() {
        Some((0xd800..=0xdbff, whole)) => whole,
        _ => &units[..],
    };
    let is_text = |c: char| !c.is_control() || matches!(c, '\t' | '\n' | '\r');
    let is_printed = char::decode_utf16(whole.iter().copied()).all(|read| read.is_ok_and(is_text));
    (units.len() >= 2 && units.first().is_some_and(|unit| *unit < 0x7f) && is_printed).then_some(big)
}

/// The number of bytes read at once.
const CHUNK: usize = 1 << 13;

impl<R: Read> Utf16<R> {
    /// A reader of text in units that are big-endian or little-endian.
    pub fn new(input: R, big: bool) -> Utf16<R> {
        let (units, text) = (Vec::new(), Vec::new());
        Utf16 { input, big, units, half: None, ended: false, text, returned: 0, begun: false }
    }

    /// Reads more text.
    fn fill(&mut self) -> io::Result<()> {
        let mut chunk = [0; CHUNK];
        let read = self.input.read(&mut chunk)?;
        self.ended = read == 0;
        for &byte in chunk.get(..read).unwrap_or_default() {
            match self.half.take() {
                None => self.half = Some(byte),
                Some(first) if self.big => self.units.push(u16::from_be_bytes([first, byte])),
                Some(first) => self.units.push(u16::from_le_bytes([first, byte])),
            }
        }
        let may_go_on = |unit: &u16| matches!(unit, 0xd800..=0xdbff);
        let rest = if self.ended { None } else { self.units.pop_if(|unit| may_go_on(unit)) };
        let mut text: String =
            char::decode_utf16(self.units.drain(..)).map(|read| read.unwrap_or('\u{fffd}')).collect();
        if self.ended && self.half.take().is_some() {
            text.push('\u{fffd}');
        }
        let skipped = if !self.begun && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        self.begun |= !text.is_empty();
        self.units.extend(rest);
        (self.text, self.returned) = (text.into_bytes(), skipped);
        Ok(())
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.returned >= self.text.len() && !self.ended {
            self.fill()?;
        }
        let read = self.text.get(self.returned..).unwrap_or_default().read(out)?;
        self.returned += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time.
    struct Few<'b>(&'b [u8], usize);

    impl Read for Few<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let most = self.1.min(out.len());
            self.0.read(&mut out[..most])
        }
    }

    #[test]
    fn text_is_the_same_in_both_orders_and_however_it_is_read() {
        let long: String = "30 03 é 😀\r\n".repeat(2000);
        for text in ["", "30", &long] {
            let units: Vec<u16> = format!("\u{feff}{text}").encode_utf16().collect();
            let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            for (bytes, is_big) in [(little, false), (big, true)] {
                for few in [1, 3, 1 << 20] {
                    let mut read = String::new();
                    Utf16::new(Few(&bytes, few), is_big).read_to_string(&mut read).expect("text");
                    assert_eq!(read, text);
                }
            }
        }
    }

    #[test]
    fn text_is_told_from_octets() {
        let begun = |first: &[u8], big: bool| -> Vec<u8> {
            let units = first.iter().map(|&byte| u16::from(byte)).chain([0xe9]);
            let mark: &[u8] = if big { &[0xfe, 0xff] } else { &[0xff, 0xfe] };
            let octets = units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() });
            mark.iter().copied().chain(octets).collect()
        };
        for big in [false, true] {
            assert_eq!(order(&begun(b"{\"a\"\r\n", big)), Some(big));
            assert_eq!(order(&begun(b"5", big)), Some(big));
            assert_eq!(order(&begun(b"", big)), None, "too short to tell");
            assert_eq!(order(&begun(b"30 0\0", big)), None, "no text");
        }
        assert_eq!(order(b"\xff\xfeA\0\x01\0\x02\0\x03\0"), None, "numbers of 16 bits");
        assert_eq!(order(b""), None);
    }

    #[test]
    fn what_is_no_text_is_replaced() {
        for (bytes, wanted) in
            [(&b"a\0b"[..], "a\u{fffd}"), (b"\0\xd8a\0", "\u{fffd}a"), (b"a\0\0\xd8", "a\u{fffd}")]
        {
            let mut read = String::new();
            Utf16::new(bytes, false).read_to_string(&mut read).expect("text");
            assert_eq!(read, wanted);
        }
    }
}
