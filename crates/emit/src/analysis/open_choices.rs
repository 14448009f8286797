//! Choices among the alternatives of another one, which a reader takes apart where it takes that one apart.

use wireglot_plan::{Arm, By, Choice, First, Node, Op, Plan, RoutineId};

/// The routine of a choice right inside of a choice, where readers lay its alternatives out among those of the other
/// one, so that they look at a tag but once: it has but values without parts.
pub fn lies_open(plan: &Plan, around: &Choice, node: &Node) -> Option<RoutineId> {
    // A chain of choices without an end has come to one of them twice.
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

/// A value without parts in its frames.
fn is_plain(node: &Node) -> bool {
    match &node.op {
        Op::Leaf(_) => true,
        Op::Frame(_, body) => is_plain(body),
        _ => false,
    }
}
