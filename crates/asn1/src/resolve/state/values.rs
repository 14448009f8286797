//! Values that have been read.

use std::collections::HashMap;
use std::rc::Rc;

use wireglot_model::{TypeId, Value};

use crate::identifiers::Identifiers;
use crate::ids::IdMap;
use crate::legal::ReadValue;
use crate::resolve::scope::Instance;

/// State of values.
#[derive(Default)]
pub struct Values {
    /// The progress of each value assignment.
    pub instances: IdMap<Instance, ValueState>,
    /// Default values by their placeholder numbers.
    pub defaults: Vec<Option<Value>>,
    /// Values that have been read, to be checked against the constraints of their types.
    pub read: Vec<ReadValue>,
    /// The components of SEQUENCE and SET types that have values.
    pub member_tables: IdMap<TypeId, Rc<MemberTable>>,
    /// The identifiers of ENUMERATED and CHOICE types that have values.
    pub identifiers: Identifiers,
}

/// The progress of a value assignment.
#[derive(Clone)]
pub enum ValueState {
    Busy,
    Done(TypeId, Value),
    Poison,
}

/// The components that a value of a SEQUENCE or SET may have.
pub struct MemberTable {
    /// Components by name: index and type.
    pub places: HashMap<String, (usize, TypeId)>,
    /// The mandatory components.
    pub required: Vec<String>,
}
