//! State of types besides the model itself.

use std::collections::{HashMap, HashSet};

use wireglot_model::TypeId;
use wireglot_text::Span;

use crate::ids::{IdMap, IdSet};
use crate::resolve::scope::Instance;

/// State of types.
#[derive(Default)]
pub struct Types {
    /// The slot of each named type.
    pub instances: IdMap<Instance, TypeId>,
    /// Named types whose definition has not been read yet.
    pub pending: IdMap<TypeId, Instance>,
    /// The places of components without a name.
    pub unnamed: HashSet<Span>,
    /// SEQUENCE, SET, CHOICE and ENUMERATED types whose members are being created.
    pub busy: IdSet<TypeId>,
    /// Types that cannot be used; already reported.
    pub poison: IdSet<TypeId>,
    /// The ends of chains that have been followed.
    pub bases: IdMap<TypeId, TypeId>,
    /// Prefixed types: whether IMPLICIT is written or follows from the module.
    pub implicit: Vec<(TypeId, Implicit)>,
    /// SEQUENCE, SET and CHOICE types that were tagged automatically.
    pub automatic: IdSet<TypeId>,
    /// The first tag of those that are not, although their module has AUTOMATIC TAGS.
    pub tagged_by_hand: IdMap<TypeId, Span>,
    /// Types substituted for a dummy reference.
    pub dummies: IdSet<TypeId>,
    pub plain: HashMap<Plain, TypeId>,
}

/// Why a tag is implicit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Implicit {
    /// IMPLICIT is written: not allowed before a CHOICE or an open type.
    Written,
    /// The module's tag default: explicit before a CHOICE or an open type.
    Default,
}

/// Types that are needed without being written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Plain {
    Integer,
    Oid,
    Null,
}
