//! Constraints as set expressions with their exact meaning.

use wireglot_bigint::BigInt;
use wireglot_text::Span;

use crate::{ObjectSetId, TypeId, Value};

/// One constraint: the contents of one pair of parentheses.
#[derive(Debug, Clone)]
pub struct Constraint {
    /// The set before an extension marker.
    pub root: Set,
    /// `None` if there is no extension marker; otherwise the set after it, if any.
    pub extension: Option<Option<Set>>,
    /// The exception identification, as written.
    pub exception: Option<String>,
    /// Its source location.
    pub span: Span,
}

/// A set of values (X.680 50, 51).
#[derive(Debug, Clone)]
pub enum Set {
    /// `a | b`: at least two.
    Union(Vec<Set>),
    /// `a ^ b`: at least two.
    Intersection(Vec<Set>),
    /// `a EXCEPT b`.
    Except(Box<Set>, Box<Set>),
    /// `ALL EXCEPT a`.
    AllExcept(Box<Set>),
    /// A parenthesised constraint inside an expression, which may have a marker of its own.
    Nested(Box<Constraint>),
    /// A single value.
    Value(Value),
    /// A value range.
    Range(Bound, Bound),
    /// A contained subtype: the values that satisfy its own constraints. Its extension marker is
    /// not inherited (X.680 51.3.2).
    Contained(TypeId),
    /// SIZE.
    Size(Box<Constraint>),
    /// FROM: a set of single characters.
    Alphabet(Box<Constraint>),
    /// A type constraint on an open type.
    Type(TypeId),
    /// WITH COMPONENT.
    Element(Box<Constraint>),
    /// WITH COMPONENTS.
    Components {
        /// Whether it has `...`, so that components not listed are unconstrained.
        partial: bool,
        /// The listed components.
        list: Vec<ComponentConstraint>,
    },
    /// PATTERN, recorded only.
    Pattern(Value),
    /// SETTINGS, recorded only.
    Settings(String),
    /// CONSTRAINED BY, recorded only.
    UserDefined(String),
    /// CONTAINING, ENCODED BY (X.682 11).
    Contents {
        /// The contained type.
        containing: Option<TypeId>,
        /// The encoding rules' object identifier.
        encoded_by: Option<Vec<BigInt>>,
    },
    /// A table or component relation constraint on a value field: the value is one of those in the
    /// object set, in the rows that the keys select.
    Table {
        /// The object set.
        set: ObjectSetId,
        /// The constrained field, including the ampersand.
        field: String,
        /// Empty for a simple table constraint.
        keys: Vec<Key>,
    },
}

/// A bound of a value range.
#[derive(Debug, Clone)]
pub struct Bound {
    /// Its value.
    pub end: End,
    /// Whether it is exclusive (`<`).
    pub open: bool,
}

/// The value of a bound.
#[derive(Debug, Clone)]
pub enum End {
    /// MIN: the minimum of the parent type.
    Min,
    /// MAX: the maximum of the parent type.
    Max,
    /// A value: INTEGER, REAL or a single character.
    Value(Value),
}

/// The constraint of WITH COMPONENTS on one component.
#[derive(Debug, Clone)]
pub struct ComponentConstraint {
    /// The identifier.
    pub name: String,
    /// On its value.
    pub constraint: Option<Constraint>,
    /// On its presence.
    pub presence: Option<PresenceConstraint>,
    /// Its source location.
    pub span: Span,
}

/// PRESENT, ABSENT or OPTIONAL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PresenceConstraint {
    Present,
    Absent,
    Optional,
}

/// One `@` notation of a component relation constraint.
#[derive(Debug, Clone)]
pub struct Key {
    /// The field of the referenced component, including the ampersand.
    pub field: String,
    /// The number of enclosing types (SEQUENCE, SET, CHOICE, SEQUENCE OF, SET OF; the nearest is 1)
    /// to go up from the constrained type before following `path`.
    pub up: u32,
    /// Identifiers of components, outermost first; at least one.
    pub path: Vec<String>,
    /// Its source location.
    pub span: Span,
}
