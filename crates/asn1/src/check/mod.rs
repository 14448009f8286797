//! Checks of form: rules that can be verified within one module, without resolving names.
//!
//! The parser accepts slightly too much, so that these checks can give better messages. Whatever needs a name
//! looked up belongs to the resolver, and so do the identifiers and numbers of components, enumerations and
//! named numbers, which are complete only once COMPONENTS OF is expanded and references are resolved.

mod any;
mod classes;
mod markers;
mod names;
mod report;
mod walk;

use wireglot_diag::Diagnostics;

use crate::tree::{Assignment, AssignmentKind, File, Module, Type};
use report::Faults;

/// Checks all modules of a file.
pub fn file(file: &File, diagnostics: &mut Diagnostics) {
    for module in &file.modules {
        self::module(module, diagnostics);
    }
}

/// Checks one module.
pub fn module(module: &Module, diagnostics: &mut Diagnostics) {
    let mut faults = Faults { diagnostics };
    names::definitions(module, &mut faults);
    for assignment in &module.assignments {
        self::assignment(assignment, &mut faults);
    }
}

/// Checks a type that was read from a group, such as an actual parameter.
pub fn type_(ty: &Type, diagnostics: &mut Diagnostics) {
    let mut faults = Faults { diagnostics };
    walk::types(ty, &mut |ty| body(ty, &mut faults));
}

fn assignment(assignment: &Assignment, faults: &mut Faults) {
    names::parameters(assignment, faults);
    if let AssignmentKind::Class(class) = &assignment.kind {
        classes::name(&assignment.name, faults);
        classes::fields(class, faults);
        classes::syntax(class, faults);
    }
    walk::assignment(assignment, &mut |ty| body(ty, faults));
}

/// Checks the body of a type, but not the types inside it.
fn body(ty: &Type, faults: &mut Faults) {
    markers::type_(ty, faults);
    any::type_(ty, faults);
}
