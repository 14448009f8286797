//! Why schemas can't be used, or a name in them stands for nothing.

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
    /// There are errors in it.
    Schema(Faulty),
    /// The compiler contradicts itself.
    Internal(String),
}

/// What is wrong with schemas.
pub struct Faulty {
    sources: Sources,
    diagnostics: Diagnostics,
    strict: bool,
}

impl Faulty {
    pub(crate) fn new(sources: Sources, diagnostics: Diagnostics, strict: bool) -> Faulty {
        Faulty { sources, diagnostics, strict }
    }

    /// For people: with excerpts of the text, and colours; so many at most.
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

/// A name that stands for nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    /// The name.
    pub name: String,
    /// Names that may have been meant.
    pub close: Vec<String>,
    /// Why it can't be used though it is there.
    pub reason: Option<&'static str>,
    /// Whether it stands for several, which are the close names.
    pub several: bool,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.several {
            return write!(f, "`{}` is in several modules: say {}", self.name, self.close.join(" or "));
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
