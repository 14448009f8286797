//! Messages of schemas that say themselves where everything stands: bitproto and SBE.

use std::io::{BufWriter, Read, Write};
use std::path::PathBuf;

use wireglot_driver::forms::Form;
use wireglot_driver::records::{FrameWriter, Framing, Prefix, Refused};
use wireglot_driver::texts::TextError;
use wireglot_driver::LayoutError;

use crate::data::{each_input, passed_mark, OnError, Readings};
use crate::excerpt::Cursor;
use crate::exit::{note, Done, Failure};
use crate::records::{self, Bad, Place, Settings, Work, Worker};
use crate::report::Report;
use crate::texts::Misread;

/// What is wrong with a message.
pub struct Wrong {
    /// A stable word.
    pub code: &'static str,
    /// The octet, from the start of the message or text.
    pub offset: u64,
    /// The bit of that octet.
    pub bit: u64,
    /// The field.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// Octets that it takes all the same, where the next message can be found.
    pub size: Option<usize>,
}

impl Wrong {
    /// A message that no frame takes.
    fn frame(message: &str) -> Wrong {
        let message = message.to_string();
        Wrong { code: "frame", offset: 0, bit: 0, path: String::new(), message, size: None }
    }
}

impl From<LayoutError> for Wrong {
    fn from(error: LayoutError) -> Wrong {
        let (offset, bit) = (error.offset(), error.bit % 8);
        let message = error.message();
        Wrong { code: error.code.word(), offset, bit, path: error.path, message, size: None }
    }
}

/// How messages of a schema are decoded and encoded.
pub trait Messages {
    /// The first message as JSON, and how many octets it took. Whether more may follow it.
    fn decode(&self, octets: &[u8], several: bool) -> Result<(String, usize), Wrong>;
    /// Writes the first value of a text; says where that ends.
    fn encode(&self, text: &str, out: &mut Vec<u8>) -> Result<usize, Wrong>;
    /// Writes the first message anew, as a sender of its version does; how many octets it took.
    fn rewrite(&self, octets: &[u8], several: bool, out: &mut Vec<u8>) -> Result<usize, Wrong> {
        let (text, size) = self.decode(octets, several)?;
        match self.encode(&text, out) {
            Ok(_) => Ok(size),
            Err(wrong) => Err(Wrong { size: Some(size), ..wrong }),
        }
    }
}

/// What becomes of messages.
#[derive(Clone, Copy)]
pub enum Output<'o> {
    /// JSON, a line a message.
    Json,
    /// Octets in a form, with the words of PEM.
    Octets { form: Form, label: &'o str },
}

impl Output<'_> {
    /// Whether it takes raw octets.
    fn is_raw(self) -> bool {
        matches!(self, Output::Octets { form: Form::Raw, .. })
    }

    /// Adds a message, which has been written as octets.
    fn add(
        self,
        messages: &dyn Messages,
        octets: &[u8],
        frames: &mut FrameWriter,
        out: &mut Vec<u8>,
    ) -> Result<(), Wrong> {
        match self {
            Output::Json => {
                out.extend_from_slice(messages.decode(octets, false)?.0.as_bytes());
                out.push(b'\n');
            }
            Output::Octets { form, label } => {
                let mut framed = Vec::new();
                frames.add(octets, &mut framed).map_err(|error| Wrong::frame(&error.to_string()))?;
                form.write(out, &framed, label);
            }
        }
        Ok(())
    }
}

/// Octets to JSON, a line a message, or to octets anew, perhaps with a length in front.
pub fn decode(
    messages: &(dyn Messages + Sync),
    settings: &Settings,
    files: &[PathBuf],
    output: Output,
    prefix: Option<Prefix>,
) -> Done {
    let several = settings.framing.prefix.is_none();
    let mut out = BufWriter::new(std::io::stdout());
    let settings = &Settings { whole: true, aside: output.is_raw(), ..*settings };
    records::Run::new(settings, &Decoding { messages, several, output, prefix }, &mut out).all(files)
}

/// What tells where messages end.
pub fn finder<'m>(messages: &'m (dyn Messages + Sync), framing: Framing) -> impl Work + 'm {
    let several = framing.prefix.is_none();
    Decoding { messages, several, output: Output::Json, prefix: None }
}

/// What is done with octets of messages.
#[derive(Clone, Copy)]
struct Decoding<'m> {
    messages: &'m (dyn Messages + Sync),
    /// Messages stand in a row; else what has a frame of its own is one.
    several: bool,
    output: Output<'m>,
    prefix: Option<Prefix>,
}

impl Work for Decoding<'_> {
    fn worker(&self, alone: bool) -> Box<dyn Worker + '_> {
        Box::new(Decoding { several: self.several && !alone, ..*self })
    }
}

impl Worker for Decoding<'_> {
    fn record(&mut self, octets: &[u8], out: &mut Vec<u8>) -> Result<usize, Bad> {
        if let Output::Json = self.output {
            let (text, size) = self.messages.decode(octets, self.several).map_err(bad)?;
            out.extend_from_slice(text.as_bytes());
            out.push(b'\n');
            return Ok(size);
        }
        let mut written = Vec::new();
        let size = self.messages.rewrite(octets, self.several, &mut written).map_err(bad)?;
        let mut frames = FrameWriter::new(Framing { prefix: self.prefix, ..Framing::default() });
        let added = self.output.add(self.messages, &written, &mut frames, out);
        added.map_err(|wrong| Bad { at: None, taken: Some(size), ..bad(wrong) })?;
        Ok(size)
    }

    fn probe(&mut self, octets: &[u8]) -> Option<usize> {
        self.messages.decode(octets, self.several).ok().map(|(_, size)| size)
    }

    fn extent(&self, _: &[u8]) -> Option<Result<usize, Refused<()>>> {
        None
    }

    fn name(&self) -> &str {
        ""
    }
}

/// What is wrong, as it is told of a record.
fn bad(wrong: Wrong) -> Bad {
    Bad {
        code: wrong.code,
        path: wrong.path,
        message: wrong.message,
        at: Some(wrong.offset * 8 + wrong.bit),
        taken: wrong.size,
        ..Bad::default()
    }
}

/// Texts on their way to messages.
pub struct Run<'m> {
    messages: &'m dyn Messages,
    on_error: OnError,
    out: BufWriter<std::io::Stdout>,
    wrong: bool,
    output: Output<'m>,
    frames: FrameWriter,
}

impl<'m> Run<'m> {
    /// A run that writes on standard output.
    pub fn new(
        messages: &'m dyn Messages,
        on_error: OnError,
        output: Output<'m>,
        framing: Framing,
    ) -> Run<'m> {
        let (out, frames) = (BufWriter::new(std::io::stdout()), FrameWriter::new(framing));
        Run { messages, on_error, out, wrong: false, output, frames }
    }

    /// JSON texts to messages.
    pub fn encode(&mut self, files: &[PathBuf]) -> Done {
        let readings = each_input(files, |name, mut input| {
            let mut octets = Vec::new();
            input.read_to_end(&mut octets)?;
            let text = String::from_utf8(octets).map_err(|e| Failure::Input(format!("{name}: {e}")))?;
            let text = match text.strip_prefix('\u{feff}') {
                Some(rest) => {
                    passed_mark(&name);
                    rest
                }
                None => &text,
            };
            let mut at = text.len() - text.trim_start().len();
            if at == text.len() {
                note(&format!("{name} holds no values: there is nothing to read"));
            }
            while at < text.len() {
                let (mut octets, mut written) = (Vec::new(), Vec::new());
                let end = self.messages.encode(&text[at..], &mut octets).and_then(|end| {
                    self.output.add(self.messages, &octets, &mut self.frames, &mut written)?;
                    Ok(end)
                });
                match end {
                    Ok(end) => {
                        self.out.write_all(&written)?;
                        at += end;
                        at += text[at..].len() - text[at..].trim_start().len();
                    }
                    Err(wrong) => {
                        let Wrong { code, offset, path, message, .. } = wrong;
                        let error = TextError { code, offset: offset as usize, path, message };
                        let start = Cursor::START.behind(&text.as_bytes()[..at]);
                        let misread = Misread::new(error, &text.as_bytes()[at..], start, at as u64);
                        self.report(misread.report(&Place::of(&name)))?;
                        break;
                    }
                }
            }
            Ok(())
        })?;
        self.finish(&readings)
    }

    fn report(&mut self, report: Report) -> Done {
        self.wrong = true;
        match self.output.is_raw() {
            true => report.tell_aside(self.on_error, &mut self.out),
            false => report.tell(self.on_error, &mut self.out),
        }
    }

    fn finish(&mut self, readings: &Readings) -> Done {
        let mut rest = Vec::new();
        self.frames.finish(&mut rest);
        self.out.write_all(&rest)?;
        self.out.flush()?;
        readings.end(self.wrong)
    }
}
