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

/// ModuleDefinition, X.680 13.
#[derive(Debug)]
pub struct Module {
    /// From the name to END.
    pub span: Span,
    /// modulereference.
    pub name: Name,
    /// DefinitiveOID: the braces behind the name. Read it with `parse::oid_components`.
    pub oid: Option<Braced>,
    /// DefinitiveOIDandIRI: the quoted IRI behind the OID.
    pub iri: Option<Text>,
    /// EncodingReferenceDefault, such as `XER` of `XER INSTRUCTIONS`.
    pub encoding_reference: Option<Name>,
    /// The tagging environment; EXPLICIT where nothing is written.
    pub tag_default: TagDefault,
    /// Whether EXTENSIBILITY IMPLIED is written.
    pub extensibility_implied: bool,
    /// What other modules may import.
    pub exports: Exports,
    /// `SymbolsFromModule` lists, in order.
    pub imports: Vec<Import>,
    /// All assignments, in order.
    pub assignments: Vec<Assignment>,
    /// ENCODING-CONTROL sections: kept, and warned about.
    pub encoding_controls: Vec<EncodingControl>,
    /// Whether nothing was passed over: neither in its header and IMPORTS nor between assignments.
    pub sound: bool,
}

/// TagDefault, X.680 13.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TagDefault {
    /// EXPLICIT TAGS, or nothing.
    Explicit,
    /// IMPLICIT TAGS.
    Implicit,
    /// AUTOMATIC TAGS.
    Automatic,
}

/// EXPORTS, X.680 13.1.
#[derive(Debug)]
pub enum Exports {
    /// No EXPORTS clause, or `EXPORTS ALL;`.
    All,
    /// `EXPORTS a, B;`, perhaps none.
    Symbols(Vec<Symbol>),
}

/// A symbol of an EXPORTS or IMPORTS clause.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The reference.
    pub name: Name,
    /// Whether `{}` follows it: a parameterized reference, X.683 9.1.
    pub parameterized: bool,
}

/// SymbolsFromModule, X.680 13.1.
#[derive(Debug)]
pub struct Import {
    /// From the first symbol to the end of the module's identification.
    pub span: Span,
    /// What is imported.
    pub symbols: Vec<Symbol>,
    /// From which module.
    pub module: Name,
    /// AssignedIdentifier: a group `{...}`, or a reference to an OBJECT IDENTIFIER value.
    pub oid: Option<Value>,
    /// WITH SUCCESSORS or WITH DESCENDANTS.
    pub selection: Option<Selection>,
}

/// SelectionOption, X.680 13.1: which other versions of the module will do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// WITH SUCCESSORS.
    Successors,
    /// WITH DESCENDANTS.
    Descendants,
}

/// An ENCODING-CONTROL section (X.680 54): its reference and its raw tokens.
#[derive(Debug)]
pub struct EncodingControl {
    /// From ENCODING-CONTROL to its last token.
    pub span: Span,
    /// Such as PER or XER.
    pub reference: Name,
    /// All that follows, not read.
    pub tokens: TokenSlice,
}

/// One assignment, X.680 16 and X.683 8.
#[derive(Debug)]
pub struct Assignment {
    /// From the name to its last token.
    pub span: Span,
    /// What is defined.
    pub name: Name,
    /// Dummy references; `None` if there is no parameter list.
    pub parameters: Option<Vec<Parameter>>,
    /// What it is.
    pub kind: AssignmentKind,
    /// Whether all of it could be read, parts with a fault of their own left out. If not, the
    /// user has been told, and what it says may not be what was meant.
    pub sound: bool,
}

/// The right-hand side of an assignment.
#[derive(Debug)]
pub enum AssignmentKind {
    /// `T ::= Type`; also `C ::= OTHER-CLASS`, which reads the same.
    Type(Type),
    /// `C ::= CLASS {...} WITH SYNTAX {...}`.
    Class(Class),
    /// `v T ::= value`, or `o CLASS ::= {object}`.
    Value {
        /// The type or the class.
        governor: Type,
        /// The value or the object.
        value: Value,
    },
    /// `S T ::= {value set}`, or `S CLASS ::= {object set}`. Read the body with `parse::set`.
    Set {
        /// The type or the class.
        governor: Type,
        /// The set.
        body: Braced,
    },
    /// `X MACRO ::= BEGIN ... END` (X.208 annex A): skipped, with a warning.
    Macro,
    /// A use of a macro, such as `x OBJECT-TYPE SYNTAX ... ::= {...}` or
    /// `T ::= TEXTUAL-CONVENTION SYNTAX ...`: skipped, with a warning.
    MacroUse {
        /// The macro.
        name: Name,
        /// The value behind `::=`, if it is a value notation.
        value: Option<Value>,
    },
    /// Could not be parsed; the user has been told.
    Error,
}

/// A dummy reference with its governor, X.683 8.3.
#[derive(Debug)]
pub struct Parameter {
    /// From the governor to the name.
    pub span: Span,
    /// A type, a class, or a dummy reference; none for a parameter that is a type or a class.
    pub governor: Option<Type>,
    /// The dummy reference.
    pub name: Name,
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

/// Type, X.680 17, with its tags and serial constraints.
#[derive(Clone, Debug)]
pub struct Type {
    /// With tags and constraints.
    pub span: Span,
    /// Outermost first.
    pub tags: Vec<Tag>,
    /// The type itself.
    pub kind: TypeKind,
    /// Serial constraints, X.680 49.6, in order; the one of `SEQUENCE (..) OF` is the list's own.
    pub constraints: Vec<Constraint>,
}

/// Tag, X.680 31.2.
#[derive(Clone, Debug)]
pub struct Tag {
    /// From `[` to `]`, or to IMPLICIT or EXPLICIT.
    pub span: Span,
    /// EncodingReference, as in `[XER:ATTRIBUTE]`. Other than TAG, it is warned about and left out.
    pub encoding_reference: Option<Name>,
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

/// What type it is.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// BOOLEAN.
    Boolean,
    /// INTEGER, perhaps with named numbers.
    Integer(Vec<NamedNumber>),
    /// ENUMERATED.
    Enumerated(Vec<EnumerationItem>),
    /// REAL.
    Real,
    /// BIT STRING, perhaps with named bits.
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
    /// INSTANCE OF, X.681 annex C; the class.
    InstanceOf(Reference),
    /// ANY and ANY DEFINED BY (X.208); the name that defines.
    Any(Option<Name>),
    /// A reference to a type; perhaps with actual parameters; perhaps to a class.
    Reference(Reference),
    /// ObjectClassFieldType, TypeFromObject or ValueSetFromObjects: what stands before the first `.&`, and the path.
    Field(Reference, Vec<Name>),
    /// Could not be parsed; the user has been told.
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
    /// ISO646String: another name of VisibleString, kept apart for what it was called.
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
    /// All of it.
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
    /// `...`, perhaps with an exception.
    Extension(ExtensionMarker),
}

/// `...` with its exception.
#[derive(Clone, Debug)]
pub struct ExtensionMarker {
    /// All of it.
    pub span: Span,
    /// `! ...`.
    pub exception: Option<Exception>,
}

/// The body of a SEQUENCE, SET or CHOICE: items in the order in which they were written.
#[derive(Clone, Debug)]
pub struct Components {
    /// With the braces.
    pub span: Span,
    /// Lines and markers.
    pub items: Vec<ComponentItem>,
}

/// One line of a SEQUENCE, SET or CHOICE.
#[derive(Clone, Debug)]
pub enum ComponentItem {
    /// `name Type`, OPTIONAL, DEFAULT.
    Component(Component),
    /// COMPONENTS OF Type; the span is that of all three.
    ComponentsOf(Type, Span),
    /// `...`.
    Extension(ExtensionMarker),
    /// `[[ version: ... ]]`.
    Group(AdditionGroup),
}

impl ComponentItem {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            ComponentItem::Component(component) => component.span,
            ComponentItem::ComponentsOf(_, span) => *span,
            ComponentItem::Extension(marker) => marker.span,
            ComponentItem::Group(group) => group.span,
        }
    }
}

/// NamedType with its presence.
#[derive(Clone, Debug)]
pub struct Component {
    /// All of it.
    pub span: Span,
    /// The identifier. X.208 allowed none: then it is empty, and the user was warned.
    pub name: Name,
    /// The type.
    pub ty: Type,
    /// OPTIONAL or DEFAULT.
    pub presence: Presence,
}

/// Whether a component may be absent.
#[derive(Clone, Debug)]
pub enum Presence {
    /// Nothing written.
    Mandatory,
    /// OPTIONAL, and where it is written.
    Optional(Span),
    /// DEFAULT, and where it is written.
    Default(Value, Span),
}

/// ExtensionAdditionGroup, X.680 25.1.
#[derive(Clone, Debug)]
pub struct AdditionGroup {
    /// With the brackets.
    pub span: Span,
    /// The version number, as written.
    pub version: Option<Text>,
    /// Its lines.
    pub items: Vec<ComponentItem>,
}

/// The regions of a component list: root, additions, second root.
#[derive(Clone, Copy, Debug)]
pub struct Regions<'t> {
    /// Before the first `...`.
    pub root: &'t [ComponentItem],
    /// The first `...`; `None` if it is not extensible.
    pub marker: Option<&'t ExtensionMarker>,
    /// Between the markers, or to the end.
    pub additions: &'t [ComponentItem],
    /// Behind the second `...`. A third marker would be in it.
    pub second_root: &'t [ComponentItem],
}

impl Components {
    /// Cuts the list at its extension markers.
    pub fn regions(&self) -> Regions<'_> {
        let is_marker = |item: &ComponentItem| matches!(item, ComponentItem::Extension(_));
        let Some(first) = self.items.iter().position(is_marker) else {
            return Regions { root: &self.items, marker: None, additions: &[], second_root: &[] };
        };
        let (root, rest) = self.items.split_at(first);
        let (marker, rest) = match rest.split_first() {
            Some((ComponentItem::Extension(marker), rest)) => (Some(marker), rest),
            _ => (None, rest),
        };
        let second = rest.iter().position(is_marker).unwrap_or(rest.len());
        let (additions, rest) = rest.split_at(second);
        Regions { root, marker, additions, second_root: rest.get(1..).unwrap_or(&[]) }
    }
}

/// What a SEQUENCE OF or SET OF holds.
#[derive(Clone, Debug)]
pub struct Element {
    /// The identifier of `SEQUENCE OF name Type`.
    pub name: Option<Name>,
    /// The type.
    pub ty: Type,
}

/// A constraint in its parentheses, X.680 49.6.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// With the parentheses (or the bare `SIZE (..)` of `SEQUENCE SIZE (..) OF`).
    pub span: Span,
    /// What is said.
    pub kind: ConstraintKind,
    /// `! ...`.
    pub exception: Option<Exception>,
}

/// ConstraintSpec, X.680 49.6 and X.682 8.
#[derive(Clone, Debug)]
pub enum ConstraintKind {
    /// SubtypeConstraint.
    Subtype(Box<ElementSetSpecs>),
    /// TableConstraint: `{Set}`, and the `@` notations of a ComponentRelationConstraint.
    /// Without `@` on a type that is no class field it is the single value `{..}`.
    Table(Braced, Vec<AtNotation>),
    /// ContentsConstraint: CONTAINING Type, ENCODED BY value, or both.
    Contents(Option<Box<Type>>, Option<Box<Value>>),
    /// CONSTRAINED BY {..}.
    UserDefined(Braced),
    /// Could not be parsed; the user has been told.
    Error,
}

/// ExceptionSpec, X.680 53: `! 5`, `! reference`, `! Type : value`.
#[derive(Clone, Debug)]
pub struct Exception {
    /// With the `!`.
    pub span: Span,
    /// INTEGER where none is written.
    pub ty: Option<Box<Type>>,
    /// The value.
    pub value: Box<Value>,
}

/// AtNotation, X.682 10.7.
#[derive(Clone, Debug)]
pub struct AtNotation {
    /// With the `@`.
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
    /// All of it; for a set in braces, with the braces.
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
    /// Could not be parsed; the user has been told.
    Error,
}

/// LowerEndpoint or UpperEndpoint, X.680 51.4.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// With its `<`.
    pub span: Span,
    /// The value.
    pub bound: Bound,
    /// Whether `<` takes the value itself out of the range.
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
    /// With the braces.
    pub span: Span,
    /// Whether `...` comes first: PartialSpecification.
    pub partial: bool,
    /// The lines.
    pub items: Vec<NamedConstraint>,
}

/// NamedConstraint: identifier, value constraint, presence constraint.
#[derive(Clone, Debug)]
pub struct NamedConstraint {
    /// All of it.
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

/// A piece of literal text: digits, or the content of a string.
#[derive(Clone, Debug)]
pub struct Text {
    /// The token, with its quotes.
    pub span: Span,
    /// What it says.
    pub text: Arc<str>,
}

/// Value, X.680 17.7, or an object, X.681 11.
#[derive(Clone, Debug)]
pub struct Value {
    /// All of it.
    pub span: Span,
    /// What is written.
    pub kind: ValueKind,
}

/// What is written for a value.
#[derive(Clone, Debug)]
pub enum ValueKind {
    /// TRUE or FALSE.
    Boolean(bool),
    /// NULL.
    Null,
    /// A whole number: its sign, and its decimal digits.
    Number {
        /// Whether a `-` stands before it.
        negative: bool,
        /// Decimal digits, at least one.
        digits: Arc<str>,
    },
    /// A realnumber with a fraction or an exponent, X.680 12.9.
    Real {
        /// Whether a `-` stands before it.
        negative: bool,
        /// `digits [. [digits]] [e|E [-] digits]`.
        text: Arc<str>,
    },
    /// PLUS-INFINITY.
    PlusInfinity,
    /// MINUS-INFINITY.
    MinusInfinity,
    /// NOT-A-NUMBER.
    NotANumber,
    /// `"..."`: its characters, doubled quotes undone, ends of lines taken out (X.680 12.14).
    /// Also the simple time strings and the property settings of time types.
    CString(Arc<str>),
    /// `'0101'B`: its digits, white space taken out.
    BString(Arc<str>),
    /// `'0AF'H`: its digits, white space taken out.
    HString(Arc<str>),
    /// An identifier, a value reference or an object reference; only the governor tells them apart.
    Reference(Reference),
    /// `alternative : value`, X.680 29.8.
    Choice(Name, Box<Value>),
    /// `Type : value`: a value of an open type, X.681 14.6.
    Typed(Box<Type>, Box<Value>),
    /// CONTAINING value: contents of a BIT STRING or OCTET STRING.
    Containing(Box<Value>),
    /// ValueFromObject or ObjectFromObject, X.681 15: what stands before the first `.&`, and the path.
    Field(Reference, Vec<Name>),
    /// A group that only the governor can read.
    Braced(Braced),
    /// Could not be parsed; the user has been told.
    Error,
}

/// ObjectClassDefn, X.681 9.
#[derive(Clone, Debug)]
pub struct Class {
    /// From CLASS to the end.
    pub span: Span,
    /// Its fields, in order.
    pub fields: Vec<ClassField>,
    /// WITH SYNTAX.
    pub syntax: Option<Syntax>,
}

/// FieldSpec, X.681 9.4.
///
/// | name | governor | field |
/// | --- | --- | --- |
/// | `&Upper` | none | TypeFieldSpec |
/// | `&lower` | type | FixedTypeValueFieldSpec |
/// | `&lower` | class | ObjectFieldSpec |
/// | `&lower` | `&Field` | VariableTypeValueFieldSpec |
/// | `&Upper` | type | FixedTypeValueSetFieldSpec |
/// | `&Upper` | class | ObjectSetFieldSpec |
/// | `&Upper` | `&Field` | VariableTypeValueSetFieldSpec |
#[derive(Clone, Debug)]
pub struct ClassField {
    /// All of it.
    pub span: Span,
    /// Without the `&`.
    pub name: Name,
    /// What stands behind the name.
    pub governor: FieldGovernor,
    /// UNIQUE, and where it is written.
    pub unique: Option<Span>,
    /// OPTIONAL or DEFAULT.
    pub presence: FieldPresence,
}

/// What a field holds.
#[derive(Clone, Debug)]
pub enum FieldGovernor {
    /// Any type.
    None,
    /// A type or a class.
    Type(Type),
    /// A type named by other fields of the object: `&Type`, `&object.&Type`.
    Field(Vec<Name>),
}

/// Whether a field may be left out.
#[derive(Clone, Debug)]
pub enum FieldPresence {
    /// Nothing written.
    Mandatory,
    /// OPTIONAL, and where it is written.
    Optional(Span),
    /// DEFAULT, and where it is written.
    Default(Setting, Span),
}

/// Setting, X.681 11.7: what a field is set to, read by the form of the field's specification.
#[derive(Clone, Debug)]
pub enum Setting {
    /// For a type field.
    Type(Type),
    /// For a value or object field.
    Value(Value),
    /// For a value set or object set field.
    Set(Braced),
}

impl Setting {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Setting::Type(ty) => ty.span,
            Setting::Value(value) => value.span,
            Setting::Set(set) => set.span,
        }
    }
}

/// WITH SYNTAX, X.681 10.
#[derive(Clone, Debug)]
pub struct Syntax {
    /// With the braces.
    pub span: Span,
    /// In order.
    pub items: Vec<SyntaxItem>,
    /// Whether `items` is all there is. If not, the user has been told, and objects
    /// that do not fit are no fault of their own.
    pub sound: bool,
}

/// TokenOrGroupSpec.
#[derive(Clone, Debug)]
pub enum SyntaxItem {
    /// A word, or `,`.
    Literal(Name),
    /// A field, without the `&`.
    Field(Name),
    /// `[ ... ]`.
    Optional(Vec<SyntaxItem>, Span),
}
