//! What waits until the structure that it speaks about stands.

use wireglot_model::{ClassId, Constraint, Kind, NamedValue, ObjectId, TypeId};

use super::scope::{Instance, Scope};
use super::Resolver;
use crate::legal::ReadValue;
use crate::tree::{self, AssignmentKind};

/// A piece of work that waits.
pub(super) enum Later<'t> {
    /// Reads the constraint of a constrained type.
    Constraint { ty: TypeId, constraint: &'t tree::Constraint, scope: Scope },
    /// Reads the set of a value set assignment.
    ValueSet { ty: TypeId, body: &'t tree::Braced, scope: Scope },
    /// Reads a value set that is a parameter or a setting.
    Elements { ty: TypeId, set: &'t tree::ElementSetSpecs, scope: Scope },
    /// Takes a value set from the objects of a set: `Set.&field`.
    FieldValues { ty: TypeId, set: wireglot_model::ObjectSetId, path: &'t [tree::Name] },
    /// Reads the default value of a component.
    Default { number: usize, ty: TypeId, value: &'t tree::Value, scope: Scope },
    /// Reads what a field of a class is set to by default.
    FieldDefault { class: ClassId, field: usize },
    /// Reads a value assignment.
    Value(Instance),
    /// Makes sure that an object has been read.
    Object(ObjectId),
    /// Makes sure that an object set has been read.
    ObjectSet(wireglot_model::ObjectSetId),
}

impl<'t> Resolver<'t> {
    pub(super) fn work(&mut self, later: Later<'t>) {
        self.anchor = match &later {
            Later::Default { scope, .. } => Some(scope.module),
            Later::Constraint { constraint, scope, .. } if is_table(constraint) => Some(scope.module),
            _ => None,
        };
        self.work_on(later);
        self.anchor = None;
    }

    /// Reads the constraint of a type before its turn, if it still waits: who reads
    /// `CONTAINING value` has to know it.
    pub(super) fn constraint_now(&mut self, id: TypeId) {
        let waits = |later: &Later| matches!(later, Later::Constraint { ty, .. } if *ty == id);
        if let Some(place) = self.later.iter().position(waits) {
            if let Some(Later::Constraint { ty, constraint, scope }) = self.later.remove(place) {
                self.read_constraint(ty, constraint, &scope);
            }
        }
    }

    fn work_on(&mut self, later: Later<'t>) {
        match later {
            Later::Constraint { ty, constraint, scope } => self.read_constraint(ty, constraint, &scope),
            Later::ValueSet { ty, body, scope } => {
                let set = crate::parse::set(body, &mut self.faults);
                if let Some(set) = self.keep_set(set) {
                    self.read_elements(ty, set, &scope);
                }
            }
            Later::Elements { ty, set, scope } => self.read_elements(ty, set, &scope),
            Later::FieldValues { ty, set, path } => self.read_field_values(ty, set, path),
            Later::Default { number, ty, value, scope } => {
                let span = value.span;
                let value = self.value(value, ty, &scope);
                if let Some(value) = &value {
                    self.read_values.push(ReadValue { span, ty, value: value.clone() });
                }
                if let Some(place) = self.defaults.get_mut(number) {
                    *place = value;
                }
            }
            Later::FieldDefault { class, field } => self.read_field_default(class, field),
            Later::Value(instance) => self.named_value(instance),
            Later::Object(id) => {
                self.read_object(id);
            }
            Later::ObjectSet(id) => {
                self.read_object_set(id);
            }
        }
    }

    /// A value assignment: read, and entered in its module.
    fn named_value(&mut self, instance: Instance) {
        let definition = self.definitions[instance.definition.0 as usize];
        let Some((ty, value)) = self.value_instance(instance) else { return };
        let (name, span) = (definition.tree.name.text.to_string(), definition.tree.name.span);
        if let AssignmentKind::Value { value: written, .. } = &definition.tree.kind {
            self.read_values.push(ReadValue { span: written.span, ty, value: value.clone() });
        }
        if !self.is_standard(definition.module) {
            self.model.modules[definition.module.index()].values.push(NamedValue { name, ty, value, span });
        }
    }

    /// The type that a constrained type constrains.
    pub(super) fn constrained_inner(&self, id: TypeId) -> Option<TypeId> {
        self.model.ty(id).kind.inner()
    }

    /// Puts a constraint in its place, or makes the type poison.
    pub(super) fn put_constraint(&mut self, id: TypeId, read: Option<Constraint>) {
        match (read, self.model.types.get_mut(id.index()).map(|ty| &mut ty.kind)) {
            (Some(read), Some(Kind::Constrained { constraint, .. })) => **constraint = read,
            _ => {
                self.poison.insert(id);
            }
        }
    }
}

fn is_table(constraint: &tree::Constraint) -> bool {
    matches!(constraint.kind, tree::ConstraintKind::Table(..))
}
