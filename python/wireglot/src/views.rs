//! Other operations on messages: samples, other notations, and annotations.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use wireglot_driver::json::Layout;
use wireglot_driver::messages::{Reading, Unwritten, Writing};
use wireglot_driver::rules::Notation;
use wireglot_driver::{Rules, SampleOptions, Tape};

use crate::errors::{decode_error, encode_error, refused, ArgumentError};
use crate::form::Options;
use crate::ready::{ended, given, text_error, with_white_space, TextOctets};
use crate::ty::{notation_of, octets, Type};

/// The rules of a notation, if it is binary.
fn binary(notation: Notation) -> Option<Rules> {
    match notation {
        Notation::Binary(rules) => Some(rules),
        Notation::Text(_) => None,
    }
}

/// Random values, the same for the same seed.
pub fn samples<'py>(
    of: &Type,
    py: Python<'py>,
    seed: u64,
    count: usize,
    rules: Option<&str>,
    depth: u32,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let (options, ready) = (Options::of(options)?, of.ready_binary(py, rules)?);
    let drawing = SampleOptions { seed, depth, ..SampleOptions::default() };
    let mut samples = ready.message.samples(ready.rules, &drawing).map_err(|refusal| refused(py, refusal))?;
    let list = PyList::empty(py);
    for _ in 0..count {
        let tape = samples.draw().map_err(|undrawn| ArgumentError::new_err(undrawn.to_string()))?;
        list.append(ready.value(py, &tape, &options)?)?;
    }
    Ok(list)
}

/// Converts bytes or text from one notation to another.
pub fn convert<'py>(
    of: &Type,
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    source: &str,
    target: &str,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (from, to) = (notation_of(source)?, notation_of(target)?);
    let mut options = Options::of(options)?;
    options.decode.unknown = wireglot_driver::Unknowns::Keep;
    options.decode.defaults = false;
    let (both, ready);
    let message = match (binary(from), binary(to)) {
        (Some(from), Some(to)) if from != to => {
            both = of.for_rules(py, &[from, to])?;
            &both
        }
        // Calls of `decode` and `encode` use the same codec.
        (None, _) => {
            ready = of.ready(py, Some(target))?;
            &ready.message
        }
        _ => {
            ready = of.ready(py, Some(source))?;
            &ready.message
        }
    };
    let reading = Reading { rules: binary(from), options: options.decode, ..Reading::default() };
    let writing = Writing { rules: binary(to), options: options.encode, ..Writing::default() };
    let (mut tape, mut out) = (Tape::new(), Vec::new());
    match (from, to) {
        (Notation::Binary(_), Notation::Binary(_)) => {
            let data = octets(data)?;
            let made = message.relay(data.as_bytes(), (&reading, &writing), &mut tape, &mut out);
            made.map_err(|bad| decode_error(py, bad))?;
        }
        (Notation::Binary(_), Notation::Text(form)) => {
            let data = octets(data)?;
            let text = message.text(form).map_err(|refusal| refused(py, refusal))?;
            let mut writer = text.writer(Layout::Compact);
            message
                .decode_text(data.as_bytes(), &reading, &mut writer)
                .map_err(|bad| decode_error(py, bad))?;
            return Ok(match form.is_binary {
                true => PyBytes::new(py, writer.octets()).into_any(),
                false => PyString::new(py, &String::from_utf8_lossy(writer.octets())).into_any(),
            });
        }
        (Notation::Text(form), Notation::Binary(_)) => {
            let octets = TextOctets::of(data, form)?;
            let given = given(py, octets.get(), form)?;
            let text = message.text(form).map_err(|refusal| refused(py, refusal))?;
            let mut reader = text.reader(writing.rules, options.decode.limits);
            let written = message.encode_text(given, &mut reader, &mut tape, &writing, &mut out);
            let taken = written.map_err(|error| unwritten(py, error, octets.get().len()))?;
            ended(py, octets.get(), with_white_space(octets.get(), taken, form.is_binary))?;
        }
        (Notation::Text(_), Notation::Text(_)) => {
            return Err(ArgumentError::new_err("one of the notations has to be of octets"));
        }
    }
    Ok(PyBytes::new(py, &out).into_any())
}

/// Annotates each bit: rows of dictionaries, and the error at which they end.
pub fn inspect_rows<'py>(
    of: &Type,
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    rules: Option<&str>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<(Bound<'py, PyList>, Option<PyErr>)> {
    let (options, ready) = (Options::of(options)?, of.ready(py, rules)?);
    if let Some(text) = ready.text {
        return Err(ArgumentError::new_err(format!("inspect shows bytes, which {} has none of", text.word)));
    }
    let data = octets(data)?;
    let reading = Reading { rules: ready.rules, options: options.decode, ..Reading::default() };
    let annotated = ready.message.inspect(data.as_bytes(), &reading);
    let rows = PyList::empty(py);
    for span in annotated.spans {
        let row =
            (span.bit, span.bits, span.depth, span.part.word(), span.path, span.ty, span.value, span.why);
        rows.append(row)?;
    }
    let error = annotated.error.map(|stop| {
        let (code, message, path) = (stop.code, stop.message, stop.path);
        decode_error(
            py,
            wireglot_driver::messages::Bad { code, message, path, at: Some(stop.bit), ..Default::default() },
        )
    });
    Ok((rows, error))
}

/// The differences between two values: path, and both sides as text.
pub fn differences(
    of: &Type,
    left: &Bound<'_, PyAny>,
    right: &Bound<'_, PyAny>,
    rules: Option<&str>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<(String, Option<String>, Option<String>)>> {
    let py = left.py();
    let (options, ready) = (Options::of(options)?, of.ready(py, rules)?);
    let (mut one, mut other) = (Tape::new(), Tape::new());
    ready.fill(left, &options, &mut one)?;
    ready.fill(right, &options, &mut other)?;
    let (Some(one), Some(other)) = (one.root(), other.root()) else { return Ok(Vec::new()) };
    let most = Reading::default().most_text(0);
    let found = ready.message.differences(one, other, most).map_err(|error| encode_error(py, error))?;
    Ok(found.into_iter().map(|difference| (difference.path, difference.left, difference.right)).collect())
}

/// Why a text is not a value, or its value can't be encoded.
fn unwritten(py: Python<'_>, error: Unwritten, length: usize) -> PyErr {
    match error {
        Unwritten::Value { error, .. } => encode_error(py, error),
        Unwritten::Text(error) => text_error(py, error, length),
    }
}
