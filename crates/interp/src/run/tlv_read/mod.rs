//! Decoding BER, DER and CER.

mod leaf;
mod record;

use crate::run::Done;
use wireglot_plan::{Form as FrameForm, Lengths, Rules, ShapeId, Sort};
use wireglot_rt::tlv::{self, Form, Header, Length, Reader, Segments, Tag};
use wireglot_rt::{ErrorCode, Fault};

use super::context::{Chosen, Context};
use super::deferred::{Deferred, Reading};
use super::external;
use crate::linked::program::*;
use crate::{Sink, Unknowns};

/// Reads a sequence of octets.
pub(crate) struct TlvReader<'r, 'c, 'b, S> {
    cx: &'r mut Context<'c, S>,
    reader: Reader<'b>,
    rules: Rules,
    form: Form,
    deferred: Vec<Deferred<'c, usize>>,
}

impl<'r, 'c, 'b, S: Sink> TlvReader<'r, 'c, 'b, S> {
    pub fn new(cx: &'r mut Context<'c, S>, bytes: &'b [u8], rules: Rules) -> Self {
        let strict = cx.strict(rules);
        let form = if strict { Form::Canonical } else { Form::Basic };
        TlvReader { cx, reader: Reader::new(bytes, strict), rules, form, deferred: Vec::new() }
    }

    /// The current position.
    pub fn position(&self) -> usize {
        self.reader.position
    }

    /// Reads a complete encoding.
    pub fn whole(&mut self, step: &'c Step) -> Done {
        let header = self.reader.header()?;
        self.element(step, &header)?;
        self.fill_rest()
    }

    fn fault<T>(&self, code: ErrorCode, at: usize) -> Result<T, Fault> {
        Err(Fault::new(code).at_octet(at))
    }

    /// Reads the header of the next encoding in the frame, if there is one.
    #[inline(always)]
    fn next(&mut self) -> Result<Option<Header>, Fault> {
        match self.reader.more()? {
            true => Ok(Some(self.reader.header()?)),
            false => Ok(None),
        }
    }

    /// Does the same in a record, where an error is attributed to a slot from `item` on.
    #[inline(always)]
    fn next_in(&mut self, group: &'c Group, item: usize) -> Result<Option<Header>, Fault> {
        self.next().inspect_err(|_| self.blame(group, item))
    }

    /// Puts the slot with the malformed header into the error's path.
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

    /// Reads a complete encoding whose header was just read. Most are frames.
    #[inline(always)]
    fn element(&mut self, step: &'c Step, header: &Header) -> Done {
        if S::TRACES {
            self.cx.sink.place(header.start as u64);
        }
        match step {
            Step::Tlv(frame) => self.frame(frame, header),
            _ => self.other_element(step, header),
        }
    }

    #[expect(clippy::indexing_slicing, reason = "linking made a routine for each number that a call has")]
    fn other_element(&mut self, step: &'c Step, header: &Header) -> Done {
        match step {
            Step::Choice(choice) => self.choice(choice, header),
            Step::Call(routine) => {
                let routine = &self.cx.linked.program().routines[*routine as usize];
                let outer = self.cx.registers.enter(routine.registers);
                self.element(&routine.body, header)?;
                self.cx.registers.leave(outer);
                Ok(())
            }
            Step::Any(shape) => self.opaque(*shape, header),
            Step::Select(select) => self.select(select, header),
            Step::Fixed(fixed) if fixed.held => self.row(fixed.shape, fixed.actual, &fixed.step, header),
            Step::Fixed(fixed) => self.open(fixed.shape, fixed.actual, |r| r.element(&fixed.step, header)),
            Step::Bind(register, step) => {
                let start = self.cx.begin_key();
                self.element(step, header)?;
                self.cx.end_key(*register, start);
                Ok(())
            }
            _ => self.fault(ErrorCode::BadTag, header.start),
        }
    }

    /// Skips a complete encoding whose header was just read; returns its octets.
    fn span(&mut self, header: &Header) -> Result<&'b [u8], Fault> {
        let depth = self.cx.depth_left();
        match self.form {
            // X.690 9.1, 10.1: applies to unknown contents as well.
            Form::Canonical => {
                self.reader.skip_canonical(header, depth, self.rules.lengths() == Lengths::Indefinite)?
            }
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

    /// Reads a frame regardless of its tag.
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
        let kept = self.cx.kept.len();
        self.primitive(&frame.body, octets, frame.form).map_err(|f| f.at_octet(header.contents))?;
        self.cx.shift_kept(kept, header.contents as u64 * 8);
        Ok(())
    }

    /// Reads an explicit tag on a dummy reference, or what some encoders write instead: that tag in
    /// place of the inner one.
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

    /// Whether the contents of an encoding are exactly one encoding with this tag. If lengths are
    /// indefinite, only the tag is checked.
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
            // Malformed: the error should refer to the form that was expected.
            (Err(_), _) => inside.tag() == Some(tag),
        }
    }

    /// X.690 9.1, 10.1: canonical rules prescribe the length form.
    fn length_form(&self, header: &Header) -> Done {
        if self.form == Form::Canonical {
            match (self.rules.lengths(), header.length) {
                (Lengths::Indefinite, Length::Definite(_)) => {
                    return self.fault(ErrorCode::Definite, header.start)
                }
                (Lengths::Indefinite, _) => {}
                (_, Length::Indefinite) => return self.fault(ErrorCode::Indefinite, header.start),
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads the contents octets of a primitive encoding.
    #[inline]
    fn primitive(&mut self, step: &'c Step, octets: &[u8], form: FrameForm) -> Done {
        // X.690 9.2: longer strings are segmented.
        let free = form != FrameForm::Either || self.form != Form::Canonical;
        if !free && self.rules.segment().is_some_and(|most| octets.len() > most) {
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
                    let kept = self.cx.kept.len();
                    self.contained(contained, value.octets, value.bits).map_err(|f| f.at_octet(1))?;
                    self.cx.shift_kept(kept, 8);
                    return Ok(());
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
        match self.cx.contents(contained)? {
            Some(way) => self.cx.contained(contained, way, octets, bits),
            None => {
                self.cx.string(contained, octets, bits);
                Ok(())
            }
        }
    }

    /// Reads a string in constructed form.
    #[expect(clippy::indexing_slicing, reason = "the first octet was pushed above")]
    fn joined(&mut self, frame: &'c TlvFrame, header: &Header) -> Done {
        let segment = self.rules.segment().filter(|_| self.form == Form::Canonical);
        if self.form == Form::Canonical && segment.is_none() {
            return self.fault(ErrorCode::Constructed, header.start);
        }
        self.length_form(header)?;
        let own = string_tag(&frame.body);
        let limits = &self.cx.options.limits;
        let asked = Segments {
            own,
            limit: limits.string_octets,
            depth: self.cx.depth_left(),
            cer: segment.is_some(),
        };
        let mut joined = std::mem::take(&mut self.cx.scratch);
        joined.clear();
        let done = if own == Tag::universal(3) {
            joined.push(0);
            let read = tlv::join_bits(&mut self.reader, header, &asked, self.form, &mut joined);
            read.map(|bits| joined[0] = tlv::bit_string_octet(bits))
        } else {
            tlv::join_octets(&mut self.reader, header, &asked, &mut joined)
        };
        if segment.is_some_and(|most| joined.len() <= most) && done.is_ok() {
            return self.fault(ErrorCode::SegmentSize, header.start);
        }
        done?;
        let kept = self.cx.kept.len();
        let coded = self.primitive(&frame.body, &joined, FrameForm::Primitive);
        self.cx.scratch = joined;
        self.cx.shift_kept(kept, header.contents as u64 * 8);
        coded.map_err(|f| f.at_octet(header.contents))
    }

    /// Reads the contents of a constructed encoding.
    #[expect(clippy::indexing_slicing, reason = "linking made a routine for each number that a call has")]
    fn contents(&mut self, step: &'c Step) -> Done {
        match step {
            Step::Record(record) => self.record(record),
            Step::Repeat(repeat) => self.repeat(repeat),
            Step::Call(routine) => {
                let routine = &self.cx.linked.program().routines[*routine as usize];
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
                let forms = external::Forms {
                    form: self.form,
                    lengths: self.rules.lengths(),
                    segment: self.rules.segment(),
                };
                external::read_tlv(of, &mut self.reader, forms, &self.cx.options.limits, &mut self.cx.sink)?;
                self.cx.shallower();
                Ok(())
            }
            _ => {
                // An explicit tag: a complete encoding inside.
                let header = self.reader.header()?;
                self.element(step, &header)
            }
        }
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

    #[expect(clippy::indexing_slicing, reason = "the search found the position")]
    fn choice(&mut self, choice: &'c Choice, header: &Header) -> Done {
        let By::Tag { tags, any } = &choice.by else {
            return self.fault(ErrorCode::BadTag, header.start);
        };
        let found = tags.binary_search_by_key(&header.tag, |(tag, _)| *tag);
        let arm = found.ok().map(|i| tags[i].1).or(*any).and_then(|i| choice.arms.get(i as usize));
        self.deeper()?;
        match arm {
            Some(arm) => {
                self.cx.sink.begin_choice(choice.shape, arm.alternative);
                self.element(&arm.step, header)?;
                self.cx.sink.end_choice(choice.shape);
            }
            None => self.unknown_choice(choice, header)?,
        }
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
            Chosen::Row(actual, step) => self.row(select.shape, actual, step, header),
            Chosen::Opaque => self.opaque(select.shape, header),
            Chosen::Deferred => {
                self.span(header)?;
                self.wait(select, header.start, self.reader.position);
                Ok(())
            }
        }
    }

    /// Reads an open type of known type.
    fn row(&mut self, shape: ShapeId, actual: ShapeId, step: &'c Step, header: &Header) -> Done {
        self.held(|r| r.open(shape, actual, |r| r.element(step, header)), |r| r.opaque(shape, header))
    }

    fn opaque(&mut self, shape: ShapeId, header: &Header) -> Done {
        let octets = self.span(header)?;
        self.cx.opaque(shape, self.rules, octets);
        Ok(())
    }
}

impl<'c, 'b, S: Sink> Reading<'c> for TlvReader<'_, 'c, 'b, S> {
    type Sink = S;
    type Place = usize;
    type State = Reader<'b>;

    fn state(&self) -> Reader<'b> {
        self.reader.clone()
    }

    fn back_to(&mut self, state: Reader<'b>) {
        self.reader = state;
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
        let Some((actual, step)) = row else {
            if S::TRACES {
                self.cx.sink.place(deferred.start as u64);
            }
            let octets = self.reader.slice(deferred.start, deferred.end);
            self.cx.opaque(deferred.select.shape, self.rules, octets);
            return Ok(());
        };
        let mut inner = Reader::new(self.reader.bytes, self.reader.strict);
        (inner.position, inner.end) = (deferred.start, deferred.end);
        let outside = std::mem::replace(&mut self.reader, inner);
        let header = self.reader.header()?;
        self.open(deferred.select.shape, actual, |r| r.element(step, &header))?;
        self.reader = outside;
        Ok(())
    }
}

/// The universal tag that a string's segments may have instead of that of OCTET STRING.
fn string_tag(step: &Step) -> Tag {
    let leaf = match step {
        Step::TlvLeaf(leaf, _) => leaf,
        Step::Bind(_, step) => return string_tag(step),
        Step::Contained(contained) => return string_tag(&contained.leaf),
        _ => return Tag::universal(4),
    };
    use tlv::Repertoire::*;
    Tag::universal(match leaf {
        TlvLeaf::BitString { .. } => 3,
        TlvLeaf::Text(Utf8) => 12,
        TlvLeaf::Text(Numeric) => 18,
        TlvLeaf::Text(Printable) => 19,
        TlvLeaf::Text(Ia5) => 22,
        TlvLeaf::Text(Visible) => 26,
        TlvLeaf::Text(Universal) => 28,
        TlvLeaf::Text(Bmp) => 30,
        TlvLeaf::UtcTime => 23,
        TlvLeaf::GeneralizedTime => 24,
        _ => 4,
    })
}
