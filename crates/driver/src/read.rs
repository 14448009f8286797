//! Reads schema files: UTF-8, or Latin-1 if a file is not valid UTF-8.

use std::io;
use std::path::Path;

use wireglot_diag::Diagnostics;
use wireglot_text::{FileId, Source, Sources, Span};

use crate::built_in;
use crate::faults::NotUtf8;
use crate::forms::unmarked;
use crate::packed::Packed;
use crate::sources::Host;

/// The number of bytes examined to distinguish schemas from programs, archives and UTF-16.
const HEAD: usize = 1024;

/// Reads a file and adds it.
pub fn read_schema(
    host: Host,
    path: &Path,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> io::Result<FileId> {
    if let Some(text) = built_in::text(path) {
        return Ok(sources.add(Source::new(path.display().to_string(), text)));
    }
    let octets = host.folder.read(path)?;
    refuse_binary(&octets)?;
    Ok(add_schema(&path.display().to_string(), &octets, sources, diagnostics))
}

/// Rejects anything that is not text.
pub(crate) fn refuse_binary(octets: &[u8]) -> io::Result<()> {
    let what = match Packed::of(octets) {
        Some(Packed::Utf16 { .. }) => "this is text in UTF-16: save the schema as UTF-8".to_string(),
        Some(packed) => format!("this is compressed with {}: decompress the schema first", packed.name()),
        None if !octets.iter().take(HEAD).any(|octet| *octet == 0) => return Ok(()),
        None => {
            "this is not a schema: it has NUL bytes, which text in UTF-8 or Latin-1 never has".to_string()
        }
    };
    Err(io::Error::new(io::ErrorKind::InvalidData, what))
}

/// Adds the bytes of a file under a name. Bytes that are not valid UTF-8 are read as Latin-1 and reported
/// once, at the first of them. A leading byte order mark is removed.
pub fn add_schema(name: &str, octets: &[u8], sources: &mut Sources, diagnostics: &mut Diagnostics) -> FileId {
    let (text, stray) = decode(unmarked(octets));
    let file = sources.add(Source::new(name, text));
    if let Some(Stray { at, octet, count }) = stray {
        diagnostics.report(&NotUtf8 { span: Span::new(file, at, at + 2), octet, count });
    }
    file
}

/// Bytes that were not valid UTF-8: where the first one is in the text, and their number.
struct Stray {
    at: u32,
    octet: u8,
    count: usize,
}

fn decode(octets: &[u8]) -> (String, Option<Stray>) {
    let mut text = String::with_capacity(octets.len());
    let mut stray: Option<Stray> = None;
    for chunk in octets.utf8_chunks() {
        text.push_str(chunk.valid());
        for &octet in chunk.invalid() {
            let at = text.len() as u32;
            stray.get_or_insert(Stray { at, octet, count: 0 }).count += 1;
            text.push(char::from(octet));
        }
    }
    (text, stray)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_1_is_taken_and_reported_once() {
        let mut sources = Sources::new();
        let mut diagnostics = Diagnostics::new();
        let file = add_schema("x", b"-- \xe9t\xe9 --\xc3\xa9", &mut sources, &mut diagnostics);
        assert_eq!(sources.get(file).text(), "-- \u{e9}t\u{e9} --\u{e9}");
        let list = diagnostics.sorted();
        assert_eq!(list.len(), 1);
        assert_eq!(list[0].message, "octet 0xE9 is not UTF-8, and 1 more in this file");
        assert_eq!(sources.text(list[0].primary.span), "\u{e9}");
    }

    #[test]
    fn packed_schemas_are_refused_with_advice() {
        let refused = |octets: &[u8]| refuse_binary(octets).map_err(|error| error.to_string());
        assert_eq!(refused(b"A DEFINITIONS ::= BEGIN END"), Ok(()));
        let utf16 = Err("this is text in UTF-16: save the schema as UTF-8".to_string());
        assert_eq!(refused(b"\xff\xfeA\0 \0B\0"), utf16);
        let gzip = Err("this is compressed with gzip: decompress the schema first".to_string());
        assert_eq!(refused(b"\x1f\x8b\x08\0\0\0\0\0"), gzip);
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_schema() {
        let mut sources = Sources::new();
        let file = add_schema("x", "\u{feff}a \u{feff}b".as_bytes(), &mut sources, &mut Diagnostics::new());
        assert_eq!(sources.get(file).text(), "a \u{feff}b");
    }
}
