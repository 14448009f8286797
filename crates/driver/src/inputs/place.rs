//! Places of records.

use std::fmt;

/// The place of a record.
#[derive(Debug, Clone)]
pub struct Place {
    /// The name of the input.
    pub file: String,
    /// The packet of a capture, from 1.
    pub packet: Option<usize>,
    /// The line of a text, from 1.
    pub line: Option<usize>,
    /// The number of the record, if it is worth showing.
    pub record: Option<u64>,
}

/// Formats the place as in error messages. The record number is omitted if it equals the line number.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(packet) = self.packet {
            write!(f, ", packet {packet}")?;
        }
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        match self.record {
            Some(record) if self.line.is_none_or(|line| line as u64 != record) => {
                write!(f, ", record {record}")
            }
            _ => Ok(()),
        }
    }
}

impl Place {
    /// A whole input.
    pub fn of(file: &str) -> Place {
        Place { file: file.to_string(), packet: None, line: None, record: None }
    }
}
