//! Information objects (X.681 11).

use std::collections::btree_map::{BTreeMap, Entry};
use std::collections::BTreeSet;

use wireglot_model::{ByName, ClassId, FieldKind, Object, ObjectId, Setting, TypeId};
use wireglot_text::Span;

use super::classes::{form_of, kind_text};
use super::references::Named;
use super::scope::{Instance, Scope, GROUND};
use super::state::names::{Definition, Sort};
use super::state::objects::{ObjectInfo, Settings};
use super::state::parameters::Actual;
use super::Resolver;
use crate::faults::{FirstNames, ResolveKind};
use crate::parse::{self, FieldSetting};
use crate::token::TokenKind;
use crate::tree::{self, AssignmentKind, Braced, TypeKind, ValueKind};

/// The maximum number of objects that a hint names.
const SHOWN_OBJECTS: usize = 3;

impl<'t> Resolver<'t> {
    /// The object that a notation refers to or defines, of the given class.
    pub(super) fn object(
        &mut self,
        value: &'t tree::Value,
        class: ClassId,
        scope: &Scope,
    ) -> Option<ObjectId> {
        let id = self.object_of_any(value, class, scope)?;
        self.of_class(self.model.object(id).class, class, value.span).then_some(id)
    }

    /// The same in an object set: an object of another class is left out.
    pub(super) fn object_in_set(
        &mut self,
        value: &'t tree::Value,
        class: ClassId,
        scope: &Scope,
    ) -> Option<ObjectId> {
        let id = self.object_of_any(value, class, scope)?;
        let has = self.model.object(id).class;
        if has != class {
            self.left_out(has, class, value.span);
            return None;
        }
        Some(id)
    }

    /// Reports an object, or a set of objects, of another class in a set.
    pub(super) fn left_out(&mut self, has: ClassId, wanted: ClassId, span: Span) {
        let objects = self.names_of_objects(wanted);
        let (has, wanted) = (self.model.class(has).name.clone(), self.model.class(wanted).name.clone());
        self.fault(span, ResolveKind::LeftOut(has, wanted, objects));
    }

    /// The names of a few objects of a class, in the order of their text.
    fn names_of_objects(&self, class: ClassId) -> Vec<String> {
        if !self.has_few_faults() {
            return Vec::new();
        }
        let wanted = self.model.class(class);
        let of_class = |definition: &&Definition| match &definition.tree.kind {
            AssignmentKind::Value { governor, .. } => match &governor.kind {
                TypeKind::Reference(reference) => *reference.name.text == wanted.name,
                _ => false,
            },
            _ => false,
        };
        let ground = self.names.definitions.iter().filter(|d| d.tree.parameters.is_none());
        let objects = ground.filter(of_class);
        objects.take(SHOWN_OBJECTS).map(|definition| definition.tree.name.text.to_string()).collect()
    }

    fn object_of_any(&mut self, value: &'t tree::Value, class: ClassId, scope: &Scope) -> Option<ObjectId> {
        let id = match &value.kind {
            ValueKind::Reference(reference) => match self.named(reference, scope)? {
                Named::Actual(Actual::Object(id)) => id,
                Named::Definition(instance, Sort::Object) => self.object_instance(instance)?,
                other => {
                    self.wrong_sort(reference, &other, "an object");
                    return None;
                }
            },
            ValueKind::Field(reference, path) => self.object_of_field(reference, path, scope)?,
            ValueKind::Braced(braced) => {
                return Some(self.new_object(String::new(), class, braced, scope, value.span))
            }
            ValueKind::Error => return None,
            _ => {
                self.fault(value.span, ResolveKind::NotAnObject);
                return None;
            }
        };
        Some(id)
    }

    /// Whether a class is the expected one; reports it if not.
    pub(super) fn of_class(&mut self, has: ClassId, wanted: ClassId, span: Span) -> bool {
        if has != wanted {
            let objects = self.names_of_objects(wanted);
            let (has, wanted) = (self.model.class(has).name.clone(), self.model.class(wanted).name.clone());
            self.fault(span, ResolveKind::WrongClass(has, wanted, objects));
        }
        has == wanted
    }

    pub(super) fn new_object(
        &mut self,
        name: String,
        class: ClassId,
        braced: &'t Braced,
        scope: &Scope,
        span: Span,
    ) -> ObjectId {
        let id = ObjectId(self.model.objects.len() as u32);
        self.model.objects.push(Object { name, class, settings: ByName::default(), span });
        self.objects.infos.push(ObjectInfo::Waiting(braced, scope.clone()));
        self.queues.deferred.push_back(super::state::deferred::Deferred::Object(id));
        id
    }

    /// The object of an assignment, created once.
    pub(super) fn object_instance(&mut self, instance: Instance) -> Option<ObjectId> {
        let definition = self.names.definitions[instance.definition.0 as usize];
        let span = definition.tree.name.span;
        match self.objects.instances.get(&instance) {
            Some(Some(id)) => return Some(*id),
            Some(None) => {
                let name = definition.tree.name.text.to_string();
                if !self.objects.faulty.contains(&instance) {
                    self.fault(span, ResolveKind::Circular(name));
                    self.objects.faulty.insert(instance);
                }
                return None;
            }
            None => {}
        }
        let AssignmentKind::Value { governor, value } = &definition.tree.kind else { return None };
        let scope = Scope { module: definition.module, arguments: instance.arguments, enclosing: None };
        self.objects.instances.insert(instance, None);
        let class = self.class_notation(governor, &scope);
        let found = class.and_then(|class| match &value.kind {
            ValueKind::Braced(braced) => {
                let mut name = definition.tree.name.text.to_string();
                if instance.arguments != GROUND {
                    name = format!("{name} {}", self.parameters.lists[instance.arguments.0 as usize].shown);
                }
                Some(self.new_object(name, class, braced, &scope, span))
            }
            _ => self.deeper(span, |this| this.object(value, class, &scope)),
        });
        match found {
            Some(id) => {
                self.objects.instances.insert(instance, Some(id));
            }
            None => {
                self.objects.faulty.insert(instance);
            }
        }
        found
    }

    /// Reads an object's settings, if that has not been done; returns whether it is sound.
    pub(super) fn read_object(&mut self, id: ObjectId) -> bool {
        let Some(info) = self.objects.infos.get_mut(id.index()) else { return false };
        match info {
            ObjectInfo::Done => return true,
            ObjectInfo::Poison => return false,
            ObjectInfo::Busy => {
                let object = self.model.object(id);
                let (name, span) = (object.name.clone(), object.span);
                self.fault(span, ResolveKind::Circular(name));
                return false;
            }
            ObjectInfo::Waiting(..) => {}
        }
        let ObjectInfo::Waiting(braced, scope) = std::mem::replace(info, ObjectInfo::Busy) else {
            return false;
        };
        let class = self.model.object(id).class;
        let settings = self.deeper(braced.span, |this| this.settings(class, braced, &scope));
        let state = match settings {
            Some(settings) => {
                if let Some(object) = self.model.objects.get_mut(id.index()) {
                    object.settings = settings.into();
                }
                ObjectInfo::Done
            }
            None => ObjectInfo::Poison,
        };
        let sound = matches!(state, ObjectInfo::Done);
        if let Some(info) = self.objects.infos.get_mut(id.index()) {
            *info = state;
        }
        sound
    }

    /// All settings of an object, in the order of the class's fields.
    fn settings(
        &mut self,
        class: ClassId,
        braced: &'t Braced,
        scope: &Scope,
    ) -> Option<Vec<(String, Setting)>> {
        let tree = self.objects.class_trees.get(class.index())?.tree;
        let mut heard = wireglot_diag::Diagnostics::new();
        let by_fields = matches!(
            braced.tokens.tokens().first().map(|t| t.kind),
            Some(TokenKind::UpperField | TokenKind::LowerField)
        );
        if by_fields && tree.syntax.is_some() {
            self.fault(braced.span, ResolveKind::DefaultSyntax(self.model.class(class).name.clone()));
        }
        let fields = &self.model.class(class).fields;
        let place_of = |name: &str| fields.place(&format!("&{name}"));
        let form = |name: &str| Some(form_of(&fields.get(place_of(name)?)?.kind));
        let read = match tree.syntax.as_ref().filter(|_| !by_fields) {
            None => parse::default_syntax(braced, &form, &mut heard),
            Some(syntax) => parse::defined_syntax(braced, syntax, &form, &mut heard),
        };
        let places: Vec<Option<usize>> = read.items.iter().map(|item| place_of(&item.field.text)).collect();
        self.faults.extend(heard);
        let mut sound = read.sound;
        let mut given = Given::new();
        for (FieldSetting { span, field, setting }, place) in read.items.into_iter().zip(places) {
            let (Some(setting), Some(place)) = (setting, place) else {
                let name = tree::Name { span, ..field };
                self.no_field(class, &name);
                sound = false;
                continue;
            };
            let Entry::Vacant(slot) = given.entry(place) else {
                self.fault(span, ResolveKind::FieldTwice(field.text.to_string()));
                sound = false;
                continue;
            };
            slot.insert(self.keep_setting(setting)?);
        }
        let settings = self.set_fields(class, &given, braced.span, scope);
        if sound {
            self.all_set(class, &given, braced.span)?;
        }
        let fields = &self.model.class(class).fields;
        let named = |(place, setting): (usize, Setting)| Some((fields.get(place)?.name.clone(), setting));
        settings.filter(|_| sound).map(|settings| settings.into_iter().filter_map(named).collect())
    }

    /// Types first: a value of a variable type needs the type that its object sets.
    fn set_fields(
        &mut self,
        class: ClassId,
        given: &Given<'t>,
        span: Span,
        scope: &Scope,
    ) -> Option<Settings> {
        let of = self.objects.class_trees.get(class.index())?.fields.clone();
        let copied = of.defaults.iter().filter(|place| !given.contains_key(place)).count();
        if !self.may_copy(copied, span) {
            return None;
        }
        let places: BTreeSet<usize> = given.keys().chain(&of.defaults).copied().collect();
        let mut done = Settings::new();
        let mut sound = true;
        for variable in [false, true] {
            for &place in &places {
                let kind = self.model.class(class).fields.get(place)?.kind.clone();
                if is_variable(&kind) != variable {
                    continue;
                }
                match given.get(&place) {
                    Some(setting) => match self.setting(class, &kind, setting, &done, scope) {
                        Some(setting) => {
                            done.insert(place, setting);
                        }
                        None => sound = false,
                    },
                    None => {
                        let written = *of.written.get(place)?;
                        let default = self.default_of(class, (place, &kind, written), &done);
                        done.extend(default.map(|setting| (place, setting)));
                    }
                }
            }
        }
        sound.then_some(done)
    }

    /// The default of a field that an object omits, by its place in the model and in the text. A value of a variable
    /// type is read again for each object.
    fn default_of(
        &mut self,
        class: ClassId,
        (place, kind, written): (usize, &FieldKind, usize),
        done: &Settings,
    ) -> Option<Setting> {
        if is_variable(kind) {
            let text = self.objects.class_trees.get(class.index())?;
            let (tree, scope) = (text.tree, text.scope.clone());
            let tree::FieldPresence::Default(setting, _) = &tree.fields.get(written)?.presence else {
                return None;
            };
            return self.setting(class, kind, setting, done, &scope);
        }
        if self.model.class(class).fields.get(place)?.default.is_none() {
            self.read_field_default(class, written);
        }
        self.model.class(class).fields.get(place)?.default.clone()
    }

    fn all_set(&mut self, class: ClassId, given: &Given, span: Span) -> Option<()> {
        let mandatory = &self.objects.class_trees.get(class.index())?.fields.mandatory;
        let fields = &self.model.class(class).fields;
        let unset = mandatory.iter().filter(|place| !given.contains_key(place));
        let missing = FirstNames::of(unset.filter_map(|place| Some(fields.get(*place)?.name.as_str())));
        if missing.is_empty() {
            return Some(());
        }
        self.fault(span, ResolveKind::MissingFields(missing));
        None
    }

    /// The setting of one field. `done` holds the object's types so far.
    pub(super) fn setting(
        &mut self,
        class: ClassId,
        kind: &FieldKind,
        setting: &'t tree::Setting,
        done: &Settings,
        scope: &Scope,
    ) -> Option<Setting> {
        match (kind, setting) {
            (FieldKind::Type, tree::Setting::Type(ty)) => {
                let id = self.ty(ty, scope);
                (!self.types.poison.contains(&id)).then_some(Setting::Type(id))
            }
            (FieldKind::FixedValue(ty), tree::Setting::Value(value)) => {
                Some(Setting::Value(*ty, self.value(value, *ty, scope)?))
            }
            (FieldKind::VariableValue(path), tree::Setting::Value(value)) => {
                let ty = self.variable_type(class, path, done, value.span)?;
                Some(Setting::Value(ty, self.value(value, ty, scope)?))
            }
            (FieldKind::FixedValueSet(ty), tree::Setting::Set(set)) => {
                Some(Setting::ValueSet(*ty, self.set_now(set, *ty, scope)?))
            }
            (FieldKind::VariableValueSet(path), tree::Setting::Set(set)) => {
                let ty = self.variable_type(class, path, done, set.span)?;
                Some(Setting::ValueSet(ty, self.set_now(set, ty, scope)?))
            }
            (FieldKind::Object(class), tree::Setting::Value(value)) => {
                self.object(value, *class, scope).map(Setting::Object)
            }
            (FieldKind::ObjectSet(class), tree::Setting::Set(set)) => {
                self.object_set_body(set, *class, scope).map(Setting::ObjectSet)
            }
            _ => None,
        }
    }

    /// The type of `&Type` or `&object.&Type` in an object.
    fn variable_type(
        &mut self,
        class: ClassId,
        path: &[String],
        done: &Settings,
        span: Span,
    ) -> Option<TypeId> {
        let (first, rest) = path.split_first()?;
        let place = self.model.class(class).fields.place(first);
        let mut setting = place.and_then(|place| done.get(&place)).cloned();
        for name in rest {
            let Some(Setting::Object(id)) = setting else { break };
            self.read_object(id);
            setting = self.model.object(id).setting(name).cloned();
        }
        match setting {
            Some(Setting::Type(id)) => Some(id),
            _ => {
                let known = self.model.class(class).field(first).is_some();
                if known {
                    let name = path.last().map_or(String::new(), |n| n.trim_start_matches('&').to_owned());
                    self.fault(span, ResolveKind::NotSet(name, "this object".into()));
                }
                None
            }
        }
    }

    /// Reports a field setting of the wrong sort.
    pub(super) fn wrong_field(&mut self, name: &tree::Name, kind: &FieldKind, wanted: &'static str) {
        self.fault(name.span, ResolveKind::WrongField(name.text.to_string(), kind_text(kind), wanted));
    }
}

/// The settings that an object is given, by the places of their fields.
type Given<'t> = BTreeMap<usize, &'t tree::Setting>;

/// Whether the type of a field's values is in another field.
fn is_variable(kind: &FieldKind) -> bool {
    matches!(kind, FieldKind::VariableValue(_) | FieldKind::VariableValueSet(_))
}
