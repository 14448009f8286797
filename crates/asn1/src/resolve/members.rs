//! SEQUENCE, SET and CHOICE: components, extension markers, automatic tags.

use std::collections::hash_map::{Entry, HashMap};

use wireglot_bigint::BigInt;
use wireglot_model::{
    Addition, Component, Group, Kind, Members, Presence, Tag, TagClass, Tagging, TypeId, Value,
};
use wireglot_text::Span;

use super::scope::Scope;
use super::state::deferred::Deferred;
use super::state::types::Implicit;
use super::Resolver;
use crate::faults::LegalKind;
use crate::tree::{self, ComponentItem, TagDefault, TypeKind};

impl<'t> Resolver<'t> {
    /// The members of a type of this kind; the caller stores them.
    pub(super) fn members(
        &mut self,
        id: TypeId,
        components: &'t tree::Components,
        kind: fn(Members) -> Kind,
        scope: &Scope,
    ) -> Members {
        self.types.busy.insert(id);
        self.set_kind(id, kind(Members::default()));
        let module = self.names.tables[scope.module.index()].tree;
        let regions = components.regions();
        let mut members = Members { root: self.components(regions.root, scope), ..Members::default() };
        if regions.marker.is_some() {
            members.additions = Some(self.additions(regions.additions, scope));
            members.root2 = self.components(regions.second_root, scope);
        } else if module.extensibility_implied {
            members.additions = Some(Vec::new());
        }
        // X.680 25.3: depends on what is written, before COMPONENTS OF brings in tags of its own.
        match first_tag(&components.items) {
            _ if module.tag_default != TagDefault::Automatic => {}
            Some(tag) => {
                self.types.tagged_by_hand.insert(id, tag);
            }
            None => {
                self.types.automatic.insert(id);
                self.tag_automatically(&mut members, scope);
            }
        }
        self.name_unnamed(&mut members);
        self.distinct_members(&mut members, components);
        self.types.busy.remove(&id);
        members
    }

    /// Reports duplicate identifiers (X.680 25.7, 29.4), and leaves them out.
    fn distinct_members(&mut self, members: &mut Members, text: &tree::Components) {
        let mut seen: HashMap<String, Span> = HashMap::with_capacity(members.root.len());
        let mut twice: Vec<(String, Span, Span)> = Vec::new();
        let mut keep = |component: &Component| {
            let place = component.span;
            match seen.entry(component.name.clone()) {
                Entry::Vacant(free) => {
                    free.insert(place);
                    true
                }
                Entry::Occupied(first) => {
                    twice.push((component.name.clone(), place, *first.get()));
                    false
                }
            }
        };
        members.root.retain(&mut keep);
        for addition in members.additions.iter_mut().flatten() {
            if let Addition::Group(group) = addition {
                group.components.retain(&mut keep);
            }
        }
        if let Some(additions) = &mut members.additions {
            additions.retain(|addition| match addition {
                Addition::Component(component) => keep(component),
                Addition::Group(_) => true,
            });
        }
        members.root2.retain(&mut keep);
        let mut brought = text.items.iter().filter_map(|item| match item {
            ComponentItem::ComponentsOf(_, span) => Some(*span),
            _ => None,
        });
        let only = if twice.is_empty() { None } else { brought.next().filter(|_| brought.next().is_none()) };
        for (name, place, first) in twice {
            // Components from COMPONENTS OF are written elsewhere.
            let here = place.file == text.span.file && place.lo >= text.span.lo && place.hi <= text.span.hi;
            match only {
                _ if here => self.fault(place, LegalKind::NameTwice(name, first)),
                Some(only) => self.fault(only, LegalKind::BroughtTwice(name, first)),
                None => self.fault(text.span, LegalKind::NameTwice(name, first)),
            }
        }
    }

    fn components(&mut self, items: &'t [ComponentItem], scope: &Scope) -> Vec<Component> {
        let mut list = Vec::with_capacity(items.len());
        for item in items {
            match item {
                ComponentItem::Component(component) => list.push(self.component(component, scope)),
                ComponentItem::ComponentsOf(ty, _) => list.extend(self.components_of(ty, scope)),
                // Misplaced markers and groups are reported by `check`.
                ComponentItem::Extension(_) => {}
                ComponentItem::Group(group) => list.extend(self.components(&group.items, scope)),
            }
        }
        list
    }

    fn additions(&mut self, items: &'t [ComponentItem], scope: &Scope) -> Vec<Addition> {
        let mut list = Vec::with_capacity(items.len());
        for item in items {
            match item {
                ComponentItem::Component(component) => {
                    list.push(Addition::Component(self.component(component, scope)));
                }
                ComponentItem::ComponentsOf(ty, _) => {
                    list.extend(self.components_of(ty, scope).into_iter().map(Addition::Component));
                }
                ComponentItem::Extension(_) => {}
                ComponentItem::Group(group) => list.push(Addition::Group(Group {
                    version: group.version.as_ref().and_then(|v| v.text.parse().ok()),
                    components: self.components(&group.items, scope),
                    span: group.span,
                })),
            }
        }
        list
    }

    fn component(&mut self, component: &'t tree::Component, scope: &Scope) -> Component {
        let ty = self.ty(&component.ty, scope);
        if component.ty.tags.is_empty() && self.is_dummy(&component.ty, scope) {
            self.types.dummies.insert(ty);
        }
        let presence = match &component.presence {
            tree::Presence::Mandatory => Presence::Required,
            tree::Presence::Optional(_) => Presence::Optional,
            tree::Presence::Default(value, _) => {
                let number = self.values.defaults.len();
                self.values.defaults.push(None);
                self.queues.deferred.push_back(Deferred::Default { number, ty, value, scope: scope.clone() });
                // A placeholder number until `finish` inserts the value.
                Presence::Default(Value::Integer(BigInt::from(number as u64)))
            }
        };
        Component {
            name: component.name.text.to_string(),
            ty,
            presence,
            span: component.name.span,
            doc: self.doc_beside(scope.module, component.span),
        }
    }

    /// X.680 25.10 c, d: context tags from 0, first on both lists of the root, then on the additions (note
    /// 5), so that an addition never changes existing tags.
    fn tag_automatically(&mut self, members: &mut Members, scope: &Scope) {
        let additions = members.additions.iter_mut().flatten().flat_map(|addition| match addition {
            Addition::Component(component) => std::slice::from_mut(component).iter_mut(),
            Addition::Group(group) => group.components.iter_mut(),
        });
        let all = members.root.iter_mut().chain(&mut members.root2).chain(additions);
        for (number, component) in all.enumerate() {
            let (ty, span) = (component.ty, component.span);
            let tag = Tag { class: TagClass::Context, number: number as u32 };
            let dummy = self.types.dummies.contains(&ty);
            let tagging = if dummy { Tagging::BeforeDummy } else { Tagging::Implicit };
            let tagged = self.slot(Kind::Tagged { tag, tagging, inner: ty }, scope, span);
            if !dummy {
                self.types.implicit.push((tagged, Implicit::Default));
            }
            component.ty = tagged;
        }
    }
}

/// Whether a component is tagged in the text. Components from COMPONENTS OF do not count, nor do encoding
/// instructions: X.680 25.3 refers to tagged types.
fn first_tag(items: &[ComponentItem]) -> Option<Span> {
    items.iter().find_map(|item| match item {
        ComponentItem::Component(component) => {
            let tag = component.ty.tags.iter().find(|tag| tag.encoding_reference.is_none())?;
            (!matches!(component.ty.kind, TypeKind::Error)).then_some(tag.span)
        }
        ComponentItem::Group(group) => first_tag(&group.items),
        ComponentItem::ComponentsOf(..) | ComponentItem::Extension(_) => None,
    })
}
