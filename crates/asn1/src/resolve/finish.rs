//! Steps that need the whole model: cycles, explicit tags, defaults in their places, source order.

use std::cell::{Cell, RefCell};

use wireglot_model::{Addition, Component, Kind, Model, Presence, Tagging, TypeId, Value};
use wireglot_text::Span;

use super::state::types::Implicit;
use super::Resolver;
use crate::faults::LegalKind;
use crate::legal;

impl Resolver<'_> {
    pub(super) fn finish(&mut self) {
        self.types.bases.clear();
        self.circles();
        self.containment();
        self.model.close_chains();
        self.explicit_tags();
        self.prefixes();
        self.put_defaults();
        self.unused_absent_imports();
        for module in &mut self.model.modules {
            let types = &self.model.types;
            module.types.sort_by_key(|id| (types[id.index()].span.lo, *id));
        }
        let identifiers = std::mem::take(&mut self.values.identifiers);
        let tables = &self.names.tables;
        let source = |span: Span| {
            let tokens = tables.iter().map(|table| table.tokens).find(|tokens| tokens.file() == span.file);
            tokens.map(|tokens| span.text_in(tokens.text()).to_owned())
        };
        let subject = legal::Subject {
            model: &self.model,
            poison: &self.types.poison,
            tagged_by_hand: &self.types.tagged_by_hand,
            values: &self.values.read,
            source: &source,
            steps: Cell::new(legal::STEPS),
            identifiers: RefCell::new(identifiers),
        };
        let clashing = legal::check(&subject, &mut self.faults);
        self.model.unsound = self.types.poison.iter().copied().chain(clashing).collect();
    }

    /// Walks to the end of every chain, which reports cycles.
    fn circles(&mut self) {
        for index in 0..self.model.types.len() {
            let id = TypeId(index as u32);
            if self.base(id).is_none() {
                self.types.poison.insert(id);
            }
        }
    }

    /// X.680 31.2.7: a tag before a CHOICE or an open type without a tag of its own is explicit.
    fn explicit_tags(&mut self) {
        for (id, implicit) in std::mem::take(&mut self.types.implicit) {
            if self.types.poison.contains(&id) || !self.is_untagged(id) {
                continue;
            }
            let span = self.model.ty(id).span;
            if implicit == Implicit::Written {
                self.fault(span, LegalKind::ImplicitChoice);
            }
            if let Some(Kind::Tagged { tagging, .. }) =
                self.model.types.get_mut(id.index()).map(|ty| &mut ty.kind)
            {
                *tagging = Tagging::Explicit;
            }
        }
    }

    /// Whether the inner type of a prefixed type has no tag that could be replaced.
    fn is_untagged(&self, id: TypeId) -> bool {
        let mut at = self.model.ty(id).kind.inner();
        while let Some(id) = at.map(|id| self.model.past_references(id).0) {
            match &self.model.ty(id).kind {
                Kind::Tagged { .. } => return false,
                Kind::Choice(_) | Kind::Open(_) | Kind::Any(_) => return true,
                kind => at = kind.inner(),
            }
        }
        false
    }

    /// Replaces the placeholders for default values.
    fn put_defaults(&mut self) {
        let defaults = std::mem::take(&mut self.values.defaults);
        let put = |component: &mut Component| {
            if let Presence::Default(Value::Integer(number)) = &component.presence {
                let index = number.to_u64().and_then(|n| usize::try_from(n).ok());
                let value = index.and_then(|i| defaults.get(i)).cloned().flatten();
                component.presence = Presence::Default(value.unwrap_or(Value::Null));
            }
        };
        for ty in &mut self.model.types {
            let (Kind::Sequence(members) | Kind::Set(members)) = &mut ty.kind else { continue };
            let additions = members.additions.iter_mut().flatten().flat_map(|addition| match addition {
                Addition::Component(component) => std::slice::from_mut(component).iter_mut(),
                Addition::Group(group) => group.components.iter_mut(),
            });
            members.root.iter_mut().chain(additions).chain(&mut members.root2).for_each(put);
        }
    }
}

/// A value as shown in messages and names.
pub(super) fn show_value(value: &Value) -> String {
    Model::default().show_value(value)
}
