//! Writing: nodes in the order of the bytes, or backwards if lengths precede what they count (BER).

use wireglot_model::Tag;
use wireglot_plan::{
    AltArm, Arm, By, Choice, Contained, First, Flag, Frame, Group, Item, Leaf, Node, Op, Order, Presence,
    Repeat, Rules, Sort, Target, Test,
};

use super::terms::{Fault, Label, Place, Subject, Unknowns};
use super::Unit;
use crate::analysis::additions::Additions;
use crate::analysis::nodes::items;
use crate::analysis::nodes::{bits_of, first_of, group_below, takes_tag};
use crate::analysis::Direction;
use crate::codec::c::statements::context::C;
use crate::codec::c::statements::packs::GIVEN_PACK;
use crate::lang::c::expr::Expr;
use crate::Writer;

const WRITE: Direction = Direction::Write;

/// Prints the statements that write the value at a place.
pub fn write_node(unit: Unit, dialect: &mut C, w: &mut Writer, rules: Rules, node: &Node, place: &Place) {
    Walk::new(unit, dialect, w, rules).node(node, place, None);
}

/// The same for a function that is given a pack, and returns it.
pub fn pack_node(unit: Unit, dialect: &mut C, w: &mut Writer, rules: Rules, node: &Node, place: &Place) {
    dialect.returns = "return pack;";
    let mut walk = Walk::new(unit, dialect, w, rules);
    walk.pack = Some(GIVEN_PACK);
    walk.node(node, place, None);
    w.line("return pack;");
}

/// A part of what a group writes.
pub enum Part<'a> {
    /// The index of a root alternative, with this number of bits.
    Index { by: &'a By, index: u32, bits: u32 },
    /// The bits at the front.
    Bits(Vec<Expr>),
    /// An item of the record.
    Item(&'a Item),
    /// The current value.
    Node(&'a Node),
}

pub struct Walk<'a, 'w, 'c> {
    pub unit: Unit<'a>,
    pub d: &'w mut C<'c>,
    pub w: &'w mut Writer,
    ids: u32,
    backwards: bool,
    /// Whether adjacent parts of few bits are packed: in PER.
    pub packs: bool,
    /// The open pack.
    pub pack: Option<u32>,
    /// The place of a value that was checked before it is known in which of two ways it is written.
    checked: Option<String>,
}

impl<'a, 'w, 'c> Walk<'a, 'w, 'c> {
    pub fn new(unit: Unit<'a>, dialect: &'w mut C<'c>, w: &'w mut Writer, rules: Rules) -> Walk<'a, 'w, 'c> {
        let backwards = rules.has_tags();
        let packs = rules.packs_bits();
        Walk { unit, d: dialect, w, ids: 0, backwards, packs, pack: None, checked: None }
    }
}

impl<'a> Walk<'a, '_, '_> {
    pub fn id(&mut self) -> u32 {
        self.ids += 1;
        self.ids
    }

    pub fn node(&mut self, node: &'a Node, place: &Place, tag: Option<Tag>) {
        match &node.op {
            Op::Leaf(leaf) => match self.pack {
                Some(id) => self.d.pack_leaf(self.w, id, leaf, place),
                None => self.d.leaf(self.w, WRITE, leaf, tag, place),
            },
            Op::Call(routine) => self.call(*routine, place),
            Op::Frame(frame, body) => self.frame(frame, body, place),
            Op::Record(record) => self.record(&record.group, place, None),
            Op::Group(group) => self.group(group, place, None),
            Op::Repeat(repeat) => self.repeat(repeat, place),
            Op::Choice(choice) => self.choice(choice, place),
            Op::Select(select) => self.d.call_rows(self.w, WRITE, select.rows, place),
            Op::Contained(contained) => self.contained(contained, place, tag),
            Op::Alt(arms) => self.alt(arms, place),
        }
    }

    fn frame(&mut self, frame: &Frame, body: &'a Node, place: &Place) {
        if let (Frame::Tlv { tag, .. }, true) = (frame, takes_tag(body)) {
            return self.node(body, place, Some(*tag));
        }
        let id = self.id();
        self.d.begin_frame(self.w, WRITE, frame, id);
        self.node(body, place, None);
        self.d.end_frame(self.w, WRITE, frame, id);
    }

    fn contained(&mut self, contained: &'a Contained, place: &Place, tag: Option<Tag>) {
        if contained.select().is_none() {
            return self.contents(contained, place, tag);
        }
        let inner = self.unit.contents_of(place);
        self.d.begin_if(self.w, &self.d.is_string_alone(&contained.leaf, &inner));
        self.d.string_alone(self.w, WRITE, contained.rules, &contained.leaf, tag, &inner);
        self.d.begin_else(self.w);
        self.contents(contained, place, tag);
        self.d.end(self.w);
    }

    fn contents(&mut self, contained: &'a Contained, place: &Place, tag: Option<Tag>) {
        let id = self.id();
        let outer = (self.backwards, self.packs);
        self.backwards = contained.rules.has_tags();
        self.packs = contained.rules.packs_bits();
        self.d.begin_contained(self.w, WRITE, contained.rules, id, &contained.leaf, tag);
        let inner = self.unit.contents_of(place);
        self.node(&contained.node, &inner, None);
        self.d.end_contained(self.w, WRITE, contained.rules, id, &contained.leaf, tag);
        (self.backwards, self.packs) = outer;
    }

    fn alt(&mut self, arms: &'a [AltArm], place: &Place) {
        let [first, rest @ ..] = arms else { return };
        self.check(place, &[]);
        let outer = self.checked.replace(place.text.clone());
        self.either(first, rest, place);
        self.checked = outer;
    }

    fn either(&mut self, first: &'a AltArm, rest: &'a [AltArm], place: &Place) {
        let Test::Check(check) = &first.when else { return self.arm_of_alt(first, false, place) };
        self.d.begin_if(self.w, &self.d.satisfies(place, check));
        self.arm_of_alt(first, false, place);
        if let [second, ..] = rest {
            self.d.begin_else(self.w);
            self.arm_of_alt(second, true, place);
        }
        self.d.end(self.w);
    }

    fn arm_of_alt(&mut self, arm: &'a AltArm, outside: bool, place: &Place) {
        self.bit(outside);
        self.node(&arm.node, place, None);
    }

    /// Checks a value, unless that has already been done.
    fn check(&mut self, place: &Place, leaves: &[(u32, &Leaf)]) {
        if self.checked.as_ref() != Some(&place.text) {
            self.d.check_value(self.w, place, leaves);
        }
    }

    /// Writes a constant bit.
    fn bit(&mut self, bit: bool) {
        self.d.write_bits(self.w, &[Expr::Known(bit)]);
    }

    // -- records -----------------------------------------------------------

    /// The condition under which an item is written; `None` for always.
    fn written(&self, item: &'a Item, place: &Place) -> Option<Expr> {
        match item.target {
            Target::Slot(slot) => {
                if !self.unit.may_be_missing(place, slot) {
                    return None;
                }
                let mut conditions = vec![self.d.present(place, slot)];
                if let (true, Some(value)) = (item.omit, self.unit.default_of(place, slot)) {
                    let at = self.d.slot(place, slot);
                    conditions.push(self.d.equals(&at, value).negated());
                }
                Some(Expr::all(conditions))
            }
            Target::Group => {
                let group = group_below(&item.node)?;
                let any: Option<Vec<Expr>> = items(group).map(|i| self.written(i, place)).collect();
                any.map(Expr::any)
            }
            Target::Unknown => self.d.kept(place).map(Expr::of),
        }
    }

    fn record(&mut self, group: &'a Group, place: &Place, index: Option<Part<'a>>) {
        self.check(place, &leaves(group));
        self.group(group, place, index);
    }

    /// Writes a group, after the index of the alternative that it is.
    fn group(&mut self, group: &'a Group, place: &Place, index: Option<Part<'a>>) {
        let additions = group.additions.as_ref().map(|a| {
            let written = a.items.iter().filter_map(|i| self.written(i, place));
            Expr::any(written.chain(self.d.kept(place).map(Expr::of)))
        });
        let mut bits = Vec::new();
        let by_slot = group.by_slot();
        for flag in &group.flags {
            bits.push(match flag {
                Flag::Slot(slot) => by_slot
                    .get(slot)
                    .and_then(|i| self.written(i, place))
                    .unwrap_or_else(|| self.d.present(place, *slot)),
                Flag::Additions => additions.clone().unwrap_or(Expr::Known(false)),
            });
        }
        if self.packs {
            let bits = (!bits.is_empty()).then_some(Part::Bits(bits));
            let items = group.items.iter().map(Part::Item);
            let parts: Vec<Part> = index.into_iter().chain(bits).chain(items).collect();
            self.parts(&parts, place);
            if let Some(additions) = additions {
                self.additions(group, place, &additions);
            }
            return;
        }
        if !bits.is_empty() {
            self.d.write_bits(self.w, &bits);
            self.d.end_flags(self.w, WRITE);
        }
        if self.backwards {
            self.whole_groups(group, place);
        }
        match group.order {
            Order::Keyed(sort) => self.any_order(group, sort, place),
            Order::Positional => self.in_order(group, place),
        }
        if let Some(additions) = additions {
            self.additions(group, place, &additions);
        }
    }

    /// X.680 25.12: an addition group is written with all its mandatory components.
    fn whole_groups(&mut self, group: &'a Group, place: &Place) {
        let by_slot = group.by_slot();
        for together in self.unit.together(group, place) {
            let item = |slot: &u32| by_slot.get(slot).copied();
            let written = together.members.iter().filter_map(item).filter_map(|i| self.written(i, place));
            let needed = together.needed.iter().map(|slot| self.d.present(place, *slot));
            let lacks = Expr::all([Expr::any(written), Expr::all(needed).negated()]);
            self.d.begin_if(self.w, &lacks);
            self.d.fail(self.w, WRITE, Fault::Missing);
            self.d.end(self.w);
        }
    }

    /// Writes items in order; unknown elements go where they came among the known additions.
    fn in_order(&mut self, group: &'a Group, place: &Place) {
        let around =
            Additions::of(self.unit.shape, self.unit.plan, group, place.shape).filter(|a| a.count() > 0);
        let Some(around) = around.filter(|_| self.d.kept(place).is_some()) else {
            return self.items(&group.items.iter().collect::<Vec<_>>(), place);
        };
        let (first, count) = (around.before.len(), around.count());
        let mut list: Vec<usize> = (0..group.items.len()).collect();
        if self.backwards {
            list.reverse();
        }
        for index in list {
            let item = &group.items[index];
            if item.target == Target::Unknown {
                self.unknown(place, Unknowns::Between(count as u32, None));
                continue;
            }
            let known = index.checked_sub(first).filter(|at| *at < count).map(|at| at as u32);
            let before = known.map(|at| Unknowns::Between(at, Some(at + 1)));
            before.filter(|_| !self.backwards).into_iter().for_each(|which| self.unknown(place, which));
            self.item(item, place);
            before.filter(|_| self.backwards).into_iter().for_each(|which| self.unknown(place, which));
        }
    }

    fn unknown(&mut self, place: &Place, which: Unknowns) {
        self.d.unknown(self.w, WRITE, place, which);
    }

    fn items(&mut self, list: &[&'a Item], place: &Place) {
        match self.backwards {
            true => list.iter().rev().for_each(|i| self.item(i, place)),
            false => list.iter().for_each(|i| self.item(i, place)),
        }
    }

    pub fn item(&mut self, item: &'a Item, place: &Place) {
        if item.target == Target::Unknown {
            return self.unknown(place, Unknowns::Anywhere);
        }
        let mut condition = self.written(item, place);
        if let (Some(there), Presence::Always) = (&condition, &item.presence) {
            // A slot of an addition group that is written: it must be present like the others.
            self.d.begin_if(self.w, &there.clone().negated());
            self.d.fail(self.w, WRITE, Fault::Missing);
            self.d.end(self.w);
            condition = None;
        }
        if let Some(condition) = &condition {
            self.d.begin_if(self.w, condition);
        }
        match item.target {
            Target::Slot(slot) => {
                let at = self.d.slot(place, slot);
                match self.pack.is_some() && self.node_width(&item.node, &at).is_none() {
                    true => self.apart(|walk| walk.node(&item.node, &at, None)),
                    false => self.node(&item.node, &at, None),
                }
            }
            _ => self.node(&item.node, place, None),
        }
        if condition.is_some() {
            self.d.end(self.w);
        }
    }

    /// Writes the members of a SET: sorted here if their tags are known, otherwise when they are written.
    fn any_order(&mut self, group: &'a Group, sort: Sort, place: &Place) {
        let mut list: Vec<&Item> = group.items.iter().collect();
        let single = |item: &&Item| match first_of(self.unit.plan, &item.node) {
            First::Tags(tags) => tags.len() == 1,
            First::Any => item.target == Target::Unknown && self.d.kept(place).is_none(),
        };
        // Kept elements are sorted among components that have one tag each.
        let dynamic = match sort {
            Sort::Tag => !list.iter().all(single),
            Sort::SmallestTag => {
                let kept = self.d.kept(place).is_some();
                kept && list.iter().all(|item| item.target == Target::Unknown || single(item))
            }
            _ => false,
        };
        if matches!(sort, Sort::Tag | Sort::SmallestTag) && !dynamic {
            list.sort_by_key(|item| match &item.presence {
                Presence::Peek(First::Tags(tags)) => tags.first().copied(),
                _ => None,
            });
        }
        if sort == Sort::SmallestTag && !dynamic && self.d.kept(place).is_some() {
            return self.items_among_kept(&list, place);
        }
        if !dynamic {
            return self.items(&list, place);
        }
        let id = self.id();
        self.d.begin_sorted(self.w, id);
        self.items(&list, place);
        self.d.end_sorted(self.w, id);
    }

    /// CER: kept elements are ordered by their tags among components, which are ordered by the smallest tag
    /// that they may have (X.690 9.3).
    fn items_among_kept(&mut self, list: &[&'a Item], place: &Place) {
        let known: Vec<&Item> = list.iter().filter(|i| i.target != Target::Unknown).copied().collect();
        let smallest = |item: &&Item| match first_of(self.unit.plan, &item.node) {
            First::Tags(tags) => tags.first().copied(),
            First::Any => None,
        };
        let tags: Vec<Option<Tag>> = known.iter().map(smallest).collect();
        let gap = |at: usize| {
            let before = at.checked_sub(1).and_then(|at| tags[at]);
            Unknowns::Tags(before, tags.get(at).copied().flatten())
        };
        let mut places: Vec<usize> = (0..=known.len()).collect();
        if self.backwards {
            places.reverse();
        }
        for at in places {
            let item = known.get(at);
            item.filter(|_| self.backwards).into_iter().for_each(|item| self.item(item, place));
            self.unknown(place, gap(at));
            item.filter(|_| !self.backwards).into_iter().for_each(|item| self.item(item, place));
        }
    }

    fn additions(&mut self, group: &'a Group, place: &Place, condition: &Expr) {
        let Some(additions) = &group.additions else { return };
        let written = |item| self.written(item, place).unwrap_or(Expr::Known(true));
        let bits: Vec<Expr> = additions.items.iter().map(written).collect();
        if bits.is_empty() && self.d.kept(place).is_none() {
            return;
        }
        self.d.begin_if(self.w, condition);
        self.apart(|walk| {
            walk.d.write_bitmap(walk.w, &additions.count, &bits, place);
            for item in &additions.items {
                walk.item(item, place);
            }
            walk.unknown(place, Unknowns::Bitmap(0, additions.items.len() as u32));
        });
        self.d.end(self.w);
    }

    // -- lists and choices ---------------------------------------------------

    fn repeat(&mut self, repeat: &'a Repeat, place: &Place) {
        self.check(place, &[]);
        let pack = self.element_bits(repeat, place).map(|bits| (self.id(), bits));
        if let Some((pack, _)) = pack {
            self.d.begin_pack(self.w, pack);
        }
        let id = self.id();
        let element = self.d.begin_repeat(self.w, WRITE, repeat, id, place);
        if let Some((pack, bits)) = pack {
            self.d.make_room(self.w, pack, bits);
            self.pack = Some(pack);
        }
        self.d.check_element(self.w, place, &element, leaf_of(&repeat.element));
        self.node(&repeat.element, &element, None);
        self.pack = None;
        self.d.packed_elements = pack.map(|(pack, _)| pack);
        self.d.end_repeat(self.w, WRITE, repeat, id, place);
    }

    fn choice(&mut self, choice: &'a Choice, place: &Place) {
        self.check(place, &[]);
        self.d.begin_switch(self.w, Subject::Alternative(place));
        let (mut roots, mut additions) = (0, 0);
        for arm in &choice.arms {
            let number = if arm.addition { &mut additions } else { &mut roots };
            let index = std::mem::replace(number, *number + 1);
            self.d.begin_case(self.w, &[Label::Alternative(place, arm.alternative)]);
            let at = self.d.alternative(place, arm.alternative);
            self.d.check_alternative(self.w, place, arm.alternative, leaf_of(&arm.node));
            match arm.addition {
                true => self.apart(|walk| walk.arm(&choice.by, arm, index, &at)),
                false => self.arm(&choice.by, arm, index, &at),
            }
            self.d.end_case(self.w);
        }
        if choice.extensible {
            self.d.begin_case(self.w, &[Label::Unknown(place)]);
            self.apart(|walk| walk.unknown_alternative(choice, place));
            self.d.end_case(self.w);
        }
        self.d.begin_case(self.w, &[]);
        self.d.fail(self.w, WRITE, Fault::Unknown);
        self.d.end_case(self.w);
        self.d.end(self.w);
    }

    /// Writes an alternative after its index.
    fn arm(&mut self, by: &'a By, arm: &'a Arm, index: u32, place: &Place) {
        let packs = self.packs && !arm.addition;
        let front = packs.then(|| self.index_part(by, index)).flatten();
        let Some(front) = front else {
            self.index(by, arm.addition, index);
            return self.node(&arm.node, place, None);
        };
        match &arm.node.op {
            Op::Record(record) => self.record(&record.group, place, Some(front)),
            Op::Group(group) => self.group(group, place, Some(front)),
            _ => self.parts(&[front, Part::Node(&arm.node)], place),
        }
    }

    /// Writes what comes before an alternative.
    pub fn index(&mut self, by: &By, is_addition: bool, index: u32) {
        let By::Index { root, addition, .. } = by else { return };
        let leaf: Option<&Leaf> = if is_addition { addition.as_ref() } else { root.as_ref() };
        if let (true, false, Some(bits)) =
            (addition.is_some(), is_addition, leaf.and_then(|l| bits_of(l, index)))
        {
            let bit = |at| Expr::Known(at < 32 && index >> at & 1 == 1);
            let bits: Vec<Expr> = (0..=bits).rev().map(bit).collect();
            return self.d.write_bits(self.w, &bits);
        }
        if addition.is_some() {
            self.bit(is_addition);
        }
        if let Some(leaf) = leaf {
            self.d.number(self.w, WRITE, leaf, &index.to_string());
        }
    }

    fn unknown_alternative(&mut self, choice: &'a Choice, place: &Place) {
        let By::Index { addition: Some(_), frame, .. } = &choice.by else {
            return self.d.unknown_alternative(self.w, WRITE, place, None);
        };
        let id = self.id();
        self.bit(true);
        self.d.unknown_alternative(self.w, WRITE, place, Some("index"));
        if let Some(frame) = frame {
            self.d.begin_frame(self.w, WRITE, frame, id);
        }
        self.d.unknown_alternative(self.w, WRITE, place, None);
        if let Some(frame) = frame {
            self.d.end_frame(self.w, WRITE, frame, id);
        }
    }
}

/// The leaf that writes a value without parts.
fn leaf_of(node: &Node) -> Option<&Leaf> {
    match &node.op {
        Op::Leaf(leaf) => Some(leaf),
        Op::Frame(_, body) => leaf_of(body),
        _ => None,
    }
}

/// The leaves that write those slots of a record that have no parts.
fn leaves(group: &Group) -> Vec<(u32, &Leaf)> {
    let mut all = Vec::new();
    for item in items(group) {
        match item.target {
            Target::Slot(slot) => all.extend(leaf_of(&item.node).map(|leaf| (slot, leaf))),
            _ => all.extend(group_below(&item.node).into_iter().flat_map(leaves)),
        }
    }
    all
}
