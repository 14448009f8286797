//! Reports errors in data on standard error or in place of the value.

use std::io::{self, Write};

use wireglot_driver::inputs::{Damage, Hint, Misread, OnError, Place};

use crate::output::excerpt::Excerpt;
use crate::output::exit::complain;

/// An error in data.
pub struct Report<'r> {
    /// The place of its record or value.
    pub place: &'r Place,
    /// The line of a text, from 1, if PDUs are lines or blocks, or the text itself is invalid.
    pub line: Option<usize>,
    /// The column in that line, for errors in text.
    pub column: Option<usize>,
    /// A stable code.
    pub code: &'r str,
    /// The byte offset, if the error has a position: in the input, or in the PDU if PDUs are lines or blocks.
    pub offset: Option<u64>,
    /// The bit within that byte, most significant first.
    pub bit: u64,
    /// The field.
    pub path: &'r str,
    /// The error message.
    pub message: String,
    /// What to try, after the position.
    pub advice: String,
    /// The line, for values in text.
    pub excerpt: Option<Excerpt>,
}

impl<'r> Report<'r> {
    /// A report with only a place.
    pub fn at(place: &'r Place) -> Report<'r> {
        Report {
            place,
            line: place.line,
            column: None,
            code: "",
            offset: None,
            bit: 0,
            path: "",
            message: String::new(),
            advice: String::new(),
            excerpt: None,
        }
    }

    /// A report about a value in a text.
    pub fn of_misread(place: &'r Place, misread: &'r Misread) -> Report<'r> {
        let (at, error) = (misread.at(), &misread.error);
        Report {
            line: Some(at.line),
            column: Some(at.column),
            code: error.code,
            offset: Some(error.offset as u64),
            path: &error.path,
            message: error.message.clone(),
            excerpt: Some(Excerpt::of(misread.text, misread.start, misread.offset)),
            ..Report::at(place)
        }
    }

    /// A report about a record that can't be processed, or about an input without records.
    pub fn of_damage(place: &'r Place, damage: &'r Damage) -> Report<'r> {
        let bad = &damage.bad;
        Report {
            line: damage.line.or(place.line),
            code: bad.code,
            path: &bad.path,
            message: explained(damage),
            advice: advice(damage),
            offset: bad.at.map(|bit| damage.from + bit / 8),
            bit: bad.at.unwrap_or(0) % 8,
            column: bad.column,
            ..Report::at(place)
        }
    }

    /// Reports the error as requested. With `OnError::Report`, it goes to `out` in place of the value, or to
    /// standard error if `aside` (because `out` holds raw bytes); `file` adds the name of the file.
    pub fn say(&self, how: OnError, (aside, file): (bool, bool), out: &mut dyn Write) -> io::Result<()> {
        match how {
            OnError::Report => {
                let mut error = serde_json::json!({"error": {
                    "code": self.code, "path": self.path, "message": self.message.clone() + &self.advice}});
                if let Some(offset) = self.offset {
                    error["error"]["offset"] = offset.into();
                }
                if file {
                    error["error"]["file"] = self.place.file.as_str().into();
                }
                if let Some(packet) = self.place.packet {
                    error["error"]["packet"] = packet.into();
                }
                if let Some(record) = self.place.record {
                    error["error"]["record"] = record.into();
                }
                if let Some(line) = self.line {
                    error["error"]["line"] = line.into();
                }
                if let Some(column) = self.column {
                    error["error"]["column"] = column.into();
                }
                match aside {
                    true => writeln!(io::stderr(), "{error}")?,
                    false => writeln!(out, "{error}")?,
                }
            }
            OnError::Skip => self.complain(),
            OnError::Stop => {
                out.flush()?;
                self.complain();
            }
        }
        Ok(())
    }

    fn complain(&self) {
        complain(&self.sentence());
        if let Some(excerpt) = &self.excerpt {
            // If standard error can't be written, the error can't be reported.
            let _ = excerpt.write(&mut anstream::stderr().lock());
        }
    }

    /// The error on one line.
    pub fn sentence(&self) -> String {
        let Report { place, line, path, message, advice, .. } = self;
        let colon = if path.is_empty() { "" } else { ": " };
        if let (Some(line), Some(column)) = (line, self.column) {
            return format!("{}:{line}:{column}: {path}{colon}{message}{advice}", place.file);
        }
        let place = Place { line: *line, ..(*place).clone() };
        let bit = if self.bit == 0 { String::new() } else { format!(", bit {}", self.bit) };
        let of = if line.is_some() { " of its record" } else { "" };
        let at = self.offset.map(|offset| format!(" at octet {offset}{bit}{of}")).unwrap_or_default();
        format!("{place}: {path}{colon}{message}{at}{advice}")
    }
}

/// The error in a record, with hints at options that may help.
pub fn message(damage: &Damage) -> String {
    explained(damage) + &advice(damage)
}

/// The error in a record, with hints at how it was read.
fn explained(damage: &Damage) -> String {
    damage.hints.iter().fold(damage.bad.message.clone(), |message, hint| message + &remark(hint))
}

/// What to try instead.
fn advice(damage: &Damage) -> String {
    let advice = damage.hints.iter().map(|hint| match hint {
        Hint::Framed(packing) => {
            let word = packing.word();
            format!("; the data looks {}-framed: try --packing {word}", word.to_uppercase())
        }
        Hint::Newer(version) => {
            format!("; the message before it has version {version}, which is newer than the schema's")
        }
        Hint::Capture => "; this is a packet capture: `decode --pcap` reads it".to_string(),
        _ => String::new(),
    });
    advice.collect()
}

fn remark(hint: &Hint) -> String {
    match hint {
        Hint::ReadAs(form) => format!(" (read as --in {})", form.word()),
        Hint::OtherPrefix(prefix) => format!(" (with --prefix {} it would fit)", prefix.word()),
        Hint::Padding(octet) => format!(
            " (octets of {octet:02X} in a row: if they are padding, use --block N or --pad {octet:02X})"
        ),
        Hint::LooksLike(form) => {
            format!(" (this looks like {}: try --in {})", form.name(), form.word())
        }
        Hint::Framed(_) | Hint::Newer(_) | Hint::Capture => String::new(),
        Hint::Header => " (if the records follow a header, use --skip N)".to_string(),
    }
}
