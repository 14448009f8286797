//! Link types: where the IP packet starts in a frame.

use super::bits::{u16_at, u32_at, u8_at};

/// The payload of a frame.
#[derive(Debug, PartialEq, Eq)]
pub enum Carried<'f> {
    /// An IP packet.
    Internet(&'f [u8]),
    /// Something else, by its EtherType.
    Type(u16),
    /// An unsupported link type.
    Link(u32),
    /// The frame is too short.
    Nothing,
}

/// EtherTypes.
const IPV4: u16 = 0x0800;
const IPV6: u16 = 0x86dd;
/// VLAN tags: IEEE 802.1Q, 802.1ad, and their predecessor.
const TAGS: [u16; 3] = [0x8100, 0x88a8, 0x9100];

/// The payload of a frame of the given link type.
pub fn carried(link: u32, frame: &[u8]) -> Carried<'_> {
    match link {
        // Ethernet.
        1 => typed(frame, 12, 14),
        // Linux "any" device: versions 1 and 2.
        113 => typed(frame, 14, 16),
        276 => typed(frame, 0, 20),
        // BSD loopback: the address family, which the packet itself states too.
        0 | 108 => behind(frame, 4),
        // Raw IP.
        12 | 14 | 101 | 228 | 229 => behind(frame, 0),
        _ => Carried::Link(link),
    }
}

/// Reads a frame whose EtherType is at `of_type`.
fn typed(frame: &[u8], of_type: usize, header: usize) -> Carried<'_> {
    let (mut kind, mut at) = (u16_at(frame, of_type), header);
    while kind.is_some_and(|kind| TAGS.contains(&kind)) {
        kind = u16_at(frame, at + 2);
        at += 4;
    }
    match kind {
        Some(IPV4 | IPV6) => behind(frame, at),
        // PPPoE session.
        Some(0x8864) if matches!(u16_at(frame, at + 6), Some(0x0021 | 0x0057)) => behind(frame, at + 8),
        // MPLS labels, up to the last, which has the bottom-of-stack bit.
        Some(0x8847) => {
            while u32_at(frame, at).is_some_and(|label| label & 0x100 == 0) {
                at += 4;
            }
            behind(frame, at + 4)
        }
        Some(other) => Carried::Type(other),
        None => Carried::Nothing,
    }
}

fn behind(frame: &[u8], header: usize) -> Carried<'_> {
    match u8_at(frame, header).map(|octet| octet >> 4) {
        Some(4 | 6) => Carried::Internet(frame.get(header..).unwrap_or_default()),
        Some(_) => Carried::Type(0),
        None => Carried::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_link_says_where_ip_stands() {
        let tagged = [&[0; 12][..], b"\x88\xa8\0\x01\x81\0\0\x02\x08\0\x45"].concat();
        let ppp = [&[0; 12][..], b"\x88\x64\x11\0\0\x01\0\x03\0\x21\x45"].concat();
        let mpls = [&[0; 12][..], b"\x88\x47\0\0\x10\x40\0\0\x21\x40\x45"].concat();
        let sll = [&[0; 14][..], b"\x86\xdd\x60"].concat();
        let sll2 = [b"\x08\0", &[0; 18][..], b"\x45"].concat();
        for (link, frame) in
            [(1, tagged), (1, ppp), (1, mpls), (113, sll), (276, sll2), (0, vec![2, 0, 0, 0, 0x45])]
        {
            assert!(matches!(carried(link, &frame), Carried::Internet([0x45 | 0x60])), "{link}: {frame:?}");
            for end in 0..frame.len() {
                assert!(!matches!(carried(link, &frame[..end]), Carried::Internet([_, ..])));
            }
        }
        let arp = [&[0; 12][..], b"\x08\x06\0"].concat();
        assert_eq!(carried(1, &arp), Carried::Type(0x0806));
        assert_eq!(carried(189, &arp), Carried::Link(189));
    }
}
