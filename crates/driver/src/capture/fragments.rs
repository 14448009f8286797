//! Reassembly of IP fragments.

use std::net::IpAddr;

use super::internet::{Addresses, Datagram, Fragment};
use super::parts::Parts;
use super::table::Table;

/// What all fragments of one packet have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    from: IpAddr,
    to: IpAddr,
    protocol: u8,
    identification: u32,
}

/// A packet with fragments still missing.
#[derive(Debug, Default)]
struct Partial {
    parts: Parts<()>,
    end: Option<u64>,
    /// The number of the last captured packet that carried a fragment of it.
    packet: usize,
}

/// Fragments waiting for the rest of their packet.
#[derive(Debug)]
pub struct Fragments {
    waiting: Table<Key, Partial>,
    /// Packets that were given up incomplete: the number of the last captured packet that carried a fragment
    /// of each.
    pub given_up: Vec<usize>,
}

/// Limits on waiting packets: their number, and the bytes of their fragments.
const WAITING: (usize, usize) = (1 << 12, 1 << 23);

impl Default for Fragments {
    fn default() -> Fragments {
        Fragments { waiting: Table::new(WAITING.0, WAITING.1), given_up: Vec::new() }
    }
}

impl Fragments {
    /// Takes a fragment; returns the whole packet once it is complete.
    pub fn take(&mut self, of: &Datagram, fragment: Fragment, packet: usize) -> Option<Vec<u8>> {
        let (from, to): Addresses = of.addresses;
        let key = Key { from, to, protocol: of.protocol, identification: fragment.identification };
        let partial = self.waiting.value_or(key.clone(), Partial::default);
        let offset = u64::from(fragment.offset);
        partial.packet = packet;
        partial.parts.add(offset, of.octets, &());
        if !fragment.more {
            partial.end.get_or_insert(offset + of.octets.len() as u64);
        }
        let (whole, weight) = (partial.end == Some(partial.parts.octets() as u64), partial.parts.weight());
        self.waiting.weigh(&key, weight);
        if whole {
            return self.waiting.remove(&key).and_then(join);
        }
        while let Some((_, partial)) = self.waiting.evict() {
            self.given_up.push(partial.packet);
        }
        None
    }

    /// Gives up all incomplete packets at the end of the capture.
    pub fn end(&mut self) {
        while let Some((_, partial)) = self.waiting.oldest() {
            self.given_up.push(partial.packet);
        }
    }
}

/// Joins all parts if they leave no hole. A part may lie beyond the end.
fn join(mut partial: Partial) -> Option<Vec<u8>> {
    let mut octets = Vec::new();
    while let Some((start, (), part)) = partial.parts.take(octets.len() as u64) {
        if start != octets.len() as u64 {
            return None;
        }
        octets.extend(part);
    }
    (Some(octets.len() as u64) == partial.end).then_some(octets)
}
