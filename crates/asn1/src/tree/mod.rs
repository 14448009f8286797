//! The syntax tree of X.680, X.681, X.682 and X.683: what was written, not yet what it means.
//!
//! # Where the tree stops
//!
//! ASN.1 cannot be parsed in one go: `{ a 1 }` is a SEQUENCE value, an OBJECT
//! IDENTIFIER, an object in its class's own syntax or a set, and only the governor
//! says which. The cut is this:
//!
//! * Everything with a grammar of its own is parsed: types, components, tags,
//!   constraints, class bodies, WITH SYNTAX lists, parameter lists.
//! * A brace group whose governor is not known yet stays a [`Braced`] group of tokens.
//!   So does every actual parameter ([`Argument`]).
//! * Once the governor is known, the resolver calls the matching function of
//!   `parse` on the group. That reading goes one level deep: a brace group
//!   inside stays a brace group, so reading all of a specification is linear.
//!
//! Where one spelling serves several productions, the tree keeps the spelling:
//!
//! | in the tree | may turn out to be |
//! | --- | --- |
//! | [`TypeKind::Reference`] | a type, a class (`X ::= OTHER-CLASS`, governors, parameters), a dummy reference |
//! | [`TypeKind::Field`] | `CLASS.&field` (X.681 14), `object.&Type` or `Set.&field` (X.681 15) |
//! | [`AssignmentKind::Value`] | a value or an object assignment, by its governor |
//! | [`AssignmentKind::Set`] | a value set or an object set assignment |
//! | [`Value`] | a value or an object: a reference, a group, or a field of an object |
//! | [`ElementSetSpecs`] | a constraint, a value set or an object set |
//! | [`ConstraintKind::Table`] without `@` | on a type that is no class field, the single value `{...}` |
//!
//! Nothing here is checked beyond its grammar, and not all of that (an extension
//! marker may stand anywhere in [`Components`]): `check` rejects with better words.
//! Text that cannot be parsed leaves `Error` nodes, about which the user has been
//! told; whoever meets one stays silent.

mod classes;
mod components;
mod constraints;
mod module;
mod types;
mod values;

pub use classes::{Class, ClassField, FieldGovernor, FieldPresence, Setting, Syntax, SyntaxItem};
pub use components::{AdditionGroup, Component, ComponentItem, Components, Presence, Regions};
pub use constraints::{
    AtNotation, AtStart, Bound, Constraint, ConstraintKind, ElementSet, ElementSetKind, ElementSetSpecs,
    Endpoint, Exception, InnerConstraints, NamedConstraint, PresenceConstraint,
};
pub use module::{
    Assignment, AssignmentKind, EncodingControl, Exports, Import, Module, Parameter, Selection, Symbol,
    TagDefault,
};
pub use types::{
    Element, EnumerationItem, ExtensionMarker, NamedNumber, StringKind, Tag, TagClass, TagMode, TimeKind,
    Type, TypeKind,
};
pub use values::{Value, ValueKind};

use std::sync::Arc;

use wireglot_text::{FileId, Span};

use crate::token::{TokenList, TokenSlice};

/// A word of the text: a reference, an identifier, or a field name without its `&`.
#[derive(Clone, Debug)]
pub struct Name {
    /// The word, odd hyphens made plain. Shared by all its occurrences in the file.
    pub text: Arc<str>,
    /// Where it stands (with the `&` of a field name).
    pub span: Span,
}

impl Name {
    /// Whether the first letter is a capital, as in type, class and set references.
    pub fn is_upper(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_uppercase())
    }
}

/// One file: its tokens and its modules.
#[derive(Debug)]
pub struct File {
    /// Which file.
    pub file: FileId,
    /// All its tokens, with comments and white space.
    pub tokens: Arc<TokenList>,
    /// Its modules, in order.
    pub modules: Vec<Module>,
}

/// A brace group that only its governor can read.
#[derive(Clone, Debug)]
pub struct Braced {
    /// With the braces.
    pub span: Span,
    /// Without the braces.
    pub tokens: TokenSlice,
}

/// A reference with its module and its actual parameters: `T`, `M.T`, `T {..}`, `m.v`.
#[derive(Clone, Debug)]
pub struct Reference {
    /// All of it.
    pub span: Span,
    /// The module of an ExternalTypeReference and the like.
    pub module: Option<Name>,
    /// The reference itself; its first letter tells types, classes and sets from values and objects.
    pub name: Name,
    /// ActualParameterList; `None` if there are no braces.
    pub arguments: Option<Vec<Argument>>,
}

/// An actual parameter, X.683 9.5: read with `parse::type_`, `parse::value` or
/// `parse::set_argument` once the dummy's governor is known.
#[derive(Clone, Debug)]
pub struct Argument {
    /// All of it.
    pub span: Span,
    /// Its tokens.
    pub tokens: TokenSlice,
}

/// A piece of literal text: digits, or the content of a string.
#[derive(Clone, Debug)]
pub struct Text {
    /// The token, with its quotes.
    pub span: Span,
    /// What it says.
    pub text: Arc<str>,
}
