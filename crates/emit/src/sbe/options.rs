//! What can be chosen about code of SBE.

/// What can be chosen about the output.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The name of the files, without ending.
    pub stem: String,
    /// The name space or package, with `.` between its parts; the schema's package if it is empty.
    pub space: String,
}
