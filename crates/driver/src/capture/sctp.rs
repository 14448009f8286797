//! SCTP messages (RFC 9260): a packet may hold several DATA chunks, and a message may span several.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
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

/// A DATA chunk.
struct Chunk<'c> {
    /// The transmission sequence number.
    tsn: u32,
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
    /// TSNs seen.
    met: BTreeSet<u64>,
    parts: BTreeMap<u64, Part>,
    /// Runs of fragments of one message: from the first TSN to the last, and back.
    rows: BTreeMap<u64, u64>,
    starts: BTreeMap<u64, u64>,
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
}

impl Packet<'_> {
    /// Its ports.
    pub fn ports(&self) -> Option<(u16, u16)> {
        Some((u16_at(self.octets, 0)?, u16_at(self.octets, 2)?))
    }

    /// The payload protocol identifier of each DATA chunk; `None` in later fragments of I-DATA, which don't state it.
    pub fn protocols(&self) -> impl Iterator<Item = Option<u32>> + '_ {
        chunks(self.octets).flatten().map(|chunk| chunk.protocol)
    }
}

/// The DATA chunks of a packet; an error if one is truncated.
fn chunks(packet: &[u8]) -> impl Iterator<Item = Result<Chunk<'_>, &'static str>> {
    let mut at = 12;
    std::iter::from_fn(move || loop {
        let (kind, flags) = (u8_at(packet, at)?, u8_at(packet, at + 1)?);
        let length = usize::from(u16_at(packet, at + 2)?);
        // The length is shorter than the chunk header, so the start of the next chunk is unknown.
        let length = if length < 4 { packet.len() } else { length };
        let chunk = packet.get(at..(at + length).min(packet.len()))?;
        let cut = at + length > packet.len();
        at += length.next_multiple_of(4);
        let Some(chunk) = data(kind, flags, chunk) else { continue };
        return Some(if cut { Err("the capture has not all of a chunk of data") } else { Ok(chunk) });
    })
}

/// Reads a DATA chunk, or an I-DATA chunk of RFC 8260, in which only the first fragment states the protocol.
fn data(kind: u8, flags: u8, chunk: &[u8]) -> Option<Chunk<'_>> {
    let (begins, ends) = (flags & 2 != 0, flags & 1 != 0);
    let (protocol_at, header) = match kind {
        0 => (12, 16),
        64 => (16, 20),
        _ => return None,
    };
    let protocol = u32_at(chunk, protocol_at)?;
    Some(Chunk {
        tsn: u32_at(chunk, 4)?,
        stream: u16_at(chunk, 8)?,
        protocol: (kind == 0 || begins).then_some(protocol),
        begins,
        ends,
        octets: chunk.get(header..)?,
    })
}

impl Sctp {
    /// Takes a packet and emits the messages that it completes.
    pub fn take(&mut self, packet: &Packet, out: &mut VecDeque<Item>) {
        let (Some(ports), Some(tag)) = (packet.ports(), u32_at(packet.octets, 4)) else { return };
        let key = Key { ports, tag };
        for chunk in chunks(packet.octets) {
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
        let forgotten = self.met.len() >= MET && self.met.first().is_some_and(|first| tsn < *first);
        if forgotten || !self.met.insert(tsn) {
            return;
        }
        self.newest = self.newest.max(tsn);
        if self.met.len() > MET {
            self.met.pop_first();
        }
        if chunk.begins && chunk.ends {
            return give(packet, chunk, chunk.octets.to_vec(), out);
        }
        let Chunk { stream, protocol, begins, ends, octets, .. } = *chunk;
        let protocol = protocol.unwrap_or_default();
        let part = Part { begins, ends, protocol, stream, octets: octets.to_vec(), packet: packet.number };
        self.octets += part.octets.len() + ENTRY;
        self.parts.insert(tsn, part);
        if let Some(whole) = self.join(tsn) {
            self.message(whole, packet, out);
        }
        while self.octets > WAITING {
            self.drop_first(out);
        }
    }

    /// Joins a fragment to its neighbours of the same message; returns the run if the message is complete.
    fn join(&mut self, tsn: u64) -> Option<(u64, u64)> {
        let part = self.parts.get(&tsn)?;
        let (mut first, mut last) = (tsn, tsn);
        let before = self.parts.get(&(tsn - 1)).is_some_and(|before| !before.ends && !part.begins);
        let after = self.parts.get(&(tsn + 1)).is_some_and(|after| !after.begins && !part.ends);
        if before {
            first = self.starts.remove(&(tsn - 1)).unwrap_or(tsn - 1);
        }
        if after {
            last = self.rows.remove(&(tsn + 1)).unwrap_or(tsn + 1);
        }
        self.rows.insert(first, last);
        self.starts.insert(last, first);
        let begins = self.parts.get(&first).is_some_and(|part| part.begins);
        let ends = self.parts.get(&last).is_some_and(|part| part.ends);
        (begins && ends).then_some((first, last))
    }

    /// Emits the message of a run.
    fn message(&mut self, (first, last): (u64, u64), packet: &Packet, out: &mut VecDeque<Item>) {
        self.rows.remove(&first);
        self.starts.remove(&last);
        let (mut octets, mut head) = (Vec::new(), None);
        for tsn in first..=last {
            if let Some(part) = self.parts.remove(&tsn) {
                self.octets -= part.octets.len() + ENTRY;
                head.get_or_insert((part.protocol, part.stream));
                octets.extend(part.octets);
            }
        }
        let (protocol, stream) = head.unwrap_or_default();
        let protocol = Some(protocol);
        let chunk = Chunk { tsn: first as u32, stream, protocol, begins: true, ends: true, octets: &[] };
        give(packet, &chunk, octets, out);
    }

    /// Gives up the run that begins with the lowest TSN.
    fn drop_first(&mut self, out: &mut VecDeque<Item>) {
        let Some((first, last)) = self.rows.pop_first() else { return };
        self.starts.remove(&last);
        let mut packet = 0;
        for tsn in first..=last {
            if let Some(part) = self.parts.remove(&tsn) {
                self.octets -= part.octets.len() + ENTRY;
                packet = part.packet;
            }
        }
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
