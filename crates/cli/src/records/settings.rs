//! How inputs are read.

use wireglot_driver::forms::Form;
use wireglot_driver::records::Framing;

use crate::input::data::{InForm, OnError};

/// How inputs are read.
pub struct Settings {
    pub form: InForm,
    pub framing: Framing,
    pub on_error: OnError,
    /// Threads that decode.
    pub jobs: usize,
    /// Whether to say at the end what was read.
    pub totals: bool,
    /// Whether errors go to standard error even where they are asked for in the output.
    pub aside: bool,
    /// Whether only the end of an input may end a record.
    pub whole: bool,
    /// Whether inputs are files of records, of which one may have none.
    pub several: bool,
    /// The most octets of a record.
    pub most: usize,
    /// The number of the only record that is asked for.
    pub record: Option<u64>,
}

impl Settings {
    /// How an input is read that is in memory, of a form, a record having so many octets at most: to its end.
    pub fn of(form: Form, most: usize) -> Settings {
        Settings {
            form: InForm::Known(form),
            framing: Framing::default(),
            on_error: OnError::Skip,
            jobs: 1,
            totals: false,
            aside: false,
            whole: false,
            several: form.is_lines(),
            most,
            record: None,
        }
    }
}
