//! Queries on the nodes of a plan: their contents, their first tags, and the open-type keys they read.

use std::collections::HashSet;

use wireglot_plan::{
    Arm, Bits, First, Frame, Group, Item, Leaf, Node, Op, Order, Plan, Presence, Record, RegisterId, Target,
    Tlv,
};

/// Whether a register is always set once the record has been read up to the item that sets it, i.e. the item
/// is unconditional.
pub fn is_certain(record: &Record, register: RegisterId) -> bool {
    certain_in(&record.group, register)
}

fn certain_in(group: &Group, register: RegisterId) -> bool {
    group.order == Order::Positional
        && group.items.iter().any(|item| {
            item.presence == Presence::Always
                && (item.bind == Some(register) || certain_below(&item.node, register))
        })
}

fn certain_below(node: &Node, register: RegisterId) -> bool {
    match &node.op {
        Op::Frame(_, body) => certain_below(body, register),
        Op::Record(record) => certain_in(&record.group, register),
        _ => false,
    }
}

/// Whether a reader may meet a select on one of these registers before it is set.
pub fn meets_early(group: &Group, registers: &[RegisterId]) -> bool {
    let keyed = group.order != Order::Positional;
    let mut unset: HashSet<RegisterId> = registers.iter().copied().collect();
    for item in items(group) {
        if selects(&item.node, &|register| unset.contains(&register)) {
            return true;
        }
        if !keyed {
            if let Some(register) = item.bind {
                unset.remove(&register);
            }
            remove_bound(&item.node, &mut unset);
        }
    }
    false
}

/// The alternatives at the end of a key's path, if it ends in a choice: one for each way to encode it.
pub fn arms_at<'a>(group: &'a Group, path: &[u32]) -> Vec<&'a Arm> {
    let Some((&slot, rest)) = path.split_first() else { return Vec::new() };
    let found = items(group).flat_map(|item| match item.target {
        Target::Slot(at) if at == slot => arms_below(&item.node, rest),
        Target::Group => arms_below(&item.node, path),
        _ => Vec::new(),
    });
    found.collect()
}

fn arms_below<'a>(node: &'a Node, path: &[u32]) -> Vec<&'a Arm> {
    match (&node.op, path) {
        (Op::Frame(_, body), _) => arms_below(body, path),
        (Op::Record(record), _) => arms_at(&record.group, path),
        (Op::Group(group), _) => arms_at(group, path),
        (Op::Alt(ways), _) => ways.iter().flat_map(|way| arms_below(&way.node, path)).collect(),
        (Op::Choice(choice), [at, rest @ ..]) => {
            let taken = choice.arms.iter().filter(|arm| arm.alternative == *at);
            match rest {
                [] => taken.collect(),
                _ => taken.flat_map(|arm| arms_below(&arm.node, rest)).collect(),
            }
        }
        _ => Vec::new(),
    }
}

/// All items, additions last.
pub fn items(group: &Group) -> impl Iterator<Item = &Item> {
    group.items.iter().chain(group.additions.iter().flat_map(|a| &a.items))
}

/// The nodes directly below.
fn below(node: &Node) -> Vec<&Node> {
    match &node.op {
        Op::Frame(_, body) => vec![body],
        Op::Record(record) => items(&record.group).map(|i| &i.node).collect(),
        Op::Group(group) => items(group).map(|i| &i.node).collect(),
        Op::Repeat(repeat) => vec![&repeat.element],
        Op::Choice(choice) => choice.arms.iter().map(|a| &a.node).collect(),
        Op::Alt(arms) => arms.iter().map(|a| &a.node).collect(),
        Op::Contained(contained) => vec![&contained.node],
        Op::Leaf(_) | Op::Call(_) | Op::Select(_) => Vec::new(),
    }
}

/// Whether a select below reads a register for which this holds.
pub fn selects(node: &Node, wanted: &impl Fn(RegisterId) -> bool) -> bool {
    match &node.op {
        Op::Select(select) => select.registers.iter().any(|register| wanted(*register)),
        _ => below(node).into_iter().any(|node| selects(node, wanted)),
    }
}

/// Removes the registers that items below set.
fn remove_bound(node: &Node, registers: &mut HashSet<RegisterId>) {
    if let Op::Record(Record { group, .. }) | Op::Group(group) = &node.op {
        for register in items(group).filter_map(|item| item.bind) {
            registers.remove(&register);
        }
    }
    below(node).into_iter().for_each(|node| remove_bound(node, registers));
}

/// Whether the leaf reads the frame's tag together with its contents.
pub fn takes_tag(body: &Node) -> bool {
    match &body.op {
        Op::Leaf(leaf) => *leaf != Leaf::Tlv(Tlv::Any),
        Op::Contained(_) => true,
        _ => false,
    }
}

/// The group of a wire group's node, through its frames.
pub fn group_below(node: &Node) -> Option<&Group> {
    match &node.op {
        Op::Group(group) => Some(group),
        Op::Frame(_, body) => group_below(body),
        _ => None,
    }
}

/// The tags that the encodings of a node can begin with.
pub fn first_of(plan: &Plan, node: &Node) -> First {
    match &node.op {
        Op::Frame(Frame::Tlv { tag, .. }, _) => First::Tags(vec![*tag]),
        Op::Call(routine) => match plan.routines.get(routine.index()) {
            Some(routine) if matches!(routine.body.op, Op::Choice(_)) => first_of(plan, &routine.body),
            _ => First::Any,
        },
        Op::Choice(choice) => {
            let mut all = Vec::new();
            for arm in &choice.arms {
                match &arm.first {
                    First::Any => return First::Any,
                    First::Tags(tags) => all.extend(tags.iter().copied()),
                }
            }
            all.sort();
            First::Tags(all)
        }
        _ => First::Any,
    }
}

/// The bits of an index, if all variants of PER write it as the same bits (X.691 11.5.6, 11.5.7.1).
pub fn bits_of(leaf: &Leaf, index: u32) -> Option<u32> {
    match leaf {
        Leaf::Bits(Bits::Integer { lo: Some(lo), hi: Some(hi) }) if lo.to_i128() == Some(0) => {
            let hi = u32::try_from(hi.to_i128()?).ok()?;
            (index <= hi && hi < 255).then(|| u32::BITS - hi.leading_zeros())
        }
        _ => None,
    }
}
