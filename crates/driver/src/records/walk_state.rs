//! The state of a walk between two records, from which another walk can continue.

use std::io::Read;

use serde_json::{json, Value};

use super::seen_kinds::Kinds;
use super::{Sizes, Walk};

/// The state of a walk between two records. A walk that continues from it finds the same as an uninterrupted one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalkState {
    /// The offset of the next record in the input.
    pub offset: u64,
    /// The number of that record, from 1.
    pub number: u64,
    line: usize,
    seen: Kinds,
    sizes: Sizes,
    looked: u64,
    inside: u64,
    farthest: u64,
}

impl WalkState {
    /// The state as JSON.
    pub fn to_json(&self) -> Value {
        let WalkState { offset, number, line, seen, sizes, looked, inside, farthest } = self;
        json!({
            "offset": offset, "record": number, "line": line, "kinds": seen.numbers(), "sizes": sizes.both(),
            "searched": [looked, inside, farthest],
        })
    }

    /// Reads the state from JSON; `None` if it is not one.
    pub fn of_json(json: &Value) -> Option<WalkState> {
        let number = |name: &str| json.get(name)?.as_u64();
        let numbers = |name: &str| -> Option<Vec<u64>> {
            json.get(name)?.as_array()?.iter().map(Value::as_u64).collect()
        };
        let mut seen = Kinds::none();
        for kind in numbers("kinds")? {
            seen.add(u8::try_from(kind).ok()?);
        }
        let mut sizes = Sizes::none();
        for size in numbers("sizes")? {
            sizes.add(usize::try_from(size).ok()?);
        }
        let [looked, inside, farthest] = numbers("searched")?.try_into().ok()?;
        let (offset, line, number) = (number("offset")?, number("line")?, number("record")?);
        // Every record and line before takes at least one byte.
        let can_be = |counted: u64| counted > 0 && counted - 1 <= offset;
        let line = usize::try_from(line).ok().filter(|_| can_be(line) && can_be(number))?;
        Some(WalkState { offset, number, line, seen, sizes, looked, inside, farthest })
    }
}

impl<R: Read> Walk<R> {
    /// The state. A record that has been read but not returned is read again.
    pub fn state(&self) -> WalkState {
        WalkState {
            offset: self.feed.offset(),
            number: self.number,
            line: self.line,
            seen: self.seen.clone(),
            sizes: self.sizes,
            looked: self.looked,
            inside: self.inside,
            farthest: self.farthest,
        }
    }

    /// Sets the state of a walk that has not read anything. Its input begins at the state's offset.
    pub fn continue_from(&mut self, state: &WalkState) {
        let WalkState { offset, number, line, seen, sizes, looked, inside, farthest } = state.clone();
        self.feed.begin_at(offset);
        self.begun = offset >= self.framing.skip;
        (self.number, self.line, self.seen, self.sizes) = (number, line, seen, sizes);
        (self.looked, self.inside, self.farthest) = (looked, inside, farthest);
    }
}
