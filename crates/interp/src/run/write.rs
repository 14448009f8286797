//! What all runs of one encode share, whatever the rules.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use wireglot_model::TimeKind;
use wireglot_plan::{Rules, Shape, ShapeId, ShapeKind};
use wireglot_rt::{ErrorCode, Fault};

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

/// What runs of one family ask of any other: a value may hold encodings by other rules.
pub(crate) struct Runs {
    /// Appends a complete encoding.
    pub write: Write,
    /// Decodes octets that are one complete encoding.
    pub read_back: fn(&Linked, &Step, Rules, &[u8], &DecodeOptions) -> Option<Tape>,
}

/// What all runs of one encode share.
pub(crate) struct Writing<'c> {
    pub linked: &'c Linked,
    pub runs: &'static Runs,
    pub options: &'c EncodeOptions,
    pub registers: Registers,
    /// Whether a part of a record is written without the rest, in which the keys of open types may stand.
    pub by_itself: bool,
    /// Pieces of the path to a fault, innermost first.
    pub path: Vec<String>,
    depth: u32,
    /// By the place of a SET OF on the tape, and rules: the order of its elements. Each is written as part of
    /// all that it is in, but put in order once.
    orders: HashMap<(u32, Rules), Rc<[usize]>>,
}

/// The characters that rules write for a string: canonical ones bring UTCTime, GeneralizedTime and
/// TIME to their one form (X.690 11.7 to 11.9).
///
/// # Errors
/// `time_canonical`: a local time, of which no form in UTC is known.
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
            registers: Registers::default(),
            by_itself: false,
            path: Vec::new(),
            depth: 0,
            orders: HashMap::new(),
        }
    }

    /// The order of a SET OF in canonical packed rules: by the complete encodings of its elements, as
    /// `write` makes them. `None`: as they are.
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

    /// Looks up the keys of a record.
    pub fn bind(&mut self, record: &Record, value: ValueRef<'_>) {
        for (register, path) in &record.registers {
            let key = path.iter().try_fold(value, |value, step| value.child(*step));
            match key {
                Some(key) => self.registers.put_value(*register, key),
                None => self.registers.unset(*register),
            }
        }
    }

    /// The row that an open type's value is written by.
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

    /// The value of a slot that is to be written.
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
            // X.691 19.5 is about the root: what stands among the additions is
            // there for others to see, so only canonical rules leave it out.
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

    /// The octets that were kept of a slot, where they are to be written.
    pub fn kept<'t>(&self, value: ValueRef<'t>, slot: u32) -> Option<&'t [u8]> {
        value.record().filter(|_| self.options.use_raw).and_then(|record| record.raw(slot))
    }

    /// Octets that came are an encoding of the value that is written anew.
    ///
    /// # Errors
    /// `raw_value`: they are not.
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

    /// The octets of what a string contains.
    pub fn contained(&mut self, step: &'c Step, rules: Rules, value: ValueRef<'_>) -> Result<Vec<u8>, Fault> {
        let mut octets = Vec::new();
        (self.runs.write)(self, step, rules, value, &mut octets)?;
        Ok(octets)
    }

    /// Notes that a fault is in a slot.
    #[cold]
    pub fn in_slot(&mut self, record: ValueRef<'_>, slot: u32, fault: Fault) -> Fault {
        if let ShapeKind::Record { slots, .. } = &self.linked.shape().get(record.shape()).kind {
            let name = slots.get(slot as usize).map_or("?", |s| &s.name);
            self.path.push(format!(".{name}"));
        }
        fault
    }

    /// Notes that a fault is in an element.
    #[cold]
    pub fn in_element(&mut self, index: usize, fault: Fault) -> Fault {
        self.path.push(format!("[{index}]"));
        fault
    }

    /// Notes that a fault is in an alternative.
    #[cold]
    pub fn in_alternative(&mut self, choice: ValueRef<'_>, alternative: u32, fault: Fault) -> Fault {
        if let ShapeKind::Choice { alternatives, .. } = &self.linked.shape().get(choice.shape()).kind {
            let name = alternatives.get(alternative as usize).map_or("?", |a| &a.name);
            self.path.push(format!(".{name}"));
        }
        fault
    }
}

/// Whether octets that stand for a value are octets of the rules that are written.
fn takes(value: ValueRef<'_>, rules: Rules, octets: &[u8]) -> Done {
    match value.origin().is_none_or(|origin| stands(origin.rules, rules, octets)) {
        true => Ok(()),
        false => Err(Fault::new(ErrorCode::UnknownRules)),
    }
}

/// What the writers of all rules do alike.
pub(crate) trait Writes<'c>: Sized {
    fn cx(&mut self) -> &mut Writing<'c>;

    /// Writes a whole value.
    fn value(&mut self, step: &'c Step, value: ValueRef<'_>) -> Done;

    /// Writes octets that came as an encoding of which nothing is known.
    fn raw(&mut self, octets: &[u8]) -> Done;

    /// The value is not of the type.
    fn wrong<T>(&self) -> Result<T, Fault> {
        Err(Fault::new(ErrorCode::WrongValue))
    }

    /// Writes what stands within the current value.
    #[inline]
    fn deeper(&mut self, write: impl FnOnce(&mut Self) -> Done) -> Done {
        self.cx().deeper()?;
        write(self)?;
        self.cx().shallower();
        Ok(())
    }

    /// Writes by the body of a routine, which has registers of its own.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "linking made a routine for each number that a call has")]
    fn call(&mut self, routine: u32, write: impl FnOnce(&mut Self, &'c Step) -> Done) -> Done {
        let routine = &self.cx().linked.program().routines[routine as usize];
        let outer = self.cx().registers.enter(routine.registers);
        write(self, &routine.body)?;
        self.cx().registers.leave(outer);
        Ok(())
    }

    /// The rules that it writes.
    fn rules(&self) -> Rules;

    /// A value that nothing resolved.
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

    /// The value of an open type, by the row that its keys choose.
    #[inline]
    fn select(&mut self, select: &'c Select, value: ValueRef<'_>) -> Done {
        let View::Open(actual, inner) = value.view() else { return self.opaque(value) };
        let step = self.cx().choose(select, actual)?;
        self.deeper(|writer| writer.value(step, inner))
    }

    /// A string with CONTAINING that is given as octets: whether these are of the rules that it holds.
    #[inline]
    fn as_octets(&self, contained: &Contained, value: ValueRef<'_>) -> Done {
        match value.view() {
            View::OctetString(octets) | View::BitString(octets, _) => takes(value, contained.rules, octets),
            _ => Ok(()),
        }
    }

    /// The value of an open type that can be of one type only.
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
