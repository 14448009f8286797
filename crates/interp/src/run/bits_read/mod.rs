//! Decoding PER.

mod field;
mod leaf;

use crate::run::{of_no_bits, Done};
use wireglot_plan::{Rules, ShapeId};
use wireglot_rt::bits::{Reader, Size};
use wireglot_rt::{ErrorCode, Fault, Noted, Notes};

use super::context::{Chosen, Context};
use super::deferred::{Deferred, Reading};
use super::external;
use crate::linked::bits_leaf::BitsLeaf;
use crate::linked::program::*;
use crate::{Met, Sink, Unknown, Unknowns};

/// Reads a sequence of bits.
pub(crate) struct BitsReader<'r, 'c, 'b, S: Sink> {
    cx: &'r mut Context<'c, S>,
    reader: Reader<'b, S::Notes>,
    rules: Rules,
    deferred: Vec<Deferred<'c, u64>>,
}

impl<'r, 'c, 'b, S: Sink> BitsReader<'r, 'c, 'b, S> {
    pub fn new(cx: &'r mut Context<'c, S>, bytes: &'b [u8], bits: u64, rules: Rules) -> Self {
        let aligned = rules.aligned();
        let strict = cx.strict(rules);
        BitsReader { cx, reader: Reader::noting(bytes, bits, aligned, strict), rules, deferred: Vec::new() }
    }

    /// Reads a complete encoding: whole octets, at least one (X.691 11.1). Returns the number of octets.
    pub fn whole(&mut self, step: &'c Step) -> Result<usize, Fault> {
        let read = self.complete(step);
        self.met(if read.is_ok() { Met::Fill } else { Met::Stopped });
        read
    }

    fn complete(&mut self, step: &'c Step) -> Result<usize, Fault> {
        self.value(step)?;
        self.fill_rest()?;
        if self.reader.position == 0 {
            self.zero_octet()?;
        }
        self.padding()?;
        Ok(self.reader.position.div_ceil(8) as usize)
    }

    /// Reports what was read up to here, if the sink wants to know.
    #[inline(always)]
    fn met(&mut self, met: Met<'_>) {
        if S::TRACES {
            self.cx.sink.met(met, self.reader.position, &mut self.reader.notes);
        }
    }

    /// Reads the zero octet that represents an encoding of no bits; some peers send none.
    fn zero_octet(&mut self) -> Done {
        let start = self.reader.position;
        if self.reader.left() == 0 && !self.reader.strict {
            return Ok(());
        }
        let octet = self.reader.take(8)?;
        self.reader.note(Noted::Padding, start);
        match octet != 0 && self.reader.strict {
            true => Err(self.reader.fault(ErrorCode::TrailingBits, 0)),
            false => Ok(()),
        }
    }

    /// Skips padding up to the next octet.
    fn padding(&mut self) -> Done {
        let over = (self.reader.position.wrapping_neg() % 8).min(self.reader.left());
        let start = self.reader.position;
        let padding = self.reader.take(over as u32)?;
        self.reader.note(Noted::Padding, start);
        match padding != 0 && self.reader.strict {
            true => Err(self.reader.fault(ErrorCode::TrailingBits, 0)),
            false => Ok(()),
        }
    }

    /// Reads an extension bit.
    #[inline]
    fn extension(&mut self) -> Result<bool, Fault> {
        let start = self.reader.position;
        let extended = self.reader.bit()?;
        self.reader.note(Noted::Extension(extended), start);
        Ok(extended)
    }

    #[expect(clippy::indexing_slicing, reason = "linking made a routine for each number that a call has")]
    fn value(&mut self, step: &'c Step) -> Done {
        match step {
            Step::Bits(leaf, shape) => {
                self.leaf(leaf, *shape)?;
                self.met(Met::Value);
                Ok(())
            }
            Step::Record(record) => self.record(record),
            Step::Call(routine) => {
                let routine = &self.cx.linked.program().routines[*routine as usize];
                let outer = self.cx.registers.enter(routine.registers);
                self.value(&routine.body)?;
                self.cx.registers.leave(outer);
                Ok(())
            }
            Step::Choice(choice) => self.choice(choice),
            Step::Repeat(repeat) => self.repeat(repeat),
            Step::OpenField(body) => self.open_field(body),
            Step::Group(group) => self.group(group),
            Step::Alt(arms) => {
                let arm = usize::from(self.extension()?);
                match arms.get(arm) {
                    Some(arm) => self.value(&arm.step),
                    None => Err(self.reader.fault(ErrorCode::UnknownIndex, arm as u64)),
                }
            }
            Step::Rest(shape) => self.rest(*shape),
            Step::Select(select) => self.select(select),
            Step::Fixed(fixed) => self.open(fixed.shape, fixed.actual, |r| r.value(&fixed.step)),
            Step::Contained(contained) => self.contained(contained),
            Step::External(of) => {
                self.deeper()?;
                external::read_bits(of, &mut self.reader, &self.cx.options.limits, &mut self.cx.sink)?;
                self.cx.shallower();
                Ok(())
            }
            Step::Predefined(of) => self.predefined(of),
            Step::Bind(register, step) => {
                let start = self.cx.begin_key();
                self.value(step)?;
                self.cx.end_key(*register, start);
                Ok(())
            }
            _ => Err(self.reader.fault(ErrorCode::WrongValue, 0)),
        }
    }

    /// Reads EMBEDDED PDV or CHARACTER STRING with a known identification: only the data is encoded
    /// (X.691 28.2, 29.2).
    fn predefined(&mut self, of: &Predefined) -> Done {
        self.deeper()?;
        self.cx.sink.begin_record(of.shape);
        self.cx.sink.slot(of.identification.index);
        of.value.root().iter().for_each(|value| value.play(&mut self.cx.sink));
        self.cx.sink.slot(of.data.index);
        let most = self.cx.options.limits.string_octets;
        let data = self.reader.counted(most, ErrorCode::LimitStringOctets)?;
        self.cx.sink.octet_string(of.data.shape, &data);
        self.cx.sink.end_record(of.shape);
        self.cx.shallower();
        Ok(())
    }

    /// X.691 19.
    fn group(&mut self, group: &'c Group) -> Done {
        let start = self.reader.position;
        let flags = Flags::read(&mut self.reader, group.flags.len())?;
        if S::TRACES {
            self.presence(group, &flags);
        }
        for item in &group.items {
            let present = match item.presence {
                Presence::Flag(flag) => flags.get(flag as usize),
                _ => true,
            };
            match present {
                true => self.item(item)?,
                false => self.cx.absent(item).map_err(|f| f.shifted(self.reader.position))?,
            }
        }
        let bits = self.reader.position - start;
        self.empty(of_no_bits(group.items.len(), bits))?;
        let Some(additions) = &group.additions else { return Ok(()) };
        let announced = group.flags.iter().position(|f| matches!(f, Flag::Additions));
        match announced.is_some_and(|at| flags.get(at)) {
            true => self.additions(additions),
            false => additions.items.iter().try_for_each(|item| self.cx.absent(item)),
        }
    }

    /// Reports the presence bits of a group.
    #[cold]
    fn presence(&mut self, group: &'c Group, flags: &Flags) {
        let start = self.reader.position - group.flags.len() as u64;
        let set = |at: usize| flags.get(at);
        if let Some(Flag::Additions) = group.flags.first() {
            self.reader.notes.note(Noted::Extension(set(0)), start, start + 1);
        }
        self.met(Met::Presence(&group.presence(set)));
    }

    fn item(&mut self, item: &'c Item) -> Done {
        if let Target::Slot(slot) = item.target {
            self.cx.sink.slot(slot);
        }
        self.value(&item.step)
    }

    /// X.691 19.7 to 19.9: a bitmap, then each addition in a field of its own.
    fn additions(&mut self, additions: &'c Additions) -> Done {
        let start = self.reader.position;
        let count = self.reader.small_length()?;
        let bitmap = self.reader.octets(count).map_err(|f| f.shifted(0))?;
        let has =
            |index: u64| bitmap.get((index / 8) as usize).is_some_and(|b| b >> (7 - index % 8) & 1 != 0);
        let known = additions.items.len() as u64;
        if S::TRACES {
            let parts: Vec<_> = (0..count).map(|at| (additions.slot(at as usize), has(at))).collect();
            self.met(Met::Presence(&parts));
        }
        for (index, item) in additions.items.iter().enumerate() {
            match (index as u64) < count && has(index as u64) {
                true => self.item(item)?,
                false => self.cx.absent(item)?,
            }
        }
        for index in known..count {
            if !has(index) {
                continue;
            }
            if self.cx.options.unknown == Unknowns::Reject {
                return Err(Fault::new(ErrorCode::UnknownExtension).shifted(start));
            }
            let octets = self.unknown_field()?;
            if self.cx.options.unknown == Unknowns::Keep {
                self.cx.sink.unknown(Unknown::Addition(index as u32), &octets);
            }
            self.met(Met::Value);
        }
        if count > known && self.cx.options.unknown == Unknowns::Keep {
            self.cx.sink.unknown(Unknown::Bitmap(count as u32), &[]);
        }
        Ok(())
    }

    /// X.691 20, 22.
    fn repeat(&mut self, repeat: &'c Repeat) -> Done {
        self.deeper()?;
        self.cx.sink.begin_list(repeat.shape);
        let size = match repeat.extent {
            Extent::Count(size) | Extent::Fragments(size) => size,
            Extent::Frame => Size::ANY,
        };
        let most = self.cx.options.limits.elements;
        let mut total = 0;
        let mut piece = self.reader.length(size)?;
        loop {
            total += piece.count;
            self.met(Met::Elements(piece.count));
            if total > most {
                return Err(self.reader.fault(ErrorCode::LimitElements, most));
            }
            for _ in 0..piece.count {
                let before = (self.reader.position, self.cx.empty);
                self.value(&repeat.element)?;
                if (self.reader.position, self.cx.empty) == before {
                    self.empty(1)?;
                }
            }
            if !piece.more {
                break;
            }
            piece = self.reader.length(Size::ANY)?;
        }
        self.reader.least(total, size)?;
        self.cx.sink.end_list(repeat.shape);
        self.cx.shallower();
        Ok(())
    }

    /// Counts values of no bits.
    fn empty(&mut self, count: u64) -> Done {
        self.cx.count_empty(count).map_err(|most| self.reader.fault(ErrorCode::LimitEmptyElements, most))
    }

    /// X.691 23.
    fn choice(&mut self, choice: &'c Choice) -> Done {
        let By::Index { roots, root, addition } = &choice.by else {
            return Err(self.reader.fault(ErrorCode::WrongValue, 0));
        };
        let start = self.reader.position;
        let index = match addition.is_some() && self.extension()? {
            true => {
                let index = self.reader.small_number()?;
                let known = choice.arms.len() as u64 - u64::from(*roots);
                if index >= known {
                    self.deeper()?;
                    self.unknown_choice(choice, index)?;
                    self.cx.shallower();
                    return Ok(());
                }
                u64::from(*roots) + index
            }
            false => match root {
                Some(BitsLeaf::Constrained { span, .. }) => self.reader.constrained(*span)?,
                _ => 0,
            },
        };
        let Some(arm) = choice.arms.get(index as usize) else {
            return Err(Fault::of(ErrorCode::UnknownIndex, index).shifted(start));
        };
        self.met(Met::Alternative(choice.shape, Some(arm.alternative)));
        self.deeper()?;
        self.cx.sink.begin_choice(choice.shape, arm.alternative);
        self.value(&arm.step)?;
        self.cx.sink.end_choice(choice.shape);
        self.cx.shallower();
        Ok(())
    }

    fn unknown_choice(&mut self, choice: &'c Choice, index: u64) -> Done {
        if self.cx.options.unknown == Unknowns::Reject {
            return Err(self.reader.fault(ErrorCode::UnknownExtension, 0));
        }
        self.met(Met::Alternative(choice.shape, None));
        let octets = self.unknown_field()?;
        self.cx.sink.unknown_choice(choice.shape, Some(index), &octets);
        self.met(Met::Value);
        Ok(())
    }

    fn select(&mut self, select: &'c Select) -> Done {
        match self.cx.choose(select, false).map_err(|f| f.shifted(self.reader.position))? {
            Chosen::Row(actual, step) => self.open(select.shape, actual, |r| r.value(step)),
            Chosen::Opaque => self.rest(select.shape),
            Chosen::Deferred => {
                self.wait(select, self.reader.position, self.reader.end);
                self.reader.position = self.reader.end;
                self.met(Met::Jump);
                Ok(())
            }
        }
    }

    /// Reads a string that contains an encoding (X.682 11).
    fn contained(&mut self, contained: &'c Contained) -> Done {
        let Step::Bits(leaf, _) = &contained.leaf else {
            return Err(self.reader.fault(ErrorCode::NotContained, 0));
        };
        let most = self.cx.options.limits.string_octets;
        let start = self.reader.position;
        let (octets, bits) = match **leaf {
            BitsLeaf::OctetString { size } => {
                let (octets, count) =
                    self.reader.units(size, 8, size.aligns_octets(), most, ErrorCode::LimitStringOctets)?;
                (octets, count * 8)
            }
            BitsLeaf::BitString { size, .. } => {
                self.reader.units(size, 1, size.aligns_bits(), most, ErrorCode::LimitStringOctets)?
            }
            _ => return Err(self.reader.fault(ErrorCode::NotContained, 0)),
        };
        let Some(way) = self.cx.contents(contained).map_err(|f| f.shifted(start))? else {
            self.cx.string(contained, &octets, bits);
            self.met(Met::Value);
            return Ok(());
        };
        self.met(Met::Container);
        // Counted back from the end: if there are fragments, that is exact for the last one.
        let from = self.reader.position - bits;
        let kept = self.cx.kept.len();
        self.cx.contained(contained, way, &octets, bits).map_err(|f| f.shifted(from))?;
        self.cx.shift_kept(kept, from);
        Ok(())
    }
}

impl<'c, S: Sink> Reading<'c> for BitsReader<'_, 'c, '_, S> {
    type Sink = S;
    type Place = u64;
    type State = (u64, u64);

    fn state(&self) -> (u64, u64) {
        (self.reader.position, self.reader.end)
    }

    fn back_to(&mut self, state: (u64, u64)) {
        (self.reader.position, self.reader.end) = state;
    }

    #[inline]
    fn cx(&mut self) -> &mut Context<'c, S> {
        self.cx
    }

    #[inline]
    fn deferred(&mut self) -> &mut Vec<Deferred<'c, u64>> {
        &mut self.deferred
    }

    #[inline]
    fn deeper(&mut self) -> Done {
        self.cx.deeper().map_err(|f| f.shifted(self.reader.position))
    }

    #[inline]
    fn items(&mut self, group: &'c Group) -> Done {
        self.group(group)
    }

    fn at(fault: Fault, place: &u64) -> Fault {
        fault.shifted(*place)
    }

    fn fill(&mut self, deferred: &Deferred<'c, u64>, row: Option<(ShapeId, &'c Step)>) -> Done {
        let outside = (self.reader.position, self.reader.end);
        (self.reader.position, self.reader.end) = (deferred.start, deferred.end);
        self.met(Met::Jump);
        match row {
            Some((actual, step)) => {
                self.open(deferred.select.shape, actual, |r| r.value(step))?;
                self.end_field(deferred.start)?;
            }
            None => self.rest(deferred.select.shape)?,
        }
        (self.reader.position, self.reader.end) = outside;
        self.met(Met::Jump);
        Ok(())
    }
}

/// Presence bits.
struct Flags {
    first: u64,
    rest: Vec<u64>,
}

impl Flags {
    fn read<N: Notes>(reader: &mut Reader<'_, N>, count: usize) -> Result<Flags, Fault> {
        if count <= 64 {
            let bits = reader.take(count as u32)?;
            let first = if count == 0 { 0 } else { bits << (64 - count) };
            return Ok(Flags { first, rest: Vec::new() });
        }
        let first = reader.take(64)?;
        let mut rest = Vec::new();
        let mut left = count - 64;
        while left > 0 {
            let now = left.min(64);
            rest.push(reader.take(now as u32)? << (64 - now));
            left -= now;
        }
        Ok(Flags { first, rest })
    }

    fn get(&self, index: usize) -> bool {
        let word = match index / 64 {
            0 => self.first,
            n => self.rest.get(n - 1).copied().unwrap_or(0),
        };
        word >> (63 - index % 64) & 1 != 0
    }
}
