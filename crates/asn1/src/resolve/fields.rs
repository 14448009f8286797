//! Fields of classes, and information from objects (X.681 14, 15, annex C).

use wireglot_model::{
    Component, Constraint, FieldKind, Kind, Members, ObjectId, ObjectSetId, Open, Presence, Relation, Set,
    Setting, Tag, TagClass, Tagging, TypeId, Value,
};

use super::references::Named;
use super::scope::Scope;
use super::state::deferred::Deferred;
use super::state::names::Sort;
use super::state::open_types::InstanceOf;
use super::state::parameters::Actual;
use super::Resolver;
use crate::faults::{LegalKind, ResolveKind, SyntaxKind};
use crate::parse::NO_FIELD;
use crate::tree::{Braced, Name, Reference};

impl<'t> Resolver<'t> {
    /// `CLASS.&field`, `object.&Type` or `Set.&field` as a type.
    pub(super) fn field_type(
        &mut self,
        slot: TypeId,
        reference: &'t Reference,
        path: &'t [Name],
        scope: &Scope,
    ) -> Option<Kind> {
        match self.named(reference, scope)? {
            Named::Actual(Actual::Class(class)) => self.class_field_type(slot, class, path),
            Named::Definition(instance, Sort::Class) => {
                let class = self.class_instance(instance)?;
                self.class_field_type(slot, class, path)
            }
            Named::Actual(Actual::ObjectSet(set)) => self.set_field_type(slot, set, path, scope),
            Named::Definition(instance, Sort::ObjectSet) => {
                let set = self.object_set_instance(instance)?;
                self.set_field_type(slot, set, path, scope)
            }
            Named::Actual(Actual::Object(id)) => self.object_field_type(id, path, scope),
            Named::Definition(instance, Sort::Object) => {
                let id = self.object_instance(instance)?;
                self.object_field_type(id, path, scope)
            }
            other => {
                self.wrong_sort(reference, &other, "a class, an object or an object set");
                None
            }
        }
    }

    /// `CLASS.field`, read as `CLASS.&field`. Of something else than a class, it may be a component, which is not a
    /// type.
    pub(super) fn bare_field_type(
        &mut self,
        slot: TypeId,
        reference: &'t Reference,
        path: &'t [Name],
        scope: &Scope,
    ) -> Option<Kind> {
        let (of, field) = (&reference.name, path.last()?);
        let place = of.span.after().to(field.span);
        if !self.names_class(reference, scope) {
            let what = format!("`{}.{}` is not a type", of.text, field.text);
            self.fault(place, SyntaxKind::Mistaken(what.into(), NO_FIELD.into()));
            return None;
        }
        let hint = format!("write `{}.&{}`", of.text, field.text);
        self.fault(place, SyntaxKind::Mistaken("the names of fields begin with `&`".into(), hint.into()));
        self.field_type(slot, reference, path, scope)
    }

    /// ObjectClassFieldType (X.681 14.1): fixed types are themselves, all others are open.
    fn class_field_type(
        &mut self,
        slot: TypeId,
        class: wireglot_model::ClassId,
        path: &'t [Name],
    ) -> Option<Kind> {
        let (_, kind) = self.field_at(class, path)?;
        let last = path.last()?;
        // The object set of a table constraint is of the class before the path.
        let names: Vec<String> = path.iter().map(|n| format!("&{}", n.text)).collect();
        let name = names.join(".");
        match kind {
            FieldKind::Type | FieldKind::VariableValue(_) | FieldKind::VariableValueSet(_) => {
                Some(Kind::Open(Open { class, field: name, relation: None }))
            }
            FieldKind::FixedValue(ty) | FieldKind::FixedValueSet(ty) => {
                self.open_types.field_of.insert(slot, (class, name));
                Some(Kind::Reference(ty))
            }
            kind => {
                self.wrong_field(last, &kind, "a type or value field");
                None
            }
        }
    }

    /// ValueSetFromObjects: the fixed type with all the values that the objects set.
    fn set_field_type(
        &mut self,
        slot: TypeId,
        set: ObjectSetId,
        path: &'t [Name],
        scope: &Scope,
    ) -> Option<Kind> {
        let (class, kind) = self.field_at(self.model.object_set(set).class, path)?;
        match kind {
            FieldKind::FixedValue(inner) | FieldKind::FixedValueSet(inner) => {
                let span = self.model.ty(slot).span;
                let inner = self.slot(Kind::Reference(inner), scope, span);
                self.constrain(slot, inner, span);
                self.queues.deferred.push_back(Deferred::FieldValues { ty: slot, set, path });
                Some(self.model.ty(slot).kind.clone())
            }
            FieldKind::Type => {
                // Any of the types in the objects: an open type with a simple table constraint.
                let relation = Some(Relation { set, keys: Vec::new() });
                Some(Kind::Open(Open { class, field: format!("&{}", path.last()?.text), relation }))
            }
            kind => {
                let last = path.last()?;
                self.wrong_field(last, &kind, "a value or value set field of a fixed type");
                None
            }
        }
    }

    pub(super) fn read_field_values(&mut self, ty: TypeId, set: ObjectSetId, path: &'t [Name]) {
        self.read_object_set(set);
        let objects = self.model.object_set(set).objects.clone();
        let extensible = self.model.object_set(set).extensible;
        let sets: Vec<Set> = self
            .follow(objects, path)
            .into_iter()
            .filter_map(|setting| match setting {
                Setting::Value(_, value) => Some(Set::Value(value)),
                Setting::ValueSet(_, set) => Some(set),
                _ => None,
            })
            .collect();
        let root = match sets.len() {
            1 => sets.into_iter().next().unwrap_or(Set::Union(Vec::new())),
            _ => Set::Union(sets),
        };
        let span = self.model.ty(ty).span;
        let extension = extensible.then_some(None);
        self.put_constraint(ty, Some(Constraint { root, extension, exception: None, span }));
    }

    /// TypeFromObject, or a value set of an object.
    fn object_field_type(&mut self, id: ObjectId, path: &'t [Name], scope: &Scope) -> Option<Kind> {
        match self.setting_at(id, path)? {
            Setting::Type(ty) => Some(Kind::Reference(ty)),
            Setting::ValueSet(inner, root) => {
                let span = path.last()?.span;
                let inner = self.slot(Kind::Reference(inner), scope, span);
                let constraint = Constraint { root, extension: None, exception: None, span };
                Some(Kind::Constrained { inner, constraint: Box::new(constraint) })
            }
            _ => {
                let (_, kind) = self.field_at(self.model.object(id).class, path)?;
                self.wrong_field(path.last()?, &kind, "a type or value set field");
                None
            }
        }
    }

    /// ValueFromObject, with its type.
    pub(super) fn field_value(
        &mut self,
        reference: &'t Reference,
        path: &'t [Name],
        scope: &Scope,
    ) -> Option<(TypeId, Value)> {
        let id = self.object_named(reference, scope)?;
        match self.setting_at(id, path)? {
            Setting::Value(ty, value) => Some((ty, value)),
            _ => {
                let (_, kind) = self.field_at(self.model.object(id).class, path)?;
                self.wrong_field(path.last()?, &kind, "a value field");
                None
            }
        }
    }

    /// ObjectFromObject.
    pub(super) fn object_of_field(
        &mut self,
        reference: &'t Reference,
        path: &'t [Name],
        scope: &Scope,
    ) -> Option<ObjectId> {
        let id = self.object_named(reference, scope)?;
        match self.setting_at(id, path)? {
            Setting::Object(id) => Some(id),
            _ => {
                let (_, kind) = self.field_at(self.model.object(id).class, path)?;
                self.wrong_field(path.last()?, &kind, "an object field");
                None
            }
        }
    }

    /// ObjectSetFromObjects: the sets, or the objects of a set as sets of one.
    pub(super) fn sets_of_field(
        &mut self,
        reference: &'t Reference,
        path: &'t [Name],
        scope: &Scope,
    ) -> Vec<ObjectSetId> {
        let Some(named) = self.named(reference, scope) else { return Vec::new() };
        let objects = match named {
            Named::Actual(Actual::Object(id)) => vec![id],
            Named::Definition(instance, Sort::Object) => self.object_instance(instance).into_iter().collect(),
            Named::Actual(Actual::ObjectSet(id)) => self.objects_of(id),
            Named::Definition(instance, Sort::ObjectSet) => match self.object_set_instance(instance) {
                Some(id) => self.objects_of(id),
                None => Vec::new(),
            },
            other => {
                self.wrong_sort(reference, &other, "an object or an object set");
                return Vec::new();
            }
        };
        let class = objects.first().map(|id| self.model.object(*id).class);
        if class.is_some_and(|class| self.field_at(class, path).is_none()) {
            return Vec::new();
        }
        self.follow(objects, path)
            .into_iter()
            .filter_map(|setting| match setting {
                Setting::ObjectSet(id) => Some(id),
                _ => None,
            })
            .collect()
    }

    fn objects_of(&mut self, id: ObjectSetId) -> Vec<ObjectId> {
        self.read_object_set(id);
        self.model.object_set(id).objects.clone()
    }

    /// The object before `.&`.
    fn object_named(&mut self, reference: &'t Reference, scope: &Scope) -> Option<ObjectId> {
        match self.named(reference, scope)? {
            Named::Actual(Actual::Object(id)) => Some(id),
            Named::Definition(instance, Sort::Object) => self.object_instance(instance),
            other => {
                self.wrong_sort(reference, &other, "an object");
                None
            }
        }
    }

    /// The setting of one object at the end of a path of fields.
    fn setting_at(&mut self, id: ObjectId, path: &'t [Name]) -> Option<Setting> {
        self.field_at(self.model.object(id).class, path)?;
        if !self.read_object(id) {
            return None;
        }
        let found = self.follow(vec![id], path).into_iter().next();
        if found.is_none() {
            let last = path.last()?;
            let name = self.model.object(id).name.clone();
            self.fault(last.span, ResolveKind::NotSet(last.text.to_string(), name));
        }
        found
    }

    /// The settings of several objects at the end of a path; objects that do not set it are left out.
    fn follow(&mut self, objects: Vec<ObjectId>, path: &'t [Name]) -> Vec<Setting> {
        let Some((last, before)) = path.split_last() else { return Vec::new() };
        let mut objects = objects;
        for name in before {
            let mut next = Vec::new();
            for setting in self.settings_named(&objects, name) {
                match setting {
                    Setting::Object(id) => next.push(id),
                    Setting::ObjectSet(id) => next.extend(self.objects_of(id)),
                    _ => {}
                }
            }
            objects = next;
        }
        self.settings_named(&objects, last)
    }

    fn settings_named(&mut self, objects: &[ObjectId], name: &Name) -> Vec<Setting> {
        let name = format!("&{}", name.text);
        let mut found = Vec::with_capacity(objects.len());
        for &id in objects {
            self.read_object(id);
            found.extend(self.model.object(id).setting(&name).cloned());
        }
        found
    }

    /// INSTANCE OF is replaced by its associated type, with tag UNIVERSAL 8 (X.681 C.7).
    pub(super) fn instance_of(&mut self, slot: TypeId, class: &'t Reference, scope: &Scope) -> Option<Kind> {
        let id = self.class_reference(class, scope)?;
        if Some(id) != self.type_identifier() {
            self.fault(class.span, LegalKind::InstanceOfOther(self.model.class(id).name.clone()));
            return None;
        }
        let span = class.span;
        let FieldKind::FixedValue(oid) = self.model.class(id).field("&id")?.kind else { return None };
        let type_id = self.slot(Kind::Reference(oid), scope, span);
        self.open_types.field_of.insert(type_id, (id, "&id".into()));
        let open = Kind::Open(Open { class: id, field: "&Type".into(), relation: None });
        let value = self.slot(open, scope, span);
        let tag = Tag { class: TagClass::Context, number: 0 };
        let tagged = self.slot(Kind::Tagged { tag, tagging: Tagging::Explicit, inner: value }, scope, span);
        let component = |name: &str, ty| Component {
            name: name.into(),
            ty,
            presence: Presence::Required,
            span,
            doc: None,
        };
        let root = vec![component("type-id", type_id), component("value", tagged)];
        let sequence = self.slot(Kind::Sequence(Members { root, ..Members::default() }), scope, span);
        self.open_types.instances_of.insert(sequence, InstanceOf { class: id, id: type_id, value, sequence });
        let _ = slot;
        let tag = Tag { class: TagClass::Universal, number: 8 };
        Some(Kind::Tagged { tag, tagging: Tagging::Implicit, inner: sequence })
    }

    /// The table constraint of an INSTANCE OF applies to both of its components (X.681 C.8).
    pub(super) fn instance_relation(
        &mut self,
        id: TypeId,
        parent: TypeId,
        instance: InstanceOf,
        braced: &'t Braced,
        scope: &Scope,
    ) {
        let Some((set, _)) = self.relation(instance.class, braced, &[], scope) else {
            self.types.poison.insert(id);
            return;
        };
        let span = braced.span;
        let key = wireglot_model::Key { field: "&id".into(), up: 1, path: vec!["type-id".into()], span };
        let relation = Some(Relation { set, keys: vec![key] });
        self.set_kind(
            instance.value,
            Kind::Open(Open { class: instance.class, field: "&Type".into(), relation }),
        );
        let inner = self.slot(self.model.ty(instance.id).kind.clone(), scope, span);
        let root = Set::Table { set, field: "&id".into(), keys: Vec::new() };
        let constraint = Constraint { root, extension: None, exception: None, span };
        self.set_kind(instance.id, Kind::Constrained { inner, constraint: Box::new(constraint) });
        self.set_kind(id, Kind::Reference(parent));
        self.types.bases.remove(&instance.sequence);
    }
}
