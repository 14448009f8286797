//! A type: decodes and encodes its values.

use std::sync::{Arc, Mutex, OnceLock};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use wireglot_driver::languages::Feature;
use wireglot_driver::messages::Message;
use wireglot_driver::rules::{common_name, Notation};
use wireglot_driver::{texts, Rules, ShapeId, Tape};

use crate::compile::Spec;
use crate::describe::describe;
use crate::errors::{type_error, ArgumentError};
use crate::form::Options;
use crate::names::Names;
use crate::ready::{Ready, Regular, TextOctets};
use crate::views;

/// The number of slots for ready codecs: one per notation, and one for schemas that need none.
const PLACES: usize = Rules::ALL.len() + texts::ALL.len() + 1;

/// A type of a specification.
#[pyclass(frozen, subclass, module = "wireglot._wireglot")]
pub struct Type {
    spec: Py<Spec>,
    name: String,
    /// The default rules of calls.
    rules: Option<Notation>,
    /// The slot of the codec for them.
    place: usize,
    ready: [OnceLock<Arc<Ready>>; PLACES],
    /// What encoding works with, which is reused.
    desk: Mutex<Desk>,
}

/// The arguments that make a type again.
type PickledType = (Py<Spec>, String, Option<&'static str>);

/// A tape, onto which a value is read, and its encoding.
#[derive(Default)]
struct Desk {
    tape: Tape,
    out: Vec<u8>,
}

/// The names of all rules.
pub fn rule_words() -> Vec<&'static str> {
    Rules::ALL.into_iter().map(Rules::word).collect()
}

/// The slot of a notation's codec.
fn place_of(notation: Notation) -> usize {
    Notation::all().position(|known| known == notation).unwrap_or(PLACES - 1)
}

/// The notation of that name.
pub fn notation_of(word: &str) -> PyResult<Notation> {
    Notation::from_word(word).ok_or_else(|| {
        ArgumentError::new_err(match common_name(&word.to_ascii_lowercase()) {
            Some(each) => format!("there is no notation {word:?}: {each}"),
            None => {
                let words: Vec<&str> = Notation::words().collect();
                format!("there is no notation {word:?}; there are {}", words.join(", "))
            }
        })
    })
}

/// The bytes of an argument: those of `bytes` without a copy, those of any other buffer as a copy.
pub fn octets<'py>(data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    if let Ok(octets) = data.cast::<PyBytes>() {
        return Ok(octets.clone());
    }
    let py = data.py();
    let view = py.import("builtins")?.getattr("memoryview")?.call1((data,));
    match view {
        Ok(view) => Ok(view.call_method0("tobytes")?.cast_into::<PyBytes>()?),
        Err(_) => {
            let name = data.get_type().name()?;
            Err(type_error(py, format!("bytes are expected, not {name}"), String::new()))
        }
    }
}

impl Type {
    /// The codec for these rules, or for those of the type.
    pub fn ready(&self, py: Python<'_>, rules: Option<&str>) -> PyResult<&Arc<Ready>> {
        let (notation, place) = match rules.map(notation_of).transpose()? {
            Some(notation) => (Some(notation), place_of(notation)),
            None => (self.rules, self.place),
        };
        let place = &self.ready[place];
        if let Some(ready) = place.get() {
            return Ok(ready);
        }
        let made = Arc::new(self.prepare(py, notation)?);
        Ok(place.get_or_init(|| made))
    }

    /// The same, but for text the codec for BER, if the schema language has rules: text alone prepares none.
    pub fn ready_binary(&self, py: Python<'_>, rules: Option<&str>) -> PyResult<&Arc<Ready>> {
        let ready = self.ready(py, rules)?;
        match ready.text.is_some() && self.spec.get().has(Feature::Rules) {
            true => self.ready(py, Some(Rules::default().word())),
            false => Ok(ready),
        }
    }

    fn prepare(&self, py: Python<'_>, notation: Option<Notation>) -> PyResult<Ready> {
        let spec = self.spec.get();
        if spec.has(Feature::Rules) && notation.is_none() {
            let words: Vec<&str> = Notation::words().collect();
            return Err(ArgumentError::new_err(format!("say by which rules: {}", words.join(", "))));
        }
        let (rules, text) = match notation {
            Some(Notation::Binary(rules)) => (Some(rules), None),
            Some(Notation::Text(text)) => (None, Some(text)),
            None => (None, None),
        };
        let message = spec.message(py, Some(&self.name), rules.as_slice())?;
        let names = Names::new(py, message.shape())?;
        let roots = &message.shape().roots;
        let named = roots.iter().find(|root| root.reference == message.name() || root.reference == self.name);
        let ty = named.or_else(|| roots.get(message.root())).map_or(ShapeId(0), |root| root.shape);
        Ok(Ready { message, names, ty, rules, text, regular: Regular::default() })
    }

    /// Messages in several rules at once.
    pub fn for_rules(&self, py: Python<'_>, rules: &[Rules]) -> PyResult<Box<dyn Message>> {
        self.spec.get().message(py, Some(&self.name), rules)
    }
}

#[pymethods]
impl Type {
    #[new]
    fn new(spec: Py<Spec>, name: String, rules: Option<&str>) -> PyResult<Type> {
        let rules = rules.map(notation_of).transpose()?;
        let ready = [const { OnceLock::new() }; PLACES];
        let place = rules.map_or(PLACES - 1, place_of);
        Ok(Type { spec, name, rules, place, ready, desk: Mutex::default() })
    }

    /// The name of the type.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Decodes one value, which must take all bytes.
    #[pyo3(signature = (data, rules=None, **options))]
    fn decode<'py>(
        &self,
        py: Python<'py>,
        data: &Bound<'py, PyAny>,
        rules: Option<&str>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ready = self.ready(py, rules)?;
        if let Some(text) = ready.text {
            let options = Options::of(options)?;
            let reader = if options.decode.checks { self.ready_binary(py, rules)? } else { ready };
            return reader.decode_text(data, text, &options, 0, false).map(|(value, _)| value);
        }
        let octets = octets(data)?;
        ready.decode(py, octets.as_bytes(), &Options::of(options)?, false).map(|(value, _)| value)
    }

    /// Decodes the value at the start of the bytes; returns it and its size in bytes.
    #[pyo3(signature = (data, rules=None, start=0, **options))]
    fn decode_some<'py>(
        &self,
        py: Python<'py>,
        data: &Bound<'py, PyAny>,
        rules: Option<&str>,
        start: usize,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Bound<'py, PyAny>, usize)> {
        let ready = self.ready(py, rules)?;
        if let Some(text) = ready.text {
            let options = Options::of(options)?;
            let reader = if options.decode.checks { self.ready_binary(py, rules)? } else { ready };
            return reader.decode_text(data, text, &options, start, true);
        }
        let octets = octets(data)?;
        ready.decode(py, octets.as_bytes().get(start..).unwrap_or_default(), &Options::of(options)?, true)
    }

    /// The bytes of an argument of `decode_some`.
    #[pyo3(signature = (data, rules=None))]
    fn octets<'py>(
        &self,
        py: Python<'py>,
        data: &Bound<'py, PyAny>,
        rules: Option<&str>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        match self.ready(py, rules)?.text {
            Some(text) => Ok(PyBytes::new(py, TextOctets::of(data, text)?.get())),
            None => octets(data),
        }
    }

    /// Whether a notation is text.
    #[pyo3(signature = (rules=None))]
    fn is_text(&self, py: Python<'_>, rules: Option<&str>) -> PyResult<bool> {
        Ok(self.ready(py, rules)?.text.is_some_and(|text| !text.is_binary))
    }

    /// Encodes a value.
    #[pyo3(signature = (value, rules=None, **options))]
    fn encode<'py>(
        &self,
        py: Python<'py>,
        value: &Bound<'py, PyAny>,
        rules: Option<&str>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (options, ready) = (Options::of(options)?, self.ready(py, rules)?);
        if let Some(text) = ready.text {
            let checker = self.ready_binary(py, rules)?;
            if options.encode.checks && checker.text.is_none() {
                checker.check(value, &options)?;
            }
            return ready.encode_text(value, text, &options);
        }
        let encode = |Desk { tape, out }: &mut Desk| {
            out.clear();
            ready.encode(value, &options, tape, out)?;
            Ok(PyBytes::new(py, out).into_any())
        };
        match self.desk.try_lock() {
            Ok(mut desk) => encode(&mut desk),
            // It is in use, by another thread or by this one further up the stack.
            Err(_) => encode(&mut Desk::default()),
        }
    }

    /// Random values, the same for the same seed.
    #[pyo3(signature = (seed=0, count=1, rules=None, depth=6, **options))]
    fn samples<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        count: usize,
        rules: Option<&str>,
        depth: u32,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        views::samples(self, py, seed, count, rules, depth, options)
    }

    /// Converts bytes or text from one notation to another.
    #[pyo3(signature = (data, source, target, **options))]
    fn convert<'py>(
        &self,
        py: Python<'py>,
        data: &Bound<'py, PyAny>,
        source: &str,
        target: &str,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        views::convert(self, py, data, source, target, options)
    }

    /// Annotates each bit: rows of dictionaries, and the error at which they end.
    #[pyo3(signature = (data, rules=None, **options))]
    fn inspect_rows<'py>(
        &self,
        py: Python<'py>,
        data: &Bound<'py, PyAny>,
        rules: Option<&str>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Bound<'py, PyList>, Option<PyErr>)> {
        views::inspect_rows(self, py, data, rules, options)
    }

    /// The differences between two values: path, and both sides as text.
    #[pyo3(signature = (left, right, rules=None, **options))]
    fn differences(
        &self,
        left: &Bound<'_, PyAny>,
        right: &Bound<'_, PyAny>,
        rules: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<(String, Option<String>, Option<String>)>> {
        views::differences(self, left, right, rules, options)
    }

    /// The shape of values: kind, name and parts of each type in use. One of them is marked as `root`.
    fn describe<'py>(&self, py: Python<'py>, rules: Option<&str>) -> PyResult<Bound<'py, PyList>> {
        describe(py, self.ready(py, rules)?)
    }

    /// Pickles its specification, which is compiled again when unpickled, and its name.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PickledType)> {
        let arguments = (self.spec.clone_ref(py), self.name.clone(), self.rules.map(Notation::word));
        Ok((py.import("wireglot._spec")?.getattr("unpickled_type")?, arguments))
    }

    fn __repr__(&self) -> String {
        format!("<wireglot type {}>", self.name)
    }
}
