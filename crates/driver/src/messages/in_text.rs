//! Messages that travel as text, such as those of H.248 in a capture: a text notation in place of encoding rules.

use std::sync::{Mutex, PoisonError};

use wireglot_interp::inspect::Annotated;
use wireglot_interp::{Limits, Tape, ValueRef};
use wireglot_plan::{Rules, Shape, ShapeId};

use super::{Bad, FieldError, Message, MessageText, Reader, Reading, Writing};
use crate::languages::Refusal;
use crate::texts::{Given, Text, TextError};

/// Messages of a type whose octets are text in some notation.
///
/// White space after a message is part of it, as it is in files.
pub struct InText<'m> {
    message: &'m dyn Message,
    text: MessageText<'m>,
    limits: Limits,
    /// Readers that no thread uses now: binding one to its grammar takes longer than reading a message.
    idle: Mutex<Vec<Reader<'m>>>,
}

impl<'m> InText<'m> {
    /// The messages of a type, in the notation of `text`.
    pub fn new(message: &'m dyn Message, text: MessageText<'m>, limits: Limits) -> InText<'m> {
        InText { message, text, limits, idle: Mutex::default() }
    }

    /// Calls `run` with a reader.
    fn with_reader<T>(&self, run: impl FnOnce(&mut Reader<'m>) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle().pop();
        let mut reader = kept.unwrap_or_else(|| self.text.reader(None, self.limits));
        let made = run(&mut reader);
        idle().push(reader);
        made
    }
}

impl Message for InText<'_> {
    fn name(&self) -> &str {
        self.message.name()
    }

    fn shape(&self) -> &Shape {
        self.message.shape()
    }

    fn has_own_json(&self) -> bool {
        self.message.has_own_json()
    }

    fn root(&self) -> usize {
        self.message.root()
    }

    fn references(&self, shape: ShapeId) -> Vec<&str> {
        self.message.references(shape)
    }

    fn names_all(&self, rules: Option<Rules>) -> bool {
        self.message.names_all(rules)
    }

    fn text(&self, form: Text) -> Result<MessageText<'_>, Refusal> {
        self.message.text(form)
    }

    fn decode(&self, octets: &[u8], _: &Reading, tape: &mut Tape) -> Result<usize, Bad> {
        self.with_reader(|reader| {
            let given = match std::str::from_utf8(octets) {
                Err(_) if reader.has_octets() => Given::Octets(octets),
                Err(_) => Given::Text(
                    Given::Octets(octets).text(reader.syntax()).map_err(|error| bad(error, octets))?,
                ),
                Ok(text) => Given::Text(text),
            };
            let taken = reader.read(given, tape).map_err(|error| bad(error, octets))?;
            Ok(octets.len() - octets.get(taken..).unwrap_or_default().trim_ascii_start().len())
        })
    }

    fn encode(&self, value: ValueRef, writing: &Writing, out: &mut Vec<u8>) -> Result<(), FieldError> {
        self.message.encode(value, writing, out)
    }

    fn inspect(&self, octets: &[u8], reading: &Reading) -> Annotated {
        let most = reading.most_spans(octets.len());
        let found = self.with_reader(|reader| reader.inspect(Given::Octets(octets), most));
        found.map(|found| found.made).unwrap_or_default()
    }
}

/// A fault in the text of a message; one at its end may be mended by more octets.
fn bad(error: TextError, octets: &[u8]) -> Bad {
    let TextError { code, offset, path, message } = error;
    let (at, short) = (Some(offset as u64 * 8), offset >= octets.len());
    Bad { code, path, message, at, short, ..Bad::default() }
}
