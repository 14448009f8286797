//! What unidentified bytes look like.

use std::fmt;

use super::candidates::{article, CERTIFICATE};
use super::known::Known;
use crate::capture;
use crate::forms::FormError;

/// What bytes look like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Looks {
    /// One or more BER values.
    Ber,
    /// A CBOR value.
    Cbor,
    /// A COSE message of this kind.
    Cose(&'static str),
    /// Text that does not represent bytes.
    Text,
    /// A network capture: the kind of file.
    Capture(&'static str),
    /// The beginning of a BER value.
    Cut(Cut),
    /// Nearly a value of a well-known type: it is damaged, or something follows it.
    Near(Known, Option<Followed>),
    /// A packet of IP, perhaps in a frame of Ethernet; the size of its headers if they end with UDP or TCP.
    Packet(Option<usize>),
    /// A PEM block whose contents are encrypted (RFC 1421, section 4.6.1.1).
    Encrypted,
    /// A text that is not of its form.
    Unreadable(FormError),
    /// Unknown.
    Unknown,
    /// Empty input.
    Nothing,
}

/// A BER value whose end is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// The name of its type, if it begins like one.
    pub name: Option<&'static str>,
    /// The number of bytes that are there.
    pub here: usize,
    /// The number of bytes that it has, by its length.
    pub whole: usize,
}

/// Bytes after a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Followed {
    /// Where they begin, in bytes from the start.
    pub octet: usize,
    /// Their number.
    pub bytes: usize,
}

impl fmt::Display for Followed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bytes {
            1 => f.write_str("1 more byte follows")?,
            bytes => write!(f, "{bytes} more bytes follow")?,
        }
        write!(f, " at octet {}", self.octet)
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.map_or("a BER value".to_string(), article);
        write!(f, "{name} whose end is missing: {} of {} octets are present", self.here, self.whole)
    }
}

impl fmt::Display for Looks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Looks::Ber => f.write_str("BER"),
            Looks::Cbor => f.write_str("CBOR"),
            Looks::Cose(what) => write!(f, "{what}, in CBOR"),
            Looks::Text => f.write_str("text"),
            Looks::Cut(cut) => cut.fmt(f),
            Looks::Near(known, _) => f.write_str(&article(known.candidate.name)),
            Looks::Packet(_) => f.write_str("a packet of IP with its headers"),
            Looks::Encrypted => f.write_str("an encrypted PEM block"),
            Looks::Unreadable(error) => error.fmt(f),
            Looks::Capture(kind) => write!(f, "a packet capture ({kind})"),
            Looks::Unknown => f.write_str("neither BER nor CBOR"),
            Looks::Nothing => f.write_str("an empty input"),
        }
    }
}

/// What else reads CBOR.
pub const OTHER_READER: &str =
    "which the command does not read; the Go package github.com/wireglot/wireglot/go/cbor does (cbor.Diagnose)";

/// The maximum nesting depth of values.
const DEPTH: u32 = 128;

/// Examines all bytes of an input.
pub fn look(octets: &[u8]) -> Looks {
    if octets.is_empty() {
        return Looks::Nothing;
    }
    if let Some(kind) = capture::kind(octets) {
        return Looks::Capture(kind);
    }
    if is_encoded(octets) {
        return Looks::Ber;
    }
    for before in [0, ETHERNET] {
        if let Some(packet) = octets.get(before..).filter(|packet| is_packet(packet)) {
            return Looks::Packet(headers(packet).map(|size| before + size));
        }
    }
    let text = std::str::from_utf8(octets).ok();
    if text.is_some_and(|text| !text.is_empty() && text.chars().all(|c| !c.is_control() || c.is_whitespace()))
    {
        return Looks::Text;
    }
    match cbor_end(octets, 0) {
        Some(end) if end == octets.len() && octets.len() > 1 => cose(octets).map_or(Looks::Cbor, Looks::Cose),
        _ => cut(octets).map_or(Looks::Unknown, Looks::Cut),
    }
}

/// The size of a header of Ethernet.
const ETHERNET: usize = 14;

/// Whether bytes are a packet of IPv4 without options (RFC 791, section 3.1), by its total length.
fn is_packet(octets: &[u8]) -> bool {
    let length = |high: u8, low: u8| usize::from(u16::from_be_bytes([high, low]));
    matches!(octets, [0x45, _, high, low, ..] if octets.len() > 20 && length(*high, *low) == octets.len())
}

/// The size of the headers of a packet of IPv4 without options, up to the payload of UDP (RFC 768) or TCP (RFC 9293,
/// section 3.1).
fn headers(packet: &[u8]) -> Option<usize> {
    const IP: usize = 20;
    let size = match packet.get(9)? {
        6 => IP + usize::from(packet.get(IP + 12)? >> 4) * 4,
        17 => IP + 8,
        _ => return None,
    };
    (size < packet.len()).then_some(size)
}

/// The BER value of which bytes are the beginning. Its length and at least one value in it must agree with them.
fn cut(octets: &[u8]) -> Option<Cut> {
    const CONSTRUCTED: u8 = 0x20;
    let mut whole = None;
    let (mut at, mut end, mut inside) = (0, usize::MAX, 0);
    while let Some(head) = head(octets, at) {
        let next = head.contents.checked_add(head.length?).filter(|next| *next <= end)?;
        whole.get_or_insert(next);
        inside += 1;
        let value = octets.get(..next.min(octets.len()))?;
        at = match (octets.get(at)? & CONSTRUCTED != 0, next > octets.len()) {
            (true, true) => {
                end = next;
                head.contents
            }
            (false, true) => break,
            (_, false) => tlv_end(value, at, 0)?,
        };
    }
    let whole = whole.filter(|whole| *whole > octets.len() && inside > 1)?;
    Some(Cut { name: certificate(octets).then_some(CERTIFICATE), here: octets.len(), whole })
}

/// Whether bytes begin like a certificate of version 2 or 3 (RFC 5280, section 4.1): its version is in a tag.
fn certificate(octets: &[u8]) -> bool {
    let sequence = |at: usize| head(octets, at).filter(|_| octets.get(at) == Some(&0x30));
    let inner = sequence(0).and_then(|outer| sequence(outer.contents));
    let version = inner.and_then(|inner| octets.get(inner.contents..));
    version.is_some_and(|version| matches!(version, [0xa0, 3, 2, 1, 1 | 2, ..]))
}

/// Whether bytes consist entirely of BER values, down to the primitive ones.
pub fn is_encoded(octets: &[u8]) -> bool {
    !octets.is_empty() && encoded(octets) == octets.len()
}

/// The number of bytes at the start that consist of whole BER values.
pub fn encoded(octets: &[u8]) -> usize {
    let mut at = 0;
    while let Some(end) = tlv_end(octets, at, 0) {
        at = end;
    }
    at
}

/// The number of bytes of the whole BER value at the start; 0 if there is none.
pub fn first_encoded(octets: &[u8]) -> usize {
    tlv_end(octets, 0, 0).unwrap_or(0)
}

/// The identifier and length octets of a value.
struct Head {
    /// Where the contents begin.
    contents: usize,
    /// The number of contents octets; `None` if indefinite.
    length: Option<usize>,
}

/// Reads the identifier and length octets at a byte.
fn head(octets: &[u8], at: usize) -> Option<Head> {
    let first = *octets.get(at)?;
    let mut at = at + 1;
    if first & 0x1f == 0x1f {
        let more = octets.get(at..)?.iter().take(5).position(|octet| octet & 0x80 == 0)?;
        at += more + 1;
    } else if first & 0xdf == 0 {
        // X.690 8.1.5: end-of-contents octets are not a value.
        return None;
    }
    let length = *octets.get(at)?;
    at += 1;
    if length == 0x80 {
        return Some(Head { contents: at, length: None });
    }
    let mut count = usize::from(length);
    if length > 0x80 {
        let long = octets.get(at..at + usize::from(length & 0x7f))?;
        at += long.len();
        count = long
            .iter()
            .try_fold(0usize, |sum, octet| sum.checked_mul(256)?.checked_add(usize::from(*octet)))?;
    }
    Some(Head { contents: at, length: Some(count) })
}

/// The end of the value that begins at a byte.
fn tlv_end(octets: &[u8], at: usize, depth: u32) -> Option<usize> {
    let constructed = octets.get(at)? & 0x20 != 0;
    let Head { contents: mut at, length } = head(octets, at)?;
    if depth > DEPTH {
        return None;
    }
    let Some(count) = length else {
        if !constructed {
            return None;
        }
        while octets.get(at..at + 2)? != [0, 0] {
            at = tlv_end(octets, at, depth + 1)?;
        }
        return Some(at + 2);
    };
    let end = at.checked_add(count).filter(|end| *end <= octets.len())?;
    while constructed && at < end {
        at = tlv_end(octets.get(..end)?, at, depth + 1)?;
    }
    Some(end)
}

/// Reads the head of a CBOR item (RFC 8949, section 3): major type, argument (`None` if indefinite), and
/// where it ends.
fn cbor_head(octets: &[u8], at: usize) -> Option<(u8, Option<u64>, usize)> {
    let first = *octets.get(at)?;
    let (major, low) = (first >> 5, first & 0x1f);
    let long = match low {
        0..24 => return Some((major, Some(u64::from(low)), at + 1)),
        24 => 1,
        25 => 2,
        26 => 4,
        27 => 8,
        31 => return Some((major, None, at + 1)),
        _ => return None,
    };
    let argument = octets.get(at + 1..at + 1 + long)?;
    Some((major, Some(argument.iter().fold(0, |sum, octet| sum << 8 | u64::from(*octet))), at + 1 + long))
}

/// The end of the CBOR item that begins at a byte.
fn cbor_end(octets: &[u8], at: usize) -> Option<usize> {
    /// The remaining contents of an item that has begun.
    enum Left {
        Items(u64),
        UntilBreak,
    }
    let mut at = at;
    let mut open: Vec<Left> = vec![Left::Items(1)];
    while let Some(left) = open.last_mut() {
        match left {
            Left::Items(0) => {
                open.pop();
                continue;
            }
            Left::Items(items) => *items -= 1,
            Left::UntilBreak if octets.get(at) == Some(&0xff) => {
                at += 1;
                open.pop();
                continue;
            }
            Left::UntilBreak => {}
        }
        let (major, argument, end) = cbor_head(octets, at)?;
        at = end;
        match (major, argument) {
            (0 | 1 | 7, Some(_)) => {}
            (2 | 3, Some(length)) => {
                at = at.checked_add(usize::try_from(length).ok()?).filter(|end| *end <= octets.len())?;
            }
            (4, Some(items)) => open.push(Left::Items(items)),
            (5, Some(pairs)) => open.push(Left::Items(pairs.checked_mul(2)?)),
            (6, Some(_)) => open.push(Left::Items(1)),
            (2..=5, None) => open.push(Left::UntilBreak),
            _ => return None,
        }
        if open.len() > DEPTH as usize {
            return None;
        }
    }
    Some(at)
}

/// The COSE tags (RFC 9052, section 2; RFC 9338).
const COSE: [(u64, &str); 6] = [
    (16, "COSE_Encrypt0"),
    (17, "COSE_Mac0"),
    (18, "COSE_Sign1"),
    (96, "COSE_Encrypt"),
    (97, "COSE_Mac"),
    (98, "COSE_Sign"),
];

/// The kind of COSE message that an item is, by its tag.
fn cose(octets: &[u8]) -> Option<&'static str> {
    match cbor_head(octets, 0)? {
        (6, Some(tag), _) => COSE.iter().find(|(known, _)| *known == tag).map(|(_, name)| *name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octets_are_told_by_their_structure() {
        let rows: [(&[u8], Looks); 20] = [
            (&[0x30, 3, 2, 1, 5], Looks::Ber),
            (&[0x30, 0x80, 2, 1, 5, 0, 0], Looks::Ber),
            (&[2, 1, 5, 2, 1, 6], Looks::Ber),
            (&[0xa1, 3, 2, 1, 1], Looks::Ber),
            (&[0xa1, 1, 2], Looks::Cbor),
            (&[0x82, 1, 0x41, 7], Looks::Cbor),
            (&[0x9f, 1, 0xff], Looks::Cbor),
            (&[0xd2, 0x84, 0x40, 0xa0, 0xf6, 0x40], Looks::Cose("COSE_Sign1")),
            (b"hello world\n", Looks::Text),
            (b"\xd4\xc3\xb2\xa1\x02\0\x04\0", Looks::Capture("pcap")),
            (&[0x30, 5, 2, 1], Looks::Cut(Cut { name: None, here: 4, whole: 7 })),
            (&[&[0x45, 0, 0, 21][..], &[0; 17]].concat(), Looks::Packet(None)),
            (&[&[0; 12][..], &[8, 0, 0x45, 0, 0, 21], &[0; 17]].concat(), Looks::Packet(None)),
            (&[&[0x45, 0, 0, 29, 0, 0, 0, 0, 64, 17][..], &[0; 19]].concat(), Looks::Packet(Some(28))),
            (
                &[&[0x45, 0, 0, 42, 0, 0, 0, 0, 64, 6], &[0; 22][..], &[0x50; 10]].concat(),
                Looks::Packet(Some(40)),
            ),
            (&[0x30, 9, 2, 1, 5, 4, 4, 7], Looks::Cut(Cut { name: None, here: 8, whole: 11 })),
            (&[0x30, 9, 2, 1, 5], Looks::Cut(Cut { name: None, here: 5, whole: 11 })),
            // A value that is longer than the one around it.
            (&[0x30, 9, 2, 1, 5, 4, 5, 7], Looks::Unknown),
            (
                &[0x30, 130, 3, 0, 0x30, 130, 2, 0, 0xa0, 3, 2, 1, 2, 2, 1],
                Looks::Cut(Cut { name: Some(CERTIFICATE), here: 15, whole: 772 }),
            ),
            (&[], Looks::Nothing),
        ];
        for (octets, looks) in rows {
            assert_eq!(look(octets), looks, "{octets:02x?}");
        }
        // False lengths and excessive depths.
        assert_eq!(look(&[0x5b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), Looks::Unknown);
        assert_eq!(look(&[0x9f; 4000]), Looks::Unknown);
        assert_eq!(look(&[0x30, 0x80].repeat(4000)), Looks::Unknown);
    }
}
