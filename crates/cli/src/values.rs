//! Values of a text on their way in: as they are written, or as `--render` shows them.

use std::borrow::Cow;

use wireglot_driver::records::FrameWriter;
use wireglot_driver::texts::{Text, TextEncodeError, TextError, TextReader};
use wireglot_driver::{Codec, EncodeError, EncodeOptions, Limits, Rules, ShapeId, Specification, Tape};

use crate::locate::locate;
use crate::rendering::{Changes, Rendering};
use crate::texts::{json_value, Refused, Take};

/// Reads values onto a tape.
pub struct Values<'s> {
    text: Text,
    reader: Box<dyn TextReader + 's>,
    rendering: &'s Rendering,
    /// The name of the type.
    name: &'s str,
    ty: ShapeId,
    /// The last value.
    pub tape: Tape,
}

impl<'s> Values<'s> {
    /// A reader of values of a root, which are to be written by some rules.
    pub fn new(
        of: &'s Specification,
        root: usize,
        text: Text,
        rules: Rules,
        limits: Limits,
        rendering: &'s Rendering,
    ) -> Values<'s> {
        let root = &of.shape().roots[root];
        let reader = of.text_reader(text, rules, limits);
        Values { text, reader, rendering, name: &root.reference, ty: root.shape, tape: Tape::new() }
    }

    /// A text as readers know it, and what leads back from its places.
    fn plain<'t>(&self, text: &'t str) -> Result<(Cow<'t, str>, Changes), TextError> {
        if self.rendering.is_empty() || !self.by_lines() {
            return Ok((Cow::Borrowed(text), Changes::default()));
        }
        let first = text.get(..json_value(text.as_bytes())).unwrap_or(text);
        match self.rendering.read(self.name, first) {
            Ok((plain, changes)) => Ok((Cow::Owned(plain), changes)),
            Err(unreadable) => Err(unreadable.into()),
        }
    }

    /// Reads a value, then does with it what may fail at one of its fields.
    pub fn take_with(
        &mut self,
        text: &str,
        then: impl FnOnce(&Tape) -> Result<(), FieldError>,
    ) -> Result<usize, Refused> {
        let (plain, changes) = self.plain(text)?;
        self.tape.clear();
        let taken = self.reader.read(&plain, self.ty, &mut self.tape).map_err(|error| changes.lead(error))?;
        let end = changes.back(taken);
        match then(&self.tape) {
            Ok(()) => Ok(end),
            Err(error) => {
                let offset = if self.by_lines() { locate(text, &error.path) } else { 0 };
                Err(Refused { error: error.at(offset), taken: Some(end) })
            }
        }
    }
}

impl Take for Values<'_> {
    fn take(&mut self, text: &str) -> Result<usize, Refused> {
        self.take_with(text, |_| Ok(()))
    }

    fn by_lines(&self) -> bool {
        self.text.by_lines
    }
}

/// What is wrong with a field of a value that was read.
pub struct FieldError {
    /// A stable word.
    pub code: &'static str,
    /// The field.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

impl FieldError {
    fn at(self, offset: usize) -> TextError {
        let FieldError { code, path, message } = self;
        TextError { code, offset, path, message }
    }
}

/// Encodes values.
pub struct Octets<'s> {
    pub values: Values<'s>,
    codec: &'s Codec,
    root: usize,
    options: EncodeOptions,
    /// What encodings are laid in, and the last one in its frame.
    pub frames: FrameWriter,
    pub framed: Vec<u8>,
    octets: Vec<u8>,
}

impl<'s> Octets<'s> {
    pub fn new(
        values: Values<'s>,
        codec: &'s Codec,
        root: usize,
        options: EncodeOptions,
        frames: FrameWriter,
    ) -> Octets<'s> {
        Octets { values, codec, root, options, frames, framed: Vec::new(), octets: Vec::new() }
    }

    /// Encodes the value that a text begins with; gives how many octets of the text it had.
    fn encode(&mut self, text: &str) -> Result<usize, Refused> {
        let Octets { values, codec, root, options, octets, .. } = self;
        octets.clear();
        let told = |tape: &Tape, error: EncodeError| FieldError {
            code: error.fault.code.word(),
            message: tape.root().map_or_else(
                || error.fault.message().to_string(),
                |value| wireglot_driver::explain::explain(codec.shape(), value, &error),
            ),
            path: error.path,
        };
        let (plain, changes) = values.plain(text)?;
        match values.reader.encode(codec, *root, &plain, &mut values.tape, options, octets) {
            Ok(taken) => Ok(changes.back(taken)),
            Err(TextEncodeError::Text(error)) => Err(changes.lead(error).into()),
            Err(TextEncodeError::Value { error, taken }) => {
                let error = told(&values.tape, error);
                let offset = if values.text.by_lines { locate(text, &error.path) } else { 0 };
                Err(Refused { error: error.at(offset), taken: Some(changes.back(taken)) })
            }
        }
    }
}

impl Take for Octets<'_> {
    fn take(&mut self, text: &str) -> Result<usize, Refused> {
        let taken = self.encode(text)?;
        self.framed.clear();
        match self.frames.add(&self.octets, &mut self.framed) {
            Ok(()) => Ok(taken),
            Err(error) => {
                let error = FieldError { code: "frame", path: String::new(), message: error.to_string() };
                Err(Refused { error: error.at(0), taken: Some(taken) })
            }
        }
    }

    fn by_lines(&self) -> bool {
        self.values.by_lines()
    }
}
