//! Messages by some rules, ready to run.

use pyo3::prelude::*;
use wireglot_driver::messages::{decode_into, Message, Reading, Writing};
use wireglot_driver::{Rules, ShapeId, Tape};

use crate::errors::{decode_error, encode_error};
use crate::fill::Fill;
use crate::form::Options;
use crate::names::Names;
use crate::objects::Objects;

/// Messages by some rules, with their names in Python.
pub struct Ready {
    pub message: Box<dyn Message>,
    pub names: Names,
    pub ty: ShapeId,
    pub rules: Option<Rules>,
}

impl Ready {
    /// Decodes the value that some octets begin with; gives how many it took.
    pub fn decode<'py>(
        &self,
        py: Python<'py>,
        octets: &[u8],
        options: &Options,
        several: bool,
    ) -> PyResult<(Bound<'py, PyAny>, usize)> {
        let mut decode = options.decode;
        decode.trailing = several;
        let reading = Reading { rules: self.rules, options: decode, several, pad: false };
        let mut objects = Objects::new(py, &self.names, &options.form, self.message.shape());
        match decode_into(&*self.message, octets, &reading, &mut objects) {
            Ok(taken) => Ok((objects.finish()?, taken)),
            Err(bad) => Err(objects.interrupted().unwrap_or_else(|| decode_error(py, bad))),
        }
    }

    /// Encodes a value that is read onto the tape first.
    pub fn encode(
        &self,
        value: &Bound<'_, PyAny>,
        options: &Options,
        tape: &mut Tape,
        out: &mut Vec<u8>,
    ) -> PyResult<()> {
        let py = value.py();
        self.fill(value, options, tape)?;
        let writing = Writing { rules: self.rules, options: options.encode };
        match tape.root().map(|root| self.message.encode(root, &writing, out)) {
            Some(Err(error)) => Err(encode_error(py, error)),
            _ => Ok(()),
        }
    }

    /// Reads a value onto the tape, which is cleared first.
    pub fn fill(&self, value: &Bound<'_, PyAny>, options: &Options, tape: &mut Tape) -> PyResult<()> {
        let py = value.py();
        tape.clear();
        let (shape, names, form) = (self.message.shape(), &self.names, &options.form);
        let depth = options.encode.depth;
        let mut fill = Fill { py, shape, names, form, rules: self.rules, depth, tape, around: Vec::new() };
        fill.value(self.ty, value).map_err(|wrong| wrong.raise(py, self.message.name()))
    }

    /// What a tape holds, as a Python value.
    pub fn value<'py>(&self, py: Python<'py>, tape: &Tape, options: &Options) -> PyResult<Bound<'py, PyAny>> {
        let mut objects = Objects::new(py, &self.names, &options.form, self.message.shape());
        tape.roots().take(1).for_each(|root| root.play(&mut objects));
        objects.finish()
    }
}
