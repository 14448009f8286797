//! The layers of the network, stacked.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, Read};

use super::bits::u16_at;
use super::file::{Next, Packet, PacketReader};
use super::fragments::Fragments;
use super::internet::{self, Addresses, Datagram};
use super::item::{Damage, Item, Payload};
use super::link::{carried, Carried};
use super::origin::{Endpoint, Flow, Origin, Transport};
use super::sctp::{self, Sctp};
use super::seen::{named_port, Kind, Seen};
use super::tcp::Tcp;
use super::time::Time;
use super::udp;

/// Selects payloads; an empty filter selects all.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Selects payloads sent from or to one of these ports.
    pub ports: Vec<u16>,
    /// Selects SCTP payloads with one of these payload protocol identifiers.
    pub protocols: Vec<u32>,
}

impl Filter {
    fn takes_ports(&self, from: u16, to: u16) -> bool {
        self.ports.is_empty() || self.ports.contains(&from) || self.ports.contains(&to)
    }

    fn takes_protocol(&self, protocol: Option<u32>) -> bool {
        self.protocols.is_empty() || protocol.is_some_and(|protocol| self.protocols.contains(&protocol))
    }

    fn says_anything(&self) -> bool {
        !self.ports.is_empty() || !self.protocols.is_empty()
    }
}

/// A capture, read packet by packet in bounded memory.
pub struct Capture<R> {
    file: PacketReader<R>,
    layers: Layers,
    over: bool,
}

impl<R: Read> Capture<R> {
    /// Opens a capture.
    pub fn new(input: R, filter: Filter) -> Capture<R> {
        Capture {
            file: PacketReader::new(input),
            layers: Layers { filter, ..Layers::default() },
            over: false,
        }
    }

    /// Returns the next item; `None` at the end.
    ///
    /// # Errors
    /// The input can't be read.
    pub fn next_item(&mut self) -> io::Result<Option<Item>> {
        while self.layers.out.is_empty() {
            if self.over {
                if !self.layers.end() {
                    return Ok(None);
                }
                continue;
            }
            match self.file.next()? {
                Next::Packet(packet) => self.layers.packet(&packet),
                Next::Wrong(packet, message) => self.layers.damage(packet, message),
                Next::End => self.over = true,
            }
        }
        Ok(self.layers.out.pop_front())
    }

    /// What has been seen so far.
    pub fn seen(&self) -> &Seen {
        &self.layers.seen
    }
}

#[derive(Default)]
struct Layers {
    filter: Filter,
    fragments: Fragments,
    tcp: Tcp,
    sctp: Sctp,
    seen: Seen,
    /// Unsupported link types that were already reported.
    links: BTreeSet<u32>,
    out: VecDeque<Item>,
    /// Incomplete packets were given up.
    given_up: bool,
}

/// A captured packet on its way up the layers.
struct Underway {
    addresses: Addresses,
    number: usize,
    time: Option<Time>,
}

const TCP: u8 = 6;
const UDP: u8 = 17;
const SCTP: u8 = 132;

impl Layers {
    fn damage(&mut self, packet: usize, message: &str) {
        self.out.push_back(Item::Damage(Damage { packet, message: message.to_string() }));
    }

    fn packet(&mut self, packet: &Packet) {
        match carried(packet.link, packet.octets) {
            Carried::Internet(octets) => match internet::datagram(octets) {
                Some(datagram) => self.datagram(packet, &datagram),
                None => self.seen.count(Kind::Type(0)),
            },
            Carried::Type(kind) => self.seen.count(Kind::Type(kind)),
            Carried::Nothing => self.seen.count(Kind::Type(0)),
            Carried::Link(link) => {
                self.seen.count(Kind::Link(link));
                if self.links.insert(link) {
                    self.damage(packet.number, &format!("link type {link} is not supported"));
                }
            }
        }
    }

    fn datagram(&mut self, packet: &Packet, of: &Datagram) {
        let underway = Underway { addresses: of.addresses, number: packet.number, time: packet.time };
        let Some(fragment) = of.fragment else {
            return self.transport(&underway, of.protocol, of.octets, of.missing);
        };
        match self.fragments.take(of, fragment, packet.number) {
            Some(whole) => self.transport(&underway, of.protocol, &whole, 0),
            None => self.tell_given_up(),
        }
    }

    /// Reports packets with missing fragments.
    fn tell_given_up(&mut self) {
        for packet in std::mem::take(&mut self.fragments.given_up) {
            self.seen.count(Kind::Fragment);
            // The port of an incomplete packet is unknown.
            if !self.filter.says_anything() {
                self.damage(packet, "other fragments of a datagram are not in the capture");
            }
        }
    }

    /// Handles the payload of an IP packet.
    fn transport(&mut self, of: &Underway, protocol: u8, octets: &[u8], missing: usize) {
        let (Some(from), Some(to)) = (u16_at(octets, 0), u16_at(octets, 2)) else {
            // The port is unknown.
            if missing > 0 && matches!(protocol, TCP | UDP | SCTP) && !self.filter.says_anything() {
                self.truncated(of.number, missing);
            }
            return self.seen.count(Kind::Protocol(protocol));
        };
        match protocol {
            TCP | UDP => {
                let port = named_port(from, to, of.addresses.1);
                self.seen.count(if protocol == TCP { Kind::Tcp(port) } else { Kind::Udp(port) });
            }
            SCTP => return self.sctp(of, (from, to), octets, missing),
            other => return self.seen.count(Kind::Protocol(other)),
        }
        if !self.filter.takes_ports(from, to) || !self.filter.takes_protocol(None) {
            return;
        }
        if missing > 0 {
            self.truncated(of.number, missing);
        }
        let transport = if protocol == TCP { Transport::Tcp } else { Transport::Udp };
        let (sender, receiver) = of.addresses;
        let from = Endpoint { address: sender, port: from };
        let flow = Flow { from, to: Endpoint { address: receiver, port: to }, transport };
        if protocol == TCP {
            self.seen.taken += 1;
            return self.tcp.take(flow, octets, of.number, of.time, &mut self.out);
        }
        let Some((payload, cut)) = udp::payload(octets) else { return };
        if cut && missing == 0 {
            self.damage(of.number, "a datagram says that it is longer than its packet");
        }
        self.seen.taken += 1;
        if !payload.is_empty() {
            let origin = Origin { packet: of.number, time: of.time, flow, sequence: None };
            self.out.push_back(Item::Datagram(Payload { origin, octets: payload.to_vec() }));
        }
    }

    /// Reports a packet that the capture has only the start of.
    fn truncated(&mut self, packet: usize, missing: usize) {
        let word = if missing == 1 { "octet is" } else { "octets are" };
        self.damage(packet, &format!("the capture truncated this packet: {missing} {word} missing"));
    }

    fn sctp(&mut self, of: &Underway, (from, to): (u16, u16), octets: &[u8], missing: usize) {
        let (addresses, number, time) = (of.addresses, of.number, of.time);
        let packet = sctp::Packet { addresses, number, time, octets, missing };
        let (mut data, mut wanted) = (false, false);
        for protocol in packet.protocols() {
            data = true;
            match protocol {
                Ok(Some(protocol)) => {
                    self.seen.count(Kind::Sctp(named_port(from, to, of.addresses.1), protocol));
                    wanted |= self.filter.takes_protocol(Some(protocol));
                }
                Ok(None) => {}
                Err(_) => self.seen.count(Kind::Protocol(SCTP)),
            }
        }
        if !data {
            return self.seen.count(Kind::Protocol(SCTP));
        }
        // Later fragments of a message need not state its protocol (RFC 8260).
        if self.filter.takes_ports(from, to) {
            self.seen.taken += u64::from(wanted);
            let start = self.out.len();
            self.sctp.take(&packet, &mut self.out);
            let filter = &self.filter;
            let given = self.out.split_off(start).into_iter().filter(|item| match item {
                Item::Datagram(Payload { origin, .. }) => match origin.flow.transport {
                    Transport::Sctp { protocol, .. } => filter.takes_protocol(Some(protocol)),
                    _ => true,
                },
                _ => true,
            });
            self.out.extend(given);
        }
    }

    /// Gives up incomplete data, one part at a time; false once nothing is left.
    fn end(&mut self) -> bool {
        if !std::mem::replace(&mut self.given_up, true) {
            self.fragments.end();
            self.tell_given_up();
            self.sctp.end(&mut self.out);
        }
        self.tcp.end(&mut self.out) || !self.out.is_empty()
    }
}
