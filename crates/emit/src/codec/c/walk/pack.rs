//! Adjacent parts of few bits, which are packed together and then written at once.

use wireglot_plan::{
    By, Choice, Extent, Flag, Group, Item, Node, Op, Order, Presence, Repeat, ShapeKind, Sort, Target,
};

use super::terms::Place;
use super::write::{Part, Walk};
use crate::analysis::nodes::bits_of;
use crate::codec::c::statements::context::C;

/// What a part takes if it can be packed.
#[derive(Clone, Copy, Default)]
struct Width {
    /// The maximum number of bits.
    bits: u32,
    /// The maximum number of writes if it isn't packed.
    writes: u32,
}

impl Width {
    fn and(self, next: Width) -> Width {
        Width { bits: self.bits + next.bits, writes: self.writes + next.writes }
    }

    fn or(self, other: Width) -> Width {
        Width { bits: self.bits.max(other.bits), writes: self.writes.max(other.writes) }
    }
}

impl<'a> Walk<'a, '_, '_> {
    /// Writes parts in order; runs of parts with few bits are packed.
    pub fn parts(&mut self, parts: &[Part<'a>], place: &Place) {
        if self.pack.is_some() {
            return parts.iter().for_each(|part| self.part(part, place));
        }
        let mut rest = parts;
        while let [first, behind @ ..] = rest {
            let (run, width) = self.run(rest, place);
            let list = rest.get(run).filter(|part| {
                let length = self.length_bits(part, place);
                length.is_some_and(|bits| width.bits + bits <= C::PACK)
            });
            if width.writes + u32::from(list.is_some()) < 2 {
                self.part(first, place);
                rest = behind;
                // Parts without bits change nothing for those after them, which therefore aren't examined
                // again for each.
                while let Some(part) = rest.first().filter(|part| self.is_free(first, part, place)) {
                    self.part(part, place);
                    rest = &rest[1..];
                }
                continue;
            }
            let id = self.id();
            self.d.begin_pack(self.w, id);
            self.pack = Some(id);
            rest[..run].iter().for_each(|part| self.part(part, place));
            self.pack = None;
            rest = &rest[run..];
            match list {
                Some(list) => {
                    self.d.pack_length(id);
                    self.part(list, place);
                    rest = &rest[1..];
                }
                None => self.d.end_pack(self.w, id),
            }
        }
    }

    /// Whether two adjacent parts take no bits.
    fn is_free(&self, before: &Part<'a>, part: &Part<'a>, place: &Place) -> bool {
        let free = |part| self.width(part, place).is_some_and(|width| width.bits == 0 && width.writes == 0);
        free(before) && free(part)
    }

    /// How many of the parts can be packed together, and what they take.
    fn run(&self, parts: &[Part<'a>], place: &Place) -> (usize, Width) {
        let mut total = Width::default();
        for (at, part) in parts.iter().enumerate() {
            match self.width(part, place).map(|width| total.and(width)) {
                Some(more) if more.bits <= C::PACK => total = more,
                _ => return (at, total),
            }
        }
        (parts.len(), total)
    }

    /// The number of bits of the length in front of a list that is always written.
    fn length_bits(&self, part: &Part<'a>, place: &Place) -> Option<u32> {
        let node = match part {
            Part::Index { .. } | Part::Bits(_) => return None,
            Part::Item(item) => match (&item.presence, item.target) {
                (Presence::Always, Target::Slot(slot)) if !self.unit.may_be_missing(place, slot) => {
                    &item.node
                }
                _ => return None,
            },
            Part::Node(node) => node,
        };
        let Op::Repeat(repeat) = &node.op else { return None };
        (self.packs && repeat.sort == Sort::None).then(|| self.d.length_bits(&repeat.extent))?
    }

    fn part(&mut self, part: &Part<'a>, place: &Place) {
        match (part, self.pack) {
            (Part::Index { index, bits, .. }, Some(id)) => self.d.pack_number(self.w, id, *index, *bits),
            (Part::Index { by, index, .. }, None) => self.index(by, false, *index),
            (Part::Bits(bits), Some(id)) => self.d.pack_bits(self.w, id, bits),
            (Part::Bits(bits), None) => self.d.write_bits(self.w, bits),
            (Part::Item(item), _) => self.item(item, place),
            (Part::Node(node), _) => self.node(node, place, None),
        }
    }

    /// The index of a root alternative, if it takes bits, and the same number in all variants of PER.
    pub fn index_part(&self, by: &'a By, index: u32) -> Option<Part<'a>> {
        let By::Index { root, addition, .. } = by else { return None };
        let bits = match root {
            Some(leaf) => bits_of(leaf, index)?,
            None => 0,
        };
        let bits = bits + u32::from(addition.is_some());
        (bits > 0).then_some(Part::Index { by, index, bits })
    }

    /// The maximum number of bits of an element, if a pack has room for several.
    pub fn element_bits(&self, repeat: &'a Repeat, list: &Place) -> Option<u32> {
        let ShapeKind::List { element, .. } = self.unit.shape.get(list.shape).kind else { return None };
        if !(self.packs && matches!(repeat.extent, Extent::Count(_)) && repeat.sort == Sort::None) {
            return None;
        }
        let at = Place { text: String::new(), shape: element };
        let width = self.node_width(&repeat.element, &at)?;
        (width.bits > 0 && width.bits <= C::PACK / 2).then_some(width.bits)
    }

    fn width(&self, part: &Part<'a>, place: &Place) -> Option<Width> {
        match part {
            Part::Index { bits, .. } => Some(Width { bits: *bits, writes: 1 }),
            Part::Bits(bits) => Some(Width { bits: bits.len() as u32, writes: 1 }),
            Part::Item(item) => self.item_width(item, place),
            Part::Node(node) => self.node_width(node, place),
        }
    }

    fn item_width(&self, item: &'a Item, record: &Place) -> Option<Width> {
        let Target::Slot(slot) = item.target else { return None };
        // If one of these is missing, that is an error.
        let must_be_there = item.presence == Presence::Always && self.unit.may_be_missing(record, slot);
        (!must_be_there).then(|| self.node_width(&item.node, &self.d.slot(record, slot)))?
    }

    fn node_width(&self, node: &'a Node, place: &Place) -> Option<Width> {
        match &node.op {
            Op::Leaf(leaf) => {
                self.d.packs(leaf, place).map(|bits| Width { bits, writes: u32::from(bits > 0) })
            }
            Op::Record(record) => self.group_width(&record.group, place),
            Op::Group(group) => self.group_width(group, place),
            Op::Choice(choice) => self.choice_width(choice, place),
            _ => None,
        }
    }

    fn group_width(&self, group: &'a Group, place: &Place) -> Option<Width> {
        let extensible = group.additions.is_some() || group.flags.contains(&Flag::Additions);
        if extensible || group.order != Order::Positional {
            return None;
        }
        let flags = group.flags.len() as u32;
        let front = Width { bits: flags, writes: flags.min(1) };
        group.items.iter().try_fold(front, |sum, item| Some(sum.and(self.item_width(item, place)?)))
    }

    fn choice_width(&self, choice: &'a Choice, place: &Place) -> Option<Width> {
        if choice.extensible || choice.arms.iter().any(|arm| arm.addition) {
            return None;
        }
        choice.arms.iter().zip(0..).try_fold(Width::default(), |most, (arm, index)| {
            let at = self.d.alternative(place, arm.alternative);
            let front = self.width(&self.index_part(&choice.by, index)?, place)?;
            Some(most.or(front.and(self.node_width(&arm.node, &at)?)))
        })
    }
}
