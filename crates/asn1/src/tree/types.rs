//! Types and tags: X.680 17 to 31 and 41 to 48.

use wireglot_model::Instruction;
use wireglot_text::Span;

use super::{Components, Constraint, Exception, Name, Reference, Value};

/// Type, X.680 17, with its tags and serial constraints.
#[derive(Clone, Debug)]
pub struct Type {
    /// Including tags and constraints.
    pub span: Span,
    /// Outermost first.
    pub tags: Vec<Tag>,
    /// The type itself.
    pub kind: TypeKind,
    /// Serial constraints, X.680 49.6, in order; the one in `SEQUENCE (..) OF` belongs to the list.
    pub constraints: Vec<Constraint>,
}

/// Tag, X.680 31.2.
#[derive(Clone, Debug)]
pub struct Tag {
    /// From `[` to `]`, or to IMPLICIT or EXPLICIT.
    pub span: Span,
    /// EncodingReference, as in `[XER:ATTRIBUTE]`. Without an `instruction`, a warning has been reported and
    /// it is ignored.
    pub encoding_reference: Option<Name>,
    /// The instruction in the prefix, if it is a supported JER instruction.
    pub instruction: Option<Instruction>,
    /// The class.
    pub class: TagClass,
    /// A number or a reference.
    pub number: Value,
    /// IMPLICIT or EXPLICIT, where written.
    pub mode: Option<TagMode>,
}

/// Class of a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TagClass {
    /// UNIVERSAL.
    Universal,
    /// APPLICATION.
    Application,
    /// Nothing written.
    Context,
    /// PRIVATE.
    Private,
}

/// IMPLICIT or EXPLICIT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TagMode {
    /// IMPLICIT.
    Implicit,
    /// EXPLICIT.
    Explicit,
}

/// The kind of a type.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// BOOLEAN.
    Boolean,
    /// INTEGER, possibly with named numbers.
    Integer(Vec<NamedNumber>),
    /// ENUMERATED.
    Enumerated(Vec<EnumerationItem>),
    /// REAL.
    Real,
    /// BIT STRING, possibly with named bits.
    BitString(Vec<NamedNumber>),
    /// OCTET STRING.
    OctetString,
    /// NULL.
    Null,
    /// SEQUENCE {..}.
    Sequence(Components),
    /// SET {..}.
    Set(Components),
    /// SEQUENCE OF.
    SequenceOf(Box<Element>),
    /// SET OF.
    SetOf(Box<Element>),
    /// CHOICE {..}: alternatives are components without OPTIONAL or DEFAULT.
    Choice(Components),
    /// `alternative < Type`, X.680 30.
    Selection(Name, Box<Type>),
    /// OBJECT IDENTIFIER.
    ObjectIdentifier,
    /// RELATIVE-OID.
    RelativeOid,
    /// OID-IRI.
    OidIri,
    /// RELATIVE-OID-IRI.
    RelativeOidIri,
    /// EXTERNAL.
    External,
    /// EMBEDDED PDV.
    EmbeddedPdv,
    /// CHARACTER STRING.
    CharacterString,
    /// One of the restricted character string types, X.680 41.
    Restricted(StringKind),
    /// One of the useful and time types.
    Time(TimeKind),
    /// ObjectDescriptor, X.680 48.
    ObjectDescriptor,
    /// INSTANCE OF, X.681 annex C, with the class.
    InstanceOf(Reference),
    /// ANY and ANY DEFINED BY (X.208), with the defining name.
    Any(Option<Name>),
    /// A reference to a type or class, possibly with actual parameters.
    Reference(Reference),
    /// ObjectClassFieldType, TypeFromObject or ValueSetFromObjects: what precedes the first `.&`, and the
    /// path.
    Field(Reference, Vec<Name>),
    /// `CLASS.field`, where only `CLASS.&field` is a type: what precedes the full stop, and the one name.
    BareField(Reference, Vec<Name>),
    /// Could not be parsed; already reported.
    Error,
}

/// Restricted character string types, X.680 table 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum StringKind {
    Bmp,
    General,
    Graphic,
    Ia5,
    /// ISO646String: another name of VisibleString, kept separate to preserve the name.
    Iso646,
    Numeric,
    Printable,
    Teletex,
    /// T61String: another name of TeletexString.
    T61,
    Universal,
    Utf8,
    Videotex,
    Visible,
}

/// Time types, X.680 38, 46 and 47.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum TimeKind {
    UtcTime,
    GeneralizedTime,
    Time,
    Date,
    TimeOfDay,
    DateTime,
    Duration,
}

/// NamedNumber or NamedBit: `name(value)`.
#[derive(Clone, Debug)]
pub struct NamedNumber {
    /// The whole span.
    pub span: Span,
    /// The identifier.
    pub name: Name,
    /// A number or a reference.
    pub value: Value,
}

/// A line of an ENUMERATED, X.680 20.1.
#[derive(Clone, Debug)]
pub enum EnumerationItem {
    /// `name` or `name(value)`.
    Item(Name, Option<Value>),
    /// `...`, possibly with an exception.
    Extension(ExtensionMarker),
}

/// `...` with its exception.
#[derive(Clone, Debug)]
pub struct ExtensionMarker {
    /// The whole span.
    pub span: Span,
    /// `! ...`.
    pub exception: Option<Exception>,
}

/// The element of a SEQUENCE OF or SET OF.
#[derive(Clone, Debug)]
pub struct Element {
    /// The identifier of `SEQUENCE OF name Type`.
    pub name: Option<Name>,
    /// The type.
    pub ty: Type,
}
