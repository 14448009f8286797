//! Prints plans, layouts and grammars as source text.
//!
//! [`lang`] is what a language of output is, whatever is printed in it; [`analysis`] is what no language owns. The
//! products stand on both: [`codec`] prints codecs of plans, [`sbe`] and [`bitproto`] the code that the users of these
//! formats expect. [`chart`] draws layouts.

mod analysis;
pub mod bitproto;
pub mod chart;
mod codec;
mod lang;
pub mod sbe;
mod writer;

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

/// What was printed.
#[derive(Debug, Clone)]
pub struct Generated {
    /// The files.
    pub files: Vec<OutputFile>,
    /// Names that had to be changed.
    pub notes: Vec<String>,
}
