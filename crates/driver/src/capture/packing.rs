//! How messages stand in what a packet or a connection carries.

use std::ops::Range;

use super::bits::number;

/// How messages stand in a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// One behind the other.
    Raw,
    /// FIX Simple Open Framing Header: six octets, of which four say how long a frame is with them.
    Sofh,
    /// The same in four octets, of which two, least significant first, say how long a frame is with them: CME iLink
    /// 3 and B3 EntryPoint.
    Sofh4,
    /// CME MDP 3.0: twelve octets lead a packet, two each message: its length with them.
    Cme,
    /// B3 UMDF: sixteen octets lead a packet, four each message, of which two say its length with them.
    B3,
    /// TPKT (RFC 1006, ITU-T T.123): four octets, 3 and 0 and how long a frame is with them.
    Tpkt,
}

/// Octets that lead a packet and a message, and those that say the length of that, the most
/// significant first or not.
struct Framing {
    packet: usize,
    /// What a frame begins with, before its length.
    mark: &'static [u8],
    message: usize,
    length: usize,
    big: bool,
}

/// What stands at some place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Framed {
    /// A frame, of which these octets are the message.
    Frame(Range<usize>),
    /// A frame that is not all there: it takes so many octets from its beginning, as far as they tell.
    Cut(usize),
    /// No frame.
    Wrong,
}

impl Packing {
    /// All, in the order of their words.
    pub const ALL: [Packing; 6] =
        [Packing::Raw, Packing::Sofh, Packing::Sofh4, Packing::Cme, Packing::B3, Packing::Tpkt];

    /// The word: never changes.
    pub fn word(self) -> &'static str {
        match self {
            Packing::Raw => "raw",
            Packing::Sofh => "sofh",
            Packing::Sofh4 => "sofh4",
            Packing::Cme => "cme",
            Packing::B3 => "b3",
            Packing::Tpkt => "tpkt",
        }
    }

    fn framing(self) -> Option<Framing> {
        match self {
            Packing::Raw => None,
            Packing::Sofh => Some(Framing { packet: 0, mark: &[], message: 6, length: 4, big: true }),
            Packing::Sofh4 => Some(Framing { packet: 0, mark: &[], message: 4, length: 2, big: false }),
            Packing::Cme => Some(Framing { packet: 12, mark: &[], message: 2, length: 2, big: false }),
            Packing::B3 => Some(Framing { packet: 16, mark: &[], message: 4, length: 2, big: false }),
            Packing::Tpkt => Some(Framing { packet: 0, mark: &[3, 0], message: 4, length: 2, big: true }),
        }
    }

    /// How many octets lead a packet.
    pub fn lead(self) -> usize {
        self.framing().map_or(0, |framing| framing.packet)
    }

    /// The sequence number of a packet, which its lead says.
    pub fn sequence(self, packet: &[u8]) -> Option<u32> {
        let at = match self {
            Packing::Cme => 0,
            Packing::B3 => 4,
            Packing::Raw | Packing::Sofh | Packing::Sofh4 | Packing::Tpkt => return None,
        };
        number(packet, at, 4, false).and_then(|number| u32::try_from(number).ok())
    }

    /// The frame that begins at a place; all that is left where messages have none.
    pub fn frame(self, octets: &[u8], at: usize) -> Framed {
        let left = octets.get(at..).unwrap_or_default();
        let Some(framing) = self.framing() else { return Framed::Frame(at..octets.len()) };
        let marked = framing.mark.iter().zip(left).all(|(mark, octet)| mark == octet);
        let length = number(left, framing.mark.len(), framing.length, framing.big);
        match length {
            _ if !marked => Framed::Wrong,
            None => Framed::Cut(framing.message),
            Some(length) if length < framing.message => Framed::Wrong,
            Some(length) if length > left.len() => Framed::Cut(length),
            Some(length) => Framed::Frame(at + framing.message..at + length),
        }
    }

    /// Where frames begin and end in a packet; and where they are cut, if they are.
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

    /// What octets look like that are no message by themselves: frames of one of these kinds, as far as they go.
    pub fn of_frames(octets: &[u8]) -> Option<Packing> {
        let kind = |at| number(octets, at, 2, false);
        let (known, packing) = match octets {
            [3, 0, ..] => (true, Packing::Tpkt),
            // SBE, the most significant octet first or last, or as CME has it.
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
        assert_eq!(Packing::of_frames(&[3, 0, 0, 6, 1, 2]), Some(Packing::Tpkt));
        assert_eq!(Packing::of_frames(&[6, 0, 0xfe, 0xca, 1, 2]), Some(Packing::Sofh4));
        assert_eq!(Packing::of_frames(&[0, 0, 0, 8, 0x5b, 0xe0, 1, 2]), Some(Packing::Sofh));
        assert_eq!(Packing::of_frames(&[0x30, 0, 5]), None);
        assert_eq!(Packing::Raw.frames(&[1, 2]), (std::iter::once(0..2).collect(), None));
    }
}
