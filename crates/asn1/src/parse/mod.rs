//! The parser: recursive descent over one cursor, producing a tree and diagnostics.
//!
//! It accepts slightly too much and never stops at the first fault. [`file()`] parses a file as far as the
//! grammar does not depend on names; the other functions parse what the tree keeps as tokens, once its
//! governor is known:
//!
//! | what is known | function |
//! | --- | --- |
//! | a parameter or setting is a type or a class | [`type_`] |
//! | ... a value or an object | [`value`] |
//! | ... a value set or an object set | [`set_argument`] |
//! | the braces are a value set or an object set | [`set`] |
//! | ... a SEQUENCE or SET value, an association of names (REAL, CHARACTER STRING) | [`members`] |
//! | ... a SEQUENCE OF or SET OF value | [`elements`] |
//! | ... named bits | [`identifiers`] |
//! | ... an OBJECT IDENTIFIER or RELATIVE-OID value | [`oid_components`] |
//! | ... a list of characters, a quadruple or a tuple | [`characters`] |
//! | ... an object in the default syntax | [`default_syntax`] |
//! | ... an object in the syntax of its class | [`defined_syntax`] |
//! | ... parameters of CONSTRAINED BY | [`arguments`] |
//!
//! Parsing is linear: a group is skipped in one step, and each of these functions parses one level of it.

mod advice;
mod bare;
mod characters;
mod classes;
mod components;
mod constraints;
mod cursor;
mod governed;
mod groups;
mod header;
mod indented;
mod instructions;
mod lost;
mod macros;
mod mistakes;
mod module;
mod objects;
mod sync;
mod types;
mod values;

pub use governed::{
    arguments, characters, elements, identifiers, members, oid_components, set, set_argument, type_, value,
    Character, Member, OidComponent, Reading,
};
pub use mistakes::lower;
pub use objects::{default_syntax, defined_syntax, FieldForm, FieldSetting};
pub use types::{begins_type, NO_FIELD};

use std::sync::Arc;

use wireglot_diag::Diagnostics;

use crate::token::TokenList;
use crate::tree::File;

/// The maximum nesting depth of types, values and constraints; see [`crate::faults::SyntaxKind::TooDeep`].
pub const DEPTH_LIMIT: u32 = 200;

/// Parses a file: all its modules, as far as the grammar does not depend on names.
pub fn file(tokens: Arc<TokenList>, diagnostics: &mut Diagnostics) -> File {
    cursor::Cursor::new(&tokens.whole(), diagnostics).file()
}
