//! What is known of the types of the model beside the model itself.

use std::collections::HashMap;

use wireglot_model::TypeId;

use crate::ids::{IdMap, IdSet};
use crate::resolve::scope::Instance;

/// What is known of types.
#[derive(Default)]
pub struct Types {
    /// The slot of each named type.
    pub instances: IdMap<Instance, TypeId>,
    /// Named types whose definition has not been looked at yet.
    pub pending: IdMap<TypeId, Instance>,
    /// SEQUENCE, SET, CHOICE and ENUMERATED types whose members are being made.
    pub busy: IdSet<TypeId>,
    /// Types that cannot be used: the user has been told.
    pub poison: IdSet<TypeId>,
    /// The ends of chains that were followed.
    pub bases: IdMap<TypeId, TypeId>,
    /// Prefixed types: whether IMPLICIT was written or follows from the module.
    pub implicit: Vec<(TypeId, Implicit)>,
    /// SEQUENCE, SET and CHOICE types that were tagged automatically.
    pub automatic: IdSet<TypeId>,
    /// Types that a dummy reference stands for.
    pub dummies: IdSet<TypeId>,
    pub plain: HashMap<Plain, TypeId>,
}

/// Why a tag is to be implicit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Implicit {
    /// IMPLICIT is written: it must not stand before a CHOICE or an open type.
    Written,
    /// The module's tag default says so: a CHOICE or an open type makes it explicit.
    Default,
}

/// Types that are needed without being written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Plain {
    Integer,
    Oid,
    Null,
}
