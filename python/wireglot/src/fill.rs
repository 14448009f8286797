//! Reads Python objects onto a tape, following the shape of their type.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMemoryView, PyString, PyTuple,
};
use wireglot_driver::names::{advice, advice_or_first};
use wireglot_driver::{
    Alternative, Contents, OpenShape, Rules, Shape, ShapeId, ShapeKind, Sink, Slot, SlotPresence, Tape,
};

use crate::form::{Form, Times};
use crate::leaves;
use crate::names::{Members, Names, Words};
use crate::read_keys::{held, Enclosing, Outer};
use crate::times;
use crate::wrong::{expected, expected_pair, Done, What, Wrong};

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

/// The entries of a dictionary that may change meanwhile: then some may be left out. Keys are only to be compared, by
/// address and before anything else runs.
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
    type Item = (*mut ffi::PyObject, Bound<'py, PyAny>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (mut key, mut value) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: the dictionary is alive, and the interpreter checks the position against its size, which only
        // it has changed. The value is alive until something else runs, and is referenced here before that.
        unsafe {
            match ffi::PyDict_Next(self.dict.as_ptr(), &mut self.position, &mut key, &mut value) {
                0 => None,
                _ => Some((key, Bound::from_borrowed_ptr(self.dict.py(), value))),
            }
        }
    }
}

impl<'py> Fill<'_, 'py> {
    /// Reads a value of a type; `outer` is the value that it is part of.
    pub fn value(&mut self, ty: ShapeId, value: &Bound<'py, PyAny>, outer: Outer<'_, 'py>) -> Done {
        let shape = self.shape;
        self.made += 1;
        match &shape.get(ty).kind {
            ShapeKind::Boolean => match value.cast::<PyBool>() {
                Ok(truth) => self.tape.boolean(ty, truth.is_true()),
                Err(_) => return Err(expected("bool", value)),
            },
            ShapeKind::Integer { named, .. } => return self.integer(ty, value, named),
            ShapeKind::Enumerated { items, .. } => return self.enumerated(ty, value, items),
            ShapeKind::BitString { contains, named, size, .. } => {
                let least = (self.form.trim && !named.is_empty()).then_some(size.lo);
                return self.bit_string(ty, value, outer, contains.as_ref(), least);
            }
            ShapeKind::OctetString { contains, .. } => {
                return self.octet_string(ty, value, outer, contains.as_ref())
            }
            ShapeKind::Null => match value.is_none() {
                true => self.tape.null(ty),
                false => return Err(expected("None", value)),
            },
            kind @ (ShapeKind::Oid | ShapeKind::RelativeOid) => {
                let text = text(value)?;
                let relative = matches!(kind, ShapeKind::RelativeOid);
                if !relative && self.names.oids.contents(text, |contents| self.tape.oid(ty, contents)) {
                    return Ok(());
                }
                let contents = leaves::oid_contents(characters(text)?, relative);
                let contents = contents.map_err(|wrong| Wrong::value("oid", wrong))?;
                if !relative {
                    self.names.oids.keep(text, &contents);
                }
                self.tape.oid(ty, &contents);
            }
            ShapeKind::OidIri | ShapeKind::RelativeOidIri => self.tape.string(ty, characters(text(value)?)?),
            ShapeKind::String { kind, .. } => {
                let text = characters(text(value)?)?;
                let stranger = || text.chars().find(|character| !leaves::is_of(*kind, *character));
                if let Some(stranger) = self.form.alphabets.then(stranger).flatten() {
                    return Err(Wrong::value(
                        "alphabet",
                        format!("{stranger:?} is not a character of this type"),
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
                    let text = times::to_text(value, *kind, canonical, self.form.times)?;
                    self.tape.string(ty, &text.ok_or_else(|| expected(times::class_of(*kind), value))?);
                }
            }
            ShapeKind::Real | ShapeKind::Float { .. } => match number(value)? {
                zero if zero == 0.0 && self.form.unsigned_zero => self.tape.float(ty, 0.0),
                number => self.tape.float(ty, number),
            },
            ShapeKind::Record { slots, .. } => {
                let this = self.enclosing(ty, value, outer)?;
                return self.record(&this, slots);
            }
            ShapeKind::List { element, .. } => {
                let this = self.enclosing(ty, value, outer)?;
                return self.list(&this, *element);
            }
            ShapeKind::Choice { alternatives, .. } => {
                let this = self.enclosing(ty, value, outer)?;
                return self.choice(&this, alternatives);
            }
            ShapeKind::Open(open) => return self.open(ty, value, outer, open),
        }
        Ok(())
    }

    /// A value with parts, if it is not nested too deeply.
    #[inline]
    fn enclosing<'a>(
        &self,
        ty: ShapeId,
        value: &'a Bound<'py, PyAny>,
        outer: Outer<'a, 'py>,
    ) -> Result<Enclosing<'a, 'py>, Wrong> {
        let depth = outer.map_or(0, |outer| outer.depth);
        if depth >= self.depth {
            return Err(Wrong::value("limit", format!("it is nested deeper than {}", self.depth)));
        }
        Ok(Enclosing { ty, value, outer, depth: depth + 1 })
    }

    fn integer(&mut self, ty: ShapeId, value: &Bound<'py, PyAny>, named: &[(String, impl ToString)]) -> Done {
        if let Ok(number) = value.cast::<PyInt>() {
            match leaves::small_integer(number) {
                Some(number) => self.tape.integer(ty, number),
                None => self.tape.big_integer(ty, &leaves::twos_complement(value)?),
            }
            return Ok(());
        }
        if let Some(number) = index(value) {
            return self.integer(ty, &number?, named);
        }
        let name = value.cast::<PyString>().ok().filter(|_| !named.is_empty());
        let name = characters(name.ok_or_else(|| expected("int", value))?)?;
        let Some((_, number)) = named.iter().find(|(known, _)| known == name) else {
            let names = named.iter().map(|(name, _)| name.as_str());
            let told = format!("`{name}` is not a named number of this type{}", advice_or_first(name, names));
            return Err(Wrong::value("value", told));
        };
        match number.to_string().parse() {
            Ok(number) => self.tape.integer(ty, number),
            Err(_) => return Err(Wrong::value("value", format!("`{name}` has to be given as a number"))),
        }
        Ok(())
    }

    fn enumerated(&mut self, ty: ShapeId, value: &Bound<'py, PyAny>, items: &[(String, i64)]) -> Done {
        if let Ok(name) = value.cast::<PyString>() {
            let Some(number) = self.names.number(ty, name)? else {
                let (name, names) = (name.to_string_lossy(), items.iter().map(|(name, _)| name.as_str()));
                let told =
                    format!("`{name}` is not an item of this ENUMERATED{}", advice_or_first(&name, names));
                return Err(Wrong::value("value", told));
            };
            self.tape.enumerated(ty, number);
            return Ok(());
        }
        if let Some(number) = index(value) {
            return self.enumerated(ty, &number?, items);
        }
        let number = value.cast::<PyInt>().map_err(|_| expected("str", value))?;
        match leaves::small_integer(number) {
            Some(number) => self.tape.enumerated(ty, number),
            // bitproto has 64-bit enums.
            None if self.rules.is_none() => self.tape.big_integer(ty, &leaves::twos_complement(value)?),
            None => return Err(Wrong::value("value", "no item of this ENUMERATED has that number")),
        }
        Ok(())
    }

    /// Reads bits; trailing zeros are removed down to `least` bits, if given.
    fn bit_string(
        &mut self,
        ty: ShapeId,
        value: &Bound<'py, PyAny>,
        outer: Outer<'_, 'py>,
        contains: Option<&Contents>,
        least: Option<u64>,
    ) -> Done {
        let is_bits = |(held, bits): &(Borrowed<'_, 'py, PyAny>, Borrowed<'_, 'py, PyAny>)| {
            let is_octets = held.is_instance_of::<PyBytes>()
                || held.is_instance_of::<PyByteArray>()
                || held.is_instance_of::<PyMemoryView>();
            is_octets && bits.is_instance_of::<PyInt>()
        };
        let Some((held, bits)) = pair(value).filter(is_bits) else {
            return match contains {
                Some(contents) => self.contained(ty, value, outer, contents),
                None => Err(expected_pair("bytes and number of bits", value)),
            };
        };
        let Some(held) = octets(&held)? else {
            return Err(expected_pair("bytes and number of bits", value));
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

    fn octet_string(
        &mut self,
        ty: ShapeId,
        value: &Bound<'py, PyAny>,
        outer: Outer<'_, 'py>,
        contains: Option<&Contents>,
    ) -> Done {
        let is_octets = |held: ShapeId| matches!(self.shape.get(held).kind, ShapeKind::OctetString { .. });
        if let Some(contents) = contains.filter(|contents| is_octets(contents.shape)) {
            return self.contained(ty, value, outer, contents);
        }
        match (octets(value)?, contains) {
            (Some(held), _) => self.tape.octet_string(ty, held.get()),
            (None, Some(contents)) => return self.contained(ty, value, outer, contents),
            (None, None) => return Err(expected("bytes", value)),
        }
        Ok(())
    }

    fn contained(
        &mut self,
        ty: ShapeId,
        value: &Bound<'py, PyAny>,
        outer: Outer<'_, 'py>,
        contents: &Contents,
    ) -> Done {
        let rules = contents.rules.or(self.rules).unwrap_or_default();
        self.tape.begin_contained(ty, rules);
        self.value(contents.shape, value, outer)?;
        self.tape.end_contained(ty);
        Ok(())
    }

    fn record(&mut self, this: &Enclosing<'_, 'py>, slots: &[Slot]) -> Done {
        let Ok(dict) = this.value.cast::<PyDict>() else { return Err(expected("dict", this.value)) };
        self.tape.begin_record(this.ty);
        let Members { names, required, .. } = self.names.members(this.ty);
        let (seen, is_all) = self.in_order(this, dict, slots, names)?;
        if !(is_all && required.is_some_and(|required| required & !seen == 0)) {
            self.in_any_order(this, dict, slots, seen)?;
        }
        self.tape.end_record(this.ty);
        Ok(())
    }

    /// Reads the parts of a dictionary for as long as its keys come in the order of the slots and are the very
    /// strings that decoding uses, as most are, which saves looking up what is absent. Returns a bit for each
    /// slot that was read, and whether these are all of the dictionary.
    fn in_order(
        &mut self,
        this: &Enclosing<'_, 'py>,
        dict: &Bound<'py, PyDict>,
        slots: &[Slot],
        names: &[Py<PyString>],
    ) -> Result<(u64, bool), Wrong> {
        let (mut seen, mut next) = (0, 0);
        for (key, part) in Entries::new(dict) {
            let rest = names.get(next..64.min(names.len())).unwrap_or_default();
            let Some(skipped) = rest.iter().position(|name| name.as_ptr() == key) else {
                return Ok((seen, false));
            };
            next += skipped;
            seen |= 1 << next;
            self.part(this, next, &slots[next], &part)?;
            next += 1;
        }
        Ok((seen, true))
    }

    /// Reads the parts of a dictionary that are not among those in `seen`.
    fn in_any_order(
        &mut self,
        this: &Enclosing<'_, 'py>,
        dict: &Bound<'py, PyDict>,
        slots: &[Slot],
        seen: u64,
    ) -> Done {
        let mut there = seen.count_ones() as usize;
        for (index, (slot, name)) in slots.iter().zip(&self.names.members(this.ty).names).enumerate() {
            if index < 64 && seen >> index & 1 != 0 {
                continue;
            }
            // Once all of the dictionary has been read, the other slots are absent.
            let part = if there < dict.len() { dict.get_item(name)? } else { None };
            match part {
                Some(part) => {
                    there += 1;
                    self.part(this, index, slot, &part)?;
                }
                None if matches!(slot.presence, SlotPresence::Required) => {
                    let told = match self.stranger(dict, slots) {
                        Some(told) => format!("there is no `{}`: {told}", slot.name),
                        None => format!("there is no `{}`", slot.name),
                    };
                    return Err(Wrong::value("missing", told));
                }
                None => {}
            }
        }
        match there < dict.len() && !self.form.lenient {
            true => Err(Wrong::value(
                "unknown",
                self.stranger(dict, slots)
                    .unwrap_or_else(|| "the dictionary changed while it was read".into()),
            )),
            false => Ok(()),
        }
    }

    #[inline]
    fn part(
        &mut self,
        this: &Enclosing<'_, 'py>,
        index: usize,
        slot: &Slot,
        part: &Bound<'py, PyAny>,
    ) -> Done {
        self.tape.slot(index as u32);
        self.value(slot.shape, part, Some(this)).map_err(|wrong| {
            let can_be_absent = !matches!(slot.presence, SlotPresence::Required);
            let advice = if part.is_none() && can_be_absent { ": leave out what is absent" } else { "" };
            wrong.advise(advice).under(format!(".{}", slot.name))
        })
    }

    /// The first member that the type does not have.
    #[cold]
    fn stranger(&self, dict: &Bound<'py, PyDict>, slots: &[Slot]) -> Option<String> {
        let names = || slots.iter().map(|slot| slot.name.as_str());
        let known = |key: &Bound<'_, PyAny>| {
            let key = key.cast::<PyString>().ok().and_then(|key| key.to_str().ok());
            key.is_some_and(|key| names().any(|name| name == key))
        };
        let key = dict.keys().iter().find(|key| !known(key))?;
        let shown = key.repr().map_or_else(|_| "?".into(), |key| key.to_string());
        let meant = key
            .cast::<PyString>()
            .map_or_else(|_| String::new(), |key| advice(&key.to_string_lossy(), names()));
        Some(format!("the type has no component {shown}{meant}"))
    }

    fn list(&mut self, this: &Enclosing<'_, 'py>, element: ShapeId) -> Done {
        self.tape.begin_list(this.ty);
        if let Ok(list) = this.value.cast::<PyList>() {
            // Its length may change while it is read.
            let mut index = 0;
            while index < list.len() {
                self.element(this, element, index, &list.get_item(index)?)?;
                index += 1;
            }
        } else if let Ok(tuple) = this.value.cast::<PyTuple>() {
            for (index, part) in tuple.iter_borrowed().enumerate() {
                self.element(this, element, index, &part)?;
            }
        } else {
            return Err(expected("list", this.value));
        }
        self.tape.end_list(this.ty);
        Ok(())
    }

    #[inline]
    fn element(
        &mut self,
        this: &Enclosing<'_, 'py>,
        element: ShapeId,
        index: usize,
        part: &Bound<'py, PyAny>,
    ) -> Done {
        self.value(element, part, Some(this)).map_err(|wrong| wrong.under(format!("[{index}]")))
    }

    fn choice(&mut self, this: &Enclosing<'_, 'py>, alternatives: &[Alternative]) -> Done {
        if let Some((name, held)) = pair(this.value) {
            return self.alternative(this, alternatives, &name, &held);
        }
        let dict = this.value.cast::<PyDict>().ok().filter(|dict| dict.len() == 1);
        let Some(dict) = dict else { return Err(expected_pair("name and value", this.value)) };
        let (name, held): (Bound<'py, PyAny>, Bound<'py, PyAny>) = dict.items().get_item(0)?.extract()?;
        self.alternative(this, alternatives, &name, &held)
    }

    #[inline]
    fn alternative(
        &mut self,
        this: &Enclosing<'_, 'py>,
        alternatives: &[Alternative],
        name: &Bound<'py, PyAny>,
        held: &Bound<'py, PyAny>,
    ) -> Done {
        let Ok(name) = name.cast::<PyString>() else {
            return Err(expected_pair("name and value", this.value));
        };
        let words: Option<&Words> = self.names.alternatives(this.ty);
        let position = words.map(|words| words.position(name)).transpose()?.flatten();
        let Some((index, alternative)) = position.and_then(|at| Some((at, alternatives.get(at)?))) else {
            let (name, names) = (name.to_string_lossy(), alternatives.iter().map(|one| one.name.as_str()));
            let told =
                format!("`{name}` is not an alternative of this CHOICE{}", advice_or_first(&name, names));
            return Err(Wrong::value("value", told));
        };
        self.tape.begin_choice(this.ty, index as u32);
        self.value(alternative.shape, held, Some(this))
            .map_err(|wrong| wrong.under(format!(".{}", alternative.name)))?;
        self.tape.end_choice(this.ty);
        Ok(())
    }

    fn open(
        &mut self,
        ty: ShapeId,
        value: &Bound<'py, PyAny>,
        outer: Outer<'_, 'py>,
        open: &OpenShape,
    ) -> Done {
        let found = held(self.shape, self.names, open, outer, self.py)?;
        let is_octets = |held: &ShapeId| matches!(self.shape.get(*held).kind, ShapeKind::OctetString { .. });
        match (found, octets(value)?) {
            (Some(actual), octets) if octets.is_none() || is_octets(&actual) => {
                self.tape.begin_open(ty, actual);
                self.value(actual, value, outer)?;
                self.tape.end_open(ty);
            }
            (_, Some(octets)) => self.tape.opaque(ty, octets.get()),
            (_, None) => {
                let message = "nothing says what this holds: give the octets of an encoding, as bytes";
                return Err(Wrong::new(What::Type(message.into())));
            }
        }
        Ok(())
    }
}

/// The parts of a tuple of two.
#[inline]
fn pair<'a, 'py>(
    value: &'a Bound<'py, PyAny>,
) -> Option<(Borrowed<'a, 'py, PyAny>, Borrowed<'a, 'py, PyAny>)> {
    let pair = value.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2)?;
    Some((pair.get_borrowed_item(0).ok()?, pair.get_borrowed_item(1).ok()?))
}

/// Removes trailing zero bits, but keeps at least `least` bits.
pub fn trimmed(octets: &[u8], bits: u64, least: u64) -> (u64, &[u8]) {
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
    text.to_str()
        .map_err(|_| Wrong::value("text", "it has half of a surrogate pair, which is not a character"))
}

/// A float, or an integer converted to one.
fn number(value: &Bound<'_, PyAny>) -> Result<f64, Wrong> {
    match value.is_instance_of::<PyFloat>() || value.is_instance_of::<PyInt>() {
        true => value.extract().map_err(|_| Wrong::value("value", "it is beyond all floats")),
        false => Err(expected("float", value)),
    }
}

/// An object that Python takes as an integer though it is none, such as those of numpy. Of others, nothing.
#[cold]
fn index<'py>(value: &Bound<'py, PyAny>) -> Option<PyResult<Bound<'py, PyAny>>> {
    if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyString>() {
        return None;
    }
    let number = value.get_type().getattr_opt("__index__").ok()??;
    Some(number.call1((value,)).and_then(|number| Ok(number.cast_into::<PyInt>()?.into_any())))
}
