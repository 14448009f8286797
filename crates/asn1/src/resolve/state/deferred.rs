//! Work that waits until the structure that it speaks about stands.

use std::collections::VecDeque;

use wireglot_model::{ClassId, ObjectId, ObjectSetId, TypeId};

use crate::resolve::scope::{Instance, Scope};
use crate::tree;

/// The queues, in the order in which they are taken.
#[derive(Default)]
pub struct Queues<'t> {
    /// Types whose slots are to be filled: a pile, the last one first.
    pub types: Vec<TypeId>,
    pub deferred: VecDeque<Deferred<'t>>,
    /// Value assignments: what they say may depend on the constraints of their types.
    pub values: VecDeque<Instance>,
}

/// A piece of work that waits.
pub enum Deferred<'t> {
    /// Reads the constraint of a constrained type.
    Constraint { ty: TypeId, constraint: &'t tree::Constraint, scope: Scope },
    /// Reads the set of a value set assignment.
    ValueSet { ty: TypeId, body: &'t tree::Braced, scope: Scope },
    /// Reads a value set that is a parameter or a setting.
    Elements { ty: TypeId, set: &'t tree::ElementSetSpecs, scope: Scope },
    /// Takes a value set from the objects of a set: `Set.&field`.
    FieldValues { ty: TypeId, set: ObjectSetId, path: &'t [tree::Name] },
    /// Reads the default value of a component.
    Default { number: usize, ty: TypeId, value: &'t tree::Value, scope: Scope },
    /// Reads what a field of a class is set to by default.
    FieldDefault { class: ClassId, field: usize },
    /// Reads a value assignment.
    Value(Instance),
    /// Makes sure that an object has been read.
    Object(ObjectId),
    /// Makes sure that an object set has been read.
    ObjectSet(ObjectSetId),
}
