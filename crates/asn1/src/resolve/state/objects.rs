//! Classes, objects and object sets.

use std::collections::BTreeMap;
use std::rc::Rc;

use wireglot_model::{ClassId, ObjectId, ObjectSetId, Setting};

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
    pub fields: Rc<ClassFields>,
}

/// The fields of a class by what they mean for its objects. Of two with the same name, only the first counts.
#[derive(Default)]
pub struct ClassFields {
    /// The place of each field in the text.
    pub written: Vec<usize>,
    /// The places of those that every object must set.
    pub mandatory: Vec<usize>,
    /// The places of those that have a DEFAULT.
    pub defaults: Vec<usize>,
    /// The names of those that are UNIQUE.
    pub unique: Vec<String>,
}

/// The settings of an object by the places of their fields.
pub type Settings = BTreeMap<usize, Setting>;

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
