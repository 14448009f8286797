//! What is wrong with a record, or with an input that has none.

use crate::capture::Packing;
use crate::forms::{Form, FormError};
use crate::inspect::Stop;
use crate::messages::Bad;
use crate::records::{Prefix, Record};

/// What is wrong with a record, or with an input that has none.
#[derive(Debug, Clone)]
pub struct Damage {
    /// The error itself.
    pub bad: Bad,
    /// What may help, in the order in which it is told.
    pub hints: Vec<Hint>,
    /// The octet of the input that the place of it is counted from.
    pub from: u64,
    /// The record, if it is that of one.
    pub record: Option<Record>,
    /// The line in which a text is not of its form, where that is no record.
    pub line: Option<usize>,
    /// How many octets nothing comes of.
    pub passed_over: u64,
}

/// How a setting may have led to an error, which a door says in the words that it has for the setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hint {
    /// The text was read as one of this form.
    ReadAs(Form),
    /// The length in front of the record would fit if it were this one.
    OtherPrefix(Prefix),
    /// The record begins with several of this octet: they may be padding.
    Padding(u8),
    /// The input looks like one of this form.
    LooksLike(Form),
    /// A header may stand in front of the records.
    Header,
    /// What is no message looks like frames with messages in them.
    Framed(Packing),
}

impl Damage {
    /// What an annotated view stopped at.
    pub fn of_stop(stop: Stop) -> Damage {
        let Stop { code, message, bit, path } = stop;
        Damage::of_input(Bad { code, path, message, at: Some(bit), ..Bad::default() })
    }

    /// The same for such a view.
    pub fn stop(&self) -> Stop {
        let Bad { code, path, message, at, .. } = &self.bad;
        let bit = self.from * 8 + at.unwrap_or(0);
        Stop { code, message: message.clone(), bit, path: path.clone() }
    }

    /// Whether its place is one in a text, not in the octets that this stands for.
    pub fn is_of_text(&self) -> bool {
        self.bad.column.is_some()
    }

    /// Of an input without any record.
    pub fn of_input(bad: Bad) -> Damage {
        Damage { bad, hints: Vec::new(), from: 0, record: None, line: None, passed_over: 0 }
    }

    /// Of a text that is not of its form.
    pub(super) fn of_text(error: &FormError, form: Form) -> Damage {
        let message = error.message.to_string();
        let (line, column) = (Some(error.spot.line), Some(error.spot.column));
        let hints = vec![Hint::ReadAs(form)];
        Damage { line, hints, ..Damage::of_input(Bad { code: "form", message, column, ..Bad::default() }) }
    }
}
