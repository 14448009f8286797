//! Classes, objects and object sets.

use wireglot_model::{ClassId, ObjectId, ObjectSetId};

use crate::ids::{IdMap, IdSet};
use crate::resolve::scope::{Instance, Scope};
use crate::tree::{self, Braced, ElementSetSpecs};

/// State of classes, objects and object sets besides the model itself.
#[derive(Default)]
pub struct Objects<'t> {
    pub classes: IdMap<Instance, ClassId>,
    /// Indexed by [`ClassId`].
    pub class_trees: Vec<ClassTree<'t>>,
    /// `None` for poison.
    pub instances: IdMap<Instance, Option<ObjectId>>,
    /// Indexed by [`ObjectId`].
    pub infos: Vec<ObjectInfo<'t>>,
    pub sets: IdMap<Instance, ObjectSetId>,
    /// Indexed by [`ObjectSetId`].
    pub set_states: Vec<SetState<'t>>,
    /// Objects whose faults have been reported.
    pub faulty: IdSet<Instance>,
}

/// The text of a class, for its syntax and its defaults.
pub struct ClassTree<'t> {
    pub tree: &'t tree::Class,
    pub scope: Scope,
}

/// The progress of reading an object.
pub enum ObjectInfo<'t> {
    Waiting(&'t Braced, Scope),
    Busy,
    Done,
    /// Not sound; already reported.
    Poison,
}

/// The progress of reading an object set.
pub enum SetState<'t> {
    Waiting(&'t ElementSetSpecs, Scope),
    WaitingBraced(&'t Braced, Scope),
    Busy,
    Done,
}
