//! Adjacent parts of few bits that always follow each other: they are loaded at once, and then read one by
//! one.

use wireglot_plan::{Bits, By, Choice, Group, Item, Leaf, Node, Op, Order, Presence, Repeat, Target};

use super::Walk;
use crate::analysis::nodes::bits_of;
use crate::codec::c::statements::context::C;
use crate::codec::c::statements::packs::PACK;
use crate::codec::c::walk::terms::Place;

/// The bits at the front.
#[derive(Default)]
pub struct Front {
    bits: u32,
    /// How many reads take bits from it.
    reads: u32,
    /// How many parts were looked at: those of no bits could go on for ever.
    parts: u32,
}

/// The parts that are looked at from one place, at most.
const PARTS: u32 = 256;

impl Front {
    fn add(&mut self, bits: u32) -> bool {
        let fits = self.bits + bits <= PACK;
        if fits {
            self.bits += bits;
            self.reads += 1;
        }
        fits
    }
}

impl<'a> Walk<'a, '_, '_> {
    /// Reads ahead at the front of a group, or of its remaining items.
    pub fn look_at_group(&mut self, group: &'a Group, place: &Place) {
        let mut front = Front::default();
        self.add_group(&mut front, group, place);
        self.look_ahead(&front);
    }

    pub fn look_at_items(&mut self, items: &'a [Item], place: &Place) {
        let mut front = Front::default();
        self.add_items(&mut front, items, place);
        self.look_ahead(&front);
    }

    pub fn look_at_choice(&mut self, choice: &'a Choice) {
        let mut front = Front::default();
        self.add_choice(&mut front, choice);
        self.look_ahead(&front);
    }

    fn look_ahead(&mut self, front: &Front) {
        if self.ahead == 0 && front.reads > 1 && self.rules.packs_bits() {
            let id = self.id();
            self.d.look_ahead(self.w, id, front.bits);
            self.ahead = front.reads;
        }
    }

    /// Records a read; after the last one of those read ahead, reads take no more from them.
    pub fn was_read(&mut self) {
        if self.ahead > 0 {
            self.ahead -= 1;
            if self.ahead == 0 {
                self.d.set_ahead(None);
            }
        }
    }

    /// Each of these returns whether what follows comes immediately after.
    fn add_group(&self, front: &mut Front, group: &'a Group, place: &Place) -> bool {
        let flags = group.flags.len() as u32;
        group.order == Order::Positional
            && (flags == 0 || (flags <= C::FLAGS && front.add(flags)))
            && self.add_items(front, &group.items, place)
            && group.additions.is_none()
    }

    fn add_items(&self, front: &mut Front, items: &'a [Item], place: &Place) -> bool {
        items.iter().all(|item| match (&item.presence, item.target) {
            (Presence::Always, Target::Slot(slot)) => {
                !self.d.is_apart(place, slot) && self.add_node(front, &item.node, &self.d.slot(place, slot))
            }
            _ => false,
        })
    }

    fn add_node(&self, front: &mut Front, node: &'a Node, place: &Place) -> bool {
        front.parts += 1;
        match &node.op {
            _ if front.parts > PARTS => false,
            Op::Leaf(Leaf::Bits(Bits::Null)) => true,
            Op::Leaf(leaf) => self.d.packs(leaf, place).is_some_and(|bits| bits > 0 && front.add(bits)),
            Op::Record(record) => record.registers.is_empty() && self.add_group(front, &record.group, place),
            Op::Group(group) => self.add_group(front, group, place),
            Op::Choice(choice) => self.add_choice(front, choice),
            Op::Repeat(repeat) => self.add_length(front, repeat),
            _ => false,
        }
    }

    fn add_choice(&self, front: &mut Front, choice: &'a Choice) -> bool {
        if let By::Index { root, addition, .. } = &choice.by {
            let extends = addition.is_none() || front.add(1);
            if let (true, Some(bits)) = (extends, root.as_ref().and_then(|leaf| bits_of(leaf, 0))) {
                front.add(bits);
            }
        }
        false
    }

    fn add_length(&self, front: &mut Front, repeat: &'a Repeat) -> bool {
        if let Some(bits) = self.d.length_bits(&repeat.extent) {
            front.add(bits);
        }
        false
    }
}
