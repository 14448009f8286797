//! How Rust is written, and what has none.

/// A type, and a set of rules, of which no Rust is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoRust(pub String);

/// How the module is written.
#[derive(Debug, Clone, Default)]
pub struct RustOptions {
    /// The name of the module.
    pub name: String,
    /// The version of the command, for the heads of files.
    pub version: String,
}
