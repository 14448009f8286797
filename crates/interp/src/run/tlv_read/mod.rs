//! Decoding BER, DER and CER.

mod leaf;

use wireglot_plan::{Form as FrameForm, Rules, ShapeId, Sort};
use wireglot_rt::tlv::{self, Form, Header, Length, Reader, Segments, Tag};
use wireglot_rt::{ErrorCode, Fault};

use super::context::{Chosen, Context, Done};
use super::external;
use crate::program::*;
use crate::{Hole, Sink, Unknown, Unknowns};
use leaf::string_tag;

/// Reads one stretch of octets.
pub(crate) struct TlvReader<'r, 'c, 'b, S> {
    cx: &'r mut Context<'c, S>,
    reader: Reader<'b>,
    rules: Rules,
    form: Form,
    later: Vec<Later<'c>>,
}

/// An open type whose key has not come yet.
struct Later<'c> {
    select: &'c Select,
    hole: Hole,
    start: usize,
    end: usize,
}

impl<'r, 'c, 'b, S: Sink> TlvReader<'r, 'c, 'b, S> {
    pub fn new(cx: &'r mut Context<'c, S>, bytes: &'b [u8], rules: Rules) -> Self {
        let strict = cx.strict(rules);
        let form = if strict { Form::Canonical } else { Form::Basic };
        TlvReader { cx, reader: Reader::new(bytes, strict), rules, form, later: Vec::new() }
    }

    /// Where it stands.
    pub fn position(&self) -> usize {
        self.reader.position
    }

    /// Reads one whole encoding.
    pub fn whole(&mut self, step: &'c Step) -> Done {
        let header = self.reader.header()?;
        self.element(step, &header)?;
        // No key comes any more for what still waits.
        for later in std::mem::take(&mut self.later) {
            self.cx.sink.begin_fill(later.hole);
            if S::TRACES {
                self.cx.sink.place(later.start);
            }
            self.cx.sink.opaque(later.select.shape, self.reader.slice(later.start, later.end));
            self.cx.sink.end_fill();
        }
        Ok(())
    }

    fn fault<T>(&self, code: ErrorCode, at: usize) -> Result<T, Fault> {
        Err(Fault::new(code).at_octet(at))
    }

    fn deeper(&mut self) -> Done {
        self.cx.deeper().map_err(|f| f.at_octet(self.reader.position))
    }

    /// The header of the next encoding in the frame, if there is one.
    #[inline(always)]
    fn next(&mut self) -> Result<Option<Header>, Fault> {
        match self.reader.more()? {
            true => Ok(Some(self.reader.header()?)),
            false => Ok(None),
        }
    }

    /// The same in a record, where an error belongs to the slot that comes from `item` on.
    #[inline(always)]
    fn next_in(&mut self, group: &'c Group, item: usize) -> Result<Option<Header>, Fault> {
        self.next().inspect_err(|_| self.blame(group, item))
    }

    /// Names the slot whose header is damaged.
    #[cold]
    fn blame(&mut self, group: &'c Group, from: usize) {
        let Some(tag) = self.reader.tag() else { return };
        for item in group.items.iter().skip(from) {
            let slot = match (item.target, &item.presence) {
                (Target::Slot(slot), Presence::Peek(tags)) if tags.contains(tag) => slot,
                (Target::Slot(slot), Presence::Always) => slot,
                _ => continue,
            };
            return self.cx.sink.slot(slot);
        }
    }

    /// Codes a whole encoding whose header was just read. Most are frames.
    #[inline(always)]
    fn element(&mut self, step: &'c Step, header: &Header) -> Done {
        if S::TRACES {
            self.cx.sink.place(header.start);
        }
        match step {
            Step::Tlv(frame) => self.frame(frame, header),
            _ => self.other_element(step, header),
        }
    }

    fn other_element(&mut self, step: &'c Step, header: &Header) -> Done {
        match step {
            Step::Choice(choice) => self.choice(choice, header),
            Step::Call(routine) => {
                let routine = &self.cx.codec.program().routines[*routine as usize];
                let outer = self.cx.registers.enter(routine.registers);
                self.element(&routine.body, header)?;
                self.cx.registers.leave(outer);
                Ok(())
            }
            Step::Any(shape) => {
                let octets = self.span(header)?;
                self.cx.sink.opaque(*shape, octets);
                Ok(())
            }
            Step::Select(select) => self.select(select, header),
            Step::Fixed(fixed) => {
                self.deeper()?;
                self.cx.sink.begin_open(fixed.shape, fixed.actual);
                self.element(&fixed.step, header)?;
                self.cx.sink.end_open(fixed.shape);
                self.cx.shallower();
                Ok(())
            }
            Step::Bind(register, step) => {
                let start = self.cx.begin_key();
                self.element(step, header)?;
                self.cx.end_key(*register, start);
                Ok(())
            }
            _ => self.fault(ErrorCode::BadTag, header.start),
        }
    }

    /// The octets of a whole encoding whose header was just read; passes over it.
    fn span(&mut self, header: &Header) -> Result<&'b [u8], Fault> {
        let depth = self.cx.depth_left();
        match self.form {
            // X.690 9.1, 10.1: also in what nothing says more of.
            Form::Canonical => self.reader.skip_canonical(header, depth, self.rules == Rules::Cer)?,
            Form::Basic => self.reader.skip(header, depth)?,
        }
        Ok(self.reader.slice(header.start, self.reader.position))
    }

    fn frame(&mut self, frame: &'c TlvFrame, header: &Header) -> Done {
        if header.tag != frame.tag {
            let fault = Fault::between(ErrorCode::WrongTag, header.tag.bits(), frame.tag.bits());
            return Err(fault.at_octet(header.start));
        }
        self.framed(frame, header)
    }

    /// The same, with whatever tag it bears.
    #[inline]
    fn framed(&mut self, frame: &'c TlvFrame, header: &Header) -> Done {
        match (frame.form, header.constructed()) {
            (FrameForm::Primitive | FrameForm::Either, false) => {}
            (FrameForm::BeforeDummy, _) => return self.before_dummy(frame, header),
            (FrameForm::Constructed, true) => {
                self.length_form(header)?;
                let outer = self.reader.enter(header);
                self.contents(&frame.body)?;
                return self.reader.leave(outer);
            }
            (FrameForm::Either, true) => return self.joined(frame, header),
            (FrameForm::Primitive, true) => return self.fault(ErrorCode::Constructed, header.start),
            (FrameForm::Constructed, false) => return self.fault(ErrorCode::Primitive, header.start),
        }
        let Length::Definite(length) = header.length else {
            return self.fault(ErrorCode::Indefinite, header.start);
        };
        let octets = self.reader.slice(header.contents, header.contents + length);
        self.reader.position = header.contents + length;
        self.primitive(&frame.body, octets, frame.form).map_err(|f| f.at_octet(header.contents))
    }

    /// An explicit tag before a dummy reference, or what some encoders make of it: the tag in place
    /// of the one inside.
    fn before_dummy(&mut self, frame: &'c TlvFrame, header: &Header) -> Done {
        match &frame.body {
            Step::Tlv(inner) if self.form == Form::Basic && !self.encloses(header, inner.tag) => {
                self.framed(inner, header)
            }
            _ if !header.constructed() => self.fault(ErrorCode::Primitive, header.start),
            body => {
                self.length_form(header)?;
                let outer = self.reader.enter(header);
                self.contents(body)?;
                self.reader.leave(outer)
            }
        }
    }

    /// Whether the contents of an encoding are one encoding with that tag. Of those whose length
    /// is not given the tag alone is looked at.
    fn encloses(&self, header: &Header, tag: Tag) -> bool {
        if !header.constructed() {
            return false;
        }
        let mut inside = self.reader.clone();
        inside.enter(header);
        match (inside.header(), header.length) {
            (Ok(inner), Length::Definite(length)) => {
                let end = match inner.length {
                    Length::Definite(inner) => Some(inside.position + inner),
                    Length::Indefinite => None,
                };
                inner.tag == tag && end.is_none_or(|end| end == header.contents + length)
            }
            (Ok(inner), Length::Indefinite) => inner.tag == tag,
            // Damaged: what is said of it should be said of the form that it should have.
            (Err(_), _) => inside.tag() == Some(tag),
        }
    }

    /// X.690 9.1, 10.1: in canonical rules the form is not free.
    fn length_form(&self, header: &Header) -> Done {
        if self.form == Form::Canonical {
            match (self.rules, header.length) {
                (Rules::Cer, Length::Definite(_)) => return self.fault(ErrorCode::Definite, header.start),
                (Rules::Cer, _) => {}
                (_, Length::Indefinite) => return self.fault(ErrorCode::Indefinite, header.start),
                _ => {}
            }
        }
        Ok(())
    }

    /// Contents octets of a primitive encoding.
    #[inline]
    fn primitive(&mut self, step: &'c Step, octets: &[u8], form: FrameForm) -> Done {
        // X.690 9.2: longer strings are in segments.
        let segmented = form == FrameForm::Either && self.rules == Rules::Cer && self.form == Form::Canonical;
        if segmented && octets.len() > 1000 {
            return Err(Fault::new(ErrorCode::Primitive));
        }
        match step {
            Step::TlvLeaf(leaf, shape) => self.leaf(leaf, *shape, octets),
            Step::Contained(contained) => {
                let Step::TlvLeaf(leaf, _) = &contained.leaf else {
                    return Err(Fault::new(ErrorCode::NotContained));
                };
                if let TlvLeaf::BitString { .. } = leaf {
                    let value = tlv::bit_string(octets, self.form)?;
                    return self.contained(contained, value.octets, value.bits).map_err(|f| f.at_octet(1));
                }
                self.contained(contained, octets, octets.len() as u64 * 8)
            }
            Step::Bind(register, step) => {
                let start = self.cx.begin_key();
                self.primitive(step, octets, form)?;
                self.cx.end_key(*register, start);
                Ok(())
            }
            _ => Err(Fault::new(ErrorCode::Primitive)),
        }
    }

    fn contained(&mut self, contained: &'c Contained, octets: &[u8], bits: u64) -> Done {
        self.cx.deeper()?;
        self.cx.sink.begin_contained(contained.shape, contained.rules);
        self.cx.contained(&contained.step, contained.rules, octets, bits)?;
        self.cx.sink.end_contained(contained.shape);
        self.cx.shallower();
        Ok(())
    }

    /// A string in constructed form.
    fn joined(&mut self, frame: &'c TlvFrame, header: &Header) -> Done {
        let cer = self.rules == Rules::Cer && self.form == Form::Canonical;
        if self.form == Form::Canonical && !cer {
            return self.fault(ErrorCode::Constructed, header.start);
        }
        self.length_form(header)?;
        let own = string_tag(&frame.body);
        let limits = &self.cx.options.limits;
        let asked = Segments { own, limit: limits.string_octets, depth: self.cx.depth_left(), cer };
        let mut joined = std::mem::take(&mut self.cx.scratch);
        joined.clear();
        let done = if own == Tag::universal(3) {
            joined.push(0);
            let read = tlv::join_bits(&mut self.reader, header, &asked, self.form, &mut joined);
            read.map(|bits| joined[0] = tlv::bit_string_octet(bits))
        } else {
            tlv::join_octets(&mut self.reader, header, &asked, &mut joined)
        };
        if cer && joined.len() <= 1000 && done.is_ok() {
            return self.fault(ErrorCode::SegmentSize, header.start);
        }
        done?;
        let coded = self.primitive(&frame.body, &joined, FrameForm::Primitive);
        self.cx.scratch = joined;
        coded.map_err(|f| f.at_octet(header.contents))
    }

    /// What stands in a constructed encoding.
    fn contents(&mut self, step: &'c Step) -> Done {
        match step {
            Step::Record(record) => self.record(record),
            Step::Repeat(repeat) => self.repeat(repeat),
            Step::Call(routine) => {
                let routine = &self.cx.codec.program().routines[*routine as usize];
                let outer = self.cx.registers.enter(routine.registers);
                self.contents(&routine.body)?;
                self.cx.registers.leave(outer);
                Ok(())
            }
            Step::Bind(register, step) => {
                let start = self.cx.begin_key();
                self.contents(step)?;
                self.cx.end_key(*register, start);
                Ok(())
            }
            Step::Group(group) => self.group(group),
            Step::External(of) => {
                self.deeper()?;
                let forms = external::Forms { form: self.form, cer: self.rules == Rules::Cer };
                external::read_tlv(of, &mut self.reader, forms, &self.cx.options.limits, &mut self.cx.sink)?;
                self.cx.shallower();
                Ok(())
            }
            _ => {
                // An explicit tag: a whole encoding inside.
                let header = self.reader.header()?;
                self.element(step, &header)
            }
        }
    }

    fn record(&mut self, record: &'c Record) -> Done {
        self.deeper()?;
        self.cx.sink.begin_record(record.shape);
        let later = self.later.len();
        for (register, _) in &record.registers {
            self.cx.registers.unset(*register);
        }
        self.group(&record.group)?;
        if self.later.len() > later {
            self.fill(record, later)?;
        }
        self.cx.sink.end_record(record.shape);
        self.cx.shallower();
        Ok(())
    }

    fn group(&mut self, group: &'c Group) -> Done {
        match group.keyed {
            None => self.sequence(group),
            Some(sort) => self.set(group, sort),
        }
    }

    /// X.690 8.9.
    fn sequence(&mut self, group: &'c Group) -> Done {
        // The header that was read for an item that turned out to be absent.
        let (mut ahead, mut expected) = (None, None);
        let mut seen = Seen::new(group.items.len());
        for (index, item) in group.items.iter().enumerate() {
            if ahead.is_none() && self.as_expected(item)? {
                seen.mark(index);
                continue;
            }
            let mut next = match ahead.take() {
                None => self.next_in(group, index)?,
                ahead => ahead,
            };
            if index >= group.extends && next.is_some() {
                next = self.unknowns(group, index, next, &mut expected)?;
            }
            match (&item.presence, item.target) {
                (_, Target::Unknown) => ahead = next,
                (Presence::Peek(tags), _) if !next.is_some_and(|h| tags.contains(h.tag)) => {
                    self.cx.absent(item).map_err(|f| f.at_octet(self.here(&next)))?;
                    ahead = next;
                }
                _ => match next {
                    Some(header) => {
                        seen.mark(index);
                        self.item(item, &header)?;
                    }
                    None => self.cx.absent(item).map_err(|f| f.at_octet(self.reader.position))?,
                },
            }
        }
        let left = match ahead {
            None => self.next_in(group, group.items.len())?,
            ahead => ahead,
        };
        match left {
            None => self.together(group, &seen),
            Some(header) => Err(self.unexpected(&header)),
        }
    }

    /// X.680 25.12: an addition group comes with all that it cannot be without. Basic rules let
    /// those pass that it has lost.
    fn together(&mut self, group: &'c Group, seen: &Seen) -> Done {
        if self.form == Form::Basic {
            return Ok(());
        }
        for addition in &group.together {
            let there = addition.members.iter().any(|item| seen.has(*item as usize));
            let lost = addition.needed.iter().find(|item| !seen.has(**item as usize));
            let Some(item) = lost.filter(|_| there) else { continue };
            if let Some(Target::Slot(slot)) = group.items.get(*item as usize).map(|item| item.target) {
                self.cx.sink.slot(slot);
            }
            return self.fault(ErrorCode::Missing, self.reader.position);
        }
        Ok(())
    }

    /// Unknown elements before an item that is an addition or the insertion point. What is known
    /// further on ends them; `expected` is where the last of these begins.
    fn unknowns(
        &mut self,
        group: &'c Group,
        index: usize,
        mut next: Option<Header>,
        expected: &mut Option<usize>,
    ) -> Result<Option<Header>, Fault> {
        while let Some(header) = next.filter(|h| *expected != Some(h.start)) {
            if group.expects(index, header.tag) {
                *expected = Some(header.start);
            } else if group.unknown.is_some_and(|end| index <= end as usize) {
                self.unknown(group, index as u32, &header)?;
                next = self.next_in(group, index)?;
            } else {
                break;
            }
        }
        Ok(next)
    }

    /// Codes a component that is a tagged leaf and comes as it mostly does: its identifier
    /// octet and a length of one octet. Nothing is read where it comes otherwise.
    #[inline]
    fn as_expected(&mut self, item: &'c Item) -> Result<bool, Fault> {
        let whole = item.omit || item.raw;
        let (Step::Tlv(frame), Target::Slot(slot), false) = (&item.step, item.target, whole) else {
            return Ok(false);
        };
        let (Step::TlvLeaf(leaf, shape), Some(identifier)) = (&frame.body, frame.identifier) else {
            return Ok(false);
        };
        let start = self.reader.position;
        let Some(octets) = self.reader.expect(identifier) else { return Ok(false) };
        if S::TRACES {
            self.cx.sink.place(start);
        }
        self.cx.sink.slot(slot);
        self.leaf(leaf, *shape, octets).map_err(|f| self.in_contents(f, octets))?;
        Ok(true)
    }

    /// A fault in the contents that were just passed over, counted from the start.
    #[cold]
    fn in_contents(&self, fault: Fault, octets: &[u8]) -> Fault {
        fault.at_octet(self.reader.position - octets.len())
    }

    fn here(&self, next: &Option<Header>) -> usize {
        next.map_or(self.reader.position, |h| h.start)
    }

    fn unexpected(&self, header: &Header) -> Fault {
        Fault::of(ErrorCode::Unexpected, header.tag.bits()).at_octet(header.start)
    }

    /// X.690 8.11: any order; canonical rules sort (9.3, 10.3).
    fn set(&mut self, group: &'c Group, sort: Sort) -> Done {
        let mut seen = Seen::new(group.items.len());
        let mut last = None;
        while let Some(header) = self.next_in(group, 0)? {
            let found = group.by_tag.binary_search_by_key(&header.tag, |(tag, _)| *tag);
            let index = found.ok().map(|i| group.by_tag[i].1).or(group.any);
            let known = index.and_then(|i| Some((i, group.items.get(i as usize)?)));
            let tag = match known {
                Some((_, item)) if sort == Sort::SmallestTag => item.smallest,
                // What is unknown is sorted by its own tag.
                _ => header.tag,
            };
            if self.form == Form::Canonical && last.is_some_and(|last| last > tag) {
                return self.fault(ErrorCode::SetOrder, header.start);
            }
            last = Some(tag);
            let Some((index, item)) = known else {
                match group.unknown {
                    Some(index) => self.unknown(group, index, &header)?,
                    None => return Err(self.unexpected(&header)),
                }
                continue;
            };
            if seen.mark(index as usize) {
                if let Target::Slot(slot) = item.target {
                    self.cx.sink.slot(slot);
                }
                return self.fault(ErrorCode::Duplicate, header.start);
            }
            self.item(item, &header)?;
        }
        for (index, item) in group.items.iter().enumerate() {
            if !seen.has(index) {
                self.cx.absent(item).map_err(|f| f.at_octet(self.reader.position))?;
            }
        }
        self.together(group, &seen)
    }

    #[inline]
    fn item(&mut self, item: &'c Item, header: &Header) -> Done {
        if let Target::Slot(slot) = item.target {
            self.cx.sink.slot(slot);
        }
        self.element(&item.step, header)?;
        if let (true, Target::Slot(slot)) = (item.raw, item.target) {
            self.cx.sink.unknown(Unknown::Raw(slot), self.reader.slice(header.start, self.reader.position));
        }
        // X.690 11.5.
        if item.omit && self.form == Form::Canonical {
            let octets = self.reader.slice(header.start, self.reader.position);
            if self.cx.codec.is_default(item, self.rules, octets) {
                if let Target::Slot(slot) = item.target {
                    self.cx.sink.slot(slot);
                }
                return self.fault(ErrorCode::DefaultPresent, header.start);
            }
        }
        Ok(())
    }

    fn unknown(&mut self, group: &'c Group, index: u32, header: &Header) -> Done {
        if group.keyed.is_none() && group.knows(header.tag) {
            return Err(Fault::of(ErrorCode::Unexpected, header.tag.bits()).at_octet(header.start));
        }
        if self.cx.options.unknown == Unknowns::Reject {
            return self.fault(ErrorCode::UnknownExtension, header.start);
        }
        let octets = self.span(header)?;
        if S::TRACES {
            self.cx.sink.place(header.start);
        }
        if self.cx.options.unknown == Unknowns::Keep {
            self.cx.sink.unknown(Unknown::Insertion(index), octets);
        }
        Ok(())
    }

    /// X.690 8.10, 8.12.
    fn repeat(&mut self, repeat: &'c Repeat) -> Done {
        self.deeper()?;
        self.cx.sink.begin_list(repeat.shape);
        let ordered = repeat.sort == Sort::Octets && self.form == Form::Canonical;
        let most = self.cx.options.limits.elements;
        let mut count = 0;
        let mut last: &[u8] = &[];
        while self.reader.more()? {
            let start = self.reader.position;
            count += 1;
            if count > most {
                return Err(Fault::of(ErrorCode::LimitElements, most).at_octet(start));
            }
            let header = self.reader.header()?;
            self.element(&repeat.element, &header)?;
            if ordered {
                let octets = self.reader.slice(start, self.reader.position);
                if last > octets {
                    self.cx.sink.element(count as usize - 1);
                    return self.fault(ErrorCode::SetOfOrder, start);
                }
                last = octets;
            }
        }
        self.cx.sink.end_list(repeat.shape);
        self.cx.shallower();
        Ok(())
    }

    fn choice(&mut self, choice: &'c Choice, header: &Header) -> Done {
        let By::Tag { tags, any } = &choice.by else {
            return self.fault(ErrorCode::BadTag, header.start);
        };
        let found = tags.binary_search_by_key(&header.tag, |(tag, _)| *tag);
        let arm = found.ok().map(|i| tags[i].1).or(*any).and_then(|i| choice.arms.get(i as usize));
        let Some(arm) = arm else { return self.unknown_choice(choice, header) };
        self.deeper()?;
        self.cx.sink.begin_choice(choice.shape, arm.alternative);
        self.element(&arm.step, header)?;
        self.cx.sink.end_choice(choice.shape);
        self.cx.shallower();
        Ok(())
    }

    fn unknown_choice(&mut self, choice: &'c Choice, header: &Header) -> Done {
        if !choice.extensible {
            let fault = Fault::of(ErrorCode::NoAlternative, header.tag.bits());
            return Err(fault.at_octet(header.start));
        }
        if self.cx.options.unknown == Unknowns::Reject {
            return self.fault(ErrorCode::UnknownExtension, header.start);
        }
        let octets = self.span(header)?;
        self.cx.sink.unknown_choice(choice.shape, None, octets);
        Ok(())
    }

    fn select(&mut self, select: &'c Select, header: &Header) -> Done {
        match self.cx.choose(select, false).map_err(|f| f.at_octet(header.start))? {
            Chosen::Row(actual, step) => self.open(select.shape, actual, step, header),
            Chosen::Opaque => {
                let octets = self.span(header)?;
                self.cx.sink.opaque(select.shape, octets);
                Ok(())
            }
            Chosen::Later => {
                self.span(header)?;
                let hole = self.cx.sink.hole(select.shape);
                self.later.push(Later { select, hole, start: header.start, end: self.reader.position });
                Ok(())
            }
        }
    }

    fn open(&mut self, shape: ShapeId, actual: ShapeId, step: &'c Step, header: &Header) -> Done {
        self.deeper()?;
        self.cx.sink.begin_open(shape, actual);
        self.element(step, header)?;
        self.cx.sink.end_open(shape);
        self.cx.shallower();
        Ok(())
    }

    /// Decodes what waited for the keys of a record that ends.
    fn fill(&mut self, record: &'c Record, first: usize) -> Done {
        let waiting: Vec<Later<'c>> = self.later.drain(first..).collect();
        for later in waiting {
            let owned = |r: &u32| record.registers.iter().any(|(own, _)| own == r);
            let decided = |r: &u32| owned(r) || self.cx.registers.is_set(*r);
            if !later.select.registers.iter().all(decided) {
                self.later.push(later);
                continue;
            }
            let (start, end) = (later.start, later.end);
            self.cx.sink.begin_fill(later.hole);
            let chosen = self.cx.choose(later.select, true).map_err(|f| f.at_octet(start))?;
            if let Chosen::Row(actual, step) = chosen {
                let mut inner = Reader::new(self.reader.bytes, self.reader.strict);
                (inner.position, inner.end) = (start, end);
                let outer = std::mem::replace(&mut self.reader, inner);
                let header = self.reader.header()?;
                self.open(later.select.shape, actual, step, &header)?;
                self.reader = outer;
            } else {
                if S::TRACES {
                    self.cx.sink.place(start);
                }
                self.cx.sink.opaque(later.select.shape, self.reader.slice(start, end));
            }
            self.cx.sink.end_fill();
        }
        Ok(())
    }
}

/// Which items of a set came.
struct Seen {
    first: u64,
    rest: Vec<u64>,
}

impl Seen {
    fn new(items: usize) -> Seen {
        Seen { first: 0, rest: if items > 64 { vec![0; items / 64] } else { Vec::new() } }
    }

    fn word(&self, index: usize) -> u64 {
        match index / 64 {
            0 => self.first,
            n => self.rest.get(n - 1).copied().unwrap_or(0),
        }
    }

    fn has(&self, index: usize) -> bool {
        self.word(index) >> (index % 64) & 1 != 0
    }

    /// Marks one; says whether it was marked before.
    fn mark(&mut self, index: usize) -> bool {
        let before = self.has(index);
        let bit = 1 << (index % 64);
        match index / 64 {
            0 => self.first |= bit,
            n => {
                if let Some(word) = self.rest.get_mut(n - 1) {
                    *word |= bit;
                }
            }
        }
        before
    }
}
