//! Types: slots, chains of tags and constraints, and the built-in types at their ends.

use wireglot_bigint::BigInt;
use wireglot_model as model;
use wireglot_model::{Constraint, Element, Kind, Name, Set, Tag, Tagging, TypeId};
use wireglot_text::Span;

use super::scope::{Instance, Scope, GROUND};
use super::state::deferred::Deferred;
use super::state::types::Implicit;
use super::state::types::Plain;
use super::Resolver;
use crate::faults::{LegalKind, ResolveKind};
use crate::tree::{self, AssignmentKind, ConstraintKind, TagDefault, TagMode, TypeKind};

impl<'t> Resolver<'t> {
    /// The slot of a named type; its contents are filled later.
    pub(super) fn type_instance(&mut self, instance: Instance) -> TypeId {
        if let Some(&id) = self.types.instances.get(&instance) {
            return id;
        }
        let definition = self.names.definitions[instance.definition.0 as usize];
        let arguments = match instance.arguments {
            GROUND => String::new(),
            id => self.parameters.lists[id.0 as usize].shown.clone(),
        };
        let reference = definition.tree.name.text.to_string();
        let id = self.model.add_type(model::Type {
            kind: Kind::Null,
            name: Some(Name { reference, arguments }),
            module: definition.module,
            span: definition.tree.name.span,
            doc: self.doc_of(definition.module, definition.tree.span),
        });
        self.types.instances.insert(instance, id);
        self.types.pending.insert(id, instance);
        self.queues.types.push(id);
        if !self.is_standard(definition.module) {
            self.model.modules[definition.module.index()].types.push(id);
        }
        id
    }

    /// Fills the slot of a named type, if that has not been done.
    pub(super) fn fill(&mut self, id: TypeId) {
        let Some(instance) = self.types.pending.remove(&id) else { return };
        let definition = self.names.definitions[instance.definition.0 as usize];
        let scope = Scope { module: definition.module, arguments: instance.arguments, enclosing: None };
        let filled = self.deeper(definition.tree.name.span, |this| {
            match &definition.tree.kind {
                AssignmentKind::Type(ty) => this.ty_into(id, ty, &scope),
                AssignmentKind::Set { governor, body } => {
                    let inner = this.ty(governor, &scope);
                    this.constrain(id, inner, body.span);
                    this.queues.deferred.push_back(Deferred::ValueSet { ty: id, body, scope });
                }
                _ => {
                    this.types.poison.insert(id);
                }
            }
            Some(())
        });
        if filled.is_none() {
            self.types.poison.insert(id);
        }
    }

    /// An unnamed type.
    pub(super) fn ty(&mut self, ty: &'t tree::Type, scope: &Scope) -> TypeId {
        let id = self.slot(Kind::Null, scope, ty.span);
        let done = self.deeper(ty.span, |this| {
            this.ty_into(id, ty, scope);
            Some(())
        });
        if done.is_none() {
            self.types.poison.insert(id);
        }
        id
    }

    /// An unnamed link of a chain.
    pub(super) fn slot(&mut self, kind: Kind, scope: &Scope, span: Span) -> TypeId {
        self.model.add_type(model::Type { kind, name: None, module: scope.module, span, doc: None })
    }

    pub(super) fn set_kind(&mut self, id: TypeId, kind: Kind) {
        if let Some(ty) = self.model.types.get_mut(id.index()) {
            ty.kind = kind;
        }
    }

    /// Makes `id` a constrained type whose constraint has not been read yet.
    pub(super) fn constrain(&mut self, id: TypeId, inner: TypeId, span: Span) {
        let root = Set::Union(Vec::new());
        let constraint = Constraint { root, extension: None, exception: None, span };
        self.set_kind(id, Kind::Constrained { inner, constraint: Box::new(constraint) });
    }

    /// Builds the chain of a type from its outermost tag inwards.
    fn ty_into(&mut self, id: TypeId, ty: &'t tree::Type, scope: &Scope) {
        let mut at = id;
        for (index, tag) in ty.tags.iter().enumerate() {
            let innermost = index + 1 == ty.tags.len();
            let span = ty.span;
            let inner = self.slot(Kind::Null, scope, span);
            let dummy = innermost && self.is_dummy(ty, scope);
            self.tagged(at, tag, inner, dummy, scope);
            at = inner;
        }
        for constraint in ty.constraints.iter().rev() {
            let inner = self.slot(Kind::Null, scope, ty.span);
            self.constrain(at, inner, constraint.span);
            if matches!(constraint.kind, ConstraintKind::Table(..)) {
                self.open_types.tables.insert(at, None);
            }
            self.queues.constraints.insert(at, (constraint, scope.clone()));
            self.queues.deferred.push_back(Deferred::Constraint(at));
            at = inner;
        }
        match self.kind(at, ty, scope) {
            Some(kind) => self.set_kind(at, kind),
            None => {
                self.types.poison.insert(at);
            }
        }
    }

    pub(super) fn is_dummy(&self, ty: &tree::Type, scope: &Scope) -> bool {
        match &ty.kind {
            TypeKind::Reference(reference) => self.dummy(reference, scope).is_some(),
            _ => false,
        }
    }

    /// A prefixed type (X.680 31.2). Before a dummy reference, a tag is explicit (31.2.7 c); CHOICE and open
    /// types are handled at the end ([`super::finish`]).
    fn tagged(&mut self, id: TypeId, tag: &'t tree::Tag, inner: TypeId, dummy: bool, scope: &Scope) {
        let class = match tag.class {
            tree::TagClass::Universal => model::TagClass::Universal,
            tree::TagClass::Application => model::TagClass::Application,
            tree::TagClass::Context => model::TagClass::Context,
            tree::TagClass::Private => model::TagClass::Private,
        };
        if tag.encoding_reference.as_ref().is_some_and(|r| &*r.text != "TAG") {
            // An encoding instruction. If it is not supported, the parser has warned about it.
            if let Some(instruction) = &tag.instruction {
                self.model.instructions.insert(id, instruction.clone());
            }
            self.set_kind(id, Kind::Reference(inner));
            return;
        }
        let Some(number) = self.tag_number(tag, scope) else {
            self.types.poison.insert(id);
            return;
        };
        let default = self.names.tables[scope.module.index()].tree.tag_default;
        let (tagging, implicit) = match (tag.mode, default) {
            (Some(TagMode::Implicit), _) => (Tagging::Implicit, Some(Implicit::Written)),
            (None, TagDefault::Implicit | TagDefault::Automatic) => match dummy {
                true => (Tagging::BeforeDummy, None),
                false => (Tagging::Implicit, Some(Implicit::Default)),
            },
            _ => (Tagging::Explicit, None),
        };
        if let Some(implicit) = implicit {
            self.types.implicit.push((id, implicit));
        }
        self.set_kind(id, Kind::Tagged { tag: Tag { class, number }, tagging, inner });
    }

    fn tag_number(&mut self, tag: &'t tree::Tag, scope: &Scope) -> Option<u32> {
        let number = self.integer(&tag.number, scope)?;
        let small = number.to_u64().and_then(|n| u32::try_from(n).ok());
        let universal = tag.class == tree::TagClass::Universal;
        match small {
            None => self.fault(tag.number.span, LegalKind::TagNumber(number.to_string())),
            Some(number @ (0 | 15 | 37..)) if universal => {
                self.fault(tag.number.span, LegalKind::NoUniversal(number));
            }
            Some(_) => {}
        }
        small
    }

    /// A value where only an INTEGER is allowed: `[5]`, `a(5)`, `a(five)`.
    pub(super) fn integer(&mut self, value: &'t tree::Value, scope: &Scope) -> Option<BigInt> {
        if let tree::ValueKind::Number { negative, digits } = &value.kind {
            return self.number(*negative, digits, value.span);
        }
        let governor = self.integer_type();
        match self.value(value, governor, scope)? {
            model::Value::Integer(number) => Some(number),
            _ => None,
        }
    }

    /// The end of a chain, or a reference.
    fn kind(&mut self, id: TypeId, ty: &'t tree::Type, scope: &Scope) -> Option<Kind> {
        let kind = match &ty.kind {
            TypeKind::Boolean => Kind::Boolean,
            TypeKind::Integer(numbers) => Kind::Integer(self.named_numbers(numbers, scope)),
            TypeKind::Enumerated(items) => {
                self.types.busy.insert(id);
                let items = self.enumerated(items, scope);
                self.types.busy.remove(&id);
                Kind::Enumerated(items?)
            }
            TypeKind::Real => Kind::Real,
            TypeKind::BitString(bits) => Kind::BitString(self.named_bits(bits, scope)),
            TypeKind::OctetString => Kind::OctetString,
            TypeKind::Null => Kind::Null,
            TypeKind::Sequence(components) => {
                Kind::Sequence(self.members(id, components, Kind::Sequence, &scope.inside(id, false)))
            }
            TypeKind::Set(components) => {
                Kind::Set(self.members(id, components, Kind::Set, &scope.inside(id, false)))
            }
            TypeKind::Choice(components) => {
                Kind::Choice(self.members(id, components, Kind::Choice, &scope.inside(id, false)))
            }
            TypeKind::SequenceOf(element) => Kind::SequenceOf(self.element(id, element, scope)),
            TypeKind::SetOf(element) => Kind::SetOf(self.element(id, element, scope)),
            TypeKind::Selection(name, choice) => return self.selection(name, choice, scope),
            TypeKind::ObjectIdentifier => Kind::Oid,
            TypeKind::RelativeOid => Kind::RelativeOid,
            TypeKind::OidIri => Kind::OidIri,
            TypeKind::RelativeOidIri => Kind::RelativeOidIri,
            TypeKind::External => Kind::External(self.associated("External-Value")?),
            TypeKind::EmbeddedPdv => Kind::EmbeddedPdv(self.associated("Embedded-Pdv-Value")?),
            TypeKind::CharacterString => Kind::CharacterString(self.associated("Character-String-Value")?),
            TypeKind::Restricted(kind) => Kind::String(string_kind(*kind)),
            TypeKind::Time(kind) => Kind::Time(time_kind(*kind)),
            TypeKind::ObjectDescriptor => Kind::String(model::StringKind::ObjectDescriptor),
            TypeKind::InstanceOf(class) => return self.instance_of(id, class, scope),
            TypeKind::Any(defined_by) => Kind::Any(defined_by.as_ref().map(|n| n.text.to_string())),
            TypeKind::Reference(reference) => Kind::Reference(self.type_reference(reference, scope)?),
            TypeKind::Field(reference, path) => return self.field_type(id, reference, path, scope),
            TypeKind::BareField(reference, path) => return self.bare_field_type(id, reference, path, scope),
            TypeKind::Error => return None,
        };
        Some(kind)
    }

    fn element(&mut self, id: TypeId, element: &'t tree::Element, scope: &Scope) -> Element {
        let ty = self.ty(&element.ty, &scope.inside(id, true));
        Element { ty, name: element.name.as_ref().map(|n| n.text.to_string()) }
    }

    /// `alternative < Choice` (X.680 30).
    fn selection(&mut self, name: &'t tree::Name, choice: &'t tree::Type, scope: &Scope) -> Option<Kind> {
        let ty = self.ty(choice, scope);
        let base = self.base(ty)?;
        if !matches!(self.model.ty(base).kind, Kind::Choice(_)) {
            self.fault(choice.span, LegalKind::SelectionFromNoChoice);
            return None;
        }
        if self.types.busy.contains(&base) {
            self.fault(name.span, ResolveKind::Circular(name.text.to_string()));
            return None;
        }
        self.alternative(base, name).map(Kind::Reference)
    }

    /// INTEGER, for integers whose type is not written.
    pub(super) fn integer_type(&mut self) -> TypeId {
        self.plain(Plain::Integer)
    }

    /// The end of a type's chain; `None` for poison. Fills slots on its way.
    pub(super) fn base(&mut self, id: TypeId) -> Option<TypeId> {
        let mut at = id;
        let mut way = Vec::new();
        loop {
            if let Some(&known) = self.types.bases.get(&at) {
                at = known;
                break;
            }
            self.fill(at);
            if self.types.poison.contains(&at) {
                self.types.poison.extend(way);
                return None;
            }
            let Some(next) = self.model.ty(at).kind.inner() else { break };
            way.push(at);
            // Each check looks through the whole way.
            if way.len() >= 64 && way.len().is_power_of_two() && self.circular(&way) {
                return None;
            }
            at = next;
        }
        if !self.is_unfilled(at) {
            for link in way {
                self.types.bases.insert(link, at);
            }
        }
        Some(at)
    }

    /// Whether a slot's kind is not known yet although it is being computed.
    fn is_unfilled(&self, id: TypeId) -> bool {
        self.types.busy.contains(&id)
    }

    /// Whether a walk is circular; if so, its types are reported once and poisoned.
    fn circular(&mut self, way: &[TypeId]) -> bool {
        let Some(&last) = way.last() else { return false };
        let Some(first) = way.iter().position(|&id| id == last) else { return false };
        if first + 1 == way.len() {
            return false;
        }
        let circle = &way[first..];
        let named = circle.iter().filter(|id| self.model.ty(**id).name.is_some()).min().copied();
        if let Some(ty) = named.map(|id| self.model.ty(id)) {
            let name = ty.name.as_ref().map_or(String::new(), |n| n.reference.clone());
            let span = ty.span;
            self.fault(span, ResolveKind::Circular(name));
        }
        self.types.poison.extend(way.iter().copied());
        true
    }

    /// Identifies a type when it is used as an actual parameter.
    pub(super) fn type_key(&self, id: TypeId) -> String {
        let ty = self.model.ty(id);
        match &ty.kind {
            _ if ty.name.is_some() || self.types.pending.contains_key(&id) => format!("t{}", id.0),
            Kind::Reference(inner) => self.type_key(*inner),
            kind if is_plain(kind) && !self.types.poison.contains(&id) => self.model.show_type(id),
            _ => format!("t{}", id.0),
        }
    }

    /// A type as shown in the name of an instance: a built-in type by its name, without details.
    pub(super) fn type_shown(&self, id: TypeId) -> String {
        let (mut shown, mut next) = (String::new(), id);
        loop {
            let ty = self.model.ty(next);
            next = match &ty.kind {
                _ if ty.name.is_some() => return shown + &self.model.show_type(next),
                Kind::Reference(inner) | Kind::Tagged { inner, .. } | Kind::Constrained { inner, .. } => {
                    *inner
                }
                Kind::SequenceOf(element) => {
                    shown.push_str("SEQUENCE OF ");
                    element.ty
                }
                Kind::SetOf(element) => {
                    shown.push_str("SET OF ");
                    element.ty
                }
                kind => return shown + kind.word(),
            };
        }
    }
}

/// Whether the kind alone describes a type.
fn is_plain(kind: &Kind) -> bool {
    match kind {
        Kind::Boolean
        | Kind::OctetString
        | Kind::Oid
        | Kind::RelativeOid
        | Kind::OidIri
        | Kind::RelativeOidIri
        | Kind::Real
        | Kind::Null
        | Kind::String(_)
        | Kind::Time(_) => true,
        Kind::Integer(numbers) => numbers.is_empty(),
        Kind::BitString(bits) => bits.is_empty(),
        _ => false,
    }
}

fn string_kind(kind: tree::StringKind) -> model::StringKind {
    use model::StringKind as M;
    use tree::StringKind as T;
    match kind {
        T::Bmp => M::Bmp,
        T::General => M::General,
        T::Graphic => M::Graphic,
        T::Ia5 => M::Ia5,
        T::Iso646 | T::Visible => M::Visible,
        T::Numeric => M::Numeric,
        T::Printable => M::Printable,
        T::Teletex | T::T61 => M::Teletex,
        T::Universal => M::Universal,
        T::Utf8 => M::Utf8,
        T::Videotex => M::Videotex,
    }
}

fn time_kind(kind: tree::TimeKind) -> model::TimeKind {
    use model::TimeKind as M;
    use tree::TimeKind as T;
    match kind {
        T::UtcTime => M::Utc,
        T::GeneralizedTime => M::Generalized,
        T::Time => M::Time,
        T::Date => M::Date,
        T::TimeOfDay => M::TimeOfDay,
        T::DateTime => M::DateTime,
        T::Duration => M::Duration,
    }
}
