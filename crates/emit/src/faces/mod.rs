//! Faces: code printed from a layout, in the manner that the users of a format expect.

pub mod bitproto;
pub mod sbe;

use crate::OutputFile;

/// What was printed.
#[derive(Debug, Clone)]
pub struct Generated {
    /// The files.
    pub files: Vec<OutputFile>,
    /// Names that had to be changed.
    pub notes: Vec<String>,
}
