//! Open types: their contents and the places of their keys.

use std::collections::HashMap;

use wireglot_model::{Component, Key, Kind, Open, Set, TypeId};
use wireglot_plan::{Check, KeyPath, OpenShape, ShapeId};

use super::limits::members;
use super::shaper::{Shaper, Within};
use super::strip::strip;

impl Shaper<'_> {
    /// The contents of an open type, as far as the specification determines them.
    pub(super) fn open(&mut self, id: ShapeId, ty: TypeId, open: &Open, within: &Within) -> OpenShape {
        if let Some(held) = self.type_constraint(ty) {
            return self.fixed(id, held);
        }
        match &open.relation {
            None => OpenShape::Opaque,
            Some(relation) if relation.keys.is_empty() => match self.model.only_row(open) {
                Some(held) => self.fixed(id, held),
                None => OpenShape::Opaque,
            },
            Some(relation) => {
                let keys: Option<Vec<KeyPath>> =
                    relation.keys.iter().map(|key| self.key_path(key, within)).collect();
                let Some(keys) = keys else { return OpenShape::Opaque };
                let fields: Vec<&str> = relation.keys.iter().map(|k| k.field.as_str()).collect();
                match self.table(relation.set, &fields, Some(&open.field)) {
                    Some(table) => OpenShape::Keyed { table, keys },
                    None => OpenShape::Opaque,
                }
            }
        }
    }

    fn fixed(&mut self, id: ShapeId, held: TypeId) -> OpenShape {
        // It may hold itself for ever, which has been reported.
        if self.model.unsound.contains(&held) {
            return OpenShape::Opaque;
        }
        let parent = self.owner(id);
        self.shape.origins.held.insert(id, held);
        OpenShape::Fixed(self.id(held, &None, || format!("{parent}.type")))
    }

    /// The outermost type constraint of a chain (X.680 51.6).
    fn type_constraint(&self, ty: TypeId) -> Option<TypeId> {
        let mut at = ty;
        loop {
            at = self.model.past_references(at).0;
            let kind = &self.model.ty(at).kind;
            if let Kind::Constrained { constraint, .. } = kind {
                if let Set::Type(held) = constraint.root {
                    return Some(held);
                }
            }
            at = kind.inner()?;
        }
    }

    /// Converts names to slots. The path starts as near to the open type as possible: steps from an
    /// enclosing type into the next inner one are left out.
    pub(super) fn key_path(&mut self, key: &Key, within: &Within) -> Option<KeyPath> {
        let mut around: Vec<TypeId> = Vec::new();
        let mut enclosing = within.as_ref();
        while let Some(at) = enclosing.filter(|_| around.len() < key.up as usize) {
            around.push(at.base);
            enclosing = at.outer.as_ref();
        }
        if around.len() < key.up as usize {
            return None;
        }
        let mut base = around.pop()?;
        let (mut up, mut down) = (around.len() as u32 + 1, Vec::new());
        for (step, name) in key.path.iter().enumerate() {
            let (slot, ty) = self.part_named(base, name)?;
            base = self.model.base(ty);
            let last = step + 1 == key.path.len();
            match around.last() {
                Some(inner) if down.is_empty() && *inner == base && !last => {
                    around.pop();
                    up -= 1;
                }
                _ => down.push(slot),
            }
        }
        Some(KeyPath { up, down })
    }

    /// The slot and type of a component or an alternative.
    fn part_named(&mut self, base: TypeId, name: &str) -> Option<(u32, TypeId)> {
        let model = self.model;
        let parts = self.parts.entry(base).or_insert_with(|| {
            let mut parts = HashMap::new();
            let all = members(model, base).into_iter().flat_map(|(members, _)| members.all());
            for (slot, part) in (0..).zip(all) {
                parts.entry(part.name.as_str()).or_insert((slot, part.ty));
            }
            parts
        });
        parts.get(name).copied()
    }

    /// COMPONENTS OF copies an open type to a second place, where its keys may be in other slots.
    /// It then needs its own shape.
    pub(super) fn moved_open(
        &mut self,
        id: ShapeId,
        component: &Component,
        inside: &Within,
    ) -> Option<ShapeId> {
        let (at, named) = strip(self.model, component.ty);
        let known = *self.ids.get(&at)?;
        let model = self.model;
        let Kind::Open(open) = &model.ty(model.base(at)).kind else { return None };
        let relation = open.relation.as_ref().filter(|r| !r.keys.is_empty())?;
        let here: Option<Vec<KeyPath>> = relation.keys.iter().map(|k| self.key_path(k, inside)).collect();
        let there = match &self.shape.types[known.index()].kind {
            wireglot_plan::ShapeKind::Open(OpenShape::Keyed { keys, .. }) => Some(keys),
            _ => None,
        };
        if here.as_ref() == there {
            return None;
        }
        let parent = self.owner(id);
        Some(self.reserve(at, named, inside, || format!("{parent}.{}", component.name)))
    }

    /// Table constraints on values in the chain: the value is one of a column's.
    pub(super) fn column_checks(&mut self, ty: TypeId, within: &Within) -> Vec<Check> {
        let model = self.model;
        let (mut at, mut checks) = (ty, Vec::new());
        while let Some(inner) = model.ty(at).kind.inner() {
            if let Kind::Constrained { constraint, .. } = &model.ty(at).kind {
                if let Set::Table { set, field, keys } = &constraint.root {
                    if !model.object_set(*set).extensible {
                        checks.extend(self.column(*set, field, keys, within));
                    }
                }
            }
            at = inner;
        }
        checks
    }

    fn column(
        &mut self,
        set: wireglot_model::ObjectSetId,
        field: &str,
        keys: &[Key],
        within: &Within,
    ) -> Option<Check> {
        let mut fields = vec![field];
        let mut others = Vec::new();
        for (key, column) in keys.iter().zip(1..) {
            others.push((column, self.key_path(key, within)?));
            fields.push(&key.field);
        }
        let table = self.table(set, &fields, None)?;
        Some(Check::Column { table, column: 0, keys: others })
    }
}
