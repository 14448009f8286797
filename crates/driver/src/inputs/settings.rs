//! How inputs are read.

use crate::forms::Form;
use crate::records::Framing;

use super::in_form::InForm;

/// What to do after an invalid record or value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnError {
    /// Stop.
    Stop,
    /// Continue with the next.
    Skip,
    /// Write the error in its place and continue with the next.
    Report,
}

/// What comes before an input in the same file and is not part of the input.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Before {
    /// The number of records.
    pub records: u64,
    /// The number of lines of text.
    pub lines: usize,
}

/// How inputs are read.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The form of the bytes.
    pub form: InForm,
    /// The framing of records.
    pub framing: Framing,
    /// What to do after an invalid record.
    pub on_error: OnError,
    /// The number of decoding threads.
    pub jobs: usize,
    /// Whether records are decoded in stretches ahead of what is reported, even by a single thread.
    pub ahead: bool,
    /// Whether only the end of an input may end a record.
    pub whole: bool,
    /// Whether inputs are files of records, which may be empty.
    pub several: bool,
    /// The maximum size of a record in bytes.
    pub most: usize,
    /// What comes before the input in the same file.
    pub before: Before,
    /// Reads only the record of this number, from 1.
    pub record: Option<u64>,
    /// The number of bytes of input between two checkpoints for the listener; `None` for no checkpoints.
    pub checkpoints: Option<u64>,
}

impl Settings {
    /// Settings that read an input of a form to its end, with a maximum record size in bytes.
    pub fn of(form: Form, most: usize) -> Settings {
        Settings {
            form: InForm::Known(form),
            framing: Framing::default(),
            on_error: OnError::Skip,
            jobs: 1,
            ahead: false,
            whole: false,
            several: form.is_lines(),
            most,
            before: Before::default(),
            record: None,
            checkpoints: None,
        }
    }
}
