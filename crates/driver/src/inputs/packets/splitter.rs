//! Splits the payloads of a capture into messages.

use crate::capture::{Damage, Framed, Item, Origin, Packing, Payload, StreamId, Table};
use crate::inputs::trial::begins_message;
use crate::messages::{Bad, Message, Reading};

use super::unit::Unit;

/// Finds the messages in the payloads of packets and connections.
pub struct Splitter<'s> {
    message: &'s dyn Message,
    reading: Reading,
    packing: Packing,
    /// The maximum size of a message in bytes.
    most: usize,
    streams: Table<StreamId, Stream>,
}

/// Limits on connections with incomplete messages: their number, and the bytes that they hold.
const STREAMS: (usize, usize) = (1 << 16, 1 << 28);

/// The bytes of one direction of a connection that have not been split yet.
struct Stream {
    /// The origin of the latest bytes.
    origin: Origin,
    octets: Vec<u8>,
    /// The number of bytes in `octets` that are done.
    done: usize,
    /// The number of bytes before `octets`.
    before: u64,
    /// The number of bytes that may still be examined without result. This prevents re-reading a message that
    /// arrives byte by byte from taking quadratic time.
    credit: usize,
    /// Whether a packet header is expected.
    lead: bool,
    /// The start of the next message is unknown.
    lost: bool,
    /// The first segment may be the length of a frame.
    length_alone: bool,
}

/// The size of a length that may be in a segment of its own: that of [`Packing::U32Be`].
const LENGTH: usize = 4;

/// How often a byte may be examined without result.
const CREDIT: usize = 16;

/// What is found where a message should begin.
enum Found {
    /// A message: its size in bytes with the frame, and its offset in the frame.
    Message { octets: usize, frame: usize },
    /// The beginning of a message.
    Part,
    /// Not a message.
    Wrong(Bad),
}

const NO_FRAME: &str = "no valid frame here";
const CUT: &str = "truncated frame";

impl<'s> Splitter<'s> {
    /// A splitter for messages with the given framing.
    pub fn new(message: &'s dyn Message, reading: Reading, packing: Packing, most: usize) -> Splitter<'s> {
        let reading = Reading { several: true, ..reading };
        Splitter { message, reading, packing, most, streams: Table::new(STREAMS.0, STREAMS.1) }
    }

    /// Takes the next item of a capture.
    pub fn item(&mut self, item: Item, out: &mut Vec<Unit>) {
        match item {
            Item::Datagram(payload) => self.packet(payload.octets, Some(payload.origin), out),
            Item::Segment(id, payload) => self.segment(id, payload, out),
            Item::Damage(damage) => out.push(damaged(damage)),
            Item::Gap(id, damage) => {
                // The gap also damages the message that was incomplete before it.
                if let Some(mut stream) = self.streams.remove(&id) {
                    self.split(&mut stream, out);
                    stream.forget();
                    self.keep(id, stream, out);
                }
                out.push(damaged(damage));
            }
            Item::End(id) => {
                if let Some(stream) = self.streams.remove(&id) {
                    self.last(stream, out);
                }
            }
        }
    }

    /// Takes a packet.
    pub fn packet(&self, octets: Vec<u8>, origin: Option<Origin>, out: &mut Vec<Unit>) {
        let packet = origin.as_ref().map(|origin| origin.packet);
        let sequence = self.packing.sequence(&octets);
        let unit = Unit { packet, origin, sequence, ..Unit::default() };
        if self.packing == Packing::Raw {
            return out.push(Unit { octets, several: true, ..unit });
        }
        let (frames, cut) = self.packing.frames(&octets);
        if cut.is_some() && unit.origin.is_some() && self.packing.is_for_connections() {
            return out.push(Unit { octets, several: true, ..unit });
        }
        for frame in frames {
            let at = frame.start as u64;
            let octets = octets.get(frame).unwrap_or_default().to_vec();
            out.push(Unit { at, octets, ..unit.clone() });
        }
        if let Some(at) = cut {
            let bad = match self.packing.frame(&octets, at) {
                Framed::Wrong => NO_FRAME,
                Framed::Frame(_) | Framed::Cut(_) => CUT,
            };
            out.push(Unit { at: at as u64, bad: Some(Bad::frame("frame", bad)), ..unit });
        }
    }

    fn segment(&mut self, id: StreamId, Payload { origin, octets }: Payload, out: &mut Vec<Unit>) {
        let mut stream = self.streams.remove(&id).unwrap_or_else(|| Stream::new(origin.clone()));
        if stream.lost && !self.begins(&octets) {
            stream.before += octets.len() as u64;
            return self.keep(id, stream, out);
        }
        stream.lost = false;
        stream.origin = origin;
        stream.credit = stream.credit.saturating_add(CREDIT * octets.len() + 256);
        stream.octets.extend(octets);
        self.split(&mut stream, out);
        self.keep(id, stream, out);
    }

    fn keep(&mut self, id: StreamId, mut stream: Stream, out: &mut Vec<Unit>) {
        stream.forget_done();
        let weight = stream.octets.len();
        self.streams.value_or(id, || stream);
        self.streams.weigh(&id, weight);
        while let Some((_, stream)) = self.streams.evict() {
            self.last(stream, out);
        }
    }

    /// Whether a segment begins with a message, after synchronization was lost.
    fn begins(&self, octets: &[u8]) -> bool {
        match self.packing.frame(octets, 0) {
            Framed::Frame(frame) => {
                self.message.skim(octets.get(frame).unwrap_or_default(), &self.reading).is_ok()
            }
            Framed::Cut(_) | Framed::Wrong => false,
        }
    }

    /// Extracts complete messages.
    fn split(&self, stream: &mut Stream, out: &mut Vec<Unit>) {
        if stream.lead && stream.octets.len() >= self.packing.lead() {
            stream.done = self.packing.lead();
            stream.lead = false;
        }
        while !stream.lead && stream.done < stream.octets.len() {
            match self.found(stream) {
                Found::Part => return,
                Found::Message { octets, frame } => {
                    let start = stream.done;
                    let octets = stream.octets.get(start + frame..start + octets).unwrap_or_default();
                    out.push(Unit { at: stream.at(frame), octets: octets.to_vec(), ..stream.unit() });
                    stream.done = start + frame + octets.len();
                }
                Found::Wrong(_) if self.is_length(stream) => return,
                Found::Wrong(bad) => {
                    let framed = self.framed(stream);
                    out.push(Unit { at: stream.at(0), bad: Some(bad), framed, ..stream.unit() });
                    match std::mem::take(&mut stream.length_alone) && stream.is_new() {
                        true => stream.done += LENGTH,
                        false => stream.forget(),
                    }
                }
            }
        }
    }

    /// Whether all that a connection has carried may be the length of a frame, which comes in a segment of its own. What
    /// follows shows whether it is.
    fn is_length(&self, stream: &mut Stream) -> bool {
        let is_first = !stream.length_alone && self.packing == Packing::Raw && stream.is_new();
        let is_length = is_first && stream.octets.len() == LENGTH;
        stream.length_alone |= is_length;
        is_length
    }

    /// The framing that a connection appears to have, if it is read without.
    fn framed(&self, stream: &Stream) -> Option<Packing> {
        let octets = (self.packing == Packing::Raw && stream.is_new()).then_some(&stream.octets)?;
        Packing::of_frames(octets, &|octets| begins_message(self.message, &self.reading, octets))
    }

    /// Determines what comes next.
    fn found(&self, stream: &mut Stream) -> Found {
        let left = stream.octets.get(stream.done..).unwrap_or_default();
        let size = match self.packing {
            Packing::Raw => return self.unframed(stream),
            packing => packing.frame(left, 0),
        };
        match size {
            Framed::Frame(frame) => Found::Message { octets: frame.end, frame: frame.start },
            Framed::Cut(octets) => self.waits(octets),
            Framed::Wrong => Found::Wrong(Bad::frame("frame", NO_FRAME)),
        }
    }

    /// An incomplete message of this size, unless that exceeds the limit.
    fn waits(&self, octets: usize) -> Found {
        match octets > self.most {
            true => {
                let told = format!("a message of {octets} octets is longer than the limit: {}", self.most);
                Found::Wrong(Bad::frame("limit", &told))
            }
            false => Found::Part,
        }
    }

    /// Determines what comes next without framing: the message states its own size, or has to be decoded.
    fn unframed(&self, stream: &mut Stream) -> Found {
        let left = stream.octets.get(stream.done..).unwrap_or_default();
        let listed = || self.message.lists(left, &self.reading);
        match self.message.extent(left, &self.reading) {
            Some(Ok(octets)) if octets > 0 && octets <= left.len() && listed() => {
                return Found::Message { octets, frame: 0 };
            }
            Some(Ok(octets)) if octets > left.len() && listed() => return self.waits(octets),
            _ => {}
        }
        if stream.credit < left.len() {
            return self.waits(left.len());
        }
        stream.credit -= left.len();
        match self.message.skim(left, &self.reading) {
            Ok(octets) => Found::Message { octets: octets.clamp(1, left.len()), frame: 0 },
            Err(bad) if bad.short => self.waits(left.len()),
            Err(bad) => match bad.taken {
                Some(octets) => Found::Message { octets: octets.clamp(1, left.len()), frame: 0 },
                None => Found::Wrong(bad),
            },
        }
    }

    /// Handles the rest of a connection that has ended, which is incomplete.
    fn last(&self, mut stream: Stream, out: &mut Vec<Unit>) {
        self.split(&mut stream, out);
        let left = stream.octets.get(stream.done..).unwrap_or_default();
        if left.is_empty() {
            return;
        }
        let unit = Unit { at: stream.at(0), ..stream.unit() };
        out.push(match self.packing {
            Packing::Raw => Unit { octets: left.to_vec(), several: true, ..unit },
            _ => Unit { bad: Some(Bad::frame("frame", "the connection ends inside a frame")), ..unit },
        });
    }

    /// Ends all connections.
    pub fn end(&mut self, out: &mut Vec<Unit>) {
        while let Some((_, stream)) = self.streams.oldest() {
            self.last(stream, out);
        }
    }
}

impl Stream {
    fn new(origin: Origin) -> Stream {
        let (octets, done, before, credit) = Default::default();
        Stream { origin, octets, done, before, credit, lead: true, lost: false, length_alone: false }
    }

    /// Whether nothing in it is done.
    fn is_new(&self) -> bool {
        self.at(0) == 0
    }

    /// The position in the stream of a byte, given relative to the next message.
    fn at(&self, octet: usize) -> u64 {
        self.before + (self.done + octet) as u64
    }

    fn unit(&self) -> Unit {
        Unit { packet: Some(self.origin.packet), origin: Some(self.origin.clone()), ..Unit::default() }
    }

    /// Discards the remaining bytes; the next message is looked for at the start of a segment.
    fn forget(&mut self) {
        self.done = self.octets.len();
        self.lost = true;
    }

    /// Frees the space of finished bytes once they are at least half of the buffer.
    fn forget_done(&mut self) {
        if self.done * 2 >= self.octets.len() {
            self.octets.drain(..self.done);
            self.before += self.done as u64;
            self.done = 0;
        }
    }
}

fn damaged(Damage { packet, message }: Damage) -> Unit {
    let bad = Bad { code: "capture", message, ..Bad::default() };
    Unit { packet: (packet > 0).then_some(packet), bad: Some(bad), ..Unit::default() }
}
