//! Values of SEQUENCE and SET.

use std::collections::HashSet;
use std::rc::Rc;

use wireglot_model::{Component, Kind, Presence, TypeId, Value};

use super::scope::Scope;
use super::state::values::MemberTable;
use super::Resolver;
use crate::faults::{LegalKind, ResolveKind};
use crate::near::Near;
use crate::parse;
use crate::tree::Braced;

impl<'t> Resolver<'t> {
    /// The components of a SEQUENCE or SET, by name.
    fn member_table(&mut self, base: TypeId) -> Option<Rc<MemberTable>> {
        if let Some(table) = self.values.member_tables.get(&base) {
            return Some(table.clone());
        }
        let (Kind::Sequence(members) | Kind::Set(members)) = &self.model.ty(base).kind else { return None };
        let required = |c: &&Component| matches!(c.presence, Presence::Required);
        let table = Rc::new(MemberTable {
            places: members.all().enumerate().map(|(i, c)| (c.name.clone(), (i, c.ty))).collect(),
            required: members
                .root
                .iter()
                .chain(&members.root2)
                .filter(required)
                .map(|c| c.name.clone())
                .collect(),
        });
        self.values.member_tables.insert(base, table.clone());
        Some(table)
    }

    /// `{a 1, b TRUE}`: each component once, in order in a SEQUENCE (X.680 25.20, 27.8).
    pub(super) fn member_values(
        &mut self,
        braced: &'t Braced,
        ordered: bool,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        if self.types.busy.contains(&base) {
            let name = self.type_word(base);
            self.fault(braced.span, ResolveKind::Circular(name));
            return None;
        }
        let table = self.member_table(base)?;
        let read = parse::members(braced, &mut self.faults);
        let mut sound = read.sound;
        let mut given: Vec<(usize, (String, Value))> = Vec::with_capacity(read.items.len());
        let mut seen = HashSet::new();
        let mut last = 0;
        for member in read.items {
            let name = member.name.text.to_string();
            let Some(&(index, ty)) = table.places.get(&name) else {
                let close = match &self.model.ty(base).kind {
                    Kind::Sequence(members) | Kind::Set(members) => {
                        self.near(&name, members.all().map(|c| c.name.as_str()))
                    }
                    _ => Near::default(),
                };
                self.fault(member.name.span, LegalKind::NoMember(name, close));
                sound = false;
                continue;
            };
            if !seen.insert(index) {
                self.fault(member.name.span, LegalKind::MemberTwice(name));
                sound = false;
                continue;
            }
            if ordered && index < last {
                self.fault(member.name.span, LegalKind::MemberOrder(name.clone()));
            }
            last = last.max(index);
            let kept = self.keep_value(member.value)?;
            match self.value(kept, ty, scope) {
                Some(value) => given.push((index, (name, value))),
                None => sound = false,
            }
        }
        let is_missing =
            |name: &&String| table.places.get(*name).is_some_and(|(index, _)| !seen.contains(index));
        let missing: Vec<String> = table.required.iter().filter(is_missing).cloned().collect();
        if !missing.is_empty() && sound {
            self.fault(braced.span, LegalKind::MissingMembers(missing));
            sound = false;
        }
        given.sort_by_key(|(index, _)| *index);
        sound.then(|| Value::Members(given.into_iter().map(|(_, member)| member).collect()))
    }
}
