//! COMPONENTS OF (X.680 25.4, 27.2).

use wireglot_model::{Component, Kind};

use super::scope::Scope;
use super::Resolver;
use crate::faults::{LegalKind, ResolveKind};
use crate::tree;

impl<'t> Resolver<'t> {
    /// The components that `COMPONENTS OF ty` stands for: those of both roots, without marker and additions,
    /// and without automatic tags, since the transformation precedes automatic tagging (X.680 25.8). A
    /// SEQUENCE takes them from a SEQUENCE, a SET from a SET (25.5, 27.2).
    pub(super) fn components_of(&mut self, ty: &'t tree::Type, scope: &Scope) -> Vec<Component> {
        let id = self.ty(ty, scope);
        let Some(base) = self.base(id) else { return Vec::new() };
        if self.types.busy.contains(&base) {
            self.fault(ty.span, ResolveKind::Circular(self.model.show_type(id)));
            return Vec::new();
        }
        let (Kind::Sequence(members) | Kind::Set(members)) = &self.model.ty(base).kind else {
            self.fault(ty.span, LegalKind::ComponentsOfOther);
            return Vec::new();
        };
        let count = members.root.len() + members.root2.len();
        let around = scope.enclosing.as_ref().map(|around| &self.model.ty(around.ty).kind);
        if around.is_some_and(|kind| {
            matches!(kind, Kind::Set(_)) != matches!(self.model.ty(base).kind, Kind::Set(_))
        }) {
            self.fault(ty.span, LegalKind::ComponentsOfOther);
            return Vec::new();
        }
        if !self.may_copy(count, ty.span) {
            return Vec::new();
        }
        let (Kind::Sequence(members) | Kind::Set(members)) = &self.model.ty(base).kind else {
            return Vec::new();
        };
        let mut list: Vec<Component> = members.root.iter().chain(&members.root2).cloned().collect();
        if self.types.automatic.contains(&base) {
            for component in &mut list {
                if let Kind::Tagged { inner, .. } = self.model.ty(component.ty).kind {
                    component.ty = inner;
                }
            }
        }
        list
    }
}
