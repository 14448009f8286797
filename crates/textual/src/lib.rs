//! Runs grammars: converts the text of a protocol to a value of a type, and back.
//!
//! A [`Link`] binds a grammar to a shape, once: it finds the slot, alternative or bit for each part of a
//! rule. Rules that do not fit the shape are left out, so one grammar serves every version of a schema. A
//! [`Reader`] goes through a text once, without backtracking, with a lookahead of one or two tokens. A
//! [`Writer`] goes through the same rules with a value, and takes those that hold for it.
//!
//! The parts of a text may come in a different order from those of the value, so a reader fills in a *draft*,
//! a tree of what has been read, and plays it into a sink at the end.

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
