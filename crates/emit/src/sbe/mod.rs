//! SBE's face: views that read messages where they stand, and writers, from the model of a schema,
//! which says itself where everything is.
//!
//! What all languages need to know stands here ([`facts`], [`names`]); each has a folder of its own.

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

/// A language with a face.
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

/// The files of a schema without errors. The output is the same each time.
pub fn generate(blocks: &MessageSchema, language: Language, options: &Options) -> Generated {
    match language {
        Language::C => c::files(blocks, options),
        Language::Cpp => cpp::files(blocks, options),
        Language::Go => go::files(blocks, options),
        Language::Rust => rust::files(blocks, options),
        Language::Python => python::files(blocks, options),
    }
}
