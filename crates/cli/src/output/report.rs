//! Errors in data: told on standard error, or put in the value's place.

use std::io::Write;

use wireglot_driver::messages::Bad;

use crate::input::data::OnError;
use crate::output::excerpt::Excerpt;
use crate::output::exit::{complain, Done, Failure};
use crate::records::Place;

/// An error in data.
pub struct Report<'r> {
    /// The input's name.
    pub file: &'r str,
    /// The line of a text, from 1 on, where PDUs stand in lines or blocks or the text itself is wrong.
    pub line: Option<usize>,
    /// The record's number, from 1 on, where inputs hold records in a row.
    pub record: Option<u64>,
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
    pub excerpt: Option<&'r Excerpt>,
}

impl<'r> Report<'r> {
    /// A report about a place, of which all else is to be said.
    pub fn at(place: &'r Place) -> Report<'r> {
        let Place { file, line, record } = place;
        Report {
            file,
            line: *line,
            record: *record,
            column: None,
            code: "",
            offset: None,
            bit: 0,
            path: "",
            message: String::new(),
            excerpt: None,
        }
    }

    /// A report about a record of which nothing comes; what is decoded begins at an offset of the input.
    pub fn of(bad: &'r Bad, place: &'r Place, offset: u64) -> Report<'r> {
        Report {
            code: bad.code,
            path: &bad.path,
            message: bad.message.clone(),
            offset: bad.at.map(|bit| offset + bit / 8),
            bit: bad.at.unwrap_or(0) % 8,
            column: bad.column,
            ..Report::at(place)
        }
    }

    /// Tells the error as the user asked; `stop` ends the run.
    pub fn tell(&self, how: OnError, out: &mut dyn Write) -> Done {
        match how {
            OnError::Report => {
                let mut error = serde_json::json!({"error": {
                    "code": self.code, "path": self.path, "message": self.message}});
                if let Some(offset) = self.offset {
                    error["error"]["offset"] = offset.into();
                }
                if let Some(record) = self.record {
                    error["error"]["record"] = record.into();
                }
                if let Some(line) = self.line {
                    error["error"]["line"] = line.into();
                }
                if let Some(column) = self.column {
                    error["error"]["column"] = column.into();
                }
                Ok(writeln!(out, "{error}")?)
            }
            OnError::Skip => {
                self.complain();
                Ok(())
            }
            OnError::Stop => {
                out.flush()?;
                self.complain();
                Err(Failure::Data)
            }
        }
    }

    /// The same where `out` takes raw octets: what `report` puts in a value's place goes to standard error.
    pub fn tell_aside(&self, how: OnError, out: &mut dyn Write) -> Done {
        match how {
            OnError::Report => self.tell(how, &mut std::io::stderr()),
            _ => self.tell(how, out),
        }
    }

    fn complain(&self) {
        complain(&self.sentence());
        if let Some(excerpt) = self.excerpt {
            // Where nobody can be told any more, nobody is.
            let _ = excerpt.write(&mut anstream::stderr().lock());
        }
    }

    /// The error in a line.
    pub fn sentence(&self) -> String {
        let Report { file, line, record, path, message, .. } = self;
        let colon = if path.is_empty() { "" } else { ": " };
        if let (Some(line), Some(column)) = (line, self.column) {
            return format!("{file}:{line}:{column}: {path}{colon}{message}");
        }
        let place = Place { file: file.to_string(), line: *line, record: *record };
        let bit = if self.bit == 0 { String::new() } else { format!(", bit {}", self.bit) };
        let of = if line.is_some() { " of its record" } else { "" };
        let at = self.offset.map(|offset| format!(" at octet {offset}{bit}{of}")).unwrap_or_default();
        format!("{place}: {path}{colon}{message}{at}")
    }
}
