//! The items that a capture yields.

use super::origin::Origin;

/// Identifies one direction of a connection; unique within a capture.
pub type StreamId = u64;

/// A payload and its origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payload {
    /// Its origin.
    pub origin: Origin,
    /// The bytes.
    pub octets: Vec<u8>,
}

/// A problem in a capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The packet number, from 1; 0 if no packet is concerned.
    pub packet: usize,
    /// The error message.
    pub message: String,
}

/// The next item of a capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A UDP datagram or an SCTP message.
    Datagram(Payload),
    /// The next bytes of one direction of a connection, one segment at a time.
    Segment(StreamId, Payload),
    /// The next bytes of one direction of a connection are missing from the capture.
    Gap(StreamId, Damage),
    /// One direction of a connection has ended.
    End(StreamId),
    /// A problem in the capture.
    Damage(Damage),
}
