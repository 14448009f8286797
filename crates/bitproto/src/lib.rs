//! bitproto front end: text to the model.
//!
//! bitproto packs messages of fixed layout to the bit. The language is that of
//! bitproto 1.3.2: one statement does not run over the end of a line, names are
//! declared before they are used, nothing is anonymous but arrays.
//!
//! The stages are calls of their own: [`lex::lex`], [`parse::parse`],
//! [`resolve::resolve`], and [`lint::lint`] for style.

pub mod faults;
pub mod format;
pub mod lex;
pub mod lint;

pub mod parse;
pub mod resolve;
pub mod tree;
