//! Adds users' own objects, such as a private certificate extension, to the object sets of built-in modules.
//!
//! Those sets are extensible, and X.681 12.3 lets an application add objects to such a set. An object of the set's
//! class in a user's module is taken to be meant for it.

use std::path::Path;

use wireglot_model::{Class, FieldKind, Model, ObjectId};
use wireglot_text::{FileId, Sources};

use crate::built_in;

/// Adds the objects of users' modules to the extensible object sets of built-in modules. Objects already in a set
/// take precedence over added ones with the same key.
pub fn take_own_objects(model: &mut Model, sources: &Sources) {
    let built_in = |file: FileId| built_in::is_named(Path::new(sources.get(file).name()));
    let own: Vec<ObjectId> = (0..model.objects.len() as u32)
        .map(ObjectId)
        .filter(|id| !built_in(model.object(*id).span.file))
        .collect();
    if own.is_empty() {
        return;
    }
    for index in 0..model.object_sets.len() {
        let Some(set) = model.object_sets.get(index) else { return };
        if !set.extensible || !built_in(set.span.file) {
            continue;
        }
        let class = model.class(set.class);
        let fitting = own.iter().filter(|id| stands_for(model.class(model.object(**id).class), class));
        let more: Vec<ObjectId> = fitting.filter(|id| !set.objects.contains(id)).copied().collect();
        if let Some(set) = model.object_sets.get_mut(index) {
            set.objects.extend(more);
        }
    }
}

/// Whether objects of `class` can be used as objects of `other`: the class is the same, or has the same name and
/// fields of the same kinds, as a copy of a standard's definition does.
fn stands_for(class: &Class, other: &Class) -> bool {
    let same_sort = |one: &FieldKind, other: &FieldKind| {
        matches!(
            (one, other),
            (FieldKind::Type, FieldKind::Type) | (FieldKind::FixedValue(_), FieldKind::FixedValue(_))
        )
    };
    let has = |field: &wireglot_model::Field| {
        class.field(&field.name).is_some_and(|own| same_sort(&own.kind, &field.kind))
    };
    std::ptr::eq(class, other) || (class.name == other.name && other.fields.iter().all(has))
}
