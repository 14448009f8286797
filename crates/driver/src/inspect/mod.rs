//! What each bit of an input is: spans, those of them that are asked for, and their forms for programs and people.
//!
//! [`pieces`] lays the spans of each record in their places in the input; a door shows them in its own way,
//! as the objects of [`json`] or as a [`page`].

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
