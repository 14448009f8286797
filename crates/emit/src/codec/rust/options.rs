//! Options of Rust output, and what can't be generated.

/// A type or a set of rules for which there is no Rust.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoRust(pub String);

/// Options of the output.
#[derive(Debug, Clone, Default)]
pub struct RustOptions {
    /// What the module is named after: a file's name without its extension.
    pub name: String,
    /// The version of the command, for the headers of files.
    pub version: String,
}
