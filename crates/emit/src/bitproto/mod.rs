//! Generated code for bitproto: the file names, names and functions of the original compiler, from a layout.
//! One codec serves both of its modes: it reads and writes at fixed offsets where those are the same for
//! every sender, and follows length prefixes elsewhere.

mod bitwise;
mod c;
mod cpp;
mod fixed;
mod go;
mod names;
mod options;
mod out_of_line;
mod python;
mod rust;
mod steps;
mod word_dialect;
mod words;

use wireglot_plan::Layout;

pub use self::options::Options;
pub use crate::Generated;

/// An output language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// C99.
    C,
    /// C++17.
    Cpp,
    /// Go.
    Go,
    /// Python.
    Python,
    /// Rust.
    Rust,
}

/// The files for one module of a layout. The output is deterministic.
pub fn generate(layout: &Layout, module: usize, language: Language, options: &Options) -> Generated {
    match language {
        Language::C => c::files(layout, module, options),
        Language::Cpp => cpp::files(layout, module),
        Language::Go => go::files(layout, module, options),
        Language::Python => python::files(layout, module),
        Language::Rust => rust::files(layout, module),
    }
}
