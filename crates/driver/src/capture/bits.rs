//! Numbers in packet headers.

/// An unsigned number of up to 4 bytes; `None` if it runs past the end.
pub fn number(octets: &[u8], at: usize, size: usize, big: bool) -> Option<usize> {
    let octets = octets.get(at..at.checked_add(size)?)?;
    let add = |number: usize, octet: &u8| number << 8 | usize::from(*octet);
    Some(if big { octets.iter().fold(0, add) } else { octets.iter().rev().fold(0, add) })
}

/// One byte.
pub fn u8_at(octets: &[u8], at: usize) -> Option<u8> {
    octets.get(at).copied()
}

/// Two bytes, big-endian.
pub fn u16_at(octets: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(octets.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

/// Four bytes, big-endian.
pub fn u32_at(octets: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(octets.get(at..at.checked_add(4)?)?.try_into().ok()?))
}
