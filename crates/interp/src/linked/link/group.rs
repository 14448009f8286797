//! Links records and the groups of their items.

use std::collections::HashMap;

use wireglot_plan as plan;
use wireglot_plan::{Leaf, Node, Op, ShapeId, ShapeKind, SlotPresence};
use wireglot_rt::tlv::Tag;

use super::tags::{tag_of, tags_of};
use super::{Bindings, LinkError, Linker, Paths};
use crate::key::KeySink;
use crate::linked::program::*;

impl Linker<'_> {
    pub(super) fn record(
        &mut self,
        record: &plan::Record,
        shape: ShapeId,
        bindings: &Bindings<'_>,
    ) -> Result<Step, LinkError> {
        let own: Vec<_> = record.registers.iter().map(|r| (&r.path[..], r.id.0)).collect();
        let mut all = bindings.clone();
        for (first, paths) in plan::by_first(&own) {
            all.entry(first).or_default().extend(paths);
        }
        for register in &record.registers {
            self.set.remove(register.id.0);
        }
        let group = self.group(&record.group, shape, &all)?;
        let mut registers: Vec<(u32, Box<[u32]>)> =
            record.registers.iter().map(|r| (r.id.0, r.path.as_slice().into())).collect();
        registers.sort();
        Ok(Step::Record(Box::new(Record { shape, registers: registers.into(), group })))
    }

    pub(super) fn group(
        &mut self,
        group: &plan::Group,
        shape: ShapeId,
        bindings: &Bindings<'_>,
    ) -> Result<Group, LinkError> {
        let keyed = match group.order {
            plan::Order::Positional => None,
            plan::Order::Keyed(sort) => Some(sort),
        };
        let items = self.items(&group.items, shape, bindings, keyed.is_some())?;
        let additions = match &group.additions {
            None => None,
            Some(additions) => {
                match additions.count {
                    Leaf::Bits(plan::Bits::SmallLength) | Leaf::Octets(plan::Octets::Bitmap) => {}
                    _ => return self.fault(shape, "additions that no bitmap announces"),
                }
                let items = self.items(&additions.items, shape, bindings, false)?;
                Some(Box::new(Additions { items }))
            }
        };
        let mut of_slots = HashMap::new();
        for (item, index) in items.iter().zip(0..) {
            if let Target::Slot(slot) = item.target {
                of_slots.entry(slot).or_insert(index);
            }
        }
        let flags = group.flags.iter().map(|flag| match flag {
            plan::Flag::Additions => Flag::Additions,
            plan::Flag::Slot(slot) => Flag::Item(of_slots.get(slot).copied().unwrap_or(u32::MAX)),
        });
        let mut by_tag = Vec::new();
        for (index, item) in items.iter().enumerate().filter(|_| keyed.is_some()) {
            match &item.presence {
                Presence::Peek(Tags::One(tag)) => by_tag.push((*tag, index as u32)),
                Presence::Peek(Tags::Some(tags)) => by_tag.extend(tags.iter().map(|t| (*t, index as u32))),
                _ => {}
            }
        }
        by_tag.sort();
        let position = |test: &dyn Fn(&Item) -> bool| items.iter().position(test).map(|i| i as u32);
        let any =
            position(&|i| i.target != Target::Unknown && matches!(i.presence, Presence::Peek(Tags::Any)));
        let unknown = position(&|i| i.target == Target::Unknown);
        let extends = unknown.map_or(usize::MAX, |end| self.extends(shape, &items, end as usize));
        let flags: Box<[Flag]> = flags.collect();
        let slots = items.iter().chain(additions.iter().flat_map(|a| &a.items)).flat_map(slots_of).collect();
        let together = self.together(shape, &items);
        let by_tag = by_tag.into();
        Ok(Group { keyed, flags, by_tag, any, unknown, extends, additions, slots, together, items })
    }

    /// The addition groups with several items, at least one of which is mandatory.
    fn together(&self, shape: ShapeId, items: &[Item]) -> Box<[Together]> {
        let ShapeKind::Record { slots, .. } = &self.shape.get(shape).kind else { return Box::default() };
        let slot = |item: &Item| match item.target {
            Target::Slot(slot) => slots.get(slot as usize),
            _ => None,
        };
        let members: Vec<(u32, u32, bool)> = (0..)
            .zip(items)
            .filter_map(|(at, item)| slot(item).and_then(|s| Some((s.addition?, at, s.needed))))
            .collect();
        let groups = members.chunk_by(|(a, ..), (b, ..)| a == b).filter(|group| group.len() > 1);
        let together = groups.map(|group| Together {
            members: group.iter().map(|(_, at, _)| *at).collect(),
            needed: group.iter().filter(|(.., needed)| *needed).map(|(_, at, _)| *at).collect(),
        });
        together.filter(|group| !group.needed.is_empty()).collect()
    }

    fn items(
        &mut self,
        items: &[plan::Item],
        shape: ShapeId,
        bindings: &Bindings<'_>,
        any_order: bool,
    ) -> Result<Box<[Item]>, LinkError> {
        let ShapeKind::Record { slots, .. } = &self.shape.get(shape).kind else {
            return self.fault(shape, "items of something that is not a record");
        };
        let mut linked: Vec<Item> = Vec::new();
        let (before, mut bound) = (self.set.mark(), Vec::new());
        for item in items {
            // In a keyed group, items come in any order.
            if any_order {
                self.set.undo(before, &mut bound);
            }
            let presence = match &item.presence {
                plan::Presence::Always => Presence::Always,
                plan::Presence::Flag(flag) => Presence::Flag(*flag),
                plan::Presence::Peek(first) => Presence::Peek(tags_of(first)),
                plan::Presence::Bitmap(_) => Presence::Bitmap,
            };
            let mut keys = Box::default();
            let (target, step, required, default) = match item.target {
                plan::Target::Unknown => (Target::Unknown, Step::Any(shape), false, None),
                plan::Target::Group => {
                    let step = self.node(&item.node, shape, bindings)?;
                    keys = keys_of_group(&step);
                    (Target::Group, step, false, None)
                }
                plan::Target::Slot(slot) => {
                    let Some(of) = slots.get(slot as usize) else {
                        return self.fault(shape, "an item for a slot that is not there");
                    };
                    let paths = bindings.get(&slot).map_or(&[][..], Vec::as_slice);
                    let step = self.bound(&item.node, of.shape, paths)?;
                    let required = matches!(of.presence, SlotPresence::Required);
                    let default = self.defaults.position(shape, slot);
                    keys = self.keys_in(default, paths);
                    (Target::Slot(slot), step, required, default)
                }
            };
            let (smallest, tags) = match &presence {
                Presence::Peek(tags) => (tags.smallest(), Box::default()),
                _ => {
                    let tags: Box<[Tag]> = self.first(&item.node).unwrap_or_default().into();
                    (tags.first().copied().unwrap_or(Tag::universal(0)), tags)
                }
            };
            linked.push(Item {
                target,
                presence,
                required,
                omit: item.omit,
                raw: matches!(target, Target::Slot(slot) if self.raw.contains(&(shape, slot))),
                default,
                keys,
                step,
                stop: Tags::Some(Box::default()),
                smallest,
                tags,
                default_octets: Default::default(),
            });
        }
        bound.into_iter().for_each(|register| self.set.add(register));
        self.stops(items, &mut linked);
        Ok(linked.into())
    }

    /// The keys in the default at a position, by their registers.
    fn keys_in(&self, default: Option<u32>, paths: &Paths<'_>) -> Box<[(u32, Box<[u8]>)]> {
        let Some(value) = default.and_then(|position| self.defaults.at(position)) else {
            return Box::default();
        };
        let keys = paths.iter().filter_map(|(path, register)| {
            let mut key = KeySink::default();
            self.defaults.key(value, path)?.play(&mut key);
            let mut key = key.octets;
            key.truncate(self.longest_key.saturating_add(1));
            Some((*register, key.into()))
        });
        keys.collect()
    }

    /// The position of the first addition before the insertion point.
    #[expect(clippy::indexing_slicing, reason = "end is a position among the items")]
    fn extends(&self, shape: ShapeId, items: &[Item], end: usize) -> usize {
        let ShapeKind::Record { slots, .. } = &self.shape.get(shape).kind else { return end };
        let addition = |item: &Item| match item.target {
            Target::Slot(slot) => slots.get(slot as usize).is_some_and(|s| s.addition.is_some()),
            _ => false,
        };
        items[..end].iter().position(addition).unwrap_or(end)
    }

    /// Gives insertion points the tags that later items start with.
    #[expect(clippy::indexing_slicing, reason = "one linked item for each item of the plan")]
    fn stops(&mut self, items: &[plan::Item], linked: &mut [Item]) {
        for at in 0..items.len() {
            if linked[at].target != Target::Unknown {
                continue;
            }
            let mut all = Some(Vec::new());
            for item in &items[at + 1..] {
                let first = match &item.presence {
                    plan::Presence::Peek(plan::First::Tags(tags)) => {
                        Some(tags.iter().map(|t| tag_of(*t)).collect())
                    }
                    plan::Presence::Peek(plan::First::Any) => None,
                    _ => self.first(&item.node),
                };
                all = all.zip(first).map(|(mut all, first): (Vec<Tag>, Vec<Tag>)| {
                    all.extend(first);
                    all
                });
            }
            linked[at].stop = match all {
                None => Tags::Any,
                Some(mut all) => {
                    all.sort();
                    all.dedup();
                    Tags::Some(all.into())
                }
            };
        }
    }

    /// The tags that the encodings of a node start with; `None` means any.
    #[expect(clippy::indexing_slicing, reason = "linking made a routine for each number that a call has")]
    pub(super) fn first(&mut self, node: &Node) -> Option<Vec<Tag>> {
        match &node.op {
            Op::Frame(plan::Frame::Tlv { tag, .. }, _) => Some(vec![tag_of(*tag)]),
            Op::Choice(choice) => {
                let mut all = Vec::new();
                for arm in &choice.arms {
                    match &arm.first {
                        plan::First::Tags(tags) => all.extend(tags.iter().map(|t| tag_of(*t))),
                        plan::First::Any => return None,
                    }
                }
                all.sort();
                Some(all)
            }
            Op::Call(routine) => {
                if let Some(known) = self.firsts.get(&routine.0) {
                    return known.clone();
                }
                self.firsts.insert(routine.0, None);
                let body = &self.plan.routines[routine.index()].body;
                let first = self.first(body);
                self.firsts.insert(routine.0, first.clone());
                first
            }
            _ => None,
        }
    }
}

/// The keys in the defaults of an addition group's members.
fn keys_of_group(step: &Step) -> Box<[(u32, Box<[u8]>)]> {
    match step {
        Step::Group(group) => group.items.iter().flat_map(|item| item.keys.iter().cloned()).collect(),
        Step::OpenField(step) => keys_of_group(step),
        _ => Box::default(),
    }
}

/// The slots that an item writes.
fn slots_of(item: &Item) -> Vec<u32> {
    fn group(step: &Step) -> Vec<u32> {
        match step {
            Step::Group(group) => group.slots.to_vec(),
            Step::OpenField(step) => group(step),
            Step::Tlv(frame) => group(&frame.body),
            Step::Alt(arms) => arms.iter().flat_map(|arm| group(&arm.step)).collect(),
            _ => Vec::new(),
        }
    }
    match item.target {
        Target::Slot(slot) => vec![slot],
        Target::Group => group(&item.step),
        Target::Unknown => Vec::new(),
    }
}
