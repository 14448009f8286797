//! Information object classes, objects and object sets (X.681).

use wireglot_text::Span;

use crate::{ClassId, ModuleId, ObjectId, ObjectSetId, Set, TypeId, Value};

/// An information object class.
#[derive(Debug, Clone)]
pub struct Class {
    /// Its reference; empty for one written in place.
    pub name: String,
    /// Its module.
    pub module: ModuleId,
    /// Its fields, in source order.
    pub fields: Vec<Field>,
    /// Where it was written.
    pub span: Span,
}

impl Class {
    /// The field of that name (with its ampersand).
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|f| f.name == name)
    }
}

/// A field of a class.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name, with its ampersand.
    pub name: String,
    /// What it holds.
    pub kind: FieldKind,
    /// UNIQUE.
    pub unique: bool,
    /// OPTIONAL, or has a default.
    pub optional: bool,
    /// What it holds where an object says nothing.
    pub default: Option<Setting>,
    /// Where it was written.
    pub span: Span,
}

/// What a field holds.
#[derive(Debug, Clone)]
pub enum FieldKind {
    /// A type.
    Type,
    /// A value of a fixed type.
    FixedValue(TypeId),
    /// A value of the type that another field holds (path of field names).
    VariableValue(Vec<String>),
    /// A value set of a fixed type.
    FixedValueSet(TypeId),
    /// A value set of the type that another field holds.
    VariableValueSet(Vec<String>),
    /// An object.
    Object(ClassId),
    /// An object set.
    ObjectSet(ClassId),
}

/// What an object puts into a field.
#[derive(Debug, Clone)]
pub enum Setting {
    /// A type.
    Type(TypeId),
    /// A value, with its type.
    Value(TypeId, Value),
    /// A value set, with its type.
    ValueSet(TypeId, Set),
    /// An object.
    Object(ObjectId),
    /// An object set.
    ObjectSet(ObjectSetId),
}

/// An information object.
#[derive(Debug, Clone)]
pub struct Object {
    /// Its reference; empty for one written in place.
    pub name: String,
    /// Its class.
    pub class: ClassId,
    /// Its settings by field name (with the ampersand); defaults are filled in.
    pub settings: Vec<(String, Setting)>,
    /// Where it was written.
    pub span: Span,
}

impl Object {
    /// What the object puts into a field.
    pub fn setting(&self, field: &str) -> Option<&Setting> {
        self.settings.iter().find(|(name, _)| name == field).map(|(_, s)| s)
    }
}

/// An information object set, flattened: references and unions followed.
#[derive(Debug, Clone)]
pub struct ObjectSet {
    /// Its reference, with actual parameters; empty for one written in place.
    pub name: String,
    /// Its class.
    pub class: ClassId,
    /// Its objects, each once, in source order, those behind the marker included.
    pub objects: Vec<ObjectId>,
    /// Whether it has an extension marker.
    pub extensible: bool,
    /// Where it was written.
    pub span: Span,
}
