//! The framing and form of written encodings.

use crate::forms::Form;
use crate::records::{FrameError, FrameWriter, Framing};

/// Writes encodings with a framing, in a form.
#[derive(Debug)]
pub struct Laying<'l> {
    frames: FrameWriter,
    form: Form,
    label: &'l str,
    /// There is no framing.
    bare: bool,
    framed: Vec<u8>,
}

impl<'l> Laying<'l> {
    /// Writes encodings with this framing and form; `label` is the PEM label.
    pub fn new(framing: Framing, form: Form, label: &'l str) -> Laying<'l> {
        let bare = framing == Framing::default();
        Laying { frames: FrameWriter::new(framing), form, label, bare, framed: Vec::new() }
    }

    /// Appends an encoding.
    ///
    /// # Errors
    /// It does not fit its frame. Nothing is appended then.
    pub fn add(&mut self, octets: &[u8], out: &mut Vec<u8>) -> Result<(), FrameError> {
        if self.bare {
            self.form.write(out, octets, self.label);
            return Ok(());
        }
        self.framed.clear();
        self.frames.add(octets, &mut self.framed)?;
        self.form.write(out, &self.framed, self.label);
        Ok(())
    }

    /// Appends padding to complete the last frame.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        self.framed.clear();
        self.frames.finish(&mut self.framed);
        if !self.framed.is_empty() {
            self.form.write(out, &self.framed, self.label);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fills_the_last_block_is_in_the_form_of_the_others() {
        let framing = Framing { block: Some(4), ..Framing::default() };
        for (form, wanted) in [(Form::Hex, "010203\n00\n"), (Form::Raw, "\x01\x02\x03\x00")] {
            let (mut laying, mut out) = (Laying::new(framing, form, ""), Vec::new());
            laying.add(&[1, 2, 3], &mut out).expect("it fits");
            assert_eq!(laying.add(&[0; 5], &mut out), Err(FrameError::Block(5)));
            laying.finish(&mut out);
            assert_eq!(out, wanted.as_bytes());
        }
    }
}
