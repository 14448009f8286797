//! IPv4 (RFC 791) and IPv6 (RFC 8200): the payload of a packet, or the fragment that it is.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::bits::{u16_at, u32_at, u8_at};

/// Source and destination addresses.
pub type Addresses = (IpAddr, IpAddr);

/// The payload of an IP packet.
#[derive(Debug, PartialEq, Eq)]
pub struct Datagram<'p> {
    pub addresses: Addresses,
    /// The protocol number.
    pub protocol: u8,
    pub octets: &'p [u8],
    /// The number of bytes missing from the capture.
    pub missing: usize,
    /// The position of these bytes, if they are a fragment.
    pub fragment: Option<Fragment>,
}

/// The position of a fragment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fragment {
    /// The same for all fragments of a packet.
    pub identification: u32,
    /// The offset of its first byte.
    pub offset: u16,
    /// More fragments follow.
    pub more: bool,
}

/// Reads the headers of a packet; `None` if they are not IP headers.
pub fn datagram(packet: &[u8]) -> Option<Datagram<'_>> {
    match u8_at(packet, 0)? >> 4 {
        4 => v4(packet),
        6 => v6(packet),
        _ => None,
    }
}

/// The bytes between a header and the end that the packet states, and how many of them are missing.
fn body(packet: &[u8], header: usize, end: usize) -> Option<(&[u8], usize)> {
    let octets = packet.get(header..end.min(packet.len()))?;
    Some((octets, end.saturating_sub(packet.len())))
}

fn v4(packet: &[u8]) -> Option<Datagram<'_>> {
    let header = usize::from(u8_at(packet, 0)? & 15) * 4;
    let address = |at: usize| Some(IpAddr::V4(Ipv4Addr::from(u32_at(packet, at)?)));
    let addresses = (address(12)?, address(16)?);
    // With segmentation offload the network card splits the data into packets, and the length is 0 here.
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
            // Hop-by-hop options, destination options, routing, mobility.
            0 | 43 | 60 | 135 => 8 + 8 * usize::from(u8_at(packet, at + 1)?),
            // Authentication header.
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
        // Only the first fragment has the headers that follow.
        if fragment.is_some_and(|fragment| fragment.offset > 0) {
            break;
        }
    }
    // An "atomic" fragment is the whole packet.
    let fragment = fragment.filter(|fragment| fragment.offset > 0 || fragment.more);
    let (octets, missing) = body(packet, at, end)?;
    Some(Datagram { addresses, protocol, octets, missing, fragment })
}
