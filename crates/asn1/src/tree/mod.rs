//! The syntax tree of X.680, X.681, X.682 and X.683: what was written, not yet what it means.
//!
//! # Where the tree stops
//!
//! ASN.1 cannot be parsed in one pass: `{ a 1 }` is a SEQUENCE value, an OBJECT IDENTIFIER, an object in its
//! class's own syntax or a set, depending on the governor. The work is divided as follows:
//!
//! * Everything with a grammar of its own is parsed: types, components, tags, constraints, class bodies, WITH
//!   SYNTAX lists, parameter lists.
//! * A brace group whose governor is not known yet stays a [`Braced`] group of tokens. So does every actual
//!   parameter ([`Argument`]).
//! * Once the governor is known, the resolver calls the matching function of `parse` on the group. This
//!   parses one level: an inner brace group stays a brace group, so parsing a whole specification takes
//!   linear time.
//!
//! Where one spelling serves several productions, the tree keeps the spelling:
//!
//! | in the tree | may turn out to be |
//! | --- | --- |
//! | [`TypeKind::Reference`] | a type, a class (`X ::= OTHER-CLASS`, governors, parameters), a dummy reference |
//! | [`TypeKind::Field`] | `CLASS.&field` (X.681 14), `object.&Type` or `Set.&field` (X.681 15) |
//! | [`AssignmentKind::Value`] | a value or an object assignment, depending on its governor |
//! | [`AssignmentKind::Set`] | a value set or an object set assignment |
//! | [`Value`] | a value or an object: a reference, a group, or a field of an object |
//! | [`ElementSetSpecs`] | a constraint, a value set or an object set |
//! | [`ConstraintKind::Table`] without `@` | on a type that is not a class field, the single value `{...}` |
//!
//! Nothing here is checked beyond its grammar, and not all of that (an extension marker may be anywhere in
//! [`Components`]): `check` can give better messages. Text that cannot be parsed leaves `Error` nodes, whose
//! faults have been reported; code that encounters one stays silent.

mod classes;
mod components;
mod constraints;
mod module;
mod syntax;
mod text;
mod types;
mod values;

pub use classes::{Class, ClassField, FieldGovernor, FieldPresence, Setting};
pub use components::{AdditionGroup, Component, ComponentItem, Components, Presence, Regions};
pub use constraints::{
    AtNotation, AtStart, Bound, Constraint, ConstraintKind, ElementSet, ElementSetKind, ElementSetSpecs,
    Endpoint, Exception, InnerConstraints, NamedConstraint, PresenceConstraint,
};
pub use module::{
    Assignment, AssignmentKind, EncodingControl, Exports, Import, Module, Parameter, Selection, Symbol,
    TagDefault,
};
pub use syntax::{Syntax, SyntaxItem, SyntaxList};
pub use text::{Argument, Braced, Name, Reference, Text};
pub use types::{
    Element, EnumerationItem, ExtensionMarker, NamedNumber, StringKind, Tag, TagClass, TagMode, TimeKind,
    Type, TypeKind,
};
pub use values::{Value, ValueKind};

use std::sync::Arc;

use wireglot_text::FileId;

use crate::token::TokenList;

/// One file: its tokens and its modules.
#[derive(Debug)]
pub struct File {
    /// The file.
    pub file: FileId,
    /// All its tokens, with comments and white space.
    pub tokens: Arc<TokenList>,
    /// Its modules, in order.
    pub modules: Vec<Module>,
}
