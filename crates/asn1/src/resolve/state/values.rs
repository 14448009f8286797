//! Values that have been read.

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
    /// The mandatory components, and their places, of SEQUENCE and SET types that have values.
    pub required: IdMap<TypeId, Rc<[(usize, String)]>>,
    /// The identifiers of types that have been asked for one.
    pub identifiers: Identifiers,
}

/// The progress of a value assignment.
#[derive(Clone)]
pub enum ValueState {
    Busy,
    Done(TypeId, Value),
    Poison,
}
