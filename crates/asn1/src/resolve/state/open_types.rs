//! Types derived from fields of classes, and their table constraints.

use wireglot_model::{ClassId, ObjectSetId, TypeId};

use crate::ids::IdMap;

/// State of types derived from fields of classes.
#[derive(Default)]
pub struct OpenTypes {
    /// The class and field that a type was taken from.
    pub field_of: IdMap<TypeId, (ClassId, String)>,
    /// INSTANCE OF types by their SEQUENCE.
    pub instances_of: IdMap<TypeId, InstanceOf>,
    /// Types with a table constraint, and its object set once read.
    pub tables: IdMap<TypeId, Option<ObjectSetId>>,
}

/// The slots of an INSTANCE OF to which a table constraint applies.
#[derive(Clone, Copy)]
pub struct InstanceOf {
    pub class: ClassId,
    pub id: TypeId,
    pub value: TypeId,
    pub sequence: TypeId,
}
