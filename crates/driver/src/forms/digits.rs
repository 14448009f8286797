//! Decodes hexadecimal digits and Base64 to bytes, piece by piece.

use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::part::{FormError, Spot};

/// A text that is being decoded.
#[derive(Debug, Clone)]
pub(crate) struct Digits {
    kind: Kind,
    /// The start of the text, and the current position.
    start: Spot,
    here: Spot,
    /// The end of the last characters other than white space.
    last: Spot,
}

#[derive(Debug, Clone)]
enum Kind {
    Hex(Hex),
    Base64(Base64),
}

/// An error: the number of characters before it, and its message.
type Wrong = (usize, &'static str);

impl Digits {
    fn new(kind: Kind, start: Spot) -> Digits {
        Digits { kind, start, here: start, last: start }
    }

    /// A decoder for hexadecimal digits that start at a position.
    pub fn hex(start: Spot) -> Digits {
        Digits::new(Kind::Hex(Hex::default()), start)
    }

    /// A decoder for Base64 that starts at a position.
    pub fn base64(start: Spot) -> Digits {
        Digits::new(Kind::Base64(Base64::default()), start)
    }

    /// A decoder for consecutive Base64 texts.
    pub fn several() -> Digits {
        Digits::new(Kind::Base64(Base64 { several: true, ..Base64::default() }), Spot::START)
    }

    /// Decodes more text.
    ///
    /// # Errors
    /// A character is not valid in this form. The bytes before it are in `octets`.
    pub fn push(&mut self, text: &[u8], octets: &mut Vec<u8>) -> Result<(), FormError> {
        let pushed = match &mut self.kind {
            Kind::Hex(hex) => hex.push(text, octets),
            Kind::Base64(base64) => base64.push(text, octets),
        };
        pushed.map_err(|(at, message)| {
            let before = self.here.offset - self.start.offset;
            let spot = match at.checked_sub(before) {
                Some(within) => self.here.behind(text.get(..within).unwrap_or(text)),
                // The error is in text that was pushed earlier: it is reported at the start.
                None => self.start,
            };
            FormError::new(spot, message)
        })?;
        let digits = text.trim_ascii_end();
        if !digits.is_empty() {
            self.last = self.here.behind(digits);
        }
        self.here = self.here.behind(text);
        Ok(())
    }

    /// Ends the text.
    ///
    /// # Errors
    /// It ends within a byte.
    pub fn end(&mut self, octets: &mut Vec<u8>) -> Result<(), FormError> {
        let ended = match &mut self.kind {
            Kind::Hex(hex) => hex.end(),
            Kind::Base64(base64) => base64.end(octets),
        };
        ended.map_err(|message| FormError::new(self.last, message))
    }

    /// Decodes a whole text.
    pub fn all(mut self, text: &[u8]) -> Result<Vec<u8>, FormError> {
        let mut octets = Vec::with_capacity(text.len() / 4 * 3);
        self.push(text, &mut octets)?;
        self.end(&mut octets)?;
        Ok(octets)
    }
}

/// Hexadecimal digits; skips white space, `:`, `-` between pairs, a leading `0x`, and the quotation marks of `'3003'H`.
#[derive(Debug, Clone, Default)]
struct Hex {
    /// The number of characters read.
    at: usize,
    high: Option<u8>,
    /// The first characters, with leading white space reduced to one character, and their number.
    start: [u8; DUMP],
    begun: usize,
    quoted: Quoted,
}

/// Whether digits are in the notation of ASN.1 (X.680 12.12).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Quoted {
    #[default]
    Not,
    Open,
    Closed,
    Ended,
}

/// The number of characters needed to tell a dump from plain digits.
const DUMP: usize = 10;

/// Whether a text begins like a dump: eight digits or four zeros, then a colon or two spaces; or the offset that
/// `od` begins with.
fn is_dump(text: &[u8]) -> bool {
    let octet = |text: &[u8]| text.iter().take_while(|digit| digit.is_ascii_hexdigit()).count() == 2;
    if text.starts_with(b"0000000 ")
        || text.strip_prefix(b"000000 ").is_some_and(|rest| rest.len() > 2 && octet(rest))
    {
        return true;
    }
    let text = text.strip_prefix(b"0x").unwrap_or(text);
    let apart = |rest: &[u8]| rest.starts_with(b": ") || rest.starts_with(b"  ");
    let (digits, rest) = text.split_at(text.len().min(8));
    let eight = digits.len() == 8 && digits.iter().all(u8::is_ascii_hexdigit);
    eight && apart(rest) || text.strip_prefix(b"0000").is_some_and(apart)
}

impl Hex {
    fn push(&mut self, text: &[u8], octets: &mut Vec<u8>) -> Result<(), Wrong> {
        for &character in text {
            if self.begun < DUMP {
                self.begin(character)?;
            }
            let digit = char::from(character).to_digit(16);
            match (digit, self.high) {
                (Some(digit), Some(high)) => {
                    octets.push(high << 4 | digit as u8);
                    self.high = None;
                }
                (Some(digit), None) => self.high = Some(digit as u8),
                _ if character.is_ascii_whitespace() || character == b':' => {}
                (None, None) if character == b'-' && self.at > 0 => {}
                _ if self.is_quote(character) => {}
                _ if character == b'x' && self.start().trim_ascii_start() == b"0x" => self.high = None,
                _ => return Err((self.at, "not a hexadecimal digit")),
            }
            self.at += 1;
        }
        Ok(())
    }

    /// Whether a character is one of those around quoted digits.
    fn is_quote(&mut self, character: u8) -> bool {
        let begins = self.start().trim_ascii() == b"'";
        self.quoted = match (self.quoted, character) {
            (Quoted::Not, b'\'') if begins => Quoted::Open,
            (Quoted::Open, b'\'') if self.high.is_none() => Quoted::Closed,
            (Quoted::Closed, b'H') => Quoted::Ended,
            _ => return false,
        };
        true
    }

    fn start(&self) -> &[u8] {
        self.start.get(..self.begun).unwrap_or_default()
    }

    /// Examines one of the first characters.
    fn begin(&mut self, character: u8) -> Result<(), Wrong> {
        let white = character.is_ascii_whitespace() && self.start().trim_ascii().is_empty();
        if white && self.begun > 0 {
            return Ok(());
        }
        if let Some(place) = self.start.get_mut(self.begun) {
            *place = character;
            self.begun += 1;
        }
        match is_dump(self.start()) {
            false => Ok(()),
            true => {
                let message = "a dump with offsets instead of just digits (--in dump reads it)";
                Err(((self.at + 1).saturating_sub(self.begun), message))
            }
        }
    }

    fn end(&mut self) -> Result<(), &'static str> {
        match self.high {
            None => Ok(()),
            Some(_) => Err("an odd number of hexadecimal digits"),
        }
    }
}

/// Base64 (RFC 4648, section 4), or base64url (section 5); skips white space.
#[derive(Debug, Clone, Default)]
struct Base64 {
    /// The number of characters read.
    at: usize,
    window: u32,
    count: u8,
    padding: bool,
    /// Padding at the end of a line ends a text, after which another may follow.
    several: bool,
}

impl Base64 {
    fn push(&mut self, text: &[u8], octets: &mut Vec<u8>) -> Result<(), Wrong> {
        for &character in text {
            let value = match character {
                b'A'..=b'Z' => character - b'A',
                b'a'..=b'z' => character - b'a' + 26,
                b'0'..=b'9' => character - b'0' + 52,
                b'+' | b'-' => 62,
                b'/' | b'_' => 63,
                b'=' => {
                    self.padding = true;
                    self.at += 1;
                    continue;
                }
                b'\n' if self.padding && self.several => {
                    self.end(octets).map_err(|message| (self.at, message))?;
                    self.at += 1;
                    continue;
                }
                white if white.is_ascii_whitespace() => {
                    self.at += 1;
                    continue;
                }
                _ => return Err((self.at, "not a Base64 character")),
            };
            if self.padding {
                return Err((self.at, "Base64 goes on after its padding"));
            }
            self.window = self.window << 6 | u32::from(value);
            self.count += 1;
            if self.count == 4 {
                octets.extend_from_slice(&self.window.to_be_bytes()[1..]);
                (self.window, self.count) = (0, 0);
            }
            self.at += 1;
        }
        Ok(())
    }

    fn end(&mut self, octets: &mut Vec<u8>) -> Result<(), &'static str> {
        match self.count {
            0 => {}
            2 => octets.push((self.window >> 4) as u8),
            3 => octets.extend_from_slice(&((self.window >> 2) as u16).to_be_bytes()),
            _ => return Err("Base64 ends within an octet"),
        }
        (self.window, self.count, self.padding) = (0, 0, false);
        Ok(())
    }
}

/// A reader that decodes a text to bytes on demand. Invalid text ends it.
pub struct Octets<R> {
    input: R,
    digits: Digits,
    text: Vec<u8>,
    /// Decoded bytes, and how many of them have been read.
    made: Vec<u8>,
    taken: usize,
    progress: Arc<TextProgress>,
    ended: bool,
}

/// How far the text of an [`Octets`] has been read.
#[derive(Debug, Default)]
pub struct TextProgress {
    error: OnceLock<FormError>,
    read: AtomicU64,
}

impl TextProgress {
    /// The error in the text, if there is one.
    pub fn error(&self) -> Option<&FormError> {
        self.error.get()
    }

    /// The number of bytes of text read.
    pub fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }
}

/// The number of bytes of text read at once.
const TEXT: usize = 1 << 16;

impl<R: Read> Octets<R> {
    pub(crate) fn new(input: R, digits: Digits) -> Octets<R> {
        let (text, progress) = (vec![0; TEXT], Arc::default());
        Octets { input, digits, text, made: Vec::new(), taken: 0, progress, ended: false }
    }

    /// The progress, which can be watched while others read.
    pub fn progress(&self) -> Arc<TextProgress> {
        Arc::clone(&self.progress)
    }

    /// Decodes more bytes, if there are any.
    fn more(&mut self) -> io::Result<()> {
        let read = self.input.read(&mut self.text)?;
        self.made.clear();
        self.taken = 0;
        self.progress.read.fetch_add(read as u64, Ordering::Relaxed);
        let taken_in = match self.text.get(..read).filter(|text| !text.is_empty()) {
            Some(text) => self.digits.push(text, &mut self.made),
            None => {
                self.ended = true;
                self.digits.end(&mut self.made)
            }
        };
        if let Err(error) = taken_in {
            self.ended = true;
            // There is only one error: nothing is decoded after it.
            let _ = self.progress.error.set(error);
        }
        Ok(())
    }
}

impl<R: Read> Read for Octets<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.made.len() && !self.ended {
            self.more()?;
        }
        let left = self.made.get(self.taken..).unwrap_or_default();
        let length = left.len().min(out.len());
        out[..length].copy_from_slice(&left[..length]);
        self.taken += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forms::Form;

    /// Returns a few bytes at a time.
    struct Slow<'t>(&'t [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(out.len());
            self.0.read(&mut out[..length])
        }
    }

    #[test]
    fn half_a_byte_is_reported_behind_its_digit() {
        let error = Digits::hex(Spot::START).all(b"3003\n020 \n\n").expect_err("an odd number of digits");
        assert_eq!((error.spot.line, error.spot.column), (2, 4));
    }

    #[test]
    fn text_that_comes_in_pieces_is_what_it_is_as_a_whole() {
        let texts: [(Form, &[u8]); 18] = [
            (Form::Hex, b"0x 01:02 0a\nff"),
            (Form::Hex, b"01\n02\n\n 0g"),
            (Form::Hex, b"  0x0102"),
            (Form::Hex, b"010x02"),
            (Form::Hex, b"012"),
            (Form::Hex, b"01\n2 \n\n"),
            (Form::Hex, b"01 0g 02"),
            (Form::Hex, b"00000000: 3003 0201"),
            (Form::Hex, b"00000000  30 03"),
            (Form::Hex, b"0000000 30 03"),
            (Form::Hex, b"000000 30 03"),
            (Form::Hex, b"000000 300302"),
            (Form::Base64, b"-_-_-w"),
            (Form::Base64, b"AA==\nAAA=\nAAAA"),
            (Form::Base64, b"AA==A"),
            (Form::Base64, b"AAAAA"),
            (Form::Base64, b"AA\r\nAA AA$A"),
            (Form::Base64, b"AA== \n AAAA"),
        ];
        for (form, text) in texts {
            let whole = form.parts(text.to_vec()).into_iter().next().expect("a part").octets;
            for piece in [1, 2, 3, 7, 100] {
                let mut octets = form.read(Slow(text, piece)).expect("a form of one text");
                let (mut made, progress) = (Vec::new(), octets.progress());
                octets.read_to_end(&mut made).expect("octets in memory");
                let read = progress.error().cloned().map_or(Ok(made), Err);
                assert_eq!(read, whole, "{} in pieces of {piece}", String::from_utf8_lossy(text));
            }
        }
    }
}
