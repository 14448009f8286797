//! Options of generated SBE code.

/// Output options.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The base name of the files.
    pub stem: String,
    /// The namespace or package, with `.` between its parts; if empty, the schema's package.
    pub space: String,
}
