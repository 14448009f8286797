//! Character strings (X.690 8.21 to 8.23).

use alloc::string::String;
use alloc::vec::Vec;

use crate::{ErrorCode, Fault};

use super::Form;

/// The characters of a string type and the number of octets each takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repertoire {
    /// UTF-8.
    Utf8,
    /// Digits and space (X.680 41, table 9).
    Numeric,
    /// Letters, digits, space and `'()+,-./:=?` (X.680 41, table 10).
    Printable,
    /// ISO 646: 0 to 127.
    Ia5,
    /// 32 to 126.
    Visible,
    /// One octet per character, 0 to 255: Teletex, Videotex, Graphic and General strings and
    /// ObjectDescriptor. Escape sequences are not interpreted.
    Octets,
    /// Two octets per character (X.690 8.23.8).
    Bmp,
    /// Four octets per character (X.690 8.23.7).
    Universal,
}

impl Repertoire {
    /// Whether the repertoire has a character.
    pub fn contains(self, character: char) -> bool {
        match self {
            Repertoire::Utf8 | Repertoire::Universal => true,
            Repertoire::Numeric => matches!(character, '0'..='9' | ' '),
            Repertoire::Printable => is_printable(character),
            Repertoire::Ia5 => character.is_ascii(),
            Repertoire::Visible => matches!(character, ' '..='~'),
            Repertoire::Octets => u32::from(character) < 256,
            Repertoire::Bmp => u32::from(character) < 0x1_0000,
        }
    }
}

fn is_printable(character: char) -> bool {
    character.is_ascii_alphanumeric() || " '()+,-./:=?".contains(character)
}

/// Decodes contents octets as characters; `scratch` holds them if they need conversion. In basic
/// form, NumericString, PrintableString and VisibleString may hold any ASCII character, as they do
/// in some certificates.
///
/// # Errors
/// `character`, `string_length`.
pub fn characters<'b>(
    contents: &'b [u8],
    repertoire: Repertoire,
    form: Form,
    scratch: &'b mut String,
) -> Result<&'b str, Fault> {
    let bad = |at: usize| Fault::new(ErrorCode::Character).at_octet(at);
    match repertoire {
        Repertoire::Utf8 => core::str::from_utf8(contents).map_err(|e| bad(e.valid_up_to())),
        Repertoire::Octets => {
            if contents.is_ascii() {
                return core::str::from_utf8(contents).map_err(|e| bad(e.valid_up_to()));
            }
            scratch.clear();
            scratch.extend(contents.iter().map(|&b| char::from(b)));
            Ok(scratch)
        }
        Repertoire::Bmp => wide::<2>(contents, scratch),
        Repertoire::Universal => wide::<4>(contents, scratch),
        Repertoire::Ia5 => ascii(contents),
        _ if form == Form::Basic => ascii(contents),
        _ => match contents.iter().position(|&b| !repertoire.contains(char::from(b))) {
            Some(at) => Err(bad(at)),
            None => core::str::from_utf8(contents).map_err(|e| bad(e.valid_up_to())),
        },
    }
}

fn ascii(contents: &[u8]) -> Result<&str, Fault> {
    match core::str::from_utf8(contents) {
        Ok(text) if text.is_ascii() => Ok(text),
        _ => {
            let at = contents.iter().position(|b| !b.is_ascii()).unwrap_or(0);
            Err(Fault::new(ErrorCode::Character).at_octet(at))
        }
    }
}

fn wide<'b, const N: usize>(contents: &[u8], scratch: &'b mut String) -> Result<&'b str, Fault> {
    if !contents.len().is_multiple_of(N) {
        return Err(Fault::of(ErrorCode::StringLength, contents.len() as u64));
    }
    scratch.clear();
    for (index, unit) in contents.chunks_exact(N).enumerate() {
        let code = unit.iter().fold(0u32, |n, &b| n << 8 | u32::from(b));
        let bad = || Fault::new(ErrorCode::Character).at_octet(index * N);
        scratch.push(char::from_u32(code).ok_or_else(bad)?);
    }
    Ok(scratch)
}

/// Appends the contents octets of a string; basic form is as lax as in [`characters`].
///
/// # Errors
/// `character` if the repertoire does not have one of them.
pub fn write_characters(
    text: &str,
    repertoire: Repertoire,
    form: Form,
    out: &mut Vec<u8>,
) -> Result<(), Fault> {
    use Repertoire::{Ia5, Numeric, Printable, Utf8, Visible};
    let allowed = match repertoire {
        Numeric | Printable | Visible if form == Form::Basic => Ia5,
        repertoire => repertoire,
    };
    if repertoire != Utf8 && !text.chars().all(|c| allowed.contains(c)) {
        return Err(Fault::new(ErrorCode::Character));
    }
    match repertoire {
        Repertoire::Bmp => out.extend(text.chars().flat_map(|c| (u32::from(c) as u16).to_be_bytes())),
        Repertoire::Universal => out.extend(text.chars().flat_map(|c| u32::from(c).to_be_bytes())),
        Repertoire::Octets => out.extend(text.chars().map(|c| u32::from(c) as u8)),
        _ => out.extend_from_slice(text.as_bytes()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_repertoire_both_ways() {
        let rows: &[(Repertoire, &[u8], &str)] = &[
            (Repertoire::Utf8, "\u{e9}\u{1f600}".as_bytes(), "\u{e9}\u{1f600}"),
            (Repertoire::Numeric, b"12 3", "12 3"),
            (Repertoire::Printable, b"A-z?", "A-z?"),
            (Repertoire::Ia5, b"a\x00\x7f", "a\0\x7f"),
            (Repertoire::Octets, b"a\xe9", "a\u{e9}"),
            (Repertoire::Bmp, &[0x20, 0xac], "\u{20ac}"),
            (Repertoire::Universal, &[0, 1, 0xf6, 0], "\u{1f600}"),
        ];
        for (repertoire, contents, text) in rows {
            assert_eq!(characters(contents, *repertoire, Form::Canonical, &mut String::new()), Ok(*text));
            let mut written = Vec::new();
            write_characters(text, *repertoire, Form::Canonical, &mut written).unwrap();
            assert_eq!(written, *contents);
        }
    }

    #[test]
    fn basic_form_takes_ascii() {
        assert_eq!(characters(b"a*", Repertoire::Printable, Form::Basic, &mut String::new()), Ok("a*"));
        assert!(characters(b"\x80", Repertoire::Numeric, Form::Basic, &mut String::new()).is_err());
    }

    #[test]
    fn wrong_characters() {
        let rows: &[(Repertoire, &[u8], ErrorCode, u64)] = &[
            (Repertoire::Utf8, b"a\xff", ErrorCode::Character, 8),
            (Repertoire::Numeric, b"12a", ErrorCode::Character, 16),
            (Repertoire::Printable, b"*", ErrorCode::Character, 0),
            (Repertoire::Ia5, b"\x80", ErrorCode::Character, 0),
            (Repertoire::Visible, b"\x7f", ErrorCode::Character, 0),
            (Repertoire::Bmp, b"\xd8\x00", ErrorCode::Character, 0),
            (Repertoire::Bmp, b"\x00", ErrorCode::StringLength, 0),
            (Repertoire::Universal, b"\x00\x11\x00\x00", ErrorCode::Character, 0),
        ];
        for (repertoire, contents, code, bit) in rows {
            let fault = characters(contents, *repertoire, Form::Canonical, &mut String::new()).unwrap_err();
            assert_eq!((fault.code, fault.bit), (*code, *bit));
        }
    }
}
