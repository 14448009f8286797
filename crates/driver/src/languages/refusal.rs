//! Why something that was asked of a schema is not done.

use super::feature::Feature;
use crate::open_error::{OpenError, UnknownName};
use crate::sources::FileError;

/// Why something that was asked of a schema is not done.
#[derive(Debug)]
pub enum Refusal {
    /// The schema's language has no such thing: [`super::Registry::not_for`] says it in words.
    Feature(Feature),
    /// It can't be, in words.
    Usage(String),
    /// A type should have been named; these are there.
    WhichType(Vec<String>),
    /// The schema can't be used.
    Open(OpenError),
}

impl Refusal {
    /// It was left out when this was built.
    pub(super) fn left_out() -> Refusal {
        Refusal::Usage("nothing is generated here: this was built without it".into())
    }
}

impl From<OpenError> for Refusal {
    fn from(error: OpenError) -> Refusal {
        Refusal::Open(error)
    }
}

impl From<FileError> for Refusal {
    fn from(error: FileError) -> Refusal {
        Refusal::Open(OpenError::File(error))
    }
}

impl From<UnknownName> for Refusal {
    fn from(unknown: UnknownName) -> Refusal {
        Refusal::Usage(unknown.to_string())
    }
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
