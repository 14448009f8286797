//! `ANY DEFINED BY name`: X.208 27.

use std::collections::HashSet;

use super::Faults;
use crate::faults::CheckKind;
use crate::tree::{Component, ComponentItem, Type, TypeKind};

/// The name is that of another component of the same SEQUENCE or SET.
pub(super) fn type_(ty: &Type, faults: &mut Faults) {
    let (TypeKind::Sequence(body) | TypeKind::Set(body)) = &ty.kind else { return };
    let mut all = Vec::new();
    if !collect(&body.items, &mut all) {
        return;
    }
    let mut defined = all
        .iter()
        .filter_map(|component| match &component.ty.kind {
            TypeKind::Any(Some(name)) => Some(name),
            _ => None,
        })
        .peekable();
    if defined.peek().is_some() {
        let names: HashSet<&str> = all.iter().map(|component| &*component.name.text).collect();
        for name in defined.filter(|name| !names.contains(&*name.text)) {
            faults.report(name.span, CheckKind::NotDefinedBy(name.text.to_string()));
        }
    }
}

/// Collects all components; `false` if COMPONENTS OF brings others.
fn collect<'t>(items: &'t [ComponentItem], all: &mut Vec<&'t Component>) -> bool {
    items.iter().all(|item| match item {
        ComponentItem::Component(component) => {
            all.push(component);
            true
        }
        ComponentItem::Group(group) => collect(&group.items, all),
        ComponentItem::Extension(_) => true,
        ComponentItem::ComponentsOf(..) => false,
    })
}
