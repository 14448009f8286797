//! Operations on encoded messages, record by record.

use wireglot_interp::Tape;

use super::{Bad, Laying, Message, Reading, Shown, Writer, Writing};
use crate::forms::Form;
use crate::records::{Framing, Position, Prefix, Work, Worker};

/// Decodes to text.
pub struct Decoding<'m> {
    /// How messages are decoded.
    pub reading: Reading,
    /// How values are shown.
    pub shown: Shown<'m>,
    /// Whether components are written in the order of the type rather than in that of the encoding.
    pub in_order: bool,
}

impl Work for Decoding<'_> {
    fn messages(&self) -> (&dyn Message, Reading) {
        (self.shown.message, self.reading)
    }

    fn worker(&self, reading: Reading, _: &str) -> Box<dyn Worker + '_> {
        Box::new(Decoder { of: self, reading, writer: self.shown.writer(), tape: Tape::new() })
    }
}

/// Decodes on one thread.
struct Decoder<'d> {
    of: &'d Decoding<'d>,
    reading: Reading,
    writer: Writer<'d>,
    tape: Tape,
}

impl Worker for Decoder<'_> {
    fn record(&mut self, octets: &[u8], _: Position, out: &mut Vec<u8>) -> Result<usize, Bad> {
        let (reading, shown) = (&self.reading, &self.of.shown);
        let most = reading.most_text(octets.len());
        self.writer.bound(most);
        let by_value = shown.select.is_some() || self.of.in_order && matches!(self.writer, Writer::Values(_));
        if !by_value {
            self.writer.clear();
            let taken = shown.message.decode_text(octets, reading, &mut self.writer)?;
            if self.writer.is_over(most) {
                return Err(too_long(most, taken));
            }
            shown.line(self.writer.octets(), out);
            return Ok(taken);
        }
        self.writer.clear();
        self.tape.clear();
        let taken = shown.message.decode(octets, reading, &mut self.tape)?;
        if let Some(value) = self.tape.root() {
            let before = out.len();
            let shown = shown.value(value, &mut self.writer, out);
            shown.map_err(|error| Bad { taken: Some(taken), ..error.into() })?;
            if self.writer.is_over(most) || out.len() - before > most {
                out.truncate(before);
                return Err(too_long(most, taken));
            }
        }
        Ok(taken)
    }

    fn kept(&self) -> bool {
        self.writer.kept() || self.tape.kept() > 0
    }
}

/// The text of a message exceeds the limit.
fn too_long(most: usize, taken: usize) -> Bad {
    let message = format!("the text of the message is longer than {most} octets");
    Bad { code: "limit_output", message, taken: Some(taken), ..Bad::default() }
}

/// Transcodes messages, each written in a form and possibly with a length prefix.
pub struct Relaying<'m> {
    /// The message type.
    pub message: &'m dyn Message,
    /// How messages are decoded.
    pub reading: Reading,
    /// How messages are encoded.
    pub writing: Writing,
    /// The form of the output.
    pub form: Form,
    /// The PEM label.
    pub label: &'m str,
    /// The length prefix of each message.
    pub prefix: Option<Prefix>,
}

impl Work for Relaying<'_> {
    fn messages(&self) -> (&dyn Message, Reading) {
        (self.message, self.reading)
    }

    fn worker(&self, reading: Reading, _: &str) -> Box<dyn Worker + '_> {
        let framing = Framing { prefix: self.prefix, ..Framing::default() };
        let laying = Laying::new(framing, self.form, self.label);
        Box::new(Relay { of: self, reading, tape: Tape::new(), octets: Vec::new(), laying })
    }
}

/// Transcodes on one thread.
struct Relay<'r> {
    of: &'r Relaying<'r>,
    reading: Reading,
    tape: Tape,
    octets: Vec<u8>,
    laying: Laying<'r>,
}

impl Worker for Relay<'_> {
    fn record(&mut self, octets: &[u8], _: Position, out: &mut Vec<u8>) -> Result<usize, Bad> {
        let Relay { of, reading, tape, octets: written, laying } = self;
        tape.clear();
        written.clear();
        let taken = of.message.relay(octets, (reading, &of.writing), tape, written)?;
        let added = laying.add(written, out);
        let bad = |message: String| Bad { code: "frame", message, ..Bad::default() };
        added.map_err(|error| Bad { taken: Some(taken), ..bad(error.to_string()) })?;
        Ok(taken)
    }

    fn kept(&self) -> bool {
        self.tape.kept() > 0
    }
}

/// Finds where messages end, without output.
pub struct Finding<'m> {
    /// The message type.
    pub message: &'m dyn Message,
    /// How messages are decoded.
    pub reading: Reading,
}

impl Work for Finding<'_> {
    fn messages(&self) -> (&dyn Message, Reading) {
        (self.message, self.reading)
    }

    fn worker(&self, reading: Reading, _: &str) -> Box<dyn Worker + '_> {
        Box::new(Finder { message: self.message, reading })
    }
}

/// Finds messages on one thread.
struct Finder<'f> {
    message: &'f dyn Message,
    reading: Reading,
}

impl Worker for Finder<'_> {
    fn record(&mut self, octets: &[u8], _: Position, _: &mut Vec<u8>) -> Result<usize, Bad> {
        self.message.skim(octets, &self.reading)
    }

    fn kept(&self) -> bool {
        true
    }
}
