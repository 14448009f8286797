//! Notations that write whole values: decoding into one of them goes through a tape.

use std::fmt;

use wireglot_interp::{Codec, DecodeOptions, Tape, ValueRef};

use super::text_form::{TextDecodeError, TextWriter, Unsayable};

/// Writes values in one notation.
pub trait ValueWriter: fmt::Debug + Send {
    /// The output since the last clear.
    fn octets(&self) -> &[u8];

    /// Clears the output, keeping the memory.
    fn clear(&mut self);

    /// As in [`TextWriter::bound`].
    fn bound(&mut self, most: usize) {
        let _ = most;
    }

    /// As in [`TextWriter::is_over`].
    fn is_over(&self) -> bool {
        false
    }

    /// Writes a value.
    ///
    /// # Errors
    /// The notation has no text for it.
    fn write(&mut self, value: ValueRef) -> Result<(), Unsayable>;
}

/// A notation's writer, with the number of errors skipped while decoding into it.
#[derive(Debug)]
pub struct ByTape<W> {
    writer: W,
    kept: usize,
}

impl<W: ValueWriter> ByTape<W> {
    /// A writer that has no output yet.
    pub fn new(writer: W) -> ByTape<W> {
        ByTape { writer, kept: 0 }
    }
}

impl<W: ValueWriter> TextWriter for ByTape<W> {
    fn octets(&self) -> &[u8] {
        self.writer.octets()
    }

    fn clear(&mut self) {
        self.writer.clear();
        self.kept = 0;
    }

    fn bound(&mut self, most: usize) {
        self.writer.bound(most);
    }

    fn is_over(&self) -> bool {
        self.writer.is_over()
    }

    fn kept(&self) -> usize {
        self.kept
    }

    fn value(&mut self, value: ValueRef) -> Result<(), Unsayable> {
        self.writer.write(value)
    }

    fn decode(
        &mut self,
        codec: &Codec,
        root: usize,
        octets: &[u8],
        options: &DecodeOptions,
    ) -> Result<usize, TextDecodeError> {
        let mut tape = Tape::new();
        let taken = codec.decode(root, octets, options, &mut tape)?;
        self.kept += tape.kept();
        match tape.root().map(|value| self.writer.write(value)) {
            Some(Err(error)) => Err(TextDecodeError::Value(error, taken)),
            _ => Ok(taken),
        }
    }
}
