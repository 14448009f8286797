//! Messages of schemas that say themselves where everything stands: bitproto and SBE.

use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use wireglot_driver::forms::Form;
use wireglot_driver::records::Refused;
use wireglot_driver::texts::TextError;

use crate::data::{inputs, open, InForm, OnError};
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

/// How messages of a schema are decoded and encoded.
pub trait Messages {
    /// The first message as JSON, and how many octets it took. Whether more may follow it.
    fn decode(&self, octets: &[u8], several: bool) -> Result<(String, usize), Wrong>;
    /// Writes the first value of a text; says where that ends.
    fn encode(&self, text: &str, out: &mut Vec<u8>) -> Result<usize, Wrong>;
}

/// Octets to JSON, a line a message.
pub fn decode(messages: &(dyn Messages + Sync), settings: &Settings, files: &[PathBuf]) -> Done {
    // What has a frame of its own is one message; other forms have them in a row.
    let lines = matches!(settings.form, InForm::Known(form) if form.is_lines() || form == Form::Pem);
    let several = settings.framing.prefix.is_none() && !lines;
    let mut out = BufWriter::new(std::io::stdout());
    let settings = &Settings { whole: true, ..*settings };
    records::Run::new(settings, &Decoding { messages, several }, &mut out).all(files)
}

/// What decodes messages, one at a time.
pub fn worker<'m>(messages: &'m (dyn Messages + Sync), several: bool) -> Box<dyn Worker + 'm> {
    Box::new(Decoding { messages, several })
}

/// What is done with octets of messages.
struct Decoding<'m> {
    messages: &'m (dyn Messages + Sync),
    several: bool,
}

impl Work for Decoding<'_> {
    fn worker(&self) -> Box<dyn Worker + '_> {
        worker(self.messages, self.several)
    }
}

impl Worker for Decoding<'_> {
    fn record(&mut self, octets: &[u8], out: &mut Vec<u8>) -> Result<usize, Bad> {
        match self.messages.decode(octets, self.several) {
            Ok((text, size)) => {
                out.extend_from_slice(text.as_bytes());
                out.push(b'\n');
                Ok(size)
            }
            Err(wrong) => Err(Bad {
                code: wrong.code,
                path: wrong.path,
                message: wrong.message,
                at: Some(wrong.offset * 8 + wrong.bit),
                taken: wrong.size,
                ..Bad::default()
            }),
        }
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

/// Messages on their way from one form to the other.
pub struct Run<'m> {
    messages: &'m dyn Messages,
    on_error: OnError,
    out: BufWriter<std::io::Stdout>,
    wrong: bool,
    /// Whether standard output takes raw octets.
    raw: bool,
}

impl<'m> Run<'m> {
    /// A run that writes on standard output.
    pub fn new(messages: &'m dyn Messages, on_error: OnError) -> Run<'m> {
        Run { messages, on_error, out: BufWriter::new(std::io::stdout()), wrong: false, raw: false }
    }

    /// JSON texts to octets.
    pub fn encode(&mut self, files: &[PathBuf], form: Form, label: &str) -> Done {
        for path in inputs(files) {
            let (name, octets) = read(&path)?;
            let text = String::from_utf8(octets).map_err(|e| Failure::Io(format!("{name}: {e}")))?;
            let mut at = text.len() - text.trim_start().len();
            if at == text.len() {
                note(&format!("{name} holds no values: there is nothing to read"));
            }
            while at < text.len() {
                let mut octets = Vec::new();
                match self.messages.encode(&text[at..], &mut octets) {
                    Ok(end) => {
                        let mut written = Vec::new();
                        form.write(&mut written, &octets, label);
                        self.out.write_all(&written)?;
                        at += end;
                        at += text[at..].len() - text[at..].trim_start().len();
                    }
                    Err(wrong) => {
                        self.raw = form == Form::Raw;
                        let Wrong { code, offset, path, message, .. } = wrong;
                        let error = TextError { code, offset: offset as usize, path, message };
                        let start = Cursor::START.behind(&text.as_bytes()[..at]);
                        let misread = Misread::new(error, &text.as_bytes()[at..], start, at as u64);
                        self.report(misread.report(&Place::of(&name)))?;
                        break;
                    }
                }
            }
        }
        self.finish()
    }

    fn report(&mut self, report: Report) -> Done {
        self.wrong = true;
        match self.raw {
            true => report.tell_aside(self.on_error, &mut self.out),
            false => report.tell(self.on_error, &mut self.out),
        }
    }

    fn finish(&mut self) -> Done {
        self.out.flush()?;
        match self.wrong {
            true => Err(Failure::Data),
            false => Ok(()),
        }
    }
}

fn read(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    let (name, mut input) = open(path)?;
    let mut octets = Vec::new();
    input.read_to_end(&mut octets).map_err(|error| Failure::Io(format!("{name}: {error}")))?;
    Ok((name, octets))
}
