//! The bitproto front end: text to model.
//!
//! bitproto packs messages with a fixed layout bit by bit. The language is that of bitproto 1.3.2: a
//! statement does not span lines, names are declared before use, and only arrays are anonymous.
//!
//! Each stage is a call of its own: [`lex::lex`], [`parse::parse`], [`resolve::resolve`], and [`lint::lint`]
//! for style.

pub mod faults;
pub mod format;
pub mod lex;
pub mod lint;

pub mod parse;
pub mod resolve;
pub mod tree;
