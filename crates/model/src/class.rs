//! Information object classes, objects and object sets (X.681).

use wireglot_text::Span;

use crate::{ByName, ClassId, ModuleId, Named, ObjectId, ObjectSetId, Set, TypeId, Value};

/// An information object class.
#[derive(Debug, Clone)]
pub struct Class {
    /// Its reference; empty if it is defined in place.
    pub name: String,
    /// Its module.
    pub module: ModuleId,
    /// Its fields, in source order.
    pub fields: ByName<Field>,
    /// Its source location.
    pub span: Span,
}

impl Class {
    /// The field with this name (including the ampersand).
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.named(name)
    }
}

/// A field of a class.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name, including the ampersand.
    pub name: String,
    /// The kind of its contents.
    pub kind: FieldKind,
    /// Whether it is UNIQUE.
    pub unique: bool,
    /// Whether it is OPTIONAL or has a default.
    pub optional: bool,
    /// Its contents in objects that do not set it.
    pub default: Option<Setting>,
    /// Its source location.
    pub span: Span,
}

impl Named for Field {
    fn name(&self) -> &str {
        &self.name
    }
}

/// The kind of a field's contents.
#[derive(Debug, Clone)]
pub enum FieldKind {
    /// A type.
    Type,
    /// A value of a fixed type.
    FixedValue(TypeId),
    /// A value of the type in another field (path of field names).
    VariableValue(Vec<String>),
    /// A value set of a fixed type.
    FixedValueSet(TypeId),
    /// A value set of the type in another field.
    VariableValueSet(Vec<String>),
    /// An object.
    Object(ClassId),
    /// An object set.
    ObjectSet(ClassId),
}

/// The contents of a field in an object.
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
    /// Its reference; empty if it is defined in place.
    pub name: String,
    /// Its class.
    pub class: ClassId,
    /// Its settings by field name (including the ampersand); defaults are filled in.
    pub settings: ByName<(String, Setting)>,
    /// Its source location.
    pub span: Span,
}

impl Object {
    /// The object's setting of a field.
    pub fn setting(&self, field: &str) -> Option<&Setting> {
        self.settings.named(field).map(|(_, setting)| setting)
    }
}

/// An information object set, flattened: references and unions are resolved.
#[derive(Debug, Clone)]
pub struct ObjectSet {
    /// Its reference, with actual parameters; empty if it is defined in place.
    pub name: String,
    /// Its class.
    pub class: ClassId,
    /// Its objects, each once, in source order, including those after the extension marker.
    pub objects: Vec<ObjectId>,
    /// Whether it has an extension marker.
    pub extensible: bool,
    /// Its source location.
    pub span: Span,
}
