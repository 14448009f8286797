//! Visits every type written in an assignment, outer ones first. The recursion is as deep as the tree, which
//! the parser limits.

use crate::tree::{
    Assignment, AssignmentKind, ComponentItem, Constraint, ConstraintKind, ElementSet, ElementSetKind,
    FieldGovernor, FieldPresence, Setting, Type, TypeKind, Value, ValueKind,
};

/// All types of an assignment.
pub(super) fn assignment(assignment: &Assignment, visit: &mut dyn FnMut(&Type)) {
    for governor in assignment.parameters.iter().flatten().filter_map(|p| p.governor.as_ref()) {
        types(governor, visit);
    }
    match &assignment.kind {
        AssignmentKind::Type(ty) | AssignmentKind::Set { governor: ty, .. } => types(ty, visit),
        AssignmentKind::Value { governor, value: written } => {
            types(governor, visit);
            value(written, visit);
        }
        AssignmentKind::Class(class) => {
            for field in &class.fields {
                if let FieldGovernor::Type(ty) = &field.governor {
                    types(ty, visit);
                }
                match &field.presence {
                    FieldPresence::Default(Setting::Type(ty), _) => types(ty, visit),
                    FieldPresence::Default(Setting::Value(written), _) => value(written, visit),
                    _ => {}
                }
            }
        }
        AssignmentKind::Macro | AssignmentKind::MacroUse { .. } | AssignmentKind::Error => {}
    }
}

/// A type and all types written in it.
pub(super) fn types(ty: &Type, visit: &mut dyn FnMut(&Type)) {
    visit(ty);
    match &ty.kind {
        TypeKind::Sequence(body) | TypeKind::Set(body) | TypeKind::Choice(body) => items(&body.items, visit),
        TypeKind::SequenceOf(element) | TypeKind::SetOf(element) => types(&element.ty, visit),
        TypeKind::Selection(_, inner) => types(inner, visit),
        _ => {}
    }
    for written in &ty.constraints {
        constraint(written, visit);
    }
}

fn items(list: &[ComponentItem], visit: &mut dyn FnMut(&Type)) {
    for item in list {
        match item {
            ComponentItem::Component(component) => types(&component.ty, visit),
            ComponentItem::ComponentsOf(ty, _) => types(ty, visit),
            ComponentItem::Group(group) => items(&group.items, visit),
            ComponentItem::Extension(_) => {}
        }
    }
}

fn constraint(written: &Constraint, visit: &mut dyn FnMut(&Type)) {
    match &written.kind {
        ConstraintKind::Subtype(specs) => {
            for set in specs.root.iter().chain(&specs.additional) {
                elements(set, visit);
            }
        }
        ConstraintKind::Contents(Some(ty), _) => types(ty, visit),
        _ => {}
    }
}

fn elements(set: &ElementSet, visit: &mut dyn FnMut(&Type)) {
    match &set.kind {
        ElementSetKind::Union(list) | ElementSetKind::Intersection(list) => {
            list.iter().for_each(|set| elements(set, visit));
        }
        ElementSetKind::Except(set, excluded) => {
            elements(set, visit);
            elements(excluded, visit);
        }
        ElementSetKind::AllExcept(set) => elements(set, visit),
        ElementSetKind::Value(written) => value(written, visit),
        ElementSetKind::Type(ty, _) => types(ty, visit),
        ElementSetKind::Size(inner) | ElementSetKind::From(inner) | ElementSetKind::WithComponent(inner) => {
            constraint(inner, visit);
        }
        ElementSetKind::WithComponents(inner) => {
            inner.items.iter().filter_map(|item| item.constraint.as_ref()).for_each(|c| constraint(c, visit));
        }
        _ => {}
    }
}

fn value(written: &Value, visit: &mut dyn FnMut(&Type)) {
    match &written.kind {
        ValueKind::Typed(ty, inner) => {
            types(ty, visit);
            value(inner, visit);
        }
        ValueKind::Choice(_, inner) | ValueKind::Containing(inner) => value(inner, visit),
        _ => {}
    }
}
