//! Schema files, formatted.

use std::path::Path;

use wireglot_bitproto::{format, lex, parse};
use wireglot_diag::Diagnostics;
use wireglot_text::{FileId, Sources};

use crate::pipeline::FileError;
use crate::read::read_schema;
use crate::render::{render, SHOWN};

/// A file as it was and as it should be.
#[derive(Debug)]
pub struct Formatted {
    /// The text as it was.
    pub before: String,
    /// The text with its white space as it should be.
    pub after: String,
}

/// Why a file is not formatted.
#[derive(Debug)]
pub enum FormatError {
    /// It cannot be read.
    File(FileError),
    /// Its syntax has faults: these, rendered.
    Faulty(String),
}

/// Formats a bitproto file; nothing is written.
///
/// # Errors
/// The file cannot be read, or is at fault in its syntax.
pub fn bitproto(path: &Path) -> Result<Formatted, FormatError> {
    let (mut sources, mut diagnostics) = (Sources::new(), Diagnostics::new());
    let file = read_schema(path, &mut sources, &mut diagnostics)
        .map_err(|error| FormatError::File(FileError { path: path.to_path_buf(), error }))?;
    let before = sources.get(file).text().to_string();
    match bitproto_text(file, &before, &mut diagnostics) {
        Some(after) => Ok(Formatted { before, after }),
        None => Err(FormatError::Faulty(render(&diagnostics, &sources, false, SHOWN))),
    }
}

/// Formats the text of a bitproto file, unless its syntax has faults.
pub fn bitproto_text(file: FileId, before: &str, diagnostics: &mut Diagnostics) -> Option<String> {
    let tokens = lex::lex(file, before, diagnostics);
    let tree = parse::parse(file, before, &tokens, diagnostics);
    if diagnostics.failed(false) {
        return None;
    }
    let after = format::format(before, &tokens, &tree);
    // What would change a token is no formatting.
    let same = words(file, before) == words(file, &after);
    Some(if same { after } else { before.to_string() })
}

/// The tokens of a text and its comments, without line ends.
pub fn words(file: FileId, text: &str) -> Vec<&str> {
    let tokens = lex::lex(file, text, &mut Diagnostics::new());
    let spans = tokens.iter().filter(|token| token.kind != lex::Kind::LineEnd).map(|token| token.span);
    spans.map(|span| text.get(span.lo as usize..span.hi as usize).unwrap_or_default().trim_end()).collect()
}
