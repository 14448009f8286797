//! Compares two messages, or two files of them, field by field.

mod documents;
mod pairs;
mod side;
pub mod values;

use wireglot_interp::Tape;

use crate::messages::{FieldError, Message};
use crate::texts::to_json;

pub use side::{Compared, Side, Unfit};
pub use values::Difference;

/// Two sides; the first message of one is compared with the first of the other, and so on.
pub struct Comparison<'c> {
    message: &'c dyn Message,
    /// The name that paths begin with.
    name: &'c str,
    left: Compared,
    right: Compared,
    /// The maximum size of the differences of two messages as JSON.
    most: usize,
}

impl<'c> Comparison<'c> {
    /// Compares what was read from two sides for that message; paths begin with `name`. The differences of two messages
    /// may take up to `most` bytes as JSON.
    pub fn new(
        message: &'c dyn Message,
        name: &'c str,
        (left, right): (Compared, Compared),
        most: usize,
    ) -> Comparison<'c> {
        Comparison { message, name, left, right, most }
    }

    /// The number of messages to compare.
    pub fn count(&self) -> usize {
        self.left.count().max(self.right.count())
    }

    /// The differences between the messages at a position.
    ///
    /// # Errors
    /// The messages can't be compared, or differ too much: see [`Message::differences`].
    pub fn differences(&self, position: usize) -> Result<Vec<Difference>, FieldError> {
        match (&self.left, &self.right) {
            (Compared::Documents(left), Compared::Documents(right)) => {
                Ok(match (left.get(position), right.get(position)) {
                    (Some(a), Some(b)) => documents::differences(self.name, a, b),
                    (a, b) => self.alone([a, b].map(|value| value.map(serde_json::Value::to_string))),
                })
            }
            (left, right) => {
                let (a, b) = (left.tape(position), right.tape(position));
                match (a.and_then(Tape::root), b.and_then(Tape::root)) {
                    (Some(a), Some(b)) => self.message.differences(a, b, self.most),
                    (a, b) => {
                        let json = |value| to_json(self.message.shape(), value);
                        Ok(self.alone([a.map(json), b.map(json)]))
                    }
                }
            }
        }
    }

    /// A message that only one side has.
    fn alone(&self, [left, right]: [Option<String>; 2]) -> Vec<Difference> {
        vec![Difference { path: self.name.to_string(), left, right }]
    }
}
