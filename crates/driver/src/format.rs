//! Schema files, formatted.

use std::path::Path;
use std::sync::Arc;

use wireglot_asn1 as asn1;
use wireglot_bitproto as bitproto;
use wireglot_diag::Diagnostics;
use wireglot_text::{FileId, Sources};

use crate::languages::{Refusal, SchemaLanguage};
use crate::read::{add_schema, refuse_binary};
use crate::render::{render, SHOWN};
use crate::sources::{FileError, Host};

/// A file as it was and as it should be.
#[derive(Debug)]
pub struct Formatted {
    /// The text as it was.
    pub before: String,
    /// The text with its white space as it should be.
    pub after: String,
    /// Whether the file is in Latin-1.
    latin_1: bool,
}

/// Why a file is not formatted.
#[derive(Debug)]
pub enum FormatError {
    /// It cannot be read.
    File(FileError),
    /// Its syntax has faults: these, rendered.
    Faulty(String),
    /// The formatted text would have other tokens or comments.
    Unsure,
    /// Files of this language are not formatted.
    Refused(Refusal),
}

/// Formats a schema file of a language; nothing is written.
///
/// # Errors
/// The file cannot be read, is at fault in its syntax, or would not keep its tokens.
pub fn format(language: &dyn SchemaLanguage, path: &Path, host: Host) -> Result<Formatted, FormatError> {
    let failed = |error| FormatError::File(FileError { path: path.to_path_buf(), error });
    let octets = host.folder.read(path).map_err(failed)?;
    refuse_binary(&octets).map_err(failed)?;
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let name = if path == Path::new("-") { "standard input".into() } else { path.display().to_string() };
    let file = add_schema(&name, &octets, &mut sources, &mut diagnostics);
    let before = sources.get(file).text().to_string();
    match language.format(file, &before, &mut diagnostics) {
        Some(after) => {
            let (after, utf_8) = (after?, std::str::from_utf8(&octets).is_ok());
            Ok(Formatted { before, after, latin_1: !utf_8 })
        }
        None => Err(FormatError::Faulty(render(&diagnostics, &sources, false, SHOWN))),
    }
}

/// Formats the text of an ASN.1 file, unless its syntax has faults.
pub fn asn1_text(
    file: FileId,
    before: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Result<String, FormatError>> {
    let lex = |text: &str, diagnostics: &mut Diagnostics| asn1::lex::lex(file, Arc::from(text), diagnostics);
    let tokens = Arc::new(lex(before, diagnostics));
    let tree = asn1::parse::file(tokens, diagnostics);
    if diagnostics.failed(false) {
        return None;
    }
    let after = asn1::format::format(&tree);
    let same = asn1::format::same_words(&tree.tokens, &lex(&after, &mut Diagnostics::new()));
    Some(if same { Ok(after) } else { Err(FormatError::Unsure) })
}

/// Formats the text of a bitproto file, unless its syntax has faults.
pub fn bitproto_text(file: FileId, before: &str, diagnostics: &mut Diagnostics) -> Option<String> {
    let tokens = bitproto::lex::lex(file, before, diagnostics);
    let tree = bitproto::parse::parse(file, before, &tokens, diagnostics);
    if diagnostics.failed(false) {
        return None;
    }
    let after = bitproto::format::format(before, &tokens, &tree);
    // What would change a token is no formatting.
    let same = words(file, before) == words(file, &after);
    Some(if same { after } else { before.to_string() })
}

/// The tokens of a bitproto text and its comments, without line ends.
pub fn words(file: FileId, text: &str) -> Vec<&str> {
    let tokens = bitproto::lex::lex(file, text, &mut Diagnostics::new());
    let spans =
        tokens.iter().filter(|token| token.kind != bitproto::lex::Kind::LineEnd).map(|token| token.span);
    spans.map(|span| text.get(span.lo as usize..span.hi as usize).unwrap_or_default().trim_end()).collect()
}

impl Formatted {
    /// Whether formatting changes anything.
    pub fn differs(&self) -> bool {
        self.before != self.after
    }

    /// The formatted text as octets: UTF-8, or Latin-1 where the file was that.
    pub fn octets(&self) -> Vec<u8> {
        let narrow =
            || self.after.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect::<Option<Vec<u8>>>();
        // What came from Latin-1 goes back to it, if it is read as the same again.
        let back = if self.latin_1 { narrow() } else { None };
        let same = |octets: &Vec<u8>| {
            let mut sources = Sources::new();
            let file = add_schema("", octets, &mut sources, &mut Diagnostics::new());
            sources.get(file).text() == self.after
        };
        back.filter(same).unwrap_or_else(|| self.after.clone().into_bytes())
    }
}
