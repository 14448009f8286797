//! Why schemas or names in them can't be used.

use std::fmt;

use wireglot_diag::Diagnostics;
use wireglot_text::Sources;

use crate::render::{render, render_short};
use crate::sources::FileError;

/// Why a specification can't be used.
#[derive(Debug)]
pub enum OpenError {
    /// A file can't be read.
    File(FileError),
    /// The schemas have errors.
    Schema(Faulty),
    /// An internal error of the compiler.
    Internal(String),
}

/// The errors in schemas.
pub struct Faulty {
    sources: Sources,
    diagnostics: Diagnostics,
    strict: bool,
}

impl Faulty {
    pub(crate) fn new(sources: Sources, diagnostics: Diagnostics, strict: bool) -> Faulty {
        Faulty { sources, diagnostics, strict }
    }

    /// Renders up to `most` diagnostics with excerpts and colours.
    pub fn rendered(&self, most: usize) -> String {
        render(&self.diagnostics, &self.sources, self.strict, most)
    }
}

impl fmt::Debug for Faulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Faulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render_short(&self.diagnostics, &self.sources, self.strict))
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::File(error) => error.fmt(f),
            OpenError::Schema(faulty) => faulty.fmt(f),
            OpenError::Internal(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for OpenError {}

impl From<FileError> for OpenError {
    fn from(error: FileError) -> OpenError {
        OpenError::File(error)
    }
}

/// A name that refers to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    /// The name.
    pub name: String,
    /// Similar names.
    pub close: Vec<String>,
    /// Why it can't be used although it exists.
    pub reason: Option<&'static str>,
    /// Whether it is ambiguous; `close` lists the candidates.
    pub several: bool,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.several {
            return write!(f, "`{}` is in several modules: write {}", self.name, self.close.join(" or "));
        }
        match self.reason {
            Some(reason) => write!(f, "`{}`: {reason}", self.name)?,
            None => write!(f, "there is no type or value `{}`", self.name)?,
        }
        match self.close.as_slice() {
            [] => f.write_str("; `wireglot dump shape` lists all types"),
            close => write!(f, "; did you mean {}?", close.join(" or ")),
        }
    }
}
