//! What is done with octets of messages, record by record.

use wireglot_interp::Tape;

use super::{Bad, Message, Reading, Shown, Writer, Writing};
use crate::forms::Form;
use crate::records::{FrameWriter, Framing, Prefix, Refused, Work, Worker};

/// Octets to text.
pub struct Decoding<'m> {
    /// How octets are read.
    pub reading: Reading,
    /// How values are shown.
    pub shown: Shown<'m>,
    /// Whether parts come in the order of the type; else as they come.
    pub in_order: bool,
}

impl Work for Decoding<'_> {
    fn worker(&self, alone: bool) -> Box<dyn Worker + '_> {
        let reading = Reading { several: self.reading.several && !alone, ..self.reading };
        let (writer, tape) = (self.shown.writer(), Tape::new());
        Box::new(Decoder { found: Finder { message: self.shown.message, reading }, of: self, writer, tape })
    }
}

/// Decodes on one thread.
struct Decoder<'d> {
    found: Finder<'d>,
    of: &'d Decoding<'d>,
    writer: Writer<'d>,
    tape: Tape,
}

impl Worker for Decoder<'_> {
    fn record(&mut self, octets: &[u8], out: &mut Vec<u8>) -> Result<usize, Bad> {
        let (Finder { message, reading }, shown) = (&self.found, &self.of.shown);
        let by_value = shown.select.is_some() || self.of.in_order && matches!(self.writer, Writer::Values(_));
        if !by_value {
            self.writer.clear();
            let taken = message.decode_text(octets, reading, &mut self.writer)?;
            shown.line(self.writer.octets(), out);
            return Ok(taken);
        }
        self.tape.clear();
        let taken = message.decode(octets, reading, &mut self.tape)?;
        if let Some(value) = self.tape.root() {
            shown.value(value, &mut self.writer, out);
        }
        Ok(taken)
    }

    fn probe(&mut self, octets: &[u8]) -> Option<usize> {
        self.found.probe(octets)
    }

    fn extent(&self, octets: &[u8]) -> Option<Result<usize, Refused<()>>> {
        self.found.extent(octets)
    }

    fn lists(&self, octets: &[u8]) -> bool {
        self.found.lists(octets)
    }

    fn name(&self) -> &str {
        self.found.name()
    }
}

/// Octets to octets, each in a form and perhaps with a length in front.
pub struct Relaying<'m> {
    /// What they are messages of.
    pub message: &'m dyn Message,
    /// How they are read.
    pub reading: Reading,
    /// How they are written.
    pub writing: Writing,
    /// In which form.
    pub form: Form,
    /// The words of PEM.
    pub label: &'m str,
    /// What stands in front of each.
    pub prefix: Option<Prefix>,
}

impl Work for Relaying<'_> {
    fn worker(&self, alone: bool) -> Box<dyn Worker + '_> {
        let reading = Reading { several: self.reading.several && !alone, ..self.reading };
        let found = Finder { message: self.message, reading };
        Box::new(Relay { found, of: self, tape: Tape::new(), octets: Vec::new() })
    }
}

/// Writes messages anew on one thread.
struct Relay<'r> {
    found: Finder<'r>,
    of: &'r Relaying<'r>,
    tape: Tape,
    octets: Vec<u8>,
}

impl Worker for Relay<'_> {
    fn record(&mut self, octets: &[u8], out: &mut Vec<u8>) -> Result<usize, Bad> {
        let Relay { found, of, tape, octets: written } = self;
        tape.clear();
        written.clear();
        let taken = found.message.relay(octets, (&found.reading, &of.writing), tape, written)?;
        match of.prefix {
            None => of.form.write(out, written, of.label),
            Some(prefix) => {
                let mut frames = FrameWriter::new(Framing { prefix: Some(prefix), ..Framing::default() });
                let mut framed = Vec::new();
                let added = frames.add(written, &mut framed);
                let bad = |message: String| Bad { code: "frame", message, ..Bad::default() };
                added.map_err(|error| Bad { taken: Some(taken), ..bad(error.to_string()) })?;
                of.form.write(out, &framed, of.label);
            }
        }
        Ok(taken)
    }

    fn probe(&mut self, octets: &[u8]) -> Option<usize> {
        self.found.probe(octets)
    }

    fn extent(&self, octets: &[u8]) -> Option<Result<usize, Refused<()>>> {
        self.found.extent(octets)
    }

    fn lists(&self, octets: &[u8]) -> bool {
        self.found.lists(octets)
    }

    fn name(&self) -> &str {
        self.found.name()
    }
}

/// Says where messages end, and makes nothing of them.
pub struct Finding<'m> {
    /// What they are messages of.
    pub message: &'m dyn Message,
    /// How they are read.
    pub reading: Reading,
}

impl Work for Finding<'_> {
    fn worker(&self, alone: bool) -> Box<dyn Worker + '_> {
        let reading = Reading { several: self.reading.several && !alone, ..self.reading };
        Box::new(Finder { message: self.message, reading })
    }
}

/// Does so on one thread.
struct Finder<'f> {
    message: &'f dyn Message,
    reading: Reading,
}

impl Worker for Finder<'_> {
    fn record(&mut self, octets: &[u8], _: &mut Vec<u8>) -> Result<usize, Bad> {
        self.message.skim(octets, &self.reading)
    }

    fn probe(&mut self, octets: &[u8]) -> Option<usize> {
        self.message.skim(octets, &self.reading).ok()
    }

    fn extent(&self, octets: &[u8]) -> Option<Result<usize, Refused<()>>> {
        self.message.extent(octets, &self.reading)
    }

    fn lists(&self, octets: &[u8]) -> bool {
        self.message.lists(octets, &self.reading)
    }

    fn name(&self) -> &str {
        self.message.name()
    }
}
