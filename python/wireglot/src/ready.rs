//! Messages in some rules, ready for decoding and encoding.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use wireglot_driver::json::Layout;
use wireglot_driver::messages::{decode_into, Message, Reading, Unwritten, Writing};
use wireglot_driver::texts::{Given, Text};
use wireglot_driver::{DecodeOptions, Limits, Rules, ShapeId, Tape};

use crate::errors::{decode_error, encode_error, refused, ArgumentError};
use crate::fill::Fill;
use crate::form::{Absent, Options};
use crate::names::{inside, Names};
use crate::objects::Objects;
use crate::views::unwritten;

/// From this many values on, other threads may run while a message is encoded.
const LONG: usize = 10_000;

/// Messages in some rules, with their names in Python.
pub struct Ready {
    pub message: Box<dyn Message>,
    pub names: Names,
    pub ty: ShapeId,
    pub rules: Option<Rules>,
    /// The notation, for text.
    pub text: Option<Text>,
    /// Whether messages are decoded on the fast path.
    pub regular: Regular,
}

/// Whether the next message is likely to be regular. After messages that are not, more and more are not tried.
#[derive(Default)]
pub struct Regular {
    /// How many messages in a row were not.
    misses: AtomicU32,
    /// How many more are not tried.
    skipped: AtomicU32,
}

/// At most two to the power of so many messages are not tried.
const MOST_MISSES: u32 = 8;

impl Regular {
    fn is_likely(&self) -> bool {
        match self.skipped.load(Relaxed).checked_sub(1) {
            Some(left) => {
                self.skipped.store(left, Relaxed);
                false
            }
            None => true,
        }
    }

    fn was(&self, regular: bool) {
        let misses = match regular {
            true if self.misses.load(Relaxed) == 0 => return,
            true => 0,
            false => (self.misses.load(Relaxed) + 1).min(MOST_MISSES),
        };
        self.misses.store(misses, Relaxed);
        self.skipped.store((1 << misses) - 1, Relaxed);
    }
}

impl Ready {
    /// Decodes the value at the start of `octets`; also returns its size in bytes.
    pub fn decode<'py>(
        &self,
        py: Python<'py>,
        octets: &[u8],
        options: &Options,
        several: bool,
    ) -> PyResult<(Bound<'py, PyAny>, usize)> {
        let mut decode = options.decode;
        decode.trailing = several;
        let reading = Reading { rules: self.rules, options: decode, several, ..Reading::default() };
        let mut objects = Objects::new(py, &self.names, &options.form, self.message.shape());
        if let Some(taken) = self.decode_regular(octets, &decode, &mut objects) {
            return Ok((objects.finish()?, taken));
        }
        if let Some(error) = objects.interrupted() {
            return Err(error);
        }
        match decode_into(&*self.message, octets, &reading, &mut objects) {
            Ok(taken) => Ok((objects.finish()?, taken)),
            Err(bad) => Err(objects.interrupted().unwrap_or_else(|| decode_error(py, bad))),
        }
    }

    /// Decodes a value on the fast path; `None` if it has to be decoded with events.
    fn decode_regular(
        &self,
        octets: &[u8],
        options: &DecodeOptions,
        objects: &mut Objects<'_, '_>,
    ) -> Option<usize> {
        let (codec, root) = self.message.codec(self.rules).filter(|_| self.regular.is_likely())?;
        objects.defaults = options.defaults;
        let options = DecodeOptions { defaults: false, ..*options };
        let place = inside(self.message.shape(), self.ty);
        let taken = codec.decode_cells(root, octets, &options, place, objects);
        self.regular.was(taken.is_some());
        if taken.is_none() {
            objects.clear();
        }
        taken
    }

    /// Encodes a value, which is first read onto the tape.
    pub fn encode(
        &self,
        value: &Bound<'_, PyAny>,
        options: &Options,
        tape: &mut Tape,
        out: &mut Vec<u8>,
    ) -> PyResult<()> {
        let py = value.py();
        let made = self.fill(value, options, tape)?;
        let writing = Writing { rules: self.rules, options: options.encode, ..Writing::default() };
        let mut write = || tape.root().map(|root| self.message.encode(root, &writing, out));
        match if made > LONG { py.detach(write) } else { write() } {
            Some(Err(error)) => Err(encode_error(py, error)),
            _ => Ok(()),
        }
    }

    /// Reads a value onto the tape, which is cleared first; returns its number of parts.
    pub fn fill(&self, value: &Bound<'_, PyAny>, options: &Options, tape: &mut Tape) -> PyResult<usize> {
        let py = value.py();
        tape.clear();
        let (shape, names, form) = (self.message.shape(), &self.names, &options.form);
        let depth = options.encode.depth;
        let mut fill = Fill { py, shape, names, form, rules: self.rules, depth, tape, made: 0 };
        fill.value(self.ty, value, None).map_err(|wrong| wrong.raise(py, self.message.name()))?;
        Ok(fill.made)
    }

    /// The contents of a tape, as a Python value.
    pub fn value<'py>(&self, py: Python<'py>, tape: &Tape, options: &Options) -> PyResult<Bound<'py, PyAny>> {
        let mut objects = Objects::new(py, &self.names, &options.form, self.message.shape());
        tape.roots().take(1).for_each(|root| root.play(&mut objects));
        objects.finish()
    }

    /// Reads a value from a text.
    pub fn decode_text<'py>(
        &self,
        data: &Bound<'py, PyAny>,
        form: Text,
        options: &Options,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = data.py();
        let octets = data.cast::<PyBytes>().ok().map(|octets| octets.as_bytes());
        let mut options = *options;
        if options.decode.defaults && options.form.absent == Absent::Left {
            // The readers of text notations do not insert defaults.
            options.form.absent = Absent::Given;
        }
        let given = match octets {
            Some(octets) if form.is_binary => Given::Octets(octets),
            Some(octets) => Given::Text(utf8(octets)?),
            None => Given::Text(data.cast::<PyString>()?.to_str()?),
        };
        let is_binary = form.is_binary;
        let form = self.message.text(form).map_err(|refusal| refused(py, refusal))?;
        let mut tape = Tape::new();
        let taken = form.reader(None, Limits::default()).read(given, &mut tape);
        let taken = taken.map_err(|error| unwritten(py, Unwritten::Text(error)))?;
        let rest = given.behind(taken).octets();
        if !(if is_binary { rest } else { rest.trim_ascii() }).is_empty() {
            let message = format!("there is more data after the value, starting at byte {taken}");
            return Err(decode_error(
                py,
                wireglot_driver::messages::Bad { code: "trailing", message, ..Default::default() },
            ));
        }
        self.value(py, &tape, &options)
    }

    /// Writes a value as text.
    pub fn encode_text<'py>(
        &self,
        value: &Bound<'py, PyAny>,
        form: Text,
        options: &Options,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = value.py();
        let mut tape = Tape::new();
        self.fill(value, options, &mut tape)?;
        let form = self.message.text(form).map_err(|refusal| refused(py, refusal))?;
        let mut writer = form.writer(if options.indented { Layout::Indented } else { Layout::Compact });
        if let (Some(value), wireglot_driver::messages::Writer::Values(writer)) = (tape.root(), &mut writer) {
            writer.value(value).map_err(|error| decode_error(py, error.into()))?;
        }
        match form.is_binary() {
            true => Ok(PyBytes::new(py, writer.octets()).into_any()),
            false => Ok(PyString::new(py, utf8(writer.octets())?).into_any()),
        }
    }
}

/// Bytes as UTF-8 text.
fn utf8(octets: &[u8]) -> PyResult<&str> {
    str::from_utf8(octets).map_err(|error| ArgumentError::new_err(error.to_string()))
}
