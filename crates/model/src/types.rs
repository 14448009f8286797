//! Types: chains of tags, constraints and references, ended by a kind.

use wireglot_bigint::BigInt;
use wireglot_text::Span;

use crate::{ClassId, Constraint, Key, ModuleId, ObjectSetId, TypeId, Value};

/// One link of a chain.
#[derive(Debug, Clone)]
pub struct Type {
    /// What it is.
    pub kind: Kind,
    /// The name, for the head of an assignment's or an instance's chain.
    pub name: Option<Name>,
    /// The module whose text it stands in.
    pub module: ModuleId,
    /// Where it was written.
    pub span: Span,
    /// The comment that stands directly before the assignment, without its marks.
    pub doc: Option<String>,
}

/// What a named type is called.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    /// The type reference.
    pub reference: String,
    /// For an instance of a parameterized type, the names of its actual parameters, e.g. `{S1SetupRequestIEs}`;
    /// else empty. Instances that differ in what has no name may have the same.
    pub arguments: String,
}

/// How a tag stands to the one inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tagging {
    /// It replaces it.
    Implicit,
    /// It stands before it.
    Explicit,
    /// It stands before it for the one reason that a dummy reference is what it tags (X.680
    /// 31.2.7 c). There are encoders that replace the inner tag here too.
    BeforeDummy,
}

impl Tagging {
    /// Whether the tag stands before the one inside.
    pub fn is_explicit(self) -> bool {
        self != Tagging::Implicit
    }
}

/// What a type is.
#[derive(Debug, Clone)]
pub enum Kind {
    /// A type reference.
    Reference(TypeId),
    /// A prefixed type (X.680 31). Whether the tag is explicit is decided:
    /// tag default, and 31.2.7 (CHOICE, open types and dummy references).
    Tagged {
        /// The tag.
        tag: Tag,
        /// What becomes of the inner one.
        tagging: Tagging,
        /// What is tagged.
        inner: TypeId,
    },
    /// A constrained type (X.680 49). Serial constraints nest, the last outermost.
    Constrained {
        /// What is constrained.
        inner: TypeId,
        /// By what.
        constraint: Box<Constraint>,
    },
    /// BOOLEAN.
    Boolean,
    /// INTEGER with its named numbers.
    Integer(Vec<(String, BigInt)>),
    /// ENUMERATED; every item has its number (X.680 20.3).
    Enumerated(Enumerated),
    /// BIT STRING with its named bits.
    BitString(Vec<(String, u32)>),
    /// OCTET STRING.
    OctetString,
    /// NULL.
    Null,
    /// OBJECT IDENTIFIER.
    Oid,
    /// RELATIVE-OID.
    RelativeOid,
    /// OID-IRI.
    OidIri,
    /// RELATIVE-OID-IRI.
    RelativeOidIri,
    /// REAL.
    Real,
    /// A character string type or ObjectDescriptor.
    String(StringKind),
    /// A time type.
    Time(TimeKind),
    /// SEQUENCE.
    Sequence(Members),
    /// SET.
    Set(Members),
    /// SEQUENCE OF.
    SequenceOf(Element),
    /// SET OF.
    SetOf(Element),
    /// CHOICE. Presence of alternatives is always [`Presence::Required`], `root2` is empty.
    Choice(Members),
    /// An open type: a type field of a class (X.681 14).
    Open(Open),
    /// ANY, with the component that DEFINED BY names (X.208).
    Any(Option<String>),
    /// EXTERNAL; holds its associated type (X.680 37.5).
    External(TypeId),
    /// EMBEDDED PDV; holds its associated type (X.680 36.5).
    EmbeddedPdv(TypeId),
    /// CHARACTER STRING; holds its associated type (X.680 44.5).
    CharacterString(TypeId),
}

impl Kind {
    /// The next link of the chain; `None` at its end.
    pub fn inner(&self) -> Option<TypeId> {
        match self {
            Kind::Reference(inner) | Kind::Tagged { inner, .. } | Kind::Constrained { inner, .. } => {
                Some(*inner)
            }
            _ => None,
        }
    }

    /// Calls `visit` with every type that values of this one hold; what an open type
    /// may hold is not followed.
    pub fn each_part(&self, visit: &mut dyn FnMut(TypeId)) {
        match self {
            Kind::Reference(part)
            | Kind::Tagged { inner: part, .. }
            | Kind::Constrained { inner: part, .. }
            | Kind::SequenceOf(Element { ty: part, .. })
            | Kind::SetOf(Element { ty: part, .. })
            | Kind::External(part)
            | Kind::EmbeddedPdv(part)
            | Kind::CharacterString(part) => visit(*part),
            Kind::Sequence(members) | Kind::Set(members) | Kind::Choice(members) => {
                members.all().for_each(|component| visit(component.ty));
            }
            _ => {}
        }
    }
}

/// A tag (X.680 8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tag {
    /// Its class; the order is that of X.680 8.6.
    pub class: TagClass,
    /// Its number.
    pub number: u32,
}

/// The class of a tag, in canonical order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum TagClass {
    Universal,
    Application,
    Context,
    Private,
}

impl std::fmt::Display for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.class {
            TagClass::Universal => write!(f, "[UNIVERSAL {}]", self.number),
            TagClass::Application => write!(f, "[APPLICATION {}]", self.number),
            TagClass::Context => write!(f, "[{}]", self.number),
            TagClass::Private => write!(f, "[PRIVATE {}]", self.number),
        }
    }
}

/// The items of an ENUMERATED.
#[derive(Debug, Clone, Default)]
pub struct Enumerated {
    /// Items of the root, in source order.
    pub root: Vec<(String, BigInt)>,
    /// Additions in source order; `None` without an extension marker.
    pub additions: Option<Vec<(String, BigInt)>>,
}

/// Character string types (X.680 41, 48).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum StringKind {
    Utf8,
    Numeric,
    Printable,
    /// TeletexString, T61String.
    Teletex,
    Videotex,
    Ia5,
    Graphic,
    /// VisibleString, ISO646String.
    Visible,
    General,
    Universal,
    Bmp,
    ObjectDescriptor,
}

/// Time types (X.680 38, 46, 47).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum TimeKind {
    Utc,
    Generalized,
    Time,
    Date,
    TimeOfDay,
    DateTime,
    Duration,
}

/// The element of a SEQUENCE OF or SET OF.
#[derive(Debug, Clone)]
pub struct Element {
    /// Its type.
    pub ty: TypeId,
    /// Its identifier, where one was written.
    pub name: Option<String>,
}

/// Components of a SEQUENCE or SET, alternatives of a CHOICE. COMPONENTS OF is
/// expanded, automatic tags are applied.
#[derive(Debug, Clone, Default)]
pub struct Members {
    /// Before the extension marker.
    pub root: Vec<Component>,
    /// What stands at the extension insertion point; `None` without a marker.
    pub additions: Option<Vec<Addition>>,
    /// After the second marker.
    pub root2: Vec<Component>,
}

impl Members {
    /// All components in source order, those of addition groups included.
    pub fn all(&self) -> impl Iterator<Item = &Component> {
        let additions = self.additions.iter().flatten().flat_map(|a| match a {
            Addition::Component(c) => std::slice::from_ref(c).iter(),
            Addition::Group(g) => g.components.iter(),
        });
        self.root.iter().chain(additions).chain(&self.root2)
    }
}

/// What stands at the extension insertion point.
#[derive(Debug, Clone)]
pub enum Addition {
    /// A component or alternative by itself.
    Component(Component),
    /// `[[ ... ]]`.
    Group(Group),
}

/// An extension addition group.
#[derive(Debug, Clone)]
pub struct Group {
    /// Its version number, where one was written.
    pub version: Option<u32>,
    /// Its components.
    pub components: Vec<Component>,
    /// Where it was written.
    pub span: Span,
}

/// A component of a SEQUENCE or SET, or an alternative of a CHOICE.
#[derive(Debug, Clone)]
pub struct Component {
    /// Its identifier.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Whether it may be left out.
    pub presence: Presence,
    /// Where it was written.
    pub span: Span,
    /// The comment that belongs to it.
    pub doc: Option<String>,
}

/// Whether a component may be left out.
#[derive(Debug, Clone)]
pub enum Presence {
    /// Always there.
    Required,
    /// OPTIONAL.
    Optional,
    /// DEFAULT.
    Default(Value),
}

/// An open type.
#[derive(Debug, Clone)]
pub struct Open {
    /// The class that it is a field of.
    pub class: ClassId,
    /// The field, with its ampersand; a path through object fields is written
    /// `&equality-match.&AssertionType`, from `class` on.
    pub field: String,
    /// The object set of its table constraint, and how a row of it is found.
    pub relation: Option<Relation>,
}

/// A table constraint on an open type (X.682 10).
#[derive(Debug, Clone)]
pub struct Relation {
    /// The object set.
    pub set: ObjectSetId,
    /// Component values that choose the row; empty for a simple table
    /// constraint, which says what is allowed but not what is there.
    pub keys: Vec<Key>,
}
