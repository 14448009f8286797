//! EMBEDDED PDV and CHARACTER STRING whose identification is fixed by a constraint: PER encodes only
//! the data (X.691 28.1, 29.1).

use wireglot_model::{Constraint, Kind, Model, PresenceConstraint, Set, TypeId, Value};

/// The only identification that the constraints of a chain allow: `fixed`, or `syntaxes` with one
/// value.
pub(super) fn predefined(model: &Model, ty: TypeId) -> Option<Value> {
    let mut at = ty;
    loop {
        at = model.past_references(at).0;
        let inner = model.ty(at).kind.inner()?;
        if let Kind::Constrained { constraint, .. } = &model.ty(at).kind {
            let found = inner_of(constraint, "identification").and_then(one_of);
            if found.is_some() {
                return found;
            }
        }
        at = inner;
    }
}

/// The constraint that an inner type constraint without an extension marker imposes on a component.
fn inner_of<'m>(constraint: &'m Constraint, name: &str) -> Option<&'m Constraint> {
    let Set::Components { list, .. } = &constraint.root else { return None };
    let said = list.iter().find(|said| said.name == name).filter(|_| constraint.extension.is_none())?;
    said.constraint.as_ref()
}

/// The only value of `identification` that its constraint allows.
fn one_of(constraint: &Constraint) -> Option<Value> {
    match &constraint.root {
        _ if constraint.extension.is_some() => None,
        Set::Value(value @ Value::Choice(name, _)) if name == "fixed" || name == "syntaxes" => {
            Some(value.clone())
        }
        Set::Components { partial, list } => {
            let only = |name: &str| {
                let there = list.iter().any(|said| {
                    said.name == name
                        && (said.presence == Some(PresenceConstraint::Present) || !partial && list.len() == 1)
                });
                there && list.iter().all(|s| s.name == name || s.presence == Some(PresenceConstraint::Absent))
            };
            if only("fixed") {
                return Some(Value::Choice("fixed".into(), Box::new(Value::Null)));
            }
            let said = inner_of(constraint, "syntaxes").filter(|_| only("syntaxes"))?;
            Some(Value::Choice("syntaxes".into(), Box::new(syntaxes(said)?)))
        }
        _ => None,
    }
}

/// The only value of `syntaxes`, given as a value or by its parts.
fn syntaxes(constraint: &Constraint) -> Option<Value> {
    if let Set::Value(value @ Value::Members(_)) = &constraint.root {
        return Some(value.clone()).filter(|_| constraint.extension.is_none());
    }
    let part = |name: &str| match inner_of(constraint, name)? {
        Constraint { root: Set::Value(value @ Value::Oid(_)), extension: None, .. } => {
            Some((name.to_owned(), value.clone()))
        }
        _ => None,
    };
    Some(Value::Members(vec![part("abstract")?, part("transfer")?]))
}
