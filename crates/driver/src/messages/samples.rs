//! Random messages for tests.

use std::fmt;

use wireglot_interp::Tape;

use super::FieldError;

/// Draws values, the same for the same seed.
pub trait Samples {
    /// The next value.
    ///
    /// # Errors
    /// There is none, or it can't be drawn.
    fn draw(&mut self) -> Result<Tape, Undrawn>;
}

/// Why no message could be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undrawn {
    /// None was found.
    None,
    /// A list or string that must have this size would make it too large.
    TooLarge(u64),
    /// Its values nest deeper than this.
    TooDeep(u32),
    /// Its values consist of more than this.
    TooMany(u64),
    /// It can't be encoded.
    Unwritten(FieldError),
}

impl fmt::Display for Undrawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undrawn::None => f.write_str("no value was found"),
            Undrawn::TooLarge(size) => {
                write!(f, "a list or string of size {size} would make it too large")
            }
            Undrawn::TooDeep(most) => write!(f, "its values nest deeper than {most}"),
            Undrawn::TooMany(most) => write!(f, "its values consist of more than {most} others"),
            Undrawn::Unwritten(error) => write!(f, "{}: {}", error.path, error.message),
        }
    }
}

impl std::error::Error for Undrawn {}
