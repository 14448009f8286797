//! The names that the type of a part of a value goes by.

use wireglot_plan::ShapeId;

use crate::specification::Specification;

impl Specification {
    /// The type references that a type is written with, its own and those that it is defined by:
    /// `IMSI`, `TBCD-STRING` of `imsi IMSI` where `IMSI ::= TBCD-STRING (SIZE (8))`.
    pub fn references(&self, shape: ShapeId) -> Vec<&str> {
        let model = &self.made().model;
        let mut at = self.shape().origins.types.get(shape.index()).copied();
        let mut found = Vec::new();
        // Definitions that go round are refused; whoever uses a specification in part meets none.
        for _ in 0..model.types.len() {
            let Some(id) = at else { break };
            let ty = model.ty(id);
            found.extend(ty.name.as_ref().map(|name| name.reference.as_str()));
            at = ty.kind.inner();
        }
        found
    }

    /// The type references that there are.
    pub fn all_references(&self) -> impl Iterator<Item = &str> {
        let names = self.made().model.types.iter().filter_map(|ty| ty.name.as_ref());
        names.map(|name| name.reference.as_str())
    }
}
