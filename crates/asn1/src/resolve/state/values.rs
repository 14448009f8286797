//! Values that have been read.

use std::collections::HashMap;
use std::rc::Rc;

use wireglot_model::{TypeId, Value};

use crate::ids::IdMap;
use crate::legal::ReadValue;
use crate::resolve::scope::Instance;

/// What is known of values.
#[derive(Default)]
pub struct Values {
    /// How far each value assignment has come.
    pub instances: IdMap<Instance, ValueState>,
    /// Default values by the number that stands in their place until the end.
    pub defaults: Vec<Option<Value>>,
    /// Values that have been read, to be held against the constraints of their types.
    pub read: Vec<ReadValue>,
    /// The components of SEQUENCE and SET types that values were read of.
    pub member_tables: IdMap<TypeId, Rc<MemberTable>>,
}

/// How far a value assignment has come.
#[derive(Clone)]
pub enum ValueState {
    Busy,
    Done(TypeId, Value),
    Poison,
}

/// The components that a value of a SEQUENCE or SET may give.
pub struct MemberTable {
    /// By name: position and type.
    pub places: HashMap<String, (usize, TypeId)>,
    /// What must be there.
    pub required: Vec<String>,
}
