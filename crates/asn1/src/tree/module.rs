//! Modules and assignments: X.680 13 and 16, X.683 8.

use wireglot_text::Span;

use super::{Braced, Class, Name, Text, Type, Value};
use crate::token::TokenSlice;

/// ModuleDefinition, X.680 13.
#[derive(Debug)]
pub struct Module {
    /// From the name to END.
    pub span: Span,
    /// modulereference.
    pub name: Name,
    /// DefinitiveOID: the braces after the name. Parse it with `parse::oid_components`.
    pub oid: Option<Braced>,
    /// DefinitiveOIDandIRI: the quoted IRI after the OID.
    pub iri: Option<Text>,
    /// EncodingReferenceDefault, such as `XER` in `XER INSTRUCTIONS`.
    pub encoding_reference: Option<Name>,
    /// The tagging environment; EXPLICIT if nothing is written.
    pub tag_default: TagDefault,
    /// Whether EXTENSIBILITY IMPLIED is written.
    pub extensibility_implied: bool,
    /// What other modules may import.
    pub exports: Exports,
    /// `SymbolsFromModule` lists, in order.
    pub imports: Vec<Import>,
    /// All assignments, in order.
    pub assignments: Vec<Assignment>,
    /// ENCODING-CONTROL sections: kept, with a warning.
    pub encoding_controls: Vec<EncodingControl>,
    /// Whether nothing was skipped, neither in its header and IMPORTS nor between assignments.
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
    /// `EXPORTS a, B;`, possibly empty.
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
    /// The module they are imported from.
    pub module: Name,
    /// AssignedIdentifier: a group `{...}`, or a reference to an OBJECT IDENTIFIER value.
    pub oid: Option<Value>,
    /// WITH SUCCESSORS or WITH DESCENDANTS.
    pub selection: Option<Selection>,
}

/// SelectionOption, X.680 13.1: which other versions of the module are acceptable.
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
    /// Everything that follows, not parsed.
    pub tokens: TokenSlice,
}

/// One assignment, X.680 16 and X.683 8.
#[derive(Debug)]
pub struct Assignment {
    /// From the name to its last token.
    pub span: Span,
    /// The name that is defined.
    pub name: Name,
    /// Dummy references; `None` if there is no parameter list.
    pub parameters: Option<Vec<Parameter>>,
    /// The right-hand side.
    pub kind: AssignmentKind,
    /// Whether all of it could be parsed, apart from parts that were reported themselves. If not, it has been
    /// reported, and the meaning may not be the intended one.
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
    /// `S T ::= {value set}`, or `S CLASS ::= {object set}`. Parse the body with `parse::set`.
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
        /// The value after `::=`, if it is a value notation.
        value: Option<Value>,
    },
    /// Could not be parsed; already reported.
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
