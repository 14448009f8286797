//! The context of a piece of text: its module, its actual parameters, the types around it.

use std::rc::Rc;

use wireglot_model::{ModuleId, TypeId};

/// Identifies a definition: an assignment of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct DefinitionId(pub u32);

/// Identifies a list of actual parameters; [`GROUND`] is the empty one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct ArgumentsId(pub u32);

/// No parameters.
pub(super) const GROUND: ArgumentsId = ArgumentsId(0);

/// A definition with its actual parameters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Instance {
    pub definition: DefinitionId,
    pub arguments: ArgumentsId,
}

/// The context of a piece of text.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// The module of the text, which determines its tag default and names.
    pub module: ModuleId,
    /// The actual parameters for its dummy references.
    pub arguments: ArgumentsId,
    /// The enclosing types, innermost first; for `@` notation.
    pub enclosing: Option<Rc<Enclosing>>,
}

/// A type that textually encloses another.
#[derive(Debug)]
pub(super) struct Enclosing {
    /// The SEQUENCE, SET, CHOICE, SEQUENCE OF or SET OF.
    pub ty: TypeId,
    /// SEQUENCE OF and SET OF have no components, so `@` notation does not count them.
    pub list: bool,
    /// An actual parameter begins here: the number of levels above it depends on where the definition uses
    /// the parameter.
    pub parameter: bool,
    /// The next one out.
    pub outer: Option<Rc<Enclosing>>,
}

impl Scope {
    /// The same context, one type further in.
    pub(super) fn inside(&self, ty: TypeId, list: bool) -> Scope {
        let outer = self.enclosing.clone();
        Scope { enclosing: Some(Rc::new(Enclosing { ty, list, parameter: false, outer })), ..*self }
    }

    /// The same context, in an actual parameter.
    pub(super) fn in_parameter(&self) -> Scope {
        let outer = self.enclosing.clone();
        let Some(around) = &outer else { return self.clone() };
        let enclosing = Enclosing { ty: around.ty, list: true, parameter: true, outer };
        Scope { enclosing: Some(Rc::new(enclosing)), ..*self }
    }
}
