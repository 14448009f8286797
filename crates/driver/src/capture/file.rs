//! Capture files: pcap, and pcapng with its blocks.

use std::io::{self, Read};

use super::bits::number;
use super::time::Time;

/// A packet as it was captured.
#[derive(Debug)]
pub struct Packet<'p> {
    /// Its number, from 1.
    pub number: usize,
    /// When it was captured.
    pub time: Option<Time>,
    /// The link-layer type (LINKTYPE).
    pub link: u32,
    /// Its bytes, possibly truncated.
    pub octets: &'p [u8],
}

/// The next thing in a file.
pub enum Next<'p> {
    Packet(Packet<'p>),
    /// An error in or before the packet of this number.
    Wrong(usize, &'static str),
    End,
}

/// The maximum size in bytes of a packet, or of a block that holds one. It is Wireshark's limit too.
const MOST: usize = 1 << 24;

/// Identifies a capture file by its first bytes.
pub fn kind(octets: &[u8]) -> Option<&'static str> {
    match octets.get(..4)? {
        b"\x0a\x0d\x0d\x0a" => {
            let magic = octets.get(8..12)?;
            matches!(magic, b"\x1a\x2b\x3c\x4d" | b"\x4d\x3c\x2b\x1a").then_some("pcapng")
        }
        magic => PCAP.iter().any(|(known, ..)| *known == magic).then_some("pcap"),
    }
}

/// The magic numbers of pcap: whether the file is big-endian, and how many time units a second has.
const PCAP: [(&[u8; 4], bool, u64); 4] = [
    (b"\xd4\xc3\xb2\xa1", false, 1_000_000),
    (b"\xa1\xb2\xc3\xd4", true, 1_000_000),
    (b"\x4d\x3c\xb2\xa1", false, 1_000_000_000),
    (b"\xa1\xb2\x3c\x4d", true, 1_000_000_000),
];

/// A capture file that is being read.
pub struct PacketReader<R> {
    input: R,
    layout: Layout,
    packets: usize,
    /// The current packet or block.
    buffer: Vec<u8>,
    interfaces: Vec<Interface>,
}

enum Layout {
    Unknown,
    Pcap { big: bool, link: u32, a_second: u64 },
    Pcapng { big: bool },
    Over,
}

/// A capture interface.
#[derive(Debug, Clone, Copy)]
struct Interface {
    link: u32,
    /// The snapshot length in bytes; 0 for no limit.
    most: usize,
    a_second: u64,
    offset: i64,
}

impl Interface {
    fn time(&self, high: usize, low: usize) -> Time {
        Time::of_units((high as u64) << 32 | low as u64, self.a_second, self.offset)
    }
}

impl<R: Read> PacketReader<R> {
    /// Creates a reader for a capture file.
    pub fn new(input: R) -> PacketReader<R> {
        PacketReader {
            input,
            layout: Layout::Unknown,
            packets: 0,
            buffer: Vec::new(),
            interfaces: Vec::new(),
        }
    }

    /// Reads the next packet.
    ///
    /// # Errors
    /// The input can't be read.
    pub fn next(&mut self) -> io::Result<Next<'_>> {
        if matches!(self.layout, Layout::Unknown) {
            if let Err(message) = self.begin()? {
                return Ok(self.over(message));
            }
        }
        match self.layout {
            Layout::Pcap { big, link, a_second } => self.record(big, link, a_second),
            Layout::Pcapng { .. } => self.block(),
            Layout::Unknown | Layout::Over => Ok(Next::End),
        }
    }

    fn over(&mut self, message: &'static str) -> Next<'static> {
        self.layout = Layout::Over;
        Next::Wrong(self.packets, message)
    }

    /// Reads up to this many bytes into the buffer; fewer at the end.
    fn fill(&mut self, octets: usize) -> io::Result<bool> {
        self.buffer.clear();
        (&mut self.input).take(octets as u64).read_to_end(&mut self.buffer)?;
        Ok(self.buffer.len() == octets)
    }

    /// Reads the file header.
    fn begin(&mut self) -> io::Result<Result<(), &'static str>> {
        const NEITHER: &str = "this is neither pcap nor pcapng";
        if !self.fill(12)? {
            return Ok(Err(NEITHER));
        }
        let known = PCAP.iter().find(|(magic, ..)| self.buffer.starts_with(*magic));
        if let Some((_, big, a_second)) = known {
            if !self.fill(12)? {
                return Ok(Err("the capture ends inside its header"));
            }
            // The upper bits give the length of the frame check sequence.
            let link = number(&self.buffer, 8, 4, *big).unwrap_or_default() as u32 & 0xffff;
            self.layout = Layout::Pcap { big: *big, link, a_second: *a_second };
            return Ok(Ok(()));
        }
        match kind(&self.buffer) {
            Some(_) => Ok(self.section()),
            None => Ok(Err(NEITHER)),
        }
    }

    /// Reads a pcap record.
    fn record(&mut self, big: bool, link: u32, a_second: u64) -> io::Result<Next<'_>> {
        if !self.fill(16)? {
            let clean = self.buffer.is_empty();
            self.packets += usize::from(!clean);
            return Ok(match clean {
                true => Next::End,
                false => self.over("the capture ends inside the header of a packet"),
            });
        }
        self.packets += 1;
        let part = |at| number(&self.buffer, at, 4, big).unwrap_or_default();
        let (seconds, units, length) = (part(0), part(4), part(8));
        if length > MOST {
            return Ok(self.over("a packet is longer than packets can be: the capture is damaged here"));
        }
        if !self.fill(length)? {
            return Ok(self.over("the capture ends inside a packet"));
        }
        let part = Time::of_units(units as u64, a_second, seconds as i64);
        Ok(Next::Packet(Packet { number: self.packets, time: Some(part), link, octets: &self.buffer }))
    }

    /// Reads a section header, of which 12 bytes are in the buffer. A new section starts with no interfaces.
    fn section(&mut self) -> Result<(), &'static str> {
        let big = self.buffer.get(8..12) == Some(b"\x1a\x2b\x3c\x4d");
        let length = number(&self.buffer, 4, 4, big).unwrap_or_default();
        self.layout = Layout::Pcapng { big };
        self.interfaces.clear();
        match length >= 28 && self.pass(length - 12) {
            true => Ok(()),
            false => Err("the capture ends inside the header of a section"),
        }
    }

    /// Skips this many bytes, padded to a multiple of four.
    fn pass(&mut self, octets: usize) -> bool {
        let octets = octets.next_multiple_of(4) as u64;
        io::copy(&mut (&mut self.input).take(octets), &mut io::sink()).is_ok_and(|passed| passed == octets)
    }

    /// Reads pcapng blocks up to the next packet.
    fn block(&mut self) -> io::Result<Next<'_>> {
        const HEADER: &str = "the capture ends inside the header of a block";
        loop {
            let Layout::Pcapng { big } = self.layout else { return Ok(Next::End) };
            if !self.fill(8)? {
                return Ok(if self.buffer.is_empty() { Next::End } else { self.over(HEADER) });
            }
            if self.buffer.starts_with(b"\x0a\x0d\x0d\x0a") {
                let start = std::mem::take(&mut self.buffer);
                let magic = self.fill(4)?;
                self.buffer.splice(0..0, start);
                match magic && kind(&self.buffer).is_some() {
                    true => match self.section() {
                        Ok(()) => continue,
                        Err(message) => return Ok(self.over(message)),
                    },
                    false => return Ok(self.over(HEADER)),
                }
            }
            let part = |at| number(&self.buffer, at, 4, big).unwrap_or_default();
            let (kind, length) = (part(0), part(4));
            if length < 12 {
                return Ok(self.over("a block says that it is shorter than its header"));
            }
            if !matches!(kind, INTERFACE | OLD_PACKET | SIMPLE_PACKET | PACKET) {
                match self.pass(length - 8) {
                    true => continue,
                    false => return Ok(self.over("the capture ends inside a block")),
                }
            }
            self.packets += usize::from(kind != INTERFACE);
            if length > MOST {
                return Ok(self.over("a block is longer than blocks can be: the capture is damaged here"));
            }
            if !self.fill(length.next_multiple_of(4) - 8)? {
                return Ok(self.over("the capture ends inside a block"));
            }
            self.buffer.truncate(length - 12);
            if kind == INTERFACE {
                self.interface(big);
                continue;
            }
            return Ok(self.packet(kind, big));
        }
    }

    /// Reads an interface description: its link type and time resolution.
    fn interface(&mut self, big: bool) {
        let body = &self.buffer;
        let link = number(body, 0, 2, big).unwrap_or_default() as u32;
        let most = number(body, 4, 4, big).unwrap_or_default();
        let mut interface = Interface { link, most, a_second: 1_000_000, offset: 0 };
        let mut at = 8;
        while let (Some(code @ 1..), Some(length)) = (number(body, at, 2, big), number(body, at + 2, 2, big))
        {
            let value = body.get(at + 4..at + 4 + length).unwrap_or_default();
            match (code, value) {
                (RESOLUTION, [unit]) => interface.a_second = units(*unit),
                (OFFSET, value) => {
                    if let Ok(offset) = value.try_into() {
                        interface.offset =
                            if big { i64::from_be_bytes(offset) } else { i64::from_le_bytes(offset) };
                    }
                }
                _ => {}
            }
            at += 4 + length.next_multiple_of(4);
        }
        if self.interfaces.len() < INTERFACES {
            self.interfaces.push(interface);
        }
    }

    /// Reads the packet in a block.
    fn packet(&mut self, kind: usize, big: bool) -> Next<'_> {
        let body = &self.buffer;
        let part = |at, size| number(body, at, size, big).unwrap_or_default();
        let index = match kind {
            PACKET => part(0, 4),
            OLD_PACKET => part(0, 2),
            _ => 0,
        };
        let Some(interface) = self.interfaces.get(index) else {
            return Next::Wrong(
                self.packets,
                "a packet names an interface that the capture does not describe",
            );
        };
        let (octets, time) = match kind {
            SIMPLE_PACKET => {
                let most = if interface.most == 0 { MOST } else { interface.most };
                (body.get(4..4 + part(0, 4).min(most).min(body.len().saturating_sub(4))), None)
            }
            _ => (body.get(20..20 + part(12, 4)), Some(interface.time(part(4, 4), part(8, 4)))),
        };
        match octets {
            Some(octets) => Next::Packet(Packet { number: self.packets, time, link: interface.link, octets }),
            None => Next::Wrong(self.packets, "a packet is longer than its block"),
        }
    }
}

/// Block types.
const INTERFACE: usize = 1;
const OLD_PACKET: usize = 2;
const SIMPLE_PACKET: usize = 3;
const PACKET: usize = 6;

/// Options of an interface.
const RESOLUTION: usize = 9;
const OFFSET: usize = 14;

/// The maximum number of interfaces kept per section.
const INTERFACES: usize = 1 << 16;

/// Units per second: the byte is a negative power of ten, or of two if its high bit is set.
fn units(octet: u8) -> u64 {
    let (base, power) = if octet & 0x80 == 0 { (10u64, octet) } else { (2, octet & 0x7f) };
    base.checked_pow(u32::from(power)).unwrap_or(u64::MAX)
}
