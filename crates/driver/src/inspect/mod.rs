//! Explains each bit of an input: spans, their selection, and their forms for programs and people.
//!
//! [`pieces`] puts the spans of each record at their positions in the input. Each interface shows them in its
//! own way, as the objects of [`json`] or as a [`page`].

mod charts;
pub mod columns;
mod filter;
pub mod json;
pub mod page;
mod pieces;
mod texts;

pub use filter::{Filter, Unmet, Wanted};
pub use pieces::{no_record, pieces, Asked, Piece};
pub use texts::pieces as text_pieces;
pub use wireglot_interp::inspect::{
    messages, oid_name, planned, typed, unplanned, Annotated, Annotation, Part, Stop,
};
