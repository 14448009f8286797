//! How messages are framed in the payload of a packet or connection.

use std::ops::Range;

use super::bits::number;

/// How messages are framed in a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Back to back, unframed.
    Raw,
    /// FIX Simple Open Framing Header: six bytes, four of which give the length of the frame including the
    /// header.
    Sofh,
    /// The same with four bytes, two of which (little-endian) give the length including the header: CME iLink
    /// 3 and B3 EntryPoint.
    Sofh4,
    /// CME MDP 3.0: a packet header of twelve bytes; each message starts with its length in two bytes, which
    /// it includes.
    Cme,
    /// B3 UMDF: a packet header of sixteen bytes; each message has a header of four bytes, two of which give
    /// the length including the header.
    B3,
    /// TPKT (RFC 1006, ITU-T T.123): four bytes: 3, 0, and the length of the frame including them.
    Tpkt,
    /// Two bytes (big-endian) give the length of the message that follows.
    U16Be,
    /// Four bytes (big-endian) give the length of the message that follows: Kerberos (RFC 4120, 7.2.2).
    U32Be,
}

/// Sizes in bytes of the packet header, the message header and the length in it, and whether that is
/// big-endian.
struct Framing {
    packet: usize,
    /// The bytes of a frame before its length.
    mark: &'static [u8],
    message: usize,
    length: usize,
    big: bool,
    /// Whether the length includes the message header.
    whole: bool,
}

/// What is found at a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Framed {
    /// A frame; the range is that of the message in it.
    Frame(Range<usize>),
    /// A truncated frame, and the size it needs from its beginning, as far as is known.
    Cut(usize),
    /// Not a frame.
    Wrong,
}

impl Packing {
    /// All packings, in the order in which lists show them.
    pub const ALL: [Packing; 8] = [
        Packing::Raw,
        Packing::Sofh,
        Packing::Sofh4,
        Packing::Cme,
        Packing::B3,
        Packing::Tpkt,
        Packing::U16Be,
        Packing::U32Be,
    ];

    /// The name on the command line; never changes.
    pub fn word(self) -> &'static str {
        match self {
            Packing::Raw => "raw",
            Packing::Sofh => "sofh",
            Packing::Sofh4 => "sofh4",
            Packing::Cme => "cme",
            Packing::B3 => "b3",
            Packing::Tpkt => "tpkt",
            Packing::U16Be => "u16be",
            Packing::U32Be => "u32be",
        }
    }

    fn framing(self) -> Option<Framing> {
        // The last: whether the length is big-endian, and includes the header.
        let (packet, mark, message, length, (big, whole)): (_, &[u8], _, _, _) = match self {
            Packing::Raw => return None,
            Packing::Sofh => (0, &[], 6, 4, (true, true)),
            Packing::Sofh4 => (0, &[], 4, 2, (false, true)),
            Packing::Cme => (12, &[], 2, 2, (false, true)),
            Packing::B3 => (16, &[], 4, 2, (false, true)),
            Packing::Tpkt => (0, &[3, 0], 4, 2, (true, true)),
            Packing::U16Be => (0, &[], 2, 2, (true, false)),
            Packing::U32Be => (0, &[], 4, 4, (true, false)),
        };
        Some(Framing { packet, mark, message, length, big, whole })
    }

    /// Whether it is a length that messages need on TCP alone: in a datagram they have none (RFC 4120, 7.2.1; RFC 1035,
    /// 4.2).
    pub fn is_for_connections(self) -> bool {
        matches!(self, Packing::U16Be | Packing::U32Be)
    }

    /// The size of the packet header in bytes.
    pub fn lead(self) -> usize {
        self.framing().map_or(0, |framing| framing.packet)
    }

    /// The sequence number in the packet header.
    pub fn sequence(self, packet: &[u8]) -> Option<u32> {
        let at = match self {
            Packing::Cme => 0,
            Packing::B3 => 4,
            Packing::Raw
            | Packing::Sofh
            | Packing::Sofh4
            | Packing::Tpkt
            | Packing::U16Be
            | Packing::U32Be => return None,
        };
        number(packet, at, 4, false).and_then(|number| u32::try_from(number).ok())
    }

    /// The frame that begins at a position; without framing, the rest of the payload.
    pub fn frame(self, octets: &[u8], at: usize) -> Framed {
        let left = octets.get(at..).unwrap_or_default();
        let Some(framing) = self.framing() else { return Framed::Frame(at..octets.len()) };
        let marked = framing.mark.iter().zip(left).all(|(mark, octet)| mark == octet);
        let length = number(left, framing.mark.len(), framing.length, framing.big);
        let length =
            length.map(|length| if framing.whole { length } else { length.saturating_add(framing.message) });
        match length {
            _ if !marked => Framed::Wrong,
            None => Framed::Cut(framing.message),
            Some(length) if length < framing.message => Framed::Wrong,
            Some(length) if length > left.len() => Framed::Cut(length),
            Some(length) => Framed::Frame(at + framing.message..at + length),
        }
    }

    /// The ranges of the messages in a packet, and the position of the first incomplete or invalid frame.
    pub fn frames(self, octets: &[u8]) -> (Vec<Range<usize>>, Option<usize>) {
        let (mut frames, mut at) = (Vec::new(), self.lead());
        if self == Packing::Raw {
            return (std::iter::once(0..octets.len()).collect(), None);
        }
        while at < octets.len() {
            let Framed::Frame(frame) = self.frame(octets, at) else { return (frames, Some(at)) };
            at = frame.end;
            frames.push(frame);
        }
        (frames, (at > octets.len()).then_some(octets.len()))
    }

    /// Guesses the framing of bytes that are not a message themselves. Frames without a mark need a message.
    pub fn of_frames(octets: &[u8], is_message: &dyn Fn(&[u8]) -> bool) -> Option<Packing> {
        Packing::of_marks(octets).or_else(|| {
            [Packing::Cme, Packing::B3, Packing::U32Be].into_iter().find(|packing| {
                let (frames, cut) = packing.frames(octets);
                let goes_on = cut.is_none_or(|at| packing.frame(octets, at) != Framed::Wrong);
                goes_on && frames.into_iter().any(|frame| octets.get(frame).is_some_and(is_message))
            })
        })
    }

    /// Guesses the framing from the marks of frames.
    fn of_marks(octets: &[u8]) -> Option<Packing> {
        let kind = |at| number(octets, at, 2, false);
        let (known, packing) = match octets {
            [3, 0, ..] => (true, Packing::Tpkt),
            // The SBE encoding types, big-endian or little-endian, or CME's variant.
            _ if matches!(kind(4), Some(0xe05b | 0x50eb | 0x5be0 | 0xeb50)) => (true, Packing::Sofh),
            _ => (matches!(kind(2), Some(0xcafe | 0xeb50)), Packing::Sofh4),
        };
        let (frames, cut) = packing.frames(octets);
        let goes_on = cut.is_none_or(|at| packing.frame(octets, at) != Framed::Wrong);
        (known && !frames.is_empty() && goes_on).then_some(packing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_lie_in_packets() {
        let mut packet = vec![0; 12];
        packet.extend([5, 0, b'a', b'b', b'c', 2, 0, 9, 0]);
        assert_eq!(Packing::Cme.frames(&packet), (vec![14..17, 19..19], Some(19)));
        assert_eq!(
            Packing::Sofh.frames(&[0, 0, 0, 8, 0x5b, 0xe0, 1, 2]),
            (std::iter::once(6..8).collect(), None)
        );
        let single = |range| std::iter::once(range).collect::<Vec<_>>();
        assert_eq!(Packing::Sofh4.frames(&[6, 0, 0xfe, 0xca, 1, 2]), (single(4..6), None));
        assert_eq!(Packing::Sofh4.frames(&[6, 0, 0x50, 0xeb, 1]), (vec![], Some(0)));
        assert_eq!(Packing::B3.frames(&[0; 10]), (vec![], Some(10)));
        assert_eq!(Packing::Tpkt.frames(&[3, 0, 0, 6, 1, 2]), (single(4..6), None));
        assert_eq!(Packing::Tpkt.frames(&[3, 1, 0, 6, 1, 2]), (vec![], Some(0)));
        assert_eq!(Packing::Tpkt.frame(&[3, 0, 0, 6, 1], 0), Framed::Cut(6));
        let of_frames = |octets: &[u8]| Packing::of_frames(octets, &|octets| octets == b"abc");
        assert_eq!(of_frames(&[3, 0, 0, 6, 1, 2]), Some(Packing::Tpkt));
        assert_eq!(of_frames(&[6, 0, 0xfe, 0xca, 1, 2]), Some(Packing::Sofh4));
        assert_eq!(of_frames(&[0, 0, 0, 8, 0x5b, 0xe0, 1, 2]), Some(Packing::Sofh));
        assert_eq!(of_frames(&[0x30, 0, 5]), None);
        assert_eq!(of_frames(&[&[0; 12][..], &[5, 0, b'a', b'b', b'c']].concat()), Some(Packing::Cme));
        assert_eq!(of_frames(&[&[0; 16][..], &[7, 0, 0, 0, b'a', b'b', b'c']].concat()), Some(Packing::B3));
        assert_eq!(of_frames(&[&[0; 12][..], &[5, 0, b'a', b'b', b'd']].concat()), None);
        assert_eq!(of_frames(&[0, 0, 0, 3, b'a', b'b', b'c']), Some(Packing::U32Be));
        assert_eq!(Packing::U16Be.frames(&[0, 1, 7, 0, 0]), (vec![2..3, 5..5], None));
        assert_eq!(Packing::U32Be.frame(&[0, 0, 0, 3, 1], 0), Framed::Cut(7));
        assert_eq!(Packing::Raw.frames(&[1, 2]), (std::iter::once(0..2).collect(), None));
    }
}
