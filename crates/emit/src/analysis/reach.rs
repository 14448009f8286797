//! Which functions a file needs: those reachable from its roots, each once.

use std::collections::HashSet;

use wireglot_model::Tag;
use wireglot_plan::{Bits, Frame, Leaf, Node, Op, Plan, RoutineId, RowsId, Rules, ShapeId, TableId};

use crate::analysis::modules::Part;
use crate::analysis::open_choices::lies_open;
use crate::analysis::Direction;

/// The functions of a plan that its roots reach.
#[derive(Default)]
pub struct Reached {
    read: Vec<RoutineId>,
    written: Vec<RoutineId>,
    pub rows: Vec<RowsId>,
}

impl Reached {
    /// The routines that need a function for this direction.
    pub fn routines(&self, way: Direction) -> &[RoutineId] {
        match way {
            Direction::Read => &self.read,
            Direction::Write => &self.written,
        }
    }

    /// The functions that belong to a part.
    pub fn of(&self, plan: &Plan, part: Part) -> Reached {
        let has = |id: &&RoutineId| part.has(plan.routines[id.index()].shape);
        let has_rows = |id: &&RowsId| part.has_table(plan.tables[id.index()].table);
        Reached {
            read: self.read.iter().filter(has).copied().collect(),
            written: self.written.iter().filter(has).copied().collect(),
            rows: self.rows.iter().filter(has_rows).copied().collect(),
        }
    }
}

/// Functions already in the file. Contained types have encoding rules of their own, so plans may share
/// functions. A function's callees are always reached too.
#[derive(Default)]
pub struct Printed {
    read: HashSet<(Rules, ShapeId)>,
    written: HashSet<(Rules, ShapeId)>,
    rows: HashSet<(Rules, TableId)>,
}

impl Printed {
    /// The functions that a plan adds.
    pub fn fresh(&mut self, plan: &Plan, mut reached: Reached) -> Reached {
        for (routines, printed) in
            [(&mut reached.read, &mut self.read), (&mut reached.written, &mut self.written)]
        {
            routines.retain(|id| {
                let routine = &plan.routines[id.index()];
                printed.insert((routine.rules, routine.shape))
            });
        }
        reached.rows.retain(|id| {
            let rows = &plan.tables[id.index()];
            self.rows.insert((rows.rules, rows.table))
        });
        reached
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Function {
    Routine(RoutineId),
    Rows(RowsId),
}

/// These nodes and all nodes inside them.
fn inside(mut stack: Vec<&Node>) -> impl Iterator<Item = &Node> {
    std::iter::from_fn(move || {
        let node = stack.pop()?;
        match &node.op {
            Op::Leaf(_) | Op::Call(_) | Op::Select(_) => {}
            Op::Frame(_, body) => stack.push(body),
            Op::Record(record) => {
                stack.extend(record.group.items.iter().map(|i| &i.node));
                stack.extend(record.group.additions.iter().flat_map(|a| &a.items).map(|i| &i.node));
            }
            Op::Group(group) => {
                stack.extend(group.items.iter().map(|i| &i.node));
                stack.extend(group.additions.iter().flat_map(|a| &a.items).map(|i| &i.node));
            }
            Op::Repeat(repeat) => stack.push(&repeat.element),
            Op::Choice(choice) => stack.extend(choice.arms.iter().map(|a| &a.node)),
            Op::Contained(contained) => stack.push(&contained.node),
            Op::Alt(arms) => stack.extend(arms.iter().map(|a| &a.node)),
        }
        Some(node)
    })
}

/// The functions that a node calls. A choice that a reader merges into the outer one is not called.
fn calls(plan: &Plan, way: Direction, node: &Node, out: &mut Vec<Function>) {
    let mut open = Vec::new();
    for node in inside(vec![node]) {
        match &node.op {
            Op::Call(routine) => out.push(Function::Routine(*routine)),
            Op::Select(select) => out.push(Function::Rows(select.rows)),
            Op::Choice(choice) if way == Direction::Read => {
                open.extend(choice.arms.iter().filter_map(|arm| lies_open(plan, choice, &arm.node)));
            }
            _ => {}
        }
    }
    for routine in open {
        if let Some(at) = out.iter().position(|called| *called == Function::Routine(routine)) {
            out.swap_remove(at);
        }
    }
}

/// All nodes of a plan.
fn all(plan: &Plan) -> impl Iterator<Item = &Node> {
    let routines = plan.routines.iter().map(|routine| &routine.body);
    let rows = plan.tables.iter().flat_map(|table| table.rows.iter().flatten());
    inside(plan.roots.iter().chain(routines).chain(rows).collect())
}

/// The roots that reach such a node, by their places.
pub fn roots_with(plan: &Plan, is_such: impl Fn(&Node) -> bool) -> Vec<usize> {
    let has = |nodes: Vec<&Node>| inside(nodes).any(&is_such);
    let called = |nodes: &[&Node]| {
        let mut out = Vec::new();
        nodes.iter().for_each(|node| calls(plan, Direction::Write, node, &mut out));
        out
    };
    let routines = plan.routines.iter().map(|routine| vec![&routine.body]);
    let rows = plan.tables.iter().map(|table| table.rows.iter().flatten().collect());
    let bodies: Vec<Vec<&Node>> = routines.chain(rows).collect();
    let place = |function: &Function| match function {
        Function::Routine(id) => id.index(),
        Function::Rows(id) => plan.routines.len() + id.index(),
    };
    let mut callers = vec![Vec::new(); bodies.len()];
    for (caller, body) in bodies.iter().enumerate() {
        called(body).iter().for_each(|function| callers[place(function)].push(caller));
    }
    let mut reaches: Vec<bool> = bodies.iter().map(|body| has(body.clone())).collect();
    let mut new: Vec<usize> = (0..bodies.len()).filter(|at| reaches[*at]).collect();
    while let Some(at) = new.pop() {
        let callers = callers[at].iter().copied();
        new.extend(callers.filter(|caller| !std::mem::replace(&mut reaches[*caller], true)));
    }
    let roots = plan.roots.iter().enumerate();
    let found = roots.filter(|(_, root)| {
        has(vec![root]) || called(&[root]).iter().any(|function| reaches[place(function)])
    });
    found.map(|(at, _)| at).collect()
}

/// Whether a plan has data whose identification is fixed by a constraint.
pub fn has_predefined(plan: &Plan) -> bool {
    all(plan).any(|node| matches!(&node.op, Op::Leaf(Leaf::Bits(Bits::Predefined { .. }))))
}

/// The PER variants used in a plan, as whether each is aligned; one for each use, with repeats.
pub fn variants(plan: &Plan) -> impl Iterator<Item = bool> + '_ {
    let routines = plan.routines.iter().map(|routine| routine.rules);
    let contained = all(plan).filter_map(|node| match &node.op {
        Op::Contained(contained) => Some(contained.rules),
        _ => None,
    });
    let rules = std::iter::once(plan.rules).chain(routines).chain(contained);
    rules.filter(|rules| rules.packs_bits()).map(Rules::aligned)
}

/// A tag in the plan with a number above this one.
pub fn tag_above(plan: &Plan, most: u32) -> Option<Tag> {
    all(plan).find_map(|node| match &node.op {
        Op::Frame(Frame::Tlv { tag, .. }, _) if tag.number > most => Some(*tag),
        _ => None,
    })
}

impl Function {
    fn calls(self, plan: &Plan, way: Direction) -> Vec<Function> {
        let mut out = Vec::new();
        match self {
            Function::Routine(id) => calls(plan, way, &plan.routines[id.index()].body, &mut out),
            Function::Rows(id) => {
                plan.tables[id.index()].rows.iter().flatten().for_each(|n| calls(plan, way, n, &mut out))
            }
        }
        out
    }
}

/// The functions reachable from a plan's roots.
pub fn reach(plan: &Plan) -> Reached {
    let (read, written) = (reach_by(plan, Direction::Read), reach_by(plan, Direction::Write));
    let routines = |seen: &HashSet<Function>| {
        let all = (0..plan.routines.len() as u32).map(RoutineId);
        all.filter(|id| seen.contains(&Function::Routine(*id))).collect()
    };
    let rows = (0..plan.tables.len() as u32).map(RowsId);
    Reached {
        read: routines(&read),
        written: routines(&written),
        rows: rows.filter(|id| written.contains(&Function::Rows(*id))).collect(),
    }
}

/// The functions called in one direction.
fn reach_by(plan: &Plan, way: Direction) -> HashSet<Function> {
    let (mut seen, mut waiting) = (HashSet::new(), Vec::new());
    plan.roots.iter().for_each(|n| calls(plan, way, n, &mut waiting));
    while let Some(at) = waiting.pop() {
        if seen.insert(at) {
            waiting.extend(at.calls(plan, way));
        }
    }
    seen
}
