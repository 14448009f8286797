//! State for making shapes.

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use wireglot_diag::Diagnostics;
use wireglot_model::{Model, ObjectSetId, TypeId};
use wireglot_plan::{Shape, ShapeId, TableId};

use super::limits::LimitsOf;
use super::repeats::Repeats;

/// Makes the shapes, type by type.
pub(super) struct Shaper<'m> {
    pub model: &'m Model,
    pub shape: Shape,
    /// Shapes by the link where tags and references end.
    pub ids: HashMap<TypeId, ShapeId>,
    /// Reserved shapes that have not been filled in. A queue, so that a long chain of types needs no deep
    /// stack.
    pub queue: VecDeque<Pending>,
    pub limits: LimitsOf<'m>,
    pub repeats: Repeats,
    pub tables: Tables,
    /// The slots and types of the parts of types that keys lead through, by name.
    pub parts: HashMap<TypeId, HashMap<&'m str, (u32, TypeId)>>,
    /// Names in use.
    pub names: HashSet<(u32, String)>,
    /// The names of instances of parameterized types, and the number of instances with each name.
    pub instances: HashMap<TypeId, String>,
    pub namesakes: HashMap<(u32, String), u32>,
    pub faults: Diagnostics,
}

/// A type whose shape has a number but no contents.
pub(super) struct Pending {
    pub id: ShapeId,
    /// The link where tags and references end.
    pub ty: TypeId,
    pub within: Within,
}

/// The types around a type, nearest first, which `@` counts.
pub(super) type Within = Option<Rc<Enclosing>>;

pub(super) struct Enclosing {
    /// The end of the enclosing type's chain.
    pub base: TypeId,
    pub outer: Within,
}

/// Tables made so far, by object set, key fields and type field.
#[derive(Default)]
pub(super) struct Tables {
    pub known: HashMap<(ObjectSetId, Vec<String>, Option<String>), TableId>,
    /// Names from value assignments for numbers and object identifiers, by the name of their type if it has
    /// one. Made on first use.
    pub names: Option<HashMap<(Option<TypeId>, String), String>>,
}

impl<'m> Shaper<'m> {
    pub fn new(model: &'m Model) -> Shaper<'m> {
        Shaper {
            model,
            shape: Shape::default(),
            ids: HashMap::new(),
            queue: VecDeque::new(),
            limits: LimitsOf::new(model),
            repeats: Repeats::default(),
            tables: Tables::default(),
            parts: HashMap::new(),
            names: HashSet::new(),
            instances: HashMap::new(),
            namesakes: HashMap::new(),
            faults: Diagnostics::new(),
        }
    }
}
