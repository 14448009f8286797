//! Work deferred until the structure that it refers to is complete.

use std::collections::VecDeque;

use wireglot_model::{ClassId, ObjectId, ObjectSetId, TypeId};

use crate::ids::IdMap;
use crate::resolve::scope::{Instance, Scope};
use crate::tree;

/// The queues, in the order in which they are processed.
#[derive(Default)]
pub struct Queues<'t> {
    /// Types whose slots are to be filled: a stack.
    pub types: Vec<TypeId>,
    pub deferred: VecDeque<Deferred<'t>>,
    /// Constraints that have not been read, with their scopes, by the types that they constrain.
    pub constraints: IdMap<TypeId, (&'t tree::Constraint, Scope)>,
    /// Value assignments, which may depend on the constraints of their types.
    pub values: VecDeque<Instance>,
}

/// A piece of deferred work.
pub enum Deferred<'t> {
    /// Reads the constraint of a constrained type, if that has not been done.
    Constraint(TypeId),
    /// Reads the set of a value set assignment.
    ValueSet { ty: TypeId, body: &'t tree::Braced, scope: Scope },
    /// Reads a value set that is a parameter or a setting.
    Elements { ty: TypeId, set: &'t tree::ElementSetSpecs, scope: Scope },
    /// Takes a value set from the objects of a set: `Set.&field`.
    FieldValues { ty: TypeId, set: ObjectSetId, path: &'t [tree::Name] },
    /// Reads the default value of a component.
    Default { number: usize, ty: TypeId, value: &'t tree::Value, scope: Scope },
    /// Reads the default of a field of a class.
    FieldDefault { class: ClassId, field: usize },
    /// Reads a value assignment.
    Value(Instance),
    /// Reads an object, if that has not been done.
    Object(ObjectId),
    /// Reads an object set, if that has not been done.
    ObjectSet(ObjectSetId),
}
