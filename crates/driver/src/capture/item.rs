//! What a capture gives.

use super::origin::Origin;

/// A direction of a connection: no two have the same number.
pub type StreamId = u64;

/// Octets, and where they come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payload {
    /// Where they come from.
    pub origin: Origin,
    /// The octets.
    pub octets: Vec<u8>,
}

/// What is wrong with a capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The packet, from 1 on; 0 where there is none.
    pub packet: usize,
    /// What is wrong.
    pub message: String,
}

/// What a capture gives next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A datagram of UDP, or a message of SCTP.
    Datagram(Payload),
    /// The next octets that a direction of a connection carried, a segment at a time.
    Segment(StreamId, Payload),
    /// What a direction of a connection carried next is not in the capture.
    Gap(StreamId, Damage),
    /// A direction of a connection carries no more.
    End(StreamId),
    /// Something is wrong.
    Damage(Damage),
}
