//! Types: chains of tags, constraints and references that end with a kind.

use wireglot_bigint::BigInt;
use wireglot_text::Span;

use crate::{ClassId, Constraint, Key, ModuleId, ObjectSetId, TypeId, Value};

/// One link of a chain.
#[derive(Debug, Clone)]
pub struct Type {
    /// Its kind.
    pub kind: Kind,
    /// The name, if this is the first link of an assignment or an instance.
    pub name: Option<Name>,
    /// The module that contains it.
    pub module: ModuleId,
    /// Its source location.
    pub span: Span,
    /// The comment directly before the assignment, without comment marks.
    pub doc: Option<String>,
}

/// The name of a type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    /// The type reference.
    pub reference: String,
    /// For an instance of a parameterized type, the names of its actual parameters, e.g.
    /// `{S1SetupRequestIEs}`; otherwise empty. Instances may have the same name if they differ only in
    /// unnamed parameters.
    pub arguments: String,
}

/// The relation of a tag to the inner one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tagging {
    /// It replaces the inner tag.
    Implicit,
    /// It precedes the inner tag.
    Explicit,
    /// It precedes the inner tag only because a dummy reference is tagged (X.680 31.2.7 c). Some encoders
    /// replace the inner tag here too.
    BeforeDummy,
}

impl Tagging {
    /// Whether the tag precedes the inner one.
    pub fn is_explicit(self) -> bool {
        self != Tagging::Implicit
    }
}

/// The kind of a type.
#[derive(Debug, Clone)]
pub enum Kind {
    /// A type reference.
    Reference(TypeId),
    /// A prefixed type (X.680 31). Whether the tag is explicit has been determined from the tag default and
    /// 31.2.7 (CHOICE, open types and dummy references).
    Tagged {
        /// The tag.
        tag: Tag,
        /// Its relation to the inner tag.
        tagging: Tagging,
        /// The tagged type.
        inner: TypeId,
    },
    /// A constrained type (X.680 49). Serial constraints nest, with the last one outermost.
    Constrained {
        /// The parent type.
        inner: TypeId,
        /// The constraint.
        constraint: Box<Constraint>,
    },
    /// BOOLEAN.
    Boolean,
    /// INTEGER with its named numbers.
    Integer(Vec<(String, BigInt)>),
    /// ENUMERATED; all items have their numbers (X.680 20.3).
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
    /// CHOICE. The presence of alternatives is always [`Presence::Required`]; `root2` is empty.
    Choice(Members),
    /// An open type: a type field of a class (X.681 14).
    Open(Open),
    /// ANY, with the component named by DEFINED BY (X.208).
    Any(Option<String>),
    /// EXTERNAL, with its associated type (X.680 37.5).
    External(TypeId),
    /// EMBEDDED PDV, with its associated type (X.680 36.5).
    EmbeddedPdv(TypeId),
    /// CHARACTER STRING, with its associated type (X.680 44.5).
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

    /// Calls `visit` with every type contained in values of this one, except the types in open types.
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
    /// Its class; ordered as in X.680 8.6.
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
    /// Additions in source order; `None` if there is no extension marker.
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
    /// Its identifier, if one was written.
    pub name: Option<String>,
}

/// The components of a SEQUENCE or SET, or the alternatives of a CHOICE. COMPONENTS OF is expanded, and
/// automatic tags are applied.
#[derive(Debug, Clone, Default)]
pub struct Members {
    /// Before the extension marker.
    pub root: Vec<Component>,
    /// What is at the extension insertion point; `None` if there is no marker.
    pub additions: Option<Vec<Addition>>,
    /// After the second marker.
    pub root2: Vec<Component>,
}

impl Members {
    /// All components in source order, including those of addition groups.
    pub fn all(&self) -> impl Iterator<Item = &Component> {
        let additions = self.additions.iter().flatten().flat_map(|a| match a {
            Addition::Component(c) => std::slice::from_ref(c).iter(),
            Addition::Group(g) => g.components.iter(),
        });
        self.root.iter().chain(additions).chain(&self.root2)
    }
}

/// An item at the extension insertion point.
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
    /// Its version number, if one was written.
    pub version: Option<u32>,
    /// Its components.
    pub components: Vec<Component>,
    /// Its source location.
    pub span: Span,
}

/// A component of a SEQUENCE or SET, or an alternative of a CHOICE.
#[derive(Debug, Clone)]
pub struct Component {
    /// Its identifier.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Whether it may be absent.
    pub presence: Presence,
    /// Its source location.
    pub span: Span,
    /// The comment that belongs to it.
    pub doc: Option<String>,
}

/// Whether a component may be absent.
#[derive(Debug, Clone)]
pub enum Presence {
    /// Always present.
    Required,
    /// OPTIONAL.
    Optional,
    /// DEFAULT.
    Default(Value),
}

/// An open type.
#[derive(Debug, Clone)]
pub struct Open {
    /// The class that the field belongs to.
    pub class: ClassId,
    /// The field, including the ampersand; a path through object fields is written
    /// `&equality-match.&AssertionType`, starting at `class`.
    pub field: String,
    /// The object set of its table constraint, and the keys of a row.
    pub relation: Option<Relation>,
}

/// A table constraint on an open type (X.682 10).
#[derive(Debug, Clone)]
pub struct Relation {
    /// The object set.
    pub set: ObjectSetId,
    /// The component values that select the row; empty for a simple table constraint, which says what is
    /// allowed but not what is present.
    pub keys: Vec<Key>,
}
