//! Octets that a packet or a connection carried, as they are decoded.

use crate::capture::{Origin, Transport};
use crate::messages::Bad;

/// Octets of a message, or of several in a row; or what is wrong where there should be some.
#[derive(Debug, Clone, Default)]
pub struct Unit {
    /// The packet that they came in, from 1 on.
    pub packet: Option<usize>,
    /// Where they come from.
    pub origin: Option<Origin>,
    /// The number that the packet has in its feed.
    pub sequence: Option<u32>,
    /// The octet of the packet, or of what the connection carried, that is the first.
    pub at: u64,
    /// The octets.
    pub octets: Vec<u8>,
    /// Whether they may be several messages; else they are one.
    pub several: bool,
    /// What is wrong.
    pub bad: Option<Bad>,
}

impl Unit {
    /// Where they come from, as an object with stable names.
    pub fn meta(&self) -> serde_json::Value {
        let mut meta = serde_json::Map::new();
        let mut add = |name: &str, value: serde_json::Value| meta.insert(name.to_string(), value);
        if let Some(packet) = self.packet {
            add("packet", packet.into());
        }
        let sequence = self.sequence.or(self.origin.as_ref().and_then(|origin| origin.sequence));
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
        if let Some(sequence) = sequence {
            add("sequence", sequence.into());
        }
        meta.into()
    }
}
