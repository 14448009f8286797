//! Bytes from a packet or connection that are decoded together.

use crate::capture::{Origin, Packing, Time, Transport};
use crate::messages::Bad;
use crate::records::Position;

/// The bytes of one message, or of several consecutive ones; or an error in their place.
#[derive(Debug, Clone, Default)]
pub struct Unit {
    /// The packet that carried them, from 1.
    pub packet: Option<usize>,
    /// Their origin.
    pub origin: Option<Origin>,
    /// The sequence number of the packet in its feed.
    pub sequence: Option<u32>,
    /// The offset of the first byte in the packet or in the stream of the connection.
    pub at: u64,
    /// The bytes.
    pub octets: Vec<u8>,
    /// Whether they may be several messages rather than exactly one.
    pub several: bool,
    /// The error.
    pub bad: Option<Bad>,
    /// The framing that bytes with an error appear to have.
    pub framed: Option<Packing>,
}

impl Unit {
    /// Their position.
    pub fn position(&self) -> Position {
        Position {
            number: self.packet.map(|packet| packet as u64),
            offset: None,
            time: self.origin.as_ref().and_then(|origin| origin.time).and_then(Time::micros),
            sequence: self.sequence(),
        }
    }

    /// The sequence number of the packet in its feed, or of the TCP segment or SCTP chunk.
    fn sequence(&self) -> Option<u32> {
        self.sequence.or(self.origin.as_ref().and_then(|origin| origin.sequence))
    }

    /// Their origin, as an object with stable names.
    pub fn meta(&self) -> serde_json::Value {
        let mut meta = serde_json::Map::new();
        let mut add = |name: &str, value: serde_json::Value| meta.insert(name.to_string(), value);
        if let Some(packet) = self.packet {
            add("packet", packet.into());
        }
        if let Some(origin) = &self.origin {
            if let Some(time) = origin.time {
                add("time", time.to_string().into());
            }
            let flow = &origin.flow;
            add("transport", flow.transport.word().into());
            add("from", flow.from.to_string().into());
            add("to", flow.to.to_string().into());
            if let Transport::Sctp { protocol, stream } = flow.transport {
                add("protocol", protocol.into());
                add("stream", stream.into());
            }
        }
        if let Some(sequence) = self.sequence() {
            add("sequence", sequence.into());
        }
        meta.into()
    }
}
