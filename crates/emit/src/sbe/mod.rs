//! Generated code for SBE: views that read messages in place, and writers, from the model of a schema, which
//! gives the position of everything.
//!
//! Code shared by all languages is in [`facts`] and [`names`]; each language has a folder.

mod c;
mod cpp;
mod facts;
mod go;
mod names;
mod options;
mod outline;
mod python;
mod rust;

use wireglot_model::sbe::MessageSchema;

pub use self::options::Options;
pub use crate::Generated;

/// An output language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// C99.
    C,
    /// C++17.
    Cpp,
    /// Go 1.21.
    Go,
    /// Rust.
    Rust,
    /// Python 3.9.
    Python,
}

/// The files for a schema without errors. The output is deterministic.
pub fn generate(blocks: &MessageSchema, language: Language, options: &Options) -> Generated {
    match language {
        Language::C => c::files(blocks, options),
        Language::Cpp => cpp::files(blocks, options),
        Language::Go => go::files(blocks, options),
        Language::Rust => rust::files(blocks, options),
        Language::Python => python::files(blocks, options),
    }
}
