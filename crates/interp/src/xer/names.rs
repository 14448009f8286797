//! What elements are called that have no identifier: by the type of their value (X.680, XMLTypedValue).

use std::borrow::Cow;

use wireglot_plan::{Shape, ShapeId, ShapeKind};

use crate::notation::types::kind_words;

/// The name of a type: its reference, or if it has none or one with parameters what it is (X.680,
/// NonParameterizedTypeName).
pub fn type_name(shape: &Shape, ty: ShapeId) -> Cow<'_, str> {
    let Some(ty) = shape.types.get(ty.index()) else { return "ANY".into() };
    match ty.name.contains(['.', '[', '{']) {
        true => built_in(&ty.kind),
        false => ty.name.as_str().into(),
    }
}

/// The name of the type that a whole text is of: what an instance of a parameterized type is assigned to
/// has a reference without parameters.
pub fn root_name(shape: &Shape, ty: ShapeId) -> Cow<'_, str> {
    let is_instance = shape.types.get(ty.index()).is_some_and(|ty| ty.name.contains('{'));
    let named = shape.roots.iter().find(|root| is_instance && root.shape == ty);
    named.map_or_else(|| type_name(shape, ty), |root| root.reference.as_str().into())
}

/// Whether a root is a value of the type under that name: aliases share it.
pub fn is_name_of(shape: &Shape, name: &str, ty: ShapeId) -> bool {
    name == type_name(shape, ty)
        || shape.types.get(ty.index()).is_some_and(|ty| name == built_in(&ty.kind))
        || shape.roots.iter().any(|root| root.shape == ty && root.reference == name)
}

/// Whether such values stand in a list as they are, if the specification does not name its elements
/// (X.680 26, XMLValueList).
pub fn is_bare_in_list(kind: &ShapeKind) -> bool {
    matches!(kind, ShapeKind::Boolean | ShapeKind::Enumerated { .. } | ShapeKind::Choice { .. })
}

/// The words of X.680 for a kind of type, as one.
fn built_in(kind: &ShapeKind) -> Cow<'static, str> {
    let words = kind_words(kind);
    match words.contains([' ', '-']) {
        true => words.replace([' ', '-'], "_").into(),
        false => words.into(),
    }
}
