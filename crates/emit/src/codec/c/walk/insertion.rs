//! Where the unknown elements of a tagged record are counted from.

use std::collections::HashMap;

use wireglot_plan::{Group, Node, Op, Order, ShapeId, ShapeKind, Target};

use super::{Place, Unit};
use crate::analysis::additions::Additions;
use crate::analysis::nodes::group_below;

/// For each record that takes unknown elements between tags, the number of its components before those that
/// [`super::Unknowns`] counts from 0.
pub fn insertion_points(unit: Unit) -> HashMap<ShapeId, u32> {
    let mut points = HashMap::new();
    let plan = unit.plan;
    let roots = plan.roots.iter().zip(&unit.shape.roots).map(|(node, root)| (node, root.shape));
    let routines = plan.routines.iter().map(|routine| (&routine.body, routine.shape));
    let rows = plan.tables.iter().flat_map(|table| {
        let shapes = unit.shape.table(table.table).rows.iter().map(|row| row.shape);
        table.rows.iter().zip(shapes).filter_map(|(node, shape)| Some((node.as_ref()?, shape?)))
    });
    let mut stack: Vec<(&Node, ShapeId)> = roots.chain(routines).chain(rows).collect();
    while let Some((node, shape)) = stack.pop() {
        match (&node.op, &unit.shape.get(shape).kind) {
            (Op::Frame(_, body), _) => stack.push((body, shape)),
            (Op::Alt(arms), _) => stack.extend(arms.iter().map(|arm| (&arm.node, shape))),
            (Op::Contained(contained), _) => {
                let place = Place { text: String::new(), shape };
                stack.push((&contained.node, unit.contents_of(&place).shape));
            }
            (Op::Repeat(repeat), ShapeKind::List { element, .. }) => stack.push((&repeat.element, *element)),
            (Op::Choice(choice), ShapeKind::Choice { alternatives, .. }) => {
                stack.extend(
                    choice.arms.iter().map(|a| (&a.node, alternatives[a.alternative as usize].shape)),
                );
            }
            (Op::Record(record), ShapeKind::Record { slots, .. }) => {
                points.extend(before(unit, &record.group, shape).map(|point| (shape, point)));
                let mut groups = vec![&record.group];
                while let Some(group) = groups.pop() {
                    let additions = group.additions.iter().flat_map(|a| &a.items);
                    for item in group.items.iter().chain(additions) {
                        match (item.target, &item.node.op) {
                            (Target::Slot(slot), _) => {
                                stack.push((&item.node, slots[slot as usize].shape));
                            }
                            (Target::Group, _) => groups.extend(group_below(&item.node)),
                            (Target::Unknown, _) => {}
                        }
                    }
                }
            }
            _ => {}
        }
    }
    points
}

fn before(unit: Unit, group: &Group, shape: ShapeId) -> Option<u32> {
    let end = group.items.iter().position(|item| item.target == Target::Unknown)?;
    let place = Place { text: String::new(), shape };
    let additions =
        Additions::of(unit.shape, unit.plan, group, place.shape).filter(|around| around.count() > 0);
    let keyed = matches!(group.order, Order::Keyed(_));
    Some(additions.filter(|_| !keyed).map_or(end, |around| around.before.len()) as u32)
}
