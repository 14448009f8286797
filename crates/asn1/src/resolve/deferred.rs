//! Work deferred until the structure that it refers to is complete.

use wireglot_model::{Constraint, Kind, ModuleId, NamedValue, TypeId};

use super::scope::{Instance, Scope};
use super::state::deferred::Deferred;
use super::Resolver;
use crate::legal::ReadValue;
use crate::tree::{self, AssignmentKind};

impl<'t> Resolver<'t> {
    pub(super) fn work(&mut self, later: Deferred<'t>) {
        self.anchor = match &later {
            Deferred::Constraint(ty) => self.queues.constraints.get(ty).and_then(module_of_table),
            _ => None,
        };
        self.work_on(later);
        self.anchor = None;
    }

    /// Reads the constraint of a type if that has not been done: `CONTAINING value` requires it before its turn.
    pub(super) fn constraint_now(&mut self, id: TypeId) {
        if let Some((constraint, scope)) = self.queues.constraints.remove(&id) {
            self.read_constraint(id, constraint, &scope);
        }
    }

    fn work_on(&mut self, later: Deferred<'t>) {
        match later {
            Deferred::Constraint(ty) => self.constraint_now(ty),
            Deferred::ValueSet { ty, body, scope } => {
                if let Some(set) = self.value_set_body(ty, body, &scope) {
                    self.read_elements(ty, set, &scope);
                }
            }
            Deferred::Elements { ty, set, scope } => self.read_elements(ty, set, &scope),
            Deferred::FieldValues { ty, set, path } => self.read_field_values(ty, set, path),
            Deferred::Default { number, ty, value, scope } => {
                let span = value.span;
                let value = self.value(value, ty, &scope);
                if let Some(value) = &value {
                    self.values.read.push(ReadValue { span, ty, value: value.clone() });
                }
                if let Some(place) = self.values.defaults.get_mut(number) {
                    *place = value;
                }
            }
            Deferred::FieldDefault { class, field } => self.read_field_default(class, field),
            Deferred::Value(instance) => self.named_value(instance),
            Deferred::Object(id) => {
                self.read_object(id);
            }
            Deferred::ObjectSet(id) => {
                self.read_object_set(id);
            }
        }
    }

    /// Reads a value assignment and enters it in its module.
    fn named_value(&mut self, instance: Instance) {
        let definition = self.names.definitions[instance.definition.0 as usize];
        let Some((ty, value)) = self.value_instance(instance) else { return };
        let (name, span) = (definition.tree.name.text.to_string(), definition.tree.name.span);
        if let AssignmentKind::Value { value: written, .. } = &definition.tree.kind {
            self.values.read.push(ReadValue { span: written.span, ty, value: value.clone() });
        }
        if !self.is_standard(definition.module) {
            self.model.modules[definition.module.index()].values.push(NamedValue { name, ty, value, span });
        }
    }

    /// The type that a constrained type constrains.
    pub(super) fn constrained_inner(&self, id: TypeId) -> Option<TypeId> {
        self.model.ty(id).kind.inner()
    }

    /// Sets a constraint, or poisons the type.
    pub(super) fn put_constraint(&mut self, id: TypeId, read: Option<Constraint>) {
        match (read, self.model.types.get_mut(id.index()).map(|ty| &mut ty.kind)) {
            (Some(read), Some(Kind::Constrained { constraint, .. })) => **constraint = read,
            _ => {
                self.types.poison.insert(id);
            }
        }
    }
}

/// The module of a table constraint.
fn module_of_table((constraint, scope): &(&tree::Constraint, Scope)) -> Option<ModuleId> {
    matches!(constraint.kind, tree::ConstraintKind::Table(..)).then_some(scope.module)
}
