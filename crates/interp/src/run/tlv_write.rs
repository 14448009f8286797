//! Encoding BER, DER and CER, from end to start.

use wireglot_plan::{Form as FrameForm, Lengths, Rules, Sort};
use wireglot_rt::tlv::{self, Repertoire, Tag, WriteForm, Writer};
use wireglot_rt::{ErrorCode, Fault};

use super::external;
use super::write::{characters, Writes, Writing};
use super::Done;
use crate::canonical::sort_parts;
use crate::linked::program::*;
use crate::{Unknown, Unknowns, ValueRef, View};

/// Writes a sequence of octets.
pub(crate) struct TlvWriter<'w, 'c> {
    cx: &'w mut Writing<'c>,
    out: Writer,
    rules: Rules,
    form: WriteForm,
    segment: Option<usize>,
}

impl<'w, 'c> TlvWriter<'w, 'c> {
    pub fn new(cx: &'w mut Writing<'c>, rules: Rules) -> TlvWriter<'w, 'c> {
        let options = cx.options;
        let (form, segment) = match rules.lengths() {
            Lengths::Definite => (WriteForm::SHORTEST, rules.segment()),
            Lengths::Indefinite => (WriteForm { indefinite: true, length_octets: 0 }, rules.segment()),
            Lengths::Free | Lengths::None => {
                let (indefinite, length_octets) = (options.indefinite, options.length_octets);
                (WriteForm { indefinite, length_octets }, options.segment)
            }
        };
        TlvWriter { cx, out: Writer::new(), rules, form, segment }
    }

    /// The octets written.
    pub fn octets(&self) -> &[u8] {
        self.out.octets()
    }

    fn frame(&mut self, frame: &'c TlvFrame, value: ValueRef<'_>) -> Done {
        if let FrameForm::Constructed | FrameForm::BeforeDummy = frame.form {
            let open = self.out.open(self.form);
            self.contents(&frame.body, value)?;
            self.out.close(frame.tag, open, self.form);
            return Ok(());
        }
        let start = self.out.len();
        self.primitive(&frame.body, value)?;
        let length = self.out.len() - start;
        let most = self.segment.filter(|_| frame.form == FrameForm::Either);
        self.out.string(frame.tag, length, is_bit_string(&frame.body), most, self.form);
        Ok(())
    }

    /// Writes the contents of a constructed encoding.
    fn contents(&mut self, step: &'c Step, value: ValueRef<'_>) -> Done {
        match step {
            Step::Record(record) => self.record(record, value),
            Step::Repeat(repeat) => self.repeat(repeat, value),
            Step::Call(routine) => self.call(*routine, |w, body| w.contents(body, value)),
            Step::Bind(_, step) => self.contents(step, value),
            Step::Group(group) => self.group(group, value),
            Step::External(of) => {
                external::write_tlv(of, value, self.rules, (self.form, self.segment), &mut self.out)
            }
            _ => self.value(step, value),
        }
    }

    fn record(&mut self, record: &'c Record, value: ValueRef<'_>) -> Done {
        self.cx.bind(record, value);
        self.deeper(|w| w.group(&record.group, value))
    }

    fn group(&mut self, group: &'c Group, value: ValueRef<'_>) -> Done {
        if value.record().is_some_and(|record| record.has_unknowns()) {
            self.unknowns_fit(group, value)?;
        }
        self.together(group, value)?;
        match group.keyed {
            Some(Sort::Tag | Sort::SmallestTag) => self.sorted_set(group, value),
            Some(Sort::None) if self.cx.options.sort_sets => self.sorted_set(group, value),
            _ => {
                for (index, item) in group.items.iter().enumerate().rev() {
                    self.item(index as u32, item, value)?;
                }
                Ok(())
            }
        }
    }

    /// X.680 25.12: an addition group that is present has all its mandatory components.
    fn together(&mut self, group: &'c Group, value: ValueRef<'_>) -> Done {
        for addition in &group.together {
            let slot = |item: &u32| match group.items.get(*item as usize).map(|item| item.target) {
                Some(Target::Slot(slot)) => Some(slot),
                _ => None,
            };
            let there = |slot: u32| value.record().is_some_and(|record| record.slot(slot).is_some());
            let lost = addition.needed.iter().filter_map(slot).find(|slot| !there(*slot));
            let Some(lost) = lost else { continue };
            for item in addition.members.iter().filter_map(|at| group.items.get(*at as usize)) {
                let Target::Slot(slot) = item.target else { continue };
                if self.cx.slot(item, slot, value, self.rules)?.is_some() {
                    return Err(self.cx.in_slot(value, lost, Fault::new(ErrorCode::Missing)));
                }
            }
        }
        Ok(())
    }

    /// A SET whose components are sorted by tag, as in DER and CER (X.690 9.3, 10.3).
    #[expect(clippy::indexing_slicing, reason = "lengths are those of the parts that make up the whole")]
    fn sorted_set(&mut self, group: &'c Group, value: ValueRef<'_>) -> Done {
        let start = self.out.len();
        // The sort key and the length of each part.
        let mut parts: Vec<(Tag, usize)> = Vec::new();
        for (index, item) in group.items.iter().enumerate().rev() {
            let before = self.out.len();
            self.item(index as u32, item, value)?;
            let length = self.out.len() - before;
            if length == 0 {
                continue;
            }
            if item.target == Target::Unknown {
                self.unknown_parts(length, &mut parts)?;
                continue;
            }
            let by_smallest = group.keyed == Some(Sort::SmallestTag);
            let tag = if by_smallest { item.smallest } else { front_tag(self.out.front(length))? };
            parts.push((tag, length));
        }
        let whole = self.out.len() - start;
        let octets = self.out.front(whole).to_vec();
        let mut at = 0;
        let mut ordered: Vec<(Tag, &[u8])> = Vec::new();
        for (tag, length) in parts.iter().rev() {
            ordered.push((*tag, &octets[at..at + length]));
            at += length;
        }
        ordered.sort_by_key(|(tag, _)| *tag);
        self.out.truncate(start);
        ordered.iter().rev().for_each(|(_, part)| self.out.put(part));
        Ok(())
    }

    /// Unknown elements of a set are sorted by their own tags.
    fn unknown_parts(&mut self, length: usize, parts: &mut Vec<(Tag, usize)>) -> Done {
        let octets = self.out.front(length);
        let mut reader = tlv::Reader::new(octets, false);
        let mut found = Vec::new();
        while reader.more()? {
            let header = reader.header()?;
            reader.skip(&header, self.cx.options.depth)?;
            found.push((header.tag, reader.position - header.start));
        }
        parts.extend(found.into_iter().rev());
        Ok(())
    }

    fn item(&mut self, index: u32, item: &'c Item, value: ValueRef<'_>) -> Done {
        match item.target {
            Target::Slot(slot) => {
                if let Some(part) = self.cx.slot(item, slot, value, self.rules)? {
                    let written = match self.cx.kept(value, slot) {
                        Some(octets) => self.as_it_came(&item.step, part, octets),
                        None => self.value(&item.step, part),
                    };
                    written.map_err(|fault| self.cx.in_slot(value, slot, fault))?;
                }
                match value.record().is_some_and(|record| record.has_unknowns()) {
                    true => self.unknowns(index, value),
                    false => Ok(()),
                }
            }
            Target::Group => match &item.step {
                Step::Group(group) => self.group(group, value),
                step => self.value(step, value),
            },
            Target::Unknown => self.unknowns(index, value),
        }
    }

    /// Writes a slot's octets as they were kept, if they encode its value.
    fn as_it_came(&mut self, step: &'c Step, value: ValueRef<'_>, octets: &[u8]) -> Done {
        let start = self.out.len();
        self.value(step, value)?;
        let anew = self.out.front(self.out.len() - start).to_vec();
        if anew == octets {
            return Ok(());
        }
        self.cx.same_value(step, self.rules, octets, &anew)?;
        self.out.truncate(start);
        self.out.put(octets);
        Ok(())
    }

    /// Checks that a reader would find the unknown elements again at the same insertion points.
    #[cold]
    fn unknowns_fit(&mut self, group: &'c Group, value: ValueRef<'_>) -> Done {
        let Some(record) = value.record() else { return self.wrong() };
        for (place, octets) in record.unknowns() {
            let at = match (self.cx.options.unknown, place) {
                (Unknowns::Skip, _) => continue,
                (Unknowns::Keep, Unknown::Insertion(at)) => at as usize,
                _ => return Err(Fault::new(ErrorCode::UnknownRules)),
            };
            let first = if group.keyed.is_some() { usize::MAX } else { group.extends };
            let fits =
                group.unknown.is_some_and(|end| (first.min(end as usize)..=end as usize).contains(&at));
            if !fits || group.any.is_some() || group.knows(front_tag(octets)?) {
                return Err(Fault::new(ErrorCode::UnknownPlace));
            }
        }
        Ok(())
    }

    /// Writes the unknown elements that were kept at an insertion point.
    fn unknowns(&mut self, index: u32, value: ValueRef<'_>) -> Done {
        if self.cx.options.unknown != Unknowns::Keep {
            return Ok(());
        }
        let Some(record) = value.record() else { return self.wrong() };
        for (place, octets) in record.unknowns().rev() {
            if place == Unknown::Insertion(index) {
                self.raw(octets)?;
            }
        }
        Ok(())
    }

    fn repeat(&mut self, repeat: &'c Repeat, value: ValueRef<'_>) -> Done {
        let View::List(list) = value.view() else { return self.wrong() };
        self.cx.deeper()?;
        let start = self.out.len();
        let mut lengths = Vec::new();
        for (index, element) in list.iter().enumerate().rev() {
            let before = self.out.len();
            self.value(&repeat.element, element).map_err(|fault| self.cx.in_element(index, fault))?;
            if repeat.sort == Sort::Octets {
                lengths.push(self.out.len() - before);
            }
        }
        if repeat.sort == Sort::Octets {
            let mut end = 0;
            let ends: Vec<usize> = lengths
                .iter()
                .rev()
                .map(|length| {
                    end += length;
                    end
                })
                .collect();
            let whole = self.out.len() - start;
            sort_parts(self.out.front_mut(whole), &ends);
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
                Unknowns::Keep if choice.knows(front_tag(octets)?) => {
                    Err(Fault::new(ErrorCode::UnknownPlace))
                }
                Unknowns::Keep => self.raw(octets),
                _ => Err(Fault::new(ErrorCode::UnknownExtension)),
            },
            View::UnknownChoice(..) => Err(Fault::new(ErrorCode::UnknownRules)),
            _ => self.wrong(),
        }
    }

    /// Prepends contents octets.
    fn primitive(&mut self, step: &'c Step, value: ValueRef<'_>) -> Done {
        match step {
            Step::TlvLeaf(leaf, _) => self.leaf(leaf, value),
            Step::Bind(_, step) => self.primitive(step, value),
            Step::Contained(contained) => {
                let View::Contained(_, inner) = value.view() else {
                    self.as_octets(contained, value)?;
                    return self.primitive(&contained.leaf, value);
                };
                self.cx.deeper()?;
                let octets = self.cx.contained(&contained.step, contained.rules, inner)?;
                self.cx.shallower();
                self.out.put(&octets);
                if is_bit_string(&contained.leaf) {
                    self.out.octet(0);
                }
                Ok(())
            }
            _ => self.wrong(),
        }
    }

    pub fn leaf(&mut self, leaf: &TlvLeaf, value: ValueRef<'_>) -> Done {
        let out = &mut self.out;
        match (leaf, value.view()) {
            (TlvLeaf::Boolean, View::Boolean(value)) => out.octet(if value { 0xff } else { 0 }),
            (TlvLeaf::Integer, View::Integer(value)) => out.integer(value),
            (TlvLeaf::Integer, View::BigInteger(octets)) => out.put(octets),
            (TlvLeaf::Enumerated(numbers), View::Enumerated(number)) => {
                if numbers.as_ref().is_some_and(|n| n.binary_search(&number).is_err()) {
                    return Err(Fault::of(ErrorCode::UnknownItem, number as u64));
                }
                out.integer(number);
            }
            (TlvLeaf::Enumerated(_), View::UnknownEnumerated(_)) => {
                return Err(Fault::new(ErrorCode::UnknownRules));
            }
            (TlvLeaf::Real, View::Real(value)) => {
                let mut contents = Vec::new();
                tlv::write_real(&value, &mut contents);
                out.put(&contents);
            }
            (TlvLeaf::BitString { named, min }, View::BitString(octets, bits)) => {
                // X.690 11.2.2, X.696 13.3.
                let kept = match *named && (self.cx.options.trim || self.rules.checks_by_encoding()) {
                    true => tlv::trimmed(octets, bits, *min),
                    false => bits,
                };
                out.put(octets.get(..kept.div_ceil(8) as usize).unwrap_or_default());
                out.octet(tlv::bit_string_octet(kept));
            }
            (TlvLeaf::OctetString, View::OctetString(octets)) => out.put(octets),
            (TlvLeaf::Null, View::Null) => {}
            (TlvLeaf::Oid | TlvLeaf::RelativeOid, View::Oid(contents)) => out.put(contents),
            (TlvLeaf::Text(Repertoire::Utf8), View::String(text)) => out.put(text.as_bytes()),
            (TlvLeaf::Text(Repertoire::Ia5), View::String(text)) if text.is_ascii() => {
                out.put(text.as_bytes())
            }
            (_, View::String(text)) => {
                let mut contents = Vec::new();
                let text = characters(self.cx.linked.shape(), value, text, self.rules)?;
                string(leaf, &text, self.rules, &mut contents)?;
                out.put(&contents);
            }
            _ => return self.wrong(),
        }
        Ok(())
    }
}

fn string(leaf: &TlvLeaf, text: &str, rules: Rules, contents: &mut Vec<u8>) -> Done {
    let form = if rules.canonical() { tlv::Form::Canonical } else { tlv::Form::Basic };
    match leaf {
        TlvLeaf::Text(repertoire) => tlv::write_characters(text, *repertoire, form, contents),
        TlvLeaf::Time => tlv::write_characters(text, tlv::Repertoire::Visible, form, contents),
        TlvLeaf::UtcTime => {
            tlv::utc_time(text, form)?;
            contents.extend_from_slice(text.as_bytes());
            Ok(())
        }
        TlvLeaf::GeneralizedTime => {
            tlv::generalized_time(text, form)?;
            contents.extend_from_slice(text.as_bytes());
            Ok(())
        }
        TlvLeaf::Date => tlv::write_date(text, contents),
        TlvLeaf::TimeOfDay => tlv::write_time_of_day(text, contents),
        TlvLeaf::DateTime => tlv::write_date_time(text, contents),
        TlvLeaf::Duration => tlv::write_duration(text, contents),
        _ => Err(Fault::new(ErrorCode::WrongValue)),
    }
}

fn front_tag(octets: &[u8]) -> Result<Tag, Fault> {
    Ok(tlv::Reader::new(octets, false).header()?.tag)
}

fn is_bit_string(step: &Step) -> bool {
    match step {
        Step::TlvLeaf(leaf, _) => matches!(leaf, TlvLeaf::BitString { .. }),
        Step::Contained(contained) => is_bit_string(&contained.leaf),
        Step::Bind(_, step) => is_bit_string(step),
        _ => false,
    }
}

impl<'c> Writes<'c> for TlvWriter<'_, 'c> {
    #[inline]
    fn cx(&mut self) -> &mut Writing<'c> {
        self.cx
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    /// Prepends a complete encoding.
    fn value(&mut self, step: &'c Step, value: ValueRef<'_>) -> Done {
        match step {
            Step::Tlv(frame) => self.frame(frame, value),
            Step::Choice(choice) => self.choice(choice, value),
            Step::Call(routine) => self.call(*routine, |w, body| w.value(body, value)),
            Step::Any(_) => self.opaque(value),
            Step::Select(select) => self.select(select, value),
            Step::Fixed(fixed) => self.fixed(fixed, value),
            Step::Bind(_, step) => self.value(step, value),
            _ => self.wrong(),
        }
    }

    /// Prepends octets that must be a complete encoding.
    fn raw(&mut self, octets: &[u8]) -> Done {
        let canonical = self.rules.canonical();
        let mut reader = tlv::Reader::new(octets, canonical);
        let header = reader.header()?;
        match canonical {
            true => reader.skip_canonical(
                &header,
                self.cx.options.depth,
                self.rules.lengths() == Lengths::Indefinite,
            )?,
            false => reader.skip(&header, self.cx.options.depth)?,
        }
        match octets.len() - reader.position {
            0 => {
                self.out.put(octets);
                Ok(())
            }
            left => Err(Fault::of(ErrorCode::Trailing, left as u64)),
        }
    }
}
