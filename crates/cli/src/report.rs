//! Errors in data: told on standard error, or put in the value's place.

use std::io::Write;

use crate::data::OnError;
use crate::exit::{complain, Done, Failure};

/// An error in data.
pub struct Report<'r> {
    /// The input's name.
    pub file: &'r str,
    /// A stable word.
    pub code: &'r str,
    /// The octet of the input.
    pub offset: u64,
    /// The bit of that octet, from the top.
    pub bit: u64,
    /// The field.
    pub path: &'r str,
    /// What is wrong.
    pub message: String,
}

impl Report<'_> {
    /// Tells the error as the user asked; `stop` ends the run.
    pub fn tell(&self, how: OnError, out: &mut dyn Write) -> Done {
        match how {
            OnError::Report => {
                let error = serde_json::json!({"error": {
                    "code": self.code, "offset": self.offset, "path": self.path, "message": self.message}});
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

    fn complain(&self) {
        let bit = if self.bit == 0 { String::new() } else { format!(", bit {}", self.bit) };
        let Report { file, path, message, offset, .. } = self;
        complain(&format!("{file}: {path}: {message} at octet {offset}{bit}"));
    }
}
