//! Classes, objects and object sets.

use wireglot_model::{ClassId, ObjectId, ObjectSetId};

use crate::ids::{IdMap, IdSet};
use crate::resolve::scope::{Instance, Scope};
use crate::tree::{self, Braced, ElementSetSpecs};

/// What is known of classes, objects and object sets beside the model itself.
#[derive(Default)]
pub struct Objects<'t> {
    pub classes: IdMap<Instance, ClassId>,
    /// By [`ClassId`].
    pub class_trees: Vec<ClassTree<'t>>,
    /// `None` is poison.
    pub instances: IdMap<Instance, Option<ObjectId>>,
    /// By [`ObjectId`].
    pub infos: Vec<ObjectInfo<'t>>,
    pub sets: IdMap<Instance, ObjectSetId>,
    /// By [`ObjectSetId`].
    pub set_states: Vec<SetState<'t>>,
    /// Objects that were reported.
    pub faulty: IdSet<Instance>,
}

/// The text of a class, for its syntax and its defaults.
pub struct ClassTree<'t> {
    pub tree: &'t tree::Class,
    pub scope: Scope,
}

/// How far an object has come.
pub enum ObjectInfo<'t> {
    Waiting(&'t Braced, Scope),
    Busy,
    Done,
    /// Not sound: the user has been told.
    Poison,
}

/// How far an object set has come.
pub enum SetState<'t> {
    Waiting(&'t ElementSetSpecs, Scope),
    WaitingBraced(&'t Braced, Scope),
    Busy,
    Done,
}
