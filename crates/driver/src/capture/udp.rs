//! UDP datagrams (RFC 768).

use super::bits::u16_at;

/// The payload of a datagram, and whether the capture truncates it.
pub fn payload(segment: &[u8]) -> Option<(&[u8], bool)> {
    let stated = usize::from(u16_at(segment, 4)?);
    // Jumbograms have a length of 0.
    let end = if stated >= 8 { stated } else { segment.len() };
    Some((segment.get(8..end.min(segment.len()))?, end > segment.len()))
}
