//! Schema files, formatted.

use std::path::Path;

use wireglot_diag::Diagnostics;
use wireglot_text::Sources;

use crate::languages::{FormatError, SchemaLanguage};
use crate::read::{add_schema, refuse_binary};
use crate::render::{render, SHOWN};
use crate::sources::{FileError, Host};

/// A file before and after formatting.
#[derive(Debug)]
pub struct Formatted {
    /// The original text.
    pub before: String,
    /// The formatted text; only white space differs.
    pub after: String,
    /// Whether the file is in Latin-1.
    latin_1: bool,
}

/// Formats a schema file without writing it.
///
/// # Errors
/// The file cannot be read, has syntax errors, or would not keep its tokens.
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

impl Formatted {
    /// Whether formatting changes anything.
    pub fn differs(&self) -> bool {
        self.before != self.after
    }

    /// The formatted text as bytes: UTF-8, or Latin-1 if the file was.
    pub fn octets(&self) -> Vec<u8> {
        let narrow =
            || self.after.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect::<Option<Vec<u8>>>();
        // Latin-1 input is written back as Latin-1 if it reads back the same.
        let back = if self.latin_1 { narrow() } else { None };
        let same = |octets: &Vec<u8>| {
            let mut sources = Sources::new();
            let file = add_schema("", octets, &mut sources, &mut Diagnostics::new());
            sources.get(file).text() == self.after
        };
        back.filter(same).unwrap_or_else(|| self.after.clone().into_bytes())
    }
}
