//! SCTP messages (RFC 9260): a packet may hold several DATA chunks, and a message may span several.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;

use super::bits::{u16_at, u32_at, u8_at};
use super::item::{Damage, Item, Payload};
use super::origin::{Endpoint, Flow, Origin, Transport};
use super::table::Table;
use super::time::Time;

/// A direction of an association, which may use several addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    ports: (u16, u16),
    /// The verification tag.
    tag: u32,
}

/// The message that fragments belong to, if their chunks state it: the stream, whether it is unordered, and the message
/// identifier of I-DATA (RFC 8260 2.1).
type Series = Option<(u16, bool, u32)>;

/// Where a fragment belongs: its series, and the number in it. In DATA that is the TSN.
type Spot = (Series, u64);

/// A DATA chunk.
struct Chunk<'c> {
    /// The transmission sequence number.
    tsn: u32,
    series: Series,
    /// The fragment sequence number of I-DATA.
    fragment: u32,
    stream: u16,
    /// The payload protocol identifier; `None` in later fragments of I-DATA, which don't state it.
    protocol: Option<u32>,
    begins: bool,
    ends: bool,
    octets: &'c [u8],
}

/// A message fragment waiting for the others.
#[derive(Debug)]
struct Part {
    tsn: u32,
    begins: bool,
    ends: bool,
    protocol: u32,
    stream: u16,
    octets: Vec<u8>,
    packet: usize,
}

#[derive(Debug)]
struct Association {
    /// The highest TSN seen, extended to 64 bits so that it does not wrap.
    newest: u64,
    /// TSNs seen, each with a hash of its bytes.
    met: BTreeMap<u64, u64>,
    parts: BTreeMap<Spot, Part>,
    /// Runs of fragments of one message: from the first to the last, and back.
    rows: BTreeMap<Spot, Spot>,
    starts: BTreeMap<Spot, Spot>,
    octets: usize,
}

/// All associations.
#[derive(Debug)]
pub struct Sctp {
    associations: Table<Key, Association>,
}

/// Limits on directions of associations: their number, and the bytes of the fragments they hold.
const ASSOCIATIONS: (usize, usize) = (1 << 12, 1 << 26);

/// The number of TSNs kept to recognize retransmissions.
const MET: usize = 1 << 10;

/// The maximum number of waiting bytes per direction.
const WAITING: usize = 1 << 22;

/// Memory that a fragment takes besides its bytes.
const ENTRY: usize = 128;

impl Default for Sctp {
    fn default() -> Sctp {
        Sctp { associations: Table::new(ASSOCIATIONS.0, ASSOCIATIONS.1) }
    }
}

/// An SCTP packet with its addresses and time.
pub struct Packet<'p> {
    pub addresses: (IpAddr, IpAddr),
    pub number: usize,
    pub time: Option<Time>,
    pub octets: &'p [u8],
    /// The number of bytes after them that the capture does not have.
    pub missing: usize,
}

impl Packet<'_> {
    /// Its ports.
    pub fn ports(&self) -> Option<(u16, u16)> {
        Some((u16_at(self.octets, 0)?, u16_at(self.octets, 2)?))
    }

    /// The payload protocol identifier of each DATA chunk; `None` in later fragments of I-DATA, which don't state it, and
    /// an error for truncated chunks.
    pub fn protocols(&self) -> impl Iterator<Item = Result<Option<u32>, &'static str>> + '_ {
        chunks(self).map(|chunk| chunk.map(|chunk| chunk.protocol))
    }
}

/// The DATA chunks of a packet; an error if one is truncated, or if the capture lacks the type of a chunk.
fn chunks<'p>(packet: &Packet<'p>) -> impl Iterator<Item = Result<Chunk<'p>, &'static str>> {
    let (octets, missing) = (packet.octets, packet.missing);
    let mut at = 12;
    std::iter::from_fn(move || loop {
        let Some(length) = u16_at(octets, at + 2) else {
            let unknown = at + 4 <= octets.len() + missing;
            at = octets.len() + missing;
            return unknown.then_some(Err("some chunks of this packet are missing from the capture"));
        };
        let (kind, flags) = (u8_at(octets, at)?, u8_at(octets, at + 1)?);
        // The length is shorter than the chunk header, so the start of the next chunk is unknown.
        let length = if length < 4 { octets.len() + missing } else { usize::from(length) };
        let chunk = octets.get(at..(at + length).min(octets.len()))?;
        let cut = at + length > octets.len();
        at += length.next_multiple_of(4);
        match data(kind, flags, chunk) {
            _ if cut && matches!(kind, DATA | I_DATA) => {
                at = octets.len() + missing;
                return Some(Err("part of a data chunk is missing from the capture"));
            }
            Some(chunk) => return Some(Ok(chunk)),
            None => {}
        }
    })
}

/// Chunk types.
const DATA: u8 = 0;
const I_DATA: u8 = 64;

/// Reads a DATA chunk, or an I-DATA chunk of RFC 8260, in which only the first fragment states the protocol.
fn data(kind: u8, flags: u8, chunk: &[u8]) -> Option<Chunk<'_>> {
    let (begins, ends) = (flags & 2 != 0, flags & 1 != 0);
    let (last_at, header) = match kind {
        DATA => (12, 16),
        I_DATA => (16, 20),
        _ => return None,
    };
    let stream = u16_at(chunk, 8)?;
    let series = match kind {
        DATA => None,
        _ => Some((stream, flags & 4 != 0, u32_at(chunk, 12)?)),
    };
    // The payload protocol identifier, or the fragment sequence number.
    let last = u32_at(chunk, last_at)?;
    let states_protocol = kind == DATA || begins;
    Some(Chunk {
        tsn: u32_at(chunk, 4)?,
        series,
        fragment: if states_protocol { 0 } else { last },
        stream,
        protocol: states_protocol.then_some(last),
        begins,
        ends,
        octets: chunk.get(header..)?,
    })
}

impl Sctp {
    /// Takes a packet and emits the messages that it completes.
    pub fn take(&mut self, packet: &Packet, out: &mut VecDeque<Item>) {
        let Some(ports) = packet.ports() else { return };
        // No chunk is there without the tag before it.
        let key = Key { ports, tag: u32_at(packet.octets, 4).unwrap_or_default() };
        for chunk in chunks(packet) {
            let chunk = match chunk {
                Ok(chunk) => chunk,
                Err(message) => {
                    let damage = Damage { packet: packet.number, message: message.to_string() };
                    out.push_back(Item::Damage(damage));
                    continue;
                }
            };
            let association = self.associations.value_or(key, || Association::new(chunk.tsn));
            association.take(&chunk, packet, out);
            let weight = association.octets;
            self.associations.weigh(&key, weight);
            while let Some((_, association)) = self.associations.evict() {
                association.give_up(out);
            }
        }
    }

    /// Gives up what is incomplete at the end of the capture.
    pub fn end(&mut self, out: &mut VecDeque<Item>) {
        while let Some((_, association)) = self.associations.oldest() {
            association.give_up(out);
        }
    }
}

impl Association {
    fn new(tsn: u32) -> Association {
        let newest = (1 << 32) + u64::from(tsn);
        let (met, parts, rows, starts) = Default::default();
        Association { newest, met, parts, rows, starts, octets: 0 }
    }

    fn take(&mut self, chunk: &Chunk, packet: &Packet, out: &mut VecDeque<Item>) {
        let ahead = chunk.tsn.wrapping_sub(self.newest as u32) as i32;
        let tsn = self.newest.saturating_add_signed(ahead.into());
        let forgotten = self.met.len() >= MET && self.met.keys().next().is_some_and(|first| tsn < *first);
        if forgotten || self.is_repeated(tsn, chunk) {
            return;
        }
        self.newest = self.newest.max(tsn);
        if self.met.len() > MET {
            self.met.pop_first();
        }
        if chunk.begins && chunk.ends {
            return give(packet, chunk, chunk.octets.to_vec(), out);
        }
        let number = if chunk.series.is_some() { chunk.fragment.into() } else { tsn };
        if let Some(whole) = self.add((chunk.series, number), chunk, packet.number) {
            self.message(whole, packet, out);
        }
        while self.octets > WAITING {
            self.drop_first(out);
        }
    }

    /// Whether a chunk was seen before. Some programs write captures in which all chunks have one TSN and tag, so a whole
    /// message with other bytes is another message.
    fn is_repeated(&mut self, tsn: u64, chunk: &Chunk) -> bool {
        let mut hasher = DefaultHasher::new();
        chunk.octets.hash(&mut hasher);
        let hash = hasher.finish();
        let is_whole = chunk.begins && chunk.ends;
        self.met.insert(tsn, hash).is_some_and(|old| !is_whole || old == hash)
    }

    /// Adds a fragment; returns the run of its message if that is complete now. The first copy counts.
    fn add(&mut self, spot: Spot, chunk: &Chunk, packet: usize) -> Option<(Spot, Spot)> {
        if self.parts.contains_key(&spot) {
            return None;
        }
        let Chunk { tsn, stream, begins, ends, .. } = *chunk;
        let (protocol, octets) = (chunk.protocol.unwrap_or_default(), chunk.octets.to_vec());
        self.octets += octets.len() + ENTRY;
        self.parts.insert(spot, Part { tsn, begins, ends, protocol, stream, octets, packet });
        self.join(spot)
    }

    /// Joins a fragment to its neighbours of the same message; returns the run if the message is complete.
    fn join(&mut self, spot: Spot) -> Option<(Spot, Spot)> {
        let part = self.parts.get(&spot)?;
        let (series, number) = spot;
        let (mut first, mut last) = (spot, spot);
        let before = number.checked_sub(1).map(|number| (series, number));
        let before = before.filter(|before| self.parts.get(before).is_some_and(|b| !b.ends && !part.begins));
        let after = (series, number + 1);
        let is_followed = self.parts.get(&after).is_some_and(|after| !after.begins && !part.ends);
        if let Some(before) = before {
            first = self.starts.remove(&before).unwrap_or(before);
        }
        if is_followed {
            last = self.rows.remove(&after).unwrap_or(after);
        }
        self.rows.insert(first, last);
        self.starts.insert(last, first);
        let begins = self.parts.get(&first).is_some_and(|part| part.begins);
        let ends = self.parts.get(&last).is_some_and(|part| part.ends);
        (begins && ends).then_some((first, last))
    }

    /// Removes a run and returns its fragments.
    fn take_run(&mut self, (first, last): (Spot, Spot)) -> Vec<Part> {
        self.rows.remove(&first);
        self.starts.remove(&last);
        let numbers = first.1..=last.1;
        let parts: Vec<_> = numbers.filter_map(|number| self.parts.remove(&(first.0, number))).collect();
        self.octets -= parts.iter().map(|part| part.octets.len() + ENTRY).sum::<usize>();
        parts
    }

    /// Emits the message of a run.
    fn message(&mut self, run: (Spot, Spot), packet: &Packet, out: &mut VecDeque<Item>) {
        let parts = self.take_run(run);
        let Some(&Part { tsn, protocol, stream, .. }) = parts.first() else { return };
        let octets = parts.into_iter().flat_map(|part| part.octets).collect();
        let (series, fragment) = (run.0 .0, 0);
        let protocol = Some(protocol);
        let chunk = Chunk { tsn, series, fragment, stream, protocol, begins: true, ends: true, octets: &[] };
        give(packet, &chunk, octets, out);
    }

    /// Gives up the first run: that with the lowest TSN, in DATA.
    fn drop_first(&mut self, out: &mut VecDeque<Item>) {
        let Some((first, last)) = self.rows.pop_first() else { return };
        let packet = self.take_run((first, last)).last().map_or(0, |part| part.packet);
        let message = "other fragments of a message of SCTP are not in the capture".to_string();
        out.push_back(Item::Damage(Damage { packet, message }));
    }

    fn give_up(mut self, out: &mut VecDeque<Item>) {
        while !self.rows.is_empty() {
            self.drop_first(out);
        }
    }
}

fn give(packet: &Packet, chunk: &Chunk, octets: Vec<u8>, out: &mut VecDeque<Item>) {
    let (Some((from, to)), (sender, receiver)) = (packet.ports(), packet.addresses) else { return };
    let flow = Flow {
        from: Endpoint { address: sender, port: from },
        to: Endpoint { address: receiver, port: to },
        transport: Transport::Sctp { protocol: chunk.protocol.unwrap_or_default(), stream: chunk.stream },
    };
    let origin = Origin { packet: packet.number, time: packet.time, flow, sequence: Some(chunk.tsn) };
    out.push_back(Item::Datagram(Payload { origin, octets }));
}
