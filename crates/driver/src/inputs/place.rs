//! Where records stand.

use std::fmt;

/// Where records stand.
#[derive(Debug, Clone)]
pub struct Place {
    /// The input's name.
    pub file: String,
    /// The packet of a capture, from 1 on.
    pub packet: Option<usize>,
    /// The line of a text, from 1 on.
    pub line: Option<usize>,
    /// The record's number, where it is worth telling.
    pub record: Option<u64>,
}

/// As errors tell it: the number of a line's record is told where it is another than the line's.
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
