//! Random messages, written as text or bytes.

use wireglot_interp::{Limits, Tape};

use super::{FieldError, Laying, Message, MessageText, Reader, Reading, Samples, Undrawn, Writer, Writing};

/// The form in which random messages are written.
pub enum Drawn<'m> {
    /// One line of text each.
    Text(MessageText<'m>),
    /// Bytes with this framing and form.
    Octets(Box<Laying<'m>>),
}

/// Draws and writes messages.
pub struct Drawing<'m> {
    message: &'m dyn Message,
    samples: Box<dyn Samples + 'm>,
    writing: Writing,
    drawn: Drawn<'m>,
    /// Draws the next value itself if the text form can.
    texts: Option<(Reader<'m>, u64)>,
}

impl<'m> Drawing<'m> {
    /// Draws and writes messages; text forms that draw their own values start from the seed.
    pub fn new(
        message: &'m dyn Message,
        samples: Box<dyn Samples + 'm>,
        writing: Writing,
        drawn: Drawn<'m>,
        seed: u64,
    ) -> Drawing<'m> {
        let texts = match &drawn {
            Drawn::Text(text) => Some((text.reader(writing.rules, Limits::default()), seed)),
            Drawn::Octets(_) => None,
        };
        Drawing { message, samples, writing, drawn, texts }
    }

    fn of_texts(&mut self) -> Option<Tape> {
        let (reader, seed) = self.texts.as_mut()?;
        let mut tape = Tape::new();
        *seed = seed.wrapping_add(1);
        reader.draw(*seed, &mut tape).then_some(tape)
    }

    /// Appends the next message.
    ///
    /// # Errors
    /// No value can be drawn, or it can't be written.
    pub fn next(&mut self, out: &mut Vec<u8>) -> Result<(), Undrawn> {
        let tape = match self.of_texts() {
            Some(tape) => tape,
            None => self.samples.draw()?,
        };
        let value = tape.root().ok_or(Undrawn::None)?;
        if let Drawn::Text(text) = &self.drawn {
            let line = text.line(value).map_err(|unsayable| {
                let (code, message) = (unsayable.code, unsayable.message);
                Undrawn::Unwritten(FieldError { code, path: String::new(), message })
            })?;
            if let Some(line) = line {
                out.extend_from_slice(line.as_bytes());
                out.push(b'\n');
                return Ok(());
            }
        }
        let mut octets = Vec::new();
        self.message.encode(value, &self.writing, &mut octets).map_err(Undrawn::Unwritten)?;
        match &mut self.drawn {
            Drawn::Text(_) => {
                // A language's own JSON is written from the encoding.
                let mut writer = Writer::Own(Vec::new());
                let read = self.message.decode_text(&octets, &Reading::default(), &mut writer);
                read.map_err(|bad| {
                    let (code, path, message) = (bad.code, bad.path, bad.message);
                    Undrawn::Unwritten(FieldError { code, path, message })
                })?;
                out.extend_from_slice(writer.octets());
                out.push(b'\n');
                Ok(())
            }
            Drawn::Octets(laying) => laying.add(&octets, out).map_err(|error| {
                let message = error.to_string();
                Undrawn::Unwritten(FieldError { code: "frame", path: String::new(), message })
            }),
        }
    }
}
