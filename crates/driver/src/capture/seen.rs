//! Statistics of a capture, reported if nothing in it matched the filter.

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;

use super::origin::{Flow, Transport};

/// A kind of traffic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// UDP datagrams, by the port of the group that they are sent to, or the lower port.
    Udp(u16),
    /// TCP segments, by the lower port.
    Tcp(u16),
    /// SCTP DATA chunks, by the lower port and the payload protocol identifier.
    Sctp(u16, u32),
    /// Another IP protocol.
    Protocol(u8),
    /// IP fragments that were not reassembled.
    Fragment,
    /// Not IP, by EtherType.
    Type(u16),
    /// An unsupported link type.
    Link(u32),
}

/// Payload protocol identifiers of SCTP, as IANA assigns them, of protocols specified in ASN.1; and whether the protocol
/// is one of 3GPP, which are in aligned PER.
const PROTOCOLS: [(u32, &str, bool); 7] = [
    (7, "H.248", false),
    (18, "S1AP", true),
    (27, "X2AP", true),
    (60, "NGAP", true),
    (61, "XnAP", true),
    (62, "F1AP", true),
    (64, "E1AP", true),
];

/// The port that traffic is known by: of the group that it is sent to, or the lower one.
pub(super) fn named_port(from: u16, to: u16, receiver: IpAddr) -> u16 {
    if receiver.is_multicast() {
        to
    } else {
        from.min(to)
    }
}

impl Kind {
    /// The kind of a payload.
    pub fn of(flow: &Flow) -> Kind {
        let port = named_port(flow.from.port, flow.to.port, flow.to.address);
        match flow.transport {
            Transport::Udp => Kind::Udp(port),
            Transport::Tcp => Kind::Tcp(port),
            Transport::Sctp { protocol, .. } => Kind::Sctp(port, protocol),
        }
    }
}

impl Kind {
    /// Whether its messages are in aligned PER.
    pub fn is_in_aligned_per(self) -> bool {
        let is = |number: u32| PROTOCOLS.iter().any(|(known, _, aligned)| *known == number && *aligned);
        matches!(self, Kind::Sctp(_, protocol) if is(protocol))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Udp(port) => write!(f, "UDP port {port}"),
            Kind::Tcp(port) => write!(f, "TCP port {port}"),
            Kind::Sctp(port, protocol) => {
                let known = PROTOCOLS.iter().find(|(number, ..)| number == protocol);
                let name = known.map_or(String::new(), |(_, name, _)| format!(", {name}"));
                write!(f, "SCTP port {port} with payload protocol {protocol}{name}")
            }
            Kind::Protocol(protocol) => match protocol {
                1 => f.write_str("ICMP"),
                2 => f.write_str("IGMP"),
                47 => f.write_str("GRE"),
                50 => f.write_str("ESP"),
                58 => f.write_str("ICMPv6"),
                89 => f.write_str("OSPF"),
                132 => f.write_str("SCTP without data"),
                other => write!(f, "IP protocol {other}"),
            },
            Kind::Fragment => f.write_str("fragments of IP"),
            Kind::Type(0x0806) => f.write_str("ARP"),
            Kind::Type(0x88cc) => f.write_str("LLDP"),
            Kind::Type(..0x600) => f.write_str("frames without IP"),
            Kind::Type(other) => write!(f, "EtherType {other:#06x}"),
            Kind::Link(link) => write!(f, "link type {link}, which is not supported"),
        }
    }
}

/// How much traffic of each kind was seen.
#[derive(Debug, Default, Clone)]
pub struct Seen {
    kinds: BTreeMap<Kind, u64>,
    /// Payloads that matched the filter.
    pub(super) taken: u64,
}

/// The maximum number of kinds counted separately, and of those reported.
const MOST: usize = 1 << 10;
const TOLD: usize = 8;

impl Seen {
    pub(super) fn count(&mut self, kind: Kind) {
        if self.kinds.len() < MOST || self.kinds.contains_key(&kind) {
            *self.kinds.entry(kind).or_default() += 1;
        }
    }

    /// Adds the traffic of another capture.
    pub fn join(&mut self, other: &Seen) {
        for (kind, count) in &other.kinds {
            if self.kinds.len() < MOST || self.kinds.contains_key(kind) {
                *self.kinds.entry(*kind).or_default() += count;
            }
        }
        self.taken += other.taken;
    }

    /// The kinds of traffic with their packets, most frequent first.
    pub fn kinds(&self) -> Vec<(Kind, u64)> {
        let mut kinds: Vec<_> = self.kinds.iter().map(|(kind, count)| (*kind, *count)).collect();
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        kinds
    }

    /// Whether nothing matched the filter.
    pub fn is_unmatched(&self) -> bool {
        self.taken == 0
    }
}

/// The kinds of traffic, most frequent first.
impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = self.kinds();
        for (index, (kind, count)) in kinds.iter().take(TOLD).enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            // A packet of SCTP can carry several messages.
            let unit = if matches!(kind, Kind::Sctp(..)) { "message" } else { "packet" };
            let s = if *count == 1 { "" } else { "s" };
            write!(f, "{comma}{kind} ({count} {unit}{s})")?;
        }
        match kinds.len().saturating_sub(TOLD) {
            0 if kinds.is_empty() => f.write_str("no packets"),
            0 => Ok(()),
            more => write!(f, ", and {more} more kinds"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::origin::Endpoint;
    use super::*;

    #[test]
    fn a_group_has_the_port_that_is_sent_to() {
        let flow = |to: [u8; 4]| Flow {
            from: Endpoint { address: [10, 0, 0, 1].into(), port: 5555 },
            to: Endpoint { address: to.into(), port: 14310 },
            transport: Transport::Udp,
        };
        assert_eq!(Kind::of(&flow([224, 0, 31, 1])), Kind::Udp(14310));
        assert_eq!(Kind::of(&flow([10, 0, 0, 2])), Kind::Udp(5555));
    }
}
