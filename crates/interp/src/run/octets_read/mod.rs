//! Decoding OER.

mod leaf;

use crate::run::{of_no_bits, Done};
use wireglot_plan::{Rules, ShapeId};
use wireglot_rt::octets::Reader;
use wireglot_rt::{tlv, ErrorCode, Fault, Noted, Notes};

use super::context::{Chosen, Context};
use super::deferred::{Deferred, Reading};
use super::external;
use crate::linked::octets_leaf::OctetsLeaf;
use crate::linked::program::*;
use crate::{Met, Sink, Unknown, Unknowns};

/// Reads a sequence of octets.
pub(crate) struct OctetsReader<'r, 'c, 'b, S: Sink> {
    cx: &'r mut Context<'c, S>,
    reader: Reader<'b, S::Notes>,
    rules: Rules,
    deferred: Vec<Deferred<'c, usize>>,
}

impl<'r, 'c, 'b, S: Sink> OctetsReader<'r, 'c, 'b, S> {
    pub fn new(cx: &'r mut Context<'c, S>, bytes: &'b [u8], rules: Rules) -> Self {
        let strict = cx.strict(rules);
        OctetsReader { cx, reader: Reader::noting(bytes, strict), rules, deferred: Vec::new() }
    }

    /// Reads a complete encoding; returns the number of octets. An empty encoding may come as one
    /// zero octet, because some peers send at least one.
    pub fn whole(&mut self, step: &'c Step) -> Result<usize, Fault> {
        let read = self.complete(step);
        self.met(if read.is_ok() { Met::Fill } else { Met::Stopped });
        read
    }

    fn complete(&mut self, step: &'c Step) -> Result<usize, Fault> {
        self.value(step)?;
        self.fill_rest()?;
        if self.reader.position == 0 && self.reader.bytes.first() == Some(&0) {
            self.reader.take(1)?;
            self.reader.note(Noted::Padding, 0);
        }
        Ok(self.reader.position)
    }

    /// Reports what was read up to here, if the sink wants to know.
    #[inline(always)]
    fn met(&mut self, met: Met<'_>) {
        if S::TRACES {
            self.cx.sink.met(met, self.reader.position as u64 * 8, &mut self.reader.notes);
        }
    }

    #[expect(clippy::indexing_slicing, reason = "linking made a routine for each number that a call has")]
    fn value(&mut self, step: &'c Step) -> Done {
        match step {
            Step::Octets(leaf, shape) => {
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
            Step::TagOctets(tag, body) => {
                let start = self.reader.position;
                let found = self.reader.tag()?;
                if found != *tag {
                    let fault = Fault::between(ErrorCode::WrongTag, found.bits(), tag.bits());
                    return Err(fault.at_octet(start));
                }
                self.value(body)
            }
            Step::Repeat(repeat) => self.repeat(repeat),
            Step::OpenField(body) => self.open_field(body),
            Step::Group(group) => self.group(group),
            Step::Rest(shape) => self.rest(*shape),
            Step::Select(select) => self.select(select),
            Step::Fixed(fixed) => self.open(fixed.shape, fixed.actual, |r| r.value(&fixed.step)),
            Step::Contained(contained) => self.contained(contained),
            Step::External(of) => {
                self.deeper()?;
                external::read_octets(of, &mut self.reader, &self.cx.options.limits, &mut self.cx.sink)?;
                self.cx.shallower();
                Ok(())
            }
            Step::Bind(register, step) => {
                let start = self.cx.begin_key();
                self.value(step)?;
                self.cx.end_key(*register, start);
                Ok(())
            }
            _ => Err(self.reader.fault(ErrorCode::WrongValue, 0)),
        }
    }

    /// Reads a length and a complete encoding (X.696 30).
    fn open_field(&mut self, body: &'c Step) -> Done {
        let length = self.reader.length().inspect_err(|fault| self.overrun(fault, body))?;
        self.met(Met::Field);
        let outer = self.reader.end;
        self.reader.end = self.reader.position + length;
        let read = |r: &mut Self| {
            r.value(body)?;
            r.end_field()
        };
        match body.open_type() {
            Some(shape) => self.held(read, |r| r.rest(shape))?,
            None => read(self)?,
        }
        self.reader.end = outer;
        Ok(())
    }

    /// Checks that nothing is left of a field.
    fn end_field(&mut self) -> Done {
        let left = self.reader.left();
        if left > 0 {
            let left_over = self.cx.left_over(self.reader.fault(ErrorCode::Trailing, left as u64));
            left_over.inspect_err(|_| self.cx.sink.refused_after())?;
            self.reader.position = self.reader.end;
            self.met(Met::Jump);
        }
        Ok(())
    }

    fn rest(&mut self, shape: ShapeId) -> Done {
        let octets = self.reader.take(self.reader.left())?;
        self.cx.opaque(shape, self.rules, octets);
        self.met(Met::Value);
        Ok(())
    }

    /// Shows what there is of a truncated field, if the sink wants to know.
    #[cold]
    fn overrun(&mut self, fault: &Fault, body: &'c Step) {
        if S::TRACES && fault.code == ErrorCode::Overrun {
            self.met(Met::Field);
            let _ = self.value(body);
        }
    }

    /// Reads presence bits, padded to octets, then components (X.696 16.2, 16.3).
    fn group(&mut self, group: &'c Group) -> Done {
        let start = self.reader.position;
        let flags = self.reader.take(group.flags.len().div_ceil(8))?;
        if self.reader.strict && padded(flags, group.flags.len()) {
            return Err(Fault::new(ErrorCode::TrailingBits).at_octet(start));
        }
        if S::TRACES {
            self.presence(group, flags);
        }
        for item in &group.items {
            let present = match item.presence {
                Presence::Flag(flag) => bit(flags, flag as usize),
                _ => true,
            };
            match present {
                true => self.item(item)?,
                false => self.cx.absent(item).map_err(|f| f.at_octet(self.reader.position))?,
            }
        }
        let bits = (self.reader.position - start) as u64 * 8;
        self.empty(of_no_bits(group.items.len(), bits))?;
        let Some(additions) = &group.additions else { return Ok(()) };
        let announced = group.flags.iter().position(|f| matches!(f, Flag::Additions));
        match announced.is_some_and(|at| bit(flags, at)) {
            true => self.additions(additions),
            false => additions.items.iter().try_for_each(|item| self.cx.absent(item)),
        }
    }

    /// Reports the presence bits of a group.
    #[cold]
    fn presence(&mut self, group: &'c Group, flags: &[u8]) {
        let start = (self.reader.position - flags.len()) as u64 * 8;
        let set = |at: usize| bit(flags, at);
        if let Some(Flag::Additions) = group.flags.first() {
            self.reader.notes.note(Noted::Extension(set(0)), start, start + 1);
        }
        let end = start + group.flags.len() as u64;
        if !end.is_multiple_of(8) {
            self.reader.notes.note(Noted::Padding, end, end.next_multiple_of(8));
        }
        self.met(Met::Presence(&group.presence(set)));
    }

    fn item(&mut self, item: &'c Item) -> Done {
        if let Target::Slot(slot) = item.target {
            self.cx.sink.slot(slot);
        }
        let start = self.reader.position;
        self.value(&item.step)?;
        if let (true, Target::Slot(slot)) = (item.raw, item.target) {
            let octets = self.reader.bytes.get(start..self.reader.position).unwrap_or_default();
            self.cx.sink.unknown(Unknown::Raw(slot), octets);
        }
        Ok(())
    }

    /// Reads a presence bitmap, then each addition in a field of its own (X.696 16.4, 16.5).
    fn additions(&mut self, additions: &'c Additions) -> Done {
        let start = self.reader.position;
        let at = |f: Fault| f.at_octet(start);
        let most = self.cx.options.limits.string_octets;
        let contents = self.reader.counted(most, ErrorCode::LimitStringOctets)?;
        let from = self.reader.position - contents.len();
        let form = if self.reader.strict { tlv::Form::Canonical } else { tlv::Form::Basic };
        let bitmap = tlv::bit_string(contents, form).map_err(|f| f.at_octet(from))?;
        let has = |index: usize| (index as u64) < bitmap.bits && bit(bitmap.octets, index);
        if S::TRACES {
            let parts: Vec<_> = (0..bitmap.bits as usize).map(|at| (additions.slot(at), has(at))).collect();
            self.met(Met::Presence(&parts));
        }
        for (index, item) in additions.items.iter().enumerate() {
            match has(index) {
                true => self.item(item)?,
                false => self.cx.absent(item)?,
            }
        }
        let known = additions.items.len();
        let keep = self.cx.options.unknown == Unknowns::Keep;
        for index in (known..bitmap.bits as usize).filter(|index| has(*index)) {
            if self.cx.options.unknown == Unknowns::Reject {
                return Err(at(Fault::new(ErrorCode::UnknownExtension)));
            }
            let octets = self.reader.counted(most, ErrorCode::LimitStringOctets)?;
            if keep {
                self.cx.sink.unknown(Unknown::Addition(index as u32), octets);
            }
            self.met(Met::Value);
        }
        if bitmap.bits > known as u64 && keep {
            self.cx.sink.unknown(Unknown::Bitmap(bitmap.bits as u32), &[]);
        }
        Ok(())
    }

    /// X.696 17.
    fn repeat(&mut self, repeat: &'c Repeat) -> Done {
        self.deeper()?;
        self.cx.sink.begin_list(repeat.shape);
        let start = self.reader.position;
        let count = self.reader.quantity()?;
        let most = self.cx.options.limits.elements;
        if count > most {
            return Err(Fault::of(ErrorCode::LimitElements, most).at_octet(start));
        }
        self.met(Met::Elements(count));
        for _ in 0..count {
            let before = (self.reader.position, self.cx.empty);
            self.value(&repeat.element)?;
            if (self.reader.position, self.cx.empty) == before {
                self.empty(1)?;
            }
        }
        self.cx.sink.end_list(repeat.shape);
        self.cx.shallower();
        Ok(())
    }

    /// Counts values of no bits.
    fn empty(&mut self, count: u64) -> Done {
        self.cx.count_empty(count).map_err(|most| self.reader.fault(ErrorCode::LimitEmptyElements, most))
    }

    /// The next tag selects the alternative; the alternative's step reads the tag again
    /// (X.696 20.1).
    #[expect(clippy::indexing_slicing, reason = "the search found the position")]
    fn choice(&mut self, choice: &'c Choice) -> Done {
        let By::Tag { tags, any } = &choice.by else {
            return Err(self.reader.fault(ErrorCode::WrongValue, 0));
        };
        let tag = self.reader.clone().tag()?;
        let found = tags.binary_search_by_key(&tag, |(tag, _)| *tag).ok().map(|i| tags[i].1).or(*any);
        self.deeper()?;
        match found.and_then(|index| choice.arms.get(index as usize)) {
            Some(arm) => {
                self.cx.sink.begin_choice(choice.shape, arm.alternative);
                self.value(&arm.step)?;
                self.cx.sink.end_choice(choice.shape);
            }
            None => self.unknown_choice(choice, tag)?,
        }
        self.cx.shallower();
        Ok(())
    }

    /// Reads an alternative from a later version of the schema: its tag and its open type field.
    fn unknown_choice(&mut self, choice: &'c Choice, tag: tlv::Tag) -> Done {
        let start = self.reader.position;
        if !choice.extensible {
            return Err(Fault::of(ErrorCode::NoAlternative, tag.bits()).at_octet(start));
        }
        if self.cx.options.unknown == Unknowns::Reject {
            return Err(Fault::new(ErrorCode::UnknownExtension).at_octet(start));
        }
        self.reader.tag()?;
        self.reader.counted(self.cx.options.limits.string_octets, ErrorCode::LimitStringOctets)?;
        let octets = self.reader.bytes.get(start..self.reader.position).unwrap_or_default();
        self.cx.sink.unknown_choice(choice.shape, None, octets);
        self.met(Met::Value);
        Ok(())
    }

    fn select(&mut self, select: &'c Select) -> Done {
        match self.cx.choose(select, false).map_err(|f| f.at_octet(self.reader.position))? {
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
        let start = self.reader.position;
        let Step::Octets(leaf, _) = &contained.leaf else {
            return Err(self.reader.fault(ErrorCode::NotContained, 0));
        };
        let most = self.cx.options.limits.string_octets;
        let (octets, bits) = match &**leaf {
            OctetsLeaf::Counted(TlvLeaf::BitString { .. }) => {
                let contents = self.reader.counted(most, ErrorCode::LimitStringOctets)?;
                let from = self.reader.position - contents.len();
                let form = if self.reader.strict { tlv::Form::Canonical } else { tlv::Form::Basic };
                let string = tlv::bit_string(contents, form).map_err(|f| f.at_octet(from))?;
                (string.octets, string.bits)
            }
            OctetsLeaf::Bits { count } => (self.reader.take(count.div_ceil(8) as usize)?, *count),
            OctetsLeaf::Fixed(_, size) => (self.reader.take(*size)?, *size as u64 * 8),
            _ => {
                let octets = self.reader.counted(most, ErrorCode::LimitStringOctets)?;
                (octets, octets.len() as u64 * 8)
            }
        };
        let from = (self.reader.position - octets.len()) as u64 * 8;
        self.reader.notes.note(Noted::Contents, from, from + bits);
        let Some(way) = self.cx.contents(contained).map_err(|f| f.at_octet(start))? else {
            self.cx.string(contained, octets, bits);
            self.met(Met::Value);
            return Ok(());
        };
        self.met(Met::Container);
        let kept = self.cx.kept.len();
        self.cx.contained(contained, way, octets, bits).map_err(|f| f.shifted(from))?;
        self.cx.shift_kept(kept, from);
        Ok(())
    }
}

impl<'c, S: Sink> Reading<'c> for OctetsReader<'_, 'c, '_, S> {
    type Sink = S;
    type Place = usize;
    type State = (usize, usize);

    fn state(&self) -> (usize, usize) {
        (self.reader.position, self.reader.end)
    }

    fn back_to(&mut self, state: (usize, usize)) {
        (self.reader.position, self.reader.end) = state;
    }

    #[inline]
    fn cx(&mut self) -> &mut Context<'c, S> {
        self.cx
    }

    #[inline]
    fn deferred(&mut self) -> &mut Vec<Deferred<'c, usize>> {
        &mut self.deferred
    }

    #[inline]
    fn deeper(&mut self) -> Done {
        self.cx.deeper().map_err(|f| f.at_octet(self.reader.position))
    }

    #[inline]
    fn items(&mut self, group: &'c Group) -> Done {
        self.group(group)
    }

    fn at(fault: Fault, place: &usize) -> Fault {
        fault.at_octet(*place)
    }

    fn fill(&mut self, deferred: &Deferred<'c, usize>, row: Option<(ShapeId, &'c Step)>) -> Done {
        let outside = (self.reader.position, self.reader.end);
        (self.reader.position, self.reader.end) = (deferred.start, deferred.end);
        self.met(Met::Jump);
        match row {
            Some((actual, step)) => self.open(deferred.select.shape, actual, |r| r.value(step))?,
            None => self.rest(deferred.select.shape)?,
        }
        self.end_field()?;
        (self.reader.position, self.reader.end) = outside;
        self.met(Met::Jump);
        Ok(())
    }
}

/// Whether a bit is set, the first bit being the most significant.
fn bit(octets: &[u8], index: usize) -> bool {
    octets.get(index / 8).is_some_and(|octet| octet >> (7 - index % 8) & 1 != 0)
}

/// Whether any bit after the first `count` is set.
fn padded(octets: &[u8], count: usize) -> bool {
    octets.last().is_some_and(|last| !count.is_multiple_of(8) && last << (count % 8) != 0)
}
