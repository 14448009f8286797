//! Identifies the messages in captures.

use std::collections::BTreeMap;
use std::io::{self, Read};

use super::looks::encoded;
use super::{Identifier, Identity, Known};
use crate::capture::{Capture, Item, Kind};

/// Messages of a well-known type in a capture.
pub struct Carried {
    /// The traffic that carries them.
    pub kind: Kind,
    /// Their type.
    pub known: Known,
}

/// The maximum number of payloads of one kind of traffic that are examined.
const EXAMINED: u32 = 16;

impl Identifier {
    /// The well-known types of messages in a capture, which is read to its end.
    ///
    /// # Errors
    /// The capture can't be read.
    pub fn carried(&self, capture: &mut Capture<impl Read>) -> io::Result<Vec<Carried>> {
        let mut examined: BTreeMap<Kind, u32> = BTreeMap::new();
        let mut all: Vec<Carried> = Vec::new();
        while let Some(item) = capture.next_item()? {
            let (Item::Datagram(payload) | Item::Segment(_, payload)) = item else { continue };
            let kind = Kind::of(&payload.origin.flow);
            let count = examined.entry(kind).or_default();
            *count += 1;
            if *count > EXAMINED {
                continue;
            }
            // A segment may end within a message.
            let whole = payload.octets.get(..encoded(&payload.octets)).unwrap_or_default();
            let Identity::Known(known) = self.identify(whole, None) else { continue };
            if !all.iter().any(|carried| carried.kind == kind && carried.known.same(&known)) {
                all.push(Carried { kind, known });
            }
        }
        Ok(all)
    }
}
