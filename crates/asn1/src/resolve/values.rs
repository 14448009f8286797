//! Values, read with their governor (X.680 17.7 and the value clause of each type).

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use wireglot_bigint::BigInt;
use wireglot_model::{Component, Kind, Presence, Real, Set, TypeId, Value};

use super::parameters::Actual;
use super::references::{Named, Sort};
use super::scope::{Instance, Scope};
use super::strings;
use super::{Resolver, ValueState, VALUE_PARTS};
use crate::faults::{LegalKind, ResolveKind};
use crate::parse;
use crate::tree::{self, AssignmentKind, Braced, ValueKind};

/// The longest number that is read, in decimal digits.
pub(super) const DIGITS: usize = 10_000;

/// The components that a value of a SEQUENCE or SET may give.
pub(super) struct MemberTable {
    /// By name: position and type.
    places: HashMap<String, (usize, TypeId)>,
    /// What must be there.
    required: Vec<String>,
}

/// How deep a value may be once references are followed.
const VALUE_DEPTH: usize = 200;

impl<'t> Resolver<'t> {
    /// Reads a value as one of the governor. `None` where it is not; the user has been told.
    pub(super) fn value(&mut self, value: &'t tree::Value, governor: TypeId, scope: &Scope) -> Option<Value> {
        let base = self.base(governor)?;
        self.deeper(value.span, |this| this.value_of_base(value, governor, base, scope))
    }

    fn value_of_base(
        &mut self,
        value: &'t tree::Value,
        governor: TypeId,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        match &value.kind {
            ValueKind::Error => None,
            ValueKind::Reference(reference) => self.identifier(value, reference, base, scope),
            ValueKind::Field(reference, path) => {
                let (ty, found) = self.field_value(reference, path, scope)?;
                self.compatible(value, found, ty, base)
            }
            ValueKind::Typed(ty, inner) => self.open_value(value, ty, inner, base, scope),
            ValueKind::Containing(inner) => self.containing(value, inner, governor, base, scope),
            ValueKind::Choice(name, inner) => self.choice(value, name, inner, base, scope),
            ValueKind::Braced(braced) => self.braced(value, braced, base, scope),
            _ => self.literal(value, base),
        }
    }

    /// Values that are one token.
    fn literal(&mut self, value: &'t tree::Value, base: TypeId) -> Option<Value> {
        use ValueKind as V;
        let read = match (&value.kind, &self.model.ty(base).kind) {
            (V::Boolean(b), Kind::Boolean) => Value::Boolean(*b),
            (V::Null, Kind::Null) => Value::Null,
            (V::Number { negative, digits }, Kind::Integer(_)) => {
                Value::Integer(self.number(*negative, digits, value.span)?)
            }
            (V::Number { negative, digits }, Kind::Real) => {
                let number = self.number(false, digits, value.span)?;
                Value::Real(strings::finite(*negative, number, 10, BigInt::zero()))
            }
            (V::Real { negative, text }, Kind::Real) if text.len() <= DIGITS => {
                Value::Real(strings::real(*negative, text)?)
            }
            (V::PlusInfinity, Kind::Real) => Value::Real(Real::PlusInfinity),
            (V::MinusInfinity, Kind::Real) => Value::Real(Real::MinusInfinity),
            (V::NotANumber, Kind::Real) => Value::Real(Real::NotANumber),
            (V::BString(digits), Kind::BitString(_)) => strings::bits_of_binary(digits),
            (V::HString(digits), Kind::BitString(_)) => strings::bits_of_hexadecimal(digits),
            (V::BString(digits), Kind::OctetString) => Value::OctetString(strings::octets_of_binary(digits)),
            (V::HString(digits), Kind::OctetString) => {
                Value::OctetString(strings::octets_of_hexadecimal(digits))
            }
            (V::CString(text), Kind::String(_)) => Value::String(text.to_string()),
            (V::CString(text), Kind::Time(_)) => Value::Time(text.to_string()),
            (V::CString(text), Kind::OidIri | Kind::RelativeOidIri) => Value::Iri(text.to_string()),
            (V::Null, Kind::Any(_) | Kind::Open(_)) => {
                let null = self.plain(super::standard::Plain::Null);
                Value::Open(null, Box::new(Value::Null))
            }
            (V::Number { negative, digits }, Kind::Boolean | Kind::Enumerated(_)) => {
                return self.by_number(value, *negative, digits, base)
            }
            _ => return self.wrong_value(value, base),
        };
        Some(read)
    }

    /// BOOLEAN and ENUMERATED values written as numbers: taken as meant.
    fn by_number(
        &mut self,
        value: &tree::Value,
        negative: bool,
        digits: &str,
        base: TypeId,
    ) -> Option<Value> {
        let number = self.number(negative, digits, value.span)?;
        let read = match &self.model.ty(base).kind {
            Kind::Enumerated(items) => {
                let mut all = items.root.iter().chain(items.additions.iter().flatten());
                all.find(|(_, n)| *n == number).map(|(name, _)| Value::Enumerated(name.clone()))
            }
            _ => Some(Value::Boolean(!number.is_zero())),
        };
        match read {
            Some(read) => {
                let shown = self.model.show_value(&read);
                self.fault(value.span, LegalKind::ByNumber(shown));
                Some(read)
            }
            None => self.wrong_value(value, base),
        }
    }

    /// Says that a value is not one of a type.
    pub(super) fn wrong_value(&mut self, value: &tree::Value, base: TypeId) -> Option<Value> {
        let ty = self.type_word(base);
        self.fault(value.span, LegalKind::WrongValue(ty));
        None
    }

    /// How messages call a type: its name, or its first words.
    pub(super) fn type_word(&self, id: TypeId) -> String {
        let shown = self.model.show_type(id);
        match shown.split_once(" {") {
            Some((word, _)) => word.to_owned(),
            None => shown,
        }
    }

    /// An identifier that the type itself explains, or a value reference.
    fn identifier(
        &mut self,
        value: &'t tree::Value,
        reference: &'t tree::Reference,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        if reference.module.is_none() && reference.arguments.is_none() {
            let name = &*reference.name.text;
            match &self.model.ty(base).kind {
                Kind::Enumerated(items) => {
                    let known = || super::enumerated::identifiers(items);
                    if known().any(|item| item == name) {
                        return Some(Value::Enumerated(name.to_owned()));
                    }
                    if !self.is_symbol(name, scope) && self.dummy(reference, scope).is_none() {
                        let close = self.close_names(name, known());
                        let kind = LegalKind::NoItem(name.to_owned(), close);
                        self.fault(value.span, kind);
                        return None;
                    }
                }
                Kind::Integer(numbers) => {
                    if let Some((_, number)) = numbers.iter().find(|(n, _)| n == name) {
                        return Some(Value::Integer(number.clone()));
                    }
                }
                _ => {}
            }
        }
        let (ty, found) = self.value_reference(reference, scope)?;
        self.compatible(value, found, ty, base)
    }

    /// A referenced value as one of the governor.
    fn compatible(&mut self, at: &tree::Value, found: Value, ty: TypeId, base: TypeId) -> Option<Value> {
        let from = self.base(ty)?;
        let (kind, from) = (&self.model.ty(base).kind, &self.model.ty(from).kind);
        let relative = matches!(from, Kind::RelativeOid);
        let fits = match (&found, kind) {
            (Value::Boolean(_), Kind::Boolean)
            | (Value::Integer(_), Kind::Integer(_))
            | (Value::Null, Kind::Null)
            | (Value::BitString { .. } | Value::Containing(..), Kind::BitString(_))
            | (Value::OctetString(_) | Value::Containing(..), Kind::OctetString)
            | (Value::Iri(_), Kind::OidIri | Kind::RelativeOidIri)
            | (Value::Real(_), Kind::Real)
            | (Value::Time(_), Kind::Time(_))
            | (Value::List(_), Kind::SequenceOf(_) | Kind::SetOf(_))
            | (Value::Members(_), Kind::Sequence(_) | Kind::Set(_))
            | (Value::Members(_), Kind::External(_) | Kind::EmbeddedPdv(_) | Kind::CharacterString(_))
            | (Value::Open(..), Kind::Open(_) | Kind::Any(_)) => true,
            (Value::Enumerated(name), Kind::Enumerated(items)) => {
                super::enumerated::identifiers(items).any(|item| item == name)
            }
            (Value::Choice(name, _), Kind::Choice(members)) => members.all().any(|c| c.name == *name),
            (Value::Oid(_), Kind::Oid) => !relative,
            (Value::Oid(_), Kind::RelativeOid) => relative,
            (Value::String(_), Kind::String(to)) => same_characters(from, *to),
            _ => false,
        };
        match (&found, kind) {
            _ if fits => {
                if let Value::Oid(arcs) = &found {
                    if matches!(kind, Kind::Oid) {
                        self.check_oid(arcs, at.span);
                    }
                }
                Some(found)
            }
            // Before classes, a value of ANY was written with a reference alone.
            (_, Kind::Any(_)) => Some(Value::Open(ty, Box::new(found))),
            _ => self.wrong_value(at, base),
        }
    }

    /// A value with the type that it was given, where no governor is at hand.
    pub(super) fn referenced(&mut self, value: &'t tree::Value, scope: &Scope) -> Option<(TypeId, Value)> {
        match &value.kind {
            ValueKind::Reference(reference) => self.value_reference(reference, scope),
            ValueKind::Field(reference, path) => self.field_value(reference, path, scope),
            ValueKind::Error => None,
            _ => {
                self.fault(value.span, LegalKind::NotCharacters);
                None
            }
        }
    }

    /// What a value reference stands for, with its type.
    pub(super) fn value_reference(
        &mut self,
        reference: &'t tree::Reference,
        scope: &Scope,
    ) -> Option<(TypeId, Value)> {
        match self.named(reference, scope)? {
            Named::Actual(Actual::Value(ty, value)) => Some((ty, value)),
            Named::Definition(instance, Sort::Value) => self.value_instance(instance),
            other => {
                self.wrong_sort(reference, &other, "a value");
                None
            }
        }
    }

    /// The value of an assignment, read once.
    pub(super) fn value_instance(&mut self, instance: Instance) -> Option<(TypeId, Value)> {
        let definition = self.definitions[instance.definition.0 as usize];
        match self.values.get(&instance) {
            Some(ValueState::Done(ty, value)) => {
                let found = (*ty, value.clone());
                self.value_parts += parts(&found.1);
                if self.value_parts > VALUE_PARTS {
                    self.fault(definition.tree.name.span, ResolveKind::TooLarge);
                    return None;
                }
                return Some(found);
            }
            Some(ValueState::Poison) => return None,
            Some(ValueState::Busy) => {
                let name = definition.tree.name.text.to_string();
                self.fault(definition.tree.name.span, ResolveKind::Circular(name));
                return None;
            }
            None => {}
        }
        let AssignmentKind::Value { governor, value } = &definition.tree.kind else { return None };
        self.values.insert(instance, ValueState::Busy);
        let scope = Scope { module: definition.module, arguments: instance.arguments, enclosing: None };
        let ty = self.ty(governor, &scope);
        let read = self.value(value, ty, &scope);
        let read = read.filter(|read| {
            let shallow = depth(read) <= VALUE_DEPTH;
            if !shallow {
                self.fault(value.span, ResolveKind::TooLarge);
            }
            shallow
        });
        let state = match &read {
            Some(read) => ValueState::Done(ty, read.clone()),
            None => ValueState::Poison,
        };
        self.values.insert(instance, state);
        read.map(|read| (ty, read))
    }

    fn braced(
        &mut self,
        value: &'t tree::Value,
        braced: &'t Braced,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        match &self.model.ty(base).kind {
            Kind::Sequence(_) => self.member_values(braced, true, base, scope),
            Kind::Set(_) => self.member_values(braced, false, base, scope),
            Kind::External(inner) | Kind::EmbeddedPdv(inner) | Kind::CharacterString(inner) => {
                let inner = self.base(*inner)?;
                self.braced(value, braced, inner, scope)
            }
            Kind::SequenceOf(element) | Kind::SetOf(element) => {
                let ty = element.ty;
                let read = parse::elements(braced, &mut self.faults);
                let mut list = Vec::with_capacity(read.items.len());
                let mut sound = read.sound;
                for item in read.items {
                    let item = self.keep_value(item)?;
                    let item = self.value(item, ty, scope);
                    sound &= item.is_some();
                    list.extend(item);
                }
                sound.then_some(Value::List(list))
            }
            Kind::Oid => {
                let arcs = self.oid(braced, false, scope)?;
                self.check_oid(&arcs, value.span);
                Some(Value::Oid(arcs))
            }
            Kind::RelativeOid => self.oid(braced, true, scope).map(Value::Oid),
            Kind::BitString(names) => {
                let names = names.clone();
                self.bits(braced, &names)
            }
            Kind::String(_) => self.characters(braced, scope).map(Value::String),
            Kind::Real => self.real_parts(value, braced, base, scope),
            _ => self.wrong_value(value, base),
        }
    }

    /// `{mantissa 314, base 10, exponent -2}` (X.680 21.6).
    fn real_parts(
        &mut self,
        value: &'t tree::Value,
        braced: &'t Braced,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        let read = parse::members(braced, &mut self.faults);
        let mut parts = [None, None, None];
        for member in read.items {
            let place = ["mantissa", "base", "exponent"].iter().position(|name| **name == *member.name.text);
            let member = self.keep_value(member.value)?;
            let number = self.integer(member, scope)?;
            match place.and_then(|place| parts.get_mut(place)) {
                Some(part) => *part = Some(number),
                None => return self.wrong_value(value, base),
            }
        }
        match parts {
            [Some(mantissa), Some(radix), Some(exponent)] => match radix.to_u64() {
                Some(radix @ (2 | 10)) => {
                    Some(Value::Real(strings::finite(false, mantissa, radix as u32, exponent)))
                }
                _ => self.wrong_value(value, base),
            },
            _ if read.sound => self.wrong_value(value, base),
            _ => None,
        }
    }

    /// The components of a SEQUENCE or SET, by name.
    fn member_table(&mut self, base: TypeId) -> Option<Rc<MemberTable>> {
        if let Some(table) = self.member_tables.get(&base) {
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
        self.member_tables.insert(base, table.clone());
        Some(table)
    }

    /// `{a 1, b TRUE}`: each component once, in order in a SEQUENCE (X.680 25.20, 27.8).
    fn member_values(
        &mut self,
        braced: &'t Braced,
        ordered: bool,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        if self.busy.contains(&base) {
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
                let close = self.close_names(&name, table.places.keys().map(String::as_str));
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

    fn choice(
        &mut self,
        value: &'t tree::Value,
        name: &'t tree::Name,
        inner: &'t tree::Value,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        let Kind::Choice(members) = &self.model.ty(base).kind else { return self.wrong_value(value, base) };
        let found = members.all().find(|c| c.name == *name.text).map(|c| c.ty);
        let Some(ty) = found else {
            let close = self.close_names(&name.text, members.all().map(|c| c.name.as_str()));
            self.fault(name.span, LegalKind::NoAlternative(name.text.to_string(), close));
            return None;
        };
        let inner = self.value(inner, ty, scope)?;
        Some(Value::Choice(name.text.to_string(), Box::new(inner)))
    }

    /// `Type : value`, of an open type (X.681 14.6).
    fn open_value(
        &mut self,
        value: &'t tree::Value,
        ty: &'t tree::Type,
        inner: &'t tree::Value,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        if !matches!(self.model.ty(base).kind, Kind::Open(_) | Kind::Any(_)) {
            return self.wrong_value(value, base);
        }
        let ty = self.ty(ty, scope);
        let inner = self.value(inner, ty, scope)?;
        Some(Value::Open(ty, Box::new(inner)))
    }

    /// `CONTAINING value`: of the type that the governor's contents constraint names.
    fn containing(
        &mut self,
        value: &'t tree::Value,
        inner: &'t tree::Value,
        governor: TypeId,
        base: TypeId,
        scope: &Scope,
    ) -> Option<Value> {
        let Some(ty) = self.contained_type(governor) else { return self.wrong_value(value, base) };
        let inner = self.value(inner, ty, scope)?;
        Some(Value::Containing(ty, Box::new(inner)))
    }

    fn contained_type(&self, governor: TypeId) -> Option<TypeId> {
        let mut at = governor;
        loop {
            if let Kind::Constrained { constraint, .. } = &self.model.ty(at).kind {
                if let Set::Contents { containing: Some(ty), .. } = constraint.root {
                    return Some(ty);
                }
            }
            at = self.model.ty(at).kind.inner()?;
        }
    }
}

/// Types whose characters the standard maps onto each other (X.680 annex B.5): all
/// but TeletexString, VideotexString, GraphicString and GeneralString, which are
/// alike among themselves.
fn same_characters(from: &Kind, to: wireglot_model::StringKind) -> bool {
    use wireglot_model::StringKind as S;
    let Kind::String(from) = *from else { return false };
    let known =
        |kind| !matches!(kind, S::Teletex | S::Videotex | S::Graphic | S::General | S::ObjectDescriptor);
    from == to || known(from) == known(to)
}

/// How deep a value is: at most the text's own depth above that of the values it names.
fn depth(value: &Value) -> usize {
    match value {
        Value::Members(list) => 1 + list.iter().map(|(_, v)| depth(v)).max().unwrap_or(0),
        Value::List(list) => 1 + list.iter().map(depth).max().unwrap_or(0),
        Value::Choice(_, inner) | Value::Open(_, inner) | Value::Containing(_, inner) => 1 + depth(inner),
        _ => 1,
    }
}

/// How many parts a value has.
fn parts(value: &Value) -> usize {
    match value {
        Value::Members(list) => 1 + list.iter().map(|(_, v)| parts(v)).sum::<usize>(),
        Value::List(list) => 1 + list.iter().map(parts).sum::<usize>(),
        Value::Choice(_, inner) | Value::Open(_, inner) | Value::Containing(_, inner) => 1 + parts(inner),
        Value::OctetString(octets) | Value::BitString { octets, .. } => 1 + octets.len() / 16,
        Value::String(text) => 1 + text.len() / 16,
        _ => 1,
    }
}
