//! Why a request to a schema language is rejected.

use super::feature::Feature;
use crate::open_error::{OpenError, UnknownName};
use crate::sources::FileError;

/// Why a request to a schema language is rejected.
#[derive(Debug)]
pub enum Refusal {
    /// The language does not have this feature: [`super::Registry::not_for`] makes the message.
    Feature(Feature),
    /// The request is impossible; the message says why.
    Usage(String),
    /// A type must be named; these are available.
    WhichType(Vec<String>),
    /// The schemas can't be used.
    Open(OpenError),
}

impl Refusal {
    /// The feature was left out of this build.
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

/// Why a file can't be formatted.
#[derive(Debug)]
pub enum FormatError {
    /// It cannot be read.
    File(FileError),
    /// It has syntax errors; rendered.
    Faulty(String),
    /// Formatting would change tokens or comments.
    Unsure,
    /// The language has no formatter.
    Refused(Refusal),
}
