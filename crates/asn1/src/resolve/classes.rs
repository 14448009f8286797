//! Information object classes (X.681 9).

use std::rc::Rc;

use wireglot_model::{ByName, Class, ClassId, Field, FieldKind};

use super::references::Named;
use super::scope::{Instance, Scope};
use super::state::deferred::Deferred;
use super::state::names::Sort;
use super::state::objects::{ClassFields, ClassTree, Settings};
use super::state::parameters::Actual;
use super::Resolver;
use crate::faults::ResolveKind;
use crate::parse::FieldForm;
use crate::tree::{self, AssignmentKind, FieldGovernor, FieldPresence, TypeKind};

impl<'t> Resolver<'t> {
    /// The class that a governor names.
    pub(super) fn class_notation(&mut self, governor: &'t tree::Type, scope: &Scope) -> Option<ClassId> {
        match &governor.kind {
            TypeKind::Reference(reference) => self.class_reference(reference, scope),
            _ => None,
        }
    }

    /// The class that a reference names.
    pub(super) fn class_reference(
        &mut self,
        reference: &'t tree::Reference,
        scope: &Scope,
    ) -> Option<ClassId> {
        match self.named(reference, scope)? {
            Named::Actual(Actual::Class(id)) => Some(id),
            Named::Definition(instance, Sort::Class) => self.class_instance(instance),
            other => {
                self.wrong_sort(reference, &other, "a class");
                None
            }
        }
    }

    /// The class of an assignment, created once.
    pub(super) fn class_instance(&mut self, instance: Instance) -> Option<ClassId> {
        if let Some(&id) = self.objects.classes.get(&instance) {
            return Some(id);
        }
        let definition = self.names.definitions[instance.definition.0 as usize];
        let scope = Scope { module: definition.module, arguments: instance.arguments, enclosing: None };
        match &definition.tree.kind {
            AssignmentKind::Class(tree) => {
                let id = ClassId(self.model.classes.len() as u32);
                self.objects.classes.insert(instance, id);
                self.model.classes.push(Class {
                    name: definition.tree.name.text.to_string(),
                    module: definition.module,
                    fields: ByName::default(),
                    span: definition.tree.name.span,
                });
                let waiting = ClassTree { tree, scope: scope.clone(), fields: Rc::default() };
                self.objects.class_trees.push(waiting);
                // The governor of a field may be another class.
                let (written, fields): (Vec<usize>, Vec<Field>) =
                    self.deeper(definition.tree.name.span, |this| {
                        let fields = tree.fields.iter().enumerate();
                        Some(
                            fields
                                .filter_map(|(i, f)| Some((i, this.class_field(id, i, f, &scope)?)))
                                .unzip(),
                        )
                    })?;
                let fields = ByName::from(fields);
                if let Some(text) = self.objects.class_trees.get_mut(id.index()) {
                    text.fields = Rc::new(fields_of(tree, &fields, written));
                }
                if let Some(class) = self.model.classes.get_mut(id.index()) {
                    class.fields = fields;
                }
                Some(id)
            }
            AssignmentKind::Type(alias) => {
                let span = definition.tree.name.span;
                let id = self.deeper(span, |this| this.class_notation(alias, &scope))?;
                self.objects.classes.insert(instance, id);
                Some(id)
            }
            _ => None,
        }
    }

    fn class_field(
        &mut self,
        class: ClassId,
        index: usize,
        field: &'t tree::ClassField,
        scope: &Scope,
    ) -> Option<Field> {
        let upper = field.name.is_upper();
        let path = |names: &[tree::Name]| names.iter().map(|n| format!("&{}", n.text)).collect();
        let kind = match &field.governor {
            FieldGovernor::None => FieldKind::Type,
            FieldGovernor::Field(names) if upper => FieldKind::VariableValueSet(path(names)),
            FieldGovernor::Field(names) => FieldKind::VariableValue(path(names)),
            FieldGovernor::Type(ty) if self.is_class_notation(ty, scope) => {
                let class = self.class_notation(ty, scope)?;
                if upper {
                    FieldKind::ObjectSet(class)
                } else {
                    FieldKind::Object(class)
                }
            }
            FieldGovernor::Type(ty) if upper => FieldKind::FixedValueSet(self.ty(ty, scope)),
            FieldGovernor::Type(ty) => FieldKind::FixedValue(self.ty(ty, scope)),
        };
        let optional = !matches!(field.presence, FieldPresence::Mandatory);
        let variable = matches!(kind, FieldKind::VariableValue(_) | FieldKind::VariableValueSet(_));
        if matches!(field.presence, FieldPresence::Default(..)) && !variable {
            self.queues.deferred.push_back(Deferred::FieldDefault { class, field: index });
        }
        Some(Field {
            name: format!("&{}", field.name.text),
            kind,
            unique: field.unique.is_some(),
            optional,
            default: None,
            span: field.span,
        })
    }

    /// Reads the default of a field.
    pub(super) fn read_field_default(&mut self, class: ClassId, index: usize) {
        let (tree, scope) = match self.objects.class_trees.get(class.index()) {
            Some(text) => (text.tree, text.scope.clone()),
            None => return,
        };
        let Some(field) = tree.fields.get(index) else { return };
        let FieldPresence::Default(setting, _) = &field.presence else { return };
        let name = format!("&{}", field.name.text);
        let fields = &self.model.class(class).fields;
        let Some(place) = fields.place(&name) else { return };
        let Some(kind) = fields.get(place).map(|f| f.kind.clone()) else { return };
        let read = self.setting(class, &kind, setting, &Settings::default(), &scope);
        let fields = self.model.classes.get_mut(class.index()).map(|c| &mut c.fields);
        if let Some(field) = fields.and_then(|fields| fields.get_mut(place)) {
            field.default = read;
        }
    }

    /// The last field of a path from a class; the ones before it are objects or object sets.
    pub(super) fn field_at(&mut self, class: ClassId, path: &[tree::Name]) -> Option<(ClassId, FieldKind)> {
        let (last, before) = path.split_last()?;
        let mut class = class;
        for name in before {
            match self.field_named(class, name)? {
                FieldKind::Object(next) | FieldKind::ObjectSet(next) => class = next,
                kind => {
                    let name = name.text.to_string();
                    self.fault(last.span, ResolveKind::WrongField(name, kind_text(&kind), "an object field"));
                    return None;
                }
            }
        }
        Some((class, self.field_named(class, last)?))
    }

    fn field_named(&mut self, class: ClassId, name: &tree::Name) -> Option<FieldKind> {
        let found = self.model.class(class).field(&format!("&{}", name.text)).map(|field| field.kind.clone());
        if found.is_none() {
            self.no_field(class, name);
        }
        found
    }

    /// Reports a field that is not in a class.
    pub(super) fn no_field(&mut self, class: ClassId, name: &tree::Name) {
        // A field that could not be resolved has been reported.
        let tree = self.objects.class_trees.get(class.index()).map(|c| c.tree);
        if tree.is_some_and(|t| t.fields.iter().any(|f| f.name.text == name.text)) {
            return;
        }
        let class = self.model.class(class);
        let names = class.fields.iter().filter_map(|f| f.name.get(1..));
        let mut near = self.near(&name.text, names);
        near.close.iter_mut().chain(&mut near.all).for_each(|n| n.insert(0, '&'));
        let class = class.name.clone();
        self.fault(name.span, ResolveKind::NoField(name.text.to_string(), class, near));
    }
}

fn fields_of(tree: &tree::Class, fields: &ByName<Field>, written: Vec<usize>) -> ClassFields {
    let unique = fields.iter().filter(|field| field.unique).map(|field| field.name.clone()).collect();
    let mut of = ClassFields { written, unique, ..ClassFields::default() };
    for (place, (field, index)) in fields.iter().zip(&of.written).enumerate() {
        match tree.fields.get(*index).map(|field| &field.presence) {
            _ if fields.place(&field.name) != Some(place) => {}
            Some(FieldPresence::Mandatory) => of.mandatory.push(place),
            Some(FieldPresence::Default(..)) => of.defaults.push(place),
            _ => {}
        }
    }
    of
}

/// A sort of field with its article.
pub(super) fn kind_text(kind: &FieldKind) -> &'static str {
    match kind {
        FieldKind::Type => "a type field",
        FieldKind::FixedValue(_) | FieldKind::VariableValue(_) => "a value field",
        FieldKind::FixedValueSet(_) | FieldKind::VariableValueSet(_) => "a value set field",
        FieldKind::Object(_) => "an object field",
        FieldKind::ObjectSet(_) => "an object set field",
    }
}

/// The form of a field's setting, by the kind of the field.
pub(super) fn form_of(kind: &FieldKind) -> FieldForm {
    match kind {
        FieldKind::Type => FieldForm::Type,
        FieldKind::FixedValue(_) | FieldKind::VariableValue(_) | FieldKind::Object(_) => FieldForm::Value,
        FieldKind::FixedValueSet(_) | FieldKind::VariableValueSet(_) | FieldKind::ObjectSet(_) => {
            FieldForm::Set
        }
    }
}
