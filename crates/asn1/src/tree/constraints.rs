//! Constraints and sets: X.680 49 to 51 and 53, X.682.

use wireglot_text::Span;

use super::{Braced, Name, Text, Type, Value};

/// A constraint in its parentheses, X.680 49.6.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Including the parentheses (or the bare `SIZE (..)` of `SEQUENCE SIZE (..) OF`).
    pub span: Span,
    /// The constraint.
    pub kind: ConstraintKind,
    /// `! ...`.
    pub exception: Option<Exception>,
}

/// ConstraintSpec, X.680 49.6 and X.682 8.
#[derive(Clone, Debug)]
pub enum ConstraintKind {
    /// SubtypeConstraint.
    Subtype(Box<ElementSetSpecs>),
    /// TableConstraint: `{Set}`, and the `@` notations of a ComponentRelationConstraint. Without `@` on a
    /// type that is not a class field, it is the single value `{..}`.
    Table(Braced, Vec<AtNotation>),
    /// ContentsConstraint: CONTAINING Type, ENCODED BY value, or both.
    Contents(Option<Box<Type>>, Option<Box<Value>>),
    /// CONSTRAINED BY {..}.
    UserDefined(Braced),
    /// Could not be parsed; already reported.
    Error,
}

/// ExceptionSpec, X.680 53: `! 5`, `! reference`, `! Type : value`.
#[derive(Clone, Debug)]
pub struct Exception {
    /// Including the `!`.
    pub span: Span,
    /// The type; INTEGER if none is written.
    pub ty: Option<Box<Type>>,
    /// The value.
    pub value: Box<Value>,
}

/// AtNotation, X.682 10.7.
#[derive(Clone, Debug)]
pub struct AtNotation {
    /// Including the `@`.
    pub span: Span,
    /// Where the path starts.
    pub start: AtStart,
    /// The identifiers.
    pub path: Vec<Name>,
}

/// Where the path of an AtNotation starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtStart {
    /// `@a`: the outermost textually enclosing SEQUENCE, SET or CHOICE.
    Outermost,
    /// `@.a` is 0, the innermost; each further dot goes one out.
    Enclosing(u32),
}

/// ElementSetSpecs, X.680 50: a set with its extension. Also a value set and an object set.
#[derive(Clone, Debug)]
pub struct ElementSetSpecs {
    /// The whole set; for a set in braces, including the braces.
    pub span: Span,
    /// RootElementSetSpec; `None` for `{...}` and `{}`.
    pub root: Option<ElementSet>,
    /// The `...`, if there is one.
    pub extension: Option<Span>,
    /// AdditionalElementSetSpec.
    pub additional: Option<ElementSet>,
}

/// A set expression.
#[derive(Clone, Debug)]
pub struct ElementSet {
    /// All of it, without parentheses around it.
    pub span: Span,
    /// The operation or the element.
    pub kind: ElementSetKind,
}

/// Operations and elements, X.680 50.1 and 51.1.
#[derive(Clone, Debug)]
pub enum ElementSetKind {
    /// `a | b | c`: at least two.
    Union(Vec<ElementSet>),
    /// `a ^ b ^ c`: at least two.
    Intersection(Vec<ElementSet>),
    /// `a EXCEPT b`.
    Except(Box<ElementSet>, Box<ElementSet>),
    /// ALL EXCEPT b.
    AllExcept(Box<ElementSet>),
    /// SingleValue; in an object set, an object.
    Value(Value),
    /// ContainedSubtype and TypeConstraint (and whether INCLUDES is written); in an object set, an object set.
    Type(Type, bool),
    /// ValueRange.
    Range(Endpoint, Endpoint),
    /// SIZE (..).
    Size(Box<Constraint>),
    /// FROM (..): PermittedAlphabet.
    From(Box<Constraint>),
    /// WITH COMPONENT (..).
    WithComponent(Box<Constraint>),
    /// WITH COMPONENTS {..}.
    WithComponents(InnerConstraints),
    /// PATTERN value.
    Pattern(Box<Value>),
    /// SETTINGS "..".
    Settings(Text),
    /// Could not be parsed; already reported.
    Error,
}

/// LowerEndpoint or UpperEndpoint, X.680 51.4.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// Including its `<`.
    pub span: Span,
    /// The value.
    pub bound: Bound,
    /// Whether `<` excludes the value itself from the range.
    pub open: bool,
}

/// The value of an endpoint.
#[derive(Clone, Debug)]
pub enum Bound {
    /// MIN.
    Min,
    /// MAX.
    Max,
    /// A value.
    Value(Box<Value>),
}

/// MultipleTypeConstraints, X.680 51.8.5.
#[derive(Clone, Debug)]
pub struct InnerConstraints {
    /// Including the braces.
    pub span: Span,
    /// Whether `...` comes first: PartialSpecification.
    pub partial: bool,
    /// The lines.
    pub items: Vec<NamedConstraint>,
}

/// NamedConstraint: identifier, value constraint, presence constraint.
#[derive(Clone, Debug)]
pub struct NamedConstraint {
    /// The whole span.
    pub span: Span,
    /// The component.
    pub name: Name,
    /// The constraint on its value.
    pub constraint: Option<Constraint>,
    /// The constraint on its presence, and where it is written.
    pub presence: Option<(PresenceConstraint, Span)>,
}

/// PresenceConstraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PresenceConstraint {
    /// PRESENT.
    Present,
    /// ABSENT.
    Absent,
    /// OPTIONAL.
    Optional,
}
