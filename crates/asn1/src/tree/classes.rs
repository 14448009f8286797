//! Information object classes: X.681 9 to 11.

use wireglot_text::Span;

use super::{Braced, Name, Syntax, Type, Value};

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
    /// The whole span.
    pub span: Span,
    /// Without the `&`.
    pub name: Name,
    /// What follows the name.
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

/// Whether a field may be omitted.
#[derive(Clone, Debug)]
pub enum FieldPresence {
    /// Nothing written.
    Mandatory,
    /// OPTIONAL, and where it is written.
    Optional(Span),
    /// DEFAULT, and where it is written.
    Default(Setting, Span),
}

/// Setting, X.681 11.7: the setting of a field, parsed according to the field's form.
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
    /// Its position.
    pub fn span(&self) -> Span {
        match self {
            Setting::Type(ty) => ty.span,
            Setting::Value(value) => value.span,
            Setting::Set(set) => set.span,
        }
    }
}
