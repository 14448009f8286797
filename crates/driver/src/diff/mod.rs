//! Two messages or files of them compared, field by field.

mod documents;
mod side;
pub mod values;

use wireglot_interp::Tape;

use crate::messages::{FieldError, Message};
use crate::texts::to_json;

pub use side::{Compared, Side, Unfit};
pub use values::Difference;

/// Two sides, of which the first message is compared with the first, and so on.
pub struct Comparison<'c> {
    message: &'c dyn Message,
    /// What paths begin with.
    name: &'c str,
    left: Compared,
    right: Compared,
}

impl<'c> Comparison<'c> {
    /// Of what two sides hold, which were read for that message; a name begins paths.
    pub fn new(message: &'c dyn Message, name: &'c str, left: Compared, right: Compared) -> Comparison<'c> {
        Comparison { message, name, left, right }
    }

    /// How many messages there are to compare.
    pub fn count(&self) -> usize {
        self.left.count().max(self.right.count())
    }

    /// Where the messages of a position differ.
    ///
    /// # Errors
    /// Nobody can tell: see [`Message::differences`].
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
                    (Some(a), Some(b)) => self.message.differences(a, b),
                    (a, b) => {
                        let json = |value| to_json(self.message.shape(), value);
                        Ok(self.alone([a.map(json), b.map(json)]))
                    }
                }
            }
        }
    }

    /// A message that one side alone has.
    fn alone(&self, [left, right]: [Option<String>; 2]) -> Vec<Difference> {
        vec![Difference { path: self.name.to_string(), left, right }]
    }
}
