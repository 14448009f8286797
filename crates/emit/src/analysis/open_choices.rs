//! Choices nested in a choice that a reader decodes together with the outer one.

use wireglot_plan::{Arm, By, Choice, First, Node, Op, Plan, RoutineId};

/// The routine of a choice directly inside another one, if readers merge its alternatives into the outer
/// choice so that they look at each tag only once. All its alternatives must be values without parts.
pub fn lies_open(plan: &Plan, around: &Choice, node: &Node) -> Option<RoutineId> {
    // After that many levels, a chain of choices has visited one of them twice: it is infinite.
    lies_open_within(plan, around, node, plan.routines.len())
}

fn lies_open_within(plan: &Plan, around: &Choice, node: &Node, deep: usize) -> Option<RoutineId> {
    let Op::Call(routine) = node.op else { return None };
    let Op::Choice(choice) = &plan.routines.get(routine.index())?.body.op else { return None };
    let by_tag = |choice: &Choice| matches!(choice.by, By::Tag);
    let inside = |arm: &Arm| deep > 0 && lies_open_within(plan, choice, &arm.node, deep - 1).is_some();
    let plain = |arm: &Arm| arm.first != First::Any && (is_plain(&arm.node) || inside(arm));
    (by_tag(around) && by_tag(choice) && !choice.extensible && choice.arms.iter().all(plain))
        .then_some(routine)
}

/// Whether a node is a value without parts, apart from its frames.
fn is_plain(node: &Node) -> bool {
    match &node.op {
        Op::Leaf(_) => true,
        Op::Frame(_, body) => is_plain(body),
        _ => false,
    }
}
