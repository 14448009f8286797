//! Adjacent parts of few bits, which are packed together and then written at once.

use wireglot_plan::{
    By, Choice, Extent, Group, Item, Node, Op, Order, Presence, Repeat, RoutineId, ShapeKind, Sort, Target,
};

use super::terms::Place;
use super::write::{Part, Walk};
use super::Unit;
use crate::analysis::nodes::bits_of;
use crate::analysis::Direction;
use crate::codec::c::statements::context::C;
use crate::codec::c::statements::packs::{PackWidth, PackedRoutines, BEFORE_STRING, PACK};
use crate::Writer;

/// The routines of a plan whose values can be packed, if those that are known are.
pub fn packed_routines(unit: Unit, dialect: &mut C) -> PackedRoutines {
    let mut found = PackedRoutines::new();
    for routine in unit.plan.routines.iter().filter(|routine| routine.rules.packs_bits()) {
        dialect.rules = vec![routine.rules];
        let mut none = Writer::new();
        let walk = Walk::new(unit, dialect, &mut none, routine.rules);
        let place = Place { text: "(*v)".to_string(), shape: routine.shape };
        if let Some(width) = walk.node_width(&routine.body, &place) {
            if width.writes > 0 && width.bits <= PACK / 2 && width.apart == 0 {
                found.insert((routine.rules, routine.shape), width);
            }
        }
    }
    found
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
                length.is_some_and(|bits| width.bits + bits <= PACK)
            });
            let string = rest.get(run).filter(|part| width.bits <= BEFORE_STRING && self.joins(part, place));
            if width.writes + u32::from(list.is_some() || string.is_some()) < 2 {
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
            match list.or(string) {
                Some(part) => {
                    self.d.pack_with_next(id);
                    self.part(part, place);
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

    /// How many of the parts can be packed together, and what they take. The first and the last of them are packed.
    fn run(&self, parts: &[Part<'a>], place: &Place) -> (usize, PackWidth) {
        let (mut total, mut packed) = (PackWidth::default(), (0, PackWidth::default()));
        for (at, part) in parts.iter().enumerate() {
            match self.width(part, place).map(|width| (width, total.and(width))) {
                Some((width, more)) if more.fits() => {
                    let is_packed = width.writes > 0 || width.apart == 0;
                    if at == 0 && !is_packed {
                        break;
                    }
                    total = more;
                    if is_packed {
                        packed = (at + 1, total);
                    }
                }
                _ => break,
            }
        }
        packed
    }

    /// A part that is always written, and the place of its value.
    fn always(&self, part: &Part<'a>, place: &Place) -> Option<(&'a Node, Place)> {
        match part {
            Part::Index { .. } | Part::Bits(_) => None,
            Part::Item(item) => match (&item.presence, item.target) {
                (Presence::Always, Target::Slot(slot)) if !self.unit.may_be_missing(place, slot) => {
                    Some((&item.node, self.d.slot(place, slot)))
                }
                _ => None,
            },
            Part::Node(node) => Some((node, place.clone())),
        }
    }

    /// Whether a part is a string that is written together with what has been packed before it.
    fn joins(&self, part: &Part<'a>, place: &Place) -> bool {
        let Some((node, at)) = self.always(part, place) else { return false };
        matches!(&node.op, Op::Leaf(leaf) if self.packs && self.d.joins(leaf, &at))
    }

    /// The number of bits of the length in front of a list that is always written.
    fn length_bits(&self, part: &Part<'a>, place: &Place) -> Option<u32> {
        let (node, _) = self.always(part, place)?;
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
        if !(self.packs && !matches!(repeat.extent, Extent::Frame) && repeat.sort == Sort::None) {
            return None;
        }
        let at = Place { text: String::new(), shape: element };
        let width = self.node_width(&repeat.element, &at)?;
        (width.bits > 0 && width.bits <= PACK / 2 && width.apart == 0).then_some(width.bits)
    }

    /// Prints what can't be packed: what has been packed is written before it.
    pub fn apart(&mut self, print: impl FnOnce(&mut Self)) {
        let pack = self.pack.take();
        if let Some(id) = pack {
            self.d.flush_pack(self.w, id);
        }
        print(self);
        self.pack = pack;
    }

    /// Calls the function of a routine.
    pub fn call(&mut self, routine: RoutineId, place: &Place) {
        if !self.d.is_packed(routine) {
            return self.d.call(self.w, Direction::Write, routine, place);
        }
        let id = self.pack.unwrap_or_else(|| {
            let id = self.id();
            self.d.begin_pack(self.w, id);
            id
        });
        self.d.call_packed(self.w, routine, id, place);
        if self.pack.is_none() {
            self.d.end_pack(self.w, id);
        }
    }

    fn width(&self, part: &Part<'a>, place: &Place) -> Option<PackWidth> {
        match part {
            Part::Index { bits, .. } => Some(PackWidth { bits: *bits, writes: 1, apart: 0 }),
            Part::Bits(bits) => Some(PackWidth { bits: bits.len() as u32, writes: 1, apart: 0 }),
            Part::Item(item) => self.item_width(item, place),
            Part::Node(node) => self.node_width(node, place),
        }
    }

    fn item_width(&self, item: &'a Item, record: &Place) -> Option<PackWidth> {
        let Target::Slot(slot) = item.target else { return None };
        let may_be_missing = self.unit.may_be_missing(record, slot);
        // If one of these is missing, that is an error.
        let must_be_there = item.presence == Presence::Always && may_be_missing;
        let width =
            (!must_be_there).then(|| self.node_width(&item.node, &self.d.slot(record, slot))).flatten();
        let apart = PackWidth { apart: 1, ..PackWidth::default() };
        width.or_else(|| (may_be_missing && !must_be_there).then_some(apart))
    }

    pub fn node_width(&self, node: &'a Node, place: &Place) -> Option<PackWidth> {
        match &node.op {
            Op::Leaf(leaf) => self.d.packs_at_most(leaf, place).map(|bits| PackWidth {
                bits,
                writes: u32::from(bits > 0),
                apart: 0,
            }),
            Op::Call(routine) => self.d.packed_width(*routine),
            Op::Record(record) => self.group_width(&record.group, place),
            Op::Group(group) => self.group_width(group, place),
            Op::Choice(choice) => self.choice_width(choice, place),
            _ => None,
        }
    }

    fn group_width(&self, group: &'a Group, place: &Place) -> Option<PackWidth> {
        if group.order != Order::Positional {
            return None;
        }
        let flags = group.flags.len() as u32;
        let front = PackWidth { bits: flags, writes: flags.min(1), apart: 0 };
        group.items.iter().try_fold(front, |sum, item| {
            Some(sum.and(self.item_width(item, place)?)).filter(|sum| sum.fits())
        })
    }

    fn choice_width(&self, choice: &'a Choice, place: &Place) -> Option<PackWidth> {
        choice.arms.iter().filter(|arm| !arm.addition).zip(0..).try_fold(
            PackWidth::default(),
            |most, (arm, index)| {
                let at = self.d.alternative(place, arm.alternative);
                let front = self.width(&self.index_part(&choice.by, index)?, place)?;
                Some(most.or(front.and(self.node_width(&arm.node, &at)?)))
            },
        )
    }
}
