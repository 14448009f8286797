//! The ASN.1 front end: text to tokens, tokens to a tree, the tree checked and
//! resolved into the model.
//!
//! | stage | module | what it knows |
//! | --- | --- | --- |
//! | lex | [`token`] | characters, comments, brackets |
//! | parse | [`parse`], [`tree`] | the grammar of X.680 to X.683, as far as it goes without names |
//! | check | [`mod@check`] | rules of form that a module keeps or breaks by itself |
//! | resolve | [`resolve()`] | names, parameters, tags, values: all modules together, into the model |

#![warn(missing_docs)]

pub mod check;
pub mod clean;
pub mod dump;
pub mod faults;
pub mod format;
mod ids;
mod keyword;
mod legal;
pub mod lex;
mod near;
pub mod parse;
mod resolve;
pub mod token;
pub mod tree;

pub use resolve::resolve;
