//! State shared by all writers of one encode, under any rules.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use wireglot_model::TimeKind;
use wireglot_plan::{Rules, Shape, ShapeId, ShapeKind};
use wireglot_rt::{tlv, ErrorCode, Fault};

use super::registers::Registers;
use super::Done;
use crate::canonical::Times;
use crate::linked::program::{Contained, Fixed, Item, Presence, Record, Select, Step};
use crate::linked::Linked;
use crate::transcode::stands;
use crate::{equal, DecodeOptions, EncodeOptions, ListRef, Tape, ValueRef, View};
use wireglot_model::times::{canonical_generalized, canonical_time, canonical_utc};

/// Appends a complete encoding.
type Write = for<'c> fn(&mut Writing<'c>, &'c Step, Rules, ValueRef<'_>, &mut Vec<u8>) -> Done;

/// What a writer of one family may call in any other, since a value may contain encodings under other rules.
pub(crate) struct Runs {
    /// Appends a complete encoding.
    pub write: Write,
    /// Decodes octets that must be one complete encoding.
    pub read_back: fn(&Linked, &Step, Rules, &[u8], &DecodeOptions) -> Option<Tape>,
}

/// State shared by all writers of one encode.
pub(crate) struct Writing<'c> {
    pub linked: &'c Linked,
    pub runs: &'static Runs,
    pub options: &'c EncodeOptions,
    pub registers: Registers,
    /// Whether a part of a record is written alone, so that the keys of open types may be missing.
    pub by_itself: bool,
    /// Parts of the path to a fault, innermost first.
    pub path: Vec<String>,
    depth: u32,
    /// The order of the elements of each SET OF, by its place on the tape and by rules. A SET OF may be
    /// written several times as part of enclosing values, but is sorted only once.
    orders: HashMap<(u32, Rules), Rc<[usize]>>,
}

/// The characters that the rules write for a string. Canonical rules convert UTCTime, GeneralizedTime and
/// TIME to canonical form (X.690 11.7 to 11.9).
///
/// # Errors
/// `time_canonical` for a local time, which cannot be converted to UTC.
pub(crate) fn characters<'t>(
    shape: &Shape,
    value: ValueRef<'_>,
    text: &'t str,
    rules: Rules,
) -> Result<Cow<'t, str>, Fault> {
    if !rules.canonical() {
        return Ok(Cow::Borrowed(text));
    }
    let canonical = match &shape.get(value.shape()).kind {
        ShapeKind::Time(TimeKind::Utc) if tlv::utc_time(text, tlv::Form::Canonical).is_ok() => {
            return Ok(Cow::Borrowed(text));
        }
        ShapeKind::Time(TimeKind::Generalized)
            if tlv::generalized_time(text, tlv::Form::Canonical).is_ok() =>
        {
            return Ok(Cow::Borrowed(text));
        }
        ShapeKind::Time(TimeKind::Utc) => canonical_utc(text),
        ShapeKind::Time(TimeKind::Generalized) => canonical_generalized(text),
        ShapeKind::Time(TimeKind::Time) => Some(canonical_time(text)),
        _ => return Ok(Cow::Borrowed(text)),
    };
    canonical.map(Cow::Owned).ok_or(Fault::new(ErrorCode::TimeCanonical))
}

impl<'c> Writing<'c> {
    pub fn new(linked: &'c Linked, options: &'c EncodeOptions, runs: &'static Runs) -> Writing<'c> {
        Writing {
            linked,
            runs,
            options,
            registers: Registers::new(linked.program().longest_key),
            by_itself: false,
            path: Vec::new(),
            depth: 0,
            orders: HashMap::new(),
        }
    }

    /// The order of a SET OF in canonical packed rules, given by the complete encodings of its elements,
    /// which `write` makes. `None` if the order does not change.
    ///
    /// # Errors
    /// Those of writing an element.
    pub fn order(
        &mut self,
        value: ValueRef<'_>,
        list: ListRef<'_>,
        rules: Rules,
        mut write: impl FnMut(&mut Self, ValueRef<'_>) -> Result<Vec<u8>, Fault>,
    ) -> Result<Option<Rc<[usize]>>, Fault> {
        if list.len() < 2 {
            return Ok(None);
        }
        if let Some(known) = self.orders.get(&(value.node, rules)) {
            return Ok(Some(known.clone()));
        }
        let mut keys = Vec::with_capacity(list.len());
        for (index, element) in list.iter().enumerate() {
            keys.push((write(self, element)?, index));
        }
        keys.sort();
        let order: Rc<[usize]> = keys.into_iter().map(|(_, index)| index).collect();
        self.orders.insert((value.node, rules), order.clone());
        Ok(Some(order))
    }

    pub fn deeper(&mut self) -> Done {
        self.depth += 1;
        match self.depth > self.options.depth {
            true => Err(Fault::of(ErrorCode::LimitDepth, u64::from(self.options.depth))),
            false => Ok(()),
        }
    }

    pub fn shallower(&mut self) {
        self.depth -= 1;
    }

    /// Sets the registers of a record's keys.
    pub fn bind(&mut self, record: &Record, value: ValueRef<'_>) {
        for (register, path) in &record.registers {
            match self.linked.defaults().key(value, path) {
                Some(key) => self.registers.put_value(*register, key),
                None => self.registers.unset(*register),
            }
        }
    }

    /// The row by which an open type's value is written.
    pub fn choose(&mut self, select: &Select, actual: ShapeId) -> Result<&'c Step, Fault> {
        let rows = self.linked.program().tables.get(select.rows as usize);
        let key = self.registers.key(&select.registers);
        let row = rows.and_then(|rows| match key {
            Some(key) => rows.find(key),
            None if self.by_itself => rows.of_type(actual),
            None => None,
        });
        match row.and_then(|row| Some((row.actual, row.step.as_ref()?))) {
            Some((found, step)) if found == actual => Ok(step),
            Some(_) => Err(Fault::new(ErrorCode::WrongValue)),
            None => Err(Fault::new(ErrorCode::NoRow)),
        }
    }

    /// The value of a slot, if it is to be written.
    pub fn slot<'t>(
        &mut self,
        item: &Item,
        slot: u32,
        value: ValueRef<'t>,
        rules: Rules,
    ) -> Result<Option<ValueRef<'t>>, Fault> {
        let Some(record) = value.record() else { return Err(Fault::new(ErrorCode::WrongValue)) };
        let part = record.slot(slot);
        match (part, item.default) {
            (None, _) if item.required => {
                let fault = Fault::new(ErrorCode::Missing);
                Err(self.in_slot(value, slot, fault))
            }
            // X.691 19.5 applies to the root. Additions with default values are omitted only by canonical
            // rules; others write them so that receivers see them.
            (Some(part), Some(_)) if matches!(item.presence, Presence::Bitmap) && !rules.canonical() => {
                Ok(Some(part))
            }
            (Some(part), Some(default)) if item.omit => {
                let times = if rules.canonical() { Times::Instants } else { Times::Characters };
                let is_default = self.linked.defaults().is(default, self.linked.shape(), part, times);
                Ok(if is_default { None } else { Some(part) })
            }
            (part, _) => Ok(part),
        }
    }

    /// The octets of a slot that were kept, if they are to be written.
    pub fn kept<'t>(&self, value: ValueRef<'t>, slot: u32) -> Option<&'t [u8]> {
        value.record().filter(|_| self.options.use_raw).and_then(|record| record.raw(slot))
    }

    /// Checks that received octets encode the same value as the octets newly written.
    ///
    /// # Errors
    /// `raw_value` if they do not.
    pub fn same_value(&self, step: &'c Step, rules: Rules, came: &[u8], anew: &[u8]) -> Done {
        let options = DecodeOptions::default();
        let read = |octets: &[u8]| (self.runs.read_back)(self.linked, step, rules, octets, &options);
        let (came, anew) = (read(came), read(anew));
        let same = came.as_ref().and_then(Tape::root).zip(anew.as_ref().and_then(Tape::root));
        match same.is_some_and(|(a, b)| equal(self.linked.shape(), self.linked.defaults(), a, b)) {
            true => Ok(()),
            false => Err(Fault::new(ErrorCode::RawValue)),
        }
    }

    /// Encodes the contained value of a string.
    pub fn contained(&mut self, step: &'c Step, rules: Rules, value: ValueRef<'_>) -> Result<Vec<u8>, Fault> {
        let mut octets = Vec::new();
        (self.runs.write)(self, step, rules, value, &mut octets)?;
        Ok(octets)
    }

    /// Adds a slot to the path of a fault.
    #[cold]
    pub fn in_slot(&mut self, record: ValueRef<'_>, slot: u32, fault: Fault) -> Fault {
        if let ShapeKind::Record { slots, .. } = &self.linked.shape().get(record.shape()).kind {
            let name = slots.get(slot as usize).map_or("?", |s| &s.name);
            self.path.push(format!(".{name}"));
        }
        fault
    }

    /// Adds an element to the path of a fault.
    #[cold]
    pub fn in_element(&mut self, index: usize, fault: Fault) -> Fault {
        self.path.push(format!("[{index}]"));
        fault
    }

    /// Adds an alternative to the path of a fault.
    #[cold]
    pub fn in_alternative(&mut self, choice: ValueRef<'_>, alternative: u32, fault: Fault) -> Fault {
        if let ShapeKind::Choice { alternatives, .. } = &self.linked.shape().get(choice.shape()).kind {
            let name = alternatives.get(alternative as usize).map_or("?", |a| &a.name);
            self.path.push(format!(".{name}"));
        }
        fault
    }
}

/// Checks that octets in place of a value are valid under the rules being written.
pub(crate) fn takes(value: ValueRef<'_>, rules: Rules, octets: &[u8]) -> Done {
    match value.origin().is_none_or(|origin| stands(origin.rules, rules, octets)) {
        true => Ok(()),
        false => Err(Fault::new(ErrorCode::UnknownRules)),
    }
}

/// Code shared by the writers of all rules.
pub(crate) trait Writes<'c>: Sized {
    fn cx(&mut self) -> &mut Writing<'c>;

    /// Writes a complete value.
    fn value(&mut self, step: &'c Step, value: ValueRef<'_>) -> Done;

    /// Writes the received octets of an unknown encoding.
    fn raw(&mut self, octets: &[u8]) -> Done;

    /// The error for a value that is not of the type.
    fn wrong<T>(&self) -> Result<T, Fault> {
        Err(Fault::new(ErrorCode::WrongValue))
    }

    /// Writes parts of the current value.
    #[inline]
    fn deeper(&mut self, write: impl FnOnce(&mut Self) -> Done) -> Done {
        self.cx().deeper()?;
        write(self)?;
        self.cx().shallower();
        Ok(())
    }

    /// Writes with the body of a routine, which has its own registers.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "linking made a routine for each number that a call has")]
    fn call(&mut self, routine: u32, write: impl FnOnce(&mut Self, &'c Step) -> Done) -> Done {
        let routine = &self.cx().linked.program().routines[routine as usize];
        let outer = self.cx().registers.enter(routine.registers);
        write(self, &routine.body)?;
        self.cx().registers.leave(outer);
        Ok(())
    }

    /// The rules being written.
    fn rules(&self) -> Rules;

    /// Writes an opaque value.
    #[inline]
    fn opaque(&mut self, value: ValueRef<'_>) -> Done {
        match value.view() {
            View::Opaque(octets) => {
                takes(value, self.rules(), octets)?;
                self.raw(octets)
            }
            _ => self.wrong(),
        }
    }

    /// Writes the value of an open type by the row that its keys select.
    #[inline]
    fn select(&mut self, select: &'c Select, value: ValueRef<'_>) -> Done {
        let View::Open(actual, inner) = value.view() else { return self.opaque(value) };
        let step = self.cx().choose(select, actual)?;
        self.deeper(|writer| writer.value(step, inner))
    }

    /// Checks that a string with CONTAINING that is given as octets is valid under the rules of its contents.
    #[inline]
    fn as_octets(&self, contained: &Contained, value: ValueRef<'_>) -> Done {
        match value.view() {
            View::OctetString(octets) | View::BitString(octets, _) => takes(value, contained.rules, octets),
            _ => Ok(()),
        }
    }

    /// Writes the value of an open type that always has the same type.
    #[inline]
    fn fixed(&mut self, fixed: &'c Fixed, value: ValueRef<'_>) -> Done {
        match value.view() {
            View::Open(actual, inner) if actual == fixed.actual => {
                self.deeper(|writer| writer.value(&fixed.step, inner))
            }
            _ => self.opaque(value),
        }
    }
}
