//! Errors in data: told on standard error, or put in the value's place.

use std::io::{self, Write};

use wireglot_driver::inputs::{Damage, Hint, Misread, OnError, Place};

use crate::output::excerpt::Excerpt;
use crate::output::exit::complain;

/// An error in data.
pub struct Report<'r> {
    /// Where its record or value stands.
    pub place: &'r Place,
    /// The line of a text, from 1 on, where PDUs stand in lines or blocks or the text itself is wrong.
    pub line: Option<usize>,
    /// The column in that line, where what is wrong is text.
    pub column: Option<usize>,
    /// A stable word.
    pub code: &'r str,
    /// The octet, where the error has a place: of the input, or of the PDU that stands in a line or block.
    pub offset: Option<u64>,
    /// The bit of that octet, from the top.
    pub bit: u64,
    /// The field.
    pub path: &'r str,
    /// What is wrong.
    pub message: String,
    /// The line, of values that are text.
    pub excerpt: Option<Excerpt>,
}

impl<'r> Report<'r> {
    /// A report about a place, of which all else is to be said.
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
            excerpt: None,
        }
    }

    /// A report about a value of a text.
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

    /// A report about a record of which nothing comes, or about an input without any.
    pub fn of_damage(place: &'r Place, damage: &'r Damage) -> Report<'r> {
        let bad = &damage.bad;
        Report {
            line: damage.line.or(place.line),
            code: bad.code,
            path: &bad.path,
            message: message(damage),
            offset: bad.at.map(|bit| damage.from + bit / 8),
            bit: bad.at.unwrap_or(0) % 8,
            column: bad.column,
            ..Report::at(place)
        }
    }

    /// Tells the error as the user asked; what `report` puts in a value's place goes to standard error where
    /// `out` takes raw octets and errors go aside.
    pub fn say(&self, how: OnError, aside: bool, out: &mut dyn Write) -> io::Result<()> {
        match how {
            OnError::Report => {
                let mut error = serde_json::json!({"error": {
                    "code": self.code, "path": self.path, "message": self.message}});
                if let Some(offset) = self.offset {
                    error["error"]["offset"] = offset.into();
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
            // Where nobody can be told any more, nobody is.
            let _ = excerpt.write(&mut anstream::stderr().lock());
        }
    }

    /// The error in a line.
    pub fn sentence(&self) -> String {
        let Report { place, line, path, message, .. } = self;
        let colon = if path.is_empty() { "" } else { ": " };
        if let (Some(line), Some(column)) = (line, self.column) {
            return format!("{}:{line}:{column}: {path}{colon}{message}", place.file);
        }
        let place = Place { line: *line, ..(*place).clone() };
        let bit = if self.bit == 0 { String::new() } else { format!(", bit {}", self.bit) };
        let of = if line.is_some() { " of its record" } else { "" };
        let at = self.offset.map(|offset| format!(" at octet {offset}{bit}{of}")).unwrap_or_default();
        format!("{place}: {path}{colon}{message}{at}")
    }
}

/// What is wrong with a record, with the options that may help.
pub fn message(damage: &Damage) -> String {
    damage.hints.iter().fold(damage.bad.message.clone(), |message, hint| message + &advice(hint))
}

fn advice(hint: &Hint) -> String {
    match hint {
        Hint::ReadAs(form) => format!(" (read as --in {})", form.word()),
        Hint::OtherPrefix(prefix) => format!(" (with --prefix {} it would fit)", prefix.word()),
        Hint::Padding(octet) => format!(
            " (octets of {octet:02X} in a row: if they are padding, say --block N or --pad {octet:02X})"
        ),
        Hint::LooksLike(form) => {
            format!(" (this looks like {}: try --in {})", form.name(), form.word())
        }
        Hint::Framed(packing) => {
            let word = packing.word();
            format!(" (this looks like messages in frames of {word}: try --packing {word})")
        }
        Hint::Header => " (if the records follow a header, say --skip N)".to_string(),
    }
}
