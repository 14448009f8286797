//! IPv4 (RFC 791) and IPv6 (RFC 8200): what a packet carries, or which fragment of a packet it is.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::bits::{u16_at, u32_at, u8_at};

/// Addresses: who sent it, and to whom.
pub type Addresses = (IpAddr, IpAddr);

/// What a packet carries.
#[derive(Debug, PartialEq, Eq)]
pub struct Datagram<'p> {
    pub addresses: Addresses,
    /// The number of the protocol.
    pub protocol: u8,
    pub octets: &'p [u8],
    /// How many octets the capture does not have.
    pub missing: usize,
    /// Where these octets stand, if they are a part.
    pub fragment: Option<Fragment>,
}

/// Where a fragment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fragment {
    /// The same for all fragments of a packet.
    pub identification: u32,
    /// The first octet.
    pub offset: u16,
    /// Others follow.
    pub more: bool,
}

/// Reads the headers of a packet; `None` where they are none.
pub fn datagram(packet: &[u8]) -> Option<Datagram<'_>> {
    match u8_at(packet, 0)? >> 4 {
        4 => v4(packet),
        6 => v6(packet),
        _ => None,
    }
}

/// The octets from a header to an end that the packet states, and how many of them are missing.
fn body(packet: &[u8], header: usize, end: usize) -> Option<(&[u8], usize)> {
    let octets = packet.get(header..end.min(packet.len()))?;
    Some((octets, end.saturating_sub(packet.len())))
}

fn v4(packet: &[u8]) -> Option<Datagram<'_>> {
    let header = usize::from(u8_at(packet, 0)? & 15) * 4;
    let address = |at: usize| Some(IpAddr::V4(Ipv4Addr::from(u32_at(packet, at)?)));
    let addresses = (address(12)?, address(16)?);
    // The network card cuts what is to be sent into packets, and says the length of none here.
    let end = match usize::from(u16_at(packet, 2)?) {
        0 => packet.len(),
        end => end,
    };
    let (octets, missing) = body(packet, header.max(20), end)?;
    let flags = u16_at(packet, 6)?;
    let (offset, more) = ((flags & 0x1fff) * 8, flags & 0x2000 != 0);
    let identification = u16_at(packet, 4)?.into();
    let fragment = (offset != 0 || more).then_some(Fragment { identification, offset, more });
    Some(Datagram { addresses, protocol: u8_at(packet, 9)?, octets, missing, fragment })
}

fn v6(packet: &[u8]) -> Option<Datagram<'_>> {
    let address = |at: usize| {
        let octets: [u8; 16] = packet.get(at..at + 16)?.try_into().ok()?;
        Some(IpAddr::V6(Ipv6Addr::from(octets)))
    };
    let addresses = (address(8)?, address(24)?);
    let end = match usize::from(u16_at(packet, 4)?) {
        0 => packet.len(),
        length => 40 + length,
    };
    let (mut protocol, mut at, mut fragment) = (u8_at(packet, 6)?, 40, None);
    loop {
        let next = u8_at(packet, at);
        at += match protocol {
            // Options of hops and of the destination, routing, mobility.
            0 | 43 | 60 | 135 => 8 + 8 * usize::from(u8_at(packet, at + 1)?),
            // Authentication.
            51 => 8 + 4 * usize::from(u8_at(packet, at + 1)?),
            44 if fragment.is_none() => {
                let place = u16_at(packet, at + 2)?;
                let identification = u32_at(packet, at + 4)?;
                fragment = Some(Fragment { identification, offset: place & !7, more: place & 1 != 0 });
                8
            }
            _ => break,
        };
        protocol = next?;
        // What follows is in the first fragment alone.
        if fragment.is_some_and(|fragment| fragment.offset > 0) {
            break;
        }
    }
    // A fragment that is all of its packet.
    let fragment = fragment.filter(|fragment| fragment.offset > 0 || fragment.more);
    let (octets, missing) = body(packet, at, end)?;
    Some(Datagram { addresses, protocol, octets, missing, fragment })
}
