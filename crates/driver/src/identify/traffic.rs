//! Identifies the messages in captures.

use std::collections::BTreeMap;
use std::io::{self, Read};

use wireglot_interp::DecodeOptions;
use wireglot_plan::Rules;

use super::looks::{encoded, is_encoded};
use super::{Identifier, Identity, Known};
use crate::capture::{Capture, Damage, Item, Kind, Packing, StreamId};
use crate::messages::Bad;

/// Messages of a well-known type in a capture.
pub struct Carried {
    /// The traffic that carries them.
    pub kind: Kind,
    /// Their type.
    pub known: Known,
    /// How they are framed.
    pub packing: Packing,
    /// One of them.
    pub sample: Vec<u8>,
}

/// The messages in a capture.
#[derive(Default)]
pub struct Traffic {
    /// The messages of well-known types.
    pub carried: Vec<Carried>,
    /// The first payload of each kind of traffic.
    pub first: Vec<(Kind, Vec<u8>)>,
    /// The first problem in the capture.
    pub damage: Option<Damage>,
}

/// The maximum number of payloads of one kind of traffic that are examined, and of kinds.
const EXAMINED: u32 = 16;
const KINDS: usize = 1 << 10;

/// The maximum number of bytes of a connection that are kept until a message in them is complete, and of connections.
const KEPT: usize = 1 << 16;
const CONNECTIONS: usize = 1 << 8;

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
        let mut examined: BTreeMap<Kind, Examined> = BTreeMap::new();
        let mut begun = Connections::default();
        let mut damage = None;
        while let Some(item) = capture.next_item()? {
            let (connection, payload) = match item {
                Item::Datagram(payload) => (None, payload),
                Item::Segment(connection, payload) => (Some(connection), payload),
                Item::Damage(problem) => {
                    damage.get_or_insert(problem);
                    continue;
                }
                Item::Gap(connection, _) | Item::End(connection) => {
                    begun.0.remove(&connection);
                    continue;
                }
            };
            let kind = Kind::of(&payload.origin.flow);
            if examined.len() >= KINDS && !examined.contains_key(&kind) {
                continue;
            }
            let of = examined.entry(kind).or_insert_with(|| Examined::new(payload.octets.clone()));
            of.count += 1;
            if of.count > EXAMINED {
                continue;
            }
            let (whole, packing) = begun.whole(connection, payload.octets);
            let Identity::Known(known) = self.identify(&whole, None) else {
                of.damaged.get_or_insert(whole);
                continue;
            };
            if !of.types.iter().any(|(other, ..)| other.same(&known)) {
                of.types.push((known, whole, packing));
            }
        }
        let mut traffic = Traffic { damage, ..Traffic::default() };
        let all: Vec<Known> = examined.values().flat_map(|of| &of.types).map(|(known, ..)| *known).collect();
        for (kind, Examined { first, mut types, damaged, .. }) in examined {
            traffic.first.push((kind, first));
            // Where all messages are damaged, they are of a type that others are of.
            if let (true, Some(whole)) = (types.is_empty(), damaged) {
                let known = all.iter().find(|known| self.begins_as(known, &whole));
                types.extend(known.map(|known| (*known, whole, Packing::Raw)));
            }
            let carried = |(known, sample, packing)| Carried { kind, known, packing, sample };
            traffic.carried.extend(types.into_iter().map(carried));
        }
        Ok(traffic)
    }

    /// Whether bytes read as a type up to an error.
    fn begins_as(&self, known: &Known, octets: &[u8]) -> bool {
        let Some(root) = self.specification.shape().root(known.candidate.ty) else { return false };
        let error = self.specification.decode(known.rules, root, octets, &DecodeOptions::default()).err();
        error.map(Bad::from).and_then(|bad| bad.at).is_some_and(|bit| bit / 8 >= LEAST)
    }
}

/// The least number of bytes that read as a type: what is of another type rarely gets that far.
const LEAST: u64 = 8;

/// What was found in a kind of traffic.
struct Examined {
    first: Vec<u8>,
    count: u32,
    /// The types of its messages, a message of each, and its framing.
    types: Vec<(Known, Vec<u8>, Packing)>,
    /// The first message that is of no known type, and so may be damaged.
    damaged: Option<Vec<u8>>,
}

impl Examined {
    fn new(first: Vec<u8>) -> Examined {
        Examined { first, count: 0, types: Vec::new(), damaged: None }
    }
}

/// Connections with the bytes of an incomplete message.
#[derive(Default)]
struct Connections(BTreeMap<StreamId, Vec<u8>>);

impl Connections {
    /// The complete messages at the start of a payload, or of what a connection has carried since the last ones; and how
    /// they are framed.
    fn whole(&mut self, connection: Option<StreamId>, mut octets: Vec<u8>) -> (Vec<u8>, Packing) {
        if let Some(mut before) = connection.and_then(|connection| self.0.remove(&connection)) {
            before.append(&mut octets);
            octets = before;
        }
        let rest = octets.split_off(encoded(&octets));
        let framed = connection.filter(|_| octets.is_empty()).and_then(|_| framed(&rest));
        let (whole, rest, packing) = match framed {
            Some((whole, end)) => (whole, rest.get(end..).unwrap_or_default().to_vec(), FRAMING),
            None => (octets, rest, Packing::Raw),
        };
        if let Some(connection) = connection.filter(|_| rest.len() <= KEPT && self.0.len() < CONNECTIONS) {
            self.0.insert(connection, rest);
        }
        (whole, packing)
    }
}

/// The framing on TCP of a well-known protocol that has one: Kerberos (RFC 4120, 7.2.2).
const FRAMING: Packing = Packing::U32Be;

/// The messages in the complete frames at the start of bytes, and where these frames end; `None` if there are none.
fn framed(octets: &[u8]) -> Option<(Vec<u8>, usize)> {
    let (frames, _) = FRAMING.frames(octets);
    let messages =
        frames.iter().map_while(|frame| octets.get(frame.clone()).filter(|octets| is_encoded(octets)));
    let messages: Vec<&[u8]> = messages.collect();
    let last = frames.get(messages.len().checked_sub(1)?)?;
    Some((messages.concat(), last.end))
}
