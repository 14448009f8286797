//! Prints shapes and plans as source text.
//!
//! [`core`] walks the nodes of a plan, once for all languages; a
//! [`core::Dialect`] says how one language writes what it meets. Leaves are
//! calls into the language's runtime: no emitter knows one.

mod c;
pub mod chart;
pub mod codec;
pub mod core;
pub mod faces;
mod reserved;
pub mod text;
mod writer;

pub use c::{
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
