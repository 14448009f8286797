//! Identifies the messages in captures.

use std::collections::BTreeMap;
use std::io::{self, Read};

use wireglot_plan::Rules;

use super::looks::encoded;
use super::{Identifier, Identity, Known};
use crate::capture::{Capture, Damage, Item, Kind};

/// Messages of a well-known type in a capture.
pub struct Carried {
    /// The traffic that carries them.
    pub kind: Kind,
    /// Their type.
    pub known: Known,
}

/// The messages in a capture.
#[derive(Default)]
pub struct Traffic {
    /// The messages of well-known types.
    pub carried: Vec<Carried>,
    /// The first problem in the capture.
    pub damage: Option<Damage>,
}

/// The maximum number of payloads of one kind of traffic that are examined, and of kinds.
const EXAMINED: u32 = 16;
const KINDS: usize = 1 << 10;

/// The rules of a protocol that SCTP names; `None` if it names none.
pub fn rules_of(kind: Kind) -> Option<Rules> {
    let is_of = |rules: &Rules| kind.is_in_aligned_per() && rules.aligned() && !rules.canonical();
    Rules::ALL.into_iter().find(is_of)
}

impl Identifier {
    /// The well-known types of messages in a capture, which is read to its end.
    ///
    /// # Errors
    /// The capture can't be read.
    pub fn carried(&self, capture: &mut Capture<impl Read>) -> io::Result<Traffic> {
        let mut examined: BTreeMap<Kind, (u32, Vec<Known>)> = BTreeMap::new();
        let mut damage = None;
        while let Some(item) = capture.next_item()? {
            let payload = match item {
                Item::Datagram(payload) | Item::Segment(_, payload) => payload,
                Item::Damage(problem) => {
                    damage.get_or_insert(problem);
                    continue;
                }
                Item::Gap(..) | Item::End(_) => continue,
            };
            let kind = Kind::of(&payload.origin.flow);
            if examined.len() >= KINDS && !examined.contains_key(&kind) {
                continue;
            }
            let (count, types) = examined.entry(kind).or_default();
            *count += 1;
            if *count > EXAMINED {
                continue;
            }
            // A segment may end within a message.
            let whole = payload.octets.get(..encoded(&payload.octets)).unwrap_or_default();
            let Identity::Known(known) = self.identify(whole, None) else { continue };
            if !types.iter().any(|other| other.same(&known)) {
                types.push(known);
            }
        }
        let carried = examined
            .into_iter()
            .flat_map(|(kind, (_, types))| types.into_iter().map(move |known| Carried { kind, known }));
        Ok(Traffic { carried: carried.collect(), damage })
    }
}
