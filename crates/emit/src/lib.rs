//! Prints plans, layouts and grammars as source text.
//!
//! [`lang`] describes output languages, independently of what is printed in them; [`analysis`] depends on no
//! language. The products build on both: [`codec`] prints codecs of plans, [`sbe`] and [`bitproto`] print the
//! code that users of these formats expect. [`chart`] draws layouts.

mod analysis;
pub mod bitproto;
pub mod chart;
mod codec;
mod lang;
pub mod sbe;
mod writer;

pub use analysis::comparisons::{comparison_beyond, Beyond};
pub use analysis::text;
pub use codec::c::{
    c, c_idle_integers, c_keeps_all, c_leaf_beyond, c_tag_beyond, c_with_texts, CIntegers, COptions,
    C_TAG_NUMBERS,
};
pub use codec::rust::{rust, NoRust, RustOptions};
pub use writer::Writer;

/// A file to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputFile {
    /// Its name, without folder.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The generated output.
#[derive(Debug, Clone)]
pub struct Generated {
    /// The files.
    pub files: Vec<OutputFile>,
    /// Names that had to be changed.
    pub notes: Vec<String>,
}
