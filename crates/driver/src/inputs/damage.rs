//! Errors in a record, or in an input without records.

use crate::capture::Packing;
use crate::forms::{Form, FormError};
use crate::inspect::Stop;
use crate::messages::Bad;
use crate::records::{Position, Prefix, Record};

use super::place::Place;

/// An error in a record, or in an input without records.
#[derive(Debug, Clone)]
pub struct Damage {
    /// The error itself.
    pub bad: Bad,
    /// Hints, in the order in which they are shown.
    pub hints: Vec<Hint>,
    /// The input offset that the error's position is relative to.
    pub from: u64,
    /// The record concerned, if any.
    pub record: Option<Record>,
    /// The position of the message concerned, in captures.
    pub captured: Option<Position>,
    /// The line of an error in a text that is not a record.
    pub line: Option<usize>,
    /// The number of bytes skipped.
    pub passed_over: u64,
}

/// A setting that may have caused an error. Each interface says it in terms of its own options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hint {
    /// The text was read as this form.
    ReadAs(Form),
    /// The length prefix would fit if it were of this kind.
    OtherPrefix(Prefix),
    /// The record begins with several bytes of this value, which may be padding.
    Padding(u8),
    /// The input looks like this form.
    LooksLike(Form),
    /// A header may precede the records.
    Header,
    /// The input is a network capture.
    Capture,
    /// The invalid message looks like framed messages.
    Framed(Packing),
    /// The record before has this version, which is newer than the schema's: it may have ended elsewhere.
    Newer(u64),
}

impl Damage {
    /// The error at which an annotated view stopped.
    pub fn of_stop(stop: Stop) -> Damage {
        let Stop { code, message, bit, path } = stop;
        Damage::of_input(Bad { code, path, message, at: Some(bit), ..Bad::default() })
    }

    /// Converts it for an annotated view.
    pub fn stop(&self) -> Stop {
        let Bad { code, path, message, at, .. } = &self.bad;
        let bit = self.from * 8 + at.unwrap_or(0);
        Stop { code, message: message.clone(), bit, path: path.clone() }
    }

    /// The position of the record concerned, as far as it is known.
    pub fn position(&self, place: &Place) -> Position {
        match (self.captured, self.record) {
            (Some(position), _) => position,
            (None, Some(record)) => {
                Position { number: Some(record.number), offset: Some(record.offset), ..Position::default() }
            }
            (None, None) => Position { number: place.record, ..Position::default() },
        }
    }

    /// Whether its position is in a text rather than in the bytes decoded from it.
    pub fn is_of_text(&self) -> bool {
        self.bad.column.is_some()
    }

    /// An error in an input without records.
    pub fn of_input(bad: Bad) -> Damage {
        Damage { bad, hints: Vec::new(), from: 0, record: None, captured: None, line: None, passed_over: 0 }
    }

    /// An error in a text that is not of its form.
    pub(super) fn of_text(error: &FormError, form: Form) -> Damage {
        let message = error.message.to_string();
        let (line, column) = (Some(error.spot.line), Some(error.spot.column));
        let hints = vec![Hint::ReadAs(form)];
        Damage { line, hints, ..Damage::of_input(Bad { code: "form", message, column, ..Bad::default() }) }
    }
}
