//! Messages in a text notation instead of encoding rules: H.248 text in a capture, or Erlang terms.

use std::sync::{Mutex, PoisonError};

use wireglot_interp::inspect::Annotated;
use wireglot_interp::json::Layout;
use wireglot_interp::{Limits, Tape, ValueRef};
use wireglot_plan::{Rules, Shape, ShapeId};

use super::{Bad, FieldError, Message, MessageText, Reader, Reading, Writer, Writing};
use crate::languages::Refusal;
use crate::records::Refused;
use crate::texts::{Given, Text, TextError, Unsayable};

/// Messages of a type that are read or written in some notation.
///
/// White space after a text belongs to it, as in files.
pub struct InText<'m> {
    message: &'m dyn Message,
    read: Option<MessageText<'m>>,
    written: Option<MessageText<'m>>,
    limits: Limits,
    /// Readers that no thread uses now: binding one to its grammar takes longer than reading a message.
    readers: Idle<Reader<'m>>,
    writers: Idle<Writer<'m>>,
}

/// Readers or writers that no thread is using.
struct Idle<T>(Mutex<Vec<T>>);

impl<T> Idle<T> {
    /// Calls `run` with one of them, or with a new one.
    fn with<R>(&self, make: impl FnOnce() -> T, run: impl FnOnce(&mut T) -> R) -> R {
        let idle = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle().pop();
        let mut one = kept.unwrap_or_else(make);
        let made = run(&mut one);
        idle().push(one);
        made
    }
}

impl<'m> InText<'m> {
    /// The messages of a type, read in one notation and written in another; without one, by the type's rules.
    pub fn new(
        message: &'m dyn Message,
        read: Option<MessageText<'m>>,
        written: Option<MessageText<'m>>,
        limits: Limits,
    ) -> InText<'m> {
        let (readers, writers) = (Idle(Mutex::default()), Idle(Mutex::default()));
        InText { message, read, written, limits, readers, writers }
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

    fn constant(&self) -> Option<ValueRef<'_>> {
        self.message.constant()
    }

    fn ends_with_input(&self) -> bool {
        self.read.is_none() && self.message.ends_with_input()
    }

    fn least_first(&self) -> bool {
        self.message.least_first()
    }

    fn references(&self, shape: ShapeId) -> Vec<&str> {
        self.message.references(shape)
    }

    fn part_references(&self, record: ShapeId) -> Vec<Vec<&str>> {
        self.message.part_references(record)
    }

    fn names_all(&self, rules: Option<Rules>) -> bool {
        self.message.names_all(rules)
    }

    fn text(&self, form: Text) -> Result<MessageText<'_>, Refusal> {
        self.message.text(form)
    }

    fn decode(&self, octets: &[u8], reading: &Reading, tape: &mut Tape) -> Result<usize, Bad> {
        let Some(text) = self.read else { return self.message.decode(octets, reading, tape) };
        self.readers.with(
            || text.reader(None, self.limits),
            |reader| {
                let bad = |error: TextError| {
                    let TextError { code, offset, path, message, short } = error;
                    // Text may go on where it ends; terms say whether they are complete.
                    let short = short || !text.is_binary() && offset >= octets.len();
                    Bad { code, path, message, at: Some(offset as u64 * 8), short, ..Bad::default() }
                };
                let given = match reader.has_octets() {
                    true => Given::Octets(octets),
                    false => Given::Text(Given::Octets(octets).text(reader.syntax()).map_err(bad)?),
                };
                let taken = reader.read(given, tape).map_err(bad)?;
                if text.is_binary() {
                    return Ok(taken);
                }
                Ok(octets.len() - octets.get(taken..).unwrap_or_default().trim_ascii_start().len())
            },
        )
    }

    fn kept(&self, octets: &[u8], reading: &Reading) -> Vec<Bad> {
        match self.read {
            Some(_) => Vec::new(),
            None => self.message.kept(octets, reading),
        }
    }

    fn extent(&self, octets: &[u8], reading: &Reading) -> Option<Result<usize, Refused<()>>> {
        match self.read {
            Some(_) => None,
            None => self.message.extent(octets, reading),
        }
    }

    fn lists(&self, octets: &[u8], reading: &Reading) -> bool {
        self.read.is_none() && self.message.lists(octets, reading)
    }

    fn encode(&self, value: ValueRef, writing: &Writing, out: &mut Vec<u8>) -> Result<(), FieldError> {
        let Some(text) = self.written else { return self.message.encode(value, writing, out) };
        self.writers.with(
            || text.writer(Layout::Compact),
            |writer| {
                let Writer::Values(writer) = writer else { return Ok(()) };
                writer.clear();
                let written = writer.value(value);
                written.map_err(|Unsayable { code, message }| FieldError {
                    code,
                    path: String::new(),
                    message,
                })?;
                out.extend_from_slice(writer.octets());
                Ok(())
            },
        )
    }

    fn inspect(&self, octets: &[u8], reading: &Reading) -> Annotated {
        let Some(text) = self.read else { return self.message.inspect(octets, reading) };
        let most = reading.most_spans(octets.len());
        let inspect = |reader: &mut Reader| reader.inspect(Given::Octets(octets), most);
        let found = self.readers.with(|| text.reader(None, self.limits), inspect);
        found.map(|found| found.made).unwrap_or_default()
    }
}
