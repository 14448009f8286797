//! Datagrams of UDP (RFC 768).

use super::bits::u16_at;

/// What a datagram carries, and whether the capture has not all of it.
pub fn payload(segment: &[u8]) -> Option<(&[u8], bool)> {
    let stated = usize::from(u16_at(segment, 4)?);
    // Jumbograms say the length of none.
    let end = if stated >= 8 { stated } else { segment.len() };
    Some((segment.get(8..end.min(segment.len()))?, end > segment.len()))
}
