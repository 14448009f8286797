//! Why nothing comes of a message.

use wireglot_interp::layout::LayoutError;
use wireglot_interp::{DecodeError, ErrorCode, Fault};

use crate::texts::{TextDecodeError, TextError, Unsayable};

/// Why nothing comes of a record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bad {
    /// A stable word.
    pub code: &'static str,
    /// The field.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// The bit of the record at which it shows, where it has a place.
    pub at: Option<u64>,
    /// More octets might help.
    pub short: bool,
    /// The record decodes, taking so many octets, but nothing can be made of it.
    pub taken: Option<usize>,
    /// The column of its line at which a text is not of its form.
    pub column: Option<usize>,
}

impl Bad {
    /// A frame that is wrong.
    pub fn frame(code: &'static str, message: &str) -> Bad {
        Bad { code, message: message.to_string(), at: Some(0), ..Bad::default() }
    }
}

impl From<Fault> for Bad {
    fn from(fault: Fault) -> Bad {
        Bad {
            code: fault.code.word(),
            message: fault.message().to_string(),
            at: Some(fault.bit),
            short: matches!(fault.code, ErrorCode::Truncated | ErrorCode::Overrun),
            ..Bad::default()
        }
    }
}

impl From<DecodeError> for Bad {
    fn from(error: DecodeError) -> Bad {
        Bad { path: error.path, ..Bad::from(error.fault) }
    }
}

/// A value that has no text.
impl From<Unsayable> for Bad {
    fn from(error: Unsayable) -> Bad {
        Bad { code: error.code, message: error.message, ..Bad::default() }
    }
}

impl From<TextDecodeError> for Bad {
    fn from(error: TextDecodeError) -> Bad {
        match error {
            TextDecodeError::Octets(error) => error.into(),
            TextDecodeError::Value(error, taken) => Bad { taken: Some(taken), ..error.into() },
        }
    }
}

impl From<LayoutError> for Bad {
    fn from(error: LayoutError) -> Bad {
        let message = error.message();
        Bad { code: error.code.word(), path: error.path, message, at: Some(error.bit), ..Bad::default() }
    }
}

impl From<LayoutError> for FieldError {
    fn from(error: LayoutError) -> FieldError {
        let message = error.message();
        FieldError { code: error.code.word(), path: error.path, message }
    }
}

impl From<LayoutError> for TextError {
    fn from(error: LayoutError) -> TextError {
        let (offset, message) = (error.offset() as usize, error.message());
        TextError { code: error.code.word(), offset, path: error.path, message }
    }
}

/// A value that decoded, but can't be written.
impl From<FieldError> for Bad {
    fn from(error: FieldError) -> Bad {
        let FieldError { code, path, message } = error;
        Bad { code, path, message, ..Bad::default() }
    }
}

/// What is wrong with a field of a value that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// A stable word.
    pub code: &'static str,
    /// The field.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

impl FieldError {
    /// The same at a place of the text that the value was read from.
    pub(super) fn at(self, offset: usize) -> TextError {
        let FieldError { code, path, message } = self;
        TextError { code, offset, path, message }
    }
}

/// Why a text is not written as octets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unwritten {
    /// It is no value of the type.
    Text(TextError),
    /// Its value can't be written.
    Value {
        /// Why.
        error: FieldError,
        /// Where the value ends in the text, if that is known.
        taken: Option<usize>,
    },
}

impl From<TextError> for Unwritten {
    fn from(error: TextError) -> Unwritten {
        Unwritten::Text(error)
    }
}
