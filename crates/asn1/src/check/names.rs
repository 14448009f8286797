//! Unique names: X.680 13 and X.683 8.

use std::collections::HashMap;

use super::Faults;
use crate::faults::CheckKind;
use crate::tree::{Assignment, Module};

/// No name is assigned twice in a module, with parameters or without.
pub(super) fn definitions(module: &Module, faults: &mut Faults) {
    let mut seen = HashMap::new();
    for assignment in &module.assignments {
        let name = &assignment.name;
        if let Some(&first) = seen.get(&name.text) {
            faults.report(name.span, CheckKind::DefinedTwice { name: name.text.to_string(), first });
        } else {
            seen.insert(&name.text, name.span);
        }
    }
}

/// Dummy references are distinct, and those of values and objects have governors (X.683 8.3).
pub(super) fn parameters(assignment: &Assignment, faults: &mut Faults) {
    let mut seen = HashMap::new();
    for parameter in assignment.parameters.iter().flatten() {
        let name = &parameter.name;
        if let Some(&first) = seen.get(&name.text) {
            faults.report(name.span, CheckKind::ParameterTwice { name: name.text.to_string(), first });
        } else {
            seen.insert(&name.text, name.span);
        }
        if parameter.governor.is_none() && !name.is_upper() {
            faults.report(name.span, CheckKind::ParameterGovernor(name.text.to_string()));
        }
    }
}
