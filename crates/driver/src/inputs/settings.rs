//! How inputs are read.

use crate::forms::Form;
use crate::records::Framing;

use super::in_form::InForm;

/// What to do after a record or value that is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnError {
    /// End there.
    Stop,
    /// Go on with the next.
    Skip,
    /// Put the error in its place, and go on with the next.
    Report,
}

/// How inputs are read.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How octets stand in them.
    pub form: InForm,
    /// How records are laid in them.
    pub framing: Framing,
    /// What to do after a record that is wrong.
    pub on_error: OnError,
    /// Threads that decode.
    pub jobs: usize,
    /// Whether records are read in stretches ahead of what is told of, also by one thread.
    pub ahead: bool,
    /// Whether only the end of an input may end a record.
    pub whole: bool,
    /// Whether inputs are files of records, of which one may have none.
    pub several: bool,
    /// The most octets of a record.
    pub most: usize,
    /// The number of the only record that is asked for, from 1 on.
    pub record: Option<u64>,
}

impl Settings {
    /// How an input of a form is read to its end, a record having so many octets at most.
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
            record: None,
        }
    }
}
