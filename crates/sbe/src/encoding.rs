//! The encodings of schemas: bytes to text, as the XML declaration says (XML 1.0, 4.3.3 and appendix F).

use wireglot_text::{FileId, Span};

use crate::faults::Finding;
use crate::tags::remarks;

/// An encoding that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Charset {
    Utf8,
    Utf16,
    Latin1,
    Windows1252,
    Ascii,
}

/// The names of encodings in upper case, the usual one first.
const NAMES: [(Charset, &[&str]); 5] = [
    (Charset::Utf8, &["UTF-8", "UTF8"]),
    (Charset::Utf16, &["UTF-16", "UTF16", "UTF-16LE", "UTF-16BE"]),
    (
        Charset::Latin1,
        &["ISO-8859-1", "ISO_8859-1", "ISO8859-1", "LATIN1", "LATIN-1", "L1", "IBM819", "CP819"],
    ),
    (Charset::Windows1252, &["WINDOWS-1252", "CP1252", "CP-1252"]),
    (Charset::Ascii, &["US-ASCII", "ASCII", "ISO646-US", "ANSI_X3.4-1968"]),
];

/// The characters of Windows-1252 from 0x80 to 0x9F; the replacement character for the five that there are not.
const WINDOWS: &str = "€\u{fffd}‚ƒ„…†‡ˆ‰Š‹Œ\u{fffd}Ž\u{fffd}\u{fffd}‘’“”•–—˜™š›œ\u{fffd}žŸ";

impl Charset {
    fn named(name: &str) -> Option<Charset> {
        let name = name.to_ascii_uppercase();
        NAMES.iter().find(|(_, names)| names.contains(&name.as_str())).map(|(charset, _)| *charset)
    }

    fn name(self) -> &'static str {
        NAMES.iter().find(|(known, _)| *known == self).map_or("", |(_, names)| names[0])
    }
}

/// How the bytes of a file were read.
#[derive(Debug)]
pub struct Reading {
    charset: Charset,
    /// The position of each replacement character in the text, and what it replaces: adjacent ones only once.
    replaced: Vec<(u32, u16)>,
    /// Whether a file in another encoding is valid UTF-8 too, although it isn't ASCII.
    resembles_utf8: bool,
}

/// Reads a file: UTF-16 if a byte order mark or the zero in the first character shows it, otherwise the declared
/// encoding. What that does not have is replaced.
pub fn decode(bytes: &[u8]) -> (String, Reading) {
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [b'<', 0, ..] => utf16(bytes, u16::from_le_bytes),
        [0, b'<', ..] => utf16(bytes, u16::from_be_bytes),
        _ => {
            let head = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
            let charset = declared(head).filter(|_| !head.starts_with('\u{feff}'));
            match charset.and_then(|(name, _)| Charset::named(name)) {
                Some(Charset::Latin1) => single_byte(bytes, Charset::Latin1, |byte| Some(char::from(byte))),
                Some(Charset::Windows1252) => single_byte(bytes, Charset::Windows1252, windows),
                Some(Charset::Ascii) => {
                    single_byte(bytes, Charset::Ascii, |byte| byte.is_ascii().then_some(char::from(byte)))
                }
                Some(Charset::Utf8 | Charset::Utf16) | None => utf8(bytes),
            }
        }
    }
}

/// A character of Windows-1252.
fn windows(byte: u8) -> Option<char> {
    match byte {
        0x80..=0x9f => {
            WINDOWS.chars().nth(usize::from(byte) - 0x80).filter(|c| *c != char::REPLACEMENT_CHARACTER)
        }
        _ => Some(char::from(byte)),
    }
}

fn utf8(bytes: &[u8]) -> (String, Reading) {
    let mut decoder = Decoder::new(Charset::Utf8);
    for chunk in bytes.utf8_chunks() {
        decoder.text.push_str(chunk.valid());
        if let Some(first) = chunk.invalid().first() {
            decoder.replace((*first).into());
        }
    }
    decoder.done()
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> (String, Reading) {
    let mut decoder = Decoder::new(Charset::Utf16);
    let pairs = bytes.chunks_exact(2);
    let rest = pairs.remainder().first().copied();
    for decoded in char::decode_utf16(pairs.map(|pair| unit([pair[0], pair[1]]))) {
        match decoded {
            Ok(c) => decoder.text.push(c),
            Err(error) => decoder.replace(error.unpaired_surrogate()),
        }
    }
    rest.into_iter().for_each(|byte| decoder.replace(byte.into()));
    decoder.done()
}

fn single_byte(bytes: &[u8], charset: Charset, of: impl Fn(u8) -> Option<char>) -> (String, Reading) {
    let mut decoder = Decoder::new(charset);
    for byte in bytes {
        match of(*byte) {
            Some(c) => decoder.text.push(c),
            None => decoder.replace((*byte).into()),
        }
    }
    decoder.reading.resembles_utf8 = !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok();
    decoder.done()
}

struct Decoder {
    text: String,
    reading: Reading,
}

impl Decoder {
    fn new(charset: Charset) -> Decoder {
        Decoder {
            text: String::new(),
            reading: Reading { charset, replaced: Vec::new(), resembles_utf8: false },
        }
    }

    /// Writes the replacement character for a byte or unit.
    fn replace(&mut self, unit: u16) {
        let is_adjacent =
            self.text.ends_with(char::REPLACEMENT_CHARACTER) && !self.reading.replaced.is_empty();
        if !is_adjacent {
            self.reading.replaced.push((self.text.len() as u32, unit));
        }
        self.text.push(char::REPLACEMENT_CHARACTER);
    }

    fn done(self) -> (String, Reading) {
        (self.text, self.reading)
    }
}

/// The encoding that a text declares, and where.
fn declared(text: &str) -> Option<(&str, usize)> {
    let declaration = text.strip_prefix('\u{feff}').unwrap_or(text).strip_prefix("<?xml")?;
    let declaration = &declaration[..declaration.find("?>")?];
    let (_, rest) = declaration.split_once("encoding")?;
    let value = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let (name, _) = value[1..].split_once(quote)?;
    Some((name, name.as_ptr() as usize - text.as_ptr() as usize))
}

impl Reading {
    /// Reports what the encoding of a file does not have, otherwise that it is not the declared one.
    pub fn check(&self, file: FileId, text: &str) -> Option<Finding> {
        self.damage(file, text).or_else(|| self.mismatch(file, text))
    }

    /// Reports a replaced character: outside of comments and descriptions, what the schema says is not known.
    fn damage(&self, file: FileId, text: &str) -> Option<Finding> {
        let mut remarks = match self.replaced.is_empty() {
            true => return None,
            false => remarks(text).into_iter().peekable(),
        };
        let harmful = self.replaced.iter().find(|(at, _)| {
            let at = *at as usize;
            while remarks.next_if(|remark| remark.end <= at).is_some() {}
            !remarks.peek().is_some_and(|remark| remark.contains(&at))
        });
        let (at, unit) = *harmful.or(self.replaced.first())?;
        let what = match self.charset {
            Charset::Utf16 if unit > 0xff => format!("0x{unit:04X}"),
            _ => format!("byte 0x{unit:02X}"),
        };
        let name = self.charset.name();
        let declaration = match declared(text) {
            None => "this file declares no other encoding".to_string(),
            Some((declared, _)) if Charset::named(declared) == Some(self.charset) => {
                format!("this file declares {declared}")
            }
            Some((declared, _)) if Charset::named(declared).is_some() => {
                format!("this file declares {declared}, but is read as {name}")
            }
            Some((declared, _)) => format!("this file declares {declared}, which is not supported"),
        };
        let message = format!("{what} is not valid in {name}: {declaration}");
        let place = Span::new(file, at, at + char::REPLACEMENT_CHARACTER.len_utf8() as u32);
        Some(match harmful {
            Some(_) => Finding::error("S0106", place, message),
            None => Finding::tolerance("S0106", place, message).with_loss(),
        })
    }

    /// Reports a declared encoding other than that of the file. Names of single-byte encodings are right for ASCII.
    fn mismatch(&self, file: FileId, text: &str) -> Option<Finding> {
        let (name, at) = declared(text)?;
        let place = Span::new(file, at as u32, (at + name.len()) as u32);
        let named = Charset::named(name);
        if self.resembles_utf8 {
            let message = format!("this file declares {name}, but looks like UTF-8");
            let fault = Finding::warning("S0107", place, message);
            return Some(fault.hint("write encoding=\"UTF-8\" if that is what it is"));
        }
        let is_wide = [named, Some(self.charset)].contains(&Some(Charset::Utf16));
        if named == Some(self.charset) || !is_wide && text.is_ascii() {
            return None;
        }
        let is = self.charset.name();
        let message = format!("this file declares {name}, but is read as {is}");
        let fault = Finding::tolerance("S0107", place, message).with_loss();
        Some(fault.hint(format!("write encoding=\"{is}\"")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wireglot_diag::{Fault, Severity};

    /// The text of a file that declares an encoding, and what is reported about it.
    fn read(name: &str, body: &[u8]) -> (String, Option<(&'static str, Severity, String)>) {
        let head = format!("<?xml version=\"1.0\" encoding=\"{name}\"?>");
        let (text, reading) = decode(&[head.as_bytes(), body].concat());
        let fault = reading.check(FileId(0), &text).map(|fault| fault.describe());
        (text[head.len()..].to_string(), fault.map(|told| (told.code.0, told.severity, told.message)))
    }

    #[test]
    fn the_declared_encoding_is_read() {
        assert_eq!(read("iso-8859-1", b"<a>\xe9\x80</a>"), ("<a>é\u{80}</a>".to_string(), None));
        assert_eq!(read("Windows-1252", b"<a>\xe9\x80</a>"), ("<a>é€</a>".to_string(), None));
        assert_eq!(read("us-ascii", b"<a>e</a>"), ("<a>e</a>".to_string(), None));
        assert_eq!(read("utf-8", "<a>é</a>".as_bytes()), ("<a>é</a>".to_string(), None));
        assert_eq!(windows(0x9f), Some('Ÿ'));
    }

    #[test]
    fn invalid_bytes_are_errors_outside_of_remarks() {
        let error = |text: &str| Some(("S0106", Severity::Error, text.to_string()));
        let tolerance = |text: &str| Some(("S0106", Severity::Tolerance, text.to_string()));
        for (name, body, fault) in [
            (
                "UTF-8",
                &b"<!-- \xe9 --><a/>"[..],
                tolerance("byte 0xE9 is not valid in UTF-8: this file declares UTF-8"),
            ),
            (
                "UTF-8",
                b"<a description='\xe9'/>",
                tolerance("byte 0xE9 is not valid in UTF-8: this file declares UTF-8"),
            ),
            (
                "UTF-8",
                b"<!--\xe9--><a>\xe8</a>",
                error("byte 0xE8 is not valid in UTF-8: this file declares UTF-8"),
            ),
            ("ascii", b"<a>\xe9</a>", error("byte 0xE9 is not valid in US-ASCII: this file declares ascii")),
            (
                "cp1252",
                b"<a>\x81</a>",
                error("byte 0x81 is not valid in WINDOWS-1252: this file declares cp1252"),
            ),
            (
                "Shift_JIS",
                b"<a b='\x83'/>",
                error(
                    "byte 0x83 is not valid in UTF-8: this file declares Shift_JIS, which is not supported",
                ),
            ),
        ] {
            assert_eq!(read(name, body).1, fault);
        }
        let (text, reading) = decode(b"\xff\xfe<\0a\0>\0\0\xd8<\0");
        let message = reading.check(FileId(0), &text).map(|fault| fault.describe().message);
        let wanted = "0xD800 is not valid in UTF-16: this file declares no other encoding";
        assert_eq!((text.as_str(), message.as_deref()), ("<a>\u{fffd}<", Some(wanted)));
    }

    #[test]
    fn a_declaration_that_does_not_fit_is_reported() {
        let (text, fault) = read("ISO-8859-1", "<a>é</a>".as_bytes());
        assert_eq!((text.as_str(), fault.map(|fault| fault.1)), ("<a>Ã©</a>", Some(Severity::Warning)));
        assert_eq!(read("UTF-16", b"<a/>").1.map(|fault| fault.1), Some(Severity::Tolerance));
        assert_eq!(read("EBCDIC", "<a>é</a>".as_bytes()).1.map(|fault| fault.1), Some(Severity::Tolerance));
        assert_eq!(read("EBCDIC", b"<a>e</a>").1, None);
    }
}
