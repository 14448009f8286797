//! From what a capture gives to octets of messages.

use crate::capture::{Damage, Framed, Item, Origin, Packing, Payload, StreamId, Table};
use crate::messages::{Bad, Message, Reading};

use super::unit::Unit;

/// Finds where messages begin and end in what packets and connections carry.
pub struct Splitter<'s> {
    message: &'s dyn Message,
    reading: Reading,
    packing: Packing,
    /// The most octets of a message.
    most: usize,
    streams: Table<StreamId, Stream>,
}

/// The most connections of which octets wait for others, and how many octets these are.
const STREAMS: (usize, usize) = (1 << 16, 1 << 28);

/// What a direction of a connection carried, as far as nothing was made of it.
struct Stream {
    /// Where the latest octets come from.
    origin: Origin,
    octets: Vec<u8>,
    /// How many of them are done.
    done: usize,
    /// How many octets there were before them.
    before: u64,
    /// How many may be looked at in vain: a message that comes octet by octet is not read anew with each of them.
    credit: usize,
    /// Whether octets that lead a packet are due.
    lead: bool,
    /// Nothing says where the next message begins.
    lost: bool,
}

/// How often an octet may be looked at in vain.
const CREDIT: usize = 16;

/// What stands where a message should.
enum Found {
    /// A message: its octets with their frame, and where they begin in it.
    Message { octets: usize, frame: usize },
    /// The beginning of one.
    Part,
    /// None.
    Wrong(Bad),
}

const NO_FRAME: &str = "there is no frame of a message here";
const CUT: &str = "the packet ends in the frame of a message";

impl<'s> Splitter<'s> {
    /// A splitter for messages that are packed in some way.
    pub fn new(message: &'s dyn Message, reading: Reading, packing: Packing, most: usize) -> Splitter<'s> {
        let reading = Reading { several: true, ..reading };
        Splitter { message, reading, packing, most, streams: Table::new(STREAMS.0, STREAMS.1) }
    }

    /// Takes what a capture gives next.
    pub fn item(&mut self, item: Item, out: &mut Vec<Unit>) {
        match item {
            Item::Datagram(payload) => self.packet(payload.octets, Some(payload.origin), out),
            Item::Segment(id, payload) => self.segment(id, payload, out),
            Item::Damage(damage) => out.push(damaged(damage)),
            Item::Gap(id, damage) => {
                // What is left of a message is as damaged as what is missing.
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

    /// Whether a segment begins with a message, where those before it were lost.
    fn begins(&self, octets: &[u8]) -> bool {
        match self.packing.frame(octets, 0) {
            Framed::Frame(frame) => {
                self.message.skim(octets.get(frame).unwrap_or_default(), &self.reading).is_ok()
            }
            Framed::Cut(_) | Framed::Wrong => false,
        }
    }

    /// Takes the messages that are whole.
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
                Found::Wrong(bad) => {
                    out.push(Unit { at: stream.at(0), bad: Some(bad), ..stream.unit() });
                    stream.forget();
                }
            }
        }
    }

    /// What comes next.
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

    /// A message of so many octets is not all there.
    fn waits(&self, octets: usize) -> Found {
        match octets > self.most {
            true => {
                let told = format!("a message of {octets} octets is longer than the limit: {}", self.most);
                Found::Wrong(Bad::frame("limit", &told))
            }
            false => Found::Part,
        }
    }

    /// What comes next where messages have no frame: what they say of themselves, or what decoding says.
    fn unframed(&self, stream: &mut Stream) -> Found {
        let left = stream.octets.get(stream.done..).unwrap_or_default();
        let listed = || self.message.lists(left, &self.reading);
        match self.message.extent(left, &self.reading) {
            Some(Ok(octets)) if octets > 0 && octets <= left.len() && listed() => {
                return Found::Message { octets, frame: 0 };
            }
            Some(Ok(octets)) if octets > left.len() && listed() => return self.waits(octets),
            Some(Err(refused)) if refused.short => {}
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

    /// A connection carries no more: what is left is not whole.
    fn last(&self, mut stream: Stream, out: &mut Vec<Unit>) {
        self.split(&mut stream, out);
        let left = stream.octets.get(stream.done..).unwrap_or_default();
        if left.is_empty() {
            return;
        }
        let unit = Unit { at: stream.at(0), ..stream.unit() };
        out.push(match self.packing {
            Packing::Raw => Unit { octets: left.to_vec(), several: true, ..unit },
            _ => Unit { bad: Some(Bad::frame("frame", "the connection ends in a frame")), ..unit },
        });
    }

    /// Nothing comes any more.
    pub fn end(&mut self, out: &mut Vec<Unit>) {
        while let Some((_, stream)) = self.streams.oldest() {
            self.last(stream, out);
        }
    }
}

impl Stream {
    fn new(origin: Origin) -> Stream {
        let (octets, done, before, credit) = Default::default();
        Stream { origin, octets, done, before, credit, lead: true, lost: false }
    }

    /// The place of an octet, counted from the next message.
    fn at(&self, octet: usize) -> u64 {
        self.before + (self.done + octet) as u64
    }

    fn unit(&self) -> Unit {
        Unit { packet: Some(self.origin.packet), origin: Some(self.origin.clone()), ..Unit::default() }
    }

    /// Nothing is made of what is left; where the next message begins, the segments have to show.
    fn forget(&mut self) {
        self.done = self.octets.len();
        self.lost = true;
    }

    /// Gives back the room of octets that are done, once they are most of it.
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
