//! Reads Python objects onto a tape, following the shape of their type.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMemoryView, PyString, PyTuple,
};
use wireglot_driver::{
    Contents, OpenShape, Rules, Shape, ShapeId, ShapeKind, Sink, Slot, SlotPresence, Tape,
};

use crate::errors;
use crate::form::{Form, Times};
use crate::leaves;
use crate::names::{Names, Words};
use crate::read_keys::held;
use crate::times;

/// Reads Python objects.
pub struct Fill<'f, 'py> {
    pub py: Python<'py>,
    pub shape: &'f Shape,
    pub names: &'f Names,
    pub form: &'f Form,
    pub rules: Option<Rules>,
    pub depth: u32,
    pub tape: &'f mut Tape,
    /// The number of values read.
    pub made: usize,
    /// The values being read, outermost first.
    pub around: Vec<(ShapeId, Bound<'py, PyAny>)>,
}

/// Why an object is not a value of its type.
pub struct Wrong {
    what: What,
    /// The path to it, innermost step first.
    path: Vec<String>,
}

enum What {
    /// The object has the wrong type.
    Type(String),
    /// It has the right type, but an invalid value.
    Value(&'static str, String),
    /// An error raised by Python.
    Python(PyErr),
}

impl From<PyErr> for Wrong {
    fn from(error: PyErr) -> Wrong {
        Wrong { what: What::Python(error), path: Vec::new() }
    }
}

impl Wrong {
    fn value(code: &'static str, message: impl Into<String>) -> Wrong {
        Wrong { what: What::Value(code, message.into()), path: Vec::new() }
    }

    fn under(mut self, step: String) -> Wrong {
        self.path.push(step);
        self
    }

    /// Converts it to an exception; `root` starts the path.
    pub fn raise(self, py: Python<'_>, root: &str) -> PyErr {
        let mut path = root.to_string();
        self.path.iter().rev().for_each(|step| path.push_str(step));
        match self.what {
            What::Type(message) => errors::type_error(py, message, path),
            What::Value(code, message) => {
                errors::encode_error(py, wireglot_driver::messages::FieldError { code, path, message })
            }
            What::Python(error) => error,
        }
    }
}

type Done = Result<(), Wrong>;

/// Another type of object was expected.
fn expected(what: &str, got: &Bound<'_, PyAny>) -> Wrong {
    let name = got.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string());
    Wrong { what: What::Type(format!("{what} is expected, not {name}")), path: Vec::new() }
}

/// Bytes, without a copy if possible.
enum Octets<'b, 'py> {
    Lent(&'b [u8]),
    Own(Vec<u8>),
    Made(Bound<'py, PyBytes>),
}

impl Octets<'_, '_> {
    fn get(&self) -> &[u8] {
        match self {
            Octets::Lent(octets) => octets,
            Octets::Own(octets) => octets,
            Octets::Made(octets) => octets.as_bytes(),
        }
    }
}

fn octets<'b, 'py>(value: &'b Bound<'py, PyAny>) -> Result<Option<Octets<'b, 'py>>, PyErr> {
    if let Ok(octets) = value.cast::<PyBytes>() {
        return Ok(Some(Octets::Lent(octets.as_bytes())));
    }
    if let Ok(octets) = value.cast::<PyByteArray>() {
        return Ok(Some(Octets::Own(octets.to_vec())));
    }
    match value.is_instance_of::<PyMemoryView>() {
        true => Ok(Some(Octets::Made(value.call_method0("tobytes")?.cast_into::<PyBytes>()?))),
        false => Ok(None),
    }
}

/// The entries of a dictionary that may change meanwhile: then some may be left out.
struct Entries<'d, 'py> {
    dict: &'d Bound<'py, PyDict>,
    position: ffi::Py_ssize_t,
}

impl<'d, 'py> Entries<'d, 'py> {
    fn new(dict: &'d Bound<'py, PyDict>) -> Entries<'d, 'py> {
        Entries { dict, position: 0 }
    }
}

impl<'py> Iterator for Entries<'_, 'py> {
    type Item = (Bound<'py, PyAny>, Bound<'py, PyAny>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (mut key, mut value) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: the dictionary is alive, and the interpreter checks the position against its size, which only
        // it has changed. The entry is alive until something else runs, and is referenced here before that.
        unsafe {
            match ffi::PyDict_Next(self.dict.as_ptr(), &mut self.position, &mut key, &mut value) {
                0 => None,
                _ => Some((
                    Bound::from_borrowed_ptr(self.dict.py(), key),
                    Bound::from_borrowed_ptr(self.dict.py(), value),
                )),
            }
        }
    }
}

impl<'py> Fill<'_, 'py> {
    /// Reads a value of a type.
    pub fn value(&mut self, ty: ShapeId, value: &Bound<'py, PyAny>) -> Done {
        let shape = self.shape;
        self.made += 1;
        match &shape.get(ty).kind {
            ShapeKind::Boolean => match value.cast::<PyBool>() {
                Ok(truth) => self.tape.boolean(ty, truth.is_true()),
                Err(_) => return Err(expected("bool", value)),
            },
            ShapeKind::Integer { named, .. } => return self.integer(ty, value, named),
            ShapeKind::Enumerated { .. } => return self.enumerated(ty, value),
            ShapeKind::BitString { contains, named, size, .. } => {
                let least = (self.form.trim && !named.is_empty()).then_some(size.lo);
                return self.bit_string(ty, value, contains.as_ref(), least);
            }
            ShapeKind::OctetString { contains, .. } => {
                return self.octet_string(ty, value, contains.as_ref())
            }
            ShapeKind::Null => match value.is_none() {
                true => self.tape.null(ty),
                false => return Err(expected("None", value)),
            },
            kind @ (ShapeKind::Oid | ShapeKind::RelativeOid) => {
                let text = text(value)?;
                let relative = matches!(kind, ShapeKind::RelativeOid);
                let contents = leaves::oid_contents(characters(text)?, relative);
                let contents = contents.map_err(|wrong| Wrong::value("oid", wrong))?;
                self.tape.oid(ty, &contents);
            }
            ShapeKind::OidIri | ShapeKind::RelativeOidIri => self.tape.string(ty, characters(text(value)?)?),
            ShapeKind::String { kind, .. } => {
                let text = characters(text(value)?)?;
                let stranger = || text.chars().find(|character| !leaves::is_of(*kind, *character));
                if let Some(stranger) = self.form.alphabets.then(stranger).flatten() {
                    return Err(Wrong::value(
                        "alphabet",
                        format!("{stranger:?} is no character of this type"),
                    ));
                }
                self.tape.string(ty, text);
            }
            ShapeKind::Time(kind) => {
                if let Ok(text) = value.cast::<PyString>() {
                    self.tape.string(ty, characters(text)?);
                } else {
                    let canonical =
                        self.rules.is_some_and(Rules::canonical) || self.form.times == Times::Restricted;
                    let brief = self.form.times == Times::Naive;
                    let text = times::to_text(value, *kind, canonical, brief)?;
                    self.tape.string(ty, &text.ok_or_else(|| expected("a time or str", value))?);
                }
            }
            ShapeKind::Real | ShapeKind::Float { .. } => self.tape.float(ty, number(value)?),
            ShapeKind::Record { slots, .. } => {
                return self.nested(ty, value, |fill| fill.record(ty, value, slots))
            }
            ShapeKind::List { element, .. } => {
                return self.nested(ty, value, |fill| fill.list(ty, value, *element))
            }
            ShapeKind::Choice { .. } => return self.nested(ty, value, |fill| fill.choice(ty, value)),
            ShapeKind::Open(open) => return self.open(ty, value, open),
        }
        Ok(())
    }

    fn nested(
        &mut self,
        ty: ShapeId,
        value: &Bound<'py, PyAny>,
        read: impl FnOnce(&mut Self) -> Done,
    ) -> Done {
        if self.around.len() >= self.depth as usize {
            return Err(Wrong::value("limit", format!("it is nested deeper than {}", self.depth)));
        }
        self.around.push((ty, value.clone()));
        let done = read(self);
        self.around.pop();
        done
    }

    fn integer(&mut self, ty: ShapeId, value: &Bound<'py, PyAny>, named: &[(String, impl ToString)]) -> Done {
        if let Ok(number) = value.cast::<PyInt>() {
            match number.extract::<i64>() {
                Ok(number) => self.tape.integer(ty, number),
                Err(_) => self.tape.big_integer(ty, &leaves::twos_complement(value)?),
            }
            return Ok(());
        }
        let name = characters(value.cast::<PyString>().map_err(|_| expected("int", value))?)?;
        let Some((_, number)) = named.iter().find(|(known, _)| known == name) else {
            return Err(Wrong::value("value", format!("`{name}` is no named number of this type")));
        };
        match number.to_string().parse() {
            Ok(number) => self.tape.integer(ty, number),
            Err(_) => return Err(Wrong::value("value", format!("`{name}` has to be given as a number"))),
        }
        Ok(())
    }

    fn enumerated(&mut self, ty: ShapeId, value: &Bound<'py, PyAny>) -> Done {
        if let Ok(name) = value.cast::<PyString>() {
            let Some(number) = self.names.number(ty, name)? else {
                return Err(Wrong::value("value", format!("`{name}` is not an item of this ENUMERATED")));
            };
            self.tape.enumerated(ty, number);
            return Ok(());
        }
        let number = value.cast::<PyInt>().map_err(|_| expected("str", value))?;
        match number.extract::<i64>() {
            Ok(number) => self.tape.enumerated(ty, number),
            // bitproto has 64-bit enums.
            Err(_) if self.rules.is_none() => self.tape.big_integer(ty, &leaves::twos_complement(value)?),
            Err(_) => return Err(Wrong::value("value", "no item of this ENUMERATED has that number")),
        }
        Ok(())
    }

    /// Reads bits; trailing zeros are removed down to `least` bits, if given.
    fn bit_string(
        &mut self,
        ty: ShapeId,
        value: &Bound<'py, PyAny>,
        contains: Option<&Contents>,
        least: Option<u64>,
    ) -> Done {
        let pair = value.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
        let read = pair.map(|pair| Ok::<_, PyErr>((pair.get_item(0)?, pair.get_item(1)?))).transpose()?;
        let is_bits = read.as_ref().is_some_and(|(octets, bits)| {
            (octets.is_instance_of::<PyBytes>() || octets.is_instance_of::<PyByteArray>())
                && bits.is_instance_of::<PyInt>()
        });
        let Some((held, bits)) = read.filter(|_| is_bits) else {
            return match contains {
                Some(contents) => self.contained(ty, value, contents),
                None => Err(expected("tuple of bytes and number of bits", value)),
            };
        };
        let Some(held) = octets(&held)? else {
            return Err(expected("tuple of bytes and number of bits", value));
        };
        let bits: u64 = bits.extract().map_err(|_| Wrong::value("size", "a number of bits is 0 or more"))?;
        let Some(taken) = held.get().get(..usize::try_from(bits.div_ceil(8)).unwrap_or(usize::MAX)) else {
            return Err(Wrong::value("size", format!("there are fewer than {bits} bits in the octets")));
        };
        let (bits, taken) = match least {
            Some(least) => trimmed(taken, bits, least),
            None => (bits, taken),
        };
        match (taken.split_last(), bits % 8) {
            (Some((last, rest)), unused @ 1..) => {
                let last = last & 0xffu8 << (8 - unused);
                self.tape.bit_string(ty, &[rest, &[last]].concat(), bits);
            }
            _ => self.tape.bit_string(ty, taken, bits),
        }
        Ok(())
    }

    fn octet_string(&mut self, ty: ShapeId, value: &Bound<'py, PyAny>, contains: Option<&Contents>) -> Done {
        let is_octets = |held: ShapeId| matches!(self.shape.get(held).kind, ShapeKind::OctetString { .. });
        if let Some(contents) = contains.filter(|contents| is_octets(contents.shape)) {
            return self.contained(ty, value, contents);
        }
        match (octets(value)?, contains) {
            (Some(held), _) => self.tape.octet_string(ty, held.get()),
            (None, Some(contents)) => return self.contained(ty, value, contents),
            (None, None) => return Err(expected("bytes", value)),
        }
        Ok(())
    }

    fn contained(&mut self, ty: ShapeId, value: &Bound<'py, PyAny>, contents: &Contents) -> Done {
        let rules = contents.rules.or(self.rules).unwrap_or_default();
        self.tape.begin_contained(ty, rules);
        self.value(contents.shape, value)?;
        self.tape.end_contained(ty);
        Ok(())
    }

    fn record(&mut self, ty: ShapeId, value: &Bound<'py, PyAny>, slots: &[Slot]) -> Done {
        let Ok(dict) = value.cast::<PyDict>() else { return Err(expected("dict", value)) };
        self.tape.begin_record(ty);
        let seen = self.in_order(ty, dict, slots)?;
        let mut there = seen.count_ones() as usize;
        for (index, (slot, name)) in slots.iter().zip(self.names.slots(ty)).enumerate() {
            if index < 64 && seen >> index & 1 != 0 {
                continue;
            }
            // Once all of the dictionary has been read, the other slots are absent.
            let part = if there < dict.len() { dict.get_item(name)? } else { None };
            match part {
                Some(part) => {
                    there += 1;
                    self.part(index, slot, &part)?;
                }
                None if matches!(slot.presence, SlotPresence::Required) => {
                    return Err(Wrong::value("missing", format!("there is no `{}`", slot.name)));
                }
                None => {}
            }
        }
        if there < dict.len() && !self.form.lenient {
            return Err(self.stranger(dict, slots));
        }
        self.tape.end_record(ty);
        Ok(())
    }

    /// Reads the parts of a dictionary for as long as its keys come in the order of the slots and are the very
    /// strings that decoding uses, as most are, which saves looking up what is absent. Returns a bit for each
    /// slot that was read.
    fn in_order(&mut self, ty: ShapeId, dict: &Bound<'py, PyDict>, slots: &[Slot]) -> Result<u64, Wrong> {
        let names = self.names.slots(ty);
        let (mut seen, mut next) = (0, 0);
        for (key, part) in Entries::new(dict) {
            let rest = names.get(next..64.min(names.len())).unwrap_or_default();
            let Some(skipped) = rest.iter().position(|name| name.as_ptr() == key.as_ptr()) else { break };
            next += skipped;
            seen |= 1 << next;
            self.part(next, &slots[next], &part)?;
            next += 1;
        }
        Ok(seen)
    }

    #[inline]
    fn part(&mut self, index: usize, slot: &Slot, part: &Bound<'py, PyAny>) -> Done {
        self.tape.slot(index as u32);
        self.value(slot.shape, part).map_err(|wrong| wrong.under(format!(".{}", slot.name)))
    }

    /// Reports the first member that the type does not have.
    #[cold]
    fn stranger(&self, dict: &Bound<'py, PyDict>, slots: &[Slot]) -> Wrong {
        let known = |key: &Bound<'_, PyAny>| {
            let key = key.cast::<PyString>().ok().and_then(|key| key.to_str().ok());
            key.is_some_and(|key| slots.iter().any(|slot| slot.name == key))
        };
        match dict.keys().iter().find(|key| !known(key)) {
            Some(key) => {
                let key = key.repr().map_or_else(|_| "?".into(), |key| key.to_string());
                Wrong::value("unknown", format!("the type has no component {key}"))
            }
            None => Wrong::value("unknown", "the dictionary changed while it was read"),
        }
    }

    fn list(&mut self, ty: ShapeId, value: &Bound<'py, PyAny>, element: ShapeId) -> Done {
        self.tape.begin_list(ty);
        if let Ok(list) = value.cast::<PyList>() {
            // Its length may change while it is read.
            let mut index = 0;
            while index < list.len() {
                let part = list.get_item(index)?;
                self.value(element, &part).map_err(|wrong| wrong.under(format!("[{index}]")))?;
                index += 1;
            }
        } else if let Ok(tuple) = value.cast::<PyTuple>() {
            for (index, part) in tuple.iter().enumerate() {
                self.value(element, &part).map_err(|wrong| wrong.under(format!("[{index}]")))?;
            }
        } else {
            return Err(expected("list", value));
        }
        self.tape.end_list(ty);
        Ok(())
    }

    fn choice(&mut self, ty: ShapeId, value: &Bound<'py, PyAny>) -> Done {
        let (name, held) = if let Some(pair) = value.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2) {
            (pair.get_item(0)?, pair.get_item(1)?)
        } else if let Some(dict) = value.cast::<PyDict>().ok().filter(|dict| dict.len() == 1) {
            let items = dict.items();
            items.get_item(0)?.extract()?
        } else {
            return Err(expected("tuple of name and value", value));
        };
        let Ok(name) = name.cast_into::<PyString>() else {
            return Err(expected("tuple of name and value", value));
        };
        let words: Option<&Words> = self.names.alternatives(ty);
        let position = words.map(|words| words.position(&name)).transpose()?.flatten();
        let ShapeKind::Choice { alternatives, .. } = &self.shape.get(ty).kind else { return Ok(()) };
        let Some((index, alternative)) = position.and_then(|at| Some((at, alternatives.get(at)?))) else {
            return Err(Wrong::value("value", format!("`{name}` is no alternative of this CHOICE")));
        };
        self.tape.begin_choice(ty, index as u32);
        self.value(alternative.shape, &held)
            .map_err(|wrong| wrong.under(format!(".{}", alternative.name)))?;
        self.tape.end_choice(ty);
        Ok(())
    }

    fn open(&mut self, ty: ShapeId, value: &Bound<'py, PyAny>, open: &OpenShape) -> Done {
        let found = held(self.shape, self.names, open, &self.around, self.py)?;
        let is_octets = |held: &ShapeId| matches!(self.shape.get(*held).kind, ShapeKind::OctetString { .. });
        match (found, octets(value)?) {
            (Some(actual), octets) if octets.is_none() || is_octets(&actual) => {
                self.tape.begin_open(ty, actual);
                self.value(actual, value)?;
                self.tape.end_open(ty);
            }
            (_, Some(octets)) => self.tape.opaque(ty, octets.get()),
            (_, None) => {
                let message = "nothing says what this holds: give the octets of an encoding, as bytes";
                return Err(Wrong { what: What::Type(message.into()), path: Vec::new() });
            }
        }
        Ok(())
    }
}

/// Removes trailing zero bits, but keeps at least `least` bits.
fn trimmed(octets: &[u8], bits: u64, least: u64) -> (u64, &[u8]) {
    let is_set =
        |bit: &u64| octets.get((bit / 8) as usize).is_some_and(|octet| octet << (bit % 8) & 0x80 != 0);
    let kept = (0..bits).rev().find(is_set).map_or(0, |last| last + 1).max(least.min(bits));
    (kept, octets.get(..kept.div_ceil(8) as usize).unwrap_or(octets))
}

fn text<'b, 'py>(value: &'b Bound<'py, PyAny>) -> Result<&'b Bound<'py, PyString>, Wrong> {
    value.cast::<PyString>().map_err(|_| expected("str", value))
}

/// The characters of a string, if it is valid Unicode.
fn characters<'t>(text: &'t Bound<'_, PyString>) -> Result<&'t str, Wrong> {
    text.to_str().map_err(|_| Wrong::value("text", "it has half of a surrogate pair, which is no character"))
}

/// A float, or an integer converted to one.
fn number(value: &Bound<'_, PyAny>) -> Result<f64, Wrong> {
    match value.is_instance_of::<PyFloat>() || value.is_instance_of::<PyInt>() {
        true => value.extract().map_err(|_| Wrong::value("value", "it is beyond all floats")),
        false => Err(expected("float", value)),
    }
}
