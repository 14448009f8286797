//! Errors in messages.

use wireglot_interp::layout::LayoutError;
use wireglot_interp::{DecodeError, ErrorCode, Fault};

use crate::texts::{TextDecodeError, TextError, Unsayable};

/// Why a record can't be processed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bad {
    /// A stable code.
    pub code: &'static str,
    /// The field.
    pub path: String,
    /// The error message.
    pub message: String,
    /// The bit of the record at which the error occurs, if it has a position.
    pub at: Option<u64>,
    /// More input might complete the record.
    pub short: bool,
    /// The record can be decoded, and takes this many bytes, but its value can't be written.
    pub taken: Option<usize>,
    /// The column of the error in a line of text.
    pub column: Option<usize>,
}

impl Bad {
    /// A framing error.
    pub fn frame(code: &'static str, message: &str) -> Bad {
        Bad { code, message: message.to_string(), at: Some(0), ..Bad::default() }
    }

    /// The error for bytes left over after a message that takes `size` of `all` bytes.
    pub fn left_over(path: &str, size: usize, all: usize) -> Bad {
        let message = match all - size {
            1 => "1 octet is left after the message".to_string(),
            left => format!("{left} octets are left after the message"),
        };
        Bad { code: "left_over", path: path.into(), message, at: Some(size as u64 * 8), ..Bad::default() }
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

/// A value that has no text form.
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
        TextError { code: error.code.word(), offset, path: error.path, message, short: false }
    }
}

/// A decoded value that can't be encoded.
impl From<FieldError> for Bad {
    fn from(error: FieldError) -> Bad {
        let FieldError { code, path, message } = error;
        Bad { code, path, message, ..Bad::default() }
    }
}

/// An error in a field of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// A stable code.
    pub code: &'static str,
    /// The field.
    pub path: String,
    /// The error message.
    pub message: String,
}

impl FieldError {
    /// The same, at an offset in the text that the value was read from.
    pub(super) fn at(self, offset: usize) -> TextError {
        let FieldError { code, path, message } = self;
        TextError { code, offset, path, message, short: false }
    }
}

/// Why a text can't be encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unwritten {
    /// It is not a value of the type.
    Text(TextError),
    /// Its value can't be encoded.
    Value {
        /// The error.
        error: FieldError,
        /// Where the value ends in the text, if known.
        taken: Option<usize>,
    },
}

impl From<TextError> for Unwritten {
    fn from(error: TextError) -> Unwritten {
        Unwritten::Text(error)
    }
}
