//! Encoding OER.

use wireglot_bigint::BigInt;
use wireglot_plan::{Rules, Sort};
use wireglot_rt::octets::{self, Reader, Writer};
use wireglot_rt::{tlv, Duration, ErrorCode, Fault};

use super::external;
use super::tlv_write::TlvWriter;
use super::write::{Writes, Writing};
use super::Done;
use crate::linked::octets_leaf::OctetsLeaf;
use crate::linked::program::*;
use crate::{Unknown, Unknowns, ValueRef, View};

/// More additions than any specification has.
const LONGEST_BITMAP: u32 = 1 << 20;

/// Writes a sequence of octets.
pub(crate) struct OctetsWriter<'w, 'c> {
    cx: &'w mut Writing<'c>,
    out: Writer,
    rules: Rules,
}

impl<'w, 'c> OctetsWriter<'w, 'c> {
    pub fn new(cx: &'w mut Writing<'c>, rules: Rules) -> OctetsWriter<'w, 'c> {
        OctetsWriter { cx, out: Writer::new(), rules }
    }

    /// The octets written.
    pub fn octets(&self) -> &[u8] {
        self.out.octets()
    }

    /// Writes a complete encoding, at least one octet.
    pub fn whole(&mut self, step: &'c Step, value: ValueRef<'_>) -> Done {
        self.value(step, value)?;
        if self.out.is_empty() {
            self.out.put(&[0]);
        }
        Ok(())
    }

    fn group(&mut self, group: &'c Group, value: ValueRef<'_>) -> Done {
        let bitmap = match &group.additions {
            Some(additions) => self.bitmap(additions, value)?,
            None => Vec::new(),
        };
        let kept = self.cx.options.unknown == Unknowns::Keep;
        let unknown = kept && value.record().is_some_and(|record| record.unknowns().next().is_some());
        let extended = bitmap.iter().any(|&bit| bit) || group.additions.is_some() && unknown;
        let mut flags = Vec::with_capacity(group.flags.len());
        for flag in &group.flags {
            flags.push(match flag {
                Flag::Additions => extended,
                Flag::Item(item) => match group.items.get(*item as usize) {
                    Some(item) => self.present(item, value)?,
                    None => return self.wrong(),
                },
            });
        }
        self.out.bits(flags.into_iter());
        for item in &group.items {
            match item.presence {
                Presence::Always => self.item(item, value)?,
                _ if self.present(item, value)? => self.item(item, value)?,
                _ => {}
            }
        }
        match &group.additions {
            Some(additions) if extended => self.additions(additions, &bitmap, value),
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
                for item in &group.items {
                    let there = match item.target {
                        Target::Slot(slot) => value.record().is_some_and(|r| r.slot(slot).is_some()),
                        _ => false,
                    };
                    if there && self.present(item, value)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    fn item(&mut self, item: &'c Item, value: ValueRef<'_>) -> Done {
        match item.target {
            Target::Slot(slot) => {
                let part = self.cx.slot(item, slot, value, self.rules)?;
                let Some(part) = part else { return Err(Fault::new(ErrorCode::Missing)) };
                let start = self.out.len();
                let written = self.value(&item.step, part).and_then(|()| match self.cx.kept(value, slot) {
                    Some(octets) => self.as_it_came(&item.step, start, octets),
                    None => Ok(()),
                });
                written.map_err(|fault| self.cx.in_slot(value, slot, fault))
            }
            _ => self.value(&item.step, value),
        }
    }

    /// Replaces what was written from `start` on by the octets that were kept, if they encode the same
    /// value.
    #[cold]
    fn as_it_came(&mut self, step: &'c Step, start: usize, octets: &[u8]) -> Done {
        let anew = self.out.octets().get(start..).unwrap_or_default();
        if anew != octets {
            self.cx.same_value(step, self.rules, octets, anew)?;
            self.out.truncate(start);
            self.out.put(octets);
        }
        Ok(())
    }

    /// Which additions are written, including unknown ones that were kept.
    #[expect(clippy::indexing_slicing, reason = "resized to hold the bit")]
    fn bitmap(&mut self, additions: &'c Additions, value: ValueRef<'_>) -> Result<Vec<bool>, Fault> {
        let Some(record) = value.record() else { return self.wrong() };
        let known = additions.items.len();
        let mut bitmap = Vec::with_capacity(known);
        for item in &additions.items {
            bitmap.push(self.present(item, value)?);
        }
        for (place, _) in record.unknowns() {
            match (self.cx.options.unknown, place) {
                (Unknowns::Skip, _) => {}
                (Unknowns::Keep, Unknown::Bitmap(count) | Unknown::Addition(count))
                    if count >= LONGEST_BITMAP =>
                {
                    return Err(Fault::of(ErrorCode::LengthRange, u64::from(count)));
                }
                (Unknowns::Keep, Unknown::Bitmap(count)) => {
                    bitmap.resize(bitmap.len().max(count as usize), false);
                }
                (Unknowns::Keep, Unknown::Addition(index)) => {
                    bitmap.resize(bitmap.len().max(index as usize + 1), false);
                    if (index as usize) < known || std::mem::replace(&mut bitmap[index as usize], true) {
                        return Err(Fault::new(ErrorCode::UnknownPlace));
                    }
                }
                _ => return Err(Fault::new(ErrorCode::UnknownRules)),
            }
        }
        Ok(bitmap)
    }

    /// X.696 16.4, 16.5.
    fn additions(&mut self, additions: &'c Additions, bitmap: &[bool], value: ValueRef<'_>) -> Done {
        self.out.length(1 + bitmap.len().div_ceil(8));
        self.out.put(&[(bitmap.len().wrapping_neg() % 8) as u8]);
        self.out.bits(bitmap.iter().copied());
        for (item, _) in additions.items.iter().zip(bitmap).filter(|(_, present)| **present) {
            self.item(item, value)?;
        }
        if self.cx.options.unknown != Unknowns::Keep {
            return Ok(());
        }
        let Some(record) = value.record() else { return self.wrong() };
        let unknowns = record.unknowns().filter_map(|(place, octets)| match place {
            Unknown::Addition(index) => Some((index, octets)),
            _ => None,
        });
        let mut unknowns: Vec<_> = unknowns.collect();
        unknowns.sort_by_key(|(index, _)| *index);
        unknowns.iter().for_each(|(_, octets)| self.out.counted(octets));
        Ok(())
    }

    #[expect(clippy::indexing_slicing, reason = "an order has an entry for each element")]
    fn repeat(&mut self, repeat: &'c Repeat, value: ValueRef<'_>) -> Done {
        let View::List(list) = value.view() else { return self.wrong() };
        self.cx.deeper()?;
        self.out.quantity(list.len() as u64);
        let order = match repeat.sort {
            Sort::None => None,
            // Canonical OER (X.696 19).
            _ => self.cx.order(value, list, self.rules, |cx, element| {
                let mut writer = OctetsWriter::new(cx, self.rules);
                writer.value(&repeat.element, element)?;
                Ok(writer.octets().to_vec())
            })?,
        };
        for index in 0..list.len() {
            let index = order.as_ref().map_or(index, |order| order[index]);
            let Some(element) = list.get(index) else { return self.wrong() };
            self.value(&repeat.element, element).map_err(|fault| self.cx.in_element(index, fault))?;
        }
        self.cx.shallower();
        Ok(())
    }

    fn choice(&mut self, choice: &'c Choice, value: ValueRef<'_>) -> Done {
        match value.view() {
            View::Choice(alternative, inner) => {
                let arm = choice.of_alternative.get(alternative as usize).copied().flatten();
                let Some(arm) = arm.and_then(|arm| choice.arms.get(arm as usize)) else {
                    return self.wrong();
                };
                self.deeper(|w| w.value(&arm.step, inner))
                    .map_err(|fault| self.cx.in_alternative(value, alternative, fault))
            }
            View::UnknownChoice(None, octets) if choice.extensible => match self.cx.options.unknown {
                Unknowns::Keep => self.unknown_alternative(choice, octets),
                _ => Err(Fault::new(ErrorCode::UnknownExtension)),
            },
            View::UnknownChoice(..) => Err(Fault::new(ErrorCode::UnknownRules)),
            _ => self.wrong(),
        }
    }

    /// Writes an unknown alternative, which must be exactly a tag that no known alternative has and its
    /// open type field.
    fn unknown_alternative(&mut self, choice: &'c Choice, octets: &[u8]) -> Done {
        let mut reader = Reader::new(octets, false);
        if choice.knows(reader.tag()?) {
            return Err(Fault::new(ErrorCode::UnknownPlace));
        }
        reader.counted(usize::MAX, ErrorCode::LimitStringOctets)?;
        match reader.left() {
            0 => self.out.put(octets),
            left => return Err(Fault::of(ErrorCode::Trailing, left as u64)),
        }
        Ok(())
    }

    fn contained(&mut self, contained: &'c Contained, value: ValueRef<'_>) -> Done {
        let View::Contained(_, inner) = value.view() else {
            self.as_octets(contained, value)?;
            return self.value(&contained.leaf, value);
        };
        self.cx.deeper()?;
        let octets = self.cx.contained(&contained.step, contained.rules, inner)?;
        self.cx.shallower();
        let Step::Octets(leaf, _) = &contained.leaf else { return self.wrong() };
        match &**leaf {
            OctetsLeaf::Counted(TlvLeaf::BitString { .. }) => {
                self.out.length(octets.len() + 1);
                self.out.put(&[0]);
                self.out.put(&octets);
            }
            OctetsLeaf::Bits { count } if octets.len() as u64 * 8 != *count => {
                return Err(Fault::of(ErrorCode::SizeRange, octets.len() as u64 * 8));
            }
            OctetsLeaf::Fixed(_, size) if octets.len() != *size => {
                return Err(Fault::of(ErrorCode::SizeRange, octets.len() as u64));
            }
            OctetsLeaf::Bits { .. } | OctetsLeaf::Fixed(..) => self.out.put(&octets),
            _ => self.out.counted(&octets),
        }
        Ok(())
    }

    fn leaf(&mut self, leaf: &'c OctetsLeaf, value: ValueRef<'_>) -> Done {
        match leaf {
            OctetsLeaf::Counted(leaf) => {
                let mut contents = TlvWriter::new(self.cx, self.rules);
                contents.leaf(leaf, value)?;
                self.out.counted(contents.octets());
            }
            OctetsLeaf::Fixed(leaf, size) => {
                let mut contents = TlvWriter::new(self.cx, self.rules);
                contents.leaf(leaf, value)?;
                if contents.octets().len() != *size {
                    return Err(Fault::of(ErrorCode::SizeRange, contents.octets().len() as u64));
                }
                self.out.put(contents.octets());
            }
            OctetsLeaf::Whole { width, signed } => self.number(*width, *signed, &integer(value)?)?,
            OctetsLeaf::Unsigned => {
                let number = integer(value)?;
                if number.is_negative() {
                    return Err(Fault::new(ErrorCode::IntegerRange));
                }
                self.unsigned(&number);
            }
            OctetsLeaf::Enumerated(numbers) => {
                let number = match value.view() {
                    View::Enumerated(number) => number,
                    View::UnknownEnumerated(_) => return Err(Fault::new(ErrorCode::UnknownRules)),
                    _ => return self.wrong(),
                };
                if numbers.as_ref().is_some_and(|n| n.binary_search(&number).is_err()) {
                    return Err(Fault::of(ErrorCode::UnknownItem, number as u64));
                }
                self.enumerated(number);
            }
            OctetsLeaf::Float { width } => {
                let View::Real(real) = value.view() else { return self.wrong() };
                let mut contents = Vec::new();
                octets::write_float(&real, *width, &mut contents)?;
                self.out.put(&contents);
            }
            OctetsLeaf::Bits { count } => {
                let View::BitString(octets, bits) = value.view() else { return self.wrong() };
                let used = tlv::trimmed(octets, bits, 0);
                if bits != *count && (bits > *count && used > *count) {
                    return Err(Fault::of(ErrorCode::SizeRange, bits));
                }
                let mut padded = octets.to_vec();
                padded.resize(count.div_ceil(8) as usize, 0);
                self.out.put(&padded);
            }
            OctetsLeaf::Date | OctetsLeaf::TimeOfDay | OctetsLeaf::DateTime => {
                let View::String(text) = value.view() else { return self.wrong() };
                self.time(text).ok_or(Fault::new(ErrorCode::TimeForm))?;
            }
            OctetsLeaf::Duration => {
                let View::String(text) = value.view() else { return self.wrong() };
                self.duration(&Duration::parse(text)?);
            }
        }
        Ok(())
    }

    /// Writes a length and an unsigned integer (X.696 10.4).
    fn unsigned(&mut self, number: &BigInt) {
        let mut octets = number.magnitude();
        if octets.is_empty() {
            octets.push(0);
        }
        self.out.counted(&octets);
    }

    /// Writes DURATION as the SEQUENCE of X.696 29.
    fn duration(&mut self, duration: &Duration) {
        let Duration { parts, fraction } = duration;
        let there = parts.iter().map(Option::is_some).chain([fraction.is_some()]);
        self.out.put(&[there.fold(0, |octet, there| octet << 1 | u8::from(there))]);
        let numbers = parts.iter().flatten().copied().chain(fraction.iter().flat_map(|(n, v)| [*n, *v]));
        numbers.for_each(|number| self.unsigned(&BigInt::from(i128::from(number))));
    }

    /// X.696 10.2, 10.4.
    fn number(&mut self, width: usize, signed: bool, number: &BigInt) -> Done {
        let bits = 8 * width as u32;
        let fits = |number: &i128| match signed {
            true => (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(number),
            false => (0..1i128 << bits).contains(number),
        };
        match number.to_i128().filter(fits) {
            Some(number) => self.out.number(number as u64, width),
            None => return Err(Fault::of(ErrorCode::IntegerRange, number.to_i64().unwrap_or(0) as u64)),
        }
        Ok(())
    }

    /// X.696 11.
    fn enumerated(&mut self, number: i64) {
        if (0..0x80).contains(&number) {
            return self.out.put(&[number as u8]);
        }
        let octets = BigInt::from(number).to_twos_complement();
        self.out.put(&[0x80 | octets.len() as u8]);
        self.out.put(&octets);
    }

    /// Writes `YYYY-MM-DD`, `HH:MM:SS`, or both with a `T` between them.
    fn time(&mut self, text: &str) -> Option<()> {
        let (date, time) = match text.split_once('T') {
            Some((date, time)) => (Some(date), Some(time)),
            None if text.contains(':') => (None, Some(text)),
            None => (Some(text), None),
        };
        if let Some(date) = date {
            let mut parts = date.rsplitn(3, '-');
            let (day, month) = (parts.next()?.parse::<u8>().ok()?, parts.next()?.parse::<u8>().ok()?);
            let year = parts.next()?.parse::<i64>().ok()?;
            self.out.counted(&BigInt::from(year).to_twos_complement());
            self.out.put(&[month, day]);
        }
        if let Some(time) = time {
            let parts: Option<Vec<u8>> = time.split(':').map(|part| part.parse().ok()).collect();
            self.out.put(&parts.filter(|parts| parts.len() == 3)?);
        }
        Some(())
    }
}

fn integer(value: ValueRef<'_>) -> Result<BigInt, Fault> {
    match value.view() {
        View::Integer(number) => Ok(BigInt::from(number)),
        View::BigInteger(octets) => Ok(BigInt::from_twos_complement(octets)),
        _ => Err(Fault::new(ErrorCode::WrongValue)),
    }
}

fn group_of(step: &Step) -> Option<&Group> {
    match step {
        Step::Group(group) => Some(group),
        Step::OpenField(step) => group_of(step),
        _ => None,
    }
}

impl<'c> Writes<'c> for OctetsWriter<'_, 'c> {
    #[inline]
    fn cx(&mut self) -> &mut Writing<'c> {
        self.cx
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn value(&mut self, step: &'c Step, value: ValueRef<'_>) -> Done {
        match step {
            Step::Octets(leaf, _) => self.leaf(leaf, value),
            Step::Record(record) => {
                self.cx.bind(record, value);
                self.deeper(|w| w.group(&record.group, value))
            }
            Step::Call(routine) => self.call(*routine, |w, body| w.value(body, value)),
            Step::Choice(choice) => self.choice(choice, value),
            Step::TagOctets(tag, body) => {
                self.out.tag(*tag);
                self.value(body, value)
            }
            Step::Repeat(repeat) => self.repeat(repeat, value),
            Step::OpenField(body) => {
                let start = self.out.len();
                self.value(body, value)?;
                self.out.close(start);
                Ok(())
            }
            Step::Group(group) => self.group(group, value),
            Step::Select(select) => self.select(select, value),
            Step::Fixed(fixed) => self.fixed(fixed, value),
            Step::Rest(_) => self.opaque(value),
            Step::Contained(contained) => self.contained(contained, value),
            Step::Bind(_, step) => self.value(step, value),
            Step::External(of) => external::write_octets(of, value, &mut self.out),
            _ => self.wrong(),
        }
    }

    fn raw(&mut self, octets: &[u8]) -> Done {
        self.out.put(octets);
        Ok(())
    }
}
