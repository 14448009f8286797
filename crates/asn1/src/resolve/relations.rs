//! Table and component relation constraints (X.682 10).

use std::rc::Rc;

use wireglot_model::{ClassId, Key, Kind, ObjectSetId, Open, Relation, Tagging, TypeId};
use wireglot_text::Span;

use super::scope::{Enclosing, Scope};
use super::Resolver;
use crate::faults::{LegalKind, Meaning, ResolveKind};
use crate::identifiers::Identified;
use crate::near::{by_distance, few_names};
use crate::parse;
use crate::tree::{AtNotation, AtStart, Braced, ElementSet, ElementSetKind, ElementSetSpecs, Name, TypeKind};

impl<'t> Resolver<'t> {
    /// Reads a table constraint on an open type or an INSTANCE OF, which store it separately. Returns `false`
    /// to leave it to the other constraints.
    pub(super) fn read_table(
        &mut self,
        id: TypeId,
        parent: TypeId,
        braced: &'t Braced,
        keys: &'t [AtNotation],
        scope: &Scope,
    ) -> bool {
        let Some(base) = self.base(parent) else {
            self.types.poison.insert(id);
            return true;
        };
        if let Some(instance) = self.open_types.instances_of.get(&base).copied() {
            self.instance_relation(id, parent, instance, braced, scope);
            return true;
        }
        let Kind::Open(open) = &self.model.ty(base).kind else {
            if !keys.is_empty() && self.field(parent).is_none() {
                self.fault(braced.span, LegalKind::TableOnOther);
                self.types.poison.insert(id);
                return true;
            }
            return false;
        };
        let (class, field) = (open.class, open.field.clone());
        match self.relation(class, braced, keys, scope) {
            Some((set, keys)) => {
                let open = Open { class, field, relation: Some(Relation { set, keys }) };
                self.relate(id, parent, open, scope);
            }
            None => {
                self.types.poison.insert(id);
            }
        }
        true
    }

    /// Makes `id` a copy of `parent` with the relation at the end of its chain. Tags on the way are explicit,
    /// since the chain ends in an open type (X.680 31.2.7).
    fn relate(&mut self, id: TypeId, parent: TypeId, open: Open, scope: &Scope) {
        let mut at = id;
        let mut link = parent;
        let span = self.model.ty(id).span;
        loop {
            let kind = match self.model.ty(link).kind.clone() {
                Kind::Reference(inner) => {
                    link = inner;
                    continue;
                }
                Kind::Tagged { tag, inner, .. } => {
                    let next = self.slot(Kind::Null, scope, span);
                    link = inner;
                    (Kind::Tagged { tag, tagging: Tagging::Explicit, inner: next }, next)
                }
                Kind::Constrained { inner, constraint } => {
                    let next = self.slot(Kind::Null, scope, span);
                    link = inner;
                    (Kind::Constrained { inner: next, constraint }, next)
                }
                _ => break,
            };
            self.set_kind(at, kind.0);
            at = kind.1;
        }
        self.set_kind(at, Kind::Open(open));
        self.types.bases.remove(&id);
    }

    /// The object set and keys of a table constraint.
    pub(super) fn relation(
        &mut self,
        class: ClassId,
        braced: &'t Braced,
        keys: &'t [AtNotation],
        scope: &Scope,
    ) -> Option<(ObjectSetId, Vec<Key>)> {
        let set = parse::set(braced, &mut self.faults);
        let set = self.keep_set(set)?;
        let written = is_written_in_place(set).then_some(braced.span);
        let set = self.object_set_argument(set, class, scope)?;
        if self.model.object_set(set).name.is_empty() {
            self.read_object_set(set);
        }
        let mut list = Vec::with_capacity(keys.len());
        for key in keys {
            match self.key_of(key, class, (set, written), scope)? {
                Found::Key(key) => list.push(key),
                Found::Beyond => return Some((set, Vec::new())),
            }
        }
        Some((set, list))
    }

    /// Follows one `@` notation (X.682 10.8 to 10.14).
    fn key_of(
        &mut self,
        at: &'t AtNotation,
        class: ClassId,
        set: (ObjectSetId, Option<Span>),
        scope: &Scope,
    ) -> Option<Found> {
        let within = start_of(at.start, scope);
        let first = at.path.first()?;
        let there = match within {
            Some((_, start)) => self.has_component(start, &first.text),
            None => false,
        };
        if !there && in_parameter(scope) {
            return Some(Found::Beyond);
        }
        let Some((up, start)) = within else {
            self.fault(at.span, ResolveKind::NoLevel);
            return None;
        };
        let outer = self.model.ty(start).span;
        let mut ty = start;
        for (depth, name) in at.path.iter().enumerate() {
            ty = match self.component_named(ty, &name.text) {
                Some(component) => component,
                None => {
                    self.base(ty)?;
                    let meant = self.meaning(at, depth, ty, (class, set.0), scope);
                    let fault = ResolveKind::NoComponent {
                        name: name.text.to_string(),
                        ty: self.level_word(ty),
                        meant,
                    };
                    self.fault_here(name.span, fault);
                    return None;
                }
            };
        }
        let field = self.key_field(ty, class, set, at, outer)?;
        let path = at.path.iter().map(|n| n.text.to_string()).collect();
        Some(Found::Key(Key { field, up, path, span: at.span }))
    }

    fn has_component(&mut self, ty: TypeId, name: &str) -> bool {
        self.component_named(ty, name).is_some()
    }

    /// The type of a component.
    fn component_named(&mut self, ty: TypeId, name: &str) -> Option<TypeId> {
        let base = self.base(ty)?;
        self.identified(base, name).and_then(Identified::part)
    }

    /// A type as messages name it: by its name, otherwise by its keyword.
    fn level_word(&self, ty: TypeId) -> String {
        match &self.model.ty(ty).name {
            Some(name) => format!("`{}`", name.reference),
            None => format!("the {}", self.type_word(ty)),
        }
    }

    /// What the notation `at` may mean, if `ty` has no component with the name at `depth` of its path.
    fn meaning(
        &mut self,
        at: &AtNotation,
        depth: usize,
        ty: TypeId,
        (class, set): (ClassId, ObjectSetId),
        scope: &Scope,
    ) -> Meaning {
        let class_name = self.model.class(class).name.clone();
        let nothing = Meaning::Nothing(class_name, self.model.object_set(set).name.clone());
        let Some(wrong) = at.path.get(depth).map(|name| &*name.text) else { return nothing };
        let (before, whole) = (&at.path[..depth], path_text(&at.path));
        let start = match at.start {
            AtStart::Outermost => "@".to_owned(),
            AtStart::Enclosing(dots) => format!("@{}", ".".repeat(dots as usize + 1)),
        };
        let steps = before.iter().map(|name| format!("{}.", name.text));
        let start = steps.fold(start, |start, step| start + &step);
        let keys = by_distance(wrong, self.keys_of(ty, class, set));
        if !keys.is_empty() {
            return Meaning::Keys(keys.iter().map(|key| format!("{start}{key}")).collect());
        }
        // The same path from another level.
        let mut level = scope.enclosing.clone();
        let mut dots = 0;
        while let Some(enclosing) = level.filter(|e| !e.parameter) {
            if !enclosing.list {
                dots += 1;
                let first = at.path.first().map_or("", |name| &*name.text);
                if self.has_component(enclosing.ty, first) {
                    return Meaning::Elsewhere(format!("@{}{whole}", ".".repeat(dots)));
                }
            }
            level = enclosing.outer.clone();
        }
        nothing
    }

    /// The components of a type that are of a field of this class, with this object set, if there are only a few.
    fn keys_of(&mut self, ty: TypeId, class: ClassId, set: ObjectSetId) -> Vec<String> {
        let Some(base) = self.base(ty) else { return Vec::new() };
        let (Kind::Sequence(members) | Kind::Set(members) | Kind::Choice(members)) =
            &self.model.ty(base).kind
        else {
            return Vec::new();
        };
        let all: Vec<(String, TypeId)> =
            members.all().take(MOST_COMPARED).map(|c| (c.name.clone(), c.ty)).collect();
        let keys: Vec<String> = all
            .into_iter()
            .filter(|(_, ty)| {
                let read = self.base(*ty).is_some();
                let own = self.field(*ty).is_some_and(|(other, _)| other == class);
                read && own && matches!(self.table_of(*ty), Some(Some(other)) if other == set)
            })
            .map(|(name, _)| name)
            .collect();
        few_names(keys.iter().map(String::as_str))
    }

    /// The field that a referenced component belongs to: it must be of the same class and constrained by the
    /// same object set (X.682 10.9, 10.10).
    fn key_field(
        &mut self,
        ty: TypeId,
        class: ClassId,
        (set, written): (ObjectSetId, Option<Span>),
        at: &AtNotation,
        outer: Span,
    ) -> Option<String> {
        self.base(ty)?;
        let name = at.path.last().map_or(String::new(), |n| n.text.to_string());
        let reason = match self.field(ty) {
            None => "it is of no field of a class",
            Some((other, _)) if other != class => "it is of another class",
            Some((_, field)) => match (self.table_of(ty), written) {
                (None, _) => "it has no table constraint",
                (Some(Some(other)), Some(written)) if other != set => {
                    self.fault(written, ResolveKind::SetWithoutName(name, at.span));
                    return None;
                }
                (Some(Some(other)), None) if other != set => "its table constraint has another object set",
                (Some(_), _) => return Some(field),
            },
        };
        self.fault(outer, ResolveKind::NotAKey(name, reason, at.span));
        None
    }

    /// The class field that a type was taken from, through references and constraints.
    pub(super) fn field(&self, id: TypeId) -> Option<(ClassId, String)> {
        let mut at = id;
        loop {
            if let Some(field) = self.open_types.field_of.get(&at) {
                return Some(field.clone());
            }
            at = self.model.ty(at).kind.inner()?;
        }
    }

    /// The object set of a type's table constraint: `Some(None)` if it has not been read.
    fn table_of(&self, id: TypeId) -> Option<Option<ObjectSetId>> {
        let mut at = id;
        loop {
            if let Some(set) = self.open_types.tables.get(&at) {
                return Some(*set);
            }
            at = self.model.ty(at).kind.inner()?;
        }
    }
}

/// Whether a set is not a DefinedObjectSet (X.681 12.1), which has a name: two sets written in place are
/// distinct, whatever their contents.
fn is_written_in_place(set: &ElementSetSpecs) -> bool {
    let named = match &set.root {
        Some(ElementSet { kind: ElementSetKind::Type(ty, _), .. }) => {
            matches!(ty.kind, TypeKind::Reference(_))
        }
        _ => false,
    };
    set.extension.is_some() || !named
}

/// The maximum number of components that are examined for a hint.
const MOST_COMPARED: usize = 1000;

/// `a.b`.
fn path_text(path: &[Name]) -> String {
    let names: Vec<&str> = path.iter().map(|name| &*name.text).collect();
    names.join(".")
}

/// The target of an `@` notation.
enum Found {
    Key(Key),
    /// Outside the actual parameter that contains it, in the text around that. The constraint then states
    /// what is allowed, but not which row applies.
    Beyond,
}

/// Whether a scope is in an actual parameter, with types around that.
fn in_parameter(scope: &Scope) -> bool {
    let mut level = scope.enclosing.as_ref();
    while let Some(enclosing) = level {
        if enclosing.parameter {
            return true;
        }
        level = enclosing.outer.as_ref();
    }
    false
}

/// The number of types to go up, and the type that leads to.
fn start_of(start: AtStart, scope: &Scope) -> Option<(u32, TypeId)> {
    let mut level: Option<&Rc<Enclosing>> = scope.enclosing.as_ref();
    let mut up = 0;
    let mut found = None;
    let mut left = match start {
        AtStart::Outermost => u32::MAX,
        AtStart::Enclosing(dots) => dots,
    };
    while let Some(enclosing) = level.filter(|e| !e.parameter) {
        up += 1;
        if !enclosing.list {
            found = Some((up, enclosing.ty));
            if left == 0 {
                return found;
            }
            left -= 1;
        }
        level = enclosing.outer.as_ref();
    }
    found.filter(|_| start == AtStart::Outermost)
}
