//! Constraints on the values of a string that are not at the string itself: WITH COMPONENTS and WITH COMPONENT of
//! the types around it, values of these types, and types derived from it.

use wireglot_model::{Constraint, Kind, Model, Set, TypeId, Value};

use super::string_places::{lists_values, members, Place};

/// The name of a type that allows only some values of the string at a place.
pub fn outer_values(model: &Model, place: Place) -> Option<String> {
    let ids = (0..model.types.len() as u32).map(TypeId);
    let found = ids.into_iter().find(|id| {
        let Kind::Constrained { inner, constraint } = &model.ty(*id).kind else { return false };
        let derived = matches!(place, Place::Named(named) if leads_to(model, *inner, named));
        let scan = Scan { model, place };
        derived && lists(model, constraint) || scan.constraint(constraint, *inner)
    })?;
    Some(name_of(model, found))
}

/// Whether a chain of types passes through a link.
fn leads_to(model: &Model, from: TypeId, link: TypeId) -> bool {
    let mut here = Some(from);
    // Chains do not come back: the model has been checked.
    std::iter::from_fn(|| {
        let now = here?;
        here = model.ty(now).kind.inner();
        Some(now)
    })
    .take(model.types.len())
    .any(|id| id == link)
}

/// Whether only values are left that are listed.
fn lists(model: &Model, constraint: &Constraint) -> bool {
    constraint.extension.is_none() && lists_values(model, &constraint.root)
}

/// The name of a type, or of the one that it is a part of.
fn name_of(model: &Model, id: TypeId) -> String {
    let named = |id: TypeId| model.ty(id).name.as_ref().map(|name| name.reference.clone());
    let around = || {
        let span = model.ty(id).span;
        let all = model.modules.iter().flat_map(|module| &module.types).copied();
        let before = all.filter(|other| {
            let own = model.ty(*other).span;
            own.file == span.file && own.lo <= span.lo
        });
        before.max_by_key(|other| model.ty(*other).span.lo).and_then(named)
    };
    named(id).or_else(around).unwrap_or_default()
}

/// Looks for constraints on the string at a place.
struct Scan<'m> {
    model: &'m Model,
    place: Place,
}

impl Scan<'_> {
    /// Whether a constraint on the type `ty` constrains the values of the string.
    fn constraint(&self, constraint: &Constraint, ty: TypeId) -> bool {
        self.set(&constraint.root, ty)
    }

    fn set(&self, set: &Set, ty: TypeId) -> bool {
        let base = self.model.base(ty);
        match set {
            Set::Union(list) | Set::Intersection(list) => list.iter().any(|set| self.set(set, ty)),
            Set::Except(set, _) => self.set(set, ty),
            Set::Nested(constraint) => self.constraint(constraint, ty),
            Set::Element(constraint) => match &self.model.ty(base).kind {
                Kind::SequenceOf(element) | Kind::SetOf(element) => {
                    self.part(Place::Elements(base), element.ty, constraint)
                }
                _ => false,
            },
            Set::Components { list, .. } => list.iter().any(|component| {
                let Some(constraint) = &component.constraint else { return false };
                let all = members(self.model, base).into_iter().flat_map(|members| members.all());
                let mut named = all.enumerate().filter(|(_, part)| part.name == component.name);
                named.any(|(index, part)| self.part(Place::Part(base, index), part.ty, constraint))
            }),
            Set::Value(value) => self.value(value, base),
            _ => false,
        }
    }

    /// Whether a constraint on a part of a type constrains the values of the string.
    fn part(&self, part: Place, ty: TypeId, constraint: &Constraint) -> bool {
        self.is_place(part, ty) && lists(self.model, constraint) || self.constraint(constraint, ty)
    }

    /// Whether a part is the string: at its place, or of its type.
    fn is_place(&self, part: Place, ty: TypeId) -> bool {
        let named = matches!(self.place, Place::Named(named) if leads_to(self.model, ty, named));
        part == self.place || named
    }

    /// Whether a value of a type has the string in it.
    fn value(&self, value: &Value, base: TypeId) -> bool {
        match (value, &self.model.ty(base).kind) {
            (Value::Members(list), Kind::Sequence(_) | Kind::Set(_)) => {
                list.iter().any(|(name, value)| self.member(name, value, base))
            }
            (Value::Choice(name, value), Kind::Choice(_)) => self.member(name, value, base),
            (Value::List(list), Kind::SequenceOf(element) | Kind::SetOf(element)) => {
                let is_it = !list.is_empty() && self.is_place(Place::Elements(base), element.ty);
                let inner = self.model.base(element.ty);
                is_it || list.iter().any(|value| self.value(value, inner))
            }
            _ => false,
        }
    }

    fn member(&self, name: &str, value: &Value, base: TypeId) -> bool {
        let all = members(self.model, base).into_iter().flat_map(|members| members.all());
        let mut named = all.enumerate().filter(|(_, part)| part.name == name);
        named.any(|(index, part)| {
            self.is_place(Place::Part(base, index), part.ty) || self.value(value, self.model.base(part.ty))
        })
    }
}
