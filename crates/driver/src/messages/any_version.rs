//! Messages that are each of one of several versions of a type.

use wireglot_interp::inspect::Annotated;
use wireglot_interp::Tape;
use wireglot_interp::ValueRef;
use wireglot_plan::Shape;

use super::{Bad, FieldError, Message, Reading, Writing};
use crate::records::Refused;

/// Messages of several versions of a type, for finding where they begin and end: a message is of any version that
/// decodes it. Everything else is that of the first version.
pub struct AnyVersion<'v> {
    first: &'v dyn Message,
    others: Vec<&'v dyn Message>,
}

impl<'v> AnyVersion<'v> {
    /// Messages of these versions.
    pub fn new(first: &'v dyn Message, others: Vec<&'v dyn Message>) -> AnyVersion<'v> {
        AnyVersion { first, others }
    }

    fn all(&self) -> impl Iterator<Item = &'v dyn Message> + '_ {
        std::iter::once(self.first).chain(self.others.iter().copied())
    }

    /// The first success, or the error of the version that gets farthest.
    fn any<T>(&self, mut of: impl FnMut(&dyn Message) -> Result<T, Bad>) -> Result<T, Bad> {
        let mut wrong = Vec::new();
        for message in self.all() {
            match of(message) {
                Ok(done) => return Ok(done),
                Err(bad) => wrong.push(bad),
            }
        }
        Err(farthest(wrong).1)
    }
}

/// The error of the version that gets farthest, and its position. It is incomplete if any is. A value that can be decoded
/// but not written is farthest.
pub fn farthest(wrong: Vec<Bad>) -> (usize, Bad) {
    let short = wrong.iter().any(|bad| bad.short);
    let all = wrong.into_iter().enumerate().rev();
    let (at, bad) = all.max_by_key(|(_, bad)| (bad.taken.is_some(), bad.at)).unwrap_or_default();
    (at, Bad { short: short && bad.taken.is_none(), ..bad })
}

impl Message for AnyVersion<'_> {
    fn name(&self) -> &str {
        self.first.name()
    }

    fn shape(&self) -> &Shape {
        self.first.shape()
    }

    fn root(&self) -> usize {
        self.first.root()
    }

    fn ends_with_input(&self) -> bool {
        self.all().any(Message::ends_with_input)
    }

    fn newer_version(&self, octets: &[u8]) -> Option<u64> {
        // A version that knows the message is none that it is newer than.
        let newer: Option<Vec<u64>> = self.all().map(|message| message.newer_version(octets)).collect();
        newer?.into_iter().min()
    }

    fn least_first(&self) -> bool {
        self.first.least_first()
    }

    fn decode(&self, octets: &[u8], reading: &Reading, tape: &mut Tape) -> Result<usize, Bad> {
        self.any(|message| {
            tape.clear();
            message.decode(octets, reading, tape)
        })
    }

    fn skim(&self, octets: &[u8], reading: &Reading) -> Result<usize, Bad> {
        self.any(|message| message.skim(octets, reading))
    }

    fn kept(&self, octets: &[u8], reading: &Reading) -> Vec<Bad> {
        self.first.kept(octets, reading)
    }

    fn extent(&self, octets: &[u8], reading: &Reading) -> Option<Result<usize, Refused<()>>> {
        let mut first = None;
        for message in self.all() {
            match message.extent(octets, reading)? {
                Ok(extent) => return Some(Ok(extent)),
                Err(refused) => {
                    let Refused { short, .. } = first.get_or_insert(Refused { error: (), short: false });
                    *short |= refused.short;
                }
            }
        }
        first.map(Err)
    }

    fn lists(&self, octets: &[u8], reading: &Reading) -> bool {
        self.all().any(|message| message.lists(octets, reading))
    }

    fn encode(&self, value: ValueRef, writing: &Writing, out: &mut Vec<u8>) -> Result<(), FieldError> {
        self.first.encode(value, writing, out)
    }

    fn inspect(&self, octets: &[u8], reading: &Reading) -> Annotated {
        self.first.inspect(octets, reading)
    }
}
