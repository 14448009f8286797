//! Runs grammars: the text of a protocol becomes a value of a type, and a value text.
//!
//! A [`Link`] binds a grammar to a shape, once: which slot, alternative or bit each part of a rule is.
//! Rules that the shape has no place for are left out, so that one grammar serves every version of a
//! schema. A [`Reader`] then goes through a text from its start to its end and never back, guided by
//! one token or two; a [`Writer`] goes through the same rules with a value and takes those that hold for it.
//!
//! Parts of a text may come in another order than those of the value, so a reader fills in a *draft*, a tree of
//! what is there so far, and plays it into a sink when all is read.

#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::panic))]

mod convert;
mod draft;
mod draw;
pub mod h248;
mod leaf;
mod random;
mod read;
mod scan;
mod write;

pub use convert::{Convert, Plain};
pub use draft::Draft;
pub use draw::Drawer;
pub use random::Random;
pub use read::tokens::Tokens;
pub use read::{ReadError, Reader};
pub use scan::next_message;
pub use wireglot_grammar::Link;
pub use write::{Style, WriteError, Writer};
