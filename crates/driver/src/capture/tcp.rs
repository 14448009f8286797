//! TCP connections (RFC 9293): each direction in the order of its sequence numbers.

use std::collections::VecDeque;

use super::bits::{u32_at, u8_at};
use super::item::{Damage, Item, Payload, StreamId};
use super::origin::{Flow, Origin};
use super::parts::Parts;
use super::table::Table;
use super::time::Time;

/// The packet that bytes came in.
#[derive(Debug, Clone, Copy)]
struct Mark {
    packet: usize,
    time: Option<Time>,
}

/// One direction of a connection.
#[derive(Debug)]
struct Stream {
    id: StreamId,
    flow: Flow,
    /// The sequence number of the first byte.
    first: u32,
    /// The sequence number of the next byte, extended to 64 bits so that it does not wrap.
    next: u64,
    /// Bytes after a gap.
    parts: Parts<Mark>,
    /// The sequence number at which it closes.
    end: Option<u64>,
    ended: bool,
}

/// All connections.
#[derive(Debug)]
pub struct Tcp {
    streams: Table<Flow, Stream>,
    /// The number of directions seen.
    count: StreamId,
}

/// Limits on directions of connections: their number, and the bytes that they hold after gaps.
const STREAMS: (usize, usize) = (1 << 16, 1 << 26);

/// The maximum number of bytes that a direction holds after a gap; beyond it, the missing segment will not
/// arrive.
const BEYOND: usize = 1 << 22;

/// No window is larger (RFC 7323), so a sequence number beyond it belongs to another connection.
const WINDOW: i32 = 1 << 30;

const FIN: u8 = 1;
const SYN: u8 = 2;
const RST: u8 = 4;

impl Default for Tcp {
    fn default() -> Tcp {
        Tcp { streams: Table::new(STREAMS.0, STREAMS.1), count: 0 }
    }
}

impl Tcp {
    /// Takes a segment.
    pub fn take(
        &mut self,
        flow: Flow,
        segment: &[u8],
        packet: usize,
        time: Option<Time>,
        out: &mut VecDeque<Item>,
    ) {
        let header = usize::from(u8_at(segment, 12).unwrap_or_default() >> 4) * 4;
        let (Some(sequence), Some(flags), Some(octets)) =
            (u32_at(segment, 4), u8_at(segment, 13), segment.get(header.max(20)..))
        else {
            return;
        };
        let sequence = sequence.wrapping_add(u32::from(flags & SYN != 0));
        let is_other = |stream: &mut Stream| stream.first != sequence || stream.ended;
        if flags & SYN != 0 && self.streams.value(&flow).is_some_and(is_other) {
            // A new connection on the same ports.
            if let Some(old) = self.streams.remove(&flow) {
                old.give_up(out);
            }
        }
        let count = &mut self.count;
        let stream = self.streams.value_or(flow, || {
            *count += 1;
            Stream::new(*count, flow, sequence)
        });
        let octets = if flags & RST == 0 { octets } else { &[] };
        stream.take(sequence, octets, flags & (FIN | RST) != 0, Mark { packet, time }, out);
        let weight = stream.parts.weight();
        self.streams.weigh(&flow, weight);
        while let Some((_, stream)) = self.streams.evict() {
            stream.give_up(out);
        }
    }

    /// At the end of the capture, emits what is left of one direction at a time; false once nothing is left.
    pub fn end(&mut self, out: &mut VecDeque<Item>) -> bool {
        self.streams.oldest().map(|(_, stream)| stream.give_up(out)).is_some()
    }
}

impl Stream {
    fn new(id: StreamId, flow: Flow, first: u32) -> Stream {
        // Keeps sequence numbers before the first from going below zero.
        let next = (1 << 32) + u64::from(first);
        Stream { id, flow, first, next, parts: Parts::default(), end: None, ended: false }
    }

    fn take(&mut self, sequence: u32, octets: &[u8], closes: bool, mark: Mark, out: &mut VecDeque<Item>) {
        let ahead = sequence.wrapping_sub(self.next as u32) as i32;
        if ahead > WINDOW || self.ended {
            return;
        }
        let place = self.next.saturating_add_signed(ahead.into());
        if closes {
            self.end.get_or_insert(place + octets.len() as u64);
        }
        if place > self.next {
            self.parts.add(place, octets, &mark);
        } else {
            // Skip bytes that were already received.
            let new = usize::try_from(self.next - place).ok().and_then(|old| octets.get(old..));
            self.give(new.unwrap_or_default(), mark, out);
        }
        self.go_on(out);
        while self.parts.octets() > BEYOND {
            self.jump(out);
        }
        self.close(out);
    }

    fn give(&mut self, octets: &[u8], Mark { packet, time }: Mark, out: &mut VecDeque<Item>) {
        if octets.is_empty() || self.ended {
            return;
        }
        let origin = Origin { packet, time, flow: self.flow, sequence: Some(self.next as u32) };
        out.push_back(Item::Segment(self.id, Payload { origin, octets: octets.to_vec() }));
        self.next += octets.len() as u64;
    }

    /// Emits the bytes that now follow without a gap.
    fn go_on(&mut self, out: &mut VecDeque<Item>) {
        while let Some((start, mark, octets)) = self.parts.take(self.next) {
            let new = usize::try_from(self.next - start).ok().and_then(|old| octets.get(old..));
            self.give(new.unwrap_or_default(), mark, out);
        }
    }

    /// Continues after a gap.
    fn jump(&mut self, out: &mut VecDeque<Item>) {
        let Some((place, mark)) = self.parts.first() else { return };
        let message = "a segment of the connection before this one is not in the capture";
        out.push_back(Item::Gap(self.id, Damage { packet: mark.packet, message: message.to_string() }));
        self.next = place;
        self.go_on(out);
    }

    fn close(&mut self, out: &mut VecDeque<Item>) {
        if !self.ended && self.end.is_some_and(|end| end <= self.next) {
            self.ended = true;
            out.push_back(Item::End(self.id));
        }
    }

    /// Emits everything that is left.
    fn give_up(mut self, out: &mut VecDeque<Item>) {
        while !self.ended && self.parts.octets() > 0 {
            self.jump(out);
        }
        if !self.ended {
            out.push_back(Item::End(self.id));
        }
    }
}
