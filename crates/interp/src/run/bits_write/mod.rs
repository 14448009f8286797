//! Encoding PER.

mod leaf;

use wireglot_plan::{Check, Rules, Sort};
use wireglot_rt::bits::{self, Size, Writer};
use wireglot_rt::{tlv, ErrorCode, Fault};

use super::external;
use super::write::{takes, Writes, Writing};
use super::Done;
use crate::check::Checker;
use crate::linked::bits_leaf::BitsLeaf;
use crate::linked::program::*;
use crate::{equal, Unknown, Unknowns, ValueRef, View};

/// Writes a sequence of bits.
pub(crate) struct BitsWriter<'w, 'c> {
    cx: &'w mut Writing<'c>,
    out: Writer,
    rules: Rules,
}

impl<'w, 'c> BitsWriter<'w, 'c> {
    pub fn new(cx: &'w mut Writing<'c>, rules: Rules) -> BitsWriter<'w, 'c> {
        let aligned = rules.aligned();
        BitsWriter { cx, out: Writer::new(aligned), rules }
    }

    /// Writes a complete encoding: whole octets, at least one (X.691 11.1).
    pub fn whole(&mut self, step: &'c Step, value: ValueRef<'_>) -> Done {
        self.value(step, value)?;
        if self.out.bits() == 0 {
            self.out.put(0, 8);
        }
        Ok(())
    }

    /// The octets written.
    pub fn octets(&self) -> &[u8] {
        self.out.octets()
    }

    /// Writes an unknown open type field. One received without octets is written as received,
    /// although X.691 11.2.1 requires at least one.
    fn field(&mut self, octets: &[u8]) -> Done {
        if octets.is_empty() && self.rules.canonical() {
            return Err(Fault::of(ErrorCode::LengthRange, 0));
        }
        self.out.counted(octets);
        Ok(())
    }

    /// Writes a flag and the first arm whose check holds.
    fn alt(&mut self, arms: &'c [AltArm], value: ValueRef<'_>) -> Done {
        for (index, arm) in arms.iter().enumerate() {
            if arm.check.as_ref().is_none_or(|check| self.holds(check, arm, value)) {
                self.out.bit(index > 0);
                return self.value(&arm.step, value);
            }
        }
        Err(Fault::new(ErrorCode::Constraint))
    }

    fn holds(&mut self, check: &Check, arm: &'c AltArm, value: ValueRef<'_>) -> bool {
        let Check::Size(ranges) = check else {
            let linked = self.cx.linked;
            return Checker::new(linked.shape(), linked.defaults()).holds(check, value);
        };
        let size = match (value.view(), &arm.step) {
            (View::Contained(_, inner), Step::Contained(contained)) => {
                let Ok(octets) = self.held(contained, inner) else { return true };
                octets.len() as u64 * if is_bits(&contained.leaf) { 8 } else { 1 }
            }
            (View::BitString(octets, count), Step::Bits(leaf, _)) => match **leaf {
                BitsLeaf::BitString { named: true, size } => self.named(octets, count, size),
                _ => count,
            },
            _ => {
                let linked = self.cx.linked;
                return Checker::new(linked.shape(), linked.defaults()).holds(check, value);
            }
        };
        ranges.iter().any(|(lo, hi)| *lo <= size && hi.is_none_or(|hi| size <= hi))
    }

    /// The number of bits to write for a named bit list: trailing zeros are added or dropped to fit
    /// the size constraint (X.691 16.2, 16.3).
    fn named(&self, octets: &[u8], count: u64, size: Size) -> u64 {
        let least = tlv::trimmed(octets, count, 0).max(size.lo);
        match self.rules.canonical() || size.hi.is_some_and(|hi| count > hi) {
            true => least,
            false => count.max(size.lo),
        }
    }

    fn group(&mut self, group: &'c Group, value: ValueRef<'_>) -> Done {
        let extended = match &group.additions {
            Some(additions) => self.extended(additions, value)?,
            None => false,
        };
        for flags in group.flags.chunks(64) {
            let mut preamble = 0;
            for flag in flags {
                let set = match flag {
                    Flag::Additions => extended,
                    Flag::Item(item) => match group.items.get(*item as usize) {
                        Some(item) => self.present(item, value)?,
                        None => return self.wrong(),
                    },
                };
                preamble = preamble << 1 | u64::from(set);
            }
            self.out.put(preamble, flags.len() as u32);
        }
        for item in &group.items {
            match (&item.presence, &item.target) {
                (Presence::Always, _) => self.item(item, value)?,
                (_, &Target::Slot(slot)) => {
                    if let Some(part) = self.cx.slot(item, slot, value, self.rules)? {
                        self.part(item, slot, value, part)?;
                    }
                }
                _ if self.present(item, value)? => self.item(item, value)?,
                _ => {}
            }
        }
        match &group.additions {
            Some(additions) if extended => self.additions(additions, value),
            _ => Ok(()),
        }
    }

    /// Whether an item is written; a group is written if one of its items is.
    fn present(&mut self, item: &'c Item, value: ValueRef<'_>) -> Result<bool, Fault> {
        match item.target {
            Target::Slot(slot) => Ok(self.cx.slot(item, slot, value, self.rules)?.is_some()),
            Target::Unknown => Ok(false),
            Target::Group => {
                let Some(group) = group_of(&item.step) else { return self.wrong() };
                for inner in &group.items {
                    if self.present(inner, value)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    fn item(&mut self, item: &'c Item, value: ValueRef<'_>) -> Done {
        let Target::Slot(slot) = item.target else { return self.value(&item.step, value) };
        match value.slot(slot) {
            Some(part) => self.part(item, slot, value, part),
            None => Err(self.cx.in_slot(value, slot, Fault::new(ErrorCode::Missing))),
        }
    }

    /// Writes the value of a slot of a record.
    #[inline]
    fn part(&mut self, item: &'c Item, slot: u32, record: ValueRef<'_>, part: ValueRef<'_>) -> Done {
        self.value(&item.step, part).map_err(|fault| self.cx.in_slot(record, slot, fault))
    }

    /// Whether any extension addition is written.
    fn extended(&mut self, additions: &'c Additions, value: ValueRef<'_>) -> Result<bool, Fault> {
        for item in &additions.items {
            if self.present(item, value)? {
                return Ok(true);
            }
        }
        let Some(record) = value.record() else { return self.wrong() };
        let unknown = record.unknowns().next().is_some();
        match self.cx.options.unknown {
            Unknowns::Skip => Ok(false),
            Unknowns::Keep => Ok(unknown),
            Unknowns::Reject if unknown => Err(Fault::new(ErrorCode::UnknownRules)),
            Unknowns::Reject => Ok(false),
        }
    }

    /// X.691 19.7 to 19.9.
    #[expect(clippy::indexing_slicing, reason = "resized to hold the bit")]
    fn additions(&mut self, additions: &'c Additions, value: ValueRef<'_>) -> Done {
        let Some(record) = value.record() else { return self.wrong() };
        let known = additions.items.len();
        let mut bitmap = Vec::with_capacity(known);
        for item in &additions.items {
            bitmap.push(self.present(item, value)?);
        }
        let mut unknown = Vec::new();
        for (place, octets) in record.unknowns().filter(|_| self.cx.options.unknown == Unknowns::Keep) {
            match place {
                Unknown::Bitmap(count) | Unknown::Addition(count) if count >= LONGEST_BITMAP => {
                    return Err(Fault::of(ErrorCode::LengthRange, u64::from(count)));
                }
                Unknown::Bitmap(count) => bitmap.resize(bitmap.len().max(count as usize), false),
                Unknown::Addition(index) if (index as usize) < known => {
                    return Err(Fault::new(ErrorCode::UnknownPlace));
                }
                Unknown::Addition(index) => {
                    bitmap.resize(bitmap.len().max(index as usize + 1), false);
                    if std::mem::replace(&mut bitmap[index as usize], true) {
                        return Err(Fault::new(ErrorCode::UnknownPlace));
                    }
                    unknown.push((index, octets));
                }
                Unknown::Insertion(_) | Unknown::Raw(_) => return Err(Fault::new(ErrorCode::UnknownRules)),
            }
        }
        unknown.sort_by_key(|(index, _)| *index);
        self.out.small_length(bitmap.len() as u64);
        bitmap.iter().for_each(|&bit| self.out.bit(bit));
        for (item, _) in additions.items.iter().zip(&bitmap).filter(|(_, present)| **present) {
            self.item(item, value)?;
        }
        for (_, octets) in unknown {
            self.field(octets)?;
        }
        Ok(())
    }

    /// Writes the data of a value with the only allowed identification (X.691 28.2, 29.2).
    fn predefined(&mut self, of: &Predefined, value: ValueRef<'_>) -> Done {
        let linked = self.cx.linked;
        let identification = value.slot(of.identification.index).zip(of.value.root());
        let same = identification.is_some_and(|(is, one)| equal(linked.shape(), linked.defaults(), is, one));
        match value.slot(of.data.index).map(ValueRef::view) {
            Some(View::OctetString(octets)) if same => {
                self.out.counted(octets);
                Ok(())
            }
            _ => self.wrong(),
        }
    }

    #[expect(clippy::indexing_slicing, reason = "an order has an entry for each element")]
    fn repeat(&mut self, repeat: &'c Repeat, value: ValueRef<'_>) -> Done {
        let View::List(list) = value.view() else { return self.wrong() };
        let size = match repeat.extent {
            Extent::Count(size) | Extent::Fragments(size) => size,
            Extent::Frame => Size::ANY,
        };
        let count = list.len() as u64;
        size.check(count)?;
        self.cx.deeper()?;
        let order = match repeat.sort {
            Sort::None => None,
            // Canonical PER (X.691 22).
            _ => self.cx.order(value, list, self.rules, |cx, element| {
                let mut writer = BitsWriter::new(cx, self.rules);
                writer.whole(&repeat.element, element)?;
                Ok(writer.octets().to_vec())
            })?,
        };
        let mut at = 0;
        loop {
            let covered = self.out.length(count - at, size);
            for index in at..at + covered {
                let index = order.as_ref().map_or(index as usize, |order| order[index as usize]);
                let Some(element) = list.get(index) else { return self.wrong() };
                self.value(&repeat.element, element).map_err(|fault| self.cx.in_element(index, fault))?;
            }
            at += covered;
            if covered < bits::FRAGMENT || size.hi.is_some() {
                break;
            }
        }
        self.cx.shallower();
        Ok(())
    }

    fn choice(&mut self, choice: &'c Choice, value: ValueRef<'_>) -> Done {
        let By::Index { roots, root, addition } = &choice.by else { return self.wrong() };
        match value.view() {
            View::Choice(alternative, inner) => {
                let index = choice.of_alternative.get(alternative as usize).copied().flatten();
                let Some((index, arm)) = index.and_then(|i| Some((i, choice.arms.get(i as usize)?))) else {
                    return self.wrong();
                };
                if addition.is_some() {
                    self.out.bit(index >= *roots);
                }
                if index >= *roots {
                    self.out.small_number(u64::from(index - roots));
                } else if let Some(BitsLeaf::Constrained { span, .. }) = root {
                    self.out.constrained(u64::from(index), *span);
                }
                self.deeper(|w| w.value(&arm.step, inner))
                    .map_err(|fault| self.cx.in_alternative(value, alternative, fault))
            }
            View::UnknownChoice(Some(index), octets) if addition.is_some() => {
                if self.cx.options.unknown != Unknowns::Keep {
                    return Err(Fault::new(ErrorCode::UnknownExtension));
                }
                if index < choice.arms.len() as u64 - u64::from(*roots) {
                    return Err(Fault::new(ErrorCode::UnknownPlace));
                }
                self.out.bit(true);
                self.out.small_number(index);
                self.field(octets)
            }
            View::UnknownChoice(..) => Err(Fault::new(ErrorCode::UnknownRules)),
            _ => self.wrong(),
        }
    }

    /// Encodes the contained value of a string.
    fn held(&mut self, contained: &'c Contained, inner: ValueRef<'_>) -> Result<Vec<u8>, Fault> {
        self.cx.deeper()?;
        let octets = self.cx.contained(&contained.step, contained.rules, inner)?;
        self.cx.shallower();
        Ok(octets)
    }

    fn contained(&mut self, contained: &'c Contained, octets: &[u8]) -> Done {
        let Step::Bits(leaf, _) = &contained.leaf else { return self.wrong() };
        match **leaf {
            BitsLeaf::OctetString { size } => self.octet_string(octets, size),
            BitsLeaf::BitString { size, .. } => self.bit_string(octets, octets.len() as u64 * 8, size),
            _ => self.wrong(),
        }
    }
}

/// X.691 11.9.3.4: from here on, the count of additions would be fragmented.
const LONGEST_BITMAP: u32 = 16 * 1024;

fn is_bits(step: &Step) -> bool {
    matches!(step, Step::Bits(leaf, _) if matches!(**leaf, BitsLeaf::BitString { .. }))
}

fn group_of(step: &Step) -> Option<&Group> {
    match step {
        Step::Group(group) => Some(group),
        Step::OpenField(step) => group_of(step),
        _ => None,
    }
}

impl<'c> Writes<'c> for BitsWriter<'_, 'c> {
    #[inline]
    fn cx(&mut self) -> &mut Writing<'c> {
        self.cx
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn value(&mut self, step: &'c Step, value: ValueRef<'_>) -> Done {
        match step {
            Step::Bits(leaf, _) => self.leaf(leaf, value),
            Step::Record(record) => {
                self.cx.bind(record, value);
                self.deeper(|w| w.group(&record.group, value))
            }
            Step::Call(routine) => self.call(*routine, |w, body| w.value(body, value)),
            Step::Choice(choice) => self.choice(choice, value),
            Step::Repeat(repeat) => self.repeat(repeat, value),
            Step::OpenField(body) => {
                // Around a field of its own, an empty one is not empty.
                if let (View::Opaque([]), false) = (value.view(), matches!(**body, Step::OpenField(_))) {
                    takes(value, self.rules, &[])?;
                    return self.field(&[]);
                }
                let open = self.out.open();
                self.value(body, value)?;
                self.out.close(open);
                Ok(())
            }
            Step::Group(group) => self.group(group, value),
            Step::Alt(arms) => self.alt(arms, value),
            Step::Rest(_) => self.opaque(value),
            Step::Select(select) => self.select(select, value),
            Step::Fixed(fixed) => self.fixed(fixed, value),
            Step::Contained(contained) => match value.view() {
                View::Contained(_, inner) => {
                    let octets = self.held(contained, inner)?;
                    self.contained(contained, &octets)
                }
                _ => {
                    self.as_octets(contained, value)?;
                    self.value(&contained.leaf, value)
                }
            },
            Step::Bind(_, step) => self.value(step, value),
            Step::External(of) => external::write_bits(of, value, &mut self.out),
            Step::Predefined(of) => self.predefined(of, value),
            _ => self.wrong(),
        }
    }

    fn raw(&mut self, octets: &[u8]) -> Done {
        self.out.put_bits(octets, octets.len() as u64 * 8);
        Ok(())
    }
}
