//! Constraints as set expressions with their exact meaning.

use wireglot_bigint::BigInt;
use wireglot_text::Span;

use crate::{ObjectSetId, TypeId, Value};

/// One constraint: what stands between one pair of parentheses.
#[derive(Debug, Clone)]
pub struct Constraint {
    /// The set before an extension marker.
    pub root: Set,
    /// `None` without an extension marker; with one, the set behind it, if any.
    pub extension: Option<Option<Set>>,
    /// The exception identification, as written.
    pub exception: Option<String>,
    /// Where it was written.
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
    /// A contained subtype: its values, which follow from its own constraints.
    /// Its extension marker does not come along (X.680 51.3.2).
    Contained(TypeId),
    /// SIZE.
    Size(Box<Constraint>),
    /// FROM: the set is one of single characters.
    Alphabet(Box<Constraint>),
    /// A type constraint on an open type.
    Type(TypeId),
    /// WITH COMPONENT.
    Element(Box<Constraint>),
    /// WITH COMPONENTS.
    Components {
        /// With `...`: what is not listed is free.
        partial: bool,
        /// What is listed.
        list: Vec<ComponentConstraint>,
    },
    /// PATTERN, recorded.
    Pattern(Value),
    /// SETTINGS, recorded.
    Settings(String),
    /// CONSTRAINED BY, recorded.
    UserDefined(String),
    /// CONTAINING, ENCODED BY (X.682 11).
    Contents {
        /// The contained type.
        containing: Option<TypeId>,
        /// The encoding rules' object identifier.
        encoded_by: Option<Vec<BigInt>>,
    },
    /// A table or component relation constraint on a value field: the value is
    /// one of the field's in the object set, in the rows that the keys leave.
    Table {
        /// The object set.
        set: ObjectSetId,
        /// The constrained field, with its ampersand.
        field: String,
        /// Empty for a simple table constraint.
        keys: Vec<Key>,
    },
}

/// One end of a value range.
#[derive(Debug, Clone)]
pub struct Bound {
    /// Where it is.
    pub end: End,
    /// `<`: the end itself is not in the range.
    pub open: bool,
}

/// Where a range ends.
#[derive(Debug, Clone)]
pub enum End {
    /// MIN: the least value of the parent type.
    Min,
    /// MAX: the greatest value of the parent type.
    Max,
    /// A value: INTEGER, REAL or a single character.
    Value(Value),
}

/// What WITH COMPONENTS says of one component.
#[derive(Debug, Clone)]
pub struct ComponentConstraint {
    /// The identifier.
    pub name: String,
    /// On its value.
    pub constraint: Option<Constraint>,
    /// On its presence.
    pub presence: Option<PresenceConstraint>,
    /// Where it was written.
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
    /// The field, with its ampersand, that the referenced component is of.
    pub field: String,
    /// How many enclosing types (SEQUENCE, SET, CHOICE, SEQUENCE OF, SET OF;
    /// the nearest is 1) to go up from the constrained type before `path` is followed.
    pub up: u32,
    /// Identifiers of components, outermost first; at least one.
    pub path: Vec<String>,
    /// Where it was written.
    pub span: Span,
}
