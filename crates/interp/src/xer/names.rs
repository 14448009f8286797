//! Names of elements that have no identifier: the type of their value (X.680, XMLTypedValue).

use std::borrow::Cow;

use wireglot_plan::{Shape, ShapeId, ShapeKind};

use crate::notation::types::kind_words;

/// The name of a type: its reference. If it has none, or one with parameters, the keyword of its kind
/// (X.680, NonParameterizedTypeName).
pub fn type_name(shape: &Shape, ty: ShapeId) -> Cow<'_, str> {
    let Some(ty) = shape.types.get(ty.index()) else { return "ANY".into() };
    match ty.name.contains(['.', '[', '{']) {
        true => built_in(&ty.kind),
        false => ty.name.as_str().into(),
    }
}

/// The name of the type of a whole text. An instance of a parameterized type that is assigned to a
/// reference uses that reference.
pub fn root_name(shape: &Shape, ty: ShapeId) -> Cow<'_, str> {
    let is_instance = shape.types.get(ty.index()).is_some_and(|ty| ty.name.contains('{'));
    let named = shape.roots.iter().find(|root| is_instance && root.shape == ty);
    named.map_or_else(|| type_name(shape, ty), |root| root.reference.as_str().into())
}

/// Whether an element with this name can be a value of the type; aliases have the same name.
pub fn is_name_of(shape: &Shape, name: &str, ty: ShapeId) -> bool {
    name == type_name(shape, ty)
        || shape.types.get(ty.index()).is_some_and(|ty| name == built_in(&ty.kind))
        || shape.roots.iter().any(|root| root.shape == ty && root.reference == name)
}

/// Whether values of this kind are not wrapped in an element in a list whose elements the specification
/// does not name (X.680 26, XMLValueList).
pub fn is_bare_in_list(kind: &ShapeKind) -> bool {
    matches!(kind, ShapeKind::Boolean | ShapeKind::Enumerated { .. } | ShapeKind::Choice { .. })
}

/// The X.680 keyword of a kind of type, as one word.
fn built_in(kind: &ShapeKind) -> Cow<'static, str> {
    let words = kind_words(kind);
    match words.contains([' ', '-']) {
        true => words.replace([' ', '-'], "_").into(),
        false => words.into(),
    }
}
