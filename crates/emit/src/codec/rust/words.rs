//! What functions of generated code, and names in the runtime, are named after.

use wireglot_plan::{Order, Plan, Routine, Rules};

use super::types::Types;

/// The runtime's name for a set of rules.
pub(super) fn variant(rules: Rules) -> String {
    let word = rules.word();
    let name = format!("{}{}", word[..1].to_uppercase(), &word[1..]);
    ["rt", "Rules", &name].join("::")
}

/// The function of a routine, after `read_` or `write_`.
pub(super) fn routine_name(types: &Types<'_>, plan: &Plan, routine: &Routine) -> String {
    let name = types.names.function(routine.shape);
    match routine.rules == plan.rules {
        true => name.to_string(),
        false => format!("{name}_{}", routine.rules.word()),
    }
}

/// What the functions of a table's rows are named after.
pub(super) fn rows_name(types: &Types<'_>, plan: &Plan, at: usize) -> String {
    let rows = &plan.tables[at];
    let name = types.names.table_function(rows.table);
    match rows.rules == plan.rules {
        true => name.to_string(),
        false => format!("{name}_{}", rows.rules.word()),
    }
}

/// Whether a group's items come in any order.
pub(super) fn is_set(order: Order) -> bool {
    order != Order::Positional
}
