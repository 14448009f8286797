//! Information object sets (X.681 12), flattened.

use std::collections::{HashMap, HashSet};

use wireglot_diag::Diagnostics;
use wireglot_model::{ClassId, ObjectId, ObjectSet, ObjectSetId, Setting};
use wireglot_text::Span;

use super::references::Named;
use super::scope::{Instance, Scope, GROUND};
use super::state::deferred::Deferred;
use super::state::names::Sort;
use super::state::objects::ObjectInfo;
use super::state::objects::SetState;
use super::state::parameters::Actual;
use super::Resolver;
use crate::faults::{LegalKind, ResolveKind, ValueForm};
use crate::parse;
use crate::tree::{self, AssignmentKind, Braced, ElementSet, ElementSetKind, ElementSetSpecs, TypeKind};

/// Objects in order, without duplicates.
#[derive(Default)]
struct Members {
    list: Vec<ObjectId>,
    seen: HashSet<ObjectId>,
    extensible: bool,
}

impl Members {
    fn add(&mut self, id: ObjectId) {
        if self.seen.insert(id) {
            self.list.push(id);
        }
    }
}

impl<'t> Resolver<'t> {
    /// The object set of an assignment, created once.
    pub(super) fn object_set_instance(&mut self, instance: Instance) -> Option<ObjectSetId> {
        if let Some(&id) = self.objects.sets.get(&instance) {
            return Some(id);
        }
        let definition = self.names.definitions[instance.definition.0 as usize];
        let AssignmentKind::Set { governor, body } = &definition.tree.kind else { return None };
        let scope = Scope { module: definition.module, arguments: instance.arguments, enclosing: None };
        let class = self.class_notation(governor, &scope)?;
        let mut name = definition.tree.name.text.to_string();
        if instance.arguments != GROUND {
            name = format!("{name} {}", self.parameters.lists[instance.arguments.0 as usize].shown);
        }
        let state = SetState::WaitingBraced(body, scope);
        let id = self.new_set(name, class, definition.tree.name.span, state);
        self.objects.sets.insert(instance, id);
        Some(id)
    }

    fn new_set(&mut self, name: String, class: ClassId, span: Span, state: SetState<'t>) -> ObjectSetId {
        let id = ObjectSetId(self.model.object_sets.len() as u32);
        self.model.object_sets.push(ObjectSet { name, class, objects: Vec::new(), extensible: false, span });
        self.objects.set_states.push(state);
        self.queues.deferred.push_back(Deferred::ObjectSet(id));
        id
    }

    /// A set in braces: of a parameter, a table constraint or a setting. `{Set}` is the set itself.
    pub(super) fn object_set_argument(
        &mut self,
        set: &'t ElementSetSpecs,
        class: ClassId,
        scope: &Scope,
    ) -> Option<ObjectSetId> {
        if let (Some(ElementSet { kind: ElementSetKind::Type(ty, _), .. }), None) =
            (&set.root, &set.extension)
        {
            if let TypeKind::Reference(reference) = &ty.kind {
                let id = self.set_reference(reference, scope)?;
                let has = self.model.object_set(id).class;
                if has == class {
                    return Some(id);
                }
                self.left_out(has, class, ty.span);
                let empty = self.new_set(String::new(), class, set.span, SetState::Done);
                self.model.object_sets[empty.index()].extensible = true;
                return Some(empty);
            }
        }
        Some(self.new_set(String::new(), class, set.span, SetState::Waiting(set, scope.clone())))
    }

    /// The same, before parsing.
    pub(super) fn object_set_body(
        &mut self,
        body: &'t Braced,
        class: ClassId,
        scope: &Scope,
    ) -> Option<ObjectSetId> {
        let set = parse::set(body, &mut self.faults);
        let set = self.keep_set(set)?;
        self.object_set_argument(set, class, scope)
    }

    /// The object set that a reference names.
    pub(super) fn set_reference(
        &mut self,
        reference: &'t tree::Reference,
        scope: &Scope,
    ) -> Option<ObjectSetId> {
        match self.named(reference, scope)? {
            Named::Actual(Actual::ObjectSet(id)) => Some(id),
            Named::Definition(instance, Sort::ObjectSet) => self.object_set_instance(instance),
            other => {
                self.wrong_sort(reference, &other, "an object set");
                None
            }
        }
    }

    /// Collects the objects of a set, if that has not been done.
    pub(super) fn read_object_set(&mut self, id: ObjectSetId) {
        let Some(state) = self.objects.set_states.get_mut(id.index()) else { return };
        let (set, scope) = match std::mem::replace(state, SetState::Busy) {
            SetState::Done => {
                *state = SetState::Done;
                return;
            }
            SetState::Busy => {
                let set = self.model.object_set(id);
                let (name, span) = (set.name.clone(), set.span);
                self.fault(span, ResolveKind::Circular(name));
                return;
            }
            SetState::Waiting(set, scope) => (set, scope),
            SetState::WaitingBraced(body, scope) => match self.object_set_of(id, body, &scope) {
                Some(set) => (set, scope),
                None => return,
            },
        };
        let class = self.model.object_set(id).class;
        let span = set.span;
        let members = self.deeper(span, |this| {
            let mut members = Members { extensible: set.extension.is_some(), ..Members::default() };
            for part in set.root.iter().chain(&set.additional) {
                this.elements(part, class, &mut members, &scope);
            }
            Some(members)
        });
        if let Some(state) = self.objects.set_states.get_mut(id.index()) {
            *state = SetState::Done;
        }
        let Some(members) = members else { return };
        let mut members = members;
        self.clashes(class, &mut members.list, span);
        if let Some(set) = self.model.object_sets.get_mut(id.index()) {
            set.objects = members.list;
            set.extensible = members.extensible;
        }
    }

    /// The set in the braces of an assignment; if they hold an object instead, its name is at fault.
    fn object_set_of(
        &mut self,
        id: ObjectSetId,
        body: &'t Braced,
        scope: &Scope,
    ) -> Option<&'t ElementSetSpecs> {
        let mut heard = Diagnostics::new();
        let set = parse::set(body, &mut heard);
        if !heard.is_empty() {
            let (class, span) = (self.model.object_set(id).class, self.model.object_set(id).span);
            let (read, sound) = self.attempt(body.span, |this| {
                let object = this.new_object(String::new(), class, body, scope, body.span);
                this.read_object(object)
            });
            if read && sound {
                let name = parse::lower(&self.model.object_set(id).name);
                self.fault(span, ResolveKind::ValueOfSet("an object", name.to_string()));
                return None;
            }
        }
        self.faults.extend(heard);
        self.keep_set(set)
    }

    /// Adds the objects of a set expression.
    fn elements(&mut self, set: &'t ElementSet, class: ClassId, members: &mut Members, scope: &Scope) {
        match &set.kind {
            ElementSetKind::Union(list) => {
                for part in list {
                    self.elements(part, class, members, scope);
                }
            }
            ElementSetKind::Intersection(list) => {
                let mut parts =
                    list.iter().map(|part| self.part(part, class, scope)).collect::<Vec<_>>().into_iter();
                let Some(first) = parts.next() else { return };
                let rest: Vec<Members> = parts.collect();
                let in_all = |id: &&ObjectId| rest.iter().all(|r| r.seen.contains(id));
                first.list.iter().filter(in_all).for_each(|&id| members.add(id));
            }
            ElementSetKind::Except(all, but) => {
                let all = self.part(all, class, scope);
                let but = self.part(but, class, scope);
                all.list.iter().filter(|id| !but.seen.contains(id)).for_each(|&id| members.add(id));
            }
            ElementSetKind::Value(value) => {
                let Some(id) = self.object_in_set(value, class, scope) else { return };
                self.read_object(id);
                // An invalid object has been reported.
                if !matches!(self.objects.infos.get(id.index()), Some(ObjectInfo::Poison)) {
                    members.add(id);
                }
            }
            ElementSetKind::Type(ty, _) => self.subset(ty, class, members, scope),
            ElementSetKind::Error => {}
            // All objects of a class are not known, so there is nothing to subtract from.
            ElementSetKind::AllExcept(_) => {
                let kind =
                    LegalKind::DoesNotApply("ALL EXCEPT", "an object set".into(), ValueForm::Other, None);
                self.fault(set.span, kind);
            }
            _ => self.fault(set.span, ResolveKind::NotAnObject),
        }
    }

    fn part(&mut self, set: &'t ElementSet, class: ClassId, scope: &Scope) -> Members {
        let mut members = Members::default();
        self.elements(set, class, &mut members, scope);
        members
    }

    /// A set within a set: all its objects, and its marker.
    fn subset(&mut self, ty: &'t tree::Type, class: ClassId, members: &mut Members, scope: &Scope) {
        let ids = match &ty.kind {
            TypeKind::Reference(reference) => self.set_reference(reference, scope).into_iter().collect(),
            TypeKind::Field(reference, path) => self.sets_of_field(reference, path, scope),
            TypeKind::Error => return,
            _ => {
                self.fault(ty.span, ResolveKind::NotAnObject);
                return;
            }
        };
        for id in ids {
            self.read_object_set(id);
            let set = self.model.object_set(id);
            let (has, extensible, objects) = (set.class, set.extensible, set.objects.clone());
            if has != class {
                self.left_out(has, class, ty.span);
                members.extensible = true;
            } else if self.may_copy(objects.len(), ty.span) {
                members.extensible |= extensible;
                objects.into_iter().for_each(|id| members.add(id));
            }
        }
    }

    /// Reports two objects with the same value in a UNIQUE field (X.681 9.9); the first counts.
    fn clashes(&mut self, class: ClassId, objects: &mut Vec<ObjectId>, span: Span) {
        let Some(fields) = self.objects.class_trees.get(class.index()).map(|text| text.fields.clone()) else {
            return;
        };
        for field in &fields.unique {
            if objects.len() < 2 {
                return;
            }
            let mut seen: HashMap<String, ObjectId> = HashMap::with_capacity(objects.len());
            objects.retain(|&id| {
                let Some(Setting::Value(_, value)) = self.model.object(id).setting(field) else {
                    return true;
                };
                let shown = super::finish::show_value(value);
                let first = *seen.entry(shown.clone()).or_insert(id);
                let clash = first != id && !self.same_object(first, id);
                if clash {
                    let (one, two) = (self.model.object(first).span, self.model.object(id).span);
                    self.fault(span, LegalKind::UniqueClash(field.clone(), shown, one, two));
                }
                !clash
            });
        }
    }

    /// Whether two objects have the same settings.
    fn same_object(&self, one: ObjectId, two: ObjectId) -> bool {
        let (one, two) = (self.model.object(one), self.model.object(two));
        one.settings.len() == two.settings.len()
            && one.settings.iter().zip(&two.settings).all(|((_, a), (_, b))| match (a, b) {
                (Setting::Value(_, a), Setting::Value(_, b)) => a == b,
                (Setting::Type(a), Setting::Type(b)) => {
                    a == b || self.model.show_type(*a) == self.model.show_type(*b)
                }
                (Setting::Object(a), Setting::Object(b)) => a == b,
                (Setting::ObjectSet(a), Setting::ObjectSet(b)) => a == b,
                _ => false,
            })
    }
}
