//! Messages in some rules, ready for decoding and encoding.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use wireglot_driver::json::Layout;
use wireglot_driver::messages::{decode_into, Bad, FieldError, Message, Reading, Writing};
use wireglot_driver::texts::{Given, Text, TextError, TextSettings, Unsayable};
use wireglot_driver::{DecodeOptions, Rules, ShapeId, Tape};

use crate::errors::{decode_error, encode_error, refused};
use crate::fill::Fill;
use crate::form::{Absent, Options};
use crate::names::{inside, Names};
use crate::objects::Objects;
use crate::ty::octets;

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

    /// Reads the value at the start of a text; also returns where in the text it ends, with the white space after it.
    /// Only the codec of octets ([`super::ty::Type::ready_binary`]) checks constraints.
    pub fn decode_text<'py>(
        &self,
        data: &Bound<'py, PyAny>,
        form: Text,
        options: &Options,
        start: usize,
        several: bool,
    ) -> PyResult<(Bound<'py, PyAny>, usize)> {
        let py = data.py();
        let text = TextOctets::of(data, form)?;
        let octets = text.get().get(start..).unwrap_or_default();
        let mut options = *options;
        if options.decode.defaults && options.form.absent == Absent::Left {
            // The readers of text notations do not insert defaults.
            options.form.absent = Absent::Given;
        }
        let given = given(py, octets, form)?;
        let is_binary = form.is_binary;
        let form = self.message.text(form).map_err(|refusal| refused(py, refusal))?;
        let form = form.with(settings(options.form.nameless, options.form.quoted_zero));
        let mut tape = Tape::new();
        let taken = form.reader(None, options.decode.limits).read(given, &mut tape);
        let taken = taken.map_err(|error| text_error(py, error, octets.len()))?;
        let taken = with_white_space(octets, taken, is_binary);
        if !several {
            ended(py, octets, taken)?;
        }
        if options.decode.checks && self.text.is_none() {
            let writing = Writing { rules: self.rules, options: options.encode, ..Writing::default() };
            let check = tape.root().map(|root| self.message.encode(root, &writing, &mut Vec::new()));
            if let Some(Err(FieldError { code, path, message })) = check {
                return Err(decode_error(py, Bad { code, path, message, ..Bad::default() }));
            }
        }
        Ok((self.value(py, &tape, &options)?, taken))
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
            let path = self.message.name().to_string();
            let unsaid = |error: Unsayable| FieldError { code: error.code, path, message: error.message };
            writer.value(value).map_err(|error| encode_error(py, unsaid(error)))?;
        }
        match form.is_binary() {
            true => Ok(PyBytes::new(py, writer.octets()).into_any()),
            false => Ok(PyString::new(py, &String::from_utf8_lossy(writer.octets())).into_any()),
        }
    }

    /// Raises which constraint a value breaks, or what else is wrong with it. Texts have no constraints of their own: this
    /// is the codec of octets that checks those of the type.
    pub fn check(&self, value: &Bound<'_, PyAny>, options: &Options) -> PyResult<()> {
        self.encode(value, options, &mut Tape::new(), &mut Vec::new())
    }
}

/// The octets of a text: those of a string, or of bytes.
pub enum TextOctets<'b, 'py> {
    Text(&'b str),
    Octets(Bound<'py, PyBytes>),
}

impl<'b, 'py> TextOctets<'b, 'py> {
    /// The octets of an argument.
    pub fn of(data: &'b Bound<'py, PyAny>, form: Text) -> PyResult<TextOctets<'b, 'py>> {
        match data.cast::<PyString>() {
            Ok(text) if !form.is_binary => match text.to_str() {
                Ok(text) => Ok(TextOctets::Text(text)),
                Err(_) => {
                    let message = "it has half of a surrogate pair, which is no character".to_string();
                    Err(decode_error(data.py(), Bad { code: "text", message, ..Bad::default() }))
                }
            },
            _ => Ok(TextOctets::Octets(octets(data)?)),
        }
    }

    /// The octets.
    pub fn get(&self) -> &[u8] {
        match self {
            TextOctets::Text(text) => text.as_bytes(),
            TextOctets::Octets(octets) => octets.as_bytes(),
        }
    }
}

/// The settings of a reader. All are made once, since they hold a table of names.
fn settings(drops_later: bool, quoted_zero: bool) -> &'static TextSettings {
    static ALL: OnceLock<[TextSettings; 4]> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        [(false, false), (true, false), (false, true), (true, true)].map(|(drops_later, quoted_zero)| {
            TextSettings { drops_later, quoted_zero, ..TextSettings::default() }
        })
    });
    &all[usize::from(drops_later) + 2 * usize::from(quoted_zero)]
}

/// What a reader of a notation gets.
pub fn given<'o>(py: Python<'_>, octets: &'o [u8], form: Text) -> PyResult<Given<'o>> {
    if form.is_binary {
        return Ok(Given::Octets(octets));
    }
    str::from_utf8(octets).map(Given::Text).map_err(|error| {
        let at = Some(8 * error.valid_up_to() as u64);
        let message = "this is not UTF-8".to_string();
        decode_error(py, Bad { code: "text", message, at, ..Bad::default() })
    })
}

/// Where a value ends in a text, with the white space after it.
pub fn with_white_space(octets: &[u8], taken: usize, is_binary: bool) -> usize {
    let rest = octets.get(taken..).unwrap_or_default();
    taken + if is_binary { 0 } else { rest.len() - rest.trim_ascii_start().len() }
}

/// Raises that there is more than a value in a text.
pub fn ended(py: Python<'_>, octets: &[u8], taken: usize) -> PyResult<()> {
    if taken >= octets.len() {
        return Ok(());
    }
    let (message, at) = ("there is more after the value".to_string(), Some(8 * taken as u64));
    Err(decode_error(py, Bad { code: "trailing", message, at, ..Bad::default() }))
}

/// Why a text of some length is no value. At its end, more might help.
pub fn text_error(py: Python<'_>, error: TextError, length: usize) -> PyErr {
    let TextError { code, offset, path, message, short } = error;
    let short = short || offset >= length;
    decode_error(py, Bad { code, path, message, at: Some(8 * offset as u64), short, ..Bad::default() })
}
