//! Queries on the nodes of a plan: their contents, their first tags, and the open-type keys they read.

use std::collections::{HashMap, HashSet};

use wireglot_plan::{
    by_first, Arm, Bits, First, Frame, Group, Item, Leaf, Node, Op, Order, Plan, Presence, Record, Register,
    RegisterId, Target, Tlv,
};

/// The registers that are always set once a record has been read up to the items that set them, i.e. those items
/// are unconditional.
pub fn certain(group: &Group) -> HashSet<RegisterId> {
    let mut found = HashSet::new();
    add_certain(group, &mut found);
    found
}

fn add_certain(group: &Group, found: &mut HashSet<RegisterId>) {
    if group.order != Order::Positional {
        return;
    }
    for item in group.items.iter().filter(|item| item.presence == Presence::Always) {
        found.extend(item.bind);
        add_certain_below(&item.node, found);
    }
}

fn add_certain_below(node: &Node, found: &mut HashSet<RegisterId>) {
    match &node.op {
        Op::Frame(_, body) => add_certain_below(body, found),
        Op::Record(record) => add_certain(&record.group, found),
        _ => {}
    }
}

/// Whether a reader may meet a select on one of these registers before it is set.
pub fn meets_early(group: &Group, registers: &HashSet<RegisterId>) -> bool {
    let keyed = group.order != Order::Positional;
    let mut unset = registers.clone();
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

/// Paths by their first steps: the rest of each, and its register.
type Paths<'p> = HashMap<u32, Vec<(&'p [u32], RegisterId)>>;

/// The alternatives at the ends of those paths that end in a choice: one for each way to encode it.
pub fn arms_of<'a>(group: &'a Group, registers: &[Register]) -> Vec<(&'a Arm, RegisterId)> {
    let paths: Vec<_> = registers.iter().map(|register| (&register.path[..], register.id)).collect();
    let mut arms = Vec::new();
    if !paths.is_empty() {
        add_arms(group, &by_first(&paths).into_iter().collect(), &mut arms);
    }
    arms
}

fn add_arms<'a>(group: &'a Group, paths: &Paths, arms: &mut Vec<(&'a Arm, RegisterId)>) {
    for item in items(group) {
        match item.target {
            Target::Slot(slot) => {
                let rests = paths.get(&slot).map_or(&[][..], Vec::as_slice);
                if rests.iter().any(|(rest, _)| !rest.is_empty()) {
                    add_arms_below(&item.node, &by_first(rests).into_iter().collect(), arms);
                }
            }
            Target::Group => add_arms_below(&item.node, paths, arms),
            Target::Unknown => {}
        }
    }
}

fn add_arms_below<'a>(node: &'a Node, paths: &Paths, arms: &mut Vec<(&'a Arm, RegisterId)>) {
    match &node.op {
        Op::Frame(_, body) => add_arms_below(body, paths, arms),
        Op::Record(record) => add_arms(&record.group, paths, arms),
        Op::Group(group) => add_arms(group, paths, arms),
        Op::Alt(ways) => ways.iter().for_each(|way| add_arms_below(&way.node, paths, arms)),
        Op::Choice(choice) => {
            for arm in &choice.arms {
                let Some(rests) = paths.get(&arm.alternative) else { continue };
                let ends = rests.iter().filter(|(rest, _)| rest.is_empty());
                arms.extend(ends.map(|(_, register)| (arm, *register)));
                if rests.iter().any(|(rest, _)| !rest.is_empty()) {
                    add_arms_below(&arm.node, &by_first(rests).into_iter().collect(), arms);
                }
            }
        }
        _ => {}
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

/// Adds the registers of selects below that also read one of these.
pub fn add_beside(node: &Node, registers: &HashSet<RegisterId>, found: &mut HashSet<RegisterId>) {
    match &node.op {
        Op::Select(select) if select.registers.iter().any(|register| registers.contains(register)) => {
            found.extend(&select.registers);
        }
        _ => below(node).into_iter().for_each(|node| add_beside(node, registers, found)),
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
