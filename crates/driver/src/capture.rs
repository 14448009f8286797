//! What UDP and TCP carried, out of the captures of networks: pcap and pcapng.
//!
//! Each datagram is a payload of its own; what a TCP connection carried in one direction is one, in the
//! order of its sequence numbers. Whatever else is in a capture is passed over.

use std::collections::{BTreeMap, HashMap};

/// What one datagram, or one direction of a connection, carried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payload {
    /// The packet that it came in, or began in, from 1 on.
    pub packet: usize,
    /// The octets.
    pub octets: Vec<u8>,
}

/// What is wrong with a capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The packet, from 1 on.
    pub packet: usize,
    /// What is wrong.
    pub message: &'static str,
}

/// All that a capture holds, and what is wrong with it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Capture {
    /// In the order of their first packets.
    pub payloads: Vec<Payload>,
    /// In the order of the packets.
    pub damages: Vec<Damage>,
}

impl Capture {
    /// One packet, as if it alone had been captured.
    pub fn of_packet(octets: Vec<u8>) -> Capture {
        Capture { payloads: vec![Payload { packet: 1, octets }], damages: Vec::new() }
    }
}

/// Reads a capture; with a port, only what was sent from or to it.
pub fn read(octets: &[u8], port: Option<u16>) -> Capture {
    let mut reader = Reader { port, ..Reader::default() };
    match octets.get(..4) {
        Some(b"\x0a\x0d\x0d\x0a") => reader.blocks(octets),
        Some(magic) => match magic {
            b"\xd4\xc3\xb2\xa1" | b"\x4d\x3c\xb2\xa1" => reader.records(octets, false),
            b"\xa1\xb2\xc3\xd4" | b"\xa1\xb2\x3c\x4d" => reader.records(octets, true),
            _ => reader.damage("this is neither pcap nor pcapng"),
        },
        None => reader.damage("this is neither pcap nor pcapng"),
    }
    reader.finish()
}

/// An unsigned number of up to 4 octets; nothing behind the end.
fn number(octets: &[u8], at: usize, size: usize, big: bool) -> Option<usize> {
    let octets = octets.get(at..at.checked_add(size)?)?;
    let add = |number: usize, octet: &u8| number << 8 | usize::from(*octet);
    Some(if big { octets.iter().fold(0, add) } else { octets.iter().rev().fold(0, add) })
}

/// A direction of a connection: addresses with ports.
type Flow = (Vec<u8>, usize, usize);

#[derive(Debug, Default)]
struct Stream {
    packet: usize,
    /// The sequence number of the first octet.
    first: u32,
    /// Segments by their place in the stream, each with the packet that it came in.
    segments: BTreeMap<u32, (usize, Vec<u8>)>,
}

#[derive(Debug, Default)]
struct Reader {
    port: Option<u16>,
    packet: usize,
    payloads: Vec<Payload>,
    streams: HashMap<Flow, Stream>,
    damages: Vec<Damage>,
}

impl Reader {
    fn damage(&mut self, message: &'static str) {
        self.damages.push(Damage { packet: self.packet, message });
    }

    /// Records of pcap.
    fn records(&mut self, octets: &[u8], big: bool) {
        let Some(link) = number(octets, 20, 4, big) else {
            return self.damage("the capture ends in its header");
        };
        let mut at = 24;
        while at < octets.len() {
            self.packet += 1;
            let Some(length) = number(octets, at + 8, 4, big) else {
                return self.damage("the capture ends in the header of a packet");
            };
            at += 16;
            let Some(packet) = octets.get(at..at.saturating_add(length)) else {
                return self.damage("the capture ends in a packet");
            };
            self.link(packet, link & 0xffff);
            at += length;
        }
    }

    /// Blocks of pcapng.
    fn blocks(&mut self, octets: &[u8]) {
        let (mut at, mut big) = (0, false);
        let mut links = Vec::new();
        while at < octets.len() {
            if octets.get(at..at + 4) == Some(b"\x0a\x0d\x0d\x0a") {
                big = octets.get(at + 8..at + 12) == Some(b"\x1a\x2b\x3c\x4d");
                links.clear();
            }
            let kind = number(octets, at, 4, big);
            let length = number(octets, at + 4, 4, big).filter(|length| *length >= 12);
            let (Some(kind), Some(length)) = (kind, length) else {
                return self.damage("the capture ends in the header of a block");
            };
            let Some(block) = octets.get(at + 8..at.saturating_add(length).saturating_sub(4)) else {
                return self.damage("the capture ends in a block");
            };
            match kind {
                1 => links.push(number(block, 0, 2, big).unwrap_or_default()),
                6 | 2 => {
                    let interface = number(block, 0, if kind == 6 { 4 } else { 2 }, big).unwrap_or_default();
                    let size = number(block, 12, 4, big).unwrap_or_default();
                    self.block(block.get(20..20usize.saturating_add(size)), links.get(interface));
                }
                3 => {
                    let size =
                        number(block, 0, 4, big).unwrap_or_default().min(block.len().saturating_sub(4));
                    self.block(block.get(4..4 + size), links.first());
                }
                _ => {}
            }
            at += length.next_multiple_of(4);
        }
    }

    fn block(&mut self, packet: Option<&[u8]>, link: Option<&usize>) {
        self.packet += 1;
        match (packet, link) {
            (Some(packet), Some(link)) => self.link(packet, *link),
            _ => self.damage("a packet is longer than its block, or of no interface"),
        }
    }

    /// A frame of a link, by the number of its type.
    fn link(&mut self, frame: &[u8], link: usize) {
        let at = match link {
            // Ethernet, with the tags of virtual networks.
            1 => {
                let mut at = 12;
                while matches!(number(frame, at, 2, true), Some(0x8100 | 0x88a8 | 0x9100)) {
                    at += 4;
                }
                at + 2
            }
            // BSD loopback: the family of addresses.
            0 | 108 => 4,
            // Linux, all interfaces together.
            113 => 16,
            276 => 20,
            // IP alone.
            12 | 14 | 101 | 228 | 229 => 0,
            _ => return self.damage("packets of this kind of link are not read"),
        };
        if let Some(packet) = frame.get(at..) {
            self.internet(packet);
        }
    }

    fn internet(&mut self, packet: &[u8]) {
        match packet.first().map(|octet| octet >> 4) {
            Some(4) => {
                let header = number(packet, 0, 1, true).map_or(0, |octet| (octet & 15) * 4);
                let end = number(packet, 2, 2, true).unwrap_or_default();
                let fragment = number(packet, 6, 2, true).unwrap_or_default() & 0x3fff;
                if fragment != 0 {
                    return self.damage("a datagram in fragments is not put together");
                }
                let end = if end == 0 { packet.len() } else { end.min(packet.len()) };
                let addresses = packet.get(12..20).unwrap_or_default();
                let protocol = number(packet, 9, 1, true).unwrap_or_default();
                self.transport(packet.get(header..end).unwrap_or_default(), protocol, addresses);
            }
            Some(6) => {
                let end = (40 + number(packet, 4, 2, true).unwrap_or_default()).min(packet.len());
                let addresses = packet.get(8..40).unwrap_or_default();
                let (mut protocol, mut at) = (number(packet, 6, 1, true).unwrap_or_default(), 40);
                // Headers that may stand in between.
                while matches!(protocol, 0 | 43 | 60) {
                    let Some(length) = number(packet, at + 1, 1, true) else { return };
                    protocol = number(packet, at, 1, true).unwrap_or_default();
                    at += 8 + 8 * length;
                }
                if protocol == 44 {
                    return self.damage("a datagram in fragments is not put together");
                }
                self.transport(packet.get(at..end).unwrap_or_default(), protocol, addresses);
            }
            _ => {}
        }
    }

    fn transport(&mut self, segment: &[u8], protocol: usize, addresses: &[u8]) {
        let (Some(from), Some(to)) = (number(segment, 0, 2, true), number(segment, 2, 2, true)) else {
            return;
        };
        if self.port.is_some_and(|port| ![from, to].contains(&usize::from(port))) {
            return;
        }
        match protocol {
            17 => {
                let end = number(segment, 4, 2, true).filter(|end| *end >= 8).unwrap_or(segment.len());
                if end > segment.len() {
                    self.damage("the capture has not all of a datagram");
                }
                let octets = segment.get(8..end.min(segment.len())).unwrap_or_default().to_vec();
                if !octets.is_empty() {
                    self.payloads.push(Payload { packet: self.packet, octets });
                }
            }
            6 => {
                let header = number(segment, 12, 1, true).unwrap_or_default() / 16 * 4;
                let sequence = number(segment, 4, 4, true).unwrap_or_default() as u32;
                let opens = number(segment, 13, 1, true).unwrap_or_default() & 2 != 0;
                let octets = segment.get(header..).unwrap_or_default();
                self.segment((addresses.to_vec(), from, to), sequence, opens, octets);
            }
            _ => {}
        }
    }

    fn segment(&mut self, flow: Flow, sequence: u32, opens: bool, octets: &[u8]) {
        let sequence = sequence.wrapping_add(u32::from(opens));
        let packet = self.packet;
        if opens {
            // The same ports, a new connection.
            self.end(&flow);
        }
        let stream = self.streams.entry(flow);
        let stream = stream.or_insert_with(|| Stream { packet, first: sequence, ..Stream::default() });
        let place = sequence.wrapping_sub(stream.first);
        // What is sent anew is there already; what came before the first that was captured is left out.
        if !octets.is_empty() && place < 1 << 31 {
            let (from, kept) = stream.segments.entry(place).or_default();
            if kept.len() < octets.len() {
                (*from, *kept) = (packet, octets.to_vec());
            }
        }
    }

    /// Puts a stream together.
    fn end(&mut self, flow: &Flow) {
        let Some(stream) = self.streams.remove(flow) else { return };
        let (mut octets, mut end) = (Vec::new(), 0usize);
        for (place, (packet, segment)) in stream.segments {
            let place = place as usize;
            if place > end {
                // Told behind what came before the hole, which is whole.
                let message =
                    "a segment of the connection before this one is not in the capture: what follows is left out";
                self.damages.push(Damage { packet: packet.max(stream.packet + 1), message });
                break;
            }
            let new = segment.get(end - place..).unwrap_or_default();
            octets.extend_from_slice(new);
            end += new.len();
        }
        if !octets.is_empty() {
            self.payloads.push(Payload { packet: stream.packet, octets });
        }
    }

    fn finish(mut self) -> Capture {
        let flows: Vec<Flow> = self.streams.keys().cloned().collect();
        flows.iter().for_each(|flow| self.end(flow));
        self.payloads.sort_by_key(|payload| payload.packet);
        self.damages.sort_by_key(|damage| damage.packet);
        Capture { payloads: self.payloads, damages: self.damages }
    }
}

/// How messages stand in a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// One behind the other.
    Raw,
    /// FIX Simple Open Framing Header: six octets, of which four say how long a frame is with them.
    Sofh,
    /// The same in four octets, of which two, least significant first, say how long a frame is with them: CME iLink
    /// 3 and B3 EntryPoint.
    Sofh4,
    /// CME MDP 3.0: twelve octets lead a packet, two each message: its length with them.
    Cme,
    /// B3 UMDF: sixteen octets lead a packet, four each message, of which two say its length with them.
    B3,
}

/// Octets that lead a packet and a message, and the octets that say the length of that, most
/// significant first or not.
struct Framing {
    packet: usize,
    message: usize,
    length: usize,
    big: bool,
}

impl Packing {
    /// All, in the order of their words.
    pub const ALL: [Packing; 5] = [Packing::Raw, Packing::Sofh, Packing::Sofh4, Packing::Cme, Packing::B3];

    /// The word: never changes.
    pub fn word(self) -> &'static str {
        match self {
            Packing::Raw => "raw",
            Packing::Sofh => "sofh",
            Packing::Sofh4 => "sofh4",
            Packing::Cme => "cme",
            Packing::B3 => "b3",
        }
    }

    fn framing(self) -> Option<Framing> {
        match self {
            Packing::Raw => None,
            Packing::Sofh => Some(Framing { packet: 0, message: 6, length: 4, big: true }),
            Packing::Sofh4 => Some(Framing { packet: 0, message: 4, length: 2, big: false }),
            Packing::Cme => Some(Framing { packet: 12, message: 2, length: 2, big: false }),
            Packing::B3 => Some(Framing { packet: 16, message: 4, length: 2, big: false }),
        }
    }

    /// Where frames begin and end in a payload; and where they are cut, if they are.
    pub fn frames(self, octets: &[u8]) -> (Vec<std::ops::Range<usize>>, Option<usize>) {
        let Some(framing) = self.framing() else {
            return (std::iter::once(0..octets.len()).collect(), None);
        };
        let (mut frames, mut at) = (Vec::new(), framing.packet);
        while at < octets.len() {
            let length = number(octets, at, framing.length, framing.big);
            let Some(length) = length.filter(|l| *l >= framing.message && *l <= octets.len() - at) else {
                return (frames, Some(at));
            };
            frames.push(at + framing.message..at + length);
            at += length;
        }
        (frames, (at > octets.len()).then_some(octets.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn udp(octets: &[u8]) -> Vec<u8> {
        let mut packet = vec![0; 12];
        packet.extend([0x08, 0x00, 0x45, 0, 0, (28 + octets.len()) as u8, 0, 0, 0, 0, 64, 17, 0, 0]);
        packet.extend([10, 0, 0, 1, 10, 0, 0, 2, 0x12, 0x34, 0x56, 0x78, 0, (8 + octets.len()) as u8, 0, 0]);
        packet.extend(octets);
        packet
    }

    fn tcp(sequence: u8, flags: u8, octets: &[u8]) -> Vec<u8> {
        let mut packet = vec![0x45, 0, 0, (40 + octets.len()) as u8, 0, 0, 0, 0, 64, 6, 0, 0];
        packet.extend([10, 0, 0, 1, 10, 0, 0, 2, 0, 80, 0, 99, 0, 0, 0, sequence, 0, 0, 0, 0, 0x50, flags]);
        packet.extend([0; 6]);
        packet.extend(octets);
        packet
    }

    fn pcap(link: u8, packets: &[Vec<u8>]) -> Vec<u8> {
        let mut file = b"\xd4\xc3\xb2\xa1\x02\0\x04\0\0\0\0\0\0\0\0\0\xff\xff\0\0".to_vec();
        file.extend([link, 0, 0, 0]);
        for packet in packets {
            file.extend([0; 8]);
            file.extend([(packet.len() as u32).to_le_bytes(); 2].concat());
            file.extend(packet);
        }
        file
    }

    #[test]
    fn datagrams_come_one_by_one() {
        let file = pcap(1, &[udp(b"one"), udp(b"two")]);
        let found = read(&file, None);
        let payload = |packet, octets: &[u8]| Payload { packet, octets: octets.to_vec() };
        assert_eq!(found.payloads, [payload(1, b"one"), payload(2, b"two")]);
        assert!(found.damages.is_empty());
        assert_eq!(read(&file, Some(0x5678)).payloads.len(), 2);
        assert!(read(&file, Some(1)).payloads.is_empty());
    }

    #[test]
    fn a_cut_capture_gives_what_is_whole() {
        let file = pcap(1, &[udp(b"one"), udp(b"two")]);
        for end in 0..file.len() {
            let found = read(&file[..end], None);
            assert!(found.payloads.len() < 2);
            let whole = [24, 24 + 16 + 45].contains(&end);
            assert_eq!(found.damages.is_empty(), whole, "{end}");
        }
    }

    #[test]
    fn a_connection_is_put_in_order() {
        let (later, again) = (tcp(4, 0, b"def"), tcp(1, 0, b"abc"));
        let file = pcap(101, &[tcp(0, 2, b""), later, again, tcp(1, 0, b"ab"), tcp(12, 0, b"lost")]);
        let found = read(&file, None);
        assert_eq!(found.payloads, [Payload { packet: 1, octets: b"abcdef".to_vec() }]);
        // Behind what is whole.
        assert_eq!(found.damages.iter().map(|damage| damage.packet).collect::<Vec<_>>(), [5]);
    }

    #[test]
    fn blocks_of_pcapng_hold_packets() {
        let packet = udp(b"three");
        let mut file =
            b"\x0a\x0d\x0d\x0a\x1c\0\0\0\x4d\x3c\x2b\x1a\x01\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\x1c\0\0\0"
                .to_vec();
        file.extend(b"\x01\0\0\0\x14\0\0\0\x01\0\0\0\0\0\0\0\x14\0\0\0");
        let padded = packet.len().next_multiple_of(4);
        let length = (32 + padded as u32).to_le_bytes();
        file.extend([&[6, 0, 0, 0], &length[..], &[0; 12]].concat());
        file.extend([(packet.len() as u32).to_le_bytes(); 2].concat());
        file.extend(&packet);
        file.extend(vec![0; padded - packet.len()]);
        file.extend(length);
        let found = read(&file, None);
        assert_eq!(found.payloads, [Payload { packet: 1, octets: b"three".to_vec() }]);
        assert!(found.damages.is_empty());
        for end in 0..file.len() {
            read(&file[..end], None);
        }
    }

    #[test]
    fn frames_lie_in_packets() {
        let mut packet = vec![0; 12];
        packet.extend([5, 0, b'a', b'b', b'c', 2, 0, 9, 0]);
        assert_eq!(Packing::Cme.frames(&packet), (vec![14..17, 19..19], Some(19)));
        assert_eq!(
            Packing::Sofh.frames(&[0, 0, 0, 8, 0x5b, 0xe0, 1, 2]),
            (std::iter::once(6..8).collect(), None)
        );
        let single = |range| std::iter::once(range).collect::<Vec<_>>();
        assert_eq!(Packing::Sofh4.frames(&[6, 0, 0xfe, 0xca, 1, 2]), (single(4..6), None));
        assert_eq!(Packing::Sofh4.frames(&[6, 0, 0x50, 0xeb, 1]), (vec![], Some(0)));
        assert_eq!(Packing::B3.frames(&[0; 10]), (vec![], Some(10)));
        assert_eq!(Packing::Raw.frames(&[1, 2]), (std::iter::once(0..2).collect(), None));
    }
}
