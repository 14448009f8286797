//! Values of SEQUENCE and SET.

use std::collections::HashSet;
use std::rc::Rc;

use wireglot_model::{Component, Kind, Presence, TypeId, Value};

use super::scope::Scope;
use super::Resolver;
use crate::faults::{FirstNames, LegalKind, ResolveKind};
use crate::identifiers::Identified;
use crate::near::Near;
use crate::parse;
use crate::tree::Braced;

impl<'t> Resolver<'t> {
    /// The mandatory components of a SEQUENCE or SET, and their places.
    fn required(&mut self, base: TypeId) -> Option<Rc<[(usize, String)]>> {
        if let Some(known) = self.values.required.get(&base) {
            return Some(known.clone());
        }
        let (Kind::Sequence(members) | Kind::Set(members)) = &self.model.ty(base).kind else { return None };
        let required = |c: &&Component| matches!(c.presence, Presence::Required);
        let root = members.root.iter().chain(&members.root2).filter(required);
        let named = root.filter_map(|c| {
            match self.values.identifiers.find(base, &self.model.ty(base).kind, &c.name)? {
                Identified::Component(place, _) => Some((place, c.name.clone())),
                _ => None,
            }
        });
        let required: Rc<[_]> = named.collect();
        self.values.required.insert(base, required.clone());
        Some(required)
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
        let required = self.required(base)?;
        let read = parse::members(braced, &mut self.faults);
        let mut sound = read.sound;
        let mut given: Vec<(usize, (String, Value))> = Vec::with_capacity(read.items.len());
        let mut seen = HashSet::new();
        let mut last = 0;
        for member in read.items {
            let name = member.name.text.to_string();
            let Some(Identified::Component(index, ty)) = self.identified(base, &name) else {
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
        let missing = required.iter().filter(|(index, _)| !seen.contains(index));
        let missing = FirstNames::of(missing.map(|(_, name)| name.as_str()));
        if !missing.is_empty() && sound {
            self.fault(braced.span, LegalKind::MissingMembers(missing));
            sound = false;
        }
        given.sort_by_key(|(index, _)| *index);
        sound.then(|| Value::Members(given.into_iter().map(|(_, member)| member).collect()))
    }
}
