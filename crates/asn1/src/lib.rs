//! The ASN.1 front end: lexes and parses text, checks the tree and resolves it into the model.
//!
//! | stage | module | contents |
//! | --- | --- | --- |
//! | lex | [`token`] | characters, comments, brackets |
//! | parse | [`parse`], [`tree`] | the grammar of X.680 to X.683, as far as it does not depend on names |
//! | check | [`mod@check`] | rules of form that can be verified in a single module |
//! | resolve | [`resolve()`] | names, parameters, tags, values of all modules together, into the model |

#![warn(missing_docs)]

pub mod check;
pub mod clean;
pub mod dump;
pub mod faults;
pub mod format;
mod identifiers;
mod ids;
mod keyword;
mod legal;
pub mod lex;
mod near;
pub mod parse;
mod resolve;
pub mod smi;
pub mod token;
pub mod tree;

pub use resolve::{resolve, resolve_among};
