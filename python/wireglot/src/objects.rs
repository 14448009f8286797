//! Decodes bytes to Python objects: a sink that creates each object on its event.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyList, PyString};
use wireglot_driver::{Real, Rules, Shape, ShapeId, ShapeKind, Sink, Unknown};

use crate::fill::trimmed;
use crate::form::{Absent, Form, Times};
use crate::leaves;
use crate::names::{Members, Names};
use crate::times;

/// The number of objects after which signals are checked and other threads may run.
const TURN: u32 = 8192;

/// Creates Python objects from events.
pub struct Objects<'py, 'n> {
    py: Python<'py>,
    pub names: &'n Names,
    form: &'n Form,
    pub shape: &'n Shape,
    pub open: Vec<Frame<'py, 'n>>,
    root: Option<Bound<'py, PyAny>>,
    marks: Vec<Mark>,
    made: u32,
    /// The number of parts that are invalid and given as bytes.
    kept: usize,
    error: Option<PyErr>,
    /// Nothing more is created, since there was an error.
    pub stopped: bool,
    /// Whether the fast path inserts the defaults of absent members.
    pub defaults: bool,
}

/// An incomplete value.
pub enum Frame<'py, 'n> {
    /// A record. Of the defaults, the first `due` have been inserted or are not needed.
    Record { dict: Bound<'py, PyDict>, members: &'n Members, slot: usize, due: usize },
    /// A list.
    List(Bound<'py, PyList>),
    /// A choice.
    Choice { choice: ShapeId, alternative: usize, value: Option<Bound<'py, PyAny>> },
}

/// A state to which decoding may have to go back.
struct Mark {
    depth: usize,
    parts: usize,
    slot: usize,
    kept: usize,
}

impl<'py, 'n> Objects<'py, 'n> {
    /// Nothing yet.
    pub fn new(py: Python<'py>, names: &'n Names, form: &'n Form, shape: &'n Shape) -> Objects<'py, 'n> {
        let (open, marks) = (Vec::with_capacity(16), Vec::new());
        Objects {
            py,
            names,
            form,
            shape,
            open,
            root: None,
            marks,
            made: 0,
            kept: 0,
            error: None,
            stopped: false,
            defaults: false,
        }
    }

    /// Discards what was created.
    pub fn clear(&mut self) {
        self.open.clear();
        self.root = None;
    }

    /// The value.
    pub fn finish(self) -> PyResult<Bound<'py, PyAny>> {
        match (self.error, self.root) {
            (Some(error), _) => Err(error),
            (None, Some(root)) => Ok(root),
            (None, None) => Ok(self.py.None().into_bound(self.py)),
        }
    }

    /// An error of Python itself, such as lack of memory, or an interrupt.
    pub fn interrupted(&mut self) -> Option<PyErr> {
        self.error.take()
    }

    #[inline]
    fn put(&mut self, value: Bound<'py, PyAny>) {
        let done = match self.open.last_mut() {
            Some(Frame::Record { dict, members, slot, .. }) => match members.names.get(*slot) {
                Some(name) => dict.set_item(name.bind(self.py), value),
                None => Ok(()),
            },
            Some(Frame::List(list)) => list.append(value),
            Some(Frame::Choice { value: held, .. }) => {
                *held = Some(value);
                Ok(())
            }
            None => {
                self.root = Some(value);
                Ok(())
            }
        };
        self.made += 1;
        if done.is_err() || self.made == TURN {
            self.turn(done);
        }
    }

    /// Checks signals, and lets other threads run.
    #[cold]
    fn turn(&mut self, done: PyResult<()>) {
        self.made = 0;
        self.py.detach(|| ());
        let done = done.and_then(|()| self.py.check_signals());
        if let Err(error) = done {
            self.stop(error);
        }
    }

    #[cold]
    fn stop(&mut self, error: PyErr) {
        self.stopped = true;
        self.error.get_or_insert(error);
    }

    fn made<T>(&mut self, value: PyResult<Bound<'py, T>>) {
        match value {
            Ok(value) => self.put(value.into_any()),
            Err(error) => {
                self.stop(error);
            }
        }
    }

    fn octets(&mut self, octets: &[u8]) {
        match self.form.json {
            true => self.put(PyString::new(self.py, &leaves::hex(octets)).into_any()),
            false => self.put(PyBytes::new(self.py, octets).into_any()),
        }
    }

    fn end_choice_of(&mut self, name: Bound<'py, PyAny>, value: Bound<'py, PyAny>) {
        match self.form.choice_as_dict {
            true => {
                let dict = PyDict::new(self.py);
                let set = dict.set_item(name, value);
                self.made(set.map(|()| dict));
            }
            false => {
                let pair = leaves::pair(self.py, &name, &value);
                self.made(pair);
            }
        }
    }

    /// A record with the defaults of absent members, each in its place.
    fn with_defaults(&self, record: ShapeId, dict: Bound<'py, PyDict>) -> PyResult<Bound<'py, PyDict>> {
        let form = Form { named: self.form.named || self.form.absent == Absent::Named, ..*self.form };
        let Members { names, defaults, .. } = self.names.members(record);
        let added = PyDict::new(self.py);
        for (slot, default) in defaults {
            let (Some(name), Some(value)) = (names.get(*slot), default.root()) else { continue };
            if dict.contains(name)? || self.is_of_absent_group(record, *slot, &dict)? {
                continue;
            }
            let mut objects = Objects::new(self.py, self.names, &form, self.shape);
            value.play(&mut objects);
            added.set_item(name, objects.finish()?)?;
        }
        if added.is_empty() {
            return Ok(dict);
        }
        let all = PyDict::new(self.py);
        for name in names {
            if let Some(value) =
                dict.get_item(name)?.map_or_else(|| added.get_item(name), |value| Ok(Some(value)))?
            {
                all.set_item(name, value)?;
            }
        }
        // What has no name in the type.
        for (name, value) in dict {
            if !all.contains(&name)? {
                all.set_item(name, value)?;
            }
        }
        Ok(all)
    }

    /// Whether a slot belongs to an addition that is absent as a whole, and therefore has no default either.
    fn is_of_absent_group(&self, record: ShapeId, slot: usize, dict: &Bound<'py, PyDict>) -> PyResult<bool> {
        let ShapeKind::Record { slots, .. } = &self.shape.get(record).kind else { return Ok(false) };
        let Some(addition) = slots.get(slot).and_then(|slot| slot.addition) else { return Ok(false) };
        let mut needed = slots.iter().filter(|other| other.addition == Some(addition) && other.needed);
        needed.next().map_or(Ok(false), |other| Ok(!dict.contains(other.name.as_str())?))
    }

    /// A BIT STRING, without trailing zeros if it is a default with named bits that must be as in asn1tools. They have no
    /// meaning (X.680 22.7). asn1tools removes them from hex digits only, which are whole bytes.
    fn bits_of_default<'o>(&self, shape: ShapeId, octets: &'o [u8], bits: u64) -> (u64, &'o [u8]) {
        match &self.shape.get(shape).kind {
            ShapeKind::BitString { named, size, .. }
                if self.form.named
                    && self.form.absent == Absent::Named
                    && !named.is_empty()
                    && bits.is_multiple_of(8) =>
            {
                trimmed(octets, bits, size.lo)
            }
            _ => (bits, octets),
        }
    }

    fn parts(&self) -> usize {
        match self.open.last() {
            Some(Frame::Record { dict, .. }) => dict.len(),
            Some(Frame::List(list)) => list.len(),
            _ => 0,
        }
    }
}

impl Sink for Objects<'_, '_> {
    #[inline]
    fn boolean(&mut self, _: ShapeId, value: bool) {
        if self.stopped {
            return;
        }
        self.put(PyBool::new(self.py, value).to_owned().into_any());
    }

    #[inline]
    fn integer(&mut self, shape: ShapeId, value: i64) {
        if self.stopped {
            return;
        }
        if self.form.named {
            if let Some(name) = self.names.item(self.py, shape, value) {
                return self.put(name.into_any());
            }
        }
        let Ok(value) = value.into_pyobject(self.py);
        self.put(value.into_any());
    }

    fn big_integer(&mut self, _: ShapeId, octets: &[u8]) {
        if self.stopped {
            return;
        }
        let value = leaves::big_integer(self.py, octets);
        self.made(value);
    }

    #[inline]
    fn enumerated(&mut self, shape: ShapeId, number: i64) {
        if self.stopped {
            return;
        }
        let name = match self.form.numbers {
            true => None,
            false => self.names.item(self.py, shape, number),
        };
        match name {
            Some(name) => self.put(name.into_any()),
            None if self.form.nameless && !self.form.numbers => self.put(self.py.None().into_bound(self.py)),
            None => {
                let Ok(number) = number.into_pyobject(self.py);
                self.put(number.into_any());
            }
        }
    }

    fn unknown_enumerated(&mut self, _: ShapeId, _: u64) {
        self.put(self.py.None().into_bound(self.py));
    }

    fn bit_string(&mut self, shape: ShapeId, octets: &[u8], bits: u64) {
        if self.stopped {
            return;
        }
        let (bits, octets) = self.bits_of_default(shape, octets, bits);
        if self.form.json {
            let dict = PyDict::new(self.py);
            let set =
                dict.set_item("value", leaves::hex(octets)).and_then(|()| dict.set_item("length", bits));
            return self.made(set.map(|()| dict));
        }
        let Ok(bits) = bits.into_pyobject(self.py);
        let pair = leaves::pair(self.py, &PyBytes::new(self.py, octets), &bits);
        self.made(pair);
    }

    fn octet_string(&mut self, _: ShapeId, octets: &[u8]) {
        if self.stopped {
            return;
        }
        self.octets(octets);
    }

    fn null(&mut self, _: ShapeId) {
        if self.stopped {
            return;
        }
        self.put(self.py.None().into_bound(self.py));
    }

    fn oid(&mut self, shape: ShapeId, contents: &[u8]) {
        if self.stopped {
            return;
        }
        let text = match matches!(self.shape.get(shape).kind, ShapeKind::RelativeOid) {
            true => leaves::oid_text(self.py, contents, true),
            false => self.names.oids.text(self.py, contents),
        };
        self.made(text);
    }

    fn real(&mut self, shape: ShapeId, value: &Real<'_>) {
        self.float(shape, wireglot_driver::to_f64(value));
    }

    fn float(&mut self, _: ShapeId, value: f64) {
        if self.stopped {
            return;
        }
        if self.form.json && !value.is_finite() {
            let word = if value.is_nan() {
                "NaN"
            } else if value > 0.0 {
                "INF"
            } else {
                "-INF"
            };
            return self.put(PyString::new(self.py, word).into_any());
        }
        let Ok(value) = value.into_pyobject(self.py);
        self.put(value.into_any());
    }

    fn string(&mut self, shape: ShapeId, text: &str) {
        if self.stopped {
            return;
        }
        if let (ShapeKind::Time(kind), false) = (&self.shape.get(shape).kind, self.form.times == Times::Text)
        {
            let time = times::of_text(self.py, *kind, text, self.form.times);
            return self.made(time);
        }
        self.put(PyString::new(self.py, text).into_any());
    }

    fn opaque(&mut self, _: ShapeId, octets: &[u8]) {
        if self.stopped {
            return;
        }
        self.octets(octets);
    }

    fn begin_record(&mut self, shape: ShapeId) {
        if self.stopped {
            return;
        }
        self.open.push(Frame::Record {
            dict: PyDict::new(self.py),
            members: self.names.members(shape),
            slot: 0,
            due: 0,
        });
    }

    #[inline]
    fn slot(&mut self, index: u32) {
        if let Some(Frame::Record { slot, .. }) = self.open.last_mut() {
            *slot = index as usize;
        }
    }

    fn unknown(&mut self, _: Unknown, _: &[u8]) {}

    fn end_record(&mut self, record: ShapeId) {
        if self.stopped {
            return;
        }
        if let Some(Frame::Record { dict, .. }) = self.open.pop() {
            let dict = match self.form.absent {
                Absent::Left => Ok(dict),
                _ => self.with_defaults(record, dict),
            };
            match dict {
                Ok(dict) => self.put(dict.into_any()),
                Err(error) => self.stop(error),
            }
        }
    }

    fn begin_list(&mut self, _: ShapeId) {
        if self.stopped {
            return;
        }
        self.open.push(Frame::List(PyList::empty(self.py)));
    }

    fn end_list(&mut self, _: ShapeId) {
        if self.stopped {
            return;
        }
        if let Some(Frame::List(list)) = self.open.pop() {
            self.put(list.into_any());
        }
    }

    fn begin_choice(&mut self, choice: ShapeId, alternative: u32) {
        if self.stopped {
            return;
        }
        self.open.push(Frame::Choice { choice, alternative: alternative as usize, value: None });
    }

    fn end_choice(&mut self, _: ShapeId) {
        if self.stopped {
            return;
        }
        let Some(Frame::Choice { choice, alternative, value: Some(value) }) = self.open.pop() else { return };
        let words = self.names.alternatives(choice);
        if let Some(name) = words.and_then(|words| words.get(self.py, alternative)) {
            self.end_choice_of(name.into_any(), value);
        }
    }

    fn unknown_choice(&mut self, _: ShapeId, _: Option<u64>, octets: &[u8]) {
        if self.stopped {
            return;
        }
        let none = self.py.None().into_bound(self.py);
        let held = match self.form.nameless {
            true => none.clone(),
            false => PyBytes::new(self.py, octets).into_any(),
        };
        self.end_choice_of(none, held);
    }

    fn begin_open(&mut self, _: ShapeId, _: ShapeId) {}
    fn end_open(&mut self, _: ShapeId) {}
    fn begin_contained(&mut self, _: ShapeId, _: Rules) {}
    fn end_contained(&mut self, _: ShapeId) {}

    fn mark(&mut self) -> usize {
        let slot = match self.open.last() {
            Some(Frame::Record { slot, .. }) => *slot,
            _ => 0,
        };
        self.marks.push(Mark { depth: self.open.len(), parts: self.parts(), slot, kept: self.kept });
        self.marks.len() - 1
    }

    fn unmark(&mut self, mark: usize) {
        self.marks.truncate(mark);
    }

    fn back_to(&mut self, mark: usize) {
        if self.stopped {
            return;
        }
        let Some(Mark { depth, parts, slot: at, kept }) = self.marks.drain(mark..).next() else { return };
        self.open.truncate(depth);
        self.kept = kept;
        let done = match self.open.last_mut() {
            Some(Frame::Record { dict, slot, .. }) => {
                *slot = at;
                let more = dict.len().saturating_sub(parts);
                (0..more).try_for_each(|_| dict.call_method0("popitem").map(drop))
            }
            Some(Frame::List(list)) => list.del_slice(parts, list.len()),
            Some(Frame::Choice { value, .. }) => {
                *value = None;
                Ok(())
            }
            None => {
                self.root = None;
                Ok(())
            }
        };
        if let Err(error) = done {
            self.stop(error);
        }
    }

    const TAKES_BACK: bool = true;

    fn kept(&mut self) {
        self.kept += 1;
    }

    type Notes = ();
}
