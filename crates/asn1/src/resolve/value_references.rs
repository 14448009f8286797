//! Value references: each assignment is read once, and its value is checked against the governor of the
//! reference.

use wireglot_bigint::BigInt;
use wireglot_model::{Kind, Real, TypeId, Value};

use super::references::Named;
use super::scope::{Instance, Scope};
use super::state::limits::VALUE_PARTS;
use super::state::names::Sort;
use super::state::parameters::Actual;
use super::state::values::ValueState;
use super::Resolver;
use crate::faults::{LegalKind, ResolveKind};
use crate::tree::{self, AssignmentKind, ValueKind};

/// The maximum depth of a value after references are resolved.
const VALUE_DEPTH: usize = 200;

impl<'t> Resolver<'t> {
    /// Converts a referenced value to a value of the governor.
    pub(super) fn compatible(
        &mut self,
        at: &tree::Value,
        found: Value,
        ty: TypeId,
        base: TypeId,
    ) -> Option<Value> {
        let from = self.base(ty)?;
        let named = match &found {
            Value::Enumerated(name) | Value::Choice(name, _) => self.identified(base, name).is_some(),
            _ => false,
        };
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
            (Value::Enumerated(_), Kind::Enumerated(_)) | (Value::Choice(..), Kind::Choice(_)) => named,
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
            // Before classes existed, a value of ANY was written as just a reference.
            (_, Kind::Any(_)) => Some(Value::Open(ty, Box::new(found))),
            _ => self.wrong_value(at, base),
        }
    }

    /// A value with its own type, where there is no governor.
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

    /// The value of a value reference, with its type.
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
        let definition = self.names.definitions[instance.definition.0 as usize];
        match self.values.instances.get(&instance) {
            Some(ValueState::Done(ty, value)) => {
                // Beyond the limit, values are not looked at again: each use would take as long.
                if self.limits.value_parts <= VALUE_PARTS {
                    self.limits.value_parts += parts(value);
                }
                if self.limits.value_parts <= VALUE_PARTS {
                    return Some((*ty, value.clone()));
                }
                self.fault(definition.tree.name.span, ResolveKind::TooLarge);
                return None;
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
        self.values.instances.insert(instance, ValueState::Busy);
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
        self.values.instances.insert(instance, state);
        read.map(|read| (ty, read))
    }
}

/// Types whose characters the standard maps onto each other (X.680 annex B.5): all except TeletexString,
/// VideotexString, GraphicString and GeneralString, which are compatible among themselves.
fn same_characters(from: &Kind, to: wireglot_model::StringKind) -> bool {
    use wireglot_model::StringKind as S;
    let Kind::String(from) = *from else { return false };
    let known =
        |kind| !matches!(kind, S::Teletex | S::Videotex | S::Graphic | S::General | S::ObjectDescriptor);
    from == to || known(from) == known(to)
}

/// The depth of a value: at most the text's own depth plus that of the values it names.
fn depth(value: &Value) -> usize {
    match value {
        Value::Members(list) => 1 + list.iter().map(|(_, v)| depth(v)).max().unwrap_or(0),
        Value::List(list) => 1 + list.iter().map(depth).max().unwrap_or(0),
        Value::Choice(_, inner) | Value::Open(_, inner) | Value::Containing(_, inner) => 1 + depth(inner),
        _ => 1,
    }
}

/// The number of parts of a value.
fn parts(value: &Value) -> usize {
    match value {
        Value::Members(list) => 1 + list.iter().map(|(_, v)| parts(v)).sum::<usize>(),
        Value::List(list) => 1 + list.iter().map(parts).sum::<usize>(),
        Value::Choice(_, inner) | Value::Open(_, inner) | Value::Containing(_, inner) => 1 + parts(inner),
        Value::OctetString(octets) => 1 + octets.len() / 16,
        Value::BitString { octets, listed, .. } => {
            1 + octets.len() / 16 + listed.0.as_ref().map_or(0, Vec::len) / 4
        }
        Value::String(text) | Value::Time(text) | Value::Iri(text) => 1 + text.len() / 16,
        Value::Oid(arcs) => 1 + arcs.iter().map(weight).sum::<usize>(),
        Value::Integer(number) => weight(number),
        Value::Real(Real::Finite { mantissa, exponent, .. }) => weight(mantissa) + weight(exponent),
        _ => 1,
    }
}

/// The number of parts that a number counts for.
fn weight(number: &BigInt) -> usize {
    1 + (number.bits() / 128) as usize
}
