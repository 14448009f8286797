//! Types from the fields of classes, and their table constraints.

use wireglot_model::{ClassId, ObjectSetId, TypeId};

use crate::ids::IdMap;

/// What is known of types that come from fields of classes.
#[derive(Default)]
pub struct OpenTypes {
    /// Which field of which class a type was taken from.
    pub field_of: IdMap<TypeId, (ClassId, String)>,
    /// INSTANCE OF types by their SEQUENCE.
    pub instances_of: IdMap<TypeId, InstanceOf>,
    /// Types with a table constraint, and its object set once read.
    pub tables: IdMap<TypeId, Option<ObjectSetId>>,
}

/// The slots of an INSTANCE OF that a table constraint speaks about.
#[derive(Clone, Copy)]
pub struct InstanceOf {
    pub class: ClassId,
    pub id: TypeId,
    pub value: TypeId,
    pub sequence: TypeId,
}
