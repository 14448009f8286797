//! bitproto: what the verbs do with a schema whose layout says all.

use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use wireglot_driver::bitproto::{compile, CompileOptions, Schema};
use wireglot_driver::forms::Form;
use wireglot_driver::render::SHOWN;
use wireglot_driver::LayoutId;

use crate::data::{inputs, open, InForm, OnError};
use crate::exit::{note, Done, Failure};
use crate::pdus::{nothing, Place};
use crate::report::Report;

/// Says what is wrong with a file, and how long each stage took.
pub fn check(file: &Path, short: bool, strict: bool, time: bool, most: usize) -> Done {
    let made = compile(file, CompileOptions { lint: true, ..CompileOptions::default() })?;
    tell(&made, short, strict, most)?;
    if time {
        let stages = made.times.iter();
        stages.for_each(|(stage, taken)| note(&format!("{stage} {:.3} ms", taken.as_secs_f64() * 1e3)));
    }
    match made.failed(strict) {
        true => Err(Failure::Schema),
        false => Ok(()),
    }
}

/// Prints the diagnostics on standard error, so many at most unless they are short.
pub fn tell(made: &Schema, short: bool, strict: bool, most: usize) -> Done {
    Ok(anstream::stderr().lock().write_all(made.tell(short, strict, most).as_bytes())?)
}

/// A schema without errors, and a type of it.
pub fn schema(file: &Path, ty: &str) -> Result<(Schema, LayoutId), Failure> {
    let made = compile(file, CompileOptions::default())?;
    if made.failed(false) {
        tell(&made, false, false, SHOWN)?;
        return Err(Failure::Schema);
    }
    let root = made.find(ty).map_err(|unknown| Failure::Usage(unknown.to_string()))?;
    Ok((made, root))
}

/// Messages on their way from one form to the other.
pub struct Run<'s> {
    schema: &'s Schema,
    root: LayoutId,
    on_error: OnError,
    out: BufWriter<std::io::Stdout>,
    wrong: bool,
    /// Whether standard output takes raw octets.
    raw: bool,
}

impl<'s> Run<'s> {
    /// A run that writes on standard output.
    pub fn new(schema: &'s Schema, root: LayoutId, on_error: OnError) -> Run<'s> {
        Run { schema, root, on_error, out: BufWriter::new(std::io::stdout()), wrong: false, raw: false }
    }

    /// Octets to JSON, a line a message. Raw input is cut into messages of the
    /// length that this version writes, unless the message is extensible.
    pub fn decode(&mut self, files: &[PathBuf], form: InForm) -> Done {
        for path in inputs(files) {
            let (name, octets) = read(&path)?;
            let form = form.settle(&name, &octets);
            let several = matches!(form, Form::Pem | Form::HexLines);
            let parts = form.parts(octets);
            if parts.is_empty() {
                let whole = Place { file: name.clone(), line: None };
                match self.schema.layout.get(self.root).octets() {
                    0 if !several => self.messages(&whole, &[], false)?,
                    _ => nothing(&whole, form).map_or(Ok(()), |report| self.report(report))?,
                }
            }
            for part in parts {
                let place = Place { file: name.clone(), line: several.then_some(part.line) };
                match part.octets {
                    Ok(octets) => self.messages(&place, &octets, form == Form::Raw)?,
                    Err(error) => self.report(Report {
                        code: "form",
                        offset: Some(error.offset as u64),
                        message: format!("{} (read as --in {})", error.message, form.word()),
                        ..Report::at(&place)
                    })?,
                }
            }
        }
        self.finish()
    }

    fn messages(&mut self, place: &Place, octets: &[u8], several: bool) -> Done {
        let ty = self.schema.layout.get(self.root);
        let length = ty.octets() as usize;
        let each = if several && ty.fixed && length > 0 { length } else { octets.len().max(1) };
        // No octets may be a message too.
        let none: &[&[u8]] = if octets.is_empty() { &[&[]] } else { &[] };
        for (index, message) in none.iter().copied().chain(octets.chunks(each)).enumerate() {
            match self.schema.decode(self.root, message, false) {
                Ok(value) => writeln!(self.out, "{}", self.schema.to_json(self.root, &value))?,
                Err(error) => self.report(Report {
                    code: error.code.word(),
                    offset: Some((index * each) as u64 + error.bit / 8),
                    bit: error.bit % 8,
                    path: &error.path,
                    message: error.code.message().to_string(),
                    ..Report::at(place)
                })?,
            }
        }
        Ok(())
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
                match self.schema.from_json(self.root, &text[at..]) {
                    Ok((value, end)) => {
                        let mut written = Vec::new();
                        form.write(&mut written, &self.schema.encode(self.root, &value), label);
                        self.out.write_all(&written)?;
                        at += end;
                        at += text[at..].len() - text[at..].trim_start().len();
                    }
                    Err(error) => {
                        self.raw = form == Form::Raw;
                        self.report(Report {
                            code: error.code,
                            offset: Some((at + error.offset) as u64),
                            path: &error.path,
                            message: error.message.clone(),
                            ..Report::at(&Place { file: name.clone(), line: None })
                        })?;
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
