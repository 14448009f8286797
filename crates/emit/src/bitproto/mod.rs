//! bitproto's face: the file names, names and functions of its compiler, from a
//! layout. One codec serves both of its modes: it reads and writes at fixed
//! places where every sender has the same, and follows the leads elsewhere.

mod apart;
mod c;
mod cpp;
mod fixed;
mod go;
mod literals;
mod names;
mod python;
mod rust;
mod singly;
mod steps;
mod words;

use wireglot_plan::{Layout, LayoutId};

pub use crate::Generated;

/// A language with a face.
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

/// What can be chosen about the output.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The visible form of bitproto's optimization mode.
    pub optimize: bool,
    /// With that: the messages that get functions, by name; all if there are none.
    pub only: Vec<String>,
}

impl Options {
    fn wants(&self, layout: &Layout, id: LayoutId) -> bool {
        let name = layout.get(id).path.last();
        self.only.is_empty() || name.is_some_and(|name| self.only.contains(name))
    }
}

/// The files of one module of a layout. The output is the same each time.
pub fn generate(layout: &Layout, module: usize, language: Language, options: &Options) -> Generated {
    match language {
        Language::C => c::files(layout, module, options),
        Language::Cpp => cpp::files(layout, module),
        Language::Go => go::files(layout, module, options),
        Language::Python => python::files(layout, module),
        Language::Rust => rust::files(layout, module),
    }
}
